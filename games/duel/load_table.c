/* load_table.c - reads the ages and the numbers of the rules of 7 Wonders Duel: how
 * cards lie, alone and with each set. */
#include "games/duel/loading.h"

#include <string.h>

/* A row's slots; each is covered by those of the next row half a card to its left and
 * right. */
static void read_row(Reader *r, const json_t *row, int number, DuelLayout *layout)
{
    static const char *const keys[] = {"face_up", "x", NULL};
    read_only(r, row, keys);
    const bool face_up = read_bool_or(r, row, "face_up", true);
    const json_t *list = read_array(r, row, "x", DUEL_SLOTS_MAX);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        const json_int_t x = json_integer_value(json_array_get(list, i));
        if (x < 1 || x > 40 || layout->slot_count == DUEL_SLOTS_MAX) {
            reader_fail(r, "x", "must be from 1 to 40, for at most %d slots",
                        DUEL_SLOTS_MAX);
            return;
        }
        for (int other = 0; other < layout->slot_count; other++)
            if (layout->row[other] == number && layout->x[other] == x) {
                reader_fail(r, "x", "%d is there twice: two cards in one place",
                            (int)x);
                return;
            }
        const int slot = layout->slot_count++;
        layout->row[slot] = (uint8_t)number;
        layout->x[slot] = (uint8_t)x;
        layout->below[slot][0] = layout->below[slot][1] = DUEL_SLOTS_MAX;
        if (!face_up)
            layout->face_down |= (uint32_t)1 << slot;
        for (int far = 0; far < slot; far++)
            if (layout->row[far] == number - 1 &&
                (layout->x[far] == x - 1 || layout->x[far] == x + 1)) {
                layout->covered_by[far] |= (uint32_t)1 << slot;
                layout->below[slot][layout->x[far] > x] = (uint8_t)far;
            }
    }
}

static void read_deck(Reader *r, const json_t *age, const DuelCatalog *c,
                      DuelLayout *layout)
{
    static const char *const keys[] = {"back", "count", NULL};
    const json_t *deck = read_array(r, age, "deck", DUEL_PARTS_MAX);
    layout->part_count = 0;
    for (size_t i = 0; i < json_array_size(deck) && reader_ok(r); i++) {
        const json_t *part = json_array_get(deck, i);
        reader_enter(r, "deck", (int)i);
        read_only(r, part, keys);
        const char *name = read_text(r, part, "back");
        int back = 0;
        for (int b = 1; name && b <= c->back_count; b++)
            if (strcmp(c->back_id[b], name) == 0)
                back = b;
        if (!back)
            reader_fail(r, "back", "no card has this back");
        layout->part_back[i] = (uint8_t)back;
        for (size_t other = 0; other < i; other++)
            if (layout->part_back[other] == layout->part_back[i])
                reader_fail(r, "back", "is there twice; give its cards one count");
        layout->part_count_of[i] =
            (uint8_t)read_int(r, part, "count", 1, DUEL_SLOTS_MAX);
        layout->part_count++;
        reader_leave(r);
    }
}

static void read_rows(Reader *r, const json_t *item, DuelLayout *layout)
{
    const json_t *rows = read_array(r, item, "rows", 12);
    layout->slot_count = 0;
    layout->face_down = 0;
    memset(layout->covered_by, 0, sizeof layout->covered_by);
    for (size_t i = 0; i < json_array_size(rows) && reader_ok(r); i++) {
        reader_enter(r, "rows", (int)i);
        read_row(r, json_array_get(rows, i), (int)i, layout);
        reader_leave(r);
    }
}

/* The slots on whose cards a set lays its tokens. */
static void read_marks(Reader *r, const json_t *item, DuelLayout *layout)
{
#ifdef DUEL_WITH_SETS
    const json_t *list = read_array_or_none(r, item, "marks", DUEL_SLOTS_MAX);
    if (list)
        layout->marked = 0;
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        const json_int_t slot = json_integer_value(json_array_get(list, i));
        if (slot < 0 || slot >= layout->slot_count || !(layout->face_down >> slot & 1))
            reader_fail(r, "marks", "entry %zu is no slot that lies face down", i);
        else
            layout->marked |= (uint32_t)1 << slot;
    }
#else
    (void)r;
    (void)item;
    (void)layout;
#endif
}

/* One age of one layout. A set's lays over the base game's: only what it says differs.
 */
