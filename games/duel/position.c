/* position.c - reads a table of 7 Wonders Duel from JSON, whole or in part.
 *
 * What is left out keeps the value it has when a game begins; an age without a
 * structure is dealt, a card of the structure without a name is drawn among those not
 * yet seen. */
#include "games/duel/host.h"

#include "engine/reader.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    Reader *r;
    const json_t *json;
    Duel g;
    DuelState *s;
    const DuelCatalog *c;
} Position;

/* The thing under a key; 0 for null or nothing. */
static int read_named(Position *p, const json_t *object, const char *key, int kind)
{
    if (!json_object_get(object, key) || json_is_null(json_object_get(object, key)))
        return 0;
    const char *name = read_text(p->r, object, key);
    const int id = name ? duel_thing_find(p->c, kind, name) : 0;
    if (!id && reader_ok(p->r))
        reader_fail(p->r, key, "there is no %s called \"%s\"",
                    duel_thing_names[kind - THING_GAME], name);
    return id;
}

/* Ids of the things listed under a key, at most 'max'; -1 when the key is not there. */
static int read_list(Position *p, const json_t *object, const char *key, int kind,
                     uint8_t *ids, int max)
{
    const json_t *list = read_array_or_none(p->r, object, key, max);
    if (!list)
        return -1;
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        const int id = name ? duel_thing_find(p->c, kind, name) : 0;
        if (!id)
            reader_fail(p->r, key, "entry %zu is no %s: %s", i,
                        duel_thing_names[kind - THING_GAME],
                        name ? name : "not a name");
        ids[i] = (uint8_t)id;
    }
    return reader_ok(p->r) ? (int)json_array_size(list) : -1;
}

static void read_cards(Position *p, const json_t *object, const char *key,
                       DuelCards *cards)
{
    uint8_t ids[DUEL_CARDS_MAX];
    const int count = read_list(p, object, key, DUEL_CARD, ids, DUEL_CARDS_MAX);
    if (count >= 0)
        memset(cards, 0, sizeof *cards);
    for (int i = 0; i < count; i++) {
        if (duel_cards_have(cards, ids[i]))
            reader_fail(p->r, key, "%s is there twice", p->c->label[ids[i]].id);
        else
            duel_cards_add(cards, ids[i]);
    }
}

/* True when the key is there. */
static bool read_tokens(Position *p, const json_t *object, const char *key,
                        uint16_t *tokens)
{
    uint8_t ids[DUEL_TOKENS_MAX];
    const int count = read_list(p, object, key, DUEL_TOKEN, ids, DUEL_TOKENS_MAX);
    if (count >= 0)
        *tokens = 0;
    for (int i = 0; i < count; i++)
        *tokens |= (uint16_t)(1 << (ids[i] - 1));
    return count >= 0;
}

static void read_wonders(Position *p, const json_t *player, DuelCity *city)
{
    static const char *const keys[] = {"wonder", "under", NULL};
    const json_t *list = read_array_or_none(p->r, player, "wonders", DUEL_CITY_WONDERS);
    if (!list)
        return;
    memset(city->wonder, 0, sizeof city->wonder);
    memset(city->under, 0, sizeof city->under);
    memset(city->ready, 0, sizeof city->ready);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        const json_t *item = json_array_get(list, i);
        reader_enter(p->r, "wonders", (int)i);
        read_only(p->r, item, keys);
        city->wonder[i] = (uint8_t)read_named(p, item, "wonder", DUEL_WONDER);
        city->under[i] = (uint8_t)read_named(p, item, "under", DUEL_CARD);
        city->ready[i] = city->under[i] ? 0 : city->wonder[i];
        if (!city->wonder[i])
            reader_fail(p->r, "wonder", "is missing");
        reader_leave(p->r);
    }
}

static void read_players(Position *p)
{
    static const char *const keys[] = {"coins",  "cards",     "wonders",      "tokens",
                                       "points", "resources", "fixed_prices", "symbols",
                                       "chains", NULL};
    const json_t *list = read_array_or_none(p->r, p->json, "players", DUEL_SEATS);
    for (size_t seat = 0; seat < json_array_size(list) && reader_ok(p->r); seat++) {
        const json_t *player = json_array_get(list, seat);
        DuelCity *city = &p->s->city[seat];
        reader_enter(p->r, "players", (int)seat);
        read_only(p->r, player, keys);
        city->coins = (int16_t)read_int_or(p->r, player, "coins", 0, 999, city->coins);
        read_cards(p, player, "cards", &city->cards);
        read_wonders(p, player, city);
        read_tokens(p, player, "tokens", &city->tokens);
        city->has = duel_powers(p->c, city);
        reader_leave(p->r);
    }
    if (reader_ok(p->r))
        duel_limit_wonders(&p->g);
}

