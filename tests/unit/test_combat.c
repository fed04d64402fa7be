/* test_combat.c - hex combat: every random battle ends, the loader says what is wrong,
 * and plans do not survive a moved anchor. */
#include "games/combat/host.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

static CombatCatalog catalog;

static int load_content(void **state)
{
    LoadError error = {0};
    Data *data = data_open(NULL, 0, &error);
    (void)state;
    const bool loaded = data && combat_load(data, &catalog, &error);
    data_close(data);
    return loaded ? 0 : -1;
}

static CombatState *begun(int scenario, uint64_t seed)
{
    static CombatState s;
    Setup setup;
    memset(&setup, 0, sizeof setup);
    setup.seed = seed;
    setup.players = COMBAT_SIDES;
    setup.option[COMBAT_OPT_SCENARIO] = (int16_t)scenario;
    combat_open(&catalog, &setup, &s);
    Combat g = combat_table(&catalog, &s, NULL);
    combat_begin(&g);
    return &s;
}

/* PARLOR_BATTLES says how many; 10,000 take some ten seconds. */
static void every_random_battle_ends(void **state)
{
    static Moves moves;
    const char *wanted = getenv("PARLOR_BATTLES");
    const int battles = wanted ? atoi(wanted) : 2000;
    (void)state;
    for (int i = 0; i < battles; i++) {
        CombatState *s = begun(i % catalog.scenario_count, (uint64_t)i + 1);
        Combat g = combat_table(&catalog, s, NULL);
        Rng rng;
        rng_seed(&rng, (uint64_t)i);
        for (int k = 0; k < 20000 && s->mode != COMBAT_MODE_OVER; k++) {
            moves.count = 0;
            combat_legal(&g, &moves);
            const Command c = moves.item[rng_below(&rng, (uint32_t)moves.count)];
            combat_execute(&g, &c);
        }
        assert_int_equal(s->mode, COMBAT_MODE_OVER);
        assert_true(s->winner == 1 || s->winner == 2);
    }
}

/* Where a unit can stand, cell by cell. */
static void ask_each_cell(const Combat *g, int unit)
{
    const CardSet standing = combat_standing(g, unit);
    const bool wide = combat_class(g, unit)->foot_count > 1;
    for (int cell = 1; cell <= g->map->cell_count; cell++)
        assert_int_equal(set_has(&standing, (Id)cell),
                         !combat_blocked(g, unit, cell) &&
                             (wide || cell != g->state->unit[unit].anchor));
}

/* A position can have any ground anywhere, also such as blocks. */
static void ask_on_other_ground(const Combat *g, int unit, Rng *rng)
{
    CombatState other = *g->state;
    const Combat there = combat_table(g->catalog, &other, NULL);
    for (int i = 0; i < 4; i++) {
        const int cell = 1 + (int)rng_below(rng, g->map->cell_count);
        if (!other.unit_at[cell])
            other.terrain[cell] = (uint8_t)rng_below(rng, g->catalog->terrain_count);
    }
    ask_each_cell(&there, unit);
}

/* Where one can stand, what may be aimed and whom it may hit are asked for many at
 * once; here one after the other. */
static void ask_one_by_one(const Combat *g, int unit)
{
    const CombatGate *gate = combat_gate(g, unit);
    const bool may = g->state->mode == COMBAT_MODE_IDLE
                         ? combat_actor(g->state) == unit
                         : g->state->mode == COMBAT_MODE_PHASE_START &&
                               combat_side(g, unit) == COMBAT_P1;
    const uint32_t aims = may ? combat_aims(g, unit) : 0,
                   living = combat_living(g->state);
    for (int i = 0; i < COMBAT_ATTACK + combat_class(g, unit)->skill_count; i++) {
        assert_int_equal(aims >> i & 1,
                         combat_can_aim(g, unit, gate->action[i], NULL) == ERR_OK);
        if (i < COMBAT_ATTACK)
            continue;
        const uint32_t hits = combat_targetable(g, living, unit, gate->action[i]);
        const CardSet cells = combat_cells(g, unit, gate->action[i]);
        int target = 0;
        for (int other = 1; other <= g->state->unit_count; other++)
            assert_int_equal(hits >> other & 1,
                             (living >> other & 1) &&
                                 !combat_target(g, unit, gate->action[i],
                                                g->state->unit[other].anchor, &target,
                                                NULL));
        for (int cell = 1; combat_skill(g, gate->action[i])->cls == COMBAT_CLS_SKILL &&
                           cell <= g->map->cell_count;
             cell++) {
            const bool aimed =
                !combat_target(g, unit, gate->action[i], cell, &target, NULL);
            assert_true(set_has(&cells, (Id)cell) == aimed ||
                        (target && g->state->unit[target].anchor != cell));
        }
    }
}

