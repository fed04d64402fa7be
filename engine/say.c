/* say.c - the sentences of record.h: commands, events, refusals and questions, said. */
#include "engine/record.h"

#include <stdio.h>

enum { WORD_BYTES = 160, KEY_BYTES = 200, LIST_BYTES = 1024 };

static char *copy_number(char *out, size_t out_bytes, int64_t number)
{
    snprintf(out, out_bytes, "%lld", (long long)number);
    return out;
}

/* The text under "<game>.<group>.<name><variant>"; NULL when there is none. */
static const char *game_text(const Table *t, const Texts *texts, const char *group,
                             const char *name, const char *variant)
{
    char key[KEY_BYTES];
    snprintf(key, sizeof key, "%s.%s.%s%s", t->game->id, group, name, variant);
    return text_find(texts, key);
}

static const char *shared_text(const Texts *texts, const char *group, const char *name)
{
    char key[KEY_BYTES];
    snprintf(key, sizeof key, "%s.%s", group, name);
    return text_find(texts, key);
}

static const char *kind_name(const Table *t, int kind)
{
    ASSERT(kind >= THING_GAME && kind - THING_GAME < t->game->thing_count);
    return t->game->things[kind - THING_GAME];
}

static char *say_seat(const Table *t, const Texts *texts, int seat, char *out,
                      size_t out_bytes)
{
    char number[24];
    const TextHole hole = {"n", copy_number(number, sizeof number, seat + 1)};
    const bool sits = seat >= 0 && seat < SEATS_MAX;
    const char *name = sits && t && t->names ? t->names[seat] : NULL;
    if (seat == SEAT_TABLE)
        name = text_get(texts, "seat.table");
    else if (!sits)
        name = text_get(texts, "seat.none");
    return name ? text_copy(out, out_bytes, name)
                : text_fill(text_get(texts, "seat.name"), &hole, 1, out, out_bytes);
}

static char *say_action(const Table *t, const Texts *texts, int type, char *out,
                        size_t out_bytes)
{
    const bool known = type >= 0 && type < t->game->action_count;
    const char *name = t->game->actions[known ? type : ACTION_NONE].name;
    const char *text = game_text(t, texts, "action_name", name, "");
    if (!text)
        text = shared_text(texts, "action_name", name);
    return text_copy(out, out_bytes, text ? text : name);
}

static char *say_game_thing(const Table *t, const Texts *texts, int kind, int id,
                            char *out, size_t out_bytes)
{
    const char *name = id ? t->game->thing_id(t->catalog, t->state, kind, id) : NULL;
    if (!name)
        return text_copy(out, out_bytes, text_get(texts, "list.none"));
    if (t->game->thing_say) {
        t->game->thing_say(t->catalog, t->state, texts, kind, id, out, out_bytes);
        return out;
    }
    const char *text = game_text(t, texts, kind_name(t, kind), name, "");
    return text_copy(out, out_bytes, text ? text : name);
}

char *say_thing(const Table *t, const Texts *texts, int kind, int id, char *out,
                size_t out_bytes)
{
    ASSERT(out_bytes > 0);
    switch (kind) {
    case THING_NONE:
    case THING_NUMBER:
        return copy_number(out, out_bytes, id);
    case THING_FLAG:
        return text_copy(out, out_bytes, text_get(texts, id ? "flag.yes" : "flag.no"));
    case THING_MOST:
        return id ? copy_number(out, out_bytes, id - 1)
                  : text_copy(out, out_bytes, text_get(texts, "list.none"));
    case THING_SEAT:
        return say_seat(t, texts, id - 1, out, out_bytes);
    case THING_ACTION:
        return say_action(t, texts, id, out, out_bytes);
    default:
        return say_game_thing(t, texts, kind, id, out, out_bytes);
    }
}

