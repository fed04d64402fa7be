/* position.c - reads the odd fields of a table of 7 Wonders Duel, and lays out what a
 * position leaves out.
 *
 * An age without a structure is dealt; a card of the structure without a name is drawn
 * among those not yet seen; the tokens of the pawn and of progress that are not
 * mentioned lie where they must. */
#include "games/duel/host.h"

static const json_t *said(const Walk *walk, const char *object, const char *key)
{
    return json_object_get(json_object_get(walk->in->json, object), key);
}

void duel_read_slot_card(Walk *walk, const Field *field, const json_t *value)
{
    duel_state_of(walk)->slot[walk->index] =
        (uint8_t)walk_claim(walk, field->key, value);
}

/* Which card it is follows from the name; without one, from this. */
void duel_read_slot_back(Walk *walk, const Field *field, const json_t *value)
{
    const DuelCatalog *c = duel_catalog_of(walk);
    const char *name = json_string_value(value);
    uint8_t *card = &duel_state_of(walk)->slot[walk->index];
    int back = c->back_count;
    while (back && name && strcmp(c->back_id[back], name) != 0)
        back--;
    if (!name)
        walk_fail(walk, ERR_BAD_POSITION, field->key, "must be a name");
    else if (!back)
        walk_fail(walk, ERR_UNKNOWN_THING, field->key, "%s", name);
    else if (!*card)
        *card = (uint8_t)(DUEL_BACK + back);
}

/* A view that lost its mark still tells all that follows for a card it does not name.
 */
static bool hides_a_card(const Walk *walk, const json_t *slot)
{
    return !walk->is_view && json_object_get(slot, "back") &&
           json_object_get(slot, "covers") && !json_object_get(slot, "card");
}

void duel_read_structure(Walk *walk, const Field *field, const json_t *value)
{
    DuelState *s = duel_state_of(walk);
    const int slots = duel_layout(duel_catalog_of(walk), s, s->age)->slot_count;
    Each each = walk_each(walk, field->key, value, DUEL_SLOTS_MAX);
    /* Without a draft the first age has been dealt already. */
    s->lying = s->hidden = 0;
    memset(s->slot, 0, sizeof s->slot);
    if (!slots && json_array_size(value))
        walk_fail(walk, ERR_BAD_POSITION, field->key, "needs an \"age\" from 1 to %d",
                  duel_catalog_of(walk)->age_count);
    while (walk_next(&each)) {
        Walk entry = *walk;
        entry.index =
            walk_int(walk, "slot", json_object_get(each.item, "slot"), 0, slots - 1);
        if (s->lying >> entry.index & 1)
            walk_fail(walk, ERR_BAD_POSITION, "slot", "%d is there twice", entry.index);
        s->lying |= (uint32_t)1 << entry.index;
        if (hides_a_card(walk, each.item))
            walk_fail(walk, ERR_POSITION_IS_VIEW, NULL, "what it hides is missing");
        if (walk_ok(walk))
            fields_read(&entry, duel_slot_fields, each.item);
    }
}

void duel_read_loot(Walk *walk, const Field *field, const json_t *value)
{
    const size_t count = DUEL_SEATS * DUEL_LOOT_MAX;
    Each each = walk_each(walk, field->key, value, (int)count);
    if (json_array_size(value) != count)
        walk_fail(walk, ERR_BAD_POSITION, field->key, "needs %zu entries", count);
    duel_state_of(walk)->loot = 0;
    while (walk_next(&each))
        duel_state_of(walk)->loot |=
            (uint8_t)(walk_flag(walk, NULL, each.item) << each.at);
}

/* What the deal gave them is gone too. */
static void leave_sets_out(DuelState *s)
{
#define SET_CLEAR(name, ...) memset(&s->name, 0, sizeof s->name);
    DUEL_EACH_SET(SET_CLEAR, )
#undef SET_CLEAR
    s->sets = 0;
}

