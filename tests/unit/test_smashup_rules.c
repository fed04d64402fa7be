/* test_smashup_rules.c - Smash Up: readings of the rules, and what no deck can show. */
#include "tests/unit/unit.h"

#include "games/smashup/host.h"

#include <stdlib.h>

/* A line of data is in one reading of the rules, or in both. */
TEST(a_line_can_belong_to_one_reading_of_the_rules)
{
    SuCatalog *c = unit_load(&su_game);
    LoadError error = {0};
    const char *folder = unit_folder();
    unit_write(
        folder, "smashup/zz/bases/two.json",
        "{\"bases\": [{\"id\": \"x\", \"set\": \"x\", \"breakpoint\": 5, "
        "\"vp\": [1, 1, 1], \"abilities\": ["
        "{\"when\": \"minion_played\", \"do\": \"gain\", \"n\": 1},"
        "{\"when\": \"turn_start\", \"do\": \"gain\", \"n\": 2, \"rules\": "
        "\"user\"},"
        "{\"when\": \"turn_end\", \"do\": \"gain\", \"n\": 3, \"rules\": "
        "\"printed\"}], "
        "\"passives\": [{\"is\": \"power\", \"by\": \"everybody_here\", \"n\": 1, "
        "\"rules\": \"printed\"}]}]}");
    Data *data = data_open(&folder, 1, &error);
    assert_non_null(data);
    assert_true(su_game.load(data, c, &error));
    for (int rules = 0; rules < SU_READINGS; rules++) {
        const SuBaseDef *b = &c[rules].base[c[rules].base_count];
        const int last = rules == SU_RULES_PRINTED ? 3 : 2;
        assert_string_equal(b->id, "x");
        assert_int_equal(c[rules].rules, rules);
        assert_int_equal(b->ability_count, 2);
        assert_int_equal(b->ability[0].n, 1);
        assert_int_equal(b->ability[1].n, last);
        assert_int_equal(b->whens >> WHEN_turn_start & 1, rules == SU_RULES_USER);
        assert_int_equal(b->whens >> WHEN_turn_end & 1, rules == SU_RULES_PRINTED);
        assert_int_equal(b->passive_count, rules);
        assert_int_equal(b->roles, rules ? 1u << IS_POWER : 0);
    }
    data_close(data);
    free(c);
}

static int copies_of(const SuCatalog *c, const char *id)
{
    int cards = 0;
    for (int faction = 1; faction <= c->faction_count; faction++)
        for (int i = 0; i < SU_FACTION_CARDS; i++)
            cards += strcmp(c->def[c->def_of[faction][i]].id, id) == 0;
    return cards;
}

/* A card can have its place in one reading of the rules only. */
TEST(a_card_can_belong_to_one_reading_of_the_rules)
{
    SuCatalog *c = unit_load(&su_game);
    assert_int_equal(copies_of(&c[SU_RULES_USER], "alien_scout_ship"), 1);
    assert_int_equal(copies_of(&c[SU_RULES_USER], "alien_beam_up"), 1);
    assert_int_equal(copies_of(&c[SU_RULES_PRINTED], "alien_scout_ship"), 0);
    assert_int_equal(copies_of(&c[SU_RULES_PRINTED], "alien_beam_up"), 2);
    free(c);
}

/* Three players at 'vp' with so many Madness cards; who wins when the turn ends. */
static int madness_winners(SuCatalog *c, const int *vp, const int *cards)
{
    Setup setup = setup_default(&su_game, 3, 1);
    SuState s;
    setup.option[SU_OPT_FACTIONS] = 1;
    su_game.open(c, &setup, &s);
    su_game.begin(c, &s, NULL);
    while (s.phase != SU_PLAY) {
        const Command idle = su_game.idle(c, &s);
        su_game.execute(c, &s, &idle, NULL);
    }
    Su g = su_table(c, &s, NULL);
    int next = su_madness_first(&s);
    for (int seat = 0; seat < 3; seat++) {
        s.vp[seat] = (int16_t)vp[seat];
        for (int i = 0; i < cards[seat]; i++)
            su_emit(&g, event_make(SU_EV_MADNESS_DRAWN, seat, next++, 0, 0, 0), NULL);
    }
    const int turn = s.turn;
    while (s.phase != SU_OVER && s.turn == turn) {
        const Command idle = su_game.idle(c, &s);
        su_game.execute(c, &s, &idle, NULL);
    }
    return s.winners;
}

