/* position.c - reads a Smash Up table from JSON, whole or in part.
 *
 * A position names the factions; decks, bases and hands are then dealt as ever, and
 * what the position says of single cards is laid over that. */
#include "engine/position.h"

#include "games/smashup/host.h"

typedef struct {
    Position p;
    Su g;
    SuState *s;
} SuPosition;

static int read_base_name(SuPosition *r, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return value && !json_is_null(value) ? position_thing(&r->p, value, SU_BASE) : 0;
}

static void put(SuPosition *r, int type, int seat, int card, int b, int c)
{
    su_emit(&r->g, su_event(type, seat, card, b, c, 0), NULL);
}

/* Factions, and with them decks, bases and hands. */
static bool read_factions(SuPosition *r)
{
    const json_t *seats = position_list(&r->p, r->p.json, "seats", SEATS_MAX);
    SuState *s = r->s;
    CardSet taken = set_none();
    uint8_t faction[SEATS_MAX][2] = {{0}};
    int count = 0;
    for (size_t i = 0; i < json_array_size(seats) && i < s->players; i++) {
        const json_t *list =
            position_list(&r->p, json_array_get(seats, i), "factions", 2);
        for (size_t k = 0; k < json_array_size(list) && !r->p.err; k++) {
            const int id = position_thing(&r->p, json_array_get(list, k), SU_FACTION);
            if (id && set_has(&taken, (Id)id))
                position_fail(&r->p, ERR_DUPLICATE_THING, r->g.catalog->faction[id].id);
            set_add(&taken, (Id)id);
            faction[i][k] = (uint8_t)id;
            count++;
        }
    }
    if (r->p.err || !count)
        return false;
    memset(s->card, 0, sizeof s->card);
    memset(s->hand, 0, sizeof s->hand);
    memset(s->discard, 0, sizeof s->discard);
    memset(s->hand_count, 0, sizeof s->hand_count);
    memset(s->deck_count, 0, sizeof s->deck_count);
    memset(s->deck_top, 0, sizeof s->deck_top);
    memset(s->deck_bottom, 0, sizeof s->deck_bottom);
    memset(s->base, 0, sizeof s->base);
    memset(s->base_deck, 0, sizeof s->base_deck);
    s->base_deck_count = 0;
    memcpy(s->faction, faction, sizeof faction);
    if (count == 2 * s->players) {
        su_set_table(&r->g);
        return true;
    }
    const json_t *effects = json_object_get(r->p.json, "effects");
    if (!effects)
        position_fail(&r->p, ERR_BAD_POSITION, "every seat needs two factions");
    return false;
}

static void read_madness(SuPosition *r)
{
    SuState *s = r->s;
    const json_t *list = position_list(&r->p, r->p.json, "madness_of", SU_MADNESS_MAX);
    for (size_t i = 0; i < json_array_size(list) && s->madness_on; i++) {
        const json_int_t seat = json_integer_value(json_array_get(list, i));
        const int card = su_madness_first(s) + (int)i;
        if (seat < 0 || seat > s->players)
            position_fail(&r->p, ERR_BAD_POSITION, "madness_of");
        else if (seat)
            put(r, SU_EV_MADNESS_DRAWN, (int)seat - 1, card, 0, 0);
    }
}

/* A card, once in a position. A base can be the source of an effect and then goes by
 * the name of a card; it is none. */
static int claim_card(SuPosition *r, const json_t *value)
{
    const int card = position_claim(&r->p, value);
    if (card <= su_card_count(r->s))
        return card;
    position_fail(&r->p, ERR_UNKNOWN_THING, json_string_value(value));
    return 0;
}

/* A card among a player's own; Madness becomes theirs by lying there. */
static int claim_own(SuPosition *r, const json_t *value, int seat)
{
    const int card = claim_card(r, value);
    if (card && su_owner(r->s, card) == SEAT_NONE)
        put(r, SU_EV_MADNESS_DRAWN, seat, card, 0, 0);
    if (card && su_owner(r->s, card) != seat)
        position_fail(&r->p, ERR_BAD_POSITION,
                      "a card lies with another player than its owner");
    return card;
}

