/* waiting_read.c - reads the rows of what waits: the open question, the effects, the
 * random numbers. The game's check decides whether they make sense. */
#include "engine/waiting.h"

#include <stdlib.h>

void ability_read(Walk *walk, const Field *field, const json_t *value)
{
    const Game *game = walk->table.game;
    const char *name = json_string_value(value);
    Fx *fx = walk->record;
    for (int i = 1; name && i < game->ability_count; i++)
        if (strcmp(game->abilities[i], name) == 0)
            fx->ability = (uint16_t)i;
    if (!fx->ability)
        walk_fail(walk, ERR_BAD_POSITION, field->key, "is not an effect that can wait");
}

static int read_action(Walk *walk, const json_t *value)
{
    const Game *game = walk->table.game;
    const char *name = json_string_value(value);
    for (int i = ACTION_GAME; name && i < game->action_count; i++)
        if (strcmp(game->actions[i].name, name) == 0)
            return i;
    walk_fail(walk, ERR_BAD_POSITION, "action", "is not an answer of this game");
    return ACTION_GAME;
}

static int read_ask(Walk *walk, const json_t *value)
{
    const Game *game = walk->table.game;
    const char *name = json_string_value(value);
    for (int i = 0; name && i < game->ask_count; i++)
        if (game->asks[i] && strcmp(game->asks[i], name) == 0)
            return i;
    walk_fail(walk, ERR_BAD_POSITION, "ask", "is not a question of this game");
    return 0;
}

static void read_options(Walk *walk, const json_t *list, Prompt *p)
{
    const Table *t = &walk->table;
    const int kind = t->game->actions[p->action].hole[0].kind;
    const Hole hole = {"options", (uint8_t)(kind ? kind : THING_NUMBER)};
    if (!walk_list(walk, "options", list, SET_ID_MAX))
        return;
    for (size_t i = 0; i < json_array_size(list) && walk_ok(walk); i++) {
        Id id = 0;
        if (record_read_thing(t, &hole, json_array_get(list, i), &id, NULL) || !id ||
            id > SET_ID_MAX)
            walk_fail(walk, ERR_BAD_POSITION, "options", "entry %zu is no answer", i);
        else
            set_add(&p->options, id);
    }
}

void prompt_read(Walk *walk, const Field *field, const json_t *value)
{
    Prompt *p = (Prompt *)((char *)walk->record + field->at);
    memset(p, 0, sizeof *p);
    if (json_is_null(value))
        return;
    walk_enter(walk, field->key, -1);
    p->seat = (uint8_t)walk_int(walk, "seat", json_object_get(value, "seat"), 0,
                                walk->players - 1);
    p->action = (uint8_t)read_action(walk, json_object_get(value, "action"));
    p->say = (uint8_t)read_ask(walk, json_object_get(value, "ask"));
    p->may = json_is_true(json_object_get(value, "may_pass"));
    p->source =
        (Id)walk_int(walk, "source", json_object_get(value, "source"), 0, SET_ID_MAX);
    read_options(walk, json_object_get(value, "options"), p);
    walk_leave(walk);
}

void rng_read(Walk *walk, const Field *field, const json_t *value)
{
    const char *hex = json_string_value(value);
    Rng rng = {0};
    if (!hex || strlen(hex) != 16 || strspn(hex, "0123456789abcdef") != 16)
        walk_fail(walk, ERR_BAD_POSITION, field->key,
                  "must be sixteen hexadecimal digits");
    else
        rng.state = strtoull(hex, NULL, 16);
    memcpy((char *)walk->record + field->at, &rng, sizeof rng);
}
