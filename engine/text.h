/* text.h - sentences in the reader's language: en, zh-Hans, zh-Hant.
 *
 * Sentences live in data/text/<lang>.json and data/<game>/text/<lang>.json under dotted
 * keys ("error.not_your_turn", "sea-salt.card.fish"); a game's file is keyed without
 * its name. Named holes look like {price}; {coins|coin|coins} is a number with its
 * noun. English stands in for a missing sentence. A built-in file is read when the
 * first of its sentences is asked for. */
#pragma once

#include "engine/data.h"

#include <stddef.h>

typedef struct Texts Texts;

extern const char *const text_languages[]; /* "en", "zh-Hans", "zh-Hant", NULL */

/* The language of a name such as "zh_TW.UTF-8" or "zh-Hans"; NULL when it is none of
 * ours. */
const char *text_language(const char *name);
const char *text_language_default(void); /* from LC_ALL, LC_MESSAGES, LANG; else "en" */

Texts *texts_open(Data *data, const char *lang, LoadError *error);
void texts_close(Texts *t);

bool text_has(const Texts *t, const char *key); /* in this language, not the stand-in */
const char *text_get(const Texts *t, const char *key); /* the key itself when unknown */
const char *text_find(const Texts *t, const char *key); /* NULL when unknown */
int text_count(const Texts *t); /* how many keys this language has */
const char *text_key(const Texts *t, int index);
const char *text_file(const Texts *t, int index); /* a user's; NULL: built in */

typedef struct {
    const char *name;
    const char *value;
} TextHole;

/* Fill the holes of a pattern; a hole nobody fills stays as it is. Returns 'out'. */
char *text_fill(const char *pattern, const TextHole *holes, int count, char *out,
                size_t out_bytes);

/* The text itself, cut between characters where it does not fit. Returns 'out'. */
char *text_copy(char *out, size_t out_bytes, const char *text);
