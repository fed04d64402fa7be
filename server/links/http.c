/* http.c - what is asked over plain HTTP: the client's files, and what the hub answers.
 */
#include "server/links/http.h"

#include "server/clock.h"
#include "server/links/files.h"
#include "server/links/lines.h"
#include "server/links/share.h"
#include "server/metrics.h"

#include <stdio.h>
#include <stdlib.h>

enum { CHUNK_BYTES = 32768, MATCH_COST = 20, HOST_BYTES = 200 };

struct Http {
    LinkServer *server;
    struct lws *wsi; /* NULL: closed, and the hub has not answered yet */
    bool is_asked;   /* the hub will answer */
    bool is_ready, is_begun, is_head, is_last;
    int status;
    char type[64];
    const char *cache, *coding, *etag, *location; /* NULL: none */
    bool varies;
    const unsigned char *body;
    size_t body_bytes, sent_bytes;
    char *own;               /* the body, where it is not a file's */
    const WebFile *page;     /* a link's: its preview is asked for first */
    char origin[HOST_BYTES]; /* "https://host", as the page was asked for */
    int64_t asked_us;
};

static void header(struct lws *wsi, enum lws_token_indexes which, char *out,
                   size_t out_bytes)
{
    if (lws_hdr_copy(wsi, out, (int)out_bytes, which) < 0)
        out[0] = 0;
}

static void http_free(Http **http)
{
    free((*http)->own);
    free(*http);
    *http = NULL;
}

void http_closed(Http **http)
{
    Http *h = *http;
    *http = NULL;
    if (h && h->is_asked)
        h->wsi = NULL;
    else if (h)
        http_free(&h);
}

static void answered(void *context, int status, const char *type, const char *text)
{
    Http *h = context;
    h->is_asked = false;
    if (!h->wsi) {
        http_free(&h);
        return;
    }
    h->status = status;
    snprintf(h->type, sizeof h->type, "%s", type);
    h->cache = "no-store";
    h->own = strdup(text);
    h->body = (const unsigned char *)h->own;
    h->body_bytes = strlen(text);
    h->is_ready = true;
    lws_callback_on_writable(h->wsi);
}

/* A page that a link leads to, with what it says of itself. */
static void previewed(void *context, int status, const char *type, const char *text)
{
    Http *h = context;
    char *page = h->wsi ? share_page(h->server->files, h->page, h->origin, text) : NULL;
    answered(h, status, type, page ? page : ""); /* which frees it, if nobody waits */
    if (page) {
        snprintf(h->type, sizeof h->type, "%s", h->page->type);
        h->cache = "no-cache";
    }
    free(page);
}

/* The address as the browser has it, for the picture: whoever passes links on wants it
 * whole. What is no name of a host is not repeated. */
static void find_origin(Http *h)
{
    static const char asked[] = "x-forwarded-proto:";
    char host[HOST_BYTES - 8], scheme[8] = "";
    header(h->wsi, WSI_TOKEN_HOST, host, sizeof host);
    if (lws_hdr_custom_copy(h->wsi, scheme, sizeof scheme, asked, sizeof asked - 1) < 0)
        scheme[0] = 0;
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-.:[]";
    const bool is_safe = h->server->tls || strcmp(scheme, "https") == 0;
    if (host[0] && strspn(host, plain) == strlen(host))
        snprintf(h->origin, sizeof h->origin, "http%s://%s", is_safe ? "s" : "", host);
}

/* Is the tag in "a", W/"b", or the star? */
static bool is_known(const char *listed, const char *etag)
{
    return strstr(listed, etag) != NULL || strcmp(listed, "*") == 0;
}

static void serve_file(Http *h, const WebFile *file)
{
    char accepts[200], known[200];
    header(h->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accepts, sizeof accepts);
    header(h->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known);
    const FileForm form = files_form(file, accepts);
    h->status = is_known(known, file->etag) ? 304 : 200;
    snprintf(h->type, sizeof h->type, "%s", file->type);
    h->cache = file->cache;
    h->etag = file->etag;
    h->coding = file_codings[form];
    h->varies = file->form[FORM_GZIP].bytes || file->form[FORM_BROTLI].bytes;
    h->body = file->form[form].bytes;
    h->body_bytes = file->form[form].count;
    h->is_ready = true;
    lws_callback_on_writable(h->wsi);
}

