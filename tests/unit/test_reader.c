/* test_reader.c - every mistake in a data file is told with file, place and reason. */
#include "engine/reader.h"
#include "tests/unit/unit.h"

#include <stdio.h>

typedef struct {
    Reader reader;
    LoadError error;
    json_t *json;
} Reading;

static void reading_open(Reading *r, const char *text)
{
    memset(r, 0, sizeof *r);
    r->json = unit_json(text);
    reader_init(&r->reader, "game/cards.json", &r->error);
}

static void reading_close(Reading *r)
{
    json_decref(r->json);
}

/* It failed, at this path and for this reason. */
static void reading_failed(Reading *r, const char *path, const char *what)
{
    assert_false(reader_ok(&r->reader));
    assert_string_equal(r->error.file, "game/cards.json");
    assert_string_equal(r->error.path, path);
    if (!strstr(r->error.what, what))
        fail_msg("\"%s\" does not say \"%s\"", r->error.what, what);
    reading_close(r);
}

TEST(good_facts_are_read)
{
    static const char *const words[] = {"red", "green"};
    static const char *const keys[] = {"n",    "flag",   "name", "colour",
                                       "list", "object", NULL};
    Reading r;
    reading_open(&r, "{'n':-3,'flag':true,'name':'Crab','colour':'green','list':[1,2],"
                     "'object':{}}");
    assert_int_equal(read_int(&r.reader, r.json, "n", -5, 5), -3);
    assert_int_equal(read_int_or(&r.reader, r.json, "n", -5, 5, 1), -3);
    assert_int_equal(read_int_or(&r.reader, r.json, "none", -5, 5, 77), 77);
    assert_true(read_bool_or(&r.reader, r.json, "flag", false));
    assert_true(read_bool_or(&r.reader, r.json, "none", true));
    assert_string_equal(read_text(&r.reader, r.json, "name"), "Crab");
    assert_string_equal(read_text_or(&r.reader, r.json, "none", "x"), "x");
    assert_int_equal(read_word(&r.reader, r.json, "colour", words, 2), 1);
    assert_int_equal(json_array_size(read_array(&r.reader, r.json, "list", 2)), 2);
    assert_null(read_array_or_none(&r.reader, r.json, "none", 2));
    assert_non_null(read_object(&r.reader, r.json, "object"));
    assert_null(read_object_or_none(&r.reader, r.json, "none"));
    read_only(&r.reader, r.json, keys);
    assert_true(reader_ok(&r.reader));
    reading_close(&r);
}

TEST(a_missing_key_is_refused)
{
    Reading r;
    reading_open(&r, "{}");
    assert_int_equal(read_int(&r.reader, r.json, "copies", 1, 9), 1);
    reading_failed(&r, "copies", "missing");
    reading_open(&r, "{}");
    assert_string_equal(read_text(&r.reader, r.json, "id"), "");
    reading_failed(&r, "id", "missing");
    reading_open(&r, "{}");
    assert_null(read_array(&r.reader, r.json, "cards", 9));
    reading_failed(&r, "cards", "an array");
    reading_open(&r, "{}");
    assert_null(read_object(&r.reader, r.json, "pile"));
    reading_failed(&r, "pile", "an object");
}

TEST(the_wrong_type_is_refused)
{
    static const char *const words[] = {"red"};
    Reading r;
    reading_open(&r, "{'x':'1'}");
    read_int(&r.reader, r.json, "x", 0, 9);
    reading_failed(&r, "x", "should be a whole number, not a text");
    reading_open(&r, "{'x':1.5}");
    assert_int_equal(read_int_or(&r.reader, r.json, "x", 0, 9, 4), 4);
    reading_failed(&r, "x", "not a real number");
    reading_open(&r, "{'x':1}");
    read_text(&r.reader, r.json, "x");
    reading_failed(&r, "x", "should be a text, not a number");
    reading_open(&r, "{'x':1}");
    read_bool_or(&r.reader, r.json, "x", false);
    reading_failed(&r, "x", "true or false");
    reading_open(&r, "{'x':null}");
    read_word(&r.reader, r.json, "x", words, 1);
    reading_failed(&r, "x", "not null");
    reading_open(&r, "{'x':{}}");
    read_array_or_none(&r.reader, r.json, "x", 9);
    reading_failed(&r, "x", "should be an array, not an object");
    reading_open(&r, "{'x':[]}");
    read_object_or_none(&r.reader, r.json, "x");
    reading_failed(&r, "x", "should be an object, not an array");
    reading_open(&r, "[]");
    read_int(&r.reader, r.json, "x", 0, 9);
    reading_failed(&r, "", "should be an object");
    reading_open(&r, "[]");
    read_bool_or(&r.reader, r.json, "x", false);
    reading_failed(&r, "", "should be an object");
}

TEST(a_number_out_of_range_is_refused)
{
    Reading r;
    reading_open(&r, "{'x':10}");
    assert_int_equal(read_int(&r.reader, r.json, "x", 1, 9), 1);
    reading_failed(&r, "x", "10 is not between 1 and 9");
    reading_open(&r, "{'x':-9223372036854775808}");
    read_int_or(&r.reader, r.json, "x", 1, 9, 5);
    reading_failed(&r, "x", "between 1 and 9");
}

