/* rating.c - what becomes of people by their matches: results, ratings, leaders. */
#include "server/people/rating.h"

#include "games/games.h"
#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/inside.h"
#include "server/log.h"
#include "server/people/glicko.h"
#include "server/rooms/doc.h"
#include "server/rooms/room.h"
#include "server/secret.h"

#include <stdio.h>
#include <stdlib.h>

enum { RATED_TRIES = 8, LEADERS_MAX = 100, RATINGS_MAX = 32, LEADERS_MS = 5000 };

typedef struct {
    char person[PERSON_BYTES];
    char name[NAME_BYTES];
    Glicko now, after;
    int matches, won;
    int64_t version;
    bool is_done; /* this match is in it already */
} Player;

typedef struct {
    Hub *hub;
    char match[HEX_BYTES];
    char game[40];
    char *record;
    int winners, players, next, tries;
    bool is_rated;
    Player player[SEATS_MAX];
} Ended;

static void ended_read(Ended *e);

static void ended_ask(Ended *job, StoreOp *op, void (*then)(StoreOp *op))
{
    store_ask(job->hub->store, op, then, job);
}

static void ended_free(Ended *e)
{
    e->hub->asked--;
    free(e->record);
    free(e);
}

void leader_key(const char *game, double rating, const char *person, char *out)
{
    int place = 9999 - (int)rating; /* the strongest come first */
    place = place < 0 ? 0 : place > 9999 ? 9999 : place;
    snprintf(out, LEADER_KEY_BYTES, "%.30s/%04d/%.20s", game, place, person);
}

static void rating_key(const char *person, const char *game, char *out)
{
    snprintf(out, STORE_KEY_BYTES, "%.20s/%.40s", person, game);
}

StoreOp *rating_of(const char *person, const char *game)
{
    char key[STORE_KEY_BYTES];
    rating_key(person, game, key);
    return store_op(STORE_GET, "rating", key);
}

int rating_read(const char *body)
{
    json_t *kept = body ? json_loads(body, 0, NULL) : NULL;
    const double exact =
        kept ? json_real_value(json_object_get(kept, "exact")) : glicko_new().rating;
    json_decref(kept);
    return (int)(exact + 0.5);
}

static StoreOp *put(const char *kind, const char *key, int64_t version, json_t *body)
{
    StoreOp *op = store_op(STORE_PUT, kind, key);
    op->version = version;
    op->body = json_dumps(body, JSON_COMPACT);
    ASSERT(op->body);
    json_decref(body);
    return op;
}

static json_t *player_show(const Player *p, const char *game)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:i}", "game", game, "person",
                     p->person, "name", p->name, "rating", (int)(p->after.rating + 0.5),
                     "deviation", (int)(p->after.deviation + 0.5), "matches",
                     p->matches, "won", p->won);
}

static void add_player(const Ended *e, StoreOp *all, const Player *p)
{
    char key[STORE_KEY_BYTES];
    rating_key(p->person, e->game, key);
    json_t *shown = player_show(p, e->game);
    json_t *kept = json_copy(shown);
    json_object_set_new(kept, "exact", json_real(p->after.rating));
    json_object_set_new(kept, "unsure", json_real(p->after.deviation));
    json_object_set_new(kept, "volatility", json_real(p->after.volatility));
    json_object_set_new(kept, "last", json_string(e->match));
    store_part(all, put("rating", key, p->version, kept));
    if (p->version) {
        leader_key(e->game, p->now.rating, p->person, key);
        store_part(all, store_op(STORE_DELETE, "leader", key));
    }
    leader_key(e->game, p->after.rating, p->person, key);
    store_part(all, put("leader", key, STORE_ANY, shown));
}

static void compute(Ended *e)
{
    for (int i = 0; i < e->players; i++) {
        Glicko others[SEATS_MAX];
        double scores[SEATS_MAX];
        Player *p = &e->player[i];
        const int mine = e->winners >> i & 1;
        int count = 0;
        for (int j = 0; j < e->players; j++) {
            if (j == i)
                continue;
            const int theirs = e->winners >> j & 1;
            others[count] = e->player[j].now;
            scores[count++] = mine == theirs ? 0.5 : mine;
        }
        p->after = glicko_after(&p->now, others, scores, count);
        p->matches++;
        p->won += mine;
    }
}

static void ended_written(StoreOp *op)
{
    Ended *e = op->context;
    if (op->result == STORE_OK) {
        ended_free(e);
        return;
    }
    if (++e->tries < RATED_TRIES) { /* somebody was faster, or the store is not well */
        ended_read(e);
        return;
    }
    log_event(LOG_ERROR, "result_not_written", "match", e->match, NULL);
    ended_free(e);
}

static void ended_write(Ended *e)
{
    StoreOp *all = store_op(STORE_ALL, NULL, NULL);
    json_t *record = json_loads(e->record, 0, NULL);
    bool is_done = !e->is_rated;
    for (int i = 0; i < e->players; i++)
        is_done = is_done || e->player[i].is_done;
    if (!is_done)
        compute(e);
    json_t *ratings = json_array();
    for (int i = 0; i < e->players; i++) {
        const Player *p = &e->player[i];
        char key[STORE_KEY_BYTES];
        if (!is_done) {
            add_player(e, all, p);
            json_array_append_new(ratings,
                                  json_pack("[i,i]", (int)(p->now.rating + 0.5),
                                            (int)(p->after.rating + 0.5)));
        }
        if (!p->person[0])
            continue;
        snprintf(key, sizeof key, "%.20s/%.16s", p->person, e->match);
        store_part(all, put("played", key, STORE_ANY,
                            json_pack("{s:s, s:I}", "game", e->game, "ended_s",
                                      (json_int_t)(hub_wall_ms(e->hub) / 1000))));
    }
    if (!is_done)
        json_object_set(record, "ratings", ratings); /* before and after, by seat */
    json_decref(ratings);
    store_part(all, put("match", e->match, STORE_ANY, record));
    ended_ask(e, all, ended_written);
}