static bool is_triggered(const Combat *g, int owner, int trigger)
{
    const CombatAct *base = combat_act(g);
    const bool foe = combat_are_foes(g, base->actor, owner);
    const int cls = combat_skill(g, base->action)->cls;
    switch (trigger) {
    case COMBAT_IF_ANY:
        return true;
    case COMBAT_IF_OWN:
        return base->actor == owner;
    case COMBAT_IF_TARGETS_ME:
        return foe && base->target == owner;
    case COMBAT_IF_TARGETS_ALLY:
        return foe && base->target && base->target != owner &&
               !combat_are_foes(g, base->target, owner);
    default:
        return foe && cls == (trigger == COMBAT_IF_ATTACK ? COMBAT_CLS_ATTACK
                              : trigger == COMBAT_IF_MOVE ? COMBAT_CLS_MOVE
                                                          : COMBAT_CLS_SKILL);
    }
}

/* rules 9.6, for one unit and one action of it. */
static bool is_offered(const Combat *g, int owner, int action)
{
    const CombatAct *base = combat_act(g);
    const CombatSkill *skill = combat_skill(g, action);
    int most = base->move_seconds + base->seconds;
    bool taken = owner == base->actor && action == base->action;
    for (int i = 0; i < base->pick_count; i++) {
        taken |= base->pick[i].owner == owner && base->pick[i].action == action;
        if (combat_skill(g, base->pick[i].action)->kind == COMBAT_REACTION)
            most = combat_skill(g, base->pick[i].action)->time;
    }
    if (base->phase_start || combat_skill(g, base->action)->kind == COMBAT_REACTION)
        most = -1;
    if (combat_side(g, base->actor) == COMBAT_P1 ? owner != base->actor
                                                 : combat_side(g, owner) != COMBAT_P1)
        return false;
    return !taken && base->pick_count < COMBAT_PICKS_MAX &&
           (skill->kind == COMBAT_FREE ||
            (skill->kind == COMBAT_REACTION && skill->time <= most)) &&
           is_triggered(g, owner, skill->trigger) &&
           combat_precheck(g, owner, action, true, NULL) == ERR_OK;
}

static void ask_each_answer(const Combat *g)
{
    CombatPick offers[COMBAT_UNITS_MAX * COMBAT_KNOWN_MAX];
    const int count = combat_offers(g, offers);
    int found = 0;
    for (int unit = 1; unit <= g->state->unit_count; unit++) {
        const CombatClass *cls = combat_class(g, unit);
        bool any = false;
        for (int i = 0; i < cls->skill_count; i++)
            if (is_offered(g, unit, cls->skill[i])) {
                int at = 0;
                while (at < count &&
                       (offers[at].owner != unit || offers[at].action != cls->skill[i]))
                    at++;
                assert_true(at < count);
                any = true;
                found++;
            }
        assert_int_equal(any, set_has(&g->state->prompt.options, (Id)unit));
    }
    assert_int_equal(found, count);
}

static void what_is_asked_for_many_at_once_is_what_each_is_told(void **state)
{
    static Moves moves;
    (void)state;
    for (int i = 0; i < 15; i++) {
        CombatState *s = begun(i % catalog.scenario_count, (uint64_t)i + 1);
        Rng rng;
        rng_seed(&rng, (uint64_t)i);
        for (int k = 0; k < 400 && s->mode != COMBAT_MODE_OVER; k++) {
            Combat g = combat_table(&catalog, s, NULL);
            if (s->mode == COMBAT_MODE_CHAIN)
                ask_each_answer(&g);
            for (int unit = 1; unit <= s->unit_count; unit++)
                if (!combat_is_down(s, unit)) {
                    ask_each_cell(&g, unit);
                    ask_on_other_ground(&g, unit, &rng);
                    ask_one_by_one(&g, unit);
                }
            moves.count = 0;
            combat_legal(&g, &moves);
            const Command c = moves.item[rng_below(&rng, (uint32_t)moves.count)];
            combat_execute(&g, &c);
        }
    }
}

