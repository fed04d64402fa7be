/* replay.c - parlor replay: a saved match again, move by move. */
#include "cli/args.h"
#include "cli/host/kept.h"
#include "cli/play/keys.h"
#include "cli/play/play.h"

#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

enum { BOARD_LEAST = 5, MOVES_ASKED_MAX = 1000000 };

typedef struct {
    Cli *cli;
    Match *match;
    Screen *screen;
    const Board *board;
    int viewer; /* SEAT_TABLE: everything is shown */
    int moves;  /* of the whole match */
    void *view;
    SeatNames names;
    Cut cut; /* the lines of the board shown, where they do not all fit */
} Replay;

/* "12. Player 2: Draw two cards". */
static void replay_heading(Replay *r, int index)
{
    const Match *m = r->match;
    const Game *game = match_game(m);
    char words[400], name[80], number[16], line[600];
    void *before = calloc(1, game->state_bytes);
    if (!before)
        abort();
    match_state_at(m, index, before);
    const Table then = play_table(m, before, &r->names);
    const Command *c = match_command(m, index);
    /* Somebody else's choice may name what only they could see. */
    const bool open = r->viewer == SEAT_TABLE || r->viewer == c->seat;
    snprintf(number, sizeof number, "%d", index + 1);
    say_thing(&then, cli_texts(r->cli), THING_SEAT, c->seat + 1, name, sizeof name);
    say_command(&then, cli_texts(r->cli), c, words, sizeof words);
    screen_text(r->screen, INK_BOLD,
                cli_fill(r->cli, line, sizeof line, open ? "move" : "move_hidden", "n",
                         number, "seat", name, "words", words, NULL));
    free(before);
}

/* The move, and what came of it; -1 is the deal. */
static void replay_move(Replay *r, int index)
{
    const Match *m = r->match;
    char line[400];
    const int from = match_event_first(m, index);
    if (index >= 0)
        replay_heading(r, index);
    else
        screen_text(r->screen, INK_BOLD, cli_say(r->cli, "start"));
    screen_line(r->screen);
    const Table now = play_table(m, r->view, &r->names);
    for (int i = from; i < match_event_count(m); i++) {
        Event event;
        const uint8_t *list = NULL;
        match_event(m, i, &event, &list);
        if (!say_event(&now, cli_texts(r->cli), &event, list, r->viewer, line,
                       sizeof line)[0])
            continue;
        screen_text(r->screen, INK_NONE, "   ");
        screen_wrap(r->screen, INK_NONE, 3, line);
    }
}

static void replay_go(Replay *r, int moves)
{
    const Match *m = r->match;
    r->cut.first = 0;
    match_go(r->match, moves);
    if (r->viewer == SEAT_TABLE)
        memcpy(r->view, match_state(m), match_game(m)->state_bytes);
    else
        match_game(m)->redact(match_catalog(m), match_state(m), r->viewer, r->view);
}

/* Where in the match this is, what happened, and at the end how it ended. */
static void replay_draw_below(Replay *r)
{
    const Match *m = r->match;
    char now[16], all[16], line[200];
    snprintf(now, sizeof now, "%d", match_moves(m));
    snprintf(all, sizeof all, "%d", r->moves);
    screen_rule(r->screen, cli_fill(r->cli, line, sizeof line, "replay_at", "move", now,
                                    "moves", all, NULL));
    replay_move(r, match_moves(m) - 1);
    if (match_status(m).over)
        play_draw_result(r->cli, r->screen, m, &r->names, r->viewer);
}

/* The table shows the hand of whoever is to act. */
static void replay_draw_board(Replay *r, int tight)
{
    const Match *m = r->match;
    const Table view = play_table(m, r->view, &r->names);
    const Status status = match_status(m);
    const int seat = r->viewer != SEAT_TABLE ? r->viewer
                     : status.over           ? 0
                                             : status.to_act;
    screen_clear(r->screen);
    screen_set_tight(r->screen, tight);
    screen_set_flow(r->screen, true);
    r->board->draw(r->screen, &view, cli_texts(r->cli), seat, match_setup(m)->players);
    screen_set_flow(r->screen, false);
}

/* The board in the longest form that leaves room for the move; where the shortest is
 * too tall, some lines of it. */
static void replay_draw(Replay *r)
{
    screen_clear(r->screen);
    replay_draw_below(r);
    const int left = screen_rows(r->screen) - 1 - screen_lines(r->screen);
    const int room = left > BOARD_LEAST ? left : BOARD_LEAST;
    for (int tight = 0; tight <= SCREEN_TIGHTEST; tight++) {
        replay_draw_board(r, tight);
        if (screen_lines(r->screen) <= room)
            break;
    }
    r->cut.lines = r->cut.shown = 0;
    if (screen_lines(r->screen) > room)
        play_cut(r->cli, r->screen, room, &r->cut);
    replay_draw_below(r);
    screen_show(r->screen);
}

