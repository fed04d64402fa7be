/* load.c - reads terrain, skills, classes and scenarios from data/combat into a
 * catalog.
 *
 * Every file below data/combat adds to the same catalog, so new content is files of its
 * own. Terrain is read from all of them first, then skills, classes and scenarios. */
#include "games/combat/host.h"

#include <stdio.h>

typedef struct {
    const json_t *const *roots;
    const char *const *files;
    int count;
    CombatCatalog *c;
    LoadError *error;
} Load;

typedef const char (*Ids)[COMBAT_ID_BYTES];

static void read_sticky(Reader *r, const json_t *json, CombatCatalog *c, int id)
{
    static const char *const keys[] = {"tag", "mult", "turns", NULL};
    const json_t *sticky = read_object_or_none(r, json, "sticky");
    if (!sticky)
        return;
    reader_enter(r, "sticky", -1);
    read_only(r, sticky, keys);
    const int mult = read_int(r, sticky, "mult", 10, 5000);
    const int turns = read_int(r, sticky, "turns", -1, 50);
    const char *tag = read_text_or(r, sticky, "tag", c->terrain_id[id]);
    if (turns != 0 && mult != 1000 && reader_ok(r))
        c->terrain[id].sticky =
            (uint8_t)(1 + combat_add_sticky(r, c, tag, mult, turns));
    reader_leave(r);
}

static void read_block(Reader *r, const json_t *json, CombatCatalog *c, const char *key,
                       int16_t out[3], uint8_t *note)
{
    static const char *const keys[] = {"damage", "heal", "energy", "note", NULL};
    const json_t *block = read_object_or_none(r, json, key);
    if (!block)
        return;
    reader_enter(r, key, -1);
    read_only(r, block, keys);
    for (int i = 0; i < 3; i++)
        out[i] = (int16_t)read_int_or(r, block, keys[i], 0, 1000, 0);
    const char *text = read_text_or(r, block, "note", NULL);
    if (text)
        *note = (uint8_t)combat_tag(r, c, text);
    reader_leave(r);
}

/* A sign on the map: one that can be seen, and is no other ground's. */
static char read_glyph(Reader *r, const json_t *json, const CombatCatalog *c, int id)
{
    const char *glyph = read_text(r, json, "glyph");
    if (!reader_ok(r))
        return '.';
    if (strlen(glyph) != 1 || glyph[0] <= ' ' || glyph[0] > '~')
        reader_fail(r, "glyph", "must be one sign of ASCII");
    else if (id && memchr(c->terrain_glyph, *glyph, (size_t)id))
        reader_fail(r, "glyph", "'%c' is another terrain's", *glyph);
    else if (id == 0 && *glyph != '.')
        reader_fail(r, "glyph", "plain ground is '.'");
    return *glyph;
}

