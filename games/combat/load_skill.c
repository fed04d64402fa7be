/* load_skill.c - reads one skill: what it costs, whom it may aim at, what it does.
 *
 * A new skill that recombines these effects needs no C. */
#include "games/combat/host.h"

#include <stdio.h>

static const char *const targets[] = {"enemy", "ally", "unit", "self", "ground"};
static const char *const shapes[] = {"single", "circle", "line", "cone60", "cone120"};
static const char *const filters[] = {"enemies", "allies", "alliesAndSelf", "self",
                                      "all"};
static const char *const triggers[] = {"any",    "own",  "targetsMe", "targetsAlly",
                                       "attack", "move", "skill"};
static const char *const classes[] = {"Move", "Attack", "Skill"};
static const char *const schools[] = {"physical", "fire", "frost", "storm", "shadow"};
enum { SCHOOLS = sizeof schools / sizeof *schools };
static const char *const types[COMBAT_EFFECTS] = {
    "damage", "heal",    "dot",  "hot",     "buff",      "shield", "push", "pull",
    "sticky", "terrain", "dash", "cleanse", "interrupt", "energy", "res",  "cooldown"};

int combat_find(const char *name, const char (*ids)[COMBAT_ID_BYTES], int first,
                int end)
{
    for (int i = first; name && i < end; i++)
        if (strcmp(ids[i], name) == 0)
            return i;
    return -1;
}

/* One word of the log: it must not break a line or look like something else in it. */
void combat_copy_id(Reader *r, const char *key, char out[COMBAT_ID_BYTES],
                    const char *name)
{
    reader_id(r, key, name, out, COMBAT_ID_BYTES);
}

int combat_tag(Reader *r, CombatCatalog *c, const char *name)
{
    const int known = combat_find(name, (const char(*)[COMBAT_ID_BYTES])c->tag_id, 1,
                                  c->tag_count + 1);
    if (known > 0 || !reader_ok(r))
        return known > 0 ? known : 0;
    if (c->tag_count == COMBAT_TAGS_MAX) {
        reader_fail(r, "tag", "is one tag too many; %d are possible", COMBAT_TAGS_MAX);
        return 0;
    }
    combat_copy_id(r, "tag", c->tag_id[++c->tag_count], name);
    return c->tag_count;
}

/* A unit never carries more buffs than there are tags, so the tags are counted here. */
int combat_add_buff(Reader *r, CombatCatalog *c, const char *tag)
{
    const int id = combat_tag(r, c, tag);
    bool known = false;
    for (int i = 0; i < c->buff_count; i++)
        known |= c->buff[i].tag == id;
    c->buff_tag_count = (uint8_t)(c->buff_tag_count + !known);
    if (c->buff_tag_count > COMBAT_BUFFS_MAX)
        reader_fail(r, "tag", "is one tag of buffs too many; %d are possible",
                    COMBAT_BUFFS_MAX);
    if (c->buff_count == COMBAT_DEFS_MAX) {
        reader_fail(r, "tag", "is one buff too many; %d are possible", COMBAT_DEFS_MAX);
        return 0;
    }
    c->buff[c->buff_count].tag = (uint8_t)id;
    return c->buff_count++;
}

int combat_add_sticky(Reader *r, CombatCatalog *c, const char *tag, int mult, int turns)
{
    const int id = combat_tag(r, c, tag);
    if (c->sticky_count == COMBAT_DEFS_MAX) {
        reader_fail(r, "tag", "is one Sticky too many; %d are possible",
                    COMBAT_DEFS_MAX);
        return 0;
    }
    CombatStickyDef *def = &c->sticky[c->sticky_count];
    def->tag = (uint8_t)id;
    def->mult = (uint16_t)mult;
    def->turns = (int8_t)turns;
    return c->sticky_count++;
}

