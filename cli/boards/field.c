/* field.c - a battle as its terminal board reads it: plans, prices, sheets, questions.
 */
#include "cli/boards/field.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { WORD_BYTES = 80, KEY_BYTES = 100 };

Battlefield field_of(Screen *screen, const Table *view, const Texts *texts)
{
    const Battlefield f = {screen,
                           view,
                           texts,
                           combat_table((const CombatCatalog *)view->catalog,
                                        (CombatState *)(uintptr_t)view->state, NULL),
                           (const CombatState *)view->state,
                           NULL};
    return f;
}

const char *field_say(const Battlefield *f, const char *key)
{
    return board_text(f->texts, "combat.board", key);
}

FieldName field_name(const Battlefield *f, int kind, int id)
{
    FieldName name;
    say_thing(f->view, f->texts, kind, id, name.text, sizeof name.text);
    return name;
}

/* "<text>" with up to three numbers and one word. */
static char *fill(const Battlefield *f, const char *key, int a, int b, int c,
                  const char *word, char *out, size_t out_bytes)
{
    char number[3][16];
    const int values[3] = {a, b, c};
    for (int i = 0; i < 3; i++)
        snprintf(number[i], sizeof number[i], "%d", values[i]);
    const TextHole holes[] = {
        {"a", number[0]}, {"b", number[1]}, {"c", number[2]}, {"word", word}};
    return text_fill(field_say(f, key), holes, 4, out, out_bytes);
}

static void add(char *out, size_t out_bytes, const char *text)
{
    const size_t used = strlen(out);
    text_copy(out + used, out_bytes - used, text);
}

void field_goal(const Battlefield *f, char *out, size_t out_bytes)
{
    static const char *const keys[COMBAT_OBJECTIVES] = {
        "goal_eliminate", "goal_survive", "goal_reach", "goal_kill"};
    const CombatScenario *scenario = f->g.scenario;
    char part[WORD_BYTES * 2];
    fill(f, keys[scenario->objective], scenario->rounds, 0, 0,
         scenario->unit_id[scenario->kill], out, out_bytes);
    if (scenario->protect)
        add(out, out_bytes,
            fill(f, "goal_protect", 0, 0, 0, scenario->unit_id[scenario->protect], part,
                 sizeof part));
    if (scenario->limit)
        add(out, out_bytes,
            fill(f, "goal_limit", scenario->limit, 0, 0, "", part, sizeof part));
}

bool field_plan(const Battlefield *f, int cell, CombatAct *act)
{
    if (f->s->mode != COMBAT_MODE_AIM || !set_has(&f->s->prompt.options, (Id)cell))
        return false;
    *act = *combat_act(&f->g);
    act->cell = (uint8_t)cell;
    return combat_plan(&f->g, act, NULL) == ERR_OK;
}

int field_energy(const Battlefield *f, const CombatAct *act)
{
    return act->move_seconds * combat_class(&f->g, act->actor)->move_energy +
           act->energy;
}

static void add_left(const Battlefield *f, const char *key, int kind, int id, int left,
                     char *out, size_t out_bytes)
{
    char part[WORD_BYTES * 2];
    if (out[0])
        add(out, out_bytes, " · ");
    add(out, out_bytes,
        fill(f, left < 0 ? "lasting" : key, left, 0, 0, field_name(f, kind, id).text,
             part, sizeof part));
}

void field_carried(const Battlefield *f, int unit, char *out, size_t out_bytes)
{
    const CombatUnit *u = &f->s->unit[unit];
    const CombatCatalog *c = f->g.catalog;
    out[0] = 0;
    for (int i = 0; i < COMBAT_KNOWN_MAX && u->cd_order[i]; i++) {
        const int which = u->cd_order[i] - 1;
        if (u->cd[which])
            add_left(f, "ready_in", COMBAT_ACTION,
                     which ? combat_class(&f->g, unit)->skill[which - 1]
                           : (int)COMBAT_ATTACK,
                     (u->cd[which] + COMBAT_TURN_SECONDS - 1) / COMBAT_TURN_SECONDS,
                     out, out_bytes);
    }
    for (int i = 0; i < u->buff_count; i++)
        add_left(f, "for_turns", COMBAT_TAG, c->buff[u->buff[i].def].tag,
                 u->buff[i].left, out, out_bytes);
    for (int i = 0; i < u->sticky_count; i++)
        add_left(f, "for_turns", COMBAT_TAG, c->sticky[u->sticky[i].def].tag,
                 u->sticky[i].left, out, out_bytes);
    for (int i = 0; i < u->dot_count; i++)
        add_left(f, "for_rounds", COMBAT_TAG, c->dot[u->dot[i].def].tag,
                 u->dot[i].rounds, out, out_bytes);
    if (u->full_action)
        add_left(f, "prepares", COMBAT_ACTION, u->full_action, u->full_left, out,
                 out_bytes);
}

