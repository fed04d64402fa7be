/* fields.c - what a table of Smash Up is, a row a field, and its score.
 *
 * Decks are written top first. Cards in play stand where they lie: minions at their
 * base, actions on the base or on the minion that carries them. */
#include "games/smashup/host.h"

/* Seats. */

/* Where the cards known at the bottom of a deck begin, as far as they hang together. */
static int32_t tail_of(const Walk *walk)
{
    const SuState *s = su_state_of(walk);
    const int seat = walk->index;
    int tail = s->deck_bottom[seat];
    for (int i = 0; tail && i < s->deck_count[seat]; i++)
        for (int card = 1; card <= su_card_count(s); card++)
            if (s->card[card].zone == SU_IN_DECK && s->card[card].at == tail) {
                tail = card;
                break;
            }
    return tail == s->deck_top[seat] ? 0 : tail;
}

/* Cards in this hand and deck that others know: bit a seat, 16 who looks on. */
static void write_known(const Walk *walk, const Field *field, JsonW *out)
{
    const Su g = su_table_of(walk);
    jw_object(out, field->key);
    for (int card = 1; card <= su_card_count(g.state); card++) {
        const int note = g.state->card[card].note;
        if (note && su_is_hidden_card(g.state, card, walk->index))
            jw_int(out, su_card_id(&g, card), note);
    }
    jw_end_object(out);
}

TELLS(has_madness, g.state->madness_on)
TELLS(madness_of, su_madness_count(g.state, walk->index))
TELLS(madness_left, su_madness_count(g.state, -1))

/* Cards in play. */

TELLS(power_of, su_power(&g, walk->index))

/* The first of these cards, from one on, that lies in the place; -1: none. */
static int next_in(const Walk *walk, const CardSet *cards, int zone, int at, int from)
{
    const SuState *s = su_state_of(walk);
    for (int card = set_next(cards, (Id)(from - 1)); card;
         card = set_next(cards, (Id)card))
        if (s->card[card].zone == zone && s->card[card].at == at)
            return card;
    return -1;
}

static int next_carried(const Walk *walk, int from)
{
    return next_in(walk, &su_state_of(walk)->actions, SU_CARRIED, walk->index, from);
}

#define STATE SuCard
/* clang-format off */
#define MARKS                                     \
    NUMBER("controller", seat, 0, SEATS_MAX - 1), \
    NUMBER("counters", counters, 0, SU_NUMBER_MAX),          \
    NUMBER("bonus", bonus, -SU_NUMBER_MAX, SU_NUMBER_MAX),              \
    NUMBER("until", until, 0, SEATS_MAX, .unobserved = true),         \
    FLAG("used", used, CARD_USED),                \
    FLAG("new", used, CARD_NEW),                  \
    FLAG("new_here", used, CARD_NEW_HERE),        \
    FLAG("from_hand", used, CARD_FROM_HAND),      \
    NUMBER("note", note, 0, UINT8_MAX, .unobserved = true)
/* clang-format on */
#define OF_CARDS                                               \
    .of_state = true, .at = (uint16_t)offsetof(SuState, card), \
    .size = (uint16_t)sizeof(SuCard), .count = SU_CARDS_MAX, .one = true
const Field su_action_fields[] = {
    TOLD("card", "string", SU_CARD, fields_index),
    MARKS,
    FIELDS_END,
};

const Field su_minion_fields[] = {
    TOLD("card", "string", SU_CARD, fields_index),
    TOLD("power", "number", THING_NUMBER, power_of),
    MARKS,
    ENTRIES("actions", next_carried, su_action_fields, OF_CARDS,
            .read = su_read_carried),
    FIELDS_END,
};
#undef STATE

/* Bases. */

static int base_of_entry(const Walk *walk)
{
    return ((const SuBase *)walk->record)->id;
}

static int next_minion(const Walk *walk, int from)
{
    return next_in(walk, &su_state_of(walk)->minions, SU_AT_BASE, base_of_entry(walk),
                   from);
}

static int next_action(const Walk *walk, int from)
{
    return next_in(walk, &su_state_of(walk)->actions, SU_AT_BASE, base_of_entry(walk),
                   from);
}

TELLS(breakpoint_of, su_breakpoint(&g, base_of_entry(walk)))

static void write_totals(const Walk *walk, const Field *field, JsonW *out)
{
    const Su g = su_table_of(walk);
    jw_array(out, field->key);
    for (int seat = 0; seat < walk->players; seat++)
        jw_int(out, NULL, su_total(&g, base_of_entry(walk), seat));
    jw_end_array(out);
}

/* Two bits a seat. */
static void write_counts(const Walk *walk, const Field *field, JsonW *out)
{
    const int counts = *((const uint8_t *)walk->record + field->at);
    jw_array(out, field->key);
    for (int seat = 0; seat < walk->players; seat++)
        jw_int(out, NULL, counts >> 2 * seat & 3);
    jw_end_array(out);
}

