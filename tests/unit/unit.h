/* unit.h - what the unit tests share: cmocka, and the smallest game made ready. */
#pragma once

#include "engine/match.h"
#include "games/pebbles/pebbles.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define TEST(name) static void name(void **unused_ __attribute__((unused)))

/* All tests of a file, by name. */
#define RUN(...)                                          \
    int main(void)                                        \
    {                                                     \
        const struct CMUnitTest tests[] = {__VA_ARGS__};  \
        return cmocka_run_group_tests(tests, NULL, NULL); \
    }

/* Data with Pebbles in it, opened once. */
Data *unit_data(void);
const Texts *unit_texts(const char *lang);
const void *unit_catalog(void); /* of Pebbles */
Catalogs *unit_catalogs(void);  /* that one */
/* The catalog of any game from the built-in data. The caller frees it. */
void *unit_load(const Game *game);

Setup unit_setup(int players, uint64_t seed);
Match *unit_match(int players, uint64_t seed);
/* Plays up to 'moves' moves, chosen by chance from the seed; how many it made. */
int unit_play(Match *m, int moves, uint64_t seed);
/* A match from a position given as JSON, with ' for ". */
Match *unit_position(int players, const char *json);

/* JSON with ' for ", which must be good. The caller frees it. */
json_t *unit_json(const char *text);

/* A new empty folder and a file in it; both stay until the test program ends. */
const char *unit_folder(void);
void unit_write(const char *folder, const char *name, const char *content);
