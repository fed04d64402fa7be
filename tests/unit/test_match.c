/* test_match.c - a match can be gone back and forth, forked, saved and loaded; a file
 * that does not fit is refused. */
#include "engine/hash.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

/* Long enough to pass several snapshots: everybody takes one pebble at a time. */
static Match *long_match(int *moves)
{
    Setup setup = unit_setup(4, 3);
    setup.option[PEBBLES_OPT_PILE] = PEBBLES_PILE_MAX;
    Match *m = match_new(&pebbles_game, unit_catalog(), &setup);
    while (!match_status(m).over)
        assert_int_equal(match_idle(m, NULL), ERR_OK);
    *moves = match_moves(m);
    return m;
}

TEST(the_same_setup_deals_the_same_and_another_seed_another)
{
    Match *a = unit_match(3, 7), *b = unit_match(3, 7), *c = unit_match(3, 8);
    assert_int_equal(match_hash(a), match_hash(b));
    assert_int_not_equal(match_hash(a), match_hash(c));
    assert_int_equal(match_setup(a)->seed, 7);
    assert_ptr_equal(match_game(a), &pebbles_game);
    assert_ptr_equal(match_catalog(a), unit_catalog());
    match_free(a);
    match_free(b);
    match_free(c);
}

TEST(a_refused_move_changes_nothing)
{
    Match *m = unit_match(2, 7);
    unit_play(m, 3, 1);
    match_undo(m);
    const uint64_t hash = match_hash(m);
    const int events = match_event_count(m);
    const int seat = match_status(m).to_act;
    const Command wrong = command(PEBBLES_DO_TAKE, 1 - seat, 1, 0, 0);
    Refusal why;
    assert_int_equal(match_apply(m, &wrong, &why), ERR_NOT_YOUR_TURN);
    assert_int_equal(why.code, ERR_NOT_YOUR_TURN);
    assert_int_equal(why.quote.arg[0], seat + 1);
    assert_int_equal(match_hash(m), hash);
    assert_int_equal(match_moves(m), 2);
    assert_int_equal(match_moves_redo(m), 1);
    assert_int_equal(match_event_count(m), events);
    match_free(m);
}

TEST(undo_and_redo_restore_the_bytes)
{
    Match *m = unit_match(3, 5);
    const int moves = unit_play(m, 200, 2);
    uint64_t hashes[201];
    assert_true(match_status(m).over);
    for (int i = moves; i >= 0; i--) {
        hashes[i] = match_hash(m);
        assert_int_equal(match_moves(m), i);
        assert_int_equal(match_undo(m), i > 0);
    }
    assert_int_equal(match_moves_redo(m), moves);
    for (int i = 0; i <= moves; i++) {
        assert_int_equal(match_hash(m), hashes[i]);
        assert_int_equal(match_redo(m), i < moves);
    }
    match_free(m);
}

TEST(a_new_move_forgets_what_could_be_redone)
{
    Match *m = unit_match(2, 5);
    unit_play(m, 4, 2);
    assert_true(match_go(m, 2));
    assert_int_equal(match_moves_redo(m), 2);
    assert_int_equal(unit_play(m, 1, 9), 1);
    assert_int_equal(match_moves_redo(m), 0);
    assert_int_equal(match_moves(m), 3);
    assert_false(match_redo(m));
    match_free(m);
}

TEST(any_moment_can_be_visited_and_looked_at)
{
    int moves = 0;
    Match *m = long_match(&moves);
    assert_true(moves > 140);
    uint64_t *hashes = (uint64_t *)calloc((size_t)moves + 1, sizeof *hashes);
    for (int i = 0; i <= moves; i++) {
        assert_true(match_go(m, i));
        hashes[i] = match_hash(m);
    }
    Rng rng;
    rng_seed(&rng, 1);
    for (int round = 0; round < 300; round++) {
        const int here = (int)rng_below(&rng, (uint32_t)moves + 1);
        const int there = (int)rng_below(&rng, (uint32_t)moves + 1);
        PebblesState then;
        assert_true(match_go(m, here));
        assert_int_equal(match_hash(m), hashes[here]);
        match_state_at(m, there, &then);
        assert_int_equal(hash_bytes(&then, sizeof then), hashes[there]);
        assert_int_equal(match_hash(m), hashes[here]);
    }
    assert_false(match_go(m, -1));
    assert_false(match_go(m, moves + 1));
    free(hashes);
    match_free(m);
}

