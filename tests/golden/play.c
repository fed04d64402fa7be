/* play.c - random games from a seed: the same moves on every machine and in every
 * build.
 */
#include "tests/golden/play.h"

#include "engine/hash.h"

enum { PLAY_DRAWS_MAX = 64 };

/* Half of the options keep their default, so that every pair of others meets. */
RULES static int16_t play_option(const Option *option, Rng *rng)
{
    const int min = option->kind == OPTION_FLAG ? 0 : option->min;
    const int max = option->kind == OPTION_FLAG ? 1 : option->max;
    const uint32_t chance = rng_below(rng, 8);
    if (chance < 4)
        return option->value;
    if (chance == 4 && option->or_auto)
        return OPTION_AUTO;
    if (chance == 5)
        return (int16_t)min;
    if (chance == 6)
        return (int16_t)max;
    return (int16_t)(min + (int)rng_below(rng, (uint32_t)(max - min) + 1));
}

RULES int play_flag_count(const Game *game)
{
    int flags = 0;
    for (int i = 0; i < game->option_count; i++)
        flags += game->options[i].kind == OPTION_FLAG;
    return flags;
}

RULES static void play_flags(const Game *game, int on, Setup *setup)
{
    int flag = 0;
    for (int i = 0; i < game->option_count; i++)
        if (game->options[i].kind == OPTION_FLAG)
            setup->option[i] = (int16_t)(on >> flag++ & 1);
}

RULES Setup play_setup(const Game *game, const void *catalog, int players,
                       int options_index, uint64_t seed)
{
    ASSERT(players >= game->players_min && players <= game->players_max);
    ASSERT(game->option_count <= OPTIONS_MAX);
    Setup setup;
    memset(&setup, 0, sizeof setup);
    setup.seed = seed;
    setup.players = (uint8_t)players;
    for (int i = 0; i < game->option_count; i++)
        setup.option[i] = game->options[i].value;
    if (options_index == 0)
        return setup;
    const Setup plain = setup;
    if (options_index < 0) {
        play_flags(game, -1 - options_index, &setup);
        Quote quote = quote_none();
        return game->check_setup(catalog, &setup, &quote) == ERR_OK ? setup : plain;
    }
    Rng rng;
    rng_seed(&rng, rng_mix((uint64_t)options_index, (uint64_t)players));
    for (int draw = 0; draw < PLAY_DRAWS_MAX; draw++) {
        for (int i = 0; i < game->option_count; i++)
            setup.option[i] = play_option(&game->options[i], &rng);
        Quote quote = quote_none();
        if (game->check_setup(catalog, &setup, &quote) == ERR_OK)
            return setup;
    }
    return plain;
}

RULES Played play_random(const Game *game, const void *catalog, const Setup *setup,
                         void *state, Moves *moves)
{
    Played played = {0, 0, false};
    Rng rng;
    rng_seed(&rng, rng_mix(setup->seed, 1));
    game->open(catalog, setup, state);
    game->begin(catalog, state, NULL);
    for (;;) {
        played.hash = rng_mix(played.hash, hash_bytes(state, game->state_bytes));
        moves->count = 0;
        played.over = game->status(catalog, state).over;
        if (played.over || played.moves == PLAY_MOVES_MAX)
            return played;
        game->legal(catalog, state, moves);
        ASSERT(moves->count > 0);
        const uint32_t pick = rng_below(&rng, (uint32_t)moves->count);
        const Command move = moves->item[pick];
        game->execute(catalog, state, &move, NULL);
        played.moves++;
    }
}