static void read_terrain(Reader *r, const json_t *json, CombatCatalog *c)
{
    static const char *const keys[] = {"id",      "glyph",   "name",  "mult", "sticky",
                                       "onEnter", "onStand", "snare", "once", "blocks",
                                       "fall",    "cover",   NULL};
    const char *name = read_text(r, json, "id");
    int id = name && strcmp(name, "plain") == 0 ? 0 : (int)c->terrain_count;
    read_only(r, json, keys);
    read_text_or(r, json, "name", "");
    if (combat_find(name, (Ids)c->terrain_id, 1, c->terrain_count) > 0)
        reader_fail(r, "id", "\"%s\" is there twice", name);
    if (id == COMBAT_TERRAINS_MAX)
        reader_fail(r, "id", "is one too many; %d are possible", COMBAT_TERRAINS_MAX);
    if (!reader_ok(r))
        return;
    c->terrain_count = (uint8_t)(c->terrain_count + (id > 0));
    CombatTerrain *t = &c->terrain[id];
    combat_copy_id(r, "id", c->terrain_id[id], name);
    c->terrain_glyph[id] = read_glyph(r, json, c, id);
    t->mult = (uint16_t)read_int_or(r, json, "mult", 1, 10000, 1000);
    t->once = read_bool_or(r, json, "once", false);
    t->blocks = read_bool_or(r, json, "blocks", false);
    t->cover = (uint8_t)read_int_or(r, json, "cover", 0, 100, 0);
    t->fall = (int16_t)read_int_or(r, json, "fall", 0, 1000, 0);
    t->snare_turns = (uint8_t)read_int_or(r, json, "snare", 0, 50, 0);
    if (id == 0 && (t->mult != 1000 || t->once || t->blocks || t->snare_turns))
        reader_fail(r, "id", "plain ground does nothing");
    read_sticky(r, json, c, id);
    int16_t enter[3] = {0}, stand[3] = {0};
    read_block(r, json, c, "onEnter", enter, &t->enter_note);
    read_block(r, json, c, "onStand", stand, &t->stand_note);
    t->enter_damage = enter[0];
    t->enter_heal = enter[1];
    t->enter_energy = enter[2];
    t->stand_damage = stand[0];
    t->stand_heal = stand[1];
    t->stand_energy = stand[2];
    if (t->snare_turns && reader_ok(r)) {
        const int def = combat_add_buff(r, c, name);
        c->buff[def].mod[COMBAT_MOD_SNARE] = 1;
        t->snare = (uint8_t)(def + 1);
    }
}

static void name_skill(Reader *r, const json_t *json, CombatCatalog *c)
{
    const char *name = read_text(r, json, "id");
    const int id = COMBAT_SKILL_1 + c->skill_count;
    if (combat_find(name, (Ids)c->action_id, COMBAT_MOVE, id) > 0)
        reader_fail(r, "id", "\"%s\" is there twice", name);
    if (c->skill_count == COMBAT_SKILLS_MAX)
        reader_fail(r, "id", "is one too many; %d are possible", COMBAT_SKILLS_MAX);
    if (!reader_ok(r))
        return;
    combat_copy_id(r, "id", c->action_id[id], name);
    c->skill_count++;
}

static int skill_of(Reader *r, const json_t *json, const CombatCatalog *c)
{
    return combat_find(read_text(r, json, "id"), (Ids)c->action_id, COMBAT_SKILL_1,
                       COMBAT_SKILL_1 + c->skill_count);
}

static void read_skill(Reader *r, const json_t *json, CombatCatalog *c)
{
    combat_read_skill(r, json, c, skill_of(r, json, c));
}

/* A follow-up that no attack leads to would never be offered. */
static void read_requires(Reader *r, const json_t *json, CombatCatalog *c)
{
    const CombatSkill *skill = &c->skill[skill_of(r, json, c)];
    uint32_t provided = 0;
    for (int action = COMBAT_ATTACK; action < COMBAT_SKILL_1 + c->skill_count; action++)
        provided |= c->skill[action].provides;
    if (skill->kind == COMBAT_DERIVED && !(provided >> skill->needs_tag & 1))
        reader_fail(r, "requires", "nothing provides \"%s\"",
                    c->provide_id[skill->needs_tag]);
}

static void read_footprint(Reader *r, const json_t *json, CombatClass *cls)
{
    const json_t *list = read_array_or_none(r, json, "footprint", COMBAT_FOOT_MAX);
    cls->foot_count = 1;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *pair = json_array_get(list, i);
        const json_t *first = json_array_get(pair, 0), *last = json_array_get(pair, 1);
        const json_int_t q = json_integer_value(first), s = json_integer_value(last);
        if (json_array_size(pair) != 2 || !json_is_integer(first) ||
            !json_is_integer(last) || q < -3 || q > 3 || s < -3 || s > 3) {
            reader_fail(r, "footprint", "entry %zu is not a pair of small numbers", i);
            return;
        }
        for (size_t k = 0; k < i; k++)
            if (cls->foot_q[k] == q && cls->foot_r[k] == s)
                reader_fail(r, "footprint", "entry %zu is there twice", i);
        if (i == 0 && (q || s))
            reader_fail(r, "footprint", "must begin with [0, 0], the anchor");
        cls->foot_q[i] = (int8_t)q;
        cls->foot_r[i] = (int8_t)s;
        cls->foot_count = (uint8_t)(i + 1);
    }
}

