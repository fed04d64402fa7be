/* explain.c - what "?" answers: the keys, a card, a choice, or why something may not be
 * done now. */
#include "cli/play/explain.h"

#include "cli/args.h"
#include "cli/boards/board.h"
#include "cli/play/rulebook.h"

#include <ctype.h>
#include <stdlib.h>

enum { QUERY_BYTES = 200, TRIES_MAX = 200000, ERRS_MAX = 256, ACTIONS_SHOWN_MAX = 4 };

/* Small letters, blanks for underscores, no blanks at the ends. */
static char *plain_words(const char *text, char *out, size_t out_bytes)
{
    size_t used = 0;
    text += strspn(text, " \t");
    for (; *text && used + 1 < out_bytes; text++)
        out[used++] = *text == '_' ? ' ' : (char)tolower((unsigned char)*text);
    while (used > 0 && out[used - 1] == ' ')
        used--;
    out[used] = 0;
    return out;
}

static bool contains(const char *text, const char *query)
{
    char plain[QUERY_BYTES];
    return text && *query && strstr(plain_words(text, plain, sizeof plain), query);
}

static const char *game_text(const Question *q, const char *group, const char *key)
{
    char whole[200];
    if (!key)
        return NULL;
    snprintf(whole, sizeof whole, "%s%s%s.%s", q->view->game->id, group ? "." : "",
             group ? group : "", key);
    return text_find(cli_texts(q->cli), whole);
}

/* A sentence may start with the name of an action or a card. */
static char *capital(char *sentence)
{
    sentence[0] = (char)toupper((unsigned char)sentence[0]);
    return sentence;
}

static void put_lines(Screen *screen, const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        char line[1024];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (line[0])
            screen_wrap(screen, INK_NONE, (int)strspn(line, " ") + 2, line);
        else
            screen_line(screen);
        text += length + (text[length] == '\n');
    }
}

static void put_card(const Question *q, const CardInfo *info)
{
    const char *name = game_text(q, NULL, info->name);
    const char *text = game_text(q, NULL, info->text);
    screen_text(q->screen, INK_BOLD, name ? name : info->id);
    const Board *board = boards_find(q->view->game->id);
    screen_format(q->screen, INK_DIM, "  ×%d", info->count);
    if (board->facts)
        board->facts(q->screen, q->view, cli_texts(q->cli), info);
    screen_line(q->screen);
    if (text) {
        screen_text(q->screen, INK_NONE, "  ");
        screen_wrap(q->screen, INK_NONE, 2, text);
    }
}

/* A card's group may be called like an option or one of its words: then it is in this
 * match only when the option says so. */
static bool card_is_in(const Question *q, const CardInfo *info)
{
    const Game *game = q->view->game;
    for (int i = 0; info->group && i < game->option_count; i++) {
        const Option *option = &game->options[i];
        const int value = q->setup->option[i];
        if (option->kind == OPTION_FLAG && strcmp(option->name, info->group) == 0)
            return value != 0;
        for (int word = option->min;
             option->kind == OPTION_WORD &&
             word <= option_last(game, q->view->catalog, option);
             word++)
            if (strcmp(option_word(game, q->view->catalog, option, word),
                       info->group) == 0)
                return value == word;
    }
    return true;
}

/* Cards under several ids that read the same are one, as many as all of them: false
 * where that was an earlier one. What a game says of a card lasts until the next. */
static bool count_alike(const Question *q, int at, CardInfo *info)
{
    const Game *game = q->view->game;
    const char *name = game_text(q, NULL, info->name);
    const char *text = game_text(q, NULL, info->text);
    int first = at, count = 0;
    for (int i = 0; game->card_at(q->view->catalog, i, info); i++) {
        const char *other = game_text(q, NULL, info->name);
        const char *rule = game_text(q, NULL, info->text);
        const bool alike = name && other && strcmp(other, name) == 0 &&
                           strcmp(rule ? rule : "", text ? text : "") == 0;
        if (i != at && !(alike && card_is_in(q, info)))
            continue;
        first = i < first ? i : first;
        count += info->count;
    }
    game->card_at(q->view->catalog, at, info);
    info->count = count;
    return first == at;
}

/* Whether a card is called exactly so, or has the words in its name. */
static bool card_fits(const Question *q, const CardInfo *info, const char *query,
                      bool exactly)
{
    const char *name = game_text(q, NULL, info->name);
    char plain[QUERY_BYTES];
    if (!exactly)
        return contains(info->id, query) || contains(name, query);
    return strcmp(info->id, query) == 0 ||
           (name && strcmp(plain_words(name, plain, sizeof plain), query) == 0);
}