static int word_or(Reader *r, const json_t *json, const char *key,
                   const char *const *words, int count, int otherwise)
{
    return json_object_get(json, key) ? read_word(r, json, key, words, count)
                                      : otherwise;
}

static void read_mods(Reader *r, const json_t *json, CombatBuffDef *def)
{
    const json_t *mods = read_object(r, json, "mods");
    reader_enter(r, "mods", -1);
    for (int mod = 0; mod < COMBAT_MODS; mod++)
        def->mod[mod] = (int16_t)read_int_or(r, mods, combat_mod_names[mod],
                                             mod >= COMBAT_MOD_SNARE ? 0 : -200,
                                             mod >= COMBAT_MOD_SNARE ? 1 : 200, 0);
    const char *known[COMBAT_MODS + 1] = {NULL};
    for (int mod = 0; mod < COMBAT_MODS; mod++)
        known[mod] = combat_mod_names[mod];
    read_only(r, mods, known);
    reader_leave(r);
}

static void read_dot(Reader *r, const json_t *json, CombatCatalog *c, CombatEffect *e)
{
    if (c->dot_count == COMBAT_DEFS_MAX) {
        reader_fail(r, "tag", "is one lasting effect too many");
        return;
    }
    CombatDotDef *def = &c->dot[c->dot_count];
    def->tag = (uint8_t)combat_tag(r, c, read_text(r, json, "tag"));
    def->heal = e->type == COMBAT_EFFECT_HOT;
    def->base = (int16_t)read_int(r, json, "base", 0, 500);
    def->rounds = (int16_t)read_int(r, json, "rounds", 1, 50);
    e->def = c->dot_count++;
}

static void read_buff(Reader *r, const json_t *json, CombatCatalog *c, CombatEffect *e)
{
    e->more = (int16_t)read_int(r, json, "turns", -1, 50);
    if (e->more == 0)
        reader_fail(r, "turns", "must not be 0; -1 is for ever");
    e->def = (uint8_t)combat_add_buff(r, c, read_text(r, json, "tag"));
    read_mods(r, json, &c->buff[e->def]);
}

static void read_sticky(Reader *r, const json_t *json, CombatCatalog *c,
                        CombatEffect *e)
{
    const int mult = read_int(r, json, "mult", 10, 5000);
    const int turns = read_int(r, json, "turns", -1, 50);
    if (mult == 1000 || turns == 0)
        reader_fail(r, mult == 1000 ? "mult" : "turns",
                    "makes a Sticky without effect");
    e->def = (uint8_t)combat_add_sticky(r, c, read_text(r, json, "tag"), mult, turns);
}

static void read_terrain_effect(Reader *r, const json_t *json, const CombatCatalog *c,
                                CombatEffect *e)
{
    const char *name = read_text(r, json, "id");
    const int id = combat_find(name, (const char(*)[COMBAT_ID_BYTES])c->terrain_id, 0,
                               c->terrain_count);
    if (id < 0 && reader_ok(r))
        reader_fail(r, "id", "there is no terrain called \"%s\"", name);
    if (id > 0 && c->terrain[id].blocks)
        reader_fail(r, "id", "\"%s\" blocks; units may stand there", name);
    e->def = id > 0 ? (uint8_t)id : (uint8_t)0;
    e->more = (int16_t)read_int_or(r, json, "radius", 0, 9, 0);
}

static void read_cooldown(Reader *r, const json_t *json, const CombatCatalog *c,
                          CombatEffect *e)
{
    const char *name = read_text(r, json, "skill");
    e->amount = (int16_t)read_int(r, json, "seconds", -250, 250);
    if (!name || strcmp(name, "all") == 0)
        return;
    const int id = combat_find(name, (const char(*)[COMBAT_ID_BYTES])c->action_id,
                               COMBAT_ATTACK, COMBAT_SKILL_1 + c->skill_count);
    if (id < 0)
        reader_fail(r, "skill", "there is no skill called \"%s\"", name);
    e->def = id > 0 ? (uint8_t)id : (uint8_t)0;
}