static void settle_cities(const Walk *walk)
{
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        DuelCity *city = &duel_state_of(walk)->city[seat];
        city->has = duel_powers(duel_catalog_of(walk), city);
        for (int i = 0; i < DUEL_CITY_WONDERS; i++)
            city->ready[i] = city->under[i] ? 0 : city->wonder[i];
    }
}

/* Tokens that players own are nowhere else; the rest is set aside. */
static void settle_progress(const Walk *walk)
{
    DuelState *s = duel_state_of(walk);
    const unsigned all = duel_catalog_of(walk)->tokens[duel_pool(s)];
    unsigned elsewhere = s->city[0].tokens | s->city[1].tokens | s->drawn;
    if (said(walk, "progress", "aside"))
        elsewhere |= s->aside;
    if (!said(walk, "progress", "row"))
        s->row = (uint16_t)(s->row & ~elsewhere);
    if (!said(walk, "progress", "aside"))
        s->aside = (uint16_t)(all & ~(elsewhere | s->row));
}

/* Military tokens that the pawn stands on or behind are used up. */
static void settle_military(const Walk *walk)
{
    DuelState *s = duel_state_of(walk);
    if (!said(walk, "military", "loot"))
        s->loot =
            (uint8_t)(s->loot & ~duel_passed_loot(&duel_catalog_of(walk)->number, s));
}

/* What a view offers of the cards in the box lies in no slot: it is not drawn there. */
static void keep_offered(Walk *walk, DuelState *view)
{
    memset(&view->prompt, 0, sizeof view->prompt);
#ifdef DUEL_WITH_SETS
    const json_t *list = said(walk, "prompt", "options");
    const char *ask = json_string_value(said(walk, "prompt", "ask"));
    if (!walk->is_view || !ask || strcmp(ask, "waiting_for_treason") != 0 ||
        !json_array_size(list))
        return;
    view->prompt.action = DUEL_DO_BUILD_FREE;
    view->prompt.say = DUEL_WAITING_FOR_TREASON;
    for (size_t i = 0; i < json_array_size(list) && walk_ok(walk); i++)
        set_add(&view->prompt.options,
                (Id)walk_thing(walk, "prompt", json_array_get(list, i), DUEL_CARD));
#else
    (void)walk;
#endif
}

/* Cards nobody named, drawn among those that are nowhere else. */
static void draw_unnamed(Walk *walk)
{
    DuelState *s = duel_state_of(walk);
    const Duel g = duel_table_of(walk);
    DuelState view = *s;
    uint8_t some[DUEL_PILE_MAX];
    keep_offered(walk, &view);
    for (int back = 1; back <= duel_catalog_of(walk)->back_count; back++) {
        int there = duel_unseen(&g, duel_seen(g.state), back, some);
        for (uint32_t left = s->lying; left; left &= left - 1)
            there -= s->slot[bits_first(left)] == DUEL_BACK + back;
        if (there < 0)
            walk_fail(walk, ERR_BAD_POSITION, "structure",
                      "there are not so many cards with the back %s",
                      duel_catalog_of(walk)->back_id[back]);
    }
    if (!walk_ok(walk))
        return;
    Rng own;
    rng_seed(&own, rng_mix(s->rng.state, 2));
    duel_determinize(duel_catalog_of(walk), &view, &own, s);
    s->rng = view.rng;
}

static bool is_in_game(const Walk *walk, int card)
{
    const DuelCatalog *catalog = duel_catalog_of(walk);
    const DuelPile *pile = catalog->pile[duel_pool(duel_state_of(walk))];
    for (int back = 1; back <= catalog->back_count; back++)
        if (duel_cards_have(&pile[back].set, card))
            return true;
    return false;
}

