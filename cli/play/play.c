/* play.c - a match on the terminal: people and agents in any mix.
 *
 * The board is drawn from what the person at the keyboard may know; machines get their
 * own views. Everything typed is a line: a number, a key, or a question. */
#include "agents/analysis.h"
#include "agents/clock.h"
#include "agents/learned.h"
#include "cli/args.h"
#include "cli/play/explain.h"
#include "cli/play/keys.h"
#include "cli/play/table.h"
#include "engine/only.h"

#include <stdlib.h>
#include <unistd.h>

enum { LOG_PAGE_LINES = 200, HINT_MS = 1500 };

static void play_look(Play *p, int viewer)
{
    p->viewer = viewer;
    p->game->redact(match_catalog(p->is.match), match_state(p->is.match), viewer,
                    p->view);
}

static void play_note(Play *p, const char *key)
{
    snprintf(p->notice, sizeof p->notice, "%s", cli_say(p->is.cli, key));
}

static void play_note_range(Play *p)
{
    char max[16];
    snprintf(max, sizeof max, "%d", p->choices.count);
    cli_fill(p->is.cli, p->notice, sizeof p->notice, "no_such_choice", "max", max,
             NULL);
}

static void play_resized(void *whose)
{
    frame_draw(whose, NULL);
}

bool play_page(Cli *cli, Screen *screen)
{
    char line[64];
    int from = 0;
    do {
        from = screen_show_page(screen, from);
        if (screen_is_plain(screen))
            return true;
        if (!screen_ask(screen, cli_say(cli, from ? "press_more" : "press_enter"), line,
                        sizeof line, NULL, NULL))
            return false;
    } while (from && keys_read(keys_plain(line)) != KEY_QUIT);
    return true;
}

/* A machine's turn. */

/* What is typed before it is asked answers nothing, but who wants to leave may. */
static void play_pause(Play *p, int64_t us)
{
    const int64_t until_us = clock_us() + us;
    char line[64];
    while (!p->leaves &&
           screen_overhear(p->screen, until_us - clock_us(), line, sizeof line))
        p->leaves = keys_read(keys_plain(line)) == KEY_QUIT;
}

/* A machine takes its time for every move; what it really thought counts. */
static void play_wait(Play *p, int64_t since_us)
{
    const Match *m = p->is.match;
    const int64_t whole_us =
        p->is.delay_ms > 0
            ? rollout_pause_us(p->is.delay_ms, match_setup(m)->seed, match_moves(m))
            : 0;
    play_pause(p, whole_us - (clock_us() - since_us));
}

static bool play_is_loud(const Play *p, const Event *event)
{
    const char *name = p->game->events[event->type].name;
    for (const char *const *one = p->board->loud; one && *one; one++)
        if (strcmp(*one, name) == 0)
            return true;
    return false;
}

/* What nobody should miss stays on the screen for three times as long as a move.
 * Without a screen it is a line of the log like the others. */
static void play_announce(Play *p, int first)
{
    const Table table = play_table(p->is.match, NULL, &p->names);
    Event event;
    const uint8_t *list = NULL;
    char words[300], line[340];
    if (screen_is_plain(p->screen))
        return;
    for (int i = first; match_event(p->is.match, i, &event, &list); i++) {
        if (!play_is_loud(p, &event))
            continue;
        play_look(p, p->people == 1 ? p->last_person : SEAT_NONE);
        say_event(&table, cli_texts(p->is.cli), &event, list, p->viewer, words,
                  sizeof words);
        frame_draw(p, cli_fill(p->is.cli, line, sizeof line, "announce", "words", words,
                               NULL));
        play_pause(p, 3000 * (int64_t)p->is.delay_ms);
    }
}

static void play_machine(Play *p, int seat)
{
    Match *m = p->is.match;
    const Agent *agent = p->is.agent[seat];
    if (!screen_is_plain(p->screen) || p->people == 0) {
        char line[200], name[80];
        const Table table = play_table(m, NULL, &p->names);
        /* With several people at one keyboard nobody's hand stays on the screen. */
        play_look(p, p->people == 1 ? p->last_person : SEAT_NONE);
        say_thing(&table, cli_texts(p->is.cli), THING_SEAT, seat + 1, name,
                  sizeof name);
        frame_draw(
            p, cli_fill(p->is.cli, line, sizeof line, "thinking", "seat", name, NULL));
    }
    /* The same position and seed think the same, also after undo and resume. */
    const uint64_t seed = rng_mix(match_setup(m)->seed, (uint64_t)seat + 1);
    const int64_t since_us = clock_us();
    const Command *move =
        rollout_pick(&p->rollout, match_state(m), seed, match_moves(m), agent, 0);
    ASSERT(move);
    const Command picked = *move;
    play_wait(p, since_us);
    const Err err = match_apply(m, &picked, NULL);
    ASSERT(!err);
}

