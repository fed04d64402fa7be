/* search.c - information-set Monte Carlo tree search: what is hidden is made up anew
 * each time, and the moves that win most often are tried most often. */
#include "agents/search.h"

#include "agents/clock.h"
#include "agents/policy.h"
#include "agents/race.h"
#include "agents/scratch.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#if !defined(__wasm__)
#include <pthread.h>
#endif

enum {
    SEARCH_DEPTH_MAX = 256,
    SEARCH_PLAYOUT_STEPS = 48, /* in a game that cannot judge for itself */
    SEARCH_THREADS_MAX = 64,
    SEARCH_WIDE = 16,        /* longer lists are opened up little by little */
    SEARCH_QUICK_HEAT = 100, /* of ratings inside the tree */
    SEARCH_LOOK = 32,        /* iterations between two looks at whether it is settled */
    SEARCH_RACE = 8          /* worlds of a race for each visit that is fair */
};

/* How much a move's promise counts against what is known of it; a network's promises
 * are better. */
static const double search_curiosity = 0.9, search_curiosity_net = 1.5;

typedef struct {
    Command edge;   /* the move that leads here, as the tree's player sees it */
    uint32_t first; /* child; 0: none */
    uint32_t next;  /* sibling */
    uint32_t visits, chances; /* how often chosen, how often it could have been */
    double share;             /* sum, for whoever made the move */
    float promise;
    uint16_t place; /* where the move stood in the list when it was added */
    uint16_t seat;
    uint32_t kept; /* where it goes when a tree is cut down to a part; 0: it goes */
    uint32_t pad;
} Branch;

typedef struct {
    const AgentTurn *turn;
    const Policy *policy;
    const void *catalog; /* of the kept tree */
    uint64_t match;      /* of the kept tree; 0: none is kept */
    int seat, trail_at;  /* whose it is, and after how many moves */
    bool plain, races;
    uint32_t fair;
    const Net *net;
    int32_t odds; /* what it last said */
    int trees;
    Rng rng;
    Branch *node; /* [0] is none, [1 + t] the root of tree t */
    uint32_t used, used_max;
    size_t bytes;
    uint32_t at[SEATS_MAX]; /* where each tree stands */
    uint32_t path[SEARCH_DEPTH_MAX * SEATS_MAX];
    int path_count;
    Scratch start, state, seen, world;
    Rng world_rng;
    Race race; /* where moves are compared without a tree */
    uint16_t racer[RACE_MAX];
    Moves moves;
    int32_t rating[MOVES_MAX];
    double weight[MOVES_MAX];
    uint16_t order[MOVES_MAX];
    SearchMove result[MOVES_MAX];
} Search;

static uint32_t node_add(Search *s, uint32_t parent, const Command *edge)
{
    if (s->used >= s->used_max)
        return 0;
    const uint32_t made = s->used++;
    memset(&s->node[made], 0, sizeof s->node[made]);
    s->node[made].edge = *edge;
    s->node[made].seat = edge->seat;
    s->node[made].next = s->node[parent].first;
    s->node[parent].first = made;
    return made;
}

static uint32_t node_find(const Search *s, uint32_t parent, const Command *edge)
{
    uint32_t at = s->node[parent].first;
    while (at && !command_same(&s->node[at].edge, edge))
        at = s->node[at].next;
    return at;
}

/* Ratings of the moves now open, and the odds, as the seat that acts sees the table. */
static void ask_net(Search *s, const void *state)
{
    const AgentTurn *turn = s->turn;
    const int seat = turn->game->status(turn->catalog, state).to_act;
    turn->game->redact(turn->catalog, state, seat, s->seen.bytes);
    net_look(s->net, turn->catalog, s->seen.bytes, seat, &s->moves, s->rating,
             &s->odds);
}

