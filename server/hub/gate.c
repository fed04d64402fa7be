/* gate.c - who is let in: connections and requests, before anything of them is read. */
#include "server/hub/gate.h"

#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/inside.h"
#include "server/hub/limits.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/rooms/room.h"

#include <ctype.h>
#include <stdio.h>

enum {
    LINES_SPARE = 100,  /* for pages beside the sockets */
    ARRIVALS_BURST = 5, /* seconds of arrivals at once */
    REQUESTS_BURST = 4,
    SECRETS_BURST = 10, /* wrong passwords at once */
    WORK_BURST = 3,
    HEARERS_A_SHARE = 3,
    CHAT_PER_S_MILLI = 1000,
    CHATS_BURST = 6,
    PERSONS_PART = 4 /* one person has this part of an address's share */
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

void hub_line_flooded(Hub *hub, Peer *peer)
{
    const int64_t rate = hub->config.arrivals_per_second;
    bucket_spend(&peer->arrivals, hub->now_ms, 1000 * rate, ARRIVALS_BURST * rate,
                 rate);
}

bool hub_may_request(Hub *hub, const char *address, int cost, bool is_probe)
{
    const int64_t rate = hub->config.requests_per_second;
    char name[PEER_BYTES];
    peer_name(address, name);
    Peer *peer = peers_find(&hub->peers, name, hub->now_ms);
    metrics.peers = (long)hub->peers.map.count;
    if (bucket_take_many(is_probe ? &peer->probes : &peer->requests, hub->now_ms,
                         1000 * rate, REQUESTS_BURST * rate, cost))
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

static int64_t guess_rate(const Hub *hub)
{
    const int64_t per_minute = hub->config.guesses_per_minute;
    return per_minute * 1000 / 60 + (per_minute > 0);
}

static bool refuse_ask(Ask *ask, const char *event)
{
    metrics.rate_limited_total++;
    log_event(LOG_WARN, event, "address", ask->client->address, NULL);
    ask_fail(ask, WHY_TOO_FAST);
    return false;
}

bool ask_may_guess(Ask *ask)
{
    const Hub *hub = ask->hub;
    return bucket_has(&ask->client->peer->guesses, hub->now_ms, guess_rate(hub),
                      hub->config.guesses_per_minute) ||
           refuse_ask(ask, "too_many_guesses");
}

void client_guessed(Client *c)
{
    bucket_take(&c->peer->guesses, c->hub->now_ms, guess_rate(c->hub),
                c->hub->config.guesses_per_minute);
}

static Bucket *address_bucket(Hub *hub, const char *address)
{
    char name[PEER_BYTES];
    peer_name(address, name);
    return &peers_find(&hub->peers, name, hub->now_ms)->guesses;
}

bool hub_may_guess(Hub *hub, const char *address)
{
    return bucket_has(address_bucket(hub, address), hub->now_ms, guess_rate(hub),
                      hub->config.guesses_per_minute);
}

void hub_guessed(Hub *hub, const char *address)
{
    bucket_take(address_bucket(hub, address), hub->now_ms, guess_rate(hub),
                hub->config.guesses_per_minute);
}

static Bucket *account_bucket(Hub *hub, const char *account)
{
    char name[PEER_BYTES];
    snprintf(name, sizeof name, "account:%s", account);
    for (char *at = name; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return &peers_find(&hub->peers, name, hub->now_ms)->guesses;
}

static int64_t secret_rate(const Hub *hub)
{
    const int64_t per_hour = hub->config.guesses_per_hour;
    return per_hour * 1000 / 3600 + (per_hour > 0);
}

bool ask_may_sign(Ask *ask, const char *account)
{
    Hub *hub = ask->hub;
    return bucket_has(account_bucket(hub, account), hub->now_ms, secret_rate(hub),
                      SECRETS_BURST) ||
           refuse_ask(ask, "too_many_passwords");
}

void account_guessed(Hub *hub, const char *account)
{
    bucket_take(account_bucket(hub, account), hub->now_ms, secret_rate(hub),
                SECRETS_BURST);
}

int cost_of(const char *op, const Room *room)
{
    enum { ONE, ROOM };
    static const struct {
        const char *name;
        int cost, hears;
    } costs[] = {
#define COST(name, cost, hears) {#name, cost, hears},
#include "server/hub/costs.def"
#undef COST
    };
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        if (strcmp(costs[i].name, op) == 0)
            return costs[i].cost + (costs[i].hears == ROOM && room
                                        ? room->member_count / HEARERS_A_SHARE
                                        : 0);
    return 1;
}

/* The person, by however many connections. */
static Peer *person_peer(const Client *c)
{
    char name[PEER_BYTES];
    snprintf(name, sizeof name, "person:%s", c->who.person);
    return peers_find(&c->hub->peers, name, c->hub->now_ms);
}

bool client_may_cost(Client *c, int cost)
{
    Hub *hub = c->hub;
    const int64_t rate = hub->config.work_per_second;
    bool may = bucket_take_many(&c->peer->work, hub->now_ms, 1000 * rate,
                                WORK_BURST * rate, cost);
    if (may && rate && c->who.person[0])
        may = bucket_take_many(&person_peer(c)->work, hub->now_ms,
                               1000 * rate / PERSONS_PART,
                               WORK_BURST * rate / PERSONS_PART, cost);
    return may;
}

bool client_may_chat(Client *c)
{
    return bucket_take(&person_peer(c)->chats, c->hub->now_ms, CHAT_PER_S_MILLI,
                       CHATS_BURST);
}

bool ask_may_cost(Ask *ask)
{
    return ask_may_cost_more(
        ask, cost_of(ask->op->name, client_at(ask->hub, ask->who)->room));
}

bool ask_may_cost_more(Ask *ask, int cost)
{
    Client *c = client_at(ask->hub, ask->who);
    if (client_may_cost(c, cost))
        return true;
    metrics.rate_limited_total++;
    log_event(LOG_WARN, "too_much_work", "address", c->address, NULL);
    ask_fail(ask, WHY_TOO_FAST);
    return false;
}
