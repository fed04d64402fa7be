/* record.c - commands, events, refusals, setups and states as JSON, for any game; the
 * sentences are in say.c. */
#include "engine/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { WORD_BYTES = 160, MESSAGE_BYTES = 1024, LINE_BYTES = 2000 };

/* Refusals. */

const Spec *refusal_spec(const Game *game, Err code)
{
    static const Spec shared[] = {
        {NULL, {NO_HOLES}, NO_HOLES},
#define ERR(name, code, ...) {code, {__VA_ARGS__}, NO_HOLES},
#include "engine/errors.def"
#undef ERR
    };
    if (code < ERR_COUNT)
        return &shared[code];
    ASSERT(game && code >= ERR_GAME && code - ERR_GAME < game->error_count);
    return &game->errors[code - ERR_GAME];
}

Refusal refusal(Err code)
{
    Refusal r;
    memset(&r, 0, sizeof r);
    r.code = code;
    r.quote = quote_none();
    return r;
}

Refusal refusal_words(Err code, const char *first, const char *second)
{
    Refusal r = refusal(code);
    if (first)
        text_copy(r.word[0], sizeof r.word[0], first);
    if (second)
        text_copy(r.word[1], sizeof r.word[1], second);
    return r;
}

const char *refusal_code(const Game *game, Err code)
{
    return code == ERR_OK ? "ok" : refusal_spec(game, code)->name;
}

static Err refuse(Refusal *why, Err code, const char *first, const char *second)
{
    if (why)
        *why = refusal_words(code, first, second);
    return code;
}

static Err refuse_number(Refusal *why, const char *field, int32_t min, int32_t max)
{
    const Err code = refuse(why, ERR_BAD_NUMBER, field, NULL);
    if (why) {
        why->quote.arg[1] = min;
        why->quote.arg[2] = max;
    }
    return code;
}

void record_write_refusal(JsonW *w, const char *key, const Table *t, const Texts *texts,
                          const Refusal *r)
{
    char message[MESSAGE_BYTES];
    jw_object(w, key);
    jw_str(w, "code", refusal_code(t ? t->game : NULL, r->code));
    if (texts)
        jw_str(w, "message", say_refusal(t, texts, r, message, sizeof message));
    jw_end_object(w);
}

/* Things as JSON. */

void record_write_thing(JsonW *w, const char *key, const Table *t, int kind,
                        int32_t value)
{
    switch (kind) {
    case THING_NUMBER:
        jw_int(w, key, value);
        break;
    case THING_FLAG:
        jw_bool(w, key, value != 0);
        break;
    case THING_SEAT:
    case THING_MOST:
        if (value)
            jw_int(w, key, value - 1);
        else
            jw_null(w, key);
        break;
    case THING_ACTION:
        ASSERT(value >= 0 && value < t->game->action_count);
        jw_str(w, key, t->game->actions[value].name);
        break;
    default:
        ASSERT(kind >= THING_GAME && kind - THING_GAME < t->game->thing_count);
        jw_str(w, key,
               value ? t->game->thing_id(t->catalog, t->state, kind, value) : NULL);
    }
}

static int find_action(const Game *game, const char *name)
{
    for (int type = 1; type < game->action_count; type++)
        if (strcmp(game->actions[type].name, name) == 0)
            return type;
    return ACTION_NONE;
}

int thing_find(const Table *t, int kind, const char *name)
{
    const Game *game = t->game;
    const char *known;
    for (int id = 1; (known = game->thing_id(t->catalog, t->state, kind, id)); id++) {
        const char *alias =
            game->thing_alias ? game->thing_alias(t->catalog, kind, id) : NULL;
        if (strcmp(known, name) == 0 || (alias && strcmp(alias, name) == 0))
            return id;
    }
    return game->thing_else ? game->thing_else(t->catalog, t->state, kind, name) : 0;
}

