/* duel_pantheon.h - Pantheon on the terminal's board of 7 Wonders Duel. Part of duel.c.
 */
#pragma once

#include "games/duel/sets/pantheon/cost.h"

/* A favour in one letter: of its mythology, or what an offering is worth. */
static const char *favour_sign(int favour)
{
    static const char *const signs[] = {"", "M", "P", "G", "E", "R", "2", "3", "4"};
    return signs[favour];
}

/* The six spaces: who lies there, and what it costs whom the prices are for. */
static void draw_pantheon(const Drawing *d)
{
    const DuelPantheon *p = &d->s->pantheon;
    if (!(d->s->sets >> DUEL_SET_pantheon & 1) || !d->s->age)
        return;
    put(d, INK_DIM, "pantheon");
    for (int space = 1; space <= PANTHEON_SPACES; space++) {
        const int god = p->space[space - 1];
        char name[NAME_BYTES];
        if (god)
            name_of(d, DUEL_GOD, god, name);
        else
            snprintf(name, sizeof name, "%s", say(d, "empty"));
        make_room(d, screen_width(name) + 8, 2);
        screen_format(d->screen, INK_DIM, "%d ", space);
        screen_text(d->screen, god ? INK_BOLD | INK_PURPLE : INK_DIM, name);
        if (god && d->s->age > 1)
            screen_format(d->screen, INK_YELLOW, " %d",
                          duel_pantheon_cost(&d->g, d->seat, space, 0));
        screen_text(d->screen, INK_NONE, "  ");
    }
    if (p->enki) {
        char name[NAME_BYTES];
        make_room(d, screen_width(name_of(d, DUEL_GOD, 1, name)) + 2, 2);
        screen_format(d->screen, INK_DIM, "%s: ", name);
        put_tokens(d, p->enki);
    }
    screen_line(d->screen);
}

/* A player's divinities, tokens of mythologies, offerings and coins kept. */
static void put_gods(const Drawing *d, int seat)
{
    const DuelCity *city = &d->s->city[seat];
    if (city->gods) {
        make_room(d, 24, 4);
        put(d, INK_DIM, "divinities");
    }
    for (uint32_t left = city->gods; left; left &= left - 1) {
        char name[NAME_BYTES];
        name_of(d, DUEL_GOD, 1 + bits_first(left), name);
        make_room(d, screen_width(name) + 2, 4);
        screen_text(d->screen, INK_PURPLE, name);
        screen_text(d->screen, INK_DIM,
                    left & (left - 1) ? text_get(d->texts, "list.and") : "  ");
    }
    if (city->kept) {
        put(d, INK_DIM, "kept");
        screen_format(d->screen, INK_BOLD | INK_YELLOW, "%d ", city->kept);
    }
    int favours = 0;
    for (int i = 0; i < PANTHEON_FAVOURS; i++)
        for (int n = 0; n < d->s->pantheon.favour[seat][i]; n++) {
            if (favours++ == 0) {
                make_room(d, 20, 4);
                put(d, INK_DIM, "mythology_tokens");
            }
            screen_format(d->screen, INK_CYAN, "%s ", favour_sign(i + 1));
        }
    if (favours)
        screen_text(d->screen, INK_NONE, " ");
}

/* The same of Pantheon: the card at a place, the military token before a player. */
static void about_pantheon(const Drawing *d, const Command *move, char *out)
{
    if (move->type == DUEL_DO_STRIKE) {
        const int slot = move->a - 1, card = d->s->slot[slot];
        const bool back = (d->s->hidden >> slot & 1) && card < DUEL_BACK;
        name_of(d, DUEL_CARD, back ? DUEL_BACK + d->g.catalog->label[card].back : card,
                out);
    } else if (move->type == DUEL_DO_SELECT_LOOT) {
        char name[NAME_BYTES], space[16];
        const int at = move->a - 1;
        snprintf(space, sizeof space, "%d",
                 d->g.catalog->number.loot_space[at % DUEL_LOOT_MAX]);
        const TextHole holes[] = {
            {"space", space},
            {"seat", name_of(d, THING_SEAT, at / DUEL_LOOT_MAX + 1, name)}};
        text_fill(say(d, "loot_at"), holes, 2, out, NAME_BYTES);
    }
}

/* Behind "activate the divinity on space 3": who that is, and the coins it takes;
 * behind others what they are about. */
static void duel_move_price(const Table *view, const Texts *texts, const Command *move,
                            char *out, size_t out_bytes)
{
    const Drawing d = drawing(NULL, view, texts, move->seat);
    char name[NAME_BYTES] = "", coins[16];
    out[0] = 0;
    if (move->type != DUEL_DO_ACTIVATE) {
        if (!about_agora(&d, move, name))
            about_pantheon(&d, move, name);
        snprintf(out, out_bytes, "%s", name);
        return;
    }
    name_of(&d, DUEL_GOD, d.s->pantheon.space[move->a - 1], name);
    snprintf(coins, sizeof coins, "%d",
             duel_pantheon_cost(&d.g, move->seat, move->a, move->b));
    const TextHole holes[] = {{"god", name}, {"coins", coins}};
    text_fill(say(&d, "god_price"), holes, 2, out, out_bytes);
}
