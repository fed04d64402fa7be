/* game.c - Sea Salt & Paper as the engine sees it: names for its numbers, and its
 * functions. */
#include "games/sea-salt/host.h"

#include <stdio.h>

static const char *const profile_words[] = {"standard", "official"};

static const Option salt_options[SALT_OPTIONS] = {
    [SALT_OPT_PROFILE] = {"profile", OPTION_WORD, 0, 1, 0, false, profile_words},
    [SALT_OPT_TARGET] = {"target", OPTION_INT, SALT_TARGET_MIN, SALT_TARGET_MAX,
                         OPTION_AUTO, true, NULL},
    [SALT_OPT_START_HAND] = {"start_hand", OPTION_INT, 0, SALT_HAND_START_MAX,
                             OPTION_AUTO, true, NULL},
    [SALT_OPT_EXTRA_CAP] = {"extra_turn_cap", OPTION_INT, 0, SALT_EXTRA_CAP_MAX,
                            OPTION_AUTO, true, NULL},
    [SALT_OPT_DECLARE_MIN] = {"declare_min", OPTION_INT, 1, SALT_DECLARE_MAX,
                              OPTION_AUTO, true, NULL},
    [SALT_OPT_MERMAIDS] = {"mermaids_to_win", OPTION_INT, SALT_MERMAIDS_MIN,
                           SALT_MERMAIDS_MAX, OPTION_AUTO, true, NULL},
    [SALT_OPT_EXTRA_SALT] = {"extra_salt", OPTION_FLAG, 0, 1, 0, false, NULL},
    [SALT_OPT_EXTRA_PEPPER] = {"extra_pepper", OPTION_FLAG, 0, 1, 0, false, NULL},
};

const char *const salt_phase_names[SALT_PHASES] = {
    "draw", "pair", "declare", "declare_showing", "round_end", "game_over",
};

const char *const salt_pepper_names[PEPPER_COUNT] = {
    "none",        "hermit_crab",       "sunfish",
    "water_rodeo", "dance_of_shells",   "kraken",
    "tornado",     "dance_of_mermaids", "treasure_chest",
    "diodon_fish", "angelfish",         "dolphins",
    "coral_reef",
};

static const char *const salt_thing_names[] = {"card", "pile",   "colour", "phase",
                                               "mode", "reason", "effect", "pepper"};

/* A question is called like the action that answers it. */
static const char *const salt_asks[SALT_ACTIONS] = {
#define ACTION(name, word, ...) word,
#include "games/sea-salt/actions.def"
#undef ACTION
};

static const char *name_in(const char *const *names, int first, int count, int id)
{
    return id >= 1 && id <= count ? names[first + id - 1] : NULL;
}

const char *salt_thing_id(const void *catalog, const void *state, int kind, int id)
{
    static const char *const piles[] = {"left", "right"};
    static const char *const modes[] = {"stop", "last_chance"};
    static const char *const reasons[] = {"stop", "last_chance", "exhausted",
                                          "void", "mermaids",    "points"};
    const SaltState *s = state;
    const SaltCatalog *c = catalog;
    const SaltProfile *p = &c->profile[s->profile];
    switch (kind) {
    case SALT_CARD:
        return id >= 1 && id <= s->card_count ? p->card_id[id] : NULL;
    case SALT_PILE:
        return name_in(piles, 0, 2, id);
    case SALT_COLOUR:
        return id >= 1 && id <= p->colour_count ? p->colour_id[id] : NULL;
    case SALT_PHASE:
        return name_in(salt_phase_names, 0, SALT_PHASES, id);
    case SALT_MODE:
        return name_in(modes, 0, 2, id);
    case SALT_REASON:
        return name_in(reasons, 0, SALT_REASONS - 1, id);
    case SALT_EFFECT:
        return name_in(salt_ability_names, 1, SALT_ABILITIES - 1, id);
    case SALT_PEPPER:
        return name_in(salt_pepper_names, 1, PEPPER_COUNT - 1, id);
    default:
        return NULL;
    }
}

/* "blue Fish": a card is called by its colour, where that is known, and its kind. */
static void say_card(const Salt *g, const Texts *texts, int card, char *out,
                     size_t out_bytes)
{
    char key[80];
    const SaltProfile *p = g->profile;
    const int colour = salt_colour(g->state, card);
    snprintf(key, sizeof key, "sea-salt.kind.%s.%s", p->id,
             p->kind[p->kind_of[card]].id);
    const char *kind = text_get(texts, key);
    if (!colour || p->kind_of[card] == p->mermaid) {
        text_copy(out, out_bytes, kind);
        return;
    }
    snprintf(key, sizeof key, "sea-salt.colour.%s", p->colour_id[colour]);
    const TextHole holes[] = {{"colour", text_get(texts, key)}, {"kind", kind}};
    text_fill(text_get(texts, "sea-salt.coloured_card"), holes, 2, out, out_bytes);
}

static void salt_thing_say(const void *catalog, const void *state, const Texts *texts,
                           int kind, int id, char *out, size_t out_bytes)
{
    const Salt g = salt_table(catalog, (SaltState *)(uintptr_t)state, NULL);
    char key[80];
    if (kind == SALT_CARD) {
        say_card(&g, texts, id, out, out_bytes);
        return;
    }
    snprintf(key, sizeof key, "sea-salt.%s.%s", salt_thing_names[kind - THING_GAME],
             salt_thing_id(catalog, state, kind, id));
    text_copy(out, out_bytes, text_get(texts, key));
}

