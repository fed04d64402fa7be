/* salt.c - the table of Sea Salt & Paper in the terminal. */
#include "cli/boards/board.h"

#include "games/sea-salt/salt.h"

#include <stdio.h>

enum { CARD_BYTES = 96, NAME_COLUMN = 4, TOTAL_COLUMN = 24, HAND_COLUMN = 36 };

typedef struct {
    Screen *screen;
    const Table *view;
    const Texts *texts;
    Salt g;
    const SaltState *s;
    int seat; /* whose eyes; SEAT_NONE: a spectator's */
} Drawing;

static Ink colour_ink(const char *colour)
{
    static const struct {
        const char *id;
        Ink ink;
    } inks[] = {
        {"blue", INK_BLUE},        {"red", INK_RED},
        {"green", INK_GREEN},      {"yellow", INK_YELLOW},
        {"purple", INK_PURPLE},    {"black", INK_GREY},
        {"white", INK_BOLD},       {"dark_blue", INK_BLUE},
        {"light_blue", INK_CYAN},  {"light_green", INK_GREEN},
        {"light_grey", INK_BROWN}, {"light_orange", INK_ORANGE},
        {"light_pink", INK_PINK},  {"orange", INK_RED},
    };
    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
        if (strcmp(inks[i].id, colour) == 0)
            return inks[i].ink;
    return INK_NONE;
}

static const char *say(const Drawing *d, const char *key)
{
    return board_text(d->texts, "cli.salt", key);
}

static void put(const Drawing *d, Ink ink, const char *key)
{
    screen_text(d->screen, ink, say(d, key));
}

static void put_number(const Drawing *d, const char *key, int number)
{
    screen_text(d->screen, INK_DIM, say(d, key));
    screen_format(d->screen, INK_NONE, " %d", number);
}

static char *card_text(const Drawing *d, int card, char *out)
{
    return say_thing(d->view, d->texts, SALT_CARD, card, out, CARD_BYTES);
}

static Ink card_ink(const Drawing *d, int card)
{
    const int colour = salt_colour(d->s, card);
    return colour ? colour_ink(d->g.profile->colour_id[colour]) : INK_NONE;
}

static void put_card(const Drawing *d, int card)
{
    char text[CARD_BYTES];
    screen_text(d->screen, card_ink(d, card), card_text(d, card, text));
}

/* Cards one after the other, those that read the same once with their number; on as
 * many lines as they need. */
static void put_cards(const Drawing *d, SaltSet cards, int indent)
{
    bool first = true;
    while (!salt_set_is_empty(cards)) {
        char text[CARD_BYTES], other[CARD_BYTES], times[16] = "";
        const int card = salt_set_pop(&cards);
        int count = 1;
        card_text(d, card, text);
        for (SaltSet rest = cards; !salt_set_is_empty(rest);) {
            const int next = salt_set_pop(&rest);
            if (strcmp(card_text(d, next, other), text) != 0)
                continue;
            salt_set_remove(&cards, next);
            count++;
        }
        if (count > 1)
            snprintf(times, sizeof times, " ×%d", count);
        const int width = screen_width(text) + screen_width(times) + (first ? 0 : 3);
        if (screen_column(d->screen) + width >= screen_columns(d->screen)) {
            screen_line(d->screen);
            screen_to(d->screen, indent);
            first = true;
        }
        if (!first)
            screen_text(d->screen, INK_DIM, " · ");
        screen_text(d->screen, card_ink(d, card), text);
        screen_text(d->screen, INK_BOLD, times);
        first = false;
    }
}

static void draw_heading(const Drawing *d)
{
    const SaltState *s = d->s;
    screen_text(d->screen, INK_BOLD, text_get(d->texts, "sea-salt.name"));
    screen_text(d->screen, INK_DIM, "  ");
    char round[16], line[80];
    snprintf(round, sizeof round, "%d", s->round);
    const TextHole hole = {"n", round};
    screen_text(d->screen, INK_NONE,
                text_fill(say(d, "round"), &hole, 1, line, sizeof line));
    screen_text(d->screen, INK_DIM, "  ");
    put_number(d, "target", s->target);
    if (s->extra_queued) {
        screen_text(d->screen, INK_DIM, "  ");
        put_number(d, "extra_turns", s->extra_queued);
    }
    if (s->event) {
        char name[CARD_BYTES];
        screen_text(d->screen, INK_DIM, "  ");
        put(d, INK_DIM, "event");
        screen_format(
            d->screen, INK_YELLOW, " %s",
            say_thing(d->view, d->texts, SALT_PEPPER, s->event, name, sizeof name));
    }
    screen_line(d->screen);
}

