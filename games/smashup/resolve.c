/* resolve.c - how a card of Smash Up that is played resolves, and what is used. */
#include "games/smashup/words.h"

RULES void su_use_once(Su *g, int scope, int seat, Id source)
{
    if (scope)
        su_emit(g, event_make(SU_EV_ONCE_USED, seat, source, 0, 0, scope), NULL);
}

RULES void su_use(Su *g, int seat, Id source)
{
    const int when = su_ability(g, source, WHEN_talent) ? WHEN_talent : WHEN_use;
    if (su_is_base(source)) {
        const Id base = (Id)(source - SU_BASE_SOURCE);
        if (when == WHEN_talent)
            su_emit(g, event_make(SU_EV_BASE_USED, seat, base, 0, 0, 0), NULL);
        su_push_ability(g, source, when, seat)->base = base;
        return;
    }
    if (when == WHEN_talent)
        su_emit(g, event_make(SU_EV_TALENT_USED, seat, source, 0, 0, 0), NULL);
    Fx *fx = su_push_ability(g, source, when, seat);
    fx->base = base_of(g, source);
    fx->other = carrier_of(g, source);
}

RULES void su_play_minion(Su *g, int seat, int card, int base, int with)
{
    Fx *fx = su_push(g, SU_FX_play_minion, seat, (Id)card);
    fx->card = (Id)card;
    fx->base = (Id)base;
    fx->count = (int16_t)with;
}

RULES Fx *su_play_action(Su *g, int seat, int card, int base, int minion, int with)
{
    Fx *fx = su_push(g, SU_FX_play_action, seat, (Id)card);
    fx->card = (Id)card;
    fx->base = (Id)base;
    fx->other = (Id)minion;
    fx->count = (int16_t)with;
    fx->dest = WHEN_played;
    return fx;
}

RULES static void su_push_played(Su *g, const Fx *play, int when)
{
    const Id base = play->base, other = play->other;
    if (g->catalog->foreign && is_deep(g))
        return;
    if (when == WHEN_played)
        su_use_once(g, su_ability(g, play->card, when)->once, play->seat, play->card);
    Fx *fx = su_push_ability(g, play->card, when, play->seat);
    fx->base = base;
    fx->other = other;
}

/* A card just played has affected somebody who answers that. */
RULES static void su_push_affected(Su *g, Fx *play)
{
    uint8_t *affected = play->queue;
    const Id minion = affected[0];
    const uint8_t player = (uint8_t)(play->seat + 1);
    for (int i = 1; i < FX_QUEUE_MAX; i++)
        affected[i - 1] = affected[i];
    affected[FX_QUEUE_MAX - 1] = 0;
    Fx *fx = su_push_ability(g, minion, WHEN_affected, su_controller(g, minion));
    fx->player = player;
}

/* A minion comes into play, does what it does, and others react. */
ABILITY(play_minion)
{
    BEGIN;
    su_emit(g,
            event_make(SU_EV_MINION_PLAYED, fx->seat, fx->card, fx->base, 0, fx->count),
            NULL);
    if (su_can_happen(g, fx->card, WHEN_played, fx->seat))
        DO(1, su_push_played(g, fx, WHEN_played));
    DO(2, su_trigger(g, WHEN_minion_played, fx->card, fx->base, fx->seat));
    while (fx->queue[0])
        DO(3, su_push_affected(g, fx));
    END;
}

/* An ongoing action goes where it belongs, unless its carrier is protected from it. */
RULES static void su_attach(Su *g, Fx *fx)
{
    if (fx->other && su_shielded(g, fx->other, TO_ATTACH))
        return;
    if (fx->other) {
        su_affect(g, fx->other);
        fx->base = base_of(g, fx->other);
    }
    if (fx->base)
        su_emit(g,
                event_make(SU_EV_ATTACHED, fx->seat, fx->card, fx->base, fx->other, 0),
                NULL);
}

