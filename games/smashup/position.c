/* position.c - reads a Smash Up table from JSON, whole or in part.
 *
 * A position names the factions; decks, bases and hands are then dealt as ever, and
 * what the position says of single cards is laid over that. */
#include "games/smashup/position.h"

#include "games/smashup/host.h"

#include <stdio.h>

typedef struct {
    Su g;
    SuState *s;
    const json_t *json;
    CardSet claimed; /* cards the position has placed */
    Err err;
    char *why;
    size_t why_bytes;
} Reading;

static void fail(Reading *r, Err err, const char *what)
{
    if (r->err)
        return;
    r->err = err;
    snprintf(r->why, r->why_bytes, "%s", what);
}

static int read_number(Reading *r, const json_t *object, const char *key, int min,
                       int max, int otherwise)
{
    const json_t *value = json_object_get(object, key);
    char what[120];
    if (!value)
        return otherwise;
    if (json_is_integer(value) && json_integer_value(value) >= min &&
        json_integer_value(value) <= max)
        return (int)json_integer_value(value);
    snprintf(what, sizeof what, "%s must be a whole number from %d to %d", key, min,
             max);
    fail(r, ERR_BAD_POSITION, what);
    return otherwise;
}

static bool read_flag(Reading *r, const json_t *object, const char *key, bool otherwise)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_boolean(value))
        fail(r, ERR_BAD_POSITION, key);
    return value ? json_is_true(value) : otherwise;
}

/* The array under a key, at most 'max' long; NULL when it is not mentioned. */
static const json_t *read_list(Reading *r, const json_t *object, const char *key,
                               size_t max)
{
    const json_t *list = json_object_get(object, key);
    if (!list || json_is_null(list))
        return NULL;
    if (json_is_array(list) && json_array_size(list) <= max)
        return list;
    fail(r, ERR_BAD_POSITION, key);
    return NULL;
}

static int read_thing(Reading *r, const json_t *value, int kind)
{
    const char *name = json_string_value(value);
    const int id = name ? su_thing_find(&r->g, kind, name) : 0;
    if (!id)
        fail(r, ERR_UNKNOWN_THING, name ? name : "not a name");
    return id;
}

static int read_base_name(Reading *r, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return value && !json_is_null(value) ? read_thing(r, value, SU_BASE) : 0;
}

static int read_mask(Reading *r, const json_t *object, const char *key, int otherwise)
{
    const json_t *list = read_list(r, object, key, SEATS_MAX);
    if (!list)
        return otherwise;
    int mask = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_int_t seat = json_integer_value(json_array_get(list, i));
        if (seat < 0 || seat >= r->s->players)
            fail(r, ERR_BAD_POSITION, key);
        else
            mask |= 1 << seat;
    }
    return mask;
}

static void set_bit(uint8_t *mask, int seat, bool on)
{
    *mask = (uint8_t)(on ? *mask | 1 << seat : *mask & ~(1 << seat));
}

static void only(Reading *r, const json_t *object, const char *const *keys)
{
    const char *name;
    json_t *value;
    if (!json_is_object(object)) {
        fail(r, ERR_BAD_POSITION, "an object is missing");
        return;
    }
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        const char *const *key = keys;
        while (*key && strcmp(*key, name) != 0)
            key++;
        if (!*key)
            fail(r, ERR_UNKNOWN_FIELD, name);
    }
}

/* A card the position puts somewhere: it exists and lies nowhere else. */
static int claim(Reading *r, const json_t *value)
{
    const int card = read_thing(r, value, SU_CARD);
    if (card > su_card_count(r->s))
        fail(r, ERR_UNKNOWN_THING, json_string_value(value));
    else if (card && set_has(&r->claimed, (Id)card))
        fail(r, ERR_DUPLICATE_THING, json_string_value(value));
    if (r->err)
        return 0;
    set_add(&r->claimed, (Id)card);
    return card;
}

static void put(Reading *r, int type, int seat, int card, int b, int c)
{
    su_emit(&r->g, su_event(type, seat, card, b, c, 0), NULL);
}

