/* past.c - laws of the way here: it can be gone again, back, and from a file. */
#include "tests/laws/trial.h"

#include "engine/hash.h"

/* One step back and forth again. */
void law_undo(Trial *t)
{
    const size_t bytes = t->game->state_bytes;
    if (!match_undo(t->match) || memcmp(match_state(t->match), t->before, bytes) != 0)
        trial_fail(t, LAW_UNDO, "undo does not restore the bytes");
    if (!match_redo(t->match) || memcmp(match_state(t->match), t->state, bytes) != 0)
        trial_fail(t, LAW_UNDO, "redo does not restore the bytes");
}

static void law_replay(Trial *t)
{
    const Game *game = t->game;
    memset(t->other, 0xa5, game->state_bytes);
    game->open(t->catalog, &t->setup, t->other);
    game->begin(t->catalog, t->other, NULL);
    for (int i = 0; i < t->step; i++) {
        if (hash_bytes(t->other, game->state_bytes) != t->hash[i])
            trial_fail(t, LAW_REPLAY, "played again, move %d finds another state", i);
        game->execute(t->catalog, t->other, &t->command[i], NULL);
    }
    if (memcmp(t->other, t->state, game->state_bytes) != 0)
        trial_fail(t, LAW_REPLAY, "played again, the end is another");
}

/* Any earlier moment, by looking back, by going there and by forking there. */
static void law_any_moment(Trial *t)
{
    const size_t bytes = t->game->state_bytes;
    const int moment = (int)rng_below(&t->rng, (uint32_t)t->step + 1);
    match_state_at(t->match, moment, t->other);
    if (hash_bytes(t->other, bytes) != t->hash[moment])
        trial_fail(t, LAW_UNDO, "looking back at move %d shows another state", moment);
    Match *fork = match_fork(t->match, moment);
    const bool fork_fits = fork && match_hash(fork) == t->hash[moment];
    match_free(fork);
    if (!fork_fits)
        trial_fail(t, LAW_UNDO, "a fork at move %d starts elsewhere", moment);
    if (!match_go(t->match, moment) || match_hash(t->match) != t->hash[moment])
        trial_fail(t, LAW_UNDO, "going to move %d ends elsewhere", moment);
    if (!match_go(t->match, t->step) || match_hash(t->match) != t->hash[t->step])
        trial_fail(t, LAW_UNDO, "coming back from move %d ends elsewhere", moment);
}

static void law_save(Trial *t)
{
    Refusal why = refusal(ERR_BAD_JSON);
    jw_reset(&t->json);
    match_save(t->match, t->subject->from, &t->json);
    json_t *json = json_loads(t->json.text, JSON_REJECT_DUPLICATES, NULL);
    Match *loaded = json ? match_load(json, t->subject->from, &why) : NULL;
    json_decref(json);
    const bool same = loaded && match_hash(loaded) == t->hash[t->step];
    const bool was_loaded = loaded != NULL;
    match_free(loaded);
    if (!same)
        trial_fail(t, LAW_SAVE, "%s",
                   was_loaded ? "loads as another match"
                              : refusal_code(t->game, why.code));
}

void laws_of_past(Trial *t)
{
    rng_seed(&t->rng, (uint64_t)t->step);
    law_replay(t);
    law_any_moment(t);
    if (trial_chance(t, 4))
        law_save(t);
}
