/* frame.c - what stands on the screen of a match: the board, the log, the question.
 *
 * A board has a long form and short ones. The longest is taken that leaves room for the
 * choices; where even the shortest is too tall, some lines of it are shown and a key
 * goes to the others. Nothing is left out without saying so. */
#include "cli/play/table.h"

enum {
    LOG_LINES_MAX = 12,
    LOG_LINES_WANTED = 3,
    CHOICES_LEAST = 4,
    NUMBER_COLUMNS = 4
};

Table play_view(const Play *p)
{
    return play_table(p->is.match, p->view, &p->names);
}

/* The log. */

static char *event_text(const Play *p, int index, char *out, size_t out_bytes)
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
        lines -= event_text(p, --index, text, sizeof text)[0] != 0;
    return index;
}

/* 'whole': what is too wide goes on in the next line. */
static void draw_log(Play *p, int from, bool whole)
{
    char text[1000];
    for (int i = from; i < match_event_count(p->is.match); i++)
        if (event_text(p, i, text, sizeof text)[0]) {
            screen_text(p->screen, INK_NONE, "  ");
            if (whole) {
                screen_wrap(p->screen, INK_NONE, 4, text);
            } else {
                screen_text(p->screen, INK_NONE, text);
                screen_line(p->screen);
            }
        }
}

void frame_log(Play *p, int lines)
{
    draw_log(p, log_start(p, lines), true);
}

