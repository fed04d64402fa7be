/* duel.c - the table of 7 Wonders Duel in the terminal: the structure as it lies,
 * both cities, and what everything within reach costs. */
#include "cli/boards/board.h"

#include "games/duel/host.h"
#include "games/duel/price.h"

#include <stdio.h>

enum { NAME_BYTES = 96, LINE_BYTES = 400, HALVES = 12 };

typedef struct {
    Screen *screen;
    const Table *view;
    const Texts *texts;
    Duel g;
    const DuelState *s;
    int seat;  /* for whom prices are shown */
    int owner; /* whose eyes; SEAT_NONE: a spectator's */
} Drawing;

static Drawing drawing(Screen *screen, const Table *view, const Texts *texts, int seat)
{
    const DuelState *s = (const DuelState *)view->state;
    const int acts = duel_to_act(s);
    Drawing d = {
        screen,
        view,
        texts,
        duel_table((const DuelCatalog *)view->catalog, (DuelState *)(uintptr_t)s, NULL),
        s,
        seat,
        seat};
    if (seat >= DUEL_SEATS)
        d.seat = acts < DUEL_SEATS ? acts : 0;
    return d;
}

static Ink type_ink(int type)
{
    static const Ink inks[DUEL_TYPES] = {INK_NONE,   INK_BROWN,  INK_GREY, INK_BLUE,
                                         INK_GREEN,  INK_YELLOW, INK_RED,  INK_PURPLE,
                                         INK_ORANGE, INK_CYAN};
    return inks[type];
}

static const char *say(const Drawing *d, const char *key)
{
    return board_text(d->texts, "duel.board", key);
}

static void put(const Drawing *d, Ink ink, const char *key)
{
    screen_text(d->screen, ink, say(d, key));
    screen_text(d->screen, INK_NONE, " ");
}

static void fill(const Drawing *d, Ink ink, const char *key, const char *name,
                 const char *value)
{
    char line[LINE_BYTES];
    const TextHole hole = {name, value};
    screen_text(d->screen, ink, text_fill(say(d, key), &hole, 1, line, sizeof line));
}

static char *name_of(const Drawing *d, int kind, int id, char *out)
{
    return say_thing(d->view, d->texts, kind, id, out, NAME_BYTES);
}

static void put_name(const Drawing *d, Ink ink, int kind, int id)
{
    char name[NAME_BYTES];
    screen_text(d->screen, ink, name_of(d, kind, id, name));
}

/* A word before another on the same line, or at the start of the next where it does not
 * fit. */
static void make_room(const Drawing *d, int width, int indent)
{
    if (screen_column(d->screen) + width < screen_columns(d->screen))
        return;
    screen_line(d->screen);
    screen_to(d->screen, indent);
}

/* As much of a name as fits into so many columns. */
static void cut(char *text, int columns)
{
    char whole[NAME_BYTES];
    if (screen_width(text) <= columns)
        return;
    snprintf(whole, sizeof whole, "%s", text);
    for (size_t bytes = strlen(whole); bytes > 0; bytes--) {
        if (((unsigned char)whole[bytes] & 0xc0) == 0x80)
            continue;
        whole[bytes] = '\0';
        if (screen_width(whole) < columns) {
            snprintf(text, NAME_BYTES, "%s.", whole);
            return;
        }
    }
}

/* "4: buys 2 wood": the price of a card or a wonder for the player who asks. */
static const char *price_text(const Drawing *d, DuelPrice price, char *out,
                              size_t out_bytes)
{
    char number[16], units[160] = "";
    size_t used = 0;
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        char name[NAME_BYTES];
        if (!duel_goods(price.buy, r))
            continue;
        used += (size_t)snprintf(units + used, sizeof units - used, "%s%d %s",
                                 used ? text_get(d->texts, "list.and") : "",
                                 duel_goods(price.buy, r),
                                 name_of(d, DUEL_RESOURCE, r + 1, name));
    }
    snprintf(number, sizeof number, "%d", price.printed + price.trade);
    const TextHole holes[] = {{"price", number}, {"units", units}};
    const char *key = price.chain                       ? "chain"
                      : used                            ? "buys"
                      : price.printed + price.trade > 0 ? "plain"
                                                        : "free";
    return text_fill(say(d, key), holes, 2, out, out_bytes);
}

