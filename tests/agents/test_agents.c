/* test_agents.c - what holds for every agent in every game: none peeks, none stalls,
 * all can be repeated. */
#include "agents/policy.h"
#include "agents/search.h"
#include "cli/measure/rollout.h"
#include "tests/agents/opened.h"

#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum { ITERATIONS = 16, POSITIONS = 3, MOVES_EACH = 80 };

static int searches_kept;

#define TEST(name) static void name(void **unused_ __attribute__((unused)))

static Setup setup_of(const Game *game, uint64_t seed)
{
    return setup_default(game, game->players_min, seed);
}

/* A random position 'steps' moves into a game; false when it was over before. */
static bool wander(const Subject *s, uint64_t seed, int steps, void *state)
{
    const Setup setup = setup_of(s->game, seed);
    Moves *moves = malloc(sizeof *moves);
    Rng rng;
    rng_seed(&rng, seed);
    s->game->open(s->catalog, &setup, state);
    s->game->begin(s->catalog, state, NULL);
    for (int i = 0; i < steps; i++) {
        moves->count = 0;
        if (s->game->status(s->catalog, state).over)
            break;
        s->game->legal(s->catalog, state, moves);
        const uint32_t pick = rng_below(&rng, (uint32_t)moves->count);
        s->game->execute(s->catalog, state, &moves->item[pick], NULL);
    }
    free(moves);
    return !s->game->status(s->catalog, state).over;
}

static Command picked(const Subject *s, const void *state, const Agent *agent,
                      int iterations)
{
    Rollout r;
    assert_true(rollout_init(&r, s->game, s->catalog));
    r.iterations = iterations;
    const Command *move = rollout_pick(&r, state, 5, 3, agent, 0);
    assert_non_null(move);
    const Command copy = *move;
    rollout_clear(&r);
    return copy;
}

/* Calls 'each' for positions all over every game. */
static void everywhere(void (*each)(const Subject *s, const void *state))
{
    for (int i = 0; i < subjects.count; i++) {
        const Subject *s = &subjects.subject[i];
        void *state = calloc(1, s->game->state_bytes);
        for (int at = 0; at < POSITIONS; at++)
            if (wander(s, (uint64_t)at + 1, at * 17 + 1, state))
                each(s, state);
        free(state);
    }
}

/* Two tables that look the same from the seat. */
static void peek(const Subject *s, const void *state)
{
    const int seat = s->game->status(s->catalog, state).to_act;
    void *view = calloc(1, s->game->state_bytes);
    void *other = calloc(1, s->game->state_bytes);
    Rng rng;
    rng_seed(&rng, 99);
    s->game->redact(s->catalog, state, seat, view);
    s->game->determinize(s->catalog, view, &rng, other);
    for (int i = 0; agents_all[i]; i++) {
        const Command here = picked(s, state, agents_all[i], ITERATIONS);
        const Command there = picked(s, other, agents_all[i], ITERATIONS);
        assert_memory_equal(&here, &there, sizeof here);
    }
    free(view);
    free(other);
}

TEST(no_agent_peeks)
{
    everywhere(peek);
}

static void repeat(const Subject *s, const void *state)
{
    const Agent *hard = agents_find("hard");
    const Command first = picked(s, state, hard, 4 * ITERATIONS);
    picked(s, state, hard, ITERATIONS);
    const Command again = picked(s, state, hard, 4 * ITERATIONS);
    assert_memory_equal(&first, &again, sizeof first);
}

TEST(the_same_seed_and_iterations_give_the_same_answer)
{
    everywhere(repeat);
}

/* Nobody but chance takes back what has begun while there is anything else to do. */
static void goes_on(const Subject *s, Rollout *r, const Command *move)
{
    uint16_t place[MOVES_MAX];
    bool found = false;
    const int count =
        policy_choices(policy_find(s->game), s->catalog, r->view, r->moves, place);
    for (int i = 0; i < count; i++)
        found |= command_same(&r->moves->item[place[i]], move);
    assert_true(found);
}

/* Some way into a game: every move is legal and leaves a table that can be. */
static void play_on(const Subject *s, const Agent *agent)
{
    Rollout r;
    assert_true(rollout_init(&r, s->game, s->catalog));
    r.iterations = 2;
    wander(s, 11, 0, r.state);
    for (int step = 0; step < MOVES_EACH; step++) {
        if (s->game->status(s->catalog, r.state).over)
            break;
        const Command *move = rollout_pick(&r, r.state, 7, step, agent, 0);
        assert_non_null(move);
        assert_int_equal(s->game->validate(s->catalog, r.state, move, NULL), ERR_OK);
        if (agent != agents_find("random") && agent != agents_find("easy"))
            goes_on(s, &r, move);
        s->game->execute(s->catalog, r.state, move, NULL);
        const char *broken = s->game->check(s->catalog, r.state);
        if (broken)
            fail_msg("%s, %s: %s", s->game->id, agent->name, broken);
    }
    rollout_clear(&r);
}

