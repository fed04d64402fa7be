/* smashup.c - the table of Smash Up in the terminal. */
#include "cli/boards/board.h"

#include "games/smashup/host.h"

#include <stdio.h>
#include <string.h>

enum {
    NAME_BYTES = 96,
    BASE_INDENT = 4,
    POWER_COLUMN = 24,
    PRIZE_COLUMN = 31,
    SEATS_COLUMN = 38
};

typedef struct {
    Screen *screen;
    const Table *view;
    const Texts *texts;
    Su g;
    const SuState *s;
    int seat; /* whose eyes; SEAT_NONE: a spectator's */
} Drawing;

static Ink seat_ink(int seat)
{
    static const Ink inks[SEATS_MAX] = {INK_BLUE, INK_RED, INK_GREEN, INK_PURPLE};
    return inks[seat];
}

static const char *say(const Drawing *d, const char *key)
{
    return board_text(d->texts, "smashup.board", key);
}

static const char *name_of(const Drawing *d, int kind, int id, char *out)
{
    return say_thing(d->view, d->texts, kind, id, out, NAME_BYTES);
}

static void put_space(const Drawing *d, int width)
{
    if (screen_column(d->screen) + width + 2 > screen_columns(d->screen)) {
        screen_line(d->screen);
        screen_to(d->screen, BASE_INDENT);
    } else {
        screen_text(d->screen, INK_NONE, "  ");
    }
}

/* Letters go from the end of a name until it is no wider than this. */
static void cut_name(char *name, int width)
{
    size_t end = strlen(name);
    if (screen_width(name) <= width)
        return;
    while (end && screen_width(name) >= width) {
        do
            end--;
        while (end && ((unsigned char)name[end] & 0xc0) == 0x80);
        name[end] = '\0';
    }
    snprintf(name + end, NAME_BYTES - end, "…");
}

/* Both names on what is left of the line, long ones cut short; none where they would be
 * cut to nothing. */
enum { FACTION_COLUMNS = 5 };

static void draw_factions(const Drawing *d, int seat)
{
    char name[2][NAME_BYTES] = {"", ""};
    const uint8_t *faction = d->s->faction[seat];
    const int room = screen_columns(d->screen) - screen_column(d->screen) - 3;
    int width[2] = {0, 0};
    if (room < 2 * FACTION_COLUMNS)
        return;
    for (int i = 0; i < 2 && faction[i]; i++)
        width[i] = screen_width(name_of(d, SU_FACTION, faction[i], name[i]));
    for (int i = 0; i < 2; i++) {
        const int half = (room + 1) / 2;
        const int other = i || width[1] < half ? width[1 - i] : half;
        cut_name(name[i], room - other);
        width[i] = screen_width(name[i]);
    }
    screen_format(d->screen, INK_DIM, name[1][0] ? "%s + %s" : "%s%s", name[0],
                  name[1]);
}

/* One line a player: points, hand, deck, discard pile, factions. */
static void draw_player(const Drawing *d, int seat)
{
    char name[NAME_BYTES];
    const Status status = d->view->game->status(d->view->catalog, d->view->state);
    screen_text(d->screen, INK_BOLD, seat == status.to_act ? "▶ " : "  ");
    screen_text(d->screen, seat_ink(seat), name_of(d, THING_SEAT, seat + 1, name));
    screen_to(d->screen, 18);
    if (d->s->phase != SU_DRAFT) {
        screen_format(d->screen, INK_BOLD, "%3d ", d->s->vp[seat]);
        screen_text(d->screen, INK_DIM, say(d, "vp"));
        screen_format(d->screen, INK_NONE, "  %s %d  %s %d  %s %d  ", say(d, "hand"),
                      d->s->hand_count[seat], say(d, "deck"), d->s->deck_count[seat],
                      say(d, "discard"), set_count(&d->s->discard[seat]));
    }
    draw_factions(d, seat);
    screen_line(d->screen);
}

/* Without room for that: "Player 1 5 VP 8/1/26", hand, deck and discard pile behind the
 * points, several to a line. */
static void draw_players_short(const Drawing *d)
{
    const Status status = d->view->game->status(d->view->catalog, d->view->state);
    for (int seat = 0; seat < d->s->players; seat++) {
        char name[NAME_BYTES], line[NAME_BYTES * 2];
        snprintf(line, sizeof line, "%s%s %d %s %d/%d/%d",
                 seat == status.to_act ? "▶ " : "",
                 name_of(d, THING_SEAT, seat + 1, name), d->s->vp[seat], say(d, "vp"),
                 d->s->hand_count[seat], d->s->deck_count[seat],
                 set_count(&d->s->discard[seat]));
        put_space(d, screen_width(line));
        screen_text(d->screen, seat_ink(seat), line);
    }
    screen_line(d->screen);
}

/* What is left of the Madness deck, and how much of it each player has. */
static void draw_madness(const Drawing *d)
{
    screen_format(d->screen, INK_DIM, "  %s", say(d, "madness_deck"));
    screen_to(d->screen, 18);
    screen_format(d->screen, INK_NONE, "%3d ", su_madness_count(d->s, -1));
    for (int seat = 0; seat < d->s->players; seat++)
        screen_format(d->screen, seat_ink(seat), " %d", su_madness_count(d->s, seat));
    screen_line(d->screen);
}

