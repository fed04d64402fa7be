/* string.h - what the rules need of the C library where there is none; memcpy and
 * memset the compiler brings. */
#pragma once

#include <stddef.h>

static inline int memcmp(const void *one, const void *other, size_t bytes)
{
    const unsigned char *a = (const unsigned char *)one;
    const unsigned char *b = (const unsigned char *)other;
    for (size_t i = 0; i < bytes; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}
