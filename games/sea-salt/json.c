/* json.c - a Sea Salt & Paper table as JSON, whole or as a view, and back again.
 *
 * Decks are written top first, piles bottom first, as a person lays them out. */
#include "games/sea-salt/host.h"

#include "engine/machine.h"

#include <stdio.h>
#include <stdlib.h>

static Machine machine_of(const SaltState *s)
{
    SaltState *m = (SaltState *)(uintptr_t)s;
    const Machine machine = {&m->rng,       &m->prompt,  m->fx,
                             &m->fx_depth,  SALT_FX_MAX, salt_ability_names,
                             SALT_ABILITIES};
    return machine;
}

static const char *card_name(const Salt *g, int card)
{
    return salt_thing_id(g->catalog, g->state, SALT_CARD, card);
}

static void write_set(JsonW *out, const char *key, const Salt *g, SaltSet cards)
{
    jw_array(out, key);
    while (!salt_set_is_empty(cards))
        jw_str(out, NULL, card_name(g, salt_set_pop(&cards)));
    jw_end_array(out);
}

static void write_pairs(JsonW *out, const Salt *g, int seat)
{
    SaltSet cards = g->state->played[seat];
    jw_array(out, "pairs");
    while (!salt_set_is_empty(cards)) {
        const int first = salt_set_pop(&cards);
        int card = first;
        jw_array(out, NULL);
        do {
            jw_str(out, NULL, card_name(g, card));
            salt_set_remove(&cards, card);
            card = g->state->next[card];
        } while (card != first);
        jw_end_array(out);
    }
    jw_end_array(out);
}

static void write_seat(JsonW *out, const Salt *g, int seat)
{
    const SaltState *s = g->state;
    const bool known = salt_set_count(s->hand[seat]) == s->hand_count[seat];
    jw_object(out, NULL);
    if (known)
        write_set(out, "hand", g, s->hand[seat]);
    else
        jw_null(out, "hand");
    jw_int(out, "hand_count", s->hand_count[seat]);
    write_pairs(out, g, seat);
    jw_int(out, "total", s->total[seat]);
    jw_int(out, "last_round", s->last_round[seat]);
    jw_bool(out, "locked", s->locked >> seat & 1);
    jw_bool(out, "jellied", s->jellied >> seat & 1);
    jw_bool(out, "in_reef", s->reef_seats >> seat & 1);
    jw_str(out, "reef", s->reef[seat] ? card_name(g, s->reef[seat]) : NULL);
    jw_str(out, "event",
           s->event_of[seat] ? salt_pepper_names[s->event_of[seat]] : NULL);
    jw_end_object(out);
}

/* A pile in full, or only its top and its size: lower cards are not open to view. */
static void write_pile(JsonW *out, const Salt *g, int pile)
{
    const SaltState *s = g->state;
    static const char *const names[2][3] = {{"left", "left_top", "left_count"},
                                            {"right", "right_top", "right_count"}};
    uint8_t cards[SALT_CARDS_MAX];
    int count = 0;
    for (int card = s->pile_top[pile]; card; card = s->next[card])
        cards[count++] = (uint8_t)card;
    if (!s->viewer) {
        jw_array(out, names[pile][0]);
        while (count > 0)
            jw_str(out, NULL, card_name(g, cards[--count]));
        jw_end_array(out);
    }
    jw_str(out, names[pile][1],
           s->pile_top[pile] ? card_name(g, s->pile_top[pile]) : NULL);
    jw_int(out, names[pile][2], s->pile_count[pile]);
}

static void write_deck(JsonW *out, const Salt *g)
{
    const SaltState *s = g->state;
    if (!s->viewer) {
        jw_array(out, "deck");
        for (int card = s->deck_top; card; card = s->next[card])
            jw_str(out, NULL, card_name(g, card));
        jw_end_array(out);
    }
    jw_int(out, "deck_count", s->deck_count);
    write_pile(out, g, 0);
    write_pile(out, g, 1);
    jw_array(out, "look");
    for (int i = 0; i < s->look_count; i++)
        jw_str(out, NULL, s->look[i] ? card_name(g, s->look[i]) : NULL);
    jw_end_array(out);
    jw_int(out, "look_count", s->look_count);
}

