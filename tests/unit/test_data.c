/* test_data.c - folders are laid over the built-in files, and what is wrong is named.
 */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static Data *open_over(const char *folder, LoadError *error)
{
    memset(error, 0, sizeof *error);
    return data_open(&folder, 1, error);
}

static void refuse(const char *folder, const char *file_ends, const char *path,
                   const char *what)
{
    LoadError error;
    assert_null(open_over(folder, &error));
    const size_t length = strlen(error.file), wanted = strlen(file_ends);
    assert_true(length >= wanted);
    assert_string_equal(error.file + length - wanted, file_ends);
    assert_string_equal(error.path, path);
    assert_non_null(strstr(error.what, what));
}

TEST(the_built_in_files_are_there_in_order)
{
    Data *data = data_open(NULL, 0, NULL);
    assert_non_null(data);
    assert_true(data_count(data) >= 3);
    for (int i = 1; i < data_count(data); i++)
        assert_true(strcmp(data_name(data, i - 1), data_name(data, i)) < 0);
    for (int i = 0; i < data_count(data); i++) {
        assert_true(data_is_embedded(data, i));
        if (!data_is_net(data, i))
            assert_non_null(data_json(data, i, NULL));
    }
    assert_true(json_is_object(data_find(data, "text/en.json", NULL)));
    data_close(data);
}

TEST(the_same_path_replaces_and_a_new_path_adds)
{
    char folder[80];
    LoadError error;
    snprintf(folder, sizeof folder, "%s", unit_folder());
    unit_write(folder, "text/en.json", "{\"mine\": \"yes\"}");
    unit_write(folder, "a/b/c.json", "[1]");
    unit_write(folder, "a/read-me.txt", "not data");
    unit_write(folder, ".hidden/x.json", "not JSON");
    Data *plain = data_open(NULL, 0, NULL);
    Data *data = open_over(folder, &error);
    assert_non_null(data);
    assert_int_equal(data_count(data), data_count(plain) + 1);
    const json_t *text = data_find(data, "text/en.json", &error);
    assert_string_equal(json_string_value(json_object_get(text, "mine")), "yes");
    assert_true(json_is_array(data_find(data, "a/b/c.json", &error)));
    for (int i = 0; i < data_count(data); i++)
        assert_int_equal(data_is_embedded(data, i),
                         strcmp(data_name(data, i), "text/en.json") != 0 &&
                             strcmp(data_name(data, i), "a/b/c.json") != 0);
    data_close(data);
    data_close(plain);
}

TEST(a_file_is_our_own_as_long_as_it_says_the_same)
{
    const char *folder = unit_folder();
    size_t bytes = 0;
    Data *plain = data_open(NULL, 0, NULL);
    const char *text = data_bytes(plain, data_index(plain, "text/en.json"), &bytes);
    char *copy = calloc(1, bytes + 2);
    snprintf(copy, bytes + 2, " %.*s", (int)bytes, text);
    unit_write(folder, "text/en.json", copy);
    unit_write(folder, "text/zh-Hans.json", "{\"mine\": \"yes\"}");
    unit_write(folder, "x.json", "[1]");
    Data *data = data_open(&folder, 1, NULL);
    for (int i = 0; i < data_count(data); i++)
        assert_int_equal(data_is_own(data, i),
                         strcmp(data_name(data, i), "text/zh-Hans.json") != 0 &&
                             strcmp(data_name(data, i), "x.json") != 0);
    data_close(data);
    data_close(plain);
    free(copy);
}

TEST(how_a_card_looks_is_no_data_of_the_rules)
{
    const char *folder = unit_folder();
    unit_write(folder, "art.json", "{\"frames\": 1}");
    unit_write(folder, "x.json", "[1]");
    Data *data = data_open(&folder, 1, NULL);
    assert_non_null(data_find(data, "x.json", NULL));
    for (int i = 0; i < data_count(data); i++)
        assert_null(strstr(data_name(data, i), "art.json"));
    data_close(data);
}

TEST(of_two_folders_the_later_wins)
{
    char first[80], second[80];
    snprintf(first, sizeof first, "%s", unit_folder());
    snprintf(second, sizeof second, "%s", unit_folder());
    unit_write(first, "x.json", "[1]");
    unit_write(second, "x.json", "[1, 2]");
    const char *const dirs[] = {first, second};
    Data *data = data_open(dirs, 2, NULL);
    assert_int_equal(json_array_size(data_find(data, "x.json", NULL)), 2);
    data_close(data);
}

TEST(a_folder_that_is_not_there_is_refused)
{
    refuse("/nowhere/at/all", "/nowhere/at/all", "", "No such file");
}

