/* position.c - reads a Sea Salt & Paper table from JSON, whole or in part.
 *
 * A position says where some cards lie; the others stay where the deal left them, or,
 * once the deck is given, out of the game. */
#include "engine/position.h"

#include "games/sea-salt/host.h"

typedef struct {
    Position p;
    Salt g;
    SaltState *s;
} SaltPosition;

static SaltSet set_of(const uint8_t *cards, int count)
{
    SaltSet set = salt_set_none();
    for (int i = 0; i < count; i++)
        salt_set_add(&set, cards[i]);
    return set;
}

static void read_pairs(SaltPosition *r, const json_t *object, int seat)
{
    const json_t *pairs = json_object_get(object, "pairs");
    if (!pairs)
        return;
    r->s->played[seat] = salt_set_none();
    for (size_t i = 0; i < json_array_size(pairs) && !r->p.err; i++) {
        const json_t *pair = json_array_get(pairs, i);
        uint8_t cards[3];
        const size_t count = json_array_size(pair);
        if (count != 2 && count != 3) {
            position_fail(&r->p, ERR_BAD_POSITION,
                          "a pair has two cards, a trio three");
            return;
        }
        for (size_t k = 0; k < count; k++)
            cards[k] = (uint8_t)position_claim(&r->p, json_array_get(pair, k));
        for (size_t k = 0; k < count && !r->p.err; k++) {
            salt_set_add(&r->s->played[seat], cards[k]);
            r->s->next[cards[k]] = cards[(k + 1) % count];
        }
    }
}

static void read_event_of(SaltPosition *r, const json_t *object, int seat)
{
    const json_t *event = json_object_get(object, "event");
    if (event)
        r->s->event_of[seat] = json_is_null(event)
                                   ? 0
                                   : (uint8_t)position_thing(&r->p, event, SALT_PEPPER);
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
                                         "turn_ending",
                                         MACHINE_KEYS,
                                         NULL};

static void read_seat(SaltPosition *r, const json_t *object, int seat)
{
    SaltState *s = r->s;
    uint8_t cards[SALT_CARDS_MAX];
    if (!json_is_object(object)) {
        position_fail(&r->p, ERR_BAD_POSITION, "seats must be a list of objects");
        return;
    }
    position_only(&r->p, object, seat_keys);
    const int hand = position_claim_list(&r->p, object, "hand", cards, SALT_CARDS_MAX);
    if (hand >= 0)
        s->hand[seat] = set_of(cards, hand);
    read_pairs(r, object, seat);
    const json_t *reef = json_object_get(object, "reef");
    if (reef && !json_is_null(reef)) {
        s->reef[seat] = (uint8_t)position_claim(&r->p, reef);
        position_seat_bit(&s->reef_seats, seat, true);
    }
    s->total[seat] =
        (int16_t)position_number(&r->p, object, "total", 0, 999, s->total[seat]);
    s->last_round[seat] = (int16_t)position_number(&r->p, object, "last_round", 0, 999,
                                                   s->last_round[seat]);
    position_seat_bit(&s->locked, seat,
                      position_flag(&r->p, object, "locked", s->locked >> seat & 1));
    position_seat_bit(&s->jellied, seat,
                      position_flag(&r->p, object, "jellied", s->jellied >> seat & 1));
    read_event_of(r, object, seat);
}