/* Who stands on the cell of a plan, and how likely it is hit. */
static void add_target(const Battlefield *f, const CombatAct *act, char *out,
                       size_t out_bytes)
{
    const CombatSkill *skill = combat_skill(&f->g, act->action);
    char part[WORD_BYTES * 2];
    if (!act->target || act->target == act->actor)
        return;
    const bool rolls = combat_are_foes(&f->g, act->actor, act->target) &&
                       (skill->cls == COMBAT_CLS_ATTACK || skill->can_miss);
    add(out, out_bytes,
        fill(f, rolls ? "at_chance" : "at",
             rolls ? combat_hit_percent(&f->g, act->actor, act->target) : 0, 0, 0,
             f->g.scenario->unit_id[act->target], part, sizeof part));
}

static void plan_price(const Battlefield *f, const CombatAct *act, char *out,
                       size_t out_bytes)
{
    fill(f, act->steps ? "price_walk" : "price", act->move_seconds + act->seconds,
         field_energy(f, act), act->steps, "", out, out_bytes);
    add_target(f, act, out, out_bytes);
}

static void action_price(const Battlefield *f, int unit, int action, char *out,
                         size_t out_bytes)
{
    const CombatSkill *skill = combat_skill(&f->g, action);
    if (action == COMBAT_MOVE)
        fill(f, "price_second", combat_class(&f->g, unit)->move_energy, 0, 0, "", out,
             out_bytes);
    else if (skill->kind == COMBAT_FULL_ROUND)
        fill(f, "price_turn", skill->energy, 0, 0, "", out, out_bytes);
    else
        fill(f, "price", combat_action_seconds(&f->g, unit, action),
             combat_action_energy(&f->g, unit, action), 0, "", out, out_bytes);
}

void field_price(const Table *view, const Texts *texts, const Command *move, char *out,
                 size_t out_bytes)
{
    const Battlefield f = field_of(NULL, view, texts);
    CombatAct act;
    out[0] = 0;
    if (move->type == COMBAT_DO_CONFIRM && field_plan(&f, move->a, &act))
        plan_price(&f, &act, out, out_bytes);
    else if (move->type == COMBAT_DO_AIM || move->type == COMBAT_DO_PICK)
        action_price(&f, move->a, move->b, out, out_bytes);
    else if (move->type == COMBAT_DO_DPICK)
        action_price(&f, combat_act(&f.g)->actor, move->a, out, out_bytes);
    const int cell = move->type == COMBAT_DO_PICK    ? move->c
                     : move->type == COMBAT_DO_DPICK ? move->b
                                                     : 0;
    const int unit = cell <= COMBAT_CELLS_MAX ? f.s->unit_at[cell] : 0;
    char part[WORD_BYTES * 2];
    if (unit && unit != move->a)
        add(out, out_bytes,
            fill(&f, "at", 0, 0, 0, f.g.scenario->unit_id[unit], part, sizeof part));
}

/* The cell called "q,r", also "(q,r)" and "q r"; 0: none. */
static int cell_called(const Battlefield *f, const char *words)
{
    char *end = NULL;
    words += strspn(words, " (");
    const long q = strtol(words, &end, 10);
    const size_t gap = strspn(end, ", ");
    if (end == words || !gap)
        return 0;
    const char *second = end + gap;
    const long r = strtol(second, &end, 10);
    if (end == second || end[strspn(end, " )")] || labs(q) > 100 || labs(r) > 100)
        return 0;
    return combat_cell_at(f->g.map, (int)q, (int)r);
}

