/* reader.h - takes facts out of a JSON file and says exactly where one is wrong.
 *
 * The first mistake is kept and every later read returns a harmless value, so a loader
 * reads straight on and asks reader_ok() at the end. */
#pragma once

#include "engine/data.h"

enum { READER_DEPTH_MAX = 16 };

typedef struct {
    LoadError *error;
    const Data *lenient; /* a user's file: what is unknown can be left out; or NULL */
    const char *file;
    bool failed;
    int depth;
    unsigned char path_bytes[READER_DEPTH_MAX]; /* of the path before each enter */
    char path[160];
} Reader;

void reader_init(Reader *r, const char *file, LoadError *error);
bool reader_ok(const Reader *r);
void reader_fail(Reader *r, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Something unknown: true when it is told and to be left out, false, having failed,
 * when the file has to be good. */
bool reader_skip(Reader *r, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Where we are: reader_enter(r, "cards", 3) ... reader_leave(r). index -1: none. */
void reader_enter(Reader *r, const char *key, int index);
void reader_leave(Reader *r);

/* Each refuses a missing key unless it says 'or'. Texts point into the JSON. */
int read_int(Reader *r, const json_t *object, const char *key, int min, int max);
int read_int_or(Reader *r, const json_t *object, const char *key, int min, int max,
                int otherwise);
bool read_bool_or(Reader *r, const json_t *object, const char *key, bool otherwise);
const char *read_text(Reader *r, const json_t *object, const char *key);
const char *read_text_or(Reader *r, const json_t *object, const char *key,
                         const char *otherwise);
int read_word(Reader *r, const json_t *object, const char *key,
              const char *const *words, int count);
const json_t *read_array(Reader *r, const json_t *object, const char *key, int max);
const json_t *read_array_or_none(Reader *r, const json_t *object, const char *key,
                                 int max);
const json_t *read_object(Reader *r, const json_t *object, const char *key);
const json_t *read_object_or_none(Reader *r, const json_t *object, const char *key);

/* A name that commands, logs and texts call a thing by: letters, digits, _ and - only,
 * so that it can stand in any of them; at most 'out_bytes' with its end. */
void reader_id(Reader *r, const char *key, const char *id, char *out, size_t out_bytes);

/* Refuse any key that is not in the list (NULL ends it): a typo must not pass in
 * silence. */
void read_only(Reader *r, const json_t *object, const char *const *keys);