/* Factions, and with them decks, bases and hands. */
static bool read_factions(Reading *r)
{
    const json_t *seats = read_list(r, r->json, "seats", SEATS_MAX);
    SuState *s = r->s;
    CardSet taken = set_none();
    uint8_t faction[SEATS_MAX][2] = {{0}};
    int count = 0;
    for (size_t i = 0; i < json_array_size(seats) && i < s->players; i++) {
        const json_t *list = read_list(r, json_array_get(seats, i), "factions", 2);
        for (size_t k = 0; k < json_array_size(list) && !r->err; k++) {
            const int id = read_thing(r, json_array_get(list, k), SU_FACTION);
            if (id && set_has(&taken, (Id)id))
                fail(r, ERR_DUPLICATE_THING, r->g.catalog->faction[id].id);
            set_add(&taken, (Id)id);
            faction[i][k] = (uint8_t)id;
            count++;
        }
    }
    if (r->err || !count)
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
    const json_t *effects = json_object_get(r->json, "effects");
    if (!effects)
        fail(r, ERR_BAD_POSITION, "every seat needs two factions");
    return false;
}

static void read_madness(Reading *r)
{
    SuState *s = r->s;
    const json_t *list = read_list(r, r->json, "madness_of", SU_MADNESS_MAX);
    for (size_t i = 0; i < json_array_size(list) && s->madness_on; i++) {
        const json_int_t seat = json_integer_value(json_array_get(list, i));
        const int card = su_madness_first(s) + (int)i;
        if (seat < 0 || seat > s->players)
            fail(r, ERR_BAD_POSITION, "madness_of");
        else if (seat)
            put(r, SU_EV_MADNESS_DRAWN, (int)seat - 1, card, 0, 0);
    }
}

/* Everything unclaimed in a set goes under its deck. */
static void empty(Reading *r, CardSet set)
{
    for (Id card = set_next(&set, 0); card; card = set_next(&set, card))
        if (!set_has(&r->claimed, card))
            put(r, SU_EV_TO_BOTTOM, su_owner(r->s, card), card, 0, 0);
}

/* Hand or discard pile: exactly these cards. */
static void read_pile(Reading *r, const json_t *object, const char *key, int seat,
                      int type)
{
    const json_t *list = read_list(r, object, key, SU_CARDS_MAX);
    if (!list)
        return;
    empty(r, type == SU_EV_TO_HAND ? r->s->hand[seat] : r->s->discard[seat]);
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++) {
        const int card = claim(r, json_array_get(list, i));
        if (card && su_owner(r->s, card) != seat)
            fail(r, ERR_BAD_POSITION, "a card lies with another player than its owner");
        if (!r->err)
            put(r, type, seat, card, 0, 0);
    }
}

/* The top of a deck; what is not mentioned stays below. */
static void read_deck(Reading *r, const json_t *object, int seat)
{
    const json_t *list = read_list(r, object, "deck", SU_CARDS_MAX);
    for (size_t i = json_array_size(list); i > 0 && !r->err; i--) {
        const int card = claim(r, json_array_get(list, i - 1));
        if (card && su_owner(r->s, card) != seat)
            fail(r, ERR_BAD_POSITION, "a card lies with another player than its owner");
        if (!r->err)
            put(r, SU_EV_TO_TOP, seat, card, 0, 0);
    }
}

static void read_seat(Reading *r, const json_t *object, int seat)
{
    static const char *const keys[] = {
        "factions",    "vp",      "hand",           "hand_count",     "deck",
        "deck_count",  "discard", "minions_played", "actions_played", "place",
        "had_minions", "asleep",  "sleeps_next",    "hand_shown_to",  "known",
        NULL};
    only(r, object, keys);
    if (!r->s->base[0].id)
        return;
    read_pile(r, object, "hand", seat, SU_EV_TO_HAND);
    read_pile(r, object, "discard", seat, SU_EV_DISCARDED);
    read_deck(r, object, seat);
}

static void read_seat_numbers(Reading *r, const json_t *object, int seat)
{
    SuState *s = r->s;
    s->vp[seat] = (int16_t)read_number(r, object, "vp", -99, 99, s->vp[seat]);
    s->minions_played[seat] =
        (uint8_t)read_number(r, object, "minions_played", 0, 200, 0);
    s->actions_played[seat] =
        (uint8_t)read_number(r, object, "actions_played", 0, 200, 0);
    s->place[seat] = (uint8_t)read_number(r, object, "place", 0, SEATS_MAX, 0);
    set_bit(&s->had_minions, seat, read_flag(r, object, "had_minions", false));
    set_bit(&s->asleep, seat, read_flag(r, object, "asleep", false));
    set_bit(&s->sleeps_next, seat, read_flag(r, object, "sleeps_next", false));
    s->hand_shown[seat] = (uint8_t)read_mask(r, object, "hand_shown_to", 0);
}

