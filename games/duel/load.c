/* load.c - reads the pieces, ages and numbers of 7 Wonders Duel from data/duel into a
 * catalog.
 *
 * Every file below data/duel adds to the same catalog, so an expansion is files of its
 * own: the base game's are read first, then those that name a set. */
#include "games/duel/loading.h"

#include <stdio.h>

static void copy_name(Reader *r, const char *key, char out[DUEL_ID_BYTES],
                      const char *name)
{
    reader_id(r, key, name, out, DUEL_ID_BYTES);
}

/* The number of a name in a growing list of names from 1 on; a new one is added. */
static uint8_t name_number(Reader *r, const char *key, char list[][DUEL_ID_BYTES],
                           uint8_t *count, int max, const char *name)
{
    for (int i = 1; name && i <= *count; i++)
        if (strcmp(list[i], name) == 0)
            return (uint8_t)i;
    if (!reader_ok(r))
        return 0;
    if (*count == max) {
        reader_fail(r, key, "\"%s\" is one name too many; %d are possible", name, max);
        return 0;
    }
    copy_name(r, key, list[++*count], name);
    return *count;
}

static int type_named(const char *name)
{
    for (int type = 1; name && type <= DUEL_TYPES; type++)
        if (strcmp(name, duel_type_names[type]) == 0)
            return type;
    return 0;
}

static int resource_named(const char *name)
{
    for (int i = 0; name && i < DUEL_RESOURCES; i++)
        if (strcmp(name, duel_resource_names[i]) == 0)
            return i;
    return -1;
}

/* The types listed under "per"; bit a type. */
static uint16_t read_per(Reader *r, const json_t *effect, int before)
{
    const json_t *list = read_array(r, effect, "per", DUEL_TYPES);
    int bits = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const int type = type_named(json_string_value(json_array_get(list, i)));
        if (!type)
            reader_fail(r, "per",
                        "entry %zu is not a type of card, \"wonder\", "
                        "\"progress\" or \"coin_set\"",
                        i);
        bits |= 1 << type;
    }
    if (before && before != bits)
        reader_fail(r, "per",
                    "one piece counts one kind of thing for coins and points");
    return (uint16_t)bits;
}

/* The resources listed under "of"; bit a resource. */
static int read_of(Reader *r, const json_t *effect)
{
    const json_t *list = read_array(r, effect, "of", DUEL_RESOURCES);
    int bits = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const int resource = resource_named(json_string_value(json_array_get(list, i)));
        if (resource < 0)
            reader_fail(r, "of", "entry %zu is not a resource", i);
        else
            bits |= 1 << resource;
    }
    return bits;
}

static uint64_t read_units(Reader *r, const json_t *object)
{
    uint64_t units = 0;
    for (int i = 0; i < DUEL_RESOURCES; i++)
        units |= (uint64_t)read_int_or(r, object, duel_resource_names[i], 0, 9, 0)
                 << (8 * i);
    return units;
}

static void add_goods(DuelPiece *piece, int which, int more)
{
    piece->gives.goods += (uint64_t)more << (8 * which);
}

/* Effects that are more than numbers, told apart by name in the table below. */

static void effect_produce(Reader *r, const json_t *effect, DuelPiece *piece)
{
    if (piece->type != DUEL_RAW_MATERIAL && piece->type != DUEL_MANUFACTURED)
        reader_fail(r, "do",
                    "only raw_material and manufactured cards produce, because it "
                    "raises the opponent's prices; \"choose\" does not");
    piece->gives.goods += read_units(r, effect);
}

static void effect_choose(Reader *r, const json_t *effect, DuelPiece *piece)
{
    const int of = read_of(r, effect);
    const int raw = (1 << DUEL_MADE_FIRST) - 1,
              made = ((1 << DUEL_RESOURCES) - 1) & ~raw;
    if (of != raw && of != made)
        reader_fail(r, "of", "must be all raw materials or all manufactured goods");
    add_goods(piece, of == raw ? DUEL_ANY_RAW : DUEL_ANY_MADE, 1);
}