/* T-73, and what comes after it: a victory shared, and play that goes on. */
TEST(madness_is_paid_before_the_winner_is_found)
{
    SuCatalog *c = unit_load(&su_game);
    assert_int_not_equal(c->madness_def, 0);
    for (int i = 1; i <= c->faction_count; i++)
        c->faction[i].madness = 1;
    const int vp[] = {16, 15, 14}, fewer[] = {16, 15, 12}, most[] = {14, 14, 12};
    const int cards[] = {4, 3, 0}, same[] = {2, 2, 0};
    assert_int_equal(madness_winners(c, vp, cards), 1 << 2);
    assert_int_equal(madness_winners(c, fewer, cards), 1 << 1);
    assert_int_equal(madness_winners(c, (const int[]){16, 16, 12}, same), 3);
    assert_int_equal(madness_winners(c, most, same), 0);
    free(c);
}

/* What a protection says to an effect; how often it says anything. */
static int ask_protection(const Su *g, int by,
                          int (*protect)(const Su *, const SuAbout *), SuAbout *about)
{
    int answers = 0;
    for (about->effect = TO_DESTROY; about->effect <= TO_STANDING; about->effect++) {
        const int says = protect(g, about);
        answers += says != SHIELD_NONE;
        if (says != SHIELD_NONE)
            assert_true(su_may_protect(g, by, about->source, about));
    }
    return answers;
}

/* Every protection by every card in play, for every other that lies at a base and so
 * may be asked for its power: also those that no card has. */
static int ask_all_protections(const Su *g)
{
    const SuState *s = g->state;
    const CardSet all = set_union(s->minions, s->actions);
    int answers = 0;
    SET_EACH (source, &all)
        SET_EACH (subject, &all) {
            if (s->card[subject].zone != SU_AT_BASE)
                continue;
            SuAbout about = {.source = source, .subject = subject, .by = 1, .n = 3};
            about.base = (Id)su_base_of(s, subject);
            about.seat = s->card[source].seat;
            about.player = (uint8_t)!about.seat;
#define POWER(name, ...)
#define PROTECT(name, ...) \
    answers += ask_protection(g, SU_PROTECT_##name, su_protect_##name, &about);
#define FORBID(name)
#include "games/smashup/passives.def"
#undef FORBID
#undef PROTECT
#undef POWER
        }
    return answers;
}

static void nothing_restless_lies_still(const Su *g)
{
    const SuState *s = g->state;
    const CardSet restless = su_listed(s, g->catalog->cards_as[IS_RESTLESS]);
    for (int seat = 0; seat < s->players; seat++) {
        const CardSet lying = set_both(restless, s->discard[seat]);
        assert_true(set_is_empty(&lying));
    }
}

TEST(a_protection_is_asked_whenever_it_would_answer)
{
    SuCatalog *c = unit_load(&su_game);
    SuState state;
    Moves moves;
    int answers = 0;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        const Setup setup = setup_default(&su_game, 2 + (int)(seed % 3), seed);
        Rng rng;
        rng_seed(&rng, seed);
        su_game.open(c, &setup, &state);
        su_game.begin(c, &state, NULL);
        for (int step = 0; !su_game.status(c, &state).over; step++) {
            const Su g = su_table(su_reading(c, &state), &state, NULL);
            nothing_restless_lies_still(&g);
            if (seed <= 12 && step % 32 == 0)
                answers += ask_all_protections(&g);
            moves.count = 0;
            su_game.legal(c, &state, &moves);
            su_game.execute(c, &state,
                            &moves.item[rng_below(&rng, (uint32_t)moves.count)], NULL);
        }
    }
    assert_true(answers > 1000);
    free(c);
}

RUN(cmocka_unit_test(a_protection_is_asked_whenever_it_would_answer),
    cmocka_unit_test(a_line_can_belong_to_one_reading_of_the_rules),
    cmocka_unit_test(a_card_can_belong_to_one_reading_of_the_rules),
    cmocka_unit_test(madness_is_paid_before_the_winner_is_found))
