/* position.c - lays a position over a freshly dealt table of Smash Up: the rows that
 * are odd, and what a position leaves out.
 *
 * A position names the factions; decks, bases and hands are then dealt as ever, and
 * what it says of single cards is laid over that by the same events as in a game. */
#include "games/smashup/host.h"

static void put(const Walk *walk, int type, int seat, int card, int b, int c)
{
    Su g = su_table_of(walk);
    su_emit(&g, event_make(type, seat, card, b, c, 0), NULL);
}

/* Seats. */

/* A card among a player's own; Madness becomes theirs by lying there. */
static int claim_own(Walk *walk, const json_t *value, int seat)
{
    const SuState *s = su_state_of(walk);
    const int card = walk_claim(walk, NULL, value);
    if (card && su_owner(s, card) == SEAT_NONE)
        put(walk, SU_EV_MADNESS_DRAWN, seat, card, 0, 0);
    if (card && su_owner(s, card) != seat)
        walk_fail(walk, ERR_BAD_POSITION, NULL, "belongs to another player");
    return walk_ok(walk) ? card : 0;
}

/* Hand or discard pile: exactly these cards; what was dealt there goes under its deck.
 */
static void read_pile(Walk *walk, const Field *field, const json_t *value, int type)
{
    const SuState *s = su_state_of(walk);
    const int seat = walk->index;
    const CardSet dealt = type == SU_EV_TO_HAND ? s->hand[seat] : s->discard[seat];
    Each each = walk_each(walk, field->key, value, SU_CARDS_MAX);
    SET_EACH (card, &dealt)
        if (!set_has(&walk->in->claimed, card))
            put(walk, SU_EV_TO_BOTTOM, seat, card, 0, 0);
    while (walk_next(&each)) {
        const int card = claim_own(walk, each.item, seat);
        if (card)
            put(walk, type, seat, card, 0, 0);
    }
}

/* Of a hand that a view does not show whole, what it shows. */
void su_read_hand(Walk *walk, const Field *field, const json_t *value)
{
    const json_t *seats = json_object_get(walk->in->json, "seats");
    if (walk->is_view)
        value =
            json_object_get(json_array_get(seats, (size_t)walk->index), "known_hand");
    if (su_state_of(walk)->base[0].id)
        read_pile(walk, field, value, SU_EV_TO_HAND);
}

void su_read_discard(Walk *walk, const Field *field, const json_t *value)
{
    if (su_state_of(walk)->base[0].id)
        read_pile(walk, field, value, SU_EV_DISCARDED);
}

/* Cards on top of a deck, or at its bottom; the others stay where they are. */
static void read_deck_end(Walk *walk, const char *key, const json_t *list, int type)
{
    if (!walk_list(walk, key, list, SU_CARDS_MAX) || !su_state_of(walk)->base[0].id)
        return;
    const int count = (int)json_array_size(list);
    for (int i = 0; i < count && walk_ok(walk); i++) {
        const int at = type == SU_EV_TO_TOP ? count - 1 - i : i;
        walk_enter(walk, key, at);
        const int card = claim_own(walk, json_array_get(list, (size_t)at), walk->index);
        if (card)
            put(walk, type, walk->index, card, 0, 0);
        walk_leave(walk);
    }
}

void su_read_deck(Walk *walk, const Field *field, const json_t *value)
{
    read_deck_end(walk, field->key, value, SU_EV_TO_TOP);
}

void su_read_madness_of(Walk *walk, const Field *field, const json_t *value)
{
    const SuState *s = su_state_of(walk);
    Each each = walk_each(walk, field->key, value, SU_MADNESS_MAX);
    while (walk_next(&each)) {
        const int seat = walk_int(walk, NULL, each.item, 0, s->players);
        const int card = su_madness_first(s) + each.at;
        if (seat && s->madness_on && s->card[card].zone == SU_IN_SUPPLY)
            put(walk, SU_EV_MADNESS_DRAWN, seat - 1, card, 0, 0);
        else if (seat && s->madness_on && su_owner(s, card) != seat - 1)
            walk_fail(walk, ERR_BAD_POSITION, NULL, "belongs to another player");
    }
}

