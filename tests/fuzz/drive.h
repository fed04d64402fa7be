/* drive.h - a fuzzer's inputs by chance, where there is no libFuzzer: the same target
 * with random bytes, any number of them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count);

/* What the target counts, in words; NULL ends it. */
extern const char *const drive_counts[];
void drive_count(int which);
