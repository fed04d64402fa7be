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
#define SET_OPTION(name, ...) \
    [DUEL_OPT_SETS + DUEL_SET_##name] = {#name, OPTION_FLAG, 0, 1, 1, false, NULL},
    DUEL_EACH_SET(SET_OPTION, )
#undef SET_OPTION
};

#define GAME(name)      duel_##name
#define GAME_TABLE      Duel
#define GAME_STATE      DuelState
#define GAME_CATALOG    DuelCatalog
#define GAME_ACTIONS    "games/duel/actions.def"
#define GAME_EVENTS     "games/duel/events.def"
#define GAME_ERRORS     "games/duel/errors.def"
#define GAME_ENCODE     "games/duel/encode.def"
#define GAME_SEEN       uint8_t
#define GAME_SPACE      DUEL_AT_SPACE
#define GAME_SEES_SPACE DUEL_SEES_SPACE
#define GAME_VERSION    DUEL_AT_VERSION
#define GAME_ACTS(name, count, says) \
    {DUEL_DO_##name, DUEL_AT_##name, (uint16_t)(count), says},
#define GAME_SEES(name, key, kind, count, least, most, says) \
    {key, SEES_##kind, DUEL_SEES_##name, (uint16_t)(count), least, most, says},
#include "games/adapter.h"

/* Every option goes with every other. */
static Err game_check_setup(const void *catalog, const Setup *setup, Quote *quote)
{
    (void)catalog;
    (void)setup;
    (void)quote;
    return ERR_OK;
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

static int32_t game_points(const void *catalog, const void *state, int seat)
{
    const Duel g = game_table(catalog, state, NULL);
    return duel_score(&g, seat).total;
}

static const char *game_check(const void *catalog, const void *state)
{
    const Duel g = game_table(catalog, state, NULL);
    return duel_check(&g);
}

const Game duel_game = {
    .id = "duel",
    .rules_version = 1,
    .players_min = DUEL_SEATS,
    .players_max = DUEL_SEATS,
    GAME_RULES,
    .options = duel_options,
    .option_count = DUEL_OPTIONS,
    .phases = duel_phase_names,
    .phase_count = DUEL_PHASES,
    .things = duel_thing_names,
    .thing_count = DUEL_THINGS_END - THING_GAME,
    .asks = duel_phase_names, /* a phase that asks is called like its question */
    .ask_count = DUEL_PHASES,
    .fields = duel_fields,
    .thing_say = duel_thing_say,
    .thing_else = duel_thing_else,
    .write_cost = duel_write_cost,
};
