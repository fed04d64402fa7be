/* views.c - laws of what each seat may know: enough to play, and nothing more. */
#include "tests/laws/trial.h"

#include "engine/fields.h"
#include "engine/lay.h"

#include <stdio.h>

enum { VIEW_MOVES = 4, GUESSES_MIN = 8 };

static Status view_status(const Trial *t, const void *state)
{
    return t->game->status(t->catalog, state);
}

static void view_compare(Trial *t, int law, int viewer, const uint8_t *got,
                         const uint8_t *wanted, const char *what)
{
    for (uint32_t i = 0; i < t->game->state_bytes; i++)
        if (got[i] != wanted[i])
            trial_fail(t, law, "viewer %d: %s: byte %u is %d, not %d", viewer, what, i,
                       got[i], wanted[i]);
}

/* Leaves the view in t->view and a table that fits it in t->full. */
static void law_view(Trial *t, int viewer)
{
    const Game *game = t->game;
    memset(t->view, 0xa5, game->state_bytes);
    game->redact(t->catalog, t->state, viewer, t->view);
    memset(t->again, 0x5a, game->state_bytes);
    game->redact(t->catalog, t->view, viewer, t->again);
    view_compare(t, LAW_VIEW, viewer, t->again, t->view, "redacted twice");
    memset(t->full, 0xa5, game->state_bytes);
    game->determinize(t->catalog, t->view, &t->rng, t->full);
    const char *broken = game->check(t->catalog, t->full);
    if (broken)
        trial_fail(t, LAW_FILLED, "viewer %d: filled in: %s", viewer, broken);
    game->redact(t->catalog, t->full, viewer, t->again);
    view_compare(t, LAW_VIEW, viewer, t->again, t->view, "filled and redacted");
    const Status seen = view_status(t, t->view), real = view_status(t, t->state);
    if (memcmp(&seen, &real, sizeof seen) != 0)
        trial_fail(t, LAW_OFFERS, "viewer %d sees another status", viewer);
}

static void view_same_answer(Trial *t, const Command *c)
{
    Quote seen_quote = quote_none(), real_quote = quote_none();
    const Err seen = t->game->validate(t->catalog, t->view, c, &seen_quote);
    const Err real = t->game->validate(t->catalog, t->state, c, &real_quote);
    if (seen != real)
        trial_fail(t, LAW_OFFERS, "%s: by the view %s, by the table %s",
                   trial_say(t, c), refusal_code(t->game, seen),
                   refusal_code(t->game, real));
    if (memcmp(&seen_quote, &real_quote, sizeof seen_quote) != 0)
        trial_fail(t, LAW_OFFERS, "%s: price or reason differs in the view",
                   trial_say(t, c));
}

/* The seat that acts needs nothing but its view: the same list in the same order, and
 * the same answer to any move. An answer that differed would be a leak. */
static void law_offers(Trial *t)
{
    trial_list(t, t->view, &t->other_moves);
    if (t->other_moves.count != t->moves.count)
        trial_fail(t, LAW_OFFERS, "%d moves by the view, %d by the table",
                   t->other_moves.count, t->moves.count);
    for (int i = 0; i < t->moves.count; i++)
        if (!command_same(&t->moves.item[i], &t->other_moves.item[i]))
            trial_fail(t, LAW_OFFERS, "move %d is not the same: %s", i,
                       trial_say(t, &t->moves.item[i]));
    const uint8_t seat = view_status(t, t->state).to_act;
    for (int i = 0; i < VIEW_MOVES; i++) {
        Command c = trial_wrong_move(t);
        c.seat = seat;
        view_same_answer(t, &c);
    }
    view_same_answer(t, &t->moves.item[rng_below(&t->rng, (uint32_t)t->moves.count)]);
}

/* Where a game says by a rule of its own that everybody sees a lone move coming, it is
 * the one in whatever table they take this for. */
static void law_only(Trial *t)
{
    const Game *game = t->game;
    const Command *only = &t->moves.item[0], *other = &t->other_moves.item[0];
    const Prompt *prompt = game->prompt(t->state);
    if (t->moves.count != 1 || !game->only_is_open || !game->only_is_open(t->state) ||
        (prompt && prompt_is_open(prompt)))
        return;
    trial_list(t, t->full, &t->other_moves);
    if (t->other_moves.count != 1 || other->type != only->type ||
        other->seat != only->seat)
        trial_fail(t, LAW_ONLY, "%s, or another of %d", trial_say(t, only),
                   t->other_moves.count);
}

