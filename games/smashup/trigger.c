/* trigger.c - who reacts to what in Smash Up, and in which order. */
#include "games/smashup/words.h"

#undef CONDITION

RULES bool su_meets(const Su *g, int condition, const SuAbout *about)
{
    switch (condition) {
    case SU_NO_CONDITION:
        return true;
#define CONDITION(name) \
    case SU_IF_##name:  \
        return su_if_##name(g, about);
#include "games/smashup/conditions.def"
#undef CONDITION
    default:
        ASSERT(false);
        return false;
    }
}

RULES static const SuAbility *su_find_ability(const SuAbility *ability, int count,
                                              int when)
{
    for (int i = 0; i < count; i++)
        if (ability[i].when == when)
            return &ability[i];
    return NULL;
}

/* What a card or base does then; NULL: nothing. */
RULES const SuAbility *su_ability(const Su *g, Id source, int when)
{
    if (su_is_base(source)) {
        const SuBaseDef *base = &g->catalog->base[source - SU_BASE_SOURCE];
        return base->whens >> when & 1
                   ? su_find_ability(base->ability, base->ability_count, when)
                   : NULL;
    }
    const SuDef *def = su_def(g, source);
    return def->whens >> when & 1
               ? su_find_ability(def->ability, def->ability_count, when)
               : NULL;
}

/* Who controls a source, or did when it was destroyed this turn. */
RULES int su_controller(const Su *g, Id source)
{
    const SuState *s = g->state;
    if (su_is_base(source))
        return s->seat;
    if (s->card[source].zone >= SU_AT_BASE)
        return s->card[source].seat;
    for (int i = s->dead_count - 1; i >= 0; i--)
        if (s->dead[i].card == source)
            return s->dead[i].seat;
    return su_owner(s, source);
}

/* Whether an ability that is no reaction applies: its condition holds and it has not
 * been used as often as it may. */
RULES bool su_can_happen(const Su *g, Id source, int when, int seat)
{
    const SuAbility *ability = su_ability(g, source, when);
    if (!ability || (ability->once && su_once(g, ability->once, seat, source)))
        return false;
    SuAbout about;
    memset(&about, 0, sizeof about);
    about.source = about.subject = source;
    about.base = su_is_base(source) ? (Id)(source - SU_BASE_SOURCE)
                                    : (Id)su_base_of(g->state, source);
    about.seat = about.player = (uint8_t)seat;
    about.n = ability->n;
    return su_meets(g, ability->condition, &about);
}

RULES int destroyer_of(const Su *g, Id minion)
{
    const SuState *s = g->state;
    for (int i = s->dead_count - 1; i >= 0; i--)
        if (s->dead[i].card == minion && s->dead[i].by)
            return s->dead[i].by - 1;
    return SEAT_NONE;
}

RULES Fx *su_push_ability(Su *g, Id source, int when, int seat)
{
    const SuAbility *ability = su_ability(g, source, when);
    Fx *fx = su_push(g, ability->ability, seat, source);
    fx->count = ability->n;
    return fx;
}

/* Which of a source's abilities answers: what has just been destroyed has one of its
 * own. */
RULES static int su_when_of(const Su *g, Id source, int when, Id subject)
{
    if (when == WHEN_minion_destroyed && source == subject &&
        su_ability(g, source, WHEN_destroyed))
        return WHEN_destroyed;
    return when;
}

RULES static bool su_is_here(const Su *g, Id card, const SuAbout *about, int when)
{
    switch (when) {
    case WHEN_minion_played:
    case WHEN_moved_here:
    case WHEN_when_scoring:
    case WHEN_after_scoring:
    case WHEN_action_attached:
        return su_base_of(g->state, card) == about->base;
    case WHEN_would_be_destroyed:
        return card == about->subject || carrier_of(g, card) == about->subject ||
               (!su_is_minion(g, card) && su_base_of(g->state, card) == about->base);
    default:
        return true;
    }
}

RULES static bool su_applies(const Su *g, Id source, int when, SuAbout *about)
{
    const SuAbility *ability =
        su_ability(g, source, su_when_of(g, source, when, about->subject));
    if (!ability)
        return false;
    about->source = source;
    about->seat =
        (uint8_t)(su_is_base(source) ? about->player : su_controller(g, source));
    about->n = ability->n;
    if (ability->once && su_once(g, ability->once, about->seat, source))
        return false;
    return su_meets(g, ability->condition, about);
}

/* Bases that react: the one it happens at, or all of them. */
RULES static void su_base_sources(const Su *g, int when, SuAbout *about,
                                  CardSet *sources)
{
    const SuState *s = g->state;
    const bool all = when == WHEN_turn_start || when == WHEN_turn_end ||
                     when == WHEN_would_be_destroyed;
    for (int i = 0; i < SU_IN_PLAY_MAX; i++) {
        const Id base = s->base[i].id;
        const Id source = (Id)(SU_BASE_SOURCE + base);
        if (base && (all || base == about->base) &&
            (g->catalog->base[base].whens >> when & 1) &&
            su_applies(g, source, when, about) && su_base_works(g, base, SEAT_NONE))
            set_add(sources, source);
    }
}

