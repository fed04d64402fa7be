/* words.h - the vocabulary that abilities are written in; only files with abilities
 * include it. */
#pragma once

#include "games/duel/price.h"
#include "games/duel/reduce.h"

#define FLOW(name, ...)    RULES FxResult duel_fx_##name(Duel *g, DuelFx *fx);
#define ABILITY(name, ...) RULES FxResult duel_fx_##name(Duel *g, DuelFx *fx);
#include "games/duel/abilities.def"
#undef ABILITY
#undef FLOW

#define ABILITY(name) RULES FxResult duel_fx_##name(Duel *g, DuelFx *fx)

/* Ask for one and do this with it, fx->card; nothing where there is none or it is
 * declined. Takes steps n and n + 1. */
#define ASK_AND(n, asked, effect) \
    do {                          \
        ASK(n, fx->card, asked);  \
        if (fx->card)             \
            DO((n) + 1, effect);  \
    } while (0)

/* The frame that acts; NULL when the game has just been won. */
RULES static inline DuelFx *fx_top(const Duel *g)
{
    return g->state->fx_depth ? &g->state->fx[g->state->fx_depth - 1] : NULL;
}

/* Ask fx->who, who must choose; false when there is nothing to choose from. 'phase' is
 * where the game stands meanwhile and the question that is put. */
RULES static inline bool ask(Duel *g, const DuelFx *fx, int action, int phase,
                             CardSet options)
{
    return prompt_open(&g->state->prompt, fx->who, action, MUST, phase, fx->source,
                       &options);
}

/* Sets of things to choose from. */
RULES static inline CardSet cards(DuelCards some)
{
    CardSet set = set_none();
    set.word[0] = some.word[0];
    set.word[1] = some.word[1];
    return set;
}

RULES static inline CardSet cards_of_type(const Duel *g, int seat, int type)
{
    return cards(
        duel_cards_both(g->state->city[seat].cards, g->catalog->of_type[type]));
}

RULES static inline CardSet tokens(uint16_t some)
{
    CardSet set = set_none();
    set.word[0] = (uint64_t)some << 1;
    return set;
}

RULES static inline CardSet either_seat(void)
{
    CardSet set = set_one(1);
    set_add(&set, 2);
    return set;
}

RULES static inline int opponent_of(int seat)
{
    return !seat;
}