static int read_skill_list(Reader *r, const json_t *json, const char *key,
                           const CombatCatalog *c, uint8_t *out)
{
    const json_t *list = read_array_or_none(r, json, key, COMBAT_KNOWN_MAX - 1);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        const int id = combat_find(name, (Ids)c->action_id, COMBAT_SKILL_1,
                                   COMBAT_SKILL_1 + c->skill_count);
        if (id < 0) {
            reader_fail(r, key, "entry %zu: there is no skill called \"%s\"", i,
                        name ? name : "?");
            return 0;
        }
        out[i] = (uint8_t)id;
        for (size_t k = 0; k < i; k++)
            if (out[k] == id)
                reader_fail(r, key, "\"%s\" is there twice", name);
    }
    return (int)json_array_size(list);
}

static void read_ai(Reader *r, const json_t *json, const CombatCatalog *c,
                    CombatClass *cls)
{
    static const char *const keys[] = {"policy", "priority", NULL};
    static const char *const policies[] = {"nearest", "weakest"};
    const json_t *ai = read_object_or_none(r, json, "ai");
    if (!ai)
        return;
    reader_enter(r, "ai", -1);
    read_only(r, ai, keys);
    cls->ai_weakest = (uint8_t)read_word(r, ai, "policy", policies, 2);
    cls->ai_count = (uint8_t)read_skill_list(r, ai, "priority", c, cls->ai);
    for (int i = 0; i < cls->ai_count; i++)
        if (!memchr(cls->skill, cls->ai[i], cls->skill_count))
            reader_fail(r, "priority", "\"%s\" is not a skill of this class",
                        c->action_id[cls->ai[i]]);
    reader_leave(r);
}

static void read_resource(Reader *r, const json_t *json, CombatCatalog *c, int id)
{
    static const char *const keys[] = {"id",      "max",     "start",
                                       "endTurn", "cadence", NULL};
    static const char *const cadences[] = {"turn", "round"};
    CombatClass *cls = &c->cls[id];
    if (!json_object_get(json, "resource") ||
        json_is_null(json_object_get(json, "resource")))
        return;
    const json_t *res = read_object(r, json, "resource");
    reader_enter(r, "resource", -1);
    read_only(r, res, keys);
    combat_copy_id(r, "id", c->res_id[id], read_text(r, res, "id"));
    cls->res_max = (uint8_t)read_int(r, res, "max", 1, 200);
    cls->res_start = (uint8_t)read_int(r, res, "start", 0, cls->res_max);
    cls->res_delta = (int8_t)read_int(r, res, "endTurn", -100, 100);
    cls->res_round = (uint8_t)read_word(r, res, "cadence", cadences, 2);
    reader_leave(r);
}

/* The plain numbers of a class: where they go, their bounds, and what they are when
 * left out (-1: they must be there). */