RULES static bool su_resolves(const Su *g, const Fx *fx)
{
    return (fx->dest == WHEN_played ? su_can_happen(g, fx->card, WHEN_played, fx->seat)
                                    : su_ability(g, fx->card, fx->dest) != NULL) &&
           (su_def(g, fx->card)->type != SU_ONGOING || in_play(g, fx->card));
}

/* An action is shown, does what it does, and is discarded; an ongoing one stays. */
ABILITY(play_action)
{
    BEGIN;
    su_emit(g,
            event_make(SU_EV_ACTION_PLAYED, fx->seat, fx->card, fx->base, fx->other,
                       fx->count),
            NULL);
    if (su_def(g, fx->card)->type == SU_ONGOING)
        su_attach(g, fx);
    if (su_resolves(g, fx))
        DO(1, su_push_played(g, fx, fx->dest));
    su_affect_power(g, fx->card);
    if (in_play(g, fx->card))
        DO(2, su_trigger(g, WHEN_action_attached, fx->other, base_of(g, fx->card),
                         fx->seat));
    while (fx->queue[0])
        DO(3, su_push_affected(g, fx));
    if (g->state->card[fx->card].zone == SU_RESOLVING)
        DO(4, su_trigger(g, WHEN_action_spent, fx->card, fx->base, fx->seat));
    if (g->state->card[fx->card].zone == SU_RESOLVING)
        su_emit(g,
                event_make(SU_EV_ACTION_SPENT, su_owner(g->state, fx->card), fx->card,
                           0, 0, 0),
                NULL);
    END;
}

/* A given minion as an extra one, where its player likes. */
ABILITY(extra_minion)
{
    BEGIN;
    ASK_BASE(1, fx->base, MUST, SAY_PLAY_WHERE, bases_to_play(g, fx->seat, fx->card));
    if (!fx->base)
        return FX_DONE;
    GO_ON_AS(play_minion);
    END;
}

RULES static bool su_ask_target(Su *g, Fx *fx)
{
    const SuDef *def = su_def(g, fx->card);
    const bool base = su_goes_on_base(def);
    if (!def->on)
        return false;
    return ask(g, fx, base ? SU_DO_CHOOSE_BASE : SU_DO_CHOOSE_CARD, MUST,
               base ? SAY_PLAY_WHERE : SAY_PLAY_ON_WHICH,
               su_targets(g, fx->seat, fx->card));
}

/* A given action as an extra one, on what its player likes. */
ABILITY(extra_action)
{
    BEGIN;
    ASK(1, fx->dest, su_ask_target(g, fx));
    fx->base = su_goes_on_base(su_def(g, fx->card)) ? fx->dest : (Id)0;
    fx->other = fx->base ? (Id)0 : fx->dest;
    fx->dest = WHEN_played;
    fx->count = 0;
    GO_ON_AS(play_action);
    END;
}

/* An extra minion from the hand, at once or not at all. */
ABILITY(minion_now)
{
    BEGIN;
    ASK_HIDDEN(1, fx->card, MAY, SAY_MINION_NOW);
    if (!fx->card)
        return FX_DONE;
    if (fx->base)
        DO(2, play_minion_at(g, fx->card, fx->base));
    else
        DO(3, play_extra_minion(g, fx->card));
    END;
}

ABILITY(named_now)
{
    BEGIN;
    for (; fx->count > 0; fx->count--) {
        ASK_HIDDEN(1, fx->card, MAY, SAY_NAMED_NOW);
        if (!fx->card)
            break;
        DO(2, play_extra_minion(g, fx->card));
    }
    END;
}

ABILITY(actions_now)
{
    BEGIN;
    for (; fx->count > 0; fx->count--) {
        ASK_HIDDEN(1, fx->card, MAY, SAY_ACTION_NOW);
        if (!fx->card)
            break;
        DO(2, play_extra_action(g, fx->card));
    }
    END;
}
