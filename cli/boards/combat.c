/* combat.c - the field of a hex battle in the terminal.
 *
 * A cell is three columns: a sign, then the ground or two letters of a unit, capitals
 * for P1. The sign is the way a unit faces; while somebody aims it is what the cell
 * would cost in seconds, and a dot where the action reaches. */
#include "cli/boards/field.h"

#include <ctype.h>

enum {
    CELL_COLUMNS = 3,
    LABEL_COLUMNS = 8,
    PANEL_GAP = 2,
    PANEL_COLUMNS = 25,
    BOXES_MAX = 24
};

static Ink side_ink(const Battlefield *f, int unit)
{
    return combat_side(&f->g, unit) == COMBAT_P1 ? INK_BLUE : INK_RED;
}

static Ink ground_ink(const CombatTerrain *terrain)
{
    if (terrain->blocks)
        return INK_GREY;
    if (terrain->enter_damage || terrain->stand_damage || terrain->snare)
        return INK_ORANGE;
    if (terrain->enter_heal || terrain->stand_heal || terrain->stand_energy)
        return INK_GREEN;
    return terrain->mult != 1000 || terrain->sticky ? INK_CYAN : INK_DIM;
}

/* The first letter and the last: "Rai1" is r1, "Bul" is BL. */
static void unit_letters(const Battlefield *f, int unit, char out[3])
{
    const char *id = f->g.scenario->unit_id[unit];
    const bool own = combat_side(&f->g, unit) == COMBAT_P1;
    const char letters[2] = {id[0], id[strlen(id) - 1]};
    for (int i = 0; i < 2; i++)
        out[i] = (char)(own ? toupper((unsigned char)letters[i])
                            : tolower((unsigned char)letters[i]));
    out[2] = 0;
}

/* Where a plan goes, or what may be answered: 0 not here, 1 on the way, 2 its end. */
static int plan_step(const Battlefield *f, int cell)
{
    const CombatAct *way = f->plan                           ? f->plan
                           : f->s->mode == COMBAT_MODE_CHAIN ? combat_act(&f->g)
                                                             : NULL;
    if (!way)
        return 0;
    for (int i = 0; i < way->steps; i++)
        if (way->path[i] == cell)
            return i + 1 == way->steps ? 2 : 1;
    return way->cell == cell ? 2 : 0;
}

static bool is_goal(const Battlefield *f, int cell)
{
    for (int i = 0; i < f->g.scenario->goal_count; i++)
        if (f->g.scenario->goal[i] == cell)
            return true;
    return false;
}

/* Within the range of what is aimed, whether or not somebody stands there. */
static bool is_within(const Battlefield *f, int cell)
{
    if (f->s->mode != COMBAT_MODE_AIM)
        return false;
    const CombatAct *act = combat_act(&f->g);
    const CombatSkill *skill = combat_skill(&f->g, act->action);
    const int range = act->action == COMBAT_ATTACK
                          ? combat_class(&f->g, act->actor)->attack_range
                          : skill->range;
    return skill->cls != COMBAT_CLS_MOVE && skill->target != COMBAT_AT_SELF &&
           range < 255 && combat_unit_cell_distance(&f->g, act->actor, cell) <= range;
}

/* The sign in front: a price, a mark, the way a unit faces, or nothing. */
static void put_sign(const Battlefield *f, int cell, int unit)
{
    static const char *const arrows[6] = {"→", "↗", "↖", "←", "↙", "↘"};
    CombatAct act;
    if (!f->plan && field_plan(f, cell, &act))
        screen_format(f->screen, INK_YELLOW | INK_BOLD, "%d",
                      act.move_seconds + act.seconds);
    else if (unit && f->s->unit[unit].anchor == cell)
        screen_text(f->screen, side_ink(f, unit), arrows[f->s->unit[unit].facing]);
    else if (!unit && is_within(f, cell))
        screen_text(f->screen, INK_YELLOW, "·");
    else
        screen_text(f->screen, INK_NONE, " ");
}

