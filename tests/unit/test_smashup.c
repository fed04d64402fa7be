/* test_smashup.c - Smash Up: the nineteen properties of its design, on random play. */
#include "tests/unit/unit.h"

#include "games/smashup/host.h"
#include "games/smashup/su.h"

#include <stdlib.h>

enum { GAMES = 100, LOG_BYTES = MATCH_EVENT_BYTES_MAX };

/* One command of one random game: the table before and after it, and what happened. */
typedef struct Moment Moment;
struct Moment {
    SuCatalog *catalog;
    SuState before, after;
    Su g; /* the table after */
    Command command;
    Moves moves; /* what was open before */
    EventLog log;
    uint8_t bytes[LOG_BYTES];
    int met; /* how often the property was put to the test */
    int passes;
};

typedef void Visit(Moment *w);

static void walk_game(Moment *w, int players, uint64_t seed, bool draft, Visit *visit)
{
    Setup setup = setup_default(&su_game, players, seed);
    Rng rng;
    rng_seed(&rng, seed);
    setup.option[SU_OPT_FACTIONS] = !draft;
    w->passes = 0;
    su_game.open(w->catalog, &setup, &w->after);
    su_game.begin(w->catalog, &w->after, NULL);
    while (!su_game.status(w->catalog, &w->after).over) {
        w->before = w->after;
        w->moves.count = 0;
        su_game.legal(w->catalog, &w->before, &w->moves);
        w->command = w->moves.item[rng_below(&rng, (uint32_t)w->moves.count)];
        event_log_init(&w->log, w->bytes, sizeof w->bytes);
        su_game.execute(w->catalog, &w->after, &w->command, &w->log);
        w->g = su_table(w->catalog, &w->after, NULL);
        visit(w);
    }
}

/* A hundred games of two to four players; the property must have been met as often. */
static void walk(bool draft, Visit *visit)
{
    Moment *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->catalog = unit_load(&su_game);
    for (int i = 0; i < GAMES; i++)
        walk_game(w, 2 + i % 3, (uint64_t)i + 1, draft, visit);
    assert_true(w->met >= GAMES);
    free(w->catalog);
    free(w);
}

/* The place of the first event of a type after 'from'; -1: none. */
static int event_at(const Moment *w, int type, int from)
{
    uint32_t at = 0;
    Event e;
    for (int i = 0; event_next(&w->log, &at, &e, NULL); i++)
        if (i > from && e.type == type)
            return i;
    return -1;
}

static bool event_of(const Moment *w, int type, int card, Event *found)
{
    uint32_t at = 0;
    while (event_next(&w->log, &at, found, NULL))
        if (found->type == type && found->a == card)
            return true;
    return false;
}

static void visit_draft(Moment *w)
{
    if (w->before.prompt.action != SU_DO_PICK_FACTION)
        return;
    for (int faction = 1; faction <= w->catalog->faction_count; faction++) {
        const Command c =
            command(SU_DO_PICK_FACTION, w->before.prompt.seat, faction, 0, 0);
        SuState same = w->before;
        Quote quote = quote_none();
        const bool is_free = set_has(&w->before.prompt.options, (Id)faction);
        const bool own = w->before.faction[c.seat][0] == faction;
        assert_int_equal(su_game.validate(w->catalog, &w->before, &c, &quote),
                         is_free ? (int)ERR_OK
                         : own   ? (int)SU_ERR_FACTION_HELD
                                 : (int)SU_ERR_FACTION_TAKEN);
        assert_memory_equal(&same, &w->before, sizeof same);
        w->met += !is_free;
    }
}

/* Feature: smashup-core-abilities, Property 1 */
TEST(property_1_a_faction_is_taken_once)
{
    walk(true, visit_draft);
}