/* Who knows which cards of a hand and deck; nobody where the position does not say. */
static void read_known(Walk *walk, int seat, const json_t *known)
{
    SuState *s = su_state_of(walk);
    const char *name;
    json_t *value;
    for (int card = 1; card <= su_card_count(s); card++)
        if (su_is_hidden_card(s, card, seat))
            s->card[card].note = 0;
    json_object_foreach((json_t *)(uintptr_t)known, name, value)
    {
        const int card = thing_find(&walk->table, SU_CARD, name);
        if (card && su_is_hidden_card(s, card, seat))
            s->card[card].note =
                (uint8_t)walk_int(walk, "known", value, 0, SU_KNOWN_TO_ALL);
        else
            walk_fail(walk, ERR_UNKNOWN_THING, "known", "%s", name);
    }
}

/* Cards in play: each by its name alone, or an object with what is known of it. */

static int read_in_play(Walk *walk, const json_t *item, bool minion)
{
    const Su g = su_table_of(walk);
    const int card = json_is_string(item)
                         ? walk_claim(walk, NULL, item)
                         : walk_claim(walk, "card", json_object_get(item, "card"));
    if (card && su_is_minion(&g, card) == minion)
        return card;
    if (card)
        walk_fail(walk, ERR_BAD_POSITION, NULL,
                  minion ? "is no minion" : "is a minion");
    return 0;
}

/* What is said of a card that lies there now; the rest is as for one that has lain
 * there for long. */
static void read_marks(Walk *walk, const Field *rows, int card, const json_t *item)
{
    SuCard *c = &su_state_of(walk)->card[card];
    Walk entry = *walk;
    entry.record = c;
    entry.index = card;
    c->used = 0;
    if (json_is_object(item))
        fields_read(&entry, rows, item);
}

static void read_actions(Walk *walk, const json_t *value, int base, int minion)
{
    const Su g = su_table_of(walk);
    if (!value)
        return;
    Each each = walk_each(walk, "actions", value, SU_CARDS_MAX);
    while (walk_next(&each)) {
        const int card = read_in_play(walk, each.item, false);
        const int on = card ? su_def(&g, card)->on : 0;
        const bool carried = on == SU_ON_MINION || on == SU_ON_OWN;
        if (card && (!on || carried != (minion != 0)))
            walk_fail(walk, ERR_BAD_POSITION, NULL, "cannot be put there");
        if (walk_ok(walk)) {
            const int owner = su_owner(g.state, card);
            put(walk, SU_EV_ACTION_PLAYED, owner, card, 0, 0);
            put(walk, SU_EV_ATTACHED, owner, card, base, minion);
            read_marks(walk, su_action_fields, card, each.item);
        }
    }
}

void su_read_carried(Walk *walk, const Field *field, const json_t *value)
{
    (void)field;
    read_actions(walk, value, su_state_of(walk)->card[walk->index].at, walk->index);
}

static void read_minions(Walk *walk, const json_t *value, int base)
{
    if (!value)
        return;
    Each each = walk_each(walk, "minions", value, SU_CARDS_MAX);
    while (walk_next(&each)) {
        const int card = read_in_play(walk, each.item, true);
        if (card) {
            put(walk, SU_EV_MINION_PLAYED, su_owner(su_state_of(walk), card), card,
                base, 0);
            read_marks(walk, su_minion_fields, card, each.item);
            /* What it carries may have taken it; but somebody may have it for a turn.
             */
            const json_t *seat = json_object_get(each.item, "controller");
            if (seat && walk_ok(walk))
                su_state_of(walk)->card[card].seat = (uint8_t)json_integer_value(seat);
        }
    }
}