static Err read_integer(const json_t *json, const char *field, int extra, Id *value,
                        Refusal *why)
{
    const int max = UINT16_MAX - extra;
    if (!json_is_integer(json))
        return refuse(why, ERR_WRONG_TYPE, field, "@expected.number");
    if (json_integer_value(json) < 0 || json_integer_value(json) > max)
        return refuse_number(why, field, 0, max);
    *value = (Id)(json_integer_value(json) + extra);
    return ERR_OK;
}

/* Null is "none" wherever a name is wanted. */
static Err read_name(const Table *t, const Hole *hole, const json_t *json, Id *value,
                     Refusal *why)
{
    const bool is_action = hole->kind == THING_ACTION;
    if (json_is_null(json))
        return ERR_OK;
    if (!json_is_string(json))
        return refuse(why, ERR_WRONG_TYPE, hole->name, "@expected.name");
    const char *name = json_string_value(json);
    const int found =
        is_action ? find_action(t->game, name) : thing_find(t, hole->kind, name);
    if (!found)
        return is_action ? refuse(why, ERR_UNKNOWN_ACTION, name, NULL)
                         : refuse(why, ERR_UNKNOWN_THING, hole->name, name);
    *value = (Id)found;
    return ERR_OK;
}

Err record_read_thing(const Table *t, const Hole *hole, const json_t *json, Id *value,
                      Refusal *why)
{
    *value = 0;
    switch (hole->kind) {
    case THING_NUMBER:
        return read_integer(json, hole->name, 0, value, why);
    case THING_FLAG:
        if (!json_is_boolean(json))
            return refuse(why, ERR_WRONG_TYPE, hole->name, "@expected.flag");
        *value = json_is_true(json);
        return ERR_OK;
    case THING_SEAT:
    case THING_MOST:
        return json_is_null(json) ? (Err)ERR_OK
                                  : read_integer(json, hole->name, 1, value, why);
    default:
        return read_name(t, hole, json, value, why);
    }
}

/* Commands. */

void record_write_command(JsonW *w, const char *key, const Table *t, const Command *c)
{
    ASSERT(c->type < t->game->action_count);
    const Spec *spec = &t->game->actions[c->type];
    const Id slots[3] = {c->a, c->b, c->c};
    jw_object(w, key);
    jw_str(w, "type", spec->name);
    for (int i = 0; i < 3; i++)
        if (spec->hole[i].kind)
            record_write_thing(w, spec->hole[i].name, t, spec->hole[i].kind, slots[i]);
    jw_end_object(w);
}

static bool spec_has_hole(const Spec *spec, const char *name)
{
    for (int i = 0; i < SPEC_HOLES; i++)
        if (spec->hole[i].kind && strcmp(spec->hole[i].name, name) == 0)
            return true;
    return false;
}

Err record_read_command(const Table *t, int seat, const json_t *json, Command *c,
                        Refusal *why)
{
    const json_t *type = json_object_get(json, "type");
    if (!json_is_object(json))
        return refuse(why, ERR_WRONG_TYPE, "action", "@expected.object");
    if (!type)
        return refuse(why, ERR_MISSING_FIELD, "type", NULL);
    if (!json_is_string(type))
        return refuse(why, ERR_WRONG_TYPE, "type", "@expected.name");
    const int found = find_action(t->game, json_string_value(type));
    if (!found)
        return refuse(why, ERR_UNKNOWN_ACTION, json_string_value(type), NULL);
    const Spec *spec = &t->game->actions[found];
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach((json_t *)(uintptr_t)json, key, value)
    {
        if (strcmp(key, "type") != 0 && !spec_has_hole(spec, key))
            return refuse(why, ERR_UNKNOWN_FIELD, key, NULL);
    }
    Id slots[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        if (!spec->hole[i].kind)
            continue;
        value = json_object_get(json, spec->hole[i].name);
        if (json_is_null(value)) /* no move is about nothing */
            value = NULL;
        if (!value && t->game->action_optional &&
            t->game->action_optional[found] >> i & 1)
            continue;
        if (!value)
            return refuse(why, ERR_MISSING_FIELD, spec->hole[i].name, NULL);
        const Err err = record_read_thing(t, &spec->hole[i], value, &slots[i], why);
        if (err)
            return err;
    }
    /* A seat that cannot be written down is nobody's; validate refuses it. */
    const int fits = seat >= 0 && seat <= UINT8_MAX ? seat : SEAT_NONE;
    *c = command(found, fits, slots[0], slots[1], slots[2]);
    if (t->game->canonical)
        t->game->canonical(t->catalog, t->state, c);
    return ERR_OK;
}

