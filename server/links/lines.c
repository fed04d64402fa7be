/* lines.c - every TCP connection from its first moment to its last, whatever is spoken
 * on it. */
#include "server/links/lines.h"

#include "server/clock.h"
#include "server/log.h"
#include "server/metrics.h"

#include <arpa/inet.h>
#include <linux/tcp.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

enum {
    ANSWER_S = 120,   /* a page on a slow line */
    SAMPLED_MAX = 64, /* at each tick */
    SAMPLED_BUSY = 8, /* times as many, where there is much to do */
    SAMPLE_MS = 200,
    FRAME_BYTES = 64,   /* a frame around a message, with what TLS puts around it */
    SPARE_BYTES = 32768 /* what is on its way */
};

struct Line {
    struct lws *wsi;
    Peer *peer;
    LineState state;
    bool is_proxy;
    bool is_flood;    /* it has been told to close */
    int64_t since_ms; /* in this state */
    int64_t sampled_ms;
    uint64_t bytes; /* read, at the last sample */
    uint64_t heard; /* of messages, since then */
    int64_t beside; /* read beside messages and not yet forgiven */
    Line *previous, *next;
};

bool is_listed(const char *list, const char *word, size_t word_bytes)
{
    for (const char *at = list; word_bytes && *at;) {
        const size_t length = strcspn(at, ",");
        if (length == word_bytes && memcmp(at, word, length) == 0)
            return true;
        at += length + (at[length] == ',');
    }
    return false;
}

static void list_remove(LineList *l, Line *line)
{
    *(line->previous ? &line->previous->next : &l->first) = line->next;
    *(line->next ? &line->next->previous : &l->last) = line->previous;
    l->count--;
}

static void list_append(LineList *l, Line *line)
{
    line->next = NULL;
    line->previous = l->last;
    *(l->last ? &l->last->next : &l->first) = line;
    l->last = line;
    l->count++;
}

void address_plain(char *address)
{
    static const char mapped[] = "::ffff:";
    const size_t length = sizeof mapped - 1;
    if (strncmp(address, mapped, length) == 0)
        memmove(address, address + length, strlen(address + length) + 1);
}

bool address_read(const char *text, char *out, size_t out_bytes)
{
    char copy[64];
    struct in6_addr any;
    text += strspn(text, " ");
    const bool is_bracketed = text[0] == '[';
    text += is_bracketed;
    size_t length = strcspn(text, is_bracketed ? "]" : " ");
    const char *colon = memchr(text, ':', length);
    const bool has_port = !is_bracketed && colon &&
                          !memchr(colon + 1, ':', length - 1 - (size_t)(colon - text));
    length = has_port ? (size_t)(colon - text) : length;
    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    address_plain(copy);
    if (inet_pton(AF_INET, copy, &any) != 1 && inet_pton(AF_INET6, copy, &any) != 1)
        return false;
    snprintf(out, out_bytes, "%s", copy);
    return true;
}

static void peer_address(int fd, char *out, size_t out_bytes)
{
    struct sockaddr_storage from;
    socklen_t from_bytes = sizeof from;
    out[0] = 0;
    if (getpeername(fd, (struct sockaddr *)&from, &from_bytes) != 0)
        return;
    if (from.ss_family == AF_INET)
        inet_ntop(AF_INET, &((struct sockaddr_in *)&from)->sin_addr, out,
                  (socklen_t)out_bytes);
    else if (from.ss_family == AF_INET6)
        inet_ntop(AF_INET6, &((struct sockaddr_in6 *)&from)->sin6_addr, out,
                  (socklen_t)out_bytes);
    address_plain(out);
}

bool lines_let_in(LinkServer *s, int fd)
{
    char address[INET6_ADDRSTRLEN];
    peer_address(fd, address, sizeof address);
    if (s->arriving) /* one that was let in and could not be taken */
        hub_line_close(s->hub, s->arriving);
    s->is_proxy_arriving = is_listed(s->config->proxies, address, strlen(address));
    s->arriving = hub_line_open(s->hub, address, s->is_proxy_arriving);
    return s->arriving != NULL;
}

void lines_opened(LinkServer *s, struct lws *wsi)
{
    Line *line = calloc(1, sizeof *line);
    if (!line || !s->arriving)
        abort();
    line->wsi = wsi;
    line->peer = s->arriving;
    line->is_proxy = s->is_proxy_arriving;
    s->arriving = NULL;
    line->since_ms = steady_ms();
    lws_set_opaque_user_data(wsi, line);
    list_append(&s->lines[LINE_WAITS], line);
}