/* A filled view is a table like any other: chance plays it to the end. */
static void law_filled(Trial *t, int viewer)
{
    const Game *game = t->game;
    for (int moves = 0; moves < PLAY_MOVES_MAX; moves++) {
        trial_list(t, t->full, &t->other_moves);
        if (view_status(t, t->full).over)
            return;
        if (!t->other_moves.count)
            trial_fail(t, LAW_FILLED, "viewer %d: stuck after %d moves", viewer, moves);
        const uint32_t pick = rng_below(&t->rng, (uint32_t)t->other_moves.count);
        const Command c = t->other_moves.item[pick];
        game->execute(t->catalog, t->full, &c, NULL);
        const char *broken = game->check(t->catalog, t->full);
        if (broken)
            trial_fail(t, LAW_FILLED, "viewer %d: after %d moves: %s", viewer,
                       moves + 1, broken);
    }
    trial_fail(t, LAW_FILLED, "viewer %d: not over after %d moves", viewer,
               PLAY_MOVES_MAX);
}

static bool view_can_be_laid(const Trial *t)
{
    const Field *row = t->game->fields;
    while (row && row->key && strcmp(row->key, "view") != 0)
        row++;
    return row && row->key;
}

/* What a program was told is enough: the view as JSON and what waits beside it make a
 * table that looks to the viewer as the one it came from. The seed of the match is not
 * among it. */
static void law_laid(Trial *t, int viewer)
{
    const Table seen = trial_table(t, t->view);
    Setup other = t->setup;
    other.seed = ~other.seed;
    JsonW waiting;
    Refusal why = refusal(ERR_OK);
    if (lay_position(t->game, t->catalog, &t->setup, t->read, t->full, &why) !=
        ERR_POSITION_IS_VIEW)
        trial_fail(t, LAW_LAID, "viewer %d: the view is not refused", viewer);
    jw_open(&waiting);
    fields_write_waiting(&seen, &waiting);
    json_t *beside = json_loads(waiting.text, 0, NULL);
    jw_close(&waiting);
    const LaidView laid = {&other, t->read, beside, viewer, rng_next(&t->rng)};
    const Err err = lay_view(t->game, t->catalog, &laid, t->full, &why);
    json_decref(beside);
    if (err == ERR_BAD_POSITION) {
        t->game->redact(t->catalog, t->full, viewer, t->again);
        view_compare(t, LAW_LAID, viewer, t->again, t->view, why.word[0]);
    }
    if (err)
        trial_fail(t, LAW_LAID, "viewer %d: %s: %s", viewer, refusal_code(t->game, err),
                   why.word[0]);
    t->game->redact(t->catalog, t->full, viewer, t->again);
    view_compare(t, LAW_LAID, viewer, t->again, t->view, "laid and redacted");
}

static void view_words(Trial *t, int viewer)
{
    jw_reset(&t->json);
    t->game->write_state(t->catalog, t->view, &t->json);
    t->read = json_loads(t->json.text, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(t->read))
        trial_fail(t, LAW_RECORDS, "viewer %d: the view is not a JSON object", viewer);
    law_fields(t, viewer, t->read);
    if (view_can_be_laid(t))
        law_laid(t, viewer);
    trial_let_go(t);
    for (int seat = 0; seat < t->setup.players; seat++) {
        t->game->value(t->catalog, t->view, seat);
        t->game->points(t->catalog, t->view, seat);
    }
}

void laws_of_views(Trial *t)
{
    for (int i = 0; i < trial_viewers(t); i++) {
        const int viewer = trial_viewer(t, i);
        law_view(t, viewer);
        if (viewer == view_status(t, t->state).to_act)
            law_offers(t);
        if (viewer == SEAT_NONE)
            law_only(t);
        if (t->has_secrets[i] && !t->guesses_vary[i]) {
            t->game->determinize(t->catalog, t->view, &t->rng, t->again);
            t->guesses[i]++;
            t->guesses_vary[i] = memcmp(t->again, t->full, t->game->state_bytes) != 0;
        }
        if (trial_chance(t, 256))
            law_filled(t, viewer);
        if (trial_chance(t, 64))
            view_words(t, viewer);
    }
}

/* Whether two logs look and sound the same to 'viewer'. */
static bool logs_look_same(const Trial *t, const EventLog *x, const EventLog *y,
                           int viewer)
{
    const Table table_x = trial_table(t, t->state), table_y = trial_table(t, t->full);
    const Texts *texts = t->subject->texts[0];
    uint32_t at_x = 0, at_y = 0;
    Event a, b;
    const uint8_t *list_a = NULL, *list_b = NULL;
    char said_a[400], said_b[400];
    for (;;) {
        const bool more_a = event_next(x, &at_x, &a, &list_a);
        const bool more_b = event_next(y, &at_y, &b, &list_b);
        if (!more_a || !more_b)
            return more_a == more_b;
        say_event(&table_x, texts, &a, list_a, viewer, said_a, sizeof said_a);
        say_event(&table_y, texts, &b, list_b, viewer, said_b, sizeof said_b);
        const bool hidden = event_list_hidden(&a, viewer);
        event_redact(&a, viewer);
        event_redact(&b, viewer);
        if (memcmp(&a, &b, sizeof a) != 0 || strcmp(said_a, said_b) != 0)
            return false;
        if (!hidden && memcmp(list_a, list_b, a.count) != 0)
            return false;
    }
}

