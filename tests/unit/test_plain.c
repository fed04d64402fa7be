/* test_plain.c - plain JSON is read as jansson reads it, and what is not plain is left
 * to it. */
#include "engine/plain.h"
#include "engine/rng.h"
#include "tests/unit/unit.h"

static json_t *theirs(const char *text, size_t text_bytes)
{
    return json_loadb(text, text_bytes, JSON_REJECT_DUPLICATES, NULL);
}

/* Whether it was read; if it was, then as jansson does. */
static bool is_read(const char *text, size_t text_bytes)
{
    json_t *mine = plain_read(text, text_bytes);
    json_t *other = mine ? theirs(text, text_bytes) : NULL;
    if (mine && (!other || !json_equal(mine, other)))
        fail_msg("read otherwise: %.*s", (int)text_bytes, text);
    json_decref(other);
    json_decref(mine);
    return mine != NULL;
}

TEST(what_clients_send_is_read)
{
    static const char *const plain[] = {
        "{}",
        "[]",
        "{\"id\":1,\"op\":\"hello\",\"name\":\"Ada\"}",
        "{\"id\":17,\"op\":\"apply\",\"action\":{\"type\":\"keep\",\"pile\":1}}",
        " { \"a\" : [ 1 , -2 , 0 , true , false , null , \"\" , {} ] } \n",
        "{\"id\":999999999999999999}"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        assert_true(is_read(plain[i], strlen(plain[i])));
}

TEST(what_is_odd_is_left_to_jansson)
{
    static const char *const odd[] = {"",
                                      "1",
                                      "\"x\"",
                                      "{\"a\":1,\"a\":2}",
                                      "{\"a\":1.5}",
                                      "{\"a\":1e3}",
                                      "{\"a\":01}",
                                      "{\"a\":-0}",
                                      "{\"a\":-}",
                                      "{\"a\":9223372036854775807}",
                                      "{\"a\":\"\\n\"}",
                                      "{\"a\":\"\xc3\xa9\"}",
                                      "{\"a\":1,}",
                                      "{,}",
                                      "[1,]",
                                      "{\"a\"}",
                                      "{\"a\":}",
                                      "{}{}",
                                      "{\"a\":1} x",
                                      "{\"a\":truex}",
                                      "[[[[[[[[[[1]]]]]]]]]]",
                                      "{\"a\":nul",
                                      "{'a':1}"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        assert_false(is_read(odd[i], strlen(odd[i])));
    assert_false(is_read("{\"a\0b\":1}", 9));
    assert_false(is_read("{\"a\":\"x\0y\"}", 11));
}

TEST(whatever_is_done_to_it_both_read_the_same)
{
    static const char message[] = "{\"id\":12,\"op\":\"apply\",\"n\":30,\"action\":{"
                                  "\"type\":\"keep\",\"a\":[1,-2,"
                                  "true,null,{\"b\":\"c\"}]}}";
    static const char letters[] = "{}[]:,\"\\ 0123-.eEtrufalsn\n\t\x01\x7f\xc3";
    char text[2 * sizeof message];
    Rng rng;
    int read = 0;
    rng_seed(&rng, 13);
    for (int i = 0; i < 200000; i++) {
        size_t count = sizeof message - 1;
        memcpy(text, message, count);
        for (uint32_t change = rng_below(&rng, 4); change; change--) {
            const size_t at = rng_below(&rng, (uint32_t)count);
            const char letter = letters[rng_below(&rng, sizeof letters)];
            if (rng_below(&rng, 2)) {
                text[at] = letter;
            } else if (rng_below(&rng, 2)) {
                memmove(text + at, text + at + 1, --count - at);
            } else {
                memmove(text + at + 1, text + at, count++ - at);
                text[at] = letter;
            }
        }
        read += is_read(text, count);
    }
    assert_in_range(read, 50000, 150000);
}

RUN(cmocka_unit_test(what_clients_send_is_read),
    cmocka_unit_test(what_is_odd_is_left_to_jansson),
    cmocka_unit_test(whatever_is_done_to_it_both_read_the_same))
