/* duel.c - the duel as a plain builder plays it: builds what it can, wonders above all,
 * now and then for symbols or shields, and sells only what it cannot use. */
#include "tests/agents/reference/reference.h"

#include "games/duel/duel.h"

static uint32_t weight_of(const DuelCatalog *catalog, const DuelState *s,
                          const Command *move)
{
    const DuelPiece *piece = &catalog->piece[move->a];
    if (move->type == DUEL_DO_BUILD_WONDER)
        return 8;
    if (move->type != DUEL_DO_BUILD_CARD)
        return 1;
    const bool held =
        piece->symbol &&
        (s->city[move->seat].has.symbols >> (2 * (piece->symbol - 1)) & 3);
    return 8u + 2u * piece->points + 3u * piece->shields +
           (piece->symbol ? held ? 6 : 10 : 0) +
           (s->age < 3 && piece->gives.goods ? 8 : 0);
}

static Command guide(const void *catalog, const void *state, Moves *moves, Rng *rng)
{
    const DuelState *s = state;
    const Duel g = duel_table(catalog, (DuelState *)(uintptr_t)s, NULL);
    uint32_t weight[MOVES_MAX];
    moves->count = 0;
    duel_legal(&g, moves);
    if (prompt_is_open(&s->prompt))
        return moves->item[rng_below(rng, (uint32_t)moves->count)];
    for (int i = 0; i < moves->count; i++)
        weight[i] = weight_of(catalog, s, &moves->item[i]);
    return reference_draw(moves, weight, rng);
}

const Reference reference_duel = {.game = "duel", .guide = guide};
