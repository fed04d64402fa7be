/* hidden.c - two tables of 7 Wonders Duel with its sets that differ only in what a
 * player may not know look the same to that player.
 *
 * Random games with each combination of sets. At every step and for everybody who looks
 * (the players and a stranger), something hidden is exchanged for something as hidden:
 * face-down divinities, face-down decrees, the conspiracies of the other player and of
 * the deck, a token that the other has locked. The views must be the same to the byte,
 * the moves open to the viewer too. A kind that is never exchanged in a combination
 * that has it fails as well. */
#include "games/duel-sets/edition.h"

#include "engine/data.h"
#include "engine/record.h"
#include "games/duel/host.h"

#include <stdio.h>
#include <stdlib.h>

enum { HIDDEN_GAMES = 200, HIDDEN_PLACES = 64, KINDS = 4 };

static const char *const kind_names[KINDS] = {"divinities", "decrees", "conspiracies",
                                              "locked tokens"};

typedef struct {
    DuelCatalog *catalog;
    DuelState state, other, view, view_other;
    Moves moves, moves_other;
    Rng rng;
    long swaps[KINDS];
    char broken[200];
} Hidden;

/* Two of the places change what lies there, if it is not the same. */
static bool swap_two(Hidden *h, uint8_t **place, int count)
{
    if (count < 2)
        return false;
    uint8_t *a = place[rng_below(&h->rng, (uint32_t)count)];
    uint8_t *b = place[rng_below(&h->rng, (uint32_t)count)];
    const uint8_t kept = *a;
    *a = *b;
    *b = kept;
    return *a != *b;
}

/* Those of one mythology: its back is no secret. */
static bool swap_gods(Hidden *h, int viewer)
{
    DuelState *s = &h->other;
    DuelPantheon *p = &s->pantheon;
    const int myth = 1 + (int)rng_below(&h->rng, PANTHEON_MYTHS);
    uint8_t *place[HIDDEN_PLACES];
    int count = 0;
    for (int i = 0; s->age < 2 && i < PANTHEON_SPACES; i++) {
        const bool seen = viewer < DUEL_SEATS && (p->space_seen[i] >> viewer & 1);
        if (!seen && p->space[i] &&
            h->catalog->label[DUEL_GOD_0 + p->space[i]].back == myth)
            place[count++] = &p->space[i];
    }
    const int who = viewer < DUEL_SEATS ? viewer : (int)DUEL_SEATS;
    for (int i = p->deck_seen[who][myth - 1]; i < PANTHEON_DECK; i++)
        if (p->deck[myth - 1][i])
            place[count++] = &p->deck[myth - 1][i];
    return swap_two(h, place, count);
}

/* With those in the box. */
static bool swap_decrees(Hidden *h, int viewer)
{
    DuelAgora *a = &h->other.agora;
    uint8_t box[AGORA_DECREES], *place[HIDDEN_PLACES];
    uint32_t lie = 0;
    int count = 0;
    (void)viewer;
    for (int i = 0; i < AGORA_CHAMBERS * AGORA_ROOM; i++) {
        uint8_t *decree = &a->decree[i / AGORA_ROOM][i % AGORA_ROOM];
        lie |= 1u << *decree;
        if (*decree && !(a->up >> i & 1))
            place[count++] = decree;
    }
    if (!count)
        return false;
    for (int i = 1; i <= AGORA_DECREES; i++) {
        box[i - 1] = (uint8_t)i;
        if (!(lie >> i & 1))
            place[count++] = &box[i - 1];
    }
    return swap_two(h, place, count);
}

static bool swap_plots(Hidden *h, int viewer)
{
    DuelAgora *a = &h->other.agora;
    uint8_t *place[HIDDEN_PLACES];
    int count = 0;
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        for (int at = 0; seat != viewer && at < AGORA_HELD; at++)
            if (a->plot[seat][at] && !(a->shown[seat] >> at & 1))
                place[count++] = &a->plot[seat][at];
    for (int i = 0; i < AGORA_PLOTS; i++)
        if (a->deck[i] && (viewer >= DUEL_SEATS || !(a->deck_seen[viewer] >> i & 1)))
            place[count++] = &a->deck[i];
    return swap_two(h, place, count);
}

