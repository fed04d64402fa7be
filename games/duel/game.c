/* game.c - 7 Wonders Duel as the engine sees it: names for its numbers, and its
 * functions. */
#include "games/duel/host.h"
#ifdef DUEL_WITH_SETS
#include "games/duel/sets/pantheon/cost.h"
#endif

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

/* A phase that asks is called like its question. */
#define duel_asks duel_phase_names

#include "games/duel/adapt.h"

#include "games/adapter.h"

/* Every option goes with every other. */
static Err game_check_setup(const void *catalog, const Setup *setup, Quote *quote)
{
    (void)catalog;
    (void)setup;
    (void)quote;
    return ERR_OK;
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

#ifdef DUEL_WITH_SETS
/* Which divinity is placed, and what goes back on top, only who does it knows. */
static Command game_seen(const void *state, const Command *c, int viewer)
{
    const DuelState *s = (const DuelState *)state;
    Command seen = *c;
    if (viewer != c->seat &&
        (c->type == DUEL_DO_SELECT_TOP || c->type == DUEL_DO_SELECT_PLOT ||
         (c->type == DUEL_DO_LOCK_TOKEN && c->a && s->aside >> (c->a - 1) & 1) ||
         (c->type == DUEL_DO_SELECT_DIVINITY && duel_pantheon_is_private(s))))
        seen.a = 0;
    return seen;
}
#endif

/* Of the sets, 2: what Espionage offers is for who triggers it; 3: a pair that the
 * snake made is not made again by Coercion, and decrees 5 to 7 spare Economy's part. */
enum { DUEL_RULES_VERSION = DUEL_SETS > 0 ? 3 : 1 };

const Game duel_game = {
    .id = GAME_ID,
    .rules_version = DUEL_RULES_VERSION,
    .players_min = DUEL_SEATS,
    .players_max = DUEL_SEATS,
    GAME_RULES,
    .thing_say = duel_thing_say,
    .thing_else = duel_thing_else,
    .write_cost = duel_write_cost,
    .cost_type = DUEL_COST_TYPE,
#ifdef DUEL_WITH_SETS
    .seen = game_seen,
#endif
};
