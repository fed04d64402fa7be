/* position.c - reads the odd fields of a Sea Salt & Paper table, and deals what a
 * position leaves out.
 *
 * A position says where some cards lie; the others stay where the deal left them, or,
 * once the deck is given, out of the game. */
#include "games/sea-salt/host.h"

void salt_read_pairs(Walk *walk, const Field *field, const json_t *value)
{
    SaltState *s = salt_state_of(walk);
    SaltSet *played = &s->played[walk->index];
    *played = salt_set_none();
    Each each = walk_each(walk, field->key, value, SALT_CARDS_MAX);
    while (walk_next(&each)) {
        uint8_t cards[3] = {0};
        const int count = walk_claims(walk, NULL, each.item, cards, 3);
        if (walk_ok(walk) && count < 2)
            walk_fail(walk, ERR_BAD_POSITION, NULL,
                      "a pair has two cards, a trio three");
        for (int k = 0; k < count && walk_ok(walk); k++) {
            salt_set_add(played, cards[k]);
            s->next[cards[k]] = cards[(k + 1) % count];
        }
    }
}

void salt_read_reef(Walk *walk, const Field *field, const json_t *value)
{
    SaltState *s = salt_state_of(walk);
    const int bit = 1 << walk->index;
    const bool none = json_is_null(value);
    s->reef[walk->index] = none ? 0 : (uint8_t)walk_claim(walk, field->key, value);
    s->reef_seats = (uint8_t)(none ? s->reef_seats & ~bit : s->reef_seats | bit);
}

/* Cards in a chain, the first on top. */
static int chain(SaltState *s, uint8_t *top, const uint8_t *cards, int count)
{
    *top = 0;
    for (int i = count - 1; i >= 0; i--) {
        s->next[cards[i]] = *top;
        *top = cards[i];
    }
    return count;
}

void salt_read_colours(Walk *walk, const Field *field, const json_t *value)
{
    const char *name;
    json_t *colour;
    if (!json_is_object(value)) {
        walk_fail(walk, ERR_BAD_POSITION, field->key, "must be an object");
        return;
    }
    walk_enter(walk, field->key, -1);
    json_object_foreach((json_t *)(uintptr_t)value, name, colour)
    {
        const int card = thing_find(&walk->table, SALT_CARD, name);
        const int id = walk_thing(walk, name, colour, SALT_COLOUR);
        if (!card)
            walk_fail(walk, ERR_UNKNOWN_THING, NULL, "%s", name);
        else if (id)
            salt_colour_set(salt_state_of(walk), card, id);
    }
    walk_leave(walk);
}

/* What the deal left in a pile or the deck, top first, less the cards placed elsewhere.
 */
static int remaining(const Walk *walk, const SaltState *dealt, int top, uint8_t *cards)
{
    int count = 0;
    for (int card = top; card; card = dealt->next[card])
        if (!set_has(&walk->in->claimed, (Id)card))
            cards[count++] = (uint8_t)card;
    return count;
}

/* Deck and piles nobody mentioned keep what is left of them; so do hands. */
static void settle_cards(const Walk *walk, const SaltState *dealt)
{
    static const char *const pile_names[2] = {"left", "right"};
    SaltState *s = salt_state_of(walk);
    const json_t *seats = json_object_get(walk->in->json, "seats");
    uint8_t cards[SALT_CARDS_MAX];
    for (int i = 0; i < 2; i++)
        if (!json_object_get(walk->in->json, pile_names[i]))
            s->pile_count[i] =
                (uint8_t)chain(s, &s->pile_top[i], cards,
                               remaining(walk, dealt, dealt->pile_top[i], cards));
    if (!json_object_get(walk->in->json, "deck"))
        s->deck_count = (uint8_t)chain(s, &s->deck_top, cards,
                                       remaining(walk, dealt, dealt->deck_top, cards));
    for (int seat = 0; seat < s->players; seat++) {
        const json_t *object = json_array_get(seats, (size_t)seat);
        if (json_object_get(object, "hand"))
            continue;
        for (int card = 1; card <= s->card_count; card++)
            if (set_has(&walk->in->claimed, (Id)card))
                salt_set_remove(&s->hand[seat], card);
        s->hand_count[seat] = (uint8_t)salt_set_count(s->hand[seat]);
    }
}

