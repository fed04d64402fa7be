/* hash.h - 64 bits that stand for a state: equal bytes, equal hash, on every machine.
 */
#pragma once

#include "engine/rules.h"

RULES uint64_t hash_bytes(const void *bytes, size_t bytes_count);
