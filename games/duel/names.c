/* names.c - how the things of 7 Wonders Duel are called. */
#include "games/duel/host.h"

#include <stdio.h>

const char *const duel_phase_names[DUEL_PHASES] = {
#define PHASE(name, word) word,
#include "games/duel/phases.def"
#undef PHASE
};

const char *const duel_ability_names[DUEL_ABILITIES] = {
    "none",
#define FLOW(name, ...)    #name,
#define ABILITY(name, ...) #name,
#include "games/duel/abilities.def"
#undef ABILITY
#undef FLOW
};

const char *const duel_thing_names[DUEL_THINGS_END - THING_GAME] = {
    "piece", "card", "wonder", "token", "type", "resource", "symbol", "victory",
#define KIND(name, word) word,
#include "games/duel/sets/lists.def"
#undef KIND
};

const char *const duel_resource_names[DUEL_RESOURCES] = {"wood", "stone", "clay",
                                                         "paper", "glass"};

const char *const duel_type_names[DUEL_TYPES + 1] = {
    "none",       "raw_material", "manufactured", "civilian", "scientific",
    "commercial", "military",     "guild",        "wonder",   "progress",
#ifdef DUEL_WITH_SETS
    "senator",
#endif
    "coin_set"};

const char *const duel_symbol_names[DUEL_SYMBOLS] = {
    "none", "globe", "tablet", "mortar", "compass", "wheel", "quill", "law"};

const char *const duel_victory_names[DUEL_VICTORIES] = {
    "none",
#define VICTORY(name, word) word,
#include "games/duel/victories.def"
#undef VICTORY
};

const char *const duel_score_names[DUEL_SCORES] = {
#define SCORE(name, word) word,
#include "games/duel/scores.def"
#undef SCORE
};

#ifdef DUEL_WITH_SETS
const char *const duel_myth_names[PANTHEON_FAVOURS + 1] = {
    "none",  "mesopotamian", "phoenician", "greek",     "egyptian",
    "roman", "offering_2",   "offering_3", "offering_4"};

/* In the order of agora.h. */
static const char *const duel_deed_names[AGORA_DEEDS + 1] = {
    "none",     "place_1",  "place_2",  "place_3",  "place_4",  "place_5",
    "place_6",  "move_1_2", "move_2_3", "move_3_4", "move_4_5", "move_5_6",
    "move_2_1", "move_3_2", "move_4_3", "move_5_4", "move_6_5", "remove_1",
    "remove_2", "remove_3", "remove_4", "remove_5", "remove_6", "conspire"};
#endif

/* Names of things numbered from 1, in a list whose first is 'first'. */
static const char *word_at(const char *const *words, int count, int id)
{
    return id >= 1 && id < count ? words[id] : NULL;
}

static const char *piece_id(const DuelCatalog *c, int id)
{
    return id >= 1 && id < DUEL_PIECES && c->label[id].id[0] ? c->label[id].id : NULL;
}

const char *duel_thing_id(const void *catalog, const void *state, int kind, int id)
{
    const DuelCatalog *c = (const DuelCatalog *)catalog;
    (void)state;
    switch (kind) {
#ifdef DUEL_WITH_SETS
    case DUEL_GOD:
        return id > DUEL_BACK
                   ? word_at(duel_myth_names, PANTHEON_MYTHS + 1, id - DUEL_BACK)
               : id >= 1 && id <= c->god_count ? piece_id(c, DUEL_GOD_0 + id)
                                               : NULL;
    case DUEL_DECREE:
        return id == DUEL_BACK                    ? "hidden"
               : id >= 1 && id <= c->decree_count ? piece_id(c, DUEL_DECREE_0 + id)
                                                  : NULL;
    case DUEL_PLOT:
        return id == DUEL_BACK                  ? "hidden"
               : id >= 1 && id <= c->plot_count ? piece_id(c, DUEL_PLOT_0 + id)
                                                : NULL;
    case DUEL_DEED:
        return word_at(duel_deed_names, AGORA_DEEDS + 1, id);
    case DUEL_PUT:
        return id == 1 ? "top" : id == 2 ? "bottom" : NULL;
    case DUEL_TURN:
        return id == 1 ? "more" : id == 2 ? "less" : NULL;
    case DUEL_MYTH:
        return word_at(duel_myth_names, PANTHEON_MYTHS + 1, id);
    case DUEL_FAVOUR:
        return word_at(duel_myth_names, PANTHEON_FAVOURS + 1, id);
#endif
    case DUEL_PIECE:
        return piece_id(c, id);
    case DUEL_CARD:
        if (id > DUEL_BACK && id <= DUEL_BACK + c->back_count)
            return c->back_id[id - DUEL_BACK];
        return id <= c->card_count ? piece_id(c, id) : NULL;
    case DUEL_WONDER:
        return id >= 1 && id <= c->wonder_count ? piece_id(c, DUEL_WONDER_0 + id)
                                                : NULL;
    case DUEL_TOKEN:
        return id >= 1 && id <= c->token_count ? piece_id(c, DUEL_TOKEN_0 + id) : NULL;
    case DUEL_TYPE:
        return word_at(duel_type_names, DUEL_TYPES, id);
    case DUEL_RESOURCE:
        return id >= 1 && id <= DUEL_RESOURCES ? duel_resource_names[id - 1] : NULL;
    case DUEL_SYMBOL:
        return word_at(duel_symbol_names, DUEL_SYMBOLS, id);
    case DUEL_VICTORY:
        return word_at(duel_victory_names, DUEL_VICTORIES, id);
    default:
        return NULL;
    }
}