static void put_cell(const Battlefield *f, int cell)
{
    const int unit = f->s->unit_at[cell], step = plan_step(f, cell);
    put_sign(f, cell, unit);
    if (unit) {
        char letters[3];
        unit_letters(f, unit, letters);
        const Ink look =
            unit == combat_actor(f->s) || step == 2 ? INK_REVERSE : INK_BOLD;
        screen_text(f->screen, side_ink(f, unit) | look, letters);
        return;
    }
    const int id = f->s->terrain[cell];
    const char glyph = f->g.catalog->terrain_glyph[id];
    if (step)
        screen_text(f->screen, INK_YELLOW | INK_BOLD, step == 2 ? "◎ " : "• ");
    else if (is_goal(f, cell))
        screen_text(f->screen, INK_YELLOW | INK_BOLD, "⚑ ");
    else
        screen_format(f->screen, ground_ink(&f->g.catalog->terrain[id]), "%c ",
                      glyph ? glyph : '?');
}

static void put_unit(const Battlefield *f, int unit)
{
    const CombatUnit *u = &f->s->unit[unit];
    const CombatClass *cls = combat_class(&f->g, unit);
    char letters[3];
    unit_letters(f, unit, letters);
    if (combat_is_down(f->s, unit)) {
        screen_format(f->screen, INK_DIM, "%s %s †", letters,
                      f->g.scenario->unit_id[unit]);
        return;
    }
    screen_format(f->screen, side_ink(f, unit), "%s %s", letters,
                  f->g.scenario->unit_id[unit]);
    screen_format(f->screen, INK_NONE, " %d/%d ⚡%d", u->hp, cls->hp, u->energy);
    if (u->shield)
        screen_format(f->screen, INK_NONE, " +%d", u->shield);
    if (u->full_action)
        screen_format(f->screen, INK_YELLOW, " …%d", u->full_left);
}

static int count_units(const uint8_t *order)
{
    int count = 0;
    while (count < COMBAT_UNITS_MAX && order[count])
        count++;
    return count;
}

static void put_foe(const Battlefield *f, int unit)
{
    const CombatUnit *u = &f->s->unit[unit];
    char letters[3];
    unit_letters(f, unit, letters);
    screen_format(f->screen, u->hp ? INK_RED : INK_DIM, "%s %s", letters,
                  f->g.scenario->unit_id[unit]);
    screen_format(f->screen, u->hp ? INK_NONE : INK_DIM, " %d  ", u->hp);
}

/* The line of the side panel: P1 in turn order, a gap, then the Enemy two to a line. */
static void put_panel(const Battlefield *f, int line)
{
    const uint8_t *own = f->s->order[COMBAT_P1], *foes = f->s->order[COMBAT_ENEMY];
    const int own_count = count_units(own), foe_count = count_units(foes);
    if (line < own_count) {
        put_unit(f, own[line]);
        return;
    }
    for (int i = 2 * (line - own_count); i < 2 * (line - own_count) + 2; i++)
        if (i < foe_count)
            put_foe(f, foes[i]);
}

/* The same below the map, as many to a line as fit. */
static void put_units_below(const Battlefield *f)
{
    const uint8_t *own = f->s->order[COMBAT_P1], *foes = f->s->order[COMBAT_ENEMY];
    const int own_count = count_units(own), all = own_count + count_units(foes);
    for (int i = 0; i < all; i++) {
        const bool foe = i >= own_count;
        if (screen_column(f->screen) + (foe ? 12 : 20) > screen_columns(f->screen))
            screen_line(f->screen);
        if (foe)
            put_foe(f, foes[i - own_count]);
        else
            put_unit(f, own[i]);
        screen_text(f->screen, INK_NONE, foe ? "" : "  ");
    }
    screen_line(f->screen);
}

/* The q of each cell of the first row; it goes down by one every second row. */
static void put_columns(const Battlefield *f)
{
    const CombatMap *map = f->g.map;
    screen_format(f->screen, INK_DIM, "%7s", "q,r");
    screen_to(f->screen, LABEL_COLUMNS);
    for (int column = 0; column < map->width; column++)
        screen_format(f->screen, INK_DIM, "%2d ", column);
    screen_line(f->screen);
}

/* Whether all of the side panel has its place beside the map. */
static bool has_side(const Battlefield *f, int panel)
{
    const int lines = count_units(f->s->order[COMBAT_P1]) +
                      (count_units(f->s->order[COMBAT_ENEMY]) + 1) / 2;
    return panel + PANEL_COLUMNS <= screen_columns(f->screen) &&
           lines <= f->g.map->height;
}

