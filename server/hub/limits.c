/* limits.c - how much anybody may ask for, by where they come from and who they are. */
#include "server/hub/limits.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PEERS_MAX = 50000,     /* a quarter of a kilobyte each */
    PEERS_LOOKED_AT = 16,  /* for one that can be forgotten */
    PEER_AWAY_MS = 3600000 /* by then every bucket is full again */
};

/* How much is in it now. */
static int64_t bucket_level(const Bucket *b, int64_t now_ms, int64_t per_s_milli,
                            int64_t most)
{
    const int64_t full = 1000 * most;
    int64_t level = b->at_ms ? b->level_milli : full;
    if (b->at_ms && now_ms > b->at_ms)
        level += (now_ms - b->at_ms) * per_s_milli / 1000;
    return level < full ? level : full;
}

bool bucket_has(const Bucket *b, int64_t now_ms, int64_t per_s_milli, int64_t most)
{
    return !per_s_milli || bucket_level(b, now_ms, per_s_milli, most) >= 1000;
}

bool bucket_take_many(Bucket *b, int64_t now_ms, int64_t per_s_milli, int64_t most,
                      int64_t count)
{
    if (!per_s_milli)
        return true;
    if (bucket_level(b, now_ms, per_s_milli, most) < 1000 * count)
        return false;
    bucket_spend(b, now_ms, per_s_milli, most, count);
    return true;
}

void bucket_spend(Bucket *b, int64_t now_ms, int64_t per_s_milli, int64_t most,
                  int64_t count)
{
    b->level_milli = bucket_level(b, now_ms, per_s_milli, most) - 1000 * count;
    b->at_ms = now_ms ? now_ms : 1;
}

bool bucket_take(Bucket *b, int64_t now_ms, int64_t per_s_milli, int64_t most)
{
    return bucket_take_many(b, now_ms, per_s_milli, most, 1);
}

static void peer_unlink(Peers *p, Peer *peer)
{
    *(peer->newer ? &peer->newer->older : &p->newest) = peer->older;
    *(peer->older ? &peer->older->newer : &p->oldest) = peer->newer;
    peer->newer = peer->older = NULL;
}

static void peer_link(Peers *p, Peer *peer)
{
    peer->older = p->newest;
    *(p->newest ? &p->newest->newer : &p->oldest) = peer;
    p->newest = peer;
}

static void peer_forget(Peers *p, Peer *peer)
{
    map_remove(&p->map, peer->name);
    peer_unlink(p, peer);
    free(peer);
}

/* One that holds nothing goes; those that do are found again at the front. */
static bool make_room(Peers *p)
{
    for (int i = 0; i < PEERS_LOOKED_AT && p->oldest; i++) {
        Peer *peer = p->oldest;
        if (!peer->lines && !peer->connections) {
            peer_forget(p, peer);
            return true;
        }
        peer_unlink(p, peer);
        peer_link(p, peer);
    }
    return false;
}

Peer *peers_find(Peers *p, const char *name, int64_t now_ms)
{
    Peer *peer = map_find(&p->map, name);
    if (peer) {
        peer_unlink(p, peer);
    } else {
        if (p->map.count >= PEERS_MAX && !make_room(p))
            return &p->crowd;
        peer = calloc(1, sizeof *peer);
        ASSERT(peer);
        snprintf(peer->name, sizeof peer->name, "%s", name);
        map_put(&p->map, peer->name, peer);
    }
    peer_link(p, peer);
    peer->seen_ms = now_ms;
    return peer;
}

void peers_sweep(Peers *p, int64_t now_ms)
{
    for (Peer *peer = p->oldest, *newer = NULL; peer; peer = newer) {
        newer = peer->newer;
        if (now_ms - peer->seen_ms > PEER_AWAY_MS && !peer->lines && !peer->connections)
            peer_forget(p, peer);
    }
}

void peers_clear(Peers *p)
{
    while (p->newest)
        peer_forget(p, p->newest);
    map_clear(&p->map);
}

void peer_name(const char *address, char out[PEER_BYTES])
{
    struct in6_addr whole;
    if (!strchr(address, ':') || inet_pton(AF_INET6, address, &whole) != 1) {
        snprintf(out, PEER_BYTES, "%.48s", address);
        return;
    }
    if (IN6_IS_ADDR_V4MAPPED(&whole)) {
        inet_ntop(AF_INET, whole.s6_addr + 12, out, PEER_BYTES);
        return;
    }
    memset(whole.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &whole, out, PEER_BYTES);
    snprintf(out + strlen(out), PEER_BYTES - strlen(out), "/64");
}
