/* link.c - one connection as libwebsockets sees it: an HTTP request or a socket. */
#include "server/links/link.h"

#include "server/clock.h"
#include "server/links/http.h"
#include "server/links/lines.h"
#include "server/log.h"
#include "server/metrics.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    HEADERS_BYTES = 4096,  /* the library takes no more of them */
    AT_ONCE_BYTES = 65536, /* longer ones are queued */
    PART_BYTES = 64,       /* in smaller parts than that */
    PARTS_FREE = 4,        /* no message need come, but for a few */
    LAST_WORDS_MS = 3000,  /* what was said before a close may take so long */
};

typedef struct Out Out;
struct Out {
    Out *next;
    size_t text_bytes;
    unsigned char room[LWS_PRE]; /* for the frame's head; the text follows */
    unsigned char text[];
};

typedef struct Link Link;

struct Link {
    struct lws *wsi;
    LinkServer *server;
    Client *client;
    Out *first, *last;
    size_t queued_bytes;
    char *in; /* fragments of a message */
    size_t in_bytes;
    size_t parts; /* in which it has come so far */
    int close_code;
    char close_why[60];
    int64_t close_by_ms; /* 0: the reason is on its way, or there is none */
    bool is_held;        /* nothing is read until the queue is shorter */
    Http *http;          /* a request that is being answered */
};

