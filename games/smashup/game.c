/* game.c - Smash Up as the engine sees it: names for its numbers, and its functions. */
#include "games/smashup/host.h"

#include <stdio.h>

static const char *const rules_words[] = {"user", "printed"};
static const char *const faction_words[] = {"draft", "random"};
static const char *const base_words[] = {"all", "chosen"};

static const Option su_options[SU_OPTIONS] = {
    [SU_OPT_RULES] = {"rules", OPTION_WORD, 0, 1, 0, false, rules_words},
    [SU_OPT_TARGET] = {"target", OPTION_INT, SU_TARGET_MIN, SU_TARGET_MAX, 15, false,
                       NULL},
    [SU_OPT_FACTIONS] = {"factions", OPTION_WORD, 0, 1, 0, false, faction_words},
    [SU_OPT_BASES] = {"bases", OPTION_WORD, 0, 1, 0, false, base_words},
};

const char *const su_phase_names[SU_PHASES] = {
    "faction_select", "start_turn", "play_cards", "score_bases",
    "draw",           "end_turn",   "game_over",
};

const char *const su_thing_names[SU_THINGS_END - THING_GAME] = {
    "card",  "base", "faction",   "choice", "source",
    "phase", "kind", "rule_name", "target",
};

const char *const su_kind_names[3] = {"none", "minion", "action"};
const char *const su_rule_names[SU_RULES] = {
    "none", "base_without_own", "base_with_own", "same_name", "name_there"};

static const char *const su_asks[SU_ASKS] = {
    "none",
#define ASKS(name, word, domain) word,
#include "games/smashup/asks.def"
#undef ASKS
};

static const char *const su_choices[SU_CHOICES] = {
    "none",
#define CHOICE(name, word) word,
#include "games/smashup/choices.def"
#undef CHOICE
};

const char *su_card_id(const Su *g, int id)
{
    const SuState *s = g->state;
    const SuCatalog *c = g->catalog;
    if (id > SU_BASE_SOURCE && id <= SU_BASE_SOURCE + c->base_count)
        return c->base[id - SU_BASE_SOURCE].id;
    if (id < 1 || id > su_card_count(s))
        return NULL;
    if (id >= su_madness_first(s))
        return c->madness_id[id - su_madness_first(s)];
    const int at = (id - 1) % SU_DECK_CARDS, seat = (id - 1) / SU_DECK_CARDS;
    const int faction = s->faction[seat][at >= SU_FACTION_CARDS];
    return faction ? c->faction[faction].card_id[at % SU_FACTION_CARDS] : "not_chosen";
}

static const char *name_in(const char *const *names, int first, int count, int id)
{
    return id >= 1 && id <= count ? names[first + id - 1] : NULL;
}

const char *su_thing_id(const void *catalog, const void *state, int kind, int id)
{
    const SuCatalog *c = su_reading(catalog, state);
    const Su g = su_table(c, (SuState *)(uintptr_t)state, NULL);
    switch (kind) {
    case SU_CARD:
    case SU_TARGET:
        return su_card_id(&g, id);
    case SU_BASE:
        return id >= 1 && id <= c->base_count ? c->base[id].id : NULL;
    case SU_FACTION:
        return id >= 1 && id <= c->faction_count ? c->faction[id].id : NULL;
    case SU_CHOICE:
        return name_in(su_choices, 1, SU_CHOICES - 1, id);
    case SU_SOURCE:
        if (id < 1 || id > SU_BASE_SOURCE + c->base_count)
            return NULL;
        return su_card_id(&g, id) ? su_card_id(&g, id) : "nothing";
    case SU_PHASE:
        return name_in(su_phase_names, 0, SU_PHASES, id);
    case SU_KIND:
        return name_in(su_kind_names, 1, 2, id);
    case SU_RULE:
        return name_in(su_rule_names, 0, SU_RULES, id);
    default:
        return NULL;
    }
}

/* Some bases are printed under another name than the one they are known by here. */
static const char *thing_alias(const void *catalog, int kind, int id)
{
    const SuCatalog *c = catalog;
    const int base = kind == SU_SOURCE ? id - SU_BASE_SOURCE : id;
    return (kind == SU_BASE || kind == SU_SOURCE) && base >= 1 &&
                   base <= c->base_count && c->base[base].alias[0]
               ? c->base[base].alias
               : NULL;
}

