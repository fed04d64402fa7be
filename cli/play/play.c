/* play.c - a match on the terminal: people and agents in any mix.
 *
 * The board is drawn from what the person at the keyboard may know; machines get their
 * own views. Everything typed is a line: a number, a key, or a question. */
#include "cli/play/play.h"

#include "agents/clock.h"
#include "cli/args.h"
#include "cli/play/explain.h"

#include <ctype.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { LOG_LINES_MAX = 12, LOG_LINES_LEAST = 2, LOG_PAGE_LINES = 200 };

typedef struct {
    PlaySetup is;
    const Game *game;
    const Board *board;
    Screen *screen;
    Rollout rollout;
    void *view; /* what 'viewer' may know */
    int viewer; /* a person's seat, or SEAT_NONE */
    int people;
    int last_person;  /* who had the keyboard */
    int events_shown; /* plain mode: how far the log is printed */
    Choices choices;
    int page, page_end; /* the choices shown, where they do not all fit */
    Command looked;     /* its plan is on the board; type 0: none */
    char notice[400];
} Play;

static Table play_view(const Play *p)
{
    const Table view = {p->game, match_catalog(p->is.match), p->view};
    return view;
}

static void play_look(Play *p, int viewer)
{
    p->viewer = viewer;
    p->game->redact(match_catalog(p->is.match), match_state(p->is.match), viewer,
                    p->view);
}

static void play_note(Play *p, const char *key)
{
    snprintf(p->notice, sizeof p->notice, "%s", cli_say(p->is.cli, key));
}

static void play_note_range(Play *p)
{
    char max[16];
    snprintf(max, sizeof max, "%d", p->choices.count);
    cli_fill(p->is.cli, p->notice, sizeof p->notice, "no_such_choice", "max", max,
             NULL);
}

/* The log. */

static char *play_event(const Play *p, int index, char *out, size_t out_bytes)
{
    Event event;
    const uint8_t *list = NULL;
    const Table view = play_view(p);
    out[0] = 0;
    if (match_event(p->is.match, index, &event, &list))
        (p->is.trace && p->game->log_line)
            ? say_line(&view, &event, list, p->viewer, out, out_bytes)
            : say_event(&view, cli_texts(p->is.cli), &event, list, p->viewer, out,
                        out_bytes);
    return out;
}

/* The first event of the last 'lines' that have something to say. */
static int log_start(const Play *p, int lines)
{
    char text[400];
    int index = match_event_count(p->is.match);
    while (index > 0 && lines > 0)
        lines -= play_event(p, --index, text, sizeof text)[0] != 0;
    return index;
}

/* 'whole': what is too wide goes on in the next line. */
static void draw_log(Play *p, int from, bool whole)
{
    char text[1000];
    for (int i = from; i < match_event_count(p->is.match); i++)
        if (play_event(p, i, text, sizeof text)[0]) {
            screen_text(p->screen, INK_NONE, "  ");
            if (whole) {
                screen_wrap(p->screen, INK_NONE, 4, text);
            } else {
                screen_text(p->screen, INK_NONE, text);
                screen_line(p->screen);
            }
        }
}

/* The choices. */

/* How many columns the choices are set in so that they take at most 'lines' lines. */
static int choice_columns(const Play *p, int lines, int *width)
{
    int widest = 0;
    for (int i = 0; i < p->choices.count; i++) {
        const int wide = screen_width(p->choices.item[i].text);
        widest = wide > widest ? wide : widest;
    }
    *width = widest + 6;
    const int fit = screen_columns(p->screen) / *width;
    int columns = 1;
    while (columns < fit && (p->choices.count + columns - 1) / columns > lines)
        columns++;
    return columns;
}