void su_read_counts(Walk *walk, const Field *field, const json_t *value)
{
    int counts = 0;
    if (!walk_list(walk, field->key, value, walk->players))
        return;
    for (size_t seat = 0; seat < json_array_size(value); seat++)
        counts |= walk_int(walk, field->key, json_array_get(value, seat), 0, 3)
                  << 2 * seat;
    *((uint8_t *)walk->record + field->at) = (uint8_t)counts;
}

/* Bases. */

static void set_base_deck_count(SuState *s, int count)
{
    memset(s->base_deck + count, 0, sizeof s->base_deck - (size_t)count);
    s->base_deck_count = (uint8_t)count;
}

static uint8_t claim_base(Walk *walk, const char *key, const json_t *value,
                          CardSet *named)
{
    const int base = walk_thing(walk, key, value, SU_BASE);
    if (base && set_has(named, (Id)base))
        walk_fail(walk, ERR_BAD_POSITION, NULL, "is there twice");
    set_add(named, (Id)base);
    return (uint8_t)base;
}

/* Which bases are in play; the others of the deal are in the deck, the first ones of it
 * fill the places that are not named. */
static void read_base_names(Walk *walk, const json_t *list)
{
    SuState *s = su_state_of(walk);
    CardSet named = set_none();
    for (int i = 0; i <= s->players; i++)
        s->base_deck[s->base_deck_count++] = s->base[i].id;
    memset(s->base, 0, sizeof s->base);
    Each each = walk_each(walk, "bases", list, s->players + 1);
    while (walk_next(&each))
        s->base[each.at].id =
            json_is_string(each.item)
                ? claim_base(walk, NULL, each.item, &named)
                : claim_base(walk, "base", json_object_get(each.item, "base"), &named);
}

/* Laying cards counts as playing them; in a position nobody has played yet. */
static void forget_plays(SuState *s)
{
    memset(s->minions_played, 0, sizeof s->minions_played);
    memset(s->actions_played, 0, sizeof s->actions_played);
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        s->base[i].played = s->base[i].from_hand = 0;
}

/* Minions and actions first, then what the position says of the bases themselves. */
void su_read_bases(Walk *walk, const Field *field, const json_t *value)
{
    SuState *s = su_state_of(walk);
    if (!walk_list(walk, field->key, value, s->players + 1) || !s->base[0].id)
        return;
    read_base_names(walk, value);
    Each laid = walk_each(walk, field->key, value, s->players + 1), said = laid;
    while (walk_next(&laid)) {
        const int base = s->base[laid.at].id;
        read_minions(walk, json_object_get(laid.item, "minions"), base);
        read_actions(walk, json_object_get(laid.item, "actions"), base, 0);
        forget_plays(s);
    }
    while (walk_next(&said)) {
        Walk entry = *walk;
        entry.record = &s->base[said.at];
        entry.index = said.at;
        if (!json_is_string(said.item))
            fields_read(&entry, su_base_fields, said.item);
    }
}

/* These on top, then the others. */
void su_read_base_deck(Walk *walk, const Field *field, const json_t *value)
{
    SuState *s = su_state_of(walk);
    uint8_t top[SU_BASES_MAX];
    CardSet named = set_none();
    int count = 0, below = 0;
    Each each = walk_each(walk, field->key, value, SU_BASES_MAX);
    while (walk_next(&each))
        top[count++] = claim_base(walk, NULL, each.item, &named);
    for (int i = 0; i < s->base_deck_count; i++)
        if (!set_has(&named, s->base_deck[i]))
            s->base_deck[below++] = s->base_deck[i];
    while (count > 0 && below < SU_BASES_MAX)
        s->base_deck[below++] = top[--count];
    set_base_deck_count(s, below);
}

/* A base that lies somewhere else is not in the deck; places that were not named are
 * filled from below. */
