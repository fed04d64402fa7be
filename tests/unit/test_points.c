/* test_points.c - the terminal's board of a game that has none draws what its fields
 * say. */
#include "cli/boards/board.h"
#include "tests/unit/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* The board as a seat sees it, without colours. */
static char *drawn(const char *language, int seat)
{
    Match *m = unit_position(2, "{'seat':0,'pile':9,'pebbles':[1,5],"
                                "'charms':['raven','mole'],'deck':"
                                "['jay','fox','weasel','magpie','badger','rabbit']}");
    static PebblesState seen;
    pebbles_game.redact(match_catalog(m), match_state(m), seat, &seen);
    const Table view = {&pebbles_game, match_catalog(m), &seen, NULL};
    setlocale(LC_CTYPE, "C.UTF-8");
    Screen *screen = screen_paper(80);
    board_points.draw(screen, &view, unit_texts(language), seat, 2);
    char *text = screen_print(screen), *to = text;
    for (const char *from = text; *from; from++)
        if (*from == '\033')
            from += strcspn(from, "m");
        else
            *to++ = *from;
    *to = 0;
    screen_close(screen);
    match_free(m);
    return text;
}

TEST(numbers_stand_above_and_what_a_seat_has_behind_it)
{
    char *text = drawn("en", 1);
    assert_non_null(strstr(text, "  Pile 9\n"));
    assert_non_null(strstr(text, "▶ Player 1              "
                                 "    1   Taken 1   Charm a charm\n"));
    assert_non_null(strstr(text, "  Player 2              "
                                 "    5   Taken 5   Charm Mole\n"));
    assert_null(strstr(text, "Raven"));
    free(text);
}

TEST(a_list_lies_in_rows_of_as_many_as_its_field_says)
{
    char *text = drawn("en", 0);
    assert_non_null(strstr(text, "  Charms to draw a charm a charm a charm a charm\n"
                                 "                 a charm a charm\n"));
    free(text);
    text = drawn("zh-Hans", 0);
    assert_non_null(strstr(text, "  石堆 9\n"));
    free(text);
}

RUN(cmocka_unit_test(numbers_stand_above_and_what_a_seat_has_behind_it),
    cmocka_unit_test(a_list_lies_in_rows_of_as_many_as_its_field_says))
