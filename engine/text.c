/* text.c - sentences in the reader's language: en, zh-Hans, zh-Hant. */
#include "engine/text.h"

#include "engine/rules.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { TEXT_KEY_BYTES = 160, TEXT_DEPTH_MAX = 8 };

const char *const text_languages[] = {"en", "zh-Hans", "zh-Hant", NULL};

typedef struct {
    char *key;
    const char *text; /* in the file's JSON, which Data keeps */
} TextLine;

/* One language's file of one game, or of what all share. */
typedef struct {
    char game[64]; /* "" for the shared one */
    int data_index;
    atomic_bool is_read;
    TextLine *line; /* sorted by key, keys with the game's name in front */
    int line_count, lines_max;
} TextFile;

typedef struct {
    TextFile *file;
    int file_count;
} TextLanguage;

struct Texts {
    Data *data;
    TextLanguage own, english; /* 'english' is empty when 'own' is English */
    pthread_mutex_t lock;      /* over reading a file for the first time */
};

const char *text_language(const char *name)
{
    static const char *const traditional[] = {"hant", "tw", "hk", "mo"};
    if (strncasecmp(name, "en", 2) == 0 && (!name[2] || strchr("-_.@", name[2])))
        return text_languages[0];
    if (strncasecmp(name, "zh", 2) != 0 || (name[2] && !strchr("-_.@", name[2])))
        return NULL;
    for (const char *part = name + 2; *part; part++)
        for (int i = 0; i < 4; i++)
            if ((*part == '-' || *part == '_') &&
                !strncasecmp(part + 1, traditional[i], strlen(traditional[i])))
                return text_languages[2];
    return text_languages[1];
}

const char *text_language_default(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && value[0]) {
            const char *lang = text_language(value);
            return lang ? lang : text_languages[0];
        }
    }
    return text_languages[0];
}

static void text_add_line(TextFile *file, const char *key, const char *text)
{
    if (file->line_count == file->lines_max) {
        file->lines_max = file->lines_max ? 2 * file->lines_max : 64;
        file->line = (TextLine *)realloc(file->line,
                                         (size_t)file->lines_max * sizeof *file->line);
        ASSERT(file->line);
    }
    TextLine *line = &file->line[file->line_count++];
    line->key = strdup(key);
    line->text = text;
    ASSERT(line->key);
}

/* Whether a sentence has nothing in it that a terminal obeys instead of showing it:
 * control characters other than line breaks, and marks that turn the line round. */
static bool text_is_shown(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    for (; *at; at++)
        if ((*at < 0x20 && *at != '\n') || *at == 0x7f ||
            (at[0] == 0xc2 && at[1] < 0xa0) ||
            (at[0] == 0xe2 && at[1] == 0x80 && at[2] >= 0xaa && at[2] <= 0xae) ||
            (at[0] == 0xe2 && at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9))
            return false;
    return true;
}

/* Objects inside objects become keys joined with dots. */
static bool text_flatten(TextFile *file, const char *name, const json_t *object,
                         char *key, int depth, LoadError *error)
{
    const size_t above = strlen(key);
    const char *part = NULL;
    json_t *value = NULL;
    json_object_foreach((json_t *)(uintptr_t)object, part, value)
    {
        const int length = snprintf(key + above, TEXT_KEY_BYTES - above, "%s%s",
                                    above ? "." : "", part);
        bool ok = true;
        if (length >= (int)(TEXT_KEY_BYTES - above) || depth == TEXT_DEPTH_MAX)
            ok = load_error(error, name, key, "the key is too long");
        else if (json_is_string(value) && !text_is_shown(json_string_value(value)))
            ok = load_error(error, name, key, "has a control character");
        else if (json_is_string(value))
            text_add_line(file, key, json_string_value(value));
        else if (json_is_object(value))
            ok = text_flatten(file, name, value, key, depth + 1, error);
        else
            ok = load_error(error, name, key, "should be a text or an object of texts");
        key[above] = '\0';
        if (!ok)
            return false;
    }
    return true;
}

static int text_compare(const void *a, const void *b)
{
    return strcmp(((const TextLine *)a)->key, ((const TextLine *)b)->key);
}

static bool text_read_file(Data *data, TextFile *file, LoadError *error)
{
    const json_t *json = data_json(data, file->data_index, error);
    const char *name = data_name(data, file->data_index);
    char key[TEXT_KEY_BYTES];
    if (!json)
        return false;
    if (!json_is_object(json))
        return load_error(error, name, "", "should be an object of texts");
    snprintf(key, sizeof key, "%s", file->game);
    if (!text_flatten(file, name, json, key, 0, error))
        return false;
    if (file->line_count)
        qsort(file->line, (size_t)file->line_count, sizeof *file->line, text_compare);
    for (int i = 1; i < file->line_count; i++)
        if (strcmp(file->line[i - 1].key, file->line[i].key) == 0)
            return load_error(error, name, file->line[i].key, "is there twice");
    return true;
}

