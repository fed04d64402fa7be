/* duel_sets_rates.h - what agents think of the moves that the sets of 7 Wonders Duel
 * add. Part of duel_policy.c; in hundredths, a hundred more is twice as likely. */
#pragma once

#include "games/duel/sets/agora/senate.h"
#include "games/duel/sets/pantheon/cost.h"

/* What a divinity is worth beyond its points, coins, shields and symbol, in points. */
static int god_points(const Duel *g, int seat, const DuelPiece *piece)
{
    const DuelCity *other = &g->state->city[!seat];
    const int discarded = duel_cards_count(g->state->discard);
    switch (piece->does[0].ability) {
    case DUEL_FX_enki:
        return 5;
    case DUEL_FX_snake:
        return duel_symbols(other) ? 3 + duel_symbols(&g->state->city[seat]) : 0;
    case DUEL_FX_keep_coins:
        return piece->does[0].n;
    case DUEL_FX_take_goods:
        return other->has.goods & DUEL_UNITS ? 2 + ages_left(g) : 0;
    case DUEL_FX_build_discarded:
        return discarded ? 4 : 0;
    case DUEL_FX_strike:
        return 2;
    case DUEL_FX_unbuild:
        return duel_built_wonders(other) ? 4 : 0;
    case DUEL_FX_raise_wonder:
        return discarded && g->state->city[seat].wonder[0] ? 7 : 0;
    case DUEL_FX_take_wonder:
        return 3;
    case DUEL_FX_minerva:
    case DUEL_FX_neptune:
        return 2;
    default:
        return 0;
    }
}

static int god_worth(const Duel *g, int seat, int god)
{
    const DuelPiece *piece = &g->catalog->piece[DUEL_GOD_0 + god];
    if (god == PANTHEON_GATE)
        return 7 * POINT;
    return piece->points * POINT + piece->coins * 40 + shields_worth(g, seat, piece) +
           symbol_worth(g, seat, piece) + god_points(g, seat, piece) * POINT;
}

/* A turn that activates a divinity: what it brings less what it costs. */
static int rate_activation(const Duel *g, const Command *c)
{
    const int god = g->state->pantheon.space[c->a - 1];
    const int worth = god_worth(g, c->seat, god);
    if (worth >= WIN)
        return WIN;
    return worth * 29 / 100 - 18 * duel_pantheon_cost(g, c->seat, c->a, c->b) -
           12 * c->b;
}

static int rate_wonder(const Duel *g, const Command *c)
{
    const int worth = piece_worth(g, c->seat, DUEL_WONDER_0 + c->a);
    bool own = false;
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        own = own || g->state->city[c->seat].wonder[i] == c->a;
    return own && g->state->prompt.say == DUEL_WAITING_FOR_UNBUILD ? -worth : worth;
}

/* Minerva: right before what the opponent's pawn would enter. */
static int rate_track(const Duel *g, const Command *c)
{
    const int side = c->seat == 0 ? 1 : -1;
    const int ahead = side * (g->state->pawn - (c->a - PANTHEON_MIDDLE));
    return ahead > 0 ? 400 - 60 * ahead : 60 * ahead;
}

static int rate_strike(const Duel *g, const Command *c)
{
    const DuelState *s = g->state;
    const int slot = c->a - 1;
    if (s->hidden >> slot & 1)
        return 100;
    return piece_worth(g, !c->seat, s->slot[slot]) - (s->open >> slot & 1 ? 0 : 150);
}

/* A chamber for who has so many cubes there against so many: points, the decree, and
 * the way to all six. */
static int chamber_worth(const Duel *g, int chamber, int own, int theirs)
{
    const int worth = g->catalog->number.chamber_points[chamber] * POINT + 250;
    const int lead = own - theirs;
    return lead > 0 ? worth + 20 * (lead > 2 ? 2 : lead) : lead < 0 ? -worth : 0;
}

