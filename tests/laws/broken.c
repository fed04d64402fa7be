/* broken.c - shows that the laws can fail: games broken on purpose, each caught.
 *
 * Every entry is the smallest game with one mistake put in. The laws must name the
 * right law, and the failing match must come out short. */
#include "tests/laws/shrink.h"
#include "tests/laws/subject.h"

#include "engine/fields.h"
#include "engine/hash.h"
#include "games/pebbles/pebbles.h"

#include <stdio.h>
#include <stdlib.h>

enum { BROKEN_MATCHES_MAX = 200, LOG_BYTES = MATCH_EVENT_BYTES_MAX };

/* A mistake that shows only now and then, so that there is something to shorten. */
static bool seldom(const void *state)
{
    return hash_bytes(state, pebbles_game.state_bytes) % 16 == 0;
}

static void execute_forgets_an_event(const void *catalog, void *state, const Command *c,
                                     EventLog *log)
{
    static _Thread_local uint8_t bytes[LOG_BYTES];
    EventLog whole;
    Event event;
    const uint8_t *list = NULL;
    uint32_t at = 0, number = 0;
    event_log_init(&whole, bytes, sizeof bytes);
    const bool forgets = seldom(state);
    pebbles_game.execute(catalog, state, c, log ? &whole : NULL);
    while (log && event_next(&whole, &at, &event, &list))
        if (!forgets || ++number < whole.count)
            event_record(log, &event, list);
}

static void execute_writes_behind_the_events(const void *catalog, void *state,
                                             const Command *c, EventLog *log)
{
    pebbles_game.execute(catalog, state, c, log);
    if (log && seldom(state))
        ((uint8_t *)state)[pebbles_game.state_bytes - 1] ^= 1;
}

/* What lay in the memory before becomes part of the state. */
static void open_forgets_a_byte(const void *catalog, const Setup *setup, void *state)
{
    uint8_t *last = (uint8_t *)state + pebbles_game.state_bytes - 1;
    const uint8_t before = *last;
    pebbles_game.open(catalog, setup, state);
    *last = before;
}

static void execute_asserts(const void *catalog, void *state, const Command *c,
                            EventLog *log)
{
    ASSERT(!seldom(state));
    pebbles_game.execute(catalog, state, c, log);
}

static void execute_does_nothing(const void *catalog, void *state, const Command *c,
                                 EventLog *log)
{
    (void)catalog, (void)state, (void)c, (void)log;
}

static const char *check_complains(const void *catalog, const void *state)
{
    (void)catalog;
    return seldom(state) ? "a pebble rolled away" : NULL;
}

static void redact_hides_nothing(const void *catalog, const void *state, int viewer,
                                 void *view)
{
    (void)catalog, (void)viewer;
    memcpy(view, state, pebbles_game.state_bytes);
}

static void determinize_guesses_nothing(const void *catalog, const void *view, Rng *rng,
                                        void *state)
{
    (void)catalog, (void)rng;
    memcpy(state, view, pebbles_game.state_bytes);
}

/* Shows one player what another holds, and keeps it consistent. */
static void redact_for_the_neighbour(const void *catalog, const void *state, int viewer,
                                     void *view)
{
    pebbles_game.redact(catalog, state, viewer == 0 ? 1 : viewer, view);
}

static void legal_lists_too_much(const void *catalog, const void *state, Moves *moves)
{
    pebbles_game.legal(catalog, state, moves);
    if (moves->count && seldom(state))
        moves_add(moves, command(ACTION_GAME, moves->item[0].seat, 99, 0, 0));
}

static void legal_forgets_one(const void *catalog, const void *state, Moves *moves)
{
    pebbles_game.legal(catalog, state, moves);
    if (moves->count > 1)
        moves->count--;
}

static void legal_finds_nothing(const void *catalog, const void *state, Moves *moves)
{
    pebbles_game.legal(catalog, state, moves);
    if (seldom(state))
        moves->count = 0;
}

static Err validate_changes_the_state(const void *catalog, const void *state,
                                      const Command *c, Quote *quote)
{
    ((uint8_t *)(uintptr_t)state)[pebbles_game.state_bytes - 1] ^= 1;
    return pebbles_game.validate(catalog, state, c, quote);
}

