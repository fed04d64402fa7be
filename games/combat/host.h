/* host.h - what the host files of hex combat share: loading, names, JSON, the log. */
#pragma once

#include "engine/data.h"
#include "engine/jsonw.h"
#include "engine/reader.h"
#include "engine/record.h"
#include "engine/text.h"
#include "engine/waiting.h"
#include "games/combat/names.h"

extern const Game combat_game; /* as the engine sees it: game.c */

bool combat_load(Data *data, void *catalog, LoadError *error);

/* The same from documents at hand; each is named by its file in errors. */
bool combat_load_json(const json_t *const *roots, const char *const *files, int count,
                      CombatCatalog *catalog, LoadError *error);

/* work.c - after anything that data says has changed. */
void combat_work_out(CombatCatalog *c);

/* load_skill.c */
void combat_read_skill(Reader *r, const json_t *json, CombatCatalog *c, int action);
int combat_find(const char *name, const char (*ids)[COMBAT_ID_BYTES], int first,
                int end); /* -1: none */
void combat_copy_id(Reader *r, const char *key, char out[COMBAT_ID_BYTES],
                    const char *name);
int combat_tag(Reader *r, CombatCatalog *c, const char *name);
int combat_add_buff(Reader *r, CombatCatalog *c, const char *tag);
int combat_add_sticky(Reader *r, CombatCatalog *c, const char *tag, int mult,
                      int turns);

/* load_map.c */
void combat_read_scenario(Reader *r, const json_t *json, CombatCatalog *c);

/* The line that an event is in the log; "" for one that is none. */
void combat_log_line(const void *catalog, const void *state, const Event *event,
                     const uint8_t *list, char *out, size_t out_bytes);

extern const Field combat_fields[]; /* the rows of a battle */

void combat_lay(Walk *walk, const json_t *json); /* a position over the deal */
void combat_write_score(const void *catalog, const void *state, JsonW *out);
#define COMBAT_COST_TYPE                                                   \
    "{ seconds: number; energy: number; move_energy: number | undefined; " \
    "resource: number | undefined; cooldown: number | undefined; "         \
    "move_seconds: number | undefined; steps: number | undefined; "        \
    "path: string[] | undefined; "                                         \
    "targets: { unit: string; hit: number }[] | undefined } | null"
void combat_write_cost(const void *catalog, const void *state, const Command *c,
                       JsonW *out);