/* A breadth-first search, cell by cell, directions in order: what the rows of bits must
 * find as well. The way to a cell, or -1. */
static int search_way(const Combat *g, int unit, int goal, uint8_t *path)
{
    uint8_t queue[COMBAT_CELL_ROOM], from[COMBAT_CELL_ROOM] = {0};
    int count = 1, steps = 0;
    queue[0] = g->state->unit[unit].anchor;
    from[queue[0]] = queue[0];
    for (int i = 0; i < count; i++)
        for (int d = 0; d < 6; d++) {
            const int next = g->map->next[queue[i]][d];
            if (!next || from[next] || combat_blocked(g, unit, next))
                continue;
            from[next] = queue[i];
            queue[count++] = (uint8_t)next;
        }
    if (!from[goal])
        return -1;
    for (int cell = goal; cell != queue[0]; cell = from[cell])
        steps++;
    for (int i = steps, cell = goal; i > 0; cell = from[cell])
        path[--i] = (uint8_t)cell;
    return steps;
}

static void ways_are_those_of_a_search_cell_by_cell(void **state)
{
    (void)state;
    for (int scenario = 0; scenario < catalog.scenario_count; scenario++) {
        const Combat g = combat_table(&catalog, begun(scenario, 1), NULL);
        for (int unit = 1; unit <= g.state->unit_count; unit++)
            for (int cell = 1; cell <= g.map->cell_count; cell++) {
                CombatAct act = {.actor = (uint8_t)unit, .action = COMBAT_MOVE};
                uint8_t path[COMBAT_CELL_ROOM];
                act.cell = (uint8_t)cell;
                if (cell == g.state->unit[unit].anchor ||
                    combat_blocked(&g, unit, cell) || g.state->unit_at[cell])
                    continue;
                const int steps = search_way(&g, unit, cell, path);
                const Err err = combat_plan(&g, &act, NULL);
                assert_int_equal(err == COMBAT_ERR_TARGET_NO_PATH, steps < 0);
                if (steps < 0)
                    continue;
                assert_int_equal(act.steps, steps);
                assert_memory_equal(act.path, path, (size_t)steps);
            }
    }
}

static void what_is_around_a_unit_is_within_that_distance(void **state)
{
    (void)state;
    for (int scenario = 0; scenario < catalog.scenario_count; scenario++) {
        const Combat g = combat_table(&catalog, begun(scenario, 1), NULL);
        for (int unit = 1; unit <= g.state->unit_count; unit++)
            for (int radius = 0; radius < 12; radius++) {
                const CardSet cells = combat_around(&g, unit, radius);
                for (int cell = 1; cell <= g.map->cell_count; cell++)
                    assert_int_equal(set_has(&cells, (Id)cell),
                                     combat_unit_cell_distance(&g, unit, cell) <=
                                         radius);
            }
    }
}

static void no_battle_lasts_longer_than_data_allows(void **state)
{
    CombatState *s = begun(0, 1);
    Combat g = combat_table(&catalog, s, NULL);
    (void)state;
    while (s->mode != COMBAT_MODE_OVER) {
        const Command c = combat_idle(&g);
        combat_execute(&g, &c);
    }
    assert_int_equal(s->round, catalog.rounds_max);
    assert_int_equal(s->victory, COMBAT_BY_TIME_LIMIT);
}

static void a_plan_knows_the_versions_it_was_made_from(void **state)
{
    CombatState *s = begun(0, 1);
    Combat g = combat_table(&catalog, s, NULL);
    Command c = combat_idle(&g);
    (void)state;
    combat_execute(&g, &c);
    CombatAct act;
    memset(&act, 0, sizeof act);
    act.actor = s->active;
    act.action = COMBAT_MOVE;
    act.cell = g.map->next[s->unit[s->active].anchor][0];
    assert_int_equal(combat_plan(&g, &act, NULL), ERR_OK);
    assert_int_equal(act.actor_version, s->unit[act.actor].version);
    combat_force(&g, act.actor, 5, 1, false);
    assert_int_not_equal(act.actor_version, s->unit[act.actor].version);
}

