/* json.c - a Sea Salt & Paper table as JSON, whole or as a view.
 *
 * Decks are written top first, piles bottom first, as a person lays them out. */
#include "games/sea-salt/host.h"

#include <stdio.h>
#include <stdlib.h>

Machine salt_machine(const SaltState *s)
{
    SaltState *m = (SaltState *)(uintptr_t)s;
    const Machine machine = {&m->rng,       &m->prompt,  m->fx,
                             &m->fx_depth,  SALT_FX_MAX, salt_ability_names,
                             SALT_ABILITIES};
    return machine;
}

static const char *card_name(const Salt *g, int card)
{
    return salt_thing_id(g->catalog, g->state, SALT_CARD, card);
}

static void write_set(JsonW *out, const char *key, const Salt *g, SaltSet cards)
{
    jw_array(out, key);
    while (!salt_set_is_empty(cards))
        jw_str(out, NULL, card_name(g, salt_set_pop(&cards)));
    jw_end_array(out);
}

static void write_pairs(JsonW *out, const Salt *g, int seat)
{
    SaltSet cards = g->state->played[seat];
    jw_array(out, "pairs");
    while (!salt_set_is_empty(cards)) {
        const int first = salt_set_pop(&cards);
        int card = first;
        jw_array(out, NULL);
        do {
            jw_str(out, NULL, card_name(g, card));
            salt_set_remove(&cards, card);
            card = g->state->next[card];
        } while (card != first);
        jw_end_array(out);
    }
    jw_end_array(out);
}

static void write_seat(JsonW *out, const Salt *g, int seat)
{
    const SaltState *s = g->state;
    const bool known = salt_set_count(s->hand[seat]) == s->hand_count[seat];
    jw_object(out, NULL);
    if (known)
        write_set(out, "hand", g, s->hand[seat]);
    else
        jw_null(out, "hand");
    jw_int(out, "hand_count", s->hand_count[seat]);
    write_pairs(out, g, seat);
    jw_int(out, "total", s->total[seat]);
    jw_int(out, "last_round", s->last_round[seat]);
    jw_bool(out, "locked", s->locked >> seat & 1);
    jw_bool(out, "jellied", s->jellied >> seat & 1);
    jw_bool(out, "in_reef", s->reef_seats >> seat & 1);
    jw_str(out, "reef", s->reef[seat] ? card_name(g, s->reef[seat]) : NULL);
    jw_str(out, "event",
           s->event_of[seat] ? salt_pepper_names[s->event_of[seat]] : NULL);
    jw_end_object(out);
}

/* A pile in full, or only its top and its size: lower cards are not open to view. */
static void write_pile(JsonW *out, const Salt *g, int pile)
{
    const SaltState *s = g->state;
    static const char *const names[2][3] = {{"left", "left_top", "left_count"},
                                            {"right", "right_top", "right_count"}};
    uint8_t cards[SALT_CARDS_MAX];
    int count = 0;
    for (int card = s->pile_top[pile]; card; card = s->next[card])
        cards[count++] = (uint8_t)card;
    if (!s->viewer) {
        jw_array(out, names[pile][0]);
        while (count > 0)
            jw_str(out, NULL, card_name(g, cards[--count]));
        jw_end_array(out);
    }
    jw_str(out, names[pile][1],
           s->pile_top[pile] ? card_name(g, s->pile_top[pile]) : NULL);
    jw_int(out, names[pile][2], s->pile_count[pile]);
}

static void write_deck(JsonW *out, const Salt *g)
{
    const SaltState *s = g->state;
    if (!s->viewer) {
        jw_array(out, "deck");
        for (int card = s->deck_top; card; card = s->next[card])
            jw_str(out, NULL, card_name(g, card));
        jw_end_array(out);
    }
    jw_int(out, "deck_count", s->deck_count);
    write_pile(out, g, 0);
    write_pile(out, g, 1);
    jw_array(out, "look");
    for (int i = 0; i < s->look_count; i++)
        jw_str(out, NULL, s->look[i] ? card_name(g, s->look[i]) : NULL);
    jw_end_array(out);
    jw_int(out, "look_count", s->look_count);
}

static void write_colours(JsonW *out, const Salt *g)
{
    const SaltState *s = g->state;
    jw_object(out, "colours");
    for (int card = 1; card <= s->card_count; card++)
        if (salt_colour(s, card))
            jw_str(out, card_name(g, card),
                   g->profile->colour_id[salt_colour(s, card)]);
    jw_end_object(out);
}

