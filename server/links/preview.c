/* preview.c - what a link to a room or a match says of itself where it is passed on. */
#include "server/hub/gate.h"
#include "server/hub/inside.h"
#include "server/rooms/doc.h"
#include "server/secret.h"

#include <stdio.h>
#include <stdlib.h>

enum { WHO_BYTES = SEATS_MAX * (NAME_BYTES + 2), LINE_BYTES = WHO_BYTES + 200 };

typedef struct {
    Hub *hub;
    HubAnswer *answer;
    void *context;
    const Texts *texts;
    char address[PEER_BYTES]; /* of whoever asks */
    char key[STORE_KEY_BYTES];
} Preview;

static void preview_end(Preview *p, const char *text)
{
    p->answer(p->context, 200, "text/plain; charset=utf-8", text);
    p->hub->asked--;
    free(p);
}

static const char *game_name(const Preview *p, const char *id)
{
    char key[64];
    snprintf(key, sizeof key, "%s.name", id);
    return text_get(p->texts, key);
}

/* The game, a title, a sentence: a line each, as no name has a break in it. */
static void preview_say(Preview *p, const char *game, const char *title,
                        const char *sentence, const TextHole *holes, int count)
{
    char first[LINE_BYTES], second[LINE_BYTES], all[2 * LINE_BYTES + 64];
    text_fill(text_get(p->texts, title), holes, count, first, sizeof first);
    text_fill(text_get(p->texts, sentence), holes, count, second, sizeof second);
    snprintf(all, sizeof all, "%s\n%s\n%s", game, first, second);
    preview_end(p, all);
}

static void preview_room(StoreOp *op)
{
    Preview *p = op->context;
    RoomDoc doc;
    if (op->result != STORE_OK || !room_doc_read(p->hub, p->key, op->body, &doc)) {
        if (op->result == STORE_MISSING)
            hub_guessed(p->hub, p->address);
        preview_end(p, "");
        return;
    }
    const char *game = room_game(&doc)->id;
    const int host = room_seat_of(&doc, doc.host);
    int free_seats = 0;
    for (int i = 0; i < doc.setup.players; i++)
        free_seats += seat_is_free(&doc.seat[i]);
    char free_text[12], all_text[12];
    snprintf(free_text, sizeof free_text, "%d", free_seats);
    snprintf(all_text, sizeof all_text, "%d", doc.setup.players);
    const TextHole holes[] = {{"game", game_name(p, game)},
                              {"who", host < 0 ? "" : doc.seat[host].name},
                              {"n", free_text},
                              {"all", all_text}};
    preview_say(p, game, host < 0 ? "server.preview.room" : "server.preview.room_of",
                doc.phase != ROOM_OPEN ? "server.preview.watch"
                : free_seats           ? "server.preview.seats"
                                       : "server.preview.full",
                holes, 4);
}

static void preview_match(StoreOp *op)
{
    Preview *p = op->context;
    json_t *doc = op->result == STORE_OK ? json_loads(op->body, 0, NULL) : NULL;
    const char *game = json_string_value(json_object_get(doc, "game"));
    const json_t *seats = json_object_get(doc, "seats");
    char who[WHO_BYTES] = "";
    size_t used = 0;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const char *name =
            json_string_value(json_object_get(json_array_get(seats, i), "name"));
        if (name && name[0] && strlen(name) + 3 < sizeof who - used)
            used += (size_t)snprintf(who + used, sizeof who - used, "%s%s",
                                     used ? ", " : "", name);
    }
    if (!game) {
        preview_end(p, "");
    } else {
        const TextHole holes[] = {{"game", game_name(p, game)}, {"who", who}};
        preview_say(p, game,
                    who[0] ? "server.preview.match_of" : "server.preview.match",
                    "server.preview.replay", holes, 2);
    }
    json_decref(doc);
}

void hub_preview(Hub *hub, const char *path, const char *address, const char *language,
                 HubAnswer *answer, void *context)
{
    Preview *p = calloc(1, sizeof *p);
    ASSERT(p && strlen(path) > 3);
    *p = (Preview){.hub = hub,
                   .answer = answer,
                   .context = context,
                   .texts = hub_texts(hub, language)};
    hub->asked++;
    const char *name = path + strlen("/r/");
    const bool is_room = path[1] == 'r' && code_is_good(name);
    const bool is_match = path[1] == 'm' && strlen(name) == HEX_BYTES - 1;
    snprintf(p->address, sizeof p->address, "%s", address);
    if (!(is_room && hub_may_guess(hub, address)) && !is_match) {
        preview_end(p, "");
        return;
    }
    snprintf(p->key, sizeof p->key, "%s", name);
    store_ask(hub->store, store_op(STORE_GET, is_room ? "room" : "match", p->key),
              is_room ? preview_room : preview_match, p);
}
