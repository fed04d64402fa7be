/* script.c - what people and machines may do next, and how a seed becomes a script. */
#include "tests/server/sim/sim.h"

#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>

enum { APART_MS = 30000 };

typedef void Act(World *w, Human *h, const SimStep *step);

static Human *friend_of(const World *w, const Human *h, int which)
{
    const int first = h->number - h->number % SIM_GROUP;
    const int at = first + which % SIM_GROUP;
    return &w->human[at < w->plan.people ? at : h->number];
}

/* Connected, and somebody: what comes next is not waited for. */
static void be_there(World *w, Human *h, const SimStep *step)
{
    char fields[200];
    if (h->is_closed)
        human_close(w, h);
    if (h->client && (h->is_known || h->asked_count))
        return;
    if (!h->client)
        human_connect(w, h, step->c % w->plan.nodes);
    if (h->token[0])
        snprintf(fields, sizeof fields, "\"token\":\"%s\",\"view\":%s", h->token,
                 h->number % 3 ? "false" : "true");
    else
        snprintf(fields, sizeof fields, "\"name\":\"P%d\"", h->number);
    human_send(w, h, "hello", h->token, fields);
}

static void act_close(World *w, Human *h, const SimStep *step)
{
    (void)step;
    if (h->client)
        human_close(w, h);
}

/* The token of a friend: a second browser of the same person. */
static void act_be_friend(World *w, Human *h, const SimStep *step)
{
    char fields[200];
    const Human *other = friend_of(w, h, step->a);
    if (h->client)
        human_close(w, h);
    if (!other->token[0])
        return;
    human_connect(w, h, step->c % w->plan.nodes);
    snprintf(h->token, sizeof h->token, "%s", other->token);
    snprintf(h->account, sizeof h->account, "%s", other->account);
    snprintf(fields, sizeof fields, "\"token\":\"%s\"", h->token);
    human_send(w, h, "hello", h->token, fields);
}

static const char *game_of(int which)
{
    int games = 0;
    while (games_all[games])
        games++;
    /* The shortest game most of the time, so that matches end. */
    return which % 4 ? "sea-salt" : games_all[which / 4 % games]->id;
}

static void act_create(World *w, Human *h, const SimStep *step)
{
    static const char *const rules[] = {
        "\"public\":true",      "\"clock\":\"move\",\"clock_s\":20", "\"grace_s\":0",
        "\"absent\":\"agent\"", "\"clock\":\"game\",\"clock_s\":60", "\"delay_ms\":0",
        "\"absent\":\"wait\""};
    char fields[300];
    snprintf(fields, sizeof fields, "\"game\":\"%s\",\"players\":2,%s",
             game_of(step->b), rules[step->a % 7]);
    human_send(w, h, "create", "", fields);
}

static void act_quick(World *w, Human *h, const SimStep *step)
{
    static const char *const waited[] = {"", ",\"waited_s\":0", ",\"waited_s\":5",
                                         ",\"waited_s\":3600"};
    char fields[100];
    snprintf(fields, sizeof fields, "\"game\":\"%s\",\"players\":2%s",
             step->a % 8 ? "sea-salt" : "duel", waited[step->b % 4]);
    human_send(w, h, "quick", "", fields);
}

static void act_join(World *w, Human *h, const SimStep *step)
{
    char fields[100];
    const char *code = friend_of(w, h, step->a)->code;
    snprintf(fields, sizeof fields, "\"room\":\"%s\"", code[0] ? code : "2222222");
    human_send(w, h, "join", code, fields);
}

static void act_fill(World *w, Human *h, const SimStep *step)
{
    char fields[100];
    snprintf(fields, sizeof fields, "\"seat\":%d,\"agent\":\"random\"", step->a % 2);
    human_send(w, h, "fill", "", fields);
}

static void about_friend(World *w, Human *h, const SimStep *step, const char *op)
{
    char fields[100];
    const char *person = friend_of(w, h, step->a)->person;
    snprintf(fields, sizeof fields, "\"person\":\"%s\"", person);
    human_send(w, h, op, person, fields);
}

static void act_kick(World *w, Human *h, const SimStep *step)
{
    about_friend(w, h, step, "kick");
}

static void act_host(World *w, Human *h, const SimStep *step)
{
    about_friend(w, h, step, "host");
}