static void effect_fix_price(Reader *r, const json_t *effect, DuelPiece *piece)
{
    piece->gives.bits |= (uint8_t)read_of(r, effect);
}

static void effect_symbol(Reader *r, const json_t *effect, DuelPiece *piece)
{
    piece->symbol = (uint8_t)(1 + read_word(r, effect, "symbol", duel_symbol_names + 1,
                                            DUEL_SYMBOLS - 1));
    piece->gives.symbols = (uint16_t)(1 << (2 * (piece->symbol - 1)));
}

static void effect_play_again(Reader *r, const json_t *effect, DuelPiece *piece)
{
    (void)effect;
    if (piece->type != DUEL_A_WONDER)
        reader_fail(r, "do", "only wonders let their builder play again");
    piece->again = 1;
}

static void effect_discount(Reader *r, const json_t *effect, DuelPiece *piece)
{
    const int type = type_named(read_text(r, effect, "type"));
    const int units = read_int(r, effect, "n", 1, 5);
    if (type < DUEL_RAW_MATERIAL || type > DUEL_A_WONDER)
        reader_fail(r, "type", "must be a type of card or \"wonder\"");
    else
        piece->gives.off |= (uint32_t)units << (4 * (type - 1));
}

static void effect_coins_by_chain(Reader *r, const json_t *effect, DuelPiece *piece)
{
    add_goods(piece, DUEL_CHAIN_COINS, read_int(r, effect, "n", 1, 20));
}

static void effect_take_trade(Reader *r, const json_t *effect, DuelPiece *piece)
{
    (void)r;
    (void)effect;
    piece->gives.bits |= DUEL_TAKES_TRADE;
}

static void effect_wonders_play_again(Reader *r, const json_t *effect, DuelPiece *piece)
{
    (void)r;
    (void)effect;
    piece->gives.bits |= DUEL_WONDERS_AGAIN;
}

/* What data may say of an effect: a number that is kept as it is, also one for each of
 * what it counts, or what a function above reads. */
typedef struct {
    const char *name;
    const char *const keys[DUEL_RESOURCES + 2];
    void (*read)(Reader *r, const json_t *effect, DuelPiece *piece);
    size_t n, per; /* where "n" and "per" go in the piece; 0: there is no "per" */
    int most;      /* that "n" may be */
} EffectKind;

#define READS(word, ...)                                                  \
    {                                                                     \
        .name = #word, .keys = {"do", __VA_ARGS__}, .read = effect_##word \
    }
#define SAYS(word, member, n_most)                                                  \
    {                                                                               \
        .name = #word, .keys = {"do", "n", NULL}, .n = offsetof(DuelPiece, member), \
        .most = n_most                                                              \
    }
#define COUNTS(word, member, what, n_most)                                  \
    {                                                                       \
        .name = #word, .keys = {"do", "n", "per", NULL},                    \
        .n = offsetof(DuelPiece, member), .per = offsetof(DuelPiece, what), \
        .most = n_most                                                      \
    }
static const EffectKind effect_kinds[] = {
    READS(produce, "wood", "stone", "clay", "paper", "glass", NULL),
    READS(choose, "of", NULL),
    READS(fix_price, "of", NULL),
    SAYS(points, points, 50),
    COUNTS(points_per, per_points, per, 10),
    COUNTS(points_most, most_points, most, 10),
    SAYS(coins, coins, 50),
    COUNTS(coins_per, per_coins, per, 10),
    COUNTS(coins_most, most_coins, most, 10),
    SAYS(opponent_loses, loses, 50),
    SAYS(shields, shields, 9),
    READS(symbol, "symbol", NULL),
    READS(play_again, NULL),
    READS(discount, "n", "type", NULL),
    SAYS(more_shields, gives.more_shields, 5),
    READS(coins_by_chain, "n", NULL),
    READS(take_trade, NULL),
    READS(wonders_play_again, NULL),
};
#undef COUNTS
#undef SAYS
#undef READS

