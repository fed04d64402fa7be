/* run.c - runs every script of tests/combat/scripts and compares its log to the line.
 *
 * combat_scripts FOLDER        TAP, a line a script; then whole battles by their log's
 * hash combat_scripts --log FILE    prints the log of one script combat_scripts
 * --battle ID   prints the log of a scenario played by the AI alone
 *
 * A script has three blocks: "== before", "== commands" and "== log". */
#include "tests/combat/battle.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCRIPTS_MAX = 400, TEXT_BYTES_MAX = 1 << 18, PATH_BYTES = 500 };

static Battle battle;

static _Noreturn void stop(const char *what, const char *where)
{
    fprintf(stderr, "combat_scripts: %s: %s\n", where, what);
    exit(2);
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, TEXT_BYTES_MAX);
    if (!file || !text)
        stop("cannot be read", path);
    text[fread(text, 1, TEXT_BYTES_MAX - 1, file)] = 0;
    fclose(file);
    return text;
}

static json_t *read_fixture(const char *folder)
{
    char path[PATH_BYTES];
    json_error_t error;
    snprintf(path, sizeof path, "%s/fixture.json", folder);
    json_t *json = json_load_file(path, 0, &error);
    if (!json)
        stop(error.text, path);
    return json;
}

/* Run the lines; the place where the wanted log begins, or NULL with battle.why. */
static char *run_lines(char *text)
{
    char *line = text;
    int block = 0;
    while (*line) {
        char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
        *end = 0;
        if (strcmp(line, "== before") == 0)
            block = 1;
        else if (strcmp(line, "== commands") == 0)
            block = 2;
        else if (strcmp(line, "== log") == 0)
            return next;
        else if (block == 1 ? !battle_before(&battle, line)
                            : block == 2 && !battle_command(&battle, line))
            return NULL;
        line = next;
    }
    snprintf(battle.why, sizeof battle.why, "no log to compare with");
    return NULL;
}

static int first_difference(const char *wanted, const char *is)
{
    int line = 1;
    for (; *wanted && *wanted == *is; wanted++, is++)
        line += *is == '\n';
    return *wanted == *is ? 0 : line;
}

static void print_line(const char *label, const char *text, int number)
{
    for (int i = 1; i < number && text; i++) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    printf("#   %s %.*s\n", label, text ? (int)strcspn(text, "\n") : 0,
           text ? text : "");
}

static bool run_script(const char *path, const char *name, const json_t *fixture,
                       int number)
{
    char *text = read_file(path);
    const size_t title = strcspn(text, "\n");
    char sentence[300];
    snprintf(sentence, sizeof sentence, "%.*s", (int)(title > 2 ? title - 2 : 0),
             text + 2);
    battle_open(&battle, fixture);
    const char *wanted = run_lines(text);
    battle.log[battle.log_used] = 0;
    const int differs = wanted ? first_difference(wanted, battle.log) : -1;
    printf("%s %d - %s\n", differs ? "not ok" : "ok", number, sentence);
    if (differs < 0)
        printf("#   %s: %s\n", name, battle.why);
    if (differs > 0) {
        printf("#   %s: line %d of the log\n", name, differs);
        print_line("wanted", wanted, differs);
        print_line("is    ", battle.log, differs);
    }
    battle_close(&battle);
    free(text);
    return differs == 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int run_scripts(const char *folder, int *number)
{
    char path[PATH_BYTES], *name[SCRIPTS_MAX];
    int count = 0, failed = 0;
    json_t *fixture = read_fixture(folder);
    snprintf(path, sizeof path, "%s/scripts", folder);
    DIR *dir = opendir(path);
    if (!dir)
        stop("no such folder", path);
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
        if (strstr(entry->d_name, ".txt") && count < SCRIPTS_MAX)
            name[count++] = strdup(entry->d_name);
    closedir(dir);
    qsort(name, (size_t)count, sizeof *name, by_name);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/scripts/%s", folder, name[i]);
        failed += !run_script(path, name[i], fixture, ++*number);
        free(name[i]);
    }
    json_decref(fixture);
    return failed;
}

static const CombatCatalog *content(void)
{
    static CombatCatalog catalog;
    LoadError error = {0};
    Data *data = data_open(NULL, 0, &error);
    if (!data || !combat_load(data, &catalog, &error)) {
        fprintf(stderr, "%s: %s: %s\n", error.file, error.path, error.what);
        exit(2);
    }
    data_close(data);
    return &catalog;
}

static int scenario_named(const CombatCatalog *c, const char *id)
{
    return combat_find(id, (const char(*)[COMBAT_ID_BYTES])c->scenario_id, 0,
                       c->scenario_count);
}

/* battles.txt: scenario, winner, rounds, lines, hash. */
static int run_battles(const char *folder, int *number)
{
    char path[PATH_BYTES], id[32], winner[16];
    int rounds = 0, lines = 0, is_lines = 0, failed = 0;
    unsigned hash = 0;
    const CombatCatalog *c = content();
    snprintf(path, sizeof path, "%s/battles.txt", folder);
    FILE *file = fopen(path, "r");
    if (!file)
        stop("cannot be read", path);
    while (fscanf(file, "%31s %15s %d %d %x", id, winner, &rounds, &lines, &hash) ==
           5) {
        if (scenario_named(c, id) < 0)
            stop("no such scenario", id);
        battle_from(&battle, c, scenario_named(c, id));
        battle_play_out(&battle);
        const unsigned is_hash = battle_log_hash(&battle, &is_lines);
        const char *is_winner = battle.state.winner == 1 ? "P1" : "Enemy";
        const bool ok = is_hash == hash && is_lines == lines &&
                        battle.state.round == rounds && strcmp(is_winner, winner) == 0;
        printf("%s %d - the AI alone plays %s as written\n", ok ? "ok" : "not ok",
               ++*number, id);
        if (!ok)
            printf("#   %s %s %d %d %08x\n", id, is_winner, battle.state.round,
                   is_lines, is_hash);
        failed += !ok;
    }
    fclose(file);
    return failed;
}

static int print_log(const char *path)
{
    char folder[PATH_BYTES];
    const char *scripts = strstr(path, "/scripts");
    if (!scripts)
        stop("is not below a folder of scripts", path);
    snprintf(folder, sizeof folder, "%.*s", (int)(scripts - path), path);
    json_t *fixture = read_fixture(folder);
    char *text = read_file(path);
    battle_open(&battle, fixture);
    if (!run_lines(text))
        fprintf(stderr, "%s\n", battle.why);
    battle.log[battle.log_used] = 0;
    fputs(battle.log, stdout);
    battle_close(&battle);
    json_decref(fixture);
    free(text);
    return 0;
}

int main(int argc, char **argv)
{
    int number = 0, failed = 0;
    if (argc == 3 && strcmp(argv[1], "--log") == 0)
        return print_log(argv[2]);
    if (argc == 3 && strcmp(argv[1], "--battle") == 0) {
        const CombatCatalog *c = content();
        battle_from(&battle, c, scenario_named(c, argv[2]));
        battle_play_out(&battle);
        fputs(battle.log, stdout);
        return 0;
    }
    if (argc != 2)
        stop("wants a folder", "usage");
    failed += run_scripts(argv[1], &number);
    failed += run_battles(argv[1], &number);
    printf("1..%d\n", number);
    return failed != 0;
}
