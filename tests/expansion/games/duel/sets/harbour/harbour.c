/* harbour.c - Harbour, an expansion for tests: ships, a crate, wreckers and a chain. */
#include "games/duel/adapt.h"
#include "games/duel/words.h"

enum { HARBOUR_CRATE_AGE = 2, HARBOUR_CRATE_SLOT = 15, HARBOUR_CRATE_COINS = 2 };
enum { HARBOUR_SHIP_COINS = 3, HARBOUR_SHIP_POINTS = 2 };

/* The player has a token or a built wonder with this ability. */
RULES static bool harbour_has(const Duel *g, int seat, int ability)
{
    const DuelCity *city = &g->state->city[seat];
    const DuelPiece *piece = g->catalog->piece;
    bool has = false;
    for (int i = 0; i < DUEL_DOES_MAX; i++) {
        for (uint32_t left = city->tokens; left; left &= left - 1)
            has |=
                piece[DUEL_TOKEN_0 + 1 + bits_first(left)].does[i].ability == ability;
        for (int j = 0; j < DUEL_CITY_WONDERS; j++)
            has |= city->under[j] &&
                   piece[DUEL_WONDER_0 + city->wonder[j]].does[i].ability == ability;
    }
    return has;
}

RULES static CardSet harbour_available(const DuelState *s)
{
    CardSet set = set_none();
    for (uint32_t left = duel_available(s); left; left &= left - 1)
        set_add(&set, s->slot[bits_first(left)]);
    return set;
}

RULES static void harbour_wreck(Duel *g, int seat, int card)
{
    const int slot = duel_slot_of(g->state, card);
    duel_emit(g, duel_event(DUEL_EV_CARD_DISCARDED, seat, card, 0, slot), NULL);
}

/* Wreckers. Put a card that could be taken now on the discard pile. */
ABILITY(wreck)
{
    BEGIN;
    ASK(1, fx->card,
        ask(g, fx, DUEL_DO_SELECT_WRECK, DUEL_WAITING_FOR_WRECK,
            harbour_available(g->state)));
    if (fx->card)
        DO(2, harbour_wreck(g, fx->seat, fx->card));
    END;
}

/* The Harbour Chain, when it is drafted. Take N coins. */
ABILITY(sponsor)
{
    BEGIN;
    DO(1, duel_gain(g, fx->seat, fx->count, fx->source));
    END;
}

/* The Harbour Chain, while it stands: see duel_harbour_shields. */
ABILITY(harbour_chain)
{
    (void)g;
    BEGIN;
    END;
}

/* Navigation, while it is owned: see duel_harbour_terms and duel_harbour_built. */
ABILITY(navigation)
{
    (void)g;
    BEGIN;
    END;
}

/* A crate lies on a face-down card of Age II. */
RULES void duel_harbour_age(Duel *g)
{
    if (g->state->age == HARBOUR_CRATE_AGE)
        duel_emit(g,
                  duel_event(DUEL_EV_CRATE_LAID, SEAT_TABLE, 0, 0, HARBOUR_CRATE_SLOT),
                  NULL);
}

/* Whoever's turn turns that card up takes what is in it. */
RULES void duel_harbour_revealed(Duel *g, int slot)
{
    if (g->state->harbour.crate == slot + 1)
        duel_emit(
            g,
            duel_event(DUEL_EV_CRATE_OPENED, g->state->seat, 0, 0, HARBOUR_CRATE_COINS),
            NULL);
}

/* Navigation loads a ship for each yellow card. */
RULES void duel_harbour_built(Duel *g, int seat, int piece)
{
    if (g->catalog->piece[piece].type == DUEL_COMMERCIAL &&
        harbour_has(g, seat, DUEL_FX_navigation))
        duel_emit(g, duel_event(DUEL_EV_SHIP_LOADED, seat, 0, 0, 0), NULL);
}

/* The Harbour Chain holds the opponent's first shield. */
RULES void duel_harbour_shields(const Duel *g, int seat, int *shields)
{
    *shields -= harbour_has(g, opponent_of(seat), DUEL_FX_harbour_chain);
}

