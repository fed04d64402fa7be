/* seal.c - a message that one browser alone can read, and a word on who sends it. */
#include "server/push/seal.h"

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SALT_BYTES = 16,
    HASH_LENGTH = 32,
    CIPHER_KEY_BYTES = 16,
    NONCE_BYTES = 12,
    TAG_BYTES = 16,
    HEADER_BYTES = SALT_BYTES + 4 + 1 + SEAL_POINT_BYTES,
    RECORD_BYTES = 4096, /* a service takes no more */
    BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING
};

/* Keys as OpenSSL has them; NULL where they are none. */

static EVP_PKEY *pkey_from(OSSL_PARAM_BLD *parts, int selection)
{
    EVP_PKEY *pkey = NULL;
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(parts);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (params && ctx && EVP_PKEY_fromdata_init(ctx) == 1 &&
        EVP_PKEY_fromdata(ctx, &pkey, selection, params) != 1)
        pkey = NULL;
    EVP_PKEY_CTX_free(ctx);
    OSSL_PARAM_free(params);
    return pkey;
}

/* Of its point alone, or with its secret. */
static EVP_PKEY *pkey_of(const uint8_t *point, const uint8_t *secret)
{
    OSSL_PARAM_BLD *parts = OSSL_PARAM_BLD_new();
    BIGNUM *number = secret ? BN_bin2bn(secret, SEAL_SECRET_BYTES, NULL) : NULL;
    EVP_PKEY *pkey = NULL;
    if (parts &&
        OSSL_PARAM_BLD_push_utf8_string(parts, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1",
                                        0) &&
        OSSL_PARAM_BLD_push_octet_string(parts, OSSL_PKEY_PARAM_PUB_KEY, point,
                                         SEAL_POINT_BYTES) &&
        (!number || OSSL_PARAM_BLD_push_BN(parts, OSSL_PKEY_PARAM_PRIV_KEY, number)))
        pkey = pkey_from(parts, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY);
    BN_clear_free(number);
    OSSL_PARAM_BLD_free(parts);
    return pkey;
}

bool seal_key_new(SealKey *key)
{
    EVP_PKEY *pkey = EVP_EC_gen("P-256");
    BIGNUM *secret = NULL;
    uint8_t *point = NULL;
    const size_t point_bytes =
        pkey ? EVP_PKEY_get1_encoded_public_key(pkey, &point) : 0;
    const bool good =
        point_bytes == SEAL_POINT_BYTES &&
        EVP_PKEY_get_bn_param(pkey, OSSL_PKEY_PARAM_PRIV_KEY, &secret) == 1 &&
        BN_bn2binpad(secret, key->secret, SEAL_SECRET_BYTES) == SEAL_SECRET_BYTES;
    if (good)
        memcpy(key->point, point, SEAL_POINT_BYTES);
    OPENSSL_free(point);
    BN_clear_free(secret);
    EVP_PKEY_free(pkey);
    return good;
}

static bool base64_read(uint8_t *out, size_t bytes, const char *text)
{
    size_t got = 0;
    const char *end = NULL;
    return sodium_base642bin(out, bytes, text, strlen(text), NULL, &got, &end,
                             BASE64) == 0 &&
           got == bytes && !*end;
}

bool seal_reader_read(SealReader *reader, const char *point, const char *auth)
{
    if (!base64_read(reader->point, sizeof reader->point, point) ||
        !base64_read(reader->auth, sizeof reader->auth, auth))
        return false;
    EVP_PKEY *pkey = pkey_of(reader->point, NULL);
    EVP_PKEY_CTX *ctx = pkey ? EVP_PKEY_CTX_new(pkey, NULL) : NULL;
    const bool good = ctx && EVP_PKEY_public_check(ctx) == 1;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(pkey);
    return good;
}

/* Sealing. */

static bool agree(const SealKey *mine, const uint8_t *theirs, uint8_t out[HASH_LENGTH])
{
    EVP_PKEY *own = pkey_of(mine->point, mine->secret), *peer = pkey_of(theirs, NULL);
    EVP_PKEY_CTX *ctx = own ? EVP_PKEY_CTX_new(own, NULL) : NULL;
    size_t bytes = HASH_LENGTH;
    const bool good = ctx && peer && EVP_PKEY_derive_init(ctx) == 1 &&
                      EVP_PKEY_derive_set_peer(ctx, peer) == 1 &&
                      EVP_PKEY_derive(ctx, out, &bytes) == 1 && bytes == HASH_LENGTH;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(own);
    EVP_PKEY_free(peer);
    return good;
}

typedef struct {
    const void *data;
    size_t bytes;
} Part;

static void hmac(const uint8_t *key, size_t key_bytes, const Part *parts, int count,
                 uint8_t out[HASH_LENGTH])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, key_bytes);
    for (int i = 0; i < count; i++)
        crypto_auth_hmacsha256_update(&state, parts[i].data, parts[i].bytes);
    crypto_auth_hmacsha256_final(&state, out);
}

/* HKDF to one block: extract with the salt, expand by what it is for; 'info' ends with
 * the count of the block. */
