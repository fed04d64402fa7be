/* fields.c - Pantheon's part of the table, a row a field. */
#include "games/duel/host.h"

/* The favours of each player, by name: [["greek", "offering_2"], []]. */
static void write_favours(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelPantheon *part = (const DuelPantheon *)walk->record;
    jw_array(out, field->key);
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        jw_array(out, NULL);
        for (int i = 0; i < PANTHEON_FAVOURS; i++)
            for (int n = 0; n < part->favour[seat][i]; n++)
                record_write_thing(out, NULL, &walk->table, DUEL_FAVOUR, i + 1);
        jw_end_array(out);
    }
    jw_end_array(out);
}

static void read_favours(Walk *walk, const Field *field, const json_t *value)
{
    DuelPantheon *part = (DuelPantheon *)walk->record;
    if (!walk_list(walk, field->key, value, DUEL_SEATS))
        return;
    memset(part->favour, 0, sizeof part->favour);
    for (size_t seat = 0; seat < json_array_size(value) && walk_ok(walk); seat++) {
        const json_t *list = json_array_get(value, seat);
        walk_enter(walk, field->key, (int)seat);
        for (size_t i = 0; walk_list(walk, NULL, list, 2 * PANTHEON_FAVOURS) &&
                           i < json_array_size(list) && walk_ok(walk);
             i++) {
            const int favour =
                walk_thing(walk, NULL, json_array_get(list, i), DUEL_FAVOUR);
            const int most = favour > PANTHEON_MYTHS ? 1 : 2;
            if (favour && part->favour[seat][favour - 1]++ >= most)
                walk_fail(walk, ERR_BAD_POSITION, NULL, "one too many of a kind");
        }
        walk_leave(walk);
    }
}

/* Places that may be empty: null there. */
static void write_places(const Walk *walk, const Field *field, JsonW *out)
{
    const uint8_t *place = (const uint8_t *)walk->record + field->at;
    jw_array(out, field->key);
    for (int i = 0; i < field->count; i++)
        record_write_thing(out, NULL, &walk->table, field->thing, place[i]);
    jw_end_array(out);
}

static void read_places(Walk *walk, const Field *field, const json_t *value)
{
    uint8_t *place = (uint8_t *)walk->record + field->at;
    if (!walk_list(walk, field->key, value, field->count))
        return;
    memset(place, 0, field->count);
    for (size_t i = 0; i < json_array_size(value) && walk_ok(walk); i++) {
        const json_t *item = json_array_get(value, i);
        walk_enter(walk, field->key, (int)i);
        if (!json_is_null(item))
            place[i] = (uint8_t)walk_thing(walk, NULL, item, field->thing);
        walk_leave(walk);
    }
}

#define PLACES(name, member, of_kind)                                           \
    ODD(name, "(string | null)[]", write_places, read_places, .thing = of_kind, \
        FIELD_ARRAY(member))

#define STATE DuelPantheon
static const Field deck_fields[] = {
    THINGS("mesopotamian", deck[0], DUEL_GOD), THINGS("phoenician", deck[1], DUEL_GOD),
    THINGS("greek", deck[2], DUEL_GOD),        THINGS("egyptian", deck[3], DUEL_GOD),
    THINGS("roman", deck[4], DUEL_GOD),        FIELDS_END,
};

const Field duel_pantheon_fields[] = {
    PLACES("spaces", space, DUEL_GOD),
    NUMBERS("space_seen", space_seen, 0, 3),
    OBJECT("decks", deck_fields),
    NUMBERS("deck_seen_0", deck_seen[0], 0, PANTHEON_DECK),
    NUMBERS("deck_seen_1", deck_seen[1], 0, PANTHEON_DECK),
    NUMBERS("deck_seen_all", deck_seen[2], 0, PANTHEON_DECK),
    PLACES("marks", mark, DUEL_FAVOUR),
    ODD("favours", "string[][]", write_favours, read_favours),
    THING("snake", snake, DUEL_CARD),
    NUMBER("minerva", minerva, 0, 2 * PANTHEON_MIDDLE - 1),
    SET("enki", enki, DUEL_TOKEN, .one = true),
    FIELDS_END,
};
#undef STATE
