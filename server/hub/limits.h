/* limits.h - how much anybody may ask for, by where they come from and who they are.
 *
 * Everything that comes from one address is one peer; of IPv6 the first 64 bits count,
 * which are what one customer has. Accounts are peers too, by their names. Of peers
 * that do nothing only so many are remembered. */
#pragma once

#include "server/map.h"

/* A bucket that fills by so many a second; whatever is asked for takes some out. */
typedef struct {
    int64_t at_ms;
    int64_t level_milli; /* in thousandths */
} Bucket;

/* False, and nothing is taken, when there is not so much. A rate of 0 is no limit. */
bool bucket_take(Bucket *b, int64_t now_ms, int64_t per_s_milli, int64_t most);
bool bucket_take_many(Bucket *b, int64_t now_ms, int64_t per_s_milli, int64_t most,
                      int64_t count);
/* Takes it though there may not be so much: what is missing has to come in first. */
void bucket_spend(Bucket *b, int64_t now_ms, int64_t per_s_milli, int64_t most,
                  int64_t count);
/* Is there one? Nothing is taken. */
bool bucket_has(const Bucket *b, int64_t now_ms, int64_t per_s_milli, int64_t most);

enum { PEER_BYTES = 64 };

typedef struct Peer Peer;
struct Peer {
    char name[PEER_BYTES];
    int lines;       /* TCP connections */
    int connections; /* WebSockets */
    Bucket arrivals; /* of lines */
    Bucket requests; /* over HTTP */
    Bucket probes;   /* of its health, which other requests do not use up */
    Bucket work;     /* what messages cost, see costs.def */
    Bucket logins, guests, guesses, chats;
    int64_t seen_ms;
    Peer *newer, *older;
};

/* Zeroed memory knows nobody. */
typedef struct {
    Map map;
    Peer *newest, *oldest;
    Peer crowd; /* stands for all that do not fit any more */
} Peers;

/* The one of that name, from now on known. It stays while it has lines or connections,
 * else until the hub has done something else. */
Peer *peers_find(Peers *p, const char *name, int64_t now_ms);
void peers_sweep(Peers *p, int64_t now_ms); /* forgets who has been away for long */
void peers_clear(Peers *p);

/* The address as it counts: an IPv6 address as its network. */
void peer_name(const char *address, char out[PEER_BYTES]);