static void write_colours(JsonW *out, const Salt *g)
{
    const SaltState *s = g->state;
    jw_object(out, "colours");
    for (int card = 1; card <= s->card_count; card++)
        if (salt_colour(s, card))
            jw_str(out, card_name(g, card),
                   g->profile->colour_id[salt_colour(s, card)]);
    jw_end_object(out);
}

static void write_declaration(JsonW *out, const SaltState *s)
{
    if (s->declarer == SEAT_NONE) {
        jw_null(out, "declaration");
        return;
    }
    jw_object(out, "declaration");
    jw_int(out, "seat", s->declarer);
    jw_str(out, "mode", s->mode == SALT_STOP ? "stop" : "last_chance");
    jw_int(out, "score", s->declare_score);
    jw_end_object(out);
}

static void write_steals(JsonW *out, const Salt *g)
{
    jw_array(out, "stolen");
    for (int i = 0; i < SALT_STEALS_MAX && g->state->steal[i].thief; i++) {
        const SaltSteal *steal = &g->state->steal[i];
        jw_object(out, NULL);
        jw_int(out, "thief", steal->thief - 1);
        jw_int(out, "victim", steal->victim - 1);
        jw_str(out, "pair", card_name(g, steal->pair));
        jw_str(out, "card", steal->card ? card_name(g, steal->card) : NULL);
        jw_end_object(out);
    }
    jw_end_array(out);
}

static void write_events(JsonW *out, const SaltState *s)
{
    jw_str(out, "event", s->event ? salt_pepper_names[s->event] : NULL);
    jw_array(out, "event_deck");
    for (int i = 0; i < s->event_count; i++)
        jw_str(out, NULL, salt_pepper_names[s->event_deck[i]]);
    jw_end_array(out);
}

/* Plain numbers of the table and the range a position may give them. */
typedef struct {
    const char *name;
    size_t at;
    int min, max;
} Number;

static const Number numbers[] = {
    {"target", offsetof(SaltState, target), 1, 250},
    {"start_hand", offsetof(SaltState, start_hand), 0, SALT_HAND_START_MAX},
    {"extra_turn_cap", offsetof(SaltState, extra_cap), 0, 20},
    {"declare_min", offsetof(SaltState, declare_min), 1, 50},
    {"mermaids_to_win", offsetof(SaltState, mermaids_to_win), 1, 10},
    {"extra_turns_queued", offsetof(SaltState, extra_queued), 0, 20},
    {"extra_turns_granted", offsetof(SaltState, extra_granted), 0, 20},
};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

void salt_write_state(const void *catalog, const void *state, JsonW *out)
{
    const Salt g = salt_table(catalog, (SaltState *)(uintptr_t)state, NULL);
    const SaltState *s = g.state;
    const Machine machine = machine_of(s);
    const Table table = {&salt_game, catalog, state};
    jw_object(out, NULL);
    jw_str(out, "profile", g.profile->id);
    jw_int(out, "players", s->players);
    jw_bool(out, "extra_salt", s->card_count > g.profile->card_count);
    jw_bool(out, "extra_pepper", s->pepper_on != 0);
    jw_int(out, "round", s->round);
    jw_str(out, "phase", salt_phase_names[s->phase]);
    jw_int(out, "current", s->seat);
    jw_int(out, "starter", s->starter);
    for (int i = 0; i < NUMBERS; i++)
        jw_int(out, numbers[i].name, *((const uint8_t *)s + numbers[i].at));
    write_declaration(out, s);
    write_deck(out, &g);
    jw_array(out, "seats");
    for (int seat = 0; seat < s->players; seat++)
        write_seat(out, &g, seat);
    jw_end_array(out);
    write_steals(out, &g);
    if (g.profile->random_colour)
        write_colours(out, &g);
    if (s->pepper_on)
        write_events(out, s);
    jw_array(out, "winners");
    for (int seat = 0; seat < s->players; seat++)
        if (s->winners >> seat & 1)
            jw_int(out, NULL, seat);
    jw_end_array(out);
    machine_write(out, &table, &machine, s->viewer != 0);
    jw_end_object(out);
}

/* Reading. A position says where some cards lie; the others stay where the deal left
 * them, or, once the deck is given, out of the game. */