/* Everything unclaimed in a set goes under its deck. */
static void empty(SuPosition *r, CardSet set)
{
    for (Id card = set_next(&set, 0); card; card = set_next(&set, card))
        if (!set_has(&r->p.claimed, card))
            put(r, SU_EV_TO_BOTTOM, su_owner(r->s, card), card, 0, 0);
}

/* Hand or discard pile: exactly these cards. */
static void read_pile(SuPosition *r, const json_t *object, const char *key, int seat,
                      int type)
{
    const json_t *list = position_list(&r->p, object, key, SU_CARDS_MAX);
    if (!list)
        return;
    empty(r, type == SU_EV_TO_HAND ? r->s->hand[seat] : r->s->discard[seat]);
    for (size_t i = 0; i < json_array_size(list) && !r->p.err; i++) {
        const int card = claim_own(r, json_array_get(list, i), seat);
        if (!r->p.err)
            put(r, type, seat, card, 0, 0);
    }
}

/* The top of a deck; what is not mentioned stays below. */
static void read_deck(SuPosition *r, const json_t *object, int seat)
{
    const json_t *list = position_list(&r->p, object, "deck", SU_CARDS_MAX);
    for (size_t i = json_array_size(list); i > 0 && !r->p.err; i--) {
        const int card = claim_own(r, json_array_get(list, i - 1), seat);
        if (!r->p.err)
            put(r, SU_EV_TO_TOP, seat, card, 0, 0);
    }
}

static void read_seat(SuPosition *r, const json_t *object, int seat)
{
    static const char *const keys[] = {
        "factions",    "vp",      "hand",           "hand_count",     "deck",
        "deck_count",  "discard", "minions_played", "actions_played", "place",
        "had_minions", "asleep",  "sleeps_next",    "hand_shown_to",  "known",
        "madness",     NULL};
    position_only(&r->p, object, keys);
    if (!r->s->base[0].id)
        return;
    read_pile(r, object, "hand", seat, SU_EV_TO_HAND);
    read_pile(r, object, "discard", seat, SU_EV_DISCARDED);
    read_deck(r, object, seat);
}

static void read_seat_numbers(SuPosition *r, const json_t *object, int seat)
{
    SuState *s = r->s;
    s->vp[seat] = (int16_t)position_number(&r->p, object, "vp", -99, 99, s->vp[seat]);
    s->minions_played[seat] =
        (uint8_t)position_number(&r->p, object, "minions_played", 0, 200, 0);
    s->actions_played[seat] =
        (uint8_t)position_number(&r->p, object, "actions_played", 0, 200, 0);
    s->place[seat] = (uint8_t)position_number(&r->p, object, "place", 0, SEATS_MAX, 0);
    position_seat_bit(&s->had_minions, seat,
                      position_flag(&r->p, object, "had_minions", false));
    position_seat_bit(&s->asleep, seat, position_flag(&r->p, object, "asleep", false));
    position_seat_bit(&s->sleeps_next, seat,
                      position_flag(&r->p, object, "sleeps_next", false));
    s->hand_shown[seat] =
        (uint8_t)position_seats(&r->p, object, "hand_shown_to", r->s->players, 0);
}

/* Who knows which cards of hands and decks; nobody where the position does not say. */
static void read_known(SuPosition *r, const json_t *seats)
{
    SuState *s = r->s;
    for (int card = 1; card <= su_card_count(s); card++)
        if (s->card[card].zone == SU_IN_HAND || s->card[card].zone == SU_IN_DECK)
            s->card[card].note = 0;
    for (size_t i = 0; i < json_array_size(seats) && !r->p.err; i++) {
        const json_t *known = json_object_get(json_array_get(seats, i), "known");
        const char *name;
        json_t *value;
        json_object_foreach((json_t *)(uintptr_t)known, name, value)
        {
            const int card = position_find(&r->p, SU_CARD, name);
            const bool here =
                card && card <= su_card_count(s) &&
                (s->card[card].zone == SU_IN_HAND || s->card[card].zone == SU_IN_DECK);
            if (!here || !json_is_integer(value))
                position_fail(&r->p, ERR_UNKNOWN_THING, name);
            else
                s->card[card].note =
                    (uint8_t)(json_integer_value(value) & SU_KNOWN_TO_ALL);
        }
    }
    s->bases_known = (uint8_t)position_number(&r->p, r->p.json, "bases_known", 0,
                                              s->base_deck_count, s->bases_known);
    s->bases_known_to =
        (uint8_t)(1 + position_number(&r->p, r->p.json, "bases_known_to", -1,
                                      s->players - 1, s->bases_known_to - 1));
}

