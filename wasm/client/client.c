/* client.c - a match in the browser: what the web client's worker calls.
 *
 * Nothing is imported. A module has one game. Its catalog comes in as bytes that a
 * native build wrote, moves as packed numbers; what a call has to say is JSON, read at
 * client_out. One match is open at a time; or, where the match is a server's, the view
 * it has shown. A viewer is a seat, or -1 for a spectator. */
#include "agents/agent.h"
#include "agents/analysis.h"
#include "agents/learned.h"
#include "engine/hash.h"
#include "engine/match.h"
#include "engine/only.h"
#include "games/games.h"
#include "wasm/client/refused.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum { ROOM_BYTES = 16 << 10, PLAYOUT_STEPS_MAX = 1 << 20 };

static void *catalog;
static Match *match;
static Moves moves;
static JsonW out;
static Setup setup;
static _Alignas(16) uint8_t view[ROOM_BYTES];
static _Alignas(16) uint8_t shown[ROOM_BYTES]; /* the view of a match elsewhere */

static const Game *game_here(void)
{
    return games_all[0];
}

static int as_viewer(int viewer)
{
    return viewer < 0 ? SEAT_NONE : viewer;
}

static Table table_now(void)
{
    if (match)
        return match_table(match);
    return (Table){game_here(), catalog, shown, NULL};
}

static void out_begin(void)
{
    if (!out.text)
        jw_open(&out);
    jw_reset(&out);
}

EXPORT("client_out") const char *client_out(void)
{
    return out.text;
}

EXPORT("client_out_bytes") size_t client_out_bytes(void)
{
    return out.used;
}

/* Memory for a short text that is handed over, such as an agent's name. */
EXPORT("client_word") char *client_word(void)
{
    static char word[256];
    return word;
}

EXPORT("client_catalog_bytes") uint32_t client_catalog_bytes(void)
{
    return game_here()->catalog_bytes;
}

/* Where the catalog's bytes go. */
EXPORT("client_catalog") void *client_catalog(void)
{
    if (!catalog)
        catalog = calloc(1, game_here()->catalog_bytes);
    return catalog;
}

/* Whether the data is the same as that of whoever shows a view. */
EXPORT("client_catalog_hash") uint64_t client_catalog_hash(void)
{
    return hash_bytes(catalog, game_here()->catalog_told);
}

EXPORT("client_state_bytes") uint32_t client_state_bytes(void)
{
    return game_here()->state_bytes;
}

/* From now on the table is what is written here: the view of a match elsewhere. */
EXPORT("client_shown") void *client_shown(void)
{
    ASSERT(game_here()->state_bytes <= ROOM_BYTES && catalog);
    match_free(match);
    match = NULL;
    return shown;
}

/* The options of the next match: first the defaults, then what the player changes. */
EXPORT("client_setup") void client_setup(int players, uint64_t seed)
{
    setup = setup_default(game_here(), players, seed);
}

EXPORT("client_option") void client_option(int index, int value)
{
    ASSERT(index >= 0 && index < OPTIONS_MAX);
    setup.option[index] = (int16_t)value;
}

/* 1 and a new match, or 0 and the refusal in 'out'. */
EXPORT("client_start") int client_start(void)
{
    const Game *g = game_here();
    Refusal no = refusal(ERR_OK);
    ASSERT(g->state_bytes <= ROOM_BYTES && catalog);
    match_free(match);
    match = NULL;
    out_begin();
    if (setup_check(g, catalog, &setup, &no)) {
        jw_object(&out, NULL);
        write_refused(&out, &(Table){g, NULL, NULL, NULL}, &no);
        jw_end_object(&out);
        return 0;
    }
    match = match_new(g, catalog, &setup);
    return 1;
}

/* The ids of all things of one of the game's own kinds, from number 1 on. */
EXPORT("client_things") void client_things(int kind)
{
    const Table t = table_now();
    const char *id;
    out_begin();
    jw_array(&out, NULL);
    for (int i = 1; (id = t.game->thing_id(t.catalog, t.state, THING_GAME + kind, i));
         i++)
        jw_str(&out, NULL, id);
    jw_end_array(&out);
}