static void visit_decks(Moment *w)
{
    if (w->before.phase != SU_DRAFT || w->after.phase == SU_DRAFT)
        return;
    for (int seat = 0; seat < w->after.players; seat++) {
        int count = 0;
        for (int card = 1; card <= su_card_count(&w->after); card++) {
            if (su_owner(&w->after, card) != seat)
                continue;
            const int faction = su_def(&w->g, card)->faction;
            assert_true(faction == w->after.faction[seat][0] ||
                        faction == w->after.faction[seat][1]);
            count++;
        }
        assert_int_equal(count, 40);
        assert_int_equal(w->after.hand_count[seat], 5);
        assert_int_equal(w->after.deck_count[seat], 35);
    }
    int bases = 0;
    for (int i = 0; i < SU_IN_PLAY_MAX; i++)
        bases += w->after.base[i].id != 0;
    assert_int_equal(bases, w->after.players + 1);
    assert_int_equal(w->after.phase, SU_PLAY);
    w->met++;
}

/* Properties 2 and 3 */
TEST(property_2_a_deck_is_two_factions_of_twenty)
{
    walk(true, visit_decks);
}

TEST(property_3_the_table_is_set_once_all_have_chosen)
{
    walk(true, visit_decks);
}

/* Property 4 */
TEST(property_4_an_ability_is_found_by_its_name_and_no_other)
{
    SuCatalog *c = unit_load(&su_game);
    LoadError error = {0};
    SuState s;
    memset(&s, 0, sizeof s);
    s.players = 2;
    s.faction[0][0] = 1;
    const Su g = su_table(c, &s, NULL);
    for (int card = 1; card <= SU_FACTION_CARDS; card++) {
        const SuDef *d = su_def(&g, card);
        for (int when = 1; when < SU_WHENS; when++) {
            const SuAbility *a = su_ability(&g, (Id)card, when);
            assert_int_equal(a != NULL, d->whens >> when & 1);
        }
    }
    const char *folder = unit_folder();
    unit_write(
        folder, "smashup/bases/wrong.json",
        "{\"bases\": [{\"id\": \"x\", \"set\": \"x\", \"breakpoint\": 5, \"vp\": "
        "[1, 1, 1], \"abilities\": [{\"when\": \"played\", \"do\": "
        "\"no_such_thing\"}]}]}");
    Data *data = data_open(&folder, 1, &error);
    assert_non_null(data);
    assert_false(su_game.load(data, c, &error));
    assert_string_equal(error.file, "smashup/bases/wrong.json");
    data_close(data);
    free(c);
}

static bool has_base(const SuCatalog *c, const char *id)
{
    for (int i = 1; i <= c->base_count; i++)
        if (strcmp(c->base[i].id, id) == 0)
            return true;
    return false;
}

/* The bases that were asked for by name. */
static void check_bases(const SuCatalog *c)
{
    static const char *const asked[] = {"base_the_homeworld",
                                        "base_the_mothership",
                                        "base_central_brain",
                                        "base_the_jungle",
                                        "base_temple_of_goju",
                                        "base_cave_of_shinies",
                                        "base_haunted_house",
                                        "base_rhodes_plaza",
                                        "base_the_factory",
                                        "base_tar_pits",
                                        "base_ninja_dojo",
                                        "base_mushroom_kingdom",
                                        "base_pirate_cove",
                                        "base_tortuga",
                                        "base_great_library",
                                        "base_wizard_academy",
                                        "base_dread_lookout",
                                        "base_haunted_house_al9000",
                                        "base_the_field_of_honor",
                                        "base_tsars_palace",
                                        "base_inventors_salon",
                                        "base_the_workshop",
                                        "base_greenhouse",
                                        "base_secret_garden",
                                        "base_north_pole",
                                        "base_plateau_of_leng",
                                        "base_innsmouth_base",
                                        "base_ritual_site",
                                        "base_mountains_of_madness",
                                        "base_rlyeh",
                                        "base_miskatonic_university_base",
                                        "base_the_asylum",
                                        "base_cat_fanciers_alley",
                                        "base_house_of_nine_lives",
                                        "base_enchanted_glade",
                                        "base_fairy_ring",
                                        "base_beautiful_castle",
                                        "base_castle_of_ice",
                                        "base_land_of_balance",
                                        "base_pony_paradise",
                                        "base_the_pasture",
                                        "base_sheep_shrine",
                                        "base_castle_blood",
                                        "base_crypt"};
    assert_int_equal(sizeof asked / sizeof *asked, 44);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (!has_base(c, asked[i]))
            fail_msg("%s is missing", asked[i]);
}

