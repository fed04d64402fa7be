/* battle.c - a battle built from a few lines of text, and the log it writes. */
#include "tests/combat/battle.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS_MAX = 24 };

static uint8_t event_bytes[BATTLE_EVENT_BYTES];

typedef struct {
    char line[400];
    char *word[WORDS_MAX];
    int count;
} Words;

static bool battle_fail(Battle *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool battle_fail(Battle *b, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(b->why, sizeof b->why, format, list);
    va_end(list);
    return false;
}

static void split(const char *line, Words *w)
{
    char *rest = NULL;
    snprintf(w->line, sizeof w->line, "%s", line);
    w->line[strcspn(w->line, "#\n")] = 0;
    w->count = 0;
    for (char *word = strtok_r(w->line, " \t", &rest); word && w->count < WORDS_MAX;
         word = strtok_r(NULL, " \t", &rest))
        w->word[w->count++] = word;
}

/* Log. */

static void battle_write(Battle *b, const char *text)
{
    const size_t bytes = strlen(text);
    ASSERT(b->log_used + bytes + 1 < sizeof b->log);
    memcpy(b->log + b->log_used, text, bytes + 1);
    b->log_used += bytes;
}

static void battle_listen(Battle *b, EventLog *log)
{
    event_log_init(log, event_bytes, sizeof event_bytes);
    b->g.log = log;
}

/* The lines of what has happened since battle_listen. */
static void battle_hear(Battle *b)
{
    uint32_t at = 0;
    Event event;
    const uint8_t *list = NULL;
    char line[2000];
    ASSERT(b->g.log->overflow == 0);
    while (event_next(b->g.log, &at, &event, &list)) {
        combat_log_line(&b->catalog, &b->state, &event, list, line, sizeof line);
        if (line[0]) {
            battle_write(b, line);
            battle_write(b, "\n");
        }
    }
    b->g.log = NULL;
}

static void battle_check(const Battle *b)
{
    const char *broken = combat_check(&b->g);
    if (broken)
        fprintf(stderr, "broken: %s\n", broken);
    ASSERT(!broken);
}

static void battle_do(Battle *b, const Command *c)
{
    EventLog log;
    battle_listen(b, &log);
    combat_execute(&b->g, c);
    battle_hear(b);
}

/* Let the AI go on until a command is needed. */
static void battle_let_ai(Battle *b)
{
    while (b->state.mode == COMBAT_MODE_IDLE && b->by_ai[combat_actor(&b->state)]) {
        const int unit = combat_actor(&b->state);
        const Command c =
            command(COMBAT_CMD_AUTO, combat_side(&b->g, unit), unit, 0, 0);
        battle_do(b, &c);
    }
}

/* Before. */

void battle_open(Battle *b, const json_t *fixture)
{
    memset(b, 0, sizeof *b);
    b->fixture = json_deep_copy(fixture);
    b->classes = json_array();
    b->units = json_array();
    b->extras = json_array();
    b->objective = json_pack("{s:s}", "type", "eliminate");
}

void battle_close(Battle *b)
{
    json_decref(b->fixture);
    json_decref(b->classes);
    json_decref(b->units);
    json_decref(b->extras);
    json_decref(b->objective);
}

static int place_of(const Battle *b, const char *text)
{
    int q = -1, r = -1;
    if (sscanf(text, "%d,%d", &q, &r) != 2 || q < 0 || q >= b->width || r < 0 ||
        r >= b->height)
        return -1;
    return r * b->width + q;
}

static bool before_terrain(Battle *b, const Words *w)
{
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(b->fixture, "terrain"), i, item)
    {
        const char glyph = (char)('a' + (int)i), text[2] = {glyph, 0};
        json_object_set_new(item, "glyph", json_string(text));
        if (strcmp(json_string_value(json_object_get(item, "id")), w->word[1]) != 0)
            continue;
        for (int k = 2; k < w->count; k++) {
            const int place = place_of(b, w->word[k]);
            if (place < 0)
                return battle_fail(b, "%s is off the board", w->word[k]);
            b->terrain[place] = glyph;
        }
        return true;
    }
    return battle_fail(b, "no terrain %s", w->word[1]);
}

static json_t *list_of(const char *text)
{
    char copy[300], *rest = NULL;
    json_t *list = json_array();
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok_r(copy, ",", &rest); word;
         word = strtok_r(NULL, ",", &rest))
        json_array_append_new(list, json_string(word));
    return list;
}