/* Snapshots of moves that were given up must not come back. */
TEST(a_changed_past_is_remembered_as_it_now_is)
{
    Match *m =
        unit_position(2, "{'pile':150,'charms':[null,null],'deck':[],'pebbles':[0,0]}");
    const Command one[2] = {command(PEBBLES_DO_TAKE, 0, 1, 0, 0),
                            command(PEBBLES_DO_TAKE, 1, 1, 0, 0)};
    int moves = 0;
    for (; moves < 135; moves++)
        assert_int_equal(match_apply(m, &one[moves & 1], NULL), ERR_OK);
    assert_true(match_go(m, 10));
    const Command two = command(PEBBLES_DO_TAKE, 0, 2, 0, 0);
    assert_int_equal(match_apply(m, &two, NULL), ERR_OK);
    for (moves = 11; moves < 135; moves++)
        assert_int_equal(match_apply(m, &one[moves & 1], NULL), ERR_OK);
    PebblesState then;
    for (int i = 11; i <= 135; i++) {
        match_state_at(m, i, &then);
        assert_int_equal(then.pile, 150 - i - 1);
    }
    Match *fork = match_fork(m, 135);
    assert_int_equal(match_hash(fork), match_hash(m));
    match_free(fork);
    match_free(m);
}

TEST(a_fork_goes_its_own_way)
{
    Match *m = unit_match(3, 5);
    const int moves = unit_play(m, 8, 2);
    const uint64_t hash = match_hash(m);
    PebblesState then;
    match_state_at(m, 4, &then);
    Match *fork = match_fork(m, 4);
    assert_int_equal(match_hash(fork), hash_bytes(&then, sizeof then));
    assert_int_equal(match_moves(fork), 4);
    unit_play(fork, 3, 77);
    assert_int_equal(match_hash(m), hash);
    assert_int_equal(match_moves(m), moves);
    match_free(fork);
    match_free(m);
}

static int events_of_type(const Match *m, int type)
{
    int found = 0;
    Event e;
    for (int i = 0; match_event(m, i, &e, NULL); i++)
        found += e.type == type;
    return found;
}

TEST(a_resumed_match_goes_on_as_the_replayed_one)
{
    int moves = 0;
    Match *whole = long_match(&moves);
    const int from = moves / 2;
    uint8_t *state = malloc(pebbles_game.state_bytes);
    assert_non_null(state);
    match_state_at(whole, from, state);
    Match *m =
        match_resume(&pebbles_game, unit_catalog(), match_setup(whole), state, from);
    assert_int_equal(match_first(m), from);
    assert_true(match_bytes(m) < match_bytes(whole) / 4);
    for (int i = from; i < moves; i++) {
        assert_int_equal(match_moves(m), i);
        assert_int_equal(match_apply(m, match_command(whole, i), NULL), ERR_OK);
        assert_memory_equal(match_command(m, i), match_command(whole, i),
                            sizeof(Command));
    }
    assert_int_equal(match_hash(m), match_hash(whole));
    const int events = match_event_first(whole, from);
    assert_int_equal(match_event_count(m), match_event_count(whole) - events);
    for (int i = from; i < moves; i++)
        assert_int_equal(match_event_first(m, i), match_event_first(whole, i) - events);
    Match *fork = match_fork(m, from + 3);
    assert_int_equal(match_moves(fork), from + 3);
    match_go(whole, from + 3);
    assert_true(match_go(m, from + 3));
    assert_int_equal(match_hash(m), match_hash(whole));
    assert_int_equal(match_hash(fork), match_hash(whole));
    assert_false(match_go(m, from - 1));
    memset(state, 0xff, pebbles_game.state_bytes);
    assert_null(
        match_resume(&pebbles_game, unit_catalog(), match_setup(whole), state, from));
    free(state);
    match_free(fork);
    match_free(m);
    match_free(whole);
}

