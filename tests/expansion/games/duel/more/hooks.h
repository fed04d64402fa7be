/* hooks.h - Harbour: where the rules ask it; what each hook is for is said in
 * games/duel/hooks.h. */
#pragma once

RULES void duel_more_age(Duel *g);
RULES void duel_more_revealed(Duel *g, int slot);
RULES void duel_more_built(Duel *g, int seat, int piece);
RULES int duel_more_shields(const Duel *g, int seat, int shields);
RULES void duel_more_market(const Duel *g, int seat, DuelMarket *market);
RULES bool duel_more_chain(const Duel *g, int seat, int card);
RULES void duel_more_moves(const Duel *g, Moves *moves);
RULES Err duel_more_validate(const Duel *g, const Command *c, Quote *quote);
RULES void duel_more_turn(Duel *g, const Command *c);
RULES void duel_more_score(const Duel *g, int seat, DuelScore *score);
RULES void duel_more_reduce(const DuelCatalog *catalog, DuelState *s,
                            const Event *event, const uint8_t *list);
RULES void duel_more_redact(DuelState *view, int viewer);
RULES void duel_more_determinize(const DuelCatalog *catalog, Rng *rng, DuelState *s);
RULES void duel_more_observe(const Duel *view, int seat, uint8_t *out);
RULES const char *duel_more_check(const Duel *g);