void lines_closed(LinkServer *s, struct lws *wsi)
{
    Line *line = lws_get_opaque_user_data(wsi);
    if (!line)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    list_remove(&s->lines[line->state], line);
    hub_line_close(s->hub, line->peer);
    free(line);
}

bool lines_is_proxy(struct lws *wsi)
{
    const Line *line = lws_get_opaque_user_data(wsi);
    return line && line->is_proxy;
}

/* What has been read from it so far, by whomever. */
static uint64_t bytes_read(const Line *line)
{
    const int fd = lws_get_socket_fd(line->wsi);
    struct tcp_info about;
    socklen_t about_bytes = sizeof about;
    int waits = 0;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &about, &about_bytes) != 0 ||
        ioctl(fd, FIONREAD, &waits) != 0)
        return line->bytes;
    return (uint64_t)about.tcpi_bytes_received - (uint64_t)waits;
}

void lines_set(LinkServer *s, struct lws *wsi, LineState state)
{
    Line *line = lws_get_opaque_user_data(wsi);
    if (!line)
        return;
    list_remove(&s->lines[line->state], line);
    line->state = state;
    line->since_ms = line->sampled_ms = steady_ms();
    if (state == LINE_SOCKET)
        line->bytes = bytes_read(line);
    list_append(&s->lines[state], line);
}

/* The oldest are first: whoever is not late has nobody late behind. */
static void close_late(LineList *l, int64_t before_ms)
{
    while (l->first && l->first->since_ms < before_ms) {
        const Line *line = l->first;
        metrics.lines_late_total++;
        lws_set_timeout(line->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
        if (l->first == line) /* it goes a little later */
            break;
    }
}

void lines_heard(struct lws *wsi, size_t bytes_count, bool is_whole)
{
    Line *line = lws_get_opaque_user_data(wsi);
    if (line)
        line->heard += bytes_count + bytes_count / 8 + (is_whole ? FRAME_BYTES : 0);
}

/* Messages are counted where they are read. Of pings and other small change the library
 * says nothing, so it is what was read beside them. Who goes on after the close is not
 * waited for. */
static void sample(LinkServer *s, Line *line, int64_t now_ms)
{
    const int64_t per_s = s->config->messages_per_second * FRAME_BYTES;
    const uint64_t bytes = bytes_read(line);
    line->beside += (int64_t)(bytes - line->bytes) - (int64_t)line->heard -
                    per_s * (now_ms - line->sampled_ms) / 1000;
    line->beside = line->beside > 0 ? line->beside : 0;
    line->bytes = bytes;
    line->heard = 0;
    line->sampled_ms = now_ms;
    if (line->beside <= SPARE_BYTES)
        return;
    if (line->is_flood) {
        lws_set_timeout(line->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        return;
    }
    line->is_flood = true;
    metrics.rate_limited_total++;
    log_event(LOG_WARN, "too_many_bytes", "address", line->peer->name, NULL);
    hub_line_flooded(s->hub, line->peer);
    link_close(lws_wsi_user(line->wsi), 1008, "too many bytes");
}

/* A flood takes this thread's time: more than a quarter of it since the last look? */
static bool is_busy(LinkServer *s, int64_t now_ms)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    const int64_t used_us = used.tv_sec * 1000000 + used.tv_nsec / 1000;
    const bool busy = 4 * (used_us - s->used_us) > 1000 * (now_ms - s->looked_ms);
    s->used_us = used_us;
    s->looked_ms = now_ms;
    return busy;
}

/* Those looked at longest ago are first. */
static void sample_some(LinkServer *s, int64_t now_ms)
{
    LineList *sockets = &s->lines[LINE_SOCKET];
    const int some = sockets->count / 200 + 1;
    const int count = (some < SAMPLED_MAX ? some : SAMPLED_MAX) *
                      (is_busy(s, now_ms) ? SAMPLED_BUSY : 1);
    for (int i = 0; i < count; i++) {
        Line *line = sockets->first;
        if (!line || now_ms - line->sampled_ms < SAMPLE_MS)
            return;
        list_remove(sockets, line);
        list_append(sockets, line);
        sample(s, line, now_ms);
    }
}

void lines_tick(LinkServer *s, int64_t now_ms)
{
    close_late(&s->lines[LINE_WAITS], now_ms - 1000 * s->config->wait_s);
    close_late(&s->lines[LINE_ANSWERS], now_ms - 1000 * ANSWER_S);
    if (s->config->messages_per_second)
        sample_some(s, now_ms);
}
