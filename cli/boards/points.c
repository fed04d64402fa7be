/* points.c - the board that any game has: its points, and what its rows of fields say.
 *
 * A row of the game's field table is drawn by its kind: a number or a thing in the
 * heading, one a seat behind the seat, a list as a row, or in rows of so many as the
 * field says. What is deeper (records, objects) is left to boards that know the game.
 */
#include "cli/boards/board.h"

#include "engine/fields.h"

#include <stdio.h>

enum { VALUE_BYTES = 80, KEY_BYTES = 120 };

typedef struct {
    Screen *screen;
    const Table *view;
    const Texts *texts;
    json_t *state; /* as the view is written */
} Points;

/* What a field is called: "<game>.field.<key>"; without that, its key. */
static void put_label(const Points *p, const Field *row)
{
    char key[KEY_BYTES];
    snprintf(key, sizeof key, "%s.field.%s", p->view->game->id, row->key);
    const char *label = text_find(p->texts, key);
    screen_format(p->screen, INK_DIM, "%s ", label ? label : row->key);
}

/* A thing by its name; "?" is one that the viewer may not know. */
static void thing_text(const Points *p, const Field *row, const char *id, char *out)
{
    const Game *game = p->view->game;
    char key[KEY_BYTES];
    const char *kind =
        row->thing >= THING_GAME ? game->things[row->thing - THING_GAME] : "";
    if (strcmp(id, "?") == 0)
        snprintf(key, sizeof key, "%s.hidden.%s", game->id, kind);
    else
        snprintf(key, sizeof key, "%s.%s.%s", game->id, kind, id);
    const char *name = text_find(p->texts, key);
    snprintf(out, VALUE_BYTES, "%s", name ? name : id);
}

static const char *value_text(const Points *p, const Field *row, const json_t *value,
                              char *out)
{
    const bool seat = row->kind == FIELD_SEATS || row->thing == THING_SEAT;
    if (json_is_integer(value) && seat)
        say_thing(p->view, p->texts, THING_SEAT, (int)json_integer_value(value) + 1,
                  out, VALUE_BYTES);
    else if (json_is_integer(value))
        snprintf(out, VALUE_BYTES, "%d", (int)json_integer_value(value));
    else if (json_is_string(value))
        thing_text(p, row, json_string_value(value), out);
    else
        snprintf(out, VALUE_BYTES, "%s", json_is_true(value) ? "×" : "–");
    return out;
}

/* Not what waits, what follows from the rest, or what has rows of its own. */
static bool is_drawn(const Field *row)
{
    return !row->waits && !row->derived && !row->table_only &&
           row->kind != FIELD_RECORDS && row->kind != FIELD_PART &&
           row->kind != FIELD_OBJECT && row->kind != FIELD_ODD;
}

/* What there is one of; whose turn it is has a sign of its own. */
static void draw_heading(const Points *p)
{
    char text[VALUE_BYTES];
    bool any = false;
    for (const Field *row = p->view->game->fields; row && row->key; row++) {
        const json_t *value = json_object_get(p->state, row->key);
        const bool turn = row->thing == THING_SEAT && row->one;
        if (!is_drawn(row) || turn || !value || json_is_null(value) ||
            json_is_array(value))
            continue;
        screen_text(p->screen, INK_NONE, any ? "   " : "  ");
        put_label(p, row);
        screen_text(p->screen, INK_BOLD, value_text(p, row, value, text));
        any = true;
    }
    if (any)
        screen_line(p->screen);
}

static void draw_seat(const Points *p, int seat, int viewer)
{
    const Table *view = p->view;
    const Status status = view->game->status(view->catalog, view->state);
    char text[VALUE_BYTES];
    say_thing(view, p->texts, THING_SEAT, seat + 1, text, sizeof text);
    screen_text(p->screen, INK_BOLD, seat == status.to_act ? "▶ " : "  ");
    screen_text(p->screen, seat == viewer ? INK_BOLD : INK_NONE, text);
    screen_to(p->screen, 24);
    screen_format(p->screen, INK_NONE, "%5d",
                  (int)view->game->points(view->catalog, view->state, seat));
    for (const Field *row = view->game->fields; row && row->key; row++) {
        const json_t *list = json_object_get(p->state, row->key);
        if (!is_drawn(row) || !row->seats || !json_array_get(list, (size_t)seat))
            continue;
        screen_text(p->screen, INK_NONE, "   ");
        put_label(p, row);
        screen_text(p->screen, INK_NONE,
                    value_text(p, row, json_array_get(list, (size_t)seat), text));
    }
    screen_line(p->screen);
}

/* A list in rows of as many as its field says, each entry below the one before. */
static void draw_list(const Points *p, const Field *row, const json_t *list)
{
    char text[VALUE_BYTES];
    const size_t count = json_array_size(list);
    int widest = 0;
    for (size_t i = 0; i < count; i++) {
        const int wide =
            screen_width(value_text(p, row, json_array_get(list, i), text));
        widest = wide > widest ? wide : widest;
    }
    screen_text(p->screen, INK_NONE, "  ");
    put_label(p, row);
    const int from = screen_column(p->screen);
    for (size_t i = 0; i < count; i++) {
        const size_t place = row->columns ? i % row->columns : i;
        if (row->columns && i && !place) {
            screen_line(p->screen);
            screen_to(p->screen, from);
        }
        if (place)
            row->columns ? screen_to(p->screen, from + (int)place * (widest + 1))
                         : screen_text(p->screen, INK_NONE, "  ");
        screen_text(p->screen, INK_NONE,
                    value_text(p, row, json_array_get(list, i), text));
    }
    screen_line(p->screen);
}

static void points_draw(Screen *screen, const Table *view, const Texts *texts, int seat,
                        int players)
{
    JsonW w;
    jw_open(&w);
    view->game->write_state(view->catalog, view->state, &w);
    Points p = {screen, view, texts, json_loads(w.text, 0, NULL)};
    jw_close(&w);
    draw_heading(&p);
    for (int other = 0; other < players; other++)
        draw_seat(&p, other, seat);
    for (const Field *row = view->game->fields; row && row->key; row++) {
        const json_t *list = json_object_get(p.state, row->key);
        if (is_drawn(row) && !row->seats && json_array_size(list))
            draw_list(&p, row, list);
    }
    json_decref(p.state);
}

const Board board_points = {.draw = points_draw};