typedef struct {
    Salt g;
    SaltState *s;
    const json_t *json;
    SaltSet claimed; /* cards the position has placed */
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

static int read_thing(Reading *r, const json_t *value, int kind)
{
    const char *name = json_string_value(value);
    const int id = name ? salt_thing_find(&r->g, kind, name) : 0;
    if (!id)
        fail(r, ERR_UNKNOWN_THING, name ? name : "not a name");
    return id;
}

/* A card the position puts somewhere: it exists and lies nowhere else. */
static int claim(Reading *r, const json_t *value)
{
    const int card = read_thing(r, value, SALT_CARD);
    if (card && salt_set_has(&r->claimed, card))
        fail(r, ERR_DUPLICATE_THING, json_string_value(value));
    if (card)
        salt_set_add(&r->claimed, card);
    return r->err ? 0 : card;
}

/* A list of cards under a key; -1 when the position does not mention it. */
static int claim_list(Reading *r, const json_t *object, const char *key, uint8_t *cards,
                      int max)
{
    const json_t *list = json_object_get(object, key);
    if (!list || json_is_null(list))
        return -1;
    if (!json_is_array(list) || json_array_size(list) > (size_t)max) {
        fail(r, ERR_BAD_POSITION, key);
        return -1;
    }
    int count = 0;
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++)
        cards[count++] = (uint8_t)claim(r, json_array_get(list, i));
    return r->err ? -1 : count;
}

static SaltSet set_of(const uint8_t *cards, int count)
{
    SaltSet set = salt_set_none();
    for (int i = 0; i < count; i++)
        salt_set_add(&set, cards[i]);
    return set;
}

static void read_pairs(Reading *r, const json_t *object, int seat)
{
    const json_t *pairs = json_object_get(object, "pairs");
    if (!pairs)
        return;
    r->s->played[seat] = salt_set_none();
    for (size_t i = 0; i < json_array_size(pairs) && !r->err; i++) {
        const json_t *pair = json_array_get(pairs, i);
        uint8_t cards[3];
        const size_t count = json_array_size(pair);
        if (count != 2 && count != 3) {
            fail(r, ERR_BAD_POSITION, "a pair has two cards, a trio three");
            return;
        }
        for (size_t k = 0; k < count; k++)
            cards[k] = (uint8_t)claim(r, json_array_get(pair, k));
        for (size_t k = 0; k < count && !r->err; k++) {
            salt_set_add(&r->s->played[seat], cards[k]);
            r->s->next[cards[k]] = cards[(k + 1) % count];
        }
    }
}

static void read_event_of(Reading *r, const json_t *object, int seat)
{
    const json_t *event = json_object_get(object, "event");
    if (event)
        r->s->event_of[seat] =
            json_is_null(event) ? 0 : (uint8_t)read_thing(r, event, SALT_PEPPER);
}

static void set_bit(uint8_t *mask, int seat, bool on)
{
    *mask = (uint8_t)(on ? *mask | 1 << seat : *mask & ~(1 << seat));
}

static const char *const seat_keys[] = {
    "hand",    "hand_count", "pairs", "total", "last_round", "locked",
    "jellied", "in_reef",    "reef",  "event", NULL};

static const char *const state_keys[] = {"profile",
                                         "players",
                                         "extra_salt",
                                         "extra_pepper",
                                         "round",
                                         "phase",
                                         "current",
                                         "starter",
                                         "declaration",
                                         "deck",
                                         "deck_count",
                                         "left",
                                         "left_top",
                                         "left_count",
                                         "right",
                                         "right_top",
                                         "right_count",
                                         "look",
                                         "look_count",
                                         "seats",
                                         "stolen",
                                         "colours",
                                         "event",
                                         "event_deck",
                                         "winners",
                                         "target",
                                         "start_hand",
                                         "extra_turn_cap",
                                         "declare_min",
                                         "mermaids_to_win",
                                         "extra_turns_queued",
                                         "extra_turns_granted",
                                         MACHINE_KEYS,
                                         NULL};

static void only(Reading *r, const json_t *object, const char *const *keys)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        const char *const *key = keys;
        while (*key && strcmp(*key, name) != 0)
            key++;
        if (!*key)
            fail(r, ERR_UNKNOWN_FIELD, name);
    }
}

