/* mirror.c - whatever a card of 7 Wonders Duel and its sets does for one player, it
 * does for the other.
 *
 * Random games with each combination of sets. At every step the table is turned round:
 * the cities, the track, the spaces of the pantheon, the cubes, whoever is asked. What
 * may be done there must be the same turned round, and what comes of it too, to the
 * byte. A divinity, temple, wonder, token, decree, conspiracy or senator that was never
 * in play in a game that has it fails as well. */
#include "games/duel-sets/edition.h"

#include "engine/data.h"
#include "engine/record.h"
#include "games/duel/host.h"
#include "games/duel/sets/agora/senate.h"

#include <stdio.h>
#include <stdlib.h>

enum { MIRROR_GAMES = 300 };

typedef struct {
    DuelCatalog *catalog;
    DuelState state, other, turned;
    Moves moves, moves_other;
    Rng rng;
    bool met[DUEL_PIECES][DUEL_SEATS]; /* in play for whom */
    long steps;
    char broken[200];
} Mirror;

#define SWAP_SEATS(field)                                   \
    do {                                                    \
        memcpy(room, &(field)[0], sizeof(field)[0]);        \
        memcpy(&(field)[0], &(field)[1], sizeof(field)[0]); \
        memcpy(&(field)[1], room, sizeof(field)[0]);        \
    } while (0)

static int turn_pair(int bits)
{
    return (bits & 1) << 1 | (bits >> 1 & 1);
}

/* An answer, or what a frame keeps of one. */
static int turn_answer(int action, int answer)
{
    if (!answer)
        return 0;
    switch (action) {
    case DUEL_DO_CHOOSE_STARTING_PLAYER:
        return DUEL_SEATS + 1 - answer;
    case DUEL_DO_ACTIVATE:
    case DUEL_DO_SELECT_SPACE:
        return PANTHEON_SPACES + 1 - answer;
    case DUEL_DO_SELECT_TRACK:
        return 2 * PANTHEON_MIDDLE - answer;
    case DUEL_DO_SELECT_LOOT:
        return (answer - 1 + DUEL_LOOT_MAX) % (DUEL_SEATS * DUEL_LOOT_MAX) + 1;
    default:
        return answer;
    }
}

static Command turn_command(Command c)
{
    c.seat = (uint8_t)!c.seat;
    c.a = (Id)turn_answer(c.type, c.a);
    return c;
}

static void turn_frame(DuelFx *fx)
{
    fx->seat = (uint8_t)!fx->seat;
    fx->who = (uint8_t)!fx->who;
    if (fx->ability == DUEL_FX_neptune) {
        fx->card = (Id)turn_answer(DUEL_DO_SELECT_LOOT, fx->card);
        fx->answer = (Id)turn_answer(DUEL_DO_SELECT_LOOT, fx->answer);
    } else if (fx->ability == DUEL_FX_place_divinity) {
        fx->other = (Id)turn_answer(DUEL_DO_SELECT_SPACE, fx->other);
    }
}

static void turn_prompt(Prompt *p)
{
    const CardSet options = p->options;
    if (!prompt_is_open(p))
        return;
    p->seat = (uint8_t)!p->seat;
    p->options = set_none();
    for (int id = 1; id <= SET_ID_MAX; id++)
        if (set_has(&options, (Id)id))
            set_add(&p->options, (Id)turn_answer(p->action, id));
}

static void turn_pantheon(DuelPantheon *p)
{
    const DuelPantheon was = *p;
    uint8_t room[64];
    for (int i = 0; i < PANTHEON_SPACES; i++) {
        const int from = PANTHEON_SPACES - 1 - i;
        p->space[i] = was.space[from];
        p->space_seen[i] = (uint8_t)turn_pair(was.space_seen[from]);
    }
    SWAP_SEATS(p->deck_seen);
    SWAP_SEATS(p->favour);
    if (p->minerva)
        p->minerva = (uint8_t)(2 * PANTHEON_MIDDLE - p->minerva);
}

static void turn_agora(DuelAgora *a)
{
    uint8_t room[64];
    SWAP_SEATS(a->cube);
    SWAP_SEATS(a->plot);
    SWAP_SEATS(a->under);
    SWAP_SEATS(a->shown);
    SWAP_SEATS(a->deck_seen);
    if (a->lock_seat)
        a->lock_seat = (uint8_t)(DUEL_SEATS + 1 - a->lock_seat);
}

static void turn_table(const DuelState *from, DuelState *s)
{
    uint8_t room[sizeof(DuelCity)];
    *s = *from;
    SWAP_SEATS(s->city);
    s->pawn = (int8_t)-s->pawn;
    s->loot = (uint8_t)((s->loot & 3) << DUEL_LOOT_MAX | s->loot >> DUEL_LOOT_MAX);
    s->seat = (uint8_t)!s->seat;
    s->first = (uint8_t)!s->first;
    s->winners = (uint8_t)turn_pair(s->winners);
    turn_pantheon(&s->pantheon);
    turn_agora(&s->agora);
    turn_prompt(&s->prompt);
    for (int i = 0; i < s->fx_depth; i++)
        turn_frame(&s->fx[i]);
}

