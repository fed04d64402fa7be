/* test_record.c - commands, events and setups go to JSON and come back, and what is
 * wrong in them is told with the right code and words. */
#include "tests/unit/unit.h"

static PebblesState start(int players)
{
    const Setup setup = unit_setup(players, 1);
    PebblesState s;
    pebbles_game.open(unit_catalog(), &setup, &s);
    pebbles_game.begin(unit_catalog(), &s, NULL);
    return s;
}

static Table table_of(const PebblesState *s)
{
    const Table t = {&pebbles_game, unit_catalog(), s, NULL};
    return t;
}

enum { MOLE = 1, MAGPIE = 4 };

TEST(a_command_is_written_by_its_names)
{
    static const struct {
        int type, a;
        const char *expected;
    } cases[] = {
        {ACTION_PASS, 0, "{\"type\":\"pass\"}"},
        {PEBBLES_DO_TAKE, 2, "{\"type\":\"take\",\"count\":2}"},
        {PEBBLES_DO_PLAY, MAGPIE, "{\"type\":\"play\",\"charm\":\"magpie\"}"},
        {PEBBLES_DO_PLAY, 0, "{\"type\":\"play\",\"charm\":null}"},
        {PEBBLES_DO_CHOOSE, 1, "{\"type\":\"choose\",\"player\":0}"},
        {PEBBLES_DO_CHOOSE, 0, "{\"type\":\"choose\",\"player\":null}"},
    };
    const PebblesState s = start(2);
    const Table t = table_of(&s);
    JsonW w;
    jw_open(&w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Command c = command(cases[i].type, 1, cases[i].a, 0, 0);
        Command read;
        jw_reset(&w);
        record_write_command(&w, NULL, &t, &c);
        assert_string_equal(w.text, cases[i].expected);
        json_t *json = unit_json(w.text);
        /* No move is about nothing: it can be written, and is not read. */
        const bool whole = !strstr(w.text, "null");
        assert_int_equal(record_read_command(&t, 1, json, &read, NULL),
                         whole ? ERR_OK : ERR_MISSING_FIELD);
        assert_true(!whole || command_same(&read, &c));
        json_decref(json);
    }
    jw_close(&w);
}

TEST(a_command_that_is_wrong_is_refused_with_the_reason)
{
    static const struct {
        const char *json;
        int err;
        const char *first, *second;
    } cases[] = {
        {"[]", ERR_WRONG_TYPE, "action", "@expected.object"},
        {"{}", ERR_MISSING_FIELD, "type", ""},
        {"{'type':3}", ERR_WRONG_TYPE, "type", "@expected.name"},
        {"{'type':'fly'}", ERR_UNKNOWN_ACTION, "fly", ""},
        {"{'type':'none'}", ERR_UNKNOWN_ACTION, "none", ""},
        {"{'type':'take'}", ERR_MISSING_FIELD, "count", ""},
        {"{'type':'take','count':'2'}", ERR_WRONG_TYPE, "count", "@expected.number"},
        {"{'type':'take','count':null}", ERR_MISSING_FIELD, "count", ""},
        {"{'type':'take','count':-1}", ERR_BAD_NUMBER, "count", ""},
        {"{'type':'take','count':65536}", ERR_BAD_NUMBER, "count", ""},
        {"{'type':'take','count':1,'x':1}", ERR_UNKNOWN_FIELD, "x", ""},
        {"{'type':'pass','seat':1}", ERR_UNKNOWN_FIELD, "seat", ""},
        {"{'type':'play','charm':4}", ERR_WRONG_TYPE, "charm", "@expected.name"},
        {"{'type':'play','charm':'owl'}", ERR_UNKNOWN_THING, "charm", "owl"},
        {"{'type':'choose','player':'x'}", ERR_WRONG_TYPE, "player",
         "@expected.number"},
        {"{'type':'choose','player':65535}", ERR_BAD_NUMBER, "player", ""},
    };
    const PebblesState s = start(2);
    const Table t = table_of(&s);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *json = unit_json(cases[i].json);
        Refusal why;
        Command c;
        assert_int_equal(record_read_command(&t, 0, json, &c, &why), cases[i].err);
        assert_int_equal(why.code, cases[i].err);
        assert_string_equal(why.word[0], cases[i].first);
        assert_string_equal(why.word[1], cases[i].second);
        json_decref(json);
    }
    assert_int_equal(record_read_command(&t, 0, NULL, NULL, NULL), ERR_WRONG_TYPE);
}

