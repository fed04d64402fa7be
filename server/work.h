/* work.h - what would keep the hub waiting, done on other threads: passwords, agents,
 * pages and notices have threads of their own, so that none of them waits for another
 * kind.
 *
 * Within a kind those who ask take turns: a hundred thoughts for one address do not
 * stand before the one of another. */
#pragma once

#include "server/hub/hub.h"

#include <uv.h>

typedef struct Pools Pools;

Pools *pools_open(uv_loop_t *loop);
void pools_add(Pools *p, HubWork *work);
/* From here on no work is begun; what waited is given back undone. */
void pools_stop(Pools *p);
bool pools_are_idle(Pools *p);
void pools_close(Pools *p); /* before the loop ends; threads that still work go on */
void pools_free(Pools *p);  /* once they are idle */