/* Something of this kind that the reader may not know. */
static char *say_hidden(const Table *t, const Texts *texts, int kind, char *out,
                        size_t out_bytes)
{
    const char *name = kind >= THING_GAME ? kind_name(t, kind) : "card";
    const char *text = game_text(t, texts, "hidden", name, "");
    if (!text)
        text = shared_text(texts, "hidden", name);
    return text_copy(out, out_bytes, text ? text : text_get(texts, "hidden.card"));
}

/* The holes of one record, said: the seat, each of its numbers, its list and how long
 * that is. */
typedef struct {
    TextHole hole[SPEC_HOLES + 3];
    int count;
    char said[SPEC_HOLES + 1][WORD_BYTES];
    char list[LIST_BYTES];
    char list_key[KEY_BYTES];
    char list_count[24];
} Said;

static void said_add(Said *said, const char *name, const char *value)
{
    ASSERT(said->count < SPEC_HOLES + 3);
    said->hole[said->count].name = name;
    said->hole[said->count].value = value;
    said->count++;
}

/* Added after the record's own holes: a hole of that name comes first. */
static void said_seat(Said *said, const Table *t, const Texts *texts, int seat)
{
    said_add(said, "seat",
             say_seat(t, texts, seat, said->said[SPEC_HOLES], WORD_BYTES));
}

static void said_holes(Said *said, const Table *t, const Texts *texts, const Spec *spec,
                       const int32_t *slots, int slot_count, int hidden)
{
    for (int i = 0; i < slot_count; i++) {
        const Hole *hole = &spec->hole[i];
        if (!hole->kind)
            continue;
        if (hidden >> i & 1)
            say_hidden(t, texts, hole->kind, said->said[i], WORD_BYTES);
        else
            say_thing(t, texts, hole->kind, slots[i], said->said[i], WORD_BYTES);
        said_add(said, hole->name, said->said[i]);
    }
}

char *say_command(const Table *t, const Texts *texts, const Command *c, char *out,
                  size_t out_bytes)
{
    ASSERT(c->type < t->game->action_count);
    const Spec *spec = &t->game->actions[c->type];
    const int32_t slots[3] = {c->a, c->b, c->c};
    const char *pattern = game_text(t, texts, "action", spec->name, "");
    Said said;
    if (!pattern)
        pattern = shared_text(texts, "action", spec->name);
    said.count = 0;
    said_holes(&said, t, texts, spec, slots, 3, 0);
    said_seat(&said, t, texts, c->seat);
    return text_fill(pattern ? pattern : spec->name, said.hole, said.count, out,
                     out_bytes);
}

static void say_list(const Table *t, const Texts *texts, int kind, const uint8_t *list,
                     int count, char *out, size_t out_bytes)
{
    size_t used = 0;
    for (int i = 0; i < count && used + 1 < out_bytes; i++) {
        text_copy(out + used, out_bytes - used, i ? text_get(texts, "list.and") : "");
        used += strlen(out + used);
        say_thing(t, texts, kind, list[i], out + used, out_bytes - used);
        used += strlen(out + used);
    }
    if (count == 0)
        text_copy(out, out_bytes, text_get(texts, "list.none"));
}

static void said_list(Said *said, const Table *t, const Texts *texts, const Event *e,
                      const uint8_t *list, bool hidden)
{
    const Hole *hole = &t->game->events[e->type].list;
    char what[WORD_BYTES];
    copy_number(said->list_count, sizeof said->list_count, e->count);
    const TextHole several[] = {{"n", said->list_count}, {"what", what}};
    if ((hidden || !list) && e->count) {
        say_hidden(t, texts, hole->kind, what, sizeof what);
        text_fill(e->count > 1 ? text_get(texts, "hidden.several") : "{what}", several,
                  2, said->list, sizeof said->list);
    } else {
        say_list(t, texts, hole->kind, list, e->count, said->list, sizeof said->list);
    }
    snprintf(said->list_key, sizeof said->list_key, "%s_count", hole->name);
    said_add(said, hole->name, said->list);
    said_add(said, said->list_key, said->list_count);
}