/* Everything that reacts, from a frame set up by su_trigger; 'batch' are minions
 * destroyed together, which still see each other go. */
RULES static CardSet su_find_sources(const Su *g, int when, SuAbout *about,
                                     const CardSet *batch)
{
    CardSet sources = set_none();
    CardSet all = su_waiting(g, when);
    if (batch)
        all = set_union(all, *batch);
    SET_EACH (card, &all) {
        const uint32_t whens = su_def(g, card)->whens;
        const bool own = when == WHEN_minion_destroyed && card == about->subject &&
                         (whens >> WHEN_destroyed & 1);
        if (((whens >> when & 1) || own) && su_is_here(g, card, about, when) &&
            su_applies(g, card, when, about))
            set_add(&sources, card);
    }
    if (g->base_whens >> when & 1)
        su_base_sources(g, when, about, &sources);
    return sources;
}

/* Who says what comes first. */
RULES static uint8_t su_orders(const Su *g, const Fx *fx)
{
    const SuState *s = g->state;
    return fx->count == WHEN_would_be_destroyed ? s->card[fx->other].seat : s->seat;
}

/* Where a minion was destroyed this turn. */
RULES int su_died_at(const SuState *s, Id card)
{
    for (int i = s->dead_count - 1; i >= 0; i--)
        if (s->dead[i].card == card)
            return s->dead[i].base;
    return 0;
}

/* What went together with the minion that the frame on top is about: the dead from
 * fx->count on, up to fx->dest. */
RULES CardSet destroyed_together(const Su *g)
{
    const SuState *s = g->state;
    const Fx *fx = fx_top(g);
    CardSet set = set_none();
    if (fx->ability != SU_FX_destroying)
        return set; /* as data may ask at another moment: nothing goes then */
    for (int i = fx->count; i < fx->dest && i < s->dead_count; i++)
        set_add(&set, s->dead[i].card);
    return set;
}

RULES static CardSet su_sources(const Su *g, int when, int subject, int base,
                                int player)
{
    SuAbout about;
    memset(&about, 0, sizeof about);
    about.subject = (Id)subject;
    about.base = (Id)base;
    about.player = (uint8_t)player;
    if (when != WHEN_minion_destroyed)
        return su_find_sources(g, when, &about, NULL);
    CardSet batch = destroyed_together(g);
    set_add(&batch, (Id)subject);
    return su_find_sources(g, when, &about, &batch);
}

RULES static CardSet su_mourners(const Su *g, Id card)
{
    return su_sources(g, WHEN_minion_destroyed, card, su_died_at(g->state, card),
                      su_owner(g->state, card));
}

RULES bool su_is_mourned(const Su *g, Id card)
{
    const CardSet sources = su_mourners(g, card);
    return !set_is_empty(&sources);
}

/* Whether it makes a difference which of several deaths is answered first: not if all
 * that answers is one ability of one player. */
RULES bool su_deaths_differ(const Su *g, const Fx *fx)
{
    int first = 0;
    SET_EACH (dead, &fx->seen) {
        const CardSet sources = su_mourners(g, dead);
        SET_EACH (one, &sources) {
            const int when = su_when_of(g, one, WHEN_minion_destroyed, dead);
            const int what =
                su_ability(g, one, when)->ability << 2 | su_controller(g, one);
            if (first && what != first)
                return true;
            first = what;
        }
    }
    return false;
}

/* Something has happened, or is about to; true when somebody reacts. */
RULES bool su_trigger(Su *g, int when, int subject, int base, int player)
{
    const Fx *top = fx_top(g);
    if (!su_any_waits(g, when) && when != WHEN_minion_destroyed)
        return false;
    if (g->catalog->foreign && is_deep(g))
        return false;
    const CardSet sources = su_sources(g, when, subject, base, player);
    if (set_is_empty(&sources))
        return false;
    Fx *fx = su_push(g, SU_FX_trigger, g->state->seat, top->source);
    fx->count = (int16_t)when;
    fx->other = (Id)subject;
    fx->who = su_orders(g, fx);
    fx->base = (Id)base;
    fx->player = (uint8_t)(player + 1);
    fx->seen = sources;
    return true;
}

/* An order is worth asking for unless all do the same for the same player. */
RULES static bool su_order_matters(const Su *g, const Fx *fx)
{
    const Id first = set_next(&fx->seen, 0);
    const SuAbility *ability =
        su_ability(g, first, su_when_of(g, first, fx->count, fx->other));
    const int seat = su_controller(g, first);
    for (Id next = set_next(&fx->seen, first); next; next = set_next(&fx->seen, next))
        if (su_ability(g, next, su_when_of(g, next, fx->count, fx->other))->ability !=
                ability->ability ||
            su_controller(g, next) != seat)
            return true;
    return false;
}

