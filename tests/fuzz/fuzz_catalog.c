/* fuzz_catalog.c - data files near to the real ones: refused with a place, or playable.
 *
 * The input says which file and how to change it; the rest of the data is as built in.
 */
#include "tests/fuzz/drive.h"
#include "tests/fuzz/mutate.h"
#include "tests/laws/subject.h"

#include "engine/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FUZZ_MOVES_MAX = 1 << 16,
    FUZZ_TRIED_MAX = 32, /* moves that are held to every law */
    FUZZ_TRIED_ONE_IN = 8,
    FUZZ_TRIES_MAX = 12, /* changes until one is seen */
    FUZZ_FILES_MAX = 1024,
    FUZZ_PATH_BYTES = 500
};

static Subjects all;
static char folder[] = "/dev/shm/parlor-fuzz-XXXXXX"; /* memory, where there is such */
static char file[FUZZ_PATH_BYTES];                    /* the one changed file in it */

/* Files that are built in are parsed once and not for every input: the linker puts this
 * in the place of jansson's. */
json_t *__real_json_loadb(const char *bytes, size_t count, size_t flags,
                          json_error_t *error);
json_t *__wrap_json_loadb(const char *bytes, size_t count, size_t flags,
                          json_error_t *error);

json_t *__wrap_json_loadb(const char *bytes, size_t count, size_t flags,
                          json_error_t *error)
{
    static json_t *known[FUZZ_FILES_MAX];
    int at = 0;
    while (embedded_files[at].name && embedded_files[at].bytes != bytes)
        at++;
    if (!embedded_files[at].name)
        return __real_json_loadb(bytes, count, flags, error);
    ASSERT(at < FUZZ_FILES_MAX);
    if (!known[at])
        known[at] = __real_json_loadb(bytes, count, flags, error);
    return json_incref(known[at]);
}

static void clean_up(void)
{
    unlink(file);
    for (char *slash; (slash = strrchr(file, '/')) && slash > file;) {
        *slash = '\0';
        if (rmdir(file) != 0)
            break;
    }
}

/* Put a file of the data into our folder. */
static void place_file(const char *name, const char *text, size_t text_bytes)
{
    if (file[0])
        unlink(file);
    snprintf(file, sizeof file, "%s/%s", folder, name);
    for (char *slash = file + strlen(folder) + 1; (slash = strchr(slash, '/'));) {
        *slash = '\0';
        mkdir(file, 0700);
        *slash++ = '/';
    }
    FILE *out = fopen(file, "w");
    ASSERT(out);
    fwrite(text, 1, text_bytes, out);
    fclose(out);
}

/* A catalog that was accepted must carry a game to its end. */
static void use(const Game *game, const void *catalog, uint64_t seed)
{
    static Moves moves;
    static uint8_t state[16 << 10];
    Rng rng;
    rng_seed(&rng, seed);
    const int variant = (int)rng_below(&rng, 8);
    const Setup setup =
        play_setup(game, catalog, game->players_min, variant, rng_next(&rng));
    ASSERT(game->state_bytes <= sizeof state);
    game->open(catalog, &setup, state);
    game->begin(catalog, state, NULL);
    for (int i = 0;; i++) {
        ASSERT(game->check(catalog, state) == NULL);
        ASSERT(i < FUZZ_MOVES_MAX);
        moves.count = 0;
        game->legal(catalog, state, &moves);
        if (!moves.count)
            break;
        const Command c = moves.item[rng_below(&rng, (uint32_t)moves.count)];
        game->execute(catalog, state, &c, NULL);
    }
    ASSERT(game->status(catalog, state).over);
    CardInfo card = {0};
    for (int i = 0; game->card_at(catalog, i, &card); i++)
        ASSERT(card.id && card.kind);
}

/* The first moves of another match, under all laws. */
static void hold_laws(const Subject *like, const void *catalog, uint64_t seed)
{
    static Trial trial;
    static uint8_t state[16 << 10];
    const Game *game = like->game;
    Subject subject = *like;
    Rng rng;
    rng_seed(&rng, ~seed);
    subject.catalog = catalog;
    const Setup setup = play_setup(game, catalog, game->players_max,
                                   (int)rng_below(&rng, 8), rng_next(&rng) >> 1);
    game->open(catalog, &setup, state);
    game->begin(catalog, state, NULL);
    trial_open(&trial, &subject);
    trial_from(&trial, &setup, state, seed, FUZZ_TRIED_MAX);
    if (trial.failure.law) {
        fprintf(stderr, "%s: %s, move %d: %s\n", game->id, law_names[trial.failure.law],
                trial.failure.step, trial.failure.what);
        abort();
    }
    trial_close(&trial);
}