static void read_class_numbers(Reader *r, const json_t *json, CombatClass *cls)
{
    const struct {
        const char *key;
        int16_t *out;
        int min, max, otherwise;
    } wide[] = {
        {"hp", &cls->hp, 1, 9999, -1},
        {"speed", &cls->speed, -6, 24, 0},
        {"attackPower", &cls->attack_power, 0, 1000, -1},
        {"armor", &cls->armor, 0, 1000, 0},
        {"evasion", &cls->evasion, 0, 100, 0},
        {"accuracy", &cls->accuracy, 0, 300, 100},
        {"critPct", &cls->crit_pct, 0, 100, 0},
        {"critDamagePct", &cls->crit_damage_pct, 100, 500, 200},
        {"primaryPct", &cls->primary_pct, 0, 500, 0},
        {"masteryPct", &cls->mastery_pct, 0, 500, 0},
        {"damageBonusPct", &cls->damage_bonus_pct, 0, 500, 0},
        {"damageReducePct", &cls->damage_reduce_pct, 0, 95, 0},
    };
    const struct {
        const char *key;
        uint8_t *out;
        int min, max, otherwise;
    } small[] = {
        {"energyMax", &cls->energy_max, 0, 250, 100},
        {"energy", &cls->energy, 0, 250, 100},
        {"regenPer2s", &cls->regen, 0, 60, 1},
        {"moveRate", &cls->move_rate, 1, 14, 4},
        {"moveRateMin", &cls->rate_min, 1, 14, 1},
        {"moveRateMax", &cls->rate_max, 1, 14, 14},
        {"attackSeconds", &cls->attack_seconds, 1, 30, 2},
        {"attackEnergy", &cls->attack_energy, 0, 100, 20},
        {"attackRange", &cls->attack_range, 1, 30, 1},
        {"attackCooldown", &cls->attack_cooldown, 0, 250, 0},
        {"moveEnergyPerSecond", &cls->move_energy, 0, 50, 10},
    };
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        *wide[i].out =
            (int16_t)(wide[i].otherwise == -1
                          ? read_int(r, json, wide[i].key, wide[i].min, wide[i].max)
                          : read_int_or(r, json, wide[i].key, wide[i].min, wide[i].max,
                                        wide[i].otherwise));
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        *small[i].out = (uint8_t)read_int_or(r, json, small[i].key, small[i].min,
                                             small[i].max, small[i].otherwise);
    if (cls->energy > cls->energy_max)
        reader_fail(r, "energy", "is more than energyMax");
    if (cls->rate_min > cls->rate_max)
        reader_fail(r, "moveRateMin", "is more than moveRateMax");
}

static void read_class(Reader *r, const json_t *json, CombatCatalog *c)
{
    static const char *const keys[] = {"id",
                                       "name",
                                       "role",
                                       "hp",
                                       "energy",
                                       "energyMax",
                                       "regenPer2s",
                                       "speed",
                                       "moveRate",
                                       "moveRateMin",
                                       "moveRateMax",
                                       "attackPower",
                                       "armor",
                                       "evasion",
                                       "accuracy",
                                       "critPct",
                                       "critDamagePct",
                                       "primaryPct",
                                       "masteryPct",
                                       "damageBonusPct",
                                       "damageReducePct",
                                       "attackSeconds",
                                       "attackEnergy",
                                       "attackRange",
                                       "attackCooldown",
                                       "moveEnergyPerSecond",
                                       "footprint",
                                       "boss",
                                       "skills",
                                       "ai",
                                       "resource",
                                       NULL};
    const char *name = read_text(r, json, "id");
    read_only(r, json, keys);
    read_text_or(r, json, "name", "");
    read_text_or(r, json, "role", "");
    if (combat_find(name, (Ids)c->class_id, 1, c->class_count + 1) > 0)
        reader_fail(r, "id", "\"%s\" is there twice", name);
    if (c->class_count == COMBAT_CLASSES_MAX)
        reader_fail(r, "id", "is one too many; %d are possible", COMBAT_CLASSES_MAX);
    if (!reader_ok(r))
        return;
    const int id = ++c->class_count;
    CombatClass *cls = &c->cls[id];
    combat_copy_id(r, "id", c->class_id[id], name);
    read_class_numbers(r, json, cls);
    cls->boss = read_bool_or(r, json, "boss", false);
    read_footprint(r, json, cls);
    cls->skill_count = (uint8_t)read_skill_list(r, json, "skills", c, cls->skill);
    for (int i = 0; i < cls->skill_count && reader_ok(r); i++)
        if (c->skill[cls->skill[i]].kind == COMBAT_SUSTAINED && !cls->boss)
            reader_fail(r, "skills", "\"%s\" is Sustained; only a boss may have it",
                        c->action_id[cls->skill[i]]);
    read_ai(r, json, c, cls);
    read_resource(r, json, c, id);
}