/* The built-in files are held good by a test, so reading one late cannot go wrong. */
static void text_need_file(const Texts *t, TextFile *file)
{
    Texts *shared = (Texts *)(uintptr_t)t;
    if (atomic_load_explicit(&file->is_read, memory_order_acquire))
        return;
    pthread_mutex_lock(&shared->lock);
    if (!atomic_load_explicit(&file->is_read, memory_order_relaxed)) {
        const bool ok = text_read_file(t->data, file, NULL);
        ASSERT(ok);
        atomic_store_explicit(&file->is_read, true, memory_order_release);
    }
    pthread_mutex_unlock(&shared->lock);
}

/* The game of a data file's name when it holds texts of 'lang'; false when it does not.
 * "duel/text/en.json" and an expansion's "duel/harbour/text/en.json" are both duel's.
 */
static bool text_file_game(const char *name, const char *lang, char *game,
                           size_t game_bytes)
{
    char ending[40];
    const int length = snprintf(ending, sizeof ending, "text/%s.json", lang);
    const size_t name_length = strlen(name);
    if (name_length < (size_t)length)
        return false;
    const size_t before = name_length - (size_t)length;
    if (strcmp(name + before, ending) != 0 || before > game_bytes)
        return false;
    if (before > 0 && name[before - 1] != '/')
        return false;
    const size_t game_length = before > 0 ? strcspn(name, "/") : 0;
    memcpy(game, name, game_length);
    game[game_length] = '\0';
    return true;
}

static bool text_open_language(Data *data, const char *lang, TextLanguage *out,
                               LoadError *error)
{
    out->file = (TextFile *)calloc((size_t)data_count(data) + 1, sizeof *out->file);
    ASSERT(out->file);
    for (int i = 0; i < data_count(data); i++) {
        TextFile *file = &out->file[out->file_count];
        if (!text_file_game(data_name(data, i), lang, file->game, sizeof file->game))
            continue;
        file->data_index = i;
        out->file_count++;
        if (data_is_embedded(data, i))
            continue;
        if (!text_read_file(data, file, error))
            return false;
        atomic_store(&file->is_read, true);
    }
    return true;
}

Texts *texts_open(Data *data, const char *lang, LoadError *error)
{
    Texts *t = (Texts *)calloc(1, sizeof *t);
    ASSERT(t);
    t->data = data;
    pthread_mutex_init(&t->lock, NULL);
    bool ok = text_open_language(data, lang, &t->own, error);
    if (ok && strcmp(lang, text_languages[0]) != 0)
        ok = text_open_language(data, text_languages[0], &t->english, error);
    if (ok)
        return t;
    texts_close(t);
    return NULL;
}

static void text_close_language(TextLanguage *language)
{
    for (int i = 0; i < language->file_count; i++) {
        TextFile *file = &language->file[i];
        for (int line = 0; line < file->line_count; line++)
            free(file->line[line].key);
        free(file->line);
    }
    free(language->file);
}