/* With one that is set aside, and so may be offered to who locked it. */
static bool swap_locked(Hidden *h, int viewer)
{
    DuelState *s = &h->other;
    DuelAgora *a = &s->agora;
    const bool espionage =
        prompt_is_open(&s->prompt) && s->prompt.say == DUEL_WAITING_FOR_ESPIONAGE;
    if (!a->lock_seat || viewer == a->lock_seat - 1 || !s->aside ||
        (espionage && s->prompt.seat == viewer))
        return false;
    const uint16_t other = (uint16_t)(s->aside & -s->aside);
    s->aside = (uint16_t)((s->aside | a->locked) & ~other);
    a->locked = other;
    if (espionage)
        s->prompt.options.word[0] = (uint64_t)s->aside << 1;
    return true;
}

static void list_moves(const Hidden *h, const DuelState *state, Moves *moves)
{
    moves->count = 0;
    duel_game.legal(h->catalog, state, moves);
}

static void look(Hidden *h, int viewer)
{
    bool (*const swap[KINDS])(Hidden * h, int viewer) = {swap_gods, swap_decrees,
                                                         swap_plots, swap_locked};
    const Game *game = &duel_game;
    for (int kind = 0; kind < KINDS; kind++) {
        const int set = kind == 0 ? DUEL_SET_pantheon : DUEL_SET_agora;
        h->other = h->state;
        if (!(h->state.sets >> set & 1) || !swap[kind](h, viewer))
            continue;
        h->swaps[kind]++;
        memset(&h->view, 0xa5, sizeof h->view);
        memset(&h->view_other, 0x5a, sizeof h->view_other);
        game->redact(h->catalog, &h->state, viewer, &h->view);
        game->redact(h->catalog, &h->other, viewer, &h->view_other);
        if (memcmp(&h->view, &h->view_other, sizeof h->view) != 0)
            snprintf(h->broken, sizeof h->broken, "other %s look different to %d",
                     kind_names[kind], viewer);
        if (game->status(h->catalog, &h->state).to_act != viewer)
            continue;
        list_moves(h, &h->state, &h->moves);
        list_moves(h, &h->other, &h->moves_other);
        if (h->moves.count != h->moves_other.count ||
            memcmp(h->moves.item, h->moves_other.item,
                   (size_t)h->moves.count * sizeof(Command)) != 0)
            snprintf(h->broken, sizeof h->broken,
                     "with other %s %d may do other things", kind_names[kind], viewer);
    }
}

static void play(Hidden *h, Setup setup)
{
    const Game *game = &duel_game;
    game->open(h->catalog, &setup, &h->state);
    game->begin(h->catalog, &h->state, NULL);
    while (!*h->broken) {
        for (int viewer = 0; viewer < DUEL_SEATS; viewer++)
            look(h, viewer);
        look(h, SEAT_NONE);
        list_moves(h, &h->state, &h->moves);
        if (!h->moves.count)
            return;
        const uint32_t pick = rng_below(&h->rng, (uint32_t)h->moves.count);
        const Command c = h->moves.item[pick];
        game->execute(h->catalog, &h->state, &c, NULL);
    }
}

int main(void)
{
    static Hidden h;
    LoadError error = {0};
    Data *data = data_open(NULL, 0, &error);
    int failed = 0;
    h.catalog = calloc(1, sizeof *h.catalog);
    if (!data || !h.catalog || !duel_game.load(data, h.catalog, &error))
        return 2;
    for (int sets = 1; sets <= DUEL_ALL_SETS; sets++) {
        memset(h.swaps, 0, sizeof h.swaps);
        *h.broken = 0;
        rng_seed(&h.rng, (uint64_t)sets);
        for (uint64_t seed = 1; seed <= HIDDEN_GAMES && !*h.broken; seed++) {
            Setup setup = setup_default(&duel_game, DUEL_SEATS, seed);
            for (int set = 0; set < DUEL_SETS; set++)
                setup.option[DUEL_OPT_SETS + set] = sets >> set & 1;
            play(&h, setup);
        }
        for (int kind = 0; kind < KINDS; kind++)
            if (!h.swaps[kind] &&
                (sets >> (kind ? DUEL_SET_agora : DUEL_SET_pantheon) & 1))
                snprintf(h.broken, sizeof h.broken, "no other %s were tried",
                         kind_names[kind]);
        printf("%s %d - sets %d: what is hidden does not show\n",
               *h.broken ? "not ok" : "ok", sets, sets);
        printf("# %ld divinities, %ld decrees, %ld conspiracies, %ld locks%s%s\n",
               h.swaps[0], h.swaps[1], h.swaps[2], h.swaps[3], *h.broken ? ": " : "",
               h.broken);
        failed += *h.broken != 0;
    }
    printf("1..%d\n", DUEL_ALL_SETS);
    free(h.catalog);
    data_close(data);
    return failed;
}
