/* test_event.c - a log gives back what was written, and nobody sees what is secret. */
#include "tests/unit/unit.h"

static Event event_of(int type, int count)
{
    Event e;
    memset(&e, 0, sizeof e);
    e.type = (uint8_t)type;
    e.seat = 1;
    e.a = 11;
    e.b = 12;
    e.c = 13;
    e.n = -14;
    e.count = (uint16_t)count;
    return e;
}

TEST(a_log_gives_back_what_was_written)
{
    static const uint8_t list[] = {5, 6, 7};
    uint8_t bytes[200];
    EventLog log;
    event_log_init(&log, bytes, sizeof bytes);
    const Event first = event_of(1, 3), second = event_of(2, 0);
    event_record(&log, &first, list);
    event_record(&log, &second, NULL);
    uint32_t at = 0;
    Event read;
    const uint8_t *read_list = NULL;
    assert_true(event_next(&log, &at, &read, &read_list));
    assert_memory_equal(&read, &first, sizeof read);
    assert_memory_equal(read_list, list, 3);
    assert_true(event_next(&log, &at, &read, NULL));
    assert_memory_equal(&read, &second, sizeof read);
    assert_false(event_next(&log, &at, &read, &read_list));
    assert_int_equal(log.count, 2);
}

TEST(what_does_not_fit_is_counted_and_leaves_the_rest_readable)
{
    uint8_t bytes[40];
    static const uint8_t list[20] = {0};
    EventLog log;
    event_log_init(&log, bytes, sizeof bytes);
    const Event small = event_of(1, 0), large = event_of(2, 20);
    event_record(&log, &small, NULL);
    event_record(&log, &large, list);
    event_record(&log, &small, NULL);
    event_record(&log, &small, NULL);
    assert_int_equal(log.count, 2);
    assert_int_equal(log.overflow, 2);
    assert_int_equal(log.used, 2 * sizeof(Event));
}

TEST(secret_parts_are_zeroed_for_everybody_who_may_not_see_them)
{
    Event e = event_of(1, 4);
    e.secret = SECRET_A | SECRET_N;
    e.seen_by = 1 << 2;
    Event shown = e;
    assert_false(event_redact(&shown, 2));
    assert_memory_equal(&shown, &e, sizeof e);
    for (int i = 0; i < 2; i++) {
        shown = e;
        assert_true(event_redact(&shown, i ? SEAT_NONE : 0));
        assert_int_equal(shown.a, 0);
        assert_int_equal(shown.b, 12);
        assert_int_equal(shown.c, 13);
        assert_int_equal(shown.n, 0);
        assert_int_equal(shown.count, 4);
    }
    e.secret = SECRET_B | SECRET_C;
    event_redact(&e, 1);
    assert_int_equal(e.a, 11);
    assert_int_equal(e.b, 0);
    assert_int_equal(e.c, 0);
}

TEST(an_open_event_hides_nothing)
{
    Event e = event_of(1, 0);
    assert_false(event_redact(&e, SEAT_NONE));
    assert_false(event_list_hidden(&e, SEAT_NONE));
}

TEST(a_secret_list_is_hidden_from_those_who_may_not_see_it)
{
    Event e = event_of(1, 2);
    e.secret = SECRET_LIST;
    e.seen_by = 1 << 0;
    assert_false(event_list_hidden(&e, 0));
    assert_true(event_list_hidden(&e, 1));
    assert_true(event_list_hidden(&e, SEAT_NONE));
}

RUN(cmocka_unit_test(a_log_gives_back_what_was_written),
    cmocka_unit_test(what_does_not_fit_is_counted_and_leaves_the_rest_readable),
    cmocka_unit_test(secret_parts_are_zeroed_for_everybody_who_may_not_see_them),
    cmocka_unit_test(an_open_event_hides_nothing),
    cmocka_unit_test(a_secret_list_is_hidden_from_those_who_may_not_see_it))
