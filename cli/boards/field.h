/* field.h - a battle as its terminal board reads it: plans, prices, sheets, questions.
 */
#pragma once

#include "cli/boards/board.h"

#include "games/combat/combat.h"

typedef struct {
    Screen *screen; /* NULL where nothing is drawn */
    const Table *view;
    const Texts *texts;
    Combat g;
    const CombatState *s;
    const CombatAct *plan; /* shown before it is confirmed; or NULL */
} Battlefield;

typedef struct {
    char text[80];
} FieldName;

Battlefield field_of(Screen *screen, const Table *view, const Texts *texts);
const char *field_say(const Battlefield *f, const char *key); /* combat.board.<key> */
FieldName field_name(const Battlefield *f, int kind, int id);
void field_goal(const Battlefield *f, char *out, size_t out_bytes);

/* The plan for a cell that may be confirmed now; false when it may not. */
bool field_plan(const Battlefield *f, int cell, CombatAct *act);
int field_energy(const Battlefield *f,
                 const CombatAct *act); /* of the way and the action */
/* Cooldowns in turns, then what the unit carries and prepares. */
void field_carried(const Battlefield *f, int unit, char *out, size_t out_bytes);

/* For the board's record. */
void field_price(const Table *view, const Texts *texts, const Command *move, char *out,
                 size_t out_bytes);
bool field_read(const Table *view, int seat, const char *words, Command *move);
bool field_explain(Screen *screen, const Table *view, const Texts *texts, int seat,
                   const char *words);