/* Twenty factions of twenty cards, thirty Madness, forty-four bases; each but the two
 * that are printed without one has something to do in either reading of the rules. */
TEST(the_catalog_is_whole)
{
    const SuCatalog *both = unit_load(&su_game);
    for (int rules = 0; rules < SU_READINGS; rules++) {
        const SuCatalog *c = &both[rules];
        int idle = 0, cards[SU_FACTIONS_MAX + 1] = {0};
        assert_int_equal(c->faction_count, 20);
        for (int i = 1; i <= c->def_count; i++) {
            cards[c->def[i].faction] += c->def[i].count;
            idle += !c->def[i].ability_count && !c->def[i].passive_count;
        }
        for (int i = 1; i <= c->faction_count; i++)
            assert_int_equal(cards[i], SU_FACTION_CARDS);
        assert_int_equal(c->def[c->madness_def].count, SU_MADNESS_MAX);
        for (int i = 1; i <= c->base_count; i++)
            idle += !c->base[i].ability_count && !c->base[i].passive_count;
        assert_int_equal(idle, 2);
        check_bases(c);
    }
    free((void *)(uintptr_t)both);
}

static void visit_on_play(Moment *w)
{
    Event e;
    if (w->command.type != SU_DO_PLAY_MINION)
        return;
    const char *id = su_def(&w->g, w->command.a)->id;
    int wanted = 0;
    if (strcmp(id, "alien_invader") == 0)
        wanted = SU_EV_VP_AWARDED;
    else if (strcmp(id, "robot_zapbot") == 0 || strcmp(id, "wizard_chronomage") == 0)
        wanted = SU_EV_LIMIT_MODIFIED;
    else if (strcmp(id, "wizard_enchantress") == 0)
        wanted = SU_EV_DRAWN;
    if (!wanted)
        return;
    assert_true(event_of(w, SU_EV_MINION_PLAYED, w->command.a, &e));
    assert_true(event_at(w, wanted, event_at(w, SU_EV_MINION_PLAYED, -1)) > 0);
    w->met++;
}

TEST(property_5_a_minion_does_what_it_does_when_played)
{
    walk(false, visit_on_play);
}