/* What is in play for a player now. */
static void meet(Mirror *m, int seat)
{
    const DuelState *s = &m->state;
    const DuelCity *city = &s->city[seat];
    for (int card = 1; card <= DUEL_CARDS_MAX; card++)
        m->met[card][seat] |= duel_cards_have(&city->cards, card);
    for (int i = 0; i < DUEL_CITY_WONDERS; i++)
        m->met[DUEL_WONDER_0 + city->wonder[i]][seat] |= city->under[i] != 0;
    for (int i = 0; i < DUEL_TOKENS_MAX; i++)
        m->met[DUEL_TOKEN_0 + 1 + i][seat] |= city->tokens >> i & 1;
    for (int i = 0; i < DUEL_GODS_MAX; i++)
        m->met[DUEL_GOD_0 + 1 + i][seat] |= city->gods >> i & 1;
    if (s->fx_depth && s->fx[s->fx_depth - 1].ability == DUEL_FX_pantheon_gate)
        m->met[DUEL_GOD_0 + PANTHEON_GATE][s->fx[s->fx_depth - 1].seat] = true;
    if (!(s->sets >> DUEL_SET_agora & 1))
        return;
    const uint32_t force = duel_agora_force(s, seat);
    for (int decree = 1; decree <= AGORA_DECREES; decree++)
        m->met[DUEL_DECREE_0 + decree][seat] |= force >> decree & 1;
    for (int at = 0; at < AGORA_HELD; at++)
        m->met[DUEL_PLOT_0 + s->agora.plot[seat][at]][seat] |=
            s->agora.shown[seat] >> at & 1;
}

/* Two free spaces when the gate comes: it takes the lower one, on either side. */
static bool gate_may_choose(const DuelState *s)
{
    int free = 0;
    for (int i = 0; i < PANTHEON_SPACES; i++)
        free += !s->pantheon.space[i];
    return (s->sets >> DUEL_SET_pantheon & 1) && s->age == 1 && free > 1;
}

static void step(Mirror *m)
{
    const Game *game = &duel_game;
    turn_table(&m->state, &m->turned);
    m->moves_other.count = 0;
    game->legal(m->catalog, &m->turned, &m->moves_other);
    if (m->moves.count != m->moves_other.count)
        snprintf(m->broken, sizeof m->broken, "%d moves, turned round %d",
                 m->moves.count, m->moves_other.count);
    for (int i = 0; i < m->moves.count; i++) {
        const Command c = turn_command(m->moves.item[i]);
        if (game->validate(m->catalog, &m->turned, &c, NULL) != ERR_OK)
            snprintf(m->broken, sizeof m->broken, "an action %d (%d, %d) is refused",
                     c.type, c.a, c.b);
    }
    const Command c = m->moves.item[rng_below(&m->rng, (uint32_t)m->moves.count)];
    const Command turned = turn_command(c);
    const bool either = gate_may_choose(&m->state);
    if (*m->broken)
        return;
    game->execute(m->catalog, &m->state, &c, NULL);
    game->execute(m->catalog, &m->turned, &turned, NULL);
    turn_table(&m->turned, &m->other);
    if (!(either && m->state.age == 2) &&
        memcmp(&m->state, &m->other, sizeof m->state) != 0)
        snprintf(m->broken, sizeof m->broken,
                 "an action %d (%d, %d) of %d in age %d ends otherwise", c.type, c.a,
                 c.b, c.seat, m->state.age);
    m->steps++;
}

static void play(Mirror *m, int sets, uint64_t seed)
{
    const Game *game = &duel_game;
    Setup setup = setup_default(game, DUEL_SEATS, seed);
    for (int set = 0; set < DUEL_SETS; set++)
        setup.option[DUEL_OPT_SETS + set] = sets >> set & 1;
    game->open(m->catalog, &setup, &m->state);
    game->begin(m->catalog, &m->state, NULL);
    while (!*m->broken) {
        for (int seat = 0; seat < DUEL_SEATS; seat++)
            meet(m, seat);
        m->moves.count = 0;
        game->legal(m->catalog, &m->state, &m->moves);
        if (!m->moves.count)
            return;
        step(m);
    }
}

/* Every piece with a name has been in play for both; how many there are. */
static int all_met(Mirror *m)
{
    int count = 0;
    for (int id = 1; id < DUEL_PIECES; id++) {
        if (!m->catalog->label[id].id[0])
            continue;
        count++;
        if (!m->met[id][0] || !m->met[id][1])
            snprintf(m->broken, sizeof m->broken, "%s was never in play for both",
                     m->catalog->label[id].id);
    }
    return count;
}

int main(void)
{
    static Mirror m;
    LoadError error = {0};
    Data *data = data_open(NULL, 0, &error);
    int failed = 0;
    m.catalog = calloc(1, sizeof *m.catalog);
    if (!data || !m.catalog || !duel_game.load(data, m.catalog, &error))
        return 2;
    for (int sets = 0; sets <= DUEL_ALL_SETS; sets++) {
        *m.broken = 0;
        m.steps = 0;
        rng_seed(&m.rng, (uint64_t)sets + 1);
        for (uint64_t seed = 1; seed <= MIRROR_GAMES && !*m.broken; seed++)
            play(&m, sets, seed);
        printf("%s %d - sets %d: one player's game is the other's, turned round\n",
               *m.broken ? "not ok" : "ok", sets + 1, sets);
        printf("# %ld steps%s%s\n", m.steps, *m.broken ? ": " : "", m.broken);
        failed += *m.broken != 0;
    }
    *m.broken = 0;
    const int count = all_met(&m);
    printf("%s %d - all %d pieces were in play for both players\n# %s\n",
           *m.broken ? "not ok" : "ok", DUEL_ALL_SETS + 2, count, m.broken);
    printf("1..%d\n", DUEL_ALL_SETS + 2);
    free(m.catalog);
    data_close(data);
    return failed || *m.broken;
}
