/* fuzz_socket.c - the socket's messages: whatever three people send, each request gets
 * one answer, and nothing breaks.
 *
 * The input is messages as they are, or instructions for changing good ones; among
 * those are legal moves, so that matches get somewhere. The store is in memory, work is
 * done at once, and time goes on as the input says. */
#include "server/hub/hub.h"
#include "server/log.h"
#include "tests/fuzz/mutate.h"

#include "engine/jsonw.h"
#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count);

enum { PEOPLE = 3, MESSAGES_MAX = 60, WORK_MAX = 64 };

typedef struct {
    Client *client;
    bool is_closed; /* the hub asked for it */
    int answers;
    char code[16]; /* of the room last seen */
    char turn_text[65536];
} Person;

static Person person[PEOPLE];
static HubWork *work[WORK_MAX];
static int work_count;
static int64_t now_ms = 1000;

static void take_sent(void *link, const char *text, size_t text_bytes)
{
    Person *p = link;
    json_t *json = json_loadb(text, text_bytes, JSON_REJECT_DUPLICATES, NULL);
    const json_t *ok = json_object_get(json, "ok");
    ASSERT(json_is_object(json) && !memchr(text, '\n', text_bytes));
    ASSERT(json_is_boolean(ok) || json_is_string(json_object_get(json, "t")));
    ASSERT(!json_is_false(ok) ||
           json_is_string(json_object_get(json_object_get(json, "error"), "code")));
    p->answers += json_is_boolean(ok);
    const char *code =
        json_string_value(json_object_get(json_object_get(json, "room"), "code"));
    if (code)
        snprintf(p->code, sizeof p->code, "%s", code);
    if (json_object_get(json, "legal"))
        snprintf(p->turn_text, sizeof p->turn_text, "%.*s", (int)text_bytes, text);
    json_decref(json);
}

static void take_close(void *link, int code, const char *why)
{
    Person *p = link;
    (void)why;
    ASSERT(code >= 1000 && code < 1016);
    p->is_closed = true;
}

static void take_work(void *context, HubWork *asked)
{
    (void)context;
    ASSERT(work_count < WORK_MAX);
    work[work_count++] = asked;
}

static void settle(Hub *hub, Store *store, int64_t at_ms)
{
    do {
        while (work_count) {
            HubWork *asked = work[--work_count];
            asked->run(asked);
            asked->done(asked);
        }
        store_finish(store);
    } while (work_count);
    hub_tick(hub, at_ms);
    store_finish(store);
}

static const char *const requests[] = {
    "{\"op\":\"hello\",\"name\":\"Ada\",\"legal\":true,\"words\":true}",
    "{\"op\":\"hello\",\"token\":\"abc\",\"view\":true}",
    "{\"op\":\"create\",\"game\":\"sea-salt\",\"players\":2,\"public\":true}",
    "{\"op\":\"create\",\"game\":\"duel\",\"clock\":\"move\",\"clock_s\":1,\"grace_s\":"
    "0}",
    "{\"op\":\"quick\",\"game\":\"duel\",\"players\":2}",
    "{\"op\":\"sit\",\"seat\":1}",
    "{\"op\":\"stand\"}",
    "{\"op\":\"ready\"}",
    "{\"op\":\"fill\",\"seat\":1,\"agent\":\"random\"}",
    "{\"op\":\"start\"}",
    "{\"op\":\"rematch\"}",
    "{\"op\":\"leave\"}",
    "{\"op\":\"kick\",\"person\":\"x\"}",
    "{\"op\":\"host\",\"person\":\"x\"}",
    "{\"op\":\"set\",\"players\":3,\"options\":{},\"absent\":\"agent\",\"delay_ms\":0}",
    "{\"op\":\"chat\",\"text\":\"hello\"}",
    "{\"op\":\"rooms\"}",
    "{\"op\":\"games\"}",
    "{\"op\":\"view\"}",
    "{\"op\":\"legal\"}",
    "{\"op\":\"history\",\"from\":0,\"words\":true}",
    "{\"op\":\"score\"}",
    "{\"op\":\"validate\",\"action\":{\"type\":\"draw_deck\"}}",
    "{\"op\":\"apply\",\"n\":0,\"action\":{\"type\":\"draw_deck\"}}",
    "{\"op\":\"prefer\",\"legal\":true,\"view\":true,\"words\":true,\"lang\":\"zh-"
    "TW\"}",
    "{\"op\":\"rename\",\"name\":\"Eve\"}",
    "{\"op\":\"logout\"}",
    "{\"op\":\"ping\",\"id\":\"x\"}",
};

static void send_text(Hub *hub, Store *store, int who, const char *text)
{
    hub_message(hub, person[who].client, text, strlen(text));
    settle(hub, store, now_ms += 30);
}

static void send_json(Hub *hub, Person *p, const json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    if (text)
        hub_message(hub, p->client, text, strlen(text));
    free(text);
}

static void send_changed(Hub *hub, Person *p, json_t *request, Feed *f)
{
    for (int i = feed_byte(f) % 4 - 1; i > 0; i--)
        mutate(request, f);
    send_json(hub, p, request);
    json_decref(request);
}