static Ink price_ink(const Drawing *d, DuelPrice price)
{
    const bool can = price.printed + price.trade <= duel_purse(&d->s->city[d->seat]);
    return can ? INK_GREEN : INK_DIM;
}

/* Whether there is room for more than the short forms. */
static bool is_roomy(const Drawing *d)
{
    return screen_tight(d->screen) == 0;
}

/* Whether lines are joined and only what differs from nothing is said. */
static bool is_tightest(const Drawing *d)
{
    return screen_tight(d->screen) == SCREEN_TIGHTEST;
}

/* The next part of a city: on a line of its own, or behind the last. */
static void next_part(const Drawing *d)
{
    if (is_tightest(d)) {
        screen_text(d->screen, INK_NONE, "  ");
        return;
    }
    screen_line(d->screen);
    screen_to(d->screen, 4);
}

#ifdef DUEL_WITH_SETS
/* Where a politician's name is cut, the chambers of the section stand behind it. */
static void cut_politician(const Drawing *d, int card, char *name, int columns)
{
    const DuelDoes *does = d->g.catalog->piece[card].does;
    if (does->ability != DUEL_FX_politician || screen_width(name) <= columns)
        return;
    cut(name, columns - 2);
    const size_t used = strlen(name);
    snprintf(name + used, NAME_BYTES - used, "%d%d", 2 * does->n - 1, 2 * does->n);
}
#endif

/* One name in the structure: [free to take], (covered), or the back. */
static void draw_slot(const Drawing *d, int slot, int columns)
{
    const bool hidden = d->s->hidden >> slot & 1, open = d->s->open >> slot & 1;
    const int card = d->s->slot[slot];
    char name[NAME_BYTES];
    if (hidden) {
        const int back =
            card >= DUEL_BACK ? card - DUEL_BACK : d->g.catalog->label[card].back;
        const bool odd = back > d->g.catalog->age_count; /* guilds and the like */
        const char *on = "▒▒▒▒";
#ifdef DUEL_WITH_SETS
        static const char *const signs[] = {"▒▒▒▒", "(M)", "(P)", "(G)", "(E)",
                                            "(R)",  "(2)", "(3)", "(4)"};
        on = signs[d->s->pantheon.mark[slot]];
#endif
        snprintf(name, sizeof name, odd ? "▒▒%s▒▒" : "▒%s▒",
                 odd ? say(d, d->g.catalog->back_id[back]) : on);
        cut(name, columns - 2);
        screen_format(d->screen, odd ? INK_PURPLE : INK_DIM, " %s", name);
        return;
    }
    const Ink ink =
        type_ink(d->g.catalog->piece[card].type) | (open ? INK_BOLD : INK_NONE);
    name_of(d, DUEL_CARD, card, name);
#ifdef DUEL_WITH_SETS
    cut_politician(d, card, name, columns - 3);
#endif
    cut(name, columns - 3);
    screen_format(d->screen, ink, open ? "[%s]" : "(%s)", name);
}

static void draw_structure(const Drawing *d)
{
    const DuelLayout *layout = duel_layout(d->g.catalog, d->s, d->s->age);
    int halves = HALVES, row = -1;
    for (int slot = 0; slot < layout->slot_count; slot++)
        if (layout->x[slot] + 1 > halves) /* sets lay wider rows */
            halves = layout->x[slot] + 1;
    const int half = (screen_columns(d->screen) - 4) / halves;
    for (uint32_t left = d->s->lying; left; left &= left - 1) {
        const int slot = bits_first(left);
        if (row >= 0 && layout->row[slot] != row)
            screen_line(d->screen);
        row = layout->row[slot];
        screen_to(d->screen, 2 + half * (layout->x[slot] - 1));
        draw_slot(d, slot, 2 * half);
    }
    if (row >= 0)
        screen_line(d->screen);
}