/* Navigation: a unit costs 1 coin less, but at least 1. Any card might be Wreckers. */
RULES void duel_harbour_terms(const Duel *g, int seat, DuelTerms *terms)
{
    terms->cards.word[0] = terms->cards.word[1] = ~(uint64_t)0;
    for (int r = 0; harbour_has(g, seat, DUEL_FX_navigation) && r < DUEL_RESOURCES; r++)
        if (duel_unit_price(&terms->market, r) > 1)
            terms->market.unit -= (uint64_t)1 << (8 * (DUEL_RESOURCES - r));
}

/* Whoever holds the harbour has the Wreckers for nothing. */
RULES bool duel_harbour_chain(const Duel *g, int seat, int card, const DuelTerms *terms)
{
    (void)terms;
    return g->catalog->piece[card].does[0].ability == DUEL_FX_wreck &&
           harbour_has(g, seat, DUEL_FX_harbour_chain);
}

/* A turn without a card: a ship sails. */
RULES void duel_harbour_moves(const Duel *g, Moves *moves)
{
    if (g->state->harbour.ships[g->state->seat])
        moves_add(moves, command(DUEL_DO_SAIL, g->state->seat, 0, 0, 0));
}

RULES int duel_harbour_count(const Duel *g)
{
    return g->state->harbour.ships[g->state->seat] != 0;
}

RULES Command duel_harbour_at(const Duel *g, int n)
{
    (void)n;
    return command(DUEL_DO_SAIL, g->state->seat, 0, 0, 0);
}

RULES Err duel_harbour_validate(const Duel *g, const Command *c, Quote *quote)
{
    (void)quote;
    if (c->type != DUEL_DO_SAIL)
        return ERR_NOT_NOW;
    if (c->a || c->b || c->c)
        return ERR_NOT_AN_OPTION;
    return g->state->harbour.ships[c->seat] ? (Err)ERR_OK : (Err)DUEL_ERR_NO_SHIP;
}

RULES bool duel_harbour_turn(Duel *g, const Command *c)
{
    if (c->type != DUEL_DO_SAIL)
        return false;
    duel_emit(g, duel_event(DUEL_EV_SHIP_SAILED, c->seat, 0, 0, HARBOUR_SHIP_COINS),
              NULL);
    return true;
}

RULES void duel_harbour_score(const Duel *g, int seat, DuelScore *score)
{
    score->part[DUEL_SCORE_HARBOUR] =
        HARBOUR_SHIP_POINTS * g->state->harbour.ships[seat];
}

RULES void duel_harbour_reduce(const DuelCatalog *catalog, DuelState *s,
                               const Event *event, const uint8_t *list)
{
    (void)catalog;
    (void)list;
    switch (event->type) {
    case DUEL_EV_SHIP_LOADED:
        s->harbour.ships[event->seat]++;
        break;
    case DUEL_EV_SHIP_SAILED:
        s->harbour.ships[event->seat]--;
        reduce_coins(s, event->seat, event->n);
        break;
    case DUEL_EV_CRATE_LAID:
        s->harbour.crate = (uint8_t)(event->n + 1);
        break;
    case DUEL_EV_CRATE_OPENED:
        s->harbour.crate = 0;
        reduce_coins(s, event->seat, event->n);
        break;
    default:
        break;
    }
}

RULES void duel_harbour_observe(const Duel *view, int seat, uint8_t *out)
{
    const DuelHarbour *part = &view->state->harbour;
    out[DUEL_SEES_SHIPS] = part->ships[seat];
    out[DUEL_SEES_SHIPS + 1] = part->ships[seat ^ 1];
    out[DUEL_SEES_CRATE] = part->crate;
}

RULES const char *duel_harbour_check(const Duel *g)
{
    const DuelHarbour *part = &g->state->harbour;
    if (part->crate && !(g->state->hidden >> (part->crate - 1) & 1))
        return "harbour.crate: it lies on a card that is not face down";
    return NULL;
}
