/* refused.c - a refusal as the browser client takes it. */
#include "wasm/client/refused.h"

void write_refused(JsonW *w, const Table *t, const Refusal *no)
{
    const Spec *spec = refusal_spec(t->game, no->code);
    jw_object(w, "error");
    jw_str(w, "code", refusal_code(t->game, no->code));
    jw_bool(w, "shared", no->code < ERR_GAME);
    jw_object(w, "holes");
    for (int i = 0; i < SPEC_HOLES; i++) {
        const Hole *hole = &spec->hole[i];
        if (hole->kind == THING_TEXT)
            jw_str(w, hole->name, no->word[i]);
        else if (hole->kind && (t->state || hole->kind < THING_GAME))
            record_write_thing(w, hole->name, t, hole->kind, no->quote.arg[i]);
    }
    jw_end_object(w);
    jw_end_object(w);
}