/* A card in play: its name alone, or an object with what is known of it. */
static int read_in_play(SuPosition *r, const json_t *item)
{
    static const char *const keys[] = {
        "card", "power",    "controller", "counters", "bonus",     "until", "used",
        "new",  "new_here", "note",       "actions",  "from_hand", NULL};
    if (json_is_string(item))
        return claim_card(r, item);
    position_only(&r->p, item, keys);
    return claim_card(r, json_object_get(item, "card"));
}

static void read_marks(SuPosition *r, const json_t *item, int card)
{
    SuCard *c = &r->s->card[card];
    c->seat = (uint8_t)position_number(&r->p, item, "controller", 0, r->s->players - 1,
                                       c->seat);
    c->counters = (uint8_t)position_number(&r->p, item, "counters", 0, 99, 0);
    c->bonus = (int8_t)position_number(&r->p, item, "bonus", -99, 99, 0);
    c->until = (uint8_t)position_number(&r->p, item, "until", 0, SEATS_MAX, 0);
    c->used =
        (uint8_t)((position_flag(&r->p, item, "used", false) ? CARD_USED : 0) |
                  (position_flag(&r->p, item, "new", false) ? CARD_NEW : 0) |
                  (position_flag(&r->p, item, "new_here", false) ? CARD_NEW_HERE : 0) |
                  (position_flag(&r->p, item, "from_hand", false) ? CARD_FROM_HAND
                                                                  : 0));
    c->note = (uint8_t)position_number(&r->p, item, "note", 0, 255, 0);
}

static void read_actions(SuPosition *r, const json_t *object, int base, int minion)
{
    const json_t *list = position_list(&r->p, object, "actions", SU_CARDS_MAX);
    for (size_t i = 0; i < json_array_size(list) && !r->p.err; i++) {
        const json_t *item = json_array_get(list, i);
        const int card = read_in_play(r, item);
        if (card && su_is_minion(&r->g, card))
            position_fail(&r->p, ERR_BAD_POSITION,
                          "a minion lies where an action should");
        const int on = card ? su_def(&r->g, card)->on : 0;
        if (card && (!on || (on == SU_ON_MINION || on == SU_ON_OWN) != (minion != 0)))
            position_fail(&r->p, ERR_BAD_POSITION,
                          "an action lies where it cannot be put");
        if (r->p.err)
            return;
        put(r, SU_EV_ACTION_PLAYED, su_owner(r->s, card), card, 0, 0);
        put(r, SU_EV_ATTACHED, su_owner(r->s, card), card, base, minion);
        read_marks(r, item, card);
    }
}

static void read_minions(SuPosition *r, const json_t *object, int base)
{
    const json_t *list = position_list(&r->p, object, "minions", SU_CARDS_MAX);
    for (size_t i = 0; i < json_array_size(list) && !r->p.err; i++) {
        const json_t *item = json_array_get(list, i);
        const int card = read_in_play(r, item);
        if (card && !su_is_minion(&r->g, card))
            position_fail(&r->p, ERR_BAD_POSITION,
                          "an action stands where a minion should");
        if (r->p.err)
            return;
        put(r, SU_EV_MINION_PLAYED, su_owner(r->s, card), card, base, 0);
        read_actions(r, item, base, card);
        read_marks(r, item, card);
    }
}

/* The base deck: these on top, then those already there. */
static void read_base_deck(SuPosition *r, const CardSet *gone)
{
    SuState *s = r->s;
    const json_t *list = position_list(&r->p, r->p.json, "base_deck", SU_BASES_MAX);
    uint8_t deck[SU_BASES_MAX + 1];
    CardSet named = *gone;
    uint8_t top[SU_BASES_MAX];
    int count = 0, tops = 0;
    for (size_t i = 0; i < json_array_size(list) && !r->p.err; i++) {
        const int base = position_thing(&r->p, json_array_get(list, i), SU_BASE);
        if (base && set_has(&named, (Id)base))
            position_fail(&r->p, ERR_DUPLICATE_THING, r->g.catalog->base[base].id);
        set_add(&named, (Id)base);
        top[tops++] = (uint8_t)base;
    }
    for (int i = 0; i < s->base_deck_count; i++)
        if (!set_has(&named, s->base_deck[i]))
            deck[count++] = s->base_deck[i];
    while (tops > 0)
        deck[count++] = top[--tops];
    memset(s->base_deck, 0, sizeof s->base_deck);
    memcpy(s->base_deck, deck, (size_t)count);
    s->base_deck_count = (uint8_t)count;
}