TEST(every_agent_plays_every_game_by_the_rules)
{
    for (int i = 0; i < subjects.count; i++)
        for (int a = 0; agents_all[a]; a++)
            play_on(&subjects.subject[i], agents_all[a]);
}

static SearchReport search_as(const Subject *s, const void *state, AgentTurn turn,
                              SearchStyle style, Moves *moves)
{
    void *view = calloc(1, s->game->state_bytes);
    Rng rng;
    rng_seed(&rng, 1);
    turn.seat = s->game->status(s->catalog, state).to_act;
    s->game->redact(s->catalog, state, turn.seat, view);
    moves->count = 0;
    s->game->legal(s->catalog, view, moves);
    turn.game = s->game;
    turn.catalog = s->catalog;
    turn.view = view;
    turn.moves = moves;
    turn.rng = &rng;
    const SearchReport report = search_run(&turn, style);
    free(view);
    return report;
}

static SearchReport search_at(const Subject *s, const void *state, AgentTurn turn,
                              Moves *moves)
{
    const SearchStyle style = {.plain = true};
    return search_as(s, state, turn, style, moves);
}

/* How much of the iterations allowed was used where not all were needed. */
static int64_t iterations_spared;

static void stop_early(const Subject *s, const void *state)
{
    Moves *moves = malloc(sizeof *moves);
    for (int plain = 0; plain < 2; plain++)
        for (int most = 1; most <= 1024; most *= 4) {
            const SearchStyle patient = {.plain = plain},
                              hasty = {.plain = plain, .is_hasty = true};
            const AgentTurn turn = {.iterations = most, .memory_mib = 2};
            const SearchReport whole = search_as(s, state, turn, patient, moves);
            assert_int_equal(whole.iterations, most);
            const SearchReport part = search_as(s, state, turn, hasty, moves);
            assert_true(part.iterations <= most);
            assert_int_equal(part.best, whole.best);
            iterations_spared += most - part.iterations;
        }
    free(moves);
}

TEST(a_search_that_stops_early_finds_what_it_would_have_found)
{
    everywhere(stop_early);
    assert_true(iterations_spared > 1000);
}

static int choices_single;

static void one_choice(const Subject *s, const void *state)
{
    Moves *moves = malloc(sizeof *moves);
    void *view = calloc(1, s->game->state_bytes);
    uint16_t place[MOVES_MAX];
    const SearchStyle hasty = {.is_hasty = true};
    const AgentTurn turn = {.iterations = 50, .memory_mib = 2};
    const SearchReport report = search_as(s, state, turn, hasty, moves);
    s->game->redact(s->catalog, state, s->game->status(s->catalog, state).to_act, view);
    const int count =
        policy_choices(policy_find(s->game), s->catalog, view, moves, place);
    choices_single += count == 1;
    assert_int_equal(report.iterations == 0, count == 1);
    if (count == 1)
        assert_int_equal(report.best, place[0]);
    free(view);
    free(moves);
}

TEST(nobody_thinks_where_there_is_nothing_to_choose)
{
    everywhere(one_choice);
    assert_true(choices_single > 0);
}

static void fill_memory(const Subject *s, const void *state)
{
    Moves *moves = malloc(sizeof *moves);
    const AgentTurn turn = {.iterations = 1500, .memory_mib = 1};
    const SearchReport report = search_at(s, state, turn, moves);
    assert_true(report.bytes <= 1 << 20);
    assert_int_equal(report.iterations, 1500);
    assert_true(report.best >= 0 && report.best < moves->count);
    free(moves);
}

TEST(a_tree_never_takes_more_memory_than_it_may)
{
    everywhere(fill_memory);
}

static void search_twice(const Subject *s, const void *state)
{
    Moves *moves = malloc(sizeof *moves);
    const AgentTurn turn = {.iterations = 200};
    search_at(s, state, turn, moves);
    const size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    search_at(s, state, turn, moves);
    assert_int_equal(mallinfo2().uordblks + mallinfo2().hblkhd, before);
    free(moves);
}

