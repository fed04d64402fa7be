/* names.c - how the things of a battle are called outside. */
#include "games/combat/names.h"

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
    "skill", "unit",   "cell", "terrain", "class", "scenario", "tag",
    "mode",  "reason", "why",  "buff",    "dot",   "sticky"};

const char *const combat_ability_names[COMBAT_ABILITIES] = {
    "none",
#define FLOW(name) #name,
#include "games/combat/abilities.def"
#undef FLOW
};

const char *const combat_mod_names[COMBAT_MODS] = {
    "speed", "mrPct", "mrFlat", "atk",   "armor", "acc",   "eva",
    "crit",  "bonus", "reduce", "snare", "stun",  "shield"};

/* By their place in errors.def, from 1: the reason that a log line names, or the code.
 */
const char *const combat_why_names[COMBAT_REFUSALS + 1] = {
    "none",
#define ERR(name, code, ...)            code,
#define REASON(name, code, reason, ...) reason,
#include "games/combat/errors.def"
#undef REASON
#undef ERR
};

/* Where the digits end, after a sign or none; NULL: there are none. */
static const char *after_number(const char *text)
{
    text += *text == '-';
    const size_t digits = strspn(text, "0123456789");
    return digits ? text + digits : NULL;
}

int combat_thing_else(const void *catalog, const void *state, int kind,
                      const char *name)
{
    const char *first = after_number(name);
    const char *second = first && *first == ',' ? after_number(first + 1) : NULL;
    (void)catalog;
    (void)state;
    if (kind != COMBAT_CELL)
        return 0;
    return (second && *second == '\0') || strcmp(name, "off") == 0 ? COMBAT_OFF_BOARD
                                                                   : 0;
}

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
        if (id == COMBAT_OFF_BOARD)
            return "off";
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
    case COMBAT_BUFF:
        return id <= c->buff_count ? c->tag_id[c->buff[id - 1].tag] : NULL;
    case COMBAT_DOT:
        return id <= c->dot_count ? c->tag_id[c->dot[id - 1].tag] : NULL;
    case COMBAT_STICKY:
        return id <= c->sticky_count ? c->tag_id[c->sticky[id - 1].tag] : NULL;
    case COMBAT_WHY:
        return id <= COMBAT_REFUSALS ? combat_why_names[id] : NULL;
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
    if (kind >= COMBAT_BUFF) /* effects go by their tags */
        kind = COMBAT_TAG;
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