/* Column by column, from choice p->page on. */
static void draw_choices(Play *p, int lines_max)
{
    int width = 0;
    const int columns = choice_columns(p, lines_max, &width);
    const int left = p->choices.count - p->page;
    const bool all = (left + columns - 1) / columns <= lines_max;
    const int room = all ? lines_max : lines_max - 1;
    int shown = room * columns;
    shown = shown < left ? shown : left;
    const int lines = (shown + columns - 1) / columns;
    p->page_end = p->page + shown;
    for (int line = 0; line < lines; line++) {
        for (int column = 0; column < columns; column++) {
            const int i = p->page + column * lines + line;
            if (column * lines + line >= shown)
                continue;
            if (column)
                screen_to(p->screen, column * width);
            screen_format(p->screen, INK_BOLD, "%3d ", i + 1);
            screen_text(p->screen, INK_NONE, p->choices.item[i].text);
        }
        screen_line(p->screen);
    }
    if (!all || p->page > 0) {
        screen_format(p->screen, INK_DIM, "    %s", cli_say(p->is.cli, "more_choices"));
        screen_line(p->screen);
    }
}

/* What the person is asked: the open question, or the phase. */
static void draw_question(Play *p)
{
    const Match *m = p->is.match;
    const Table view = play_view(p);
    const Prompt *prompt = p->game->prompt(match_state(m));
    char line[300];
    if (prompt && prompt_is_open(prompt)) {
        screen_rule(p->screen,
                    say_prompt(&view, cli_texts(p->is.cli), prompt, line, sizeof line));
        return;
    }
    char key[120], name[80];
    const char *word = p->game->phases[match_status(m).phase];
    snprintf(key, sizeof key, "%s.phase.%s", p->game->id, word);
    const char *phase = text_find(cli_texts(p->is.cli), key);
    say_thing(&view, cli_texts(p->is.cli), THING_SEAT, p->viewer + 1, name,
              sizeof name);
    screen_rule(p->screen, cli_fill(p->is.cli, line, sizeof line, "your_choice", "seat",
                                    name, "phase", phase ? phase : word, NULL));
}

static void play_draw(Play *p, const char *waiting)
{
    const Table view = play_view(p);
    Screen *screen = p->screen;
    const bool plain = screen_is_plain(screen);
    screen_clear(screen);
    if (plain) {
        draw_log(p, p->events_shown, true);
        p->events_shown = match_event_count(p->is.match);
        screen_line(screen);
    }
    if (!p->looked.type ||
        !p->board->preview(screen, &view, cli_texts(p->is.cli), p->viewer, &p->looked))
        p->board->draw(screen, &view, cli_texts(p->is.cli), p->viewer);
    /* Two rules, the notice, the line that is typed on. */
    const int fixed = 3 + (p->notice[0] != 0);
    int room = screen_rows(screen) - screen_lines(screen) - fixed;
    if (room < LOG_LINES_LEAST + 3)
        room = LOG_LINES_LEAST + 3;
    int width = 0, choice_lines = 1;
    if (!waiting) {
        const int columns = choice_columns(p, room - LOG_LINES_LEAST, &width);
        choice_lines = (p->choices.count + columns - 1) / columns;
        if (choice_lines > room - LOG_LINES_LEAST)
            choice_lines = room - LOG_LINES_LEAST;
    }
    if (!plain) {
        int lines = room - choice_lines;
        lines = lines < LOG_LINES_MAX ? lines : LOG_LINES_MAX;
        screen_rule(screen, cli_say(p->is.cli, "log"));
        draw_log(p, log_start(p, lines), false);
    }
    if (waiting) {
        screen_rule(screen, NULL);
        screen_format(screen, INK_DIM, "  %s", waiting);
        screen_line(screen);
    } else {
        draw_question(p);
        draw_choices(p, plain ? p->choices.count + 1 : choice_lines);
    }
    if (p->notice[0]) {
        screen_format(screen, INK_YELLOW, "  %s", p->notice);
        screen_line(screen);
    }
    screen_show(screen);
}

static void play_resized(void *whose)
{
    play_draw(whose, NULL);
}

