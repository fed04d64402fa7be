/* seal.h - a message that one browser alone can read, and a word on who sends it: RFC
 * 8291 (encryption of Web Push) and RFC 8292 (VAPID).
 *
 * OpenSSL has the curve and the cipher, libsodium the rest. */
#pragma once

#include "engine/rules.h"

enum {
    SEAL_SECRET_BYTES = 32, /* of a key on P-256 */
    SEAL_POINT_BYTES = 65,  /* its public half, uncompressed */
    SEAL_AUTH_BYTES = 16,
    SEAL_TEXT_MAX = 2048,
    SEAL_BYTES_MAX = SEAL_TEXT_MAX + 103 /* the header, an end mark, the tag */
};

typedef struct {
    uint8_t secret[SEAL_SECRET_BYTES];
    uint8_t point[SEAL_POINT_BYTES];
} SealKey;

/* What a browser gave to be written to: its point and its secret. */
typedef struct {
    uint8_t point[SEAL_POINT_BYTES];
    uint8_t auth[SEAL_AUTH_BYTES];
} SealReader;

bool seal_key_new(SealKey *key);
/* From base 64 for addresses; false: not such a point, or not on the curve. */
bool seal_reader_read(SealReader *reader, const char *point, const char *auth);
/* The body of a request with the encoding aes128gcm; how long it is, 0: it cannot be.
 */
size_t seal_text(const SealReader *reader, const char *text, uint8_t *out,
                 size_t out_bytes);
/* The header "Authorization" for a push service of that origin. */
bool seal_sign(const SealKey *key, const char *origin, const char *contact,
               int64_t until_s, char *out, size_t out_bytes);
