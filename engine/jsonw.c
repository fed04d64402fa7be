/* jsonw.c - writes JSON into memory: escaped, comma-separated, never half a number. */
#include "engine/jsonw.h"

#include <stdlib.h>

/* What a writer points at before it has memory, so that 'text' is a string from the
 * start. */
static char jw_nothing[1];

static bool jw_more_heap(JsonW *w, size_t bytes_needed)
{
    size_t bytes = w->text == jw_nothing ? 256 : w->bytes_max;
    while (bytes < bytes_needed)
        bytes *= 2;
    char *text = (char *)realloc(w->text == jw_nothing ? NULL : w->text, bytes);
    if (!text)
        return false;
    text[w->used] = '\0';
    w->text = text;
    w->bytes_max = bytes;
    return true;
}

void jw_init(JsonW *w, char *memory, size_t bytes_max)
{
    ASSERT(memory && bytes_max > 0);
    memset(w, 0, sizeof *w);
    w->text = memory;
    w->bytes_max = bytes_max;
    w->text[0] = '\0';
}

void jw_open(JsonW *w)
{
    jw_init(w, jw_nothing, sizeof jw_nothing);
    w->more = jw_more_heap;
}

void jw_close(JsonW *w)
{
    if (w->text != jw_nothing)
        free(w->text);
    memset(w, 0, sizeof *w);
}

void jw_reset(JsonW *w)
{
    w->used = 0;
    w->text[0] = '\0';
    w->overflow = false;
    w->comma = false;
}

/* Where so many bytes go; NULL: after the first loss everything is dropped. */
static inline char *jw_room(JsonW *w, size_t count)
{
    const size_t needed = w->used + count + 1;
    if (!w->overflow && needed > w->bytes_max)
        w->overflow = !w->more || !w->more(w, needed);
    if (w->overflow)
        return NULL;
    char *at = w->text + w->used;
    w->used += count;
    w->text[w->used] = '\0';
    ASSERT(w->used < w->bytes_max);
    return at;
}

/* All of it or none of it. */
static inline void jw_put(JsonW *w, const char *bytes, size_t count)
{
    char *at = jw_room(w, count);
    if (at)
        memcpy(at, bytes, count);
}

