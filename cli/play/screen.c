/* screen.c - where play draws: coloured lines in place on a terminal, plain lines in a
 * pipe.
 *
 * A frame is text with marks: the byte MARK and two more say how the text after them
 * looks. Plain mode leaves the marks out, a terminal gets escapes for them. */
#include "cli/play/screen.h"

#include "agents/clock.h"
#include "cli/play/mouse.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { MARK = 0x01, LINE_BYTES_MAX = 2048, INPUT_BYTES_MAX = 4096, FLOW_INDENT = 4 };
enum { SPOTS_MAX = 400, SPOT_BYTES = 8 };

typedef struct {
    int line, column;
    char typed[SPOT_BYTES];
} Spot;

struct Screen {
    bool plain, colours, in_place;
    bool flow;  /* too wide a text starts the next line */
    bool ascii; /* the user's locale has no other signs */
    int columns, rows, tight;
    char *frame; /* lines with marks, each ended by a line break */
    size_t used, bytes_max;
    int line_count, column;
    Ink ink; /* of the last mark in this line */
    char input[INPUT_BYTES_MAX];
    size_t input_used;
    bool input_ended;
    Spot spot[SPOTS_MAX]; /* in reading order */
    int spot_count;
    int shown_first, shown_count; /* the lines of the frame that stand on the screen */
    const char *prompt;           /* below them */
    MouseTyping typing;
};

static volatile sig_atomic_t window_changed;
static volatile sig_atomic_t terminal_taken;
static char farewell[1400]; /* written whole before a signal may read it */
static volatile sig_atomic_t mouse_taken;
static struct termios terminal_before, terminal_keys; /* where the mouse is taken */

static const char terminal_take[] = "\033[?1049h\033[H\033[2J";
static const char terminal_give_back[] = "\033[0m\033[?1049l";

static void write_all(const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t written = write(STDOUT_FILENO, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        bytes += written;
        count -= (size_t)written;
    }
}

/* The terminal as it was; and as we want it. Signals may do either. */
static void give_back(void)
{
    if (mouse_taken) {
        write_all(mouse_off, strlen(mouse_off));
        tcsetattr(STDIN_FILENO, TCSANOW, &terminal_before);
    }
    if (terminal_taken)
        write_all(terminal_give_back, sizeof terminal_give_back - 1);
}

static void take_mouse(void)
{
    if (!mouse_taken)
        return;
    write_all(mouse_on, strlen(mouse_on));
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal_keys);
}

static void on_window(int signal_number)
{
    (void)signal_number;
    window_changed = 1;
}

/* Interrupted: the terminal goes back as it was, then the signal does its usual work.
 */
static void on_end(int signal_number)
{
    give_back();
    write_all(farewell, strlen(farewell));
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Put aside (Ctrl-Z): the terminal goes back, and is taken again on return. */
static void on_stop(int signal_number)
{
    const int error = errno;
    (void)signal_number;
    give_back();
    raise(SIGSTOP);
    if (terminal_taken)
        write_all(terminal_take, sizeof terminal_take - 1);
    take_mouse();
    window_changed = 1;
    errno = error;
}

void screen_set_farewell(const char *text)
{
    farewell[0] = 0;
    snprintf(farewell, sizeof farewell, "%s", text);
}

/* Whether the environment names a locale without Unicode; one that names none is not
 * asked: most terminals know it all the same. */
static bool locale_is_ascii(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return !strstr(value, "UTF-8") && !strstr(value, "utf8") &&
                   !strstr(value, "UTF8") && !strstr(value, "utf-8");
    }
    return false;
}

static void screen_measure(Screen *s)
{
    struct winsize size = {0};
    s->columns = 80;
    s->rows = 24;
    if (s->in_place && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col >= 20 && size.ws_row >= 8) {
        s->columns = size.ws_col;
        s->rows = size.ws_row;
    }
}

Screen *screen_open(bool plain)
{
    Screen *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    const char *term = getenv("TERM");
    const char *no_colour = getenv("NO_COLOR");
    s->plain = plain || !isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO) || !term ||
               !*term || strcmp(term, "dumb") == 0;
    s->in_place = !s->plain;
    s->colours = !s->plain && !(no_colour && *no_colour);
    s->ascii = locale_is_ascii();
    screen_measure(s);
    if (s->in_place) {
        struct sigaction action = {.sa_handler = on_window};
        sigaction(SIGWINCH, &action, NULL);
        sigaction(SIGCONT, &action, NULL);
        action.sa_handler = on_stop;
        sigaction(SIGTSTP, &action, NULL);
        fflush(stdout);
        write_all(terminal_take, sizeof terminal_take - 1);
        terminal_taken = 1;
    }
    struct sigaction ends = {.sa_handler = on_end};
    sigaction(SIGINT, &ends, NULL);
    sigaction(SIGTERM, &ends, NULL);
    sigaction(SIGHUP, &ends, NULL);
    return s;
}

