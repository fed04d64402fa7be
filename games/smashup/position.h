/* position.h - reads a Smash Up table from JSON, whole or in part. */
#pragma once

#include "engine/machine.h"
#include "games/smashup/su.h"

Machine su_machine(const SuState *s);
