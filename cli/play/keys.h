/* keys.h - what somebody means who types a key or a word at the prompt. */
#pragma once

typedef enum {
    KEY_NONE, /* no key of ours: a number, a question, the board's own words */
    KEY_HELP,
    KEY_HINT,
    KEY_UNDO,
    KEY_QUIT,
    KEY_LOG,
    KEY_MORE,
    KEY_BOARD,
    KEY_RULES,
} Key;

/* Plain digits and letters for full-width ones, no blanks at the ends; in place. */
char *keys_plain(char *line);
/* The key that a line is, in any language and whatever the case. */
Key keys_read(const char *line);