/* Events. */

int record_hidden(const Event *e, int viewer)
{
    Event copy = *e;
    return viewer != SEAT_TABLE && event_redact(&copy, viewer) ? e->secret : 0;
}

static void write_list(JsonW *w, const char *key, const Table *t, const Event *e,
                       const uint8_t *list)
{
    jw_array(w, key);
    for (int i = 0; i < e->count; i++)
        record_write_thing(w, NULL, t, t->game->events[e->type].list.kind, list[i]);
    jw_end_array(w);
}

static void write_event_list(JsonW *w, const Table *t, const Event *e,
                             const uint8_t *list, bool hidden)
{
    const Hole *hole = &t->game->events[e->type].list;
    if (hidden || (e->count && !list)) {
        char key[WORD_BYTES];
        snprintf(key, sizeof key, "%s_count", hole->name);
        jw_int(w, key, e->count);
        return;
    }
    write_list(w, hole->name, t, e, list);
}

/* Where the game's rules fix the log's words, the line goes with the event. */
static void write_event_line(JsonW *w, const Table *t, const Event *e,
                             const uint8_t *list)
{
    char line[LINE_BYTES];
    t->game->log_line(t->catalog, t->state, e, list, line, sizeof line);
    if (line[0])
        jw_str(w, "line", line);
}

void record_write_event(JsonW *w, const char *key, const Table *t, const Event *e,
                        const uint8_t *list, int viewer)
{
    ASSERT(e->type < t->game->event_count);
    const Spec *spec = &t->game->events[e->type];
    const int32_t slots[SPEC_HOLES] = {e->a, e->b, e->c, e->n};
    const int hidden = record_hidden(e, viewer);
    jw_object(w, key);
    jw_str(w, "type", spec->name);
    if (e->seat < SEATS_MAX)
        jw_int(w, "seat", e->seat);
    else
        jw_null(w, "seat");
    for (int i = 0; i < SPEC_HOLES; i++) {
        if (!spec->hole[i].kind)
            continue;
        if (hidden >> i & 1)
            jw_null(w, spec->hole[i].name);
        else
            record_write_thing(w, spec->hole[i].name, t, spec->hole[i].kind, slots[i]);
    }
    if (spec->list.kind)
        write_event_list(w, t, e, list, hidden & SECRET_LIST);
    if (t->game->log_line && !hidden)
        write_event_line(w, t, e, list);
    jw_end_object(w);
}

void record_write_refused(JsonW *w, const char *key, const Table *t, const Command *c,
                          Err err)
{
    uint8_t bytes[1000];
    EventLog log;
    Event event;
    const uint8_t *list = NULL;
    if (!t->game->refused)
        return;
    event_log_init(&log, bytes, sizeof bytes);
    t->game->refused(t->catalog, t->state, c, err, &log);
    ASSERT(log.overflow == 0);
    if (log.count == 0)
        return;
    jw_array(w, key);
    for (uint32_t at = 0; event_next(&log, &at, &event, &list);)
        record_write_event(w, NULL, t, &event, list, SEAT_TABLE);
    jw_end_array(w);
}

/* What is missing at the end of a row is null. */
static void cut_nulls(JsonW *w)
{
    static const char null[] = ",null";
    const size_t bytes = sizeof null - 1;
    while (w->used > bytes && memcmp(w->text + w->used - bytes, null, bytes) == 0)
        w->text[w->used -= bytes] = 0;
}