void screen_use_mouse(Screen *s)
{
    if (!s->in_place || tcgetattr(STDIN_FILENO, &terminal_before) != 0)
        return;
    terminal_keys = terminal_before;
    terminal_keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    terminal_keys.c_cc[VMIN] = 1;
    terminal_keys.c_cc[VTIME] = 0;
    mouse_taken = 1;
    take_mouse();
}

Screen *screen_paper(int columns)
{
    Screen *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->colours = true;
    s->columns = columns;
    s->rows = 24;
    return s;
}

void screen_close(Screen *s)
{
    if (!s)
        return;
    if (s->in_place) {
        give_back();
        terminal_taken = mouse_taken = 0;
    }
    farewell[0] = 0;
    free(s->frame);
    free(s);
}

void screen_set_tight(Screen *s, int tight)
{
    s->tight = tight;
}

int screen_tight(const Screen *s)
{
    return s->tight;
}

bool screen_is_plain(const Screen *s)
{
    return s->plain;
}

int screen_columns(const Screen *s)
{
    return s->columns;
}

int screen_rows(const Screen *s)
{
    return s->rows;
}

int screen_lines(const Screen *s)
{
    return s->line_count;
}

int screen_column(const Screen *s)
{
    return s->column;
}

/* One character: its columns, and how many bytes it has. Broken text counts byte by
 * byte. */
static int char_columns(const char *utf8, size_t *bytes)
{
    wchar_t wide = 0;
    mbstate_t state = {0};
    const size_t length = mbrtowc(&wide, utf8, MB_CUR_MAX, &state);
    if (length == 0 || length > MB_CUR_MAX) {
        *bytes = *utf8 ? 1 : 0;
        return *utf8 ? 1 : 0;
    }
    *bytes = length;
    const int columns = wcwidth(wide);
    return columns > 0 ? columns : 0;
}

int screen_width(const char *utf8)
{
    int columns = 0;
    size_t bytes = 0;
    for (; *utf8; utf8 += bytes)
        columns += char_columns(utf8, &bytes);
    return columns;
}

static void frame_add(Screen *s, const char *bytes, size_t count)
{
    if (s->used + count + 1 > s->bytes_max) {
        const size_t more = (s->used + count + 1) * 2;
        char *frame = realloc(s->frame, more);
        if (!frame)
            return;
        s->frame = frame;
        s->bytes_max = more;
    }
    memcpy(s->frame + s->used, bytes, count);
    s->used += count;
    s->frame[s->used] = 0;
}

static void frame_ink(Screen *s, Ink ink)
{
    if (s->ink == ink)
        return;
    /* Three bytes, none of them zero or a line break: colour in two halves, then
     * flags. */
    const char mark[4] = {MARK, (char)(0x20 + ((ink >> 4) & 15)),
                          (char)(0x20 + (ink & 15)), (char)(0x20 + ((ink >> 8) & 15))};
    frame_add(s, mark, sizeof mark);
    s->ink = ink;
}

void screen_clear(Screen *s)
{
    s->used = 0;
    s->spot_count = 0;
    s->line_count = 0;
    s->column = 0;
    s->ink = INK_NONE;
}

void screen_set_flow(Screen *s, bool flow)
{
    s->flow = flow;
}

void screen_text(Screen *s, Ink ink, const char *utf8)
{
    const int width = screen_width(utf8);
    if (s->flow && !s->plain && s->column > FLOW_INDENT &&
        s->column + width > s->columns) {
        screen_line(s);
        screen_to(s, FLOW_INDENT);
        utf8 += strspn(utf8, " ");
    }
    if (!*utf8)
        return;
    frame_ink(s, ink);
    for (const char *at = utf8; *at; at++) {
        const char c = (unsigned char)*at < 0x20 ? ' ' : *at;
        frame_add(s, &c, 1);
    }
    s->column += screen_width(utf8);
}

