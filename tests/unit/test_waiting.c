/* test_waiting.c - a match stopped in the middle of an effect is written and read back;
 * a question or an effect that cannot be is refused. */
#include "engine/lay.h"
#include "tests/unit/unit.h"

/* Seat 0 has played the raven against seat 1, who is asked whether to stop it. */
static Match *asked(void)
{
    Match *m = unit_position(3, "{'pile':9,'pebbles':[1,5,2],'deck':['jay'],"
                                "'charms':['raven','mole','fox']}");
    const Command play = command(PEBBLES_DO_PLAY, 0, 5, 0, 0);
    const Command choose = command(PEBBLES_DO_CHOOSE, 0, 2, 0, 0);
    assert_int_equal(match_apply(m, &play, NULL), ERR_OK);
    assert_int_equal(match_apply(m, &choose, NULL), ERR_OK);
    assert_int_equal(match_status(m).to_act, 1);
    return m;
}

static json_t *written(const Match *m)
{
    JsonW w;
    jw_open(&w);
    pebbles_game.write_state(unit_catalog(), match_state(m), &w);
    json_t *json = json_loads(w.text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    jw_close(&w);
    return json;
}

static Err read_over_start(const json_t *json, PebblesState *s)
{
    const Setup setup = unit_setup(3, 77);
    Refusal why = refusal(ERR_OK);
    const Err err = lay_position(&pebbles_game, unit_catalog(), &setup, json, s, &why);
    assert_int_equal(err != ERR_OK, why.word[0][0] != '\0');
    return err;
}

TEST(a_state_in_the_middle_of_an_effect_reads_back_byte_for_byte)
{
    Match *m = asked();
    json_t *json = written(m);
    PebblesState s;
    assert_int_equal(read_over_start(json, &s), ERR_OK);
    assert_memory_equal(&s, match_state(m), sizeof s);
    json_decref(json);
    match_free(m);
}

/* Set what 'path' names ("effects.0.step") to 'value' in a good state: refused. */
static void refused(const char *path, const char *value)
{
    Match *m = asked();
    json_t *json = written(m), *at = json, *box = unit_json(value);
    json_t *item = json_array_get(box, 0);
    char part[80];
    for (const char *rest = path;; rest++) {
        const size_t length = strcspn(rest, ".");
        memcpy(part, rest, length);
        part[length] = '\0';
        rest += length;
        if (!*rest)
            break;
        at = json_is_array(at) ? json_array_get(at, (size_t)(part[0] - '0'))
                               : json_object_get(at, part);
        assert_non_null(at);
    }
    json_object_set(at, part, item);
    PebblesState s;
    if (read_over_start(json, &s) != ERR_BAD_POSITION)
        fail_msg("%s = %s is taken", path, value);
    json_decref(box);
    json_decref(json);
    match_free(m);
}

TEST(an_effect_that_cannot_be_is_refused)
{
    static const char *const cases[][2] = {
        {"effects", "[7]"},
        {"effects", "[[]]"},
        {"effects", "[[1]]"},
        {"effects", "[[{},{}]]"},
        {"effects", "[[{'ability':'steal'},{'ability':'steal'}]]"},
        {"effects.0.ability", "['fly']"},
        {"effects.0.ability", "['none']"},
        {"effects.0.ability", "['dig']"},
        {"effects.0.ability", "[3]"},
        {"effects.0.step", "[1]"},
        {"effects.0.step", "[200]"},
        {"effects.0.step", "[256]"},
        {"effects.0.seat", "[1]"},
        {"effects.0.who", "[2]"},
        {"effects.0.who", "[255]"},
        {"effects.0.source", "[0]"},
        {"effects.0.source", "[1]"},
        {"effects.0.source", "[200]"},
        {"effects.0.other", "[0]"},
        {"effects.0.other", "[4]"},
        {"effects.0.base", "[1]"},
        {"effects.0.base", "[70000]"},
        {"effects.0.count", "[3]"},
        {"effects.0.count", "[-1]"},
        {"effects.0.seen", "[[0]]"},
        {"effects.0.seen", "[[256]]"},
        {"effects.0.seen", "['x']"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i][0], cases[i][1]);
}

TEST(a_question_that_cannot_be_is_refused)
{
    static const char *const cases[][2] = {
        {"prompt", "[null]"},          {"prompt", "[3]"},
        {"prompt.action", "['fly']"},  {"prompt.action", "['choose']"},
        {"prompt.action", "[null]"},   {"prompt.seat", "[2]"},
        {"prompt.seat", "[-1]"},       {"prompt.seat", "[9]"},
        {"prompt.ask", "['allow']"},   {"prompt.may_pass", "[false]"},
        {"prompt.source", "[4]"},      {"prompt.source", "[-1]"},
        {"prompt.source", "[999]"},    {"prompt.options", "[[0]]"},
        {"prompt.options", "[[0,1]]"}, {"prompt.options", "[[]]"},
        {"prompt.options", "[[300]]"}, {"prompt.options", "[[-5]]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i][0], cases[i][1]);
}

TEST(random_numbers_are_sixteen_digits_or_refused)
{
    refused("rng", "['12']");
    refused("rng", "['0123456789abcdeg']");
    refused("rng", "[12]");
}

RUN(cmocka_unit_test(a_state_in_the_middle_of_an_effect_reads_back_byte_for_byte),
    cmocka_unit_test(an_effect_that_cannot_be_is_refused),
    cmocka_unit_test(a_question_that_cannot_be_is_refused),
    cmocka_unit_test(random_numbers_are_sixteen_digits_or_refused))