static void read_age(Reader *r, const json_t *item, DuelCatalog *c, int sets,
                     bool of_set)
{
    static const char *const keys[] = {"age", "deck", "rows",
#ifdef DUEL_WITH_SETS
                                       "marks",
#endif
                                       NULL};
    read_only(r, item, keys);
    const int age = read_int(r, item, "age", 1, DUEL_AGES_MAX);
    DuelLayout *layout = &c->age[sets][age];
    if (!reader_ok(r))
        return;
    if (of_set ? age > c->age_count : !sets && age != c->age_count + 1) {
        reader_fail(r, "age", "ages come in order, each once");
        return;
    }
    if (!of_set)
        c->age_count = (uint8_t)age;
    if (!of_set || json_object_get(item, "deck"))
        read_deck(r, item, c, layout);
    if (!of_set || json_object_get(item, "rows"))
        read_rows(r, item, layout);
    read_marks(r, item, layout);
    layout->uncovered = duel_uncovered(layout, ((uint32_t)1 << layout->slot_count) - 1);
    int cards = 0;
    for (int i = 0; i < layout->part_count; i++)
        cards += layout->part_count_of[i];
    if (reader_ok(r) &&
        (cards != layout->slot_count || (layout->uncovered & layout->face_down)))
        reader_fail(r, "rows",
                    "%d slots for %d cards, or the nearest row lies face down",
                    layout->slot_count, cards);
}

/* Spaces of the track in rising order, each with a number. */
static uint8_t read_spaces(Reader *r, const json_t *rules, const char *list_key,
                           const char *key, int max, int capital, uint8_t *space,
                           uint8_t *number)
{
    const char *const keys[] = {"space", key, NULL};
    const json_t *list = read_array(r, rules, list_key, max);
    int before = 0;
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        const json_t *item = json_array_get(list, i);
        reader_enter(r, list_key, (int)i);
        read_only(r, item, keys);
        before = read_int(r, item, "space", before + 1, capital - 1);
        space[i] = (uint8_t)before;
        number[i] = (uint8_t)read_int(r, item, key, 0, 100);
        reader_leave(r);
    }
    return (uint8_t)json_array_size(list);
}

static void read_draft(Reader *r, const json_t *rules, DuelNumbers *n)
{
    const json_t *draft = read_array(r, rules, "draft", DUEL_DRAFT_MAX);
    int picks[2] = {0, 0};
    n->shown = (uint8_t)read_int(r, rules, "shown_wonders", 1, DUEL_SHOWN_MAX);
    for (size_t i = 0; i < json_array_size(draft) && reader_ok(r); i++) {
        const json_int_t who = json_integer_value(json_array_get(draft, i));
        if (who != 0 && who != 1) {
            reader_fail(r, "draft", "entry %zu must be 0 (the first player) or 1", i);
            return;
        }
        n->draft[n->draft_count++] = (uint8_t)who;
        picks[who]++;
    }
    if (reader_ok(r) && (picks[0] > DUEL_CITY_WONDERS || picks[1] > DUEL_CITY_WONDERS ||
                         n->draft_count % n->shown))
        reader_fail(r, "draft",
                    "a player has at most %d wonders, and each round takes all "
                    "that are shown",
                    DUEL_CITY_WONDERS);
}

#ifdef DUEL_WITH_SETS
/* So many small numbers, none of them 0. */
static void read_numbers(Reader *r, const json_t *rules, const char *key, int count,
                         uint8_t *row)
{
    const json_t *list = read_array(r, rules, key, count);
    if (reader_ok(r) && json_array_size(list) != (size_t)count)
        reader_fail(r, key, "needs %d numbers", count);
    for (int i = 0; i < count && reader_ok(r); i++) {
        const json_t *number = json_array_get(list, (size_t)i);
        row[i] = (uint8_t)json_integer_value(number);
        if (!json_is_integer(number) || json_integer_value(number) < 1 ||
            json_integer_value(number) > 9)
            reader_fail(r, key, "entry %d must be a whole number from 1 to 9", i);
    }
}

/* What each side of the pantheon's board says: the other's begins at the other end. */
static void read_costs(Reader *r, const json_t *rules, DuelNumbers *n)
{
    uint8_t cost[PANTHEON_SPACES] = {0};
    read_numbers(r, rules, "space_cost", PANTHEON_SPACES, cost);
    for (int i = 0; i < PANTHEON_SPACES; i++) {
        n->space_cost[0] |= (uint64_t)cost[i] << (8 * i);
        n->space_cost[1] |= (uint64_t)cost[PANTHEON_SPACES - 1 - i] << (8 * i);
    }
}