static void write_declaration(JsonW *out, const SaltState *s)
{
    if (s->declarer == SEAT_NONE) {
        jw_null(out, "declaration");
        return;
    }
    jw_object(out, "declaration");
    jw_int(out, "seat", s->declarer);
    jw_str(out, "mode", s->mode == SALT_STOP ? "stop" : "last_chance");
    jw_int(out, "score", s->declare_score);
    jw_end_object(out);
}

static void write_steals(JsonW *out, const Salt *g)
{
    jw_array(out, "stolen");
    for (int i = 0; i < SALT_STEALS_MAX && g->state->steal[i].thief; i++) {
        const SaltSteal *steal = &g->state->steal[i];
        jw_object(out, NULL);
        jw_int(out, "thief", steal->thief - 1);
        jw_int(out, "victim", steal->victim - 1);
        jw_str(out, "pair", card_name(g, steal->pair));
        jw_str(out, "card", steal->card ? card_name(g, steal->card) : NULL);
        jw_end_object(out);
    }
    jw_end_array(out);
}

static void write_events(JsonW *out, const SaltState *s)
{
    jw_str(out, "event", s->event ? salt_pepper_names[s->event] : NULL);
    jw_array(out, "event_deck");
    for (int i = 0; i < s->event_count; i++)
        jw_str(out, NULL, salt_pepper_names[s->event_deck[i]]);
    jw_end_array(out);
}

const SaltNumber salt_numbers[SALT_NUMBERS] = {
    {"target", offsetof(SaltState, target), 1, 250},
    {"start_hand", offsetof(SaltState, start_hand), 0, SALT_HAND_START_MAX},
    {"extra_turn_cap", offsetof(SaltState, extra_cap), 0, 20},
    {"declare_min", offsetof(SaltState, declare_min), 1, 50},
    {"mermaids_to_win", offsetof(SaltState, mermaids_to_win), 1, 10},
    {"extra_turns_queued", offsetof(SaltState, extra_queued), 0, 20},
    {"extra_turns_granted", offsetof(SaltState, extra_granted), 0, 20},
};

void salt_write_state(const void *catalog, const void *state, JsonW *out)
{
    const Salt g = salt_table(catalog, (SaltState *)(uintptr_t)state, NULL);
    const SaltState *s = g.state;
    const Machine machine = salt_machine(s);
    const Table table = {&salt_game, catalog, state};
    jw_object(out, NULL);
    jw_str(out, "profile", g.profile->id);
    jw_int(out, "players", s->players);
    jw_bool(out, "extra_salt", s->card_count > g.profile->card_count);
    jw_bool(out, "extra_pepper", s->pepper_on != 0);
    jw_int(out, "round", s->round);
    jw_str(out, "phase", salt_phase_names[s->phase]);
    jw_int(out, "current", s->seat);
    jw_int(out, "starter", s->starter);
    for (int i = 0; i < SALT_NUMBERS; i++)
        jw_int(out, salt_numbers[i].name, *((const uint8_t *)s + salt_numbers[i].at));
    write_declaration(out, s);
    write_deck(out, &g);
    jw_array(out, "seats");
    for (int seat = 0; seat < s->players; seat++)
        write_seat(out, &g, seat);
    jw_end_array(out);
    write_steals(out, &g);
    write_colours(out, &g);
    if (s->pepper_on)
        write_events(out, s);
    jw_array(out, "winners");
    for (int seat = 0; seat < s->players; seat++)
        if (s->winners >> seat & 1)
            jw_int(out, NULL, seat);
    jw_end_array(out);
    if (!s->viewer)
        jw_bool(out, "turn_ending", s->turn_ending);
    machine_write(out, &table, &machine, s->viewer != 0);
    jw_end_object(out);
}

void salt_write_score(const void *catalog, const void *state, JsonW *out)
{
    const Salt g = salt_table(catalog, (SaltState *)(uintptr_t)state, NULL);
    jw_object(out, NULL);
    jw_int(out, "target", g.state->target);
    jw_array(out, "seats");
    for (int seat = 0; seat < g.state->players; seat++) {
        const SaltScore score = salt_score(&g, seat);
        jw_object(out, NULL);
        jw_int(out, "total", g.state->total[seat]);
        jw_int(out, "last_round", g.state->last_round[seat]);
        jw_int(out, "card_score", score.cards);
        jw_int(out, "color_bonus", score.colour);
        jw_int(out, "base", score.collection + score.pair_base);
        jw_int(out, "collection", score.collection);
        jw_int(out, "pair_base", score.pair_base);
        jw_int(out, "pair_bonus", score.pair_bonus);
        jw_int(out, "multiplier", score.multiplier);
        jw_int(out, "mermaid", score.mermaid);
        jw_end_object(out);
    }
    jw_end_array(out);
    jw_end_object(out);
}
