/* game.c - hex combat as the engine sees it: names for its numbers, and its functions.
 */
#include "games/combat/host.h"

/* Battles are called by their ids in the data. */
static const char *game_option_word(const void *catalog, int option, int value)
{
    ASSERT(option == COMBAT_OPT_SCENARIO);
    (void)option;
    const CombatCatalog *c = (const CombatCatalog *)catalog;
    return c && value < c->scenario_count ? c->scenario_id[value] : NULL;
}

static const Option combat_options[COMBAT_OPTIONS] = {
    [COMBAT_OPT_SCENARIO] = {"scenario", OPTION_WORD, 0, COMBAT_SCENARIOS_MAX - 1, 0,
                             false, NULL},
};

/* A target may be left out where rules 9.6 has a default for it. */
static const uint8_t action_optional[COMBAT_COMMANDS] = {[COMBAT_DO_CONFIRM] = 1 << 0,
                                                         [COMBAT_DO_PICK] = 1 << 2,
                                                         [COMBAT_DO_DPICK] = 1 << 1};

static const char *const combat_asks[] = {"target", "chain", "derived"};

/* The phases of a battle are its modes. */
#define combat_phase_names combat_mode_names

#include "games/combat/adapt.h"

#include "games/adapter.h"

static Err game_check_setup(const void *catalog, const Setup *setup, Quote *quote)
{
    return combat_check_setup((const CombatCatalog *)catalog, setup, quote);
}

/* Hit points still standing. */
static int32_t game_points(const void *catalog, const void *state, int seat)
{
    const Combat g = game_table(catalog, state, NULL);
    int32_t sum = 0;
    for (int unit = 1; unit <= g.state->unit_count; unit++)
        if (combat_side(&g, unit) == seat)
            sum += g.state->unit[unit].hp;
    return sum;
}

static void game_canonical(const void *catalog, const void *state, Command *c)
{
    const Combat g = game_table(catalog, state, NULL);
    combat_canonical(&g, c);
}

static bool game_fails(const void *catalog, const void *state, const Command *c,
                       Err err)
{
    const Combat g = game_table(catalog, state, NULL);
    return combat_fails(&g, c, err);
}

static void game_refused(const void *catalog, const void *state, const Command *c,
                         Err err, EventLog *log)
{
    Combat g = game_table(catalog, state, log);
    combat_refused(&g, c, err);
}

static const char *game_check(const void *catalog, const void *state)
{
    const CombatState *s = (const CombatState *)state;
    if (s->scenario >= ((const CombatCatalog *)catalog)->scenario_count)
        return "a battle that does not exist";
    const Combat g = game_table(catalog, state, NULL);
    return combat_check(&g);
}

const Game combat_game = {
    .id = "combat",
    .rules_version = 2,
    .players_min = COMBAT_SIDES,
    .players_max = COMBAT_SIDES,
    GAME_RULES,
    .thing_say = combat_thing_say,
    .write_cost = combat_write_cost,
    .cost_type = COMBAT_COST_TYPE,
    .option_word = game_option_word,
    .log_line = combat_log_line,
    .thing_else = combat_thing_else,
    .action_optional = action_optional,
    .canonical = game_canonical,
    .fails = game_fails,
    .refused = game_refused,
};
