/* records.c - laws of what leaves the program: written, it reads back; and it has
 * words.
 */
#include "tests/laws/trial.h"

#include "engine/lay.h"

#include <stdio.h>

enum { SAID_BYTES = 600 };

static void law_said(Trial *t, const char *said, const char *what, int language,
                     bool may_be_silent)
{
    if (!said[0] && !may_be_silent)
        trial_fail(t, LAW_WORDS, "%s: nothing is said in %s", what,
                   text_languages[language]);
    if (strchr(said, '{'))
        trial_fail(t, LAW_WORDS, "%s: a hole is left in %s: %s", what,
                   text_languages[language], said);
}

static void law_command_reads_back(Trial *t, const Command *c)
{
    const Table table = trial_table(t, t->state);
    Command read = command(0, 0, 0, 0, 0);
    Refusal why;
    jw_reset(&t->json);
    record_write_command(&t->json, NULL, &table, c);
    json_t *json = json_loads(t->json.text, JSON_REJECT_DUPLICATES, NULL);
    const Err err = json ? record_read_command(&table, c->seat, json, &read, &why)
                         : (Err)ERR_BAD_JSON;
    json_decref(json);
    if (err != ERR_OK)
        trial_fail(t, LAW_RECORDS, "%s: %s", trial_say(t, c),
                   refusal_code(t->game, err));
    if (!command_same(&read, c))
        trial_fail(t, LAW_RECORDS, "%s read back as [%d %d %d %d]", trial_say(t, c),
                   read.type, read.a, read.b, read.c);
}

static void law_setup_reads_back(Trial *t)
{
    Setup read;
    Refusal why;
    jw_reset(&t->json);
    jw_object(&t->json, NULL);
    record_write_setup(&t->json, t->game, t->catalog, &t->setup);
    jw_end_object(&t->json);
    json_t *json = json_loads(t->json.text, JSON_REJECT_DUPLICATES, NULL);
    const Err err = json ? record_read_setup(t->game, t->catalog, json, &read, &why)
                         : (Err)ERR_BAD_JSON;
    json_decref(json);
    if (err != ERR_OK || memcmp(&read, &t->setup, sizeof read) != 0)
        trial_fail(t, LAW_RECORDS, "the setup does not read back: %s", t->json.text);
    if (setup_check(t->game, t->catalog, &t->setup, &why) != ERR_OK)
        trial_fail(t, LAW_RECORDS, "the setup is refused: %s", t->json.text);
}

static void law_words_of_moves(Trial *t, const Command *c, int language)
{
    const Table table = trial_table(t, t->state);
    const Texts *texts = t->subject->texts[language];
    const Prompt *prompt = t->game->prompt(t->state);
    char said[SAID_BYTES];
    say_command(&table, texts, c, said, sizeof said);
    law_said(t, said, t->game->actions[c->type].name, language, false);
    if (prompt && prompt_is_open(prompt)) {
        char key[200];
        snprintf(key, sizeof key, "%s.ask.%s", t->game->id, t->game->asks[prompt->say]);
        if (!text_has(texts, key))
            trial_fail(t, LAW_WORDS, "%s is missing in %s", key,
                       text_languages[language]);
        say_prompt(&table, texts, prompt, said, sizeof said);
        law_said(t, said, t->game->asks[prompt->say], language, false);
    }
    const Command wrong = trial_wrong_move(t);
    Refusal why = refusal(ERR_OK);
    why.quote = quote_none();
    why.code = t->game->validate(t->catalog, t->state, &wrong, &why.quote);
    if (why.code != ERR_OK && why.code != ERR_UNKNOWN_ACTION) {
        say_refusal(&table, texts, &why, said, sizeof said);
        law_said(t, said, refusal_code(t->game, why.code), language, false);
    }
}

/* A price is what the client was told it is. */
static void law_cost(Trial *t, const Command *c)
{
    jw_reset(&t->json);
    t->game->write_cost(t->catalog, t->state, c, &t->json);
    json_t *json = json_loads(t->json.text, JSON_DECODE_ANY, NULL);
    const bool fits = json && type_fits(t, t->game->cost_type, json);
    json_decref(json);
    if (!fits)
        trial_fail(t, LAW_RECORDS, "the cost is of another type: %s", t->json.text);
}

void laws_of_records(Trial *t)
{
    if (t->step == 0)
        law_setup_reads_back(t);
    const Command *c = &t->moves.item[rng_below(&t->rng, (uint32_t)t->moves.count)];
    if (trial_chance(t, 8))
        law_command_reads_back(t, c);
    if (t->game->write_cost)
        law_cost(t, c);
    if (trial_chance(t, 4))
        law_words_of_moves(t, c, (int)rng_below(&t->rng, LANGUAGES));
}

void law_words_of_events(Trial *t)
{
    const Table table = trial_table(t, t->state);
    const int language = (int)rng_below(&t->rng, LANGUAGES);
    const int viewer =
        trial_viewer(t, (int)rng_below(&t->rng, (uint32_t)trial_viewers(t)));
    uint32_t at = 0;
    Event event;
    const uint8_t *list = NULL;
    char said[SAID_BYTES];
    while (event_next(&t->log, &at, &event, &list)) {
        say_event(&table, t->subject->texts[language], &event, list, viewer, said,
                  sizeof said);
        law_said(t, said, t->game->events[event.type].name, language, true);
        jw_reset(&t->json);
        record_write_event(&t->json, NULL, &table, &event, list, viewer);
        json_t *json = json_loads(t->json.text, JSON_REJECT_DUPLICATES, NULL);
        json_decref(json);
        if (!json)
            trial_fail(t, LAW_RECORDS, "not JSON: %s", t->json.text);
    }
}

/* What "state" prints "position" accepts, and it is the same table again: every byte of
 * it, and of what waits, whatever the deal it is laid over. */
void law_position(Trial *t)
{
    const Game *game = t->game;
    Setup other = t->setup;
    other.seed = ~other.seed;
    Refusal why = refusal(ERR_BAD_JSON);
    jw_reset(&t->json);
    game->write_state(t->catalog, t->state, &t->json);
    memset(t->other, 0xa5, game->state_bytes);
    json_t *json = json_loads(t->json.text, JSON_REJECT_DUPLICATES, NULL);
    const Err err = json ? lay_position(game, t->catalog, &other, json, t->other, &why)
                         : (Err)ERR_BAD_JSON;
    json_decref(json);
    if (err != ERR_OK)
        trial_fail(t, LAW_POSITION, "%s: %s %s", refusal_code(game, err), why.word[0],
                   why.word[1]);
    for (uint32_t i = 0; i < game->state_bytes; i++)
        if (t->other[i] != t->state[i])
            trial_fail(t, LAW_POSITION, "byte %u of the state was %d, reads back as %d",
                       i, t->state[i], t->other[i]);
    trial_list(t, t->other, &t->other_moves);
    if (t->other_moves.count != t->moves.count ||
        memcmp(t->other_moves.item, t->moves.item,
               (size_t)t->moves.count * sizeof *t->moves.item) != 0)
        trial_fail(t, LAW_POSITION, "%d moves were open, read back it is %d others",
                   t->moves.count, t->other_moves.count);
}
