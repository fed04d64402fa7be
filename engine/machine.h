/* machine.h - the part of a state that is not the table, as JSON: random numbers,
 * waiting effects and the open question. A game's write_state and read_state call it
 * last. */
#pragma once

#include "engine/fx.h"
#include "engine/record.h"

/* Where a game keeps them. */
typedef struct {
    Rng *rng;
    Prompt *prompt;
    Fx *fx;
    uint8_t *fx_depth;
    int fx_max;
    const char *const *abilities; /* names, by Fx.ability; [0] is none */
    int ability_count;
} Machine;

/* The keys machine_write adds, for read_only lists. */
#define MACHINE_KEYS "prompt", "effects", "rng", "seal"

/* Into the object that is open. A view has no random numbers and no effects to show,
 * only the question, and its options where the viewer may see them. */
void machine_write(JsonW *w, const Table *t, const Machine *m, bool is_view);

/* Lays what 'json' says of it over the machine; what it leaves out stays. The game's
 * check decides whether it makes sense. False, with 'why', when it is not even well
 * formed. */
bool machine_read(const Table *t, const json_t *json, const Machine *m, char *why,
                  size_t why_bytes);

/* For a game whose waiting effects cannot be judged by looking at them: a hash of the
 * whole state goes with it, and effects are taken only with the table they were written
 * for. */
void machine_write_seal(JsonW *w, const Table *t);
bool machine_has_effects(
    const json_t *json); /* effects or a question are waiting in it */
bool machine_seal_holds(const Table *t, const json_t *json);
