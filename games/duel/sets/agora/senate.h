/* senate.h - what the files of Agora share: chambers, decrees, and what is done with
 * cubes. */
#pragma once

#include "games/duel/price.h"

static_assert(offsetof(DuelAgora, cube) == 0, "whole words are read from there");
static_assert(offsetof(DuelAgora, decree) == sizeof(((DuelAgora *)0)->cube),
              "and from there");

/* A byte a chamber: how many cubes a player has there. A whole word is read and cut:
 * one put together out of parts has to wait for them. */
RULES static inline uint64_t duel_agora_row(const DuelState *s, int seat)
{
    const uint8_t *bytes = (const uint8_t *)&s->agora;
    uint64_t row = 0;
    memcpy(&row, bytes + seat * AGORA_CHAMBERS, sizeof row);
    return row & 0xffffffffffffu;
}

#define AGORA_ALL_CHAMBERS 0x808080808080u

/* The high bit of every byte whose chamber a player controls. */
RULES static inline uint64_t duel_agora_held(const DuelState *s, int seat)
{
    const uint64_t high = AGORA_ALL_CHAMBERS, one = high >> 7;
    return ((duel_agora_row(s, seat) | high) - duel_agora_row(s, !seat) - one) & high;
}

/* The decrees in force for a player; bit a decree. In a chamber that somebody controls
 * they lie face up; where none lies that is bit 0. Only Insider Influence lays a second
 * one in a chamber. */
RULES static inline uint32_t duel_agora_force(const DuelState *s, int seat)
{
    const DuelAgora *a = &s->agora;
    const uint64_t held = duel_agora_held(s, seat) >> 7;
    uint32_t force = 0;
    for (int i = 0; i < AGORA_CHAMBERS; i++)
        force |= ((uint32_t)(held >> (8 * i)) & 1) << (a->decree[i][0] & 31);
    for (int i = 0; (a->up & 0xaaa) && i < AGORA_CHAMBERS; i++)
        force |= ((uint32_t)(held >> (8 * i)) & 1) << (a->decree[i][1] & 31);
    return force & ~1u;
}

/* Who has a decree in force; SEAT_NONE: nobody. */
RULES static inline int duel_agora_holder(const DuelState *s, int decree)
{
    const DuelAgora *a = &s->agora;
    const uint64_t ones = 0x0101010101010101u, highs = ones << 7;
    const uint8_t *bytes = (const uint8_t *)a + offsetof(DuelAgora, decree);
    uint64_t low = 0, high = 0;
    memcpy(&low, bytes, sizeof low);
    memcpy(&high, bytes + sizeof low, sizeof high);
    low ^= ones * (uint64_t)decree;
    high ^= ones * (uint64_t)decree;
    low = (low - ones) & ~low & highs;
    high = (high - ones) & ~high & highs >> 32;
    if (!(low | high))
        return SEAT_NONE;
    const int at = low ? bits_first(low) >> 3 : 8 + (bits_first(high) >> 3);
    const int first = a->cube[0][at / AGORA_ROOM], second = a->cube[1][at / AGORA_ROOM];
    return !(a->up >> at & 1) || first == second ? (int)SEAT_NONE : first < second;
}

RULES static inline bool duel_agora_rules(const DuelState *s, int seat, int decree)
{
    return duel_agora_holder(s, decree) == seat;
}

/* The token with this standing effect. */
RULES static inline bool duel_agora_owns(const Duel *g, int seat, int ability)
{
    return (g->state->city[seat].tokens & g->catalog->tokens_with[ability]) != 0;
}

RULES static inline int duel_agora_cubes(const DuelState *s, int seat)
{
    return (int)(duel_agora_row(s, seat) * 0x010101010101u >> 40 & 0xff);
}

RULES int duel_agora_controller(const DuelState *s,
                                int chamber); /* SEAT_NONE: nobody; from 0 */
RULES void duel_agora_do(Duel *g, int seat, int deed);
RULES void duel_agora_turn_up(Duel *g, int chamber);
RULES void duel_agora_march(Duel *g, int seat, int chamber);
RULES void duel_agora_judge(Duel *g);

/* Halves of hooks that are called only where they are needed. */
RULES void duel_agora_reduce_senate(DuelAgora *a, const Event *e, const uint8_t *list);
RULES void duel_agora_reduce_plots(const DuelCatalog *catalog, DuelState *s,
                                   const Event *e);
RULES int duel_agora_count_ways(const Duel *g);

/* Sets of deeds. */
RULES CardSet duel_agora_places(const DuelState *s, int seat, int first, int last);
RULES CardSet duel_agora_shifts(const DuelState *s, int seat);
RULES CardSet duel_agora_removals(const DuelState *s, int seat);
RULES bool duel_agora_may(Duel *g, const DuelFx *fx, int action, int phase,
                          CardSet options);

/* What is done with a cube, in steps n and n + 1 of an ability. */
#define CUBE_ONE(n, asked) ASK_AND(n, asked, duel_agora_do(g, fx->seat, fx->card))
#define PLACE_ONE(n)                                                  \
    CUBE_ONE(n, ask(g, fx, DUEL_DO_INFLUENCE, DUEL_WAITING_FOR_PLACE, \
                    duel_agora_places(g->state, fx->seat, 0, AGORA_CHAMBERS - 1)))
#define REMOVE_ONE(n)                                                  \
    CUBE_ONE(n, ask(g, fx, DUEL_DO_INFLUENCE, DUEL_WAITING_FOR_REMOVE, \
                    duel_agora_removals(g->state, fx->seat)))
#define MAY_MOVE_ONE(n)                                                         \
    CUBE_ONE(n, duel_agora_may(g, fx, DUEL_DO_INFLUENCE, DUEL_WAITING_FOR_MOVE, \
                               duel_agora_shifts(g->state, fx->seat)))

/* Whether triggering a conspiracy would have an effect. */
RULES bool duel_agora_can(const Duel *g, int seat, int plot);
RULES void duel_agora_trigger(Duel *g, int seat, int at, bool opens);
/* The cards left in the box of the ages so far. */
RULES DuelCards duel_agora_removed(const Duel *g);
/* Whether the answers to the open question are for the asked player's eyes alone. */
RULES bool duel_agora_is_private(const DuelState *s);
