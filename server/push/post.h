/* post.h - one sealed message to a push service: by https, and never to an address
 * within.
 *
 * Where it goes was said by a browser, so by anybody: the address is looked at when the
 * connection is made, after the name was looked up, and nothing is followed. */
#pragma once

#include "engine/rules.h"

#include <sys/socket.h>

enum { POST_URL_BYTES = 512 };

typedef struct {
    const char *url, *authorization, *topic;
    const uint8_t *body;
    size_t body_bytes;
    bool is_within; /* for tests: http, and addresses within, are allowed */
} Post;

/* The HTTP status; 0: nobody answered in time, or it may not be asked. Blocks. */
int post_send(const Post *post);
/* "https://host" of an address that may be posted to; false: it is none. */
bool post_origin(const char *url, bool is_within, char *out, size_t out_bytes);
/* An address of the open internet: not this machine's, nor of any network within. */
bool post_is_public(const struct sockaddr *address);
