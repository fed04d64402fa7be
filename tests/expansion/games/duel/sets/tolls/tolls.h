/* tolls.h - Tolls: what it adds to the table, and where the rules ask it. */
#pragma once

typedef struct {
    uint8_t taken[DUEL_SEATS];
    uint8_t pad[6];
} DuelTolls;

#define TOLLS_HOOKS \
    (DUEL_ON_BEGIN | DUEL_ON_BUILT | DUEL_ON_SCORE | DUEL_ON_REDUCE | DUEL_ON_OBSERVE)