static void effect_numbers(Reader *r, const json_t *effect, const EffectKind *kind,
                           DuelPiece *piece)
{
    uint16_t *per = (uint16_t *)(void *)((char *)piece + kind->per);
    *((uint8_t *)piece + kind->n) = (uint8_t)read_int(r, effect, "n", 1, kind->most);
    if (kind->per)
        *per = read_per(r, effect, *per);
}

/* What data may name of abilities.def: not the game's own flow. */
static int ability_named(const char *name)
{
    static const char *const bindable[DUEL_ABILITIES] = {
        NULL,
#define FLOW(name, ...)    NULL,
#define ABILITY(name, ...) #name,
#include "games/duel/abilities.def"
#undef ABILITY
#undef FLOW
    };
    for (int i = 1; i < DUEL_ABILITIES; i++)
        if (bindable[i] && strcmp(bindable[i], name) == 0)
            return i;
    return 0;
}

/* An effect that takes more than one step: its number is "n", or the number of a
 * "type". */
static void read_ability(Reader *r, const json_t *effect, int ability, DuelPiece *piece)
{
    static const char *const keys[] = {"do", "n", "type", "when", NULL};
    static const char *const moments[] = {"built", "drafted"};
    DuelDoes *does = piece->does[0].ability ? &piece->does[1] : &piece->does[0];
    read_only(r, effect, keys);
    if (does->ability)
        reader_fail(r, "do", "a piece has at most %d such effects", DUEL_DOES_MAX);
    const char *type = read_text_or(r, effect, "type", NULL);
    if (type && !type_named(type))
        reader_fail(r, "type", "\"%s\" is not a type of card", type);
    const int most = duel_shape(ability).says[DUEL_MOST];
    does->ability = (uint8_t)ability;
    does->n = (uint8_t)(type   ? type_named(type)
                        : most ? read_int(r, effect, "n", 1, most)
                               : read_int_or(r, effect, "n", 0, 99, 0));
    if (read_text_or(r, effect, "when", NULL))
        does->drafted = read_word(r, effect, "when", moments, 2) == 1;
    if (does->drafted && piece->type != DUEL_A_WONDER)
        reader_fail(r, "when", "only wonders are drafted");
}

static void read_effect(Reader *r, const json_t *effect, DuelPiece *piece)
{
    const char *name = read_text(r, effect, "do");
    if (!reader_ok(r))
        return;
    for (size_t i = 0; i < sizeof effect_kinds / sizeof effect_kinds[0]; i++) {
        const EffectKind *kind = &effect_kinds[i];
        if (strcmp(kind->name, name) != 0)
            continue;
        read_only(r, effect, kind->keys);
        if (kind->read)
            kind->read(r, effect, piece);
        else
            effect_numbers(r, effect, kind, piece);
        return;
    }
    const int ability = ability_named(name);
    if (ability)
        read_ability(r, effect, ability, piece);
    else
        reader_fail(r, "do", "there is no effect called \"%s\"", name);
}

static void read_cost(Reader *r, const json_t *item, DuelPiece *piece)
{
    static const char *const keys[] = {"coins", "wood",  "stone", "clay",
                                       "paper", "glass", NULL};
    const json_t *cost = read_object_or_none(r, item, "cost");
    if (!cost)
        return;
    reader_enter(r, "cost", -1);
    read_only(r, cost, keys);
    piece->cost = read_units(r, cost);
    piece->cost |= (uint64_t)read_int_or(r, cost, "coins", 0, 50, 0)
                   << (8 * DUEL_PRINTED_COINS);
    int units = 0;
    for (int i = 0; i < DUEL_RESOURCES; i++)
        units += duel_goods(piece->cost, i);
    if (units > 12)
        reader_fail(r, NULL, "costs %d units; 12 are possible", units);
    reader_leave(r);
}

static bool piece_acts(const DuelPiece *p)
{
    return p->coins || p->per_coins || p->most_coins || p->loses || p->shields ||
           p->symbol || p->does[0].ability;
}

