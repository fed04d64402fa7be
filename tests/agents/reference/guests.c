/* guests.c - the reference opponents as agents, and the parlor command with them at the
 * table. */
#include "tests/agents/reference/reference.h"

#include "cli/cli.h"

static int reference_pick(const AgentTurn *turn)
{
    static const Reference *const all[] = {&reference_salt, &reference_duel,
                                           &reference_smashup, &reference_combat};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->game, turn->game->id) == 0)
            return uct_pick(turn, all[i]);
    return 0;
}

static int greedy_script_pick(const AgentTurn *turn)
{
    return strcmp(turn->game->id, "combat") == 0 ? combat_greedy_pick(turn)
                                                 : smashup_greedy_pick(turn);
}

static int rush_script_pick(const AgentTurn *turn)
{
    return strcmp(turn->game->id, "combat") == 0 ? combat_rush_pick(turn)
                                                 : smashup_rush_pick(turn);
}

static const Agent agent_reference = {"reference", reference_pick};
static const Agent agent_script_greedy = {"script-greedy", greedy_script_pick};
static const Agent agent_script_rush = {"script-rush", rush_script_pick};

const Agent *const reference_agents[] = {&agent_reference, &agent_script_greedy,
                                         &agent_script_rush, NULL};

int main(int argc, char **argv)
{
    agents_guests = reference_agents;
    return cli_main(argc, argv);
}
