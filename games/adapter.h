/* adapter.h - a game's own functions, which know their types, behind the engine's
 * interface, which does not.
 *
 * Each games/<game>/game.c includes this once, after its adapt.h has said how its
 * things are called:
 *
 *   #define GAME(name)      duel_##name             its functions: duel_begin
 *   #define GAME_NAME(name) DUEL_##name             its constants: DUEL_DO_PASS
 *   #define GAME_TABLE      Duel                    what they work on
 *   #define GAME_STATE      DuelState
 *   #define GAME_CATALOG    DuelCatalog
 *   #define GAME_ACTIONS    "games/duel/actions.def" and GAME_EVENTS, GAME_ERRORS
 *   #define GAME_ENCODE     "games/duel/encode.def" for engine/places.h
 *   #define GAME_SEEN       uint8_t                 a number of what a seat sees
 *
 * (a game that reads its data in several ways also says how many, GAME_CATALOGS, and
 * which of them a state goes with, GAME_CATALOG_OF)
 *
 *   #define GAME_SEATS(s)   DUEL_SEATS              how many sit at a table
 *   #define GAME_IS_VIEW(s) ((s)->rng.state == 0)   it is what somebody sees of one
 *   #define GAME_ALONE      DUEL_CARD               what lies in one place only
 *
 * and then puts GAME_RULES into its Game record. Its lists are called alike:
 * duel_options, duel_phase_names, duel_thing_names, duel_asks, duel_ability_names,
 * duel_fields. What games differ in (check_setup, points, check) each writes itself. */
#pragma once

#include "engine/fields.h"
#include "engine/game.h"

#ifndef GAME_CATALOGS
#define GAME_CATALOGS                   1
#define GAME_CATALOG_OF(catalog, state) ((const GAME_CATALOG *)(catalog))
#endif

/* A catalog that ends with what follows from the rest of it says where that begins. */
#ifndef GAME_CATALOG_TOLD
#define GAME_CATALOG_TOLD (GAME_CATALOGS * sizeof(GAME_CATALOG))
#endif

static const Spec game_actions[] = {
#define ACTION(name, word, ...) {word, {__VA_ARGS__}, NO_HOLES},
#include GAME_ACTIONS
#undef ACTION
};

#define HOLES(...)  \
    {               \
        __VA_ARGS__ \
    }
#define LIST(name, kind) \
    {                    \
        name, kind       \
    }
static const Spec game_events[] = {
    {"none", {NO_HOLES}, NO_HOLES},
#define EVENT(name, word, holes, ...) {word, holes, __VA_ARGS__},
#include GAME_EVENTS
#undef EVENT
};

static const Spec game_errors[] = {
#define ERR(name, word, ...) {word, {__VA_ARGS__}, NO_HOLES},
#include GAME_ERRORS
#undef ERR
};