/* What all pieces have: an id nobody else has, a price, effects. */
static void read_piece(Reader *r, const json_t *item, DuelCatalog *c, int place,
                       int set)
{
    const char *kind = DUEL_ORDERS_MAX > 0 && place > DUEL_PLOT_0     ? "conspiracy"
                       : DUEL_ORDERS_MAX > 0 && place > DUEL_DECREE_0 ? "decree"
                       : DUEL_GODS_MAX > 0 && place > DUEL_GOD_0      ? "divinity"
                       : place > DUEL_TOKEN_0                         ? "token"
                       : place > DUEL_WONDER_0                        ? "wonder"
                                                                      : "card";
    DuelPiece *piece = &c->piece[place];
    DuelLabel *label = &c->label[place];
    copy_name(r, "id", label->id, read_text(r, item, "id"));
    for (int other = 1; other < DUEL_PIECES && reader_ok(r); other++)
        if (other != place && strcmp(c->label[other].id, label->id) == 0)
            reader_fail(r, "id", "\"%s\" is there twice", label->id);
    label->set = (uint8_t)set;
    char id[sizeof label->id];
    memcpy(id, label->id, sizeof id);
    snprintf(label->name, sizeof label->name, "%s.%s", kind, id);
    snprintf(label->text, sizeof label->text, "%s_text.%s", kind, id);
    read_cost(r, item, piece);
    const json_t *effects = read_array(r, item, "effects", 8);
    for (size_t i = 0; i < json_array_size(effects); i++) {
        const char *name =
            json_string_value(json_object_get(json_array_get(effects, i), "do"));
        reader_enter(r, "effects", (int)i);
        for (size_t before = 0; name && before < i; before++) {
            const char *other = json_string_value(
                json_object_get(json_array_get(effects, before), "do"));
            if (other && strcmp(other, name) == 0)
                reader_fail(r, "do", "\"%s\" is there twice", name);
        }
        read_effect(r, json_array_get(effects, i), piece);
        reader_leave(r);
    }
    piece->acts = piece_acts(piece);
}

static int kind_of_place(int place)
{
    return DUEL_ORDERS_MAX > 0 && place > DUEL_PLOT_0     ? DUEL_KIND_PLOT
           : DUEL_ORDERS_MAX > 0 && place > DUEL_DECREE_0 ? 0
           : DUEL_GODS_MAX > 0 && place > DUEL_GOD_0      ? DUEL_KIND_GOD
           : place > DUEL_TOKEN_0                         ? DUEL_KIND_TOKEN
           : place > DUEL_WONDER_0                        ? DUEL_KIND_WONDER
                                                          : DUEL_KIND_CARD;
}

/* Why an effect cannot be what a piece does, in place 'i'; NULL: it can. Some are
 * looked for on one kind of piece, first among what it does; those of a set need it. */
static const char *misplaced(const DuelCatalog *c, int place, int i)
{
    const DuelShape shape = duel_shape(c->piece[place].does[i].ability);
    const int on = shape.says[DUEL_ON], kinds = on & (DUEL_ON_ANY - 1);
    const int set = c->label[place].set;
    if (kinds && (i || !(kinds & kind_of_place(place))))
        return "another kind of piece does that, before all else";
    if (shape.set && !(on & DUEL_ON_ANY) &&
        (!set || duel_built_in_set(c->set_id[set]) + 1 != shape.set))
        return "only pieces of the set that has this effect do that";
    return NULL;
}

static void check_places(Reader *r, const DuelCatalog *c)
{
    int seen[DUEL_ABILITIES] = {0};
    for (int place = 1; place < DUEL_PIECES && reader_ok(r); place++)
        for (int i = 0; i < DUEL_DOES_MAX; i++) {
            const int ability = c->piece[place].does[i].ability;
            const char *why = misplaced(c, place, i);
            if (!why && duel_shape(ability).says[DUEL_ON] & DUEL_ON_ONE &&
                seen[ability]++)
                why = "one piece alone does that";
            if (why)
                reader_fail(r, NULL, "%s, %s: %s", c->label[place].id,
                            duel_ability_names[ability], why);
        }
}

