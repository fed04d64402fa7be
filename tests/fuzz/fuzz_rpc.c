/* fuzz_rpc.c - the line protocol: any line gets one answer, and no line breaks
 * anything.
 *
 * The input is lines as they are, or instructions for changing good requests; among
 * those are legal moves, so that matches get somewhere. */
#include "cli/rpc/rpc.h"
#include "tests/fuzz/mutate.h"
#include "tests/laws/subject.h"

#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count);

enum { FUZZ_LINES = 40 };

static Subjects all;
static Rpc *rpc;
static JsonW answer;

static const char *const requests[] = {
    "{\"op\":\"new\",\"game\":\"duel\",\"players\":2,\"seed\":7}",
    "{\"op\":\"new\",\"game\":\"sea-salt\",\"options\":{\"profile\":\"official\"}}",
    "{\"id\":1,\"op\":\"legal\",\"player\":0,\"say\":true}",
    "{\"id\":\"x\",\"op\":\"validate\",\"player\":0,\"action\":{\"type\":\"pass\"}}",
    "{\"op\":\"apply\",\"player\":1,\"action\":{\"type\":\"draw_deck\"}}",
    "{\"op\":\"state\"}",
    "{\"op\":\"view\",\"player\":1}",
    "{\"op\":\"undo\",\"count\":2}",
    "{\"op\":\"redo\"}",
    "{\"op\":\"events\",\"since\":0,\"viewer\":1}",
    "{\"op\":\"hash\"}",
    "{\"op\":\"score\"}",
    "{\"op\":\"save\"}",
    "{\"op\":\"idle\"}",
    "{\"op\":\"fork\",\"moves\":1}",
    "{\"op\":\"agent\",\"name\":\"greedy\",\"player\":0,\"seed\":1,\"ms\":5}",
    "{\"op\":\"play_out\",\"agents\":[\"random\",\"greedy\"],\"seed\":3}",
    "{\"op\":\"games\"}",
    "{\"op\":\"help\"}",
};

/* One line in, one JSON object out, with "ok" in it and a code where it is false. */
static json_t *ask(const char *line, size_t line_bytes)
{
    jw_reset(&answer);
    rpc_line(rpc, line, line_bytes, &answer);
    json_t *json = json_loads(answer.text, JSON_REJECT_DUPLICATES, NULL);
    const json_t *ok = json_object_get(json, "ok");
    const json_t *error = json_object_get(json, "error");
    ASSERT(json_is_boolean(ok));
    ASSERT(json_is_true(ok) || json_is_string(json_object_get(error, "code")));
    ASSERT(!strchr(answer.text, '\n'));
    return json;
}

static void ask_json(json_t *request)
{
    char *line = json_dumps(request, JSON_COMPACT | JSON_ENCODE_ANY);
    if (line)
        json_decref(ask(line, strlen(line)));
    free(line);
}

/* What an operation printed, changed a little and handed back: a position, a match. */
static void hand_back(const char *op, const char *key, const char *back, Feed *f)
{
    char line[100];
    snprintf(line, sizeof line, "{\"op\":\"%s\"}", op);
    json_t *printed = ask(line, strlen(line));
    json_t *value = json_object_get(printed, key);
    if (json_is_object(value)) {
        json_t *request = json_pack("{s:s, s:O}", "op", back, key, value);
        for (int i = feed_byte(f) % 4; i > 0; i--)
            mutate(request, f);
        ask_json(request);
        json_decref(request);
    }
    json_decref(printed);
}

/* A legal move, now and then changed. */
static void make_a_move(Feed *f)
{
    static const char line[] = "{\"op\":\"legal\"}";
    json_t *legal = ask(line, sizeof line - 1);
    const json_t *actions = json_object_get(legal, "actions");
    if (json_array_size(actions)) {
        const uint32_t pick = feed_below(f, (uint32_t)json_array_size(actions));
        json_t *request = json_pack("{s:s, s:O, s:O}", "op", "apply", "player",
                                    json_object_get(legal, "player"), "action",
                                    json_array_get(actions, pick));
        if (feed_byte(f) % 8 == 0)
            mutate(request, f);
        ask_json(request);
        json_decref(request);
    }
    json_decref(legal);
}

static void follow(Feed *f)
{
    const uint32_t count = (uint32_t)(sizeof requests / sizeof *requests);
    const uint32_t what = feed_below(f, count + 16);
    if (what == count) {
        hand_back("state", "state", "position", f);
    } else if (what == count + 1) {
        hand_back("save", "match", "load", f);
    } else if (what > count) {
        make_a_move(f);
    } else {
        json_t *request = json_loads(requests[what], 0, NULL);
        for (int i = feed_byte(f) % 3; i > 0; i--)
            mutate(request, f);
        ask_json(request);
        json_decref(request);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count)
{
    Feed f = {bytes, bytes_count};
    if (!rpc) {
        subjects_open(&all);
        jw_open(&answer);
        rpc = rpc_new(all.catalogs, all.texts[0]);
    }
    const uint8_t first = feed_byte(&f);
    char line[100];
    int games = 0;
    while (games_all[games])
        games++;
    snprintf(line, sizeof line, "{\"op\":\"new\",\"game\":\"%s\",\"seed\":%d}",
             games_all[first / 2 % games]->id, first);
    json_decref(ask(line, strlen(line)));
    for (int i = 0; i < FUZZ_LINES && !feed_is_empty(&f); i++) {
        if (first & 1) {
            follow(&f);
            continue;
        }
        const uint8_t *end = memchr(f.bytes, '\n', f.count);
        const size_t length = end ? (size_t)(end - f.bytes) : f.count;
        json_decref(ask((const char *)f.bytes, length));
        f.bytes += length + (end != NULL);
        f.count -= length + (end != NULL);
    }
    return 0;
}
