/* play.h - a match on the terminal: people and agents in any mix. */
#pragma once

#include "cli/boards/board.h"
#include "cli/cli.h"
#include "cli/measure/rollout.h"
#include "cli/play/save.h"

typedef struct {
    Cli *cli;
    Match *match;
    const Agent *agent[SEATS_MAX];         /* NULL: a person */
    char name[SEATS_MAX][SAVE_NAME_BYTES]; /* "": by number, or the agent's own */
    char path[SAVE_PATH_BYTES];            /* where it is kept; "": nowhere */
    int delay_ms; /* how long a machine's move stays before the next */
    bool plain, mouse;
    bool trace; /* the log in the words that the rules fix, where they do */
} PlaySetup;

/* To the end, or until the player leaves. The match still belongs to the caller. */
int play(const PlaySetup *setup);

/* Shared with replay. */

/* How the seats are called: by the name given, else people by number and agents by what
 * they are. */
typedef struct {
    char said[SEATS_MAX][64];
    const char *name[SEATS_MAX]; /* for Table.names */
} SeatNames;

void play_name_seats(Cli *cli, const Agent *const *agent,
                     const char (*given)[SAVE_NAME_BYTES], int players,
                     SeatNames *names);
/* A state of the match, or a view of one, with these names; NULL: as it stands. */
Table play_table(const Match *match, const void *state, const SeatNames *names);
/* Who won, in a sentence. */
char *play_say_winners(Cli *cli, const Match *match, const SeatNames *names, char *out,
                       size_t out_bytes);
/* How it ended: the winners, and the points with how they came about. */
void play_draw_result(Cli *cli, Screen *screen, const Match *match,
                      const SeatNames *names, int viewer);
/* Some lines of a table that is too tall: the first, how many are shown, how many there
 * are; all 0 where nothing is cut. */
typedef struct {
    int first, shown, lines;
} Cut;

/* Of what is in the frame only so many lines, the last of which says which key shows
 * the others. */
void play_cut(Cli *cli, Screen *screen, int room, Cut *cut);
void play_cut_on(Cut *cut); /* that key */
/* Show a frame longer than the terminal page by page. False: the input has ended. */
bool play_page(Cli *cli, Screen *screen);
