/* waiting.h - rows for the part of a state that is not the table: the open question,
 * the effects that wait, the random numbers.
 *
 * A game puts WAITING_FIELDS last in its rows. */
#pragma once

#include "engine/fields.h"
#include "engine/fx.h"

extern const Field fx_fields[]; /* a frame of the effect stack */

FieldWrite prompt_write, rng_write, seal_write;
FieldRead ability_read, prompt_read, rng_read;

#define PROMPT_FIELD                                          \
    ODD("prompt", "Prompt | null", prompt_write, prompt_read, \
        .at = (uint16_t)offsetof(STATE, prompt), .whole = true)
#define RNG_FIELD                                                                   \
    ODD("rng", "string", rng_write, rng_read, .at = (uint16_t)offsetof(STATE, rng), \
        .table_only = true)
#define WAITING_FIELDS                                                                 \
    PROMPT_FIELD,                                                                      \
        RECORDS("effects", fx, fx_fields, FIELD_COUNTED(fx_depth), .table_only = true, \
                .waits = true),                                                        \
        RNG_FIELD

/* For a game whose waiting effects cannot be judged by looking at them: a hash of the
 * whole state goes with it, and effects are taken only with the table they were written
 * for. The game looks at it itself (fields_is_sealed): a refusal that says what differs
 * would tell the seal of any table. */
#define SEAL_FIELD FOLLOWS("seal", "string", seal_write, .table_only = true)