/* A talent for every minion: a point. No card of the core set has one. */
TEST(property_6_a_talent_is_used_once_a_turn)
{
    SuCatalog *c = unit_load(&su_game);
    for (int i = 1; i <= c->def_count; i++)
        if (c->def[i].kind == SU_MINION && !c->def[i].ability_count) {
            c->def[i].ability_count = 1;
            c->def[i].whens |= 1u << WHEN_talent;
            c->def[i].ability[0].when = WHEN_talent;
            c->def[i].ability[0].ability = SU_FX_gain;
            c->def[i].ability[0].n = 1;
        }
    su_index(c);
    int met = 0;
    for (uint64_t seed = 1; met < GAMES; seed++) {
        Setup setup = setup_default(&su_game, 2, seed);
        setup.option[SU_OPT_FACTIONS] = 1;
        SuState s;
        Rng rng = {seed};
        su_game.open(c, &setup, &s);
        su_game.begin(c, &s, NULL);
        for (int i = 0; i < 300 && !su_game.status(c, &s).over; i++) {
            Moves moves = {0};
            su_game.legal(c, &s, &moves);
            const Command move = moves.item[rng_below(&rng, (uint32_t)moves.count)];
            const int vp = s.vp[move.seat];
            su_game.execute(c, &s, &move, NULL);
            const SuAbility *talent =
                move.type == SU_DO_USE_TALENT
                    ? su_ability(&(Su){.state = &s, .catalog = c}, move.a, WHEN_talent)
                    : NULL;
            if (!talent || talent->ability != SU_FX_gain)
                continue;
            Quote quote = quote_none();
            assert_int_equal(s.vp[move.seat], vp + 1);
            assert_int_equal(su_game.validate(c, &s, &move, &quote),
                             SU_ERR_TALENT_USED);
            const Command end = command(SU_DO_END_PLAY, move.seat, 0, 0, 0);
            su_game.execute(c, &s, &end, NULL);
            for (int k = 0; k < 200 && s.phase != SU_OVER &&
                            !(s.phase == SU_PLAY && s.seat == move.seat);
                 k++) {
                const Command idle = su_game.idle(c, &s);
                su_game.execute(c, &s, &idle, NULL);
            }
            const bool still =
                su_in_play(&s, move.a) && s.card[move.a].seat == move.seat;
            if (s.phase == SU_PLAY && still)
                assert_int_equal(su_game.validate(c, &s, &move, &quote), ERR_OK);
            met++;
        }
    }
    free(c);
}

/* What everybody may see and must be answered has two answers, or it is not asked. */
static void visit_choice(Moment *w)
{
    const Prompt *p = &w->before.prompt;
    if (!prompt_is_open(p) || p->may || p->say == SAY_SEEN)
        return;
    SuState view;
    su_game.redact(w->catalog, &w->before, SEAT_NONE, &view);
    if (set_is_empty(&view.prompt.options))
        return;
    assert_true(set_count(&p->options) > 1);
    w->met++;
}

TEST(a_question_is_put_where_there_is_a_choice)
{
    walk(false, visit_choice);
}

/* A card everybody saw go into a deck: between others, a view does not show it. */
static bool has_known_deck(const SuState *s)
{
    for (int card = 1; card <= su_card_count(s); card++)
        if (s->card[card].zone == SU_IN_DECK && s->card[card].note == SU_KNOWN_TO_ALL)
            return true;
    return false;
}

/* Who is asked for a special does not hang on what they hold. */
static void visit_secret_window(Moment *w)
{
    SuState other;
    Rng rng = {w->before.rng.state};
    if (w->before.phase != SU_SCORE)
        return;
    for (int viewer = 0; viewer <= w->before.players; viewer++) {
        SuState view;
        su_game.redact(w->catalog, &w->before,
                       viewer < w->before.players ? viewer : (int)SEAT_NONE, &view);
        su_game.determinize(w->catalog, &view, &rng, &other);
        const Su one = su_table(w->catalog, &w->before, NULL);
        const Su two = su_table(w->catalog, &other, NULL);
        for (int seat = 0; seat < w->before.players; seat++) {
            const bool might = su_might_answer(&one, seat, WHEN_window);
            const bool other_might = su_might_answer(&two, seat, WHEN_window);
            assert_true(might ? other_might
                              : !other_might || has_known_deck(&w->before));
            w->met += might;
        }
    }
}

TEST(who_is_asked_for_a_special_tells_nothing)
{
    walk(false, visit_secret_window);
}

static void visit_prompt(Moment *w)
{
    const Prompt *p = &w->before.prompt;
    if (!prompt_is_open(p))
        return;
    assert_int_equal(w->moves.count, set_count(&p->options) + p->may);
    for (int id = 1; id <= SET_ID_MAX; id++) {
        const Command c = command(p->action, p->seat, id, 0, 0);
        Quote quote = quote_none();
        assert_int_equal(su_game.validate(w->catalog, &w->before, &c, &quote) == ERR_OK,
                         set_has(&p->options, (Id)id));
    }
    w->met++;
}

