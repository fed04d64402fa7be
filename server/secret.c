/* secret.c - names and numbers that nobody can guess, and how a word is written. */
#include "server/secret.h"

#include <sodium.h>
#include <stdio.h>

/* Letters and digits that cannot be taken for one another. */
void random_name(char *out, size_t out_bytes)
{
    static const char letters[] = "23456789abcdefghjkmnpqrstuvwxyz";
    for (size_t i = 0; i + 1 < out_bytes; i++)
        out[i] = letters[randombytes_uniform(sizeof letters - 1)];
    out[out_bytes - 1] = 0;
}

uint64_t random_word(void)
{
    uint64_t word = 0;
    while (!word) {
        randombytes_buf(&word, sizeof word);
        word >>= 2;
    }
    return word;
}

void hex_name(uint64_t word, char out[HEX_BYTES])
{
    snprintf(out, HEX_BYTES, "%016llx", (unsigned long long)word);
}