void screen_format(Screen *s, Ink ink, const char *format, ...)
{
    char text[LINE_BYTES_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    screen_text(s, ink, text);
}

void screen_to(Screen *s, int column)
{
    frame_ink(s, INK_NONE);
    do {
        frame_add(s, " ", 1);
        s->column++;
    } while (s->column < column);
}

void screen_line(Screen *s)
{
    frame_ink(s, INK_NONE);
    frame_add(s, "\n", 1);
    s->line_count++;
    s->column = 0;
}

void screen_spot(Screen *s, const char *typed)
{
    if (s->spot_count == SPOTS_MAX)
        return;
    Spot *spot = &s->spot[s->spot_count++];
    spot->line = s->line_count;
    spot->column = s->column;
    snprintf(spot->typed, sizeof spot->typed, "%s", typed);
}

void screen_rule(Screen *s, const char *title)
{
    const int columns = s->columns < 80 ? s->columns : 80;
    if (title) {
        screen_text(s, INK_DIM, "── ");
        screen_text(s, INK_DIM, title);
        screen_text(s, INK_DIM, " ");
    }
    while (s->column < columns)
        screen_text(s, INK_DIM, "─");
    screen_line(s);
}

/* Whether one of these signs stands here; each is three bytes. */
static bool is_sign(const char *utf8, const char *signs)
{
    for (; *signs; signs += 3)
        if (strncmp(utf8, signs, 3) == 0)
            return true;
    return false;
}

/* Chinese may be broken anywhere but before a sign that closes and after one that
 * opens. */
static bool may_break(const char *before, const char *after)
{
    return !is_sign(before, "（「『《【［“") &&
           !is_sign(after, "。，、；：！？）」』》】］”％…");
}

size_t screen_piece(const char *utf8, int columns, size_t *skip)
{
    size_t at = 0, good = 0, bytes = 0;
    int used = 0;
    *skip = 0;
    while (utf8[at]) {
        const int wide = char_columns(utf8 + at, &bytes);
        if (used + wide > columns)
            break;
        if (utf8[at] == ' ')
            good = at;
        used += wide;
        at += bytes;
        if (wide == 2 && may_break(utf8 + at - bytes, utf8 + at))
            good = at;
    }
    if (!utf8[at])
        return at;
    if (utf8[at] == ' ')
        good = at;
    if (good == 0)
        good = at ? at : bytes;
    *skip = strspn(utf8 + good, " ");
    return good;
}

void screen_wrap(Screen *s, Ink ink, int indent, const char *utf8)
{
    while (*utf8) {
        size_t skip = 0;
        const int room = s->columns - s->column;
        const size_t bytes = screen_piece(utf8, room > 8 ? room : 8, &skip);
        char piece[LINE_BYTES_MAX];
        snprintf(piece, sizeof piece, "%.*s", (int)bytes, utf8);
        screen_text(s, ink, piece);
        screen_line(s);
        utf8 += bytes + skip;
        if (*utf8 && indent > 0)
            screen_to(s, indent);
    }
}

int screen_wrap_lines(const Screen *s, int column, int indent, const char *utf8)
{
    int lines = 0;
    while (*utf8) {
        size_t skip = 0;
        const int room = s->columns - column;
        utf8 += screen_piece(utf8, room > 8 ? room : 8, &skip);
        utf8 += skip;
        column = indent;
        lines++;
    }
    return lines ? lines : 1;
}

void screen_keep(Screen *s, int first, int count)
{
    char *from = s->frame;
    for (int i = 0; i < first; i++)
        from = strchr(from, '\n') + 1;
    char *to = from;
    for (int i = 0; i < count; i++)
        to = strchr(to, '\n') + 1;
    s->used = (size_t)(to - from);
    memmove(s->frame, from, s->used);
    s->frame[s->used] = 0;
    s->line_count = count;
}

/* The bytes of a mark as an escape; empty without colours. */
static size_t escape_write(const Screen *s, const char *mark, char *out)
{
    if (s->plain)
        return 0;
    const int colour = ((mark[1] - 0x20) << 4) | (mark[2] - 0x20);
    const int flags = (mark[3] - 0x20) << 8;
    int used = sprintf(out, "\033[0");
    if (flags & INK_BOLD)
        used += sprintf(out + used, ";1");
    if (flags & INK_DIM)
        used += sprintf(out + used, ";2");
    if (flags & INK_REVERSE)
        used += sprintf(out + used, ";7");
    if (colour && s->colours)
        used += sprintf(out + used, ";38;5;%d", colour);
    used += sprintf(out + used, "m");
    return (size_t)used;
}

/* A sign of Unicode in a terminal that has none: its likeness, as many columns wide. */
static const char *ascii_sign(const char *utf8, size_t bytes)
{
    static const char *const signs[][2] = {
        {"─", "-"}, {"│", "|"},  {"▶", ">"}, {"★", "*"}, {"·", "."},  {"•", "*"},
        {"◎", "@"}, {"⚑", "P"},  {"→", ">"}, {"↗", "/"}, {"↖", "\\"}, {"←", "<"},
        {"↙", "/"}, {"↘", "\\"}, {"×", "x"}, {"…", "~"}, {"–", "-"},  {"●", "o"},
        {"⌂", "^"}, {"▒", "#"},  {"■", "#"}, {"□", "."}, {"▨", "%"},  {"▸", ">"},
        {"◂", "<"}, {"†", "+"},  {"⚡", "e"}, {"➤", ">"}, {"’", "'"},  {"±", "~"},
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i][0]) == bytes && memcmp(signs[i][0], utf8, bytes) == 0)
            return signs[i][1];
    return NULL;
}

