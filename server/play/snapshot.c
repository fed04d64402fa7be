/* snapshot.c - how a match stood some moves ago, so that it goes on without all of them
 * being run again.
 *
 * The log alone is the truth. A snapshot is only taken by a program that deals the same
 * table from the same setup; any other starts from the deal. */
#include "server/play/snapshot.h"

#include "engine/match.h"
#include "server/hub/inside.h"
#include "server/rooms/room.h"
#include "server/secret.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

/* A match that grows past this gives up its older moves, which are in the store. */
enum { TRIM_BYTES = 40 << 10, TRIM_MOVES_KEPT = 32 };

static const int variant = sodium_base64_VARIANT_ORIGINAL;

static uint64_t hash_of_deal(const Match *m)
{
    Match *dealt = match_new(match_game(m), match_catalog(m), match_setup(m));
    const uint64_t hash = match_hash(dealt);
    match_free(dealt);
    return hash;
}

void snapshot_keep(const Room *room)
{
    const Match *m = room->match;
    const size_t bytes = match_game(m)->state_bytes;
    if (match_moves(m) % room->hub->config.snapshot_moves != 0)
        return;
    const size_t text_bytes = sodium_base64_encoded_len(bytes, variant);
    char key[HEX_BYTES], *text = malloc(text_bytes);
    ASSERT(text);
    sodium_bin2base64(text, text_bytes, match_state(m), bytes, variant);
    hex_name(room->match_id, key);
    JsonW *w = &room->hub->part;
    jw_reset(w);
    jw_object(w, NULL);
    jw_int(w, "n", match_moves(m));
    jw_int(w, "log", room_n(room));
    jw_hex64(w, "deal", hash_of_deal(m));
    jw_array(w, "spent");
    for (int seat = 0; seat < match_setup(m)->players; seat++)
        jw_int(w, NULL, room->spent_ms[seat]);
    jw_end_array(w);
    jw_str(w, "state", text);
    jw_end_object(w);
    free(text);
    StoreOp *op = store_op(STORE_PUT, "snapshot", key);
    op->version = STORE_ANY;
    op->body = strdup(w->text);
    store_ask(room->hub->store, op, NULL, NULL);
}

void snapshot_forget(const Room *room)
{
    char key[HEX_BYTES];
    if (room_n(room) < room->hub->config.snapshot_moves)
        return;
    hex_name(room->match_id, key);
    store_ask(room->hub->store, store_op(STORE_DELETE, "snapshot", key), NULL, NULL);
}

void snapshot_trim(Room *room)
{
    const Match *m = room->match;
    const int from = match_moves(m) - TRIM_MOVES_KEPT;
    if (match_bytes(m) < TRIM_BYTES || from - match_first(m) < TRIM_MOVES_KEPT)
        return;
    uint8_t *state = malloc(match_game(m)->state_bytes);
    ASSERT(state);
    match_state_at(m, from, state);
    Match *trimmed =
        match_resume(match_game(m), match_catalog(m), match_setup(m), state, from);
    ASSERT(trimmed);
    for (int i = from; i < match_moves(m); i++) {
        const Err err = match_apply(trimmed, match_command(m, i), NULL);
        ASSERT(!err);
    }
    free(state);
    match_free(room->match);
    room->match = trimmed;
}

/* The match at the snapshot, or NULL when it is none of this program's. */
static Match *resume(const Match *dealt, const json_t *json)
{
    const Game *game = match_game(dealt);
    const char *deal = json_string_value(json_object_get(json, "deal"));
    const char *text = json_string_value(json_object_get(json, "state"));
    const json_t *n = json_object_get(json, "n");
    char now[HEX_BYTES];
    hex_name(match_hash(dealt), now);
    if (!deal || strcmp(deal, now) != 0 || !text || !json_is_integer(n))
        return NULL;
    uint8_t *state = calloc(1, game->state_bytes);
    size_t bytes = 0;
    ASSERT(state);
    const bool good = sodium_base642bin(state, game->state_bytes, text, strlen(text),
                                        NULL, &bytes, NULL, variant) == 0 &&
                      bytes == game->state_bytes;
    Match *m = good ? match_resume(game, match_catalog(dealt), match_setup(dealt),
                                   state, (int)json_integer_value(n))
                    : NULL;
    free(state);
    return m;
}

void snapshot_take(Room *room, const char *body)
{
    json_t *json = body ? json_loads(body, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const json_t *spent = json_object_get(json, "spent");
    Match *m = json ? resume(room->match, json) : NULL;
    const json_t *log = json_object_get(json, "log");
    if (m) {
        const int moves = match_moves(m);
        match_free(room->match);
        room->match = m;
        course_resume(&room->course, moves, log ? (int)json_integer_value(log) : moves);
        for (int seat = 0; seat < match_setup(m)->players; seat++)
            room->spent_ms[seat] =
                json_integer_value(json_array_get(spent, (size_t)seat));
    }
    json_decref(json);
}
