/* game.c - hex combat as the engine sees it: names for its numbers, and its functions.
 */
#include "games/combat/game.h"

#include "games/combat/host.h"

/* The first five are built in; the others are there when a data folder adds them. */
static const char *const scenario_words[COMBAT_SCENARIOS_MAX] = {
    "ford", "bog", "shrine", "quarry", "throne", "extra_1", "extra_2", "extra_3"};

static const Option combat_options[COMBAT_OPTIONS] = {
    [COMBAT_OPT_SCENARIO] = {"scenario", OPTION_WORD, 0, COMBAT_SCENARIOS_MAX - 1, 0,
                             false, scenario_words},
};

static const char *const combat_asks[] = {"target", "chain", "derived"};

static const Spec combat_actions[COMBAT_COMMANDS] = {
#define ACTION(name, word, ...) {word, {__VA_ARGS__}, NO_HOLES},
#include "games/combat/actions.def"
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
static const Spec combat_events[COMBAT_EVENTS] = {
    {"none", {NO_HOLES}, NO_HOLES},
#define EVENT(name, word, holes, ...) {word, holes, __VA_ARGS__},
#include "games/combat/events.def"
#undef EVENT
};

static const Spec combat_errors[] = {
#define ERR(name, word, ...) {word, {__VA_ARGS__}, NO_HOLES},
#include "games/combat/errors.def"
#undef ERR
};

static Combat table(const void *catalog, const void *state, EventLog *log)
{
    return combat_table((const CombatCatalog *)catalog, (CombatState *)(uintptr_t)state,
                        log);
}

static Err game_check_setup(const void *catalog, const Setup *setup, Quote *quote)
{
    return combat_check_setup((const CombatCatalog *)catalog, setup, quote);
}

static void game_open(const void *catalog, const Setup *setup, void *state)
{
    combat_open((const CombatCatalog *)catalog, setup, (CombatState *)state);
}

static void game_begin(const void *catalog, void *state, EventLog *log)
{
    Combat g = table(catalog, state, log);
    combat_begin(&g);
}

static void game_legal(const void *catalog, const void *state, Moves *moves)
{
    const Combat g = table(catalog, state, NULL);
    combat_legal(&g, moves);
}

static Err game_validate(const void *catalog, const void *state, const Command *c,
                         Quote *quote)
{
    const Combat g = table(catalog, state, NULL);
    return combat_validate(&g, c, quote);
}

static void game_execute(const void *catalog, void *state, const Command *c,
                         EventLog *log)
{
    Combat g = table(catalog, state, log);
    combat_execute(&g, c);
}

static void game_reduce(const void *catalog, void *state, const Event *event,
                        const uint8_t *list)
{
    combat_reduce((const CombatCatalog *)catalog, (CombatState *)state, event, list);
}

/* Nobody has secrets: every viewer sees the same. */
static void game_redact(const void *catalog, const void *state, int viewer, void *view)
{
    (void)catalog;
    (void)viewer;
    combat_redact((const CombatState *)state, (CombatState *)view);
}

static void game_determinize(const void *catalog, const void *view, Rng *rng,
                             void *state)
{
    (void)catalog;
    combat_determinize((const CombatState *)view, rng, (CombatState *)state);
}

static Status game_status(const void *catalog, const void *state)
{
    const Combat g = table(catalog, state, NULL);
    const CombatState *s = g.state;
    const Status status = {(uint8_t)combat_to_act(&g), s->mode,
                           s->mode == COMBAT_MODE_OVER,
                           s->winner ? (uint8_t)(1 << (s->winner - 1)) : (uint8_t)0};
    return status;
}

static const Prompt *game_prompt(const void *state)
{
    const CombatState *s = (const CombatState *)state;
    return prompt_is_open(&s->prompt) ? &s->prompt : NULL;
}

static int32_t game_value(const void *catalog, const void *view, int seat)
{
    const Combat g = table(catalog, view, NULL);
    return combat_value(&g, seat);
}

/* Hit points still standing. */
static int32_t game_points(const void *catalog, const void *state, int seat)
{
    const Combat g = table(catalog, state, NULL);
    int32_t sum = 0;
    for (int unit = 1; unit <= g.state->unit_count; unit++)
        if (combat_side(&g, unit) == seat)
            sum += g.state->unit[unit].hp;
    return sum;
}

static Command game_idle(const void *catalog, const void *state)
{
    const Combat g = table(catalog, state, NULL);
    return combat_idle(&g);
}

static const char *game_check(const void *catalog, const void *state)
{
    const CombatState *s = (const CombatState *)state;
    if (s->scenario >= ((const CombatCatalog *)catalog)->scenario_count)
        return "a battle that does not exist";
    const Combat g = table(catalog, state, NULL);
    return combat_check(&g);
}

const Game combat_game = {
    .id = "combat",
    .rules_version = 1,
    .players_min = COMBAT_SIDES,
    .players_max = COMBAT_SIDES,
    .state_bytes = sizeof(CombatState),
    .table_bytes = offsetof(CombatState, rng),
    .catalog_bytes = sizeof(CombatCatalog),
    .options = combat_options,
    .option_count = COMBAT_OPTIONS,
    .phases = combat_mode_names,
    .phase_count = COMBAT_MODES,
    .actions = combat_actions,
    .action_count = COMBAT_COMMANDS,
    .events = combat_events,
    .event_count = COMBAT_EVENTS,
    .errors = combat_errors,
    .error_count = sizeof combat_errors / sizeof *combat_errors,
    .things = combat_thing_names,
    .thing_count = COMBAT_THINGS_END - THING_GAME,
    .asks = combat_asks,
    .ask_count = sizeof combat_asks / sizeof *combat_asks,
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
    .load = combat_load,
    .thing_id = combat_thing_id,
    .thing_say = combat_thing_say,
    .write_state = combat_write_state,
    .read_state = combat_read_state,
    .write_score = combat_write_score,
    .write_cost = combat_write_cost,
    .card_at = combat_card_at,
    .log_line = combat_log_line,
};
