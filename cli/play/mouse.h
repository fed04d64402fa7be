/* mouse.h - a line typed where the terminal reports clicks.
 *
 * A click is bytes without a line break, so the terminal has to hand over every key by
 * itself; then nobody but us shows what is typed and takes a letter back. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { MOUSE_LINE_BYTES = 400, MOUSE_REPORT_BYTES = 32, MOUSE_ECHO_BYTES = 12 };

typedef struct {
    char line[MOUSE_LINE_BYTES]; /* typed so far, and shown */
    size_t used;
    char report[MOUSE_REPORT_BYTES]; /* an escape that has not ended yet */
    size_t report_used;
} MouseTyping;

typedef enum { MOUSE_NOTHING, MOUSE_LINE, MOUSE_CLICK, MOUSE_END } MouseGot;

typedef struct {
    int row, column; /* from 0 */
} MouseClick;

/* What the terminal is sent: report clicks (SGR 1006), and no longer. */
extern const char mouse_on[], mouse_off[];

/* One byte that came in. 'echo' gets what is to be shown for it. MOUSE_LINE: the line
 * is whole; it is cleared by mouse_clear. */
MouseGot mouse_read(MouseTyping *t, char byte, MouseClick *click,
                    char echo[MOUSE_ECHO_BYTES]);
void mouse_clear(MouseTyping *t);

/* The key of the item that a column of "[? help  q quit]" is in; "" for none. */
void mouse_item(const char *prompt, int column, char *key, size_t key_bytes);
