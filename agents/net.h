/* net.h - a small neural network that has learned a game: which moves look good, and
 * how likely the seat that acts is to win.
 *
 * Whole numbers only, so that every machine thinks the same. It sees an observation
 * (engine/encode.h) and which actions are legal, nothing else. The first layer is a sum
 * of rows, each switched on by one fact; two layers and the heads follow. train/ makes
 * such files; docs/AGENTS.md says what is in them. */
#pragma once

#include "engine/game.h"

enum {
    NET_FORMAT = 1,
    NET_BYTES_MAX = 1 << 20,
    NET_WIDE_MAX = 256,  /* of the first layer */
    NET_DEEP_MAX = 128,  /* of the others */
    NET_SEES_MAX = 4096, /* numbers of an observation */
    NET_BIT = 1000       /* ratings and odds are in thousandths of a factor of two */
};

typedef struct Net Net;

/* What the numbers of a game mean: its spaces, and the names of its cards in order. */
uint64_t net_fingerprint(const Game *game, const void *catalog);

/* ERR_NET_BROKEN: no such file, or a part of one. ERR_NET_OTHER: made for another game,
 * or for other spaces or cards. */
Err net_new(const Game *game, const void *catalog, const void *bytes,
            size_t bytes_count, Net **net);
void net_free(Net *net);

/* Whether the table is of the kind it was trained at: players, sets, rules. */
bool net_fits(const Net *net, const void *observation);

/* What it makes of an observation, where these actions are legal: a rating for each,
 * and the odds of winning. */
void net_run(const Net *net, const void *observation, const uint16_t *action, int count,
             int32_t *rating, int32_t *odds);

/* The same for the seat that acts, from its view. */
void net_look(const Net *net, const void *catalog, const void *view, int seat,
              const Moves *moves, int32_t *rating, int32_t *odds);

/* Odds as a share of the win, in 65536ths. */
int32_t net_share(int32_t odds);

/* The network that plays this game with these cards; NULL: there is none. */
const Net *nets_find(const Game *game, const void *catalog);
/* From now on it is found; it is the registry's then. */
void nets_keep(Net *net);