TEST(a_seat_that_cannot_be_is_nobodys)
{
    static const int seats[][2] = {
        {0, 0}, {3, 3}, {254, SEAT_TABLE}, {256, SEAT_NONE}, {-1, SEAT_NONE}};
    const PebblesState s = start(2);
    const Table t = table_of(&s);
    json_t *json = unit_json("{'type':'pass'}");
    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
        Command c;
        assert_int_equal(record_read_command(&t, seats[i][0], json, &c, NULL), ERR_OK);
        assert_int_equal(c.seat, seats[i][1]);
    }
    json_decref(json);
}

static Event drew(void)
{
    Event e;
    memset(&e, 0, sizeof e);
    e.type = PEBBLES_EV_DREW;
    e.seat = 1;
    e.a = MOLE;
    e.secret = SECRET_A;
    e.seen_by = 1 << 1;
    return e;
}

static const char *row(JsonW *w, const Event *e, const uint8_t *list, int viewer)
{
    const PebblesState s = start(2);
    const Table t = table_of(&s);
    jw_reset(w);
    record_write_event_row(w, &t, e, list, viewer);
    return w->text;
}

static const char *written(JsonW *w, const Event *e, const uint8_t *list, int viewer)
{
    const PebblesState s = start(2);
    const Table t = table_of(&s);
    jw_reset(w);
    record_write_event(w, NULL, &t, e, list, viewer);
    return w->text;
}

TEST(an_event_is_written_for_who_reads_it)
{
    const Event e = drew();
    JsonW w;
    jw_open(&w);
    static const char known[] = "{\"type\":\"drew\",\"seat\":1,\"charm\":\"mole\"}";
    static const char hidden[] = "{\"type\":\"drew\",\"seat\":1,\"charm\":null}";
    assert_string_equal(written(&w, &e, NULL, 1), known);
    assert_string_equal(written(&w, &e, NULL, SEAT_TABLE), known);
    assert_string_equal(written(&w, &e, NULL, 0), hidden);
    assert_string_equal(written(&w, &e, NULL, SEAT_NONE), hidden);
    jw_close(&w);
}

TEST(a_row_has_the_same_without_names)
{
    static const uint8_t deck[] = {MOLE, MAGPIE};
    Event e = drew();
    JsonW w;
    jw_open(&w);
    assert_string_equal(row(&w, &e, NULL, 1), "[\"drew\",1,\"mole\"]");
    assert_string_equal(row(&w, &e, NULL, 0), "[\"drew\",1]");
    memset(&e, 0, sizeof e);
    e.type = PEBBLES_EV_SHUFFLED;
    e.seat = SEAT_NONE;
    e.count = 2;
    assert_string_equal(row(&w, &e, deck, 0),
                        "[\"shuffled\",null,[\"mole\",\"magpie\"]]");
    e.secret = SECRET_LIST;
    assert_string_equal(row(&w, &e, deck, 0), "[\"shuffled\",null,2]");
    e = drew();
    e.seat = SEAT_NONE;
    assert_string_equal(row(&w, &e, NULL, 0), "[\"drew\"]");
    jw_close(&w);
}

