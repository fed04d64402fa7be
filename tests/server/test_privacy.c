/* test_privacy.c - no byte a client receives depends on what its player may not know.
 *
 * At every position of random play, for every viewer, the hidden part of the table is
 * replaced by another that fits the same view; everything the server would send must
 * stay the same, byte for byte, in every language. */
#include "engine/match.h"
#include "games/games.h"
#include "server/hub/client.h"
#include "server/hub/inside.h"
#include "server/play/tell.h"
#include "server/rooms/room.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES_A_SEED = 3, MOVES_EACH = 120 };

typedef struct {
    const Game *game;
    const void *catalog;
    Texts *texts[LANGUAGES];
    JsonW real, other;
    Rng rng;
} Listeners;

/* The same match as far as 'viewer' can tell. */
static Match *another(Listeners *b, const Match *m, int viewer)
{
    void *view = calloc(1, b->game->state_bytes);
    void *state = calloc(1, b->game->state_bytes);
    assert_non_null(view);
    assert_non_null(state);
    b->game->redact(b->catalog, match_state(m), viewer, view);
    b->game->determinize(b->catalog, view, &b->rng, state);
    Match *made = match_from(b->game, b->catalog, match_setup(m), state);
    free(view);
    free(state);
    return made;
}

static void position_is_told_the_same(Listeners *b, const Match *m, const Match *guess,
                                      int viewer)
{
    for (int i = 0; i < LANGUAGES; i++) {
        const int wants = WANT_VIEW | WANT_LEGAL | WANT_WORDS | WANT_STATE;
        const Tell real = {m, NULL, viewer, wants, b->texts[i], {NULL}};
        const Tell other = {guess, NULL, viewer, wants, b->texts[i], {NULL}};
        jw_reset(&b->real);
        jw_reset(&b->other);
        jw_object(&b->real, NULL);
        tell_turn(&b->real, &real);
        jw_end_object(&b->real);
        jw_object(&b->other, NULL);
        tell_turn(&b->other, &other);
        jw_end_object(&b->other);
        assert_string_equal(b->real.text, b->other.text);
    }
}

/* An event with its secrets wiped and another table behind it reads the same. */
static void events_are_told_the_same(Listeners *b, const Match *m, const Match *guess,
                                     int viewer, int from)
{
    static uint8_t wiped[MATCH_EVENT_BYTES_MAX];
    const Table table = match_table(m), other = match_table(guess);
    for (int i = from; i < match_event_count(m); i++) {
        Event event;
        const uint8_t *list = NULL;
        match_event(m, i, &event, &list);
        Event shown = event;
        const uint8_t *shown_list = event_list_hidden(&event, viewer) ? wiped : list;
        event_redact(&shown, viewer);
        jw_reset(&b->real);
        jw_reset(&b->other);
        record_write_event_row(&b->real, &table, &event, list, viewer);
        record_write_event_row(&b->other, &other, &shown, shown_list, viewer);
        assert_string_equal(b->real.text, b->other.text);
        for (int lang = 0; lang < LANGUAGES; lang++) {
            char one[400], two[400];
            say_event(&table, b->texts[lang], &event, list, viewer, one, sizeof one);
            say_event(&other, b->texts[lang], &shown, shown_list, viewer, two,
                      sizeof two);
            assert_string_equal(one, two);
        }
    }
}

static void watch(Listeners *b, const Match *m, int from)
{
    const int players = match_setup(m)->players;
    for (int seat = 0; seat <= players; seat++) {
        const int viewer = seat < players ? seat : SEAT_NONE;
        Match *guess = another(b, m, viewer);
        if (!match_status(m).over)
            position_is_told_the_same(b, m, guess, viewer);
        events_are_told_the_same(b, m, guess, viewer, from);
        match_free(guess);
    }
}

static void play_and_watch(Listeners *b, int players, uint64_t seed)
{
    static Moves moves;
    const Setup setup = setup_default(b->game, players, seed);
    Match *m = match_new(b->game, b->catalog, &setup);
    watch(b, m, 0);
    for (int i = 0; i < MOVES_EACH && !match_status(m).over; i++) {
        moves.count = 0;
        b->game->legal(b->catalog, match_state(m), &moves);
        assert_true(moves.count > 0);
        const Command *c = &moves.item[rng_below(&b->rng, (uint32_t)moves.count)];
        const int from = match_event_count(m);
        assert_int_equal(match_apply(m, c, NULL), ERR_OK);
        watch(b, m, from);
    }
    match_free(m);
}

TEST(what_is_hidden_changes_no_byte)
{
    LoadError error;
    Data *data = data_open(NULL, 0, &error);
    assert_non_null(data);
    Listeners b;
    memset(&b, 0, sizeof b);
    jw_open(&b.real);
    jw_open(&b.other);
    rng_seed(&b.rng, 1);
    for (int i = 0; i < LANGUAGES; i++)
        b.texts[i] = texts_open(data, text_languages[i], &error);
    for (const Game *const *game = games_all; *game; game++) {
        void *catalog = calloc(1, (*game)->catalog_bytes);
        assert_non_null(catalog);
        assert_true((*game)->load(data, catalog, &error));
        b.game = *game;
        b.catalog = catalog;
        for (int players = b.game->players_min; players <= b.game->players_max;
             players++)
            for (uint64_t seed = 1; seed <= GAMES_A_SEED; seed++)
                play_and_watch(&b, players, seed);
        free(catalog);
    }
    for (int i = 0; i < LANGUAGES; i++)
        texts_close(b.texts[i]);
    jw_close(&b.real);
    jw_close(&b.other);
    data_close(data);
}

RUN(cmocka_unit_test(what_is_hidden_changes_no_byte))