static void read_seat(Reading *r, const json_t *object, int seat)
{
    SaltState *s = r->s;
    uint8_t cards[SALT_CARDS_MAX];
    if (!json_is_object(object)) {
        fail(r, ERR_BAD_POSITION, "seats must be a list of objects");
        return;
    }
    only(r, object, seat_keys);
    const int hand = claim_list(r, object, "hand", cards, SALT_CARDS_MAX);
    if (hand >= 0)
        s->hand[seat] = set_of(cards, hand);
    read_pairs(r, object, seat);
    const json_t *reef = json_object_get(object, "reef");
    if (reef && !json_is_null(reef)) {
        s->reef[seat] = (uint8_t)claim(r, reef);
        set_bit(&s->reef_seats, seat, true);
    }
    s->total[seat] = (int16_t)read_number(r, object, "total", 0, 999, s->total[seat]);
    s->last_round[seat] =
        (int16_t)read_number(r, object, "last_round", 0, 999, s->last_round[seat]);
    set_bit(&s->locked, seat, read_flag(r, object, "locked", s->locked >> seat & 1));
    set_bit(&s->jellied, seat, read_flag(r, object, "jellied", s->jellied >> seat & 1));
    read_event_of(r, object, seat);
}

/* Cards in a chain, 'first' on top, none of them claimed for another place. */
static int chain(Reading *r, uint8_t *top, const uint8_t *cards, int count)
{
    int kept = 0;
    *top = 0;
    for (int i = count - 1; i >= 0; i--) {
        r->s->next[cards[i]] = *top;
        *top = cards[i];
        kept++;
    }
    return kept;
}

/* What the deal left in a pile or the deck, top first, less the cards placed elsewhere.
 */
static int remaining(const Reading *r, const SaltState *dealt, int top, uint8_t *cards)
{
    int count = 0;
    for (int card = top; card; card = dealt->next[card])
        if (!salt_set_has(&r->claimed, card))
            cards[count++] = (uint8_t)card;
    return count;
}

static void reverse(uint8_t *cards, int count)
{
    for (int i = 0; i < count / 2; i++) {
        const uint8_t card = cards[i];
        cards[i] = cards[count - 1 - i];
        cards[count - 1 - i] = card;
    }
}

static void read_places(Reading *r)
{
    static const char *const pile_names[2] = {"left", "right"};
    SaltState *s = r->s;
    const SaltState dealt = *s;
    uint8_t deck[SALT_CARDS_MAX], pile[2][SALT_CARDS_MAX], look[SALT_LOOK_MAX];
    int pile_count[2];
    const json_t *seats = json_object_get(r->json, "seats");
    if (seats && (!json_is_array(seats) || json_array_size(seats) > s->players))
        fail(r, ERR_BAD_POSITION, "seats must be a list, one for each player at most");
    for (size_t i = 0; i < json_array_size(seats) && !r->err; i++)
        read_seat(r, json_array_get(seats, i), (int)i);
    int deck_count = claim_list(r, r->json, "deck", deck, SALT_CARDS_MAX);
    for (int i = 0; i < 2; i++)
        pile_count[i] = claim_list(r, r->json, pile_names[i], pile[i], SALT_CARDS_MAX);
    const int look_count = claim_list(r, r->json, "look", look, SALT_LOOK_MAX);
    if (r->err)
        return;
    for (int i = 0; i < 2; i++) {
        if (pile_count[i] < 0)
            pile_count[i] = remaining(r, &dealt, dealt.pile_top[i], pile[i]);
        else
            reverse(pile[i], pile_count[i]);
    }
    if (deck_count < 0)
        deck_count = remaining(r, &dealt, dealt.deck_top, deck);
    for (int i = 0; i < 2; i++)
        s->pile_count[i] = (uint8_t)chain(r, &s->pile_top[i], pile[i], pile_count[i]);
    s->deck_count = (uint8_t)chain(r, &s->deck_top, deck, deck_count);
    if (look_count >= 0) {
        memset(s->look, 0, sizeof s->look);
        memcpy(s->look, look, (size_t)look_count);
        s->look_count = (uint8_t)look_count;
    }
}