TEST(events_are_kept_in_order_and_go_with_their_command)
{
    Match *m = unit_match(3, 5);
    Event e;
    const uint8_t *list = NULL;
    assert_true(match_event(m, 0, &e, &list));
    assert_int_equal(e.type, PEBBLES_EV_SHUFFLED);
    assert_int_equal(e.count, 8);
    assert_int_equal(events_of_type(m, PEBBLES_EV_DREW), 3);
    const int dealt = match_event_count(m);
    assert_int_equal(match_event_first(m, -1), 0);
    const Command take = command(PEBBLES_DO_TAKE, 0, 3, 0, 0);
    assert_int_equal(match_apply(m, &take, NULL), ERR_OK);
    assert_int_equal(match_event_first(m, 0), dealt);
    assert_true(match_event(m, dealt, &e, NULL));
    assert_int_equal(e.type, PEBBLES_EV_TOOK);
    assert_int_equal(e.n, 3);
    const int events = match_event_count(m);
    assert_false(match_event(m, events, &e, NULL));
    assert_false(match_event(m, -1, &e, NULL));
    match_undo(m);
    assert_int_equal(match_event_count(m), dealt);
    match_redo(m);
    assert_int_equal(match_event_count(m), events);
    assert_true(match_event(m, dealt, &e, NULL));
    assert_int_equal(e.type, PEBBLES_EV_TOOK);
    match_free(m);
}

TEST(the_events_of_a_match_fold_to_its_table)
{
    Match *m = unit_match(4, 9);
    unit_play(m, 200, 4);
    PebblesState folded;
    Event e;
    const uint8_t *list = NULL;
    pebbles_game.open(unit_catalog(), match_setup(m), &folded);
    for (int i = 0; match_event(m, i, &e, &list); i++)
        pebbles_game.reduce(unit_catalog(), &folded, &e, list);
    assert_memory_equal(&folded, match_state(m), pebbles_game.table_bytes);
    match_free(m);
}

TEST(a_finished_match_takes_no_more_moves)
{
    Match *m = unit_match(2, 5);
    unit_play(m, 200, 2);
    const Command take = command(PEBBLES_DO_TAKE, 0, 1, 0, 0);
    Refusal why;
    assert_int_equal(match_apply(m, &take, &why), ERR_GAME_OVER);
    assert_int_equal(match_idle(m, &why), ERR_GAME_OVER);
    assert_int_equal(why.code, ERR_GAME_OVER);
    match_free(m);
}

static Command must_not_be_asked(const void *catalog, const void *state)
{
    (void)catalog, (void)state;
    fail();
    return command(0, 0, 0, 0, 0);
}

TEST(nobody_is_away_from_a_finished_match)
{
    Game game = pebbles_game;
    game.idle = must_not_be_asked;
    const Setup setup = unit_setup(2, 5);
    Match *m = match_new(&game, unit_catalog(), &setup);
    unit_play(m, 200, 2);
    assert_int_equal(match_idle(m, NULL), ERR_GAME_OVER);
    match_free(m);
}

/* Files. */