static void distances_are_those_of_hexes(void **state)
{
    const CombatMap *map = &catalog.scenario[0].map;
    (void)state;
    const int a = combat_cell_at(map, 2, 2), b = combat_cell_at(map, 5, 2);
    assert_int_equal(combat_distance(map, a, b), 3);
    assert_int_equal(combat_distance(map, a, combat_cell_at(map, 3, 1)), 1);
    assert_int_equal(combat_distance(map, a, combat_cell_at(map, 3, 3)), 2);
    assert_int_equal(combat_direction(map, a, b), 0);
    assert_int_equal(combat_cell_at(map, -9, 0), 0);
}

/* Load the content with one more document; what the loader complains about, or NULL. */
static const char *complaint(const char *json)
{
    static LoadError error;
    static CombatCatalog scratch;
    json_t *root = json_loads(json, 0, NULL);
    assert_non_null(root);
    const json_t *const roots[] = {root};
    const char *const files[] = {"test.json"};
    const bool ok = combat_load_json(roots, files, 1, &scratch, &error);
    json_decref(root);
    return ok ? NULL : error.what;
}

#define SCENARIO(units)                                                               \
    "{\"classes\":[{\"id\":\"a\",\"hp\":10,\"attackPower\":1}],\"terrain\":[{\"id\":" \
    "\"wall\",\"glyph\":\"#\",\"blocks\":true}],\"scenarios\":[{\"id\":\"s\","        \
    "\"seed\":1,"                                                                     \
    "\"layout\":\"rhombus\",\"rows\":[\"..\",\".#\"],\"objective\":{\"type\":"        \
    "\"eliminate\"},\"units\":[" units "]}]}"
#define MAP(rows, seed)                            \
    "{\"scenarios\":[{\"id\":\"s\",\"seed\":" seed \
    ",\"layout\":\"rhombus\",\"rows\":" rows       \
    ",\"objective\":{\"type\":\"eliminate\"},\"units\":[]}]}"
#define CLASS(hp, power) \
    "{\"classes\":[{\"id\":\"a\",\"hp\":" hp ",\"attackPower\":" power "}]}"
#define SKILL(field)                                                                   \
    "{\"skills\":[{\"id\":\"x\",\"cls\":\"Skill\",\"cd\":0,\"target\":\"self\"," field \
    "}]}"
#define UNIT(id, at) "{\"id\":\"" id "\",\"cls\":\"a\",\"side\":\"P1\",\"at\":" at "}"

static void a_malformed_scenario_is_refused_with_the_reason(void **state)
{
    (void)state;
    assert_null(complaint(SCENARIO(UNIT("A", "[0,0]"))));
    assert_string_equal(complaint(SCENARIO(UNIT("A", "[0,0]") "," UNIT("B", "[0,0]"))),
                        "\"B\" would stand on \"A\"");
    assert_string_equal(complaint(SCENARIO(UNIT("A", "[1,1]"))),
                        "\"A\" would stand on wall, which blocks");
    assert_string_equal(complaint(SCENARIO(UNIT("A", "[7,0]"))),
                        "is off the map of 2 by 2");
    assert_string_equal(
        complaint("{\"classes\":[{\"id\":\"a\",\"hp\":10,\"attackPower\":1,\"skills\":"
                  "[\"nosuch\"]}]}"),
        "entry 0: there is no skill called \"nosuch\"");
}

