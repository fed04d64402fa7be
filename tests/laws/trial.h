/* trial.h - one random match that holds the game to every law, and stops where it
 * fails.
 *
 * A match is a setup and a list of decisions, plain numbers. A number picks the move
 * (modulo how many there are) and also what is looked at on the way, so a list with
 * some numbers left out is a match again, and a failing one can be made shorter. */
#pragma once

#include "engine/match.h"
#include "tests/golden/play.h"

#include <setjmp.h>

enum {
    LAW_NONE,
#define LAW(name, sentence) LAW_##name,
#include "tests/laws/laws.def"
#undef LAW
    LAW_COUNT
};

extern const char *const law_names[LAW_COUNT];     /* "listed" */
extern const char *const law_sentences[LAW_COUNT]; /* what a test run prints */

enum { LANGUAGES = 3, VIEWERS_MAX = SEATS_MAX + 1, TRIAL_WHAT_BYTES = 600 };

typedef struct {
    const Game *game;
    const void *catalog;
    Catalogs *from; /* that one, and others */
    const Texts *texts[LANGUAGES];
} Subject;

/* A growing list of numbers. */
typedef struct {
    uint32_t *item;
    int count, max;
} Decisions;

typedef struct {
    int law;  /* LAW_NONE: everything held */
    int step; /* how many moves were made before */
    char what[TRIAL_WHAT_BYTES];
} Failure;

typedef struct {
    const Subject *subject;
    const Game *game; /* subject's, for short */
    const void *catalog;
    Setup setup;
    Decisions decisions;
    Failure failure;
    jmp_buf stop; /* where a broken law goes */

    /* The match as far as it has come. */
    int step;
    uint8_t *state;                 /* the table itself */
    uint8_t *folded;                /* the same from events alone */
    Match *match;                   /* the same inside the engine's match */
    Command *command;               /* what was done */
    uint64_t *hash;                 /* [step]: of the state before that step */
    int step_max;                   /* room in the two lists above */
    Moves moves;                    /* what may be done now */
    Rng rng;                        /* chance for what is looked at in this step */
    EventLog log;                   /* what the last command did */
    bool has_secrets[VIEWERS_MAX];  /* some event kept something from this viewer */
    int guesses[VIEWERS_MAX];       /* views since, filled in twice to see */
    bool guesses_vary[VIEWERS_MAX]; /* whether the two fillings ever differed */

    /* Room to work in. */
    uint8_t *before, *view, *again, *full, *other;
    Moves other_moves;
    EventLog other_log;
    JsonW json;
    JsonW said[2];    /* what two views are in words, */
    uint8_t *numbers; /* and in numbers, with room for a third */
    json_t *read;     /* JSON that a law is looking at; a failure lets go of it */
} Trial;

void trial_open(Trial *t, const Subject *subject);
void trial_close(Trial *t);

/* Play until the game is over, drawing the decisions from the seed. */
void trial_play(Trial *t, const Setup *setup, uint64_t seed);
/* Play the decisions there are and stop. */
void trial_repeat(Trial *t, const Setup *setup, const uint32_t *decision, int count);

/* From a table that was laid play up to 'count' moves, drawn from the seed. */
void trial_from(Trial *t, const Setup *setup, const void *state, uint64_t seed,
                int count);

/* The rest is for the laws. */
void trial_let_go(Trial *t);
_Noreturn void trial_fail(Trial *t, int law, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool trial_chance(Trial *t, uint32_t one_in); /* true once in so many steps */
void trial_list(Trial *t, const void *state, Moves *moves);
bool moves_have(const Moves *moves, const Command *c);
Table trial_table(const Trial *t, const void *state);
int trial_viewer(const Trial *t, int index); /* seats, then the spectator */
int trial_viewers(const Trial *t);
const char *trial_say(const Trial *t, const Command *c); /* until the next call */

/* moves.c: before a move is made. */
void laws_of_status(Trial *t);
void laws_of_moves(Trial *t);
Command trial_wrong_move(Trial *t); /* something near to a legal move, or far from it */
void law_idle(Trial *t);

/* views.c: what each seat may know. */
void laws_of_views(Trial *t);
void laws_of_secrets(Trial *t,
                     const Command *c); /* after 'c' turned before into state */
void law_fields(Trial *t, int viewer, const json_t *view);
/* Whether the value is of that type of TypeScript; NULL: it is not there. */
bool type_fits(Trial *t, const char *type, const json_t *value);
void law_guesses(Trial *t); /* at the end */

/* encode.c: the game as numbers. */
void laws_of_encoding(Trial *t);

/* seen.c: what a view shows, as numbers. */
void law_seen(Trial *t); /* after before turned into state */

/* record.c: what is written is read again. */
void laws_of_records(Trial *t);
void law_position(Trial *t);
void law_words_of_events(Trial *t);

/* past.c: the way here can be gone again. */
void law_undo(Trial *t);
void laws_of_past(Trial *t);
