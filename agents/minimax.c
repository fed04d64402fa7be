/* minimax.c - looks at every move and every answer, as deep as time allows.
 *
 * What is hidden is made up a few times over; each such table is searched as if it were
 * open: alpha-beta, one level deeper at a time, with a table of positions met before. A
 * move's worth is the mean over the tables: chance is averaged, not feared. With more
 * than two players all others are taken to be against the one who moves. */
#include "agents/agent.h"

#include "agents/clock.h"
#include "agents/policy.h"
#include "agents/scratch.h"
#include "engine/hash.h"

#include <stdlib.h>

enum {
    MINIMAX_TABLES = 8,
    MINIMAX_DEPTH_MAX = 12,
    MINIMAX_MEMO = 1 << 14,
    MINIMAX_BUDGET_MS = 1000,
    MINIMAX_WIN = 100000000
};

typedef struct {
    uint64_t key; /* of a position at a depth, exactly judged; 0: none yet */
    int32_t worth;
    uint8_t pad[4];
} Memo;

typedef struct {
    const AgentTurn *turn;
    const Policy *policy;
    int64_t deadline_us, nodes, nodes_max;
    bool stopped;
    Memo *memo;
    Scratch room[MINIMAX_DEPTH_MAX + 1];
    Moves moves[MINIMAX_DEPTH_MAX + 1];
} Minimax;

static int32_t worth_of(const Minimax *m, const void *state)
{
    const Game *game = m->turn->game;
    const Status status = game->status(m->turn->catalog, state);
    if (!status.over)
        return game->value(m->turn->catalog, state, m->turn->seat);
    if (!(status.winners >> m->turn->seat & 1))
        return -MINIMAX_WIN;
    return bits_count(status.winners) == 1 ? MINIMAX_WIN : 0;
}

static bool out_of_time(Minimax *m)
{
    m->nodes++;
    if (m->nodes_max)
        m->stopped = m->stopped || m->nodes > m->nodes_max;
    else if ((m->nodes & 7) == 0)
        m->stopped = m->stopped || clock_of(m->turn->by_work) > m->deadline_us;
    m->stopped = m->stopped || agent_is_stopped(m->turn);
    return m->stopped;
}

/* The moves of a level, those that look best first. */
static void list_moves(Minimax *m, int level, const void *state)
{
    Moves *moves = &m->moves[level];
    int32_t rating[MOVES_MAX];
    moves->count = 0;
    m->turn->game->legal(m->turn->catalog, state, moves);
    if (m->policy->rate)
        m->policy->rate(m->turn->catalog, state, moves, rating);
    else
        memset(rating, 0, sizeof rating);
    for (int i = 1; i < moves->count; i++) {
        const Command move = moves->item[i];
        const int32_t mine = rating[i];
        int at = i;
        for (; at > 0 && rating[at - 1] < mine; at--) {
            rating[at] = rating[at - 1];
            moves->item[at] = moves->item[at - 1];
        }
        rating[at] = mine;
        moves->item[at] = move;
    }
}

/* What the table of a level is worth when both sides play on for 'depth' moves. The
 * depth is bounded, and so is the recursion. */
static int32_t look(Minimax *m, int level, int depth, int32_t low, int32_t high)
{
    const Game *game = m->turn->game;
    const void *state = m->room[level].bytes;
    const Status status = game->status(m->turn->catalog, state);
    if (status.over || depth == 0 || out_of_time(m))
        return worth_of(m, state);
    const uint64_t key = hash_bytes(state, game->state_bytes) ^ (uint64_t)depth;
    Memo *memo = &m->memo[key % MINIMAX_MEMO];
    if (memo->key == key)
        return memo->worth;
    list_moves(m, level, state);
    const bool mine = status.to_act == m->turn->seat;
    int32_t best = mine ? -MINIMAX_WIN - 1 : MINIMAX_WIN + 1;
    const int32_t low_before = low, high_before = high;
    for (int i = 0; i < m->moves[level].count && low < high; i++) {
        memcpy(m->room[level + 1].bytes, state, game->state_bytes);
        game->execute(m->turn->catalog, m->room[level + 1].bytes,
                      &m->moves[level].item[i], NULL);
        const int32_t worth = look(m, level + 1, depth - 1, low, high);
        if (mine) {
            best = worth > best ? worth : best;
            low = best > low ? best : low;
        } else {
            best = worth < best ? worth : best;
            high = best < high ? best : high;
        }
    }
    if (!m->stopped && best > low_before && best < high_before) {
        memo->key = key;
        memo->worth = best;
    }
    return best;
}

/* All moves at one depth, on every made-up table; false when time ran out. */
static bool look_all(Minimax *m, const Scratch *table, int depth, int64_t *worth)
{
    const AgentTurn *turn = m->turn;
    for (int i = 0; i < turn->moves->count; i++) {
        worth[i] = 0;
        for (int t = 0; t < MINIMAX_TABLES; t++) {
            memcpy(m->room[1].bytes, table[t].bytes, turn->game->state_bytes);
            turn->game->execute(turn->catalog, m->room[1].bytes, &turn->moves->item[i],
                                NULL);
            worth[i] += look(m, 1, depth - 1, -MINIMAX_WIN - 1, MINIMAX_WIN + 1);
            if (m->stopped)
                return false;
        }
    }
    return true;
}

static int minimax_pick(const AgentTurn *turn)
{
    int64_t worth[MOVES_MAX];
    const int count = turn->moves->count;
    const int budget_ms = turn->budget_ms > 0 ? turn->budget_ms : MINIMAX_BUDGET_MS;
    ASSERT(turn->game->state_bytes <= SCRATCH_BYTES);
    if (count == 1)
        return 0;
    Minimax *m = malloc(sizeof *m);
    Scratch *table = malloc(MINIMAX_TABLES * sizeof *table);
    Memo *memo = calloc(MINIMAX_MEMO, sizeof *memo);
    if (!m || !table || !memo)
        abort();
    m->turn = turn;
    m->policy = policy_find(turn->game);
    m->deadline_us = clock_of(turn->by_work) + budget_ms * 1000ll;
    m->nodes = 0;
    m->nodes_max = turn->iterations;
    if (!m->nodes_max && CLOCK_ITERATIONS_A_MS > 0)
        m->nodes_max = (int64_t)budget_ms * CLOCK_ITERATIONS_A_MS * 16;
    m->stopped = false;
    m->memo = memo;
    for (int t = 0; t < MINIMAX_TABLES; t++)
        turn->game->determinize(turn->catalog, turn->view, turn->rng, table[t].bytes);
    uint16_t place[MOVES_MAX];
    const int choices =
        policy_choices(m->policy, turn->catalog, turn->view, turn->moves, place);
    int best = place[0];
    for (int depth = 1; depth <= MINIMAX_DEPTH_MAX; depth++) {
        if (!look_all(m, table, depth, worth))
            break;
        best = place[0];
        for (int i = 1; i < choices; i++)
            if (worth[place[i]] > worth[best])
                best = place[i];
    }
    free(memo);
    free(table);
    free(m);
    return best;
}

const Agent agent_minimax = {"minimax", minimax_pick};