/* Between the cards and the wonders, and after those, the list of pieces has gaps. */
int duel_thing_else(const void *catalog, const void *state, int kind, const char *name)
{
    (void)state;
    for (int id = DUEL_WONDER_0; kind == DUEL_PIECE && id < DUEL_PIECES; id++) {
        const char *known = piece_id((const DuelCatalog *)catalog, id);
        if (known && strcmp(known, name) == 0)
            return id;
    }
    return 0;
}

#ifdef DUEL_WITH_SETS
enum { WORD_GOD = DUEL_GOD, WORD_DECREE = DUEL_DECREE, WORD_PLOT = DUEL_PLOT };
#else
enum { WORD_GOD = THING_GAME - 1, WORD_DECREE, WORD_PLOT }; /* there are none */
#endif

/* The group a thing's name stands under in the texts: a piece is a card, a wonder or a
 * token, and a card may be seen from the back. */
static const char *word_group(int kind, int id)
{
    if (kind == DUEL_PIECE)
        kind = DUEL_ORDERS_MAX > 0 && id > DUEL_PLOT_0     ? WORD_PLOT
               : DUEL_ORDERS_MAX > 0 && id > DUEL_DECREE_0 ? WORD_DECREE
               : id > DUEL_GOD_0                           ? WORD_GOD
               : id >= DUEL_TOKEN_0                        ? DUEL_TOKEN
               : id >= DUEL_WONDER_0                       ? DUEL_WONDER
                                                           : DUEL_CARD;
    else if (kind == DUEL_CARD && id >= DUEL_BACK)
        return "back";
    if (kind == WORD_GOD && id >= DUEL_BACK && id < DUEL_GOD_0)
        return "mythology_back";
    return duel_thing_names[kind - THING_GAME];
}

void duel_thing_say(const void *catalog, const void *state, const Texts *texts,
                    int kind, int id, char *out, size_t out_bytes)
{
    const char *name = duel_thing_id(catalog, state, kind, id);
    char key[128];
    snprintf(key, sizeof key, "duel.%s.%s", word_group(kind, id), name ? name : "none");
    text_copy(out, out_bytes, text_get(texts, key));
}

/* Decrees and conspiracies, as many of one as of the other. */
static int orders_of(const DuelCatalog *c)
{
#ifdef DUEL_WITH_SETS
    return c->decree_count + c->plot_count;
#else
    (void)c;
    return 0;
#endif
}

bool duel_card_at(const void *catalog, int index, CardInfo *info)
{
    const DuelCatalog *c = (const DuelCatalog *)catalog;
    int place = index + 1;
    const char *kind = "card";
    const int gods = index - c->card_count - c->wonder_count - c->token_count;
    if (gods >= c->god_count + orders_of(c))
        return false;
    if (gods >= c->god_count) {
        const int order = gods - c->god_count;
        place = DUEL_DECREE_0 + 1 + order;
        kind = order < orders_of(c) / 2 ? "decree" : "conspiracy";
    } else if (gods >= 0) {
        place = DUEL_GOD_0 + 1 + gods;
        kind = "divinity";
    } else if (index >= c->card_count + c->wonder_count) {
        place = DUEL_TOKEN_0 + 1 + index - c->card_count - c->wonder_count;
        kind = "token";
    } else if (index >= c->card_count) {
        place = DUEL_WONDER_0 + 1 + index - c->card_count;
        kind = "wonder";
    }
    const DuelLabel *label = &c->label[place];
    info->id = label->id;
    info->kind = kind;
    info->group = place <= c->card_count ? c->back_id[label->back]
                  : label->set           ? c->set_id[label->set]
                                         : "base";
    info->count = 1;
    info->bound = true; /* the loader refuses an effect it does not know */
    info->text = label->text;
    info->name = label->name;
    return true;
}
