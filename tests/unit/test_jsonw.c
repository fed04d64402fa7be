/* test_jsonw.c - what is written is good JSON, whatever goes in and however little room
 * there is. */
#include "engine/jsonw.h"
#include "tests/unit/unit.h"

#include <float.h>
#include <math.h>

TEST(objects_and_arrays_nest_with_commas_in_between)
{
    JsonW w;
    jw_open(&w);
    jw_object(&w, NULL);
    jw_int(&w, "a", 1);
    jw_array(&w, "b");
    jw_bool(&w, NULL, true);
    jw_null(&w, NULL);
    jw_object(&w, NULL);
    jw_end_object(&w);
    jw_array(&w, NULL);
    jw_end_array(&w);
    jw_end_array(&w);
    jw_str(&w, "c", NULL);
    jw_raw(&w, "d", "{\"x\":1}");
    jw_member(&w, "e");
    jw_array(&w, NULL);
    jw_end_array(&w);
    jw_end_object(&w);
    assert_string_equal(w.text, "{\"a\":1,\"b\":[true,null,{},[]],\"c\":null,"
                                "\"d\":{\"x\":1},\"e\":[]}");
    jw_close(&w);
}

TEST(text_is_escaped)
{
    char memory[200];
    JsonW w;
    jw_init(&w, memory, sizeof memory);
    jw_str(&w, NULL, "a\"b\\c/\b\f\n\r\t\x01\x1f\x7f");
    assert_string_equal(w.text, "\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\"");
}

/* Every text, good UTF-8 or not, reads back; good UTF-8 reads back as it was. */
TEST(any_bytes_become_good_json)
{
    static const char *const good[] = {"纸", "𝄞", "é", "\xed\x9f\xbf",
                                       "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\xff",     "\xc0\x80",         "\xed\xa0\x80",
                                      "\xe7\xba", "\xf4\x90\x80\x80", "\xe0\x80\x80",
                                      "a\x80z",   "\xf0\x80\x80\x80", "\xc3"};
    JsonW w;
    jw_open(&w);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        jw_reset(&w);
        jw_str(&w, NULL, good[i]);
        json_t *json = json_loads(w.text, JSON_DECODE_ANY, NULL);
        assert_string_equal(json_string_value(json), good[i]);
        json_decref(json);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        jw_reset(&w);
        jw_str(&w, NULL, bad[i]);
        json_t *json = json_loads(w.text, JSON_DECODE_ANY, NULL);
        assert_non_null(json);
        assert_non_null(strstr(json_string_value(json), "\xef\xbf\xbd"));
        json_decref(json);
    }
    Rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < 2000; i++) {
        char noise[12] = {0};
        for (int byte = 0; byte < 11; byte++)
            noise[byte] = (char)rng_next(&rng);
        jw_reset(&w);
        jw_str(&w, NULL, noise);
        json_t *json = json_loads(w.text, JSON_DECODE_ANY, NULL);
        assert_non_null(json);
        json_decref(json);
    }
    jw_close(&w);
}

TEST(whole_numbers_are_exact_to_the_ends)
{
    JsonW w;
    jw_open(&w);
    jw_array(&w, NULL);
    jw_int(&w, NULL, 0);
    jw_int(&w, NULL, -7);
    jw_int(&w, NULL, INT64_MAX);
    jw_int(&w, NULL, INT64_MIN);
    jw_end_array(&w);
    assert_string_equal(w.text, "[0,-7,9223372036854775807,-9223372036854775808]");
    jw_close(&w);
}

TEST(real_numbers_are_rounded_and_never_written_as_what_json_has_not)
{
    static const struct {
        double value;
        int decimals;
        const char *expected;
    } cases[] = {
        {1.005, 1, "1.0"},
        {-2.55, 1, "-2.6"},
        {0.999, 2, "1.00"},
        {12.5, 0, "13"},
        {-0.0001, 2, "0.00"},
        {1234567.891, 3, "1234567.891"},
        {(double)NAN, 2, "null"},
        {(double)INFINITY, 2, "null"},
        {-(double)INFINITY, 2, "null"},
        {DBL_MAX, 2, "null"},
        {5e18, 3, "5000000000000000000"},
        {0.05, 4, "0.0500"},
    };
    JsonW w;
    jw_open(&w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        jw_reset(&w);
        jw_real(&w, NULL, cases[i].value, cases[i].decimals);
        assert_string_equal(w.text, cases[i].expected);
    }
    jw_close(&w);
}

TEST(a_hash_has_sixteen_digits)
{
    JsonW w;
    jw_open(&w);
    jw_hex64(&w, NULL, 0x0123456789abcdefu);
    jw_hex64(&w, NULL, 7);
    assert_string_equal(w.text, "\"0123456789abcdef\",\"0000000000000007\"");
    jw_close(&w);
}

static void write_some(JsonW *w)
{
    jw_object(w, NULL);
    jw_str(w, "name", "Sea \"Salt\"");
    jw_int(w, "number", 1234567);
    jw_array(w, "list");
    jw_bool(w, NULL, false);
    jw_end_array(w);
    jw_end_object(w);
}

/* However small the memory: it ends in a NUL, nothing is written past it, and what is
 * there is a beginning of the whole. */
TEST(what_does_not_fit_is_dropped_and_said)
{
    char whole[200], memory[200];
    JsonW w;
    jw_init(&w, whole, sizeof whole);
    write_some(&w);
    assert_false(w.overflow);
    const size_t length = strlen(whole);
    for (size_t room = 1; room <= length + 1; room++) {
        memset(memory, 'x', sizeof memory);
        jw_init(&w, memory, room);
        write_some(&w);
        assert_int_equal(w.overflow, room <= length);
        assert_int_equal(memory[w.used], '\0');
        assert_memory_equal(memory, whole, w.used);
        for (size_t i = room; i < sizeof memory; i++)
            assert_int_equal(memory[i], 'x');
    }
}

TEST(an_opened_writer_grows_as_needed)
{
    JsonW w;
    jw_open(&w);
    assert_string_equal(w.text, "");
    jw_array(&w, NULL);
    for (int i = 0; i < 20000; i++)
        jw_int(&w, NULL, i);
    jw_end_array(&w);
    assert_false(w.overflow);
    json_t *json = json_loads(w.text, 0, NULL);
    assert_int_equal(json_array_size(json), 20000);
    assert_int_equal(json_integer_value(json_array_get(json, 19999)), 19999);
    json_decref(json);
    jw_reset(&w);
    jw_int(&w, NULL, 5);
    assert_string_equal(w.text, "5");
    jw_close(&w);
}

RUN(cmocka_unit_test(objects_and_arrays_nest_with_commas_in_between),
    cmocka_unit_test(text_is_escaped), cmocka_unit_test(any_bytes_become_good_json),
    cmocka_unit_test(whole_numbers_are_exact_to_the_ends),
    cmocka_unit_test(real_numbers_are_rounded_and_never_written_as_what_json_has_not),
    cmocka_unit_test(a_hash_has_sixteen_digits),
    cmocka_unit_test(what_does_not_fit_is_dropped_and_said),
    cmocka_unit_test(an_opened_writer_grows_as_needed))
