/* link.h - one connection as libwebsockets sees it: an HTTP request or a socket.
 *
 * What goes out is written at once when nothing waits before it, else queued; a client
 * that lets its queue grow too long is closed. */
#pragma once

#include "server/hub/hub.h"

#include <libwebsockets.h>

typedef struct Line Line;

typedef struct {
    Line *first, *last; /* the one that has been in it longest is first */
    int count;
} LineList;

typedef struct {
    const Config *config;
    Hub *hub;
    struct Files *files; /* the web client's; NULL: not built */
    SSL_CTX *tls;        /* NULL: without */
    LineList lines[3];   /* by LineState */
    int64_t used_us;     /* by this thread, when the sockets were looked at last */
    int64_t looked_ms;
    Peer *arriving; /* let in, and not yet a line */
    bool is_proxy_arriving;
} LinkServer;

/* The one protocol: its user pointer is the LinkServer. */
extern const struct lws_protocols link_protocol;

/* For the hub. */
void link_send(void *link, const char *text, size_t text_bytes);
void link_close(void *link, int code, const char *why);