/* A map with holes, numbers out of their range, things that do not exist. */
static void malformed_data_is_refused_with_the_reason(void **state)
{
    static const struct {
        const char *json, *what;
    } bad[] = {
        {MAP("[\"..\",\".\"]", "1"), "row 1 is not as long as the first"},
        {MAP("[\"..\",\".x\"]", "1"), "row 1, column 1: 'x' is no terrain"},
        {MAP("[]", "1"), ""},
        {MAP("[\"..\"]", "0"), ""},
        {CLASS("-5", "1"), ""},
        {CLASS("10", "-1"), ""},
        {SKILL("\"time\":-1"), ""},
        {SKILL("\"energy\":-5"), ""},
        {SKILL("\"kind\":\"Sudden\""), ""},
        {SKILL("\"effects\":[{\"type\":\"wish\"}]"), ""},
        {SKILL("\"effects\":[{\"type\":\"terrain\",\"id\":\"lava\",\"radius\":1}]"),
         ""},
        {"{\"terrain\":[{\"id\":\"a\",\"glyph\":\"a\"},{\"id\":\"a\",\"glyph\":"
         "\"b\"}]}",
         ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *what = complaint(bad[i].json);
        assert_non_null(what);
        assert_int_not_equal(what[0], 0);
        if (bad[i].what[0])
            assert_string_equal(what, bad[i].what);
    }
}

/* Lay a position over a battle at the ford; why it is refused, or NULL. */
static const char *position_complaint(const char *json)
{
    static Refusal why;
    json_t *root = json_loads(json, 0, NULL);
    assert_non_null(root);
    CombatState *s = begun(0, 1);
    const Err err = combat_game.read_state(&catalog, root, s, &why);
    json_decref(root);
    return err ? why.word[0] : NULL;
}

static void a_malformed_position_is_refused_with_the_reason(void **state)
{
    static const char *const bad[] = {
        "{\"units\":[{\"id\":\"Bul\",\"anchor\":\"0,4\"}]}", /* Lan stands there */
        "{\"units\":[{\"id\":\"Nobody\",\"hp\":1}]}",
        "{\"units\":[{\"id\":\"Bul\",\"hp\":-1}]}",
        "{\"units\":[{\"id\":\"Bul\",\"hp\":9999}]}",
        "{\"units\":[{\"id\":\"Bul\",\"anchor\":\"99,99\"}]}",
        "{\"units\":[{\"id\":\"Bul\",\"energy\":-3}]}",
        "{\"units\":[{\"id\":\"Bul\",\"facing\":6}]}",
        ("{\"units\":[{\"id\":\"Bul\",\"cooldowns\":[{\"action\":\"dirge\","
         "\"seconds\":6}]}]}"),
        "{\"terrain\":[{\"cell\":\"1,1\",\"terrain\":\"lava\"}]}",
        "{\"terrain\":[{\"cell\":\"0,4\",\"terrain\":\"wall\"}]}", /* under Lan */
        "{\"mode\":\"idle\"}",                                     /* nobody acts */
        "{\"mode\":\"chain\"}",
        "{\"round\":-1}",
        "{\"round\":1,\"weather\":\"fine\"}",
        "{\"scenario\":\"moon\"}",
    };
    (void)state;
    assert_null(position_complaint("{\"units\":[{\"id\":\"Bul\",\"hp\":1}]}"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *why = position_complaint(bad[i]);
        if (!why)
            print_error("taken: %s\n", bad[i]);
        assert_non_null(why);
        assert_int_not_equal(why[0], 0);
    }
}

static void a_skill_out_of_known_effects_needs_no_c(void **state)
{
    (void)state;
    assert_null(complaint(
        "{\"skills\":[{\"id\":\"gust\",\"kind\":\"Standard\",\"cls\":\"Skill\","
        "\"time\":1,"
        "\"energy\":5,\"cd\":6,\"target\":\"enemy\",\"range\":3,\"effects\":[{\"type\":"
        "\"push\",\"n\":2},{\"type\":\"dot\",\"tag\":\"chill\",\"base\":3,\"rounds\":2}"
        "]}]"
        "}"));
    assert_string_equal(
        complaint(
            "{\"skills\":[{\"id\":\"x\",\"kind\":\"Free\",\"cls\":\"Skill\",\"time\":"
            "1,\"energy\":5,\"cd\":6,\"target\":\"self\",\"effects\":[]}]}"),
        "a Free action takes no time");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_random_battle_ends),
        cmocka_unit_test(what_is_asked_for_many_at_once_is_what_each_is_told),
        cmocka_unit_test(ways_are_those_of_a_search_cell_by_cell),
        cmocka_unit_test(what_is_around_a_unit_is_within_that_distance),
        cmocka_unit_test(no_battle_lasts_longer_than_data_allows),
        cmocka_unit_test(a_plan_knows_the_versions_it_was_made_from),
        cmocka_unit_test(distances_are_those_of_hexes),
        cmocka_unit_test(a_malformed_scenario_is_refused_with_the_reason),
        cmocka_unit_test(malformed_data_is_refused_with_the_reason),
        cmocka_unit_test(a_malformed_position_is_refused_with_the_reason),
        cmocka_unit_test(a_skill_out_of_known_effects_needs_no_c),
    };
    return cmocka_run_group_tests(tests, load_content, NULL);
}
