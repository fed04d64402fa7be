/* test_words.c - every game has words for everything, in every language, with the same
 * holes. */
#include "games/games.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

static int wrong;

static void complain(const char *lang, const char *key, const char *what)
{
    print_error("%s: %s: %s\n", lang, key, what);
    wrong++;
}

/* The holes of a text, one after the other; NULL at the end. */
static const char *next_hole(const char *text, char *name, size_t name_bytes)
{
    const char *open = strchr(text, '{');
    const char *close = open ? strchr(open, '}') : NULL;
    if (!close)
        return NULL;
    snprintf(name, name_bytes, "%.*s", (int)strcspn(open + 1, "|}"), open + 1);
    return close + 1;
}

static bool has_hole(const char *text, const char *wanted)
{
    char name[80];
    while ((text = next_hole(text, name, sizeof name)))
        if (strcmp(name, wanted) == 0)
            return true;
    return false;
}

static void same_holes(const char *lang, const char *key, const char *text,
                       const char *other)
{
    char name[80];
    for (const char *at = text; (at = next_hole(at, name, sizeof name));)
        if (!has_hole(other, name))
            complain(lang, key, "has other holes in another language");
}

TEST(every_language_has_every_sentence_with_the_same_holes)
{
    wrong = 0;
    for (int from = 0; from < 3; from++)
        for (int to = 0; to < 3; to++) {
            const Texts *a = unit_texts(text_languages[from]);
            const Texts *b = unit_texts(text_languages[to]);
            for (int i = 0; i < text_count(a); i++) {
                const char *key = text_key(a, i);
                if (!text_has(b, key))
                    complain(text_languages[to], key, "is missing");
                else
                    same_holes(text_languages[to], key, text_get(a, key),
                               text_get(b, key));
            }
        }
    assert_int_equal(wrong, 0);
}

/* Whether a sentence only has holes that somebody fills. */
static void known_holes(const char *lang, const char *key, const char *text,
                        const Spec *spec, const char *extra)
{
    char name[80], count[80];
    for (const char *at = text; (at = next_hole(at, name, sizeof name));) {
        bool known = extra && strcmp(name, extra) == 0;
        for (int i = 0; i < SPEC_HOLES; i++)
            known = known || (spec->hole[i].kind && !strcmp(name, spec->hole[i].name));
        if (spec->list.kind) {
            snprintf(count, sizeof count, "%s_count", spec->list.name);
            known = known || !strcmp(name, spec->list.name) || !strcmp(name, count);
        }
        if (!known)
            complain(lang, key, "has a hole that nobody fills");
    }
}

static const char *needed(const Texts *t, const char *lang, const char *key)
{
    if (!text_has(t, key))
        complain(lang, key, "is missing");
    return text_get(t, key);
}

TEST(every_shared_refusal_has_its_sentence)
{
    wrong = 0;
    for (int lang = 0; lang < 3; lang++)
        for (int err = 1; err < ERR_COUNT; err++) {
            char key[80];
            snprintf(key, sizeof key, "error.%s", refusal_code(NULL, (Err)err));
            const char *text =
                needed(unit_texts(text_languages[lang]), text_languages[lang], key);
            known_holes(text_languages[lang], key, text, refusal_spec(NULL, (Err)err),
                        NULL);
        }
    assert_int_equal(wrong, 0);
}

static void check_names(const Game *game, const char *lang, const char *group,
                        const char *const *names, int count)
{
    char key[200];
    for (int i = 0; i < count; i++) {
        snprintf(key, sizeof key, "%s.%s.%s", game->id, group,
                 names[i] ? names[i] : "");
        if (names[i])
            needed(unit_texts(lang), lang, key);
    }
}

/* A game may keep its questions in the order of its actions, most of which never ask:
 * the laws see to those that do. */
static void check_asks(const Game *game, const char *lang)
{
    for (int i = 0; i < game->ask_count; i++) {
        bool is_action = false;
        for (int type = 0; type < game->action_count; type++)
            is_action = is_action || (game->asks[i] &&
                                      !strcmp(game->asks[i], game->actions[type].name));
        if (!is_action)
            check_names(game, lang, "ask", &game->asks[i], 1);
    }
}