/* Each copy with its colour, where one is printed, and what the kind does in pairs. */
static void salt_write_card(const void *memory, int index, JsonW *out)
{
    const SaltCatalog *catalog = memory;
    const SaltProfile *p = catalog->profile;
    for (; p < catalog->profile + SALT_PROFILES_MAX && index >= p->kind_count; p++)
        index -= p->kind_count;
    if (p == catalog->profile + SALT_PROFILES_MAX)
        return; /* an event card of Extra Pepper */
    const SaltKind *k = &p->kind[index + 1];
    jw_array(out, "cards");
    for (int i = 0; i < k->copies; i++) {
        const int colour = p->colour_of[k->first_card + i];
        jw_object(out, NULL);
        jw_str(out, "card", p->card_id[k->first_card + i]);
        jw_str(out, "colour", colour ? p->colour_id[colour] : NULL);
        jw_end_object(out);
    }
    jw_end_array(out);
    jw_array(out, "pairs");
    for (int i = 0; i < p->pair_count; i++) {
        const SaltPair *pair = &p->pair[i];
        const bool first = pair->kind_a == index + 1;
        if (!first && pair->kind_b != index + 1)
            continue;
        jw_object(out, NULL);
        jw_str(out, "with", p->kind[first ? pair->kind_b : pair->kind_a].id);
        jw_str(out, "effect", pair->effect ? salt_ability_names[pair->effect] : NULL);
        jw_str(out, "event", pair->event ? catalog->pepper_id[pair->event] : NULL);
        jw_end_object(out);
    }
    jw_end_array(out);
}

/* Every kind of card of every profile, then the event cards. */
static bool salt_card_at(const void *memory, int index, CardInfo *info)
{
    const SaltCatalog *catalog = memory;
    memset(info, 0, sizeof *info);
    info->bound = true;
    for (int i = 0; i < SALT_PROFILES_MAX; i++) {
        const SaltProfile *p = &catalog->profile[i];
        if (index >= p->kind_count) {
            index -= p->kind_count;
            continue;
        }
        const SaltKind *k = &p->kind[index + 1];
        info->id = k->id;
        info->kind = "card";
        info->group = k->first_card > p->card_count ? "extra_salt" : p->id;
        info->count = k->copies;
        snprintf(info->keys[0], sizeof info->keys[0], "rule.%s.%s", p->id, k->id);
        snprintf(info->keys[1], sizeof info->keys[1], "kind.%s.%s", p->id, k->id);
        info->text = info->keys[0];
        info->name = info->keys[1];
        return true;
    }
    if (index >= PEPPER_COUNT - 1)
        return false;
    info->id = catalog->pepper_id[index + 1];
    info->kind = "event";
    info->group = "extra_pepper";
    info->count = 1;
    snprintf(info->keys[0], sizeof info->keys[0], "pepper_rule.%s", info->id);
    snprintf(info->keys[1], sizeof info->keys[1], "pepper.%s", info->id);
    info->text = info->keys[0];
    info->name = info->keys[1];
    return true;
}

static Command salt_idle(const Salt *g)
{
    return command(SALT_DO_SKIP, SEAT_TABLE, salt_to_act(g->state) + 1, 0, 0);
}

#include "games/sea-salt/adapt.h"

#include "games/adapter.h"

/* What may be drawn lies open. Whoever lays no pair may have none: that shows only
 * where the hand is too small for one. */
static bool game_only_is_open(const void *state)
{
    const SaltState *s = state;
    const int least = salt_has_event(s, s->seat, PEPPER_CORAL_REEF) ? 1 : 2;
    return s->phase != SALT_PAIR || s->hand_count[s->seat] < least;
}

/* The expansions add to the published deck only. */
static Err game_check_setup(const void *catalog, const Setup *setup, Quote *quote)
{
    const SaltCatalog *c = catalog;
    const SaltProfile *p = &c->profile[setup->option[SALT_OPT_PROFILE]];
    if (p->card_count_max > p->card_count)
        return ERR_OK;
    for (int option = SALT_OPT_EXTRA_SALT; option <= SALT_OPT_EXTRA_PEPPER; option++)
        if (setup->option[option])
            return quote_refuse(quote, ERR_OPTION_CLASH, option, SALT_OPT_PROFILE, 0);
    return ERR_OK;
}

static int32_t game_points(const void *catalog, const void *state, int seat)
{
    const SaltState *s = state;
    (void)catalog;
    return s->total[seat];
}

/* A pair is the same in either order: the smaller card comes first. */
static void game_canonical(const void *catalog, const void *state, Command *c)
{
    (void)catalog;
    (void)state;
    if ((c->type == SALT_DO_PLAY_PAIR || c->type == SALT_DO_PLAY_TRIO) && c->a > c->b) {
        const Id card = c->a;
        c->a = c->b;
        c->b = card;
    }
}

static Command game_seen(const void *state, const Command *c, int viewer)
{
    (void)viewer;
    return salt_seen((const SaltState *)state, c);
}

static const char *game_check(const void *catalog, const void *state)
{
    const SaltState *s = state;
    if (s->profile >= SALT_PROFILES_MAX)
        return "no such profile";
    const Salt g = game_table(catalog, state, NULL);
    return salt_check(&g);
}

const Game salt_game = {
    .id = "sea-salt",
    .rules_version = 2,
    .players_min = 2,
    .players_max = 4,
    GAME_RULES,
    .thing_say = salt_thing_say,
    .only_is_open = game_only_is_open,
    .canonical = game_canonical,
    .seen = game_seen,
    .write_card = salt_write_card,
};
