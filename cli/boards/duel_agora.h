/* duel_agora.h - Agora on the terminal's board of 7 Wonders Duel. Part of duel.c. */
#pragma once

#include "games/duel/sets/agora/senate.h"

/* The six chambers: the cubes of both players, and the decree. */
static void draw_senate(const Drawing *d)
{
    const DuelAgora *a = &d->s->agora;
    if (!(d->s->sets >> DUEL_SET_agora & 1))
        return;
    put(d, INK_DIM, "senate");
    for (int i = 0; i < AGORA_CHAMBERS; i++) {
        const int holder = duel_agora_controller(d->s, i);
        make_room(d, 30, 2);
        screen_format(d->screen, INK_DIM, "%d ", i + 1);
        screen_format(d->screen, holder < DUEL_SEATS ? INK_BOLD : INK_NONE, "%d:%d ",
                      a->cube[0][i], a->cube[1][i]);
        for (int at = 0; at < AGORA_ROOM && a->decree[i][at]; at++) {
            put_name(d, INK_CYAN, DUEL_DECREE,
                     a->up >> (i * AGORA_ROOM + at) & 1 ? a->decree[i][at] : DUEL_BACK);
            screen_text(d->screen, INK_NONE, "  ");
        }
    }
    make_room(d, 12, 2);
    put(d, INK_DIM, "supply");
    screen_format(d->screen, INK_NONE, "%d:%d", AGORA_CUBES - duel_agora_cubes(d->s, 0),
                  AGORA_CUBES - duel_agora_cubes(d->s, 1));
    screen_line(d->screen);
}

/* What a move is about that its sentence calls by a number: one's conspiracy, a
 * chamber's decree. */
static int about_agora(const Drawing *d, const Command *move, char *out)
{
    const DuelAgora *a = &d->s->agora;
    const bool prepares = move->type == DUEL_DO_PREPARE;
    const int place = prepares ? move->b : move->a;
    if (prepares || move->type == DUEL_DO_TRIGGER || move->type == DUEL_DO_SELECT_HELD)
        name_of(d, DUEL_PLOT, a->plot[move->seat][place - 1], out);
    else if (move->type == DUEL_DO_SELECT_CHAMBER && a->decree[place - 1][0])
        name_of(d, DUEL_DECREE,
                a->up >> ((place - 1) * AGORA_ROOM) & 1 ? a->decree[place - 1][0]
                                                        : DUEL_BACK,
                out);
    return out[0] != 0;
}

/* A player's conspiracies, with the card that prepares each; those of others by their
 * backs. */
static void put_plots(const Drawing *d, int seat)
{
    const DuelAgora *a = &d->s->agora;
    if (a->plot[seat][0]) {
        make_room(d, 40, 4);
        put(d, INK_DIM, "conspiracies");
    }
    for (int at = 0; at < AGORA_HELD && a->plot[seat][at]; at++) {
        const bool shown = a->shown[seat] >> at & 1;
        make_room(d, 30, 4);
        screen_format(d->screen, INK_DIM, "%d ", at + 1);
        put_name(d, shown ? INK_DIM : INK_PURPLE, DUEL_PLOT,
                 shown || seat == d->owner ? a->plot[seat][at] : DUEL_BACK);
        if (a->under[seat][at] && !shown) {
            screen_text(d->screen, INK_NONE, " ");
            put(d, INK_GREEN, "prepared");
        }
        screen_text(d->screen, INK_NONE, "  ");
    }
}
