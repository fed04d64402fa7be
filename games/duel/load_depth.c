/* load_depth.c - how many effects of 7 Wonders Duel can wait on top of each other, with
 * these data. */
#include "games/duel/loading.h"

enum { DEPTH_STEPS_MAX = 1 << 20 };

/* What has been brought stays: each divinity, token and conspiracy is brought once. A
 * card or a wonder may be brought again. */
typedef struct {
    const DuelCatalog *catalog;
    bool waits[DUEL_PIECES]; /* one of those that come once */
    int steps;               /* how many pieces were looked at */
} Depth;

/* How many wait already, and how many military tokens can still come to do something:
 * each comes once, and may bring the next. */
typedef struct {
    int below, loots;
} Under;

static int depth_of_piece(Depth *d, int piece, Under under);

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int depth_of_pieces(Depth *d, int first, int count, Under under)
{
    int most = under.below;
    for (int i = first; i < first + count; i++)
        most = larger(most, depth_of_piece(d, i, under));
    return most;
}

/* On top of those waits one that brings this. */
static int depth_of_effect(Depth *d, int brings, Under under)
{
    static const struct {
        int brings, first, count, alone;
    } kind[] = {
        {DUEL_KIND_CARD, 1, DUEL_CARDS_MAX, 0},
        {DUEL_KIND_WONDER, DUEL_WONDER_0 + 1, DUEL_WONDERS_MAX, 0},
        {DUEL_KIND_TOKEN, DUEL_TOKEN_0 + 1, DUEL_TOKENS_MAX, 0},
        {DUEL_BRINGS_PAIR, DUEL_TOKEN_0 + 1, DUEL_TOKENS_MAX, DUEL_SEATS},
        {DUEL_BRINGS_PLOTTING | DUEL_BRINGS_FAVOUR, 0, 0, 1},
#ifdef DUEL_WITH_SETS
        {DUEL_KIND_GOD, DUEL_GOD_0 + 1, DUEL_GODS_MAX, 0},
        {DUEL_KIND_PLOT, DUEL_PLOT_0 + 1, DUEL_ORDERS_MAX / 2, 0},
#endif
    };
    int most = ++under.below + (brings & DUEL_BRINGS_LOOT ? under.loots : 0);
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        const Under above = {under.below + kind[i].alone, under.loots};
        if (brings & kind[i].brings)
            most =
                larger(most, depth_of_pieces(d, kind[i].first, kind[i].count, above));
    }
    return most;
}

/* All that a piece does is pushed together, and done from the top. */
static int depth_of_piece(Depth *d, int piece, Under under)
{
    const DuelPiece *p = &d->catalog->piece[piece];
    const bool comes_once = piece > DUEL_TOKEN_0;
    int most = under.below;
    if (!p->acts || d->waits[piece] || under.below > DUEL_FX_MAX)
        return most;
    if (++d->steps > DEPTH_STEPS_MAX)
        return DUEL_FX_MAX + 1;
    d->waits[piece] = comes_once;
    if (p->shields) {
        const int hit = under.loots < DUEL_LOOT_MAX ? under.loots : (int)DUEL_LOOT_MAX;
        most = under.below + under.loots;
        under.below += hit;
        under.loots -= hit;
    }
    for (int i = DUEL_DOES_MAX - 1; i >= 0; i--) {
        const DuelShape shape = duel_shape(p->does[i].ability);
        if (shape.steps && !p->does[i].drafted) {
            most = larger(most, depth_of_effect(d, shape.says[DUEL_BRINGS], under));
            under.below++;
        }
    }
    if (p->symbol)
        most = larger(most, depth_of_effect(d, DUEL_KIND_TOKEN, under));
    d->waits[piece] = false;
    return most;
}

/* Above the draft: what a wonder does when it is drafted. */
static int depth_of_draft(Depth *d, int piece, int loots)
{
    const DuelDoes *does = d->catalog->piece[piece].does;
    Under under = {1, loots};
    int most = 0;
    for (int i = DUEL_DOES_MAX - 1; i >= 0; i--) {
        const DuelShape shape = duel_shape(does[i].ability);
        if (shape.steps && does[i].drafted) {
            most = larger(most, depth_of_effect(d, shape.says[DUEL_BRINGS], under));
            under.below++;
        }
    }
    return most;
}

/* Below a divinity may be the gate. */
void duel_check_depth(Reader *r, const DuelCatalog *c)
{
    Depth d = {c, {false}, 0};
    const int loots = DUEL_ORDERS_MAX ? DUEL_SEATS * DUEL_LOOT_MAX : 0;
    for (int piece = 1; piece < DUEL_PIECES && reader_ok(r); piece++) {
        const bool is_god = piece > DUEL_GOD_0 && piece <= DUEL_GOD_0 + DUEL_GODS_MAX;
        const Under under = {is_god, loots};
        if (depth_of_piece(&d, piece, under) > DUEL_FX_MAX ||
            depth_of_draft(&d, piece, loots) > DUEL_FX_MAX)
            reader_fail(r, NULL,
                        "what %s does could set off more than %d effects that wait for "
                        "each other",
                        c->label[piece].id, DUEL_FX_MAX);
    }
}