static json_t *saved(const Match *m)
{
    JsonW w;
    jw_open(&w);
    match_save(m, NULL, &w);
    assert_false(w.overflow);
    json_t *json = json_loads(w.text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    jw_close(&w);
    return json;
}

static Match *loaded(const json_t *json, Refusal *why)
{
    *why = refusal(ERR_OK);
    return match_load(json, unit_catalogs(), why);
}

static void loads_as_the_same(const Match *m)
{
    Refusal why;
    json_t *json = saved(m);
    Match *again = loaded(json, &why);
    assert_non_null(again);
    assert_int_equal(match_hash(again), match_hash(m));
    assert_int_equal(match_moves(again), match_moves(m));
    assert_int_equal(match_event_count(again), match_event_count(m));
    assert_memory_equal(match_setup(again), match_setup(m), sizeof(Setup));
    for (int i = 0; i < match_moves(m); i++)
        assert_true(command_same(match_command(again, i), match_command(m, i)));
    match_free(again);
    json_decref(json);
}

TEST(a_saved_match_loads_as_the_same)
{
    for (int players = 2; players <= 4; players++)
        for (uint64_t seed = 1; seed < 30; seed++) {
            Match *m = unit_match(players, seed);
            unit_play(m, (int)seed, seed);
            loads_as_the_same(m);
            match_free(m);
        }
}

TEST(only_the_moves_up_to_now_are_saved)
{
    Match *m = unit_match(2, 5);
    unit_play(m, 6, 2);
    match_go(m, 3);
    Refusal why;
    json_t *json = saved(m);
    Match *again = loaded(json, &why);
    assert_int_equal(match_moves(again), 3);
    assert_int_equal(match_moves_redo(again), 0);
    match_free(again);
    json_decref(json);
    match_free(m);
}

TEST(a_match_from_a_position_is_saved_with_it)
{
    Match *m = unit_position(3, "{'pile':9,'pebbles':[1,5,2],'deck':['jay'],"
                                "'charms':['raven','mole','fox']}");
    unit_play(m, 5, 3);
    loads_as_the_same(m);
    Match *fork = match_fork(m, 2);
    loads_as_the_same(fork);
    match_free(fork);
    match_free(m);
}

TEST(a_result_is_saved_once_there_is_one)
{
    Match *m = unit_match(2, 5);
    json_t *json = saved(m);
    assert_true(json_is_null(json_object_get(json, "result")));
    json_decref(json);
    unit_play(m, 200, 2);
    json = saved(m);
    const json_t *result = json_object_get(json, "result");
    const json_t *winners = json_object_get(result, "winners");
    int mask = 0;
    for (size_t i = 0; i < json_array_size(winners); i++)
        mask |= 1 << json_integer_value(json_array_get(winners, i));
    assert_int_equal(mask, match_status(m).winners);
    assert_int_equal(json_array_size(json_object_get(result, "points")), 2);
    json_decref(json);
    match_free(m);
}

/* Change one thing in a good file; the code and the first word of the refusal. */
static void refused_with(void (*change)(json_t *), int err, const char *word)
{
    Match *m = unit_match(2, 5);
    unit_play(m, 4, 2);
    json_t *json = saved(m);
    Refusal why;
    change(json);
    assert_null(loaded(json, &why));
    assert_int_equal(why.code, err);
    assert_string_equal(why.word[0], word);
    json_decref(json);
    match_free(m);
}

static json_t *command_at(json_t *json, size_t index)
{
    return json_array_get(json_object_get(json, "commands"), index);
}

static void other_format(json_t *json)
{
    json_object_set_new(json, "parlor", json_integer(2));
}

static void other_game(json_t *json)
{
    json_object_set_new(json, "game", json_string("marbles"));
}

static void other_rules(json_t *json)
{
    json_object_set_new(json, "rules", json_integer(99));
}

static void other_data(json_t *json)
{
    json_object_set_new(json, "data", json_string("0123456789abcdef"));
}

static void other_hash(json_t *json)
{
    json_object_set_new(json, "hash", json_string("0123456789abcdef"));
}

static void no_hash(json_t *json)
{
    json_object_del(json, "hash");
}

static void no_commands(json_t *json)
{
    json_object_set_new(json, "commands", json_object());
}

static void other_seed(json_t *json)
{
    json_object_set_new(json, "seed", json_integer(6));
}

static void five_players(json_t *json)
{
    json_object_set_new(json, "players", json_integer(5));
}

static void wrong_seat(json_t *json)
{
    json_object_set_new(command_at(json, 0), "seat", json_integer(1));
}

static void no_seat(json_t *json)
{
    json_object_del(command_at(json, 0), "seat");
}

static void the_tables_seat(json_t *json)
{
    json_object_set_new(command_at(json, 0), "seat", json_string("table"));
}

static void unknown_action(json_t *json)
{
    json_object_set_new(json_object_get(command_at(json, 2), "do"), "type",
                        json_string("fly"));
}

static void not_a_command(json_t *json)
{
    json_array_set_new(json_object_get(json, "commands"), 1, json_integer(1));
}

static void one_move_less(json_t *json)
{
    json_array_remove(json_object_get(json, "commands"), 3);
}

static void bad_position(json_t *json)
{
    json_object_set_new(json, "position", unit_json("{'pile':151}"));
}

static void broken_position(json_t *json)
{
    json_object_set_new(json, "position", unit_json("{'pile':0}"));
}

TEST(a_file_that_does_not_fit_is_refused)
{
    refused_with(other_format, ERR_BAD_FILE, "parlor");
    refused_with(other_game, ERR_UNKNOWN_GAME, "marbles");
    refused_with(other_rules, ERR_OTHER_RULES, "");
    refused_with(other_data, ERR_OTHER_DATA, "@data.all");
    refused_with(other_hash, ERR_BAD_FILE, "hash");
    refused_with(no_hash, ERR_MISSING_FIELD, "hash");
    refused_with(no_commands, ERR_MISSING_FIELD, "commands");
    refused_with(five_players, ERR_BAD_PLAYERS, "");
    refused_with(wrong_seat, ERR_BAD_FILE, "commands[0]");
    refused_with(no_seat, ERR_BAD_FILE, "commands[0]");
    refused_with(the_tables_seat, ERR_BAD_FILE, "commands[0]");
    refused_with(unknown_action, ERR_BAD_FILE, "commands[2]");
    refused_with(not_a_command, ERR_BAD_FILE, "commands[1]");
    refused_with(one_move_less, ERR_BAD_FILE, "hash");
}

TEST(a_position_that_cannot_be_is_refused)
{
    Match *m = unit_match(2, 5);
    json_t *json = saved(m);
    Refusal why;
    bad_position(json);
    assert_null(loaded(json, &why));
    assert_int_equal(why.code, ERR_BAD_POSITION);
    broken_position(json);
    assert_null(loaded(json, &why));
    assert_int_equal(why.code, ERR_BAD_POSITION);
    assert_non_null(strstr(why.word[0], "last pebble"));
    json_decref(json);
    match_free(m);
}

TEST(another_seed_is_noticed)
{
    Match *m = unit_match(2, 5);
    json_t *json = saved(m);
    Refusal why;
    other_seed(json);
    assert_null(loaded(json, &why));
    assert_int_equal(why.code, ERR_BAD_FILE);
    json_decref(json);
    assert_null(loaded(NULL, &why));
    assert_int_equal(why.code, ERR_BAD_FILE);
    match_free(m);
}

/* What a game reads in good faith is still checked. */
static Err read_no_pebbles(const void *catalog, const struct json_t *json, void *state,
                           Refusal *why)
{
    (void)catalog, (void)json, (void)why;
    ((PebblesState *)state)->pile = 0;
    return ERR_OK;
}

/* A charm has another name on every second table. */
static const char *other_thing_id(const void *catalog, const void *state, int kind,
                                  int id)
{
    const int odd = ((const PebblesState *)state)->pile & 1;
    return pebbles_game.thing_id(catalog, state, kind, odd && id < 9 ? 9 - id : id);
}

TEST(a_position_is_checked_even_when_the_game_takes_it)
{
    Game game = pebbles_game;
    game.read_state = read_no_pebbles;
    const Game *const games[] = {&game, NULL};
    Catalogs *catalogs = catalogs_open(games, unit_data());
    Match *m = unit_match(2, 5);
    json_t *json = saved(m);
    Refusal why;
    bad_position(json);
    assert_null(match_load(json, catalogs, &why));
    assert_int_equal(why.code, ERR_BAD_POSITION);
    catalogs_close(catalogs);
    json_decref(json);
    match_free(m);
}

TEST(names_are_those_of_the_table_at_the_time)
{
    Game game = pebbles_game;
    game.thing_id = other_thing_id;
    const Game *const games[] = {&game, NULL};
    Catalogs *catalogs = catalogs_open(games, unit_data());
    for (uint64_t seed = 1; seed < 20; seed++) {
        const Setup setup = unit_setup(3, seed);
        Match *m = match_new(&game, unit_catalog(), &setup);
        unit_play(m, 200, seed);
        json_t *json = saved(m);
        Match *again = match_load(json, catalogs, NULL);
        assert_non_null(again);
        assert_int_equal(match_hash(again), match_hash(m));
        match_free(again);
        json_decref(json);
        match_free(m);
    }
    catalogs_close(catalogs);
}

/* The table itself may act, where a game allows it. */
static Err anybody(const void *catalog, const void *state, const Command *c, Quote *q)
{
    Command as_player = *c;
    const PebblesState *s = (const PebblesState *)state;
    if (as_player.seat == SEAT_TABLE)
        as_player.seat = s->seat;
    return pebbles_game.validate(catalog, state, &as_player, q);
}

static void execute_as_player(const void *catalog, void *state, const Command *c,
                              EventLog *log)
{
    Command as_player = *c;
    as_player.seat = ((const PebblesState *)state)->seat;
    pebbles_game.execute(catalog, state, &as_player, log);
}

TEST(a_move_by_the_table_is_saved_as_such)
{
    Game game = pebbles_game;
    game.validate = anybody;
    game.execute = execute_as_player;
    const Game *const games[] = {&game, NULL};
    Catalogs *catalogs = catalogs_open(games, unit_data());
    const Setup setup = unit_setup(2, 1);
    Match *m = match_new(&game, unit_catalog(), &setup);
    const Command skip = command(PEBBLES_DO_TAKE, SEAT_TABLE, 1, 0, 0);
    assert_int_equal(match_apply(m, &skip, NULL), ERR_OK);
    json_t *json = saved(m);
    assert_string_equal(json_string_value(json_object_get(command_at(json, 0), "seat")),
                        "table");
    Match *again = match_load(json, catalogs, NULL);
    assert_non_null(again);
    assert_int_equal(match_command(again, 0)->seat, SEAT_TABLE);
    match_free(again);
    catalogs_close(catalogs);
    json_decref(json);
    match_free(m);
}

RUN(cmocka_unit_test(the_same_setup_deals_the_same_and_another_seed_another),
    cmocka_unit_test(a_refused_move_changes_nothing),
    cmocka_unit_test(undo_and_redo_restore_the_bytes),
    cmocka_unit_test(a_new_move_forgets_what_could_be_redone),
    cmocka_unit_test(any_moment_can_be_visited_and_looked_at),
    cmocka_unit_test(a_changed_past_is_remembered_as_it_now_is),
    cmocka_unit_test(a_fork_goes_its_own_way),
    cmocka_unit_test(a_resumed_match_goes_on_as_the_replayed_one),
    cmocka_unit_test(events_are_kept_in_order_and_go_with_their_command),
    cmocka_unit_test(the_events_of_a_match_fold_to_its_table),
    cmocka_unit_test(a_finished_match_takes_no_more_moves),
    cmocka_unit_test(nobody_is_away_from_a_finished_match),
    cmocka_unit_test(a_saved_match_loads_as_the_same),
    cmocka_unit_test(only_the_moves_up_to_now_are_saved),
    cmocka_unit_test(a_match_from_a_position_is_saved_with_it),
    cmocka_unit_test(a_result_is_saved_once_there_is_one),
    cmocka_unit_test(a_file_that_does_not_fit_is_refused),
    cmocka_unit_test(a_position_that_cannot_be_is_refused),
    cmocka_unit_test(a_position_is_checked_even_when_the_game_takes_it),
    cmocka_unit_test(names_are_those_of_the_table_at_the_time),
    cmocka_unit_test(another_seed_is_noticed),
    cmocka_unit_test(a_move_by_the_table_is_saved_as_such))
