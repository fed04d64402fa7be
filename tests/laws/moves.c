/* moves.c - laws of what may be done now: the list is right, and nothing else is. */
#include "tests/laws/trial.h"

enum { WRONG_MOVES = 8, IDLE_STEPS_MAX = 400 };

void laws_of_status(Trial *t)
{
    const Status s = t->game->status(t->catalog, t->state);
    const Prompt *prompt = t->game->prompt(t->state);
    if (s.phase >= t->game->phase_count)
        trial_fail(t, LAW_STATUS, "phase %d has no name", s.phase);
    if (s.winners >> t->setup.players)
        trial_fail(t, LAW_STATUS, "somebody who does not play won: %d", s.winners);
    if (s.over) {
        if (s.to_act != SEAT_NONE || t->moves.count)
            trial_fail(t, LAW_STATUS, "over, but seat %d has %d moves", s.to_act,
                       t->moves.count);
        return;
    }
    if (s.to_act >= t->setup.players)
        trial_fail(t, LAW_STATUS, "not over, but seat %d is to act", s.to_act);
    if (!t->moves.count)
        trial_fail(t, LAW_STATUS, "seat %d is to act and has no move", s.to_act);
    if (s.winners)
        trial_fail(t, LAW_STATUS, "not over, but %d have won", s.winners);
    if (prompt && prompt_is_open(prompt) &&
        (prompt->seat != s.to_act || prompt->say >= t->game->ask_count))
        trial_fail(t, LAW_STATUS, "question %d is put to seat %d, seat %d is to act",
                   prompt->say, prompt->seat, s.to_act);
}

static Err moves_validate(Trial *t, const void *state, const Command *c)
{
    Quote quote = quote_none();
    return t->game->validate(t->catalog, state, c, &quote);
}

static void law_listed(Trial *t)
{
    const int seat = t->game->status(t->catalog, t->state).to_act;
    for (int i = 0; i < t->moves.count; i++) {
        const Command *c = &t->moves.item[i];
        const Err err = moves_validate(t, t->state, c);
        if (err != ERR_OK)
            trial_fail(t, LAW_LISTED, "listed, but %s: %s", trial_say(t, c),
                       refusal_code(t->game, err));
        if (c->seat != seat)
            trial_fail(t, LAW_LISTED, "listed for another seat: %s", trial_say(t, c));
        Command plain = *c;
        if (t->game->canonical)
            t->game->canonical(t->catalog, t->state, &plain);
        if (!command_same(&plain, c))
            trial_fail(t, LAW_LISTED, "not written the one way: %s", trial_say(t, c));
    }
}

static void law_listed_once(Trial *t)
{
    for (int i = 0; i < t->moves.count; i++)
        for (int j = 0; j < i; j++)
            if (command_same(&t->moves.item[j], &t->moves.item[i]))
                trial_fail(t, LAW_LISTED, "listed twice: %s",
                           trial_say(t, &t->moves.item[i]));
}

/* Every listed move, not only the one that is made in the end. */
static void law_applies(Trial *t)
{
    for (int i = 0; i < t->moves.count; i++) {
        memcpy(t->other, t->state, t->game->state_bytes);
        t->game->execute(t->catalog, t->other, &t->moves.item[i], NULL);
        const char *broken = t->game->check(t->catalog, t->other);
        if (broken)
            trial_fail(t, LAW_LISTED, "after %s: %s", trial_say(t, &t->moves.item[i]),
                       broken);
    }
}

/* What Game.roll promises, for a number that nobody else uses. As it makes the very
 * move that rng_below draws, every move is as likely as another. */
static void law_rolled(Trial *t)
{
    const size_t bytes = t->game->state_bytes;
    Rng listed, rolled;
    if (!t->moves.count)
        return;
    rng_seed(&listed, t->hash[t->step]);
    rolled = listed;
    memcpy(t->other, t->state, bytes);
    memcpy(t->before, t->state, bytes);
    const Command *c = &t->moves.item[rng_below(&listed, (uint32_t)t->moves.count)];
    t->game->execute(t->catalog, t->other, c, NULL);
    if (t->game->roll(t->catalog, t->before, &rolled, 1) != 1)
        trial_fail(t, LAW_ROLLED, "one step was asked for, and not made");
    if (memcmp(t->other, t->before, bytes) != 0)
        trial_fail(t, LAW_ROLLED, "drawn from the list it is %s; rolled another",
                   trial_say(t, c));
    if (listed.state != rolled.state)
        trial_fail(t, LAW_ROLLED, "a roll uses other numbers than the list");
    if (t->game->roll(t->catalog, t->before, &rolled, 0) != 0)
        trial_fail(t, LAW_ROLLED, "no step was asked for, and one made");
}

/* Many steps in one go are the same as one after the other: what a game keeps in mind
 * between them follows the table. */
static void law_rolled_on(Trial *t)
{
    enum { STEPS = 32 };
    const size_t bytes = t->game->state_bytes;
    Rng once, each;
    int made = 0;
    if (t->step % STEPS)
        return;
    rng_seed(&once, t->hash[t->step]);
    each = once;
    memcpy(t->other, t->state, bytes);
    memcpy(t->before, t->state, bytes);
    while (made < STEPS && t->game->roll(t->catalog, t->other, &each, 1))
        made++;
    if (t->game->roll(t->catalog, t->before, &once, STEPS) != made)
        trial_fail(t, LAW_ROLLED, "in one go there are not %d steps", made);
    if (memcmp(t->other, t->before, bytes) != 0)
        trial_fail(t, LAW_ROLLED, "%d steps in one go lead elsewhere", made);
}