static json_t *footprint_of(const char *text)
{
    json_t *list = json_array();
    int q = 0, r = 0, used = 0;
    while (sscanf(text, "%d,%d%n", &q, &r, &used) == 2) {
        json_array_append_new(list, json_pack("[i,i]", q, r));
        text += used;
        text += *text == ';';
    }
    return list;
}

static json_t *resource_of(const char *text)
{
    char id[24], cadence[10];
    int max = 0, start = 0, delta = 0;
    if (sscanf(text, "%23[^,],%d,%d,%d,%9s", id, &max, &start, &delta, cadence) != 5)
        return NULL;
    return json_pack("{s:s,s:i,s:i,s:i,s:s}", "id", id, "max", max, "start", start,
                     "endTurn", delta, "cadence", cadence);
}

static void later(Battle *b, const char *line)
{
    ASSERT(b->later_count < 64);
    snprintf(b->later[b->later_count++], sizeof *b->later, "%s", line);
}

static bool unit_key(Battle *b, json_t *cls, const char *unit, const char *key,
                     const char *value)
{
    static const struct {
        const char *key, *name;
    } plain[] = {{"regen", "regenPer2s"},
                 {"speed", "speed"},
                 {"mr", "moveRate"},
                 {"atk", "attackPower"},
                 {"armor", "armor"},
                 {"eva", "evasion"},
                 {"acc", "accuracy"},
                 {"crit", "critPct"},
                 {"atksecs", "attackSeconds"},
                 {"atkenergy", "attackEnergy"},
                 {"atkrange", "attackRange"},
                 {"atkcd", "attackCooldown"},
                 {"eps", "moveEnergyPerSecond"}};
    const char *slash = strchr(value, '/');
    char line[200];
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(plain[i].key, key) == 0)
            return json_object_set_new(cls, plain[i].name, json_integer(atoi(value))) ==
                   0;
    if (strcmp(key, "hp") == 0) {
        json_object_set_new(cls, "hp", json_integer(atoi(slash ? slash + 1 : value)));
        snprintf(line, sizeof line, "set %s.hp=%d", unit, atoi(value));
        later(b, line);
    } else if (strcmp(key, "energy") == 0) {
        json_object_set_new(cls, "energy", json_integer(atoi(value)));
        if (slash)
            json_object_set_new(cls, "energyMax", json_integer(atoi(slash + 1)));
    } else if (strcmp(key, "fp") == 0) {
        json_object_set_new(cls, "footprint", footprint_of(value));
    } else if (strcmp(key, "boss") == 0) {
        b->is_boss[json_array_size(b->units) + 1] = atoi(value) != 0;
    } else if (strcmp(key, "res") == 0) {
        json_object_set_new(cls, "resource", resource_of(value));
    } else if (strcmp(key, "skills") == 0) {
        json_object_set_new(cls, "skills", list_of(value));
    } else if (strcmp(key, "ctl") == 0) {
        b->by_ai[json_array_size(b->units) + 1] = strcmp(value, "ai") == 0;
    } else {
        return battle_fail(b, "no key %s of units", key);
    }
    return true;
}

/* Every unit has a class of its own name. */
static bool before_unit(Battle *b, const Words *w)
{
    const char *id = w->word[1];
    json_t *cls = json_pack("{s:s,s:i,s:i,s:b}", "id", id, "hp", 100, "attackPower", 20,
                            "boss", 1);
    const int place = w->count > 3 ? place_of(b, w->word[3]) : -1;
    bool ok = place >= 0 || battle_fail(b, "%s is off the board", id);
    for (int i = 4; i < w->count && ok; i++) {
        char *value = strchr(w->word[i], '=');
        ok = value || battle_fail(b, "%s: no value", w->word[i]);
        if (value) {
            *value = 0;
            ok = unit_key(b, cls, id, w->word[i], value + 1);
        }
    }
    json_array_append_new(b->classes, cls);
    json_array_append_new(b->units, json_pack("{s:s,s:s,s:s,s:[i,i]}", "id", id, "cls",
                                              id, "side", w->word[2], "at",
                                              place < 0 ? 0 : place % b->width,
                                              place < 0 ? 0 : place / b->width));
    return ok;
}