static void player_read(StoreOp *op)
{
    Ended *e = op->context;
    Player *p = &e->player[e->next++];
    json_t *kept = op->body ? json_loads(op->body, 0, NULL) : NULL;
    p->now = glicko_new();
    p->version = op->result == STORE_OK ? op->version : 0;
    p->matches = (int)json_integer_value(json_object_get(kept, "matches"));
    p->won = (int)json_integer_value(json_object_get(kept, "won"));
    if (kept)
        p->now = (Glicko){json_real_value(json_object_get(kept, "exact")),
                          json_real_value(json_object_get(kept, "unsure")),
                          json_real_value(json_object_get(kept, "volatility"))};
    const char *last = json_string_value(json_object_get(kept, "last"));
    p->is_done = last && strcmp(last, e->match) == 0;
    json_decref(kept);
    if (e->next < e->players) {
        ended_ask(e, rating_of(e->player[e->next].person, e->game), player_read);
    } else {
        ended_write(e);
    }
}

static void ended_read(Ended *e)
{
    e->next = 0;
    if (!e->is_rated) {
        ended_write(e);
        return;
    }
    ended_ask(e, rating_of(e->player[0].person, e->game), player_read);
}

void rating_ended(Room *room, const Status *status, StoreOp *record)
{
    const RoomDoc *doc = &room->doc;
    Ended *e = calloc(1, sizeof *e);
    ASSERT(e);
    e->hub = room->hub;
    e->hub->asked++;
    hex_name(room->match_id, e->match);
    snprintf(e->game, sizeof e->game, "%s", room_game(doc)->id);
    e->record = strdup(record->body);
    store_op_free(record);
    e->winners = status->winners;
    e->players = doc->setup.players;
    e->is_rated = doc->is_quick;
    for (int i = 0; i < e->players; i++) {
        snprintf(e->player[i].person, PERSON_BYTES, "%s", doc->seat[i].person);
        snprintf(e->player[i].name, NAME_BYTES, "%s", doc->seat[i].name);
        e->is_rated = e->is_rated && doc->seat[i].person[0];
        for (int j = 0; j < i; j++)
            e->is_rated =
                e->is_rated && strcmp(e->player[i].person, e->player[j].person) != 0;
    }
    ended_read(e);
}

/* Asking. */

static void write_docs(JsonW *w, const char *key, const StoreOp *op)
{
    static const char *const hidden[] = {"exact", "unsure", "volatility", "last"};
    jw_array(w, key);
    for (int i = 0; i < op->doc_count; i++) {
        json_t *doc = json_loads(op->docs[i].body, 0, NULL);
        for (size_t h = 0; h < sizeof hidden / sizeof *hidden; h++)
            json_object_del(doc, hidden[h]);
        char *text = json_dumps(doc, JSON_COMPACT);
        jw_raw(w, NULL, text ? text : "{}");
        free(text);
        json_decref(doc);
    }
    jw_end_array(w);
}

static void ratings_read(Ask *ask, StoreOp *op)
{
    if (op->result != STORE_OK) {
        ask_fail(ask, WHY_STORE_FAILED);
        return;
    }
    write_docs(ask_answer(ask), "ratings", op);
    ask_send(ask);
}

void op_rating(Ask *ask)
{
    char key[STORE_KEY_BYTES];
    const char *person = ask->client->who.person;
    if (!ask_text(ask, "person", PERSON_BYTES - 1, &person))
        return;
    snprintf(key, sizeof key, "%.20s/", person);
    StoreOp *op = store_op(STORE_FIND, "rating", key);
    op->limit = RATINGS_MAX;
    ask_store(ask, op, ratings_read);
}

static void leaders_read(Ask *ask, StoreOp *op)
{
    const char *id = json_string_value(json_object_get(ask->request, "game"));
    Hub *hub = ask->hub;
    int game = 0;
    if (op->result != STORE_OK) {
        ask_fail(ask, WHY_STORE_FAILED);
        return;
    }
    while (game < hub->game_count - 1 && strcmp(games_all[game]->id, id) != 0)
        game++;
    JsonW list;
    jw_open(&list);
    write_docs(&list, NULL, op);
    free(hub->leaders[game]);
    hub->leaders[game] = strdup(list.text);
    hub->leaders_at_ms[game] = hub->now_ms;
    jw_close(&list);
    op_leaders(ask);
}

void op_leaders(Ask *ask)
{
    Hub *hub = ask->hub;
    const char *id = NULL;
    int game = 0;
    if (!ask_text(ask, "game", 40, &id))
        return;
    while (id && game < hub->game_count && strcmp(games_all[game]->id, id) != 0)
        game++;
    if (!id || game == hub->game_count) {
        const Refusal why = refusal_words(id ? ERR_UNKNOWN_GAME : ERR_MISSING_FIELD,
                                          id ? id : "game", NULL);
        ask_refuse(ask, &why);
        return;
    }
    if (hub->leaders[game] && hub->now_ms - hub->leaders_at_ms[game] < LEADERS_MS) {
        JsonW *w = ask_answer(ask);
        jw_raw(w, "leaders", hub->leaders[game]);
        ask_send(ask);
        return;
    }
    char key[STORE_KEY_BYTES];
    snprintf(key, sizeof key, "%.30s/", id);
    StoreOp *op = store_op(STORE_FIND, "leader", key);
    op->limit = LEADERS_MAX;
    ask_store(ask, op, leaders_read);
}