bool play_page(Cli *cli, Screen *screen)
{
    char line[64];
    int from = 0;
    do {
        from = screen_show_page(screen, from);
        if (screen_is_plain(screen))
            return true;
        if (!screen_ask(screen, cli_say(cli, from ? "press_more" : "press_enter"), line,
                        sizeof line, NULL, NULL))
            return false;
    } while (from && line[0] != 'q');
    return true;
}

/* A machine's turn. */

/* A machine takes its time for every move; what it really thought counts. */
static void play_wait(const Play *p, int64_t since_us)
{
    const Match *m = p->is.match;
    const int64_t whole_us =
        rollout_pause_us(p->is.delay_ms, match_setup(m)->seed, match_moves(m));
    const int64_t left_us = whole_us - (clock_us() - since_us);
    if (left_us <= 0)
        return;
    struct timespec left = {left_us / 1000000, left_us % 1000000 * 1000};
    while (nanosleep(&left, &left) != 0)
        continue;
}

static void play_machine(Play *p, int seat)
{
    Match *m = p->is.match;
    const Agent *agent = p->is.agent[seat];
    if (!screen_is_plain(p->screen) || p->people == 0) {
        char line[200], name[80];
        const Table table = match_table(m);
        /* With several people at one keyboard nobody's hand stays on the screen. */
        play_look(p, p->people == 1 ? p->last_person : SEAT_NONE);
        say_thing(&table, cli_texts(p->is.cli), THING_SEAT, seat + 1, name,
                  sizeof name);
        play_draw(
            p, cli_fill(p->is.cli, line, sizeof line, "thinking", "seat", name, NULL));
    }
    /* The same position and seed think the same, also after undo and resume. */
    const uint64_t seed = rng_mix(match_setup(m)->seed, (uint64_t)seat + 1);
    const int64_t since_us = clock_us();
    const Command *move =
        rollout_pick(&p->rollout, match_state(m), seed, match_moves(m), agent, 0);
    ASSERT(move);
    const Command picked = *move;
    if (p->is.delay_ms > 0)
        play_wait(p, since_us);
    const Err err = match_apply(m, &picked, NULL);
    ASSERT(!err);
}

/* A person's turn. */

/* Back to the last point where this person had a real choice. */
static bool play_undo(Play *p, int seat)
{
    Match *m = p->is.match;
    if (p->people > 1) {
        play_note(p, "undo_people");
        return false;
    }
    Moves *moves = calloc(1, sizeof *moves);
    void *state = calloc(1, p->game->state_bytes);
    ASSERT(moves && state);
    int target = -1;
    for (int i = match_moves(m) - 1; i >= 0 && target < 0; i--) {
        if (match_command(m, i)->seat != seat)
            continue;
        match_state_at(m, i, state);
        moves->count = 0;
        p->game->legal(match_catalog(m), state, moves);
        if (moves->count > 1)
            target = i;
    }
    free(moves);
    free(state);
    if (target < 0) {
        play_note(p, "undo_none");
        return false;
    }
    match_go(m, target);
    if (p->events_shown > match_event_count(m))
        p->events_shown = match_event_count(m);
    play_note(p, "undone");
    return true;
}

static bool play_ask_about(Play *p, int seat, const char *words)
{
    const Table view = play_view(p);
    const Question question = {p->is.cli, p->screen,  &view, match_setup(p->is.match),
                               seat,      &p->choices};
    screen_clear(p->screen);
    explain(&question, words);
    return play_page(p->is.cli, p->screen);
}

static bool play_show_log(Play *p)
{
    screen_clear(p->screen);
    draw_log(p, log_start(p, LOG_PAGE_LINES), true);
    return play_page(p->is.cli, p->screen);
}

static bool play_save(Play *p)
{
    return !p->is.path[0] ||
           save_write(p->is.path, p->is.match, p->is.agent, p->is.name);
}

