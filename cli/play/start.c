/* start.c - parlor play: who plays what, from the command line or from a file. */
#include "cli/play/play.h"

#include "cli/args.h"
#include "games/games.h"

#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

typedef struct {
    int64_t players, delay_ms;
    uint64_t seed;
    const char *seats, *names, *save;
    bool resume, plain, mouse, trace;
    ArgList options, words;
} Wish;

/* "you,greedy": who sits where. */
static bool read_seats(Cli *cli, const Game *game, const char *text, PlaySetup *setup,
                       int *players)
{
    static const char *const person[] = {"you", "me", "human", "person"};
    char *copy = strdup(text);
    ArgList list = {0};
    bool good = copy && args_split(copy, &list);
    if (good && (list.count < game->players_min || list.count > game->players_max)) {
        Refusal why = refusal(ERR_BAD_PLAYERS);
        why.quote.arg[0] = game->players_min;
        why.quote.arg[1] = game->players_max;
        cli_refuse(cli, game, &why);
        good = false;
    }
    for (int i = 0; good && i < list.count; i++) {
        bool is_person = false;
        for (size_t j = 0; j < sizeof person / sizeof *person; j++)
            is_person = is_person || strcmp(list.item[i], person[j]) == 0;
        setup->agent[i] = is_person ? NULL : cli_agent(cli, list.item[i]);
        good = is_person || setup->agent[i];
    }
    *players = list.count;
    free(copy);
    return good;
}

/* "Ada,Bo": what the seats are called, from the first on. */
static bool read_names(Cli *cli, const char *text, PlaySetup *setup, int *count)
{
    char *copy = strdup(text);
    ArgList list = {0};
    bool good = copy && args_split(copy, &list) && list.count <= SEATS_MAX;
    for (int i = 0; good && i < list.count; i++) {
        const char *name = list.item[i];
        good = *name && strlen(name) < sizeof setup->name[i];
        for (const char *at = name; good && *at; at++)
            good = (unsigned char)*at >= ' ' && *at != 127;
        for (int other = 0; good && other < i; other++)
            good = strcmp(setup->name[other], name) != 0;
        if (good)
            snprintf(setup->name[i], sizeof setup->name[i], "%s", name);
    }
    *count = list.count;
    free(copy);
    if (!good)
        cli_fail(cli, "bad_names", NULL);
    return good;
}

/* Without --seats: you, and greedy everywhere else. */
static void default_seats(PlaySetup *setup)
{
    for (int seat = 1; seat < SEATS_MAX; seat++)
        setup->agent[seat] = agents_find("greedy");
}

static int start_new(Cli *cli, Wish *wish, PlaySetup *setup)
{
    if (!args_take_game(cli, "play", &wish->words, &wish->options))
        return EXIT_USAGE;
    const Game *game = cli_game(cli, wish->words.item[0]);
    const void *catalog = game ? cli_catalog(cli, game) : NULL;
    if (!catalog)
        return EXIT_USAGE;
    int players = wish->players ? (int)wish->players : game->players_min;
    int named = 0;
    default_seats(setup);
    if (wish->names && !read_names(cli, wish->names, setup, &named))
        return EXIT_USAGE;
    for (int seat = 0; seat < named; seat++) /* whoever has a name plays */
        setup->agent[seat] = NULL;
    if (!wish->players && !wish->seats && named > players)
        players = named;
    if (wish->seats && !read_seats(cli, game, wish->seats, setup, &players))
        return EXIT_USAGE;
    if (named > players)
        return cli_fail(cli, "names_differ", NULL);
    if (wish->players && players != wish->players)
        return cli_fail(cli, "seats_differ", NULL);
    Setup how = setup_default(game, players, wish->seed);
    if (!args_options(cli, game, &wish->options, &how) ||
        !args_setup_check(cli, game, catalog, &how))
        return EXIT_USAGE;
    setup->match = match_new(game, catalog, &how);
    bool people = false;
    for (int seat = 0; seat < players; seat++)
        people = people || !setup->agent[seat];
    if (wish->save)
        snprintf(setup->path, sizeof setup->path, "%s", wish->save);
    else if (people && !save_new_path(game, setup->path, sizeof setup->path))
        setup->path[0] = 0;
    return EXIT_OK;
}