/* What each card that can be taken costs. */
static void draw_prices(const Drawing *d)
{
    char name[NAME_BYTES], text[LINE_BYTES];
    bool first = true;
    if (!duel_available(d->s) || d->s->victory)
        return;
    fill(d, INK_DIM, "prices", "seat", name_of(d, THING_SEAT, d->seat + 1, name));
    screen_text(d->screen, INK_NONE, "  ");
    for (uint32_t left = duel_available(d->s); left; left &= left - 1) {
        const int card = d->s->slot[bits_first(left)];
        const DuelPrice price = duel_card_price(&d->g, d->seat, card);
        name_of(d, DUEL_CARD, card, name);
        if (is_tightest(d))
            snprintf(text, sizeof text, "%d", price.printed + price.trade);
        else
            price_text(d, price, text, sizeof text);
        make_room(d, screen_width(name) + screen_width(text) + 5, 2);
        if (!first && screen_column(d->screen) > 2)
            screen_text(d->screen, INK_DIM, " · ");
        screen_text(d->screen, type_ink(d->g.catalog->piece[card].type), name);
        screen_format(d->screen, price_ink(d, price), " %s", text);
        first = false;
    }
    screen_line(d->screen);
}

/* From one capital to the other: the pawn, and the military tokens still there. */
static void draw_track(const Drawing *d)
{
    const DuelNumbers *number = &d->g.catalog->number;
    put(d, INK_DIM, "track");
    put_name(d, INK_NONE, THING_SEAT, 1);
    screen_text(d->screen, INK_NONE, " ⌂");
    for (int space = 1 - number->capital; space < number->capital; space++) {
        const int side = space > 0, distance = side ? space : -space;
        const char *loot = NULL;
        char coins[16];
        for (int i = 0; i < number->loot_count; i++)
            if (number->loot_space[i] == distance &&
                d->s->loot >> (side * DUEL_LOOT_MAX + i) & 1) {
                snprintf(coins, sizeof coins, "%d", number->loot_coins[i]);
                loot = duel_sets_loot(d->s) ? (i ? "−" : "+") : coins;
            }
        screen_text(d->screen, INK_NONE, " ");
        if (space == d->s->pawn)
            screen_text(d->screen, INK_BOLD | INK_RED, "●");
#ifdef DUEL_WITH_SETS
        else if (d->s->pantheon.minerva == PANTHEON_MIDDLE + space)
            screen_text(d->screen, INK_BOLD | INK_PURPLE, "M");
#endif
        else if (loot)
            screen_text(d->screen, INK_RED, loot);
        else
            screen_text(d->screen, INK_DIM, space ? "·" : "│");
    }
    screen_text(d->screen, INK_NONE, " ⌂ ");
    put_name(d, INK_NONE, THING_SEAT, 2);
    screen_line(d->screen);
}

static void put_tokens(const Drawing *d, uint32_t tokens)
{
    if (!tokens)
        put(d, INK_DIM, "none");
    for (; tokens; tokens &= tokens - 1) {
        char name[NAME_BYTES];
        name_of(d, DUEL_TOKEN, 1 + bits_first(tokens), name);
        make_room(d, screen_width(name) + 2, 4);
        screen_text(d->screen, INK_CYAN, name);
        screen_text(d->screen, INK_DIM,
                    tokens & (tokens - 1) ? text_get(d->texts, "list.and") : "  ");
    }
}

#ifdef DUEL_WITH_SETS
#include "cli/boards/duel_agora.h"
#include "cli/boards/duel_pantheon.h"
#endif