TEST(property_7_a_question_offers_exactly_the_legal_targets)
{
    walk(false, visit_prompt);
}

static void visit_standard(Moment *w)
{
    const int card = w->command.a;
    Event e;
    if (w->command.type != SU_DO_PLAY_ACTION ||
        !event_of(w, SU_EV_ACTION_SPENT, card, &e) ||
        event_at(w, SU_EV_DECK_RESHUFFLED, -1) >= 0)
        return;
    assert_int_equal(w->before.card[card].zone, SU_IN_HAND);
    assert_int_equal(w->after.card[card].zone, SU_IN_DISCARD);
    assert_int_equal(w->after.card[card].seat, su_owner(&w->after, card));
    assert_true(w->after.actions_played[w->command.seat] >
                w->before.actions_played[w->command.seat]);
    w->met++;
}

TEST(property_8_a_standard_action_ends_in_the_discard_pile)
{
    walk(false, visit_standard);
}

static void visit_ongoing(Moment *w)
{
    const int card = w->command.a;
    Event e;
    if ((w->command.type != SU_DO_PLAY_ON_BASE &&
         w->command.type != SU_DO_PLAY_ON_MINION) ||
        !event_of(w, SU_EV_ATTACHED, card, &e))
        return;
    assert_true(su_in_play(&w->after, card));
    for (int seat = 0; seat < w->after.players; seat++)
        assert_false(set_has(&w->after.discard[seat], (Id)card));
    assert_int_equal(w->after.card[card].at, w->command.b);
    w->met++;
}

TEST(property_9_an_ongoing_action_stays_where_it_was_put)
{
    walk(false, visit_ongoing);
}

/* Fold a command's events up to and with the first of a type; false: it has none. */
static bool fold_to(const Moment *w, int type, SuState *s, Event *found)
{
    uint32_t at = 0;
    const uint8_t *list = NULL;
    *s = w->before;
    while (event_next(&w->log, &at, found, &list)) {
        su_game.reduce(w->catalog, s, found, list);
        if (found->type == type)
            return true;
    }
    return false;
}

static void visit_special(Moment *w)
{
    const int card = w->command.a;
    SuState s;
    Event e;
    if (w->command.type != SU_DO_PLAY_SPECIAL || su_is_minion(&w->g, card))
        return;
    assert_true(fold_to(w, SU_EV_ACTION_PLAYED, &s, &e));
    assert_int_equal(e.a, card);
    assert_int_equal(e.n, 0);
    assert_int_not_equal(s.card[card].zone, SU_IN_HAND);
    assert_int_equal(w->before.regular_action, s.regular_action);
    w->met++;
}

TEST(property_10_a_special_action_uses_no_play_and_leaves_the_hand)
{
    Moment *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->catalog = unit_load(&su_game);
    for (uint64_t seed = 1; w->met < GAMES; seed++)
        walk_game(w, 2 + (int)(seed % 3), seed, false, visit_special);
    free(w->catalog);
    free(w);
}

static void visit_cleared(Moment *w)
{
    SuState s;
    Event e;
    if (!fold_to(w, SU_EV_BASE_REPLACED, &s, &e) || !e.a)
        return;
    const CardSet all = set_union(s.minions, s.actions);
    SET_EACH (card, &all) {
        assert_int_not_equal(su_base_of(&s, card), e.a);
        assert_int_not_equal(su_base_of(&s, card), e.b);
    }
    SET_EACH (card, &w->before.actions)
        if (w->before.card[card].zone == SU_AT_BASE && w->before.card[card].at == e.a)
            assert_false(su_in_play(&s, card));
    w->met++;
}

TEST(property_11_scoring_discards_what_lay_on_the_base)
{
    walk(false, visit_cleared);
}

