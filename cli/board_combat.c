/* board_combat.c - the field of a hex battle in the terminal.
 *
 * A cell is three columns: a sign, then the ground or two letters of a unit, capitals
 * for P1. The sign is the way a unit faces; while somebody aims it is what the cell
 * would cost in seconds. */
#include "cli/board.h"

#include "games/combat/combat.h"

#include <ctype.h>
#include <stdio.h>

extern const Board board_combat;

enum { CELL_COLUMNS = 3, LABEL_COLUMNS = 8, PANEL_GAP = 2, WORD_BYTES = 80 };

typedef struct {
    Screen *screen;
    const Table *view;
    const Texts *texts;
    Combat g;
    const CombatState *s;
} Field;

static const char *say(const Field *f, const char *key)
{
    char whole[64];
    snprintf(whole, sizeof whole, "combat.board.%s", key);
    return text_get(f->texts, whole);
}

static void put(const Field *f, const char *key)
{
    screen_text(f->screen, INK_DIM, say(f, key));
}

static Ink side_ink(const Field *f, int unit)
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
static void unit_letters(const Field *f, int unit, char out[3])
{
    const char *id = f->g.scenario->unit_id[unit];
    const bool own = combat_side(&f->g, unit) == COMBAT_P1;
    const char letters[2] = {id[0], id[strlen(id) - 1]};
    for (int i = 0; i < 2; i++)
        out[i] = (char)(own ? toupper((unsigned char)letters[i])
                            : tolower((unsigned char)letters[i]));
    out[2] = 0;
}

/* The plan for a cell that may be confirmed now; false when it may not. */
static bool plan_for(const Field *f, int cell, CombatAct *act)
{
    if (f->s->mode != COMBAT_MODE_AIM || !set_has(&f->s->prompt.options, (Id)cell))
        return false;
    *act = *combat_act(&f->g);
    act->cell = (uint8_t)cell;
    return combat_plan(&f->g, act, NULL) == ERR_OK;
}

static void put_cell(const Field *f, int cell)
{
    static const char *const arrows[6] = {"→", "↗", "↖", "←", "↙", "↘"};
    const int unit = f->s->unit_at[cell];
    const int active = combat_actor(f->s);
    CombatAct act;
    const bool open = plan_for(f, cell, &act);
    if (open)
        screen_format(f->screen, INK_YELLOW | INK_BOLD, "%d",
                      act.move_seconds + act.seconds);
    else
        screen_text(f->screen, unit ? side_ink(f, unit) : INK_NONE,
                    unit && f->s->unit[unit].anchor == cell
                        ? arrows[f->s->unit[unit].facing]
                        : " ");
    if (unit) {
        char letters[3];
        unit_letters(f, unit, letters);
        screen_text(f->screen,
                    side_ink(f, unit) | (unit == active ? INK_REVERSE : INK_BOLD),
                    letters);
        return;
    }
    const int id = f->s->terrain[cell];
    const char glyph = f->g.catalog->terrain_glyph[id];
    screen_format(f->screen, ground_ink(&f->g.catalog->terrain[id]), "%c ",
                  glyph ? glyph : '?');
}

static void put_unit(const Field *f, int unit)
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

/* The line of the side panel: P1 in turn order, a gap, then the Enemy two to a line. */
static void put_panel(const Field *f, int line)
{
    const uint8_t *own = f->s->order[COMBAT_P1], *foes = f->s->order[COMBAT_ENEMY];
    int own_count = 0, foe_count = 0;
    while (own_count < COMBAT_UNITS_MAX && own[own_count])
        own_count++;
    while (foe_count < COMBAT_UNITS_MAX && foes[foe_count])
        foe_count++;
    if (line < own_count) {
        put_unit(f, own[line]);
        return;
    }
    for (int i = 2 * (line - own_count); i < 2 * (line - own_count) + 2; i++)
        if (i < foe_count) {
            const CombatUnit *u = &f->s->unit[foes[i]];
            char letters[3];
            unit_letters(f, foes[i], letters);
            screen_format(f->screen, u->hp ? INK_RED : INK_DIM, "%s ", letters);
            screen_format(f->screen, u->hp ? INK_NONE : INK_DIM, "%s %d  ",
                          f->g.scenario->unit_id[foes[i]], u->hp);
        }
}

static void put_map(const Field *f)
{
    const CombatMap *map = f->g.map;
    const int panel = LABEL_COLUMNS + map->width * CELL_COLUMNS + PANEL_GAP +
                      (map->odd_r ? 1 : map->height);
    for (int row = 0; row < map->height; row++) {
        /* The first cell of the row; q grows by one to the right. */
        screen_format(f->screen, INK_DIM, "%7s", map->id[1 + row * map->width]);
        screen_to(f->screen, LABEL_COLUMNS);
        for (int i = 0; i < (map->odd_r ? row & 1 : row); i++)
            screen_text(f->screen, INK_NONE, map->odd_r ? "  " : " ");
        for (int column = 0; column < map->width; column++)
            put_cell(f, 1 + row * map->width + column);
        screen_to(f->screen, panel);
        put_panel(f, row);
        screen_line(f->screen);
    }
}