static void act_set(World *w, Human *h, const SimStep *step)
{
    static const char *const rules[] = {
        "\"public\":true",     "\"clock\":\"move\",\"clock_s\":1",
        "\"grace_s\":1",       "\"absent\":\"skip\"",
        "\"absent\":\"wait\"", "\"players\":3",
        "\"players\":2",       "\"delay_ms\":500,\"clock\":\"none\"",
        "\"undo\":\"off\""};
    human_send(w, h, "set", "", rules[step->a % 9]);
}

static void act_play(World *w, Human *h, const SimStep *step)
{
    const json_t *legal = json_object_get(h->legal, "legal");
    const size_t count = json_array_size(legal);
    if (!count) {
        human_send(w, h, "legal", "", "\"words\":false");
        return;
    }
    const json_t *choice =
        json_array_get(legal, (size_t)(step->a * 256 + step->b) % count);
    char *action = json_dumps(json_object_get(choice, "do"), JSON_COMPACT);
    char fields[1000];
    snprintf(fields, sizeof fields, "\"n\":%d,\"action\":%s",
             (int)json_integer_value(json_object_get(h->legal, "n")), action);
    free(action);
    json_decref(h->legal);
    h->legal = NULL;
    human_send(w, h, "apply", h->code, fields);
}

/* Whoever's turn it is in the room of the step's person plays. */
static void act_turn(World *w, Human *h, const SimStep *step)
{
    const Room *room =
        h->code[0] ? map_find(&w->node[h->node].hub->rooms, h->code) : NULL;
    if (!room || !room->match || room->doc.phase != ROOM_PLAYING)
        return;
    const Status status = match_status(room->match);
    if (status.over || status.to_act >= SEATS_MAX)
        return;
    for (int i = 0; i < w->plan.people; i++) {
        Human *other = &w->human[i];
        if (other->client && !other->is_closed && strcmp(other->code, h->code) == 0 &&
            strcmp(other->person, room->doc.seat[status.to_act].person) == 0) {
            act_play(w, other, step);
            return;
        }
    }
}

/* Who sits takes back, or answers whoever wants to: mostly yes. */
static void act_undo(World *w, Human *h, const SimStep *step)
{
    char fields[60];
    const Room *room =
        h->code[0] ? map_find(&w->node[h->node].hub->rooms, h->code) : NULL;
    if (!room || !room->match)
        return;
    const bool answers = undo_is_asked(room) &&
                         room_seat_of(&room->doc, h->person) != room->doc.undo_ask.seat;
    snprintf(fields, sizeof fields, "\"n\":%d%s", room_n(room) - (step->b % 16 == 0),
             answers && step->a % 8 == 0 ? ",\"agree\":false" : "");
    human_send(w, h, answers || step->b % 8 == 1 ? "agree" : "undo", h->code, fields);
}

/* Somebody asks, and the others answer before anything else happens. */
static void act_take_back(World *w, Human *h, const SimStep *step)
{
    if (!h->code[0])
        return;
    act_undo(w, h, step);
    world_advance(w, 10);
    for (int i = 0; i < SIM_GROUP; i++) {
        Human *other = friend_of(w, h, i);
        if (other != h && other->client && !other->is_closed && other->code[0] &&
            strcmp(other->code, h->code) == 0)
            act_undo(w, other, step);
    }
}

static Human *friend_in_room(const World *w, const Human *h)
{
    for (int i = 0; i < SIM_GROUP; i++) {
        Human *other = friend_of(w, h, i);
        const RoomDoc *doc = other->code[0] ? check_doc(w, other->code) : NULL;
        if (other != h && doc && doc->phase == ROOM_OPEN)
            return other;
    }
    return NULL;
}

/* The next thing that brings a group nearer to a match of its own. */
static void act_gather(World *w, Human *h, const SimStep *step)
{
    char fields[100];
    const RoomDoc *doc = h->code[0] ? check_doc(w, h->code) : NULL;
    const Human *other = friend_in_room(w, h);
    if (!h->client->room && other) {
        snprintf(fields, sizeof fields, "\"room\":\"%s\"", other->code);
        human_send(w, h, "join", other->code, fields);
    } else if (!h->client->room) {
        act_create(w, h, step);
    } else if (doc && room_seat_of(doc, h->person) < 0) {
        human_send(w, h, "sit", "", "");
    } else if (doc && doc->phase == ROOM_OVER) {
        human_send(w, h, "rematch", "", "");
    } else if (doc) {
        human_send(w, h, strcmp(doc->host, h->person) == 0 ? "start" : "ready", "", "");
    }
}