/* A person's turn. */

/* Back to the last point where this person had a real choice. */
static bool play_undo(Play *p, int seat)
{
    Match *m = p->is.match;
    if (p->people > 1) {
        play_note(p, "undo_people");
        return false;
    }
    Moves *moves = calloc(1, sizeof *moves);
    void *state = calloc(1, p->game->state_bytes);
    ASSERT(moves && state);
    int target = -1;
    for (int i = match_moves(m) - 1; i >= 0 && target < 0; i--) {
        if (match_command(m, i)->seat != seat)
            continue;
        match_state_at(m, i, state);
        moves->count = 0;
        p->game->legal(match_catalog(m), state, moves);
        if (moves->count > 1)
            target = i;
    }
    free(moves);
    free(state);
    if (target < 0) {
        play_note(p, "undo_none");
        return false;
    }
    match_go(m, target);
    if (p->events_shown > match_event_count(m))
        p->events_shown = match_event_count(m);
    play_note(p, "undone");
    return true;
}

static bool play_ask_about(Play *p, int seat, const char *words)
{
    const Table view = play_view(p);
    const Question question = {p->is.cli, p->screen,  &view, match_setup(p->is.match),
                               seat,      &p->choices};
    screen_clear(p->screen);
    explain(&question, words);
    return play_page(p->is.cli, p->screen);
}

static bool play_show_log(Play *p)
{
    screen_clear(p->screen);
    frame_log(p, LOG_PAGE_LINES);
    return play_page(p->is.cli, p->screen);
}

static bool play_save(Play *p)
{
    return !p->is.path[0] ||
           save_write(p->is.path, p->is.match, cli_catalogs(p->is.cli), p->is.agent,
                      p->is.name);
}

/* What an interrupt leaves behind: where the match is kept. */
static void play_set_farewell(const Play *p)
{
    char line[SAVE_PATH_BYTES + 200];
    cli_fill(p->is.cli, line, sizeof line - 1, "saved", "file", p->is.path, NULL);
    strcat(line, "\n");
    screen_set_farewell(line);
}

/* Hands stay hidden: the next person says when the screen is theirs. */
static bool play_hand_over(Play *p, int seat)
{
    char line[200], name[80];
    const Table table = play_table(p->is.match, NULL, &p->names);
    const bool other = p->last_person != seat && p->people > 1;
    p->last_person = seat;
    if (!other || !isatty(STDIN_FILENO))
        return true;
    say_thing(&table, cli_texts(p->is.cli), THING_SEAT, seat + 1, name, sizeof name);
    screen_clear(p->screen);
    for (int i = 0; i < (screen_is_plain(p->screen) ? screen_rows(p->screen) : 4); i++)
        screen_line(p->screen);
    screen_format(
        p->screen, INK_BOLD, "  %s",
        cli_fill(p->is.cli, line, sizeof line, "hand_over", "seat", name, NULL));
    screen_line(p->screen);
    screen_show(p->screen);
    return screen_ask(p->screen, cli_say(p->is.cli, "press_enter"), line, sizeof line,
                      NULL, NULL);
}

typedef enum { DID_NOTHING, DID_MOVE, DID_LEAVE } Did;

static Did play_make(Play *p, const Command *move)
{
    Refusal why = refusal(ERR_OK);
    const Table table = play_table(p->is.match, NULL, &p->names);
    const Err err = match_apply(p->is.match, move, &why);
    if (why.code)
        say_refusal(&table, cli_texts(p->is.cli), &why, p->notice, sizeof p->notice);
    return err ? DID_NOTHING : DID_MOVE;
}

