/* game.c - 7 Wonders Duel as the engine sees it: names for its numbers, and its
 * functions. */
#include "games/duel/game.h"

#include "games/duel/host.h"

static const Option duel_options[DUEL_OPTIONS] = {
    /* "auto": drawn at random. */
    [DUEL_OPT_FIRST_PLAYER] = {"first_player", OPTION_INT, 0, DUEL_SEATS - 1, 0, true,
                               NULL},
    /* Everything that was loaded, or the base game alone. */
    [DUEL_OPT_EXPANSIONS] = {"expansions", OPTION_FLAG, 0, 1, 1, false, NULL},
};

static const Spec duel_actions[DUEL_ACTIONS] = {
#define ACTION(name, word, ...) {word, {__VA_ARGS__}, NO_HOLES},
#include "games/duel/actions.def"
#undef ACTION
};

#define HOLES(...)  \
    {               \
        __VA_ARGS__ \
    }
#define LIST(name, kind) \
    {                    \
        name, kind       \
    }
static const Spec duel_events[DUEL_EVENTS] = {
    {"none", {NO_HOLES}, NO_HOLES},
#define EVENT(name, word, holes, ...) {word, holes, __VA_ARGS__},
#include "games/duel/events.def"
#undef EVENT
};

static const Spec duel_errors[] = {
#define ERR(name, word, ...) {word, {__VA_ARGS__}, NO_HOLES},
#include "games/duel/errors.def"
#undef ERR
};

static Duel table(const void *catalog, const void *state, EventLog *log)
{
    return duel_table((const DuelCatalog *)catalog, (DuelState *)(uintptr_t)state, log);
}

/* Every option goes with every other. */
static Err game_check_setup(const void *catalog, const Setup *setup, Quote *quote)
{
    (void)catalog;
    (void)setup;
    (void)quote;
    return ERR_OK;
}

static void game_open(const void *catalog, const Setup *setup, void *state)
{
    duel_open((const DuelCatalog *)catalog, setup, (DuelState *)state);
}

static void game_begin(const void *catalog, void *state, EventLog *log)
{
    Duel g = table(catalog, state, log);
    duel_begin(&g);
}

static void game_legal(const void *catalog, const void *state, Moves *moves)
{
    const Duel g = table(catalog, state, NULL);
    duel_legal(&g, moves);
}

static Err game_validate(const void *catalog, const void *state, const Command *c,
                         Quote *quote)
{
    const Duel g = table(catalog, state, NULL);
    return duel_validate(&g, c, quote);
}

static void game_execute(const void *catalog, void *state, const Command *c,
                         EventLog *log)
{
    Duel g = table(catalog, state, log);
    duel_execute(&g, c);
}

static void game_reduce(const void *catalog, void *state, const Event *event,
                        const uint8_t *list)
{
    duel_reduce((const DuelCatalog *)catalog, (DuelState *)state, event, list);
}

static void game_redact(const void *catalog, const void *state, int viewer, void *view)
{
    const Duel g = table(catalog, state, NULL);
    duel_redact(&g, viewer, (DuelState *)view);
}

static void game_determinize(const void *catalog, const void *view, Rng *rng,
                             void *state)
{
    duel_determinize((const DuelCatalog *)catalog, (const DuelState *)view, rng,
                     (DuelState *)state);
}

static Status game_status(const void *catalog, const void *state)
{
    const DuelState *s = (const DuelState *)state;
    const int phase = s->victory                   ? DUEL_GAME_OVER
                      : prompt_is_open(&s->prompt) ? s->prompt.say
                                                   : DUEL_AGE_PLAY_PHASE;
    const Status status = {(uint8_t)duel_to_act(s), (uint8_t)phase, s->victory != 0,
                           s->winners};
    (void)catalog;
    return status;
}

static const Prompt *game_prompt(const void *state)
{
    const DuelState *s = (const DuelState *)state;
    return prompt_is_open(&s->prompt) ? &s->prompt : NULL;
}

static int32_t game_value(const void *catalog, const void *view, int seat)
{
    const Duel g = table(catalog, view, NULL);
    return duel_value(&g, seat);
}

static int32_t game_points(const void *catalog, const void *state, int seat)
{
    const Duel g = table(catalog, state, NULL);
    return duel_score(&g, seat).total;
}

static Command game_idle(const void *catalog, const void *state)
{
    const Duel g = table(catalog, state, NULL);
    return duel_idle(&g);
}

static const char *game_check(const void *catalog, const void *state)
{
    const Duel g = table(catalog, state, NULL);
    return duel_check(&g);
}

const Game duel_game = {
    .id = "duel",
    .rules_version = 1,
    .players_min = DUEL_SEATS,
    .players_max = DUEL_SEATS,
    .state_bytes = sizeof(DuelState),
    .table_bytes = offsetof(DuelState, rng),
    .catalog_bytes = sizeof(DuelCatalog),
    .options = duel_options,
    .option_count = DUEL_OPTIONS,
    .phases = duel_phase_names,
    .phase_count = DUEL_PHASES,
    .actions = duel_actions,
    .action_count = DUEL_ACTIONS,
    .events = duel_events,
    .event_count = DUEL_EVENTS,
    .errors = duel_errors,
    .error_count = sizeof duel_errors / sizeof *duel_errors,
    .things = duel_thing_names,
    .thing_count = DUEL_THINGS_END - THING_GAME,
    .asks = duel_phase_names, /* a phase that asks is called like its question */
    .ask_count = DUEL_PHASES,
    .check_setup = game_check_setup,
    .open = game_open,
    .begin = game_begin,
    .legal = game_legal,
    .validate = game_validate,
    .execute = game_execute,
    .reduce = game_reduce,
    .redact = game_redact,
    .determinize = game_determinize,
    .status = game_status,
    .prompt = game_prompt,
    .value = game_value,
    .points = game_points,
    .idle = game_idle,
    .check = game_check,
    .load = duel_load,
    .thing_id = duel_thing_id,
    .thing_say = duel_thing_say,
    .write_state = duel_write_state,
    .read_state = duel_read_state,
    .write_score = duel_write_score,
    .write_cost = duel_write_cost,
    .card_at = duel_card_at,
};
