/* run.c - a move of Smash Up is carried out: what it begins, and all that waits. */
#include "games/smashup/words.h"

RULES Su su_table(const SuCatalog *catalog, SuState *state, EventLog *log)
{
    Su g;
    g.state = state;
    g.catalog = catalog;
    g.log = log;
    g.stirred = g.restless = true;
    g.base_roles = g.base_whens = ~0u;
    return g;
}

RULES Fx *su_push(Su *g, int ability, int seat, Id source)
{
    Fx *fx = fx_push(g->state->fx, &g->state->fx_depth, SU_FX_MAX, ability, seat);
    fx->source = source;
    return fx;
}

RULES static FxResult su_call(Su *g, Fx *fx)
{
    switch (fx->ability) {
#define FLOW(name)     \
    case SU_FX_##name: \
        return su_fx_##name(g, fx);
#undef ABILITY
#define ABILITY(name)  \
    case SU_FX_##name: \
        return su_fx_##name(g, fx);
#include "games/smashup/abilities.def"
#undef ABILITY
#undef FLOW
#define ABILITY(name) RULES FxResult su_fx_##name(Su *g, Fx *fx)
    default:
        ASSERT(false);
        return FX_DONE;
    }
}

/* Whether only the game itself waits, for whose turn it is to play cards. */
RULES static bool su_is_resting(const SuState *s)
{
    return s->fx_depth == 1 && s->fx[0].step == GAME_RESTS && s->phase == SU_PLAY;
}

/* Run effects until one waits for an answer or a command, or none is left. */
RULES void su_run(Su *g)
{
    SuState *s = g->state;
    while (s->fx_depth) {
        const int depth = s->fx_depth;
        const FxResult result =
            su_is_resting(s) ? FX_WAIT : su_call(g, &s->fx[depth - 1]);
        const bool rests = prompt_is_open(&s->prompt) || s->fx_depth == depth;
        if (g->stirred && (result == FX_DONE || rests))
            su_sweep_all(g);
        if (result == FX_DONE) {
            ASSERT(s->fx_depth == depth);
            fx_pop(s->fx, &s->fx_depth);
        } else if (rests) {
            return;
        }
    }
}

RULES static void su_act(Su *g, const Command *c)
{
    const int seat = c->seat;
    switch (c->type) {
    case SU_DO_PLAY_MINION: {
        const bool rises = g->state->card[c->a].zone == SU_IN_DISCARD;
        const int with = su_minion_play(g, seat, c->a, c->b);
        if (rises && with == 0)
            su_use_once(g, su_ability(g, c->a, WHEN_from_discard)->once, seat, c->a);
        su_play_minion(g, seat, c->a, c->b, with);
        break;
    }
    case SU_DO_PLAY_ACTION:
    case SU_DO_PLAY_ON_BASE:
    case SU_DO_PLAY_ON_MINION:
        su_play_action(g, seat, c->a, c->type == SU_DO_PLAY_ON_BASE ? c->b : 0,
                       c->type == SU_DO_PLAY_ON_MINION ? c->b : 0,
                       su_allowance(g, seat, c->a, 0));
        break;
    case SU_DO_USE_TALENT:
        su_use(g, seat, c->a);
        break;
    case SU_DO_USE_BASE:
        su_use(g, seat, (Id)(SU_BASE_SOURCE + c->a));
        break;
    default:
        ASSERT(c->type == SU_DO_END_PLAY);
        su_set_phase(g, SU_SCORE);
    }
}

RULES void su_execute(Su *g, const Command *c)
{
    SuState *s = g->state;
    ASSERT(s->phase != SU_OVER);
    su_look(g);
    if (prompt_is_open(&s->prompt))
        fx_top(g)->answer = prompt_close(&s->prompt, c);
    else
        su_act(g, c);
    su_run(g);
}