static void write_legal(const Table *t, int seat)
{
    moves.count = 0;
    t->game->legal(t->catalog, t->state, &moves);
    jw_array(&out, "legal");
    for (int i = 0; i < moves.count && moves.item[i].seat == seat; i++)
        record_write_command(&out, NULL, t, &moves.item[i]);
    jw_end_array(&out);
    jw_str(&out, "only", only_word(t->game, t->catalog, t->state, &moves));
    jw_array(&out, "costs");
    for (int i = 0;
         t->game->write_cost && i < moves.count && moves.item[i].seat == seat; i++)
        t->game->write_cost(t->catalog, t->state, &moves.item[i], &out);
    jw_end_array(&out);
}

/* Everything a viewer needs to draw the table. */
EXPORT("client_table") void client_table(int viewer_or_none)
{
    const int viewer = as_viewer(viewer_or_none);
    const Table t = table_now();
    const Status status = t.game->status(t.catalog, t.state);
    out_begin();
    jw_object(&out, NULL);
    jw_int(&out, "moves", match ? match_moves(match) : 0);
    jw_int(&out, "redo", match ? match_moves_redo(match) : 0);
    jw_int(&out, "events", match ? match_event_count(match) : 0);
    jw_int(&out, "to_act", status.to_act < SEATS_MAX ? status.to_act : -1);
    jw_str(&out, "phase", t.game->phases[status.phase]);
    jw_bool(&out, "over", status.over);
    jw_seats(&out, "winners", status.over ? status.winners : 0);
    memset(view, 0, t.game->state_bytes);
    if (match)
        t.game->redact(t.catalog, t.state, viewer, view);
    else
        memcpy(view, shown, t.game->state_bytes);
    jw_member(&out, "view");
    t.game->write_state(t.catalog, view, &out);
    jw_member(&out, "score");
    t.game->write_score(t.catalog, status.over ? t.state : view, &out);
    if (!status.over && status.to_act == viewer)
        write_legal(&t, viewer);
    jw_end_object(&out);
}

/* Events from number 'since' on, as the viewer may know them. */
EXPORT("client_events") void client_events(int since, int viewer)
{
    const Table t = match_table(match);
    Event event;
    const uint8_t *list = NULL;
    out_begin();
    jw_array(&out, NULL);
    for (int i = since; match_event(match, i, &event, &list); i++)
        record_write_event(&out, NULL, &t, &event, list, as_viewer(viewer));
    jw_end_array(&out);
}

static void write_verdict(const Refusal *no, const Command *c)
{
    const Table t = table_now();
    out_begin();
    jw_object(&out, NULL);
    jw_bool(&out, "valid", no->code == ERR_OK);
    if (no->code)
        write_refused(&out, &t, no);
    if (t.game->write_cost) {
        jw_member(&out, "cost");
        t.game->write_cost(t.catalog, t.state, c, &out);
    }
    jw_end_object(&out);
}

static Command packed(int type, int seat, int a, int b, int c)
{
    const Table t = table_now();
    Command made = command(type, seat < 0 ? SEAT_TABLE : seat, a, b, c);
    if (t.game->canonical)
        t.game->canonical(t.catalog, t.state, &made);
    return made;
}

/* May this be done, and if not, why not? Nothing changes. */
EXPORT("client_validate")
void client_validate(int type, int seat, int a, int b, int c)
{
    const Command move = packed(type, seat, a, b, c);
    const Table t = table_now();
    Refusal no = refusal(ERR_OK);
    no.code = t.game->validate(t.catalog, t.state, &move, &no.quote);
    write_verdict(&no, &move);
}

/* 1 and it is done, or 0 and nothing has changed; the verdict is in 'out'. */
EXPORT("client_apply") int client_apply(int type, int seat, int a, int b, int c)
{
    const Command move = packed(type, seat, a, b, c);
    Refusal no = refusal(ERR_OK);
    match_apply(match, &move, &no);
    write_verdict(&no, &move);
    return no.code == ERR_OK;
}