static void draw_heading(const Drawing *d)
{
    char age[16];
    if (is_roomy(d))
        screen_format(d->screen, INK_BOLD, "%s  ", text_get(d->texts, "duel.name"));
    snprintf(age, sizeof age, "%d", d->s->age);
    if (d->s->age)
        fill(d, INK_BOLD, "age", "n", age);
    else
        screen_text(d->screen, INK_BOLD, say(d, "draft"));
    screen_text(d->screen, INK_NONE, "  ");
    put(d, INK_DIM, "tokens");
    put_tokens(d, d->s->row);
    if (d->s->drawn) {
        put(d, INK_DIM, "drawn");
        put_tokens(d, d->s->drawn);
    }
    screen_line(d->screen);
}

/* The wonders to choose from, each with its price and what it does. */
static void draw_draft(const Drawing *d)
{
    for (int i = 0; i < DUEL_SHOWN_MAX && d->s->pool[i]; i++) {
        char key[96];
        const DuelLabel *label = &d->g.catalog->label[DUEL_WONDER_0 + d->s->pool[i]];
        screen_text(d->screen, INK_NONE, "  ");
        put_name(d, INK_BOLD, DUEL_WONDER, d->s->pool[i]);
        screen_text(d->screen, INK_NONE, "  ");
        snprintf(key, sizeof key, "duel.%s", label->text);
        screen_wrap(d->screen, INK_NONE, 4, text_get(d->texts, key));
    }
}

/* What a city makes, and what a unit of each resource costs it. */
static void draw_goods(const Drawing *d, int seat)
{
    const DuelCity *city = &d->s->city[seat];
    const DuelMarket market = duel_market(&d->g, seat);
    bool any = false;
    next_part(d);
    put(d, INK_DIM, "makes");
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        const int made = duel_goods(city->has.goods, r);
        if (!made && is_tightest(d))
            continue;
        put_name(d, INK_NONE, DUEL_RESOURCE, r + 1);
        screen_format(d->screen, INK_BOLD, " %d ", made);
        any = true;
    }
    for (int i = 0; i < 2; i++) {
        const int made = duel_goods(city->has.goods, DUEL_ANY_RAW + i);
        if (!made)
            continue;
        screen_text(d->screen, INK_NONE, say(d, i ? "any_made" : "any_raw"));
        screen_format(d->screen, INK_BOLD, " %d ", made);
        any = true;
    }
    if (!any)
        put(d, INK_DIM, "none");
    make_room(d, 22, 4);
    put(d, INK_DIM, "buys_at");
    for (int r = 0; r < DUEL_RESOURCES; r++)
        screen_format(d->screen, INK_NONE, "%s%d", r ? "/" : "",
                      duel_unit_price(&market, r));
}

static void put_symbols(const Drawing *d, const DuelCity *city)
{
    bool first = true;
    for (int symbol = 1; symbol < DUEL_SYMBOLS; symbol++) {
        const int count = city->has.symbols >> (2 * (symbol - 1)) & 3;
        char name[NAME_BYTES];
        if (!count)
            continue;
        if (first)
            put(d, INK_DIM, "symbols");
        first = false;
        name_of(d, DUEL_SYMBOL, symbol, name);
        make_room(d, screen_width(name) + 3, 4);
        screen_text(d->screen, INK_GREEN, name);
        screen_text(d->screen, INK_BOLD, count > 1 ? "×2 " : " ");
    }
}