/* Go over the entries called 'key' of every file. */
static bool load_all(const Load *load, const char *key, int max,
                     void (*read)(Reader *r, const json_t *json, CombatCatalog *c))
{
    for (int i = 0; i < load->count; i++) {
        Reader r;
        reader_init(&r, load->files[i], load->error);
        const json_t *list = read_array_or_none(&r, load->roots[i], key, max);
        for (size_t k = 0; k < json_array_size(list) && reader_ok(&r); k++) {
            reader_enter(&r, key, (int)k);
            if (!json_is_object(json_array_get(list, k)))
                reader_fail(&r, NULL, "must be an object");
            else
                read(&r, json_array_get(list, k), load->c);
            reader_leave(&r);
        }
        if (!reader_ok(&r))
            return false;
    }
    return true;
}

/* The built-in actions and what no file says. */
static void load_start(CombatCatalog *c)
{
    memset(c, 0, sizeof *c);
    snprintf(c->action_id[COMBAT_MOVE], COMBAT_ID_BYTES, "Move");
    snprintf(c->action_id[COMBAT_ATTACK], COMBAT_ID_BYTES, "Attack");
    CombatSkill *move = &c->skill[COMBAT_MOVE], *attack = &c->skill[COMBAT_ATTACK];
    move->cls = COMBAT_CLS_MOVE;
    move->target = COMBAT_AT_GROUND;
    move->range = 255;
    attack->cls = COMBAT_CLS_ATTACK;
    attack->target = COMBAT_AT_ENEMY;
    attack->range = 255;
    attack->provides = 1;
    attack->effect_count = 1;
    attack->effect[0].type = COMBAT_EFFECT_DAMAGE;
    attack->effect[0].amount = 100;
    attack->effect[0].physical = 1;
    snprintf(c->provide_id[c->provide_count++], COMBAT_ID_BYTES, "AttackLanded");
    c->terrain_count = 1;
    c->terrain[0].mult = 1000;
    snprintf(c->terrain_id[0], COMBAT_ID_BYTES, "plain");
    c->terrain_glyph[0] = '.';
    c->rounds_max = 40;
}

/* Numbers of the rules that a file may repeat but not change, and the one it may set.
 */
static bool load_constants(const Load *load)
{
    static const struct {
        const char *key;
        int value;
    } fixed[] = {{"turnSeconds", COMBAT_TURN_SECONDS},
                 {"roundSeconds", 2 * COMBAT_TURN_SECONDS},
                 {"phaseStartMinMs", COMBAT_HOLD_MS},
                 {"moveRefundThresholdMs", COMBAT_REFUND_MICROS / 1000},
                 {"freeMoveCutoffMs", COMBAT_FREE_MOVE_MICROS / 1000},
                 {"aiMaxActions", COMBAT_AI_ACTIONS},
                 {"hitMinPct", COMBAT_HIT_MIN},
                 {"damageReduceCapPermille", COMBAT_REDUCE_MAX}};
    enum { FIXED = sizeof fixed / sizeof *fixed };
    const char *keys[FIXED + 2] = {"roundsMax"};
    for (int i = 0; i < FIXED; i++)
        keys[i + 1] = fixed[i].key;
    for (int i = 0; i < load->count; i++) {
        Reader r;
        reader_init(&r, load->files[i], load->error);
        const json_t *json = read_object_or_none(&r, load->roots[i], "constants");
        reader_enter(&r, "constants", -1);
        read_only(&r, json, keys);
        for (int k = 0; json && k < FIXED; k++)
            read_int_or(&r, json, fixed[k].key, fixed[k].value, fixed[k].value,
                        fixed[k].value);
        if (json)
            load->c->rounds_max = (uint8_t)read_int_or(&r, json, "roundsMax", 1, 200,
                                                       load->c->rounds_max);
        reader_leave(&r);
        if (!reader_ok(&r))
            return false;
    }
    return true;
}

