/* tell.c - messages about a match, as one viewer may see them.
 *
 * Everything here is made from the viewer's view and from events with their secret
 * parts taken out; nothing of the state's own bytes, hash or seed goes out before the
 * match is over. */
#include "server/play/tell.h"

#include "engine/match.h"
#include "engine/only.h"
#include "server/hub/client.h"
#include "server/rooms/room.h"

#include <sodium.h>
#include <stdlib.h>

Tell tell_for(const Room *room, const Client *client, int wants)
{
    const int seat = room_seat_of(&room->doc, client->who.person);
    Tell t = {.match = room->match,
              .course = &room->course,
              .viewer = seat < 0 ? SEAT_NONE : seat,
              .wants = wants,
              .texts = client_texts(client)};
    if (wants & WANT_WORDS)
        room_names(room, t.names);
    return t;
}

/* The match as its people speak of it. */
static Table tell_table(const Tell *t)
{
    Table table = match_table(t->match);
    table.names = t->names;
    return table;
}

void *view_of(const Match *m, int viewer)
{
    void *view = calloc(1, match_game(m)->state_bytes);
    ASSERT(view);
    match_game(m)->redact(match_catalog(m), match_state(m), viewer, view);
    return view;
}

static void tell_view(JsonW *w, const char *key, const Tell *t)
{
    void *view = view_of(t->match, t->viewer);
    JsonW part;
    jw_open(&part);
    match_game(t->match)->write_state(match_catalog(t->match), view, &part);
    jw_raw(w, key, part.text);
    jw_close(&part);
    free(view);
}

/* The view itself, as bytes, for a client that has the rules; of a match that is over
 * also the score, which may count what a view still hides. */
static void tell_state(JsonW *w, const Tell *t)
{
    const Game *game = match_game(t->match);
    const int variant = sodium_base64_VARIANT_ORIGINAL;
    const size_t bytes = sodium_base64_encoded_len(game->state_bytes, variant);
    void *view = view_of(t->match, t->viewer);
    char *text = malloc(bytes);
    ASSERT(text);
    jw_str(w, "phase", game->phases[match_status(t->match).phase]);
    jw_str(w, "state",
           sodium_bin2base64(text, bytes, view, game->state_bytes, variant));
    free(text);
    free(view);
    if (match_status(t->match).over) {
        JsonW part;
        jw_open(&part);
        game->write_score(match_catalog(t->match), match_state(t->match), &part);
        jw_raw(w, "score", part.text);
        jw_close(&part);
    }
}

void tell_cost(JsonW *w, const Table *view, const Command *c)
{
    char memory[1024];
    JsonW cost;
    if (!view->game->write_cost)
        return;
    jw_init(&cost, memory, sizeof memory);
    view->game->write_cost(view->catalog, view->state, c, &cost);
    if (cost.used && !cost.overflow)
        jw_raw(w, "cost", cost.text);
}

static void tell_choice(JsonW *w, const Tell *t, const Table *view, const Command *c)
{
    jw_object(w, NULL);
    record_write_command(w, "do", view, c);
    tell_cost(w, view, c);
    if (t->wants & WANT_WORDS) {
        char line[400];
        jw_str(w, "say", say_command(view, t->texts, c, line, sizeof line));
    }
    jw_end_object(w);
}

void tell_legal(JsonW *w, const char *key, const Tell *t)
{
    const Game *game = match_game(t->match);
    const Status status = match_status(t->match);
    const bool acts = !status.over && status.to_act == t->viewer;
    const char *only = NULL;
    jw_array(w, key);
    if (acts) {
        static _Thread_local Moves moves; /* too large to be taken anew each time */
        void *view = view_of(t->match, t->viewer);
        const Table table = {game, match_catalog(t->match), view, t->names};
        moves.count = 0;
        game->legal(match_catalog(t->match), match_state(t->match), &moves);
        for (int i = 0; i < moves.count; i++)
            tell_choice(w, t, &table, &moves.item[i]);
        only = only_word(game, match_catalog(t->match), match_state(t->match), &moves);
        free(view);
    }
    jw_end_array(w);
    if (only)
        jw_str(w, "only", only);
}

/* The question that is open, to the one who is asked. */
static void tell_question(JsonW *w, const Tell *t)
{
    const Game *game = match_game(t->match);
    const Prompt *prompt = game->prompt(match_state(t->match));
    if (!prompt || !prompt_is_open(prompt) || prompt->seat != t->viewer)
        return;
    const Table table = tell_table(t);
    char line[400];
    jw_str(w, "ask", say_prompt(&table, t->texts, prompt, line, sizeof line));
}

