/* machine.c - the part of a state that is not the table, as JSON: random numbers,
 * waiting effects and the open question. */
#include "engine/machine.h"

#include "engine/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The frame's plain numbers and the names they go by. */
typedef struct {
    const char *name;
    size_t at;
    size_t bytes;
} FxField;

static const FxField fx_fields[] = {
    {"step", offsetof(Fx, step), 1},     {"seat", offsetof(Fx, seat), 1},
    {"who", offsetof(Fx, who), 1},       {"answer", offsetof(Fx, answer), 2},
    {"source", offsetof(Fx, source), 2}, {"card", offsetof(Fx, card), 2},
    {"other", offsetof(Fx, other), 2},   {"base", offsetof(Fx, base), 2},
    {"dest", offsetof(Fx, dest), 2},     {"count", offsetof(Fx, count), 2},
};

enum { FX_FIELDS = sizeof fx_fields / sizeof *fx_fields };

static void machine_write_set(JsonW *w, const char *key, const CardSet *set)
{
    jw_array(w, key);
    for (Id id = set_next(set, 0); id; id = set_next(set, id))
        jw_int(w, NULL, id);
    jw_end_array(w);
}

static void machine_write_fx(JsonW *w, const Machine *m, const Fx *fx)
{
    jw_object(w, NULL);
    jw_str(w, "ability", m->abilities[fx->ability]);
    for (int i = 0; i < FX_FIELDS; i++) {
        uint16_t value = 0;
        memcpy(&value, (const char *)fx + fx_fields[i].at, fx_fields[i].bytes);
        if (value)
            jw_int(w, fx_fields[i].name, value);
    }
    jw_array(w, "queue");
    for (size_t i = 0; i < sizeof fx->queue; i++)
        jw_int(w, NULL, fx->queue[i]);
    jw_end_array(w);
    machine_write_set(w, "seen", &fx->seen);
    jw_end_object(w);
}

static void machine_write_prompt(JsonW *w, const Table *t, const Prompt *p)
{
    const Game *game = t->game;
    if (!prompt_is_open(p)) {
        jw_null(w, "prompt");
        return;
    }
    const Spec *action = &game->actions[p->action];
    jw_object(w, "prompt");
    jw_int(w, "seat", p->seat);
    jw_str(w, "action", action->name);
    jw_str(w, "ask", p->say < game->ask_count ? game->asks[p->say] : NULL);
    jw_bool(w, "may_pass", p->may);
    jw_int(w, "source", p->source);
    jw_str(w, "about",
           p->source ? game->thing_id(t->catalog, t->state, THING_GAME, p->source)
                     : NULL);
    jw_array(w, "options");
    for (Id id = set_next(&p->options, 0); id; id = set_next(&p->options, id)) {
        const int kind = action->hole[0].kind;
        if (kind >= THING_GAME)
            jw_str(w, NULL, game->thing_id(t->catalog, t->state, kind, id));
        else
            jw_int(w, NULL, kind == THING_SEAT ? id - 1 : id);
    }
    jw_end_array(w);
    jw_end_object(w);
}

void machine_write(JsonW *w, const Table *t, const Machine *m, bool is_view)
{
    machine_write_prompt(w, t, m->prompt);
    if (is_view)
        return;
    jw_array(w, "effects");
    for (int i = 0; i < *m->fx_depth; i++)
        machine_write_fx(w, m, &m->fx[i]);
    jw_end_array(w);
    jw_hex64(w, "rng", m->rng->state);
}

static bool machine_fail(char *why, size_t why_bytes, const char *what)
{
    snprintf(why, why_bytes, "%s", what);
    return false;
}

static bool machine_read_set(const json_t *json, CardSet *set)
{
    size_t i;
    json_t *item;
    *set = set_none();
    if (json && !json_is_array(json))
        return false;
    json_array_foreach(json, i, item)
    {
        const json_int_t id = json_integer_value(item);
        if (id < 1 || id > SET_ID_MAX)
            return false;
        set_add(set, (Id)id);
    }
    return true;
}

