/* show.c - what there is: parlor games, parlor cards. */
#include "cli/args.h"
#include "cli/lines.h"
#include "cli/play/screen.h"
#include "cli/rpc/list.h"

#include "engine/load.h"
#include "games/games.h"

#include <stdlib.h>

static void print_json(JsonW *w)
{
    fwrite(w->text, 1, w->used, stdout);
    fputc('\n', stdout);
    jw_close(w);
}

/* What an option may be: "10..100, auto [auto]", the default in brackets. */
static void print_option(Cli *cli, const Game *game, const void *catalog,
                         const Option *option)
{
    char usual[32];
    if (option->value == OPTION_AUTO && option->or_auto)
        snprintf(usual, sizeof usual, "auto");
    else if (option->kind == OPTION_WORD)
        snprintf(usual, sizeof usual, "%s",
                 option_word(game, catalog, option, option->value));
    else if (option->kind == OPTION_FLAG)
        snprintf(usual, sizeof usual, "%s", option->value ? "true" : "false");
    else
        snprintf(usual, sizeof usual, "%d", option->value);
    printf("    %s=", option->name);
    if (option->kind == OPTION_INT)
        printf("%d..%d", option->min, option->max);
    if (option->kind == OPTION_FLAG)
        printf("true|false");
    for (int i = option->min;
         option->kind == OPTION_WORD && i <= option_last(game, catalog, option); i++)
        printf("%s%s", i > option->min ? "|" : "",
               option_word(game, catalog, option, i));
    printf("%s  [%s]\n", option->or_auto ? "|auto" : "", usual);
    char key[96];
    snprintf(key, sizeof key, "%s.option.%s", game->id, option->name);
    const char *about = text_find(cli_texts(cli), key);
    if (about) {
        char line[1000];
        snprintf(line, sizeof line, "        %s", about);
        lines_print(line);
    }
}

int run_games(Cli *cli, int argc, char **argv)
{
    bool json = false;
    const Arg args[] = {{"json", ARG_FLAG, &json, 0, 0}, {0}};
    ArgList words = {0};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, 0, &status))
        return status;
    if (!cli_catalogs(cli))
        return EXIT_USAGE;
    if (json) {
        JsonW w;
        jw_open(&w);
        jw_object(&w, NULL);
        list_write_games(&w, "games", cli->catalogs, cli_texts(cli));
        list_write_agents(&w, "agents");
        jw_end_object(&w);
        print_json(&w);
        return EXIT_OK;
    }
    for (int i = 0; games_all[i]; i++) {
        const Game *game = games_all[i];
        const void *catalog = catalogs_now(cli->catalogs, i, NULL);
        char low[16], high[16], line[200];
        snprintf(low, sizeof low, "%d", game->players_min);
        snprintf(high, sizeof high, "%d", game->players_max);
        printf("%s%s - %s, %s\n", i ? "\n" : "", game->id, cli_game_name(cli, game),
               cli_fill(cli, line, sizeof line,
                        game->players_min == game->players_max ? "for_players_only"
                                                               : "for_players",
                        "min", low, "max", high, NULL));
        if (game->option_count)
            printf("  %s\n", cli_say(cli, "options"));
        for (int j = 0; j < game->option_count; j++)
            print_option(cli, game, catalog, &game->options[j]);
    }
    char line[1000];
    int used = snprintf(line, sizeof line, "%s", cli_say(cli, "agents"));
    for (int i = 0; agents_all[i] && used < (int)sizeof line; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, "%s%s",
                         i ? ", " : " ", agents_all[i]->name);
    fputc('\n', stdout);
    lines_print(line);
    return EXIT_OK;
}

/* A card's text or name: the key is below the game's name, or there is none. */
static const char *card_text(const Game *game, const Texts *texts, const char *key)
{
    char whole[160];
    if (!key)
        return NULL;
    snprintf(whole, sizeof whole, "%s.%s", game->id, key);
    return text_find(texts, whole);
}

/* Where the data say what a card is: the object of its id that lies best, since one
 * name can be in several files (a crab of each deck) and lists. */
typedef struct {
    const CardInfo *info;
    const char *file; /* whose objects are looked at */
    const json_t *best;
    int fit;
} CardHunt;

static void card_hunt(CardHunt *h, const char *list, const json_t *value)
{
    const json_t *id = json_object_get(value, "id");
    const char *key;
    json_t *child;
    size_t index;
    if (json_is_string(id) && strcmp(json_string_value(id), h->info->id) == 0) {
        const size_t kind = strlen(h->info->kind);
        const char *group = h->info->group ? h->info->group : "";
        const int fit =
            1 + 2 * (strstr(h->file, group) != NULL) +
            (strcmp(list, group) == 0 || strncmp(list, h->info->kind, kind) == 0);
        if (fit > h->fit) {
            h->best = value;
            h->fit = fit;
        }
    }
    json_array_foreach((json_t *)(uintptr_t)value, index, child)
        card_hunt(h, list, child);
    json_object_foreach((json_t *)(uintptr_t)value, key, child)
        card_hunt(h, key, child);
}