static void visit_leaving(Moment *w)
{
    SET_EACH (card, &w->before.actions) {
        Event e;
        if (w->before.card[card].zone != SU_CARRIED)
            continue;
        if (su_in_play(&w->after, w->before.card[card].at) ||
            event_of(w, SU_EV_ATTACHED, card, &e))
            continue;
        assert_false(su_in_play(&w->after, card));
        w->met++;
    }
}

TEST(property_12_what_a_minion_carries_leaves_with_it)
{
    walk(false, visit_leaving);
}

static void visit_counters(Moment *w)
{
    SuState s = w->after;
    Su g = su_table(w->catalog, &s, NULL);
    const Id card = set_next(&s.minions, 0);
    Rng rng = {w->after.rng.state};
    if (!card)
        return;
    for (int i = 0, held = s.card[card].counters; i < 8; i++) {
        const int n = (int)rng_below(&rng, 5);
        const bool add = rng_below(&rng, 2);
        const int power = su_power(&g, card);
        su_emit(&g,
                event_make(add ? SU_EV_COUNTER_ADDED : SU_EV_COUNTER_REMOVED, 0, card,
                           0, 0, n),
                NULL);
        held = add ? held + n : held - (n < held ? n : held);
        assert_int_equal(s.card[card].counters, held);
        if (add && power > 0)
            assert_true(su_power(&g, card) >= power + n);
    }
    su_emit(&g, event_make(SU_EV_RETURNED, 0, card, s.card[card].at, 0, 0), NULL);
    assert_int_equal(s.card[card].counters, 0);
    w->met++;
}

TEST(property_13_counters_never_go_below_zero_and_leave_with_the_minion)
{
    walk(false, visit_counters);
}

static void visit_ready(Moment *w)
{
    const Su g = su_table(w->catalog, &w->before, NULL);
    if (w->command.type != SU_DO_END_PLAY)
        return;
    const CardSet ready = su_ready_bases(&g);
    if (set_count(&ready) < 2)
        return;
    assert_int_equal(w->after.prompt.action, SU_DO_SCORE_BASE);
    assert_memory_equal(&w->after.prompt.options, &ready, sizeof ready);
    w->met++;
}

TEST(property_14_several_ready_bases_are_a_question)
{
    Moment *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->catalog = unit_load(&su_game);
    for (uint64_t seed = 1; w->met < GAMES; seed++)
        walk_game(w, 2 + (int)(seed % 3), seed, false, visit_ready);
    free(w->catalog);
    free(w);
}

static void visit_all_scored(Moment *w)
{
    uint32_t at = 0;
    const uint8_t *list = NULL;
    Event e;
    SuState s = w->before;
    while (event_next(&w->log, &at, &e, &list)) {
        if (e.type == SU_EV_PHASE_CHANGED && e.a == SU_DRAW + 1) {
            const Su g = su_table(w->catalog, &s, NULL);
            const CardSet ready = su_ready_bases(&g);
            assert_true(set_is_empty(&ready));
            w->met++;
        }
        su_game.reduce(w->catalog, &s, &e, list);
    }
}

TEST(property_15_no_ready_base_is_left_unscored)
{
    walk(false, visit_all_scored);
}

static void visit_places(Moment *w)
{
    SuState s;
    Event e;
    if (!fold_to(w, SU_EV_BASE_SCORED, &s, &e))
        return;
    const Su g = su_table(w->catalog, &s, NULL);
    for (int seat = 0; seat < s.players; seat++) {
        const int mine = su_total(&g, e.a, seat);
        int better = 0, expected = 0;
        for (int other = 0; other < s.players; other++)
            better += su_total(&g, e.a, other) > mine;
        assert_int_equal(s.place[seat], mine > 0 ? better + 1 : 0);
        if (mine > 0 && better < 3)
            expected = w->catalog->base[e.a].vp[better];
        uint32_t at = 0;
        Event award;
        int given = 0;
        bool scored = false;
        while (event_next(&w->log, &at, &award, NULL)) {
            scored = scored || award.type == SU_EV_BASE_SCORED;
            if (scored && award.type == SU_EV_VP_AWARDED && award.seat == seat &&
                !given)
                given = award.n;
        }
        if (expected)
            assert_int_equal(given, expected);
    }
    w->met++;
}