static bool prompts_look_same(const Trial *t, const void *x, const void *y)
{
    const Prompt *a = t->game->prompt(x), *b = t->game->prompt(y);
    if (!a || !b)
        return a == b;
    return memcmp(a, b, sizeof *a) == 0;
}

/* Two tables that look alike to a player; the same command; events and a question that
 * look alike to that player, and tables that look alike to everybody: then they must
 * still look alike to the player. A view that showed what nobody told would differ. */
static void law_no_more_than_told(Trial *t, const Command *c, int viewer)
{
    const Game *game = t->game;
    Quote quote = quote_none();
    game->redact(t->catalog, t->before, viewer, t->view);
    game->determinize(t->catalog, t->view, &t->rng, t->full);
    if (game->validate(t->catalog, t->full, c, &quote) != ERR_OK)
        return;
    event_log_init(&t->other_log, t->other_log.bytes, t->other_log.bytes_max);
    game->execute(t->catalog, t->full, c, &t->other_log);
    game->redact(t->catalog, t->full, SEAT_NONE, t->again);
    game->redact(t->catalog, t->state, SEAT_NONE, t->view);
    if (!logs_look_same(t, &t->log, &t->other_log, viewer) ||
        memcmp(t->again, t->view, game->state_bytes) != 0)
        return;
    game->redact(t->catalog, t->full, viewer, t->again);
    game->redact(t->catalog, t->state, viewer, t->view);
    if (!prompts_look_same(t, t->again, t->view))
        return;
    view_compare(t, LAW_SECRETS, viewer, t->again, t->view,
                 "the view shows what nobody told");
}

/* Write and say an event for a viewer who may not see its secret parts. */
static void event_for(Trial *t, const Event *event, const uint8_t *list, int viewer,
                      char *said, size_t said_bytes)
{
    const Table table = trial_table(t, t->state);
    jw_reset(&t->json);
    record_write_event(&t->json, NULL, &table, event, list, viewer);
    say_event(&table, t->subject->texts[0], event, list, viewer, said, said_bytes);
}

/* Other secrets, the same words: what is written for a stranger cannot depend on them.
 */
static void law_event_is_closed(Trial *t, const Event *event, const uint8_t *list,
                                int viewer)
{
    char said[400], said_other[400], written[2000];
    uint8_t other_list[1024] = {0};
    Event other = *event;
    if (event->count > sizeof other_list)
        return;
    for (int i = 0; i < event->count; i++)
        other_list[i] =
            (event->secret & SECRET_LIST) ? (uint8_t)(list[i] ^ 1) : list[i];
    other.a = (Id)(event->a ^ (event->secret & SECRET_A ? 1 : 0));
    other.b = (Id)(event->b ^ (event->secret & SECRET_B ? 1 : 0));
    other.c = (Id)(event->c ^ (event->secret & SECRET_C ? 1 : 0));
    other.n = event->n ^ (event->secret & SECRET_N ? 1 : 0);
    event_for(t, event, list, viewer, said, sizeof said);
    snprintf(written, sizeof written, "%s", t->json.text);
    event_for(t, &other, other_list, viewer, said_other, sizeof said_other);
    if (strcmp(said, said_other) != 0)
        trial_fail(t, LAW_SECRETS, "viewer %d hears \"%s\" or \"%s\"", viewer, said,
                   said_other);
    if (strncmp(written, t->json.text, sizeof written - 1) != 0)
        trial_fail(t, LAW_SECRETS, "viewer %d reads %s or %s", viewer, written,
                   t->json.text);
}

/* Go over what the last command, or the deal, kept from a viewer. */
static void laws_of_hidden_events(Trial *t, int index, bool look_closely)
{
    const int viewer = trial_viewer(t, index);
    uint32_t at = 0;
    Event event;
    const uint8_t *list = NULL;
    while (event_next(&t->log, &at, &event, &list)) {
        Event shown = event;
        if (!event_redact(&shown, viewer) && !event_list_hidden(&event, viewer))
            continue;
        t->has_secrets[index] = true;
        if (look_closely)
            law_event_is_closed(t, &event, list, viewer);
    }
}

void laws_of_secrets(Trial *t, const Command *c)
{
    const bool look_closely = !c || trial_chance(t, 4);
    for (int i = 0; i < trial_viewers(t); i++) {
        laws_of_hidden_events(t, i, look_closely);
        if (c && look_closely)
            law_no_more_than_told(t, c, trial_viewer(t, i));
    }
}

/* Where events keep something from somebody, the views must leave something to guess:
 * then two guesses cannot always be the same. */
void law_guesses(Trial *t)
{
    for (int i = 0; i < trial_viewers(t); i++)
        if (t->guesses[i] >= GUESSES_MIN && !t->guesses_vary[i])
            trial_fail(
                t, LAW_SECRETS,
                "events kept something from viewer %d, but %d views left nothing "
                "to guess",
                trial_viewer(t, i), t->guesses[i]);
}