/* The next free place of a kind of piece; 0, and an error, when there is none. */
static int next_place(Reader *r, int first, uint8_t *count, int max)
{
    if (*count < max)
        return first + ++*count;
    reader_fail(r, NULL, "is one too many; %d are possible", max);
    return 0;
}

static void read_card(Reader *r, const json_t *item, DuelCatalog *c, int set)
{
    static const char *const keys[] = {"id",    "back",  "type",    "cost",
                                       "needs", "gives", "effects", NULL};
    const int card = next_place(r, 0, &c->card_count, DUEL_CARDS_MAX);
    DuelLabel *label = &c->label[card];
    read_only(r, item, keys);
    if (!reader_ok(r))
        return;
    const char *type = json_string_value(json_object_get(item, "type"));
    if (DUEL_ORDERS_MAX > 0 && type && strcmp(type, "senator") == 0)
        c->piece[card].type = DUEL_TYPES - 1;
    else
        c->piece[card].type =
            (uint8_t)(1 + read_word(r, item, "type", duel_type_names + 1, DUEL_GUILD));
    label->back = name_number(r, "back", c->back_id, &c->back_count, DUEL_BACKS_MAX,
                              read_text(r, item, "back"));
    const char *needs = read_text_or(r, item, "needs", NULL);
    const char *gives = read_text_or(r, item, "gives", NULL);
    if (needs)
        label->needs = name_number(r, "needs", c->chain_id, &c->chain_count,
                                   DUEL_CHAINS_MAX, needs);
    if (gives)
        label->gives = name_number(r, "gives", c->chain_id, &c->chain_count,
                                   DUEL_CHAINS_MAX, gives);
    read_piece(r, item, c, card, set);
}

static void read_wonder(Reader *r, const json_t *item, DuelCatalog *c, int set)
{
    static const char *const keys[] = {"id", "cost", "effects", NULL};
    const int place = next_place(r, DUEL_WONDER_0, &c->wonder_count, DUEL_WONDERS_MAX);
    c->piece[place].type = DUEL_A_WONDER;
    read_only(r, item, keys);
    if (reader_ok(r))
        read_piece(r, item, c, place, set);
}

#ifdef DUEL_WITH_SETS
/* Three of each mythology, in their order, then the gate, which has none. */
static void read_divinity(Reader *r, const json_t *item, DuelCatalog *c, int set)
{
    static const char *const keys[] = {"id", "mythology", "effects", NULL};
    const int place = next_place(r, DUEL_GOD_0, &c->god_count, DUEL_GODS_MAX);
    const int wanted =
        c->god_count == PANTHEON_GATE ? 0 : (c->god_count - 1) / PANTHEON_DECK + 1;
    const char *myth = read_text_or(r, item, "mythology", "none");
    read_only(r, item, keys);
    if (!reader_ok(r))
        return;
    if (strcmp(myth, duel_myth_names[wanted]) != 0)
        reader_fail(r, "mythology", "divinity %d is of \"%s\"", c->god_count,
                    duel_myth_names[wanted]);
    c->label[place].back = (uint8_t)wanted;
    read_piece(r, item, c, place, set);
}
#endif

#ifdef DUEL_WITH_SETS
/* What a decree says is written in the rules, which know it by its place. */
static void read_decree(Reader *r, const json_t *item, DuelCatalog *c, int set)
{
    static const char *const keys[] = {"id", "effects", NULL};
    static const char *const ids[] = {
        NULL,
#define DECREE(name, id) id,
#include "games/duel/sets/agora/decrees.def"
#undef DECREE
    };
    const int place = next_place(r, DUEL_DECREE_0, &c->decree_count, AGORA_DECREES);
    const char *id = read_text(r, item, "id");
    read_only(r, item, keys);
    if (reader_ok(r) && strcmp(id, ids[c->decree_count]) != 0)
        reader_fail(r, "id", "decree %d is \"%s\"", c->decree_count,
                    ids[c->decree_count]);
    if (reader_ok(r))
        read_piece(r, item, c, place, set);
}