#define STATE SuBase
const Field su_base_fields[] = {
    THING("base", id, SU_BASE, .derived = true, .always = true),
    TOLD("breakpoint", "number", THING_NUMBER, breakpoint_of),
    NUMBER("change", change, -SU_NUMBER_MAX, SU_NUMBER_MAX),
    SEATS("used_by", used, .unobserved = true),
    SEATS("passed_by", passed, .unobserved = true),
    ODD("played", "number[]", write_counts, su_read_counts, FIELD_AT(played)),
    ODD("from_hand", "number[]", write_counts, su_read_counts, FIELD_AT(from_hand),
        .unobserved = true),
    FOLLOWS("power", "number[]", write_totals),
    ENTRIES("minions", next_minion, su_minion_fields, OF_CARDS,
            .derived = true), /* laid before the rest */
    ENTRIES("actions", next_action, su_action_fields, OF_CARDS, .derived = true),
    FIELDS_END,
};
#undef STATE

/* What waits for its turn, and what outlives an effect. */

static int next_resolving(const Walk *walk, int from)
{
    const SuState *s = su_state_of(walk);
    for (int card = from; card <= su_card_count(s); card++)
        if (s->card[card].zone == SU_RESOLVING)
            return card;
    return -1;
}

#define STATE SuCard
static const Field resolving_fields[] = {
    TOLD("card", "string", SU_CARD, fields_index),
    NUMBER("controller", seat, 0, SEATS_MAX - 1),
    FIELDS_END,
};
#undef STATE

static void write_power_max(const Walk *walk, const Field *field, JsonW *out)
{
    const SuAllowance *a = walk->record;
    if (a->power == SU_ANY_POWER)
        jw_null(out, field->key);
    else
        jw_int(out, field->key, a->power);
}

static void write_play_name(const Walk *walk, const Field *field, JsonW *out)
{
    const SuAllowance *a = walk->record;
    jw_str(out, field->key,
           a->name ? su_table_of(walk).catalog->def[a->name].id : NULL);
}

#define STATE SuAllowance
const Field su_play_fields[] = {
    THING("kind", kind, SU_KIND, .always = true),
    THING("base", base, SU_BASE, .unobserved = true),
    ODD("power_max", "number | null", write_power_max, su_read_power_max,
        FIELD_AT(power)),
    WORD("rule", rule, su_rule_names, SU_RULES),
    NUMBER("count", count, 1, SU_PLAYS_MAX),
    ODD("name", "string | null", write_play_name, su_read_play_name, FIELD_AT(name),
        .unobserved = true),
    FIELDS_END,
};
#undef STATE

TELLS(owner_of, su_owner(g.state, ((const SuDead *)walk->record)->card))

#define STATE SuDead
static const Field dead_fields[] = {
    THING("card", card, SU_CARD),
    THING("base", base, SU_BASE, .unobserved = true),
    TOLD("owner", "number", THING_NUMBER, owner_of),
    NUMBER("controller", seat, 0, SEATS_MAX - 1, .unobserved = true),
    THING("by", by, THING_SEAT, .unobserved = true),
    FIELDS_END,
};
#undef STATE

static const char *const lasting_words[] = {NULL, "power", "control"};

#define STATE SuLasting
static const Field lasting_fields[] = {
    WORD("kind", kind, lasting_words, LASTS_CONTROL + 1),
    THING("card", card, SU_CARD),
    NUMBER("seat", seat, 0, SEATS_MAX - 1, .unobserved = true),
    NUMBER("n", n, -SU_NUMBER_MAX, SU_NUMBER_MAX),
    FIELDS_END,
};
#undef STATE

/* From what an action keeps off: a player's minions at a base, or one minion. */
static void write_spared(const Walk *walk, const Field *field, JsonW *out)
{
    const SuSpared *spared = walk->record;
    record_write_thing(out, field->key, &walk->table,
                       spared->player ? SU_BASE : SU_CARD, spared->what);
}

#define STATE SuSpared
static const Field spared_fields[] = {
    THING("action", action, SU_CARD),
    THING("player", player, THING_SEAT),
    ODD("what", "string", write_spared, su_read_spared, FIELD_AT(what)),
    FIELDS_END,
};
#undef STATE

/* The table. Where cards lie is laid before what is counted: laying a card counts. */

