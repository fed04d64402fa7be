/* reference.h - opponents of another make, to measure agents by: they know the rules,
 * and of agents/ only how a player is asked.
 *
 * They stay as they are, so that what was measured last year can be compared. */
#pragma once

#include "agents/agent.h"

/* What a reference search knows of a game: how a plain player goes on. */
typedef struct {
    const char *game;
    /* The next move of a playout; 'moves' is room to list them in. */
    Command (*guide)(const void *catalog, const void *state, Moves *moves, Rng *rng);
    /* Moves that lead nowhere: taking back, waiting. NULL: there are none. */
    bool (*is_idle)(const Command *move);
    int steps_max; /* of a playout, then by the game's value; 0: to the end */
} Reference;

extern const Reference reference_salt, reference_duel, reference_smashup,
    reference_combat;

/* uct.c - plain UCT with playouts by the game's guide. */
int uct_pick(const AgentTurn *turn, const Reference *reference);

/* Scripts: no search at all. An index into the moves. */
int smashup_greedy_pick(const AgentTurn *turn);
int smashup_rush_pick(const AgentTurn *turn);
int combat_greedy_pick(const AgentTurn *turn);
int combat_rush_pick(const AgentTurn *turn);

/* guests.c - all of them, as agents; ends with NULL. */
extern const Agent *const reference_agents[];

/* One of the moves, each as likely as its weight; all 0: any. */
static inline Command reference_draw(const Moves *moves, const uint32_t *weight,
                                     Rng *rng)
{
    uint32_t sum = 0;
    for (int i = 0; i < moves->count; i++)
        sum += weight[i];
    if (!sum)
        return moves->item[rng_below(rng, (uint32_t)moves->count)];
    uint32_t left = rng_below(rng, sum);
    int at = 0;
    while (left >= weight[at])
        left -= weight[at++];
    return moves->item[at];
}