static bool before_objective(Battle *b, const Words *w)
{
    json_object_set_new(b->objective, "type", json_string(w->word[1]));
    for (int i = 2; i < w->count; i++) {
        char *value = strchr(w->word[i], '=');
        if (!value)
            return battle_fail(b, "%s: no value", w->word[i]);
        *value++ = 0;
        if (strcmp(w->word[i], "cells") == 0)
            json_object_set_new(b->objective, "cells", footprint_of(value));
        else if (isdigit((unsigned char)*value))
            json_object_set_new(b->objective, w->word[i], json_integer(atoi(value)));
        else
            json_object_set_new(b->objective, w->word[i], json_string(value));
    }
    return true;
}

/* A skill nobody has, so that its effect has a place in the catalog. */
static void extra_skill(Battle *b, json_t *effect)
{
    char id[20];
    snprintf(id, sizeof id, "_%zu", json_array_size(b->extras));
    json_array_append_new(b->extras, json_pack("{s:s,s:s,s:s,s:i,s:i,s:i,s:s,s:[o]}",
                                               "id", id, "kind", "Standard", "cls",
                                               "Skill", "time", 1, "energy", 0, "cd", 0,
                                               "target", "self", "effects", effect));
}

static void before_buff(Battle *b, const Words *w)
{
    json_t *mods = json_object();
    for (int i = 4; i < w->count; i++) {
        char *value = strchr(w->word[i], '=');
        if (value) {
            *value = 0;
            json_object_set_new(mods, w->word[i], json_integer(atoi(value + 1)));
        }
    }
    extra_skill(b, json_pack("{s:s,s:s,s:i,s:o}", "type", "buff", "tag", w->word[2],
                             "turns", atoi(w->word[3]), "mods", mods));
}

bool battle_before(Battle *b, const char *line)
{
    Words w;
    split(line, &w);
    if (w.count == 0)
        return true;
    const char *verb = w.word[0];
    if (strcmp(verb, "board") == 0 && w.count == 3) {
        b->width = atoi(w.word[1]);
        b->height = atoi(w.word[2]);
        memset(b->terrain, '.', sizeof b->terrain);
        return true;
    }
    if (strcmp(verb, "terrain") == 0 && w.count > 1)
        return before_terrain(b, &w);
    if (strcmp(verb, "unit") == 0 && w.count > 3)
        return before_unit(b, &w);
    if (strcmp(verb, "objective") == 0 && w.count > 1)
        return before_objective(b, &w);
    if (strcmp(verb, "buff") == 0 && w.count > 3)
        before_buff(b, &w);
    else if ((strcmp(verb, "dot") == 0 || strcmp(verb, "hot") == 0) && w.count == 6)
        extra_skill(b, json_pack("{s:s,s:s,s:i,s:i}", "type", verb, "tag", w.word[2],
                                 "base", atoi(w.word[4]), "rounds", atoi(w.word[5])));
    else if (strcmp(verb, "cooldown") != 0 && strcmp(verb, "rng") != 0)
        return battle_fail(b, "no such line before a battle: %s", verb);
    later(b, line);
    return true;
}

/* Start. */

static int unit_named(const Battle *b, const char *name)
{
    const int unit =
        combat_find(name, (const char(*)[COMBAT_ID_BYTES])b->g.scenario->unit_id, 1,
                    b->g.scenario->unit_count + 1);
    return unit < 0 ? 0 : unit;
}

static int action_named(const Battle *b, const char *name)
{
    const int action =
        combat_find(name, (const char(*)[COMBAT_ID_BYTES])b->catalog.action_id,
                    COMBAT_MOVE, COMBAT_SKILL_1 + b->catalog.skill_count);
    return action < 0 ? 0 : action;
}

