/* plan.c - what time brings about in a room: when the seat to act is an agent, away or
 * out of time, what will be done for it; and a room where nobody is goes.
 *
 * A plan is carried out when its time has come and nothing has changed. */
#include "server/play/plan.h"

#include "agents/agent.h"
#include "engine/hash.h"
#include "engine/match.h"
#include "server/hub/client.h"
#include "server/hub/gate.h"
#include "server/hub/inside.h"
#include "server/hub/limits.h"
#include "server/metrics.h"
#include "server/play/play.h"
#include "server/play/tell.h"
#include "server/play/undo.h"
#include "server/secret.h"

#include <stdlib.h>

enum {
    STEP_AGAIN_MS = 300, /* between the steps of one absent turn */
    STEPS_MAX = 60,      /* one after another that no player made */
    CLOCK_LAST_MS = 5000,
    THINKING_MIB = 16,  /* of an agent that searches */
    THOUGHTS_WHOLE = 8, /* so many at once have all their time */
    THINKING_MIN_MS = 5,
};

static const Agent *agent_for_absent(void)
{
    const Agent *greedy = agents_find("greedy");
    return greedy ? greedy : agents_all[0];
}

typedef struct {
    HubWork work;
    Hub *hub;
    RoomRef room;
    const Agent *agent;
    AgentTurn turn;
    Rng rng;
    Moves moves;
    int picked, at;
    uint64_t match_id;
    void *view;
} Thought;

static void thought_run(HubWork *work)
{
    Thought *t = (Thought *)work;
    t->picked = t->agent->pick(&t->turn);
}

static void thought_done(HubWork *work)
{
    Thought *t = (Thought *)work;
    Room *room = room_at(t->hub, t->room);
    ASSERT(work->is_dropped || (t->picked >= 0 && t->picked < t->moves.count));
    metrics.thoughts = --t->hub->jobs;
    if (room) {
        room->jobs--;
        room_stir(room);
    }
    if (!work->is_dropped && room && room->match && room->match_id == t->match_id &&
        room_n(room) == t->at) {
        room->has_choice = true;
        room->choice = t->moves.item[t->picked];
        room->choice_at = t->at;
        metrics.agent_moves_total++;
    }
    const bool is_over = work->is_dropped;
    free(t->view);
    free(t);
    if (room && !room->is_busy && !is_over)
        room_calm(room);
}

/* Where many think at once each thinks for less long, or the last would wait for all.
 */
static int thinking_ms(const Hub *hub)
{
    const int64_t whole = hub->config.agent_ms;
    const int64_t share =
        hub->jobs < THOUGHTS_WHOLE ? whole : whole * THOUGHTS_WHOLE / (hub->jobs + 1);
    return (int)(share > THINKING_MIN_MS ? share : THINKING_MIN_MS);
}

static void think(Room *room, const Agent *agent)
{
    const Match *m = room->match;
    const Game *game = match_game(m);
    Thought *t = calloc(1, sizeof *t);
    ASSERT(t);
    t->work = (HubWork){.run = thought_run, .done = thought_done, .kind = WORK_AGENT};
    if (room->members)
        t->work.who = hash_bytes(room->members->peer->name, PEER_BYTES);
    t->hub = room->hub;
    t->room = room->ref;
    t->agent = agent;
    t->at = room_n(room);
    t->match_id = room->match_id;
    t->view = view_of(m, room_acts(room));
    game->legal(match_catalog(m), match_state(m), &t->moves);
    rng_seed(&t->rng, random_word());
    t->turn = (AgentTurn){.game = game,
                          .catalog = match_catalog(m),
                          .view = t->view,
                          .seat = room_acts(room),
                          .moves = &t->moves,
                          .rng = &t->rng,
                          .budget_ms = thinking_ms(room->hub),
                          .memory_mib = THINKING_MIB,
                          .self = agent};
    room->jobs++;
    metrics.thoughts = ++room->hub->jobs;
    room->hub->io.work(room->hub->io.context, &t->work);
}

/* When the seat's time is up; 0: never. Who has used up the time for the whole game has
 * a last moment for each move. */
static int64_t clock_end(const Room *room, int seat)
{
    const int64_t whole = (int64_t)room->doc.clock_s * 1000;
    const int64_t last = whole < CLOCK_LAST_MS ? whole : CLOCK_LAST_MS;
    const int64_t left = whole - room->spent_ms[seat];
    if (room->doc.clock == CLOCK_MOVE)
        return room->turn_since_ms + whole;
    if (room->doc.clock == CLOCK_GAME)
        return room->turn_since_ms + (left > last ? left : last);
    return 0;
}

/* Agents, and whoever plays for the absent, let people answer before they go on. */
static void wait_for_answer(Room *room)
{
    const int64_t until_ms = undo_open_until_ms(room);
    if (room->plan != PLAN_NOTHING && room->plan_why != MOVE_TIME &&
        until_ms > room->plan_at_ms)
        room->plan_at_ms = until_ms;
}