static void settle_bases(SuState *s)
{
    uint64_t elsewhere = s->base_discard;
    int kept = 0, first = 0;
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        elsewhere |= (uint64_t)1 << s->base[i].id;
    for (int i = 0; i < s->look_base_count; i++)
        elsewhere |= (uint64_t)1 << s->look_base[i];
    for (int i = 0; i < s->base_deck_count; i++)
        if (!(elsewhere >> s->base_deck[i] & 1))
            s->base_deck[kept++] = s->base_deck[i];
    for (int i = 0; i <= s->players; i++)
        if (!s->base[i].id && first < kept)
            s->base[i].id = s->base_deck[first++];
    memmove(s->base_deck, s->base_deck + first, (size_t)(kept - first));
    set_base_deck_count(s, kept - first);
}

/* What waits for its turn, and what outlives an effect. */

static void look_at(const Walk *walk, uint8_t card)
{
    Su g = su_table_of(walk);
    Event e = event_make(SU_EV_REVEALED, 0, 0, 0, 0, 0);
    e.count = 1;
    su_emit(&g, e, &card);
}

void su_read_look(Walk *walk, const Field *field, const json_t *value)
{
    uint8_t cards[SU_LOOK_MAX];
    if (walk->is_view)
        return; /* after the decks, of which it may hide cards */
    const int count = walk_claims(walk, field->key, value, cards, SU_LOOK_MAX);
    for (int i = 0; i < count; i++)
        look_at(walk, cards[i]);
}

void su_read_resolving(Walk *walk, const Field *field, const json_t *value)
{
    Each each = walk_each(walk, field->key, value, SU_FX_MAX);
    while (walk_next(&each)) {
        const json_t *who = json_object_get(each.item, "controller");
        const int card = read_in_play(walk, each.item, false);
        const int seat = walk_int(walk, "controller", who, 0, walk->players - 1);
        if (walk_ok(walk))
            put(walk, SU_EV_ACTION_PLAYED, seat, card, 0, 0);
    }
    memset(su_state_of(walk)->actions_played, 0,
           sizeof su_state_of(walk)->actions_played);
}

void su_read_power_max(Walk *walk, const Field *field, const json_t *value)
{
    SuAllowance *a = walk->record;
    a->power = (uint8_t)(json_is_null(value)
                             ? (int)SU_ANY_POWER
                             : walk_int(walk, field->key, value, 0, SU_POWER_MAX));
}

void su_read_play_name(Walk *walk, const Field *field, const json_t *value)
{
    const SuCatalog *c = su_table_of(walk).catalog;
    const char *name = json_string_value(value);
    SuAllowance *a = walk->record;
    for (int def = 1; name && def <= c->def_count; def++)
        if (strcmp(c->def[def].id, name) == 0)
            a->name = (uint16_t)def;
    if (!a->name && !json_is_null(value))
        walk_fail(walk, ERR_UNKNOWN_THING, field->key, "%s", name ? name : "no name");
}

void su_read_plays(Walk *walk, const Field *field, const json_t *value)
{
    SuState *s = su_state_of(walk);
    Each each = walk_each(walk, field->key, value, SU_ALLOWANCES_MAX);
    while (walk_next(&each)) {
        SuAllowance *a = &s->allowance[each.at];
        Walk entry = *walk;
        entry.record = a;
        if (json_is_null(each.item))
            continue;
        a->power = SU_ANY_POWER;
        a->count = 1;
        fields_read(&entry, su_play_fields, each.item);
    }
}

void su_read_spared(Walk *walk, const Field *field, const json_t *value)
{
    SuSpared *spared = walk->record;
    spared->what = (uint8_t)walk_thing(walk, field->key, value,
                                       spared->player ? SU_BASE : SU_CARD);
}

/* Filling in what a view hides: with anything, since only what the viewer knows of it
 * is kept. */

/* A card of a deck that the view shows nowhere, the first from the top; 0: none. */
static int unseen_card(const Walk *walk, int seat)
{
    const SuState *s = su_state_of(walk);
    int card = s->deck_top[seat];
    while (card && set_has(&walk->in->claimed, (Id)card))
        card = s->card[card].at;
    return card;
}