/* The unit of that id, whatever the case; 0: none. */
static int unit_called(const Battlefield *f, const char *words)
{
    for (int unit = 1; unit <= f->s->unit_count; unit++)
        if (strcasecmp(words, f->g.scenario->unit_id[unit]) == 0)
            return unit;
    return 0;
}

/* What a unit knows by id or by the reader's own word; 0: none. */
static int action_called(const Battlefield *f, int unit, const char *words)
{
    const CombatClass *cls = combat_class(&f->g, unit);
    for (int i = 0; i < cls->skill_count + 2; i++) {
        const int action = i < 2 ? COMBAT_MOVE + i : cls->skill[i - 2];
        if (strcasecmp(words, f->g.catalog->action_id[action]) == 0)
            return action;
    }
    return 0;
}

/* The word for leaving what is open, or for beginning: one for each mode. */
static bool read_word(const Battlefield *f, int seat, const char *words, Command *move)
{
    static const struct {
        uint8_t mode, type;
        const char *word;
    } known[] = {
        {COMBAT_MODE_PHASE_START, COMBAT_DO_TICK, "begin"},
        {COMBAT_MODE_AIM, COMBAT_DO_CANCEL, "back"},
        {COMBAT_MODE_CHAIN, COMBAT_DO_SKIP, "back"},
        {COMBAT_MODE_DERIVED, COMBAT_DO_DCANCEL, "back"},
        {COMBAT_MODE_IDLE, COMBAT_DO_END, "end"},
        {COMBAT_MODE_IDLE, COMBAT_DO_AUTO, "auto"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].mode == f->s->mode && strcasecmp(words, known[i].word) == 0) {
            const bool of_unit = known[i].mode == COMBAT_MODE_IDLE;
            *move =
                command(known[i].type, seat, of_unit ? combat_actor(f->s) : 0, 0, 0);
            return true;
        }
    return false;
}

/* "5,3" or a unit's id is a cell to confirm; "move" and "shield_slam" aim; "back",
 * "end", "auto" and "begin" are what they say. */
bool field_read(const Table *view, int seat, const char *words, Command *move)
{
    const Battlefield f = field_of(NULL, view, NULL);
    const int unit = unit_called(&f, words);
    const int cell = unit ? f.s->unit[unit].anchor : cell_called(&f, words);
    if (read_word(&f, seat, words, move))
        return true;
    if (f.s->mode == COMBAT_MODE_AIM && cell) {
        *move = command(COMBAT_DO_CONFIRM, seat, cell, 0, 0);
        return true;
    }
    const int actor = combat_actor(f.s);
    const int action = f.s->mode == COMBAT_MODE_IDLE && actor && !cell
                           ? action_called(&f, actor, words)
                           : 0;
    if (action)
        *move = command(COMBAT_DO_AIM, seat, actor, action, 0);
    return action != 0;
}

static void put_skill(const Battlefield *f, int unit, int action)
{
    const CombatSkill *skill = combat_skill(&f->g, action);
    static const char *const kinds[COMBAT_KINDS] = {
        "standard", "reaction", "free", "derived", "full_round", "sustained"};
    const int left = combat_cooldown(&f->g, unit, action);
    char line[WORD_BYTES * 3], key[KEY_BYTES];
    screen_format(f->screen, INK_BOLD, "  %s",
                  field_name(f, COMBAT_ACTION, action).text);
    snprintf(key, sizeof key, "kind_%s", kinds[skill->kind]);
    screen_format(f->screen, INK_DIM, "  %s", field_say(f, key));
    action_price(f, unit, action, line, sizeof line);
    screen_format(f->screen, INK_NONE, "  %s", line);
    if (left) {
        fill(f, "cooling", left, (left + COMBAT_TURN_SECONDS - 1) / COMBAT_TURN_SECONDS,
             0, "", line, sizeof line);
        screen_format(f->screen, INK_YELLOW, "  %s", line);
    }
    screen_line(f->screen);
}