void record_write_event_row(JsonW *w, const Table *t, const Event *e,
                            const uint8_t *list, int viewer)
{
    ASSERT(e->type < t->game->event_count);
    const Spec *spec = &t->game->events[e->type];
    const int32_t slots[SPEC_HOLES] = {e->a, e->b, e->c, e->n};
    const int hidden = record_hidden(e, viewer);
    jw_array(w, NULL);
    jw_str(w, NULL, spec->name);
    if (e->seat < SEATS_MAX)
        jw_int(w, NULL, e->seat);
    else
        jw_null(w, NULL);
    for (int i = 0; i < SPEC_HOLES; i++) {
        if (!spec->hole[i].kind)
            continue;
        if (hidden >> i & 1)
            jw_null(w, NULL);
        else
            record_write_thing(w, NULL, t, spec->hole[i].kind, slots[i]);
    }
    if (spec->list.kind && ((hidden & SECRET_LIST) || (e->count && !list)))
        jw_int(w, NULL, e->count);
    else if (spec->list.kind)
        write_list(w, NULL, t, e, list);
    cut_nulls(w);
    jw_end_array(w);
}

/* Setups. */

static void write_option(JsonW *w, const Game *game, const void *catalog,
                         const Option *option, const Texts *texts)
{
    static const char *const kinds[] = {"int", "word", "flag"};
    char key[160];
    snprintf(key, sizeof key, "%s.option.%s", game->id, option->name);
    const char *said = text_find(texts, key);
    jw_object(w, NULL);
    jw_str(w, "name", option->name);
    if (said)
        jw_str(w, "say", said);
    jw_str(w, "kind", kinds[option->kind]);
    if (option->value == OPTION_AUTO && option->or_auto)
        jw_str(w, "default", "auto");
    else if (option->kind == OPTION_WORD)
        jw_str(w, "default", option_word(game, catalog, option, option->value));
    else if (option->kind == OPTION_FLAG)
        jw_bool(w, "default", option->value != 0);
    else
        jw_int(w, "default", option->value);
    if (option->kind == OPTION_INT) {
        jw_int(w, "min", option->min);
        jw_int(w, "max", option->max);
    }
    if (option->kind == OPTION_WORD) {
        jw_array(w, "words");
        for (int i = option->min; i <= option_last(game, catalog, option); i++)
            jw_str(w, NULL, option_word(game, catalog, option, i));
        jw_end_array(w);
    }
    jw_bool(w, "auto", option->or_auto);
    jw_end_object(w);
}

void record_write_game(JsonW *w, const Game *game, const void *catalog,
                       const Texts *texts)
{
    char key[96];
    snprintf(key, sizeof key, "%s.name", game->id);
    jw_str(w, "game", game->id);
    jw_str(w, "name", text_get(texts, key));
    jw_int(w, "rules_version", game->rules_version);
    jw_int(w, "players_min", game->players_min);
    jw_int(w, "players_max", game->players_max);
    jw_array(w, "options");
    for (int i = 0; i < game->option_count; i++)
        write_option(w, game, catalog, &game->options[i], texts);
    jw_end_array(w);
}

void record_write_setup(JsonW *w, const Game *game, const void *catalog, const Setup *s)
{
    jw_int(w, "players", s->players);
    jw_int(w, "seed", (int64_t)s->seed);
    record_write_options(w, game, catalog, s);
}

void record_write_options(JsonW *w, const Game *game, const void *catalog,
                          const Setup *s)
{
    jw_object(w, "options");
    for (int i = 0; i < game->option_count; i++) {
        const Option *option = &game->options[i];
        const int value = s->option[i];
        if (option->or_auto && value == OPTION_AUTO)
            jw_str(w, option->name, "auto");
        else if (option->kind == OPTION_INT)
            jw_int(w, option->name, value);
        else if (option->kind == OPTION_FLAG)
            jw_bool(w, option->name, value != 0);
        else
            jw_str(w, option->name, option_word(game, catalog, option, value));
    }
    jw_end_object(w);
}