/* Who knows which cards of hands and decks; nobody where the position does not say. */
static void read_known(Reading *r, const json_t *seats)
{
    SuState *s = r->s;
    for (int card = 1; card <= su_card_count(s); card++)
        if (s->card[card].zone == SU_IN_HAND || s->card[card].zone == SU_IN_DECK)
            s->card[card].note = 0;
    for (size_t i = 0; i < json_array_size(seats) && !r->err; i++) {
        const json_t *known = json_object_get(json_array_get(seats, i), "known");
        const char *name;
        json_t *value;
        json_object_foreach((json_t *)(uintptr_t)known, name, value)
        {
            const int card = su_thing_find(&r->g, SU_CARD, name);
            const bool here =
                card && card <= su_card_count(s) &&
                (s->card[card].zone == SU_IN_HAND || s->card[card].zone == SU_IN_DECK);
            if (!here || !json_is_integer(value))
                fail(r, ERR_UNKNOWN_THING, name);
            else
                s->card[card].note =
                    (uint8_t)(json_integer_value(value) & SU_KNOWN_TO_ALL);
        }
    }
    s->bases_known = (uint8_t)read_number(r, r->json, "bases_known", 0,
                                          s->base_deck_count, s->bases_known);
    s->bases_known_to =
        (uint8_t)(1 + read_number(r, r->json, "bases_known_to", -1, s->players - 1,
                                  s->bases_known_to - 1));
}

/* A card in play: its name alone, or an object with what is known of it. */
static int read_in_play(Reading *r, const json_t *item)
{
    static const char *const keys[] = {"card",     "power", "controller", "counters",
                                       "bonus",    "until", "used",       "new",
                                       "new_here", "note",  "actions",    NULL};
    if (json_is_string(item))
        return claim(r, item);
    only(r, item, keys);
    return claim(r, json_object_get(item, "card"));
}

static void read_marks(Reading *r, const json_t *item, int card)
{
    SuCard *c = &r->s->card[card];
    c->seat =
        (uint8_t)read_number(r, item, "controller", 0, r->s->players - 1, c->seat);
    c->counters = (uint8_t)read_number(r, item, "counters", 0, 99, 0);
    c->bonus = (int8_t)read_number(r, item, "bonus", -99, 99, 0);
    c->until = (uint8_t)read_number(r, item, "until", 0, SEATS_MAX, 0);
    c->used = (uint8_t)((read_flag(r, item, "used", false) ? CARD_USED : 0) |
                        (read_flag(r, item, "new", false) ? CARD_NEW : 0) |
                        (read_flag(r, item, "new_here", false) ? CARD_NEW_HERE : 0));
    c->note = (uint8_t)read_number(r, item, "note", 0, 255, 0);
}

static void read_actions(Reading *r, const json_t *object, int base, int minion)
{
    const json_t *list = read_list(r, object, "actions", SU_CARDS_MAX);
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++) {
        const json_t *item = json_array_get(list, i);
        const int card = read_in_play(r, item);
        if (card && su_is_minion(&r->g, card))
            fail(r, ERR_BAD_POSITION, "a minion lies where an action should");
        if (r->err)
            return;
        put(r, SU_EV_ACTION_PLAYED, su_owner(r->s, card), card, 0, 0);
        put(r, SU_EV_ATTACHED, su_owner(r->s, card), card, base, minion);
        read_marks(r, item, card);
    }
}

static void read_minions(Reading *r, const json_t *object, int base)
{
    const json_t *list = read_list(r, object, "minions", SU_CARDS_MAX);
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++) {
        const json_t *item = json_array_get(list, i);
        const int card = read_in_play(r, item);
        if (card && !su_is_minion(&r->g, card))
            fail(r, ERR_BAD_POSITION, "an action stands where a minion should");
        if (r->err)
            return;
        put(r, SU_EV_MINION_PLAYED, su_owner(r->s, card), card, base, 0);
        read_actions(r, item, base, card);
        read_marks(r, item, card);
    }
}