static void read_base_names(SuPosition *r, const json_t *list, CardSet *gone)
{
    SuState *s = r->s;
    for (size_t i = 0; i < json_array_size(list) && !r->p.err; i++) {
        const json_t *item = json_array_get(list, i);
        const int base = json_is_string(item) ? position_thing(&r->p, item, SU_BASE)
                                              : read_base_name(r, item, "base");
        if (!base || set_has(gone, (Id)base)) {
            position_fail(&r->p, ERR_BAD_POSITION, "bases: each once");
            return;
        }
        set_add(gone, (Id)base);
        memset(&s->base[i], 0, sizeof s->base[i]);
        s->base[i].id = (uint8_t)base;
    }
}

/* Bases not named stay as dealt, unless one of them is wanted elsewhere. */
static void read_bases(SuPosition *r)
{
    SuState *s = r->s;
    const json_t *list = position_list(&r->p, r->p.json, "bases", s->players + 1);
    const json_t *used = position_list(&r->p, r->p.json, "base_discard", SU_BASES_MAX);
    const json_t *look = position_list(&r->p, r->p.json, "look_bases", SU_LOOK_MAX);
    CardSet gone = set_none();
    const int named = (int)json_array_size(list);
    for (int i = 0; i <= s->players && i < SU_IN_PLAY_MAX; i++)
        s->base_deck[s->base_deck_count++] = s->base[i].id;
    read_base_names(r, list, &gone);
    for (size_t i = 0; i < json_array_size(used) && !r->p.err; i++) {
        const int base = position_thing(&r->p, json_array_get(used, i), SU_BASE);
        s->base_discard |= (uint64_t)1 << base;
        set_add(&gone, (Id)base);
    }
    for (size_t i = 0; i < json_array_size(look) && !r->p.err; i++) {
        const int base = position_thing(&r->p, json_array_get(look, i), SU_BASE);
        s->look_base[s->look_base_count++] = (uint8_t)base;
        set_add(&gone, (Id)base);
    }
    if (r->p.err)
        return;
    read_base_deck(r, &gone);
    for (int i = named; i <= s->players && !r->p.err; i++) {
        memset(&s->base[i], 0, sizeof s->base[i]);
        s->base[i].id = s->base_deck_count ? s->base_deck[0] : 0;
        for (int k = 1; k < s->base_deck_count; k++)
            s->base_deck[k - 1] = s->base_deck[k];
        if (s->base_deck_count)
            s->base_deck[--s->base_deck_count] = 0;
    }
}

/* Minions played here this turn, for each seat. */
static uint8_t read_counts(SuPosition *r, const json_t *item, const char *key)
{
    const json_t *list = position_list(&r->p, item, key, r->s->players);
    int counts = 0;
    for (size_t seat = 0; seat < json_array_size(list); seat++) {
        const json_int_t count = json_integer_value(json_array_get(list, seat));
        if (count < 0 || count > 3)
            position_fail(&r->p, ERR_BAD_POSITION, "played: from 0 to 3 for each seat");
        else
            counts |= (int)count << 2 * (int)seat;
    }
    return (uint8_t)counts;
}