static Err read_state_ignores_it(const void *catalog, const struct json_t *json,
                                 void *state, Refusal *why)
{
    (void)catalog, (void)json, (void)state, (void)why;
    return ERR_OK;
}

/* As for the table, whoever looks. */
static void write_state_whole(const void *catalog, const void *state, struct JsonW *out)
{
    const Table table = {&pebbles_game, catalog, state, NULL};
    fields_write(&table, ((const PebblesState *)state)->players, false, out);
}

/* Always the first move open, even one that changes nothing. */
static Command idle_is_refused(const void *catalog, const void *state)
{
    Command c = pebbles_game.idle(catalog, state);
    c.a = (Id)(c.a + 99);
    return c;
}

static int index_is_short_for_one_seat(const void *catalog, const void *state,
                                       const Command *c)
{
    const int index = pebbles_game.action_index(catalog, state, c);
    return index > 1 && c->seat == 1 ? index - 1 : index;
}

static int mask_forgets_one(const void *catalog, const void *state, uint64_t *mask)
{
    const int count = pebbles_game.legal_mask(catalog, state, mask);
    if (count > 1)
        mask[0] &= mask[0] - 1;
    return count;
}

static int roll_does_nothing(const void *catalog, void *state, Rng *rng, int steps)
{
    static _Thread_local Moves moves;
    moves.count = 0;
    pebbles_game.legal(catalog, state, &moves);
    if (steps)
        rng_below(rng, (uint32_t)moves.count);
    return steps;
}

static int roll_never_makes_the_last(const void *catalog, void *state, Rng *rng,
                                     int steps)
{
    static _Thread_local Moves moves;
    moves.count = 0;
    pebbles_game.legal(catalog, state, &moves);
    if (!steps || !moves.count)
        return 0;
    const uint32_t count = (uint32_t)(moves.count > 1 ? moves.count - 1 : 1);
    pebbles_game.execute(catalog, state, &moves.item[rng_below(rng, count)], NULL);
    return 1;
}

/* What lay in the memory before shows through. */
static void observe_leaves_a_byte(const void *catalog, const void *view, int seat,
                                  void *out)
{
    uint8_t *seen = (uint8_t *)out;
    const uint8_t before = seen[pebbles_game.sees_count - 1];
    pebbles_game.observe(catalog, view, seat, out);
    seen[pebbles_game.sees_count - 1] = before & 1;
}

static void observe_forgets_a_part(const void *catalog, const void *view, int seat,
                                   void *out)
{
    pebbles_game.observe(catalog, view, seat, out);
    ((uint8_t *)out)[pebbles_game.sees_parts[0].first] = 0;
}

typedef struct {
    const char *what;
    uint32_t laws; /* bit LAW_X: X may be the first to notice */
    int moves_max; /* the shortened match has no more */
    Game game;
} Mistake;

static Game with(void (*change)(Game *))
{
    Game game = pebbles_game;
    change(&game);
    return game;
}

#define MISTAKE(name, field, function) \
    static void name(Game *g)          \
    {                                  \
        g->field = function;           \
    }
MISTAKE(forget_event, execute, execute_forgets_an_event)
MISTAKE(write_behind, execute, execute_writes_behind_the_events)
MISTAKE(forget_byte, open, open_forgets_a_byte)
MISTAKE(assert_breaks, execute, execute_asserts)
MISTAKE(complain, check, check_complains)
MISTAKE(show_neighbour, redact, redact_for_the_neighbour)
MISTAKE(list_too_much, legal, legal_lists_too_much)
MISTAKE(list_too_little, legal, legal_forgets_one)
MISTAKE(list_nothing, legal, legal_finds_nothing)
MISTAKE(dirty_validate, validate, validate_changes_the_state)
MISTAKE(forget_position, read_state, read_state_ignores_it)
MISTAKE(write_whole, write_state, write_state_whole)
MISTAKE(wrong_idle, idle, idle_is_refused)
MISTAKE(wrong_place, action_index, index_is_short_for_one_seat)
MISTAKE(short_mask, legal_mask, mask_forgets_one)
MISTAKE(unfair_roll, roll, roll_never_makes_the_last)
MISTAKE(dirty_seen, observe, observe_leaves_a_byte)
MISTAKE(less_seen, observe, observe_forgets_a_part)
#undef MISTAKE

