/* shrink.c - makes a failing match as short as it goes while the same law stays broken.
 */
#include "tests/laws/shrink.h"

#include <stdlib.h>

enum { SHRINK_TRIES_MAX = 3000 };

typedef struct {
    Trial *trial;
    Setup setup; /* the best so far */
    uint32_t *decision;
    int count;
    int law;
    int tries;
} Shrink;

/* What was played up to the failure is all that is needed; the decision that was under
 * way, and so chose what was looked at, belongs to it. */
static void shrink_keep(Shrink *s)
{
    const Trial *t = s->trial;
    const int needed = t->failure.step + 1;
    s->setup = t->setup;
    s->count = needed < t->decisions.count ? needed : t->decisions.count;
    if (s->count)
        memmove(s->decision, t->decisions.item, (size_t)s->count * sizeof *s->decision);
}

static bool shrink_try(Shrink *s, const Setup *setup, const uint32_t *decision,
                       int count)
{
    s->tries++;
    trial_repeat(s->trial, setup, decision, count);
    if (s->trial->failure.law != s->law)
        return false;
    shrink_keep(s);
    return true;
}

/* Leave out 'chunk' decisions in a row, wherever that still fails. */
static bool shrink_chunks(Shrink *s, uint32_t *memory, int chunk)
{
    bool shorter = false;
    for (int from = 0; from < s->count && s->tries < SHRINK_TRIES_MAX;) {
        const int gone = chunk < s->count - from ? chunk : s->count - from;
        const int rest = s->count - from - gone;
        memcpy(memory, s->decision, (size_t)from * sizeof *memory);
        memcpy(memory + from, s->decision + from + gone, (size_t)rest * sizeof *memory);
        if (shrink_try(s, &s->setup, memory, from + rest))
            shorter = true;
        else
            from += chunk;
    }
    return shorter;
}

static void shrink_options(Shrink *s, const uint32_t *memory)
{
    const Game *game = s->trial->game;
    for (int i = 0; i < game->option_count; i++) {
        Setup plainer = s->setup;
        Quote quote = quote_none();
        plainer.option[i] = game->options[i].value;
        if (plainer.option[i] == s->setup.option[i] ||
            game->check_setup(s->trial->catalog, &plainer, &quote) != ERR_OK)
            continue;
        shrink_try(s, &plainer, memory, s->count);
    }
}

int shrink(Trial *t)
{
    Shrink s = {t, t->setup, NULL, 0, t->failure.law, 0};
    const size_t bytes = ((size_t)t->decisions.count + 1) * sizeof *s.decision;
    s.decision = malloc(bytes);
    uint32_t *memory = malloc(bytes);
    if (!s.decision || !memory)
        abort();
    shrink_keep(&s);
    /* A game that does not end has no shorter form. */
    if (s.law != LAW_ENDS) {
        bool shorter = true;
        while (shorter && s.tries < SHRINK_TRIES_MAX) {
            shorter = false;
            for (int chunk = s.count / 2; chunk >= 1; chunk /= 2)
                shorter |= shrink_chunks(&s, memory, chunk);
        }
        memcpy(memory, s.decision, (size_t)s.count * sizeof *memory);
        shrink_options(&s, memory);
        memcpy(memory, s.decision, (size_t)s.count * sizeof *memory);
        trial_repeat(t, &s.setup, memory, s.count);
    }
    free(s.decision);
    free(memory);
    return s.tries;
}

static void shrink_line(Trial *t, FILE *out)
{
    jw_end_object(&t->json);
    fprintf(out, "%s\n", t->json.text);
    jw_reset(&t->json);
    jw_object(&t->json, NULL);
}

void shrink_write(Trial *t, FILE *out)
{
    const Game *game = t->game;
    JsonW *w = &t->json;
    jw_reset(w);
    jw_object(w, NULL);
    jw_str(w, "op", "new");
    jw_str(w, "game", game->id);
    record_write_setup(w, game, t->catalog, &t->setup);
    shrink_line(t, out);
    game->open(t->catalog, &t->setup, t->other);
    game->begin(t->catalog, t->other, NULL);
    const int moves = t->failure.step < t->step ? t->failure.step : t->step;
    for (int i = 0; i < moves; i++) {
        const Table table = trial_table(t, t->other);
        const Command c = t->command[i];
        if (c.seat < t->setup.players) {
            jw_str(w, "op", "apply");
            jw_int(w, "player", c.seat);
            record_write_command(w, "action", &table, &c);
        } else {
            jw_str(w, "op", "idle");
        }
        shrink_line(t, out);
        if (i + 1 < moves)
            game->execute(t->catalog, t->other, &c, NULL);
    }
}
