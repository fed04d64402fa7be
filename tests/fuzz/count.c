/* count.c - under libFuzzer nobody counts: it does so itself. */
#include "tests/fuzz/drive.h"

void drive_count(int which)
{
    (void)which;
}