/* Hands stay hidden: the next person says when the screen is theirs. */
static bool play_hand_over(Play *p, int seat)
{
    char line[200], name[80];
    const Table table = match_table(p->is.match);
    const bool other = p->last_person != seat && p->people > 1;
    p->last_person = seat;
    if (!other || !isatty(STDIN_FILENO))
        return true;
    say_thing(&table, cli_texts(p->is.cli), THING_SEAT, seat + 1, name, sizeof name);
    screen_clear(p->screen);
    for (int i = 0; i < (screen_is_plain(p->screen) ? screen_rows(p->screen) : 4); i++)
        screen_line(p->screen);
    screen_format(
        p->screen, INK_BOLD, "  %s",
        cli_fill(p->is.cli, line, sizeof line, "hand_over", "seat", name, NULL));
    screen_line(p->screen);
    screen_show(p->screen);
    return screen_ask(p->screen, cli_say(p->is.cli, "press_enter"), line, sizeof line,
                      NULL, NULL);
}

typedef enum { DID_NOTHING, DID_MOVE, DID_LEAVE } Did;

static Did play_make(Play *p, const Command *move)
{
    Refusal why = refusal(ERR_OK);
    const Table table = match_table(p->is.match);
    const Err err = match_apply(p->is.match, move, &why);
    if (why.code)
        say_refusal(&table, cli_texts(p->is.cli), &why, p->notice, sizeof p->notice);
    return err ? DID_NOTHING : DID_MOVE;
}

/* A move in the board's own words: what has a plan is shown first and made by Enter. */
static Did play_meant(Play *p, const Command *move)
{
    const Table view = play_view(p);
    Refusal why = refusal(ERR_OK);
    why.code = p->game->validate(view.catalog, view.state, move, &why.quote);
    if (why.code) {
        say_refusal(&view, cli_texts(p->is.cli), &why, p->notice, sizeof p->notice);
        return DID_NOTHING;
    }
    if (p->board->preview && p->board->price) {
        char price[200];
        screen_clear(p->screen);
        if (p->board->preview(p->screen, &view, cli_texts(p->is.cli), p->viewer,
                              move)) {
            p->looked = *move;
            p->board->price(&view, cli_texts(p->is.cli), move, price, sizeof price);
            cli_fill(p->is.cli, p->notice, sizeof p->notice, "confirm", "price", price,
                     NULL);
            return DID_NOTHING;
        }
    }
    return play_make(p, move);
}

/* One line typed by the person. */
static Did play_line(Play *p, int seat, char *line)
{
    int64_t number = 0;
    char *end = line + strlen(line);
    while (end > line && isspace((unsigned char)end[-1]))
        *--end = 0;
    line += strspn(line, " \t");
    const Command looked = p->looked;
    p->notice[0] = 0;
    p->looked.type = ACTION_NONE;
    if (!*line && looked.type)
        return play_make(p, &looked);
    if (!*line && p->choices.count == 1)
        number = 1;
    if (number || args_number(line, 1, p->choices.count, &number))
        return play_make(p, &p->choices.item[number - 1].move);
    if (line[0] == '?' || strcmp(line, "h") == 0 || strcmp(line, "help") == 0)
        return play_ask_about(p, seat, line[0] == '?' ? line + 1 : "") ? DID_NOTHING
                                                                       : DID_LEAVE;
    if (strcmp(line, "u") == 0)
        return play_undo(p, seat) ? DID_MOVE : DID_NOTHING;
    if (strcmp(line, "q") == 0)
        return DID_LEAVE;
    if (strcmp(line, "l") == 0)
        return play_show_log(p) ? DID_NOTHING : DID_LEAVE;
    const Table view = play_view(p);
    Command meant;
    if (*line && p->board->read && p->board->read(&view, seat, line, &meant))
        return play_meant(p, &meant);
    if (strcmp(line, "m") == 0)
        p->page = p->page_end < p->choices.count ? p->page_end : 0;
    else if (*line && line[strspn(line, "0123456789")] == 0)
        play_note_range(p);
    else if (*line)
        play_note(p, "not_understood");
    return DID_NOTHING;
}

