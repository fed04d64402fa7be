/* trial.c - one random match that holds the game to every law, and stops where it
 * fails.
 */
#include "tests/laws/trial.h"

#include "engine/hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *const law_names[LAW_COUNT] = {
    "none",
#define LAW(name, sentence) #name,
#include "tests/laws/laws.def"
#undef LAW
};

const char *const law_sentences[LAW_COUNT] = {
    "",
#define LAW(name, sentence) sentence,
#include "tests/laws/laws.def"
#undef LAW
};

/* The trial this thread is in: a broken ASSERT is then one more broken law. */
static _Thread_local Trial *trial_now;

_Noreturn void rules_failed(const char *fact, const char *file, int line)
{
    if (trial_now)
        trial_fail(trial_now, LAW_ASSERTS, "%s (%s:%d)", fact, file, line);
    fprintf(stderr, "broken: %s (%s:%d)\n", fact, file, line);
    abort();
}

void trial_let_go(Trial *t)
{
    json_decref(t->read);
    t->read = NULL;
}

_Noreturn void trial_fail(Trial *t, int law, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(t->failure.what, sizeof t->failure.what, format, list);
    va_end(list);
    t->failure.law = law;
    t->failure.step = t->step;
    trial_let_go(t);
    longjmp(t->stop, 1);
}

static void *room(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    if (!memory)
        abort();
    return memory;
}

void trial_open(Trial *t, const Subject *subject)
{
    memset(t, 0, sizeof *t);
    t->subject = subject;
    t->game = subject->game;
    t->catalog = subject->catalog;
    uint8_t **const states[] = {&t->state, &t->folded, &t->before, &t->view,
                                &t->again, &t->full,   &t->other};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        *states[i] = room(1, t->game->state_bytes);
    event_log_init(&t->log, room(1, MATCH_EVENT_BYTES_MAX), MATCH_EVENT_BYTES_MAX);
    event_log_init(&t->other_log, room(1, MATCH_EVENT_BYTES_MAX),
                   MATCH_EVENT_BYTES_MAX);
    t->step_max = PLAY_MOVES_MAX;
    t->command = room((size_t)t->step_max + 1, sizeof *t->command);
    t->hash = room((size_t)t->step_max + 1, sizeof *t->hash);
    t->numbers = room(1, (size_t)3 * t->game->sees_count * t->game->sees_bytes + 1);
    jw_open(&t->json);
    for (int i = 0; i < 2; i++)
        jw_open(&t->said[i]);
}

void trial_close(Trial *t)
{
    void *const all[] = {t->state,  t->folded,  t->before,          t->view,
                         t->again,  t->full,    t->other,           t->log.bytes,
                         t->hash,   t->command, t->other_log.bytes, t->decisions.item,
                         t->numbers};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    jw_close(&t->json);
    for (int i = 0; i < 2; i++)
        jw_close(&t->said[i]);
    match_free(t->match);
    memset(t, 0, sizeof *t);
}

bool trial_chance(Trial *t, uint32_t one_in)
{
    return rng_below(&t->rng, one_in) == 0;
}

void trial_list(Trial *t, const void *state, Moves *moves)
{
    moves->count = 0;
    t->game->legal(t->catalog, state, moves);
}

bool moves_have(const Moves *moves, const Command *c)
{
    for (int i = 0; i < moves->count; i++)
        if (command_same(&moves->item[i], c))
            return true;
    return false;
}

Table trial_table(const Trial *t, const void *state)
{
    const Table table = {t->game, t->catalog, state, NULL};
    return table;
}

int trial_viewers(const Trial *t)
{
    return t->setup.players + 1;
}

int trial_viewer(const Trial *t, int index)
{
    return index < t->setup.players ? index : SEAT_NONE;
}

const char *trial_say(const Trial *t, const Command *c)
{
    static _Thread_local char text[200];
    const bool has_name = c->type < t->game->action_count;
    snprintf(text, sizeof text, "%s [%d %d %d] by seat %d",
             has_name ? t->game->actions[c->type].name : "no action", c->a, c->b, c->c,
             c->seat);
    return text;
}

/* Fold the log of one command, or of the deal, into the second table. */
static void law_events(Trial *t)
{
    uint32_t at = 0;
    Event event;
    const uint8_t *list = NULL;
    if (t->log.overflow)
        trial_fail(t, LAW_EVENTS, "one command writes more than %d bytes of events",
                   MATCH_EVENT_BYTES_MAX);
    while (event_next(&t->log, &at, &event, &list)) {
        if (event.type >= t->game->event_count)
            trial_fail(t, LAW_EVENTS, "event of unknown type %d", event.type);
        t->game->reduce(t->catalog, t->folded, &event, list);
    }
    for (uint32_t i = 0; i < t->game->table_bytes; i++)
        if (t->folded[i] != t->state[i])
            trial_fail(t, LAW_EVENTS, "byte %u of the table is %d, by its events %d", i,
                       t->state[i], t->folded[i]);
}

static void law_check(Trial *t)
{
    const char *broken = t->game->check(t->catalog, t->state);
    if (broken)
        trial_fail(t, LAW_CHECK, "%s", broken);
}

static void trial_clear_log(EventLog *log)
{
    event_log_init(log, log->bytes, log->bytes_max);
}

