/* near.c - which of the known words somebody meant who mistyped one. */
#include "cli/near.h"

#include <stddef.h>
#include <string.h>

enum { WORD_MAX = 40 };

Near near_to(const char *word)
{
    const Near near = {word, NULL, 0};
    return near;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* How many letters must be put in, left out, exchanged or swapped with their neighbour.
 */
static int distance(const char *a, const char *b)
{
    const size_t wide = strlen(b);
    int row[3][WORD_MAX + 1] = {{0}};
    for (size_t j = 0; j <= wide; j++)
        row[0][j] = (int)j;
    for (size_t i = 1; a[i - 1]; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= wide; j++) {
            const int other = a[i - 1] != b[j - 1];
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + other);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return row[strlen(a) % 3][wide];
}

void near_try(Near *near, const char *known)
{
    const size_t bytes = strlen(near->word), other = strlen(known);
    if (bytes == 0 || bytes > WORD_MAX || other > WORD_MAX)
        return;
    const bool is_part = bytes > 2 && strstr(known, near->word);
    const int allowed = bytes < 5 ? 1 : 2;
    int found = distance(near->word, known);
    if (is_part && found > allowed)
        found = allowed;
    if (found > allowed || (near->best && found >= near->distance))
        return;
    near->best = known;
    near->distance = found;
}