TEST(a_file_where_a_folder_should_be_is_refused)
{
    const char *folder = unit_folder();
    char path[100];
    unit_write(folder, "x.json", "[]");
    snprintf(path, sizeof path, "%s/x.json", folder);
    refuse(path, "x.json", "", "Not a directory");
}

TEST(a_file_that_is_too_large_is_refused)
{
    const char *folder = unit_folder();
    char path[100];
    unit_write(folder, "big.json", "[]");
    snprintf(path, sizeof path, "%s/big.json", folder);
    assert_int_equal(truncate(path, DATA_FILE_BYTES_MAX + 1), 0);
    refuse(folder, "/big.json", "", "larger than 4 MiB");
}

TEST(links_and_pipes_are_refused)
{
    char path[100];
    const char *folder = unit_folder();
    snprintf(path, sizeof path, "%s/loop", folder);
    assert_int_equal(symlink(folder, path), 0);
    refuse(folder, "/loop", "", "symbolic link");
    folder = unit_folder();
    snprintf(path, sizeof path, "%s/pipe.json", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    refuse(folder, "/pipe.json", "", "not a plain file");
}

TEST(folders_that_never_end_are_refused)
{
    const char *folder = unit_folder();
    unit_write(folder, "1/2/3/4/5/6/7/x.json", "[]");
    LoadError error;
    Data *data = open_over(folder, &error);
    assert_non_null(data);
    data_close(data);
    unit_write(folder, "1/2/3/4/5/6/7/8/x.json", "[]");
    refuse(folder, "/1/2/3/4/5/6/7/8", "", "too deep");
}

TEST(too_many_folders_are_refused)
{
    const char *dirs[DATA_DIRS_MAX + 1];
    LoadError error;
    for (int i = 0; i <= DATA_DIRS_MAX; i++)
        dirs[i] = PEBBLES_DATA;
    assert_null(data_open(dirs, DATA_DIRS_MAX + 1, &error));
    assert_non_null(strstr(error.what, "too many"));
}

TEST(bad_json_is_refused_with_line_and_column)
{
    static const struct {
        const char *content, *path, *what;
    } cases[] = {
        {"{\n  \"a\": 1,\n  \"a\": 2\n}", "line 3, column 5", "duplicate"},
        {"{\"a\": }", "line 1, column 7", "unexpected token"},
        {"", "line 1, column 0", "'[' or '{' expected"},
        {"[1] x", "line 1, column 5", "end of file expected"},
        {"[\"\xff\"]", "line 1, column 2", "0xff"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *folder = unit_folder();
        LoadError error;
        unit_write(folder, "x.json", cases[i].content);
        Data *data = open_over(folder, &error);
        assert_non_null(data);
        assert_null(data_find(data, "x.json", &error));
        assert_non_null(strstr(error.file, "/x.json"));
        assert_string_equal(error.path, cases[i].path);
        assert_non_null(strstr(error.what, cases[i].what));
        data_close(data);
    }
}

TEST(a_file_that_is_not_there_is_named)
{
    LoadError error;
    assert_null(data_find(unit_data(), "none/such.json", &error));
    assert_string_equal(error.file, "none/such.json");
    assert_non_null(strstr(error.what, "no such file"));
}

TEST(an_error_too_long_to_keep_is_cut)
{
    char text[600];
    LoadError error;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_false(load_error(&error, text, text, text));
    assert_int_equal(strlen(error.file), sizeof error.file - 1);
    assert_int_equal(strlen(error.path), sizeof error.path - 1);
    assert_int_equal(strlen(error.what), sizeof error.what - 1);
}

RUN(cmocka_unit_test(the_built_in_files_are_there_in_order),
    cmocka_unit_test(the_same_path_replaces_and_a_new_path_adds),
    cmocka_unit_test(a_file_is_our_own_as_long_as_it_says_the_same),
    cmocka_unit_test(how_a_card_looks_is_no_data_of_the_rules),
    cmocka_unit_test(of_two_folders_the_later_wins),
    cmocka_unit_test(a_folder_that_is_not_there_is_refused),
    cmocka_unit_test(a_file_where_a_folder_should_be_is_refused),
    cmocka_unit_test(a_file_that_is_too_large_is_refused),
    cmocka_unit_test(links_and_pipes_are_refused),
    cmocka_unit_test(folders_that_never_end_are_refused),
    cmocka_unit_test(too_many_folders_are_refused),
    cmocka_unit_test(bad_json_is_refused_with_line_and_column),
    cmocka_unit_test(a_file_that_is_not_there_is_named),
    cmocka_unit_test(an_error_too_long_to_keep_is_cut))