static bool battle_load(Battle *b)
{
    json_t *rows = json_array(), *skills = json_object_get(b->fixture, "skills");
    LoadError error = {0};
    for (int r = 0; r < b->height; r++)
        json_array_append_new(
            rows, json_stringn(b->terrain + r * b->width, (size_t)b->width));
    json_array_extend(skills, b->extras);
    json_t *root = json_pack("{s:O,s:O,s:O,s:[{s:s,s:i,s:s,s:o,s:O,s:O}]}", "skills",
                             skills, "terrain", json_object_get(b->fixture, "terrain"),
                             "classes", b->classes, "scenarios", "id", "script", "seed",
                             1, "layout", "rhombus", "rows", rows, "units", b->units,
                             "objective", b->objective);
    const json_t *const roots[] = {root};
    const char *const files[] = {"script"};
    const bool ok = root && combat_load_json(roots, files, 1, &b->catalog, &error);
    json_decref(root);
    /* A script may give a Sustained skill to one who is no boss, to see it refused. */
    for (int unit = 1; unit <= (int)json_array_size(b->units) && ok; unit++)
        b->catalog.cls[b->catalog.scenario[0].unit_cls[unit]].boss = b->is_boss[unit];
    return ok || battle_fail(b, "%s: %s", error.path, error.what);
}

static void late_cooldown(Battle *b, const Words *w)
{
    const int unit = unit_named(b, w->word[1]), action = action_named(b, w->word[2]);
    combat_emit(&b->g, COMBAT_EV_CD_START, unit, action, 0, atoi(w->word[3]));
}

static bool battle_set(Battle *b, const Words *w);

/* What the Before block says about the state: effects of the extra skills in order. */
static bool battle_late(Battle *b)
{
    int extra =
        COMBAT_SKILL_1 + b->catalog.skill_count - (int)json_array_size(b->extras);
    for (int i = 0; i < b->later_count; i++) {
        Words w;
        split(b->later[i], &w);
        CombatUnit *u = w.count > 1 ? &b->state.unit[unit_named(b, w.word[1])] : NULL;
        if (strcmp(w.word[0], "set") == 0) {
            if (!battle_set(b, &w))
                return false;
        } else if (strcmp(w.word[0], "rng") == 0) {
            b->state.dice = strcmp(w.word[1], "hit=always") == 0 ? 1 : 2;
        } else if (strcmp(w.word[0], "cooldown") == 0) {
            late_cooldown(b, &w);
        } else if (strcmp(w.word[0], "buff") == 0) {
            u->buff[u->buff_count].def = b->catalog.skill[extra++].effect[0].def;
            u->buff[u->buff_count++].left = (int8_t)atoi(w.word[3]);
        } else {
            CombatDot *dot = &u->dot[u->dot_count++];
            dot->def = b->catalog.skill[extra++].effect[0].def;
            dot->caster = (uint8_t)unit_named(b, w.word[3]);
            dot->rounds = (uint8_t)atoi(w.word[5]);
        }
    }
    return true;
}

static bool battle_start(Battle *b)
{
    Setup setup;
    EventLog log;
    memset(&setup, 0, sizeof setup);
    if (!battle_load(b))
        return false;
    combat_open(&b->catalog, &setup, &b->state);
    b->g = combat_table(&b->catalog, &b->state, NULL);
    if (!battle_late(b))
        return false;
    battle_listen(b, &log);
    combat_begin(&b->g);
    combat_close(&b->g);
    combat_ask(&b->g);
    battle_hear(b);
    return true;
}

/* Commands. */

static int cell_named(const Battle *b, const char *text)
{
    int q = 0, r = 0;
    return sscanf(text, "%d,%d", &q, &r) == 2 ? combat_cell_at(b->g.map, q, r) : 0;
}

static void battle_try(Battle *b, const Command *c)
{
    Quote quote = quote_none();
    const Err err = combat_validate(&b->g, c, &quote);
    char lines[1000];
    if (err == ERR_OK) {
        battle_do(b, c);
        return;
    }
    combat_log_refusal(&b->catalog, &b->state, c, err, lines, sizeof lines);
    battle_write(b, lines);
    /* RULES 9.4: a confirm that fails leads back out of the aim. */
    if (c->type == COMBAT_CMD_CONFIRM && b->state.mode == COMBAT_MODE_AIM) {
        const Command cancel = combat_idle(&b->g);
        combat_execute(&b->g, &cancel);
    }
}

static void do_aim(Battle *b, const Words *w)
{
    const int unit = unit_named(b, w->word[1]), action = action_named(b, w->word[2]);
    char line[200];
    const Command c =
        command(COMBAT_CMD_AIM, combat_side(&b->g, unit), unit, action, 0);
    if (action) {
        battle_try(b, &c);
        return;
    }
    snprintf(line, sizeof line, "[Action] %s [%s] W1_AimReject(reason=unknownAction)\n",
             w->word[1], w->word[2]);
    battle_write(b, line);
}