/* Tokens that players own are nowhere else; the rest is set aside. */
static void read_progress(Position *p)
{
    static const char *const keys[] = {"row", "aside", "drawn", NULL};
    DuelState *s = p->s;
    const json_t *progress = read_object_or_none(p->r, p->json, "progress");
    const uint16_t owned = s->city[0].tokens | s->city[1].tokens;
    const uint16_t all = p->c->tokens[duel_base_only(s)];
    bool row = false, aside = false;
    reader_enter(p->r, "progress", -1);
    if (progress) {
        read_only(p->r, progress, keys);
        row = read_tokens(p, progress, "row", &s->row);
        aside = read_tokens(p, progress, "aside", &s->aside);
        read_tokens(p, progress, "drawn", &s->drawn);
    }
    if (!row)
        s->row = (uint16_t)(s->row & ~(owned | (aside ? s->aside : 0)));
    if (!aside)
        s->aside = (uint16_t)(all & ~(owned | s->row | s->drawn));
    reader_leave(p->r);
}

static void read_slot(Position *p, const json_t *item, const DuelLayout *layout)
{
    static const char *const keys[] = {"slot",      "card",       "back", "face_up",
                                       "available", "covered_by", NULL};
    DuelState *s = p->s;
    read_only(p->r, item, keys);
    const int slot = read_int(p->r, item, "slot", 0, layout->slot_count - 1);
    const int card = read_named(p, item, "card", DUEL_CARD);
    const char *back = read_text_or(p->r, item, "back", NULL);
    int back_number = layout->part_back[0];
    for (int i = 1; back && i <= p->c->back_count; i++)
        if (strcmp(p->c->back_id[i], back) == 0)
            back_number = i;
    if (!reader_ok(p->r))
        return;
    if (s->lying >> slot & 1)
        reader_fail(p->r, "slot", "%d is there twice", slot);
    s->lying |= (uint32_t)1 << slot;
    s->slot[slot] = (uint8_t)(card ? card : DUEL_BACK + back_number);
    const bool face_up = read_bool_or(p->r, item, "face_up", true);
    if (!face_up)
        s->hidden |= (uint32_t)1 << slot;
    else if (!json_object_get(item, "face_up") && layout->face_down >> slot & 1)
        s->hidden |= (uint32_t)1 << slot; /* turned up below where nothing covers it */
}

/* Where "face_up" is left out, a card lies as it was laid, or was turned up meanwhile.
 */
static void turn_up(Position *p, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        const json_int_t slot = json_integer_value(json_object_get(item, "slot"));
        if (!json_object_get(item, "face_up") && p->s->open >> slot & 1)
            p->s->hidden &= ~((uint32_t)1 << slot);
    }
}

static void read_structure(Position *p)
{
    DuelState *s = p->s;
    const json_t *list = read_array_or_none(p->r, p->json, "structure", DUEL_SLOTS_MAX);
    if (!list || (!s->age && json_array_size(list) == 0))
        return;
    if (!s->age) {
        reader_fail(p->r, "structure", "needs an \"age\" from 1 to %d",
                    p->c->age_count);
        return;
    }
    memset(s->slot, 0, sizeof s->slot);
    s->lying = s->hidden = 0;
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        reader_enter(p->r, "structure", (int)i);
        read_slot(p, json_array_get(list, i), &p->c->age[s->age]);
        reader_leave(p->r);
    }
    s->open = duel_uncovered(&p->c->age[s->age], s->lying);
    if (reader_ok(p->r))
        turn_up(p, list);
}

static void read_military(Position *p)
{
    static const char *const keys[] = {"position", "loot", NULL};
    const json_t *military = read_object_or_none(p->r, p->json, "military");
    const int capital = p->c->number.capital;
    if (!military)
        return;
    reader_enter(p->r, "military", -1);
    read_only(p->r, military, keys);
    p->s->pawn = (int8_t)read_int_or(p->r, military, "position", -capital, capital, 0);
    const json_t *loot =
        read_array_or_none(p->r, military, "loot", DUEL_SEATS * DUEL_LOOT_MAX);
    if (loot && json_array_size(loot) != DUEL_SEATS * DUEL_LOOT_MAX)
        reader_fail(p->r, "loot", "needs %d entries", DUEL_SEATS * DUEL_LOOT_MAX);
    for (size_t i = 0; i < json_array_size(loot); i++) {
        const int bit = 1 << i;
        p->s->loot =
            (uint8_t)(json_is_true(json_array_get(loot, i)) ? p->s->loot | bit
                                                            : p->s->loot & ~bit);
    }
    reader_leave(p->r);
}