static void read_numbers(Reader *r, const json_t *json, CombatEffect *e)
{
    switch (e->type) {
    case COMBAT_EFFECT_DAMAGE:
        e->amount = (int16_t)read_int(r, json, "coeff", 0, 1000);
        e->physical = word_or(r, json, "school", schools, SCHOOLS, 0) == 0;
        break;
    case COMBAT_EFFECT_HEAL:
        e->amount = (int16_t)read_int_or(r, json, "amount", 0, 2000, 0);
        e->more = (int16_t)read_int_or(r, json, "coeff", 0, 1000, 0);
        break;
    case COMBAT_EFFECT_SHIELD:
        e->amount = (int16_t)read_int(r, json, "amount", 1, 2000);
        e->more = (int16_t)read_int(r, json, "turns", 1, 50);
        break;
    case COMBAT_EFFECT_PUSH:
    case COMBAT_EFFECT_PULL:
        e->amount = (int16_t)read_int(r, json, "n", 1, 20);
        break;
    case COMBAT_EFFECT_ENERGY:
    case COMBAT_EFFECT_RES:
        e->amount = (int16_t)read_int(r, json, "amount", 0, 250);
        break;
    default:
        break;
    }
}

/* What an effect of a type may say. */
static const char *const *effect_keys(int type)
{
    static const char *const keys[COMBAT_EFFECTS][8] = {
        [COMBAT_EFFECT_DAMAGE] = {"type", "to", "onHit", "coeff", "school"},
        [COMBAT_EFFECT_HEAL] = {"type", "to", "onHit", "amount", "coeff"},
        [COMBAT_EFFECT_DOT] = {"type", "to", "onHit", "tag", "base", "rounds"},
        [COMBAT_EFFECT_HOT] = {"type", "to", "onHit", "tag", "base", "rounds"},
        [COMBAT_EFFECT_BUFF] = {"type", "to", "onHit", "tag", "turns", "mods"},
        [COMBAT_EFFECT_SHIELD] = {"type", "to", "onHit", "amount", "turns"},
        [COMBAT_EFFECT_PUSH] = {"type", "to", "onHit", "n"},
        [COMBAT_EFFECT_PULL] = {"type", "to", "onHit", "n"},
        [COMBAT_EFFECT_STICKY] = {"type", "to", "onHit", "tag", "mult", "turns"},
        [COMBAT_EFFECT_TERRAIN] = {"type", "onHit", "id", "radius"},
        [COMBAT_EFFECT_DASH] = {"type", "onHit"},
        [COMBAT_EFFECT_CLEANSE] = {"type", "to", "onHit"},
        [COMBAT_EFFECT_INTERRUPT] = {"type", "to", "onHit"},
        [COMBAT_EFFECT_ENERGY] = {"type", "to", "onHit", "amount"},
        [COMBAT_EFFECT_RES] = {"type", "to", "onHit", "amount"},
        [COMBAT_EFFECT_COOLDOWN] = {"type", "to", "onHit", "skill", "seconds"},
    };
    return keys[type];
}

static void read_effect(Reader *r, const json_t *json, CombatCatalog *c,
                        CombatEffect *e)
{
    e->type = (uint8_t)read_word(r, json, "type", types, COMBAT_EFFECTS);
    if (reader_ok(r))
        read_only(r, json, effect_keys(e->type));
    const char *to = read_text_or(r, json, "to", "target");
    e->to_self = strcmp(to, "self") == 0;
    if (!e->to_self && strcmp(to, "target") != 0)
        reader_fail(r, "to", "must be \"self\" or \"target\"");
    e->on_hit = read_bool_or(r, json, "onHit", false);
    if (!reader_ok(r))
        return;
    if (e->type == COMBAT_EFFECT_DOT || e->type == COMBAT_EFFECT_HOT)
        read_dot(r, json, c, e);
    else if (e->type == COMBAT_EFFECT_BUFF)
        read_buff(r, json, c, e);
    else if (e->type == COMBAT_EFFECT_STICKY)
        read_sticky(r, json, c, e);
    else if (e->type == COMBAT_EFFECT_TERRAIN)
        read_terrain_effect(r, json, c, e);
    else if (e->type == COMBAT_EFFECT_COOLDOWN)
        read_cooldown(r, json, c, e);
    else
        read_numbers(r, json, e);
}

