/* http.h - what is asked over plain HTTP: the client's files, and what the hub answers.
 *
 * Only GET and HEAD, and nothing with a body: whatever else comes ends the connection.
 */
#pragma once

#include "server/links/link.h"

typedef struct Http Http;

/* A request has been read; 'http' is filled, until http_closed. -1: close at once. */
int http_asked(LinkServer *s, struct lws *wsi, const char *path, const char *address,
               Http **http);
int http_writable(Http **http); /* -1: close */
/* Somebody wants to go on in another way than HTTP; 0: they may. 'refused' is the
 * status of a place or a page that may not, or 0. */
int http_upgrade(struct lws *wsi, const char *to, int refused);
void http_closed(Http **http); /* the answer may still be on its way to us */