/* The links of the documents start at their folder: who leaves out its slash is sent
 * there. */
static void serve_elsewhere(Http *h, const char *path)
{
    h->status = 308;
    h->cache = "no-cache";
    h->location = path;
    h->is_ready = true;
    lws_callback_on_writable(h->wsi);
}

/* Is it there with blanks before its colon, up to three? The library finds headers by
 * their whole names alone, so each such name is asked for. */
static bool is_blurred(struct lws *wsi, const char *name)
{
    static const char blanks[] = " \t\v\f";
    enum { KINDS = sizeof blanks - 1, WAYS = KINDS * (1 + KINDS * (1 + KINDS)) };
    char odd[32];
    for (int which = 1; which <= WAYS; which++) {
        size_t at = strlen(name);
        memcpy(odd, name, at);
        for (int rest = which; rest > 0; rest = (rest - 1) / KINDS)
            odd[at++] = blanks[(rest - 1) % KINDS];
        odd[at++] = ':';
        if (lws_hdr_custom_length(wsi, odd, (int)at) >= 0)
            return true;
    }
    return false;
}

/* A length that is said twice, any body at all, or one that only some would see: who
 * reads it differently than the proxy before us would take the rest for another's
 * request. */
static bool has_body(struct lws *wsi)
{
    char length[8];
    if (is_blurred(wsi, "transfer-encoding") || is_blurred(wsi, "content-length"))
        return true;
    header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
           lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, 1) > 0 ||
           (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
            strcmp(length, "0") != 0);
}

/* Who forwards for others asks once a connection. A body that a request hides from the
 * library (a header of one letter before its length is enough) would be the next one's
 * beginning, and that is somebody else's. */
static bool forwards(struct lws *wsi)
{
    return lines_is_proxy(wsi) ||
           lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0 ||
           lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_VIA) > 0;
}

int http_asked(LinkServer *s, struct lws *wsi, const char *path, const char *address,
               Http **http)
{
    char language[40];
    Http *h = calloc(1, sizeof *h);
    if (!h)
        abort();
    *http = h;
    h->server = s;
    h->wsi = wsi;
    h->asked_us = clock_us();
    h->is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, language, sizeof language);
    language[strcspn(language, ",;")] = 0;
    const bool is_get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 || h->is_head;
    const int cost = strncmp(path, "/api/match/", 11) == 0 ? MATCH_COST : 1;
    const WebFile *file = files_find(s->files, path);
    int refused = 0;
    if (!is_get)
        refused = 405;
    else if (has_body(wsi))
        refused = 400;
    else if (!hub_may_request(s->hub, address, cost, strcmp(path, "/healthz") == 0))
        refused = 429;
    h->is_last = refused != 0 || forwards(wsi);
    const bool is_link = !refused && file && files_is_link(path);
    if (!refused && file && !is_link) {
        serve_file(h, file);
        return 0;
    }
    if (!refused && strcmp(path, "/docs") == 0 && files_find(s->files, "/docs/")) {
        serve_elsewhere(h, "/docs/");
        return 0;
    }
    h->is_asked = true;
    if (is_link) {
        h->page = file;
        find_origin(h);
        hub_preview(s->hub, path, address, language, previewed, h);
    } else if (refused)
        hub_refuse_get(s->hub, refused, language, answered, h);
    else
        hub_get(s->hub, path, language, answered, h);
    return 0;
}

static bool add(Http *h, const char *name, const char *value, unsigned char **at,
                unsigned char *end)
{
    return !value || lws_add_http_header_by_name(h->wsi, (const unsigned char *)name,
                                                 (const unsigned char *)value,
                                                 (int)strlen(value), at, end) == 0;
}

