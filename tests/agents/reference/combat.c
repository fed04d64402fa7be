/* combat.c - hex combat as plain players play it: the enemy of the rules with whims;
 * and two scripts, one that takes the blow that hurts most and one that only charges.
 */
#include "tests/agents/reference/reference.h"

#include "games/combat/combat.h"

enum { WHIM_IN = 8 };

static Combat table_of(const void *catalog, const void *state)
{
    return combat_table(catalog, (CombatState *)(uintptr_t)state, NULL);
}

static bool is_idle(const Command *move)
{
    return move->type == COMBAT_DO_CANCEL || move->type == COMBAT_DO_DEFER;
}

/* Once in so many times any action whatever, otherwise as the enemy of the rules. */
static Command guide(const void *catalog, const void *state, Moves *moves, Rng *rng)
{
    const Combat g = table_of(catalog, state);
    const bool whim = rng_below(rng, WHIM_IN) == 0;
    if (g.state->mode == COMBAT_MODE_IDLE && !whim)
        return command(COMBAT_DO_AUTO, combat_to_act(&g), combat_actor(g.state), 0, 0);
    moves->count = 0;
    combat_legal(&g, moves);
    const Command move = moves->item[rng_below(rng, (uint32_t)moves->count)];
    return is_idle(&move) ? combat_idle(&g) : move;
}

const Reference reference_combat = {
    .game = "combat", .guide = guide, .is_idle = is_idle, .steps_max = 120};

/* What the foes have lost, more than what one's own have, in hundredths of a unit. */
static int worth_of(const Combat *g, int seat)
{
    const CombatState *s = g->state;
    int sum = 0;
    if (s->winner)
        return s->winner == seat + 1 ? 1000000 : -1000000;
    for (int unit = 1; unit <= s->unit_count; unit++) {
        const int hp = combat_is_down(s, unit) ? -20 : s->unit[unit].hp;
        const int part = 100 * hp / combat_class(g, unit)->hp;
        sum += combat_side(g, unit) == seat ? part : -part;
    }
    return sum;
}

/* How far one's units are from the nearest foe each. */
static int gap_of(const Combat *g, int seat)
{
    const CombatState *s = g->state;
    int sum = 0;
    for (int unit = 1; unit <= s->unit_count; unit++) {
        int near = 99;
        if (combat_is_down(s, unit) || combat_side(g, unit) != seat)
            continue;
        for (int foe = 1; foe <= s->unit_count; foe++) {
            if (combat_is_down(s, foe) || combat_side(g, foe) == seat)
                continue;
            const int apart = combat_unit_distance(g, unit, s->unit[unit].anchor, foe);
            near = apart < near ? apart : near;
        }
        sum += near;
    }
    return sum;
}

/* Nobody answers. */
static void settle(Combat *g)
{
    for (int step = 0; step < 40 && (g->state->mode == COMBAT_MODE_CHAIN ||
                                     g->state->mode == COMBAT_MODE_DERIVED);
         step++) {
        const Command move = combat_idle(g);
        combat_execute(g, &move);
    }
}

/* After a move, and where it only aims after the best there is to aim at. */
static int worth_after(const AgentTurn *turn, const CombatState *from,
                       const Command *move, int gap_worth, bool deeper)
{
    CombatState after = *from;
    Combat g = table_of(turn->catalog, &after);
    combat_execute(&g, move);
    if (move->type != COMBAT_DO_AIM || !deeper) {
        settle(&g);
        return worth_of(&g, turn->seat) - gap_worth * gap_of(&g, turn->seat);
    }
    int best = -2000000;
    SET_EACH (cell, &after.prompt.options) {
        const Command blow = command(COMBAT_DO_CONFIRM, move->seat, cell, 0, 0);
        const int worth = worth_after(turn, &after, &blow, gap_worth, false);
        best = worth > best ? worth : best;
    }
    return best;
}

static int best_blow(const AgentTurn *turn, int gap_worth)
{
    CombatState whole;
    int best = 0, best_worth = 0;
    bool found = false;
    combat_determinize(turn->catalog, turn->view, turn->rng, &whole);
    for (int i = 0; i < turn->moves->count; i++) {
        const Command *move = &turn->moves->item[i];
        if (is_idle(move) || move->type == COMBAT_DO_AUTO)
            continue;
        const int rest = move->type == COMBAT_DO_END ? -1 : 0;
        const int worth = worth_after(turn, &whole, move, gap_worth, true) * 4 + rest;
        if (!found || worth > best_worth) {
            best_worth = worth;
            best = i;
        }
        found = true;
    }
    return best;
}

int combat_greedy_pick(const AgentTurn *turn)
{
    return best_blow(turn, 1);
}

/* Nearer to the foe counts for more than any wound. */
int combat_rush_pick(const AgentTurn *turn)
{
    return best_blow(turn, 15);
}
