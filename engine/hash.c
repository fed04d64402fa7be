/* hash.c - 64 bits that stand for a state: equal bytes, equal hash, on every machine.
 */
#include "engine/hash.h"

RULES static uint64_t hash_fold(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9fb21c651e98df25u;
    return hash ^ (hash >> 29);
}

/* Words are read as the machine has them; every machine we build for is little-endian.
 */
RULES uint64_t hash_bytes(const void *bytes, size_t bytes_count)
{
    const uint8_t *at = (const uint8_t *)bytes;
    uint64_t hash = 0x2545f4914f6cdd1du ^ bytes_count;
    for (; bytes_count >= 8; bytes_count -= 8, at += 8) {
        uint64_t word = 0;
        memcpy(&word, at, 8);
        hash = hash_fold(hash, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, at, bytes_count);
    hash = hash_fold(hash, rest);
    return hash_fold(hash, hash >> 32);
}
