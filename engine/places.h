/* places.h - the places of a game's encode.def: of its actions, and of what a seat
 * sees.
 *
 * The game's adapt.h includes it, having said how its constants are called (GAME_NAME)
 * and which list it is (GAME_ENCODE). A line ACTS(PASS, ...) of the duel's then makes
 * DUEL_AT_PASS, one SEES(COINS, ...) makes DUEL_SEES_COINS; DUEL_AT_SPACE and
 * DUEL_SEES_SPACE are how many numbers there are. */
#pragma once

#include "engine/encode.h"

enum {
    GAME_NAME(AT_FIRST_) = -1,
#define ACTS(name, count, says) \
    GAME_NAME(AT_##name),       \
        GAME_NAME(AT_##name##_LAST) = GAME_NAME(AT_##name) + (count)-1,
#include GAME_ENCODE
#undef ACTS
    GAME_NAME(AT_SPACE)
};

enum {
    GAME_NAME(SEES_FIRST_) = -1,
#define SEES(name, key, kind, count, least, most, says) \
    GAME_NAME(SEES_##name),                             \
        GAME_NAME(SEES_##name##_LAST) = GAME_NAME(SEES_##name) + (count)-1,
#include GAME_ENCODE
#undef SEES
    GAME_NAME(SEES_SPACE)
};

enum {
#define ACTS(name, ...) GAME_NAME(NTH_##name),
#include GAME_ENCODE
#undef ACTS
};
#define ACTS(name, ...)                                                    \
    static_assert((int)GAME_NAME(NTH_##name) == (int)GAME_NAME(DO_##name), \
                  "in the order of actions.def");
#include GAME_ENCODE
#undef ACTS

/* Where the actions of a type lie. */
RULES static inline ActRange encode_act(int type)
{
    static const ActRange acts[] = {
#define ACTS(name, count, says) {GAME_NAME(AT_##name), (uint16_t)(count)},
#include GAME_ENCODE
#undef ACTS
    };
    return acts[type];
}

/* Which type a place belongs to: how many end at or before it. */
RULES static inline int encode_type_at(int index)
{
    static const uint16_t ends[] = {
#define ACTS(name, count, says) (int)GAME_NAME(AT_##name) + (int)(count),
#include GAME_ENCODE
#undef ACTS
    };
    int type = 0;
    for (int i = 0; i < (int)(sizeof ends / sizeof *ends); i++)
        type += index >= ends[i];
    return type;
}