#define STATE SuState
static const Field seat_fields[] = {
    EACH_THINGS("factions", faction, SU_FACTION, .derived = true), /* dealt before */
    EACH_NUMBER("vp", vp, -SU_NUMBER_MAX, SU_NUMBER_MAX),
    EACH_SET("hand", hand, SU_CARD, FIELD_COUNTED(hand_count), .read = su_read_hand),
    EACH_NUMBER("hand_count", hand_count, 0, SU_CARDS_MAX, .derived = true),
    /* Of a hand or deck that is not known whole, what is. */
    EACH_SET("known_hand", hand, SU_CARD, .view_only = true, .derived = true),
    EACH_CHAIN("deck_top", deck_top, (card, .at), SU_CARDS_MAX, SU_CARD,
               .view_only = true, .derived = true),
    EACH_CHAIN("deck_bottom", deck_bottom, (card, .at), SU_CARDS_MAX, SU_CARD,
               .told = tail_of, .view_only = true, .derived = true),
    EACH_SET("discard", discard, SU_CARD, .read = su_read_discard),
    EACH_CHAIN("deck", deck_top, (card, .at), SU_CARDS_MAX, SU_CARD,
               .read = su_read_deck, .table_only = true),
    EACH_NUMBER("deck_count", deck_count, 0, SU_CARDS_MAX, .derived = true),
    FOLLOWS("known", "Record<string, number>", write_known), /* laid last */
    TOLD("madness", "number", THING_NUMBER, madness_of, .only = has_madness),
    EACH_NUMBER("minions_played", minions_played, 0, SU_PLAYED_MAX),
    EACH_NUMBER("actions_played", actions_played, 0, SU_PLAYED_MAX),
    EACH_NUMBER("place", place, 0, SEATS_MAX),
    EACH_FLAG("had_minions", had_minions, .unobserved = true),
    EACH_FLAG("asleep", asleep),
    EACH_FLAG("sleeps_next", sleeps_next),
    EACH_SEATS("hand_shown_to", hand_shown, .unobserved = true),
    FIELDS_END,
};

const Field su_fields[] = {
    VIEW_FIELD,
    NUMBER("players", players, 2, SEATS_MAX, .derived = true),
    NUMBER("target", target, SU_TARGET_MIN, SU_TARGET_MAX),
    NUMBER("turn", turn, 0, SU_TURNS_MAX),
    WORD("phase", phase, su_phase_names, SU_PHASES),
    SEAT("current", seat, .always = true),
    SEAT("starter", starter, .always = true),
    TOLD("madness_deck", "number", THING_NUMBER, madness_left, .only = has_madness),
    NUMBERS("madness_of", madness_of, 0, SEATS_MAX, .read = su_read_madness_of,
            .only = has_madness),
    RECORDS("bases", base, su_base_fields, .read = su_read_bases),
    THINGS("base_deck", base_deck, SU_BASE, FIELD_COUNTED(base_deck_count),
           .reversed = true, .read = su_read_base_deck, .table_only = true),
    THINGS("base_deck_top", base_deck, SU_BASE, FIELD_COUNTED(base_deck_count),
           .reversed = true, .view_only = true, .derived = true),
    NUMBER("base_deck_count", base_deck_count, 0, SU_BASES_MAX, .derived = true,
           .unobserved = true),
    NUMBER("bases_known", bases_known, 0, SU_BASES_MAX, .unobserved = true),
    THING("bases_known_to", bases_known_to, THING_SEAT, .unobserved = true),
    SET("base_discard", base_discard, SU_BASE),
    THINGS("look_bases", look_base, SU_BASE, FIELD_COUNTED(look_base_count),
           .veiled = true),
    THING("scoring", scoring, SU_BASE, .unobserved = true),
    FLAG("window", window, SU_WINDOW_BEFORE),
    FLAG("window_after", window, SU_WINDOW_AFTER),
    THINGS("look", look, SU_CARD, FIELD_COUNTED(look_count), .read = su_read_look,
           .veiled = true, .unobserved = true),
    THING("look_seat", look_seat, THING_SEAT, .unobserved = true),
    ENTRIES("resolving", next_resolving, resolving_fields, OF_CARDS,
            .read = su_read_resolving),
    EACH_SEAT("seats", seat_fields),
    FLAG("regular_minion", regular_minion, 1),
    FLAG("regular_action", regular_action, 1),
    NUMBER("minions_before", minions_before, 0, SU_PLAYED_MAX, .unobserved = true),
    RECORDS("extra_plays", allowance, su_play_fields, .read = su_read_plays,
            .veiled = true), /* a line that has been used up leaves a gap */
    RECORDS("destroyed_this_turn", dead, dead_fields, FIELD_COUNTED(dead_count)),
    RECORDS("lasting", lasting, lasting_fields),
    NUMBERS("once", once, 0, UINT16_MAX, .unobserved = true),
    RECORDS("spared", spared, spared_fields, .unobserved = true),
    SEATS("winners", winners, .unobserved = true),
    WAITING_FIELDS,
    SEAL_FIELD,
    FIELDS_END,
};
#undef STATE

void su_write_score(const void *catalog, const void *state, JsonW *out)
{
    const SuState *s = state;
    (void)catalog;
    jw_object(out, NULL);
    jw_int(out, "target", s->target);
    jw_array(out, "seats");
    for (int seat = 0; seat < s->players; seat++) {
        jw_object(out, NULL);
        jw_int(out, "vp", s->vp[seat]);
        jw_int(out, "madness", su_madness_count(s, seat));
        jw_int(out, "madness_penalty", su_penalty(s, seat));
        jw_int(out, "total", s->vp[seat] - su_penalty(s, seat));
        jw_end_object(out);
    }
    jw_end_array(out);
    jw_end_object(out);
}
