/* names.c - which names people may have: seen as a whole, and not made to look like
 * another's. */
#include "server/people/names.h"

#include <string.h>

typedef struct {
    uint32_t first, last;
} Range;

/* Nothing is seen of them, or nobody knows what. */
static const Range unseen[] = {
    {0x0000, 0x0020}, /* controls, the blank */
    {0x007f, 0x00a0}, /* controls, the blank that does not break */
    {0x00ad, 0x00ad}, /* soft hyphen */
    {0x034f, 0x034f}, /* grapheme joiner */
    {0x061c, 0x061c}, /* Arabic letter mark */
    {0x115f, 0x1160}, /* Hangul fillers */
    {0x1680, 0x1680}, /* Ogham blank */
    {0x17b4, 0x17b5}, /* Khmer vowels that are not seen */
    {0x180b, 0x180f}, /* Mongolian selectors */
    {0x2000, 0x200f}, /* blanks and joiners */
    {0x2028, 0x202f}, /* line breaks, turns of direction */
    {0x205f, 0x206f}, /* blanks, operators that are not seen */
    {0x2800, 0x2800}, /* Braille without dots */
    {0x3000, 0x3000}, /* the wide blank */
    {0x3164, 0x3164}, /* Hangul filler */
    {0xd800, 0xf8ff}, /* surrogates, private use */
    {0xfe00, 0xfe0f}, /* selectors */
    {0xfeff, 0xfeff}, /* byte order mark */
    {0xffa0, 0xffa0}, /* Hangul filler */
    {0xfff0, 0xffff}, /* specials */
};

/* Another letter in disguise. */
static const Range disguised[] = {
    {0x02b0, 0x02ff}, /* raised letters */
    {0x1d00, 0x1dbf}, /* small capitals, raised letters */
    {0x2070, 0x209f}, /* raised and lowered letters */
    {0x2100, 0x214f}, /* letterlike symbols */
    {0x2150, 0x218f}, /* Roman numerals as letters */
    {0x2460, 0x24ff}, /* circled letters */
    {0x2c7c, 0x2c7d}, /* raised and lowered letters */
    {0xa7f2, 0xa7f9}, /* raised letters */
    {0xff01, 0xff5e}, /* Latin in full width */
};

/* What would turn a line around, end it or steer a terminal. */
static const Range steering[] = {{0x0001, 0x001f}, {0x007f, 0x009f}, {0x061c, 0x061c},
                                 {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};

static const Range marks[] = {{0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd},
                              {0x064b, 0x065f}, {0x0e31, 0x0e31}, {0x0e34, 0x0e3a},
                              {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
                              {0x20d0, 0x20ff}, {0x3099, 0x309a}, {0xfe20, 0xfe2f}};
static const Range latin[] = {
    {'A', 'Z'}, {'a', 'z'}, {0x00c0, 0x024f}, {0x0250, 0x02af}, {0x1e00, 0x1eff}};
static const Range greek[] = {{0x0370, 0x03ff}, {0x1f00, 0x1fff}};
static const Range cyrillic[] = {{0x0400, 0x052f}, {0x1c80, 0x1c8f}, {0x2de0, 0x2dff}};
static const Range others[] = {
    {0x0530, 0x058f}, {0x10a0, 0x10ff}, {0x13a0, 0x167f}, {0xa4d0, 0xa4ff}};

static bool is_in(const Range *ranges, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}
#define IS_IN(ranges, c) is_in(ranges, sizeof(ranges) / sizeof *(ranges), c)

/* The next character; 0 at the end, and for what is longer than three bytes. */
static uint32_t next_char(const unsigned char **at)
{
    const unsigned char *s = *at;
    if (s[0] < 0x80) {
        *at += s[0] != 0;
        return s[0];
    }
    if (s[0] < 0xe0 && s[1]) {
        *at += 2;
        return (uint32_t)(s[0] & 0x1f) << 6 | (s[1] & 0x3f);
    }
    if (s[0] < 0xf0 && s[1] && s[2]) {
        *at += 3;
        return (uint32_t)(s[0] & 0x0f) << 12 | (uint32_t)(s[1] & 0x3f) << 6 |
               (s[2] & 0x3f);
    }
    return 0;
}

bool name_is_good(const char *name, int chars_max)
{
    const unsigned char *at = (const unsigned char *)name;
    int chars = 0, marks_here = 0, scripts = 0;
    bool was_blank = true;
    for (uint32_t c = next_char(&at); c; c = next_char(&at)) {
        const bool is_mark = IS_IN(marks, c);
        marks_here = is_mark ? marks_here + 1 : 0;
        if ((c != ' ' && IS_IN(unseen, c)) || IS_IN(disguised, c) || marks_here > 2 ||
            (is_mark && was_blank) || (c == ' ' && was_blank))
            return false;
        was_blank = c == ' ';
        scripts |= IS_IN(latin, c)      ? 1
                   : IS_IN(greek, c)    ? 2
                   : IS_IN(cyrillic, c) ? 4
                   : IS_IN(others, c)   ? 8
                                        : 0;
        chars++;
    }
    return !*at && chars > 0 && chars <= chars_max && !was_blank &&
           (scripts & (scripts - 1)) == 0;
}

bool text_tame(char *text)
{
    bool is_seen = false;
    unsigned char *at = (unsigned char *)text;
    while (*at) {
        const unsigned char *next = at;
        const uint32_t c = next_char(&next);
        const bool is_long = !c; /* four bytes: emoji and the like, or tags */
        next += is_long ? 4 : 0;
        if (IS_IN(steering, c))
            memset(at, ' ', (size_t)(next - at));
        is_seen = is_seen || (is_long ? at[0] != 0xf3 : !IS_IN(unseen, c));
        at += next - at;
    }
    return is_seen;
}