static void act_plain(World *w, Human *h, const SimStep *step)
{
    static const char *const ops[][2] = {{"sit", ""},
                                         {"stand", ""},
                                         {"ready", ""},
                                         {"start", ""},
                                         {"rematch", ""},
                                         {"leave", ""},
                                         {"view", ""},
                                         {"history", "\"from\":0"},
                                         {"score", ""},
                                         {"rooms", ""},
                                         {"chat", "\"text\":\"x\""},
                                         {"ready", "\"ready\":false"},
                                         {"legal", ""},
                                         {"prefer", "\"view\":true,\"legal\":true"}};
    const int which = step->a % 14;
    human_send(w, h, ops[which][0], "", ops[which][1]);
}

static void act_ready(World *w, Human *h, const SimStep *step)
{
    human_send(w, h, step->a % 2 ? "start" : "ready", "", "");
}

static void act_leave(World *w, Human *h, const SimStep *step)
{
    (void)step;
    human_send(w, h, "leave", "", "");
}

static void act_rename(World *w, Human *h, const SimStep *step)
{
    char fields[60];
    snprintf(fields, sizeof fields, "\"name\":\"R%d\"", step->a);
    human_send(w, h, "rename", "", fields);
}

static void act_logout(World *w, Human *h, const SimStep *step)
{
    if (step->b % 4 < 2)
        human_send(w, h, "leave", "", "");
    for (int i = 0; i < SIM_GROUP && step->b % 2; i++) {
        Human *other = friend_of(w, h, i);
        if (other != h && other->client && strcmp(other->token, h->token) == 0)
            act_rename(w, other, step);
    }
    char token[TOKEN_BYTES];
    text_copy(token, sizeof token, h->token);
    human_send(w, h, step->a % 2 ? "logout" : "delete", token, "");
    for (int i = 0; i < SIM_GROUP; i++) { /* what is under way when it has gone */
        Human *other = friend_of(w, h, i);
        if (other != h && other->client && strcmp(other->token, token) == 0)
            human_send(w, other, step->c % 2 ? "leave" : "stand", "", "");
    }
}

/* Accounts: everybody knows the passwords of their friends. */

static void sign(World *w, Human *h, const char *op, int whose)
{
    char account[40], fields[200];
    snprintf(account, sizeof account, "account.%d", whose);
    snprintf(fields, sizeof fields, "\"account\":\"%s\",\"password\":\"password %d\"",
             account, whose);
    human_send(w, h, op, account, fields);
}

static void act_register(World *w, Human *h, const SimStep *step)
{
    (void)step;
    sign(w, h, "register", h->number);
}

static void act_login(World *w, Human *h, const SimStep *step)
{
    if (h->client)
        human_close(w, h);
    human_connect(w, h, step->c % w->plan.nodes);
    sign(w, h, "login", friend_of(w, h, step->a)->number);
}

static void act_account(World *w, Human *h, const SimStep *step)
{
    static const char *const ops[][2] = {{"sessions", ""},
                                         {"end", ""},
                                         {"export", ""},
                                         {"rating", ""},
                                         {"leaders", "\"game\":\"sea-salt\""}};
    char fields[100];
    const int owner = h->account[0] ? atoi(h->account + strlen("account.")) : h->number;
    if (step->b % 4) {
        const int which = step->a % 5;
        human_send(w, h, ops[which][0], "", ops[which][1]);
        return;
    }
    snprintf(fields, sizeof fields, "\"password\":\"password %d\"%s", owner,
             step->a % 8 ? ",\"new\":\"" : "");
    if (step->a % 8)
        snprintf(fields + strlen(fields), sizeof fields - strlen(fields),
                 "password %d\"", owner);
    human_send(w, h, step->a % 8 ? "password" : "delete", h->token, fields);
}

static void act_garbage(World *w, Human *h, const SimStep *step)
{
    static const char *const ops[][2] = {{"apply", "\"n\":0,\"action\":{}"},
                                         {"create", "\"game\":\"x\""},
                                         {"sit", "\"seat\":77"},
                                         {"set", "\"grace_s\":-1"},
                                         {"nothing", ""},
                                         {"join", "\"room\":5"}};
    human_send(w, h, ops[step->a % 6][0], "", ops[step->a % 6][1]);
}

/* What the machine does. */

static void act_fail(World *w, Human *h, const SimStep *step)
{
    (void)h;
    w->node[step->c % w->plan.nodes].store.fails = step->a % 5 + 1;
    w->apart_ms = w->now_ms + APART_MS;
}