static void put_name(const Field *f, int kind, int id)
{
    char word[WORD_BYTES];
    screen_text(f->screen, INK_NONE,
                say_thing(f->view, f->texts, kind, id, word, sizeof word));
}

/* Cooldowns in turns, then what the unit carries. */
static void put_carried(const Field *f, int unit)
{
    const CombatUnit *u = &f->s->unit[unit];
    const CombatCatalog *c = f->g.catalog;
    for (int i = 0; i < COMBAT_KNOWN_MAX && u->cd_order[i]; i++) {
        const int which = u->cd_order[i] - 1;
        if (u->cd[which] == 0)
            continue;
        screen_text(f->screen, INK_NONE, "  ");
        put_name(f, COMBAT_ACTION,
                 which ? combat_class(&f->g, unit)->skill[which - 1]
                       : (int)COMBAT_ATTACK);
        screen_format(f->screen, INK_DIM, " ◷%d", (u->cd[which] + 5) / 6);
    }
    for (int i = 0; i < u->buff_count; i++)
        screen_format(f->screen, INK_GREEN, "  %s:%d",
                      c->tag_id[c->buff[u->buff[i].def].tag], u->buff[i].left);
    for (int i = 0; i < u->sticky_count; i++)
        screen_format(f->screen, INK_CYAN, "  %s:%d",
                      c->tag_id[c->sticky[u->sticky[i].def].tag], u->sticky[i].left);
    for (int i = 0; i < u->dot_count; i++)
        screen_format(f->screen, INK_ORANGE, "  %s:%d",
                      c->tag_id[c->dot[u->dot[i].def].tag], u->dot[i].rounds);
}

static void put_sheet(const Field *f, int unit)
{
    const CombatUnit *u = &f->s->unit[unit];
    screen_text(f->screen, INK_BOLD, f->g.scenario->unit_id[unit]);
    screen_text(f->screen, INK_NONE, " ");
    put_name(f, COMBAT_CLASS, f->g.scenario->unit_cls[unit]);
    screen_format(f->screen, INK_NONE, "  ⏱%d ", combat_available(&f->g, unit));
    put(f, "seconds");
    screen_format(f->screen, INK_NONE, "  ⚡%d", u->energy);
    if (combat_class(&f->g, unit)->res_max)
        screen_format(f->screen, INK_NONE, "  %s %d",
                      f->g.catalog->res_id[f->g.scenario->unit_cls[unit]], u->res);
    screen_format(f->screen, INK_NONE, "  ➤%d.%02d", u->shown / 1000,
                  u->shown % 1000 / 10);
    put_carried(f, unit);
    screen_line(f->screen);
}

/* What is aimed, or what may be answered and by what it already is. */
static void put_window(const Field *f)
{
    const CombatAct *act = combat_act(&f->g);
    const CombatClass *cls = combat_class(&f->g, act->actor);
    screen_format(f->screen, side_ink(f, act->actor), "%s ",
                  f->g.scenario->unit_id[act->actor]);
    put_name(f, COMBAT_ACTION, act->action);
    if (f->s->mode == COMBAT_MODE_AIM) {
        screen_text(f->screen, INK_DIM, "  ");
        put(f, "aiming");
        screen_format(f->screen, INK_NONE, " ⚡%d + %d/s",
                      combat_action_energy(&f->g, act->actor, act->action),
                      cls->move_energy);
    } else {
        if (act->target)
            screen_format(f->screen, INK_NONE, " ▸ %s",
                          f->g.scenario->unit_id[act->target]);
        screen_format(f->screen, INK_NONE, "  %ds", act->move_seconds + act->seconds);
        for (int i = 0; i < act->pick_count; i++) {
            screen_format(f->screen, INK_DIM, "  ← %s ",
                          f->g.scenario->unit_id[act->pick[i].owner]);
            put_name(f, COMBAT_ACTION, act->pick[i].action);
        }
    }
    screen_line(f->screen);
}

static void combat_draw(Screen *screen, const Table *view, const Texts *texts, int seat)
{
    const Field f = {screen, view, texts,
                     combat_table((const CombatCatalog *)view->catalog,
                                  (CombatState *)(uintptr_t)view->state, NULL),
                     (const CombatState *)view->state};
    char title[160], word[WORD_BYTES];
    say_thing(view, texts, COMBAT_SCENARIO, f.s->scenario + 1, word, sizeof word);
    snprintf(title, sizeof title, "%s · %s %d · %s", word, say(&f, "round"), f.s->round,
             f.s->side == COMBAT_P1 ? "P1" : "Enemy");
    (void)seat;
    screen_text(screen, INK_BOLD, title);
    screen_line(screen);
    put_map(&f);
    if (f.s->act_count && f.s->mode != COMBAT_MODE_OVER)
        put_window(&f);
    if (combat_actor(f.s))
        put_sheet(&f, combat_actor(f.s));
}

const Board board_combat = {"combat", combat_draw, NULL};
