/* search.h - information-set Monte Carlo tree search: what is hidden is made up anew
 * each time, and the moves that win most often are tried most often.
 *
 * One tree for each player who sees less than the others, all grown together: a
 * player's tree knows of the others' moves only what that player sees. The same seed
 * and number of iterations give the same answer on every machine. All memory is taken
 * once for each thread; a tree that fills it stops growing, and goes on learning. */
#pragma once

#include "agents/agent.h"
#include "agents/net.h"

/* A browser's memory never shrinks again: less there. */
#if defined(__wasm__)
enum { SEARCH_MEMORY_MIB = 16, SEARCH_BUDGET_MS = 1000 };
#else
enum { SEARCH_MEMORY_MIB = 64, SEARCH_BUDGET_MS = 1000 };
#endif

typedef struct {
    bool plain;    /* no ratings: every move alike, playouts by chance */
    uint32_t fair; /* visits every move gets first, to compare them all; 0: none */
    /* Stop as soon as what is left of the budget cannot change which move is best. */
    bool is_hasty;
    const Net *net; /* rates the moves and judges instead of playouts; NULL: none */
} SearchStyle;

/* What a search found out about one of the moves. */
typedef struct {
    uint32_t visits;
    double share; /* of the win, 0 to 1, for the seat that moves */
} SearchMove;

typedef struct {
    int best; /* index into the moves */
    int64_t iterations;
    double seconds;
    uint32_t nodes;
    size_t bytes; /* of the trees */
    double share; /* what the seat can hope for */
    const SearchMove
        *move; /* one for each of the moves; until the thread's next search */
} SearchReport;

SearchReport search_run(const AgentTurn *turn, SearchStyle style);
/* The move it finds best; hope and visits are told to whoever asked the agent. */
int search_pick(const AgentTurn *turn, SearchStyle style);