TEST(a_hidden_list_is_written_as_its_length)
{
    static const uint8_t deck[] = {MOLE, MAGPIE};
    Event e;
    JsonW w;
    memset(&e, 0, sizeof e);
    e.type = PEBBLES_EV_SHUFFLED;
    e.seat = SEAT_NONE;
    e.count = 2;
    jw_open(&w);
    assert_string_equal(written(&w, &e, deck, 0),
                        "{\"type\":\"shuffled\",\"seat\":null,"
                        "\"deck\":[\"mole\",\"magpie\"]}");
    e.secret = SECRET_LIST;
    assert_string_equal(written(&w, &e, deck, 0),
                        "{\"type\":\"shuffled\",\"seat\":null,\"deck_count\":2}");
    assert_string_equal(written(&w, &e, deck, SEAT_TABLE),
                        "{\"type\":\"shuffled\",\"seat\":null,"
                        "\"deck\":[\"mole\",\"magpie\"]}");
    jw_close(&w);
}

TEST(numbers_flags_and_seats_of_an_event_are_written_as_such)
{
    Event e;
    JsonW w;
    memset(&e, 0, sizeof e);
    e.type = PEBBLES_EV_TURNED;
    e.a = MOLE;
    e.b = 1;
    jw_open(&w);
    assert_string_equal(
        written(&w, &e, NULL, 0),
        "{\"type\":\"turned\",\"seat\":0,\"charm\":\"mole\",\"stopped\":true}");
    e.type = PEBBLES_EV_STOLE;
    e.a = 2;
    e.b = 0;
    e.n = -4;
    assert_string_equal(written(&w, &e, NULL, 0),
                        "{\"type\":\"stole\",\"seat\":0,\"from\":1,\"count\":-4}");
    jw_close(&w);
}

TEST(a_setup_is_written_and_read_back)
{
    Setup s = unit_setup(3, 12345), read;
    JsonW w;
    jw_open(&w);
    for (int i = 0; i < 2; i++) {
        jw_reset(&w);
        jw_object(&w, NULL);
        record_write_setup(&w, &pebbles_game, unit_catalog(), &s);
        jw_end_object(&w);
        assert_string_equal(
            w.text, i ? "{\"players\":3,\"seed\":12345,\"options\":{\"pile\":20,"
                        "\"charms\":false}}"
                      : "{\"players\":3,\"seed\":12345,\"options\":{\"pile\":\"auto\","
                        "\"charms\":true}}");
        json_t *json = unit_json(w.text);
        assert_int_equal(
            record_read_setup(&pebbles_game, unit_catalog(), json, &read, NULL),
            ERR_OK);
        assert_memory_equal(&read, &s, sizeof s);
        json_decref(json);
        s.option[PEBBLES_OPT_PILE] = 20;
        s.option[PEBBLES_OPT_CHARMS] = 0;
    }
    jw_close(&w);
}

TEST(a_setup_may_leave_out_anything)
{
    json_t *json = unit_json("{'op':'new'}");
    Setup read;
    const Setup plain = unit_setup(2, 0);
    assert_int_equal(
        record_read_setup(&pebbles_game, unit_catalog(), json, &read, NULL), ERR_OK);
    assert_memory_equal(&read, &plain, sizeof read);
    json_decref(json);
}