static void do_confirm(Battle *b, const Words *w)
{
    if (b->state.mode != COMBAT_MODE_AIM)
        return;
    const CombatAct *act = combat_act(&b->g);
    const bool self = combat_skill(&b->g, act->action)->target == COMBAT_AT_SELF;
    const int cell = self || w->count < 2 ? b->state.unit[act->actor].anchor
                                          : cell_named(b, w->word[1]);
    const Command c = command(COMBAT_CMD_CONFIRM, combat_to_act(&b->g), cell, 0, 0);
    battle_try(b, &c);
}

/* A chained action aims at an anchor, whichever cell of the unit was named. */
static int pick_cell(const Battle *b, const char *text)
{
    const int cell = cell_named(b, text), unit = b->state.unit_at[cell];
    return unit ? b->state.unit[unit].anchor : cell;
}

static void do_pick(Battle *b, const Words *w)
{
    if (b->state.mode != COMBAT_MODE_CHAIN)
        return;
    const int owner = unit_named(b, w->word[1]), skill = action_named(b, w->word[2]);
    const int cell = w->count > 3 ? pick_cell(b, w->word[3])
                                  : combat_default_cell(&b->g, owner, skill);
    const Command c = command(COMBAT_CMD_PICK, COMBAT_P1, owner, skill, cell);
    battle_try(b, &c);
}

static void do_dpick(Battle *b, const Words *w)
{
    if (b->state.mode != COMBAT_MODE_DERIVED)
        return;
    const int skill = action_named(b, w->word[1]);
    const int cell =
        w->count > 2 ? pick_cell(b, w->word[2]) : combat_base_cell(&b->g, skill);
    const Command c = command(COMBAT_CMD_DPICK, COMBAT_P1, skill, cell, 0);
    battle_try(b, &c);
}

static void do_tick(Battle *b, int ms)
{
    EventLog log;
    battle_listen(b, &log);
    combat_tick(&b->g, ms);
    combat_close(&b->g);
    combat_ask(&b->g);
    battle_hear(b);
}

static void do_force(Battle *b, const Words *w)
{
    EventLog log;
    battle_listen(b, &log);
    combat_force(&b->g, unit_named(b, w->word[1]), atoi(w->word[2]), atoi(w->word[3]),
                 false);
    combat_ask(&b->g);
    battle_hear(b);
}

static bool battle_set(Battle *b, const Words *w)
{
    char unit[24], field[24];
    int value = 0;
    if (w->count != 2 ||
        sscanf(w->word[1], "%23[^.].%23[^=]=%d", unit, field, &value) != 3)
        return battle_fail(b, "set what?");
    CombatUnit *u = &b->state.unit[unit_named(b, unit)];
    if (strcmp(field, "speed") == 0)
        b->catalog.cls[b->g.scenario->unit_cls[unit_named(b, unit)]].speed =
            (int16_t)value;
    else if (strcmp(field, "remaining") == 0)
        u->remaining = (uint8_t)value;
    else if (strcmp(field, "prepaid") == 0)
        u->prepaid = (uint8_t)value;
    else if (strcmp(field, "hp") == 0)
        u->hp = (int16_t)value;
    else if (strcmp(field, "energy") == 0)
        u->energy = (int16_t)value;
    else if (strcmp(field, "res") == 0)
        u->res = (int16_t)value;
    else
        return battle_fail(b, "no field %s to set", field);
    return true;
}

/* Expect. */

static void timed(const Battle *b, const CombatTimed *list, int count, bool buffs,
                  char *out, size_t out_bytes)
{
    size_t used = 0;
    snprintf(out, out_bytes, "none");
    for (int i = 0; i < count; i++) {
        const int tag = buffs ? b->catalog.buff[list[i].def].tag
                              : b->catalog.sticky[list[i].def].tag;
        used += (size_t)snprintf(out + used, out_bytes - used, "%s%s:%d", i ? "," : "",
                                 b->catalog.tag_id[tag], list[i].left);
    }
}

static void dots(const Battle *b, const CombatUnit *u, char *out, size_t out_bytes)
{
    size_t used = 0;
    snprintf(out, out_bytes, "none");
    for (int i = 0; i < u->dot_count; i++)
        used += (size_t)snprintf(out + used, out_bytes - used, "%s%s:%d", i ? "," : "",
                                 b->catalog.tag_id[b->catalog.dot[u->dot[i].def].tag],
                                 u->dot[i].rounds);
}