static void read_result(Position *p)
{
    DuelState *s = p->s;
    const json_t *winners = read_array_or_none(p->r, p->json, "winners", DUEL_SEATS);
    if (read_text_or(p->r, p->json, "victory", NULL))
        s->victory = (uint8_t)read_word(p->r, p->json, "victory", duel_victory_names,
                                        DUEL_VICTORIES);
    for (size_t i = 0; i < json_array_size(winners); i++) {
        const json_int_t seat = json_integer_value(json_array_get(winners, i));
        if (seat < 0 || seat >= DUEL_SEATS)
            reader_fail(p->r, "winners", "entry %zu is not a player", i);
        else
            s->winners |= (uint8_t)(1 << seat);
    }
}

/* A frame that waits: the top one for an answer, the others for what lies on them. */
static void read_effect_frame(Position *p, const json_t *item, bool is_top, DuelFx *fx)
{
    static const char *const keys[] = {"ability", "step", "seat",  "who", "source",
                                       "answer",  "card", "count", NULL};
    static const struct {
        uint8_t steps, asks;
    } shape[DUEL_ABILITIES] = {
        {0, 0},
#define FLOW(name, steps, asks)    {steps, asks},
#define ABILITY(name, steps, asks) {steps, asks},
#include "games/duel/abilities.def"
#undef ABILITY
#undef FLOW
    };
    read_only(p->r, item, keys);
    const int ability = 1 + read_word(p->r, item, "ability", duel_ability_names + 1,
                                      DUEL_ABILITIES - 1);
    const int step = read_int(p->r, item, "step", 0, shape[ability].steps);
    if ((shape[ability].asks >> step & 1) != is_top)
        reader_fail(p->r, "step",
                    is_top ? "nobody is asked there" : "only the last can ask");
    fx->ability = (uint8_t)ability;
    fx->step = (uint8_t)step;
    fx->seat = (uint8_t)read_int(p->r, item, "seat", 0, DUEL_SEATS - 1);
    fx->who = (uint8_t)read_int_or(p->r, item, "who", 0, DUEL_SEATS - 1, fx->seat);
    fx->source = (Id)read_named(p, item, "source", DUEL_PIECE);
    fx->answer = (Id)read_int_or(p->r, item, "answer", 0, DUEL_PIECES - 1, 0);
    fx->card = (Id)read_int_or(p->r, item, "card", 0, DUEL_CARDS_MAX, 0);
    fx->count = (int16_t)read_int_or(p->r, item, "count", 0, 99, 0);
    if (ability == DUEL_FX_wonder_draft && fx->count >= p->c->number.draft_count)
        reader_fail(p->r, "count", "the draft has %d choices",
                    p->c->number.draft_count);
    if (ability == DUEL_FX_destroy && fx->count > DUEL_GUILD)
        reader_fail(p->r, "count", "is not a type of card");
    if ((ability == DUEL_FX_wonder_draft) != (p->s->age == 0 && fx == p->s->fx))
        reader_fail(p->r, "ability",
                    "the draft is what comes first in age 0, and only there");
}

/* Put the top frame one step back, so that it asks again. */
static void ask_again(Position *p)
{
    DuelState *s = p->s;
    s->fx[s->fx_depth - 1].step--;
    duel_run(&p->g);
}

/* The draft goes on from the wonders taken and shown. */
static void restart_draft(Position *p)
{
    DuelState *s = p->s;
    int taken = 0;
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int i = 0; i < DUEL_CITY_WONDERS; i++)
            taken += s->city[seat].wonder[i] != 0;
    if (taken >= p->c->number.draft_count) {
        reader_fail(p->r, "players", "the draft is over: give an \"age\"");
        return;
    }
    duel_push(&p->g, DUEL_FX_wonder_draft, s->first, 0, taken);
    s->fx[0].step = s->pool[0] ? 1 : 0;
    duel_run(&p->g);
}

static void read_effects(Position *p)
{
    DuelState *s = p->s;
    const json_t *list = read_array_or_none(p->r, p->json, "effects", DUEL_FX_MAX);
    memset(s->fx, 0, sizeof s->fx);
    memset(&s->prompt, 0, sizeof s->prompt);
    s->fx_depth = 0;
    for (size_t i = 0; i < json_array_size(list) && reader_ok(p->r); i++) {
        reader_enter(p->r, "effects", (int)i);
        read_effect_frame(p, json_array_get(list, i), i + 1 == json_array_size(list),
                          &s->fx[i]);
        reader_leave(p->r);
        s->fx_depth++;
    }
    if (!reader_ok(p->r) || s->victory)
        return;
    if (s->fx_depth)
        ask_again(p);
    else if (!s->age)
        restart_draft(p);
}

