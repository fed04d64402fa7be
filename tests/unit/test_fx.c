/* test_fx.c - abilities stop to ask and go on with the answer; windows go round. */
#include "tests/unit/unit.h"

static Prompt open_prompt(int may)
{
    Prompt p;
    CardSet options = set_one(4);
    set_add(&options, 9);
    memset(&p, 0, sizeof p);
    assert_true(prompt_open(&p, 2, 5, may, 1, 7, &options));
    return p;
}

TEST(a_question_offers_its_options_and_passing_where_it_may_be_declined)
{
    Moves moves;
    moves.count = 0;
    const Prompt must = open_prompt(MUST), may = open_prompt(MAY);
    prompt_legal(&must, &moves);
    assert_int_equal(moves.count, 2);
    const Command first = command(5, 2, 4, 0, 0), second = command(5, 2, 9, 0, 0);
    assert_true(command_same(&moves.item[0], &first));
    assert_true(command_same(&moves.item[1], &second));
    prompt_legal(&may, &moves);
    assert_int_equal(moves.count, 5);
    const Command pass = command(ACTION_PASS, 2, 0, 0, 0);
    assert_true(command_same(&moves.item[4], &pass));
}

TEST(a_question_with_nothing_to_choose_does_not_open)
{
    Prompt p;
    const CardSet nothing = set_none();
    memset(&p, 0, sizeof p);
    assert_false(prompt_open(&p, 0, 5, MAY, 0, 0, &nothing));
    assert_false(prompt_is_open(&p));
}

TEST(a_question_takes_its_own_answers_and_says_what_is_wrong_with_others)
{
    const Prompt must = open_prompt(MUST), may = open_prompt(MAY);
    const struct {
        const Prompt *prompt;
        Command c;
        int err;
    } cases[] = {
        {&must, command(5, 2, 9, 0, 0), ERR_OK},
        {&must, command(5, 1, 9, 0, 0), ERR_NOT_YOUR_TURN},
        {&must, command(6, 2, 9, 0, 0), ERR_ANSWER_FIRST},
        {&must, command(5, 2, 5, 0, 0), ERR_NOT_AN_OPTION},
        {&must, command(5, 2, 0, 0, 0), ERR_NOT_AN_OPTION},
        {&must, command(5, 2, 9, 1, 0), ERR_NOT_AN_OPTION},
        {&must, command(5, 2, 9, 0, 1), ERR_NOT_AN_OPTION},
        {&must, command(ACTION_PASS, 2, 0, 0, 0), ERR_MUST_CHOOSE},
        {&may, command(ACTION_PASS, 2, 0, 0, 0), ERR_OK},
        {&may, command(ACTION_PASS, 2, 1, 0, 0), ERR_ANSWER_FIRST},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Quote quote = quote_none();
        assert_int_equal(prompt_validate(cases[i].prompt, &cases[i].c, &quote),
                         cases[i].err);
        if (cases[i].err == ERR_NOT_YOUR_TURN)
            assert_int_equal(quote.arg[0], 3);
    }
}

TEST(a_closed_question_leaves_no_trace)
{
    static const Prompt none;
    Prompt p = open_prompt(MAY);
    const Command answer = command(5, 2, 9, 0, 0);
    assert_int_equal(prompt_close(&p, &answer), 9);
    assert_memory_equal(&p, &none, sizeof p);
    p = open_prompt(MAY);
    const Command pass = command(ACTION_PASS, 2, 0, 0, 0);
    assert_int_equal(prompt_close(&p, &pass), 0);
    assert_memory_equal(&p, &none, sizeof p);
}

TEST(a_finished_frame_leaves_no_trace)
{
    static const Fx none;
    Fx stack[2];
    uint8_t depth = 0;
    memset(stack, 0xa5, sizeof stack);
    Fx *fx = fx_push(stack, &depth, 2, 7, 3);
    assert_int_equal(fx->ability, 7);
    assert_int_equal(fx->seat, 3);
    assert_int_equal(fx->who, 3);
    assert_int_equal(fx->step, 0);
    assert_ptr_equal(fx_push(stack, &depth, 2, 8, 1), &stack[1]);
    assert_int_equal(depth, 2);
    fx_pop(stack, &depth);
    assert_memory_equal(&stack[1], &none, sizeof none);
    assert_int_equal(depth, 1);
}