/* A move in the board's own words: what has a plan is shown first and made by Enter. */
static Did play_meant(Play *p, const Command *move)
{
    const Table view = play_view(p);
    Refusal why = refusal(ERR_OK);
    why.code = p->game->validate(view.catalog, view.state, move, &why.quote);
    if (why.code) {
        say_refusal(&view, cli_texts(p->is.cli), &why, p->notice, sizeof p->notice);
        return DID_NOTHING;
    }
    if (p->board->preview && p->board->price) {
        char price[200];
        screen_clear(p->screen);
        if (p->board->preview(p->screen, &view, cli_texts(p->is.cli), p->viewer,
                              move)) {
            p->looked = *move;
            p->board->price(&view, cli_texts(p->is.cli), move, price, sizeof price);
            cli_fill(p->is.cli, p->notice, sizeof p->notice, "confirm", "price", price,
                     NULL);
            return DID_NOTHING;
        }
    }
    return play_make(p, move);
}

/* What the search would do here, and why it thinks so. */
static void play_hint(Play *p)
{
    const Match *m = p->is.match;
    const AnalysisLimits limits = {match_setup(m)->seed, HINT_MS, 0};
    SearchReport report;
    Moves *moves = calloc(1, sizeof *moves);
    char words[300], percent[16];
    const Table view = play_view(p);
    ASSERT(moves);
    if (!screen_is_plain(p->screen)) {
        play_note(p, "hint_soon");
        frame_draw(p, NULL);
        p->notice[0] = 0;
    }
    if (analysis_hint(p->game, match_catalog(m), match_state(m), &limits,
                      match_moves(m), moves, &report)) {
        char number[16] = "";
        say_command(&view, cli_texts(p->is.cli), &moves->item[report.best], words,
                    sizeof words);
        const int choice = choices_index(&p->choices, &moves->item[report.best], words);
        if (choice >= 0)
            snprintf(number, sizeof number, "%d", choice + 1);
        snprintf(percent, sizeof percent, "%.0f", 100 * report.share);
        cli_fill(p->is.cli, p->notice, sizeof p->notice, "hint", "number", number,
                 "words", words, "percent", percent, NULL);
    }
    free(moves);
}

/* A key that is no move. */
static Did play_key(Play *p, int seat, Key key)
{
    switch (key) {
    case KEY_HELP:
        return play_ask_about(p, seat, "") ? DID_NOTHING : DID_LEAVE;
    case KEY_RULES:
        return play_ask_about(p, seat, "rules") ? DID_NOTHING : DID_LEAVE;
    case KEY_HINT:
        play_hint(p);
        return DID_NOTHING;
    case KEY_UNDO:
        return play_undo(p, seat) ? DID_MOVE : DID_NOTHING;
    case KEY_QUIT:
        return DID_LEAVE;
    case KEY_LOG:
        return play_show_log(p) ? DID_NOTHING : DID_LEAVE;
    case KEY_MORE:
        p->page = p->page_end < p->choices.count ? p->page_end : 0;
        return DID_NOTHING;
    case KEY_BOARD:
        play_cut_on(&p->cut);
        return DID_NOTHING;
    case KEY_NONE:
        break;
    }
    return DID_NOTHING;
}

/* Words that stand in choices: the only one that has them is made by Enter. */
static void play_words(Play *p, const char *words)
{
    char numbers[80] = "", number[16];
    int found = 0;
    for (int i = 0; strlen(words) > 1 && i < p->choices.count; i++) {
        if (!strcasestr(p->choices.item[i].text, words))
            continue;
        const size_t used = strlen(numbers);
        p->named = p->choices.item[i].move;
        snprintf(number, sizeof number, "%d", i + 1);
        if (used + 8 < sizeof numbers)
            snprintf(numbers + used, sizeof numbers - used, found ? ", %s" : "%s",
                     number);
        if (found++ == 0)
            cli_fill(p->is.cli, p->notice, sizeof p->notice, "named", "number", number,
                     "words", p->choices.item[i].text, NULL);
    }
    if (found != 1)
        p->named.type = ACTION_NONE;
    if (found > 1)
        cli_fill(p->is.cli, p->notice, sizeof p->notice, "named_several", "numbers",
                 numbers, NULL);
    else if (!found)
        play_note(p, "not_understood");
}