static bool unit_field(Battle *b, int unit, const char *field, char *out,
                       size_t out_bytes)
{
    const CombatUnit *u = &b->state.unit[unit];
    const struct {
        const char *name;
        int value;
    } numbers[] = {{"hp", u->hp},
                   {"energy", u->energy},
                   {"remaining", u->remaining},
                   {"prepaid", u->prepaid},
                   {"ver", u->version},
                   {"attacks", u->attacks},
                   {"shield", u->shield},
                   {"res", u->res},
                   {"turnTime", combat_turn_time(&b->g, unit)}};
    char key[40];
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].name, field) == 0)
            return snprintf(out, out_bytes, "%d", numbers[i].value) > 0;
    const int rate =
        strcmp(field, "rateLive") == 0 ? combat_rate_live(&b->g, unit) : u->shown;
    if (strncmp(field, "rate", 4) == 0)
        snprintf(out, out_bytes, "%d.%02d", rate / 1000, rate % 1000 / 10);
    else if (strcmp(field, "anchor") == 0)
        snprintf(out, out_bytes, "%s", b->g.map->id[u->anchor]);
    else if (strcmp(field, "sticky") == 0)
        timed(b, u->sticky, u->sticky_count, false, out, out_bytes);
    else if (strcmp(field, "buffs") == 0)
        timed(b, u->buff, u->buff_count, true, out, out_bytes);
    else if (strcmp(field, "dots") == 0)
        dots(b, u, out, out_bytes);
    else if (strcmp(field, "fullRound") == 0)
        snprintf(out, out_bytes, "%s",
                 u->full_action ? b->catalog.action_id[u->full_action] : "none");
    else if (sscanf(field, "cd[%39[^]]", key) == 1)
        snprintf(out, out_bytes, "%d",
                 combat_cooldown(&b->g, unit, action_named(b, key)));
    else if (sscanf(field, "cdTurns[%39[^]]", key) == 1)
        snprintf(out, out_bytes, "%d",
                 (combat_cooldown(&b->g, unit, action_named(b, key)) + 5) / 6);
    else
        return battle_fail(b, "no field %s of a unit", field);
    return true;
}

static bool battle_field(Battle *b, char *path, char *out, size_t out_bytes)
{
    static const char *const modes[] = {"PHASESTART", "IDLE",    "AIM",
                                        "CHAIN",      "DERIVED", "OVER"};
    char *dot = strchr(path, '.');
    if (dot) {
        *dot = 0;
        const int unit = unit_named(b, path);
        return unit ? unit_field(b, unit, dot + 1, out, out_bytes)
                    : battle_fail(b, "no unit %s", path);
    }
    if (strcmp(path, "state") == 0)
        snprintf(out, out_bytes, "%s", modes[b->state.mode]);
    else if (strcmp(path, "round") == 0)
        snprintf(out, out_bytes, "%d", b->state.round);
    else if (strcmp(path, "side") == 0)
        snprintf(out, out_bytes, "%s", b->state.side == COMBAT_P1 ? "P1" : "Enemy");
    else if (strcmp(path, "active") == 0)
        snprintf(out, out_bytes, "%s",
                 combat_actor(&b->state)
                     ? b->g.scenario->unit_id[combat_actor(&b->state)]
                     : "none");
    else if (strcmp(path, "over") == 0)
        snprintf(out, out_bytes, "%s",
                 b->state.winner == 0   ? "none"
                 : b->state.winner == 1 ? "P1"
                                        : "Enemy");
    else
        return battle_fail(b, "no field %s", path);
    return true;
}

static bool do_expect(Battle *b, const Words *w)
{
    for (int i = 1; i < w->count; i++) {
        char is[300], *wanted = strchr(w->word[i], '=');
        char path[100];
        if (!wanted)
            return battle_fail(b, "expect %s: what?", w->word[i]);
        snprintf(path, sizeof path, "%.*s", (int)(wanted - w->word[i]), w->word[i]);
        char shown[100];
        memcpy(shown, path, sizeof shown);
        if (!battle_field(b, path, is, sizeof is))
            return false;
        if (strcmp(is, wanted + 1) != 0)
            return battle_fail(b, "%s is %s, not %s", shown, is, wanted + 1);
    }
    return true;
}