TEST(a_setup_that_is_wrong_is_refused_with_the_reason)
{
    static const struct {
        const char *json;
        int err;
        const char *first, *second;
    } cases[] = {
        {"[]", ERR_WRONG_TYPE, "setup", "@expected.object"},
        {"{'players':'two'}", ERR_WRONG_TYPE, "players", "@expected.number"},
        {"{'players':1}", ERR_BAD_PLAYERS, "", ""},
        {"{'players':5}", ERR_BAD_PLAYERS, "", ""},
        {"{'players':258}", ERR_BAD_PLAYERS, "", ""},
        {"{'seed':-1}", ERR_WRONG_TYPE, "seed", "@expected.seed"},
        {"{'seed':'x'}", ERR_WRONG_TYPE, "seed", "@expected.seed"},
        {"{'options':[]}", ERR_WRONG_TYPE, "options", "@expected.object"},
        {"{'options':{'pyle':9}}", ERR_UNKNOWN_OPTION, "pyle", ""},
        {"{'options':{'pile':4}}", ERR_OPTION_RANGE, "pile", "5 - 150, auto"},
        {"{'options':{'pile':65541}}", ERR_OPTION_RANGE, "pile", "5 - 150, auto"},
        {"{'options':{'pile':true}}", ERR_OPTION_RANGE, "pile", "5 - 150, auto"},
        {"{'options':{'charms':'auto'}}", ERR_OPTION_RANGE, "charms", "true, false"},
        {"{'options':{'charms':1}}", ERR_OPTION_RANGE, "charms", "true, false"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *json = unit_json(cases[i].json);
        Refusal why;
        Setup s;
        assert_int_equal(
            record_read_setup(&pebbles_game, unit_catalog(), json, &s, &why),
            cases[i].err);
        assert_string_equal(why.word[0], cases[i].first);
        assert_string_equal(why.word[1], cases[i].second);
        if (cases[i].err == ERR_BAD_PLAYERS) {
            assert_int_equal(why.quote.arg[0], 2);
            assert_int_equal(why.quote.arg[1], 4);
        }
        json_decref(json);
    }
}

/* A game with every kind of option. */
static const char *const levels[] = {"easy", "hard", "mad"};
static const Option all_options[] = {
    {"level", OPTION_WORD, 0, 2, 1, true, levels},
    {"count", OPTION_INT, -5, 5, 0, false, NULL},
    {"fast", OPTION_FLAG, 0, 0, 0, false, NULL},
};

static Err clash_when_mad(const void *catalog, const Setup *s, Quote *quote)
{
    (void)catalog;
    if (s->option[0] == 2 && s->option[2])
        return quote_refuse(quote, ERR_OPTION_CLASH, 0, 2, 0);
    return s->option[1] == 3 ? quote_refuse(quote, ERR_OPTION_RANGE, 1, 0, 0)
                             : (Err)ERR_OK;
}

static Game game_of_options(void)
{
    Game game = pebbles_game;
    game.options = all_options;
    game.option_count = 3;
    game.check_setup = clash_when_mad;
    return game;
}

TEST(options_are_set_from_words_of_the_command_line)
{
    static const struct {
        const char *name, *value;
        int option, expected;
    } cases[] = {
        {"level", "mad", 0, 2}, {"level", "auto", 0, OPTION_AUTO},
        {"count", "-5", 1, -5}, {"count", "5", 1, 5},
        {"fast", "true", 2, 1}, {"fast", "No", 2, 0},
        {"fast", "ON", 2, 1},   {"fast", "0", 2, 0},
    };
    static const char *const wrong[][2] = {
        {"level", "x"}, {"level", ""},
        {"count", "6"}, {"count", "5x"},
        {"count", ""},  {"count", "auto"},
        {"fast", "2"},  {"count", "99999999999999999999"},
    };
    const Game game = game_of_options();
    Setup s = setup_default(&game, 2, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(
            record_set_option(&game, NULL, &s, cases[i].name, cases[i].value, NULL),
            ERR_OK);
        assert_int_equal(s.option[cases[i].option], cases[i].expected);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const Setup before = s;
        Refusal why;
        assert_int_equal(
            record_set_option(&game, NULL, &s, wrong[i][0], wrong[i][1], &why),
            ERR_OPTION_RANGE);
        assert_string_equal(why.word[0], wrong[i][0]);
        assert_memory_equal(&s, &before, sizeof s);
    }
    assert_int_equal(record_set_option(&game, NULL, &s, "none", "1", NULL),
                     ERR_UNKNOWN_OPTION);
}

TEST(a_setup_is_checked_for_players_ranges_and_clashes)
{
    const Game game = game_of_options();
    Setup s = setup_default(&game, 2, 1);
    Refusal why;
    assert_int_equal(setup_check(&game, unit_catalog(), &s, &why), ERR_OK);
    s.players = 1;
    assert_int_equal(setup_check(&game, unit_catalog(), &s, &why), ERR_BAD_PLAYERS);
    s = setup_default(&game, 2, UINT64_MAX);
    assert_int_equal(setup_check(&game, unit_catalog(), &s, &why), ERR_WRONG_TYPE);
    s = setup_default(&game, 2, 1);
    s.option[0] = 3;
    assert_int_equal(setup_check(&game, unit_catalog(), &s, &why), ERR_OPTION_RANGE);
    assert_string_equal(why.word[1], "easy, hard, mad, auto");
    s.option[0] = OPTION_AUTO;
    s.option[1] = OPTION_AUTO;
    s.option[2] = 1;
    assert_int_equal(setup_check(&game, unit_catalog(), &s, &why), ERR_OK);
    s.option[2] = 2;
    assert_int_equal(setup_check(&game, unit_catalog(), &s, &why), ERR_OPTION_RANGE);
    s.option[2] = 1;
    s.option[0] = 2;
    assert_int_equal(setup_check(&game, unit_catalog(), &s, &why), ERR_OPTION_CLASH);
    assert_string_equal(why.word[0], "level");
    assert_string_equal(why.word[1], "fast");
    s.option[0] = 0;
    s.option[1] = 3;
    assert_int_equal(setup_check(&game, unit_catalog(), &s, &why), ERR_OPTION_RANGE);
    assert_string_equal(why.word[0], "count");
    assert_string_equal(why.word[1], "-5 - 5");
}

static void smaller_first(const void *catalog, const void *state, Command *c)
{
    (void)catalog;
    (void)state;
    if (c->a > 2)
        c->a = 2;
}

TEST(a_command_with_several_spellings_is_read_as_the_one)
{
    const PebblesState s = start(2);
    Game game = pebbles_game;
    game.canonical = smaller_first;
    const Table t = {&game, unit_catalog(), &s, NULL};
    json_t *json = unit_json("{'type':'take','count':3}");
    Command c;
    assert_int_equal(record_read_command(&t, 0, json, &c, NULL), ERR_OK);
    assert_int_equal(c.a, 2);
    json_decref(json);
}

TEST(refusals_have_codes)
{
    assert_string_equal(refusal_code(NULL, ERR_OK), "ok");
    assert_string_equal(refusal_code(NULL, ERR_NOT_YOUR_TURN), "not_your_turn");
    assert_string_equal(refusal_code(NULL, ERR_BAD_NUMBER), "bad_number");
    assert_string_equal(refusal_code(&pebbles_game, PEBBLES_ERR_TAKE_COUNT),
                        "take_count");
}

RUN(cmocka_unit_test(a_command_is_written_by_its_names),
    cmocka_unit_test(a_command_that_is_wrong_is_refused_with_the_reason),
    cmocka_unit_test(a_seat_that_cannot_be_is_nobodys),
    cmocka_unit_test(an_event_is_written_for_who_reads_it),
    cmocka_unit_test(a_row_has_the_same_without_names),
    cmocka_unit_test(a_hidden_list_is_written_as_its_length),
    cmocka_unit_test(numbers_flags_and_seats_of_an_event_are_written_as_such),
    cmocka_unit_test(a_setup_is_written_and_read_back),
    cmocka_unit_test(a_setup_may_leave_out_anything),
    cmocka_unit_test(a_setup_that_is_wrong_is_refused_with_the_reason),
    cmocka_unit_test(options_are_set_from_words_of_the_command_line),
    cmocka_unit_test(a_setup_is_checked_for_players_ranges_and_clashes),
    cmocka_unit_test(a_command_with_several_spellings_is_read_as_the_one),
    cmocka_unit_test(refusals_have_codes))