/* Whether a game reads a file: "duel-sets" reads what "duel" does. */
static bool reads(const Game *game, const char *name)
{
    const size_t folder_bytes = strcspn(name, "/");
    return strncmp(game->id, name, folder_bytes) == 0 &&
           (!game->id[folder_bytes] || game->id[folder_bytes] == '-');
}

/* The games that read the changed file; the others are as they were. */
static void load_games(Data *data, const char *name, uint64_t seed)
{
    for (int i = 0; i < all.count; i++) {
        const Game *game = all.subject[i].game;
        if (!reads(game, name))
            continue;
        LoadError error = {0};
        void *catalog = calloc(1, game->catalog_bytes);
        ASSERT(catalog);
        if (load_catalog(game, data, catalog, &error)) {
            drive_count(1);
            if (memcmp(catalog, all.subject[i].catalog, game->catalog_bytes) == 0)
                drive_count(2);
            else
                use(game, catalog, seed);
            if (seed % FUZZ_TRIED_ONE_IN == 0)
                hold_laws(&all.subject[i], catalog, seed);
        } else {
            ASSERT(error.file[0] && error.what[0]);
        }
        free(catalog);
    }
}

static void load_texts(Data *data)
{
    for (int i = 0; i < LANGUAGES; i++) {
        LoadError error = {0};
        Texts *texts = texts_open(data, text_languages[i], &error);
        if (texts)
            texts_close(texts);
        else
            ASSERT(error.file[0] && error.what[0]);
    }
}

const char *const drive_counts[] = {"data files read", "accepted", "the same catalog",
                                    NULL};

static void start(void)
{
    subjects_open(&all);
    if (!mkdtemp(folder)) {
        snprintf(folder, sizeof folder, "/tmp/parlor-fuzz-XXXXXX");
        ASSERT(mkdtemp(folder));
    }
    atexit(clean_up);
}

/* Mostly cards and the like; texts are many, and there is less to get wrong in them. */
static int choose_file(Feed *f)
{
    const int count = data_count(all.data);
    int index = (int)feed_below(f, (uint32_t)count);
    if (feed_byte(f) % 8 == 0)
        return index;
    for (int i = 0; i < count && (strstr(data_name(all.data, index), "text/") ||
                                  data_is_net(all.data, index));
         i++)
        index = (index + 1) % count;
    return index;
}

/* The JSON of a file, changed; what it is given comes from a file beside it, or from
 * any other. */
static json_t *changed(int index, Feed *f)
{
    LoadError error = {0};
    const int count = data_count(all.data);
    const int other = feed_byte(f) % 2
                          ? (int)feed_below(f, (uint32_t)count)
                          : (index + count - 4 + (int)feed_below(f, 9)) % count;
    const json_t *donor =
        data_is_net(all.data, other) ? NULL : data_json(all.data, other, &error);
    const json_t *now = data_json(all.data, index, &error);
    json_t *json = json_deep_copy(now);
    int left = feed_byte(f) % 4 + 1;
    for (int i = 0; i < FUZZ_TRIES_MAX && left > 0; i++) {
        if (feed_byte(f) % 3 == 0)
            transplant(json, donor && feed_byte(f) % 2 ? donor : json, f);
        else if (feed_byte(f) % 2)
            mutate(json, f);
        else
            rearrange(json, donor ? donor : json, f);
        if (--left == 0 && json_equal(json, now))
            left = 1;
    }
    return json;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count)
{
    Feed f = {bytes, bytes_count};
    LoadError error = {0};
    if (!all.count)
        start();
    const int index = choose_file(&f);
    const uint64_t seed = feed_seed(&f);
    const char *name = data_name(all.data, index);
    if (feed_byte(&f) % 8 == 0 || data_is_net(all.data, index)) {
        place_file(name, (const char *)f.bytes, f.count);
    } else {
        json_t *json = changed(index, &f);
        char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
        place_file(name, text, strlen(text));
        free(text);
        json_decref(json);
    }
    const char *const dirs[] = {PEBBLES_DATA, folder};
    Data *data = data_open(dirs, 2, &error);
    drive_count(0);
    ASSERT(data || error.what[0]);
    if (data && load_is_text(name))
        load_texts(data);
    else if (data)
        load_games(data, name, seed);
    data_close(data);
    return 0;
}
