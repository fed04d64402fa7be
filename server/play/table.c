/* table.c - what people ask of a running match: look, list, try, move. */
#include "engine/match.h"
#include "server/hub/ask.h"
#include "server/hub/client.h"
#include "server/hub/gate.h"
#include "server/hub/inside.h"
#include "server/metrics.h"
#include "server/play/play.h"
#include "server/play/tell.h"
#include "server/rooms/room.h"

#include <stdlib.h>

enum {
    HISTORY_MAX = 200,
    MOVES_SAID = 4,
    MOVES_TOLD = 16
}; /* a share, see costs.def */

static void op_view(Ask *ask)
{
    JsonW *w = ask_answer(ask);
    const Tell t = tell_for(ask->room, ask->client, WANT_VIEW);
    jw_int(w, "n", room_n(ask->room));
    tell_turn(w, &t);
    ask_send(ask);
}

static void op_legal(Ask *ask)
{
    bool words = true;
    if (!ask_flag(ask, "words", &words))
        return;
    JsonW *w = ask_answer(ask);
    const Tell t = tell_for(ask->room, ask->client, words ? WANT_WORDS : 0);
    jw_int(w, "n", room_n(ask->room));
    tell_legal(w, "legal", &t);
    ask_send(ask);
}

/* The action against what the seat may know: a refusal must not tell more than that. */
static bool read_action(Ask *ask, Command *c, bool only_ask)
{
    const Match *m = ask->room->match;
    const Game *game = match_game(m);
    const json_t *action = json_object_get(ask->request, "action");
    Refusal why = refusal(ERR_OK);
    const char *names[SEATS_MAX];
    void *view = view_of(m, ask->seat);
    const Table table = {game, match_catalog(m), view, names};
    room_names(ask->room, names);
    if (!action)
        why = refusal_words(ERR_MISSING_FIELD, "action", NULL);
    else
        record_read_command(&table, ask->seat, action, c, &why);
    const bool is_read = !why.code;
    if (is_read && !only_ask)
        why.code = game->validate(table.catalog, view, c, &why.quote);
    if (!why.code && !only_ask) /* by the law of views they agree */
        why.code = game->validate(table.catalog, match_state(m), c, &why.quote);
    if (is_read && why.code && game->fails &&
        game->fails(table.catalog, match_state(m), c, why.code))
        why = refusal(ERR_OK); /* it is made, and fails */
    if (why.code) {
        metrics.moves_refused_total++;
        ask_refuse_on(ask, &table, &why, is_read ? c : NULL);
    }
    free(view);
    return !why.code;
}

bool ask_is_current(Ask *ask)
{
    const json_t *n = json_object_get(ask->request, "n");
    int64_t at = 0;
    if (!n) {
        const Refusal why = refusal_words(ERR_MISSING_FIELD, "n", NULL);
        ask_refuse(ask, &why);
        return false;
    }
    if (!ask_int(ask, "n", 0, INT32_MAX, &at))
        return false;
    const int now = room_n(ask->room);
    if (at != now) /* after which it is gone */
        ask_fail_number(ask, WHY_STALE, now);
    return at == now;
}

static void op_apply(Ask *ask)
{
    Command c;
    if (!ask_is_current(ask) || !read_action(ask, &c, false))
        return;
    ask_fold(ask);
    play_move(ask->room, &c, ask, MOVE_OWN);
}

static void op_validate(Ask *ask)
{
    const Match *m = ask->room->match;
    const Game *game = match_game(m);
    Command c;
    if (!read_action(ask, &c, true))
        return;
    Refusal why = refusal(ERR_OK);
    const char *names[SEATS_MAX];
    void *view = view_of(m, ask->seat);
    const Table table = {game, match_catalog(m), view, names};
    room_names(ask->room, names);
    why.code = game->validate(table.catalog, view, &c, &why.quote);
    JsonW *w = ask_answer(ask);
    jw_bool(w, "valid", !why.code);
    if (why.code)
        record_write_refusal(w, "error", &table, ask_texts(ask), &why);
    tell_cost(w, &table, &c);
    free(view);
    ask_send(ask);
}

static void op_history(Ask *ask)
{
    const Match *m = ask->room->match;
    const Course *course = &ask->room->course;
    int64_t from = 0;
    bool words = false;
    if (!ask_int(ask, "from", 0, room_n(ask->room), &from) ||
        !ask_flag(ask, "words", &words))
        return;
    const int first_here = match_first(m);
    if (first_here && from < first_here + course_gone(course, first_here)) {
        /* It was resumed: earlier moves are only kept. */
        if (ask->room->is_busy)
            room_wait(ask->room, ask);
        else
            room_read_whole(ask->room, ask);
        return;
    }
    const int first = course_move(course, (int)from), moves = match_moves(m);
    const int end = moves < first + HISTORY_MAX ? moves + 1 : first + HISTORY_MAX;
    const int wants = (words ? WANT_WORDS : 0) | (ask->client->wants & WANT_LINES);
    if (!ask_may_cost_more(ask, (end - first) / (wants ? MOVES_SAID : MOVES_TOLD)))
        return;
    const Tell t = tell_for(ask->room, ask->client, wants);
    JsonW *w = ask_answer(ask);
    jw_int(w, "n", room_n(ask->room));
    if (from == 0)
        tell_deal(w, &t);
    jw_array(w, "moves");
    for (int i = first; i < end; i++) {
        const Bend *bend = course_bend(course, i);
        if (bend && course_bend_number(bend) > from)
            tell_undo(w, &t, bend);
        if (i < moves)
            tell_move(w, &t, i);
    }
    jw_end_array(w);
    ask_send(ask);
}

/* The score is shown of the view, so what is hidden does not count yet. */
static void op_score(Ask *ask)
{
    const Match *m = ask->room->match;
    void *view = view_of(m, ask->seat);
    JsonW *part = &ask->hub->part;
    jw_reset(part);
    match_game(m)->write_score(match_catalog(m), view, part);
    free(view);
    JsonW *w = ask_answer(ask);
    jw_raw(w, "score", part->text);
    ask_send(ask);
}

const HubOp play_ops[] = {
    OP(apply, CALM | MATCH, "n", "action"),
    OP(view, MATCH, NULL),
    OP(legal, MATCH, "words"),
    OP(validate, MATCH, "action"),
    OP(history, MATCH, "from", "words"),
    OP(score, MATCH, NULL),
    {NULL, RIGHT_COUNT, NULL, 0, {NULL}},
};
