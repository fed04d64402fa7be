/* fields.c - Agora's part of the table, a row a field. */
#include "games/duel/host.h"

/* Whether a decree or a conspiracy has been read already. */
static bool is_read(const DuelAgora *part, int kind, int id)
{
    bool found = false;
    for (int i = 0; kind == DUEL_DECREE && i < AGORA_CHAMBERS * AGORA_ROOM; i++)
        found = found || part->decree[i / AGORA_ROOM][i % AGORA_ROOM] == id;
    for (int i = 0; kind == DUEL_PLOT && i < AGORA_PLOTS; i++)
        found = found || part->deck[i] == id;
    for (int i = 0; kind == DUEL_PLOT && i < AGORA_ALL_HELD; i++)
        found = found || part->plot[i / AGORA_HELD][i % AGORA_HELD] == id;
    return found;
}

/* By its name; in a view one that is hidden is some other that the view shows nowhere.
 */
static int read_order(Walk *walk, const char *key, const json_t *value, int kind)
{
    const DuelAgora *part = (const DuelAgora *)walk->record;
    const char *name = json_string_value(value);
    if (!walk->is_view || !name || strcmp(name, "hidden") != 0)
        return walk_thing(walk, key, value, kind);
    for (int id = 1; id <= AGORA_PLOTS; id++)
        if (!is_read(part, kind, id) && !walk_is_named(walk, "agora", kind, id))
            return id;
    walk_fail(walk, ERR_BAD_POSITION, key, "there are not so many of these");
    return 0;
}

static void read_plots(Walk *walk, const Field *field, const json_t *value)
{
    DuelAgora *part = (DuelAgora *)walk->record;
    Each each = walk_each(walk, field->key, value, AGORA_PLOTS);
    memset(part->deck, 0, sizeof part->deck);
    while (walk_next(&each))
        part->deck[each.at] = (uint8_t)read_order(walk, NULL, each.item, DUEL_PLOT);
}

/* The decrees of each chamber: [["shield"], [], ...]. */
static void write_decrees(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelAgora *part = (const DuelAgora *)walk->record;
    jw_array(out, field->key);
    for (int i = 0; i < AGORA_CHAMBERS; i++) {
        jw_array(out, NULL);
        for (int at = 0; at < AGORA_ROOM && part->decree[i][at]; at++)
            record_write_thing(out, NULL, &walk->table, DUEL_DECREE,
                               part->decree[i][at]);
        jw_end_array(out);
    }
    jw_end_array(out);
}

static void read_decrees(Walk *walk, const Field *field, const json_t *value)
{
    DuelAgora *part = (DuelAgora *)walk->record;
    Each chamber = walk_each(walk, field->key, value, AGORA_CHAMBERS);
    memset(part->decree, 0, sizeof part->decree);
    part->up = 0;
    while (walk_next(&chamber)) {
        Each each = walk_each(walk, NULL, chamber.item, AGORA_ROOM);
        while (walk_next(&each)) {
            part->decree[chamber.at][each.at] =
                (uint8_t)read_order(walk, NULL, each.item, DUEL_DECREE);
            /* unless it says so */
            part->up |= (uint16_t)(1 << (chamber.at * AGORA_ROOM + each.at));
        }
    }
}

/* A player's conspiracies, one after the other: the index counts through both hands. */
static void read_plot(Walk *walk, const Field *field, const json_t *value)
{
    DuelAgora *part = (DuelAgora *)walk->record;
    part->plot[walk->index / AGORA_HELD][walk->index % AGORA_HELD] =
        (uint8_t)read_order(walk, field->key, value, DUEL_PLOT);
}

static void write_triggered(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelAgora *part = (const DuelAgora *)walk->record;
    const int shown = part->shown[walk->index / AGORA_HELD];
    jw_bool(out, field->key, shown >> walk->index % AGORA_HELD & 1);
}

static void read_triggered(Walk *walk, const Field *field, const json_t *value)
{
    DuelAgora *part = (DuelAgora *)walk->record;
    if (walk_flag(walk, field->key, value))
        part->shown[walk->index / AGORA_HELD] |=
            (uint16_t)(1 << walk->index % AGORA_HELD);
}

#define STATE DuelAgora
static const Field held_fields[] = {
    EACH_THING("conspiracy", plot[0], DUEL_PLOT, .read = read_plot, .needed = true),
    EACH_THING("under", under[0], DUEL_CARD, .placed = true),
    ODD("triggered", "boolean", write_triggered, read_triggered),
    FIELDS_END,
};
#undef STATE

static void write_held(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelAgora *part = (const DuelAgora *)walk->record;
    Walk entry = *walk;
    jw_array(out, field->key);
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        jw_array(out, NULL);
        for (int at = 0; at < AGORA_HELD && part->plot[seat][at]; at++) {
            entry.index = seat * AGORA_HELD + at;
            jw_object(out, NULL);
            fields_write_rows(&entry, held_fields, out);
            jw_end_object(out);
        }
        jw_end_array(out);
    }
    jw_end_array(out);
}

static void read_held(Walk *walk, const Field *field, const json_t *value)
{
    DuelAgora *part = (DuelAgora *)walk->record;
    Each seat = walk_each(walk, field->key, value, DUEL_SEATS);
    memset(part->plot, 0, sizeof part->plot);
    memset(part->under, 0, sizeof part->under);
    memset(part->shown, 0, sizeof part->shown);
    while (walk_next(&seat)) {
        Each each = walk_each(walk, NULL, seat.item, AGORA_HELD);
        while (walk_next(&each)) {
            Walk entry = *walk;
            entry.index = seat.at * AGORA_HELD + each.at;
            fields_read(&entry, held_fields, each.item);
        }
    }
}

#define STATE DuelAgora
const Field duel_agora_fields[] = {
    NUMBERS("cubes_0", cube[0], 0, AGORA_CUBES),
    NUMBERS("cubes_1", cube[1], 0, AGORA_CUBES),
    ODD("decrees", "string[][]", write_decrees, read_decrees, FIELD_ALL(decree)),
    NUMBER("up", up, 0, UINT16_MAX, .unobserved = true),
    THINGS("deck", deck, DUEL_PLOT, .read = read_plots, .unobserved = true),
    NUMBERS("deck_seen", deck_seen, 0, UINT16_MAX, .unobserved = true),
    ODD("conspiracies", "Conspiracy[][]", write_held, read_held, .of = held_fields),
    SET("locked", locked, DUEL_TOKEN, .one = true),
    NUMBER("lock_seat", lock_seat, 0, DUEL_SEATS, .unobserved = true),
    FIELDS_END,
};
#undef STATE