static void read_conspiracy(Reader *r, const json_t *item, DuelCatalog *c, int set)
{
    static const char *const keys[] = {"id", "effects", NULL};
    const int place = next_place(r, DUEL_PLOT_0, &c->plot_count, DUEL_ORDERS_MAX / 2);
    read_only(r, item, keys);
    if (reader_ok(r))
        read_piece(r, item, c, place, set);
}
#endif

static void read_token(Reader *r, const json_t *item, DuelCatalog *c, int set)
{
    static const char *const keys[] = {"id", "effects", NULL};
    const int place = next_place(r, DUEL_TOKEN_0, &c->token_count, DUEL_TOKENS_MAX);
    c->piece[place].type = DUEL_A_TOKEN;
    read_only(r, item, keys);
    if (reader_ok(r))
        read_piece(r, item, c, place, set);
}

static void read_pieces(Reader *r, const json_t *file, const char *key, DuelCatalog *c,
                        int set,
                        void (*read)(Reader *, const json_t *, DuelCatalog *, int))
{
    const json_t *list = read_array_or_none(r, file, key, DUEL_CARDS_MAX);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        reader_enter(r, key, (int)i);
        read(r, json_array_get(list, i), c, set);
        reader_leave(r);
    }
}

/* One walk over the files: the pieces of the base game, then those of the sets, then
 * the ages, which need to know the backs. */
enum { WALK_BASE, WALK_SETS, WALK_AGES, WALK_SET_AGES, WALK_BOTH_AGES, WALKS };

/* The published sets are built into games/duel-sets; where they are not, their files
 * are not read. */
static bool is_elsewhere(const char *set)
{
    return duel_built_in_set(set) < 0 &&
           (strcmp(set, "pantheon") == 0 || strcmp(set, "agora") == 0);
}

static void read_file(Reader *r, const json_t *file, DuelCatalog *c, int walk)
{
    static const char *const keys[] = {"set",  "cards",      "wonders", "tokens",
                                       "ages", "rules",
#ifdef DUEL_WITH_SETS
                                       "with", "divinities", "decrees", "conspiracies",
#endif
                                       NULL};
    const char *name = json_string_value(json_object_get(file, "set"));
    if (name && is_elsewhere(name))
        return;
    if (walk >= WALK_AGES) {
        if (walk - WALK_AGES == bits_count((uint64_t)duel_sets_of_file(file)))
            duel_read_ages(r, file, c);
        return;
    }
    if ((name != NULL) != (walk == WALK_SETS))
        return;
    read_only(r, file, keys);
    const int set = name ? name_number(r, "set", c->set_id, &c->set_count, 7, name) : 0;
    read_pieces(r, file, "cards", c, set, read_card);
    read_pieces(r, file, "wonders", c, set, read_wonder);
    read_pieces(r, file, "tokens", c, set, read_token);
#ifdef DUEL_WITH_SETS
    read_pieces(r, file, "divinities", c, set, read_divinity);
    read_pieces(r, file, "decrees", c, set, read_decree);
    read_pieces(r, file, "conspiracies", c, set, read_conspiracy);
#endif
    duel_read_rules(r, file, c);
}

static bool load_walk(Data *data, DuelCatalog *c, int walk, LoadError *error)
{
    for (int i = 0; i < data_count(data); i++) {
        const char *name = data_name(data, i);
        if (strncmp(name, "duel/", 5) != 0 || strstr(name, "/text/"))
            continue;
        const json_t *file = data_json(data, i, error);
        Reader r;
        if (!file)
            return false;
        reader_init(&r, name, error);
        read_file(&r, file, c, walk);
        if (!reader_ok(&r))
            return false;
    }
    return true;
}

/* What follows from all files together. */

static void find_chains(Reader *r, DuelCatalog *c)
{
    for (int card = 1; card <= c->card_count; card++) {
        const int needs = c->label[card].needs;
        bool given = !needs;
        for (int other = 1; needs && other <= c->card_count; other++)
            if (c->label[other].gives == needs) {
                duel_cards_add(&c->piece[card].free_with, other);
                given = true;
            }
        if (!given)
            reader_fail(r, "needs", "%s needs the symbol \"%s\", which no card gives",
                        c->label[card].id, c->chain_id[needs]);
    }
}