/* Weights of the moves now open, and their order, worst first. */
static void weigh_moves(Search *s, uint32_t parent, const void *state)
{
    const int count = s->moves.count;
    const bool quick = s->policy->rate_inside && parent > (uint32_t)s->trees;
    if (s->net)
        ask_net(s, state);
    else if (s->plain || !s->policy->rate)
        memset(s->rating, 0, (size_t)count * sizeof *s->rating);
    else if (quick)
        s->policy->rate_inside(s->turn->catalog, state, &s->moves, s->rating);
    else
        s->policy->rate(s->turn->catalog, state, &s->moves, s->rating);
    const int32_t heat = s->net  ? (int32_t)NET_BIT
                         : quick ? (int32_t)SEARCH_QUICK_HEAT
                                 : s->policy->heat;
    const double sum = policy_weigh(s->rating, count, heat, s->weight);
    for (int i = 0; i < count; i++) {
        int at = i;
        s->weight[i] = s->weight[i] / sum * 0.9 + 0.1 / count;
        for (; at > 0 && s->rating[s->order[at - 1]] > s->rating[i]; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = (uint16_t)i;
    }
}

/* Every move that is open and has no node yet gets one; the best ends up first. */
static bool node_open(Search *s, uint32_t parent, const void *state)
{
    weigh_moves(s, parent, state);
    for (int i = 0; i < s->moves.count; i++) {
        const int place = s->order[i];
        const Command *edge = &s->moves.item[place];
        if (node_find(s, parent, edge))
            continue;
        const uint32_t made = node_add(s, parent, edge);
        if (!made)
            return false;
        s->node[made].promise = (float)s->weight[place];
        s->node[made].place = (uint16_t)place;
    }
    return true;
}

static bool node_is_open_now(const Search *s, const Branch *node)
{
    const Moves *m = &s->moves;
    if (node->place < m->count && command_same(&m->item[node->place], &node->edge))
        return true;
    for (int i = 0; i < m->count; i++)
        if (command_same(&m->item[i], &node->edge))
            return true;
    return false;
}

/* How many moves are looked at in a node that was here so often. */
static int node_width(const Search *s, uint32_t visits)
{
    if (s->moves.count <= SEARCH_WIDE)
        return s->moves.count;
    return SEARCH_WIDE / 2 + (int)sqrt((double)visits * 2);
}

/* The child to try: known to be good, or promising and little known. 0: out of room. */
static uint32_t node_choose(Search *s, uint32_t parent, const void *state)
{
    uint32_t open[MOVES_MAX];
    int count = 0;
    double visits = 0, share = 0, promise = 0;
    for (int again = 0; again < 2; again++) {
        count = 0;
        for (uint32_t at = s->node[parent].first; at && count < s->moves.count;
             at = s->node[at].next)
            if (node_is_open_now(s, &s->node[at]))
                open[count++] = at;
        if (count == s->moves.count)
            break;
        if (again || !node_open(s, parent, state))
            return 0;
    }
    if (s->fair && parent <= (uint32_t)s->trees)
        for (int i = 0; i < count; i++)
            if (s->node[open[i]].visits < s->fair)
                return open[i];
    const int width = node_width(s, s->node[parent].visits);
    count = count < width ? count : width;
    for (int i = 0; i < count; i++) {
        Branch *node = &s->node[open[i]];
        node->chances++;
        visits += node->visits;
        share += node->share;
        promise += node->promise;
    }
    const double curiosity = s->net                     ? search_curiosity_net
                             : s->policy->curiosity > 0 ? s->policy->curiosity
                                                        : search_curiosity;
    const double unknown = visits > 0 ? share / visits : 0.5;
    uint32_t best = 0;
    double best_worth = -1;
    for (int i = 0; i < count; i++) {
        const Branch *node = &s->node[open[i]];
        const double known = node->visits ? node->share / node->visits : unknown;
        const double worth = known + curiosity * (node->promise / promise) *
                                         sqrt((double)node->chances) /
                                         (1 + node->visits);
        if (worth > best_worth) {
            best_worth = worth;
            best = open[i];
        }
    }
    return best;
}

/* Everybody sees the move in a tree of one's own. */
static void trees_follow(Search *s, const void *state, uint32_t chosen, int owner)
{
    const Command edge = s->node[chosen].edge;
    for (int tree = 0; tree < s->trees; tree++) {
        if (!s->at[tree])
            continue;
        if (tree == owner) {
            s->at[tree] = chosen;
        } else {
            const Command seen = s->turn->game->seen(state, &edge, tree);
            const uint32_t found = node_find(s, s->at[tree], &seen);
            s->at[tree] = found ? found : node_add(s, s->at[tree], &seen);
        }
        if (s->at[tree])
            s->path[s->path_count++] = s->at[tree];
    }
}

static void list_moves(Search *s)
{
    s->moves.count = 0;
    s->turn->game->legal(s->turn->catalog, s->state.bytes, &s->moves);
    ASSERT(s->moves.count > 0);
}

/* Down the trees to a move not tried yet. */
static void descend(Search *s)
{
    const Game *game = s->turn->game;
    for (int depth = 0; depth < SEARCH_DEPTH_MAX; depth++) {
        const Status status = game->status(s->turn->catalog, s->state.bytes);
        const int tree = s->trees > 1 ? status.to_act : 0;
        if (status.over || !s->at[tree])
            return;
        list_moves(s);
        const uint32_t chosen = node_choose(s, s->at[tree], s->state.bytes);
        if (!chosen)
            return;
        const bool fresh = s->node[chosen].visits == 0;
        trees_follow(s, s->state.bytes, chosen, tree);
        game->execute(s->turn->catalog, s->state.bytes, &s->node[chosen].edge, NULL);
        if (fresh &&
            !(s->policy->is_half_made && s->policy->is_half_made(s->state.bytes)))
            return;
    }
}

static void playout_move(Search *s)
{
    const AgentTurn *turn = s->turn;
    if (s->policy->playout && !s->plain) {
        s->policy->playout(turn->catalog, s->state.bytes, &s->rng);
        return;
    }
    turn->game->roll(turn->catalog, s->state.bytes, &s->rng, 1);
}

/* Where nobody looks at a playout on its way it is rolled in one go. */
static int roll_out(Search *s)
{
    const Policy *policy = s->policy;
    const AgentTurn *turn = s->turn;
    if (policy->judge || (!s->plain && (policy->outlook || policy->playout)))
        return 0;
    return turn->game->roll(turn->catalog, s->state.bytes, &s->rng,
                            policy->to_the_end ? INT_MAX : SEARCH_PLAYOUT_STEPS);
}

static void share_out(const Status *status, double *share)
{
    const int winners = bits_count(status->winners);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        share[seat] = !winners ? 0.5 : status->winners >> seat & 1 ? 1.0 / winners : 0;
}

/* A game without a judge: by its own value, which only says who stands better. Those
 * who made a move on the way here are all that matter. */
static void share_by_value(Search *s, double *share)
{
    const Game *game = s->turn->game;
    for (int i = 0; i < s->path_count; i++) {
        const int seat = s->node[s->path[i]].seat;
        if (seat < SEATS_MAX)
            share[seat] = policy_share(
                (double)game->value(s->turn->catalog, s->state.bytes, seat), 1000);
    }
}

/* A network says how a game of two stands, and rates the moves from here on: once for
 * both, so the moves are put into the tree at once. */
static void share_by_net(Search *s, int to_act, double *share)
{
    const uint32_t at = s->at[s->trees > 1 ? to_act : 0];
    list_moves(s);
    if (at && !s->node[at].first)
        node_open(s, at, s->state.bytes);
    else
        ask_net(s, s->state.bytes);
    share[to_act] = net_share(s->odds) / 65536.0;
    share[!to_act] = 1 - share[to_act];
}

/* To the end of the game, or as far as the game thinks is needed. */
static void play_out(Search *s, double *share)
{
    const Game *game = s->turn->game;
    for (int step = roll_out(s);; step++) {
        const Status status = game->status(s->turn->catalog, s->state.bytes);
        if (status.over) {
            share_out(&status, share);
            return;
        }
        if (s->policy->outlook && !s->plain && step >= s->policy->outlook_after &&
            s->policy->outlook(s->turn->catalog, s->state.bytes, share))
            return;
        if (s->policy->judge &&
            s->policy->judge(s->turn->catalog, s->start.bytes, s->state.bytes, share))
            return;
        if (!s->policy->judge && !s->policy->to_the_end &&
            step == SEARCH_PLAYOUT_STEPS) {
            share_by_value(s, share);
            return;
        }
        playout_move(s);
    }
}

/* Two judges of different make err in different places: a network looks at the table as
 * it stands, and where the game has an outlook a playout counts as much. In a race only
 * playouts tell what the moves differ by. */
static void judge(Search *s, double *share)
{
    const Status status = s->turn->game->status(s->turn->catalog, s->state.bytes);
    double own[SEATS_MAX] = {0};
    if (!s->net || s->races || status.over) {
        play_out(s, share);
        return;
    }
    share_by_net(s, status.to_act, share);
    if (!s->policy->outlook)
        return;
    play_out(s, own);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        share[seat] = (share[seat] + own[seat]) / 2;
}

static void learn(Search *s, const double *share)
{
    for (int i = 0; i < s->path_count; i++) {
        Branch *node = &s->node[s->path[i]];
        node->visits++;
        node->share += node->seat < SEATS_MAX ? share[node->seat] : 0.5;
    }
    for (int tree = 0; tree < s->trees; tree++)
        s->node[1 + tree].visits++;
}

static void iterate(Search *s)
{
    double share[SEATS_MAX] = {0};
    const AgentTurn *turn = s->turn;
    turn->game->determinize(turn->catalog, turn->view, &s->rng, s->state.bytes);
    s->path_count = 0;
    for (int tree = 0; tree < s->trees; tree++)
        s->at[tree] = (uint32_t)(1 + tree);
    descend(s);
    judge(s, share);
    learn(s, share);
}

/* Where the tree of the seat that searches begins. */
static uint32_t search_root(const Search *s)
{
    return 1 + (s->trees > 1 ? (uint32_t)s->seat : 0);
}

/* Whether this is no tree but a race. */
static bool is_race(const Policy *policy, const AgentTurn *turn, bool plain)
{
    return policy->is_race && !plain && turn->moves->count <= RACE_MAX &&
           policy->is_race(turn->catalog, turn->view);
}

/* All moves start, what looks best first. */
static void racers_start(Search *s)
{
    const int count = s->turn->moves->count;
    memcpy(&s->moves, s->turn->moves, sizeof s->moves);
    weigh_moves(s, search_root(s), s->turn->view);
    race_start(&s->race, count);
    memset(s->at, 0, sizeof s->at);
    s->path_count = 0;
    for (int i = 0; i < count; i++) {
        const Command *edge = &s->moves.item[s->order[count - 1 - i]];
        s->racer[i] = (uint16_t)node_add(s, search_root(s), edge);
    }
}

/* The next move is tried in the world of the one before it, or all have been and there
 * is a new one. Only whole worlds count, but the first, which may stay the only one. */
static void race_on(Search *s)
{
    const AgentTurn *turn = s->turn;
    double share[SEATS_MAX] = {0};
    if (s->race.turn == 0) {
        turn->game->determinize(turn->catalog, turn->view, &s->rng, s->world.bytes);
        rng_seed(&s->world_rng, rng_next(&s->rng));
    }
    const int runner = race_runner(&s->race);
    const Rng rng = s->rng;
    s->rng = s->world_rng;
    memcpy(s->state.bytes, s->world.bytes, turn->game->state_bytes);
    turn->game->execute(turn->catalog, s->state.bytes, &s->node[s->racer[runner]].edge,
                        NULL);
    judge(s, share);
    s->rng = rng;
    if (s->race.worlds == 0) {
        s->node[s->racer[runner]].visits = 1;
        s->node[s->racer[runner]].share = share[s->seat];
    }
    if (!race_note(&s->race, share[s->seat]))
        return;
    for (int i = 0; i < s->race.left && s->race.worlds > 1; i++) {
        Branch *node = &s->node[s->racer[s->race.in[i]]];
        node->visits++;
        node->share += s->race.share[s->race.in[i]];
    }
    if (s->race.worlds >= s->fair * SEARCH_RACE)
        race_drop(&s->race);
}

/* Each thread has its own memory, kept from turn to turn. */
#if defined(__wasm__)
static Search *search_here;

static void search_keep(Search *s)
{
    search_here = s;
}

static Search *search_kept(void)
{
    return search_here;
}
#else
static pthread_key_t search_key;
static pthread_once_t search_once = PTHREAD_ONCE_INIT;

static void search_free(void *memory)
{
    Search *s = memory;
    free(s->node);
    free(s);
}

static void search_make_key(void)
{
    if (pthread_key_create(&search_key, search_free))
        abort();
}

static void search_keep(Search *s)
{
    pthread_setspecific(search_key, s);
}

static Search *search_kept(void)
{
    pthread_once(&search_once, search_make_key);
    return pthread_getspecific(search_key);
}
#endif

/* Where the moves since the last search lead in the old tree; 0: out of it. */
static uint32_t trail_end(const Search *s, const AgentTurn *turn)
{
    uint32_t at = search_root(s);
    for (int i = s->trail_at; i < turn->trail_count && at; i++)
        at = node_find(s, at, &turn->trail[i]);
    return at;
}

/* Cut the tree down to what hangs below a node, which becomes the root. A child lies
 * behind its parent, so whole families move forward in one pass. What is known about
 * chance has changed: the old visits count half. */
static void tree_keep(Search *s, uint32_t from)
{
    const uint32_t roots = 1 + (uint32_t)s->trees;
    const uint32_t root = search_root(s);
    const Branch top = s->node[from];
    uint32_t used = roots;
    for (uint32_t i = roots; i < s->used; i++)
        s->node[i].kept = 0;
    memset(s->node, 0, roots * sizeof *s->node);
    s->node[root].first = top.first;
    s->node[root].visits = top.visits;
    for (uint32_t at = top.first; at; at = s->node[at].next)
        s->node[at].kept = 1;
    for (uint32_t i = roots; i < s->used; i++) {
        if (!s->node[i].kept)
            continue;
        s->node[i].kept = used++;
        for (uint32_t at = s->node[i].first; at; at = s->node[at].next)
            s->node[at].kept = 1;
    }
    for (uint32_t i = roots; i < s->used; i++) {
        Branch *node = &s->node[i];
        node->first = s->node[node->first].kept;
        node->next = s->node[node->next].kept;
        node->visits -= node->visits / 2;
        node->chances -= node->chances / 2;
        node->share /= 2;
    }
    s->node[root].first = s->node[top.first].kept;
    for (uint32_t i = roots; i < s->used; i++)
        if (s->node[i].kept)
            s->node[s->node[i].kept] = s->node[i];
    s->used = used;
}

/* The old tree, if it is this seat's and leads here; otherwise an empty one. */
static void tree_open(Search *s, const AgentTurn *turn, SearchStyle style)
{
    const Policy *policy = policy_find(turn->game);
    const bool same = turn->match && s->match == turn->match && s->seat == turn->seat &&
                      s->policy == policy && s->catalog == turn->catalog &&
                      s->plain == style.plain && s->net == style.net &&
                      turn->trail_count > s->trail_at && !style.fair && !s->races;
    const uint32_t from = same ? trail_end(s, turn) : 0;
    s->turn = turn;
    s->policy = policy;
    s->catalog = turn->catalog;
    s->match = turn->match;
    s->seat = turn->seat;
    s->trail_at = turn->trail_count;
    s->plain = style.plain;
    s->fair = style.fair;
    s->net = style.net;
    s->races = is_race(policy, turn, style.plain);
    s->trees = policy->tree_a_seat ? SEATS_MAX : 1;
    if (from) {
        tree_keep(s, from);
    } else {
        s->used = 1 + (uint32_t)s->trees;
        memset(s->node, 0, s->used * sizeof *s->node);
    }
}

static Search *search_open(const AgentTurn *turn, SearchStyle style, size_t bytes)
{
    Search *s = search_kept();
    if (!s) {
        s = calloc(1, sizeof *s);
        if (!s)
            abort();
        search_keep(s);
    }
    ASSERT(bytes > 2 * sizeof *s && turn->game->state_bytes <= SCRATCH_BYTES);
    if (s->bytes != bytes) {
        free(s->node);
        s->node = malloc(bytes - sizeof *s);
        if (!s->node)
            abort();
        s->bytes = bytes;
        s->used_max = (uint32_t)((bytes - sizeof *s) / sizeof(Branch));
        s->match = 0;
    }
    tree_open(s, turn, style);
    rng_seed(&s->rng, rng_next(turn->rng));
    memcpy(s->start.bytes, turn->view, turn->game->state_bytes);
    return s;
}

static int search_choices(const AgentTurn *turn, uint16_t *place)
{
    return policy_choices(policy_find(turn->game), turn->catalog, turn->view,
                          turn->moves, place);
}

/* The best of the moves, and what it promises. */
static void report_best(const AgentTurn *turn, SearchReport *report)
{
    double share = 0, visits = 0;
    uint16_t place[MOVES_MAX];
    const int count = search_choices(turn, place);
    report->best = place[0];
    for (int k = 0; k < count; k++) {
        const int i = place[k];
        const SearchMove *move = &report->move[i], *best = &report->move[report->best];
        share += move->share * move->visits;
        visits += move->visits;
        if (move->visits > best->visits ||
            (move->visits == best->visits && move->share > best->share))
            report->best = i;
    }
    report->share = report->move[report->best].visits ? report->move[report->best].share
                    : visits > 0                      ? share / visits
                                                      : 0.5;
}

static SearchReport search_report(Search *s)
{
    const AgentTurn *turn = s->turn;
    const uint32_t root = search_root(s);
    SearchReport report = {.nodes = s->used,
                           .bytes = s->used * sizeof(Branch) + sizeof *s,
                           .move = s->result};
    for (int i = 0; i < turn->moves->count; i++) {
        const uint32_t at = node_find(s, root, &turn->moves->item[i]);
        const Branch *node = &s->node[at];
        s->result[i].visits = at ? node->visits : 0;
        s->result[i].share = at && node->visits ? node->share / node->visits : 0.5;
    }
    report_best(turn, &report);
    return report;
}

/* When a search ends: after so many iterations, or by the clock. */
typedef struct {
    int64_t iterations; /* 0: by the clock */
    int64_t budget_us, start_us;
    bool by_work;
} Limit;

/* How many iterations there is still room for; by the clock that is an estimate. */
static int64_t limit_left(const Limit *limit, int64_t done)
{
    if (limit->iterations > 0)
        return limit->iterations - done;
    const int64_t spent_us = clock_of(limit->by_work) - limit->start_us;
    const int64_t left_us = limit->budget_us - spent_us;
    if (left_us <= 0)
        return 0;
    /* The first iterations are the slowest: too early to tell. */
    return spent_us < left_us / 8 ? INT64_MAX : 1 + done * left_us / (spent_us + 1);
}

/* Whether the most visited of the choices stays so, whatever the iterations left bring;
 * by the clock their number is a guess. A race is over when one is left. */
static bool is_settled(const Search *s, const uint16_t *place, int count, int64_t left)
{
    int64_t first = 0, second = 0;
    for (int i = 0; i < count; i++) {
        const uint32_t at =
            node_find(s, search_root(s), &s->turn->moves->item[place[i]]);
        const int64_t visits = s->node[at].visits;
        second = visits > first ? first : visits > second ? visits : second;
        first = visits > first ? visits : first;
    }
    return s->races ? s->race.left == 1 && first > second : first - second > left;
}

/* One thread's part. */
static SearchReport search_alone(const AgentTurn *turn, SearchStyle style, size_t bytes,
                                 Limit limit)
{
    limit.start_us = clock_of(limit.by_work);
    Search *s = search_open(turn, style, bytes);
    uint16_t place[MOVES_MAX];
    const int count = style.is_hasty ? search_choices(turn, place) : 0;
    int64_t done = 0;
    if (s->races)
        racers_start(s);
    for (int64_t left = limit_left(&limit, 0);
         left > 0 && count != 1 && !agent_is_stopped(turn);
         left = limit_left(&limit, done)) {
        if (s->races)
            race_on(s);
        else
            iterate(s);
        done++;
        if (count && done % SEARCH_LOOK == 0 && is_settled(s, place, count, left - 1))
            break;
    }
    SearchReport report = search_report(s);
    report.iterations = done;
    return report;
}

#if defined(__wasm__)
static SearchReport search_together(const AgentTurn *turn, SearchStyle style,
                                    size_t bytes, Limit limit)
{
    return search_alone(turn, style, bytes, limit);
}
#else
typedef struct {
    AgentTurn turn;
    SearchStyle style;
    size_t bytes;
    Limit limit;
    Rng rng;
    pthread_t thread;
    SearchReport report;
    SearchMove move[MOVES_MAX];
} Part;

static void *part_run(void *shared)
{
    Part *part = shared;
    part->report = search_alone(&part->turn, part->style, part->bytes, part->limit);
    memcpy(part->move, part->report.move,
           (size_t)part->turn.moves->count * sizeof *part->move);
    return NULL;
}

static void part_add(const Part *part, SearchReport *sum, SearchMove *move)
{
    for (int i = 0; i < part->turn.moves->count; i++) {
        const uint32_t visits = move[i].visits + part->move[i].visits;
        if (visits)
            move[i].share = (move[i].share * move[i].visits +
                             part->move[i].share * part->move[i].visits) /
                            visits;
        move[i].visits = visits;
    }
    sum->iterations += part->report.iterations;
    sum->nodes += part->report.nodes;
    sum->bytes += part->report.bytes;
}

/* Every thread grows a tree of its own from a seed of its own; the visits are added up
 * in a fixed order. The first part is this thread's. */
static SearchReport search_together(const AgentTurn *turn, SearchStyle style,
                                    size_t bytes, Limit limit)
{
    const int count =
        turn->threads > SEARCH_THREADS_MAX ? SEARCH_THREADS_MAX : turn->threads;
    if (count <= 1)
        return search_alone(turn, style, bytes, limit);
    const uint64_t seed = rng_next(turn->rng);
    Part *part = calloc((size_t)count, sizeof *part);
    if (!part)
        abort();
    for (int i = 0; i < count; i++) {
        Part *p = &part[i];
        rng_seed(&p->rng, rng_mix(seed, (uint64_t)i));
        p->turn = *turn;
        p->turn.rng = &p->rng;
        p->turn.match = 0;
        p->style = style;
        p->style.is_hasty = false; /* what one finds settled the others may not */
        p->bytes = bytes / (size_t)count;
        p->limit = limit;
        p->limit.iterations = (limit.iterations + count - 1 - i) / count;
        if (limit.iterations > 0 && p->limit.iterations == 0)
            p->limit.iterations = 1;
        if (i > 0 && pthread_create(&p->thread, NULL, part_run, p))
            abort();
    }
    part_run(&part[0]);
    SearchReport sum = part[0].report;
    SearchMove *move = search_kept()->result;
    for (int i = 1; i < count; i++) {
        pthread_join(part[i].thread, NULL);
        part_add(&part[i], &sum, move);
    }
    report_best(turn, &sum);
    free(part);
    return sum;
}
#endif

SearchReport search_run(const AgentTurn *turn, SearchStyle style)
{
    const int mib = turn->memory_mib > 0 ? turn->memory_mib : SEARCH_MEMORY_MIB;
    const int budget_ms = turn->budget_ms > 0 ? turn->budget_ms : SEARCH_BUDGET_MS;
    const int pace = policy_find(turn->game)->pace;
    const int64_t start_us = clock_us();
    Limit limit = {.iterations = turn->iterations,
                   .budget_us = budget_ms * 1000ll,
                   .by_work = turn->by_work};
    if (limit.iterations <= 0 && CLOCK_ITERATIONS_A_MS > 0)
        limit.iterations = (int64_t)budget_ms * (pace ? pace : CLOCK_ITERATIONS_A_MS);
    SearchReport report = search_together(turn, style, (size_t)mib << 20, limit);
    report.seconds = (double)(clock_us() - start_us) * 1e-6;
    return report;
}