/* A spec's sentence, the game's own or, for what all games have, the shared one. */
static void check_specs(const Game *game, const char *lang, const char *group,
                        const Spec *specs, int first, int count, bool may_miss)
{
    const Texts *t = unit_texts(lang);
    char key[200], shared[200];
    for (int i = first; i < count; i++) {
        snprintf(key, sizeof key, "%s.%s.%s", game->id, group, specs[i].name);
        snprintf(shared, sizeof shared, "%s.%s", group, specs[i].name);
        if (text_has(t, key))
            known_holes(lang, key, text_get(t, key), &specs[i], "seat");
        else if (!text_has(t, shared) && !may_miss)
            complain(lang, key, "is missing");
    }
}

static void check_cards(const Game *game, const void *catalog, const char *lang)
{
    char key[200];
    CardInfo info;
    for (int i = 0; game->card_at(catalog, i, &info); i++) {
        if (info.name) {
            snprintf(key, sizeof key, "%s.%s", game->id, info.name);
            needed(unit_texts(lang), lang, key);
        }
        if (info.text) {
            snprintf(key, sizeof key, "%s.%s", game->id, info.text);
            needed(unit_texts(lang), lang, key);
        }
        if (!info.bound)
            complain(lang, info.id, "has no ability");
    }
}

static void check_game(const Game *game, const char *lang)
{
    LoadError error;
    char key[200];
    void *catalog = calloc(1, game->catalog_bytes);
    assert_non_null(catalog);
    if (!game->load(unit_data(), catalog, &error))
        fail_msg("%s: %s: %s", error.file, error.path, error.what);
    snprintf(key, sizeof key, "%s.name", game->id);
    needed(unit_texts(lang), lang, key);
    snprintf(key, sizeof key, "%s.about", game->id);
    needed(unit_texts(lang), lang, key);
    for (int i = 0; i < game->option_count; i++)
        check_names(game, lang, "option", &game->options[i].name, 1);
    check_names(game, lang, "phase", game->phases, game->phase_count);
    check_asks(game, lang);
    check_specs(game, lang, "action", game->actions, 1, game->action_count, false);
    check_specs(game, lang, "action_name", game->actions, 1, game->action_count, false);
    check_specs(game, lang, "event", game->events, 1, game->event_count, true);
    check_specs(game, lang, "error", game->errors, 0, game->error_count, false);
    check_cards(game, catalog, lang);
    free(catalog);
}

TEST(every_game_has_words_for_everything)
{
    wrong = 0;
    for (int lang = 0; lang < 3; lang++) {
        check_game(&pebbles_game, text_languages[lang]);
        for (int i = 0; games_all[i]; i++)
            check_game(games_all[i], text_languages[lang]);
    }
    assert_int_equal(wrong, 0);
}

static void check_holes(const Game *game, const Spec *specs, int count,
                        const char *taken)
{
    for (int type = 1; type < count; type++)
        for (int i = 0; i < SPEC_HOLES; i++)
            if (specs[type].hole[i].kind && !strcmp(specs[type].hole[i].name, taken))
                complain(game->id, specs[type].name, "has a hole whose name is taken");
}

/* In JSON every action has a "type", every event also a "seat". */
TEST(no_hole_is_called_what_every_record_has)
{
    wrong = 0;
    const Game *game = &pebbles_game;
    for (int i = 0; game; game = games_all[i++]) {
        check_holes(game, game->actions, game->action_count, "type");
        check_holes(game, game->events, game->event_count, "type");
        check_holes(game, game->events, game->event_count, "seat");
    }
    assert_int_equal(wrong, 0);
}

RUN(cmocka_unit_test(every_language_has_every_sentence_with_the_same_holes),
    cmocka_unit_test(every_shared_refusal_has_its_sentence),
    cmocka_unit_test(every_game_has_words_for_everything),
    cmocka_unit_test(no_hole_is_called_what_every_record_has))