/* A sentence that begins with a thing begins with a capital: "Blue Fish starts ...". */
static char *begin(const char *pattern, char *sentence)
{
    if (pattern[0] == '{' && sentence[0] >= 'a' && sentence[0] <= 'z')
        sentence[0] = (char)(sentence[0] - 'a' + 'A');
    return sentence;
}

char *say_event(const Table *t, const Texts *texts, const Event *e, const uint8_t *list,
                int viewer, char *out, size_t out_bytes)
{
    ASSERT(e->type < t->game->event_count);
    const Spec *spec = &t->game->events[e->type];
    const int32_t slots[SPEC_HOLES] = {e->a, e->b, e->c, e->n};
    const int hidden = record_hidden(e, viewer);
    const char *pattern = NULL;
    Said said;
    out[0] = '\0';
    if (hidden)
        pattern = game_text(t, texts, "event", spec->name, ".hidden");
    if (!pattern)
        pattern = game_text(t, texts, "event", spec->name, "");
    if (!pattern || !pattern[0])
        return out;
    said.count = 0;
    said_holes(&said, t, texts, spec, slots, SPEC_HOLES, hidden);
    said_seat(&said, t, texts, e->seat);
    if (spec->list.kind)
        said_list(&said, t, texts, e, list, hidden & SECRET_LIST);
    return begin(pattern, text_fill(pattern, said.hole, said.count, out, out_bytes));
}

char *say_line(const Table *t, const Event *e, const uint8_t *list, int viewer,
               char *out, size_t out_bytes)
{
    out[0] = '\0';
    if (t->game->log_line && !record_hidden(e, viewer))
        t->game->log_line(t->catalog, t->state, e, list, out, out_bytes);
    return out;
}

/* A word that starts with @ is the key of a text. */
static const char *refusal_word(const Texts *texts, const char *word)
{
    const char *text = word[0] == '@' ? text_find(texts, word + 1) : NULL;
    return text ? text : word;
}

char *say_refusal(const Table *t, const Texts *texts, const Refusal *r, char *out,
                  size_t out_bytes)
{
    const Spec *spec = refusal_spec(t ? t->game : NULL, r->code);
    bool is_spelt = false; /* a file or a word as it was written */
    Said said;
    said.count = 0;
    if (r->code == ERR_OK)
        return text_copy(out, out_bytes, "");
    for (int i = 0; i < SPEC_HOLES; i++) {
        const Hole *hole = &spec->hole[i];
        if (!hole->kind)
            continue;
        const char *value = hole->kind == THING_TEXT
                                ? refusal_word(texts, r->word[i])
                                : say_thing(t, texts, hole->kind, r->quote.arg[i],
                                            said.said[i], WORD_BYTES);
        is_spelt = is_spelt || hole->kind == THING_TEXT;
        said_add(&said, hole->name, value);
    }
    const bool is_one =
        r->code == ERR_BAD_PLAYERS && r->quote.arg[0] == r->quote.arg[1];
    const char *name = is_one ? "bad_players_only" : spec->name; /* not "from 2 to 2" */
    const char *pattern = r->code >= ERR_GAME ? game_text(t, texts, "error", name, "")
                                              : shared_text(texts, "error", name);
    text_fill(pattern ? pattern : spec->name, said.hole, said.count, out, out_bytes);
    return pattern && !is_spelt ? begin(pattern, out) : out;
}

char *say_prompt(const Table *t, const Texts *texts, const Prompt *p, char *out,
                 size_t out_bytes)
{
    ASSERT(prompt_is_open(p) && p->say < t->game->ask_count);
    char source[WORD_BYTES];
    const char *name = t->game->asks[p->say];
    const char *pattern = game_text(t, texts, "ask", name, "");
    Said said;
    said.count = 0;
    said_seat(&said, t, texts, p->seat);
    said_add(&said, "source",
             say_thing(t, texts, THING_GAME, p->source, source, sizeof source));
    return text_fill(pattern ? pattern : name, said.hole, said.count, out, out_bytes);
}