/* A card that lies in no pile, deck or pair is linked to nothing. */
static void drop_links(SaltState *s)
{
    SaltSet linked = salt_set_none();
    for (int seat = 0; seat < s->players; seat++)
        linked = salt_set_union(linked, s->played[seat]);
    for (int card = s->deck_top; card; card = s->next[card])
        salt_set_add(&linked, card);
    for (int pile = 0; pile < 2; pile++)
        for (int card = s->pile_top[pile]; card; card = s->next[card])
            salt_set_add(&linked, card);
    for (int card = 1; card <= SALT_CARDS_MAX; card++)
        if (!salt_set_has(&linked, card))
            s->next[card] = 0;
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

/* Filling in what a view hides: with anything, since only what the viewer knows of it
 * is kept. */

/* The next card that the view shows nowhere; of a kind, where 'kind' is not 0. */
static int take_unseen(Walk *walk, int kind)
{
    const SaltState *s = salt_state_of(walk);
    const SaltCatalog *catalog = walk->table.catalog;
    const SaltProfile *p = &catalog->profile[s->profile];
    for (int card = 1; card <= s->card_count; card++)
        if (!set_has(&walk->in->claimed, (Id)card) &&
            (!kind || p->kind_of[card] == kind)) {
            set_add(&walk->in->claimed, (Id)card);
            return card;
        }
    walk_fail(walk, ERR_BAD_POSITION, NULL, "there are not so many cards");
    return 0;
}

/* A Shell that lies hidden in the reef: before the Shells go anywhere else. */
static void fill_reefs(Walk *walk, const json_t *seats)
{
    SaltState *s = salt_state_of(walk);
    const SaltCatalog *catalog = walk->table.catalog;
    for (int seat = 0; seat < s->players && walk_ok(walk); seat++) {
        const json_t *json = json_array_get(seats, (size_t)seat);
        if (s->reef[seat] || !json_is_true(json_object_get(json, "in_reef")))
            continue;
        s->reef[seat] = (uint8_t)take_unseen(walk, catalog->profile[s->profile].shell);
        s->reef_seats = (uint8_t)(s->reef_seats | 1 << seat);
    }
}

static void fill_seat(Walk *walk, int seat, const json_t *json)
{
    SaltState *s = salt_state_of(walk);
    const int count = walk_int(walk, "hand_count", json_object_get(json, "hand_count"),
                               0, SALT_CARDS_MAX);
    while (walk_ok(walk) && json_is_null(json_object_get(json, "hand")) &&
           salt_set_count(s->hand[seat]) < count)
        salt_set_add(&s->hand[seat], take_unseen(walk, 0));
    s->hand_count[seat] = (uint8_t)salt_set_count(s->hand[seat]);
}

/* The card on top of a pile is seen; those below are not. */
static void fill_piles(Walk *walk, const json_t *seats)
{
    static const char *const tops[2] = {"left_top", "right_top"};
    static const char *const counts[2] = {"left_count", "right_count"};
    SaltState *s = salt_state_of(walk);
    const json_t *json = walk->in->json;
    uint8_t cards[2][SALT_CARDS_MAX];
    int count[2];
    for (int i = 0; i < 2; i++) {
        count[i] = walk_int(walk, counts[i], json_object_get(json, counts[i]), 0,
                            SALT_CARDS_MAX);
        if (count[i])
            cards[i][0] =
                (uint8_t)walk_claim(walk, tops[i], json_object_get(json, tops[i]));
    }
    fill_reefs(walk, seats);
    for (int i = 0; i < 2; i++) {
        for (int k = 1; k < count[i] && walk_ok(walk); k++)
            cards[i][k] = (uint8_t)take_unseen(walk, 0);
        if (walk_ok(walk))
            s->pile_count[i] = (uint8_t)chain(s, &s->pile_top[i], cards[i], count[i]);
    }
}

static void fill_view(Walk *walk)
{
    SaltState *s = salt_state_of(walk);
    const json_t *json = walk->in->json, *seats = json_object_get(json, "seats");
    uint8_t cards[SALT_CARDS_MAX];
    fill_piles(walk, seats);
    for (int seat = 0; seat < s->players && walk_ok(walk); seat++) {
        walk_enter(walk, "seats", seat);
        fill_seat(walk, seat, json_array_get(seats, (size_t)seat));
        walk_leave(walk);
    }
    for (int i = 0; i < s->look_count && walk_ok(walk); i++)
        if (!s->look[i])
            s->look[i] = (uint8_t)take_unseen(walk, 0);
    const int count = walk_int(walk, "deck_count", json_object_get(json, "deck_count"),
                               0, SALT_CARDS_MAX);
    for (int i = 0; i < count && walk_ok(walk); i++)
        cards[i] = (uint8_t)take_unseen(walk, 0);
    if (walk_ok(walk))
        s->deck_count = (uint8_t)chain(s, &s->deck_top, cards, count);
    if (walk_ok(walk) && prompt_is_open(&s->prompt) && !s->fx_depth)
        walk_fail(walk, ERR_VIEW_NEEDS_MORE, NULL, "what waits is missing");
}

/* A view that lost its mark still has hands that are not told. */
static bool hides_a_hand(const json_t *json)
{
    const json_t *seats = json_object_get(json, "seats");
    bool hidden = false;
    for (size_t i = 0; i < json_array_size(seats); i++)
        hidden =
            hidden || json_is_null(json_object_get(json_array_get(seats, i), "hand"));
    return hidden;
}

Err salt_read_state(const void *catalog, const json_t *json, void *state, Refusal *why)
{
    SaltState *s = state;
    const SaltState dealt = *s;
    const Table table = {&salt_game, catalog, state, NULL};
    Reading in;
    reading_open(&in, SALT_CARD, json);
    Walk walk = walk_open(&table, s->players, &in);
    if (!walk.is_view && hides_a_hand(json))
        walk_fail(&walk, ERR_POSITION_IS_VIEW, NULL, "what it hides is missing");
    if (walk_ok(&walk))
        fields_read(&walk, salt_fields, json);
    if (walk_ok(&walk) && walk.is_view)
        fill_view(&walk);
    if (walk_ok(&walk)) {
        if (!walk.is_view)
            settle_cards(&walk, &dealt);
        drop_links(s);
        if (!json_object_get(json, "event_deck"))
            take_events_out(s);
    }
    const Salt g = salt_table(catalog, s, NULL);
    if (walk_ok(&walk) && !walk.is_view && s->phase == SALT_DECLARE && !s->fx_depth &&
        !salt_can_declare(&g, s->seat))
        walk_fail(&walk, ERR_BAD_POSITION, "phase",
                  "whose turn it is has not the points to declare");
    return reading_close(&in, why);
}