/* The whole of it, threads and all, and without being told a bound. */
TEST(a_search_takes_no_more_than_64_mib_unless_told)
{
    Moves *moves = malloc(sizeof *moves);
    for (int i = 0; i < subjects.count; i++) {
        const Subject *s = &subjects.subject[i];
        void *state = calloc(1, s->game->state_bytes);
        wander(s, 3, 1, state);
        for (int threads = 1; threads <= 3; threads++) {
            const struct mallinfo2 before = mallinfo2();
            const AgentTurn turn = {.iterations = 3, .threads = threads};
            const SearchReport report = search_at(s, state, turn, moves);
            const struct mallinfo2 after = mallinfo2();
            const size_t bytes = (size_t)SEARCH_MEMORY_MIB << 20;
            assert_true(report.bytes <= bytes);
            assert_true(after.uordblks + after.hblkhd <=
                        before.uordblks + before.hblkhd + bytes);
        }
        free(state);
    }
    free(moves);
}

static void search_with_threads(const Subject *s, const void *state)
{
    Moves *moves = malloc(sizeof *moves);
    SearchMove first[MOVES_MAX];
    const AgentTurn turn = {.iterations = 90, .threads = 3, .memory_mib = 3};
    const SearchReport once = search_at(s, state, turn, moves);
    memcpy(first, once.move, (size_t)moves->count * sizeof *first);
    const SearchReport again = search_at(s, state, turn, moves);
    assert_int_equal(once.iterations, 90);
    assert_int_equal(once.best, again.best);
    assert_memory_equal(first, again.move, (size_t)moves->count * sizeof *first);
    uint32_t visits = 0;
    for (int i = 0; i < moves->count; i++)
        visits += first[i].visits;
    assert_int_equal(visits, 90);
    assert_true(once.bytes <= 3 << 20);
    free(moves);
}

TEST(so_many_threads_always_find_the_same)
{
    everywhere(search_with_threads);
}

/* Search, make the best move and whatever follows until the seat is asked again. */
static void search_on(const Subject *s, const void *begin)
{
    Rollout r;
    Moves *moves = malloc(sizeof *moves);
    const int seat = s->game->status(s->catalog, begin).to_act;
    assert_true(rollout_init(&r, s->game, s->catalog));
    memcpy(r.state, begin, s->game->state_bytes);
    rollout_begin(&r, 77);
    AgentTurn turn = {.iterations = 400, .memory_mib = 2, .match = 77};
    turn.trail = r.trail + seat * ROLLOUT_TRAIL_MAX;
    const SearchReport first = search_at(s, r.state, turn, moves);
    Command move = moves->item[first.best];
    const uint32_t best = first.move[first.best].visits;
    rollout_saw(&r, r.state, &move);
    s->game->execute(s->catalog, r.state, &move, NULL);
    if (s->game->status(s->catalog, r.state).to_act == seat) {
        turn.trail_count = r.trail_count;
        turn.iterations = 1;
        const SearchReport kept = search_at(s, r.state, turn, moves);
        uint32_t visits = 0;
        for (int i = 0; i < moves->count; i++)
            visits += kept.move[i].visits;
        assert_true(visits <= best + 1 + (uint32_t)moves->count);
        searches_kept += visits > best / 4;
        turn.match = 78;
        const SearchReport other = search_at(s, r.state, turn, moves);
        visits = 0;
        for (int i = 0; i < moves->count; i++)
            visits += other.move[i].visits;
        assert_int_equal(visits, 1);
    }
    rollout_clear(&r);
    free(moves);
}

TEST(a_search_goes_on_where_the_last_one_of_the_match_left_off)
{
    everywhere(search_on);
    assert_true(searches_kept >= 3);
}

TEST(a_search_keeps_no_memory_but_its_own)
{
    everywhere(search_twice);
}

/* What the thread has worked, in milliseconds: on a busy machine time goes by without,
 * but whoever thinks on after the time is up works on. */
static double worked_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

TEST(thinking_ends_in_time)
{
    const Agent *const thinkers[] = {agents_find("hard"), agents_find("minimax")};
    for (int i = 0; i < subjects.count; i++)
        for (int a = 0; a < 2; a++) {
            const Subject *s = &subjects.subject[i];
            void *state = calloc(1, s->game->state_bytes);
            Rollout r;
            if (!wander(s, 2, 12, state))
                wander(s, 2, 1, state);
            assert_true(rollout_init(&r, s->game, s->catalog));
            const double from = worked_ms();
            rollout_pick(&r, state, 5, 3, thinkers[a], 200);
            const double worked = worked_ms() - from;
            if (worked > 240)
                fail_msg("%s, %s: %.0f ms", s->game->id, thinkers[a]->name, worked);
            rollout_clear(&r);
            free(state);
        }
}

