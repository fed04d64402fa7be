/* fail.c - where a broken ASSERT ends: one line that says which, then stop. */
#include "engine/rules.h"

#include <stdio.h>
#include <stdlib.h>

#if !defined(PARLOR_NO_ASSERT)
_Noreturn void rules_failed(const char *fact, const char *file, int line)
{
    fprintf(stderr, "parlor: broken: %s (%s:%d)\n", fact, file, line);
    abort();
}
#endif