static int machine_find(const char *name, const char *const *names, int count)
{
    for (int i = 1; name && i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return 0;
}

static bool machine_read_fx(const json_t *json, const Machine *m, Fx *fx)
{
    const char *name = json_string_value(json_object_get(json, "ability"));
    const json_t *extra = json_object_get(json, "queue");
    memset(fx, 0, sizeof *fx);
    fx->ability = (uint16_t)machine_find(name, m->abilities, m->ability_count);
    if (!fx->ability || !machine_read_set(json_object_get(json, "seen"), &fx->seen))
        return false;
    for (int i = 0; i < FX_FIELDS; i++) {
        const json_int_t value =
            json_integer_value(json_object_get(json, fx_fields[i].name));
        if (value < 0 || value >= (json_int_t)1 << (8 * fx_fields[i].bytes))
            return false;
        const uint16_t small = (uint16_t)value;
        memcpy((char *)fx + fx_fields[i].at, &small, fx_fields[i].bytes);
    }
    for (size_t i = 0; i < sizeof fx->queue; i++) {
        const json_int_t value = json_integer_value(json_array_get(extra, i));
        if (value < 0 || value > 255)
            return false;
        fx->queue[i] = (uint8_t)value;
    }
    return true;
}

/* The id of an option as it is written: a thing by its name, a seat by its index. */
static int machine_option(const Table *t, int kind, const json_t *item)
{
    if (kind < THING_GAME)
        return (int)json_integer_value(item) + (kind == THING_SEAT);
    const char *name = json_string_value(item);
    return name ? thing_find(t, kind, name) : 0;
}

static bool machine_read_prompt(const Table *t, const json_t *json, Prompt *p)
{
    const Game *game = t->game;
    const char *name = json_string_value(json_object_get(json, "action"));
    const char *ask = json_string_value(json_object_get(json, "ask"));
    const json_int_t seat = json_integer_value(json_object_get(json, "seat"));
    const json_int_t source = json_integer_value(json_object_get(json, "source"));
    memset(p, 0, sizeof *p);
    if (!json_is_object(json) || !name || seat < 0 || seat >= SEATS_MAX || source < 0 ||
        source > SET_ID_MAX)
        return false;
    for (int i = ACTION_GAME; i < game->action_count; i++)
        if (strcmp(game->actions[i].name, name) == 0)
            p->action = (uint8_t)i;
    for (int i = 0; ask && i < game->ask_count; i++)
        if (game->asks[i] && strcmp(game->asks[i], ask) == 0)
            p->say = (uint8_t)i;
    if (!p->action)
        return false;
    p->seat = (uint8_t)seat;
    p->may = json_is_true(json_object_get(json, "may_pass"));
    p->source = (Id)source;
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(json, "options"), i, item)
    {
        const int id = machine_option(t, game->actions[p->action].hole[0].kind, item);
        if (id < 1 || id > SET_ID_MAX)
            return false;
        set_add(&p->options, (Id)id);
    }
    return true;
}

static bool machine_read_rng(const json_t *json, Rng *rng)
{
    const char *hex = json_string_value(json);
    char *end = NULL;
    if (!hex || strlen(hex) != 16)
        return false;
    rng->state = strtoull(hex, &end, 16);
    return *end == 0;
}

bool machine_read(const Table *t, const json_t *json, const Machine *m, char *why,
                  size_t why_bytes)
{
    const json_t *effects = json_object_get(json, "effects");
    const json_t *prompt = json_object_get(json, "prompt");
    const json_t *rng = json_object_get(json, "rng");
    if (effects) {
        const size_t count = json_array_size(effects);
        if (!json_is_array(effects) || count > (size_t)m->fx_max)
            return machine_fail(why, why_bytes, "effects: not a list, or too long");
        memset(m->fx, 0, (size_t)m->fx_max * sizeof *m->fx);
        for (size_t i = 0; i < count; i++)
            if (!machine_read_fx(json_array_get(effects, i), m, &m->fx[i]))
                return machine_fail(why, why_bytes, "effects: one is not well formed");
        *m->fx_depth = (uint8_t)count;
    }
    if (prompt) {
        memset(m->prompt, 0, sizeof *m->prompt);
        if (!json_is_null(prompt) && !machine_read_prompt(t, prompt, m->prompt))
            return machine_fail(why, why_bytes, "prompt: not well formed");
    }
    if (rng && !machine_read_rng(rng, m->rng))
        return machine_fail(why, why_bytes, "rng: not sixteen hexadecimal digits");
    return true;
}

void machine_write_seal(JsonW *w, const Table *t)
{
    jw_hex64(w, "seal", hash_bytes(t->state, t->game->state_bytes));
}

bool machine_has_effects(const json_t *json)
{
    const json_t *prompt = json_object_get(json, "prompt");
    return json_array_size(json_object_get(json, "effects")) > 0 ||
           (prompt && !json_is_null(prompt));
}

bool machine_seal_holds(const Table *t, const json_t *json)
{
    Rng seal = {0};
    return machine_read_rng(json_object_get(json, "seal"), &seal) &&
           seal.state == hash_bytes(t->state, t->game->state_bytes);
}
