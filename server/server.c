/* server.c - one process that hosts rooms: it listens, serves, and stops when asked. */
#include "server/server.h"

#include "server/clock.h"
#include "server/links/files.h"
#include "server/links/lines.h"
#include "server/links/tls.h"
#include "server/log.h"
#include "server/work.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#include <uv.h>

enum { TICK_MS = 25, STOP_MS = 5000, SPARE_FILES = 200 };

typedef struct {
    LinkServer link; /* first: what the connections know */
    Config config;
    Store *store;
    Pools *pools;
    uv_loop_t loop;
    uv_async_t wake;
    uv_timer_t tick;
    uv_signal_t terminate, interrupt, reload;
    struct lws_context *context;
    struct lws_vhost *vhost;
    int64_t stop_at_ms; /* 0: it runs */
    atomic_bool is_closed;
} Server;

static void server_work(void *context, HubWork *work)
{
    Server *s = context;
    pools_add(s->pools, work);
}

/* The store has answered: called on its thread, then on ours. */

static void server_wake(void *context)
{
    Server *s = context;
    if (!s->is_closed)
        uv_async_send(&s->wake);
}

static void server_woken(uv_async_t *wake)
{
    Server *s = wake->data;
    store_collect(s->store);
}

static void server_close(Server *s)
{
    s->is_closed = true;
    uv_close((uv_handle_t *)&s->wake, NULL);
    uv_close((uv_handle_t *)&s->tick, NULL);
    uv_close((uv_handle_t *)&s->terminate, NULL);
    uv_close((uv_handle_t *)&s->interrupt, NULL);
    uv_close((uv_handle_t *)&s->reload, NULL);
    pools_close(s->pools);
    lws_context_destroy(s->context);
}

static void server_tick(uv_timer_t *tick)
{
    Server *s = tick->data;
    const int64_t now = steady_ms();
    hub_tick(s->link.hub, now);
    lines_tick(&s->link, now);
    if (s->stop_at_ms && (hub_is_quiet(s->link.hub) || now >= s->stop_at_ms))
        server_close(s);
}

static void server_stop(uv_signal_t *signal, int number)
{
    Server *s = signal->data;
    (void)number;
    if (s->stop_at_ms)
        return;
    log_event(LOG_INFO, "stopping", NULL);
    s->stop_at_ms = steady_ms() + STOP_MS;
    pools_stop(s->pools);
    hub_stop(s->link.hub);
}

/* SIGHUP: the certificate may be a new one. */
static void server_reload(uv_signal_t *signal, int number)
{
    Server *s = signal->data;
    char why[400] = "";
    (void)number;
    if (!s->link.tls)
        return;
    if (tls_use(s->link.tls, s->config.cert, s->config.key, why, sizeof why))
        log_event(LOG_INFO, "certificate_reloaded", "cert", s->config.cert, NULL);
    else
        log_event(LOG_ERROR, "certificate_kept", "why", why, NULL);
}

static void library_said(int level, const char *line)
{
    char text[300];
    snprintf(text, sizeof text, "%s", line);
    text[strcspn(text, "\n")] = 0;
    log_event(level & LLL_ERR ? LOG_WARN : LOG_DEBUG, "socket_library", "line", text,
              NULL);
}

/* Each connection is a file; the library's tables are as large as the limit. */
static int files_limit(const Config *config)
{
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)config->connections + SPARE_FILES;
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < wanted || limit.rlim_cur > wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < wanted)
        log_event(LOG_WARN, "few_files", "hint", "raise the limit of open files", NULL);
    return (int)limit.rlim_cur;
}

static char hsts[40]; /* for those who came by TLS */
static const struct lws_protocol_vhost_options hsts_header = {
    NULL, NULL, "strict-transport-security:", hsts};
static struct lws_protocol_vhost_options headers[] = {
    {&headers[1], NULL, "content-security-policy:",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
     "'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
     "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
    {&headers[2], NULL, "x-content-type-options:", "nosniff"},
    {&headers[3], NULL, "x-frame-options:", "deny"},
    {NULL, NULL, "referrer-policy:", "no-referrer"},
};

/* The library does not say why it could not listen: try what it tried. */
static const char *listen_trouble(const char *host, const char *port)
{
    struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    const int yes = 1, failed = getaddrinfo(host, port, &hints, &found);
    if (failed)
        return gai_strerror(failed);
    const int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const bool taken = bind(fd, found->ai_addr, found->ai_addrlen) == 0;
    const char *why = taken ? "the socket library refuses" : strerror(errno);
    close(fd);
    freeaddrinfo(found);
    return why;
}

/* The address as the library wants it; NULL: every one. Told one of the fourth version
 * while it speaks the sixth too, the library would listen on all there are. */
static const char *listen_at(const char *listen, char host[SETTING_BYTES_MAX],
                             uint64_t *options)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    const long length = strrchr(listen, ':') - listen;
    const int brackets = length > 2 && listen[0] == '[' && listen[length - 1] == ']';
    snprintf(host, SETTING_BYTES_MAX, "%.*s", (int)length - 2 * brackets,
             listen + brackets);
    if (!host[0] || strcmp(host, "*") == 0 || strcmp(host, "0.0.0.0") == 0 ||
        strcmp(host, "::") == 0)
        return NULL;
    if (getaddrinfo(host, NULL, &hints, &found) != 0)
        return host; /* a network by its name, as "eth0", or nothing at all */
    getnameinfo(found->ai_addr, found->ai_addrlen, host, SETTING_BYTES_MAX, NULL, 0,
                NI_NUMERICHOST);
    if (found->ai_family == AF_INET)
        *options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    freeaddrinfo(found);
    return host;
}

