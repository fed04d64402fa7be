/* search.c - information-set Monte Carlo tree search: what is hidden is made up anew
 * each time, and the moves that win most often are tried most often. */
#include "agents/search.h"

#include "agents/clock.h"

#include <math.h>
#include <stdlib.h>

#if !defined(__wasm__)
#include <pthread.h>
#endif

enum {
    SEARCH_STATE_BYTES_MAX = 8192,
    SEARCH_DEPTH_MAX = 256,
    SEARCH_PLAYOUT_STEPS = 48, /* in a game that cannot judge for itself */
    SEARCH_WIDE = 16           /* longer lists are opened up little by little */
};

/* How much a move's promise counts against what is known of it. */
static const double search_curiosity = 0.9;

typedef struct {
    Command edge;   /* the move that leads here, as the tree's player sees it */
    uint32_t first; /* child; 0: none */
    uint32_t next;  /* sibling */
    uint32_t visits, chances; /* how often chosen, how often it could have been */
    double share;             /* sum, for whoever made the move */
    float promise;
    uint16_t place; /* where the move stood in the list when it was added */
    uint16_t seat;
} Node;

typedef union {
    uint8_t bytes[SEARCH_STATE_BYTES_MAX];
    uint64_t aligned;
} Room;

typedef struct {
    const AgentTurn *turn;
    const Policy *policy;
    bool plain;
    uint32_t fair;
    int trees;
    Rng rng;
    Node *node; /* [0] is none, [1 + t] the root of tree t */
    uint32_t used, used_max;
    size_t bytes;
    uint32_t at[SEATS_MAX]; /* where each tree stands */
    uint32_t path[SEARCH_DEPTH_MAX * SEATS_MAX];
    int path_count;
    Room start, state;
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

/* Weights of the moves now open, and their order, worst first. */
static void weigh_moves(Search *s, uint32_t parent, const void *state)
{
    const int count = s->moves.count;
    const bool rated = s->policy->rate && !s->plain &&
                       (!s->policy->is_dear || parent <= (uint32_t)s->trees);
    if (rated)
        s->policy->rate(s->turn->catalog, state, &s->moves, s->rating);
    else
        memset(s->rating, 0, (size_t)count * sizeof *s->rating);
    const double sum = policy_weigh(s->rating, count, s->policy->heat, s->weight);
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

static bool node_is_open_now(const Search *s, const Node *node)
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
        Node *node = &s->node[open[i]];
        node->chances++;
        visits += node->visits;
        share += node->share;
        promise += node->promise;
    }
    const double unknown = visits > 0 ? share / visits : 0.5;
    uint32_t best = 0;
    double best_worth = -1;
    for (int i = 0; i < count; i++) {
        const Node *node = &s->node[open[i]];
        const double known = node->visits ? node->share / node->visits : unknown;
        const double worth = known + search_curiosity * (node->promise / promise) *
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
            const Command seen = s->policy->seen(state, &edge, tree);
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

static int playout_pick(Search *s)
{
    const int count = s->moves.count;
    if (count == 1)
        return 0;
    if (s->plain || !s->policy->rate || !s->policy->rated_playouts)
        return (int)rng_below(&s->rng, (uint32_t)count);
    s->policy->rate(s->turn->catalog, s->state.bytes, &s->moves, s->rating);
    const double sum = policy_weigh(s->rating, count, s->policy->heat, s->weight);
    double left = sum * (double)(rng_next(&s->rng) >> 11) / 9007199254740992.0;
    for (int i = 0; i < count - 1; i++) {
        left -= s->weight[i];
        if (left < 0)
            return i;
    }
    return count - 1;
}

static void playout_move(Search *s)
{
    const AgentTurn *turn = s->turn;
    if (s->policy->playout && !s->plain) {
        s->policy->playout(turn->catalog, s->state.bytes, &s->rng);
        return;
    }
    list_moves(s);
    const Command move = s->moves.item[playout_pick(s)];
    turn->game->execute(turn->catalog, s->state.bytes, &move, NULL);
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

/* To the end of the game, or as far as the game thinks is needed. */
static void play_out(Search *s, double *share)
{
    const Game *game = s->turn->game;
    for (int step = 0;; step++) {
        const Status status = game->status(s->turn->catalog, s->state.bytes);
        if (status.over) {
            share_out(&status, share);
            return;
        }
        if (s->policy->judge &&
            s->policy->judge(s->turn->catalog, s->start.bytes, s->state.bytes, share))
            return;
        if (!s->policy->judge && step == SEARCH_PLAYOUT_STEPS) {
            share_by_value(s, share);
            return;
        }
        playout_move(s);
    }
}

static void learn(Search *s, const double *share)
{
    for (int i = 0; i < s->path_count; i++) {
        Node *node = &s->node[s->path[i]];
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
    play_out(s, share);
    learn(s, share);
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

static Search *search_open(const AgentTurn *turn, SearchStyle style)
{
    const int mib = turn->memory_mib > 0 ? turn->memory_mib : SEARCH_MEMORY_MIB;
    const size_t bytes = (size_t)mib << 20;
    Search *s = search_kept();
    if (!s) {
        s = calloc(1, sizeof *s);
        if (!s)
            abort();
        search_keep(s);
    }
    if (s->bytes != bytes) {
        free(s->node);
        s->node = malloc(bytes);
        if (!s->node)
            abort();
        s->bytes = bytes;
    }
    ASSERT(turn->game->state_bytes <= SEARCH_STATE_BYTES_MAX);
    s->turn = turn;
    s->policy = policy_find(turn->game);
    s->plain = style.plain;
    s->fair = style.fair;
    s->trees = s->policy->seen ? SEATS_MAX : 1;
    s->used_max = (uint32_t)(bytes / sizeof(Node));
    s->used = 1 + (uint32_t)s->trees;
    memset(s->node, 0, s->used * sizeof *s->node);
    rng_seed(&s->rng, rng_next(turn->rng));
    memcpy(s->start.bytes, turn->view, turn->game->state_bytes);
    return s;
}

static SearchReport search_report(Search *s)
{
    const AgentTurn *turn = s->turn;
    const uint32_t root = 1 + (s->trees > 1 ? (uint32_t)turn->seat : 0);
    SearchReport report = {
        .nodes = s->used, .bytes = s->used * sizeof(Node), .move = s->result};
    double share = 0, visits = 0;
    for (int i = 0; i < turn->moves->count; i++) {
        const uint32_t at = node_find(s, root, &turn->moves->item[i]);
        const Node *node = &s->node[at];
        SearchMove *move = &s->result[i];
        move->visits = at ? node->visits : 0;
        move->share = move->visits ? node->share / node->visits : 0.5;
        share += move->share * move->visits;
        visits += move->visits;
        const SearchMove *best = &s->result[report.best];
        if (move->visits > best->visits ||
            (move->visits == best->visits && move->share > best->share))
            report.best = i;
    }
    report.share = s->result[report.best].visits ? s->result[report.best].share
                   : visits > 0                  ? share / visits
                                                 : 0.5;
    return report;
}

SearchReport search_run(const AgentTurn *turn, SearchStyle style)
{
    const int64_t start = clock_us();
    Search *s = search_open(turn, style);
    const int budget_ms = turn->budget_ms > 0 ? turn->budget_ms : SEARCH_BUDGET_MS;
    int64_t iterations = 0, most = turn->iterations;
    if (most <= 0 && CLOCK_ITERATIONS_A_MS > 0)
        most = (int64_t)budget_ms * CLOCK_ITERATIONS_A_MS;
    while (most > 0 ? iterations < most : clock_us() - start < budget_ms * 1000ll) {
        iterate(s);
        iterations++;
    }
    SearchReport report = search_report(s);
    report.iterations = iterations;
    report.seconds = (double)(clock_us() - start) * 1e-6;
    return report;
}