/* Where a card in play is, for those who have to tell two of the same name apart. */
static void say_place(const Su *g, const Texts *texts, int card, char *out,
                      size_t out_bytes)
{
    char name[160], place[160], key[120];
    const SuState *s = g->state;
    text_copy(name, sizeof name, out);
    snprintf(key, sizeof key, "smashup.base.%s",
             g->catalog->base[su_base_of(s, card)].id);
    text_copy(place, sizeof place, text_get(texts, key));
    const TextHole holes[] = {{"card", name}, {"base", place}};
    text_fill(text_get(texts, "smashup.card_at"), holes, 2, out, out_bytes);
}

/* A card is called by its title, whichever copy it is. */
void su_thing_say(const void *catalog, const void *state, const Texts *texts, int kind,
                  int id, char *out, size_t out_bytes)
{
    const Su g =
        su_table(su_reading(catalog, state), (SuState *)(uintptr_t)state, NULL);
    const bool card = kind == SU_CARD || kind == SU_SOURCE || kind == SU_TARGET;
    const char *name = su_thing_id(catalog, state, kind, id);
    char key[120];
    if (card && id > SU_BASE_SOURCE)
        snprintf(key, sizeof key, "smashup.base.%s", name ? name : "");
    else if (card && name && su_def_index(&g, id))
        snprintf(key, sizeof key, "smashup.card.%s", su_def(&g, id)->id);
    else
        snprintf(key, sizeof key, "smashup.%s.%s",
                 card ? "card" : su_thing_names[kind - THING_GAME],
                 name ? name : "none");
    text_copy(out, out_bytes, text_get(texts, key));
    if (kind == SU_TARGET && id <= SU_CARDS_MAX && su_in_play(g.state, id))
        say_place(&g, texts, id, out, out_bytes);
}

/* Every kind of card, then every base. */
bool su_card_at(const void *memory, int index, CardInfo *info)
{
    const SuCatalog *c = memory;
    memset(info, 0, sizeof *info);
    if (index < c->def_count) {
        const SuDef *d = &c->def[index + 1];
        info->id = d->id;
        info->kind = su_kind_names[d->kind];
        info->group = d->faction ? c->faction[d->faction].id : "madness";
        info->count = d->count;
        info->bound = !d->unbound;
        snprintf(info->keys[0], sizeof info->keys[0], "rule.%s", d->id);
        snprintf(info->keys[1], sizeof info->keys[1], "card.%s", d->id);
    } else if (index - c->def_count < c->base_count) {
        const SuBaseDef *b = &c->base[index - c->def_count + 1];
        info->id = b->id;
        info->kind = "base";
        info->group = b->faction ? c->faction[b->faction].id : b->set;
        info->count = 1;
        info->bound = !b->unbound;
        snprintf(info->keys[0], sizeof info->keys[0], "rule.%s", b->id);
        snprintf(info->keys[1], sizeof info->keys[1], "base.%s", b->id);
    } else {
        return false;
    }
    info->text = info->keys[0];
    info->name = info->keys[1];
    return true;
}

#include "games/smashup/adapt.h"

#include "games/adapter.h"

/* Every player needs two factions of their own, and each base another. */
static Err game_check_setup(const void *catalog, const Setup *setup, Quote *quote)
{
    const SuCatalog *c = catalog;
    (void)quote;
    return c->faction_count >= 2 * setup->players ? (Err)ERR_OK : (Err)ERR_BAD_PLAYERS;
}

static int32_t game_points(const void *catalog, const void *state, int seat)
{
    const SuState *s = state;
    (void)catalog;
    return s->vp[seat] - (s->phase == SU_OVER ? su_penalty(s, seat) : 0);
}

/* Answers name cards of hands and decks, so the others are told of no move; what they
 * may know of it they see on the table. */
static Command game_seen(const void *state, const Command *c, int viewer)
{
    (void)state;
    (void)c;
    (void)viewer;
    return command(ACTION_NONE, SEAT_NONE, 0, 0, 0);
}

static const char *game_check(const void *catalog, const void *state)
{
    const Su g = game_table(catalog, state, NULL);
    return su_check(&g);
}

const Game su_game = {
    .id = "smashup",
    .rules_version = 3,
    .players_min = 2,
    .players_max = 4,
    GAME_RULES,
    .thing_say = su_thing_say,
    .thing_alias = thing_alias,
    .seen = game_seen,
};