static void draw_wonders(const Drawing *d, int seat)
{
    const DuelCity *city = &d->s->city[seat];
    bool first = true;
    if (!city->wonder[0])
        return;
    next_part(d);
    put(d, INK_DIM, "wonders");
    for (int i = 0; i < DUEL_CITY_WONDERS && city->wonder[i]; i++) {
        char name[NAME_BYTES], text[LINE_BYTES];
        const DuelPrice price = duel_wonder_price(&d->g, seat, city->wonder[i]);
        name_of(d, DUEL_WONDER, city->wonder[i], name);
        if (city->under[i])
            snprintf(text, sizeof text, "%s", say(d, "built"));
        else if (is_roomy(d))
            price_text(d, price, text, sizeof text);
        else
            snprintf(text, sizeof text, "%d", price.printed + price.trade);
        make_room(d, screen_width(name) + screen_width(text) + 4, 4);
        if (!first && screen_column(d->screen) > 4)
            screen_text(d->screen, INK_DIM, " · ");
        screen_text(d->screen, city->under[i] ? INK_BOLD | INK_ORANGE : INK_NONE, name);
        screen_format(d->screen,
                      city->under[i] || price.printed + price.trade <= duel_purse(city)
                          ? INK_GREEN
                          : INK_DIM,
                      " %s", text);
        first = false;
    }
}

/* A city's cards by colour: their names where there is room, else how many. */
static void put_cards(const Drawing *d, int seat)
{
    const bool names = is_roomy(d);
    for (int type = DUEL_RAW_MATERIAL; type < DUEL_TYPES; type++) {
        DuelCards cards =
            duel_cards_both(d->s->city[seat].cards, d->g.catalog->of_type[type]);
        const int count = duel_cards_count(cards);
        if (!count)
            continue;
        make_room(d, 12, 4);
        screen_text(d->screen, INK_NONE, "  ");
        put_name(d, type_ink(type) | INK_BOLD, DUEL_TYPE, type);
        screen_format(d->screen, INK_BOLD, names ? " %d " : " %d", count);
        for (int card = duel_cards_pop(&cards); names && card;
             card = duel_cards_pop(&cards)) {
            char name[NAME_BYTES];
            name_of(d, DUEL_CARD, card, name);
            make_room(d, screen_width(name) + 3, 4);
            screen_text(d->screen, type_ink(type), name);
            screen_text(d->screen, INK_DIM,
                        duel_cards_count(cards) ? text_get(d->texts, "list.and") : "");
        }
    }
}

static void draw_seat(const Drawing *d, int seat)
{
    const DuelCity *city = &d->s->city[seat];
    const bool acts = seat == duel_to_act(d->s);
    screen_text(d->screen, INK_BOLD | INK_GREEN, acts ? "▶ " : "  ");
    put_name(d, INK_BOLD, THING_SEAT, seat + 1);
    screen_format(d->screen, INK_DIM, " %s  ", seat == d->owner ? say(d, "you") : "");
    put(d, INK_DIM, "coins");
    screen_format(d->screen, INK_BOLD | INK_YELLOW, "%d  ", city->coins);
    put(d, INK_DIM, "points");
    screen_format(d->screen, INK_BOLD, "%d  ", duel_score(&d->g, seat).total);
    put_symbols(d, city);
    if (city->tokens)
        put_tokens(d, city->tokens);
#ifdef DUEL_WITH_SETS
    put_gods(d, seat);
    put_plots(d, seat);
#endif
    if (acts && (d->s->marks & DUEL_AGAIN))
        put(d, INK_YELLOW, "again");
    if (!is_roomy(d))
        put_cards(d, seat);
    if (d->s->age)
        draw_goods(d, seat);
    draw_wonders(d, seat);
    if (is_roomy(d) &&
        d->s->city[seat].cards.word[0] + d->s->city[seat].cards.word[1]) {
        next_part(d);
        put_cards(d, seat);
    }
    screen_line(d->screen);
}

static void draw_discard(const Drawing *d)
{
    DuelCards cards = d->s->discard;
    const int count = duel_cards_count(cards);
    if (!count || !is_roomy(d))
        return;
    screen_text(d->screen, INK_NONE, "  ");
    put(d, INK_DIM, "discard");
    screen_format(d->screen, INK_BOLD, "%d", count);
    for (int card = duel_cards_pop(&cards); card; card = duel_cards_pop(&cards)) {
        char name[NAME_BYTES];
        name_of(d, DUEL_CARD, card, name);
        make_room(d, screen_width(name) + 1, 4);
        screen_format(d->screen, type_ink(d->g.catalog->piece[card].type), " %s", name);
    }
    screen_line(d->screen);
}

