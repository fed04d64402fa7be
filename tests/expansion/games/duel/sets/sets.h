/* sets.h - two sets for tests, built in beside each other: Harbour and Tolls. */
#pragma once

#include "games/duel/sets/harbour/harbour.h"
#include "games/duel/sets/tolls/tolls.h"

#define DUEL_EACH_SET(DO, ...)                       \
    DO(harbour, Harbour, HARBOUR_HOOKS, __VA_ARGS__) \
    DO(tolls, Tolls, TOLLS_HOOKS, __VA_ARGS__)