/* The whole sheet: points, numbers, what it carries, what it knows. */
static void put_unit_sheet(const Battlefield *f, int unit)
{
    const CombatUnit *u = &f->s->unit[unit];
    const CombatClass *cls = combat_class(&f->g, unit);
    char line[600], key[KEY_BYTES];
    screen_format(f->screen, INK_BOLD, "%s  %s", f->g.scenario->unit_id[unit],
                  field_name(f, COMBAT_CLASS, f->g.scenario->unit_cls[unit]).text);
    screen_format(f->screen, INK_DIM, "  %s  (%s)",
                  combat_side(&f->g, unit) == COMBAT_P1 ? "P1" : "Enemy",
                  f->g.map->id[u->anchor]);
    screen_line(f->screen);
    screen_text(f->screen, INK_NONE, "  ");
    fill(f, "points", u->hp, cls->hp, u->shield, "", line, sizeof line);
    screen_wrap(f->screen, INK_NONE, 2, line);
    screen_text(f->screen, INK_NONE, "  ");
    fill(f, "time", combat_available(&f->g, unit), combat_turn_time(&f->g, unit),
         u->prepaid, "", line, sizeof line);
    screen_wrap(f->screen, INK_NONE, 2, line);
    screen_text(f->screen, INK_NONE, "  ");
    fill(f, "pool", u->energy, cls->energy_max, cls->move_energy, "", line,
         sizeof line);
    screen_wrap(f->screen, INK_NONE, 2, line);
    snprintf(key, sizeof key, "combat.class_text.%s",
             f->g.catalog->class_id[f->g.scenario->unit_cls[unit]]);
    screen_text(f->screen, INK_NONE, "  ");
    screen_wrap(f->screen, INK_NONE, 2, text_get(f->texts, key));
    field_carried(f, unit, line, sizeof line);
    if (line[0]) {
        screen_text(f->screen, INK_NONE, "  ");
        screen_wrap(f->screen, INK_YELLOW, 2, line);
    }
    for (int action = COMBAT_MOVE; action <= COMBAT_ATTACK; action++)
        put_skill(f, unit, action);
    for (int i = 0; i < cls->skill_count; i++)
        put_skill(f, unit, cls->skill[i]);
}

/* The ground, who stands there, and in an aim the price or why not. */
static void put_cell_sheet(const Battlefield *f, int seat, int cell)
{
    const int id = f->s->terrain[cell], unit = f->s->unit_at[cell];
    char line[600], key[KEY_BYTES];
    CombatAct act;
    screen_format(f->screen, INK_BOLD, "(%s)  %s", f->g.map->id[cell],
                  field_name(f, COMBAT_TERRAIN, id).text);
    screen_line(f->screen);
    snprintf(key, sizeof key, "combat.terrain_text.%s", f->g.catalog->terrain_id[id]);
    screen_text(f->screen, INK_NONE, "  ");
    screen_wrap(f->screen, INK_NONE, 2,
                id ? text_get(f->texts, key)
                   : text_get(f->texts, "combat.terrain_text.plain"));
    if (f->s->mode == COMBAT_MODE_AIM) {
        const Command c = command(COMBAT_DO_CONFIRM, seat, cell, 0, 0);
        Refusal no = refusal(ERR_OK);
        no.code =
            f->view->game->validate(f->view->catalog, f->view->state, &c, &no.quote);
        if (field_plan(f, cell, &act))
            plan_price(f, &act, line, sizeof line);
        else
            say_refusal(f->view, f->texts, &no, line, sizeof line);
        screen_text(f->screen, INK_NONE, "  ");
        screen_wrap(f->screen, no.code ? INK_RED : INK_GREEN, 2, line);
    }
    if (unit)
        put_unit_sheet(f, unit);
}

bool field_explain(Screen *screen, const Table *view, const Texts *texts, int seat,
                   const char *words)
{
    const Battlefield f = field_of(screen, view, texts);
    const int cell = cell_called(&f, words), unit = unit_called(&f, words);
    if (cell)
        put_cell_sheet(&f, seat, cell);
    else if (unit)
        put_unit_sheet(&f, unit);
    return cell || unit;
}