static void read_on_bases(SuPosition *r)
{
    static const char *const keys[] = {"base",      "breakpoint", "change", "used_by",
                                       "passed_by", "played",     "power",  "minions",
                                       "actions",   "from_hand",  NULL};
    SuState *s = r->s;
    const json_t *list = position_list(&r->p, r->p.json, "bases", SU_IN_PLAY_MAX);
    for (size_t i = 0; i < json_array_size(list) && !r->p.err; i++) {
        const json_t *item = json_array_get(list, i);
        if (json_is_string(item))
            continue;
        position_only(&r->p, item, keys);
        SuBase *b = &s->base[i];
        b->change = (int16_t)position_number(&r->p, item, "change", -99, 99, 0);
        b->used = (uint8_t)position_seats(&r->p, item, "used_by", s->players, 0);
        read_minions(r, item, b->id);
        read_actions(r, item, b->id, 0);
        b->played = read_counts(r, item, "played");
        b->from_hand = read_counts(r, item, "from_hand");
    }
    for (size_t i = 0; i < json_array_size(list) && !r->p.err; i++)
        s->base[i].passed = (uint8_t)position_seats(&r->p, json_array_get(list, i),
                                                    "passed_by", s->players, 0);
}

static void read_allowances(SuPosition *r)
{
    static const char *const keys[] = {"kind",  "base", "power_max", "rule",
                                       "count", "name", NULL};
    SuState *s = r->s;
    const json_t *list =
        position_list(&r->p, r->p.json, "extra_plays", SU_ALLOWANCES_MAX);
    s->regular_minion =
        position_flag(&r->p, r->p.json, "regular_minion", s->regular_minion);
    s->regular_action =
        position_flag(&r->p, r->p.json, "regular_action", s->regular_action);
    s->minions_before =
        (uint8_t)position_number(&r->p, r->p.json, "minions_before", 0, 200, 0);
    for (size_t i = 0; i < json_array_size(list) && !r->p.err; i++) {
        const json_t *item = json_array_get(list, i);
        SuAllowance *a = &s->allowance[i];
        if (json_is_null(item))
            continue;
        position_only(&r->p, item, keys);
        const json_t *most = json_object_get(item, "power_max");
        const json_t *rule = json_object_get(item, "rule");
        const char *name = json_string_value(json_object_get(item, "name"));
        a->kind =
            (uint8_t)position_thing(&r->p, json_object_get(item, "kind"), SU_KIND);
        a->base = (uint8_t)read_base_name(r, item, "base");
        a->power =
            (uint8_t)(json_is_integer(most) ? json_integer_value(most) : SU_ANY_POWER);
        a->rule =
            (uint8_t)(rule ? position_thing(&r->p, rule, SU_RULE) - 1 : RULE_NONE);
        a->count = (uint8_t)position_number(&r->p, item, "count", 1, 40, 1);
        for (int def = 1; name && def <= r->g.catalog->def_count; def++)
            if (strcmp(r->g.catalog->def[def].id, name) == 0)
                a->name = (uint16_t)def;
    }
}

static void read_dead(SuPosition *r)
{
    SuState *s = r->s;
    const json_t *list =
        position_list(&r->p, r->p.json, "destroyed_this_turn", SU_DEAD_MAX);
    for (size_t i = 0; i < json_array_size(list) && !r->p.err; i++) {
        const json_t *item = json_array_get(list, i);
        SuDead *d = &s->dead[s->dead_count++];
        const json_t *by = json_object_get(item, "by");
        const int card = position_thing(&r->p, json_object_get(item, "card"), SU_CARD);
        d->card = (uint8_t)(card <= su_card_count(s) ? card : 0);
        d->base = (uint8_t)read_base_name(r, item, "base");
        d->seat =
            (uint8_t)position_number(&r->p, item, "controller", 0, s->players - 1, 0);
        d->by =
            (uint8_t)(json_is_integer(by)
                          ? position_number(&r->p, item, "by", 0, s->players - 1, 0) + 1
                          : 0);
    }
}

static int row_number(SuPosition *r, const json_t *row, size_t at, int min, int max)
{
    const json_t *value = json_array_get(row, at);
    if (json_is_integer(value) && json_integer_value(value) >= min &&
        json_integer_value(value) <= max)
        return (int)json_integer_value(value);
    position_fail(&r->p, ERR_BAD_POSITION,
                  "lasting, once and spared are rows of numbers");
    return 0;
}