static void derive(const Part *salt, const Part *from, const Part *info, int count,
                   uint8_t out[HASH_LENGTH])
{
    uint8_t extracted[HASH_LENGTH];
    hmac(salt->data, salt->bytes, from, 1, extracted);
    hmac(extracted, sizeof extracted, info, count, out);
    sodium_memzero(extracted, sizeof extracted);
}

static bool encrypt(const uint8_t *key, const uint8_t *nonce, const char *text,
                    size_t text_bytes, uint8_t *out)
{
    static const uint8_t last = 2; /* this record is the last: no padding follows */
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int n = 0, end = 0;
    const bool good =
        ctx && EVP_EncryptInit_ex(ctx, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
        EVP_EncryptUpdate(ctx, out, &n, (const uint8_t *)text, (int)text_bytes) == 1 &&
        EVP_EncryptUpdate(ctx, out + text_bytes, &n, &last, 1) == 1 &&
        EVP_EncryptFinal_ex(ctx, out + text_bytes + 1, &end) == 1 &&
        EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, TAG_BYTES,
                            out + text_bytes + 1) == 1;
    EVP_CIPHER_CTX_free(ctx);
    return good;
}

size_t seal_text(const SealReader *reader, const char *text, uint8_t *out,
                 size_t out_bytes)
{
    static const char for_both[] = "WebPush: info";
    static const char for_key[] = "Content-Encoding: aes128gcm\0\1";
    static const char for_nonce[] = "Content-Encoding: nonce\0\1";
    const size_t text_bytes = strlen(text),
                 all = HEADER_BYTES + text_bytes + 1 + TAG_BYTES;
    uint8_t shared[HASH_LENGTH], both[HASH_LENGTH], key[HASH_LENGTH],
        nonce[HASH_LENGTH];
    SealKey once; /* for this message alone */
    if (text_bytes > SEAL_TEXT_MAX || all > out_bytes || !seal_key_new(&once) ||
        !agree(&once, reader->point, shared))
        return 0;
    randombytes_buf(out, SALT_BYTES);
    const Part auth = {reader->auth, SEAL_AUTH_BYTES}, secret = {shared, HASH_LENGTH};
    const Part info[] = {{for_both, sizeof for_both},
                         {reader->point, SEAL_POINT_BYTES},
                         {once.point, SEAL_POINT_BYTES},
                         {"\1", 1}};
    derive(&auth, &secret, info, 4, both);
    const Part salt = {out, SALT_BYTES}, from = {both, HASH_LENGTH};
    const Part key_info = {for_key, sizeof for_key - 1};
    const Part nonce_info = {for_nonce, sizeof for_nonce - 1};
    derive(&salt, &from, &key_info, 1, key);
    derive(&salt, &from, &nonce_info, 1, nonce);
    const uint8_t size[] = {0, 0, RECORD_BYTES >> 8, RECORD_BYTES & 255,
                            SEAL_POINT_BYTES};
    memcpy(out + SALT_BYTES, size, sizeof size);
    memcpy(out + SALT_BYTES + sizeof size, once.point, SEAL_POINT_BYTES);
    const bool good = encrypt(key, nonce, text, text_bytes, out + HEADER_BYTES);
    sodium_memzero(&once, sizeof once);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(key, sizeof key);
    return good ? all : 0;
}

/* Signing: a JSON Web Token with ES256. */

static bool sign(const SealKey *key, const char *text, uint8_t out[64])
{
    EVP_PKEY *pkey = pkey_of(key->point, key->secret);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    uint8_t der[80];
    size_t der_bytes = sizeof der;
    const bool made =
        pkey && ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, pkey) == 1 &&
        EVP_DigestSign(ctx, der, &der_bytes, (const uint8_t *)text, strlen(text)) == 1;
    const uint8_t *at = der;
    ECDSA_SIG *pair = made ? d2i_ECDSA_SIG(NULL, &at, (long)der_bytes) : NULL;
    const bool good = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, 32) == 32 &&
                      BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(pkey);
    return good;
}

bool seal_sign(const SealKey *key, const char *origin, const char *contact,
               int64_t until_s, char *out, size_t out_bytes)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[1200], point[100], mark[100], token[2000];
    uint8_t signature[64];
    const int length =
        snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}",
                 origin, (long long)until_s, contact);
    if (length < 0 || length >= (int)sizeof claims)
        return false;
    sodium_bin2base64(token, sizeof token, (const uint8_t *)head, sizeof head - 1,
                      BASE64);
    const size_t used = strlen(token);
    token[used] = '.';
    sodium_bin2base64(token + used + 1, sizeof token - used - 1,
                      (const uint8_t *)claims, (size_t)length, BASE64);
    if (!sign(key, token, signature))
        return false;
    sodium_bin2base64(mark, sizeof mark, signature, sizeof signature, BASE64);
    sodium_bin2base64(point, sizeof point, key->point, sizeof key->point, BASE64);
    const int all = snprintf(out, out_bytes, "vapid t=%s.%s, k=%s", token, mark, point);
    return all > 0 && all < (int)out_bytes;
}
