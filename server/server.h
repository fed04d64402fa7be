/* server.h - one process that hosts rooms: it listens, serves, and stops when asked. */
#pragma once

#include "server/config.h"

struct Data;

/* Runs until SIGTERM or SIGINT. False, with 'why' filled, when it could not start. The
 * address is printed to standard output once it can be reached. */
bool server_run(const Config *config, struct Data *data, char *why, size_t why_bytes);
