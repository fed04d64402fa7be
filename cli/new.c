/* new.c - what parlor new writes: files of one's own to start from.
 *
 * Check, play and the laws take them as they are. Nothing that is there is written
 * over. */
#include "cli/new.h"

#include "cli/args.h"

#include <errno.h>
#include <sys/stat.h>

enum { PATH_BYTES = 512 };

/* In a text @ is the name, ^ the same with a capital. */
typedef struct {
    const char *kind;
    const char *path;
    const char *text;
} Skeleton;

#define FACTION_TEXT(mark)                                                          \
    "{\n"                                                                           \
    "  \"faction\": {\"@\": \"" mark "^\"},\n"                                      \
    "  \"card\": {\"@_chief\": \"" mark "^ Chief\", \"@_guard\": \"" mark           \
    "^ Guard\",\n"                                                                  \
    "    \"@_runner\": \"" mark "^ Runner\", \"@_helper\": \"" mark "^ Helper\",\n" \
    "    \"@_cheer\": \"" mark "^ Cheer\", \"@_feast\": \"" mark "^ Feast\"},\n"    \
    "  \"rule\": {\n"                                                               \
    "    \"@_chief\": \"" mark                                                      \
    "You may destroy a minion of power 3 or less here.\",\n"                        \
    "    \"@_guard\": \"" mark "No ability.\",\n"                                   \
    "    \"@_runner\": \"" mark                                                     \
    "You may destroy a minion of power 2 or less here.\",\n"                        \
    "    \"@_helper\": \"" mark "No ability.\",\n"                                  \
    "    \"@_cheer\": \"" mark                                                      \
    "Each of your minions gets +1 power until the end of the turn.\",\n"            \
    "    \"@_feast\": \"" mark "Gain 1 VP.\"\n"                                     \
    "  }\n"                                                                         \
    "}\n"

#define CARD_TEXT(mark)                                                       \
    "{\n"                                                                     \
    "  \"card\": {\"@\": \"" mark "^\"},\n"                                   \
    "  \"card_text\": {\"@\": \"" mark "Costs 1 wood. 2 points. 1 coin.\"}\n" \
    "}\n"

static const Skeleton skeletons[] = {
    {"faction", "smashup/@/factions/@.json",
     "{\n"
     "  \"faction\": \"@\",\n"
     "  \"set\": \"@\",\n"
     "  \"cards\": [\n"
     "    {\"id\": \"@_chief\", \"kind\": \"minion\", \"power\": 5, \"count\": 1,\n"
     "      \"abilities\": [{\"when\": \"played\", \"do\": \"may_destroy_here\", "
     "\"n\": 3}]},\n"
     "    {\"id\": \"@_guard\", \"kind\": \"minion\", \"power\": 4, \"count\": 2},\n"
     "    {\"id\": \"@_runner\", \"kind\": \"minion\", \"power\": 3, \"count\": 3,\n"
     "      \"abilities\": [{\"when\": \"played\", \"do\": \"may_destroy_here\", "
     "\"n\": 2}]},\n"
     "    {\"id\": \"@_helper\", \"kind\": \"minion\", \"power\": 2, \"count\": 4},\n"
     "    {\"id\": \"@_cheer\", \"kind\": \"action\", \"type\": \"standard\", "
     "\"count\": 8,\n"
     "      \"abilities\": [{\"when\": \"played\", \"do\": \"own_get_power\", \"n\": "
     "1}]},\n"
     "    {\"id\": \"@_feast\", \"kind\": \"action\", \"type\": \"standard\", "
     "\"count\": 2,\n"
     "      \"abilities\": [{\"when\": \"played\", \"do\": \"gain\", \"n\": 1}]}\n"
     "  ]\n"
     "}\n"},
    {"faction", "smashup/@/text/en.json", FACTION_TEXT("")},
    {"faction", "smashup/@/text/zh-Hans.json", FACTION_TEXT("(en) ")},
    {"faction", "smashup/@/text/zh-Hant.json", FACTION_TEXT("(en) ")},
    {"card", "duel/@/@.json",
     "{\n"
     "  \"set\": \"@\",\n"
     "  \"cards\": [\n"
     "    {\"id\": \"@\", \"back\": \"age_1\", \"type\": \"civilian\", \"cost\": "
     "{\"wood\": 1},\n"
     "      \"effects\": [{\"do\": \"points\", \"n\": 2}, {\"do\": \"coins\", \"n\": "
     "1}]}\n"
     "  ]\n"
     "}\n"},
    {"card", "duel/@/text/en.json", CARD_TEXT("")},
    {"card", "duel/@/text/zh-Hans.json", CARD_TEXT("(en) ")},
    {"card", "duel/@/text/zh-Hant.json", CARD_TEXT("(en) ")},
    {"agent", "@.py",
     "\"\"\"@.py - a player of your own: parlor sim duel --agents \"cmd:python3 "
     "@.py,greedy\" --games 20\"\"\"\n"
     "import json\n"
     "import sys\n"
     "\n"
     "\n"
     "def pick(question):\n"
     "    \"\"\"What to do: question has the view, the actions, the seat and the time "
     "there is.\"\"\"\n"
     "    return question[\"actions\"][0]\n"
     "\n"
     "\n"
     "for line in sys.stdin:\n"
     "    asked = json.loads(line)\n"
     "    print(json.dumps({\"id\": asked[\"id\"], \"action\": pick(asked)}), "
     "flush=True)\n"},
};