/* One line without its break, cut to the width of the terminal. Returns the bytes. */
static size_t line_write(const Screen *s, const char *line, size_t line_bytes,
                         char *out)
{
    size_t used = 0, bytes = 0, last = 0;
    int column = 0;
    bool cut = false;
    for (size_t at = 0; at < line_bytes; at += bytes) {
        if (line[at] == MARK) {
            used += escape_write(s, line + at, out + used);
            bytes = 4;
            continue;
        }
        const int wide = char_columns(line + at, &bytes);
        if (!s->plain && column + wide > s->columns) {
            cut = cut || line[at] != ' ';
            column = s->columns;
            continue;
        }
        last = column + wide <= s->columns - 1 ? used + bytes : last;
        column += wide;
        const char *sign = s->ascii ? ascii_sign(line + at, bytes) : NULL;
        memcpy(out + used, sign ? sign : line + at, sign ? 1 : bytes);
        used += sign ? 1 : bytes;
    }
    if (!cut)
        return used;
    /* In the place of what stood in the last column. */
    return last + (size_t)sprintf(out + last, s->ascii ? "~\033[0m" : "…\033[0m");
}

/* Some lines of the frame, from line 'first' on, as bytes to write; the caller frees
 * them. */
static char *lines_write(const Screen *s, int first, int count, size_t *bytes)
{
    /* A mark of 4 bytes becomes an escape of at most 24. */
    char *out = malloc(s->used * 6 + 64 + (size_t)s->line_count * 8);
    size_t used = 0;
    if (!out)
        return NULL;
    if (s->in_place)
        used += (size_t)sprintf(out, "\033[H");
    const char *line = s->frame;
    for (int i = 0; i < first + count; i++) {
        const char *end = strchr(line, '\n');
        if (i >= first) {
            used += line_write(s, line, (size_t)(end - line), out + used);
            if (s->in_place)
                used += (size_t)sprintf(out + used, "\033[K");
            else
                while (used > 0 && out[used - 1] == ' ')
                    used--;
            out[used++] = '\n';
        }
        line = end + 1;
    }
    if (s->in_place)
        used += (size_t)sprintf(out + used, "\033[J");
    out[used] = 0;
    *bytes = used;
    return out;
}

static void show_lines(Screen *s, int first, int count)
{
    size_t bytes = 0;
    s->shown_first = first;
    s->shown_count = count;
    char *out = lines_write(s, first, count, &bytes);
    if (!out)
        return;
    fflush(stdout);
    write_all(out, bytes);
    free(out);
}

char *screen_print(const Screen *s)
{
    size_t bytes = 0;
    return lines_write(s, 0, s->line_count, &bytes);
}

void screen_show(Screen *s)
{
    const int room = s->rows - 1;
    if (s->in_place && s->line_count > room)
        show_lines(s, s->line_count - room, room);
    else
        show_lines(s, 0, s->line_count);
}

int screen_show_page(Screen *s, int first)
{
    const int left = s->line_count - first;
    const int count = s->in_place && left > s->rows - 1 ? s->rows - 1 : left;
    show_lines(s, first, count);
    return count < left ? first + count : 0;
}

/* The next line already read; false when there is none yet. */
static bool input_line(Screen *s, char *line, size_t line_bytes)
{
    const char *end = memchr(s->input, '\n', s->input_used);
    const bool full = s->input_used == sizeof s->input;
    if (!end && !full && !(s->input_ended && s->input_used > 0))
        return false;
    const size_t bytes = end ? (size_t)(end - s->input) : s->input_used;
    const size_t kept = bytes < line_bytes ? bytes : line_bytes - 1;
    memcpy(line, s->input, kept);
    line[kept] = 0;
    if (kept > 0 && line[kept - 1] == '\r')
        line[kept - 1] = 0;
    const size_t gone = end ? bytes + 1 : bytes;
    s->input_used -= gone;
    memmove(s->input, s->input + gone, s->input_used);
    return true;
}

