/* mouse.c - a line typed where the terminal reports clicks. */
#include "cli/play/mouse.h"

#include "cli/play/screen.h"

#include <stdio.h>
#include <string.h>

const char mouse_on[] = "\033[?1000h\033[?1006h";
const char mouse_off[] = "\033[?1006l\033[?1000l";

enum { ESCAPE = 0x1b, CTRL_D = 0x04, BACKSPACE = 0x08, CTRL_U = 0x15, DELETE = 0x7f };

void mouse_clear(MouseTyping *t)
{
    t->used = 0;
    t->line[0] = 0;
}

/* The last character, of however many bytes, is gone from the line and from the screen.
 */
static void take_back(MouseTyping *t, char echo[MOUSE_ECHO_BYTES])
{
    if (!t->used)
        return;
    size_t at = t->used - 1;
    while (at > 0 && ((unsigned char)t->line[at] & 0xc0) == 0x80)
        at--;
    const bool wide = screen_width(t->line + at) == 2;
    snprintf(echo, MOUSE_ECHO_BYTES, wide ? "\b\b  \b\b" : "\b \b");
    t->used = at;
    t->line[at] = 0;
}

/* "\033[<0;12;5M" is the first button pressed in column 12 of line 5; whatever else
 * ends an escape (arrows, releases, the wheel) is no click. */
static MouseGot read_report(MouseTyping *t, char byte, MouseClick *click)
{
    const bool ends = t->report_used > 1 && byte >= 0x40 && byte <= 0x7e;
    if (t->report_used + 1 < sizeof t->report)
        t->report[t->report_used++] = byte;
    t->report[t->report_used] = 0;
    if (t->report_used == 2 && byte != '[' && byte != 'O') {
        t->report_used = 0; /* a lone escape and a letter */
        return MOUSE_NOTHING;
    }
    if (!ends)
        return MOUSE_NOTHING;
    int button = 0, column = 0, row = 0;
    char sign = 0;
    t->report_used = 0;
    if (sscanf(t->report, "\033[<%d;%d;%d%c", &button, &column, &row, &sign) != 4 ||
        button != 0 || sign != 'M')
        return MOUSE_NOTHING;
    *click = (MouseClick){row - 1, column - 1};
    return MOUSE_CLICK;
}

MouseGot mouse_read(MouseTyping *t, char byte, MouseClick *click,
                    char echo[MOUSE_ECHO_BYTES])
{
    echo[0] = 0;
    if (t->report_used || byte == ESCAPE) {
        if (byte == ESCAPE)
            t->report_used = 0;
        return read_report(t, byte, click);
    }
    switch (byte) {
    case '\r':
    case '\n':
        snprintf(echo, MOUSE_ECHO_BYTES, "\n");
        return MOUSE_LINE;
    case CTRL_D:
        return t->used ? MOUSE_NOTHING : MOUSE_END;
    case BACKSPACE:
    case DELETE:
        take_back(t, echo);
        return MOUSE_NOTHING;
    case CTRL_U:
        if (t->used)
            snprintf(echo, MOUSE_ECHO_BYTES, "\033[%dD\033[K",
                     screen_width(t->line) % 1000);
        mouse_clear(t);
        return MOUSE_NOTHING;
    default:
        if ((unsigned char)byte < 0x20 || t->used + 1 >= sizeof t->line)
            return MOUSE_NOTHING;
        t->line[t->used++] = byte;
        t->line[t->used] = 0;
        snprintf(echo, MOUSE_ECHO_BYTES, "%c", byte);
        return MOUSE_NOTHING;
    }
}

void mouse_item(const char *prompt, int column, char *key, size_t key_bytes)
{
    const char *item = strpbrk(prompt, "?abcdefghijklmnopqrstuvwxyz");
    key[0] = 0;
    while (item && *item) {
        const char *end = strstr(item, "  ");
        const size_t bytes = end ? (size_t)(end - item) : strlen(item);
        char before[200];
        snprintf(before, sizeof before, "%.*s", (int)(item + bytes - prompt), prompt);
        if (column < screen_width(before)) {
            snprintf(before, sizeof before, "%.*s", (int)(item - prompt), prompt);
            if (column >= screen_width(before))
                snprintf(key, key_bytes, "%.*s", (int)strcspn(item, " "), item);
            return;
        }
        item = end ? end + strspn(end, " ") : NULL;
    }
}