/* Sockets are of one version (RFC 6455, 4.2.2), HTTP/2 is for the proxy in front. */
int http_upgrade(struct lws *wsi, const char *to, int refused)
{
    static const char version_told[] =
        "sec-websocket-version: 13\r\nupgrade: websocket\r\n"
        "connection: close, upgrade\r\n";
    unsigned char memory[LWS_PRE + 256];
    char version[8];
    header(wsi, WSI_TOKEN_VERSION, version, sizeof version);
    const bool is_known = strcmp(version, "13") == 0;
    if (strcasecmp(to, "websocket") != 0)
        return -1;
    if (is_known && !refused)
        return 0;
    const char *said = !is_known        ? "426 Upgrade Required"
                       : refused == 404 ? "404 Not Found"
                                        : "403 Forbidden";
    const int length = snprintf((char *)memory + LWS_PRE, sizeof memory - LWS_PRE,
                                "HTTP/1.1 %s\r\n%scontent-length: 0\r\n\r\n", said,
                                is_known ? "connection: close\r\n" : version_told);
    lws_write(wsi, memory + LWS_PRE, (size_t)length, LWS_WRITE_HTTP_HEADERS);
    return -1;
}

static bool write_head(Http *h)
{
    unsigned char memory[LWS_PRE + 2048], *start = memory + LWS_PRE, *at = start;
    unsigned char *end = memory + sizeof memory - 1;
    char length[24];
    const bool is_bare = h->status == 304;
    snprintf(length, sizeof length, "%zu", h->body_bytes);
    h->is_begun = true;
    if (is_bare || h->is_head)
        h->sent_bytes = h->body_bytes;
    return lws_add_http_header_status(h->wsi, (unsigned)h->status, &at, end) == 0 &&
           add(h, "content-type:", is_bare || h->location ? NULL : h->type, &at, end) &&
           add(h, "content-length:", is_bare ? NULL : length, &at, end) &&
           add(h, "cache-control:", h->cache, &at, end) &&
           add(h, "etag:", h->etag, &at, end) &&
           add(h, "location:", h->location, &at, end) &&
           add(h, "content-encoding:", is_bare ? NULL : h->coding, &at, end) &&
           add(h, "vary:", h->varies ? "accept-encoding" : NULL, &at, end) &&
           add(h, "allow:", h->status == 405 ? "GET, HEAD" : NULL, &at, end) &&
           add(h, "retry-after:", h->status == 429 ? "5" : NULL, &at, end) &&
           add(h, "connection:", h->is_last ? "close" : NULL, &at, end) &&
           lws_finalize_write_http_header(h->wsi, start, &at, end) == 0;
}

static bool write_chunk(Http *h)
{
    unsigned char memory[LWS_PRE + CHUNK_BYTES];
    size_t count = h->body_bytes - h->sent_bytes;
    count = count < CHUNK_BYTES ? count : CHUNK_BYTES;
    memcpy(memory + LWS_PRE, h->body + h->sent_bytes, count);
    h->sent_bytes += count;
    return lws_write(h->wsi, memory + LWS_PRE, count,
                     h->sent_bytes == h->body_bytes ? LWS_WRITE_HTTP_FINAL
                                                    : LWS_WRITE_HTTP) >= 0;
}

int http_writable(Http **http)
{
    Http *h = *http;
    if (!h || !h->is_ready)
        return 0;
    if (!h->is_begun && !write_head(h))
        return -1;
    while (h->sent_bytes < h->body_bytes) {
        if (lws_send_pipe_choked(h->wsi)) {
            lws_callback_on_writable(h->wsi);
            return 0;
        }
        if (!write_chunk(h))
            return -1;
    }
    /* The answer is out: the next request may come on the same line. */
    struct lws *wsi = h->wsi;
    const bool is_last = h->is_last;
    latency_add(&metrics.http, clock_us() - h->asked_us);
    lines_set(h->server, wsi, LINE_WAITS);
    http_free(http);
    return is_last || lws_http_transaction_completed(wsi) ? -1 : 0;
}
