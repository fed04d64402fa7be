/* unit.c - what the unit tests share: cmocka, and the smallest game made ready. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    Data *data;
    Texts *texts[3];
    Catalogs *catalogs;
    char folder[40];
} unit;

static void unit_close(void)
{
    char command[80];
    for (int i = 0; i < 3; i++)
        texts_close(unit.texts[i]);
    catalogs_close(unit.catalogs);
    data_close(unit.data);
    snprintf(command, sizeof command, "rm -rf %s", unit.folder);
    if (unit.folder[0] && system(command) != 0)
        fprintf(stderr, "%s is left\n", unit.folder);
}

static void unit_open(void)
{
    static const Game *const games[] = {&pebbles_game, NULL};
    const char *const dirs[] = {PEBBLES_DATA};
    if (unit.data)
        return;
    LoadError error = {"", "", ""};
    unit.data = data_open(dirs, 1, &error);
    if (unit.data)
        unit.catalogs = catalogs_open(games, unit.data);
    if (!unit.data || !catalogs_now(unit.catalogs, 0, &error)) {
        fprintf(stderr, "%s: %s: %s\n", error.file, error.path, error.what);
        abort();
    }
    atexit(unit_close);
}

Data *unit_data(void)
{
    unit_open();
    return unit.data;
}

const Texts *unit_texts(const char *lang)
{
    unit_open();
    for (int i = 0; i < 3; i++)
        if (strcmp(text_languages[i], lang) == 0) {
            if (!unit.texts[i])
                unit.texts[i] = texts_open(unit.data, lang, NULL);
            assert_non_null(unit.texts[i]);
            return unit.texts[i];
        }
    fail();
    return NULL;
}

const void *unit_catalog(void)
{
    return catalogs_now(unit_catalogs(), 0, NULL);
}

Catalogs *unit_catalogs(void)
{
    unit_open();
    return unit.catalogs;
}

void *unit_load(const Game *game)
{
    LoadError error;
    void *catalog = calloc(1, game->catalog_bytes);
    assert_non_null(catalog);
    Data *data = data_open(NULL, 0, &error);
    assert_non_null(data);
    if (!game->load(data, catalog, &error))
        fail_msg("%s: %s: %s", error.file, error.path, error.what);
    data_close(data);
    return catalog;
}

Setup unit_setup(int players, uint64_t seed)
{
    return setup_default(&pebbles_game, players, seed);
}

Match *unit_match(int players, uint64_t seed)
{
    const Setup setup = unit_setup(players, seed);
    return match_new(&pebbles_game, unit_catalog(), &setup);
}

int unit_play(Match *m, int moves, uint64_t seed)
{
    Rng rng;
    rng_seed(&rng, seed);
    for (int i = 0; i < moves; i++) {
        Moves open;
        open.count = 0;
        pebbles_game.legal(unit_catalog(), match_state(m), &open);
        if (!open.count)
            return i;
        const Command c = open.item[rng_below(&rng, (uint32_t)open.count)];
        assert_int_equal(match_apply(m, &c, NULL), ERR_OK);
    }
    return moves;
}

json_t *unit_json(const char *text)
{
    char *quoted = strdup(text);
    assert_non_null(quoted);
    for (char *at = quoted; *at; at++)
        if (*at == '\'')
            *at = '"';
    json_t *json = json_loads(quoted, JSON_REJECT_DUPLICATES, NULL);
    free(quoted);
    assert_non_null(json);
    return json;
}

Match *unit_position(int players, const char *text)
{
    const Setup setup = unit_setup(players, 1);
    PebblesState state;
    Refusal why;
    json_t *json = unit_json(text);
    pebbles_game.open(unit_catalog(), &setup, &state);
    pebbles_game.begin(unit_catalog(), &state, NULL);
    const Err err = pebbles_game.read_state(unit_catalog(), json, &state, &why);
    json_decref(json);
    if (err)
        fail_msg("%s", why.word[0]);
    return match_from(&pebbles_game, unit_catalog(), &setup, &state);
}

const char *unit_folder(void)
{
    static int number;
    static char folder[80];
    unit_open();
    if (!unit.folder[0]) {
        snprintf(unit.folder, sizeof unit.folder, "/tmp/parlor-unit-XXXXXX");
        assert_non_null(mkdtemp(unit.folder));
    }
    snprintf(folder, sizeof folder, "%s/%d", unit.folder, ++number);
    assert_int_equal(mkdir(folder, 0700), 0);
    return folder;
}

void unit_write(const char *folder, const char *name, const char *content)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}