/* An agent moves for the seat whose turn it is, from what that seat may know. */
EXPORT("client_agent") int client_agent(const char *name, uint64_t seed, int budget_ms)
{
    const Agent *agent = agents_find(name);
    const Table t = match_table(match);
    const Status status = match_status(match);
    Rng rng;
    if (!agent || status.over)
        return 0;
    rng_seed(&rng, rng_mix(seed, (uint64_t)match_moves(match)));
    moves.count = 0;
    t.game->legal(t.catalog, t.state, &moves);
    memset(view, 0, t.game->state_bytes);
    t.game->redact(t.catalog, t.state, status.to_act, view);
    AgentTurn turn = {0};
    turn.game = t.game;
    turn.catalog = t.catalog;
    turn.view = view;
    turn.seat = status.to_act;
    turn.moves = &moves;
    turn.rng = &rng;
    turn.budget_ms = budget_ms;
    turn.self = agent;
    const int pick = agent->pick(&turn);
    return match_apply(match, &moves.item[pick], NULL) == ERR_OK;
}

/* Where a network's bytes go. */
EXPORT("client_net") void *client_net(void)
{
    static uint8_t *bytes;
    if (!bytes)
        bytes = malloc(NET_BYTES_MAX);
    return bytes;
}

/* From now on it plays and judges; 0: it does not fit. */
EXPORT("client_net_take") int client_net_take(uint32_t bytes_count)
{
    Net *net = NULL;
    if (net_new(game_here(), catalog, client_net(), bytes_count, &net))
        return 0;
    nets_keep(net);
    return 1;
}

/* Whether another plays in its place, and who; {} otherwise. */
EXPORT("client_stand_in") void client_stand_in(const char *name, int seat)
{
    const Agent *agent = agents_find(name);
    const Table t = match_table(match);
    memset(view, 0, t.game->state_bytes);
    t.game->redact(t.catalog, t.state, seat, view);
    const Agent *other =
        agent ? agents_stand_in(agent, t.game, t.catalog, view, seat) : NULL;
    out_begin();
    jw_object(&out, NULL);
    if (other)
        jw_str(&out, "stand_in", other->name);
    jw_end_object(&out);
}

EXPORT("client_agents") void client_agents(void)
{
    out_begin();
    jw_array(&out, NULL);
    for (int i = 0; agents_all[i]; i++)
        jw_str(&out, NULL, agents_all[i]->name);
    jw_end_array(&out);
}

/* To any point of the match, back or forth. */
EXPORT("client_go") int client_go(int number)
{
    return match_go(match, number);
}

EXPORT("client_to_act") int client_to_act(void)
{
    const Status status = match_status(match);
    return status.over ? -1 : status.to_act;
}

static bool write_decision(void *context, const Decision *d)
{
    const Game *game = match_game(match);
    (void)context;
    match_state_at(match, d->move, view);
    const Table then = {game, match_catalog(match), view, NULL};
    jw_int(&out, "seat", d->seat);
    record_write_command(&out, "action", &then, &d->chosen);
    record_write_command(&out, "best", &then, &d->best);
    jw_real(&out, "share", d->share, 4);
    jw_real(&out, "loss", d->loss, 4);
    jw_bool(&out, "forced", d->forced);
    return true;
}

/* What one decision of the match was worth; {} past the last. */
EXPORT("client_analyse") void client_analyse(int number, int iterations)
{
    const AnalysisLimits limits = {0, 0, iterations};
    out_begin();
    jw_object(&out, NULL);
    if (number < match_moves(match))
        analysis_run(match, &limits, number, number + 1, write_decision, NULL);
    jw_end_object(&out);
}

EXPORT("client_save") void client_save(void)
{
    out_begin();
    match_save(match, NULL, &out);
}

/* Random games by the clock of the caller, rolled as "parlor bench" plays them. */
EXPORT("client_playout") int client_playout(int players, uint64_t seed)
{
    const Game *g = game_here();
    const Setup plain = setup_default(g, players, seed);
    Rng rng;
    rng_seed(&rng, seed);
    memset(view, 0, g->state_bytes);
    g->open(catalog, &plain, view);
    g->begin(catalog, view, NULL);
    return g->roll(catalog, view, &rng, PLAYOUT_STEPS_MAX);
}