static void put_map(const Battlefield *f)
{
    const CombatMap *map = f->g.map;
    const int panel = LABEL_COLUMNS + map->width * CELL_COLUMNS + PANEL_GAP +
                      (map->odd_r ? 1 : map->height);
    const bool side = has_side(f, panel);
    put_columns(f);
    for (int row = 0; row < map->height; row++) {
        /* The first cell of the row; q grows by one to the right. */
        screen_format(f->screen, INK_DIM, "%7s", map->id[1 + row * map->width]);
        screen_to(f->screen, LABEL_COLUMNS);
        for (int i = 0; i < (map->odd_r ? row & 1 : row); i++)
            screen_text(f->screen, INK_NONE, map->odd_r ? "  " : " ");
        for (int column = 0; column < map->width; column++)
            put_cell(f, 1 + row * map->width + column);
        if (side) {
            screen_to(f->screen, panel);
            put_panel(f, row);
        }
        screen_line(f->screen);
    }
    if (!side)
        put_units_below(f);
}

/* The grounds of this map, each sign once with its name. */
static void put_legend(const Battlefield *f)
{
    bool seen[256] = {false};
    const CombatMap *map = f->g.map;
    screen_text(f->screen, INK_NONE, "  ");
    for (int cell = 1; cell <= map->width * map->height; cell++) {
        const int id = f->s->terrain[cell];
        const char glyph = f->g.catalog->terrain_glyph[id];
        char words[120];
        if (seen[(unsigned char)glyph])
            continue;
        seen[(unsigned char)glyph] = true;
        snprintf(words, sizeof words, "%c %s  ", glyph ? glyph : '?',
                 id ? field_name(f, COMBAT_TERRAIN, id).text
                    : text_get(f->texts, "combat.terrain.plain"));
        screen_text(f->screen, ground_ink(&f->g.catalog->terrain[id]), words);
    }
    screen_line(f->screen);
}

/* Seconds as boxes: still there, taken by the plan, gone. */
static void put_seconds(const Battlefield *f, int unit)
{
    const int left = combat_available(&f->g, unit),
              all = combat_turn_time(&f->g, unit) > left ? combat_turn_time(&f->g, unit)
                                                         : left,
              planned = f->plan ? f->plan->move_seconds + f->plan->seconds : 0;
    screen_text(f->screen, INK_NONE, "  ");
    for (int i = 0; i < all && i < BOXES_MAX; i++)
        screen_text(f->screen, i < left ? INK_GREEN : INK_DIM,
                    i >= left             ? "□"
                    : i >= left - planned ? "▨"
                                          : "■");
    screen_format(f->screen, INK_NONE, " %d/%d s", left, all);
}

static void put_sheet(const Battlefield *f, int unit)
{
    const CombatUnit *u = &f->s->unit[unit];
    char line[600] = "";
    screen_text(f->screen, INK_BOLD, f->g.scenario->unit_id[unit]);
    screen_text(f->screen, INK_NONE, " ");
    screen_text(f->screen, INK_NONE,
                field_name(f, COMBAT_CLASS, f->g.scenario->unit_cls[unit]).text);
    put_seconds(f, unit);
    screen_format(f->screen, INK_NONE, "  ⚡%d", u->energy);
    if (f->plan)
        screen_format(f->screen, INK_YELLOW, "→%d",
                      u->energy - field_energy(f, f->plan));
    if (combat_class(&f->g, unit)->res_max)
        screen_format(f->screen, INK_NONE, "  %s %d/%d",
                      f->g.catalog->res_id[f->g.scenario->unit_cls[unit]], u->res,
                      combat_class(&f->g, unit)->res_max);
    screen_format(f->screen, INK_NONE, "  ➤%d.%02d", u->shown / 1000,
                  u->shown % 1000 / 10);
    if (u->prepaid)
        screen_format(f->screen, INK_YELLOW, "  -%d s", u->prepaid);
    screen_line(f->screen);
    field_carried(f, unit, line, sizeof line);
    if (line[0]) {
        screen_text(f->screen, INK_NONE, "  ");
        screen_wrap(f->screen, INK_DIM, 2, line);
    }
}

/* What is aimed, or what may be answered and by what it already is: the last answer
 * happens first. */