static void do_nothing(Game *g)
{
    g->execute = execute_does_nothing;
    g->roll = roll_does_nothing;
}

static void hide_nothing(Game *g)
{
    g->redact = redact_hides_nothing;
    g->determinize = determinize_guesses_nothing;
}

#define BIT(law) (1u << LAW_##law)

static bool mistake_is_caught(const Mistake *m, const Subject *fixture, char *why,
                              size_t why_bytes)
{
    Subject subject = *fixture;
    Trial trial;
    subject.game = &m->game;
    trial_open(&trial, &subject);
    snprintf(why, why_bytes, "nothing was noticed");
    bool caught = false;
    for (int match = 0; match < BROKEN_MATCHES_MAX; match++) {
        const int players = 2 + match % 3;
        const Setup setup = play_setup(&m->game, subject.catalog, players, 0,
                                       rng_mix(1, (uint64_t)match) >> 32);
        trial_play(&trial, &setup, setup.seed);
        if (trial.failure.law == LAW_NONE)
            continue;
        const int law = trial.failure.law, moves = trial.failure.step;
        const int tries = shrink(&trial);
        const bool kept = trial.failure.law == law;
        caught = (m->laws >> law & 1) && kept && trial.failure.step <= m->moves_max;
        snprintf(why, why_bytes, "%s, %d moves shortened to %d in %d tries: %.200s",
                 law_names[law], moves, trial.failure.step, tries, trial.failure.what);
        break;
    }
    trial_close(&trial);
    return caught;
}

int main(void)
{
    static Subjects all;
    const Mistake mistakes[] = {
        {"an event is forgotten", BIT(EVENTS), 6, with(forget_event)},
        {"the state depends on who listens", BIT(SILENT), 8, with(write_behind)},
        {"the memory before shows through", BIT(REPLAY), 0, with(forget_byte)},
        {"an assertion breaks", BIT(ASSERTS), 6, with(assert_breaks)},
        {"a game never ends", BIT(ENDS) | BIT(IDLE), PLAY_MOVES_MAX, with(do_nothing)},
        {"an invariant breaks", BIT(CHECK) | BIT(FILLED), 6, with(complain)},
        {"everybody sees everything", BIT(SECRETS), 40, with(hide_nothing)},
        {"one player sees another's hand", BIT(VIEW) | BIT(OFFERS), 2,
         with(show_neighbour)},
        {"a move is listed and not legal", BIT(LISTED), 6, with(list_too_much)},
        {"a legal move is not listed",
         BIT(ROLLED) | BIT(REFUSED) | BIT(IDLE) | BIT(MASK), 6, with(list_too_little)},
        {"somebody is to act and cannot", BIT(STATUS), 6, with(list_nothing)},
        {"asking changes the state", BIT(REFUSED) | BIT(LISTED), 2,
         with(dirty_validate)},
        {"a view is written like the table", BIT(FIELDS), 2, with(write_whole)},
        {"a position is not read", BIT(POSITION), 2, with(forget_position)},
        {"the smallest step is refused", BIT(IDLE), 2, with(wrong_idle)},
        {"a move has another's place", BIT(PLACES), 4, with(wrong_place)},
        {"a mask lacks a legal move", BIT(MASK), 2, with(short_mask)},
        {"a roll never makes the last move", BIT(ROLLED), 2, with(unfair_roll)},
        {"an observation is not all written", BIT(OBSERVES), 2, with(dirty_seen)},
        {"an observation lacks what a view shows", BIT(OBSERVED), 2, with(less_seen)},
    };
    const int count = (int)(sizeof mistakes / sizeof *mistakes);
    int failed = 0;
    subjects_open(&all);
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        char why[400];
        const bool caught =
            mistake_is_caught(&mistakes[i], &all.subject[0], why, sizeof why);
        printf("%s %d - caught: %s\n# %s\n", caught ? "ok" : "not ok", i + 1,
               mistakes[i].what, why);
        fflush(stdout);
        failed += !caught;
    }
    subjects_close(&all);
    return failed != 0;
}