/* What lies uncovered was turned up when the turn ended that uncovered it. */
static void settle_structure(Walk *walk)
{
    DuelState *s = duel_state_of(walk);
    const DuelLayout *layout = duel_layout(duel_catalog_of(walk), s, s->age);
    Duel g = duel_table_of(walk);
    bool unnamed = false;
    if (!layout->slot_count)
        return;
    if (!json_object_get(walk->in->json, "structure")) {
        duel_lay_age(&g, s->age);
        return;
    }
    s->open = duel_uncovered(layout, s->lying);
    s->hidden =
        duel_face_down(layout, s->lying) | (layout->face_down & s->lying & s->hidden);
    for (uint32_t left = s->lying; left; left &= left - 1) {
        uint8_t *card = &s->slot[bits_first(left)];
        if (!*card)
            *card = (uint8_t)(DUEL_BACK + layout->part_back[0]);
        unnamed = unnamed || *card >= DUEL_BACK;
        if (*card < DUEL_BACK && !is_in_game(walk, *card))
            walk_fail(walk, ERR_BAD_POSITION, "structure",
                      "a card that is not in this game");
    }
    if (unnamed && walk_ok(walk))
        draw_unnamed(walk);
}

/* The draft goes on from the wonders taken and shown. */
static void restart_draft(Walk *walk)
{
    DuelState *s = duel_state_of(walk);
    const DuelNumbers *number = &duel_catalog_of(walk)->number;
    Duel g = duel_table_of(walk);
    int taken = 0;
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int i = 0; i < DUEL_CITY_WONDERS; i++)
            taken += s->city[seat].wonder[i] != 0;
    if (taken >= number->draft_count)
        walk_fail(walk, ERR_BAD_POSITION, "age", "the draft is over: 1 to %d",
                  duel_catalog_of(walk)->age_count);
    else if (!s->pool[0] && taken % number->shown)
        walk_fail(walk, ERR_BAD_POSITION, "draft", "nothing is left to choose from");
    if (!walk_ok(walk))
        return;
    duel_push(&g, DUEL_FX_wonder_draft, s->first, 0, taken);
    s->fx[0].step = s->pool[0] ? 1 : 0;
    duel_run(&g);
}

/* Frames as they were written; what they wait for is asked again. */
static void settle_effects(Walk *walk)
{
    DuelState *s = duel_state_of(walk);
    Duel g = duel_table_of(walk);
    memset(&s->prompt, 0, sizeof s->prompt);
    if (!json_object_get(walk->in->json, "effects")) {
        memset(s->fx, 0, sizeof s->fx);
        s->fx_depth = 0;
    }
    if (s->victory)
        return;
    if (!s->fx_depth) {
        if (!s->age)
            restart_draft(walk);
        return;
    }
    for (int i = 0; i < s->fx_depth && walk_ok(walk); i++) {
        DuelFx *fx = &s->fx[i];
        fx->who = (uint8_t)duel_frame_asks(&g, fx);
        fx->answer = i + 1 == s->fx_depth ? 0 : fx->card;
        const char *broken = duel_check_frame(&g, i);
        walk_enter(walk, "effects", i);
        if (broken)
            walk_fail(walk, ERR_BAD_POSITION, NULL, "%s", broken);
        walk_leave(walk);
    }
    if (walk_ok(walk) && duel_check_stack(&g))
        walk_fail(walk, ERR_BAD_POSITION, "effects", "%s", duel_check_stack(&g));
    if (!walk_ok(walk))
        return;
    const DuelFx asks = s->fx[s->fx_depth - 1];
    const int depth = s->fx_depth;
    duel_ask_again(&g);
    if (s->fx_depth != depth || memcmp(&asks, &s->fx[depth - 1], sizeof asks) != 0)
        walk_fail(walk, ERR_BAD_POSITION, "effects", "the last one has nothing to ask");
}

void duel_lay(Walk *walk, const json_t *json)
{
    DuelState *s = duel_state_of(walk);
    Duel g = duel_table_of(walk);
    fields_read(walk, duel_fields, json);
    if (!walk_ok(walk))
        return;
    if (s->age && !json_object_get(json, "draft"))
        memset(s->pool, 0, sizeof s->pool);
    if (duel_base_only(s))
        leave_sets_out(s);
    settle_cities(walk);
    settle_progress(walk);
    settle_military(walk);
    settle_structure(walk);
    duel_sets_settle(&g);
    if (walk_ok(walk))
        settle_effects(walk);
}