/* Whether a data file is the game's, or of the one it is built from: "duel-sets" has
 * the cards of "duel" too. */
static bool is_file_of(const char *name, const Game *game)
{
    const size_t whole = strlen(game->id), family = strcspn(game->id, "-");
    return (strncmp(name, game->id, whole) == 0 && name[whole] == '/') ||
           (strncmp(name, game->id, family) == 0 && name[family] == '/');
}

/* All that the data say of a card, and what the game makes of it. */
static void write_attributes(JsonW *w, const Game *game, const void *catalog, int index,
                             const CardInfo *info, Data *data)
{
    CardHunt hunt = {info, NULL, NULL, 0};
    for (int i = 0; i < data_count(data); i++) {
        hunt.file = data_name(data, i);
        if (is_file_of(hunt.file, game) && !load_is_text(hunt.file))
            card_hunt(&hunt, "", data_json(data, i, NULL));
    }
    jw_object(w, "attributes");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)hunt.best, key, value)
    {
        char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
        if (text && strcmp(key, "id") != 0)
            jw_raw(w, key, text);
        free(text);
    }
    if (game->write_card)
        game->write_card(catalog, index, w);
    jw_end_object(w);
}

static void cards_json(Cli *cli, const Game *game, const void *catalog)
{
    const Texts *texts = cli_texts(cli);
    JsonW w;
    jw_open(&w);
    jw_object(&w, NULL);
    jw_str(&w, "game", game->id);
    jw_array(&w, "cards");
    CardInfo info = {0};
    for (int i = 0; game->card_at(catalog, i, &info); i++) {
        jw_object(&w, NULL);
        jw_str(&w, "id", info.id);
        jw_str(&w, "kind", info.kind);
        jw_str(&w, "group", info.group);
        jw_int(&w, "count", info.count);
        jw_bool(&w, "bound", info.bound);
        jw_str(&w, "name", card_text(game, texts, info.name));
        jw_str(&w, "text", card_text(game, texts, info.text));
        write_attributes(&w, game, catalog, i, &info, cli_data(cli));
        jw_end_object(&w);
    }
    jw_end_array(&w);
    jw_end_object(&w);
    print_json(&w);
}

static void cards_print(Cli *cli, const Game *game, const void *catalog)
{
    const Texts *texts = cli_texts(cli);
    char before[160] = "";
    int count = 0, unbound = 0;
    CardInfo info = {0};
    for (int i = 0; game->card_at(catalog, i, &info); i++) {
        char heading[160];
        const char *name = card_text(game, texts, info.name);
        const char *text = card_text(game, texts, info.text);
        snprintf(heading, sizeof heading, "%s / %s", info.group ? info.group : "-",
                 info.kind);
        if (strcmp(heading, before) != 0)
            printf("%s%s\n", count ? "\n" : "", heading);
        snprintf(before, sizeof before, "%s", heading);
        const int wide = screen_width(name ? name : "");
        char line[1500];
        snprintf(line, sizeof line, "  %-22s %s%*s ×%-2d  %s%s", info.id,
                 name ? name : "", wide < 18 ? 18 - wide : 0, "", info.count,
                 text ? text : "", info.bound ? "" : cli_say(cli, "not_bound"));
        lines_print(line);
        count++;
        unbound += !info.bound;
    }
    char kinds[16], missing[16], line[200];
    snprintf(kinds, sizeof kinds, "%d", count);
    snprintf(missing, sizeof missing, "%d", unbound);
    printf("\n%s\n", cli_fill(cli, line, sizeof line, "cards_sum", "count", kinds,
                              "unbound", missing, NULL));
}

int run_cards(Cli *cli, int argc, char **argv)
{
    bool json = false;
    const Arg args[] = {{"json", ARG_FLAG, &json, 0, 0}, {0}};
    ArgList words = {0};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, 1, &status))
        return status;
    if (words.count == 0)
        return cli_fail(cli, "needs_game", "command", argv[0], NULL);
    const Game *game = cli_game(cli, words.item[0]);
    const void *catalog = game ? cli_catalog(cli, game) : NULL;
    if (!catalog)
        return EXIT_USAGE;
    if (json)
        cards_json(cli, game, catalog);
    else
        cards_print(cli, game, catalog);
    return EXIT_OK;
}
