/* words.c - holds every name a game has against the sentences of every language.
 *
 * What a game can do, say, ask and refuse is listed in its tables; each line of them
 * must have its sentence, and a sentence may only have holes that its record fills. */
#include "tests/laws/subject.h"

#include <stdio.h>

typedef struct {
    const Subject *subject; /* NULL: what all games share */
    const Texts *texts;
    const char *language;
    int number;  /* of the TAP line */
    int missing; /* in this group */
    char first[400];
    int failed;
} Words;

static void words_complain(Words *w, const char *key, const char *what)
{
    if (!w->missing++)
        snprintf(w->first, sizeof w->first, "%s: %s", key, what);
}

static bool is_one_of(const char *name, size_t length, const char *const *names,
                      int count)
{
    for (int i = 0; i < count; i++)
        if (names[i] && strlen(names[i]) == length && !memcmp(names[i], name, length))
            return true;
    return false;
}

/* The sentence is there and asks for nothing that 'holes' does not give. */
static void words_need(Words *w, const char *key, const char *const *holes, int count)
{
    if (!text_has(w->texts, key)) {
        words_complain(w, key, "missing");
        return;
    }
    const char *sentence = text_get(w->texts, key);
    for (const char *at = strchr(sentence, '{'); at; at = strchr(at + 1, '{')) {
        const size_t length = strcspn(at + 1, "}");
        if (!is_one_of(at + 1, length, holes, count))
            words_complain(w, key, sentence);
    }
}

/* "<game>.<group>.<name>", or without a game in front where that is missing and
 * 'shared' allows it. */
static void words_need_spec(Words *w, const char *group, const Spec *spec, bool shared)
{
    const char *id = w->subject ? w->subject->game->id : NULL;
    const char *holes[SPEC_HOLES + 3] = {0};
    char key[200], list_count[100] = "";
    for (int i = 0; i < SPEC_HOLES; i++)
        holes[i] = spec->hole[i].name;
    if (spec->list.name)
        snprintf(list_count, sizeof list_count, "%s_count", spec->list.name);
    holes[SPEC_HOLES] = spec->list.name;
    holes[SPEC_HOLES + 1] = list_count;
    holes[SPEC_HOLES + 2] = "seat";
    snprintf(key, sizeof key, "%s%s%s.%s", id ? id : "", id ? "." : "", group,
             spec->name);
    if (shared && id && !text_has(w->texts, key))
        snprintf(key, sizeof key, "%s.%s", group, spec->name);
    words_need(w, key, holes, SPEC_HOLES + 3);
}

static void words_need_name(Words *w, const char *group, const char *name)
{
    static const char *const holes[] = {"source", "seat"};
    char key[200];
    snprintf(key, sizeof key, "%s.%s%s%s", w->subject->game->id, group,
             group[0] && name[0] ? "." : "", name);
    words_need(w, key, holes, 2);
}

static void words_of_itself(Words *w)
{
    words_need_name(w, "name", "");
    words_need_name(w, "about", "");
}

static void words_of_options(Words *w)
{
    const Game *game = w->subject->game;
    for (int i = 0; i < game->option_count; i++)
        words_need_name(w, "option", game->options[i].name);
}

static void words_of_phases(Words *w)
{
    const Game *game = w->subject->game;
    for (int i = 0; i < game->phase_count; i++)
        words_need_name(w, "phase", game->phases[i]);
}

static void words_of_actions(Words *w)
{
    const Game *game = w->subject->game;
    for (int i = ACTION_PASS; i < game->action_count; i++) {
        words_need_spec(w, "action", &game->actions[i], true);
        words_need_spec(w, "action_name", &game->actions[i], true);
    }
}

static void words_of_events(Words *w)
{
    const Game *game = w->subject->game;
    for (int i = 1; i < game->event_count; i++)
        words_need_spec(w, "event", &game->events[i], false);
}

static void words_of_refusals(Words *w)
{
    const Game *game = w->subject->game;
    for (int i = 0; i < game->error_count; i++)
        words_need_spec(w, "error", &game->errors[i], false);
}

static void words_of_cards(Words *w)
{
    const Game *game = w->subject->game;
    CardInfo card;
    for (int i = 0; game->card_at(w->subject->catalog, i, &card); i++) {
        words_need_name(w, card.name, "");
        words_need_name(w, card.text, "");
        if (!card.bound)
            words_complain(w, card.id, "its ability does not exist");
    }
}

static void words_of_shared_refusals(Words *w)
{
    static const Spec shared[] = {
#define ERR(name, code, ...) {code, {__VA_ARGS__}, NO_HOLES},
#include "engine/errors.def"
#undef ERR
    };
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        words_need_spec(w, "error", &shared[i], false);
}

typedef struct {
    const char *what;
    void (*look)(Words *w);
} Group;

static void words_test(Words *w, const Group *group)
{
    w->missing = 0;
    group->look(w);
    printf("%s %d - %s: %s in %s\n", w->missing ? "not ok" : "ok", ++w->number,
           w->subject ? w->subject->game->id : "engine", group->what, w->language);
    if (w->missing)
        printf("# %d wrong, the first is %s\n", w->missing, w->first);
    w->failed += w->missing != 0;
}

int main(void)
{
    static const Group groups[] = {
        {"its own name and what it is", words_of_itself},
        {"every option", words_of_options},
        {"every phase", words_of_phases},
        {"every action", words_of_actions},
        {"every event", words_of_events},
        {"every refusal", words_of_refusals},
        {"every card", words_of_cards},
    };
    static const Group shared = {"every refusal", words_of_shared_refusals};
    static Subjects all;
    static Words w;
    subjects_open(&all);
    for (int language = 0; language < LANGUAGES; language++) {
        w.language = text_languages[language];
        w.texts = all.texts[language];
        w.subject = NULL;
        words_test(&w, &shared);
        for (int i = 0; i < all.count; i++) {
            w.subject = &all.subject[i];
            for (size_t k = 0; k < sizeof groups / sizeof *groups; k++)
                words_test(&w, &groups[k]);
        }
    }
    printf("1..%d\n", w.number);
    subjects_close(&all);
    return w.failed != 0;
}