static Id wrong_number(Rng *rng)
{
    switch (rng_below(rng, 8)) {
    case 0:
        return 0;
    case 1:
        return (Id)rng_next(rng);
    case 2:
    case 3:
        return (Id)rng_below(rng, 8);
    default:
        return (Id)rng_below(rng, 128);
    }
}

/* A legal move with one thing about it changed. */
static Command wrong_neighbour(Trial *t)
{
    Rng *rng = &t->rng;
    Command c = t->moves.item[rng_below(rng, (uint32_t)t->moves.count)];
    const Command other = t->moves.item[rng_below(rng, (uint32_t)t->moves.count)];
    Id *const number[] = {&c.a, &c.b, &c.c};
    const uint32_t pick = rng_below(rng, 3);
    switch (rng_below(rng, 6)) {
    case 0:
        c.type = (uint8_t)rng_below(rng, (uint32_t)t->game->action_count + 1);
        break;
    case 1:
        c.seat = (uint8_t)rng_below(rng, SEATS_MAX + 1);
        break;
    case 2:
        *number[pick] = (Id)(*number[pick] + (rng_below(rng, 2) ? 1 : -1));
        break;
    case 3:
        *number[pick] = wrong_number(rng);
        break;
    case 4:
        c.b = other.b;
        c.c = other.c;
        break;
    default:
        c.a = other.b;
        c.b = other.a;
        break;
    }
    return c;
}

Command trial_wrong_move(Trial *t)
{
    Rng *rng = &t->rng;
    if (t->step > 0 && rng_below(rng, 8) == 0)
        return t->command[rng_below(rng, (uint32_t)t->step)];
    if (rng_below(rng, 2))
        return wrong_neighbour(t);
    Command c;
    c.type =
        (uint8_t)(rng_below(rng, 16) ? rng_below(rng, (uint32_t)t->game->action_count)
                                     : rng_below(rng, 256));
    c.seat = (uint8_t)(rng_below(rng, 8) ? rng_below(rng, t->setup.players)
                                         : rng_below(rng, 256));
    c.a = wrong_number(rng);
    c.b = rng_below(rng, 2) ? (Id)0 : wrong_number(rng);
    c.c = rng_below(rng, 2) ? (Id)0 : wrong_number(rng);
    return c;
}

/* Refused, but made and failed: the table must bear it like any move. */
static bool fails_well(Trial *t, const Command *c, Err err)
{
    if (!t->game->fails || !t->game->fails(t->catalog, t->state, c, err))
        return false;
    memcpy(t->other, t->state, t->game->state_bytes);
    t->game->execute(t->catalog, t->other, c, NULL);
    const char *broken = t->game->check(t->catalog, t->other);
    if (broken)
        trial_fail(t, LAW_REFUSED, "after %s failed: %s", trial_say(t, c), broken);
    return true;
}

static void law_refused(Trial *t)
{
    const size_t bytes = t->game->state_bytes;
    const Command idle = t->game->idle(t->catalog, t->state);
    memcpy(t->before, t->state, bytes);
    for (int i = 0; i < WRONG_MOVES; i++) {
        const Command c = trial_wrong_move(t);
        if (moves_have(&t->moves, &c) || command_same(&c, &idle))
            continue;
        const Err err = moves_validate(t, t->state, &c);
        if (err == ERR_OK)
            trial_fail(t, LAW_REFUSED, "not listed, but allowed: %s", trial_say(t, &c));
        Refusal why;
        if (!fails_well(t, &c, err) && i == 0 &&
            match_apply(t->match, &c, &why) == ERR_OK)
            trial_fail(t, LAW_REFUSED, "the match takes %s", trial_say(t, &c));
    }
    if (memcmp(t->before, t->state, bytes) != 0)
        trial_fail(t, LAW_REFUSED, "asking changed the state");
    if (match_hash(t->match) != t->hash[t->step] || match_moves(t->match) != t->step)
        trial_fail(t, LAW_REFUSED, "a refused move changed the match");
}

void laws_of_moves(Trial *t)
{
    law_listed(t);
    law_rolled(t);
    law_rolled_on(t);
    law_refused(t);
    if (trial_chance(t, 8)) {
        law_listed_once(t);
        law_applies(t);
    }
    const Command idle = t->game->idle(t->catalog, t->state);
    const Err err = moves_validate(t, t->state, &idle);
    if (err != ERR_OK)
        trial_fail(t, LAW_IDLE, "the smallest step is refused: %s, %s",
                   trial_say(t, &idle), refusal_code(t->game, err));
}

/* Small steps alone bring the turn to somebody else. */
void law_idle(Trial *t)
{
    const int seat = t->game->status(t->catalog, t->state).to_act;
    memcpy(t->other, t->state, t->game->state_bytes);
    for (int i = 0; i < IDLE_STEPS_MAX; i++) {
        const Status s = t->game->status(t->catalog, t->other);
        if (s.over || s.to_act != seat)
            return;
        const Command idle = t->game->idle(t->catalog, t->other);
        if (moves_validate(t, t->other, &idle) != ERR_OK)
            trial_fail(t, LAW_IDLE, "after %d small steps the next is refused", i);
        t->game->execute(t->catalog, t->other, &idle, NULL);
        const char *broken = t->game->check(t->catalog, t->other);
        if (broken)
            trial_fail(t, LAW_IDLE, "after %d small steps: %s", i + 1, broken);
    }
    trial_fail(t, LAW_IDLE, "%d small steps and still seat %d", IDLE_STEPS_MAX, seat);
}