TEST(property_16_places_are_paid_and_ties_share_the_better_one)
{
    walk(false, visit_places);
}

/* Before a base scores the window is closed; after it, and once another is closed, it
 * is cleared, and then replaced. Sleeping Beauty leaves the discard pile in between. */
static void visit_order(Moment *w)
{
    uint32_t at = 0;
    Event e;
    int window = w->before.window, base = w->before.scoring;
    bool cleared = false;
    while (event_next(&w->log, &at, &e, NULL)) {
        if (cleared && e.type != SU_EV_DECK_SHUFFLED &&
            e.type != SU_EV_DECK_RESHUFFLED) {
            assert_true(e.type == SU_EV_BASE_REPLACED ||
                        e.type == SU_EV_BASES_SHUFFLED);
            cleared = false;
            w->met++;
        }
        if (e.type == SU_EV_WINDOW_OPENED || e.type == SU_EV_WINDOW_CLOSED)
            window = e.type == SU_EV_WINDOW_OPENED;
        if (e.type == SU_EV_SCORING_CHOSEN)
            base = e.a;
        if (e.type == SU_EV_BASE_SCORED || e.type == SU_EV_BASE_CLEARED) {
            assert_false(window);
            assert_int_equal(e.a, base);
            cleared = e.type == SU_EV_BASE_CLEARED;
        }
    }
    if (w->command.type == SU_DO_PLAY_MINION)
        assert_true(event_at(w, SU_EV_LIMIT_MODIFIED, -1) < 0 ||
                    event_at(w, SU_EV_MINION_PLAYED, -1) <
                        event_at(w, SU_EV_LIMIT_MODIFIED, -1));
}

TEST(property_17_base_abilities_come_at_their_moment)
{
    walk(false, visit_order);
}

/* How many seats there are from one to the next who is asked: those between have
 * nothing to play, as everybody knows. */
static int seats_on(const Moment *w, const SuState *s, int from, int when)
{
    const Su g = su_table(w->catalog, (SuState *)(uintptr_t)s, NULL);
    for (int i = 1; i < s->players; i++)
        if (su_might_answer(&g, (from + i) % s->players, when))
            return i;
    return s->players;
}

/* The window before a base scores; few are asked in the one after. */
static void visit_window(Moment *w)
{
    const bool asked = w->before.prompt.action == SU_DO_PLAY_SPECIAL &&
                       w->before.window == SU_WINDOW_BEFORE;
    const bool passed = asked && w->command.type == ACTION_PASS;
    const bool closed = event_at(w, SU_EV_WINDOW_CLOSED, -1) >= 0;
    const int seat = w->before.prompt.seat, players = w->before.players;
    const int on = asked ? seats_on(w, &w->before, seat, WHEN_window) : 0;
    if (asked)
        w->passes = passed ? w->passes + on : 0;
    if (passed && w->passes < players) {
        assert_false(closed);
        assert_int_equal(w->after.prompt.action, SU_DO_PLAY_SPECIAL);
        assert_int_equal(w->after.prompt.seat, (seat + on) % players);
    } else if (passed) {
        assert_true(closed);
    }
    if (event_at(w, SU_EV_WINDOW_OPENED, -1) >= 0 &&
        w->after.window == SU_WINDOW_BEFORE) {
        const int last = (w->after.seat + players - 1) % players;
        w->passes = seats_on(w, &w->after, last, WHEN_window) - 1;
        assert_int_equal(w->after.prompt.seat, (last + w->passes + 1) % players);
    }
    for (Id card = set_next(&w->before.prompt.options, 0); asked && card;
         card = set_next(&w->before.prompt.options, card))
        assert_true(su_def(&w->g, card)->whens >> WHEN_window & 1);
    w->met += asked;
}