static int provide(Reader *r, CombatCatalog *c, const char *key, const char *name)
{
    const int known = combat_find(name, (const char(*)[COMBAT_ID_BYTES])c->provide_id,
                                  0, c->provide_count);
    if (known >= 0 || !reader_ok(r))
        return known < 0 ? 0 : known;
    if (c->provide_count == 32) {
        reader_fail(r, key, "is one tag too many; 32 are possible");
        return 0;
    }
    combat_copy_id(r, key, c->provide_id[c->provide_count], name);
    return c->provide_count++;
}

static void read_links(Reader *r, const json_t *json, CombatCatalog *c, CombatSkill *s)
{
    const json_t *list = read_array_or_none(r, json, "provides", 32);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        if (!name)
            reader_fail(r, "provides", "entry %zu is not a name", i);
        else
            s->provides |= (uint32_t)1 << provide(r, c, "provides", name);
    }
    if (s->kind == COMBAT_DERIVED)
        s->needs_tag =
            (uint8_t)provide(r, c, "requires", read_text(r, json, "requires"));
    else if (json_object_get(json, "requires"))
        reader_fail(r, "requires", "only a Derived skill requires a tag");
}

static void read_area(Reader *r, const json_t *json, CombatSkill *s)
{
    static const char *const keys[] = {"shape", "radius", "anchor", NULL};
    const json_t *area = read_object_or_none(r, json, "area");
    if (area) {
        reader_enter(r, "area", -1);
        read_only(r, area, keys);
        s->shape = (uint8_t)read_word(r, area, "shape", shapes, COMBAT_SHAPES);
        s->radius = (uint8_t)read_int_or(r, area, "radius", 0, 30, 0);
        const char *anchor = read_text_or(r, area, "anchor", "target");
        s->around_self = strcmp(anchor, "self") == 0;
        if (!s->around_self && strcmp(anchor, "target") != 0)
            reader_fail(r, "anchor", "must be \"self\" or \"target\"");
        reader_leave(r);
    }
    static const uint8_t by_target[COMBAT_TARGETS] = {
        COMBAT_ENEMIES, COMBAT_ALLIES_AND_SELF, COMBAT_ALL, COMBAT_SELF, COMBAT_ALL};
    s->filter = (uint8_t)word_or(r, json, "filter", filters, COMBAT_FILTERS,
                                 by_target[s->target]);
}

/* Keys that say nothing for a skill of this kind. */
static void check_skill_keys(Reader *r, const json_t *json, const CombatSkill *s)
{
    const bool answers = s->kind == COMBAT_REACTION || s->kind == COMBAT_FREE;
    const struct {
        const char *key;
        bool is_read;
        const char *what;
    } odd[] = {
        {"trigger", answers, "only what answers others has a trigger"},
        {"linkCancel", s->kind == COMBAT_REACTION, "only a Reaction cancels"},
        {"delayRounds", s->kind == COMBAT_FULL_ROUND, "only a FullRound is delayed"},
        {"canMiss", s->cls == COMBAT_CLS_SKILL, "an attack always can"},
        {"allowSelf", s->target == COMBAT_AT_ALLY, "only an ally could be oneself"},
        {"aiHpPct", s->target == COMBAT_AT_ALLY, "only for skills on allies"},
        {"provides", s->cls == COMBAT_CLS_ATTACK, "only an attack is followed up"},
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd && reader_ok(r); i++)
        if (json_object_get(json, odd[i].key) && !odd[i].is_read)
            reader_fail(r, odd[i].key, "%s", odd[i].what);
}

