/* lines.c - what a command prints, as wide as the terminal it is printed on. */
#include "cli/lines.h"

#include "cli/play/screen.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_MIN = 40, LINE_BYTES = 2000 };

/* 0: no terminal. */
static int columns_of_terminal(void)
{
    struct winsize size = {0};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col >= COLUMNS_MIN ? size.ws_col : 0;
}

/* Behind the last gap of two blanks or more in the first half: there begins what an
 * option or a card is about. Without such a gap a little further in than the line. */
static int column_of_text(const char *line, int columns)
{
    const int start = (int)strspn(line, " ");
    int found = start + 2;
    char before[LINE_BYTES];
    for (size_t at = (size_t)start; line[at]; at++) {
        if (line[at] != ' ' || line[at + 1] != ' ')
            continue;
        at += strspn(line + at, " ");
        snprintf(before, sizeof before, "%.*s", (int)at, line);
        const int column = screen_width(before);
        if (column > columns / 2 + 10)
            break;
        found = column;
    }
    return found;
}

static void print_line(const char *line, int columns)
{
    const int indent = column_of_text(line, columns);
    int column = 0;
    while (*line) {
        size_t skip = 0;
        const size_t bytes = screen_piece(line, columns - column, &skip);
        printf("%*s%.*s\n", column, "", (int)bytes, line);
        line += bytes + skip;
        column = indent;
    }
}

void lines_print(const char *text)
{
    const int columns = columns_of_terminal();
    while (*text) {
        const size_t length = strcspn(text, "\n");
        char line[LINE_BYTES];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (!columns || length >= sizeof line || !line[0])
            printf("%.*s\n", (int)length, text);
        else
            print_line(line, columns);
        text += length + (text[length] == '\n');
    }
}