static void draw_piles(const Drawing *d)
{
    static const char *const names[2] = {"left", "right"};
    screen_text(d->screen, INK_NONE, "  ");
    put_number(d, "deck", d->s->deck_count);
    for (int pile = 0; pile < 2; pile++) {
        screen_text(d->screen, INK_NONE, "   ");
        put(d, INK_DIM, names[pile]);
        screen_text(d->screen, INK_NONE, " ");
        if (!d->s->pile_count[pile]) {
            put(d, INK_DIM, "empty");
            continue;
        }
        screen_text(d->screen, INK_NONE, "[");
        put_card(d, d->s->pile_top[pile]);
        screen_text(d->screen, INK_NONE, "]");
        screen_format(d->screen, INK_DIM, " %d", d->s->pile_count[pile]);
    }
    screen_line(d->screen);
}

/* "Crab + Crab, Fish + Fish": what lies before a seat. */
static void put_pairs(const Drawing *d, int seat)
{
    SaltSet cards = d->s->played[seat];
    int pairs = 0;
    while (!salt_set_is_empty(cards)) {
        const int first = salt_set_pop(&cards);
        if (pairs++)
            screen_text(d->screen, INK_DIM, ", ");
        put_card(d, first);
        for (int card = d->s->next[first]; card && card != first;
             card = d->s->next[card]) {
            screen_text(d->screen, INK_DIM, "+");
            put_card(d, card);
            salt_set_remove(&cards, card);
        }
    }
    if (!pairs)
        screen_text(d->screen, INK_DIM, "–");
}

/* How wide the pairs would be, measured by the same names. */
static int pairs_width(const Drawing *d, int seat)
{
    char text[CARD_BYTES];
    int width = 0;
    for (SaltSet cards = d->s->played[seat]; !salt_set_is_empty(cards);)
        width += screen_width(card_text(d, salt_set_pop(&cards), text)) + 2;
    return width;
}

static void draw_seat(const Drawing *d, int seat)
{
    const SaltState *s = d->s;
    char name[CARD_BYTES];
    const bool acts = s->phase != SALT_OVER && seat == s->seat;
    screen_text(d->screen, INK_BOLD | INK_GREEN, acts ? "▶" : " ");
    screen_text(d->screen, INK_YELLOW, seat == s->starter ? "★" : " ");
    screen_to(d->screen, NAME_COLUMN - 1);
    say_thing(d->view, d->texts, THING_SEAT, seat + 1, name, sizeof name);
    screen_text(d->screen, seat == d->seat ? INK_BOLD : INK_NONE, name);
    if (seat == d->seat)
        put(d, INK_DIM, "you");
    screen_to(d->screen, TOTAL_COLUMN);
    screen_format(d->screen, INK_BOLD, "%3d", s->total[seat]);
    screen_format(d->screen, INK_DIM, "/%d", s->target);
    screen_to(d->screen, HAND_COLUMN - 4);
    put_number(d, "hand", s->hand_count[seat]);
    if (s->locked >> seat & 1)
        put(d, INK_YELLOW, "locked");
    if (s->jellied >> seat & 1)
        put(d, INK_PURPLE, "jellied");
    if (s->reef_seats >> seat & 1)
        put(d, INK_CYAN, "reef");
    if (s->event_of[seat])
        screen_format(d->screen, INK_YELLOW, " %s",
                      say_thing(d->view, d->texts, SALT_PEPPER, s->event_of[seat], name,
                                sizeof name));
    screen_text(d->screen, INK_NONE, "  ");
    put(d, INK_DIM, "pairs");
    screen_text(d->screen, INK_NONE, " ");
    if (screen_column(d->screen) + pairs_width(d, seat) <= screen_columns(d->screen)) {
        put_pairs(d, seat);
    } else {
        screen_format(d->screen, INK_NONE, "%d", salt_set_count(s->played[seat]) / 2);
        screen_line(d->screen);
        screen_to(d->screen, NAME_COLUMN + 2);
        put_pairs(d, seat);
    }
    screen_line(d->screen);
}

/* Hands that lie open: after Last Chance, and at the end. */
static void draw_open_hands(const Drawing *d)
{
    const SaltState *s = d->s;
    for (int seat = 0; seat < s->players; seat++) {
        char name[CARD_BYTES];
        if (seat == d->seat || !(s->locked >> seat & 1) ||
            salt_set_is_empty(s->hand[seat]))
            continue;
        say_thing(d->view, d->texts, THING_SEAT, seat + 1, name, sizeof name);
        screen_format(d->screen, INK_DIM, "  %s: ", name);
        put_cards(d, s->hand[seat], NAME_COLUMN);
        screen_line(d->screen);
    }
}

