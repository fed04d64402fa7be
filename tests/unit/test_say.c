/* test_say.c - moves, events, refusals and questions are said in words, and what is
 * hidden stays hidden. */
#include "tests/unit/unit.h"

enum { MOLE = 1, MAGPIE = 4 };

static Table table_now(void)
{
    static PebblesState s;
    const Setup setup = unit_setup(3, 1);
    pebbles_game.open(unit_catalog(), &setup, &s);
    pebbles_game.begin(unit_catalog(), &s, NULL);
    const Table t = {&pebbles_game, unit_catalog(), &s, NULL};
    return t;
}

static char said[400];

static const char *thing(int kind, int id)
{
    const Table t = table_now();
    return say_thing(&t, unit_texts("en"), kind, id, said, sizeof said);
}

TEST(things_are_called_by_their_names)
{
    assert_string_equal(thing(THING_NUMBER, -7), "-7");
    assert_string_equal(thing(THING_FLAG, 1), "yes");
    assert_string_equal(thing(THING_FLAG, 0), "no");
    assert_string_equal(thing(THING_SEAT, 2), "Player 2");
    assert_string_equal(thing(THING_SEAT, 0), "nobody");
    assert_string_equal(thing(THING_ACTION, PEBBLES_DO_TAKE), "Taking");
    assert_string_equal(thing(THING_ACTION, ACTION_PASS), "Passing");
    assert_string_equal(thing(THING_ACTION, 200), "none");
    assert_string_equal(thing(PEBBLES_CHARM, MAGPIE), "Magpie");
    assert_string_equal(thing(PEBBLES_CHARM, 0), "nothing");
    assert_string_equal(thing(PEBBLES_CHARM, 200), "nothing");
}

static void shout(const void *catalog, const void *state, const Texts *texts, int kind,
                  int id, char *out, size_t out_bytes)
{
    (void)catalog, (void)state, (void)texts, (void)kind;
    text_copy(out, out_bytes, id == MOLE ? "MOLE!" : "?");
}

TEST(a_game_may_say_its_things_itself)
{
    Table t = table_now();
    Game game = pebbles_game;
    game.thing_say = shout;
    t.game = &game;
    assert_string_equal(
        say_thing(&t, unit_texts("en"), PEBBLES_CHARM, MOLE, said, sizeof said),
        "MOLE!");
}

TEST(a_move_is_said)
{
    const Table t = table_now();
    const Command take = command(PEBBLES_DO_TAKE, 0, 2, 0, 0);
    const Command choose = command(PEBBLES_DO_CHOOSE, 0, 3, 0, 0);
    const Command pass = command(ACTION_PASS, 0, 0, 0, 0);
    const Texts *en = unit_texts("en");
    assert_string_equal(say_command(&t, en, &take, said, sizeof said),
                        "Take 2 from the pile");
    assert_string_equal(say_command(&t, en, &choose, said, sizeof said),
                        "Steal from Player 3");
    assert_string_equal(say_command(&t, en, &pass, said, sizeof said), "Pass");
    assert_string_equal(
        say_command(&t, unit_texts("zh-Hans"), &choose, said, sizeof said),
        "偷玩家3的石子");
}

TEST(named_players_are_called_by_name)
{
    static const char *const names[] = {"You", "Anna", NULL};
    const Texts *texts = unit_texts("en");
    Table t = table_now();
    t.names = names;
    static const char *const called[] = {"You", "Anna", "Player 3"};
    for (int seat = 0; seat < 3; seat++)
        assert_string_equal(
            say_thing(&t, texts, THING_SEAT, seat + 1, said, sizeof said),
            called[seat]);
    t.names = NULL;
    assert_string_equal(say_thing(&t, texts, THING_SEAT, 1, said, sizeof said),
                        "Player 1");
}

static Event event_of(int type, int seat, int a, int n)
{
    Event e;
    memset(&e, 0, sizeof e);
    e.type = (uint8_t)type;
    e.seat = (uint8_t)seat;
    e.a = (Id)a;
    e.n = n;
    return e;
}

static const char *told(const Event *e, const uint8_t *list, int viewer)
{
    const Table t = table_now();
    return say_event(&t, unit_texts("en"), e, list, viewer, said, sizeof said);
}

TEST(an_event_is_said_to_who_may_know_it)
{
    Event e = event_of(PEBBLES_EV_DREW, 1, MOLE, 0);
    e.secret = SECRET_A;
    e.seen_by = 1 << 1;
    assert_string_equal(told(&e, NULL, 1), "Player 2 draws Mole.");
    assert_string_equal(told(&e, NULL, SEAT_TABLE), "Player 2 draws Mole.");
    assert_string_equal(told(&e, NULL, 0), "Player 2 draws a charm.");
    assert_string_equal(told(&e, NULL, SEAT_NONE), "Player 2 draws a charm.");
}

TEST(numbers_and_lists_of_an_event_are_said)
{
    static const uint8_t winners[] = {1, 3};
    const Event stole = event_of(PEBBLES_EV_STOLE, 0, 2, 3);
    Event ended = event_of(PEBBLES_EV_ENDED, SEAT_NONE, 2, 0);
    ended.count = 2;
    assert_string_equal(told(&stole, NULL, 2), "Player 1 steals 3 from Player 2.");
    assert_string_equal(told(&ended, winners, 2),
                        "Player 2 took the last pebble and is out. Winners: Player 1, "
                        "Player 3.");
    ended.count = 0;
    assert_string_equal(told(&ended, winners, 2),
                        "Player 2 took the last pebble and is out. Winners: nothing.");
}