enum { SKELETON_COUNT = sizeof skeletons / sizeof *skeletons };

/* Small letters, digits and underscores, a letter first: what an id is everywhere. */
static bool is_id(const char *name)
{
    return name[0] >= 'a' && name[0] <= 'z' && strlen(name) < 24 &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == 0;
}

static void fill_name(const char *text, const char *name, FILE *out)
{
    for (; *text; text++) {
        if (*text == '@')
            fputs(name, out);
        else if (*text == '^')
            fprintf(out, "%c%s", name[0] - 'a' + 'A', name + 1);
        else
            fputc(*text, out);
    }
}

static bool make_folders(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = 0;
        const bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *at = '/';
        if (!made)
            return false;
    }
    return true;
}

FILE *new_open(NewFiles *to, char *path)
{
    FILE *file = make_folders(path) ? fopen(path, "wx") : NULL;
    if (!file)
        cli_fail(to->cli, errno == EEXIST ? "new_exists" : "cannot_write", "file", path,
                 NULL);
    return file;
}

bool new_close(NewFiles *to, FILE *file, const char *path)
{
    if (to->files)
        json_array_append_new(to->files, json_string(path));
    else
        printf("%s\n", path);
    return fclose(file) == 0;
}

static bool write_skeleton(NewFiles *to, const Skeleton *skeleton, const char *name,
                           const char *folder)
{
    char path[PATH_BYTES];
    FILE *text = fmemopen(path, sizeof path, "w");
    if (!text)
        return false;
    fprintf(text, "%s/", folder);
    fill_name(skeleton->path, name, text);
    fclose(text);
    FILE *file = new_open(to, path);
    if (!file)
        return false;
    fill_name(skeleton->text, name, file);
    return new_close(to, file, path);
}

static void new_unknown(Cli *cli, const char *kind)
{
    char line[300];
    Near near = near_to(kind);
    near_try(&near, "game");
    for (int i = 0; i < SKELETON_COUNT; i++)
        near_try(&near, skeletons[i].kind);
    cli_fail_near(cli, cli_fill(cli, line, sizeof line, "new_what", NULL), &near);
}

/* All files of that kind; false: there is no such kind, or one could not be written. */
static bool write_kind(NewFiles *to, const char *kind, const char *name,
                       const char *folder)
{
    int written = 0;
    if (strcmp(kind, "game") == 0)
        return new_game(to, name, folder);
    for (int i = 0; i < SKELETON_COUNT; i++) {
        if (strcmp(skeletons[i].kind, kind) != 0)
            continue;
        if (!write_skeleton(to, &skeletons[i], name, folder))
            return false;
        written++;
    }
    if (!written)
        new_unknown(to->cli, kind);
    return written > 0;
}

int run_new(Cli *cli, int argc, char **argv)
{
    const char *folder = ".";
    bool json = false;
    const Arg args[] = {
        {"to", ARG_TEXT, &folder, 0, 0}, {"json", ARG_FLAG, &json, 0, 0}, {0}};
    ArgList words = {0};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, 2, &status))
        return status;
    if (words.count < 2 || !is_id(words.item[1]))
        return cli_fail(cli, "new_what", NULL);
    NewFiles to = {cli, json ? json_array() : NULL};
    if (!write_kind(&to, words.item[0], words.item[1], folder))
        return EXIT_USAGE;
    char key[40], line[400];
    snprintf(key, sizeof key, "new_%s", words.item[0]);
    if (json)
        cli_print_json(json_pack("{s:o}", "files", to.files));
    else
        printf("%s\n", cli_fill(cli, line, sizeof line, key, "name", words.item[1],
                                "folder", folder, NULL));
    return EXIT_OK;
}