/* Hands nobody mentioned lose the cards placed elsewhere; stray links go. */
static void tidy_places(Reading *r)
{
    SaltState *s = r->s;
    const json_t *seats = json_object_get(r->json, "seats");
    SaltSet linked = salt_set_none();
    for (int seat = 0; seat < s->players; seat++) {
        const json_t *object = json_array_get(seats, (size_t)seat);
        if (!json_is_array(json_object_get(object, "hand")))
            for (int card = 1; card <= s->card_count; card++)
                if (salt_set_has(&r->claimed, card))
                    salt_set_remove(&s->hand[seat], card);
        s->hand_count[seat] = (uint8_t)salt_set_count(s->hand[seat]);
        linked = salt_set_union(linked, s->played[seat]);
    }
    for (int card = s->deck_top; card; card = s->next[card])
        salt_set_add(&linked, card);
    for (int pile = 0; pile < 2; pile++)
        for (int card = s->pile_top[pile]; card; card = s->next[card])
            salt_set_add(&linked, card);
    for (int card = 1; card <= SALT_CARDS_MAX; card++)
        if (!salt_set_has(&linked, card))
            s->next[card] = 0;
}

static void read_colours(Reading *r)
{
    const json_t *colours = json_object_get(r->json, "colours");
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)colours, name, value)
    {
        const int card = salt_thing_find(&r->g, SALT_CARD, name);
        const int colour = read_thing(r, value, SALT_COLOUR);
        if (!card)
            fail(r, ERR_UNKNOWN_THING, name);
        else if (colour)
            salt_colour_set(r->s, card, colour);
    }
}

static void read_steals(Reading *r)
{
    const json_t *list = json_object_get(r->json, "stolen");
    if (json_array_size(list) > SALT_STEALS_MAX)
        fail(r, ERR_BAD_POSITION, "stolen: more thefts than Sharks");
    for (size_t i = 0; i < json_array_size(list) && !r->err; i++) {
        const json_t *item = json_array_get(list, i);
        const json_t *card = json_object_get(item, "card");
        SaltSteal *steal = &r->s->steal[i];
        steal->thief =
            (uint8_t)(read_number(r, item, "thief", 0, r->s->players - 1, 0) + 1);
        steal->victim =
            (uint8_t)(read_number(r, item, "victim", 0, r->s->players - 1, 0) + 1);
        steal->pair = (uint8_t)read_thing(r, json_object_get(item, "pair"), SALT_CARD);
        if (card && !json_is_null(card))
            steal->card = (uint8_t)read_thing(r, card, SALT_CARD);
    }
}

static void read_declaration(Reading *r)
{
    const json_t *json = json_object_get(r->json, "declaration");
    SaltState *s = r->s;
    if (!json)
        return;
    s->declarer = SEAT_NONE;
    s->mode = 0;
    s->declare_score = 0;
    if (json_is_null(json))
        return;
    s->declarer = (uint8_t)read_number(r, json, "seat", 0, s->players - 1, 0);
    s->mode = (uint8_t)read_thing(r, json_object_get(json, "mode"), SALT_MODE);
    s->declare_score = (uint8_t)read_number(r, json, "score", 0, 255, 0);
}

/* Event cards a position has given to somebody, or turned up, have left the deck. */
static void take_events_out(SaltState *s)
{
    int kept = 0;
    for (int i = 0; i < s->event_count; i++) {
        bool elsewhere = s->event_deck[i] == s->event;
        for (int seat = 0; seat < s->players; seat++)
            elsewhere = elsewhere || s->event_deck[i] == s->event_of[seat];
        if (!elsewhere)
            s->event_deck[kept++] = s->event_deck[i];
    }
    for (int i = kept; i < s->event_count; i++)
        s->event_deck[i] = 0;
    s->event_count = (uint8_t)kept;
}

static void read_events(Reading *r)
{
    const json_t *event = json_object_get(r->json, "event");
    const json_t *deck = json_object_get(r->json, "event_deck");
    SaltState *s = r->s;
    if ((event || deck) && !s->pepper_on) {
        fail(r, ERR_BAD_POSITION, "event cards need the option extra_pepper");
        return;
    }
    if (event)
        s->event = json_is_null(event) ? 0 : (uint8_t)read_thing(r, event, SALT_PEPPER);
    if (!deck) {
        take_events_out(s);
        return;
    }
    if (json_array_size(deck) >= PEPPER_COUNT) {
        fail(r, ERR_BAD_POSITION, "event_deck: there are twelve event cards");
        return;
    }
    memset(s->event_deck, 0, sizeof s->event_deck);
    s->event_count = (uint8_t)json_array_size(deck);
    for (size_t i = 0; i < s->event_count; i++)
        s->event_deck[i] = (uint8_t)read_thing(r, json_array_get(deck, i), SALT_PEPPER);
}

