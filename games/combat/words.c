/* words.c - how the things of a battle are called outside. */
#include "games/combat/host.h"

#include <stdio.h>

const char *const combat_mode_names[COMBAT_MODES] = {
#define MODE(name, word) word,
#include "games/combat/modes.def"
#undef MODE
};

const char *const combat_kind_names[COMBAT_KINDS] = {
    "Standard", "Reaction", "Free", "Derived", "FullRound", "Sustained"};

const char *const combat_victory_names[COMBAT_VICTORIES] = {
    "none", "eliminated", "protectLost", "killUnit", "reach", "survive", "timeLimit"};

const char *const combat_thing_names[COMBAT_THINGS_END - THING_GAME] = {
    "skill", "unit", "cell", "terrain", "class", "scenario", "tag", "mode", "reason"};

const char *const combat_ability_names[COMBAT_ABILITIES] = {
    "none",
#define FLOW(name) #name,
#include "games/combat/abilities.def"
#undef FLOW
};

const char *const combat_mod_names[COMBAT_MODS] = {
    "speed", "mrPct", "mrFlat", "atk",   "armor", "acc",   "eva",
    "crit",  "bonus", "reduce", "snare", "stun",  "shield"};

/* Modes and reasons are written as their number + 1, so that 0 is none. */
const char *combat_thing_id(const void *catalog, const void *state, int kind, int id)
{
    const CombatCatalog *c = (const CombatCatalog *)catalog;
    const CombatState *s = (const CombatState *)state;
    const CombatScenario *scenario = &c->scenario[s ? s->scenario : 0];
    switch (kind) {
    case COMBAT_ACTION:
        return id < COMBAT_SKILL_1 + c->skill_count ? c->action_id[id] : NULL;
    case COMBAT_UNIT:
        return id <= scenario->unit_count ? scenario->unit_id[id] : NULL;
    case COMBAT_CELL:
        return id <= scenario->map.cell_count ? scenario->map.id[id] : NULL;
    case COMBAT_TERRAIN:
        return id < c->terrain_count ? c->terrain_id[id] : NULL;
    case COMBAT_CLASS:
        return id <= c->class_count ? c->class_id[id] : NULL;
    case COMBAT_SCENARIO:
        return id <= c->scenario_count ? c->scenario_id[id - 1] : NULL;
    case COMBAT_TAG:
        return id <= c->tag_count ? c->tag_id[id] : NULL;
    case COMBAT_MODE:
        return id <= COMBAT_MODES ? combat_mode_names[id - 1] : NULL;
    default:
        return id < COMBAT_VICTORIES ? combat_victory_names[id] : NULL;
    }
}

static const char *text_of(const Texts *texts, const char *group, const char *id)
{
    char key[100];
    snprintf(key, sizeof key, "combat.%s.%s", group, id);
    return text_find(texts, key);
}

/* A unit is called by its id; everything else has a name, or goes by its id too. */
void combat_thing_say(const void *catalog, const void *state, const Texts *texts,
                      int kind, int id, char *out, size_t out_bytes)
{
    const char *name = id ? combat_thing_id(catalog, state, kind, id) : NULL;
    const char *said = NULL;
    if (!name) {
        text_copy(out, out_bytes, text_get(texts, "combat.nothing"));
        return;
    }
    if (kind != COMBAT_UNIT && kind != COMBAT_CELL)
        said = text_of(texts, combat_thing_names[kind - THING_GAME], name);
    text_copy(out, out_bytes, said ? said : name);
}

/* Skills, classes, terrains and scenarios, one after the other. */
bool combat_card_at(const void *catalog, int index, CardInfo *info)
{
    static _Thread_local char text[100], name[100];
    const CombatCatalog *c = (const CombatCatalog *)catalog;
    const struct {
        const char *kind, *group;
        const char (*ids)[COMBAT_ID_BYTES];
        int count;
    } shelves[] = {
        {"class", "classes", c->class_id + 1, c->class_count},
        {"skill", "skills", c->action_id + COMBAT_SKILL_1, c->skill_count},
        {"terrain", "terrain", c->terrain_id, c->terrain_count},
        {"scenario", "scenarios", c->scenario_id, c->scenario_count},
    };
    for (size_t i = 0; i < sizeof shelves / sizeof *shelves; i++) {
        if (index >= shelves[i].count) {
            index -= shelves[i].count;
            continue;
        }
        info->id = shelves[i].ids[index];
        info->kind = shelves[i].kind;
        info->group = shelves[i].group;
        info->count = 1;
        info->bound = true;
        snprintf(text, sizeof text, "%s_text.%s", info->kind, info->id);
        snprintf(name, sizeof name, "%s.%s", info->kind, info->id);
        info->text = text;
        info->name = name;
        return true;
    }
    return false;
}