static LinkServer *link_server(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* Out. */

void link_close(void *context, int code, const char *why)
{
    Link *link = context;
    if (link->close_code)
        return;
    link->close_code = code;
    snprintf(link->close_why, sizeof link->close_why, "%s", why);
    link->close_by_ms = steady_ms() + LAST_WORDS_MS;
    /* Only from its own timer may a socket be closed with a reason. */
    lws_set_timer_usecs(link->wsi, 1);
    lws_cancel_service(lws_get_context(link->wsi)); /* or the timer is not seen */
}

static void link_fail(Link *link)
{
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

void link_send(void *context, const char *text, size_t text_bytes)
{
    Link *link = context;
    if (link->close_code)
        return;
    if (link->queued_bytes + text_bytes > (size_t)link->server->config->queue_bytes) {
        metrics.slow_clients_total++;
        log_event(LOG_WARN, "slow_client", NULL);
        link_close(link, 1008, "too slow");
        return;
    }
    unsigned char at_once[LWS_PRE + AT_ONCE_BYTES];
    if (!link->first && text_bytes <= AT_ONCE_BYTES &&
        !lws_partial_buffered(link->wsi)) {
        memcpy(at_once + LWS_PRE, text, text_bytes);
        if (lws_write(link->wsi, at_once + LWS_PRE, text_bytes, LWS_WRITE_TEXT) < 0)
            link_fail(link);
        return;
    }
    Out *out = malloc(sizeof *out + text_bytes);
    if (!out)
        abort();
    memcpy(out->text, text, text_bytes);
    out->text_bytes = text_bytes;
    out->next = NULL;
    if (link->first)
        link->last->next = out;
    else
        link->first = out;
    link->last = out;
    link->queued_bytes += text_bytes;
    if (!link->is_held &&
        link->queued_bytes > (size_t)link->server->config->queue_bytes / 2) {
        link->is_held = true;
        lws_rx_flow_control(link->wsi, 0);
    }
    lws_callback_on_writable(link->wsi);
}

static int link_writable(Link *link)
{
    while (link->first && !lws_partial_buffered(link->wsi)) {
        Out *out = link->first;
        link->first = out->next;
        link->queued_bytes -= out->text_bytes;
        const int written =
            lws_write(link->wsi, out->text, out->text_bytes, LWS_WRITE_TEXT);
        free(out);
        if (written < 0)
            return -1;
    }
    if (!link->first)
        link->last = NULL;
    else
        lws_callback_on_writable(link->wsi);
    if (link->is_held &&
        link->queued_bytes < (size_t)link->server->config->queue_bytes / 4) {
        link->is_held = false;
        lws_rx_flow_control(link->wsi, 1);
    }
    if (link->close_by_ms && !link->first && !lws_partial_buffered(link->wsi))
        lws_set_timer_usecs(link->wsi, 1);
    return 0;
}

/* In. */

/* Has so much come in so many parts that each counts like a message? */
static bool link_is_crumbled(const Link *link, size_t bytes_count)
{
    return link->parts > PARTS_FREE &&
           (link->parts - PARTS_FREE) * PART_BYTES > bytes_count;
}

static int link_received(Link *link, const char *bytes, size_t bytes_count)
{
    const size_t most = (size_t)link->server->config->message_bytes;
    if (link->close_code)
        return 0;
    if (lws_frame_is_binary(link->wsi)) {
        link_close(link, 1003, "text is expected");
        return 0;
    }
    if (link->in_bytes + bytes_count > most) {
        hub_too_large(link->server->hub, link->client);
        link_close(link, 1009, "too large");
        return 0;
    }
    const bool is_last =
        lws_is_final_fragment(link->wsi) && !lws_remaining_packet_payload(link->wsi);
    lines_heard(link->wsi, bytes_count, is_last);
    if (is_last && !link->in_bytes) {
        link->parts = 0;
        hub_message(link->server->hub, link->client, bytes, bytes_count);
        return 0;
    }
    link->parts++;
    if (!is_last && link_is_crumbled(link, link->in_bytes + bytes_count) &&
        !hub_fragment(link->server->hub, link->client)) {
        link_close(link, 1008, "too many messages");
        return 0;
    }
    char *grown = realloc(link->in, link->in_bytes + bytes_count + 1);
    if (!grown)
        abort();
    link->in = grown;
    memcpy(link->in + link->in_bytes, bytes, bytes_count);
    link->in_bytes += bytes_count;
    if (!is_last)
        return 0;
    char *message = link->in;
    const size_t length = link->in_bytes;
    link->in = NULL;
    link->in_bytes = link->parts = 0;
    hub_message(link->server->hub, link->client, message, length);
    free(message);
    return 0;
}

/* Coming and going. */

static void header(struct lws *wsi, enum lws_token_indexes which, char *out,
                   size_t out_bytes)
{
    if (lws_hdr_copy(wsi, out, (int)out_bytes, which) < 0)
        out[0] = 0;
}

/* A page of another site must not speak for its visitor: "scheme://host" is ours when
 * the host is the one asked for, or the operator has named it. */
static bool origin_is_ours(const Config *config, const char *origin, const char *host)
{
    if (!origin[0])
        return true; /* not a browser */
    const char *name = strstr(origin, "://");
    if (name && strcmp(name + 3, host) == 0)
        return true;
    return is_listed(config->origins, origin, strlen(origin));
}

/* Who forwards for others and is not trusted is all of them in one. */
static void warn_of_proxy(struct lws *wsi, const char *address)
{
    static bool has_warned;
    const bool is_near =
        strncmp(address, "127.", 4) == 0 || strncmp(address, "10.", 3) == 0 ||
        strncmp(address, "192.168.", 8) == 0 || strncmp(address, "172.", 4) == 0 ||
        address[0] == ':' || strncmp(address, "fd", 2) == 0;
    if (has_warned || !is_near ||
        lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
        return;
    has_warned = true;
    log_event(LOG_WARN, "proxy_not_named", "address", address, "hint",
              "everybody behind it counts as one address: name it with --proxies",
              NULL);
}

/* Where somebody comes from. Behind a proxy that the operator trusts it is what the
 * proxy says: the last address of its list that is not a trusted proxy's too. What
 * stands before that anybody could have written. */
static void link_address(struct lws *wsi, char *out, size_t out_bytes)
{
    const char *proxies = link_server(wsi)->config->proxies;
    char path[HEADERS_BYTES] = "";
    lws_get_peer_simple(wsi, out, out_bytes);
    address_plain(out);
    if (!is_listed(proxies, out, strlen(out))) {
        warn_of_proxy(wsi, out);
        return;
    }
    header(wsi, WSI_TOKEN_X_FORWARDED_FOR, path, sizeof path);
    for (size_t end = strlen(path); end > 0;) {
        size_t start = end;
        while (start > 0 && path[start - 1] != ',')
            start--;
        path[end] = 0;
        if (!address_read(path + start, out, out_bytes))
            return; /* no address: the proxy's own counts */
        if (!is_listed(proxies, out, strlen(out)))
            return;
        end = start > 0 ? start - 1 : 0;
    }
}

/* The status with which a socket is refused; 0: it may be opened. */
static int link_refusal(struct lws *wsi)
{
    char path[64], origin[256], host[256];
    header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    const bool long_origin =
        lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) >= (int)sizeof origin;
    const bool is_here = strcmp(path, "/socket") == 0;
    if (is_here && !long_origin &&
        origin_is_ours(link_server(wsi)->config, origin, host))
        return 0;
    log_event(LOG_WARN, "socket_refused", "path", path, "origin", origin, NULL);
    return is_here ? 403 : 404;
}

static int link_opened(Link *link, struct lws *wsi)
{
    char address[48] = "", language[40];
    memset(link, 0, sizeof *link);
    link->wsi = wsi;
    link->server = link_server(wsi);
    lines_set(link->server, wsi, LINE_SOCKET);
    link_address(wsi, address, sizeof address);
    header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, language, sizeof language);
    language[strcspn(language, ",;")] = 0;
    link->client = hub_connect(link->server->hub, link, address, language);
    return link->client ? 0 : -1;
}

static void link_closed(Link *link)
{
    if (link->client)
        hub_disconnect(link->server->hub, link->client);
    link->client = NULL;
    for (Out *next = NULL; link->first; link->first = next) {
        next = link->first->next;
        free(link->first);
    }
    free(link->in);
    link->in = NULL;
}

/* The reason goes behind what was said before it: a socket that still has something to
 * send would be closed without one. */
static int link_timer(Link *link)
{
    if (!link->close_by_ms || !link->client)
        return 0;
    const int64_t left_ms = link->close_by_ms - steady_ms();
    if (left_ms > 0 && (link->first || lws_partial_buffered(link->wsi))) {
        lws_callback_on_writable(link->wsi);
        lws_set_timer_usecs(link->wsi, 1000 * left_ms + 1);
        return 0;
    }
    link->close_by_ms = 0;
    lws_close_reason(link->wsi, (enum lws_close_status)link->close_code,
                     (unsigned char *)link->close_why, strlen(link->close_why));
    return -1;
}

/* HTTP. */

static int link_asked(Link *link, struct lws *wsi, const char *path)
{
    char address[48] = "";
    memset(link, 0, sizeof *link);
    link->wsi = wsi;
    link->server = link_server(wsi);
    lines_set(link->server, wsi, LINE_ANSWERS);
    link_address(wsi, address, sizeof address);
    return http_asked(link->server, wsi, path, address, &link->http);
}

static int link_event(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                      void *in, size_t in_bytes)
{
    Link *link = user;
    switch (reason) {
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        link_server(wsi)->tls = user;
        return 0;
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return !lines_let_in(link_server(wsi), (int)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        lines_opened(link_server(wsi), wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        lines_closed(link_server(wsi), wsi);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return http_upgrade(wsi, in, link_refusal(wsi));
    case LWS_CALLBACK_HTTP:
        return link_asked(link, wsi, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_writable(&link->http);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (link)
            http_closed(&link->http);
        return 0;
    case LWS_CALLBACK_ESTABLISHED:
        return link_opened(link, wsi);
    case LWS_CALLBACK_RECEIVE:
        return link_received(link, in, in_bytes);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return link_writable(link);
    case LWS_CALLBACK_TIMER:
        return link ? link_timer(link) : 0;
    case LWS_CALLBACK_CLOSED:
        link_closed(link);
        return 0;
    default:
        return 0;
    }
}

const struct lws_protocols link_protocol = {
    .name = "parlor",
    .callback = link_event,
    .per_session_data_size = sizeof(Link),
    .rx_buffer_size = 1024,
    .tx_packet_size = AT_ONCE_BYTES, /* or answers go out by the KiB, as they come in */
};