/* A move that was offered, now and then changed. */
static void send_move(Hub *hub, Person *p, Feed *f)
{
    json_t *turn = json_loads(p->turn_text, 0, NULL);
    const json_t *legal = json_object_get(turn, "legal");
    if (json_array_size(legal)) {
        const uint32_t pick = feed_below(f, (uint32_t)json_array_size(legal));
        json_t *request =
            json_pack("{s:s, s:O, s:O}", "op", "apply", "n", json_object_get(turn, "n"),
                      "action", json_object_get(json_array_get(legal, pick), "do"));
        if (request)
            send_changed(hub, p, request, f);
    }
    json_decref(turn);
}

static void follow(Hub *hub, Person *p, Feed *f)
{
    const uint32_t count = (uint32_t)(sizeof requests / sizeof *requests);
    const uint32_t what = feed_below(f, count + 12);
    if (what < count) {
        send_changed(hub, p, json_loads(requests[what], 0, NULL), f);
    } else if (what < count + 4) {
        const Person *host = &person[feed_byte(f) % PEOPLE];
        send_changed(hub, p, json_pack("{s:s, s:s}", "op", "join", "room", host->code),
                     f);
    } else {
        send_move(hub, p, f);
    }
}

static void play(Hub *hub, Store *store, Feed *f, bool as_they_are)
{
    for (int i = 0; i < MESSAGES_MAX && !feed_is_empty(f); i++) {
        const uint8_t who = feed_byte(f);
        Person *p = &person[who % PEOPLE];
        if (!p->client)
            p->client = hub_connect(hub, p, "127.0.0.1", "zh-Hans");
        ASSERT(p->client);
        const int answers = p->answers;
        if (as_they_are) {
            const uint8_t *end = memchr(f->bytes, '\n', f->count);
            const size_t length = end ? (size_t)(end - f->bytes) : f->count;
            hub_message(hub, p->client, (const char *)f->bytes, length);
            f->bytes += length + (end != NULL);
            f->count -= length + (end != NULL);
        } else {
            follow(hub, p, f);
        }
        now_ms += (who & 0x80) ? 3000 : 30;
        settle(hub, store, now_ms);
        ASSERT(p->answers <= answers + 1);
        if (p->is_closed || (who & 0x70) == 0x70) {
            hub_disconnect(hub, p->client);
            p->client = NULL;
            p->is_closed = false;
        }
    }
}

/* Everybody has a name, the first two sit at a running match of the game 'which'. */
static void begin(Hub *hub, Store *store, int which)
{
    char text[200];
    int games = 0;
    while (games_all[games])
        games++;
    const Game *game = games_all[which % games];
    for (int i = 0; i < PEOPLE; i++) {
        person[i].client = hub_connect(hub, &person[i], "127.0.0.1", "en");
        ASSERT(person[i].client);
        send_text(hub, store, i, requests[0]);
    }
    snprintf(text, sizeof text,
             "{\"op\":\"create\",\"game\":\"%s\",\"players\":%d,\"delay_ms\":0}",
             game->id, game->players_min);
    send_text(hub, store, 0, text);
    snprintf(text, sizeof text, "{\"op\":\"join\",\"room\":\"%s\"}", person[0].code);
    for (int i = 1; i < PEOPLE; i++)
        send_text(hub, store, i, text);
    send_text(hub, store, 1, "{\"op\":\"sit\"}");
    send_text(hub, store, 1, "{\"op\":\"ready\"}");
    send_text(hub, store, 0, "{\"op\":\"start\"}");
}

/* One hub serves many inputs: loading the games costs more than an input does. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count)
{
    static const HubIo io = {take_sent, take_close, take_work, NULL, NULL};
    static Hub *hub;
    static Store *store;
    Feed f = {bytes, bytes_count};
    if (!hub) {
        Config config;
        LoadError error;
        char why[200];
        log_set_level(LOG_NONE);
        Data *data = data_open(NULL, 0, &error);
        config_default(&config);
        config.logins_per_minute = 1;
        config.guests_per_minute = config.messages_per_second = 0;
        config.agent_ms = 1;
        config.snapshot_moves = 3;
        store = store_open(":memory:", NULL, NULL, why, sizeof why);
        ASSERT(data && store);
        hub = hub_new(&config, data, store, &io, why, sizeof why);
        ASSERT(hub);
        store_finish(store);
    }
    memset(person, 0, sizeof person);
    const uint8_t first = feed_byte(&f);
    if (first & 2)
        begin(hub, store, first >> 2);
    play(hub, store, &f, first & 1);
    for (int i = 0; i < PEOPLE; i++)
        if (person[i].client)
            hub_disconnect(hub, person[i].client);
    settle(hub, store, now_ms += 20000);  /* everybody is gone for good ... */
    settle(hub, store, now_ms += 200000); /* ... and the rooms leave memory */
    ASSERT(hub_is_quiet(hub));
    return 0;
}
