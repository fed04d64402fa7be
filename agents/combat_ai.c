/* combat_ai.c - plays hex combat by the enemy AI of its rules, and answers when
 * answered.
 *
 * Units decide as RULES 17 says. In a chain it guards whoever is aimed at, and it takes
 * the first follow-up that is offered. Any other game it plays as greedy does. */
#include "agents/agent.h"

#include "games/combat/combat.h"

extern const Agent agent_tactician, agent_greedy;

static int find_move(const Moves *moves, int type)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->item[i].type == type)
            return i;
    return -1;
}

/* Whether a skill protects its target: a shield, or a buff that lowers damage or hits.
 */
static bool guards(const CombatCatalog *c, int action)
{
    const CombatSkill *skill = &c->skill[action];
    for (int i = 0; i < skill->effect_count; i++) {
        const CombatEffect *e = &skill->effect[i];
        if (e->type == COMBAT_DO_SHIELD ||
            (e->type == COMBAT_DO_BUFF && (c->buff[e->def].mod[COMBAT_MOD_REDUCE] > 0 ||
                                           c->buff[e->def].mod[COMBAT_MOD_EVA] > 0)))
            return true;
    }
    return skill->link_cancel && skill->trigger != COMBAT_IF_OWN;
}

/* An answer to what a foe does, aimed as the rules would by themselves; -1: none. */
static int find_guard(const AgentTurn *turn, const Combat *g)
{
    const Moves *moves = turn->moves;
    for (int i = 0; i < moves->count; i++) {
        const Command *c = &moves->item[i];
        if (c->type == COMBAT_CMD_PICK &&
            combat_skill(g, c->b)->kind == COMBAT_REACTION &&
            guards(g->catalog, c->b) && combat_default_cell(g, c->a, c->b) == c->c)
            return i;
    }
    return -1;
}

static int tactician_pick(const AgentTurn *turn)
{
    if (strcmp(turn->game->id, "combat") != 0)
        return agent_greedy.pick(turn);
    const Combat g = combat_table((const CombatCatalog *)turn->catalog,
                                  (CombatState *)(uintptr_t)turn->view, NULL);
    const int types[] = {COMBAT_CMD_AUTO, COMBAT_CMD_TICK,    COMBAT_CMD_DPICK,
                         COMBAT_CMD_SKIP, COMBAT_CMD_DCANCEL, COMBAT_CMD_CONFIRM};
    const bool answers = g.state->mode == COMBAT_MODE_CHAIN &&
                         combat_side(&g, combat_act(&g)->actor) != turn->seat;
    int found = answers ? find_guard(turn, &g) : -1;
    for (size_t i = 0; i < sizeof types / sizeof *types && found < 0; i++)
        found = find_move(turn->moves, types[i]);
    return found < 0 ? 0 : found;
}

const Agent agent_tactician = {"tactician", tactician_pick};