static void do_simple(Battle *b, int type, int a, int seat)
{
    const Command c = command(type, seat, a, 0, 0);
    Quote quote = quote_none();
    if (combat_validate(&b->g, &c, &quote) == ERR_OK)
        battle_do(b, &c);
}

/* What ESC means depends on what is open. */
static void do_cancel(Battle *b)
{
    const int mode = b->state.mode;
    const int type = mode == COMBAT_MODE_CHAIN     ? COMBAT_CMD_SKIP
                     : mode == COMBAT_MODE_DERIVED ? COMBAT_CMD_DCANCEL
                                                   : COMBAT_CMD_CANCEL;
    do_simple(b, type, 0, combat_to_act(&b->g));
}

static bool battle_verb(Battle *b, const Words *w)
{
    const char *verb = w->word[0];
    const int unit = w->count > 1 ? unit_named(b, w->word[1]) : 0;
    if (strcmp(verb, "tick") == 0 && w->count == 2)
        do_tick(b, atoi(w->word[1]));
    else if (strcmp(verb, "aim") == 0 && w->count == 3)
        do_aim(b, w);
    else if (strcmp(verb, "confirm") == 0)
        do_confirm(b, w);
    else if (strcmp(verb, "pick") == 0 && w->count > 2)
        do_pick(b, w);
    else if (strcmp(verb, "dpick") == 0 && w->count > 1)
        do_dpick(b, w);
    else if (strcmp(verb, "cancel") == 0 || strcmp(verb, "skip") == 0 ||
             strcmp(verb, "dcancel") == 0)
        do_cancel(b);
    else if (strcmp(verb, "end") == 0 && unit)
        do_simple(b, COMBAT_CMD_END, unit, combat_side(&b->g, unit));
    else if (strcmp(verb, "force") == 0 && w->count == 4)
        do_force(b, w);
    else if (strcmp(verb, "set") == 0)
        return battle_set(b, w);
    else
        return battle_fail(b, "no such command: %s", verb);
    return true;
}

bool battle_command(Battle *b, const char *line)
{
    Words w;
    split(line, &w);
    if (w.count == 0)
        return true;
    const bool ready = strcmp(w.word[0], "ready") == 0;
    if (ready || strcmp(w.word[0], "start") == 0) {
        if (!battle_start(b))
            return false;
        if (ready)
            do_tick(b, COMBAT_HOLD_MS);
        if (ready)
            b->log_used = 0;
    } else if (strcmp(w.word[0], "expect") == 0) {
        return do_expect(b, &w);
    } else if (strcmp(w.word[0], "defer") == 0 && w.count == 3) {
        const int unit = unit_named(b, w.word[1]);
        const Command c = command(COMBAT_CMD_DEFER, combat_side(&b->g, unit), unit,
                                  unit_named(b, w.word[2]), 0);
        battle_try(b, &c);
    } else if (!battle_verb(b, &w)) {
        return false;
    }
    battle_let_ai(b);
    if (strcmp(w.word[0], "set") != 0)
        battle_check(b);
    return true;
}

/* Whole battles. */

void battle_from(Battle *b, const CombatCatalog *catalog, int scenario)
{
    Setup setup;
    EventLog log;
    memset(&setup, 0, sizeof setup);
    setup.option[COMBAT_OPT_SCENARIO] = (int16_t)scenario;
    memset(b, 0, sizeof *b);
    b->catalog = *catalog;
    combat_open(&b->catalog, &setup, &b->state);
    b->g = combat_table(&b->catalog, &b->state, NULL);
    memset(b->by_ai, 1, sizeof b->by_ai);
    battle_listen(b, &log);
    combat_begin(&b->g);
    combat_ask(&b->g);
    battle_hear(b);
}

void battle_play_out(Battle *b)
{
    while (b->state.mode != COMBAT_MODE_OVER) {
        const Command c = combat_idle(&b->g);
        battle_do(b, &c);
        battle_let_ai(b);
        battle_check(b);
    }
}

uint32_t battle_log_hash(const Battle *b, int *lines)
{
    uint32_t hash = 2166136261u;
    *lines = 0;
    for (size_t i = 0; i < b->log_used; i++) {
        hash = (hash ^ (uint8_t)b->log[i]) * 16777619u;
        *lines += b->log[i] == '\n';
    }
    return hash;
}
