/* lines.h - every TCP connection from its first moment to its last, whatever is spoken
 * on it: who comes too often is not let in, who says nothing is let go. */
#pragma once

#include "server/links/link.h"

typedef enum {
    LINE_WAITS,   /* nothing, or less than a request, was said */
    LINE_ANSWERS, /* a request is being answered */
    LINE_SOCKET,  /* a WebSocket: pings find out whether it is there */
    LINE_STATES
} LineState;

bool lines_let_in(LinkServer *s, int fd); /* before anything is read */
void lines_opened(LinkServer *s, struct lws *wsi);
void lines_closed(LinkServer *s, struct lws *wsi);
void lines_set(LinkServer *s, struct lws *wsi, LineState state);
/* So much of a message was read, or all of it. */
void lines_heard(struct lws *wsi, size_t bytes_count, bool is_whole);
bool lines_is_proxy(struct lws *wsi); /* one that the operator named */
/* Closes those whose time is up; looks at some of the others. */
void lines_tick(LinkServer *s, int64_t now_ms);

/* "::ffff:192.0.2.1", as one is seen by a server that speaks both versions, is
 * 192.0.2.1. */
void address_plain(char *address);
/* Of " 192.0.2.1:4711" and "[2001:db8::1]:4711" the address. False: there is none. */
bool address_read(const char *text, char *out, size_t out_bytes);
/* Is the word one of "a,b,c"? */
bool is_listed(const char *list, const char *word, size_t word_bytes);
