/* host.h - what the host files of Sea Salt & Paper share: loading, names, JSON. */
#pragma once

#include "engine/data.h"
#include "engine/jsonw.h"
#include "engine/text.h"
#include "engine/waiting.h"
#include "games/sea-salt/salt.h"

extern const Game salt_game; /* as the engine sees it: game.c */

extern const char *const salt_ability_names[SALT_ABILITIES];
extern const char *const salt_pepper_names[PEPPER_COUNT];
extern const char *const salt_phase_names[SALT_PHASES];

bool salt_load(Data *data, void *catalog, LoadError *error);

/* Ids of cards, piles, colours and the rest as data and JSON write them; NULL past the
 * last. */
const char *salt_thing_id(const void *catalog, const void *state, int kind, int id);

/* The rows of a table, and the functions of the odd ones that read. */
extern const Field salt_fields[];
FieldRead salt_read_pairs, salt_read_reef, salt_read_colours;

static inline SaltState *salt_state_of(const Walk *walk)
{
    return (SaltState *)(uintptr_t)walk->table.state;
}

void salt_lay(Walk *walk, const json_t *json); /* a position over the deal */
void salt_write_score(const void *catalog, const void *state, JsonW *out);