static void replay_resized(void *whose)
{
    replay_draw(whose);
}

static void replay_step(Replay *r)
{
    char typed[64];
    replay_go(r, 0);
    for (;;) {
        int64_t number = 0;
        replay_draw(r);
        if (!screen_ask(r->screen, cli_say(r->cli, "replay_keys"), typed, sizeof typed,
                        replay_resized, r))
            return;
        const char *line = keys_plain(typed);
        const Key key = keys_read(line);
        const int now = match_moves(r->match);
        if (key == KEY_QUIT)
            return;
        if (key == KEY_BOARD)
            play_cut_on(&r->cut);
        else if ((strcasecmp(line, "n") == 0 || !line[0]) && now < r->moves)
            replay_go(r, now + 1);
        else if (strcasecmp(line, "p") == 0 && now > 0)
            replay_go(r, now - 1);
        else if (args_number(line, 0, MOVES_ASKED_MAX, &number))
            replay_go(r, number < r->moves ? (int)number : r->moves);
    }
}

/* In a pipe: everything, one move after the other. */
static void replay_print(Replay *r)
{
    for (int moves = 0; moves <= r->moves; moves++) {
        replay_go(r, moves);
        screen_clear(r->screen);
        replay_move(r, moves - 1);
        screen_show(r->screen);
    }
    screen_clear(r->screen);
    screen_line(r->screen);
    if (match_status(r->match).over)
        play_draw_result(r->cli, r->screen, r->match, &r->names, r->viewer);
    else
        screen_text(r->screen, INK_NONE, cli_say(r->cli, "not_over"));
    screen_line(r->screen);
    screen_show(r->screen);
}

static int replay(Cli *cli, const Saved *saved, int seat, bool plain)
{
    Replay r = {.cli = cli, .match = saved->match, .moves = match_moves(saved->match)};
    r.viewer = seat ? seat - 1 : SEAT_TABLE;
    r.board = boards_find(match_game(r.match)->id);
    r.view = calloc(1, match_game(r.match)->state_bytes);
    r.screen = screen_open(plain);
    if (!r.view || !r.screen)
        abort();
    play_name_seats(cli, saved->agent, saved->name,
                    saved->has_seats ? match_setup(saved->match)->players : 0,
                    &r.names);
    if (screen_is_plain(r.screen))
        replay_print(&r);
    else
        replay_step(&r);
    screen_close(r.screen);
    free(r.view);
    return EXIT_OK;
}

/* The record as a server's store has it. */
static int replay_record(Cli *cli, const KeptWhere *where, const char *id)
{
#if defined(PARLOR_SERVER)
    char *text = kept_read(cli, where, id);
    const bool good = text != NULL;
    if (good)
        printf("%s\n", text);
    free(text);
    return good ? EXIT_OK : EXIT_USAGE;
#else
    (void)where, (void)id;
    return cli_fail(cli, "kept_without", NULL);
#endif
}

static int replay_list(Cli *cli, const KeptWhere *where, bool json)
{
#if defined(PARLOR_SERVER)
    return kept_list(cli, where, json);
#else
    (void)where, (void)json;
    return cli_fail(cli, "kept_without", NULL);
#endif
}

int run_replay(Cli *cli, int argc, char **argv)
{
    bool plain = false, json = false, list = false;
    int64_t seat = 0;
    KeptWhere where = {NULL, NULL};
    const Arg args[] = {{"seat", ARG_INT, &seat, 1, SEATS_MAX},
                        {"plain", ARG_FLAG, &plain, 0, 0},
                        {"json", ARG_FLAG, &json, 0, 0},
                        {"list", ARG_FLAG, &list, 0, 0},
                        {"store", ARG_TEXT, &where.store, 0, 0},
                        {"config", ARG_TEXT, &where.config, 0, 0},
                        {0}};
    ArgList words = {0};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, 1, &status))
        return status;
    if (list)
        return replay_list(cli, &where, json);
    if (words.count == 0)
        return cli_fail(cli, "needs_file", "command", argv[0], NULL);
    const char *name = words.item[0];
    Saved saved = {0};
    if (json && save_is_kept(name))
        return replay_record(cli, &where, name);
    if (!save_open(cli, &where, name, &saved))
        return EXIT_USAGE;
    if (json) {
        JsonW w;
        jw_open(&w);
        match_save(saved.match, cli_catalogs(cli), &w);
        printf("%s\n", w.text);
        jw_close(&w);
        status = EXIT_OK;
    } else if (seat > match_setup(saved.match)->players)
        status = cli_fail(cli, "no_such_seat", NULL);
    else
        status = replay(cli, &saved, (int)seat, plain);
    match_free(saved.match);
    return status;
}
