/* fields.c - what a table of Sea Salt & Paper is, a row a field, and its score.
 *
 * Decks are written top first, piles bottom first, as a person lays them out. */
#include "games/sea-salt/host.h"

static const SaltProfile *profile_of(const Walk *walk)
{
    const SaltCatalog *catalog = walk->table.catalog;
    return &catalog->profile[salt_state_of(walk)->profile];
}

static void write_card(const Walk *walk, const char *key, int card, JsonW *out)
{
    record_write_thing(out, key, &walk->table, SALT_CARD, card);
}

static void write_pairs(const Walk *walk, const Field *field, JsonW *out)
{
    SaltSet cards = salt_state_of(walk)->played[walk->index];
    jw_array(out, field->key);
    while (!salt_set_is_empty(cards)) {
        const int first = salt_set_pop(&cards);
        int card = first;
        jw_array(out, NULL);
        do {
            write_card(walk, NULL, card, out);
            salt_set_remove(&cards, card);
            card = salt_state_of(walk)->next[card];
        } while (card != first);
        jw_end_array(out);
    }
    jw_end_array(out);
}

static void write_profile(const Walk *walk, const Field *field, JsonW *out)
{
    jw_str(out, field->key, profile_of(walk)->id);
}

static void write_extra_salt(const Walk *walk, const Field *field, JsonW *out)
{
    jw_bool(out, field->key,
            salt_state_of(walk)->card_count > profile_of(walk)->card_count);
}

static void write_colours(const Walk *walk, const Field *field, JsonW *out)
{
    const SaltState *s = salt_state_of(walk);
    const Table *t = &walk->table;
    jw_object(out, field->key);
    for (int card = 1; card <= s->card_count; card++)
        if (salt_colour(s, card))
            jw_str(out, salt_thing_id(t->catalog, s, SALT_CARD, card),
                   profile_of(walk)->colour_id[salt_colour(s, card)]);
    jw_end_object(out);
}

#define STATE SaltState
static const Field seat_fields[] = {
    EACH_SET("hand", hand, SALT_CARD, FIELD_COUNTED(hand_count), .placed = true),
    EACH_NUMBER("hand_count", hand_count, 0, SALT_CARDS_MAX, .derived = true,
                .given = true),
    ODD("pairs", "string[][]", write_pairs, salt_read_pairs),
    EACH_NUMBER("total", total, 0, SALT_TOTAL_MAX),
    EACH_NUMBER("last_round", last_round, 0, SALT_TOTAL_MAX),
    EACH_FLAG("locked", locked),
    EACH_FLAG("jellied", jellied),
    EACH_FLAG("in_reef", reef_seats, .derived = true, .given = true),
    EACH_THING("reef", reef, SALT_CARD, .read = salt_read_reef, .unobserved = true),
    EACH_THING("event", event_of, SALT_PEPPER),
    FIELDS_END,
};

static const Field declaration_fields[] = {
    SEAT("seat", declarer, .needed = true),
    THING("mode", mode, SALT_MODE, .needed = true),
    NUMBER("score", declare_score, 0, UINT8_MAX),
    FIELDS_END,
};
#undef STATE

#define STATE SaltSteal
static const Field steal_fields[] = {
    THING("thief", thief, THING_SEAT),
    THING("victim", victim, THING_SEAT),
    THING("pair", pair, SALT_CARD),
    THING("card", card, SALT_CARD),
    FIELDS_END,
};
#undef STATE

#define STATE SaltState
const Field salt_fields[] = {
    VIEW_FIELD,
    FOLLOWS("profile", "string", write_profile),
    NUMBER("players", players, 2, SEATS_MAX, .derived = true),
    FOLLOWS("extra_salt", "boolean", write_extra_salt),
    FLAG("extra_pepper", pepper_on, 1, .derived = true),
    NUMBER("round", round, 1, SALT_ROUNDS_MAX),
    WORD("phase", phase, salt_phase_names, SALT_PHASES),
    SEAT("current", seat, .always = true),
    SEAT("starter", starter, .always = true),
    NUMBER("target", target, SALT_TARGET_MIN, SALT_TARGET_MAX),
    NUMBER("start_hand", start_hand, 0, SALT_HAND_START_MAX),
    NUMBER("extra_turn_cap", extra_cap, 0, SALT_EXTRA_CAP_MAX),
    NUMBER("declare_min", declare_min, 1, SALT_DECLARE_MAX),
    NUMBER("mermaids_to_win", mermaids_to_win, SALT_MERMAIDS_MIN, SALT_MERMAIDS_MAX),
    NUMBER("extra_turns_queued", extra_queued, 0, SALT_EXTRA_CAP_MAX),
    NUMBER("extra_turns_granted", extra_granted, 0, SALT_EXTRA_CAP_MAX),
    PART("declaration", declaration_fields),
    CHAIN("deck", deck_top, (next), SALT_CARDS_MAX, SALT_CARD,
          FIELD_COUNTED(deck_count), .table_only = true),
    NUMBER("deck_count", deck_count, 0, SALT_CARDS_MAX, .derived = true, .given = true),
    CHAIN("left", pile_top[0], (next), SALT_CARDS_MAX, SALT_CARD,
          FIELD_COUNTED(pile_count[0]), .reversed = true, .table_only = true),
    THING("left_top", pile_top[0], SALT_CARD, .placed = true, .derived = true,
          .given = true),
    NUMBER("left_count", pile_count[0], 0, SALT_CARDS_MAX, .derived = true,
           .given = true),
    CHAIN("right", pile_top[1], (next), SALT_CARDS_MAX, SALT_CARD,
          FIELD_COUNTED(pile_count[1]), .reversed = true, .table_only = true),
    THING("right_top", pile_top[1], SALT_CARD, .placed = true, .derived = true,
          .given = true),
    NUMBER("right_count", pile_count[1], 0, SALT_CARDS_MAX, .derived = true,
           .given = true),
    THINGS("look", look, SALT_CARD, FIELD_COUNTED(look_count), .placed = true,
           .veiled = true),
    NUMBER("look_count", look_count, 0, SALT_LOOK_MAX, .derived = true),
    EACH_SEAT("seats", seat_fields),
    RECORDS("stolen", steal, steal_fields),
    ODD("colours", "Record<string, string>", write_colours, salt_read_colours,
        FIELD_ARRAY(colour)),
    THING("event", event, SALT_PEPPER),
    THINGS("event_deck", event_deck, SALT_PEPPER, FIELD_COUNTED(event_count)),
    SEATS("winners", winners, .unobserved = true),
    FLAG("turn_ending", turn_ending, 1, .table_only = true, .waits = true),
    WAITING_FIELDS,
    FIELDS_END,
};
#undef STATE

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