RULES static int su_reacting_seat(const Su *g, const Fx *trigger, Id source)
{
    return su_is_base(source) ? trigger->player - 1 : su_controller(g, source);
}

/* What left play since it was triggered does nothing, unless leaving was the reason;
 * nor does what has been done as often as it may. */
RULES static bool su_still_reacts(const Su *g, const Fx *fx, Id source)
{
    const SuState *s = g->state;
    const int once =
        su_ability(g, source, su_when_of(g, source, fx->count, fx->other))->once;
    if (once && su_once(g, once, su_reacting_seat(g, fx, source), source))
        return false;
    if (fx->count == WHEN_would_be_destroyed)
        return s->card[fx->other].zone == SU_AT_BASE &&
               s->card[fx->other].at == fx->base;
    if (su_is_base(source))
        return su_slot(s, source - SU_BASE_SOURCE) >= 0;
    return fx->count == WHEN_minion_destroyed || su_in_play(s, source);
}

RULES static void su_drop_gone(const Su *g, Fx *fx)
{
    SET_EACH (source, &fx->seen)
        if (!su_still_reacts(g, fx, source))
            set_remove(&fx->seen, source);
}

/* Whether what a base does now is about one player, the one who set it off. */
RULES static bool su_is_about_one(int when)
{
    return when != WHEN_before_scoring && when != WHEN_when_scoring &&
           when != WHEN_after_scoring && when != WHEN_entered;
}

/* The next seat, from 'from' on, that may ignore what the base is about to do; seat +
 * 1, 0: none. Nobody is asked about what they can decline anyway. */
RULES static Id su_next_ignorer(const Su *g, const Fx *fx, int from)
{
    if (!su_is_base(fx->card) || !g->state->role_count[IS_IGNORE_BASE])
        return 0;
    const SuAbility *ability = su_ability(g, fx->card, fx->count);
    const int seats = su_may_ignore(g, fx->card - SU_BASE_SOURCE);
    const bool all = !su_is_about_one(fx->count) || fx->count == WHEN_turn_start ||
                     fx->count == WHEN_turn_end;
    for (int seat = from; seat < g->state->players && !ability->may; seat++)
        if ((seats >> seat & 1) && (all || seat == the_player(fx)))
            return (Id)(seat + 1);
    return 0;
}

RULES static bool su_ask_ignorer(Su *g, Fx *fx)
{
    const CardSet yes = choices(CHOICE_YES, 0, 0);
    fx->who = (uint8_t)(fx->dest - 1);
    return prompt_open(&g->state->prompt, fx->who, SU_DO_CHOOSE, MAY, SAY_IGNORE_BASE,
                       fx->card, &yes);
}

RULES static void su_push_reaction(Su *g, const Fx *trigger)
{
    const int when = su_when_of(g, trigger->card, trigger->count, trigger->other);
    const int seat = su_reacting_seat(g, trigger, trigger->card);
    su_use_once(g, su_ability(g, trigger->card, when)->once, seat, trigger->card);
    const Id subject = trigger->other, base = trigger->base;
    const uint8_t player = trigger->player, from = trigger->from;
    const uint8_t ignoring = trigger->ignoring;
    if (su_is_base(trigger->card) && su_is_about_one(when) && (ignoring >> seat & 1))
        return;
    Fx *fx = su_push_ability(g, trigger->card, when, seat);
    fx->other = subject;
    fx->base = su_is_base(fx->source) ? (Id)(fx->source - SU_BASE_SOURCE) : base;
    fx->dest = when == WHEN_would_be_destroyed ? base : (Id)0;
    fx->player = player;
    fx->ignoring = ignoring;
    fx->from = from;
}

/* Several things react to one: the player whose turn it is says which comes first,
 * rules 5.1. Who may ignore a base is asked before it does something. */
ABILITY(trigger)
{
    BEGIN;
    for (;;) {
        su_drop_gone(g, fx);
        fx->card = set_next(&fx->seen, 0);
        if (!fx->card)
            break;
        if (su_order_matters(g, fx))
            ASK(1, fx->card, ask(g, fx, SU_DO_ORDER, MUST, SAY_ORDER, fx->seen));
        set_remove(&fx->seen, fx->card);
        fx->ignoring = 0;
        for (fx->dest = su_next_ignorer(g, fx, 0); fx->dest;
             fx->dest = su_next_ignorer(g, fx, fx->dest)) {
            ASK(2, fx->answer, su_ask_ignorer(g, fx));
            fx->ignoring |= (uint8_t)((fx->answer != 0) << fx->who);
        }
        fx->who = su_orders(g, fx);
        DO(3, su_push_reaction(g, fx));
    }
    END;
}