/* One line typed by the person. */
static Did play_line(Play *p, int seat, char *line)
{
    int64_t number = 0;
    line = keys_plain(line);
    const Command shown = p->looked.type ? p->looked : p->named;
    const Key key = keys_read(line);
    p->notice[0] = 0;
    p->looked.type = p->named.type = ACTION_NONE;
    if (!*line && shown.type)
        return play_make(p, &shown);
    if (!*line && p->choices.count == 1)
        number = 1;
    if (number || args_number(line, 1, p->choices.count, &number))
        return play_make(p, &p->choices.item[number - 1].move);
    const Table view = play_view(p);
    Command meant;
    if (*line && p->board->read && p->board->read(&view, seat, line, &meant))
        return play_meant(p, &meant);
    if (key)
        return play_key(p, seat, key);
    if (line[0] == '?')
        return play_ask_about(p, seat, line + 1) ? DID_NOTHING : DID_LEAVE;
    if (*line && line[strspn(line, "0123456789")] == 0)
        play_note_range(p);
    else if (*line)
        play_words(p, line);
    return DID_NOTHING;
}

/* Put the price of every choice behind it, where the board knows one. */
static void play_price(Play *p)
{
    const Table view = play_view(p);
    for (int i = 0; p->board->price && i < p->choices.count; i++) {
        Choice *choice = &p->choices.item[i];
        const size_t used = strlen(choice->text);
        char price[120];
        p->board->price(&view, cli_texts(p->is.cli), &choice->move, price,
                        sizeof price);
        if (price[0])
            snprintf(choice->text + used, sizeof choice->text - used, "  %s", price);
    }
}

/* Whether everybody at the keyboard can see that there is no choice. */
static bool play_is_open(const Play *p)
{
    const Table view = play_view(p);
    Moves *moves = calloc(1, sizeof *moves);
    ASSERT(moves);
    p->game->legal(view.catalog, view.state, moves);
    const char *only = only_word(p->game, view.catalog, view.state, moves);
    free(moves);
    return only && strcmp(only, "open") == 0;
}

/* What leaves no choice is done, and said. Who looks on must not learn from the screen
 * what a hand lacks: with several people everybody is asked, where it would tell. */
static bool play_forced(Play *p)
{
    char words[300];
    const size_t used = strlen(p->notice);
    if (p->choices.count != 1 || (p->people > 1 && !play_is_open(p)))
        return false;
    const Table view = play_view(p);
    const Command move = p->choices.item[0].move;
    say_command(&view, cli_texts(p->is.cli), &move, words, sizeof words);
    if (used + 1 < sizeof p->notice / 2) {
        char *more = p->notice + used + (used > 0);
        if (used)
            p->notice[used] = ' ';
        cli_fill(p->is.cli, more, (size_t)(p->notice + sizeof p->notice - more),
                 "forced", "words", words, NULL);
    }
    if (screen_is_plain(p->screen)) {
        printf("%s\n", p->notice);
        p->notice[0] = 0;
    }
    const Err err = match_apply(p->is.match, &move, NULL);
    ASSERT(!err);
    return true;
}

static Did play_person(Play *p, int seat)
{
    const Table view = play_view(p);
    if (!play_hand_over(p, seat))
        return DID_LEAVE;
    if (play_save(p) && p->is.path[0])
        play_set_farewell(p);
    play_look(p, seat);
    choices_find(&p->choices, &view, cli_texts(p->is.cli));
    if (play_forced(p))
        return DID_MOVE;
    play_price(p);
    screen_forget_typed(p->screen);
    p->page = p->cut.first = 0;
    p->looked.type = p->named.type = ACTION_NONE;
    Did did = DID_NOTHING;
    bool draw = true;
    while (did == DID_NOTHING) {
        char line[400];
        if (draw || p->looked.type || !screen_is_plain(p->screen))
            frame_draw(p, NULL);
        else if (p->notice[0])
            printf("%s\n", p->notice);
        draw = false;
        if (!screen_ask(p->screen, cli_say(p->is.cli, "prompt"), line, sizeof line,
                        play_resized, p))
            return DID_LEAVE;
        did = play_line(p, seat, line);
    }
    play_save(p);
    return did;
}

/* The end. */