static void fill_seat(Walk *walk, const json_t *json)
{
    const SuState *s = su_state_of(walk);
    const int seat = walk->index;
    const int count = walk_int(walk, "hand_count", json_object_get(json, "hand_count"),
                               0, SU_CARDS_MAX);
    read_deck_end(walk, "deck_top", json_object_get(json, "deck_top"), SU_EV_TO_TOP);
    read_deck_end(walk, "deck_bottom", json_object_get(json, "deck_bottom"),
                  SU_EV_TO_BOTTOM);
    while (walk_ok(walk) && s->hand_count[seat] < count) {
        const int card = unseen_card(walk, seat);
        if (card)
            put(walk, SU_EV_TO_HAND, seat, card, 0, 0);
        else
            walk_fail(walk, ERR_BAD_POSITION, "hand_count",
                      "there are not so many cards");
    }
}

/* Cards being looked at. Those that are shown are known before anything is filled in;
 * the others are of the deck of who looks. */
static int claim_look(Walk *walk, uint8_t *cards)
{
    const json_t *list = json_object_get(walk->in->json, "look");
    if (!list)
        return 0;
    Each each = walk_each(walk, "look", list, SU_LOOK_MAX);
    while (walk_next(&each))
        if (!json_is_null(each.item))
            cards[each.at] = (uint8_t)walk_claim(walk, NULL, each.item);
    return each.at;
}

static void fill_look(Walk *walk, uint8_t *cards, int count)
{
    SuState *s = su_state_of(walk);
    const uint8_t seat = s->look_seat;
    for (int i = 0; i < count && walk_ok(walk); i++) {
        if (!cards[i] && seat)
            cards[i] = (uint8_t)unseen_card(walk, seat - 1);
        if (cards[i])
            look_at(walk, cards[i]);
        else
            walk_fail(walk, ERR_BAD_POSITION, "look", "there are not so many cards");
        s->look_seat = seat;
    }
}

static void fill_bases(SuState *s)
{
    for (int i = 0; i < s->look_base_count; i++) {
        if (s->look_base[i] || !s->base_deck_count)
            continue;
        s->look_base[i] = s->base_deck[0];
        memmove(s->base_deck, s->base_deck + 1, sizeof s->base_deck - 1);
        s->base_deck_count--;
    }
}

static void fill_view(Walk *walk)
{
    const SuState *s = su_state_of(walk);
    const json_t *json = walk->in->json, *seats = json_object_get(json, "seats");
    uint8_t look[SU_LOOK_MAX] = {0};
    const int look_count = claim_look(walk, look);
    for (int seat = 0; seat < s->players && walk_ok(walk); seat++) {
        Walk entry = *walk;
        entry.index = seat;
        walk_enter(walk, "seats", seat);
        fill_seat(&entry, json_array_get(seats, (size_t)seat));
        walk_leave(walk);
    }
    fill_look(walk, look, look_count);
    fill_bases(su_state_of(walk));
}

/* All of it. */

static void forget_deal(SuState *s)
{
    memset(s->card, 0, sizeof s->card);
    memset(s->hand, 0, sizeof s->hand);
    memset(s->discard, 0, sizeof s->discard);
    memset(s->hand_count, 0, sizeof s->hand_count);
    memset(s->deck_count, 0, sizeof s->deck_count);
    memset(s->deck_top, 0, sizeof s->deck_top);
    memset(s->deck_bottom, 0, sizeof s->deck_bottom);
    memset(s->base, 0, sizeof s->base);
    memset(s->base_deck, 0, sizeof s->base_deck);
    s->base_deck_count = s->madness_on = s->restless = 0;
}

/* Factions, and with them decks, bases and hands: they come before everything else. A
 * position of the draft has not all of them. */
