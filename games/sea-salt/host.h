/* host.h - what the host files of Sea Salt & Paper share: loading, names, JSON. */
#pragma once

#include "engine/data.h"
#include "engine/jsonw.h"
#include "engine/machine.h"
#include "engine/text.h"
#include "games/sea-salt/game.h"
#include "games/sea-salt/salt.h"

extern const char *const salt_ability_names[SALT_ABILITIES];
extern const char *const salt_pepper_names[PEPPER_COUNT];
extern const char *const salt_phase_names[SALT_PHASES];

bool salt_load(Data *data, void *catalog, LoadError *error);

/* Ids of cards, piles, colours and the rest as data and JSON write them; NULL past the
 * last. */
const char *salt_thing_id(const void *catalog, const void *state, int kind, int id);

/* Plain numbers of the table and the range a position may give them. */
enum { SALT_NUMBERS = 7 };
typedef struct {
    const char *name;
    size_t at;
    int min, max;
} SaltNumber;
extern const SaltNumber salt_numbers[SALT_NUMBERS];

Machine salt_machine(const SaltState *s);
void salt_write_state(const void *catalog, const void *state, JsonW *out);
Err salt_read_state(const void *catalog, const json_t *json, void *state, char *why,
                    size_t why_bytes);
void salt_write_score(const void *catalog, const void *state, JsonW *out);