static void trial_begin(Trial *t, const Setup *setup)
{
    const size_t bytes = t->game->state_bytes;
    t->setup = *setup;
    t->step = 0;
    memset(&t->failure, 0, sizeof t->failure);
    memset(t->has_secrets, 0, sizeof t->has_secrets);
    memset(t->guesses, 0, sizeof t->guesses);
    memset(t->guesses_vary, 0, sizeof t->guesses_vary);
    match_free(t->match);
    t->match = NULL;
    trial_clear_log(&t->log);
    /* Whatever was in the memory before must not matter. */
    memset(t->state, 0xa5, bytes);
    memset(t->folded, 0x5a, bytes);
    t->game->open(t->catalog, setup, t->state);
    t->game->open(t->catalog, setup, t->folded);
    t->game->begin(t->catalog, t->state, &t->log);
    t->hash[0] = hash_bytes(t->state, bytes);
    law_events(t);
    law_check(t);
    t->match = match_new(t->game, t->catalog, setup);
    if (memcmp(match_state(t->match), t->state, bytes) != 0)
        trial_fail(t, LAW_REPLAY, "the same setup began differently");
    laws_of_secrets(t, NULL);
}

/* Which move a decision means. Now and then the acting seat is away. */
static Command trial_choose(Trial *t, uint32_t decision)
{
    if ((decision >> 16) % 32 == 0)
        return t->game->idle(t->catalog, t->state);
    return t->moves.item[(decision & 0xffff) % (uint32_t)t->moves.count];
}

/* The move itself, made four ways that must agree: on the table, in silence, in the
 * engine's match and through events. */
static void trial_apply(Trial *t, const Command *c)
{
    const size_t bytes = t->game->state_bytes;
    Refusal why;
    memcpy(t->before, t->state, bytes);
    memcpy(t->other, t->state, bytes);
    trial_clear_log(&t->log);
    t->game->execute(t->catalog, t->state, c, &t->log);
    t->command[t->step++] = *c;
    t->hash[t->step] = hash_bytes(t->state, bytes);
    law_check(t);
    law_events(t);
    t->game->execute(t->catalog, t->other, c, NULL);
    if (memcmp(t->other, t->state, bytes) != 0)
        trial_fail(t, LAW_SILENT, "without a log the state is another");
    if (match_apply(t->match, c, &why) != ERR_OK)
        trial_fail(t, LAW_LISTED, "the match refuses %s: %s", trial_say(t, c),
                   refusal_code(t->game, why.code));
    if (match_hash(t->match) != t->hash[t->step])
        trial_fail(t, LAW_REPLAY, "the match reaches another state");
}

static void trial_step(Trial *t, uint32_t decision)
{
    rng_seed(&t->rng, rng_mix(decision, (uint64_t)t->game->rules_version));
    laws_of_moves(t);
    laws_of_views(t);
    laws_of_records(t);
    laws_of_encoding(t);
    if (trial_chance(t, 16))
        law_position(t);
    if (trial_chance(t, 16))
        law_idle(t);
    const Command c = trial_choose(t, decision);
    trial_apply(t, &c);
    laws_of_secrets(t, &c);
    if (trial_chance(t, 16))
        law_seen(t);
    if (trial_chance(t, 4))
        law_words_of_events(t);
    if (trial_chance(t, 16))
        law_undo(t);
}

/* True while there is a move to make. */
static bool trial_goes_on(Trial *t)
{
    trial_list(t, t->state, &t->moves);
    laws_of_status(t);
    return t->moves.count > 0;
}

static void trial_add_decision(Trial *t, uint32_t decision)
{
    Decisions *d = &t->decisions;
    if (d->count == d->max) {
        d->max = d->max ? d->max * 2 : 256;
        d->item = realloc(d->item, (size_t)d->max * sizeof *d->item);
        if (!d->item)
            abort();
    }
    d->item[d->count++] = decision;
}

void trial_play(Trial *t, const Setup *setup, uint64_t seed)
{
    Rng rng;
    rng_seed(&rng, seed);
    t->decisions.count = 0;
    trial_now = t;
    if (setjmp(t->stop) == 0) {
        trial_begin(t, setup);
        while (trial_goes_on(t)) {
            if (t->step == t->step_max)
                trial_fail(t, LAW_ENDS, "not over after %d moves", t->step);
            trial_add_decision(t, (uint32_t)(rng_next(&rng) >> 32));
            trial_step(t, t->decisions.item[t->decisions.count - 1]);
        }
        law_guesses(t);
        laws_of_past(t);
    }
    trial_now = NULL;
}

void trial_from(Trial *t, const Setup *setup, const void *state, uint64_t seed,
                int count)
{
    const size_t bytes = t->game->state_bytes;
    Rng rng;
    rng_seed(&rng, seed);
    trial_now = t;
    if (setjmp(t->stop) == 0) {
        trial_begin(t, setup);
        match_free(t->match);
        t->match = match_from(t->game, t->catalog, setup, state);
        memcpy(t->state, state, bytes);
        memcpy(t->folded, state, bytes);
        t->hash[0] = hash_bytes(t->state, bytes);
        while (trial_goes_on(t) && t->step < count)
            trial_step(t, (uint32_t)(rng_next(&rng) >> 32));
    }
    trial_now = NULL;
}

void trial_repeat(Trial *t, const Setup *setup, const uint32_t *decision, int count)
{
    t->decisions.count = 0;
    for (int i = 0; i < count; i++)
        trial_add_decision(t, decision[i]);
    trial_now = t;
    if (setjmp(t->stop) == 0) {
        trial_begin(t, setup);
        while (trial_goes_on(t) && t->step < count)
            trial_step(t, t->decisions.item[t->step]);
        law_guesses(t);
        laws_of_past(t);
    }
    trial_now = NULL;
}