static void read_pool(Position *p)
{
    uint8_t ids[DUEL_SHOWN_MAX] = {0};
    const int count = read_list(p, p->json, "draft", DUEL_WONDER, ids, DUEL_SHOWN_MAX);
    if (count >= 0)
        memcpy(p->s->pool, ids, sizeof ids);
    else if (p->s->age)
        memset(p->s->pool, 0, sizeof p->s->pool);
}

static void read_plain(Position *p)
{
    DuelState *s = p->s;
    const json_t *rng = json_object_get(p->json, "rng");
    const int age = read_int_or(p->r, p->json, "age", 0, p->c->age_count, s->age);
    s->first =
        (uint8_t)read_int_or(p->r, p->json, "first", 0, DUEL_SEATS - 1, s->first);
    s->seat = (uint8_t)read_int_or(p->r, p->json, "turn", 0, DUEL_SEATS - 1, s->seat);
    const bool expansions =
        read_bool_or(p->r, p->json, "expansions", !(s->marks & DUEL_BASE_ONLY));
    s->marks =
        (uint8_t)((read_bool_or(p->r, p->json, "again", false) ? DUEL_AGAIN : 0) |
                  (expansions ? 0 : DUEL_BASE_ONLY));
    if (rng) {
        char *end = NULL;
        const char *hex = read_text_or(p->r, p->json, "rng", "");
        s->rng.state = strtoull(hex, &end, 16);
        if (strlen(hex) != 16 || *end)
            reader_fail(p->r, "rng", "needs sixteen hexadecimal digits");
    }
    if (!reader_ok(p->r))
        return;
    if (age && !json_object_get(p->json, "structure"))
        duel_lay_age(&p->g, age);
    s->age = (uint8_t)age;
}

/* Cards nobody named, drawn among those that are nowhere else. */
static void draw_unnamed(Position *p)
{
    DuelState *s = p->s;
    const Rng rng = s->rng;
    bool unnamed = false;
    for (uint32_t left = s->lying; left; left &= left - 1)
        unnamed |= s->slot[bits_first(left)] >= DUEL_BACK;
    if (!unnamed)
        return;
    Rng own;
    rng_seed(&own, rng_mix(s->rng.state, 2));
    const DuelState view = *s;
    duel_determinize(p->c, &view, &own, s);
    s->rng = rng;
}

/* Every age still to come needs a card. */
static void check_ages_left(Position *p)
{
    for (int age = p->s->age + 1; age <= p->c->age_count && !p->s->victory; age++) {
        uint8_t some[DUEL_PILE_MAX];
        int there = 0;
        for (int part = 0; part < p->c->age[age].part_count; part++)
            there += duel_unseen(&p->g, p->c->age[age].part_back[part], some);
        if (!there)
            reader_fail(p->r, "players", "no card is left for age %d", age);
    }
}

Err duel_read_state(const void *catalog, const json_t *json, void *state, Refusal *why)
{
    static const char *const keys[] = {
        "age",       "turn",    "first",    "again",    "expansions", "players",
        "structure", "discard", "military", "progress", "draft",      "victory",
        "winners",   "prompt",  "effects",  "rng",      "more",       NULL};
    LoadError error;
    Reader reader;
    reader_init(&reader, "position", &error);
    DuelState *s = (DuelState *)state;
    Position p = {&reader, json, duel_table((const DuelCatalog *)catalog, s, NULL), s,
                  (const DuelCatalog *)catalog};
    read_only(&reader, json, keys);
    read_plain(&p);
    read_players(&p);
    read_cards(&p, json, "discard", &s->discard);
    read_progress(&p);
    read_structure(&p);
    read_military(&p);
    read_pool(&p);
    read_result(&p);
    const json_t *more = json_object_get(json, "more");
    if (more && reader_ok(&reader) && !duel_more_read(&p.g, more))
        reader_fail(&reader, "more", "is not what the expansion writes there");
    if (reader_ok(&reader))
        draw_unnamed(&p);
    read_effects(&p);
    if (reader_ok(&reader))
        check_ages_left(&p);
    if (reader_ok(&reader)) {
        const char *broken = duel_check(&p.g);
        if (!broken)
            return ERR_OK;
        reader_fail(&reader, NULL, "%s", broken);
    }
    char detail[sizeof error.path + sizeof error.what + 2];
    snprintf(detail, sizeof detail, "%s%s%s", error.path, error.path[0] ? ": " : "",
             error.what);
    *why = refusal_words(ERR_BAD_POSITION, detail, NULL);
    return ERR_BAD_POSITION;
}
