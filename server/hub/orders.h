/* orders.h - what the operator wants done, written into the store by "parlor admin" and
 * read by every server of it. */
#pragma once

#include "server/hub/hub.h"

void orders_tick(Hub *hub);
void orders_sweep(Hub *hub);
void orders_clear(Hub *hub);
bool hub_is_banned(const Hub *hub, const char *name);
bool client_is_banned(const Client *c);