/* All moves of a machine, also several in a row, are seen after one to two of its
 * least delays, and none of these more often than another. */
TEST(every_move_takes_its_time)
{
    int tenth[10] = {0};
    for (int turn = 0; turn < 10000; turn++) {
        const int64_t us = rollout_pause_us(1000, 42, turn);
        assert_true(us >= 1000000 && us <= 2000000);
        tenth[(us - 1000000) / 100001]++;
    }
    for (int i = 0; i < 10; i++)
        assert_true(tenth[i] > 800 && tenth[i] < 1200);
    assert_int_equal(rollout_pause_us(0, 42, 1), 0);
}

static const Subject *subject_of(const char *game)
{
    for (int i = 0; i < subjects.count; i++)
        if (strcmp(subjects.subject[i].game->id, game) == 0)
            return &subjects.subject[i];
    fail();
    return NULL;
}

/* A table that plays by the printed rules: the other reading may say what it likes. */
TEST(smash_up_is_rated_by_the_rules_of_its_table)
{
    const Subject *s = subject_of("smashup");
    const Policy *policy = policy_find(s->game);
    const size_t half = s->game->catalog_bytes / 2;
    uint8_t *catalog = malloc(s->game->catalog_bytes);
    void *state = calloc(1, s->game->state_bytes);
    Moves *moves = malloc(sizeof *moves);
    int32_t here[MOVES_MAX], there[MOVES_MAX];
    memcpy(catalog, s->catalog, s->game->catalog_bytes);
    memcpy(catalog, catalog + half, half);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        Setup setup = setup_of(s->game, seed);
        Rng rng;
        setup.option[0] = 1; /* rules=printed */
        rng_seed(&rng, seed);
        s->game->open(s->catalog, &setup, state);
        s->game->begin(s->catalog, state, NULL);
        for (int step = 0; step < 120; step++) {
            moves->count = 0;
            if (s->game->status(s->catalog, state).over)
                break;
            s->game->legal(s->catalog, state, moves);
            policy->rate(s->catalog, state, moves, here);
            policy->rate(catalog, state, moves, there);
            assert_memory_equal(here, there, (size_t)moves->count * sizeof *here);
            const uint32_t pick = rng_below(&rng, (uint32_t)moves->count);
            s->game->execute(s->catalog, state, &moves->item[pick], NULL);
        }
    }
    free(moves);
    free(state);
    free(catalog);
}

/* Expansions have moves that take no card from the structure; nothing is shifted by
 * less than nothing then, which the sanitizers see. */
TEST(a_turn_of_the_duel_without_a_card_is_rated)
{
    const Subject *s = subject_of("duel");
    void *state = calloc(1, s->game->state_bytes);
    Moves *moves = malloc(sizeof *moves);
    int32_t rating[MOVES_MAX];
    assert_true(wander(s, 1, 20, state));
    moves->count = 0;
    s->game->legal(s->catalog, state, moves);
    moves->item[0].type = 200;
    moves->item[0].a = 0;
    policy_find(s->game)->rate(s->catalog, state, moves, rating);
    assert_true(rating[0] <= 0);
    free(moves);
    free(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_agent_peeks),
        cmocka_unit_test(the_same_seed_and_iterations_give_the_same_answer),
        cmocka_unit_test(every_agent_plays_every_game_by_the_rules),
        cmocka_unit_test(a_search_that_stops_early_finds_what_it_would_have_found),
        cmocka_unit_test(nobody_thinks_where_there_is_nothing_to_choose),
        cmocka_unit_test(a_tree_never_takes_more_memory_than_it_may),
        cmocka_unit_test(a_search_takes_no_more_than_64_mib_unless_told),
        cmocka_unit_test(so_many_threads_always_find_the_same),
        cmocka_unit_test(a_search_goes_on_where_the_last_one_of_the_match_left_off),
        cmocka_unit_test(a_search_keeps_no_memory_but_its_own),
        cmocka_unit_test(thinking_ends_in_time),
        cmocka_unit_test(every_move_takes_its_time),
        cmocka_unit_test(smash_up_is_rated_by_the_rules_of_its_table),
        cmocka_unit_test(a_turn_of_the_duel_without_a_card_is_rated),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