static void read_plain(Reading *r)
{
    SaltState *s = r->s;
    const json_t *phase = json_object_get(r->json, "phase");
    const json_t *winners = json_object_get(r->json, "winners");
    const json_t *profile = json_object_get(r->json, "profile");
    const char *name = json_string_value(profile);
    if (profile && (!name || strcmp(name, r->g.profile->id) != 0))
        fail(r, ERR_BAD_POSITION, "profile differs from the option of that name");
    if (read_number(r, r->json, "players", 1, 255, s->players) != s->players)
        fail(r, ERR_BAD_POSITION, "players differs from the number of players");
    const bool salt = s->card_count > r->g.profile->card_count;
    const bool pepper = s->pepper_on != 0;
    if (read_flag(r, r->json, "extra_salt", salt) != salt)
        fail(r, ERR_BAD_POSITION, "extra_salt differs from the option of that name");
    if (read_flag(r, r->json, "extra_pepper", pepper) != pepper)
        fail(r, ERR_BAD_POSITION, "extra_pepper differs from the option of that name");
    s->round = (uint16_t)read_number(r, r->json, "round", 1, 60000, s->round);
    s->seat = (uint8_t)read_number(r, r->json, "current", 0, s->players - 1, s->seat);
    s->starter =
        (uint8_t)read_number(r, r->json, "starter", 0, s->players - 1, s->starter);
    if (phase)
        s->phase = (uint8_t)(read_thing(r, phase, SALT_PHASE) - 1);
    if (winners)
        s->winners = 0;
    for (size_t i = 0; i < json_array_size(winners); i++) {
        const json_int_t seat = json_integer_value(json_array_get(winners, i));
        if (seat < 0 || seat >= s->players)
            fail(r, ERR_BAD_POSITION, "winners must be seats");
        else
            set_bit(&s->winners, (int)seat, true);
    }
    for (int i = 0; i < NUMBERS; i++) {
        uint8_t *value = (uint8_t *)s + numbers[i].at;
        *value = (uint8_t)read_number(r, r->json, numbers[i].name, numbers[i].min,
                                      numbers[i].max, *value);
    }
}

Err salt_read_state(const void *catalog, const json_t *json, void *state, char *why,
                    size_t why_bytes)
{
    SaltState *s = state;
    Reading r = {.g = salt_table(catalog, s, NULL),
                 .s = s,
                 .json = json,
                 .why = why,
                 .why_bytes = why_bytes};
    const Table table = {&salt_game, catalog, state};
    const Machine machine = machine_of(s);
    only(&r, json, state_keys);
    read_plain(&r);
    read_declaration(&r);
    read_places(&r);
    read_colours(&r);
    read_steals(&r);
    read_events(&r);
    if (!r.err)
        tidy_places(&r);
    if (!r.err && !machine_read(&table, json, &machine, why, why_bytes))
        r.err = ERR_BAD_POSITION;
    return r.err;
}

void salt_write_score(const void *catalog, const void *state, JsonW *out)
{
    const Salt g = salt_table(catalog, (SaltState *)(uintptr_t)state, NULL);
    jw_object(out, NULL);
    jw_int(out, "target", g.state->target);
    jw_array(out, "seats");
    for (int seat = 0; seat < g.state->players; seat++) {
        const SaltScore score = salt_score(&g, seat);
        jw_object(out, NULL);
        jw_int(out, "total", g.state->total[seat]);
        jw_int(out, "last_round", g.state->last_round[seat]);
        jw_int(out, "card_score", score.cards);
        jw_int(out, "color_bonus", score.colour);
        jw_int(out, "base", score.collection + score.pair_base);
        jw_int(out, "collection", score.collection);
        jw_int(out, "pair_base", score.pair_base);
        jw_int(out, "pair_bonus", score.pair_bonus);
        jw_int(out, "multiplier", score.multiplier);
        jw_int(out, "mermaid", score.mermaid);
        jw_end_object(out);
    }
    jw_end_array(out);
    jw_end_object(out);
}
