/* fields.c - Agora's part of the table, a row a field. */
#include "games/duel/host.h"

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
                (uint8_t)walk_thing(walk, NULL, json_array_get(list, at), DUEL_DECREE);
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
    part->plot[seat][at] = (uint8_t)walk_thing(
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
    THINGS("deck", deck, DUEL_PLOT),
    NUMBERS("deck_seen", deck_seen, 0, UINT16_MAX),
    ODD("conspiracies",
        "{ conspiracy: string; under: string | null; triggered: boolean }[][]",
        write_held, read_held),
    SET("locked", locked, DUEL_TOKEN, .one = true),
    NUMBER("lock_seat", lock_seat, 0, DUEL_SEATS),
    FIELDS_END,
};
#undef STATE