/* "ra" is the divinity of that name, and every card that has it somewhere only where
 * nothing is called so. */
static int explain_cards(const Question *q, const char *query)
{
    CardInfo info;
    const bool all = strcmp(query, "*") == 0;
    int found = 0;
    for (int exactly = 1; exactly >= 0 && !found; exactly--)
        for (int i = 0; q->view->game->card_at(q->view->catalog, i, &info); i++) {
            if (!card_is_in(q, &info) ||
                (!all && !card_fits(q, &info, query, exactly)) ||
                !count_alike(q, i, &info))
                continue;
            put_card(q, &info);
            found++;
        }
    return found;
}

/* What the cards of a group are together, where the game has a name for that: a
 * faction. */
static const char *group_name(const Question *q, const char *group)
{
    const Game *game = q->view->game;
    const char *name = NULL;
    for (int i = 0; group && !name && i < game->thing_count; i++)
        name = game_text(q, game->things[i], group);
    return name;
}

/* All cards of the group whose name is, or has, these words. */
static int explain_group(const Question *q, const char *query, bool exactly)
{
    CardInfo info;
    const char *group = NULL;
    char plain[QUERY_BYTES];
    int found = 0;
    for (int i = 0; q->view->game->card_at(q->view->catalog, i, &info); i++) {
        const char *name = group_name(q, info.group);
        if (!name || !card_is_in(q, &info))
            continue;
        const bool called =
            strcmp(plain_words(name, plain, sizeof plain), query) == 0 ||
            (!exactly && contains(name, query));
        if (!called || (group && strcmp(group, info.group) != 0))
            continue;
        if (!group) {
            group = info.group;
            screen_text(q->screen, INK_BOLD, name);
            screen_line(q->screen);
        }
        put_card(q, &info);
        found++;
    }
    return found;
}

/* The card behind a thing such as "crab_3": its id without the number; or the cards
 * that are one together. */
static void explain_thing(const Question *q, const char *thing)
{
    CardInfo info;
    char plain[QUERY_BYTES];
    const char *group = group_name(q, thing);
    if (group && explain_group(q, plain_words(group, plain, sizeof plain), true))
        return;
    for (int i = 0; q->view->game->card_at(q->view->catalog, i, &info); i++) {
        const size_t length = strlen(info.id);
        if (strncmp(thing, info.id, length) != 0 || !card_is_in(q, &info))
            continue;
        const char *rest = thing + length;
        if (*rest == '_')
            rest++;
        if (rest[strspn(rest, "0123456789")] == 0) {
            put_card(q, &info);
            return;
        }
    }
}

static void explain_choice(const Question *q, int number)
{
    const Table *view = q->view;
    const Choice *choice = &q->choices->item[number - 1];
    const Spec *spec = &view->game->actions[choice->move.type];
    const Id slots[3] = {choice->move.a, choice->move.b, choice->move.c};
    Quote quote = quote_none();
    screen_format(q->screen, INK_BOLD, "%d  %s", number, choice->text);
    screen_line(q->screen);
    view->game->validate(view->catalog, view->state, &choice->move, &quote);
    if (quote.price >= 0) {
        char price[16], line[200];
        snprintf(price, sizeof price, "%d", (int)quote.price);
        screen_wrap(q->screen, INK_NONE, 2,
                    cli_fill(q->cli, line, sizeof line, "price", "price", price, NULL));
    }
    const char *help = game_text(q, "help", spec->name);
    if (help)
        put_lines(q->screen, help);
    const char *last = NULL;
    for (int i = 0; i < 3; i++) {
        const char *thing = spec->hole[i].kind >= THING_GAME && slots[i]
                                ? view->game->thing_id(view->catalog, view->state,
                                                       spec->hole[i].kind, slots[i])
                                : NULL;
        /* Two cards of one kind need one explanation. */
        if (thing && !(last && strncmp(thing, last, strcspn(thing, "0123456789")) == 0))
            explain_thing(q, thing);
        if (thing)
            last = thing;
    }
}

/* Does what the player named fit this thing? No word: anything fits. */
static bool thing_fits(const Question *q, int kind, int id, const char *word)
{
    char said[QUERY_BYTES];
    if (!word)
        return true;
    if (kind >= THING_GAME &&
        contains(q->view->game->thing_id(q->view->catalog, q->view->state, kind, id),
                 word))
        return true;
    return contains(say_thing(q->view, cli_texts(q->cli), kind, id, said, sizeof said),
                    word);
}

