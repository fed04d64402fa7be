/* waiting.c - rows for the part of a state that is not the table. */
#include "engine/waiting.h"

static void ability_write(const Walk *walk, const Field *field, JsonW *out)
{
    const Fx *fx = walk->record;
    jw_str(out, field->key, walk->table.game->abilities[fx->ability]);
}

#define STATE Fx
const Field fx_fields[] = {
    ODD("ability", "string", ability_write, ability_read),
    NUMBER("step", step, 0, UINT8_MAX, .sparse = true),
    NUMBER("seat", seat, 0, SEATS_MAX - 1, .sparse = true),
    NUMBER("who", who, 0, SEATS_MAX - 1, .sparse = true),
    NUMBER("answer", answer, 0, UINT16_MAX, .sparse = true),
    NUMBER("source", source, 0, UINT16_MAX, .sparse = true),
    NUMBER("card", card, 0, UINT16_MAX, .sparse = true),
    NUMBER("other", other, 0, UINT16_MAX, .sparse = true),
    NUMBER("base", base, 0, UINT16_MAX, .sparse = true),
    NUMBER("dest", dest, 0, UINT16_MAX, .sparse = true),
    NUMBER("count", count, INT16_MIN, INT16_MAX, .sparse = true),
    NUMBERS("queue", queue, 0, UINT8_MAX),
    NUMBER("ignoring", ignoring, 0, (1 << SEATS_MAX) - 1, .sparse = true),
    NUMBER("from", from, 0, UINT8_MAX, .sparse = true),
    NUMBER("player", player, 0, SEATS_MAX, .sparse = true),
    SET("seen", seen, THING_NUMBER, .min = 1, .max = SET_ID_MAX),
    FIELDS_END,
};
#undef STATE

void prompt_write(const Walk *walk, const Field *field, JsonW *out)
{
    const Table *t = &walk->table;
    const Game *game = t->game;
    const Prompt *p = (const Prompt *)((const char *)walk->record + field->at);
    if (!prompt_is_open(p)) {
        jw_null(out, field->key);
        return;
    }
    const Spec *action = &game->actions[p->action];
    const int kind = action->hole[0].kind ? action->hole[0].kind : THING_NUMBER;
    jw_object(out, field->key);
    jw_int(out, "seat", p->seat);
    jw_str(out, "action", action->name);
    jw_str(out, "ask", p->say < game->ask_count ? game->asks[p->say] : NULL);
    jw_bool(out, "may_pass", p->may);
    jw_int(out, "source", p->source);
    jw_str(out, "about",
           p->source ? game->thing_id(t->catalog, t->state, THING_GAME, p->source)
                     : NULL);
    jw_array(out, "options");
    SET_EACH (id, &p->options)
        record_write_thing(out, NULL, t, kind, id);
    jw_end_array(out);
    jw_end_object(out);
}

void rng_write(const Walk *walk, const Field *field, JsonW *out)
{
    Rng rng;
    memcpy(&rng, (const char *)walk->record + field->at, sizeof rng);
    jw_hex64(out, field->key, rng.state);
}

void seal_write(const Walk *walk, const Field *field, JsonW *out)
{
    jw_hex64(out, field->key, fields_seal(&walk->table));
}
