/* match.h - a match is its setup, its seed and its commands; everything else is worked
 * out.
 *
 * Undo, redo, replay, fork and "what did it look like then" are one operation: run the
 * commands again from the nearest snapshot. */
#pragma once

#include "engine/catalogs.h"
#include "engine/record.h"

typedef struct Match Match;

enum {
    MATCH_FORMAT = 1,
    MATCH_EVENT_BYTES_MAX = 1 << 16 /* by one command that is not out of all measure */
};

Match *match_new(const Game *game, const void *catalog, const Setup *setup);
/* From a position set up by hand; 'state' is copied and becomes move 0. */
Match *match_from(const Game *game, const void *catalog, const Setup *setup,
                  const void *state);
/* As it stood after so many moves, without the commands and events up to there: it
 * cannot be saved or taken back further. NULL when it is no state of this game. */
Match *match_resume(const Game *game, const void *catalog, const Setup *setup,
                    const void *state, int moves);
void match_free(Match *m);

const Game *match_game(const Match *m);
const void *match_catalog(const Match *m);
const void *match_state(const Match *m);
const Setup *match_setup(const Match *m);
Table match_table(const Match *m);
Status match_status(const Match *m);
uint64_t match_hash(const Match *m);

/* Validate and execute. On a refusal nothing changes; a command that is made and fails
 * is no refusal, though 'why' says why it does. A new move forgets what could be
 * redone. */
Err match_apply(Match *m, const Command *c, Refusal *why);
/* The acting seat is away: the smallest step is taken for it. */
Err match_idle(Match *m, Refusal *why);

size_t match_bytes(const Match *m);   /* of memory */
int match_first(const Match *m);      /* moves before what is known; 0: none */
int match_moves(const Match *m);      /* commands up to now */
int match_moves_redo(const Match *m); /* undone ones that redo would bring back */
const Command *match_command(const Match *m, int index); /* also beyond now, for redo */
bool match_undo(Match *m);
bool match_redo(Match *m);
bool match_go(Match *m, int moves); /* to any point between 0 and moves + moves_redo */
void match_state_at(const Match *m, int moves, void *state);
Match *match_fork(const Match *m, int moves);

/* Events since the deal, in order; those of a command undone are gone. */
int match_event_count(const Match *m);
int match_event_first(
    const Match *m, int command_index); /* number of its first event; -1 is the deal */
bool match_event(const Match *m, int index, Event *event, const uint8_t **list);

/* One JSON object; what save writes, load reads. Load runs every command again and
 * refuses a file of other rules or data, or whose moves do not fit. 'from' is where its
 * catalog came from; NULL: nobody knows which files it was read from. */
void match_save(const Match *m, Catalogs *from, JsonW *out);
Match *match_load(const json_t *json, Catalogs *from, Refusal *why);