/* The base deck: these on top, then those already there. */
static void read_base_deck(Reading *r, const CardSet *gone)
{
    SuState *s = r->s;
    const json_t *list = read_list(r, r->json, "base_deck", SU_BASES_MAX);
    uint8_t deck[SU_BASES_MAX + 1];
    CardSet named = *gone;
    uint8_t top[SU_BASES_MAX];
    int count = 0, tops = 0;
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++) {
        const int base = read_thing(r, json_array_get(list, i), SU_BASE);
        if (base && set_has(&named, (Id)base))
            fail(r, ERR_DUPLICATE_THING, r->g.catalog->base[base].id);
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

static void read_base_names(Reading *r, const json_t *list, CardSet *gone)
{
    SuState *s = r->s;
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++) {
        const json_t *item = json_array_get(list, i);
        const int base = json_is_string(item) ? read_thing(r, item, SU_BASE)
                                              : read_base_name(r, item, "base");
        if (!base || set_has(gone, (Id)base)) {
            fail(r, ERR_BAD_POSITION, "bases: each once");
            return;
        }
        set_add(gone, (Id)base);
        memset(&s->base[i], 0, sizeof s->base[i]);
        s->base[i].id = (uint8_t)base;
    }
}

/* Bases not named stay as dealt, unless one of them is wanted elsewhere. */
static void read_bases(Reading *r)
{
    SuState *s = r->s;
    const json_t *list = read_list(r, r->json, "bases", (size_t)s->players + 1);
    const json_t *used = read_list(r, r->json, "base_discard", SU_BASES_MAX);
    const json_t *look = read_list(r, r->json, "look_bases", SU_LOOK_MAX);
    CardSet gone = set_none();
    const int named = (int)json_array_size(list);
    for (int i = 0; i <= s->players && i < SU_IN_PLAY_MAX; i++)
        s->base_deck[s->base_deck_count++] = s->base[i].id;
    read_base_names(r, list, &gone);
    for (size_t i = 0; i < json_array_size(used) && !r->err; i++) {
        const int base = read_thing(r, json_array_get(used, i), SU_BASE);
        s->base_discard |= (uint64_t)1 << base;
        set_add(&gone, (Id)base);
    }
    for (size_t i = 0; i < json_array_size(look) && !r->err; i++) {
        const int base = read_thing(r, json_array_get(look, i), SU_BASE);
        s->look_base[s->look_base_count++] = (uint8_t)base;
        set_add(&gone, (Id)base);
    }
    if (r->err)
        return;
    read_base_deck(r, &gone);
    for (int i = named; i <= s->players && !r->err; i++) {
        memset(&s->base[i], 0, sizeof s->base[i]);
        s->base[i].id = s->base_deck_count ? s->base_deck[0] : 0;
        for (int k = 1; k < s->base_deck_count; k++)
            s->base_deck[k - 1] = s->base_deck[k];
        if (s->base_deck_count)
            s->base_deck[--s->base_deck_count] = 0;
    }
}

/* Minions played here this turn, for each seat. */
static void read_played(Reading *r, const json_t *item, SuBase *b)
{
    const json_t *list = read_list(r, item, "played", (size_t)r->s->players);
    b->played = 0;
    for (size_t seat = 0; seat < json_array_size(list); seat++) {
        const json_int_t count = json_integer_value(json_array_get(list, seat));
        if (count < 0 || count > 3)
            fail(r, ERR_BAD_POSITION, "played: from 0 to 3 for each seat");
        else
            b->played = (uint8_t)(b->played | (int)count << 2 * (int)seat);
    }
}

static void read_on_bases(Reading *r)
{
    static const char *const keys[] = {"base",      "breakpoint", "change", "used_by",
                                       "passed_by", "played",     "power",  "minions",
                                       "actions",   NULL};
    SuState *s = r->s;
    const json_t *list = read_list(r, r->json, "bases", SU_IN_PLAY_MAX);
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++) {
        const json_t *item = json_array_get(list, i);
        if (json_is_string(item))
            continue;
        only(r, item, keys);
        SuBase *b = &s->base[i];
        b->change = (int16_t)read_number(r, item, "change", -99, 99, 0);
        b->used = (uint8_t)read_mask(r, item, "used_by", 0);
        read_minions(r, item, b->id);
        read_actions(r, item, b->id, 0);
        read_played(r, item, b);
    }
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++)
        s->base[i].passed =
            (uint8_t)read_mask(r, json_array_get(list, i), "passed_by", 0);
}

