/* rulebook.c - the rules in the terminal: the short ones of the texts, and the pages of
 * docs/rules, which are built in. */
#include "cli/play/rulebook.h"

#include <ctype.h>
#include <strings.h>

enum { FOUND_MAX = 12 };

/* The language of the page: the reader's where there is one, else English. */
static const char *page_language(const Cli *cli, const Game *game)
{
    for (const RuleLine *line = rule_lines; line->game; line++)
        if (cli->lang && strcmp(line->game, game->id) == 0 &&
            strcmp(line->language, cli->lang) == 0)
            return cli->lang;
    return "en";
}

static bool is_of(const RuleLine *line, const Game *game, const char *language)
{
    return strcmp(line->game, game->id) == 0 && strcmp(line->language, language) == 0;
}

static void put_line(Screen *screen, const RuleLine *line)
{
    if (line->level) {
        screen_line(screen);
        screen_wrap(screen, INK_BOLD, 2, line->words);
        return;
    }
    screen_text(screen, INK_NONE, "  ");
    screen_wrap(screen, INK_NONE, 4, line->words);
}

/* The rules in a few sentences, as the browser shows them too. */
static void put_short(Cli *cli, Screen *screen, const Game *game)
{
    char key[80];
    snprintf(key, sizeof key, "web.rules.%s", game->id);
    const char *text = text_find(cli_texts(cli), key);
    screen_wrap(screen, INK_BOLD, 2, cli_game_name(cli, game));
    for (; text && *text; text += strcspn(text, "\n"), text += *text == '\n') {
        char line[2000];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
        if (line[0])
            screen_wrap(screen, INK_NONE, 2, line);
        else
            screen_line(screen);
    }
}

void rulebook_put(Cli *cli, Screen *screen, const Game *game)
{
    const char *language = page_language(cli, game);
    bool any = false;
    put_short(cli, screen, game);
    for (const RuleLine *line = rule_lines; line->game; line++) {
        if (!is_of(line, game, language))
            continue;
        if (!any && cli->lang && strcmp(language, cli->lang) != 0) {
            screen_line(screen);
            screen_wrap(screen, INK_DIM, 2, cli_say(cli, "rules_english"));
        }
        any = true;
        put_line(screen, line);
    }
}

/* The word as a whole, whatever the case; a wide one anywhere. */
static bool speaks_of(const char *text, const char *words)
{
    const size_t bytes = strlen(words);
    for (const char *at = text; *at; at++) {
        if (strncasecmp(at, words, bytes) != 0)
            continue;
        const bool wide = (unsigned char)words[0] >= 0x80;
        const bool begins = at == text || !isalpha((unsigned char)at[-1]);
        const bool ends = !isalpha((unsigned char)at[bytes]) ||
                          (at[bytes] == 's' && !isalpha((unsigned char)at[bytes + 1]));
        if (wide || (begins && ends))
            return true;
    }
    return false;
}

/* The paragraphs of a text that speak of it. */
static int find_in_text(Screen *screen, const char *text, const char *words)
{
    int found = 0;
    for (; text && *text; text += strcspn(text, "\n"), text += *text == '\n') {
        char line[2000];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
        if (!speaks_of(line, words))
            continue;
        screen_wrap(screen, INK_NONE, 2, line);
        found++;
    }
    return found;
}

int rulebook_find(Cli *cli, Screen *screen, const Game *game, const char *words)
{
    const char *language = page_language(cli, game);
    char key[80];
    const RuleLine *heading = NULL;
    bool all = false; /* the section is called so */
    snprintf(key, sizeof key, "web.rules.%s", game->id);
    int found = find_in_text(screen, text_find(cli_texts(cli), key), words);
    snprintf(key, sizeof key, "cli.legend.%s", game->id);
    const char *legend = text_find(cli_texts(cli), key);
    /* Its first line are examples of what can be asked. */
    legend = legend ? strchr(legend, '\n') : NULL;
    found += legend ? find_in_text(screen, legend + 1, words) : 0;
    for (const RuleLine *line = rule_lines; line->game && found < FOUND_MAX; line++) {
        if (!is_of(line, game, language))
            continue;
        if (line->level) {
            heading = line;
            all = line->level > 1 && speaks_of(line->words, words);
            continue;
        }
        if (!all && !speaks_of(line->words, words))
            continue;
        if (heading)
            put_line(screen, heading);
        heading = NULL;
        put_line(screen, line);
        found++;
    }
    return found;
}
