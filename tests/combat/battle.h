/* battle.h - a battle built from a few lines of text, and the log it writes.
 *
 * This is the harness of the scripts: it may drive both sides, set numbers and push
 * units about, which no player can. */
#pragma once

#include "games/combat/host.h"

enum { BATTLE_LOG_BYTES = 1 << 20, BATTLE_EVENT_BYTES = 1 << 18 };

typedef struct {
    CombatCatalog catalog;
    CombatState state;
    Combat g;
    bool by_ai[COMBAT_UNIT_ROOM], is_boss[COMBAT_UNIT_ROOM];
    char log[BATTLE_LOG_BYTES]; /* lines, each with its line break */
    size_t log_used;
    char why[300]; /* what a script did wrong */
    /* The Before block, until the battle is begun. */
    json_t *fixture, *classes, *units, *objective, *extras;
    char terrain[COMBAT_CELL_ROOM]; /* glyph a cell, row after row */
    int width, height;
    char later[64][200]; /* lines that change the state at the start */
    int later_count;
} Battle;

void battle_open(Battle *b, const json_t *fixture);
void battle_close(Battle *b);

/* One line of a block; false, with 'why', when it makes no sense or does not hold. */
bool battle_before(Battle *b, const char *line);
bool battle_command(Battle *b, const char *line);

/* From content as loaded: the scenario's own dice, every unit by the AI. */
void battle_from(Battle *b, const CombatCatalog *catalog, int scenario);
void battle_play_out(Battle *b); /* windows are skipped, holds waited out */
uint32_t battle_log_hash(const Battle *b, int *lines);