/* The numbers of a set that is built in, in one of its files; false: it is none. */
static bool read_set_rules(Reader *r, const json_t *rules, int set, DuelNumbers *n)
{
    static const char *const keys[DUEL_SETS][2] = {
        [DUEL_SET_pantheon] = {"space_cost"}, [DUEL_SET_agora] = {"chamber_points"}};
    if (set < 0)
        return false;
    read_only(r, rules, keys[set]);
    if (set == DUEL_SET_agora ? n->chamber_points[0] : n->space_cost[0])
        reader_fail(r, NULL, "are there twice");
    else if (set == DUEL_SET_agora)
        read_numbers(r, rules, "chamber_points", AGORA_CHAMBERS, n->chamber_points);
    else
        read_costs(r, rules, n);
    return true;
}
#endif

static void read_base_rules(Reader *r, const json_t *rules, DuelNumbers *n)
{
    static const char *const keys[] = {
        "start_coins", "trade_base",    "discard_coins", "coin_set",
        "capital",     "loot",          "zones",         "wonders_max",
        "row_tokens",  "shown_wonders", "draft",         "symbols_to_win",
        NULL};
    read_only(r, rules, keys);
    if (n->capital)
        reader_fail(r, NULL, "are there twice");
    n->start_coins = (uint8_t)read_int(r, rules, "start_coins", 0, 99);
    n->trade_base = (uint8_t)read_int(r, rules, "trade_base", 1, 5);
    n->discard_coins = (uint8_t)read_int(r, rules, "discard_coins", 0, 9);
    n->coin_set = (uint8_t)read_int(r, rules, "coin_set", 1, 9);
    n->capital = (uint8_t)read_int(r, rules, "capital", 1, 99);
    n->wonders_max =
        (uint8_t)read_int(r, rules, "wonders_max", 1, 2 * DUEL_CITY_WONDERS);
    n->symbols_to_win =
        (uint8_t)read_int(r, rules, "symbols_to_win", 1, DUEL_SYMBOLS - 1);
    n->row_tokens = (uint8_t)read_int(r, rules, "row_tokens", 0, DUEL_TOKENS_MAX);
    n->loot_count = read_spaces(r, rules, "loot", "coins", DUEL_LOOT_MAX, n->capital,
                                n->loot_space, n->loot_coins);
    n->zone_count = read_spaces(r, rules, "zones", "points", DUEL_ZONES_MAX, n->capital,
                                n->zone_space, n->zone_points);
    read_draft(r, rules, n);
}

void duel_read_rules(Reader *r, const json_t *file, DuelCatalog *c)
{
    const json_t *rules = read_object_or_none(r, file, "rules");
    if (!rules)
        return;
    reader_enter(r, "rules", -1);
#ifdef DUEL_WITH_SETS
    const char *name = json_string_value(json_object_get(file, "set"));
    if (!name || !read_set_rules(r, rules, duel_built_in_set(name), &c->number))
        read_base_rules(r, rules, &c->number);
#else
    read_base_rules(r, rules, &c->number);
#endif
    reader_leave(r);
}

/* The set built in that data calls so; -1: it is data alone. */
int duel_built_in_set(const char *called)
{
    static const char *const names[DUEL_SETS + 1] = {
#define SET_NAME(name, ...) #name,
        DUEL_EACH_SET(SET_NAME, ) NULL
#undef SET_NAME
    };
    int set = DUEL_SETS - 1;
    while (set >= 0 && strcmp(names[set], called) != 0)
        set--;
    return set;
}

/* The sets that must be in play, and no others, for a file's ages to count, bit a set:
 * its own, and the one it says it goes "with". */
int duel_sets_of_file(const json_t *file)
{
    const char *name = json_string_value(json_object_get(file, "set"));
    const char *with = json_string_value(json_object_get(file, "with"));
    const int set = name ? duel_built_in_set(name) : -1;
    const int other = with ? duel_built_in_set(with) : -1;
    return (set < 0 ? 0 : 1 << set) | (other < 0 ? 0 : 1 << other);
}

void duel_read_ages(Reader *r, const json_t *file, DuelCatalog *c)
{
    const json_t *ages = read_array_or_none(r, file, "ages", DUEL_AGES_MAX);
    const int needed = duel_sets_of_file(file);
    for (int sets = 0; sets < DUEL_LAYOUTS; sets++) {
        if (needed && needed != sets)
            continue;
        if (!needed && ages && c->age_count && !sets)
            reader_fail(r, "ages", "are there twice");
        for (size_t i = 0; i < json_array_size(ages) && reader_ok(r); i++) {
            reader_enter(r, "ages", (int)i);
            read_age(r, json_array_get(ages, i), c, sets, needed != 0);
            reader_leave(r);
        }
    }
}
