/* combat_ai.c - plays hex combat by the enemy AI of its rules, and answers when
 * answered.
 *
 * Units decide as rules 17 says. In a chain it guards whoever is aimed at, and it takes
 * the first follow-up that is offered. Any other game it plays as greedy does. */
#include "agents/combat_ai.h"

#include "agents/agent.h"
#include "games/combat/combat.h"

/* Whether a skill protects its target: a shield, or a buff that lowers damage or hits.
 */
static bool guards(const CombatCatalog *c, int action)
{
    const CombatSkill *skill = &c->skill[action];
    for (int i = 0; i < skill->effect_count; i++) {
        const CombatEffect *e = &skill->effect[i];
        if (e->type == COMBAT_EFFECT_SHIELD ||
            (e->type == COMBAT_EFFECT_BUFF &&
             (c->buff[e->def].mod[COMBAT_MOD_REDUCE] > 0 ||
              c->buff[e->def].mod[COMBAT_MOD_EVA] > 0)))
            return true;
    }
    return skill->link_cancel && skill->trigger != COMBAT_IF_OWN;
}

/* A guard against what a foe does, aimed as the rules would by themselves; or nothing.
 */
static Command answer(const Combat *g)
{
    CombatPick offers[COMBAT_UNITS_MAX * COMBAT_KNOWN_MAX];
    const bool foes = combat_side(g, combat_act(g)->actor) != COMBAT_P1;
    const int count = foes ? combat_offers(g, offers) : 0;
    for (int i = 0; i < count; i++) {
        const int owner = offers[i].owner, skill = offers[i].action;
        const int cell = combat_default_cell(g, owner, skill);
        if (combat_skill(g, skill)->kind == COMBAT_REACTION &&
            guards(g->catalog, skill) && cell &&
            combat_can_pick(g, owner, skill, cell, NULL) == ERR_OK)
            return command(COMBAT_DO_PICK, COMBAT_P1, owner, skill, cell);
    }
    return command(COMBAT_DO_SKIP, COMBAT_P1, 0, 0, 0);
}

static Command follow_up(const Combat *g)
{
    uint8_t skills[COMBAT_KNOWN_MAX];
    const int count = combat_follow_ups(g, skills);
    for (int i = 0; i < count; i++) {
        const int cell = combat_base_cell(g, skills[i]);
        if (cell && combat_can_follow(g, skills[i], cell, NULL) == ERR_OK)
            return command(COMBAT_DO_DPICK, COMBAT_P1, skills[i], cell, 0);
    }
    return command(COMBAT_DO_DCANCEL, COMBAT_P1, 0, 0, 0);
}

Command combat_ai_move(const void *catalog, const void *state)
{
    const Combat g = combat_table((const CombatCatalog *)catalog,
                                  (CombatState *)(uintptr_t)state, NULL);
    const int seat = combat_to_act(&g);
    switch (g.state->mode) {
    case COMBAT_MODE_IDLE:
        return command(COMBAT_DO_AUTO, seat, combat_actor(g.state), 0, 0);
    case COMBAT_MODE_CHAIN:
        return answer(&g);
    case COMBAT_MODE_DERIVED:
        return follow_up(&g);
    default:
        return combat_idle(&g);
    }
}

static int tactician_pick(const AgentTurn *turn)
{
    if (strcmp(turn->game->id, "combat") != 0)
        return agent_greedy.pick(turn);
    const Command move = combat_ai_move(turn->catalog, turn->view);
    for (int i = 0; i < turn->moves->count; i++)
        if (command_same(&turn->moves->item[i], &move))
            return i;
    return 0;
}

const Agent agent_tactician = {"tactician", tactician_pick};