static bool load_keys(const Load *load)
{
    static const char *const keys[] = {"format", "version", "constants", "terrain",
                                       "skills", "classes", "scenarios", NULL};
    for (int i = 0; i < load->count; i++) {
        Reader r;
        reader_init(&r, load->files[i], load->error);
        read_only(&r, load->roots[i], keys);
        const char *format =
            read_text_or(&r, load->roots[i], "format", "combat-content");
        read_int_or(&r, load->roots[i], "version", 1, 1, 1);
        if (reader_ok(&r) && strcmp(format, "combat-content") != 0)
            reader_fail(&r, "format", "must be \"combat-content\"");
        if (!reader_ok(&r))
            return false;
    }
    return true;
}

bool combat_load_json(const json_t *const *roots, const char *const *files, int count,
                      CombatCatalog *catalog, LoadError *error)
{
    const Load load = {roots, files, count, catalog, error};
    Reader r;
    load_start(catalog);
    reader_init(&r, "combat", error);
    catalog->shield_buff = (uint8_t)combat_add_buff(&r, catalog, "shield");
    catalog->buff[catalog->shield_buff].mod[COMBAT_MOD_SHIELD] = 1;
    const bool read =
        load_keys(&load) && load_constants(&load) &&
        load_all(&load, "terrain", COMBAT_TERRAINS_MAX, read_terrain) &&
        load_all(&load, "skills", COMBAT_SKILLS_MAX, name_skill) &&
        load_all(&load, "skills", COMBAT_SKILLS_MAX, read_skill) &&
        load_all(&load, "skills", COMBAT_SKILLS_MAX, read_requires) &&
        load_all(&load, "classes", COMBAT_CLASSES_MAX, read_class) &&
        load_all(&load, "scenarios", COMBAT_SCENARIOS_MAX, combat_read_scenario);
    if (read)
        combat_work_out(catalog);
    return read;
}

/* The first battle is played unless another is asked for: the ford, whatever file sorts
 * before it. */
static void put_ford_first(CombatCatalog *c)
{
    const int ford = combat_find("ford", (Ids)c->scenario_id, 0, c->scenario_count);
    if (ford <= 0)
        return;
    CombatScenario scenario;
    memcpy(&scenario, &c->scenario[ford], sizeof scenario);
    memmove(&c->scenario[1], &c->scenario[0], (size_t)ford * sizeof scenario);
    memcpy(&c->scenario[0], &scenario, sizeof scenario);
    memmove(c->scenario_id[1], c->scenario_id[0], (size_t)ford * COMBAT_ID_BYTES);
    memset(c->scenario_id[0], 0, COMBAT_ID_BYTES);
    memcpy(c->scenario_id[0], "ford", sizeof "ford");
}

/* Files directly below data/combat, in order of their names. */
bool combat_load(Data *data, void *catalog, LoadError *error)
{
    CombatCatalog *c = (CombatCatalog *)catalog;
    enum { FILES_MAX = 32 };
    const json_t *roots[FILES_MAX];
    const char *files[FILES_MAX];
    int count = 0;
    for (int i = 0; i < data_count(data); i++) {
        const char *name = data_name(data, i);
        if (strncmp(name, "combat/", 7) != 0 || strchr(name + 7, '/'))
            continue;
        if (count == FILES_MAX)
            return load_error(error, name, "", "one file too many below combat/");
        roots[count] = data_json(data, i, error);
        files[count] = name;
        if (!roots[count])
            return false;
        if (!json_is_object(roots[count]))
            return load_error(error, name, "", "must be an object");
        count++;
    }
    if (!combat_load_json(roots, files, count, c, error))
        return false;
    put_ford_first(c);
    combat_work_out(c);
    return c->scenario_count > 0 ||
           load_error(error, "combat", "scenarios", "there must be at least one");
}