TEST(a_window_closes_once_all_have_passed_in_a_row)
{
    Fx fx;
    memset(&fx, 0, sizeof fx);
    window_open(&fx, 1);
    assert_int_equal(fx.who, 1);
    assert_true(window_next(&fx, false, 3));
    assert_int_equal(fx.who, 2);
    assert_true(window_next(&fx, false, 3));
    assert_int_equal(fx.who, 0);
    assert_true(window_next(&fx, true, 3)); /* acting starts the count again */
    assert_true(window_next(&fx, false, 3));
    assert_true(window_next(&fx, false, 3));
    assert_false(window_next(&fx, false, 3));
}

static void act(Match *m, const char *text)
{
    const Table t = match_table(m);
    json_t *json = unit_json(text);
    Command c;
    Refusal why;
    const Err read = record_read_command(&t, match_status(m).to_act, json, &c, &why);
    json_decref(json);
    assert_int_equal(read, ERR_OK);
    const Err err = match_apply(m, &c, &why);
    if (err)
        fail_msg("%s: %s", text, refusal_code(&pebbles_game, err));
}

static const PebblesState *pebbles(const Match *m)
{
    return (const PebblesState *)match_state(m);
}

#define THEFT                                                                     \
    "{'pile':9,'pebbles':[1,5,2],'charms':['raven','mole','fox'],'deck':['jay']," \
    "'seat':0}"

TEST(a_theft_goes_ahead_when_all_pass)
{
    Match *m = unit_position(3, THEFT);
    act(m, "{'type':'play','charm':'raven'}");
    act(m, "{'type':'choose','player':1}");
    assert_int_equal(match_status(m).to_act, 1);
    act(m, "{'type':'pass'}");
    assert_int_equal(match_status(m).to_act, 2);
    act(m, "{'type':'pass'}");
    assert_int_equal(pebbles(m)->pebbles[0], 4);
    assert_int_equal(pebbles(m)->pebbles[1], 2);
    assert_int_equal(match_status(m).to_act, 1);
    match_free(m);
}

TEST(a_thrown_charm_turns_a_theft_around_and_a_second_one_back)
{
    Match *m = unit_position(3, THEFT);
    act(m, "{'type':'play','charm':'raven'}");
    act(m, "{'type':'choose','player':1}");
    act(m, "{'type':'turn','player':1}");
    Match *stopped = match_fork(m, match_moves(m));
    act(stopped, "{'type':'pass'}");
    assert_int_equal(pebbles(stopped)->pebbles[1], 5);
    act(m, "{'type':'turn','player':1}");
    assert_int_equal(pebbles(m)->pebbles[1], 2);
    match_free(stopped);
    match_free(m);
}

TEST(a_theft_from_nobody_asks_nobody)
{
    Match *m = unit_position(2, "{'pile':9,'charms':['raven','mole'],'pebbles':[3,0]}");
    act(m, "{'type':'play','charm':'raven'}");
    assert_int_equal(match_status(m).to_act, 1);
    assert_null(pebbles_game.prompt(match_state(m)));
    match_free(m);
}

RUN(cmocka_unit_test(
        a_question_offers_its_options_and_passing_where_it_may_be_declined),
    cmocka_unit_test(a_question_with_nothing_to_choose_does_not_open),
    cmocka_unit_test(
        a_question_takes_its_own_answers_and_says_what_is_wrong_with_others),
    cmocka_unit_test(a_closed_question_leaves_no_trace),
    cmocka_unit_test(a_finished_frame_leaves_no_trace),
    cmocka_unit_test(a_window_closes_once_all_have_passed_in_a_row),
    cmocka_unit_test(a_theft_goes_ahead_when_all_pass),
    cmocka_unit_test(a_thrown_charm_turns_a_theft_around_and_a_second_one_back),
    cmocka_unit_test(a_theft_from_nobody_asks_nobody))