/* Whether a piece is there when a pool is drawn from: see duel_pool. */
static bool is_in_pool(const DuelCatalog *c, int piece, int pool)
{
    const int from = c->label[piece].set;
    const int set = from ? duel_built_in_set(c->set_id[from]) : -1;
    return !from || (!(pool & 1) && (set < 0 || !(pool >> (set + 1) & 1)));
}

#ifdef DUEL_WITH_SETS
static void find_effects(DuelCatalog *c)
{
    for (int i = 1; i <= c->card_count; i++) {
        const int ability = c->piece[i].does[0].ability;
        duel_cards_add(&c->cards_with[ability], i);
        if (c->label[i].needs || ability == DUEL_FX_temple)
            duel_cards_add(&c->priced_by_symbol, i);
    }
    for (int i = 1; i <= c->wonder_count; i++)
        c->wonders_with[c->piece[DUEL_WONDER_0 + i].does[0].ability] |= (uint32_t)1
                                                                        << i;
    for (int i = 1; i <= c->token_count; i++)
        c->tokens_with[c->piece[DUEL_TOKEN_0 + i].does[0].ability] |=
            (uint16_t)(1 << (i - 1));
}
#endif

static void find_piles(DuelCatalog *c)
{
#ifdef DUEL_WITH_SETS
    find_effects(c);
#endif
    for (int i = 1; i <= c->set_count; i++)
        if (duel_built_in_set(c->set_id[i]) >= 0)
            c->sets |= (uint8_t)(1 << duel_built_in_set(c->set_id[i]));
    for (int card = 1; card <= c->card_count; card++) {
        duel_cards_add(&c->of_type[c->piece[card].type], card);
        for (int pool = 0; pool < DUEL_POOLS; pool++) {
            DuelPile *pile = &c->pile[pool][c->label[card].back];
            if (!is_in_pool(c, card, pool))
                continue;
            if (pile->count < DUEL_PILE_MAX)
                pile->card[pile->count++] = (uint8_t)card;
            duel_cards_add(&pile->set, card);
        }
    }
    for (int pool = 0; pool < DUEL_POOLS; pool++) {
        for (int i = 1; i <= c->wonder_count; i++)
            if (is_in_pool(c, DUEL_WONDER_0 + i, pool))
                c->wonders[pool] |= (uint32_t)1 << i;
        for (int i = 1; i <= c->token_count; i++)
            if (is_in_pool(c, DUEL_TOKEN_0 + i, pool))
                c->tokens[pool] |= (uint16_t)(1 << (i - 1));
    }
}

/* How many cards with this back the ages up to one lay out. */
static int dealt_by(const DuelLayout *ages, int age, int back)
{
    int count = 0;
    for (int at = 1; at <= age; at++)
        for (int part = 0; part < ages[at].part_count; part++)
            if (ages[at].part_back[part] == back)
                count += ages[at].part_count_of[part];
    return count;
}

/* The cards of the base game and of the sets in play are enough for an age and those
 * before it. */
static void check_deck(Reader *r, const DuelCatalog *c, int sets, int age)
{
    const DuelLayout *layout = &c->age[sets][age];
    const int pool = sets ? (~sets & DUEL_ALL_SETS) << 1 : 1;
    for (int part = 0; part < layout->part_count; part++) {
        const int back = layout->part_back[part];
        const int needed = dealt_by(c->age[sets], age, back);
        if (c->pile[pool][back].count < needed)
            reader_fail(r, NULL,
                        "age %d needs %d cards with the back \"%s\", there are %d", age,
                        needed, c->back_id[back], c->pile[pool][back].count);
    }
}