/* The word after --resume is a game, a file, or missing. */
static int start_saved(Cli *cli, Wish *wish, PlaySetup *setup)
{
    const char *word = wish->words.count ? wish->words.item[0] : NULL;
    const Game *game = word ? games_find(word) : NULL;
    Saved saved;
    if (wish->words.count > 1)
        return cli_fail(cli, "unexpected", "word", wish->words.item[1], "command",
                        "play", NULL);
    if (word && !game)
        snprintf(setup->path, sizeof setup->path, "%s", word);
    else if (wish->save)
        snprintf(setup->path, sizeof setup->path, "%s", wish->save);
    else if (!save_latest(game, setup->path, sizeof setup->path))
        return cli_fail(cli, "nothing_saved", NULL);
    if (!save_read(cli, setup->path, &saved))
        return EXIT_USAGE;
    setup->match = saved.match;
    default_seats(setup);
    for (int seat = 0; saved.has_seats && seat < SEATS_MAX; seat++)
        setup->agent[seat] = saved.agent[seat];
    memcpy(setup->name, saved.name, sizeof setup->name);
    int named = 0;
    if (wish->names && !read_names(cli, wish->names, setup, &named))
        return EXIT_USAGE;
    if (named > match_setup(saved.match)->players)
        return cli_fail(cli, "names_differ", NULL);
    int players = match_setup(saved.match)->players;
    if (wish->seats &&
        !read_seats(cli, match_game(saved.match), wish->seats, setup, &players))
        return EXIT_USAGE;
    if (players != match_setup(saved.match)->players)
        return cli_fail(cli, "seats_differ", NULL);
    if (wish->save)
        snprintf(setup->path, sizeof setup->path, "%s", wish->save);
    return EXIT_OK;
}

int run_play(Cli *cli, int argc, char **argv)
{
    Wish wish = {.delay_ms = -1};
    const Arg args[] = {{"players", ARG_INT, &wish.players, 1, SEATS_MAX},
                        {"seats", ARG_TEXT, &wish.seats, 0, 0},
                        {"names", ARG_TEXT, &wish.names, 0, 0},
                        {"seed", ARG_SEED, &wish.seed, 0, 0},
                        {"option", ARG_TEXTS, &wish.options, 0, 0},
                        {"options", ARG_TEXTS, &wish.options, 0, 0},
                        {"resume", ARG_FLAG, &wish.resume, 0, 0},
                        {"save", ARG_TEXT, &wish.save, 0, 0},
                        {"delay", ARG_INT, &wish.delay_ms, 0, 60000},
                        {"plain", ARG_FLAG, &wish.plain, 0, 0},
                        {"mouse", ARG_FLAG, &wish.mouse, 0, 0},
                        {"trace", ARG_FLAG, &wish.trace, 0, 0},
                        {0}};
    int status = EXIT_OK;
    /* Without --seed every game is another one. */
    if (getrandom(&wish.seed, sizeof wish.seed, 0) < 0)
        wish.seed = (uint64_t)getpid();
    wish.seed >>= 33;
    if (!args_read(cli, argc, argv, args, &wish.words, ARG_LIST_MAX, &status))
        return status;
    PlaySetup setup = {.cli = cli,
                       .delay_ms = (int)wish.delay_ms,
                       .plain = wish.plain,
                       .mouse = wish.mouse,
                       .trace = wish.trace};
    status =
        wish.resume ? start_saved(cli, &wish, &setup) : start_new(cli, &wish, &setup);
    if (!status)
        status = play(&setup);
    match_free(setup.match);
    return status;
}