static void read_rows(SuPosition *r)
{
    SuState *s = r->s;
    const json_t *lasting = position_list(&r->p, r->p.json, "lasting", SU_LASTING_MAX);
    const json_t *once = position_list(&r->p, r->p.json, "once", SU_ONCE_MAX);
    const json_t *spared = position_list(&r->p, r->p.json, "spared", SU_SPARED_MAX);
    for (size_t i = 0; i < json_array_size(lasting); i++) {
        const json_t *row = json_array_get(lasting, i);
        s->lasting[i].kind = (uint8_t)row_number(r, row, 0, 0, LASTS_CONTROL);
        s->lasting[i].card = (uint8_t)row_number(r, row, 1, 0, SU_CARDS_MAX);
        s->lasting[i].seat = (uint8_t)row_number(r, row, 2, 0, SEATS_MAX - 1);
        s->lasting[i].n = (int8_t)row_number(r, row, 3, -99, 99);
    }
    for (size_t i = 0; i < json_array_size(once); i++)
        s->once[i] = (uint16_t)row_number(r, once, i, 0, UINT16_MAX);
    for (size_t i = 0; i < json_array_size(spared); i++)
        for (size_t k = 0; k < 3; k++)
            s->spared[i][k] =
                (uint8_t)row_number(r, json_array_get(spared, i), k, 0, 255);
}

static void read_between(SuPosition *r)
{
    SuState *s = r->s;
    const json_t *look = position_list(&r->p, r->p.json, "look", SU_LOOK_MAX);
    const json_t *resolving = position_list(&r->p, r->p.json, "resolving", SU_FX_MAX);
    for (size_t i = 0; i < json_array_size(look) && !r->p.err; i++) {
        const uint8_t card = (uint8_t)claim_card(r, json_array_get(look, i));
        Event e = su_event(SU_EV_REVEALED, 0, 0, 0, 0, 0);
        e.count = 1;
        if (card)
            su_emit(&r->g, e, &card);
    }
    s->look_seat = (uint8_t)(position_number(&r->p, r->p.json, "look_seat", -1,
                                             s->players - 1, -1) +
                             1);
    for (size_t i = 0; i < json_array_size(resolving) && !r->p.err; i++) {
        const json_t *item = json_array_get(resolving, i);
        const int card = claim_card(r, json_object_get(item, "card"));
        if (card && su_is_minion(&r->g, card))
            position_fail(&r->p, ERR_BAD_POSITION, "resolving: a minion is no action");
        if (!card || r->p.err)
            return;
        put(r, SU_EV_ACTION_PLAYED,
            position_number(&r->p, item, "controller", 0, s->players - 1, 0), card, 0,
            0);
    }
}

/* A position without effects stands in the play phase of the player whose turn it is.
 */
static void stand_in_play(SuPosition *r)
{
    SuState *s = r->s;
    memset(&s->prompt, 0, sizeof s->prompt);
    memset(s->fx, 0, sizeof s->fx);
    s->fx_depth = 0;
    if (s->phase == SU_OVER)
        return;
    if (s->phase != SU_PLAY && !json_object_get(r->p.json, "effects"))
        position_fail(&r->p, ERR_BAD_POSITION,
                      "without effects the phase is play_cards");
    Fx *fx = su_push(&r->g, SU_FX_game, s->seat, 0);
    fx->count = (int16_t)(2 * s->players);
    fx->step = GAME_RESTS;
}

static void read_plain(SuPosition *r)
{
    SuState *s = r->s;
    const json_t *phase = json_object_get(r->p.json, "phase");
    if (position_number(&r->p, r->p.json, "players", 1, 255, s->players) != s->players)
        position_fail(&r->p, ERR_BAD_POSITION,
                      "players differs from the number of players");
    s->target = (uint8_t)position_number(&r->p, r->p.json, "target", 1, 99, s->target);
    s->turn = (uint16_t)position_number(&r->p, r->p.json, "turn", 0, 60000, s->turn);
    s->seat = (uint8_t)position_number(&r->p, r->p.json, "current", 0, s->players - 1,
                                       s->seat);
    s->starter = (uint8_t)position_number(&r->p, r->p.json, "starter", 0,
                                          s->players - 1, s->starter);
    if (phase)
        s->phase = (uint8_t)(position_thing(&r->p, phase, SU_PHASE) - 1);
    s->winners =
        (uint8_t)position_seats(&r->p, r->p.json, "winners", r->s->players, s->winners);
    s->scoring = (uint8_t)read_base_name(r, r->p.json, "scoring");
    s->window = SU_WINDOW_CLOSED;
    if (position_flag(&r->p, r->p.json, "window", false))
        s->window = SU_WINDOW_BEFORE;
    if (position_flag(&r->p, r->p.json, "window_after", false))
        s->window = SU_WINDOW_AFTER;
}