/* Put the price of every choice behind it, where the board knows one. */
static void play_price(Play *p)
{
    const Table view = play_view(p);
    for (int i = 0; p->board->price && i < p->choices.count; i++) {
        Choice *choice = &p->choices.item[i];
        const size_t used = strlen(choice->text);
        char price[120];
        p->board->price(&view, cli_texts(p->is.cli), &choice->move, price,
                        sizeof price);
        if (price[0])
            snprintf(choice->text + used, sizeof choice->text - used, "  %s", price);
    }
}

static Did play_person(Play *p, int seat)
{
    const Table view = play_view(p);
    if (!play_hand_over(p, seat))
        return DID_LEAVE;
    play_save(p);
    play_look(p, seat);
    choices_find(&p->choices, &view, cli_texts(p->is.cli));
    play_price(p);
    p->page = 0;
    p->looked.type = ACTION_NONE;
    Did did = DID_NOTHING;
    bool draw = true;
    while (did == DID_NOTHING) {
        char line[400];
        if (draw || p->looked.type || !screen_is_plain(p->screen))
            play_draw(p, NULL);
        else if (p->notice[0])
            printf("%s\n", p->notice);
        draw = false;
        if (!screen_ask(p->screen, cli_say(p->is.cli, "prompt"), line, sizeof line,
                        play_resized, p))
            return DID_LEAVE;
        did = play_line(p, seat, line);
    }
    return did;
}

/* The end. */

void play_name_seats(Cli *cli, const Agent *const *agent,
                     const char (*given)[SAVE_NAME_BYTES], int players)
{
    char name[SEATS_MAX][64];
    const char *names[SEATS_MAX] = {0};
    for (int seat = 0; seat < players; seat++) {
        char number[16], key[64];
        int same = 0;
        const bool own =
            given[seat][0] && !(agent[seat] && !strcmp(given[seat], agent[seat]->name));
        if (own)
            names[seat] = given[seat];
        if (names[seat] || !agent[seat])
            continue;
        for (int other = 0; other < players; other++)
            same += agent[other] == agent[seat];
        snprintf(number, sizeof number, "%d", seat + 1);
        snprintf(key, sizeof key, "agent.%s", agent[seat]->name);
        if (same > 1)
            cli_fill(cli, name[seat], sizeof name[seat], "agent_number", "name",
                     cli_say(cli, key), "n", number, NULL);
        else
            text_copy(name[seat], sizeof name[seat], cli_say(cli, key));
        names[seat] = name[seat];
    }
    texts_set_seats(cli_texts(cli), names, players);
}

char *play_say_winners(Cli *cli, const Match *match, char *out, size_t out_bytes)
{
    const Table table = match_table(match);
    const Status status = match_status(match);
    char names[300] = "", name[80];
    for (int seat = 0; seat < match_setup(match)->players; seat++) {
        const size_t used = strlen(names);
        if (!(status.winners >> seat & 1))
            continue;
        say_thing(&table, cli_texts(cli), THING_SEAT, seat + 1, name, sizeof name);
        snprintf(names + used, sizeof names - used, "%s%s",
                 used ? text_get(cli_texts(cli), "list.and") : "", name);
    }
    const char *key = !status.winners                  ? "nobody_won"
                      : bits_count(status.winners) > 1 ? "shared_win"
                                                       : "one_won";
    return cli_fill(cli, out, out_bytes, key, "seat", names, "seats", names, NULL);
}

