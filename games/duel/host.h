/* host.h - what the host files of 7 Wonders Duel share: loading, names, JSON. */
#pragma once

#include "engine/data.h"
#include "engine/jsonw.h"
#include "engine/record.h"
#include "engine/text.h"
#include "engine/waiting.h"
#include "games/duel/duel.h"

extern const Game duel_game; /* as the engine sees it: game.c */

extern const char *const duel_phase_names[DUEL_PHASES];
extern const char *const duel_thing_names[DUEL_THINGS_END - THING_GAME];
extern const char *const duel_resource_names[DUEL_RESOURCES];
extern const char *const duel_type_names[DUEL_TYPES + 1]; /* the last: sets of coins */
extern const char *const duel_symbol_names[DUEL_SYMBOLS];
extern const char *const duel_victory_names[DUEL_VICTORIES];
extern const char *const duel_ability_names[DUEL_ABILITIES];
extern const char *const duel_score_names[DUEL_SCORES];
#ifdef DUEL_WITH_SETS
extern const char *const duel_myth_names[]; /* mythologies, then the other favours */
#endif

bool duel_load(Data *data, void *catalog, LoadError *error);

/* Ids of things as data and JSON write them; NULL past the last. */
const char *duel_thing_id(const void *catalog, const void *state, int kind, int id);
void duel_thing_say(const void *catalog, const void *state, const Texts *texts,
                    int kind, int id, char *out, size_t out_bytes);
int duel_thing_else(const void *catalog, const void *state, int kind,
                    const char *name); /* a piece that is no card; 0: none */
bool duel_card_at(const void *catalog, int index, CardInfo *info);

/* The rows of a table, and the functions of the odd ones that read. */
extern const Field duel_fields[], duel_slot_fields[];
#define SET_ROWS(name, ...) extern const Field duel_##name##_fields[];
DUEL_EACH_SET(SET_ROWS, )
#undef SET_ROWS
FieldRead duel_read_structure, duel_read_slot_card, duel_read_slot_back, duel_read_loot;

static inline DuelState *duel_state_of(const Walk *walk)
{
    return (DuelState *)(uintptr_t)walk->table.state;
}

static inline const DuelCatalog *duel_catalog_of(const Walk *walk)
{
    return (const DuelCatalog *)walk->table.catalog;
}

static inline Duel duel_table_of(const Walk *walk)
{
    return duel_table(duel_catalog_of(walk), duel_state_of(walk), NULL);
}
#define TELLS(name, ...) FIELD_TELLS(Duel, duel_table_of, name, __VA_ARGS__)

void duel_lay(Walk *walk, const json_t *json); /* a position over the deal */
void duel_write_score(const void *catalog, const void *state, JsonW *out);
#define DUEL_COST_TYPE                                                          \
    "{ price: number; printed: number | undefined; trade: number | undefined; " \
    "chain: boolean | undefined; "                                              \
    "buys: { resource: string; units: number; each: number }[] | undefined; "   \
    "trade_to: string | null | undefined; gains: number | undefined } | null"
void duel_write_cost(const void *catalog, const void *state, const Command *c,
                     JsonW *out);
