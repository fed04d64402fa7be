/* gate.c - who is let in: connections and requests, before anything of them is read. */
#include "server/hub/inside.h"

enum {
    LINES_SPARE = 100,  /* for pages beside the sockets */
    ARRIVALS_BURST = 5, /* seconds of arrivals at once */
    REQUESTS_BURST = 4
};

static Peer *refuse(const char *name, const char *why)
{
    metrics.lines_refused_total++;
    log_event(LOG_WARN, "line_refused", "address", name, "why", why, NULL);
    return NULL;
}

Peer *hub_line_open(Hub *hub, const char *address, bool is_proxy)
{
    const Config *config = &hub->config;
    char name[PEER_BYTES];
    peer_name(address, name);
    Peer *peer = peers_find(&hub->peers, name, hub->now_ms);
    if (hub->line_count >= config->connections + LINES_SPARE)
        return refuse(name, "full");
    if (!is_proxy && config->lines_per_address &&
        peer->lines >= config->lines_per_address)
        return refuse(name, "too many");
    if (!is_proxy &&
        !bucket_take(&peer->arrivals, hub->now_ms, 1000 * config->arrivals_per_second,
                     ARRIVALS_BURST * config->arrivals_per_second))
        return refuse(name, "too often");
    peer->lines++;
    metrics.lines = ++hub->line_count;
    return peer;
}

void hub_line_close(Hub *hub, Peer *peer)
{
    ASSERT(peer->lines > 0);
    peer->lines--;
    metrics.lines = --hub->line_count;
}

bool hub_may_request(Hub *hub, const char *address, int cost)
{
    const int64_t rate = hub->config.requests_per_second;
    char name[PEER_BYTES];
    peer_name(address, name);
    Peer *peer = peers_find(&hub->peers, name, hub->now_ms);
    metrics.peers = (long)hub->peers.map.count;
    if (bucket_take_many(&peer->requests, hub->now_ms, 1000 * rate,
                         REQUESTS_BURST * rate, cost))
        return true;
    metrics.rate_limited_total++;
    log_event(LOG_WARN, "too_many_requests", "address", name, NULL);
    return false;
}

bool hub_fragment(Hub *hub, Client *c)
{
    const int64_t rate = hub->config.messages_per_second;
    if (bucket_take(&c->messages, hub->now_ms, 1000 * rate, 3 * rate))
        return true;
    metrics.rate_limited_total++;
    log_event(LOG_WARN, "too_many_messages", "address", c->address, NULL);
    return false;
}