static void draw_actions(const Drawing *d, int zone, int at)
{
    const SuState *s = d->s;
    char name[NAME_BYTES];
    SET_EACH (card, &s->actions) {
        if (s->card[card].zone != zone || s->card[card].at != at)
            continue;
        name_of(d, SU_CARD, card, name);
        put_space(d, screen_width(name) + 2);
        screen_format(d->screen, seat_ink(s->card[card].seat),
                      zone == SU_CARRIED ? "+%s" : "[%s]", name);
    }
}

/* A minion with its power, its counters, whose it is if it is borrowed, and what it
 * carries. */
static void draw_minion(const Drawing *d, int seat, int card, bool first)
{
    const int owner = su_owner(d->s, card), counters = d->s->card[card].counters;
    char name[NAME_BYTES];
    name_of(d, SU_CARD, card, name);
    put_space(d, screen_width(name) + (first ? 6 : 3));
    if (first)
        screen_format(d->screen, INK_DIM, "%d: ", seat + 1);
    screen_format(d->screen, seat_ink(seat), "%s %d", name, su_power(&d->g, card));
    if (counters)
        screen_format(d->screen, INK_DIM, " (+%d)", counters);
    if (owner != seat)
        screen_format(d->screen, INK_DIM, " (%d:)", owner + 1);
    draw_actions(d, SU_CARRIED, card);
}

/* Player by player, each in their colour and behind their number. */
static void draw_minions(const Drawing *d, int base)
{
    const SuState *s = d->s;
    for (int seat = 0; seat < s->players; seat++) {
        bool first = true;
        SET_EACH (card, &s->minions) {
            if (s->card[card].at != base || s->card[card].seat != seat)
                continue;
            draw_minion(d, seat, card, first);
            first = false;
        }
    }
}

static bool has_minions(const Drawing *d, int base)
{
    int count = 0;
    for (int seat = 0; seat < d->s->players; seat++)
        count += su_minion_count(&d->g, base, seat);
    return count > 0;
}

/* Which game this is, and what ends it; then what the numbers behind a base are. */
static void draw_title(const Drawing *d)
{
    char target[16], line[NAME_BYTES];
    snprintf(target, sizeof target, "%d", d->s->target);
    const TextHole holes[] = {{"points", target}};
    text_fill(say(d, "ends_at"), holes, 1, line, sizeof line);
    screen_text(d->screen, INK_BOLD, text_get(d->texts, "smashup.name"));
    screen_format(d->screen, INK_DIM, "  %s", line);
    screen_line(d->screen);
}

static void draw_heading(const Drawing *d)
{
    screen_text(d->screen, INK_DIM, say(d, "base"));
    screen_to(d->screen, POWER_COLUMN);
    screen_text(d->screen, INK_DIM, say(d, "power"));
    screen_to(d->screen, PRIZE_COLUMN);
    screen_text(d->screen, INK_DIM, say(d, "prizes"));
    screen_to(d->screen, SEATS_COLUMN);
    for (int seat = 0; seat < d->s->players; seat++)
        screen_format(d->screen, seat_ink(seat), "%2d:", seat + 1);
    screen_line(d->screen);
}

static void draw_base(const Drawing *d, int base)
{
    const SuBaseDef *def = &d->g.catalog->base[base];
    char name[NAME_BYTES];
    int total = 0;
    for (int seat = 0; seat < d->s->players; seat++)
        total += su_total(&d->g, base, seat);
    screen_text(d->screen, INK_BOLD, name_of(d, SU_BASE, base, name));
    screen_to(d->screen, POWER_COLUMN);
    screen_format(d->screen,
                  total >= su_breakpoint(&d->g, base) ? INK_YELLOW : INK_NONE, "%2d/%d",
                  total, su_breakpoint(&d->g, base));
    screen_to(d->screen, PRIZE_COLUMN);
    screen_format(d->screen, INK_DIM, "%d %d %d", def->vp[0], def->vp[1], def->vp[2]);
    screen_to(d->screen, SEATS_COLUMN);
    for (int seat = 0; seat < d->s->players; seat++)
        screen_format(d->screen, seat_ink(seat), "%2d ", su_total(&d->g, base, seat));
    draw_actions(d, SU_AT_BASE, base);
    if (has_minions(d, base)) {
        if (screen_tight(d->screen) == 0) {
            screen_line(d->screen);
            screen_text(d->screen, INK_NONE, "  ");
        }
        draw_minions(d, base);
    }
    screen_line(d->screen);
}

static void draw_hand(const Drawing *d)
{
    const SuState *s = d->s;
    char name[NAME_BYTES];
    if (d->seat >= s->players)
        return;
    screen_text(d->screen, INK_DIM, say(d, "hand"));
    const CardSet *hand = &s->hand[d->seat];
    if (!set_count(hand))
        screen_text(d->screen, INK_NONE, "  –");
    SET_EACH (card, hand) {
        const SuDef *def = su_def(&d->g, card);
        name_of(d, SU_CARD, card, name);
        put_space(d, screen_width(name) + 3);
        screen_text(d->screen, def->kind == SU_MINION ? INK_BOLD : INK_NONE, name);
        if (def->kind == SU_MINION)
            screen_format(d->screen, INK_DIM, " %d", def->power);
    }
    screen_line(d->screen);
}