/* Cards in a chain, 'first' on top, none of them claimed for another place. */
static int chain(SaltPosition *r, uint8_t *top, const uint8_t *cards, int count)
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
static int remaining(const SaltPosition *r, const SaltState *dealt, int top,
                     uint8_t *cards)
{
    int count = 0;
    for (int card = top; card; card = dealt->next[card])
        if (!set_has(&r->p.claimed, (Id)card))
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

static void read_places(SaltPosition *r)
{
    static const char *const pile_names[2] = {"left", "right"};
    SaltState *s = r->s;
    const SaltState dealt = *s;
    uint8_t deck[SALT_CARDS_MAX], pile[2][SALT_CARDS_MAX], look[SALT_LOOK_MAX];
    int pile_count[2];
    const json_t *seats = json_object_get(r->p.json, "seats");
    if (seats && (!json_is_array(seats) || json_array_size(seats) > s->players))
        position_fail(&r->p, ERR_BAD_POSITION,
                      "seats must be a list, one for each player at most");
    for (size_t i = 0; i < json_array_size(seats) && !r->p.err; i++)
        read_seat(r, json_array_get(seats, i), (int)i);
    int deck_count =
        position_claim_list(&r->p, r->p.json, "deck", deck, SALT_CARDS_MAX);
    for (int i = 0; i < 2; i++)
        pile_count[i] = position_claim_list(&r->p, r->p.json, pile_names[i], pile[i],
                                            SALT_CARDS_MAX);
    const int look_count =
        position_claim_list(&r->p, r->p.json, "look", look, SALT_LOOK_MAX);
    if (r->p.err)
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
static void tidy_places(SaltPosition *r)
{
    SaltState *s = r->s;
    const json_t *seats = json_object_get(r->p.json, "seats");
    SaltSet linked = salt_set_none();
    for (int seat = 0; seat < s->players; seat++) {
        const json_t *object = json_array_get(seats, (size_t)seat);
        if (!json_is_array(json_object_get(object, "hand")))
            for (int card = 1; card <= s->card_count; card++)
                if (set_has(&r->p.claimed, (Id)card))
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

static void read_colours(SaltPosition *r)
{
    const json_t *colours = json_object_get(r->p.json, "colours");
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)colours, name, value)
    {
        const int card = position_find(&r->p, SALT_CARD, name);
        const int colour = position_thing(&r->p, value, SALT_COLOUR);
        if (!card)
            position_fail(&r->p, ERR_UNKNOWN_THING, name);
        else if (colour)
            salt_colour_set(r->s, card, colour);
    }
}

static void read_steals(SaltPosition *r)
{
    const json_t *list = json_object_get(r->p.json, "stolen");
    if (json_array_size(list) > SALT_STEALS_MAX)
        position_fail(&r->p, ERR_BAD_POSITION, "stolen: more thefts than Sharks");
    for (size_t i = 0; i < json_array_size(list) && !r->p.err; i++) {
        const json_t *item = json_array_get(list, i);
        const json_t *card = json_object_get(item, "card");
        SaltSteal *steal = &r->s->steal[i];
        steal->thief =
            (uint8_t)(position_number(&r->p, item, "thief", 0, r->s->players - 1, 0) +
                      1);
        steal->victim =
            (uint8_t)(position_number(&r->p, item, "victim", 0, r->s->players - 1, 0) +
                      1);
        steal->pair =
            (uint8_t)position_thing(&r->p, json_object_get(item, "pair"), SALT_CARD);
        if (card && !json_is_null(card))
            steal->card = (uint8_t)position_thing(&r->p, card, SALT_CARD);
    }
}

static void read_declaration(SaltPosition *r)
{
    const json_t *json = json_object_get(r->p.json, "declaration");
    SaltState *s = r->s;
    if (!json)
        return;
    s->declarer = SEAT_NONE;
    s->mode = 0;
    s->declare_score = 0;
    if (json_is_null(json))
        return;
    s->declarer = (uint8_t)position_number(&r->p, json, "seat", 0, s->players - 1, 0);
    s->mode = (uint8_t)position_thing(&r->p, json_object_get(json, "mode"), SALT_MODE);
    s->declare_score = (uint8_t)position_number(&r->p, json, "score", 0, 255, 0);
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

static void read_events(SaltPosition *r)
{
    const json_t *event = json_object_get(r->p.json, "event");
    const json_t *deck = json_object_get(r->p.json, "event_deck");
    SaltState *s = r->s;
    if ((event || deck) && !s->pepper_on) {
        position_fail(&r->p, ERR_BAD_POSITION,
                      "event cards need the option extra_pepper");
        return;
    }
    if (event)
        s->event = json_is_null(event)
                       ? 0
                       : (uint8_t)position_thing(&r->p, event, SALT_PEPPER);
    if (!deck) {
        take_events_out(s);
        return;
    }
    if (json_array_size(deck) >= PEPPER_COUNT) {
        position_fail(&r->p, ERR_BAD_POSITION,
                      "event_deck: there are twelve event cards");
        return;
    }
    memset(s->event_deck, 0, sizeof s->event_deck);
    s->event_count = (uint8_t)json_array_size(deck);
    for (size_t i = 0; i < s->event_count; i++)
        s->event_deck[i] =
            (uint8_t)position_thing(&r->p, json_array_get(deck, i), SALT_PEPPER);
}

static void read_plain(SaltPosition *r)
{
    SaltState *s = r->s;
    const json_t *phase = json_object_get(r->p.json, "phase");
    const json_t *profile = json_object_get(r->p.json, "profile");
    const char *name = json_string_value(profile);
    if (profile && (!name || strcmp(name, r->g.profile->id) != 0))
        position_fail(&r->p, ERR_BAD_POSITION,
                      "profile differs from the option of that name");
    if (position_number(&r->p, r->p.json, "players", 1, 255, s->players) != s->players)
        position_fail(&r->p, ERR_BAD_POSITION,
                      "players differs from the number of players");
    const bool salt = s->card_count > r->g.profile->card_count;
    const bool pepper = s->pepper_on != 0;
    if (position_flag(&r->p, r->p.json, "extra_salt", salt) != salt)
        position_fail(&r->p, ERR_BAD_POSITION,
                      "extra_salt differs from the option of that name");
    if (position_flag(&r->p, r->p.json, "extra_pepper", pepper) != pepper)
        position_fail(&r->p, ERR_BAD_POSITION,
                      "extra_pepper differs from the option of that name");
    s->round = (uint16_t)position_number(&r->p, r->p.json, "round", 1, 60000, s->round);
    s->seat = (uint8_t)position_number(&r->p, r->p.json, "current", 0, s->players - 1,
                                       s->seat);
    s->starter = (uint8_t)position_number(&r->p, r->p.json, "starter", 0,
                                          s->players - 1, s->starter);
    if (phase)
        s->phase = (uint8_t)(position_thing(&r->p, phase, SALT_PHASE) - 1);
    s->winners =
        (uint8_t)position_seats(&r->p, r->p.json, "winners", s->players, s->winners);
    s->turn_ending = position_flag(&r->p, r->p.json, "turn_ending", s->turn_ending);
    for (int i = 0; i < SALT_NUMBERS; i++) {
        const SaltNumber *number = &salt_numbers[i];
        uint8_t *value = (uint8_t *)s + number->at;
        *value = (uint8_t)position_number(&r->p, r->p.json, number->name, number->min,
                                          number->max, *value);
    }
}

Err salt_read_state(const void *catalog, const json_t *json, void *state, char *why,
                    size_t why_bytes)
{
    SaltState *s = state;
    const Table table = {&salt_game, catalog, state};
    const Machine machine = salt_machine(s);
    SaltPosition r = {position_open(&table, json, SALT_CARD, why, why_bytes),
                      salt_table(catalog, s, NULL), s};
    position_only(&r.p, json, state_keys);
    read_plain(&r);
    read_declaration(&r);
    read_places(&r);
    read_colours(&r);
    read_steals(&r);
    read_events(&r);
    if (!r.p.err)
        tidy_places(&r);
    if (!r.p.err && !machine_read(&table, json, &machine, why, why_bytes))
        r.p.err = ERR_BAD_POSITION;
    return r.p.err;
}
