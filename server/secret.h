/* secret.h - names and numbers that nobody can guess, and how a word is written. */
#pragma once

#include "engine/rules.h"

enum { HEX_BYTES = 17 }; /* of a word, as matches are named */

void random_name(char *out, size_t out_bytes); /* out_bytes - 1 letters and digits */
uint64_t random_word(void);                    /* 62 secret random bits, not 0 */
void hex_name(uint64_t word, char out[HEX_BYTES]);
