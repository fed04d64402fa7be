/* names.h - how the things of a battle are called outside. */
#pragma once

#include "engine/text.h"
#include "games/combat/combat.h"

extern const char *const combat_mode_names[COMBAT_MODES];
extern const char *const combat_kind_names[COMBAT_KINDS];
extern const char *const combat_victory_names[COMBAT_VICTORIES];
extern const char *const combat_thing_names[COMBAT_THINGS_END - THING_GAME];
extern const char *const combat_ability_names[COMBAT_ABILITIES];
extern const char *const combat_mod_names[COMBAT_MODS];
extern const char *const combat_why_names[COMBAT_REFUSALS + 1];

/* Ids of things as data and JSON write them; NULL past the last. */
const char *combat_thing_id(const void *catalog, const void *state, int kind, int id);
void combat_thing_say(const void *catalog, const void *state, const Texts *texts,
                      int kind, int id, char *out, size_t out_bytes);
/* Any pair of numbers names a cell; one that is not on the map is off the board. */
int combat_thing_else(const void *catalog, const void *state, int kind,
                      const char *name);
bool combat_card_at(const void *catalog, int index, CardInfo *info);