/* What the kinds of action demand of each other. */
static void check_skill(Reader *r, const CombatSkill *s)
{
    if (s->kind == COMBAT_FREE && s->time)
        reader_fail(r, "time", "a Free action takes no time");
    if (s->kind == COMBAT_FULL_ROUND && s->delay < 1)
        reader_fail(r, "delayRounds", "a FullRound needs a delay of 1 or more");
    if (s->cls == COMBAT_CLS_MOVE)
        reader_fail(r, "cls", "Move is built in; a skill is of class Attack or Skill");
    if (s->cls == COMBAT_CLS_ATTACK &&
        (s->kind != COMBAT_STANDARD || s->target != COMBAT_AT_ENEMY || s->range == 255))
        reader_fail(r, "cls",
                    "class Attack is for Standard skills at an enemy with a range");
    if (s->target == COMBAT_AT_GROUND && s->kind != COMBAT_STANDARD &&
        s->kind != COMBAT_FULL_ROUND)
        reader_fail(r, "target",
                    "only Standard and FullRound skills aim at the ground");
}

void combat_read_skill(Reader *r, const json_t *json, CombatCatalog *c, int action)
{
    static const char *const keys[] = {
        "id",          "name",      "kind",    "cls",        "time",     "energy",
        "cd",          "target",    "range",   "area",       "filter",   "max",
        "canMiss",     "allowSelf", "trigger", "linkCancel", "provides", "requires",
        "delayRounds", "resCost",   "aiMin",   "aiHpPct",    "effects",  NULL};
    CombatSkill *s = &c->skill[action];
    read_only(r, json, keys);
    read_text_or(r, json, "name", "");
    s->kind = (uint8_t)read_word(r, json, "kind", combat_kind_names, COMBAT_KINDS);
    s->cls = (uint8_t)read_word(r, json, "cls", classes, 3);
    s->time = (uint8_t)read_int(r, json, "time", 0, 60);
    s->energy = (uint8_t)read_int(r, json, "energy", 0, 250);
    s->cooldown = (uint8_t)read_int(r, json, "cd", 0, 250);
    s->target = (uint8_t)read_word(r, json, "target", targets, COMBAT_TARGETS);
    s->range = (uint8_t)read_int_or(r, json, "range", 0, 100, 255);
    s->targets_max = (uint8_t)read_int_or(r, json, "max", 0, 16, 0);
    s->can_miss = read_bool_or(r, json, "canMiss", false);
    s->not_self = !read_bool_or(r, json, "allowSelf", true);
    s->link_cancel = read_bool_or(r, json, "linkCancel", false);
    s->trigger =
        (uint8_t)word_or(r, json, "trigger", triggers, COMBAT_TRIGGERS, COMBAT_IF_ANY);
    s->delay = (uint8_t)read_int_or(r, json, "delayRounds", 0, 20, 0);
    s->res_cost = (uint8_t)read_int_or(r, json, "resCost", 0, 200, 0);
    s->ai_min = (uint8_t)read_int_or(r, json, "aiMin", 0, 16, 1);
    s->ai_min_given = json_object_get(json, "aiMin") != NULL;
    s->ai_hp_pct = (uint8_t)read_int_or(r, json, "aiHpPct", 0, 100, 70);
    if (!reader_ok(r))
        return;
    read_links(r, json, c, s);
    read_area(r, json, s);
    const json_t *effects = read_array(r, json, "effects", COMBAT_EFFECTS_MAX);
    for (size_t i = 0; i < json_array_size(effects) && reader_ok(r); i++) {
        reader_enter(r, "effects", (int)i);
        read_effect(r, json_array_get(effects, i), c, &s->effect[s->effect_count++]);
        reader_leave(r);
    }
    check_skill_keys(r, json, s);
    check_skill(r, s);
}