static int senate_change(const Duel *g, int seat, int chamber, int own, int theirs)
{
    const DuelState *s = g->state;
    const int mine = s->agora.cube[seat][chamber],
              other = s->agora.cube[!seat][chamber];
    return chamber_worth(g, chamber, mine + own, other + theirs) -
           chamber_worth(g, chamber, mine, other);
}

static int rate_deed(const Duel *g, const Command *c)
{
    const int deed = c->a, seat = c->seat;
    if (deed == AGORA_CONSPIRE)
        return 250;
    if (deed <= AGORA_UP)
        return senate_change(g, seat, deed - 1, 1, 0);
    if (deed <= AGORA_DOWN)
        return senate_change(g, seat, deed - AGORA_UP - 1, -1, 0) +
               senate_change(g, seat, deed - AGORA_UP, 1, 0);
    if (deed <= AGORA_REMOVE)
        return senate_change(g, seat, deed - AGORA_DOWN, -1, 0) +
               senate_change(g, seat, deed - AGORA_DOWN - 1, 1, 0);
    return senate_change(g, seat, deed - AGORA_REMOVE - 1, 0, -1);
}

/* A turn's move of Agora; 0: it is none. */
static bool rate_agora_turn(const Duel *g, const Command *c, int *rating)
{
    const DuelState *s = g->state;
    if (c->type == DUEL_DO_TRIGGER)
        *rating = 260;
    else if (c->type == DUEL_DO_PREPARE)
        *rating = s->age == 3 && bits_count(s->lying) < 6 ? -200 : 60;
    else if (c->type == DUEL_DO_BUILD_CARD &&
             g->catalog->piece[c->a].type == DUEL_SENATOR)
        *rating = 140 - 18 * duel_card_price(g, c->seat, c->a).printed;
    else
        return false;
    return true;
}

static int rate_sets_answer(const Duel *g, const Command *c)
{
    const DuelNumbers *number = &g->catalog->number;
    switch (c->type) {
    case DUEL_DO_INFLUENCE:
        return rate_deed(g, c);
    case DUEL_DO_SELECT_HELD:
        return 300;
    case DUEL_DO_LOCK_TOKEN:
        return piece_worth(g, !c->seat, DUEL_TOKEN_0 + c->a) +
               (g->state->city[!c->seat].tokens >> (c->a - 1) & 1 ? 300 : 0);
    case DUEL_DO_BUILD_FREE:
    case DUEL_DO_SWAP_TAKE:
        return piece_worth(g, c->seat, c->a);
    case DUEL_DO_SWAP_GIVE:
        return -piece_worth(g, c->seat, c->a);
    case DUEL_DO_DISCARD_OPEN:
        return piece_worth(g, !c->seat, c->a) - piece_worth(g, c->seat, c->a) / 2;
    case DUEL_DO_SELECT_RUIN:
        return piece_worth(g, !c->seat, DUEL_WONDER_0 + c->a);
    case DUEL_DO_SELECT_DIVINITY:
        return god_worth(g, c->seat, c->a);
    case DUEL_DO_SELECT_TOP:
        return -god_worth(g, !c->seat, c->a);
    case DUEL_DO_SELECT_SPACE: /* where it costs less than it costs the other */
        return (c->seat == 0 ? 7 - 2 * c->a : 2 * c->a - 7) * 40;
    case DUEL_DO_SELECT_SNAKE:
        return symbol_worth(g, c->seat, &g->catalog->piece[c->a]);
    case DUEL_DO_TAKE_CARD:
        return goods_worth(g, c->seat, &g->catalog->piece[c->a]);
    case DUEL_DO_STRIKE:
        return rate_strike(g, c);
    case DUEL_DO_SELECT_WONDER:
        return rate_wonder(g, c);
    case DUEL_DO_SELECT_TRACK:
        return rate_track(g, c);
    case DUEL_DO_SELECT_LOOT:
        return g->state->prompt.say == DUEL_WAITING_FOR_LOOT_USE
                   ? number->loot_coins[(c->a - 1) % DUEL_LOOT_MAX] * COIN
                   : ((c->a - 1) / DUEL_LOOT_MAX == c->seat ? 200 : 0);
    default:
        return 0;
    }
}
