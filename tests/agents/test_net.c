/* test_net.c - networks: files that do not fit are refused, and what they say is the
 * same in every build. test_net GOLDEN: a hash of what each says, a line a game. */
#include "agents/learned.h"
#include "agents/nets.h"
#include "engine/hash.h"
#include "tests/agents/opened.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define TEST(name) static void name(void **unused_ __attribute__((unused)))

enum { GAMES = 40, HEAD_PRINT = 16, HEAD_SIGHTS = 48 };

static const char *golden_file;

static const Subject *subject(const char *id)
{
    for (int i = 0; i < subjects.count; i++)
        if (strcmp(subjects.subject[i].game->id, id) == 0)
            return &subjects.subject[i];
    fail_msg("no game called %s", id);
    return NULL;
}

/* The file that is built in, in memory of the caller's. */
static uint8_t *file_of(const char *id, size_t *bytes_count)
{
    char name[64];
    snprintf(name, sizeof name, "nets/%s.net", id);
    const int index = data_index(subjects.data, name);
    assert_true(index >= 0);
    const void *bytes = data_bytes(subjects.data, index, bytes_count);
    uint8_t *copy = malloc(*bytes_count);
    memcpy(copy, bytes, *bytes_count);
    return copy;
}

static Err taken(const Subject *s, const uint8_t *bytes, size_t bytes_count)
{
    Net *net = NULL;
    const Err err = net_new(s->game, s->catalog, bytes, bytes_count, &net);
    assert_int_equal(err == ERR_OK, net != NULL);
    net_free(net);
    return err;
}

/* Somebody changed the file and its hash with it. */
static void seal(uint8_t *bytes, size_t bytes_count)
{
    const uint64_t hash = hash_bytes(bytes, bytes_count - sizeof hash);
    memcpy(bytes + bytes_count - sizeof hash, &hash, sizeof hash);
}

TEST(a_part_of_a_file_is_refused)
{
    size_t bytes_count = 0;
    uint8_t *bytes = file_of("duel", &bytes_count);
    const Subject *s = subject("duel");
    assert_int_equal(taken(s, bytes, bytes_count), ERR_OK);
    for (size_t length = 0; length < bytes_count; length += 997)
        assert_int_equal(taken(s, bytes, length), ERR_NET_BROKEN);
    bytes[bytes_count / 2] ^= 1;
    assert_int_equal(taken(s, bytes, bytes_count), ERR_NET_BROKEN);
    free(bytes);
}

TEST(a_file_for_something_else_is_refused)
{
    size_t bytes_count = 0;
    uint8_t *bytes = file_of("duel", &bytes_count);
    assert_int_equal(taken(subject("sea-salt"), bytes, bytes_count), ERR_NET_OTHER);
    bytes[HEAD_PRINT] ^= 1;
    seal(bytes, bytes_count);
    assert_int_equal(taken(subject("duel"), bytes, bytes_count), ERR_NET_OTHER);
    free(bytes);
}

/* Numbers in the head and in the sights that would lead out of the file or of the
 * observation: with a good hash, so that only they can be what is wrong. */
TEST(a_file_that_would_read_elsewhere_is_refused)
{
    size_t bytes_count = 0;
    const Subject *s = subject("duel");
    for (size_t at = HEAD_SIGHTS; at < 160; at++) {
        uint8_t *bytes = file_of("duel", &bytes_count);
        bytes[at] ^= 0x80;
        seal(bytes, bytes_count);
        const Err err = taken(s, bytes, bytes_count);
        assert_true(err == ERR_OK || err == ERR_NET_BROKEN);
        free(bytes);
    }
}

/* Folds everything the network says along some random games. */
static uint64_t said(const Subject *s)
{
    const Net *net = nets_find(s->game, s->catalog);
    void *state = calloc(1, s->game->state_bytes),
         *view = calloc(1, s->game->state_bytes);
    Moves *moves = malloc(sizeof *moves);
    int32_t rating[MOVES_MAX], odds = 0;
    uint64_t hash = 0;
    assert_non_null(net);
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        const Setup setup = setup_default(s->game, 2, seed);
        Rng rng;
        rng_seed(&rng, seed);
        memset(state, 0, s->game->state_bytes);
        s->game->open(s->catalog, &setup, state);
        s->game->begin(s->catalog, state, NULL);
        while (!s->game->status(s->catalog, state).over) {
            const int seat = s->game->status(s->catalog, state).to_act;
            s->game->redact(s->catalog, state, seat, view);
            moves->count = 0;
            s->game->legal(s->catalog, view, moves);
            net_look(net, s->catalog, view, seat, moves, rating, &odds);
            hash = rng_mix(hash, hash_bytes(rating, (size_t)moves->count * 4));
            hash = rng_mix(hash, (uint64_t)net_share(odds));
            const uint32_t pick = rng_below(&rng, (uint32_t)moves->count);
            s->game->execute(s->catalog, state, &moves->item[pick], NULL);
        }
    }
    free(moves);
    free(view);
    free(state);
    return hash;
}

TEST(every_network_says_what_it_said)
{
    char id[32], line[80];
    uint64_t wanted = 0;
    int count = 0;
    FILE *file = fopen(golden_file, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) &&
           sscanf(line, "%31s %" SCNx64, id, &wanted) == 2) {
        const uint64_t hash = said(subject(id));
        if (hash != wanted)
            fail_msg("%s says %016" PRIx64, id, hash);
        count++;
    }
    fclose(file);
    assert_true(count >= 2);
}

TEST(a_share_of_the_win_grows_with_the_odds)
{
    assert_int_equal(net_share(0), 32768);
    assert_in_range(net_share(NET_BIT), 43690 - 60, 43690 + 60);
    for (int32_t odds = -20000; odds < 20000; odds += 7) {
        assert_true(net_share(odds) <= net_share(odds + 7));
        assert_int_equal(net_share(odds) + net_share(-odds), 65536);
    }
}

/* Where a table is of another kind, somebody else plays, and that is said. */
TEST(who_knows_nothing_of_a_table_has_a_stand_in)
{
    const Agent *expert = agents_find("expert"), *hard = agents_find("hard");
    for (int i = 0; i < subjects.count; i++) {
        const Subject *s = &subjects.subject[i];
        const bool learned = nets_find(s->game, s->catalog) != NULL;
        void *state = calloc(1, s->game->state_bytes);
        for (int players = s->game->players_min; players <= s->game->players_max;
             players++) {
            const Setup setup = setup_default(s->game, players, 3);
            memset(state, 0, s->game->state_bytes);
            s->game->open(s->catalog, &setup, state);
            s->game->begin(s->catalog, state, NULL);
            const int seat = s->game->status(s->catalog, state).to_act;
            const Agent *other =
                agents_stand_in(expert, s->game, s->catalog, state, seat);
            assert_ptr_equal(other, learned && players == 2 ? NULL : hard);
            assert_null(agents_stand_in(hard, s->game, s->catalog, state, seat));
        }
        free(state);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_of_a_file_is_refused),
        cmocka_unit_test(a_file_for_something_else_is_refused),
        cmocka_unit_test(a_file_that_would_read_elsewhere_is_refused),
        cmocka_unit_test(every_network_says_what_it_said),
        cmocka_unit_test(a_share_of_the_win_grows_with_the_odds),
        cmocka_unit_test(who_knows_nothing_of_a_table_has_a_stand_in),
    };
    golden_file = argc > 1 ? argv[1] : "";
    return cmocka_run_group_tests(tests, open_all, close_all);
}