static const ActPart game_act_parts[] = {
#define ACTS(name, count, says) \
    {GAME_NAME(DO_##name), GAME_NAME(AT_##name), (uint16_t)(count), says},
#include GAME_ENCODE
#undef ACTS
};

static const SeesPart game_sees_parts[] = {
#define SEES(name, key, kind, count, least, most, says) \
    {key, SEES_##kind, GAME_NAME(SEES_##name), (uint16_t)(count), least, most, says},
#include GAME_ENCODE
#undef SEES
};

/* A state that is only looked at goes through here too: the functions that look take a
 * const table. */
static GAME_TABLE game_table(const void *catalog, const void *state, EventLog *log)
{
    return GAME(table)(GAME_CATALOG_OF(catalog, state), (GAME_STATE *)(uintptr_t)state,
                       log);
}

static void game_open(const void *catalog, const Setup *setup, void *state)
{
    GAME(open)((const GAME_CATALOG *)catalog, setup, (GAME_STATE *)state);
}

static void game_begin(const void *catalog, void *state, EventLog *log)
{
    GAME_TABLE g = game_table(catalog, state, log);
    GAME(begin)(&g);
}

static void game_legal(const void *catalog, const void *state, Moves *moves)
{
    const GAME_TABLE g = game_table(catalog, state, NULL);
    GAME(legal)(&g, moves);
}

static Err game_validate(const void *catalog, const void *state, const Command *c,
                         Quote *quote)
{
    const GAME_TABLE g = game_table(catalog, state, NULL);
    return GAME(validate)(&g, c, quote);
}

static void game_execute(const void *catalog, void *state, const Command *c,
                         EventLog *log)
{
    GAME_TABLE g = game_table(catalog, state, log);
    GAME(execute)(&g, c);
}

/* A game that needs no list for it says so, GAME_ROLLS. */
static int game_roll(const void *catalog, void *state, Rng *rng, int steps)
{
    GAME_TABLE g = game_table(catalog, state, NULL);
#ifdef GAME_ROLLS
    return GAME(roll)(&g, rng, steps);
#else
    int made = 0;
    for (; made < steps; made++) {
        Moves moves;
        moves.count = 0;
        GAME(legal)(&g, &moves);
        if (!moves.count)
            break;
        GAME(execute)(&g, &moves.item[rng_below(rng, (uint32_t)moves.count)]);
    }
    return made;
#endif
}

static void game_reduce(const void *catalog, void *state, const Event *event,
                        const uint8_t *list)
{
    GAME(reduce)(GAME_CATALOG_OF(catalog, state), (GAME_STATE *)state, event, list);
}

static void game_redact(const void *catalog, const void *state, int viewer, void *view)
{
    const GAME_TABLE g = game_table(catalog, state, NULL);
    GAME(redact)(&g, viewer, (GAME_STATE *)view);
}

static void game_determinize(const void *catalog, const void *view, Rng *rng,
                             void *state)
{
    GAME(determinize)
    (GAME_CATALOG_OF(catalog, view), (const GAME_STATE *)view, rng,
     (GAME_STATE *)state);
}

static Status game_status(const void *catalog, const void *state)
{
    const GAME_TABLE g = game_table(catalog, state, NULL);
    return GAME(status)(&g);
}

static const Prompt *game_prompt(const void *state)
{
    const GAME_STATE *s = (const GAME_STATE *)state;
    return prompt_is_open(&s->prompt) ? &s->prompt : NULL;
}

static int32_t game_value(const void *catalog, const void *view, int seat)
{
    const GAME_TABLE g = game_table(catalog, view, NULL);
    return GAME(value)(&g, seat);
}

static Command game_idle(const void *catalog, const void *state)
{
    const GAME_TABLE g = game_table(catalog, state, NULL);
    return GAME(idle)(&g);
}

static int game_action_index(const void *catalog, const void *state, const Command *c)
{
    const GAME_TABLE g = game_table(catalog, state, NULL);
    return GAME(action_index)(&g, c);
}

static bool game_action_at(const void *catalog, const void *state, int index,
                           Command *c)
{
    const GAME_TABLE g = game_table(catalog, state, NULL);
    return GAME(action_at)(&g, index, c);
}

static int game_legal_mask(const void *catalog, const void *state, uint64_t *mask)
{
    const GAME_TABLE g = game_table(catalog, state, NULL);
    return GAME(legal_mask)(&g, mask);
}

static void game_observe(const void *catalog, const void *view, int seat, void *out)
{
    const GAME_TABLE g = game_table(catalog, view, NULL);
    GAME(observe)(&g, seat, (GAME_SEEN *)out);
}

/* Tables and views as JSON: the rows say how; see engine/fields.h. */
static void game_write_state(const void *catalog, const void *state, JsonW *out)
{
    const Table table = {&GAME(game), catalog, state, NULL};
    fields_write(&table, GAME_SEATS((const GAME_STATE *)state),
                 GAME_IS_VIEW((const GAME_STATE *)state), out);
}

/* Over the deal that 'state' holds. */
static Err game_read_state(const void *catalog, const json_t *json, void *state,
                           Refusal *why)
{
    const Table table = {&GAME(game), catalog, state, NULL};
    Reading in;
    reading_open(&in, GAME_ALONE, json);
    Walk walk = walk_open(&table, GAME_SEATS((const GAME_STATE *)state), &in);
    GAME(lay)(&walk, json);
    return reading_close(&in, why);
}

#define GAME_COUNT(table) (int)(sizeof(table) / sizeof *(table))

/* The part of a Game record that follows from the names above. */
/* clang-format off */
#define GAME_RULES                                  \
    .state_bytes = sizeof(GAME_STATE),              \
    .table_bytes = offsetof(GAME_STATE, rng),       \
    .catalog_bytes = GAME_CATALOGS * sizeof(GAME_CATALOG), \
    .catalog_told = GAME_CATALOG_TOLD,              \
    .actions = game_actions,                        \
    .action_count = GAME_COUNT(game_actions),       \
    .events = game_events,                          \
    .event_count = GAME_COUNT(game_events),         \
    .errors = game_errors,                          \
    .error_count = GAME_COUNT(game_errors),         \
    .options = GAME(options),                       \
    .option_count = GAME_COUNT(GAME(options)),      \
    .phases = GAME(phase_names),                    \
    .phase_count = GAME_COUNT(GAME(phase_names)),   \
    .things = GAME(thing_names),                    \
    .thing_count = GAME_COUNT(GAME(thing_names)),   \
    .asks = GAME(asks),                             \
    .ask_count = GAME_COUNT(GAME(asks)),            \
    .abilities = GAME(ability_names),               \
    .ability_count = GAME_COUNT(GAME(ability_names)), \
    .fields = GAME(fields),                         \
    .check_setup = game_check_setup,                \
    .open = game_open,                              \
    .begin = game_begin,                            \
    .legal = game_legal,                            \
    .validate = game_validate,                      \
    .execute = game_execute,                        \
    .roll = game_roll,                              \
    .reduce = game_reduce,                          \
    .redact = game_redact,                          \
    .determinize = game_determinize,                \
    .status = game_status,                          \
    .prompt = game_prompt,                          \
    .value = game_value,                            \
    .points = game_points,                          \
    .idle = game_idle,                              \
    .check = game_check,                            \
    .encoding_version = GAME_NAME(AT_VERSION),      \
    .action_space = GAME_NAME(AT_SPACE),            \
    .sees_count = GAME_NAME(SEES_SPACE),            \
    .sees_bytes = sizeof(GAME_SEEN),                \
    .act_parts = game_act_parts,                    \
    .act_part_count = GAME_COUNT(game_act_parts),   \
    .sees_parts = game_sees_parts,                  \
    .sees_part_count = GAME_COUNT(game_sees_parts), \
    .action_index = game_action_index,              \
    .action_at = game_action_at,                    \
    .legal_mask = game_legal_mask,                  \
    .observe = game_observe,                        \
    .load = GAME(load),                             \
    .thing_id = GAME(thing_id),                     \
    .write_state = game_write_state,                \
    .read_state = game_read_state,                  \
    .write_score = GAME(write_score),               \
    .card_at = GAME(card_at)
/* clang-format on */
