/* mutate.h - lets a fuzzer's bytes change good JSON a little, instead of spelling it
 * out.
 *
 * Bytes that must first become JSON rarely reach the code behind the parser. Here they
 * are instructions: which value, and what happens to it. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is left of a fuzzer's input; past its end it gives zeros. */
typedef struct {
    const uint8_t *bytes;
    size_t count;
} Feed;

uint8_t feed_byte(Feed *f);
uint32_t feed_below(Feed *f, uint32_t n); /* 0 .. n - 1; n > 0 */
uint64_t feed_seed(Feed *f);              /* four bytes */
bool feed_is_empty(const Feed *f);

/* Lists of words, one of which may stand where another does: from now on 'mutate' puts
 * them there. Kept as long as it is used; NULL: none. */
void mutate_knows(const json_t *lists);

/* Carry out one instruction somewhere in 'root', an object or an array. */
void mutate(json_t *root, Feed *f);

/* One instruction that keeps what there is: two values change places, one goes from a
 * list to another, or becomes what the same place has in 'donor', another document of
 * the kind. What it makes is nearer to what can be than a strange value is. */
void rearrange(json_t *root, const json_t *donor, Feed *f);

/* What stands under some key in 'donor' now stands under the same key, anywhere, or a
 * word or number everywhere. */
void transplant(json_t *root, const json_t *donor, Feed *f);
