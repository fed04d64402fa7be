/* seen.c - the law of what an observation has: what a view shows, row by row.
 *
 * A move changes rows of the state. Each is exchanged alone between the view before it
 * and the view after: one of the two is then another observation, unless the row says
 * that it has no number there; and neither is where the view, written as JSON, stays
 * what it was. */
#include "engine/fields.h"
#include "tests/laws/trial.h"

/* One of the two views, as JSON and as numbers. */
typedef struct {
    Walk walk; /* where in it the rows are */
    uint8_t *view, *sees;
    const char *text;
} Side;

typedef struct {
    Trial *t;
    int seat;
    Side side[2]; /* before the move, and after */
    uint8_t *sees;
    bool unobserved; /* the rows that these are in say so */
    bool odd;        /* whether the entry is there a function decides */
} Crossing;

static const char *side_text(Trial *t, const Side *side, JsonW *text)
{
    jw_reset(text);
    t->game->write_state(t->catalog, side->view, text);
    return text->text;
}

/* Whether the side is another as numbers, and as JSON, than it was; false: nobody can
 * say, since a row alone is against the rest. */
static bool side_differs(Crossing *x, const Side *side, bool *observed, bool *written)
{
    Trial *t = x->t;
    const size_t bytes = (size_t)t->game->sees_count * t->game->sees_bytes;
    jmp_buf stop;
    memcpy(&stop, &t->stop, sizeof stop);
    const bool can = setjmp(t->stop) == 0;
    if (can) {
        t->game->observe(t->catalog, side->view, x->seat, x->sees);
        *observed = memcmp(side->sees, x->sees, bytes) != 0;
        *written = strcmp(side->text, side_text(t, side, &t->json)) != 0;
    }
    memcpy(&t->stop, &stop, sizeof stop);
    t->failure.law = LAW_NONE;
    return can;
}

static void crossing_judge(Crossing *x, const Field *row)
{
    Trial *t = x->t;
    bool lacks = !x->unobserved && !row->unobserved;
    for (int i = 0; i < 2; i++) {
        bool observed = false, written = false;
        if (!side_differs(x, &x->side[i], &observed, &written))
            return;
        if (observed && !written && !x->odd && row->kind != FIELD_ODD)
            trial_fail(t, LAW_OBSERVED, "seat %d: numbers tell of \"%s\", no row does",
                       x->seat, row->key);
        lacks = lacks && written && !observed;
    }
    if (lacks)
        trial_fail(t, LAW_OBSERVED, "seat %d: no number is another when \"%s\" is",
                   x->seat, row->key);
}

static void exchange(char *a, char *b, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        const char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

/* The bytes of a row, and those that count them. */
static void exchange_row(Crossing *x, const Field *row, size_t bytes)
{
    const Walk *then = &x->side[0].walk, *now = &x->side[1].walk;
    char *place = field_place(then, row), *other = field_place(now, row);
    const int each = row->count_at + (row->stride ? then->index : 0);
    if (row->kind == FIELD_FLAG) {
        const int mask = row->mask ? row->mask : 1 << then->index;
        const char differs = (char)((*place ^ *other) & mask);
        *place = (char)(*place ^ differs);
        *other = (char)(*other ^ differs);
    } else {
        exchange(place, other, bytes);
    }
    if (row->count_at)
        exchange((char *)then->record + each, (char *)now->record + each, 1);
}

static void cross_bytes(Crossing *x, const Field *row, int count, int bytes)
{
    const Walk *then = &x->side[0].walk, *now = &x->side[1].walk;
    const size_t all = (size_t)(count ? count : 1) * (size_t)bytes;
    if (memcmp(field_place(then, row), field_place(now, row), all) == 0)
        return;
    exchange_row(x, row, all);
    crossing_judge(x, row);
    exchange_row(x, row, all);
}

static void cross_rows(Crossing *x, const Field *rows);

/* An entry that both have. */
static void cross_entry(Crossing *x, const Field *row, int offset, int index)
{
    Crossing inside = *x;
    for (int i = 0; i < 2; i++) {
        inside.side[i].walk.record = (char *)x->side[i].walk.record + offset;
        inside.side[i].walk.index = index;
    }
    inside.unobserved = x->unobserved || row->unobserved;
    cross_rows(&inside, row->of);
}

static void cross_list(Crossing *x, const Field *row)
{
    const int then = fields_count(&x->side[0].walk, row);
    const int now = fields_count(&x->side[1].walk, row);
    for (int i = row->one; i < row->one + (then < now ? then : now); i++)
        cross_entry(x, row, row->at + i * row->size, i);
    if (row->count && row->size && then != now)
        cross_bytes(x, row, row->count, row->size);
}

/* Laid by a function that puts its things, or numbers, where other rows have them. */
static bool is_doubled(const Field *row)
{
    return row->read && (row->kind == FIELD_SET || row->thing == THING_NUMBER);
}

/* Entries that a function finds: all that could be. */
static void cross_found(Crossing *x, const Field *row)
{
    Crossing inside = *x;
    if (row->of_state && (x->odd || x->side[0].walk.index))
        return; /* they were, with the first entry above them */
    inside.odd = true;
    for (int i = 0; i < 2 && row->of_state; i++)
        inside.side[i].walk.record = x->side[i].view;
    for (int i = row->one; i < row->one + row->count; i++)
        cross_entry(&inside, row, row->at + i * row->size, i);
}

static void cross_row(Crossing *x, const Field *row)
{
    const Walk *then = &x->side[0].walk, *now = &x->side[1].walk;
    if (row->next)
        cross_found(x, row);
    else if (row->kind == FIELD_RECORDS)
        cross_list(x, row);
    else if (row->kind == FIELD_OBJECT)
        cross_entry(x, row, row->at, then->index);
    else if (row->kind == FIELD_PART &&
             !fields_is_none(then, row->of) == !fields_is_none(now, row->of))
        cross_entry(x, row, 0, then->index);
    else if (row->kind == FIELD_PART) /* that there is one its first row says */
        cross_row(x, row->of);
    else if (row->kind == FIELD_ODD ? row->bytes && !row->derived
                                    : row->kind != FIELD_CHAIN && !is_doubled(row))
        cross_bytes(x, row, row->count, row->bytes);
}

/* What is shown; what is seen of a chain other rows say. */
static void cross_rows(Crossing *x, const Field *rows)
{
    for (const Field *row = rows; row->key; row++)
        if (!row->table_only && !row->view_only &&
            (!row->only || row->only(&x->side[0].walk)))
            cross_row(x, row);
}

/* After a move has turned before into state. */
void law_seen(Trial *t)
{
    const Game *game = t->game;
    const size_t bytes = (size_t)game->sees_count * game->sees_bytes;
    Crossing x = {.t = t, .seat = (int)rng_below(&t->rng, t->setup.players)};
    game->redact(t->catalog, t->before, x.seat, t->view);
    game->redact(t->catalog, t->state, x.seat, t->again);
    x.sees = t->numbers + 2 * bytes;
    for (int i = 0; i < 2; i++) {
        Side *side = &x.side[i];
        side->view = i ? t->again : t->view;
        side->sees = t->numbers + (size_t)i * bytes;
        const Walk walk = {trial_table(t, side->view), side->view, 0,
                           t->setup.players,           true,       NULL};
        side->walk = walk;
        side->text = side_text(t, side, &t->said[i]);
        game->observe(t->catalog, side->view, x.seat, side->sees);
    }
    cross_rows(&x, game->fields);
}