/* The last id a hole of this kind can take; 0 when it has none. */
static int things_last(const Question *q, int kind)
{
    int last = 0;
    if (kind == THING_SEAT)
        return SEATS_MAX;
    if (kind == THING_FLAG)
        return 1;
    while (kind >= THING_GAME && last < UINT16_MAX &&
           q->view->game->thing_id(q->view->catalog, q->view->state, kind, last + 1))
        last++;
    return last;
}

typedef struct {
    const Question *q;
    int type;
    const char *word[3]; /* what the player named for each hole; NULL: nothing */
    int tries;
    int count[ERRS_MAX]; /* how often each refusal came */
    Refusal first[ERRS_MAX];
} Attempt;

/* One card cannot be two. */
static bool named_twice(const Spec *spec, const int *id)
{
    for (int i = 1; i < 3; i++)
        for (int j = 0; j < i; j++)
            if (id[i] && id[i] == id[j] && spec->hole[i].kind == spec->hole[j].kind)
                return true;
    return false;
}

static void attempt_one(Attempt *a, const int *id)
{
    const Table *view = a->q->view;
    const Command c = command(a->type, a->q->seat, id[0], id[1], id[2]);
    Refusal no = refusal(ERR_OK);
    no.code = view->game->validate(view->catalog, view->state, &c, &no.quote);
    if (no.code < ERRS_MAX && a->count[no.code]++ == 0)
        a->first[no.code] = no;
}

/* Try the action with everything that fits the words; count why it is refused. */
static void attempt_all(Attempt *a)
{
    const Spec *spec = &a->q->view->game->actions[a->type];
    int last[3], id[3];
    for (int i = 0; i < 3; i++)
        last[i] = things_last(a->q, spec->hole[i].kind);
    for (id[0] = last[0] > 0; id[0] <= last[0]; id[0]++) {
        if (last[0] && !thing_fits(a->q, spec->hole[0].kind, id[0], a->word[0]))
            continue;
        for (id[1] = last[1] > 0; id[1] <= last[1]; id[1]++) {
            if (last[1] && !thing_fits(a->q, spec->hole[1].kind, id[1], a->word[1]))
                continue;
            for (id[2] = last[2] > 0; id[2] <= last[2]; id[2]++) {
                if (a->tries++ > TRIES_MAX)
                    return;
                if (!named_twice(spec, id))
                    attempt_one(a, id);
            }
        }
    }
}

/* The rarest refusal is the nearest miss: most tries fail for cruder reasons. */
static const Refusal *attempt_why(const Attempt *a)
{
    int best = 0;
    for (int code = 1; code < ERRS_MAX; code++)
        if (a->count[code] && (!best || a->count[code] < a->count[best]))
            best = code;
    return best ? &a->first[best] : NULL;
}

/* Refused because of this thing or that, while the player named none. */
static bool is_vague(const Attempt *a)
{
    int reasons = 0;
    bool names_a_thing = false;
    for (int code = 1; code < ERRS_MAX; code++) {
        if (!a->count[code])
            continue;
        const Spec *spec = refusal_spec(a->q->view->game, (Err)code);
        reasons++;
        for (int i = 0; i < SPEC_HOLES; i++)
            names_a_thing = names_a_thing || spec->hole[i].kind >= THING_GAME;
    }
    return !a->word[0] && (reasons > 1 || names_a_thing);
}

/* The numbers of the choices that do this; false when there are none. */
static bool put_numbers(const Question *q, int type)
{
    char numbers[200] = "", line[300];
    size_t used = 0;
    for (int i = 0; i < q->choices->count; i++)
        if (q->choices->item[i].move.type == type && used + 8 < sizeof numbers)
            used += (size_t)snprintf(numbers + used, sizeof numbers - used, "%s%d",
                                     used ? ", " : "", i + 1);
    if (used)
        screen_wrap(
            q->screen, INK_GREEN, 2,
            cli_fill(q->cli, line, sizeof line, "possible", "numbers", numbers, NULL));
    return used > 0;
}

static void attempt(Attempt *a, const Question *q, int type, const char *const *words)
{
    memset(a, 0, sizeof *a);
    a->q = q;
    a->type = type;
    for (int i = 0; i < 3; i++)
        a->word[i] = words[i];
    attempt_all(a);
}

/* An action that belongs to another moment altogether. */
static bool is_far(const Attempt *a)
{
    const Refusal *why = attempt_why(a);
    return !a->count[ERR_OK] && why && why->code == ERR_NOT_NOW;
}