static void read_allowances(Reading *r)
{
    static const char *const keys[] = {"kind",  "base", "power_max", "rule",
                                       "count", "name", NULL};
    SuState *s = r->s;
    const json_t *list = read_list(r, r->json, "extra_plays", SU_ALLOWANCES_MAX);
    s->regular_minion = read_flag(r, r->json, "regular_minion", s->regular_minion);
    s->regular_action = read_flag(r, r->json, "regular_action", s->regular_action);
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++) {
        const json_t *item = json_array_get(list, i);
        SuAllowance *a = &s->allowance[i];
        if (json_is_null(item))
            continue;
        only(r, item, keys);
        const json_t *most = json_object_get(item, "power_max");
        const json_t *rule = json_object_get(item, "rule");
        const char *name = json_string_value(json_object_get(item, "name"));
        a->kind = (uint8_t)read_thing(r, json_object_get(item, "kind"), SU_KIND);
        a->base = (uint8_t)read_base_name(r, item, "base");
        a->power =
            (uint8_t)(json_is_integer(most) ? json_integer_value(most) : SU_ANY_POWER);
        a->rule = (uint8_t)(rule ? read_thing(r, rule, SU_RULE) - 1 : RULE_NONE);
        a->count = (uint8_t)read_number(r, item, "count", 1, 40, 1);
        for (int def = 1; name && def <= r->g.catalog->def_count; def++)
            if (strcmp(r->g.catalog->def[def].id, name) == 0)
                a->name = (uint16_t)def;
    }
}

static void read_dead(Reading *r)
{
    SuState *s = r->s;
    const json_t *list = read_list(r, r->json, "destroyed_this_turn", SU_DEAD_MAX);
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++) {
        const json_t *item = json_array_get(list, i);
        SuDead *d = &s->dead[s->dead_count++];
        const json_t *by = json_object_get(item, "by");
        d->card = (uint8_t)read_thing(r, json_object_get(item, "card"), SU_CARD);
        d->base = (uint8_t)read_base_name(r, item, "base");
        d->seat = (uint8_t)read_number(r, item, "controller", 0, s->players - 1, 0);
        d->by = (uint8_t)(json_is_integer(by)
                              ? read_number(r, item, "by", 0, s->players - 1, 0) + 1
                              : 0);
    }
}

static int row_number(Reading *r, const json_t *row, size_t at, int min, int max)
{
    const json_t *value = json_array_get(row, at);
    if (json_is_integer(value) && json_integer_value(value) >= min &&
        json_integer_value(value) <= max)
        return (int)json_integer_value(value);
    fail(r, ERR_BAD_POSITION, "lasting, once and spared are rows of numbers");
    return 0;
}

