/* view.c - how a battle begins, what a player may know of it and what it is worth.
 *
 * Everything lies open but the dice to come. */
#include "games/combat/combat.h"

RULES Err combat_check_setup(const CombatCatalog *catalog, const Setup *setup,
                             Quote *quote)
{
    if (setup->option[COMBAT_OPT_SCENARIO] >= catalog->scenario_count)
        return quote_refuse(quote, ERR_OPTION_RANGE, COMBAT_OPT_SCENARIO, 0, 0);
    return ERR_OK;
}

RULES static void view_place(const Combat *g, int unit)
{
    CombatState *s = g->state;
    CombatUnit *u = &s->unit[unit];
    const CombatClass *cls = combat_class(g, unit);
    uint8_t cells[COMBAT_FOOT_MAX];
    int at = 0;
    u->anchor = g->scenario->unit_cell[unit];
    u->version = 1;
    u->facing = combat_side(g, unit) == COMBAT_P1 ? 0 : 3;
    u->hp = cls->hp;
    u->energy = cls->energy;
    u->res = cls->res_start;
    const int count = combat_unit_cells(g, unit, u->anchor, cells);
    for (int i = 0; i < count; i++)
        s->unit_at[cells[i]] = (uint8_t)unit;
    uint8_t *order = s->order[combat_side(g, unit)];
    while (order[at])
        at++;
    order[at] = (uint8_t)unit;
    u->shown = (uint16_t)combat_rate_live(g, unit);
}

/* Seed 0 rolls the dice that the scenario names; any other seed its own. */
RULES void combat_open(const CombatCatalog *catalog, const Setup *setup,
                       CombatState *state)
{
    memset(state, 0, sizeof *state);
    state->scenario = (uint8_t)setup->option[COMBAT_OPT_SCENARIO];
    const Combat g = combat_table(catalog, state, NULL);
    state->unit_count = g.scenario->unit_count;
    memcpy(state->terrain, g.map->terrain, sizeof state->terrain);
    for (int unit = 1; unit <= state->unit_count; unit++)
        view_place(&g, unit);
    state->rng.state = g.scenario->seed;
    if (setup->seed) {
        const uint32_t mixed = (uint32_t)rng_mix(setup->seed, g.scenario->seed);
        state->rng.state = mixed ? mixed : 1;
    }
}

/* Nobody has secrets but the dice: every viewer sees the same. */
RULES void combat_redact(const Combat *g, int viewer, CombatState *view)
{
    (void)viewer;
    if (view != g->state)
        *view = *g->state;
    view->rng.state = 0;
}

RULES void combat_determinize(const CombatCatalog *catalog, const CombatState *view,
                              Rng *rng, CombatState *state)
{
    (void)catalog;
    *state = *view;
    state->rng.state = 1 + rng_below(rng, UINT32_MAX);
}

/* Hit points in parts of a thousand of each side's whole, and what is won. */
RULES int32_t combat_value(const Combat *g, int seat)
{
    const CombatState *s = g->state;
    int32_t has[COMBAT_SIDES] = {0, 0}, whole[COMBAT_SIDES] = {0, 0};
    if (s->winner)
        return s->winner == seat + 1 ? 100000 : -100000;
    for (int unit = 1; unit <= s->unit_count; unit++) {
        const int side = combat_side(g, unit), hp = s->unit[unit].hp;
        /* To stand at all is worth a quarter of what one could lose. */
        has[side] += 4 * hp + (hp ? combat_class(g, unit)->hp : 0);
        whole[side] += 5 * combat_class(g, unit)->hp;
    }
    for (int side = 0; side < COMBAT_SIDES; side++)
        has[side] = whole[side] ? has[side] * 1000 / whole[side] : 0;
    return has[seat] - has[seat ^ 1];
}
