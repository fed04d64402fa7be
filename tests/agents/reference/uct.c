/* uct.c - plain UCT for games with hidden cards: one tree, what is hidden made up anew
 * each time, every move once and then by UCB1, playouts by a plain player.
 *
 * After Kocsis and Szepesvari (2006), and Cowling, Powley and Whitehouse (2012) for
 * what is hidden: a move's bound counts how often it could have been chosen. */
#include "tests/agents/reference/reference.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum {
    UCT_NODES_MAX = 200000,
    UCT_DEPTH_MAX = 200,
    UCT_STATE_BYTES = 8192,
    UCT_BUDGET_MS = 1000
};

static const double uct_curiosity = 0.7;

typedef struct {
    Command move;
    uint32_t first, next; /* child, sibling; 0: none */
    uint32_t visits, chances;
    double wins; /* of whoever made the move */
} UctNode;

typedef struct {
    const AgentTurn *turn;
    const Reference *reference;
    UctNode *node; /* [0] is none, [1] the root */
    uint32_t used;
    uint32_t path[UCT_DEPTH_MAX];
    int path_count;
    Moves moves;
    union {
        uint8_t bytes[UCT_STATE_BYTES];
        uint64_t aligned;
    } state;
} Uct;

/* What this thread has worked: a busy machine takes no thought away. */
static int64_t worked_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void list(Uct *u)
{
    const Reference *reference = u->reference;
    int kept = 0;
    u->moves.count = 0;
    u->turn->game->legal(u->turn->catalog, u->state.bytes, &u->moves);
    for (int i = 0; reference->is_idle && i < u->moves.count; i++)
        if (!reference->is_idle(&u->moves.item[i]))
            u->moves.item[kept++] = u->moves.item[i];
    u->moves.count = kept ? kept : u->moves.count;
}

static uint32_t find(const Uct *u, uint32_t parent, const Command *move)
{
    uint32_t at = u->node[parent].first;
    while (at && !command_same(&u->node[at].move, move))
        at = u->node[at].next;
    return at;
}

static uint32_t add(Uct *u, uint32_t parent, Command move)
{
    if (u->used == UCT_NODES_MAX)
        return 0;
    const uint32_t made = u->used++;
    u->node[made] = (UctNode){.move = move, .next = u->node[parent].first};
    u->node[parent].first = made;
    return made;
}

/* A move not tried yet, or the one with the highest bound; 0: no room for another. */
static uint32_t choose(Uct *u, uint32_t parent, bool *fresh)
{
    uint32_t known[MOVES_MAX], best = 0;
    int fresh_at[MOVES_MAX], fresh_count = 0;
    double best_bound = -1;
    for (int i = 0; i < u->moves.count; i++) {
        known[i] = find(u, parent, &u->moves.item[i]);
        if (known[i])
            u->node[known[i]].chances++;
        else
            fresh_at[fresh_count++] = i;
    }
    *fresh = fresh_count > 0;
    if (fresh_count) {
        const uint32_t pick = rng_below(u->turn->rng, (uint32_t)fresh_count);
        best = add(u, parent, u->moves.item[fresh_at[pick]]);
        u->node[best].chances = 1;
        return best;
    }
    for (int i = 0; i < u->moves.count; i++) {
        const UctNode *node = &u->node[known[i]];
        const double bound =
            node->wins / node->visits +
            uct_curiosity * sqrt(log((double)node->chances) / node->visits);
        if (bound > best_bound) {
            best_bound = bound;
            best = known[i];
        }
    }
    return best;
}

static void descend(Uct *u)
{
    const AgentTurn *turn = u->turn;
    uint32_t at = 1;
    bool fresh = false;
    u->path_count = 0;
    while (!fresh && u->path_count < UCT_DEPTH_MAX &&
           !turn->game->status(turn->catalog, u->state.bytes).over) {
        list(u);
        at = choose(u, at, &fresh);
        if (!at)
            return;
        u->path[u->path_count++] = at;
        turn->game->execute(turn->catalog, u->state.bytes, &u->node[at].move, NULL);
    }
}

/* On to the end by the guide; each seat's share of the win. */
static void play_out(Uct *u, double *share)
{
    const AgentTurn *turn = u->turn;
    const Game *game = turn->game;
    Status status = game->status(turn->catalog, u->state.bytes);
    for (int step = 0; !status.over; step++) {
        if (u->reference->steps_max && step == u->reference->steps_max)
            break;
        const Command move =
            u->reference->guide(turn->catalog, u->state.bytes, &u->moves, turn->rng);
        game->execute(turn->catalog, u->state.bytes, &move, NULL);
        status = game->status(turn->catalog, u->state.bytes);
    }
    const int winners = bits_count(status.winners);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        share[seat] = winners ? (status.winners >> seat & 1) * 1.0 / winners : 0.5;
    if (status.over)
        return;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        share[seat] = seat < game->players_max &&
                              game->value(turn->catalog, u->state.bytes, seat) > 0
                          ? 1
                          : 0;
}

static void iterate(Uct *u)
{
    const AgentTurn *turn = u->turn;
    double share[SEATS_MAX];
    turn->game->determinize(turn->catalog, turn->view, turn->rng, u->state.bytes);
    descend(u);
    play_out(u, share);
    for (int i = 0; i < u->path_count; i++) {
        UctNode *node = &u->node[u->path[i]];
        node->visits++;
        node->wins += share[node->move.seat];
    }
}

int uct_pick(const AgentTurn *turn, const Reference *reference)
{
    const int64_t budget_us =
        1000ll * (turn->budget_ms > 0 ? turn->budget_ms : UCT_BUDGET_MS);
    const int64_t end_us = worked_us() + budget_us;
    int best = 0;
    uint32_t most = 0;
    if (turn->moves->count == 1)
        return 0;
    Uct *u = calloc(1, sizeof *u);
    UctNode *node = malloc(UCT_NODES_MAX * sizeof *node);
    if (!u || !node || turn->game->state_bytes > UCT_STATE_BYTES)
        abort();
    *u = (Uct){.turn = turn, .reference = reference, .node = node, .used = 2};
    memset(node, 0, 2 * sizeof *node);
    for (int done = 0;
         turn->iterations > 0 ? done < turn->iterations : worked_us() < end_us; done++)
        iterate(u);
    for (int i = 0; i < turn->moves->count; i++) {
        const uint32_t visits = u->node[find(u, 1, &turn->moves->item[i])].visits;
        if (visits > most) {
            most = visits;
            best = i;
        }
    }
    free(node);
    free(u);
    return best;
}