TEST(an_unknown_word_is_refused_with_the_known_ones)
{
    static const char *const words[] = {"red", "green"};
    Reading r;
    reading_open(&r, "{'x':'blue'}");
    assert_int_equal(read_word(&r.reader, r.json, "x", words, 2), 0);
    reading_failed(&r, "x", "\"blue\" is not one of: red, green");
}

TEST(too_long_a_list_is_refused)
{
    Reading r;
    reading_open(&r, "{'x':[1,2,3]}");
    assert_null(read_array(&r.reader, r.json, "x", 2));
    reading_failed(&r, "x", "3 entries; 2 is the most");
}

TEST(an_unknown_key_is_refused)
{
    static const char *const keys[] = {"id", NULL};
    Reading r;
    reading_open(&r, "{'id':'x','coppies':3}");
    read_only(&r.reader, r.json, keys);
    reading_failed(&r, "coppies", "not a known key");
}

TEST(the_path_says_where_we_are)
{
    Reading r;
    reading_open(&r, "{}");
    reader_enter(&r.reader, "decks", 1);
    reader_enter(&r.reader, "cards", 12);
    reader_enter(&r.reader, NULL, 3);
    reader_leave(&r.reader);
    reader_enter(&r.reader, "price", -1);
    read_int(&r.reader, r.json, "coins", 0, 9);
    reading_failed(&r, "decks[1].cards[12].price.coins", "missing");
}

TEST(leaving_goes_back_to_where_we_were)
{
    Reading r;
    reading_open(&r, "{}");
    reader_enter(&r.reader, "decks", 1);
    reader_enter(&r.reader, "cards", 12);
    reader_leave(&r.reader);
    assert_string_equal(r.reader.path, "decks[1]");
    reader_leave(&r.reader);
    assert_string_equal(r.reader.path, "");
    reader_fail(&r.reader, NULL, "%d and %s", 7, "so on");
    reading_failed(&r, "", "7 and so on");
}

TEST(a_very_deep_path_is_cut)
{
    char key[100];
    Reading r;
    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    reading_open(&r, "{}");
    for (int i = 0; i < 4; i++)
        reader_enter(&r.reader, key, i);
    assert_int_equal(strlen(r.reader.path), sizeof r.reader.path - 1);
    for (int i = 0; i < 4; i++)
        reader_leave(&r.reader);
    assert_string_equal(r.reader.path, "");
    reading_close(&r);
}

TEST(the_first_mistake_is_kept)
{
    static const char *const words[] = {"red"};
    static const char *const keys[] = {NULL};
    Reading r;
    reading_open(&r, "{'x':'text'}");
    read_int(&r.reader, r.json, "first", 0, 9);
    read_int(&r.reader, r.json, "x", 0, 9);
    assert_int_equal(read_word(&r.reader, r.json, "x", words, 1), 0);
    assert_string_equal(read_text(&r.reader, r.json, "x"), "");
    assert_null(read_array(&r.reader, r.json, "x", 1));
    assert_false(read_bool_or(&r.reader, r.json, "x", false));
    read_only(&r.reader, r.json, keys);
    reader_fail(&r.reader, "last", "too late");
    reading_failed(&r, "first", "missing");
}

/* What a game's loader makes of it. */
TEST(a_game_names_the_line_of_its_data_that_is_wrong)
{
    static const struct {
        const char *charms, *path, *what;
    } cases[] = {
        {"{\"id\": \"x\", \"do\": \"fly\", \"n\": 1}", "charms[0].do", "\"fly\""},
        {"{\"id\": \"x\", \"do\": \"dig\", \"n\": 0}", "charms[0].n",
         "between 1 and 9"},
        {"{\"id\": \"\", \"do\": \"dig\", \"n\": 1}", "charms[0].id",
         "1 to 13 letters"},
        {"{\"id\": \"x\", \"do\": \"dig\"}", "charms[0].n", "missing"},
        {"{\"id\": \"x\", \"do\": \"dig\", \"n\": 1, \"m\": 1}", "charms[0].m",
         "known"},
        {"", "charms", "at least"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *folder = unit_folder();
        char content[300];
        PebblesCatalog catalog;
        LoadError error;
        snprintf(content, sizeof content,
                 "{\"take_max\":3,\"pile\":{\"2\":9,\"3\":9,\"4\":9},\"charms\":[%s]}",
                 cases[i].charms);
        unit_write(folder, "pebbles/charms.json", content);
        Data *data = data_open(&folder, 1, &error);
        assert_false(pebbles_game.load(data, &catalog, &error));
        assert_string_equal(error.file, "pebbles/charms.json");
        assert_string_equal(error.path, cases[i].path);
        assert_non_null(strstr(error.what, cases[i].what));
        data_close(data);
    }
}

RUN(cmocka_unit_test(good_facts_are_read), cmocka_unit_test(a_missing_key_is_refused),
    cmocka_unit_test(the_wrong_type_is_refused),
    cmocka_unit_test(a_number_out_of_range_is_refused),
    cmocka_unit_test(an_unknown_word_is_refused_with_the_known_ones),
    cmocka_unit_test(too_long_a_list_is_refused),
    cmocka_unit_test(an_unknown_key_is_refused),
    cmocka_unit_test(the_path_says_where_we_are),
    cmocka_unit_test(leaving_goes_back_to_where_we_were),
    cmocka_unit_test(a_very_deep_path_is_cut),
    cmocka_unit_test(the_first_mistake_is_kept),
    cmocka_unit_test(a_game_names_the_line_of_its_data_that_is_wrong))