static void plan_turn(Room *room)
{
    room->plan = PLAN_NOTHING;
    if (!room->match || !room->member_count || room->doc.phase != ROOM_PLAYING)
        return;
    const int acts = room_acts(room);
    if (acts >= SEATS_MAX)
        return;
    const Seat *seat = &room->doc.seat[acts];
    const Plan absent = room->doc.absent == ABSENT_AGENT ? PLAN_AGENT : PLAN_STEP;
    if (seat->agent[0]) {
        room->plan = PLAN_AGENT;
        room->plan_why = MOVE_OWN;
        room->plan_at_ms = room->turn_since_ms + room->delay_ms;
        return;
    }
    if (room->steps >= STEPS_MAX)
        return; /* nobody plays any more: until somebody does, nothing is written */
    const int64_t clock = clock_end(room, acts);
    if (clock) {
        room->plan = absent;
        room->plan_why = MOVE_TIME;
        room->plan_at_ms = clock;
    }
    if (seat_is_online(room->hub, seat) || room->doc.absent == ABSENT_WAIT)
        return;
    if (!room->away_since_ms[acts])
        room->away_since_ms[acts] = room->hub->now_ms;
    /* The grace is for whoever has just gone; who is still away is not waited for. */
    int64_t at = room->away_since_ms[acts] + room_grace_ms(room);
    if (seat->has_left || at < room->turn_since_ms)
        at = room->turn_since_ms;
    if (room->has_stepped)
        at = room->turn_since_ms + STEP_AGAIN_MS;
    if (!clock || at < clock) {
        room->plan_why = MOVE_AWAY;
        room->plan_at_ms = at;
    }
    room->plan = absent;
}

void plan_make(Room *room)
{
    plan_turn(room);
    wait_for_answer(room);
}

/* What is done for a seat costs as a move does, and is paid by anybody who is there:
 * else rooms full of agents would play as fast as the machine can, for nothing. */
static bool is_paid(const Room *room)
{
    for (Client *c = room->members; c; c = c->room_next)
        if (client_may_cost(c, cost_of("apply", room)))
            return true;
    return false;
}

static void plan_carry_out(Room *room)
{
    const int acts = room_acts(room);
    const Seat *seat = &room->doc.seat[acts];
    const MoveWhy why = room->plan_why;
    const bool knows = room->has_choice && room->choice_at == room_n(room);
    if ((room->plan == PLAN_STEP || knows) && !is_paid(room))
        return; /* the next tick asks again */
    if (room->plan == PLAN_STEP) {
        const Game *game = match_game(room->match);
        const Command c =
            game->idle(match_catalog(room->match), match_state(room->match));
        metrics.moves_for_absent_total++;
        play_move(room, &c, NULL, why);
    } else if (knows) {
        const Command c = room->choice;
        room->has_choice = false;
        metrics.moves_for_absent_total += why != MOVE_OWN;
        play_move(room, &c, NULL, why);
    } else if (!room->jobs) {
        const Agent *agent = agents_find(seat->agent);
        think(room, agent ? agent : agent_for_absent());
    }
}

/* An agent in a seat thinks while its delay runs, so that the delay is all it takes. */
void plan_due(Room *room)
{
    if (room->is_busy || room->plan == PLAN_NOTHING)
        return;
    const bool knows = room->has_choice && room->choice_at == room_n(room);
    const bool thinks_now =
        room->plan == PLAN_AGENT && room->plan_why == MOVE_OWN && !knows;
    if (thinks_now || room->hub->now_ms >= room->plan_at_ms)
        plan_carry_out(room);
}

/* How long a room in which nobody is stays in memory. */
static int64_t empty_most_ms(const Room *room)
{
    const Config *config = &room->hub->config;
    return 1000 *
           (room->doc.phase == ROOM_PLAYING ? config->unload_s : config->room_empty_s);
}

/* Nobody is there: true when the room went. */
static bool leave_alone(Room *room)
{
    const int64_t empty_ms = room->hub->now_ms - room->empty_since_ms;
    if (room->member_count || room->jobs || room->is_touched || empty_ms < DESERTED_MS)
        return false;
    const bool is_deserted = room_is_deserted(room);
    const bool goes = is_deserted || empty_ms >= empty_most_ms(room);
    if (is_deserted)
        room_delete(room);
    else if (goes)
        room_free(room);
    return goes;
}

void plan_tick(Room *room)
{
    if (!room->is_loaded || room->is_busy || room->hub->now_ms < room->retry_at_ms ||
        leave_alone(room))
        return;
    if (room->member_count && room_host_is_given_up(room)) {
        RoomDoc next = room->doc;
        room->is_touched = room->is_touched || room_pass_host(room, &next, next.host);
    }
    if (room->is_touched || room->is_doc_old || room->is_log_old)
        room_calm(room);
    else
        plan_due(room);
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* What is asked of the store or of an agent comes back by itself, and whoever comes or
 * goes is noticed: only what time alone brings about is due. */
int64_t plan_next_ms(const Room *room)
{
    const int64_t now = room->hub->now_ms;
    int64_t next = DUE_NEVER_MS;
    if (!room->is_loaded || room->is_busy)
        return next;
    if (now < room->retry_at_ms)
        return room->retry_at_ms;
    if (room->is_touched || room->is_doc_old || room->is_log_old)
        return now + 1;
    if (!room->member_count && !room->jobs) {
        const int64_t empty_ms = now - room->empty_since_ms;
        next = room->empty_since_ms +
               (empty_ms < DESERTED_MS ? DESERTED_MS : empty_most_ms(room));
    }
    if (room->member_count && room->host_away_since_ms && !room_host_is_given_up(room))
        next = sooner(next, room->host_away_since_ms + room_grace_ms(room));
    if (room->plan != PLAN_NOTHING && (room->plan_at_ms > now || !room->jobs))
        next = sooner(next, room->plan_at_ms);
    return next > now ? next : now + 1;
}