static void read_rows(Reading *r)
{
    SuState *s = r->s;
    const json_t *lasting = read_list(r, r->json, "lasting", SU_LASTING_MAX);
    const json_t *once = read_list(r, r->json, "once", SU_ONCE_MAX);
    const json_t *spared = read_list(r, r->json, "spared", SU_SPARED_MAX);
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

static void read_between(Reading *r)
{
    SuState *s = r->s;
    const json_t *look = read_list(r, r->json, "look", SU_LOOK_MAX);
    const json_t *resolving = read_list(r, r->json, "resolving", SU_FX_MAX);
    for (size_t i = 0; i < json_array_size(look) && !r->err; i++) {
        const uint8_t card = (uint8_t)claim(r, json_array_get(look, i));
        Event e = su_event(SU_EV_REVEALED, 0, 0, 0, 0, 0);
        e.count = 1;
        if (card)
            su_emit(&r->g, e, &card);
    }
    s->look_seat =
        (uint8_t)(read_number(r, r->json, "look_seat", -1, s->players - 1, -1) + 1);
    for (size_t i = 0; i < json_array_size(resolving) && !r->err; i++) {
        const json_t *item = json_array_get(resolving, i);
        const int card = claim(r, json_object_get(item, "card"));
        if (!card)
            return;
        put(r, SU_EV_ACTION_PLAYED,
            read_number(r, item, "controller", 0, s->players - 1, 0), card, 0, 0);
    }
}

/* A position without effects stands in the play phase of the player whose turn it is.
 */
static void stand_in_play(Reading *r)
{
    SuState *s = r->s;
    memset(&s->prompt, 0, sizeof s->prompt);
    memset(s->fx, 0, sizeof s->fx);
    s->fx_depth = 0;
    if (s->phase == SU_OVER)
        return;
    if (s->phase != SU_PLAY && !json_object_get(r->json, "effects"))
        fail(r, ERR_BAD_POSITION, "without effects the phase is play_cards");
    Fx *fx = su_push(&r->g, SU_FX_game, s->seat, 0);
    fx->count = (int16_t)(2 * s->players);
    fx->step = 4;
}

static void read_plain(Reading *r)
{
    SuState *s = r->s;
    const json_t *phase = json_object_get(r->json, "phase");
    if (read_number(r, r->json, "players", 1, 255, s->players) != s->players)
        fail(r, ERR_BAD_POSITION, "players differs from the number of players");
    s->target = (uint8_t)read_number(r, r->json, "target", 1, 99, s->target);
    s->turn = (uint16_t)read_number(r, r->json, "turn", 0, 60000, s->turn);
    s->seat = (uint8_t)read_number(r, r->json, "current", 0, s->players - 1, s->seat);
    s->starter =
        (uint8_t)read_number(r, r->json, "starter", 0, s->players - 1, s->starter);
    if (phase)
        s->phase = (uint8_t)(read_thing(r, phase, SU_PHASE) - 1);
    s->winners = (uint8_t)read_mask(r, r->json, "winners", s->winners);
    s->scoring = (uint8_t)read_base_name(r, r->json, "scoring");
    s->window = read_flag(r, r->json, "window", false);
}

static void read_places(Reading *r)
{
    const json_t *seats = read_list(r, r->json, "seats", r->s->players);
    if (read_factions(r)) {
        r->s->phase = SU_PLAY;
        r->s->turn = 1;
        r->s->regular_minion = r->s->regular_action = 1;
    }
    read_plain(r);
    if (r->err || (r->s->phase == SU_DRAFT && !r->s->base[0].id))
        return;
    read_madness(r);
    read_bases(r);
    read_on_bases(r);
    read_between(r);
    for (int seat = 0; seat < (int)json_array_size(seats) && !r->err; seat++)
        read_seat(r, json_array_get(seats, (size_t)seat), seat);
    read_known(r, seats);
    memset(r->s->minions_played, 0, sizeof r->s->minions_played);
    memset(r->s->actions_played, 0, sizeof r->s->actions_played);
    for (int seat = 0; seat < (int)json_array_size(seats) && !r->err; seat++)
        read_seat_numbers(r, json_array_get(seats, (size_t)seat), seat);
    read_allowances(r);
    read_dead(r);
    read_rows(r);
    stand_in_play(r);
}

/* Effects in the middle of things are taken only as they were written, with their
 * table; by hand a position stands in the play phase, or is the start itself. */
static void hold_machine(Reading *r, const Table *table, const SuState *begun)
{
    const SuState *s = r->s;
    if (machine_has_effects(r->json)) {
        if (!machine_seal_holds(table, r->json))
            fail(r, ERR_BAD_POSITION,
                 "effects and prompt belong to another table: leave them out");
    } else if (s->phase != SU_PLAY && s->phase != SU_OVER &&
               memcmp(s, begun, sizeof *s) != 0) {
        fail(r, ERR_BAD_POSITION, "by hand a position stands in the phase play_cards");
    }
}

Err su_read_state(const void *catalog, const json_t *json, void *state, char *why,
                  size_t why_bytes)
{
    static const char *const keys[] = {"players",        "target",
                                       "turn",           "phase",
                                       "current",        "starter",
                                       "seats",          "bases",
                                       "base_deck",      "base_deck_count",
                                       "base_discard",   "look_bases",
                                       "bases_known",    "bases_known_to",
                                       "scoring",        "window",
                                       "regular_minion", "regular_action",
                                       "extra_plays",    "destroyed_this_turn",
                                       "look",           "look_seat",
                                       "resolving",      "lasting",
                                       "once",           "spared",
                                       "madness_of",     "winners",
                                       MACHINE_KEYS,     NULL};
    SuState *s = state;
    Reading r = {.g = su_table(su_reading(catalog, s), s, NULL),
                 .s = s,
                 .json = json,
                 .why = why,
                 .why_bytes = why_bytes};
    const Table table = {&su_game, catalog, state};
    const Machine machine = su_machine(s);
    const SuState begun = *s;
    only(&r, json, keys);
    if (!r.err)
        read_places(&r);
    if (!r.err && !machine_read(&table, json, &machine, why, why_bytes))
        r.err = ERR_BAD_POSITION;
    hold_machine(&r, &table, &begun);
    return r.err;
}
