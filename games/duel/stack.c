/* stack.c - which effects of 7 Wonders Duel can wait on top of which.
 *
 * From the bottom up a stack is a row of parts. What is set off at one moment is pushed
 * together: the uppermost of such a part has begun, those below it have not. What has
 * begun and is not on top has set off the next part, and waits for it. */
#include "games/duel/duel.h"

RULES DuelShape duel_shape(int ability)
{
    static const DuelShape shape[DUEL_ABILITIES] = {
        {0, 0, false, {0}},
#define FLOW(name, steps, ...)    {steps, DUEL_OF_SET, false, {__VA_ARGS__}},
#define ABILITY(name, steps, ...) {steps, DUEL_OF_SET, true, {__VA_ARGS__}},
#include "games/duel/abilities.def"
#undef ABILITY
#undef FLOW
    };
    return shape[ability];
}

RULES static int stack_brings(const DuelFx *fx)
{
    return duel_shape(fx->ability).says[DUEL_BRINGS];
}

/* The piece that an effect has brought, all of whose effects are above it; 0: none. */
RULES static int stack_piece(const DuelState *s, const DuelFx *fx)
{
    const int brings = stack_brings(fx);
#ifdef DUEL_WITH_SETS
    if (brings & DUEL_KIND_PLOT && fx->card >= 1 && fx->card <= AGORA_HELD)
        return DUEL_PLOT_0 + s->agora.plot[fx->seat][fx->card - 1];
#endif
    (void)s;
    if (!fx->card)
        return 0;
    return brings & DUEL_KIND_CARD     ? fx->card
           : brings & DUEL_KIND_WONDER ? DUEL_WONDER_0 + fx->card
           : brings & DUEL_KIND_TOKEN  ? DUEL_TOKEN_0 + fx->card
           : brings & DUEL_KIND_GOD    ? DUEL_GOD_0 + fx->card
                                       : 0;
}

/* Which military token this is about: 0, 1, or -1 where it is about none. */
RULES static int stack_loot(const DuelFx *fx)
{
#ifdef DUEL_WITH_SETS
    return fx->ability == DUEL_FX_small_loot   ? 0
           : fx->ability == DUEL_FX_large_loot ? 1
                                               : -1;
#else
    (void)fx;
    return -1;
#endif
}

/* No more of them than military tokens have gone. */
RULES static bool stack_has_loot(const DuelState *s)
{
    int left[DUEL_LOOT_MAX] = {0};
    for (int i = 0; i < DUEL_SEATS * DUEL_LOOT_MAX; i++)
        left[i % DUEL_LOOT_MAX] += !(s->loot >> i & 1);
    for (int i = 0; i < s->fx_depth; i++)
        if (stack_loot(&s->fx[i]) >= 0 && --left[stack_loot(&s->fx[i])] < 0)
            return false;
    return true;
}

/* What sets this off, which then is pushed alone; 0: it comes with others. */
RULES static int stack_alone(const DuelFx *fx)
{
#ifdef DUEL_WITH_SETS
    if (fx->ability == DUEL_FX_conspire)
        return DUEL_BRINGS_PLOTTING;
    if (fx->ability == DUEL_FX_place_divinity)
        return DUEL_BRINGS_FAVOUR | DUEL_BRINGS_TURN;
    if (fx->ability == DUEL_FX_pantheon_gate)
        return DUEL_BRINGS_TURN;
#endif
    return fx->ability == DUEL_FX_wonder_draft || fx->ability == DUEL_FX_begin_age
               ? DUEL_BRINGS_TURN
               : 0;
}

/* The place of an effect among those of its piece, below 'before'; -1: none. A pair of
 * symbols is asked before all of them. */
RULES static int stack_place(const Duel *g, const DuelFx *fx, int before)
{
    const DuelPiece *piece = &g->catalog->piece[fx->source];
    int at = before - 1;
    if (fx->ability == DUEL_FX_choose_progress)
        return 0;
    while (at >= 0 &&
           (piece->does[at].ability != fx->ability || piece->does[at].n != fx->count))
        at--;
    return at;
}

/* Effects of one piece, the last first, and its pair of symbols on top of them. */
RULES static bool stack_is_of_piece(const Duel *g, int piece, int first, int last)
{
    const DuelState *s = g->state;
    int before = DUEL_DOES_MAX;
    for (int i = first; i <= last; i++) {
        const DuelFx *fx = &s->fx[i];
        before = stack_place(g, fx, before);
        if (!fx->source || fx->source != (piece ? piece : s->fx[first].source) ||
            before < 0 || fx->seat != s->fx[first].seat ||
            (fx->ability == DUEL_FX_choose_progress &&
             (i < last || !g->catalog->piece[fx->source].symbol)))
            return false;
    }
    return true;
}

/* One pair of symbols, or one for each player. */
RULES static bool stack_is_pairs(const DuelState *s, int first, int last)
{
    for (int i = first; i <= last; i++)
        if (s->fx[i].ability != DUEL_FX_choose_progress ||
            (i > first && s->fx[i].seat == s->fx[first].seat))
            return false;
    return last - first < DUEL_SEATS;
}

/* Whether a part, from 'first' to 'last', can have been set off by what is below it. */
RULES static bool stack_is_part(const Duel *g, int first, int last)
{
    const DuelState *s = g->state;
    const int brings = first ? stack_brings(&s->fx[first - 1]) : (int)DUEL_BRINGS_TURN;
    const int piece = first ? stack_piece(s, &s->fx[first - 1]) : 0;
    int loots = 0;
    if (stack_alone(&s->fx[first]))
        return first == last && stack_alone(&s->fx[first]) & brings;
    while (first + loots <= last && stack_loot(&s->fx[first + loots]) >= 0)
        loots++;
    if (loots > DUEL_LOOT_MAX || (loots && first && !(brings & DUEL_BRINGS_LOOT) &&
                                  !(piece && g->catalog->piece[piece].shields)))
        return false;
    if (first + loots > last)
        return true;
    if (brings & DUEL_BRINGS_PAIR)
        return !loots && stack_is_pairs(s, first, last);
    return (piece || !first) && stack_is_of_piece(g, piece, first + loots, last);
}

/* What has been brought is brought once. */
RULES static bool stack_is_new(const DuelState *s, int at)
{
    const int piece = stack_piece(s, &s->fx[at]);
    for (int i = 0; i <= at && piece; i++)
        if (s->fx[i].source == piece || (i < at && stack_piece(s, &s->fx[i]) == piece))
            return false;
    return true;
}

RULES const char *duel_check_stack(const Duel *g)
{
    const DuelState *s = g->state;
    int first = 0;
    for (int i = 0; i < s->fx_depth; i++) {
        if (!s->fx[i].step)
            continue;
        if (!stack_is_part(g, first, i) || (i + 1 < s->fx_depth && !stack_is_new(s, i)))
            return "one waits below what it has not set off";
        first = i + 1;
    }
    return stack_has_loot(s) ? NULL : "more of them are military tokens than have gone";
}