/* The text of "next" is empty; in a folder of its own it is not there at all. */
TEST(an_event_without_words_is_not_said)
{
    const Event next = event_of(PEBBLES_EV_NEXT, 1, 0, 0);
    const Table t = table_now();
    const char *folder = unit_folder();
    assert_string_equal(told(&next, NULL, 0), "");
    unit_write(folder, "pebbles/text/en.json", "{}");
    Data *data = data_open(&folder, 1, NULL);
    Texts *texts = texts_open(data, "en", NULL);
    assert_string_equal(say_event(&t, texts, &next, NULL, 0, said, sizeof said), "");
    texts_close(texts);
    data_close(data);
}

/* Texts of its own: a sentence for those who may not know, lists and their lengths. */
TEST(an_event_may_have_other_words_for_those_who_may_not_know)
{
    const char *folder = unit_folder();
    static const uint8_t deck[] = {MOLE, MAGPIE};
    const Table t = table_now();
    unit_write(folder, "pebbles/text/en.json",
               "{\"event\":{\"drew\":\"{seat}: {charm}\",\"drew.hidden\":\"secret\","
               "\"shuffled\":\"{deck_count}: {deck}\"},"
               "\"hidden\":{\"charm\":\"a charm\"}}");
    Data *data = data_open(&folder, 1, NULL);
    Texts *texts = texts_open(data, "en", NULL);
    Event e = event_of(PEBBLES_EV_DREW, 1, MOLE, 0);
    e.secret = SECRET_A;
    e.seen_by = 1 << 1;
    assert_string_equal(say_event(&t, texts, &e, NULL, 0, said, sizeof said), "secret");
    assert_string_equal(say_event(&t, texts, &e, NULL, 1, said, sizeof said),
                        "Player 2: mole");
    e = event_of(PEBBLES_EV_SHUFFLED, SEAT_NONE, 0, 0);
    e.count = 2;
    assert_string_equal(say_event(&t, texts, &e, deck, 0, said, sizeof said),
                        "2: mole, magpie");
    e.secret = SECRET_LIST;
    assert_string_equal(say_event(&t, texts, &e, deck, 0, said, sizeof said),
                        "2: 2 × a charm");
    e.count = 1;
    assert_string_equal(say_event(&t, texts, &e, deck, 0, said, sizeof said),
                        "1: a charm");
    texts_close(texts);
    data_close(data);
}

TEST(a_refusal_is_said_with_its_numbers_and_words)
{
    const Table t = table_now();
    const Texts *en = unit_texts("en");
    Refusal why = refusal(PEBBLES_ERR_TAKE_COUNT);
    why.quote.arg[0] = 3;
    assert_string_equal(say_refusal(&t, en, &why, said, sizeof said),
                        "Take 1 to 3 pebbles.");
    why = refusal(ERR_NOT_YOUR_TURN);
    why.quote.arg[0] = 2;
    assert_string_equal(say_refusal(&t, en, &why, said, sizeof said),
                        "It is not your turn: Player 2 is to act.");
    why = refusal_words(ERR_WRONG_TYPE, "count", "@expected.number");
    assert_string_equal(say_refusal(NULL, en, &why, said, sizeof said),
                        "\"count\" should be a whole number.");
    why = refusal_words(ERR_UNKNOWN_THING, "card", "@nothing.like.it");
    assert_string_equal(say_refusal(&t, en, &why, said, sizeof said),
                        "\"card\": there is nothing called \"@nothing.like.it\".");
    why = refusal(ERR_OK);
    assert_string_equal(say_refusal(&t, en, &why, said, sizeof said), "");
}

TEST(a_refusal_is_written_with_code_and_message)
{
    const Table t = table_now();
    const Refusal why = refusal(ERR_GAME_OVER);
    JsonW w;
    jw_open(&w);
    record_write_refusal(&w, NULL, &t, unit_texts("en"), &why);
    assert_string_equal(w.text,
                        "{\"code\":\"game_over\",\"message\":\"The game is over; "
                        "no more moves can be made.\"}");
    jw_reset(&w);
    record_write_refusal(&w, NULL, NULL, NULL, &why);
    assert_string_equal(w.text, "{\"code\":\"game_over\"}");
    jw_close(&w);
}

TEST(a_word_too_long_is_cut_between_characters)
{
    char word[400] = "x";
    for (int i = 0; i < 100; i++)
        memcpy(word + 1 + 3 * i, "纸", 4);
    const Refusal why = refusal_words(ERR_UNKNOWN_GAME, word, NULL);
    assert_int_equal(strlen(why.word[0]), 1 + 3 * 52);
}

TEST(a_question_is_said_with_its_source)
{
    const Table t = table_now();
    const CardSet options = set_one(2);
    Prompt p;
    memset(&p, 0, sizeof p);
    prompt_open(&p, 0, PEBBLES_DO_CHOOSE, MUST, PEBBLES_ASK_WHOM, MAGPIE, &options);
    assert_string_equal(say_prompt(&t, unit_texts("en"), &p, said, sizeof said),
                        "Magpie: steal from whom?");
}

RUN(cmocka_unit_test(things_are_called_by_their_names),
    cmocka_unit_test(a_game_may_say_its_things_itself),
    cmocka_unit_test(a_move_is_said),
    cmocka_unit_test(named_players_are_called_by_name),
    cmocka_unit_test(an_event_is_said_to_who_may_know_it),
    cmocka_unit_test(numbers_and_lists_of_an_event_are_said),
    cmocka_unit_test(an_event_without_words_is_not_said),
    cmocka_unit_test(an_event_may_have_other_words_for_those_who_may_not_know),
    cmocka_unit_test(a_refusal_is_said_with_its_numbers_and_words),
    cmocka_unit_test(a_refusal_is_written_with_code_and_message),
    cmocka_unit_test(a_word_too_long_is_cut_between_characters),
    cmocka_unit_test(a_question_is_said_with_its_source))
