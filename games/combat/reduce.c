/* reduce.c - how an event changes the table: the only code that writes it. Each says
 * what must hold before it. It is in the header; here is who works with it and who
 * listens. */
#include "games/combat/reduce.h"

RULES Combat combat_table(const CombatCatalog *catalog, CombatState *state,
                          EventLog *log)
{
    Combat g;
    g.state = state;
    g.catalog = catalog;
    g.scenario = &catalog->scenario[state->scenario];
    g.map = &g.scenario->map;
    g.ground = &catalog->worked.ground[state->scenario];
    g.log = log;
    g.answerers = 0;
    return g;
}

/* What has happened, told to whoever listens. */
RULES void combat_record(const Combat *g, int type, int a, int b, int c, int n,
                         const uint8_t *list, int count)
{
    const Event event = reduce_made(type, a, b, c, n, count);
    event_record(g->log, &event, list);
}

RULES void combat_reduce(const CombatCatalog *catalog, CombatState *s, const Event *e,
                         const uint8_t *list)
{
    reduce_event(catalog, s, e, list);
}
