/* talk.c - what the engine says of random matches, in every language, as JSON.
 *
 * talk GAME PLAYERS SEED STEPS: a line a step, with the view of the seat to act, what
 * it may do, what it was refused, what happened as a spectator sees it, and the
 * sentences for each. The browser client says the same in parts; its tests compare the
 * two. */
#include "engine/match.h"
#include "games/games.h"
#include "wasm/client/refused.h"

#include <stdio.h>
#include <stdlib.h>

enum { LANGUAGES = 3, SENTENCE_BYTES = 2000, SAID_MOVES_MAX = 24 };

typedef struct {
    Match *match;
    Moves moves, before; /* open now, open one step ago */
    Texts *texts[LANGUAGES];
    JsonW out;
    Rng rng;
    int told; /* events that were told */
    void *view;
} Talk;

static _Noreturn void stop(const char *what)
{
    fprintf(stderr, "talk: %s\n", what);
    exit(1);
}

static void write_moves(Talk *t, const Table *table)
{
    char line[SENTENCE_BYTES];
    const int count = t->moves.count < SAID_MOVES_MAX ? t->moves.count : SAID_MOVES_MAX;
    jw_array(&t->out, "moves");
    for (int i = 0; i < count; i++) {
        jw_object(&t->out, NULL);
        record_write_command(&t->out, "do", table, &t->moves.item[i]);
        jw_array(&t->out, "say");
        for (int l = 0; l < LANGUAGES; l++)
            jw_str(
                &t->out, NULL,
                say_command(table, t->texts[l], &t->moves.item[i], line, sizeof line));
        jw_end_array(&t->out);
        jw_end_object(&t->out);
    }
    jw_end_array(&t->out);
}

/* What the last mover could do a step ago is mostly refused to it now. */
static void write_refusals(Talk *t, const Table *table)
{
    char line[SENTENCE_BYTES];
    jw_array(&t->out, "refusals");
    for (int i = 0; i < t->before.count && i < SAID_MOVES_MAX; i++) {
        Refusal no = refusal(ERR_OK);
        no.code = table->game->validate(table->catalog, table->state,
                                        &t->before.item[i], &no.quote);
        if (!no.code)
            continue;
        jw_object(&t->out, NULL);
        write_refused(&t->out, table, &no);
        jw_array(&t->out, "say");
        for (int l = 0; l < LANGUAGES; l++)
            jw_str(&t->out, NULL,
                   say_refusal(table, t->texts[l], &no, line, sizeof line));
        jw_end_array(&t->out);
        jw_end_object(&t->out);
    }
    jw_end_array(&t->out);
}

static void write_question(Talk *t, const Table *table)
{
    char line[SENTENCE_BYTES];
    const Prompt *prompt = table->game->prompt(table->state);
    if (!prompt || !prompt_is_open(prompt))
        return;
    jw_array(&t->out, "asked");
    for (int l = 0; l < LANGUAGES; l++)
        jw_str(&t->out, NULL,
               say_prompt(table, t->texts[l], prompt, line, sizeof line));
    jw_end_array(&t->out);
}

/* As a spectator is told it, and as somebody who sees all. */
static void write_events(Talk *t, const Table *table)
{
    static const int viewers[] = {SEAT_NONE, SEAT_TABLE};
    char line[SENTENCE_BYTES];
    Event event;
    const uint8_t *list = NULL;
    jw_array(&t->out, "events");
    for (; match_event(t->match, t->told, &event, &list); t->told++)
        for (int v = 0; v < 2; v++) {
            jw_object(&t->out, NULL);
            record_write_event(&t->out, "event", table, &event, list, viewers[v]);
            jw_array(&t->out, "say");
            for (int l = 0; l < LANGUAGES; l++)
                jw_str(&t->out, NULL,
                       say_event(table, t->texts[l], &event, list, viewers[v], line,
                                 sizeof line));
            jw_end_array(&t->out);
            jw_end_object(&t->out);
        }
    jw_end_array(&t->out);
}

static void tell_step(Talk *t)
{
    const Table table = match_table(t->match);
    const Status status = match_status(t->match);
    const int seat = status.over ? SEAT_NONE : status.to_act;
    t->before = t->moves;
    t->moves.count = 0;
    if (!status.over)
        table.game->legal(table.catalog, table.state, &t->moves);
    jw_reset(&t->out);
    jw_object(&t->out, NULL);
    jw_int(&t->out, "to_act", seat == SEAT_NONE ? -1 : seat);
    memset(t->view, 0, table.game->state_bytes);
    table.game->redact(table.catalog, table.state, seat, t->view);
    jw_member(&t->out, "view");
    table.game->write_state(table.catalog, t->view, &t->out);
    write_moves(t, &table);
    write_refusals(t, &table);
    write_question(t, &table);
    write_events(t, &table);
    jw_end_object(&t->out);
    puts(t->out.text);
}

static void talk(Talk *t, int steps)
{
    for (int i = 0; i < steps; i++) {
        tell_step(t);
        if (match_status(t->match).over)
            return;
        const uint32_t pick = rng_below(&t->rng, (uint32_t)t->moves.count);
        match_apply(t->match, &t->moves.item[pick], NULL);
    }
}

int main(int argc, char **argv)
{
    LoadError error = {0};
    const Game *game = NULL;
    if (argc != 5) {
        fprintf(stderr, "usage: talk GAME PLAYERS SEED STEPS\n");
        return 2;
    }
    for (int i = 0; games_all[i]; i++)
        if (strcmp(games_all[i]->id, argv[1]) == 0)
            game = games_all[i];
    Data *data = data_open(NULL, 0, &error);
    Talk *t = calloc(1, sizeof *t);
    if (!game || !data || !t)
        stop("there is no such game");
    void *catalog = calloc(1, game->catalog_bytes);
    t->view = calloc(1, game->state_bytes);
    if (!catalog || !t->view || !game->load(data, catalog, &error))
        stop(error.what);
    for (int l = 0; l < LANGUAGES; l++)
        if (!(t->texts[l] = texts_open(data, text_languages[l], &error)))
            stop(error.what);
    const uint64_t seed = strtoull(argv[3], NULL, 10);
    const Setup setup = setup_default(game, atoi(argv[2]), seed);
    t->match = match_new(game, catalog, &setup);
    rng_seed(&t->rng, seed);
    jw_open(&t->out);
    talk(t, atoi(argv[4]));
    return 0;
}