void frame_news(Play *p)
{
    draw_log(p, p->events_shown, true);
    p->events_shown = match_event_count(p->is.match);
    screen_line(p->screen);
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

/* The lines of one choice where they stand one below the other. */
static int choice_lines(const Play *p, int choice)
{
    return screen_wrap_lines(p->screen, NUMBER_COLUMNS, NUMBER_COLUMNS,
                             p->choices.item[choice].text);
}

/* The lines of all of them, at best no more than 'lines'. */
static int all_choice_lines(const Play *p, int lines)
{
    int width = 0, sum = 0;
    const int columns = choice_columns(p, lines, &width);
    if (columns > 1)
        return (p->choices.count + columns - 1) / columns;
    for (int i = 0; i < p->choices.count; i++)
        sum += choice_lines(p, i);
    return sum;
}

/* The number that stands before a choice, and that a click on it types. */
static void draw_number(const Play *p, int choice)
{
    char number[16];
    snprintf(number, sizeof number, "%d", choice + 1);
    screen_spot(p->screen, number);
    screen_format(p->screen, INK_BOLD, "%3s ", number);
}

static void draw_choice(const Play *p, int choice)
{
    draw_number(p, choice);
    screen_text(p->screen, INK_NONE, p->choices.item[choice].text);
}

/* One below the other from p->page on, each as many lines as it needs. */
static void draw_choices_below(Play *p, int lines_max)
{
    int used = 0;
    p->page_end = p->page;
    while (p->page_end < p->choices.count) {
        const int more = choice_lines(p, p->page_end);
        if (used + more > lines_max && used > 0)
            break;
        draw_number(p, p->page_end);
        screen_wrap(p->screen, INK_NONE, NUMBER_COLUMNS,
                    p->choices.item[p->page_end].text);
        used += more;
        p->page_end++;
    }
}

/* Column by column from p->page on. */
static void draw_choices_beside(Play *p, int lines_max, int columns, int width)
{
    const int left = p->choices.count - p->page;
    const int shown = lines_max * columns < left ? lines_max * columns : left;
    const int lines = (shown + columns - 1) / columns;
    p->page_end = p->page + shown;
    for (int line = 0; line < lines; line++) {
        for (int column = 0; column < columns; column++) {
            if (column * lines + line >= shown)
                continue;
            if (column)
                screen_to(p->screen, column * width);
            draw_choice(p, p->page + column * lines + line);
        }
        screen_line(p->screen);
    }
}

static void draw_choices(Play *p, int lines_max)
{
    int width = 0;
    const int columns = choice_columns(p, lines_max, &width);
    const bool all = p->page == 0 && all_choice_lines(p, lines_max) <= lines_max;
    const int room = all || lines_max < 2 ? lines_max : lines_max - 1;
    if (columns > 1)
        draw_choices_beside(p, room, columns, width);
    else
        draw_choices_below(p, room);
    if (!all) {
        char first[16], last[16], count[16], line[200];
        snprintf(first, sizeof first, "%d", p->page + 1);
        snprintf(last, sizeof last, "%d", p->page_end);
        snprintf(count, sizeof count, "%d", p->choices.count);
        screen_spot(p->screen, "m");
        screen_format(p->screen, INK_YELLOW, "    %s",
                      cli_fill(p->is.cli, line, sizeof line, "more_choices", "first",
                               first, "last", last, "count", count, NULL));
        screen_line(p->screen);
    }
    screen_spot(p->screen, "");
}

/* What the person is asked: the open question, or the phase. */
static char *question_text(const Play *p, char *out, size_t out_bytes)
{
    const Match *m = p->is.match;
    const Table view = play_view(p);
    const Prompt *prompt = p->game->prompt(match_state(m));
    if (prompt && prompt_is_open(prompt))
        return say_prompt(&view, cli_texts(p->is.cli), prompt, out, out_bytes);
    char key[120], name[80];
    const char *word = p->game->phases[match_status(m).phase];
    snprintf(key, sizeof key, "%s.phase.%s", p->game->id, word);
    const char *phase = text_find(cli_texts(p->is.cli), key);
    say_thing(&view, cli_texts(p->is.cli), THING_SEAT, p->viewer + 1, name,
              sizeof name);
    return cli_fill(p->is.cli, out, out_bytes, "your_choice", "seat", name, "phase",
                    phase ? phase : word, NULL);
}

/* In the rule where it fits there. */
static int question_lines(const Play *p, const char *question)
{
    const bool fits = screen_width(question) + 5 <= screen_columns(p->screen);
    return fits ? 1 : screen_wrap_lines(p->screen, 0, 2, question);
}

static void draw_question(Play *p)
{
    char question[400];
    question_text(p, question, sizeof question);
    if (question_lines(p, question) == 1)
        screen_rule(p->screen, question);
    else
        screen_wrap(p->screen, INK_BOLD, 2, question);
}

/* The board. */

static void draw_board(Play *p, int tight)
{
    const Table view = play_view(p);
    screen_clear(p->screen);
    screen_set_tight(p->screen, tight);
    if (screen_is_plain(p->screen))
        frame_news(p);
    screen_set_flow(p->screen, true);
    if (!p->looked.type || !p->board->preview(p->screen, &view, cli_texts(p->is.cli),
                                              p->viewer, &p->looked))
        p->board->draw(p->screen, &view, cli_texts(p->is.cli), p->viewer,
                       match_setup(p->is.match)->players);
    screen_set_flow(p->screen, false);
}

void play_cut(Cli *cli, Screen *screen, int room, Cut *cut)
{
    char first[16], last[16], count[16], line[200];
    cut->lines = screen_lines(screen);
    cut->shown = room - 1;
    if (cut->first >= cut->lines)
        cut->first = 0;
    if (cut->first + cut->shown > cut->lines)
        cut->first = cut->lines - cut->shown;
    screen_keep(screen, cut->first, cut->shown);
    snprintf(first, sizeof first, "%d", cut->first + 1);
    snprintf(last, sizeof last, "%d", cut->first + cut->shown);
    snprintf(count, sizeof count, "%d", cut->lines);
    screen_spot(screen, "b");
    screen_format(screen, INK_YELLOW, "  %s",
                  cli_fill(cli, line, sizeof line, "more_board", "first", first, "last",
                           last, "count", count, NULL));
    screen_line(screen);
    screen_spot(screen, "");
}

void play_cut_on(Cut *cut)
{
    cut->first = cut->first + cut->shown < cut->lines ? cut->first + cut->shown : 0;
}

/* Lines under the board beside the log and the choices: the question, the notice. */
static int lines_fixed(const Play *p, const char *waiting)
{
    char question[400];
    const int notice = p->notice[0] ? screen_wrap_lines(p->screen, 2, 2, p->notice) : 0;
    return notice +
           (waiting ? 2
                    : question_lines(p, question_text(p, question, sizeof question)));
}

static void draw_below(Play *p, const char *waiting, int choices)
{
    if (waiting) {
        screen_rule(p->screen, NULL);
        screen_format(p->screen, INK_DIM, "  %s", waiting);
        screen_line(p->screen);
    } else {
        draw_question(p);
        draw_choices(p, choices);
    }
    if (p->notice[0]) {
        screen_text(p->screen, INK_NONE, "  ");
        screen_wrap(p->screen, INK_YELLOW, 2, p->notice);
    }
}

static void draw_log_within(Play *p, int lines)
{
    if (lines >= 2)
        screen_rule(p->screen, cli_say(p->is.cli, "log"));
    lines -= lines >= 2;
    draw_log(p, log_start(p, lines < LOG_LINES_MAX ? lines : LOG_LINES_MAX), false);
}

void frame_draw(Play *p, const char *waiting)
{
    if (screen_is_plain(p->screen)) {
        draw_board(p, 0);
        draw_below(p, waiting, waiting ? 0 : all_choice_lines(p, 1 << 20));
        screen_show(p->screen);
        return;
    }
    const int room = screen_rows(p->screen) - 1, fixed = lines_fixed(p, waiting);
    int choices = 0, left = 0;
    for (int tight = 0; tight <= SCREEN_TIGHTEST; tight++) {
        draw_board(p, tight);
        left = room - fixed - screen_lines(p->screen);
        choices = waiting ? 0 : all_choice_lines(p, left - LOG_LINES_WANTED);
        if (choices + LOG_LINES_WANTED <= left)
            break;
    }
    /* Choices give way to the board down to a few lines, then the board to them. */
    const int least = choices < CHOICES_LEAST ? choices : CHOICES_LEAST;
    p->cut.lines = p->cut.shown = 0;
    if (left < least) {
        play_cut(p->is.cli, p->screen,
                 room - fixed - least > 2 ? room - fixed - least : 2, &p->cut);
        left = room - fixed - screen_lines(p->screen);
    }
    if (!waiting)
        choices = all_choice_lines(p, left);
    choices = choices < left ? choices : left;
    draw_log_within(p, left - choices);
    draw_below(p, waiting, choices > 1 ? choices : 1);
    screen_show(p->screen);
}
