/* drive.c - a fuzzer's inputs by chance: PROGRAM [--count N] [--seed S] [--seconds T]
 *
 * N inputs of random bytes, or as many as there is time for. Input i depends on S and i
 * alone, so the one that broke something, which is printed, is found again by --seed S
 * --from I --count 1. */
#include "tests/fuzz/drive.h"

#include "engine/rng.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DRIVE_BYTES = 1536, DRIVE_COUNTS_MAX = 8, DRIVE_USUAL = 400 };

static long counted[DRIVE_COUNTS_MAX];
static long input, from; /* which one it is, and which was the first */

void drive_count(int which)
{
    counted[which]++;
}

static void on_abort(int number)
{
    char line[80];
    signal(number, SIG_DFL); /* and ends of it, once this returns */
    const int bytes = snprintf(line, sizeof line, "it was input %ld\n", input);
    if (write(STDERR_FILENO, line, (size_t)bytes) < 0)
        _exit(1);
    raise(number);
}

static void report(long inputs)
{
    printf("# %ld inputs", inputs);
    for (int i = 0; drive_counts[i]; i++)
        printf(", %ld %s", counted[i], drive_counts[i]);
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static uint8_t bytes[DRIVE_BYTES];
    long count = DRIVE_USUAL, seed = 1, seconds = 0;
    struct {
        const char *name;
        long *value;
    } options[] = {{"--count", &count},
                   {"--seed", &seed},
                   {"--from", &from},
                   {"--seconds", &seconds}};
    for (int i = 1; i + 1 < argc; i += 2)
        for (int j = 0; j < 4; j++)
            if (strcmp(argv[i], options[j].name) == 0)
                *options[j].value = strtol(argv[i + 1], NULL, 10);
    signal(SIGABRT, on_abort);
    signal(SIGSEGV, on_abort);
    signal(SIGFPE, on_abort);
    const time_t end = time(NULL) + seconds;
    for (input = from; input < from + count; input++) {
        if (seconds && time(NULL) >= end)
            break;
        Rng rng;
        rng_seed(&rng, rng_mix((uint64_t)seed, (uint64_t)input));
        for (int i = 0; i < DRIVE_BYTES; i++)
            bytes[i] = (uint8_t)rng_below(&rng, 256);
        LLVMFuzzerTestOneInput(bytes, sizeof bytes);
        if ((input + 1) % 10000 == 0)
            report(input + 1 - from);
    }
    report(input - from);
    return 0;
}
