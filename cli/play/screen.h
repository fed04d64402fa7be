/* screen.h - where play draws: coloured lines in place on a terminal, plain lines in a
 * pipe.
 *
 * A frame is filled line by line and then shown at once. Widths are counted in columns:
 * a Chinese character takes two. Colour is never the only sign of anything, for in
 * plain mode there is none. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Screen Screen;

/* How a piece of text looks: INK(n) is colour n of the 256, 0 the terminal's own; add
 * the others with |. */
typedef int Ink;
#define INK(n) ((Ink)(n))
enum { INK_NONE = 0, INK_BOLD = 1 << 8, INK_DIM = 1 << 9, INK_REVERSE = 1 << 10 };

/* Colours that stay readable on dark and on light ground. */
enum {
    INK_RED = 167,
    INK_GREEN = 71,
    INK_YELLOW = 178,
    INK_BLUE = 69,
    INK_PURPLE = 134,
    INK_CYAN = 37,
    INK_ORANGE = 172,
    INK_PINK = 175,
    INK_BROWN = 137,
    INK_GREY = 245
};

/* 'plain': no escapes, nothing drawn in place, even on a terminal. */
Screen *screen_open(bool plain);
/* Clicks are reported from now on, where this is a terminal that draws in place. */
void screen_use_mouse(Screen *s);
/* One that is never shown but read with screen_print; it touches no terminal. */
Screen *screen_paper(int columns);
void screen_close(Screen *s); /* gives the terminal back as it was */

bool screen_is_plain(const Screen *s);
int screen_columns(const Screen *s); /* how wide a line may be; 80 in a pipe */
int screen_rows(const Screen *s);    /* how many lines fit; 24 in a pipe */

/* How short a board must be: 0 as long as it likes, SCREEN_TIGHTEST what it cannot do
 * without. */
enum { SCREEN_TIGHTEST = 2 };
void screen_set_tight(Screen *s, int tight);
int screen_tight(const Screen *s);

/* Fill the frame. Text has no line breaks. A line that is too wide is cut when shown,
 * and ends in a sign that says so; while the frame flows, a piece of text that does not
 * fit starts the next line instead. */
void screen_set_flow(Screen *s, bool flow);
void screen_clear(Screen *s);
void screen_text(Screen *s, Ink ink, const char *utf8);
void screen_format(Screen *s, Ink ink, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void screen_to(Screen *s, int column); /* blanks up to there; one if already past it */
void screen_line(Screen *s);           /* ends the line */
void screen_rule(Screen *s,
                 const char *title); /* a line across, with a title or NULL */
/* A long text over as many lines as it needs; the later ones start at 'indent'. */
void screen_wrap(Screen *s, Ink ink, int indent, const char *utf8);

/* What stands from here on up to the next spot types this line when it is clicked; ""
 * for nothing. */
void screen_spot(Screen *s, const char *typed);

/* How many lines that would be. */
int screen_wrap_lines(const Screen *s, int column, int indent, const char *utf8);
void screen_keep(Screen *s, int first, int count); /* of the frame only these lines */

int screen_lines(const Screen *s);  /* lines of the frame so far */
int screen_column(const Screen *s); /* where in the line we are */
int screen_width(const char *utf8); /* columns a text takes */
/* Where a text must be broken so that it fits: bytes of the piece, and of the blank
 * after it. Breaks come at blanks and beside wide characters. */
size_t screen_piece(const char *utf8, int columns, size_t *skip);

/* Show the frame: in place on a terminal, one line after the other in a pipe. Of a
 * frame too tall for the terminal the end is shown. */
void screen_show(Screen *s);
/* Show what fits from line 'first' on; the line to go on with, 0 when that was all. */
int screen_show_page(Screen *s, int first);

/* The frame as text with escapes for its colours; the caller frees it. NULL: no memory.
 */
char *screen_print(const Screen *s);

/* Wait so long; true: meanwhile this line was typed at the terminal. */
bool screen_overhear(Screen *s, int64_t us, char *line, size_t line_bytes);
/* What was typed before the question could be read answers nothing. A pipe's lines
 * stay: nobody typed them too early. */
void screen_forget_typed(Screen *s);
/* What an interrupt leaves in the terminal's history; "" for nothing. */
void screen_set_farewell(const char *text);

/* What is typed, without its line break; false at the end of the input. When the window
 * changes its size while waiting, or the program comes back to the foreground,
 * 'resized' is called first; it may be NULL. */
bool screen_ask(Screen *s, const char *prompt, char *line, size_t line_bytes,
                void (*resized)(void *), void *whose);
