/* race.h - a few moves tried again and again in the same made-up worlds, until all but
 * one have fallen behind.
 *
 * What a world brings it brings to all of them, so that it cancels out of the
 * differences: these are known after far fewer worlds than the shares themselves. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { RACE_MAX = 64 };

typedef struct {
    int count; /* runners, 0 .. count-1, the one to take among equals first */
    int left;  /* still in the race */
    int turn;  /* of those, whose turn it is in this world */
    uint8_t in[RACE_MAX];
    uint32_t worlds;        /* in which all that were left have run */
    double share[RACE_MAX]; /* in the world that is being run */
    double sum[RACE_MAX], product[RACE_MAX][RACE_MAX];
} Race;

void race_start(Race *race, int count);
/* Who runs next. */
int race_runner(const Race *race);
/* What it reached. Whether that was the last in this world: then everybody's share of
 * it stands until the next is noted. */
bool race_note(Race *race, double share);
/* Take out who has clearly fallen behind; the world has to be finished. */
void race_drop(Race *race);