static void read_places(SuPosition *r)
{
    const json_t *seats = position_list(&r->p, r->p.json, "seats", r->s->players);
    if (read_factions(r)) {
        r->s->phase = SU_PLAY;
        r->s->turn = 1;
        r->s->regular_minion = r->s->regular_action = 1;
    }
    read_plain(r);
    if (!r->s->base[0].id && r->s->phase != SU_DRAFT)
        position_fail(&r->p, ERR_BAD_POSITION, "every seat needs two factions");
    if (r->p.err || !r->s->base[0].id)
        return;
    read_madness(r);
    read_bases(r);
    read_on_bases(r);
    read_between(r);
    for (int seat = 0; seat < (int)json_array_size(seats) && !r->p.err; seat++)
        read_seat(r, json_array_get(seats, (size_t)seat), seat);
    read_known(r, seats);
    memset(r->s->minions_played, 0, sizeof r->s->minions_played);
    memset(r->s->actions_played, 0, sizeof r->s->actions_played);
    for (int seat = 0; seat < (int)json_array_size(seats) && !r->p.err; seat++)
        read_seat_numbers(r, json_array_get(seats, (size_t)seat), seat);
    read_allowances(r);
    read_dead(r);
    read_rows(r);
    stand_in_play(r);
}

/* Effects in the middle of things are taken only as they were written, with their
 * table; by hand a position stands in the play phase, or is the start itself. */
static void hold_machine(SuPosition *r, const Table *table, const SuState *begun)
{
    const SuState *s = r->s;
    if (machine_has_effects(r->p.json)) {
        if (!machine_seal_holds(table, r->p.json))
            position_fail(&r->p, ERR_BAD_POSITION,
                          "effects and prompt belong to another table: leave them out");
    } else if (s->phase != SU_PLAY && s->phase != SU_OVER &&
               memcmp(s, begun, sizeof *s) != 0) {
        position_fail(&r->p, ERR_BAD_POSITION,
                      "by hand a position stands in the phase play_cards");
    }
}

static Err read_whole(const void *catalog, const json_t *json, void *state, char *why,
                      size_t why_bytes)
{
    static const char *const keys[] = {"players",
                                       "target",
                                       "turn",
                                       "phase",
                                       "current",
                                       "starter",
                                       "seats",
                                       "bases",
                                       "base_deck",
                                       "base_deck_count",
                                       "base_discard",
                                       "look_bases",
                                       "bases_known",
                                       "bases_known_to",
                                       "scoring",
                                       "window",
                                       "regular_minion",
                                       "regular_action",
                                       "minions_before",
                                       "extra_plays",
                                       "destroyed_this_turn",
                                       "look",
                                       "look_seat",
                                       "resolving",
                                       "lasting",
                                       "once",
                                       "spared",
                                       "madness_of",
                                       "madness_deck",
                                       "window_after",
                                       "winners",
                                       MACHINE_KEYS,
                                       NULL};
    SuState *s = state;
    const Table table = {&su_game, catalog, state};
    const Machine machine = su_machine(s);
    const SuState begun = *s;
    SuPosition r = {position_open(&table, json, SU_CARD, why, why_bytes),
                    su_table(su_reading(catalog, s), s, NULL), s};
    if (json_object_get(json, "base_deck_top"))
        position_fail(&r.p, ERR_BAD_POSITION,
                      "this is a view; what it hides is missing from the table");
    else
        position_only(&r.p, json, keys);
    if (!r.p.err)
        read_places(&r);
    if (!r.p.err && !machine_read(&table, json, &machine, why, why_bytes))
        r.p.err = ERR_BAD_POSITION;
    hold_machine(&r, &table, &begun);
    return r.p.err;
}

Err su_read_state(const void *catalog, const json_t *json, void *state, Refusal *why)
{
    char detail[420] = "";
    const Err err = read_whole(catalog, json, state, detail, sizeof detail);
    if (err == ERR_UNKNOWN_THING)
        *why = refusal_words(err, "state", detail);
    else if (err)
        *why = refusal_words(err, detail, NULL);
    return err;
}
