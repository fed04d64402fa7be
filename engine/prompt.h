/* prompt.h - one open question: who is asked, what for, the exact options, may one
 * decline.
 *
 * While a prompt is open nothing but its answer is legal. The options are the exact
 * legal set at the moment it opened. */
#pragma once

#include "engine/command.h"
#include "engine/set.h"
#include "engine/spec.h"

enum { MUST = 0, MAY = 1 };

typedef struct {
    uint8_t action; /* the action that answers it, its 'a' being the choice; 0: no
                       prompt open */
    uint8_t seat;   /* who is asked */
    uint8_t may;    /* MAY: ACTION_PASS is an answer too */
    uint8_t say;    /* which sentence asks: a line of the game's list */
    Id source;      /* the card that asks */
    uint8_t pad[2];
    CardSet options;
} Prompt;

static_assert(sizeof(Prompt) == 40, "a prompt has no hidden padding");

RULES static inline bool prompt_is_open(const Prompt *p)
{
    return p->action != ACTION_NONE;
}

/* Open a question; false, and nothing opens, when there is nothing to choose from. */
RULES bool prompt_open(Prompt *p, int seat, int action, int may, int say, Id source,
                       const CardSet *options);

RULES void prompt_legal(const Prompt *p, Moves *moves);
/* The same without a list: how many there are, and number n of them. */
RULES static inline uint32_t prompt_count(const Prompt *p)
{
    return (uint32_t)set_count(&p->options) + (p->may != 0);
}

RULES static inline Command prompt_at(const Prompt *p, uint32_t n)
{
    if (p->may && n + 1 == prompt_count(p))
        return command(ACTION_PASS, p->seat, 0, 0, 0);
    return command(p->action, p->seat, set_at(&p->options, n), 0, 0);
}

RULES Err prompt_validate(const Prompt *p, const Command *c, Quote *quote);
RULES Id prompt_close(Prompt *p, const Command *c); /* the chosen id; 0 when declined */
