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
    Each seat = walk_each(walk, field->key, value, DUEL_SEATS);
    memset(part->favour, 0, sizeof part->favour);
    while (walk_next(&seat)) {
        Each each = walk_each(walk, NULL, seat.item, 2 * PANTHEON_FAVOURS);
        while (walk_next(&each)) {
            const int favour = walk_thing(walk, NULL, each.item, DUEL_FAVOUR);
            if (favour)
                part->favour[seat.at][favour - 1]++;
        }
    }
}

/* A divinity of a mythology that the view shows nowhere, and that is not among those
 * that were taken for hidden ones before; 0: none. */
static int unseen_god(const Walk *walk, int myth, const uint8_t *list, int count)
{
    const DuelState *s = duel_state_of(walk);
    for (int god = 1; god < PANTHEON_GATE; god++) {
        bool seen = duel_catalog_of(walk)->label[DUEL_GOD_0 + god].back != myth ||
                    ((s->city[0].gods | s->city[1].gods) >> (god - 1) & 1) ||
                    walk_is_named(walk, "pantheon", DUEL_GOD, god);
        for (int i = 0; i < PANTHEON_SPACES; i++)
            seen = seen || s->pantheon.space[i] == god;
        for (int i = 0; i < count; i++)
            seen = seen || list[i] == god;
        if (!seen)
            return god;
    }
    return 0;
}

/* A divinity by its name. In a view one that is hidden has the name of its mythology:
 * some other of that takes its place, since only what the viewer knows is kept. */
static int read_god(Walk *walk, const json_t *value, const uint8_t *list, int count)
{
    const Table *t = &walk->table;
    const char *name = json_string_value(value);
    for (int myth = 1; walk->is_view && name && myth <= PANTHEON_MYTHS; myth++) {
        if (strcmp(name, t->game->thing_id(t->catalog, t->state, DUEL_GOD,
                                           DUEL_BACK + myth)) != 0)
            continue;
        const int god = unseen_god(walk, myth, list, count);
        if (!god)
            walk_fail(walk, ERR_BAD_POSITION, NULL, "there are not so many of these");
        return god;
    }
    return walk_thing(walk, NULL, value, DUEL_GOD);
}

static void read_places(Walk *walk, const Field *field, const json_t *value)
{
    uint8_t *place = (uint8_t *)walk->record + field->at;
    Each each = walk_each(walk, field->key, value, field->count);
    memset(place, 0, field->count);
    while (walk_next(&each))
        if (!json_is_null(each.item))
            place[each.at] =
                (uint8_t)(field->thing == DUEL_GOD
                              ? read_god(walk, each.item, place, each.at)
                              : walk_thing(walk, NULL, each.item, field->thing));
}

#define STATE DuelPantheon
/* A deck has no gaps: what is left of it is all there is. Places may be empty. */
#define DECK(name, member) THINGS(name, member, DUEL_GOD, .read = read_places)
#define PLACES(name, member, of_kind) \
    THINGS(name, member, of_kind, .read = read_places, .veiled = true)
static const Field deck_fields[] = {
    DECK("mesopotamian", deck[0]), DECK("phoenician", deck[1]), DECK("greek", deck[2]),
    DECK("egyptian", deck[3]),     DECK("roman", deck[4]),      FIELDS_END,
};

const Field duel_pantheon_fields[] = {
    PLACES("spaces", space, DUEL_GOD),
    NUMBERS("space_seen", space_seen, 0, 3, .unobserved = true),
    OBJECT("decks", deck_fields),
    NUMBERS("deck_seen_0", deck_seen[0], 0, PANTHEON_DECK, .unobserved = true),
    NUMBERS("deck_seen_1", deck_seen[1], 0, PANTHEON_DECK, .unobserved = true),
    NUMBERS("deck_seen_all", deck_seen[2], 0, PANTHEON_DECK, .unobserved = true),
    PLACES("marks", mark, DUEL_FAVOUR),
    ODD("favours", "string[][]", write_favours, read_favours, FIELD_ALL(favour)),
    THING("snake", snake, DUEL_CARD),
    NUMBER("minerva", minerva, 0, 2 * PANTHEON_MIDDLE - 1),
    SET("enki", enki, DUEL_TOKEN, .one = true),
    FIELDS_END,
};
#undef STATE