void texts_close(Texts *t)
{
    if (!t)
        return;
    text_close_language(&t->own);
    text_close_language(&t->english);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

/* Only the shared file and the file of the game the key starts with can have it. */
static const char *text_search(const Texts *t, const TextLanguage *language,
                               const char *key)
{
    const size_t first_part = strcspn(key, ".");
    for (int i = 0; i < language->file_count; i++) {
        TextFile *file = &language->file[i];
        const size_t length = strlen(file->game);
        if (length > 0 &&
            (length != first_part || memcmp(file->game, key, length) != 0))
            continue;
        text_need_file(t, file);
        const TextLine wanted = {(char *)(uintptr_t)key, NULL};
        const TextLine *found = file->line_count
                                    ? (const TextLine *)bsearch(
                                          &wanted, file->line, (size_t)file->line_count,
                                          sizeof *file->line, text_compare)
                                    : NULL;
        if (found)
            return found->text;
    }
    return NULL;
}

/* A game that is another one with more to it is called like it, with a dash and a word,
 * and has its texts but for those of its own: "duel-sets.card.altar" is also
 * "duel.card.altar". */
static const char *text_look(const Texts *t, const TextLanguage *language,
                             const char *key)
{
    const char *text = text_search(t, language, key);
    const size_t first_part = strcspn(key, "."), family = strcspn(key, "-.");
    char plain[160];
    if (text || family == first_part)
        return text;
    const int length =
        snprintf(plain, sizeof plain, "%.*s%s", (int)family, key, key + first_part);
    return length < (int)sizeof plain ? text_search(t, language, plain) : NULL;
}

bool text_has(const Texts *t, const char *key)
{
    return text_look(t, &t->own, key) != NULL;
}

const char *text_find(const Texts *t, const char *key)
{
    const char *text = text_look(t, &t->own, key);
    return text ? text : text_look(t, &t->english, key);
}

const char *text_get(const Texts *t, const char *key)
{
    const char *text = text_find(t, key);
    return text ? text : key;
}

int text_count(const Texts *t)
{
    int count = 0;
    for (int i = 0; i < t->own.file_count; i++) {
        text_need_file(t, &t->own.file[i]);
        count += t->own.file[i].line_count;
    }
    return count;
}

/* The file that has a key, and the key's place in it. */
static const TextFile *text_place(const Texts *t, int *index)
{
    ASSERT(*index >= 0 && *index < text_count(t));
    const TextFile *file = t->own.file;
    for (; *index >= file->line_count; file++)
        *index -= file->line_count;
    return file;
}

const char *text_key(const Texts *t, int index)
{
    const TextFile *file = text_place(t, &index);
    return file->line[index].key;
}

const char *text_file(const Texts *t, int index)
{
    const TextFile *file = text_place(t, &index);
    return data_is_embedded(t->data, file->data_index)
               ? NULL
               : data_file(t->data, file->data_index);
}

/* A hole and what fills it: a value, and behind a number perhaps its noun. */
typedef struct {
    const char *value, *noun;
    size_t bytes, noun_bytes; /* of the hole in the pattern, of the noun */
} Filled;

/* "{coins|coin|coins}": the word that goes with one, and the one for all others. */
static void text_noun(const char *words, Filled *filled)
{
    const bool one = filled->value[filled->value[0] == '-'] == '1' &&
                     !filled->value[1 + (filled->value[0] == '-')];
    const size_t first = strcspn(words, "|}");
    filled->noun = one || words[first] != '|' ? words : words + first + 1;
    filled->noun_bytes = strcspn(filled->noun, "|}");
}

/* What fills the hole that starts at 'at'; false when nobody does. */
static bool text_hole(const char *at, const TextHole *holes, int count, Filled *filled)
{
    const char *end = strchr(at, '}');
    const size_t name_bytes = strcspn(at + 1, "|}");
    for (int i = 0; end && i < count; i++) {
        if (strlen(holes[i].name) != name_bytes ||
            memcmp(at + 1, holes[i].name, name_bytes) != 0 || !holes[i].value)
            continue;
        filled->value = holes[i].value;
        filled->bytes = (size_t)(end - at) + 1;
        if (at[1 + name_bytes] == '|')
            text_noun(at + name_bytes + 2, filled);
        return true;
    }
    return false;
}

/* How much of 'text' is whole characters: one cut in two at the end is left out. */
static size_t text_whole(const char *text, size_t used)
{
    size_t lead = used;
    while (lead > 0 && ((unsigned char)text[lead - 1] & 0xc0) == 0x80)
        lead--;
    if (lead == 0)
        return used;
    const unsigned char first = (unsigned char)text[lead - 1];
    const size_t needs = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    return used - (lead - 1) < needs ? lead - 1 : used;
}

/* Adds as much as there is room for; returns how much is used then. */
static size_t text_put(char *out, size_t out_bytes, size_t used, const char *text,
                       size_t bytes)
{
    const size_t room = out_bytes - 1 - used, fits = bytes < room ? bytes : room;
    if (fits)
        memcpy(out + used, text, fits);
    return used + fits;
}

char *text_fill(const char *pattern, const TextHole *holes, int count, char *out,
                size_t out_bytes)
{
    size_t used = 0;
    ASSERT(out_bytes > 0);
    while (*pattern && used + 1 < out_bytes) {
        Filled filled = {.bytes = 1};
        if (*pattern == '{' && text_hole(pattern, holes, count, &filled)) {
            used = text_put(out, out_bytes, used, filled.value, strlen(filled.value));
            used = text_put(out, out_bytes, used, " ", filled.noun ? 1 : 0);
            used = text_put(out, out_bytes, used, filled.noun, filled.noun_bytes);
        } else {
            used = text_put(out, out_bytes, used, pattern, 1);
        }
        pattern += filled.bytes;
    }
    used = text_whole(out, used);
    out[used] = '\0';
    return out;
}

char *text_copy(char *out, size_t out_bytes, const char *text)
{
    const TextHole hole = {"text", text};
    return text_fill("{text}", &hole, 1, out, out_bytes);
}