void play_name_seats(Cli *cli, const Agent *const *agent,
                     const char (*given)[SAVE_NAME_BYTES], int players,
                     SeatNames *names)
{
    memset(names, 0, sizeof *names);
    for (int seat = 0; seat < players; seat++) {
        char number[16], key[64], *said = names->said[seat];
        const size_t bytes = sizeof names->said[seat];
        int same = 0;
        const bool own =
            given[seat][0] && !(agent[seat] && !strcmp(given[seat], agent[seat]->name));
        if (!own && !agent[seat])
            continue;
        for (int other = 0; other < players; other++)
            same += agent[other] == agent[seat];
        snprintf(number, sizeof number, "%d", seat + 1);
        snprintf(key, sizeof key, "agent.%s", own ? "" : agent[seat]->name);
        if (own)
            text_copy(said, bytes, given[seat]);
        else if (same > 1)
            cli_fill(cli, said, bytes, "agent_number", "name", cli_say(cli, key), "n",
                     number, NULL);
        else
            text_copy(said, bytes, cli_say(cli, key));
        names->name[seat] = said;
    }
}

Table play_table(const Match *match, const void *state, const SeatNames *names)
{
    const Table table = {match_game(match), match_catalog(match),
                         state ? state : match_state(match), names->name};
    return table;
}

char *play_say_winners(Cli *cli, const Match *match, const SeatNames *names, char *out,
                       size_t out_bytes)
{
    const Table table = play_table(match, NULL, names);
    const Status status = match_status(match);
    char all[300] = "", name[80];
    for (int seat = 0; seat < match_setup(match)->players; seat++) {
        const size_t used = strlen(all);
        if (!(status.winners >> seat & 1))
            continue;
        say_thing(&table, cli_texts(cli), THING_SEAT, seat + 1, name, sizeof name);
        snprintf(all + used, sizeof all - used, "%s%s",
                 used ? text_get(cli_texts(cli), "list.and") : "", name);
    }
    const char *key = !status.winners                  ? "nobody_won"
                      : bits_count(status.winners) > 1 ? "shared_win"
                                                       : "one_won";
    return cli_fill(cli, out, out_bytes, key, "seat", all, "seats", all, NULL);
}

void play_draw_result(Cli *cli, Screen *screen, const Match *match,
                      const SeatNames *names, int viewer)
{
    const Table table = play_table(match, NULL, names);
    const Board *board = boards_find(match_game(match)->id);
    char line[400];
    screen_format(screen, INK_BOLD, "%s",
                  play_say_winners(cli, match, names, line, sizeof line));
    screen_line(screen);
    if (board->result) {
        board->result(screen, &table, cli_texts(cli), viewer);
        return;
    }
    for (int seat = 0; seat < match_setup(match)->players; seat++) {
        say_thing(&table, cli_texts(cli), THING_SEAT, seat + 1, line, sizeof line);
        screen_format(screen, INK_NONE, "  %s", line);
        screen_to(screen, 24);
        screen_format(screen, INK_NONE, "%5d",
                      (int)table.game->points(table.catalog, table.state, seat));
        screen_line(screen);
    }
}

/* The board in the longest form that leaves room for the result; without room for any
 * the result alone. */
static void draw_end(void *whose)
{
    Play *p = whose;
    const Table view = play_view(p);
    const int room = screen_is_plain(p->screen) ? 1 << 20 : screen_rows(p->screen) - 1;
    for (int tight = 0; tight <= SCREEN_TIGHTEST + 1; tight++) {
        screen_clear(p->screen);
        screen_set_tight(p->screen, tight);
        if (screen_is_plain(p->screen))
            frame_news(p);
        screen_set_flow(p->screen, true);
        if (tight <= SCREEN_TIGHTEST)
            p->board->draw(p->screen, &view, cli_texts(p->is.cli), p->viewer,
                           match_setup(p->is.match)->players);
        screen_set_flow(p->screen, false);
        screen_rule(p->screen, cli_say(p->is.cli, "result"));
        if (!screen_is_plain(p->screen))
            frame_log(p, 1); /* why it is over */
        play_draw_result(p->is.cli, p->screen, p->is.match, &p->names, p->viewer);
        if (screen_lines(p->screen) <= room)
            break;
    }
    screen_show(p->screen);
}

/* The last board and the result, until somebody leaves; what stands there can still be
 * asked about. True: the last move was undone. */