TEST(property_18_the_window_goes_round_until_all_have_passed)
{
    walk(false, visit_window);
}

/* Every faction plays with Madness here, so that random ones do. */
TEST(property_19_madness_is_drawn_kept_and_paid_for)
{
    SuCatalog *c = unit_load(&su_game);
    assert_int_not_equal(c->madness_def, 0);
    for (int i = 1; i <= c->faction_count; i++)
        c->faction[i].madness = 1;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        Setup setup = setup_default(&su_game, 2, seed);
        SuState s;
        Rng rng = {seed};
        setup.option[SU_OPT_FACTIONS] = 1;
        su_game.open(c, &setup, &s);
        su_game.begin(c, &s, NULL);
        Su g = su_table(c, &s, NULL);
        const int first = su_madness_first(&s), n = 1 + (int)rng_below(&rng, 10);
        assert_int_equal(su_card_count(&s) - first + 1, 30);
        for (int i = 0; i < 30; i++)
            assert_int_equal(s.card[first + i].zone, SU_IN_SUPPLY);
        const int hand = s.hand_count[0];
        for (int i = 0; i < n; i++)
            su_emit(&g, event_make(SU_EV_MADNESS_DRAWN, 0, first + i, 0, 0, 0), NULL);
        assert_int_equal(s.hand_count[0], hand + n);
        su_emit(&g, event_make(SU_EV_ACTION_PLAYED, 0, first, 0, 0, 0), NULL);
        su_emit(&g, event_make(SU_EV_ACTION_SPENT, 0, first, 0, 0, 0), NULL);
        assert_true(set_has(&s.discard[0], (Id)first));
        assert_int_equal(su_penalty(&s, 0), n / 2);
        su_emit(&g, event_make(SU_EV_MADNESS_BACK, 0, first, 0, 0, 0), NULL);
        assert_int_equal(su_penalty(&s, 0), (n - 1) / 2);
        assert_null(su_check(&g));
    }
    free(c);
}

RUN(cmocka_unit_test(property_1_a_faction_is_taken_once),
    cmocka_unit_test(property_2_a_deck_is_two_factions_of_twenty),
    cmocka_unit_test(property_3_the_table_is_set_once_all_have_chosen),
    cmocka_unit_test(property_4_an_ability_is_found_by_its_name_and_no_other),
    cmocka_unit_test(the_catalog_is_whole),
    cmocka_unit_test(property_5_a_minion_does_what_it_does_when_played),
    cmocka_unit_test(property_6_a_talent_is_used_once_a_turn),
    cmocka_unit_test(a_question_is_put_where_there_is_a_choice),
    cmocka_unit_test(who_is_asked_for_a_special_tells_nothing),
    cmocka_unit_test(property_7_a_question_offers_exactly_the_legal_targets),
    cmocka_unit_test(property_8_a_standard_action_ends_in_the_discard_pile),
    cmocka_unit_test(property_9_an_ongoing_action_stays_where_it_was_put),
    cmocka_unit_test(property_10_a_special_action_uses_no_play_and_leaves_the_hand),
    cmocka_unit_test(property_11_scoring_discards_what_lay_on_the_base),
    cmocka_unit_test(property_12_what_a_minion_carries_leaves_with_it),
    cmocka_unit_test(
        property_13_counters_never_go_below_zero_and_leave_with_the_minion),
    cmocka_unit_test(property_14_several_ready_bases_are_a_question),
    cmocka_unit_test(property_15_no_ready_base_is_left_unscored),
    cmocka_unit_test(property_16_places_are_paid_and_ties_share_the_better_one),
    cmocka_unit_test(property_17_base_abilities_come_at_their_moment),
    cmocka_unit_test(property_18_the_window_goes_round_until_all_have_passed),
    cmocka_unit_test(property_19_madness_is_drawn_kept_and_paid_for))