static void read_factions(Walk *walk, const json_t *seats)
{
    SuState *s = su_state_of(walk);
    uint8_t faction[SEATS_MAX][2] = {{0}};
    CardSet taken = set_none();
    int count = 0;
    if (!seats)
        return;
    Each seat = walk_each(walk, "seats", seats, s->players);
    while (walk_next(&seat)) {
        const json_t *list = json_object_get(seat.item, "factions");
        if (!list)
            continue;
        Each each = walk_each(walk, "factions", list, 2);
        while (walk_next(&each)) {
            const int id = walk_thing(walk, NULL, each.item, SU_FACTION);
            if (id && set_has(&taken, (Id)id))
                walk_fail(walk, ERR_DUPLICATE_THING, NULL, "%s",
                          json_string_value(each.item));
            set_add(&taken, (Id)id);
            faction[seat.at][each.at] = (uint8_t)id;
            count++;
        }
    }
    if (!walk_ok(walk) || !count)
        return;
    forget_deal(s);
    memcpy(s->faction, faction, sizeof faction);
    if (count < 2 * s->players)
        return;
    Su g = su_table_of(walk);
    su_set_table(&g);
    s->phase = SU_PLAY;
    s->turn = 1;
    s->regular_minion = s->regular_action = 1;
}

/* A position without effects stands in the play phase of the player whose turn it is,
 * or is over. */
static void stand_in_play(SuState *s)
{
    memset(&s->prompt, 0, sizeof s->prompt);
    memset(s->fx, 0, sizeof s->fx);
    s->fx_depth = 0;
    if (s->phase == SU_OVER)
        return;
    Su g = su_table(NULL, s, NULL);
    Fx *fx = su_push(&g, SU_FX_game, s->seat, 0);
    fx->count = (int16_t)(2 * s->players);
    fx->step = GAME_RESTS;
}

/* Effects in the middle of things are taken only as they were written, with the seal of
 * their table; by hand a position stands in the play phase, or is the start itself. */
static void settle_effects(Walk *walk, const SuState *begun)
{
    SuState *s = su_state_of(walk);
    const json_t *json = walk->in->json, *prompt = json_object_get(json, "prompt");
    if (json_array_size(json_object_get(json, "effects")) ||
        (prompt && !json_is_null(prompt))) {
        if (walk->is_view && !json_object_get(json, "effects"))
            walk_fail(walk, ERR_VIEW_NEEDS_MORE, NULL, "what waits is missing");
        else if (!walk->is_view && !fields_is_sealed(&walk->table, json))
            walk_fail(walk, ERR_BAD_POSITION, "effects",
                      "belong to another table: leave them and the prompt out");
    } else if (s->phase == SU_PLAY || s->phase == SU_OVER) {
        stand_in_play(s);
    } else if (memcmp(s, begun, sizeof *s) != 0) {
        walk_fail(walk, ERR_BAD_POSITION, "phase",
                  "by hand a position stands in the phase play_cards");
    }
}

static const Field view_bases = {.key = "base_deck_top"};

void su_lay(Walk *walk, const json_t *json)
{
    SuState *s = su_state_of(walk);
    const SuState begun = *s;
    const json_t *seats = json_object_get(json, "seats");
    const json_t *top = json_object_get(json, "base_deck_top");
    if (!walk->is_view && top)
        walk_fail(walk, ERR_POSITION_IS_VIEW, NULL, "what it hides is missing");
    read_factions(walk, seats);
    fields_read(walk, su_fields, json);
    if (walk_ok(walk) && !s->base[0].id && s->phase != SU_DRAFT)
        walk_fail(walk, ERR_BAD_POSITION, "seats", "every one needs two factions");
    if (walk_ok(walk) && s->base[0].id) {
        if (top)
            su_read_base_deck(walk, &view_bases, top);
        settle_bases(s);
        if (walk->is_view)
            fill_view(walk);
        for (int seat = 0; seat < s->players; seat++)
            read_known(walk, seat,
                       json_object_get(json_array_get(seats, (size_t)seat), "known"));
    }
    if (walk_ok(walk))
        settle_effects(walk, &begun);
}