static void explain_action(const Question *q, const Attempt *a)
{
    const Spec *spec = &q->view->game->actions[a->type];
    const Texts *texts = cli_texts(q->cli);
    char line[400];
    say_thing(q->view, texts, THING_ACTION, a->type, line, sizeof line);
    screen_text(q->screen, INK_BOLD, capital(line));
    screen_line(q->screen);
    const char *help = game_text(q, "help", spec->name);
    if (help)
        put_lines(q->screen, help);
    const Refusal *why = attempt_why(a);
    if (a->count[ERR_OK])
        put_numbers(q, a->type);
    else if (is_vague(a))
        screen_wrap(q->screen, INK_RED, 2, cli_say(q->cli, "not_with_these"));
    else if (why)
        screen_wrap(q->screen, INK_RED, 2,
                    capital(say_refusal(q->view, texts, why, line, sizeof line)));
}

static bool action_fits(const Question *q, int type, const char *query)
{
    const char *name = q->view->game->actions[type].name;
    return contains(name, query) ||
           contains(game_text(q, "action_name", name), query) ||
           contains(game_text(q, "action", name), query);
}

/* Every action of that name; those that belong to another moment only when there is
 * nothing nearer. */
static int explain_named(const Question *q, const char *query,
                         const char *const *things)
{
    Attempt *a = calloc(1, sizeof *a);
    ASSERT(a);
    int found = 0;
    for (int far = 0; far <= 1 && !found; far++)
        for (int type = ACTION_PASS; type < q->view->game->action_count; type++) {
            if (found == ACTIONS_SHOWN_MAX || !action_fits(q, type, query))
                continue;
            attempt(a, q, type, things);
            if (is_far(a) != (far == 1))
                continue;
            explain_action(q, a);
            found++;
        }
    free(a);
    return found;
}

/* "pair crab shell": the first words name the action, each later word a thing. */
static int explain_actions(const Question *q, const char *query)
{
    char words[QUERY_BYTES];
    const char *things[4] = {0};
    snprintf(words, sizeof words, "%s", query);
    for (int thing_count = 0;; thing_count++) {
        const int found = explain_named(q, words, things);
        char *blank = strrchr(words, ' ');
        if (found || !blank || thing_count == 3)
            return found;
        *blank = 0;
        memmove(things + 1, things, sizeof *things * 2);
        things[0] = blank + 1;
    }
}

/* The keys, and what the signs on this board stand for. */
static void explain_keys(const Question *q)
{
    char key[80], help[2000];
    put_lines(q->screen, cli_fill(q->cli, help, sizeof help, "play_help", NULL));
    snprintf(key, sizeof key, "cli.legend.%s", q->view->game->id);
    const char *legend = text_find(cli_texts(q->cli), key);
    if (legend) {
        screen_line(q->screen);
        put_lines(q->screen, legend);
    }
    const Board *board = boards_find(q->view->game->id);
    if (board->legend)
        board->legend(q->screen, q->view, cli_texts(q->cli));
}

/* An action whose name starts with these words comes before a card that has them
 * somewhere. */
static bool names_action(const Question *q, const char *query)
{
    for (int type = ACTION_PASS; type < q->view->game->action_count; type++) {
        char plain[QUERY_BYTES];
        const char *name =
            game_text(q, "action_name", q->view->game->actions[type].name);
        if (name &&
            strncmp(plain_words(name, plain, sizeof plain), query, strlen(query)) == 0)
            return true;
    }
    return false;
}

void explain(const Question *q, const char *words)
{
    char query[QUERY_BYTES], line[400];
    int64_t number = 0;
    plain_words(words, query, sizeof query);
    if (!query[0]) {
        explain_keys(q);
    } else if (strcmp(query, "rules") == 0) {
        rulebook_put(q->cli, q->screen, q->view->game);
    } else if (args_number(query, 1, q->choices->count, &number)) {
        explain_choice(q, (int)number);
    } else {
        const Board *board = boards_find(q->view->game->id);
        const bool first = names_action(q, query);
        int known =
            board->explain && board->explain(q->screen, q->view, cli_texts(q->cli),
                                             q->seat, words + strspn(words, " "));
        if (first)
            known += explain_actions(q, query);
        known += explain_cards(q, query);
        known += explain_group(q, query, known > 0);
        if (!known)
            known += explain_actions(q, query);
        known += rulebook_find(q->cli, q->screen, q->view->game, query);
        if (!known)
            screen_wrap(q->screen, INK_NONE, 2,
                        cli_fill(q->cli, line, sizeof line, "nothing_known", "words",
                                 query, NULL));
    }
}