/* How many bytes the character at 'at' has; 0 when it is not good UTF-8. */
static size_t jw_utf8_bytes(const unsigned char *at)
{
    const unsigned char lead = at[0];
    if (lead < 0x80)
        return 1;
    const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    for (size_t i = 1; i < bytes; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    const bool overlong =
        (lead == 0xe0 && at[1] < 0xa0) || (lead == 0xf0 && at[1] < 0x90);
    const bool surrogate = lead == 0xed && at[1] > 0x9f;
    const bool too_high = lead == 0xf4 && at[1] > 0x8f;
    return overlong || surrogate || too_high ? 0 : bytes;
}

static void jw_put_escape(JsonW *w, unsigned char byte)
{
    static const char hex[] = "0123456789abcdef";
    static const char short_names[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    char escape[6] = {'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]};
    for (const char *pair = short_names; *pair; pair += 2)
        if ((unsigned char)pair[0] == byte) {
            escape[1] = pair[1];
            jw_put(w, escape, 2);
            return;
        }
    jw_put(w, escape, sizeof escape);
}

/* A byte that is no part of a character becomes U+FFFD, so the output is always UTF-8.
 */
static void jw_put_odd_string(JsonW *w, const char *utf8)
{
    const unsigned char *at = (const unsigned char *)utf8;
    const unsigned char *plain = at;
    jw_put(w, "\"", 1);
    while (*at) {
        const size_t bytes = jw_utf8_bytes(at);
        if (bytes && *at >= 0x20 && *at != '"' && *at != '\\') {
            at += bytes;
            continue;
        }
        jw_put(w, (const char *)plain, (size_t)(at - plain));
        if (bytes)
            jw_put_escape(w, *at);
        else
            jw_put(w, "\xef\xbf\xbd", 3);
        plain = ++at;
    }
    jw_put(w, (const char *)plain, (size_t)(at - plain));
    jw_put(w, "\"", 1);
}

/* Most strings need no care: they are written in one go. */
static void jw_put_string(JsonW *w, const char *utf8)
{
    size_t count = 0;
    while (utf8[count] >= 0x20 && utf8[count] != '"' && utf8[count] != '\\' &&
           utf8[count] < 0x7f)
        count++;
    if (utf8[count]) {
        jw_put_odd_string(w, utf8);
        return;
    }
    char *at = jw_room(w, count + 2);
    if (!at)
        return;
    at[0] = '"';
    memcpy(at + 1, utf8, count);
    at[count + 1] = '"';
}

static void jw_key(JsonW *w, const char *key)
{
    if (w->comma)
        jw_put(w, ",", 1);
    if (key) {
        jw_put_string(w, key);
        jw_put(w, ":", 1);
    }
    w->comma = true;
}

void jw_object(JsonW *w, const char *key)
{
    jw_key(w, key);
    jw_put(w, "{", 1);
    w->comma = false;
}

void jw_array(JsonW *w, const char *key)
{
    jw_key(w, key);
    jw_put(w, "[", 1);
    w->comma = false;
}

void jw_end_object(JsonW *w)
{
    jw_put(w, "}", 1);
    w->comma = true;
}

void jw_end_array(JsonW *w)
{
    jw_put(w, "]", 1);
    w->comma = true;
}

/* The digits of 'value' at the end of 'out', at least 'least' of them; where they
 * start. */
static char *jw_digits(uint64_t value, int least, char *out_end)
{
    char *at = out_end;
    for (; value || least > 0; value /= 10, least--)
        *--at = (char)('0' + value % 10);
    return at;
}

void jw_int(JsonW *w, const char *key, int64_t value)
{
    char digits[24];
    char *const end = digits + sizeof digits;
    const uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    char *at = jw_digits(size, 1, end);
    if (value < 0)
        *--at = '-';
    jw_key(w, key);
    jw_put(w, at, (size_t)(end - at));
}

void jw_real(JsonW *w, const char *key, double value, int decimals)
{
    const double limit = 9e18;
    ASSERT(decimals >= 0 && decimals <= 9);
    double size = value < 0 ? -value : value;
    uint64_t scale = 1;
    for (int i = 0; i < decimals && size * (double)scale * 10 < limit; i++)
        scale *= 10;
    if (!(size * (double)scale < limit)) {
        jw_null(w, key);
        return;
    }
    const uint64_t scaled = (uint64_t)(size * (double)scale + 0.5);
    int places = 0;
    for (uint64_t rest = scale; rest > 1; rest /= 10)
        places++;
    char digits[40];
    char *const end = digits + sizeof digits;
    char *at = end;
    if (places > 0) {
        at = jw_digits(scaled % scale, places, end);
        *--at = '.';
    }
    at = jw_digits(scaled / scale, 1, at);
    if (value < 0 && scaled > 0)
        *--at = '-';
    jw_key(w, key);
    jw_put(w, at, (size_t)(end - at));
}

void jw_seats(JsonW *w, const char *key, unsigned seats)
{
    jw_array(w, key);
    for (int seat = 0; seats >> seat; seat++)
        if (seats >> seat & 1)
            jw_int(w, NULL, seat);
    jw_end_array(w);
}

void jw_bool(JsonW *w, const char *key, bool value)
{
    jw_raw(w, key, value ? "true" : "false");
}

void jw_null(JsonW *w, const char *key)
{
    jw_raw(w, key, "null");
}

void jw_str(JsonW *w, const char *key, const char *utf8)
{
    if (!utf8) {
        jw_null(w, key);
        return;
    }
    jw_key(w, key);
    jw_put_string(w, utf8);
}

void jw_hex64(JsonW *w, const char *key, uint64_t value)
{
    static const char hex[] = "0123456789abcdef";
    char text[18];
    text[0] = '"';
    for (int i = 0; i < 16; i++)
        text[1 + i] = hex[value >> (60 - 4 * i) & 15];
    text[17] = '"';
    jw_key(w, key);
    jw_put(w, text, sizeof text);
}

void jw_member(JsonW *w, const char *key)
{
    jw_key(w, key);
    w->comma = false;
}

void jw_raw(JsonW *w, const char *key, const char *json)
{
    jw_key(w, key);
    jw_put(w, json, strlen(json));
}
