/* policy.h - what a game tells agents about itself: which moves look good, and how a
 * table stands.
 *
 * Every function is optional and looks only at what the seat that acts may know, so it
 * works on a view as well as on a table made up to fit one. */
#pragma once

#include "engine/game.h"

typedef struct {
    /* How good each move looks to the seat that makes it, in hundredths of a point. */
    void (*rate)(const void *catalog, const void *state, const Moves *moves,
                 int32_t *rating);
    /* The same for 'medium' where it knows less than that; NULL: it knows as much. */
    void (*rate_plain)(const void *catalog, const void *state, const Moves *moves,
                       int32_t *rating);
    bool easy_is_chance; /* 'easy' makes any legal move, without a thought */
    bool tree_a_seat;    /* a search keeps one a seat, by what Game.seen tells each */
    /* Quick ratings where 'rate' takes long: for moves inside a search's tree, while
     * 'rate' looks at those before it. A hundred less makes a move half as likely. */
    void (*rate_inside)(const void *catalog, const void *state, const Moves *moves,
                        int32_t *rating);
    int32_t heat;     /* so much less makes a move half as likely */
    double curiosity; /* how much that counts against what is known; 0: the usual */
    int32_t mistakes; /* the same for 'easy', which errs more */
    /* Each seat's share of the win, 0 to 1, once a playout from 'start' has come far
     * enough; false: play on. */
    bool (*judge)(const void *catalog, const void *start, const void *state,
                  double *share);
    /* The same by a look at the table, once a playout has made 'outlook_after' moves.
     * It counts as a rating: a search without ratings does not look. */
    bool (*outlook)(const void *catalog, const void *state, double *share);
    int outlook_after;
    /* Makes a playout's next move. Without it playouts are left to chance. */
    void (*playout)(const void *catalog, void *state, Rng *rng);
    /* Whether a move has only begun: a playout does not start there. */
    bool (*is_half_made)(const void *state);
    /* Whether moves are compared by playouts in the same made-up worlds, without a tree
     * (agents/race.h). A search without ratings always has one. */
    bool (*is_race)(const void *catalog, const void *view);
    bool to_the_end; /* playouts without a judge go to the end of the game */
    int pace; /* iterations a millisecond where there is no clock; 0: the usual */
} Policy;

/* A move rated no better is made only when there is nothing else: it takes back what
 * has begun, and who takes back for ever never ends. */
enum { POLICY_NEVER = -500000 };

/* The moves to choose from: their places, and how many. */
int policy_choices(const Policy *policy, const void *catalog, const void *view,
                   const Moves *moves, uint16_t *place);

#define GAME_LISTED(folder, name, policy, board) extern const Policy policy;
#include "games/games.def"
#undef GAME_LISTED
extern const Policy policy_none; /* of a game without one of its own: no opinions */

/* Never NULL. */
const Policy *policy_find(const Game *game);

/* The share of a win that being ahead by 'lead' promises: a half at 0, three quarters
 * at 'scale'. The same on every machine, which exp is not. */
static inline double policy_share(double lead, double scale)
{
    const double size = lead < 0 ? -lead : lead;
    return 0.5 + 0.5 * lead / (size + scale);
}

/* Weights by rating: the best has 1, 'heat' less has a half. Returns their sum. */
double policy_weigh(const int32_t *rating, int count, int32_t heat, double *weight);
/* One of them by chance, each as likely as its weight. */
int policy_draw(Rng *rng, const double *weight, int count, double sum);