static Drawing drawing(Screen *screen, const Table *view, const Texts *texts, int seat)
{
    const Drawing d = {.screen = screen,
                       .view = view,
                       .texts = texts,
                       .g = su_table(su_reading(view->catalog, view->state),
                                     (SuState *)(uintptr_t)view->state, NULL),
                       .s = view->state,
                       .seat = seat};
    return d;
}

static void board_draw(Screen *screen, const Table *view, const Texts *texts, int seat,
                       int players)
{
    (void)players;
    const Drawing d = drawing(screen, view, texts, seat);
    const bool tightest = screen_tight(screen) == SCREEN_TIGHTEST;
    const bool roomy = screen_tight(screen) == 0;
    if (roomy)
        draw_title(&d);
    for (int other = 0; !tightest && other < d.s->players; other++)
        draw_player(&d, other);
    if (tightest) {
        draw_players_short(&d);
        draw_hand(&d);
    }
    if (d.s->madness_on)
        draw_madness(&d);
    if (roomy && d.s->base[0].id)
        draw_heading(&d);
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        if (d.s->base[i].id)
            draw_base(&d, d.s->base[i].id);
    if (!tightest)
        draw_hand(&d);
}

/* One line a player: points, and what Madness takes off them. */
static void board_result(Screen *screen, const Table *view, const Texts *texts,
                         int seat)
{
    const Drawing d = drawing(screen, view, texts, seat);
    char name[NAME_BYTES];
    for (int i = 0; i < d.s->players; i++) {
        const int penalty = su_penalty(d.s, i);
        screen_format(screen, d.s->winners >> i & 1 ? INK_BOLD : INK_NONE, "  %s",
                      name_of(&d, THING_SEAT, i + 1, name));
        screen_to(screen, 24);
        screen_format(screen, INK_BOLD, "%3d ", d.s->vp[i] - penalty);
        screen_text(screen, INK_DIM, say(&d, "vp"));
        if (d.s->madness_on)
            screen_format(screen, INK_PURPLE, "   %d - %d (%s %d)", d.s->vp[i], penalty,
                          say(&d, "madness"), su_madness_count(d.s, i));
        screen_line(screen);
    }
}

/* A minion's power; a base's breakpoint and what it is worth. */
static void board_facts(Screen *screen, const Table *view, const Texts *texts,
                        const CardInfo *info)
{
    const SuCatalog *c = su_reading(view->catalog, view->state);
    for (int i = 1; strcmp(info->kind, "minion") == 0 && i <= c->def_count; i++)
        if (strcmp(c->def[i].id, info->id) == 0) {
            screen_format(screen, INK_BOLD, "  %s %d",
                          board_text(texts, "smashup.board", "power"), c->def[i].power);
            return;
        }
    for (int i = 1; strcmp(info->kind, "base") == 0 && i <= c->base_count; i++)
        if (strcmp(c->base[i].id, info->id) == 0)
            screen_format(screen, INK_BOLD, "  %d  %d %d %d %s", c->base[i].breakpoint,
                          c->base[i].vp[0], c->base[i].vp[1], c->base[i].vp[2],
                          board_text(texts, "smashup.board", "vp"));
}

/* "1: 5 (+1) +Upgrade": a minion in play as it stands on the board, without its name.
 */
static void board_apart(const Table *view, const Texts *texts, const Command *move,
                        char *out, size_t out_bytes)
{
    const Spec *spec = &view->game->actions[move->type];
    const Id slots[2] = {move->a, move->b};
    const Drawing d = drawing(NULL, view, texts, move->seat);
    char name[NAME_BYTES], counters[16], owner[16];
    out[0] = 0;
    for (int i = 0; i < 2; i++) {
        const Id card = slots[i];
        if (spec->hole[i].kind != SU_TARGET || !set_has(&d.s->minions, card))
            continue;
        const SuCard *minion = &d.s->card[card];
        snprintf(counters, sizeof counters, " (+%d)", minion->counters);
        snprintf(owner, sizeof owner, " (%d:)", su_owner(d.s, card) + 1);
        snprintf(out, out_bytes, "%d: %d%s%s", minion->seat + 1, su_power(&d.g, card),
                 minion->counters ? counters : "",
                 su_owner(d.s, card) != minion->seat ? owner : "");
        for (Id on = set_next(&d.s->actions, 0); on; on = set_next(&d.s->actions, on)) {
            const size_t used = strlen(out);
            if (d.s->card[on].zone == SU_CARRIED && d.s->card[on].at == card)
                snprintf(out + used, out_bytes - used, " +%s",
                         name_of(&d, SU_CARD, on, name));
        }
    }
}

const Board board_smashup = {.draw = board_draw,
                             .result = board_result,
                             .facts = board_facts,
                             .apart = board_apart};