Setup setup_default(const Game *game, int players, uint64_t seed)
{
    Setup s;
    memset(&s, 0, sizeof s);
    s.seed = seed;
    s.players = (uint8_t)players;
    ASSERT(game->option_count <= OPTIONS_MAX);
    for (int i = 0; i < game->option_count; i++)
        s.option[i] = game->options[i].value;
    return s;
}

/* What an option can be, for a person: "20 - 60, auto". */
static void option_allowed(const Game *game, const void *catalog, const Option *option,
                           char *out, size_t out_bytes)
{
    size_t used = 0;
    if (option->kind == OPTION_INT)
        snprintf(out, out_bytes, "%d - %d", option->min, option->max);
    else if (option->kind == OPTION_FLAG)
        snprintf(out, out_bytes, "true, false");
    else
        for (int i = option->min;
             i <= option_last(game, catalog, option) && used < out_bytes; i++)
            used += (size_t)snprintf(out + used, out_bytes - used, "%s%s",
                                     i > option->min ? ", " : "",
                                     option_word(game, catalog, option, i));
    used = strlen(out);
    if (option->or_auto)
        snprintf(out + used, out_bytes - used, ", auto");
}

static Err refuse_option(const Game *game, const void *catalog, const Option *option,
                         Refusal *why)
{
    char allowed[WORD_BYTES];
    option_allowed(game, catalog, option, allowed, sizeof allowed);
    return refuse(why, ERR_OPTION_RANGE, option->name, allowed);
}

static int find_option(const Game *game, const char *name)
{
    for (int i = 0; i < game->option_count; i++)
        if (strcmp(game->options[i].name, name) == 0)
            return i;
    return -1;
}

/* The value a word stands for, "auto" among them; false when it is none. */
static bool option_find(const Game *game, const void *catalog, const Option *option,
                        const char *word, int16_t *value)
{
    if (option->or_auto && strcmp(word, "auto") == 0) {
        *value = OPTION_AUTO;
        return true;
    }
    if (option->kind != OPTION_WORD)
        return false;
    for (int16_t i = option->min; i <= option_last(game, catalog, option); i++)
        if (strcmp(option_word(game, catalog, option, i), word) == 0) {
            *value = i;
            return true;
        }
    return false;
}

static Err option_number(const Game *game, const Option *option, long long number,
                         int16_t *value, Refusal *why)
{
    if (number < option->min || number > option->max)
        return refuse_option(game, NULL, option, why);
    *value = (int16_t)number;
    return ERR_OK;
}

static Err read_option(const Game *game, const void *catalog, const Option *option,
                       const json_t *json, int16_t *value, Refusal *why)
{
    if (option->kind == OPTION_INT && json_is_integer(json))
        return option_number(game, option, json_integer_value(json), value, why);
    if (option->kind == OPTION_FLAG && json_is_boolean(json)) {
        *value = json_is_true(json);
        return ERR_OK;
    }
    if (json_is_string(json) &&
        option_find(game, catalog, option, json_string_value(json), value))
        return ERR_OK;
    return refuse_option(game, catalog, option, why);
}

static Err refuse_players(const Game *game, Refusal *why)
{
    const Err code = refuse(why, ERR_BAD_PLAYERS, NULL, NULL);
    if (why) {
        why->quote.arg[0] = game->players_min;
        why->quote.arg[1] = game->players_max;
    }
    return code;
}

static Err read_options(const Game *game, const void *catalog, const json_t *options,
                        Setup *s, Refusal *why)
{
    const char *name = NULL;
    json_t *value = NULL;
    if (!json_is_object(options))
        return refuse(why, ERR_WRONG_TYPE, "options", "@expected.object");
    json_object_foreach((json_t *)(uintptr_t)options, name, value)
    {
        const int index = find_option(game, name);
        if (index < 0)
            return refuse(why, ERR_UNKNOWN_OPTION, name, NULL);
        const Err err = read_option(game, catalog, &game->options[index], value,
                                    &s->option[index], why);
        if (err)
            return err;
    }
    return ERR_OK;
}