static void put_window(const Battlefield *f)
{
    const CombatAct *act = combat_act(&f->g);
    screen_format(f->screen, side_ink(f, act->actor), "%s ",
                  f->g.scenario->unit_id[act->actor]);
    screen_text(f->screen, INK_BOLD, field_name(f, COMBAT_ACTION, act->action).text);
    if (f->s->mode == COMBAT_MODE_AIM) {
        screen_format(f->screen, INK_DIM, "  %s",
                      field_say(f, f->plan ? "enter" : "aiming"));
    } else {
        if (act->target)
            screen_format(f->screen, INK_NONE, " ▸ %s",
                          f->g.scenario->unit_id[act->target]);
        screen_format(f->screen, INK_NONE, "  %d s", act->move_seconds + act->seconds);
        for (int i = 0; i < act->pick_count; i++) {
            screen_format(f->screen, INK_DIM, "  ◂ %s ",
                          f->g.scenario->unit_id[act->pick[i].owner]);
            screen_text(f->screen, INK_NONE,
                        field_name(f, COMBAT_ACTION, act->pick[i].action).text);
        }
        screen_format(f->screen, INK_DIM, "  (%s)", field_say(f, "answer"));
    }
    screen_line(f->screen);
}

static void put_title(const Battlefield *f)
{
    char goal[200];
    field_goal(f, goal, sizeof goal);
    screen_text(f->screen, INK_BOLD,
                field_name(f, COMBAT_SCENARIO, f->s->scenario + 1).text);
    screen_format(f->screen, INK_NONE, " · %s %d · ", field_say(f, "round"),
                  f->s->round);
    const int wide = screen_width(field_say(f, "goal")) + screen_width(goal);
    if (screen_column(f->screen) + wide <= screen_columns(f->screen))
        screen_text(f->screen, INK_NONE, field_say(f, "goal"));
    screen_text(f->screen, INK_DIM, goal);
    screen_line(f->screen);
}

static void put_field(const Battlefield *f)
{
    put_title(f);
    put_map(f);
    if (screen_tight(f->screen) == 0)
        put_legend(f);
    if (f->s->act_count && f->s->mode != COMBAT_MODE_OVER)
        put_window(f);
    if (combat_actor(f->s))
        put_sheet(f, combat_actor(f->s));
}

static void combat_draw(Screen *screen, const Table *view, const Texts *texts, int seat,
                        int players)
{
    (void)players;
    const Battlefield f = field_of(screen, view, texts);
    (void)seat;
    put_field(&f);
}

static bool combat_preview(Screen *screen, const Table *view, const Texts *texts,
                           int seat, const Command *move)
{
    Battlefield f = field_of(screen, view, texts);
    CombatAct act;
    (void)seat;
    if (move->type != COMBAT_DO_CONFIRM || !field_plan(&f, move->a, &act))
        return false;
    f.plan = &act;
    put_field(&f);
    return true;
}

/* What is left of each side. */
static void combat_result(Screen *screen, const Table *view, const Texts *texts,
                          int seat)
{
    const Battlefield f = field_of(screen, view, texts);
    (void)seat;
    for (int side = 0; side < COMBAT_SIDES; side++) {
        char name[80], line[200], number[3][16];
        int count[3] = {0}; /* standing, units, hit points */
        for (int unit = 1; unit <= f.s->unit_count; unit++) {
            if (combat_side(&f.g, unit) != side)
                continue;
            count[0] += f.s->unit[unit].hp > 0;
            count[1]++;
            count[2] += f.s->unit[unit].hp;
        }
        for (int i = 0; i < 3; i++)
            snprintf(number[i], sizeof number[i], "%d", count[i]);
        const TextHole holes[] = {{"a", number[0]}, {"b", number[1]}, {"c", number[2]}};
        say_thing(view, texts, THING_SEAT, side + 1, name, sizeof name);
        screen_format(screen, INK_NONE, "  %s", name);
        screen_to(screen, 24);
        screen_text(screen, INK_NONE,
                    text_fill(field_say(&f, "left"), holes, 3, line, sizeof line));
        screen_line(screen);
    }
}

static void combat_legend(Screen *screen, const Table *view, const Texts *texts)
{
    const Battlefield f = field_of(screen, view, texts);
    screen_set_flow(screen, true);
    put_legend(&f);
    screen_set_flow(screen, false);
}

const Board board_combat = {.draw = combat_draw,
                            .result = combat_result,
                            .legend = combat_legend,
                            .price = field_price,
                            .preview = combat_preview,
                            .read = field_read,
                            .explain = field_explain};
