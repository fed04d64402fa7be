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
    const Table *t = &walk->table;
    const DuelAgora *part = (const DuelAgora *)walk->record;
    const char *name = json_string_value(value);
    const json_t *all = json_object_get(walk->in->json, "agora");
    if (!walk->is_view || !name || strcmp(name, "hidden") != 0)
        return walk_thing(walk, key, value, kind);
    for (int id = 1; id <= AGORA_PLOTS; id++)
        if (!is_read(part, kind, id) &&
            !is_named(all, t->game->thing_id(t->catalog, t->state, kind, id)))
            return id;
    walk_fail(walk, ERR_BAD_POSITION, key, "there are not so many of these");
    return 0;
}

static void write_plots(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelAgora *part = (const DuelAgora *)walk->record;
    jw_array(out, field->key);
    for (int i = 0; i < AGORA_PLOTS && part->deck[i]; i++)
        record_write_thing(out, NULL, &walk->table, DUEL_PLOT, part->deck[i]);
    jw_end_array(out);
}

static void read_plots(Walk *walk, const Field *field, const json_t *value)
{
    DuelAgora *part = (DuelAgora *)walk->record;
    if (!walk_list(walk, field->key, value, AGORA_PLOTS))
        return;
    memset(part->deck, 0, sizeof part->deck);
    for (size_t i = 0; i < json_array_size(value) && walk_ok(walk); i++) {
        walk_enter(walk, field->key, (int)i);
        part->deck[i] =
            (uint8_t)read_order(walk, NULL, json_array_get(value, i), DUEL_PLOT);
        walk_leave(walk);
    }
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
    if (!walk_list(walk, field->key, value, AGORA_CHAMBERS))
        return;
    memset(part->decree, 0, sizeof part->decree);
    part->up = 0;
    for (size_t i = 0; i < json_array_size(value) && walk_ok(walk); i++) {
        const json_t *list = json_array_get(value, i);
        walk_enter(walk, field->key, (int)i);
        for (size_t at = 0; walk_list(walk, NULL, list, AGORA_ROOM) &&
                            at < json_array_size(list) && walk_ok(walk);
             at++) {
            part->decree[i][at] =
                (uint8_t)read_order(walk, NULL, json_array_get(list, at), DUEL_DECREE);
            part->up |= (uint16_t)(1 << (i * AGORA_ROOM + at)); /* unless it says so */
        }
        walk_leave(walk);
    }
}

/* A player's conspiracies: what, prepared with which card, triggered or not. */
static void write_held(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelAgora *part = (const DuelAgora *)walk->record;
    jw_array(out, field->key);
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        jw_array(out, NULL);
        for (int at = 0; at < AGORA_HELD && part->plot[seat][at]; at++) {
            jw_object(out, NULL);
            record_write_thing(out, "conspiracy", &walk->table, DUEL_PLOT,
                               part->plot[seat][at]);
            record_write_thing(out, "under", &walk->table, DUEL_CARD,
                               part->under[seat][at]);
            jw_bool(out, "triggered", part->shown[seat] >> at & 1);
            jw_end_object(out);
        }
        jw_end_array(out);
    }
    jw_end_array(out);
}

static void read_one(Walk *walk, DuelAgora *part, int seat, int at, const json_t *item)
{
    const json_t *under = json_object_get(item, "under");
    part->plot[seat][at] = (uint8_t)read_order(
        walk, "conspiracy", json_object_get(item, "conspiracy"), DUEL_PLOT);
    if (under && !json_is_null(under))
        part->under[seat][at] = (uint8_t)walk_claim(walk, "under", under);
    if (json_is_true(json_object_get(item, "triggered")))
        part->shown[seat] |= (uint16_t)(1 << at);
}

static void read_held(Walk *walk, const Field *field, const json_t *value)
{
    DuelAgora *part = (DuelAgora *)walk->record;
    if (!walk_list(walk, field->key, value, DUEL_SEATS))
        return;
    memset(part->plot, 0, sizeof part->plot);
    memset(part->under, 0, sizeof part->under);
    memset(part->shown, 0, sizeof part->shown);
    for (size_t seat = 0; seat < json_array_size(value) && walk_ok(walk); seat++) {
        const json_t *list = json_array_get(value, seat);
        walk_enter(walk, field->key, (int)seat);
        for (size_t at = 0; walk_list(walk, NULL, list, AGORA_HELD) &&
                            at < json_array_size(list) && walk_ok(walk);
             at++)
            read_one(walk, part, (int)seat, (int)at, json_array_get(list, at));
        walk_leave(walk);
    }
}

#define STATE DuelAgora
const Field duel_agora_fields[] = {
    NUMBERS("cubes_0", cube[0], 0, AGORA_CUBES),
    NUMBERS("cubes_1", cube[1], 0, AGORA_CUBES),
    ODD("decrees", "string[][]", write_decrees, read_decrees),
    NUMBER("up", up, 0, UINT16_MAX),
    ODD("deck", "string[]", write_plots, read_plots),
    NUMBERS("deck_seen", deck_seen, 0, UINT16_MAX),
    ODD("conspiracies",
        "{ conspiracy: string; under: string | null; triggered: boolean }[][]",
        write_held, read_held),
    SET("locked", locked, DUEL_TOKEN, .one = true),
    NUMBER("lock_seat", lock_seat, 0, DUEL_SEATS),
    FIELDS_END,
};
#undef STATE