static void duel_draw(Screen *screen, const Table *view, const Texts *texts, int seat,
                      int players)
{
    (void)players;
    const Drawing d = drawing(screen, view, texts, seat);
    draw_heading(&d);
    draw_track(&d);
#ifdef DUEL_WITH_SETS
    draw_senate(&d);
    draw_pantheon(&d);
#endif
    if (!d.s->age)
        draw_draft(&d);
    draw_structure(&d);
    draw_prices(&d);
    for (int other = 0; other < DUEL_SEATS; other++)
        draw_seat(&d, other);
    draw_discard(&d);
}

/* Points by category, one line each. */
static void duel_result(Screen *screen, const Table *view, const Texts *texts, int seat)
{
    const Drawing d = drawing(screen, view, texts, seat);
    const DuelScore score[DUEL_SEATS] = {duel_score(&d.g, 0), duel_score(&d.g, 1)};
    char name[NAME_BYTES], key[80];
    if (d.s->victory)
        put_name(&d, INK_BOLD, DUEL_VICTORY, d.s->victory);
    screen_to(screen, 24);
    for (int i = 0; i < DUEL_SEATS; i++) {
        screen_text(screen, INK_BOLD, name_of(&d, THING_SEAT, i + 1, name));
        screen_to(screen, 24 + 16 * (i + 1));
    }
    screen_line(screen);
    for (int line = 0; line <= DUEL_SCORES + 1; line++) {
        const char *part = line < DUEL_SCORES    ? duel_score_names[line]
                           : line == DUEL_SCORES ? "total"
                                                 : "blue";
        const bool tie = score[0].total == score[1].total;
        if (line > DUEL_SCORES && !tie)
            break;
        snprintf(key, sizeof key, "duel.score.%s", part);
        screen_format(screen, INK_NONE, "  %s", text_get(texts, key));
        for (int i = 0; i < DUEL_SEATS; i++) {
            const int points = line < DUEL_SCORES    ? score[i].part[line]
                               : line == DUEL_SCORES ? score[i].total
                                                     : score[i].blue;
            screen_to(screen, 24 + 16 * i);
            screen_format(screen, line == DUEL_SCORES ? INK_BOLD : INK_NONE, "%3d",
                          points);
        }
        screen_line(screen);
    }
}

/* Sets have cards that are called the same; which one is taken uncovers others. */
static void duel_apart(const Table *view, const Texts *texts, const Command *move,
                       char *out, size_t out_bytes)
{
    const Drawing d = drawing(NULL, view, texts, move->seat);
    const DuelLayout *layout = duel_layout(d.g.catalog, d.s, d.s->age);
    int mine = -1, before = 1;
    out[0] = 0;
    if (view->game->actions[move->type].hole[0].kind != DUEL_CARD)
        return;
    for (uint32_t left = duel_available(d.s); left; left &= left - 1)
        if (d.s->slot[bits_first(left)] == move->a)
            mine = bits_first(left);
    for (uint32_t left = duel_available(d.s); left && mine >= 0; left &= left - 1)
        before += layout->x[bits_first(left)] < layout->x[mine];
    char number[16];
    snprintf(number, sizeof number, "%d", before);
    const TextHole hole = {"n", number};
    if (mine >= 0)
        text_fill(say(&d, "place"), &hole, 1, out, out_bytes);
}

const Board board_duel = {
    .draw = duel_draw,
    .result = duel_result,
    .apart = duel_apart,
#ifdef DUEL_WITH_SETS
    .price = duel_move_price,
#endif
};