void tell_turn(JsonW *w, const Tell *t)
{
    const Match *m = t->match;
    const Game *game = match_game(m);
    const Status status = match_status(m);
    if (!status.over) {
        jw_int(w, "turn", status.to_act);
    } else {
        jw_bool(w, "over", true);
        jw_array(w, "winners");
        for (int seat = 0; seat < match_setup(m)->players; seat++)
            if (status.winners >> seat & 1)
                jw_int(w, NULL, seat);
        jw_end_array(w);
        jw_array(w, "points");
        for (int seat = 0; seat < match_setup(m)->players; seat++)
            jw_int(w, NULL, game->points(match_catalog(m), match_state(m), seat));
        jw_end_array(w);
        jw_hex64(w, "hash", match_hash(m));
    }
    if (t->wants & WANT_VIEW) {
        jw_str(w, "phase", game->phases[status.phase]);
        tell_view(w, "view", t);
    }
    if (t->wants & WANT_STATE)
        tell_state(w, t);
    if ((t->wants & WANT_LEGAL) && !status.over && status.to_act == t->viewer) {
        if (t->wants & WANT_WORDS)
            tell_question(w, t);
        tell_legal(w, "legal", t);
    }
}

/* The log lines of a game whose rules fix them, one an event; "" for none. */
static void tell_lines(JsonW *w, const Tell *t, int first, int last)
{
    const Table table = match_table(t->match);
    char line[2000];
    jw_array(w, "lines");
    for (int i = first; i < last; i++) {
        Event event;
        const uint8_t *list = NULL;
        match_event(t->match, i, &event, &list);
        line[0] = '\0';
        if (!record_hidden(&event, t->viewer))
            table.game->log_line(table.catalog, table.state, &event, list, line,
                                 sizeof line);
        jw_str(w, NULL, line);
    }
    jw_end_array(w);
}

/* Events from 'first' up to 'last', as rows, and what else is wanted of them. */
static void tell_events(JsonW *w, const Tell *t, int first, int last)
{
    const Match *m = t->match;
    const Table table = tell_table(t);
    Event event;
    const uint8_t *list = NULL;
    jw_array(w, "events");
    for (int i = first; i < last; i++) {
        match_event(m, i, &event, &list);
        record_write_event_row(w, &table, &event, list, t->viewer);
    }
    jw_end_array(w);
    if ((t->wants & WANT_LINES) && table.game->log_line)
        tell_lines(w, t, first, last);
    if (t->wants & WANT_WORDS) {
        char line[400];
        jw_array(w, "say");
        for (int i = first; i < last; i++) {
            match_event(m, i, &event, &list);
            say_event(&table, t->texts, &event, list, t->viewer, line, sizeof line);
            if (line[0])
                jw_str(w, NULL, line);
        }
        jw_end_array(w);
    }
}

static int events_end(const Match *m, int index)
{
    return index + 1 < match_moves(m) ? match_event_first(m, index + 1)
                                      : match_event_count(m);
}

void tell_deal(JsonW *w, const Tell *t)
{
    jw_object(w, "deal");
    tell_events(w, t, match_event_first(t->match, -1), events_end(t->match, -1));
    jw_end_object(w);
}

void tell_move(JsonW *w, const Tell *t, int index)
{
    jw_object(w, NULL);
    tell_move_members(w, t, index);
    jw_end_object(w);
}

void tell_move_members(JsonW *w, const Tell *t, int index)
{
    const Match *m = t->match;
    const Command *c = match_command(m, index);
    jw_str(w, "t", "move");
    jw_int(w, "n", course_number(t->course, index));
    if (c->seat == SEAT_TABLE)
        jw_str(w, "seat", "table");
    else
        jw_int(w, "seat", c->seat);
    tell_events(w, t, match_event_first(m, index), events_end(m, index));
    if (index + 1 == match_moves(m))
        tell_turn(w, t);
}

void tell_undo(JsonW *w, const Tell *t, const Bend *bend)
{
    jw_object(w, NULL);
    tell_undo_members(w, t, bend);
    jw_end_object(w);
}

/* What it took back is told by nobody any more: so many of the newest moves. */
void tell_undo_members(JsonW *w, const Tell *t, const Bend *bend)
{
    jw_str(w, "t", "undo");
    jw_int(w, "n", course_bend_number(bend));
    jw_int(w, "seat", bend->seat);
    jw_int(w, "taken", bend->taken);
    if (bend->at == match_moves(t->match))
        tell_turn(w, t);
}