static void act_stall(World *w, Human *h, const SimStep *step)
{
    (void)h;
    w->node[step->c % w->plan.nodes].store.stall_ms = w->now_ms + 20 * step->a;
    w->apart_ms = w->now_ms + APART_MS;
}

static void act_lose(World *w, Human *h, const SimStep *step)
{
    (void)h;
    w->node[step->c % w->plan.nodes].store.lost_ms = w->now_ms + 20 * step->a;
    w->apart_ms = w->now_ms + APART_MS;
}

static void act_slow(World *w, Human *h, const SimStep *step)
{
    (void)h;
    w->node[step->c % w->plan.nodes].store.slow_ms = w->now_ms + 200 * step->a;
    w->apart_ms = w->now_ms + 200 * step->a + APART_MS;
}

/* The operator sets the clock: minutes, hours or months, there or back. */
static void act_jump(World *w, Human *h, const SimStep *step)
{
    static const int64_t hours[] = {1, 3, 30, 24 * 40, -1, -3, -30, -24 * 40};
    (void)h;
    w->jumped_ms += hours[step->a % 8] * (step->b % 2 ? 3600000 : 600000);
}

static void act_kill(World *w, Human *h, const SimStep *step)
{
    (void)h;
    world_kill(w, step->c % w->plan.nodes);
}

static const struct {
    const char *name;
    int weight;
    Act *act;
    bool needs_nobody;
} acts[] = {
    {"gather", 400, act_gather, false},
    {"close", 60, act_close, true},
    {"be_friend", 30, act_be_friend, true},
    {"create", 40, act_create, false},
    {"quick", 80, act_quick, false},
    {"join", 120, act_join, false},
    {"fill", 60, act_fill, false},
    {"kick", 25, act_kick, false},
    {"host", 10, act_host, false},
    {"set", 30, act_set, false},
    {"play", 100, act_play, false},
    {"turn", 900, act_turn, false},
    {"undo", 60, act_undo, false},
    {"take_back", 100, act_take_back, false},
    {"plain", 250, act_plain, false},
    {"ready", 120, act_ready, false},
    {"leave", 40, act_leave, false},
    {"rename", 20, act_rename, false},
    {"logout", 20, act_logout, false},
    {"register", 15, act_register, false},
    {"login", 15, act_login, true},
    {"account", 25, act_account, false},
    {"garbage", 20, act_garbage, false},
    {"fail", 8, act_fail, true},
    {"stall", 6, act_stall, true},
    {"lose", 2, act_lose, true},
    {"slow", 3, act_slow, true},
    {"jump", 3, act_jump, true},
    {"kill", 1, act_kill, true},
};

enum { ACTS = sizeof acts / sizeof *acts };

SimStep *script_make(const SimPlan *plan)
{
    Rng rng;
    int all = 0;
    SimStep *steps = calloc((size_t)plan->steps, sizeof *steps);
    ASSERT(steps);
    rng_seed(&rng, plan->seed * 2 + 1);
    for (int i = 0; i < ACTS; i++)
        all += acts[i].weight;
    for (int i = 0; i < plan->steps; i++) {
        SimStep *step = &steps[i];
        int pick = (int)rng_below(&rng, (uint32_t)all);
        while (pick >= acts[step->what].weight)
            pick -= acts[step->what++].weight;
        const bool same = i && rng_below(&rng, 3) == 0;
        const uint32_t who = rng_below(&rng, (uint32_t)plan->people);
        step->who = same ? steps[i - 1].who : (uint16_t)who;
        step->a = (uint8_t)rng_below(&rng, 256);
        step->b = (uint8_t)rng_below(&rng, 256);
        step->c = (uint8_t)rng_below(&rng, 256);
        const uint32_t kind = rng_below(&rng, 8);
        step->wait_ms = kind < 3   ? 0
                        : kind < 5 ? (uint16_t)rng_below(&rng, 12)
                                   : (uint16_t)rng_below(&rng, plan->wait_ms);
    }
    return steps;
}

void script_write(const SimStep *step)
{
    fprintf(stderr, "  +%u ms: %u %s %u %u %u\n", step->wait_ms, step->who,
            acts[step->what].name, step->a, step->b, step->c);
}

void script_step(World *w, const SimStep *step)
{
    Human *h = &w->human[step->who];
    w->step = step;
    if (step->wait_ms)
        world_advance(w, step->wait_ms);
    if (!acts[step->what].needs_nobody)
        be_there(w, h, step);
    if (h->client && h->is_closed)
        human_close(w, h);
    acts[step->what].act(w, h, step);
}