/* The base game alone must be enough for a game. */
static void check_counts(Reader *r, const DuelCatalog *c)
{
    if (!c->number.capital || !c->age_count) {
        reader_fail(r, NULL, "no file has the \"rules\" and \"ages\"");
        return;
    }
    for (int sets = 0; sets < DUEL_LAYOUTS; sets++)
        for (int age = 1; age <= c->age_count; age++)
            check_deck(r, c, sets, age);
    if (bits_count(c->wonders[1]) < c->number.draft_count)
        reader_fail(r, NULL, "the draft needs %d wonders", c->number.draft_count);
    if (bits_count(c->tokens[1]) < c->number.row_tokens)
        reader_fail(r, NULL, "the board needs %d progress tokens",
                    c->number.row_tokens);
#ifdef DUEL_WITH_SETS
    if (c->sets >> DUEL_SET_pantheon & 1 && c->god_count != PANTHEON_GATE)
        reader_fail(r, NULL, "Pantheon needs %d divinities, the gate the last",
                    PANTHEON_GATE);
    if (c->sets >> DUEL_SET_agora & 1 &&
        (c->decree_count != AGORA_DECREES || c->plot_count != AGORA_PLOTS))
        reader_fail(r, NULL, "Agora needs %d decrees and %d conspiracies",
                    AGORA_DECREES, AGORA_PLOTS);
#endif
}

#ifdef DUEL_WITH_SETS
/* A set that is there is there whole: its rules count on all its pieces. */
static void check_sets(Reader *r, const DuelCatalog *c)
{
    if (c->sets >> DUEL_SET_agora & 1 &&
        (c->decree_count < AGORA_DECREES || c->plot_count < AGORA_PLOTS ||
         !c->number.chamber_points[0]))
        reader_fail(r, NULL,
                    "agora needs %d decrees, %d conspiracies and chamber_points",
                    AGORA_DECREES, AGORA_PLOTS);
    if (c->sets >> DUEL_SET_pantheon & 1 &&
        (c->god_count < PANTHEON_GATE || !c->number.space_cost[0]))
        reader_fail(r, NULL, "pantheon needs %d divinities and space_cost",
                    PANTHEON_GATE);
}
#endif

/* Sums that live in a few bits must fit there, whatever a city gathers. */
static void check_sums(Reader *r, const DuelCatalog *c)
{
    uint32_t goods[8] = {0}, symbols[DUEL_SYMBOLS] = {0}, off[DUEL_TYPES] = {0};
    for (int place = 1; place < DUEL_PIECES; place++) {
        const DuelPiece *piece = &c->piece[place];
        for (int i = 0; i < 8; i++)
            goods[i] += (uint32_t)duel_goods(piece->gives.goods, i);
        symbols[piece->symbol]++;
        for (int type = 1; type <= DUEL_A_WONDER; type++)
            off[type] += piece->gives.off >> (4 * (type - 1)) & 15;
    }
    for (int i = 0; i < DUEL_RESOURCES; i++)
        if (goods[i] + c->number.trade_base > 17)
            reader_fail(r, NULL, "all cards together produce %u %s; %d are possible",
                        goods[i], duel_resource_names[i], 17 - c->number.trade_base);
    for (int i = 1; i < DUEL_SYMBOLS; i++)
        if (symbols[i] > 3)
            reader_fail(r, NULL, "the symbol \"%s\" is on more than 3 pieces",
                        duel_symbol_names[i]);
    for (int type = 1; type <= DUEL_A_WONDER; type++)
        if (off[type] > 15)
            reader_fail(r, NULL, "\"%s\" could cost more than 15 units less",
                        duel_type_names[type]);
    if (goods[DUEL_CHAIN_COINS] > 255)
        reader_fail(r, NULL, "a chain could give more than 255 coins");
}

bool duel_load(Data *data, void *memory, LoadError *error)
{
    DuelCatalog *c = (DuelCatalog *)memory;
    Reader r;
    memset(c, 0, sizeof *c);
    for (int walk = 0; walk < WALKS; walk++)
        if (!load_walk(data, c, walk, error))
            return false;
    reader_init(&r, "duel", error);
    find_chains(&r, c);
    find_piles(c);
    check_counts(&r, c);
#ifdef DUEL_WITH_SETS
    check_sets(&r, c);
#endif
    check_sums(&r, c);
    check_places(&r, c);
    if (reader_ok(&r))
        duel_check_depth(&r, c);
    return reader_ok(&r);
}