static bool play_result(Play *p)
{
    char typed[200];
    const bool can_undo = p->people == 1;
    bool stays = true;
    play_look(p, can_undo ? p->last_person : SEAT_NONE);
    choices_clear(&p->choices);
    draw_end(p);
    if (screen_is_plain(p->screen))
        return false;
    while (stays &&
           screen_ask(p->screen, cli_say(p->is.cli, can_undo ? "end_undo" : "end"),
                      typed, sizeof typed, draw_end, p)) {
        const char *line = keys_plain(typed);
        const Key key = keys_read(line);
        const int seat = can_undo ? p->last_person : 0;
        if (can_undo && key == KEY_UNDO && play_undo(p, seat))
            return true;
        if (key == KEY_HELP || key == KEY_RULES || key == KEY_LOG)
            stays = play_key(p, seat, key) == DID_NOTHING;
        else if (line[0] == '?')
            stays = play_ask_about(p, seat, line + 1);
        else
            stays = *line && key != KEY_QUIT;
        if (stays)
            draw_end(p);
    }
    return false;
}

/* What stays in the terminal's history. */
static void print_farewell(Play *p, bool was_plain)
{
    char line[SAVE_PATH_BYTES + 200];
    const bool over = match_status(p->is.match).over != 0;
    const bool saved = p->is.path[0] && play_save(p);
    if (over && !was_plain)
        printf("%s\n",
               play_say_winners(p->is.cli, p->is.match, &p->names, line, sizeof line));
    if (p->is.path[0] && !saved)
        cli_fail(p->is.cli, "save_failed", "file", p->is.path, NULL);
    else if (saved)
        printf("%s\n",
               cli_fill(p->is.cli, line, sizeof line, over ? "saved_over" : "saved",
                        "file", p->is.path, NULL));
}

/* Who has not learned to play at such a table, and who plays instead. */
static void play_note_stand_in(Play *p, int players)
{
    char name[64], other_name[64];
    for (int seat = 0; seat < players; seat++) {
        const Agent *agent = p->is.agent[seat];
        play_look(p, seat);
        const Agent *other =
            agent ? agents_stand_in(agent, p->game, match_catalog(p->is.match), p->view,
                                    seat)
                  : NULL;
        if (!other)
            continue;
        snprintf(name, sizeof name, "agent.%s", agent->name);
        snprintf(other_name, sizeof other_name, "agent.%s", other->name);
        cli_fill(p->is.cli, p->notice, sizeof p->notice, "stand_in", "agent",
                 cli_say(p->is.cli, name), "other", cli_say(p->is.cli, other_name),
                 NULL);
    }
    if (p->notice[0] && screen_is_plain(p->screen)) {
        printf("%s\n", p->notice);
        p->notice[0] = 0;
    }
}

int play(const PlaySetup *setup)
{
    Play p = {.is = *setup, .game = match_game(setup->match)};
    const int players = match_setup(setup->match)->players;
    p.board = boards_find(p.game->id);
    p.screen = screen_open(setup->plain);
    p.view = calloc(1, p.game->state_bytes);
    if (!p.screen || !p.view ||
        !rollout_init(&p.rollout, p.game, match_catalog(setup->match)))
        abort();
    if (setup->mouse)
        screen_use_mouse(p.screen);
    p.last_person = SEAT_NONE;
    for (int seat = players - 1; seat >= 0; seat--)
        if (!setup->agent[seat]) {
            p.people++;
            p.last_person = seat;
        }
    if (p.is.delay_ms < 0)
        p.is.delay_ms = screen_is_plain(p.screen) ? 0 : 1000;
    if (p.people > 1)
        p.last_person = SEAT_NONE;
    play_note_stand_in(&p, players);
    play_look(&p, p.last_person);
    play_name_seats(p.is.cli, p.is.agent, p.is.name, players, &p.names);
    Did did = DID_MOVE;
    do {
        while (did != DID_LEAVE && !match_status(p.is.match).over) {
            const int seat = match_status(p.is.match).to_act;
            const int events = match_event_count(p.is.match);
            if (p.is.agent[seat])
                play_machine(&p, seat);
            else
                did = play_person(&p, seat);
            play_announce(&p, events);
            did = p.leaves ? DID_LEAVE : did;
        }
    } while (did != DID_LEAVE && play_result(&p));
    const bool was_plain = screen_is_plain(p.screen);
    screen_close(p.screen);
    print_farewell(&p, was_plain);
    rollout_clear(&p.rollout);
    choices_clear(&p.choices);
    free(p.view);
    return EXIT_OK;
}