static bool server_listen(Server *s, char *why, size_t why_bytes)
{
    static lws_retry_bo_t silence;
    static struct lws_protocols protocols[2];
    char host[SETTING_BYTES_MAX];
    void *loops[1] = {&s->loop};
    const char *colon = strrchr(s->config.listen, ':');
    if (s->config.cert[0] && !tls_check(s->config.cert, s->config.key, why, why_bytes))
        return false;
    silence.secs_since_valid_ping = (uint16_t)(s->config.silence_s / 2);
    silence.secs_since_valid_hangup = (uint16_t)s->config.silence_s;
    protocols[0] = link_protocol;
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_VALIDATE_UTF8;
    info.foreign_loops = loops;
    info.user = &s->link;
    info.fd_limit_per_thread = (unsigned)files_limit(&s->config);
    info.retry_and_idle_policy = &silence;
    info.timeout_secs = 10;
    info.keepalive_timeout = 15;
    info.port = atoi(colon + 1);
    info.iface = listen_at(s->config.listen, host, &info.options);
    info.protocols = protocols;
    info.headers = headers;
    if (s->config.cert[0] && s->config.hsts_s) {
        snprintf(hsts, sizeof hsts, "max-age=%lld", (long long)s->config.hsts_s);
        headers[3].next = &hsts_header;
    }
    info.vhost_name = "parlor";
    info.server_string = "parlor";
    info.alpn = "http/1.1";
    if (s->config.cert[0]) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = s->config.cert;
        info.ssl_private_key_filepath = s->config.key;
    }
    s->context = lws_create_context(&info);
    s->vhost = s->context ? lws_create_vhost(s->context, &info) : NULL;
    if (s->vhost && lws_get_vhost_listen_port(s->vhost) > 0)
        return true;
    snprintf(why, why_bytes, "cannot listen on %s: %s", s->config.listen,
             listen_trouble(info.iface, colon + 1));
    return false;
}

static void server_announce(const Server *s)
{
    const char *colon = strrchr(s->config.listen, ':');
    printf("parlor: listening on %s://%.*s:%d/\n", s->config.cert[0] ? "https" : "http",
           (int)(colon - s->config.listen), s->config.listen,
           lws_get_vhost_listen_port(s->vhost));
    fflush(stdout);
    log_event(LOG_INFO, "listening", "on", s->config.listen, "store",
              store_is_shared(s->store) ? "postgres" : s->config.store, NULL);
}

static bool server_open(Server *s, Data *data, char *why, size_t why_bytes)
{
    const HubIo io = {link_send, link_close, server_work, s, NULL};
    s->link.config = &s->config;
    /* Whoever may not listen leaves the store as it is. Nobody is served before the
     * loop runs. */
    if (!server_listen(s, why, why_bytes))
        return false;
    s->store = store_open(s->config.store, server_wake, s, why, why_bytes);
    if (!s->store)
        return false;
    s->link.hub = hub_new(&s->config, data, s->store, &io, why, why_bytes);
    if (!s->link.hub)
        return false;
    store_finish(s->store); /* nobody is answered before the key is there */
    s->link.files = files_open(s->config.web);
    return true;
}

bool server_run(const Config *config, struct Data *data, char *why, size_t why_bytes)
{
    Server *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->config = *config;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ,
           SIG_IGN); /* a file that may not grow is an error like a full disk */
    lws_set_log_level(LLL_ERR | LLL_WARN, library_said);
    uv_loop_init(&s->loop);
    s->pools = pools_open(&s->loop);
    uv_async_init(&s->loop, &s->wake, server_woken);
    uv_timer_init(&s->loop, &s->tick);
    uv_signal_init(&s->loop, &s->terminate);
    uv_signal_init(&s->loop, &s->interrupt);
    uv_signal_init(&s->loop, &s->reload);
    s->wake.data = s->tick.data = s;
    s->terminate.data = s->interrupt.data = s->reload.data = s;
    const bool good = server_open(s, data, why, why_bytes);
    if (good) {
        uv_timer_start(&s->tick, server_tick, TICK_MS, TICK_MS);
        uv_signal_start(&s->terminate, server_stop, SIGTERM);
        uv_signal_start(&s->interrupt, server_stop, SIGINT);
        uv_signal_start(&s->reload, server_reload, SIGHUP);
        server_announce(s);
    } else {
        server_close(s);
    }
    uv_run(&s->loop, UV_RUN_DEFAULT);
    lws_context_destroy(s->context); /* what could not go while the loop ran */
    if (s->store)
        store_finish(s->store);
    if (!pools_are_idle(s->pools)) { /* nobody waits for what they think of */
        store_close(s->store);
        fflush(NULL);
        _exit(0);
    }
    pools_free(s->pools);
    if (s->link.hub)
        hub_free(s->link.hub);
    store_close(s->store);
    files_close(s->link.files);
    uv_loop_close(&s->loop);
    free(s);
    return good;
}