static void draw_score(const Drawing *d, int seat)
{
    const SaltScore score = salt_score(&d->g, seat);
    const struct {
        const char *key;
        int points;
    } parts[] = {
        {"collection", score.collection}, {"pair_base", score.pair_base},
        {"pair_bonus", score.pair_bonus}, {"multiplier", score.multiplier},
        {"mermaid", score.mermaid},
    };
    bool first = true;
    screen_text(d->screen, INK_NONE, "  ");
    put(d, INK_DIM, "cards");
    screen_format(d->screen, INK_BOLD, " %d", score.cards);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i].points)
            continue;
        screen_text(d->screen, INK_DIM, first ? " = " : " + ");
        screen_text(d->screen, INK_DIM, say(d, parts[i].key));
        screen_format(d->screen, INK_NONE, " %d", parts[i].points);
        first = false;
    }
    screen_text(d->screen, INK_DIM, "   ");
    put_number(d, "colour", score.colour);
    screen_line(d->screen);
}

static void draw_own(const Drawing *d)
{
    const SaltState *s = d->s;
    screen_rule(d->screen, say(d, "your_hand"));
    screen_text(d->screen, INK_NONE, "  ");
    if (salt_set_is_empty(s->hand[d->seat]))
        put(d, INK_DIM, "no_cards");
    put_cards(d, s->hand[d->seat], 2);
    screen_line(d->screen);
    draw_score(d, d->seat);
    if (s->look_count && s->look[0]) {
        SaltSet cards = salt_set_none();
        for (int i = 0; i < s->look_count; i++)
            salt_set_add(&cards, s->look[i]);
        screen_text(d->screen, INK_NONE, "  ");
        put(d, INK_DIM, "drawn");
        screen_text(d->screen, INK_NONE, " ");
        put_cards(d, cards, 2);
        screen_line(d->screen);
    }
}

static void draw_banner(const Drawing *d)
{
    const SaltState *s = d->s;
    char name[CARD_BYTES], mode[CARD_BYTES], score[16], line[300];
    if (s->declarer == SEAT_NONE || s->phase == SALT_OVER)
        return;
    say_thing(d->view, d->texts, THING_SEAT, s->declarer + 1, name, sizeof name);
    say_thing(d->view, d->texts, SALT_MODE, s->mode, mode, sizeof mode);
    snprintf(score, sizeof score, "%d", s->declare_score);
    const TextHole holes[] = {{"seat", name}, {"mode", mode}, {"score", score}};
    text_fill(say(d, "banner"), holes, 3, line, sizeof line);
    screen_format(d->screen, INK_BOLD | INK_REVERSE, " %s ", line);
    screen_line(d->screen);
}

static Drawing drawing(Screen *screen, const Table *view, const Texts *texts, int seat)
{
    Drawing d = {screen, view, texts, {0}, view->state, seat};
    d.g = salt_table(view->catalog, (SaltState *)(uintptr_t)view->state, NULL);
    return d;
}

static void salt_draw(Screen *screen, const Table *view, const Texts *texts, int seat,
                      int players)
{
    (void)players;
    const Drawing d = drawing(screen, view, texts, seat);
    draw_heading(&d);
    draw_piles(&d);
    for (int i = 0; i < d.s->players; i++)
        draw_seat(&d, i);
    draw_banner(&d);
    draw_open_hands(&d);
    if (seat < d.s->players)
        draw_own(&d);
}

/* One line a seat: what the last cards were worth, the last round, the total. */
static void salt_result(Screen *screen, const Table *view, const Texts *texts, int seat)
{
    const Drawing d = drawing(screen, view, texts, seat);
    for (int i = 0; i < d.s->players; i++) {
        char name[CARD_BYTES];
        say_thing(view, texts, THING_SEAT, i + 1, name, sizeof name);
        screen_format(screen, d.s->winners >> i & 1 ? INK_BOLD : INK_NONE, "  %s",
                      name);
        screen_to(screen, TOTAL_COLUMN);
        put_number(&d, "total", d.s->total[i]);
        screen_text(screen, INK_NONE, "   ");
        put_number(&d, "last_round", d.s->last_round[i]);
        screen_line(screen);
        screen_text(screen, INK_NONE, "  ");
        draw_score(&d, i);
    }
}

/* Who calls Stop or Last Chance is seen by everybody before play goes on. */
static const char *const salt_loud[] = {"declared", NULL};

const Board board_salt = {.draw = salt_draw, .result = salt_result, .loud = salt_loud};