Err record_read_setup(const Game *game, const void *catalog, const json_t *json,
                      Setup *s, Refusal *why)
{
    const json_t *players = json_object_get(json, "players");
    const json_t *seed = json_object_get(json, "seed");
    const json_t *options = json_object_get(json, "options");
    *s = setup_default(game, game->players_min, 0);
    if (!json_is_object(json))
        return refuse(why, ERR_WRONG_TYPE, "setup", "@expected.object");
    if (players && !json_is_integer(players))
        return refuse(why, ERR_WRONG_TYPE, "players", "@expected.number");
    if (players && (json_integer_value(players) < game->players_min ||
                    json_integer_value(players) > game->players_max))
        return refuse_players(game, why);
    if (seed && (!json_is_integer(seed) || json_integer_value(seed) < 0))
        return refuse(why, ERR_WRONG_TYPE, "seed", "@expected.seed");
    if (players)
        s->players = (uint8_t)json_integer_value(players);
    if (seed)
        s->seed = (uint64_t)json_integer_value(seed);
    return options ? read_options(game, catalog, options, s, why) : (Err)ERR_OK;
}

Err record_set_option(const Game *game, const void *catalog, Setup *s, const char *name,
                      const char *value, Refusal *why)
{
    static const char *const yes_no[] = {"no",  "yes", "false", "true",
                                         "off", "on",  "0",     "1"};
    const int index = find_option(game, name);
    if (index < 0)
        return refuse(why, ERR_UNKNOWN_OPTION, name, NULL);
    const Option *option = &game->options[index];
    if (option_find(game, catalog, option, value, &s->option[index]))
        return ERR_OK;
    for (int i = 0; option->kind == OPTION_FLAG && i < 8; i++)
        if (strcasecmp(value, yes_no[i]) == 0) {
            s->option[index] = (int16_t)(i & 1);
            return ERR_OK;
        }
    char *end = NULL;
    errno = 0;
    const long long number = strtoll(value, &end, 10);
    if (option->kind != OPTION_INT || end == value || *end || errno)
        return refuse_option(game, catalog, option, why);
    return option_number(game, option, number, &s->option[index], why);
}

/* Rules refuse options by number; here they get their names. */
static void name_options(const Game *game, const void *catalog, Refusal *why)
{
    for (int i = 0; i < 2; i++) {
        const int32_t index = why->quote.arg[i];
        const bool known = index >= 0 && index < game->option_count;
        if (known && (i == 0 || why->code == ERR_OPTION_CLASH))
            text_copy(why->word[i], WORD_BYTES, game->options[index].name);
        if (known && i == 0 && why->code == ERR_OPTION_RANGE)
            option_allowed(game, catalog, &game->options[index], why->word[1],
                           WORD_BYTES);
    }
}

Err setup_check(const Game *game, const void *catalog, const Setup *s, Refusal *why)
{
    if (s->players < game->players_min || s->players > game->players_max)
        return refuse_players(game, why);
    if (s->seed > INT64_MAX)
        return refuse(why, ERR_WRONG_TYPE, "seed", "@expected.seed");
    for (int i = 0; i < game->option_count; i++) {
        const Option *option = &game->options[i];
        const bool is_auto = option->or_auto && s->option[i] == OPTION_AUTO;
        const bool fits = s->option[i] >= option->min &&
                          s->option[i] <= option_last(game, catalog, option);
        if (!is_auto && !fits)
            return refuse_option(game, catalog, option, why);
    }
    Refusal no = refusal(ERR_OK);
    no.code = game->check_setup(catalog, s, &no.quote);
    if (no.code == ERR_OPTION_CLASH || no.code == ERR_OPTION_RANGE)
        name_options(game, catalog, &no);
    if (no.code && why)
        *why = no;
    return no.code;
}