/* What a click types; false: nothing stands there. A frame without choices waits for
 * Enter, and a click anywhere is one. */
static bool click_types(const Screen *s, const MouseClick *click, char *typed,
                        size_t typed_bytes)
{
    const int line = s->shown_first + click->row;
    typed[0] = 0;
    if (!s->spot_count)
        return true;
    if (click->row == s->shown_count)
        mouse_item(s->prompt, click->column, typed, typed_bytes);
    else if (click->row < s->shown_count)
        for (int i = 0; i < s->spot_count; i++) {
            const Spot *spot = &s->spot[i];
            if (spot->line < line ||
                (spot->line == line && spot->column <= click->column))
                snprintf(typed, typed_bytes, "%s", spot->typed);
        }
    return typed[0] != 0;
}

static void input_add(Screen *s, const char *line)
{
    const int left = (int)(sizeof s->input - s->input_used);
    const int added = snprintf(s->input + s->input_used, (size_t)left, "%s\n", line);
    if (added < left)
        s->input_used += (size_t)added;
}

/* Keys and clicks become the lines that the terminal would have made of them. */
static void input_keys(Screen *s, const char *bytes, size_t count)
{
    char echo[MOUSE_ECHO_BYTES], typed[SPOT_BYTES];
    MouseClick click;
    for (size_t i = 0; i < count; i++) {
        const MouseGot got = mouse_read(&s->typing, bytes[i], &click, echo);
        write_all(echo, strlen(echo));
        if (got == MOUSE_END)
            s->input_ended = true;
        if (got == MOUSE_LINE)
            input_add(s, s->typing.line);
        if (got == MOUSE_CLICK && click_types(s, &click, typed, sizeof typed))
            input_add(s, typed);
        else if (got != MOUSE_LINE)
            continue;
        mouse_clear(&s->typing);
    }
}

/* More of what is typed; as read(2). */
static ssize_t input_read(Screen *s)
{
    char keys[256];
    if (!mouse_taken) {
        const ssize_t got = read(STDIN_FILENO, s->input + s->input_used,
                                 sizeof s->input - s->input_used);
        s->input_used += got > 0 ? (size_t)got : 0;
        return got;
    }
    const ssize_t got = read(STDIN_FILENO, keys, sizeof keys);
    if (got > 0)
        input_keys(s, keys, (size_t)got);
    return got;
}

bool screen_overhear(Screen *s, int64_t us, char *line, size_t line_bytes)
{
    const int64_t until_us = clock_us() + (us > 0 ? us : 0);
    struct pollfd keyboard = {.fd = STDIN_FILENO, .events = POLLIN};
    const nfds_t heard = s->in_place && !s->input_ended;
    for (;;) {
        if (heard && input_line(s, line, line_bytes))
            return true;
        const int64_t left_us = until_us - clock_us();
        const int ms = left_us > 0 ? (int)((left_us + 999) / 1000) : 0;
        if (poll(&keyboard, heard, ms) > 0 && input_read(s) <= 0) {
            s->input_ended = true;
            return false;
        }
        if (left_us <= 0)
            return heard && input_line(s, line, line_bytes);
    }
}

void screen_forget_typed(Screen *s)
{
    if (!s->in_place)
        return;
    mouse_clear(&s->typing);
    tcflush(STDIN_FILENO, TCIFLUSH);
    s->input_used = 0;
}

bool screen_ask(Screen *s, const char *prompt, char *line, size_t line_bytes,
                void (*resized)(void *), void *whose)
{
    fflush(stdout);
    s->prompt = prompt;
    write_all(prompt, strlen(prompt));
    while (!input_line(s, line, line_bytes)) {
        if (s->input_ended) {
            write_all("\n", 1);
            return false;
        }
        const ssize_t got = input_read(s);
        if (got < 0 && errno == EINTR) {
            if (!window_changed)
                continue;
            window_changed = 0;
            screen_measure(s);
            if (!resized)
                continue;
            resized(whose);
            write_all(prompt, strlen(prompt));
            write_all(s->typing.line, s->typing.used);
        } else if (got <= 0) {
            s->input_ended = true;
        }
    }
    /* In a pipe nobody sees what was typed: the answer is written after the question.
     */
    if (!isatty(STDIN_FILENO)) {
        write_all(line, strlen(line));
        write_all("\n", 1);
    }
    return true;
}
