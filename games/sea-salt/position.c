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
    if (!walk->is_view) /* which says in_reef, also of cards it does not show */
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

/* A view says where cards lie; nothing of the deal is left. */
static void clear_cards(SaltState *s)
{
    memset(s->hand, 0, sizeof s->hand);
    memset(s->hand_count, 0, sizeof s->hand_count);
    memset(s->played, 0, sizeof s->played);
    memset(s->reef, 0, sizeof s->reef);
    memset(s->look, 0, sizeof s->look);
    memset(s->pile_top, 0, sizeof s->pile_top);
    memset(s->pile_count, 0, sizeof s->pile_count);
    s->reef_seats = s->look_count = s->deck_top = s->deck_count = 0;
}

/* What a view hides is among the cards that it does not show. */
static void check_hidden(Walk *walk)
{
    const SaltState *s = salt_state_of(walk);
    SaltSet shown = salt_set_none();
    int hidden = s->deck_count;
    for (int pile = 0; pile < 2; pile++) {
        if (!s->pile_top[pile] != !s->pile_count[pile])
            walk_fail(walk, ERR_BAD_POSITION, NULL, "a pile shows the card on top");
        hidden += s->pile_count[pile] - (s->pile_top[pile] != 0);
        salt_set_add(&shown, s->pile_top[pile]);
    }
    for (int seat = 0; seat < s->players; seat++) {
        hidden += s->hand_count[seat] - salt_set_count(s->hand[seat]);
        hidden += (s->reef_seats >> seat & 1) && !s->reef[seat];
        shown = salt_set_union(shown, salt_set_union(s->hand[seat], s->played[seat]));
        salt_set_add(&shown, s->reef[seat]);
    }
    for (int i = 0; i < s->look_count; i++) {
        hidden += !s->look[i];
        salt_set_add(&shown, s->look[i]);
    }
    salt_set_remove(&shown, 0);
    if (hidden > s->card_count - salt_set_count(shown))
        walk_fail(walk, ERR_BAD_POSITION, NULL, "there are not so many cards");
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

void salt_lay(Walk *walk, const json_t *json)
{
    SaltState *s = salt_state_of(walk);
    const SaltState dealt = *s;
    if (!walk->is_view && hides_a_hand(json))
        walk_fail(walk, ERR_POSITION_IS_VIEW, NULL, "what it hides is missing");
    memset(s->next, 0, sizeof s->next);
    if (walk->is_view)
        clear_cards(s);
    fields_read(walk, salt_fields, json);
    if (!walk_ok(walk))
        return;
    if (walk->is_view)
        check_hidden(walk);
    else
        settle_cards(walk, &dealt);
    if (!json_object_get(json, "event_deck"))
        take_events_out(s);
    const Salt g = salt_table(walk->table.catalog, s, NULL);
    if (!walk->is_view && s->phase == SALT_DECLARE && !s->fx_depth &&
        !salt_can_declare(&g, s->seat))
        walk_fail(walk, ERR_BAD_POSITION, "phase",
                  "whose turn it is has not the points to declare");
}