void play_draw_result(Cli *cli, Screen *screen, const Match *match, int viewer)
{
    const Table table = match_table(match);
    const Board *board = boards_find(match_game(match)->id);
    char line[400];
    screen_format(screen, INK_BOLD, "%s",
                  play_say_winners(cli, match, line, sizeof line));
    screen_line(screen);
    if (board->result) {
        board->result(screen, &table, cli_texts(cli), viewer);
        return;
    }
    for (int seat = 0; seat < match_setup(match)->players; seat++) {
        say_thing(&table, cli_texts(cli), THING_SEAT, seat + 1, line, sizeof line);
        screen_format(screen, INK_NONE, "  %s", line);
        screen_to(screen, 24);
        screen_format(screen, INK_NONE, "%5d",
                      (int)table.game->points(table.catalog, table.state, seat));
        screen_line(screen);
    }
}

static void draw_end(void *whose)
{
    Play *p = whose;
    const Table view = play_view(p);
    screen_clear(p->screen);
    if (screen_is_plain(p->screen)) {
        draw_log(p, p->events_shown, true);
        p->events_shown = match_event_count(p->is.match);
        screen_line(p->screen);
    }
    p->board->draw(p->screen, &view, cli_texts(p->is.cli), p->viewer);
    screen_rule(p->screen, cli_say(p->is.cli, "result"));
    play_draw_result(p->is.cli, p->screen, p->is.match, p->viewer);
    screen_show(p->screen);
}

/* The last board, the result, and a way back. True: the last move was undone. */
static bool play_result(Play *p)
{
    char line[64];
    const bool can_undo = p->people == 1;
    play_look(p, can_undo ? p->last_person : SEAT_NONE);
    draw_end(p);
    if (screen_is_plain(p->screen))
        return false;
    const char *prompt =
        cli_say(p->is.cli, can_undo ? "press_enter_or_undo" : "press_enter");
    return screen_ask(p->screen, prompt, line, sizeof line, draw_end, p) && can_undo &&
           line[0] == 'u' && play_undo(p, p->last_person);
}

/* What stays in the terminal's history. */
static void print_farewell(Play *p, bool was_plain)
{
    char line[SAVE_PATH_BYTES + 200];
    const bool over = match_status(p->is.match).over != 0;
    const bool saved = p->is.path[0] && play_save(p);
    if (over && !was_plain)
        printf("%s\n", play_say_winners(p->is.cli, p->is.match, line, sizeof line));
    if (p->is.path[0] && !saved)
        cli_fail(p->is.cli, "save_failed", "file", p->is.path, NULL);
    else if (saved)
        printf("%s\n",
               cli_fill(p->is.cli, line, sizeof line, over ? "saved_over" : "saved",
                        "file", p->is.path, NULL));
}

int play(const PlaySetup *setup)
{
    Play p = {.is = *setup, .game = match_game(setup->match)};
    const int players = match_setup(setup->match)->players;
    p.board = boards_find(p.game->id);
    p.screen = screen_open(setup->plain);
    p.view = calloc(1, p.game->state_bytes);
    if (!p.screen || !p.view ||
        !rollout_init(&p.rollout, p.game, match_catalog(setup->match)))
        abort();
    p.last_person = SEAT_NONE;
    for (int seat = players - 1; seat >= 0; seat--)
        if (!setup->agent[seat]) {
            p.people++;
            p.last_person = seat;
        }
    if (p.is.delay_ms < 0)
        p.is.delay_ms = screen_is_plain(p.screen) ? 0 : 1000;
    if (p.people > 1)
        p.last_person = SEAT_NONE;
    play_look(&p, p.last_person);
    play_name_seats(p.is.cli, p.is.agent, p.is.name, players);
    Did did = DID_MOVE;
    do {
        while (did != DID_LEAVE && !match_status(p.is.match).over) {
            const int seat = match_status(p.is.match).to_act;
            if (p.is.agent[seat]) {
                play_machine(&p, seat);
                continue;
            }
            did = play_person(&p, seat);
        }
    } while (did != DID_LEAVE && play_result(&p));
    const bool was_plain = screen_is_plain(p.screen);
    screen_close(p.screen);
    print_farewell(&p, was_plain);
    rollout_clear(&p.rollout);
    choices_clear(&p.choices);
    free(p.view);
    return EXIT_OK;
}
