/* test_text.c - sentences are found in the reader's language, and holes are filled. */
#include "tests/unit/unit.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

TEST(languages_are_known_by_any_of_their_names)
{
    static const char *const names[][2] = {
        {"en", "en"},
        {"en_GB.UTF-8", "en"},
        {"EN-us", "en"},
        {"zh", "zh-Hans"},
        {"zh_CN.UTF-8", "zh-Hans"},
        {"zh-Hans-SG", "zh-Hans"},
        {"zh_TW.UTF-8", "zh-Hant"},
        {"zh-HK", "zh-Hant"},
        {"zh-Hant", "zh-Hant"},
        {"zh_hant_CN", "zh-Hant"},
        {"zh-MO", "zh-Hant"},
    };
    static const char *const others[] = {"", "C", "de_DE", "enx", "zhx", "ja"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(text_language(names[i][0]), names[i][1]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(text_language(others[i]));
}

TEST(the_environment_chooses_the_language)
{
    unsetenv("LC_ALL");
    unsetenv("LC_MESSAGES");
    setenv("LANG", "zh_TW.UTF-8", 1);
    assert_string_equal(text_language_default(), "zh-Hant");
    setenv("LC_MESSAGES", "zh_CN.UTF-8", 1);
    assert_string_equal(text_language_default(), "zh-Hans");
    setenv("LC_ALL", "C.UTF-8", 1);
    assert_string_equal(text_language_default(), "en");
    unsetenv("LC_ALL");
    unsetenv("LC_MESSAGES");
    unsetenv("LANG");
    assert_string_equal(text_language_default(), "en");
}

static Texts *texts_over(Data **data, const char *lang, const char *en, const char *zh,
                         LoadError *error)
{
    const char *folder = unit_folder();
    unit_write(folder, "text/en.json", en);
    unit_write(folder, "text/zh-Hans.json", zh);
    unit_write(folder, "go/text/en.json", "{\"card\":{\"fish\":\"Fish\"}}");
    *data = data_open(&folder, 1, error);
    assert_non_null(*data);
    return texts_open(*data, lang, error);
}

TEST(keys_are_joined_with_dots_and_a_games_with_its_name)
{
    Data *data = NULL;
    Texts *t = texts_over(&data, "en", "{\"a\":{\"b\":{\"c\":\"deep\"}},\"d\":\"top\"}",
                          "{}", NULL);
    assert_string_equal(text_get(t, "a.b.c"), "deep");
    assert_string_equal(text_get(t, "d"), "top");
    assert_string_equal(text_get(t, "go.card.fish"), "Fish");
    assert_null(text_find(t, "card.fish"));
    assert_null(text_find(t, "a.b"));
    assert_string_equal(text_get(t, "not.there"), "not.there");
    texts_close(t);
    data_close(data);
}

TEST(english_stands_in_for_what_is_missing)
{
    Data *data = NULL;
    Texts *t = texts_over(&data, "zh-Hans", "{\"a\":\"one\",\"b\":\"two\"}",
                          "{\"a\":\"一\"}", NULL);
    assert_string_equal(text_get(t, "a"), "一");
    assert_string_equal(text_get(t, "b"), "two");
    assert_string_equal(text_get(t, "go.card.fish"), "Fish");
    assert_true(text_has(t, "a"));
    assert_false(text_has(t, "b"));
    texts_close(t);
    data_close(data);
}

TEST(a_text_that_is_no_text_is_refused)
{
    static const struct {
        const char *content, *path, *what;
    } cases[] = {
        {"{\"a\":{\"b\":1}}", "a.b", "should be a text"},
        {"{\"a\":\"x\",\"b\":[]}", "b", "should be a text"},
        {"[]", "", "should be an object"},
        {"{\"a.b\":\"x\",\"a\":{\"b\":\"y\"}}", "a.b", "twice"},
        {"{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":\"x\"}}}}}}}}"
         "}",
         "a.a.a.a.a.a.a.a.a", "too long"},
        {"{", "line 1, column 1", "expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Data *data = NULL;
        LoadError error;
        assert_null(texts_over(&data, "en", cases[i].content, "{}", &error));
        assert_non_null(strstr(error.file, "text/en.json"));
        assert_string_equal(error.path, cases[i].path);
        assert_non_null(strstr(error.what, cases[i].what));
        data_close(data);
    }
}

TEST(every_key_can_be_walked)
{
    const Texts *t = unit_texts("zh-Hant");
    const int count = text_count(t);
    int found = 0;
    for (int i = 0; i < count; i++) {
        assert_true(text_has(t, text_key(t, i)));
        found += !strcmp(text_key(t, i), "error.answer_first") ||
                 !strcmp(text_key(t, i), "pebbles.name") ||
                 !strcmp(text_key(t, i), "seat.table");
    }
    assert_int_equal(found, 3);
}

TEST(holes_are_filled_by_name)
{
    const TextHole holes[] = {{"price", "7"}, {"coins", "{price}"}};
    char out[80];
    assert_string_equal(text_fill("costs {price}, you have {coins}; {other} {", holes,
                                  2, out, sizeof out),
                        "costs 7, you have {price}; {other} {");
    assert_string_equal(text_fill("", holes, 2, out, sizeof out), "");
    assert_string_equal(text_fill("{}{pric}{price}", holes, 2, out, sizeof out),
                        "{}{pric}7");
}

TEST(a_number_comes_with_its_noun)
{
    const char *const said[][2] = {
        {"0", "pays 0 coins."}, {"1", "pays 1 coin."},    {"-1", "pays -1 coin."},
        {"2", "pays 2 coins."}, {"11", "pays 11 coins."}, {"-12", "pays -12 coins."}};
    char out[80];
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        const TextHole hole = {"coins", said[i][0]};
        text_fill("pays {coins|coin|coins}.", &hole, 1, out, sizeof out);
        assert_string_equal(out, said[i][1]);
    }
    const TextHole other = {"coin", "1"};
    assert_string_equal(
        text_fill("{coins|coin|coins} {coin|", &other, 1, out, sizeof out),
        "{coins|coin|coins} {coin|");
    assert_string_equal(text_fill("pays {coin|coin|coins}.", &other, 1, out, 9),
                        "pays 1 c");
}

TEST(a_sentence_that_does_not_fit_is_cut_between_characters)
{
    static const char *const cuts[] = {"",   "",   "",     "",      "纸",
                                       "纸", "纸", "纸纸", "纸纸x", "纸纸x"};
    const TextHole holes[] = {{"a", "纸纸"}};
    char out[40];
    for (size_t room = 1; room < 10; room++) {
        memset(out, '#', sizeof out);
        text_fill("{a}x", holes, 1, out, room);
        assert_string_equal(out, cuts[room]);
        assert_int_equal(out[room], '#');
    }
    assert_string_equal(text_copy(out, 5, "ab纸"), "ab");
    assert_string_equal(text_copy(out, 6, "ab纸"), "ab纸");
}

static void *look_up(void *texts)
{
    return (void *)(uintptr_t)text_find((const Texts *)texts, "error.game_over");
}

TEST(threads_may_look_up_the_first_sentence_together)
{
    for (int round = 0; round < 20; round++) {
        pthread_t thread[4];
        void *found[4];
        Data *data = data_open(NULL, 0, NULL);
        Texts *t = texts_open(data, "zh-Hans", NULL);
        for (int i = 0; i < 4; i++)
            assert_int_equal(pthread_create(&thread[i], NULL, look_up, t), 0);
        for (int i = 0; i < 4; i++)
            pthread_join(thread[i], &found[i]);
        for (int i = 0; i < 4; i++)
            assert_ptr_equal(found[i], text_find(t, "error.game_over"));
        texts_close(t);
        data_close(data);
    }
}

RUN(cmocka_unit_test(languages_are_known_by_any_of_their_names),
    cmocka_unit_test(the_environment_chooses_the_language),
    cmocka_unit_test(keys_are_joined_with_dots_and_a_games_with_its_name),
    cmocka_unit_test(english_stands_in_for_what_is_missing),
    cmocka_unit_test(a_text_that_is_no_text_is_refused),
    cmocka_unit_test(every_key_can_be_walked),
    cmocka_unit_test(holes_are_filled_by_name),
    cmocka_unit_test(a_number_comes_with_its_noun),
    cmocka_unit_test(a_sentence_that_does_not_fit_is_cut_between_characters),
    cmocka_unit_test(threads_may_look_up_the_first_sentence_together))
