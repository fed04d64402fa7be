/* list.c - what there is: the games with their options, and the agents, as JSON. */
#include "server/inside.h"

#include "games/games.h"

#include <stdio.h>

static void write_option(JsonW *w, const Game *game, const Option *option,
                         const Texts *texts)
{
    static const char *const kinds[] = {"int", "word", "flag"};
    char key[160];
    snprintf(key, sizeof key, "%s.option.%s", game->id, option->name);
    const char *said = text_find(texts, key);
    jw_object(w, NULL);
    jw_str(w, "name", option->name);
    if (said)
        jw_str(w, "say", said);
    jw_str(w, "kind", kinds[option->kind]);
    if (option->value == OPTION_AUTO && option->or_auto)
        jw_str(w, "default", "auto");
    else if (option->kind == OPTION_WORD)
        jw_str(w, "default", option->words[option->value]);
    else if (option->kind == OPTION_FLAG)
        jw_bool(w, "default", option->value != 0);
    else
        jw_int(w, "default", option->value);
    if (option->kind == OPTION_INT) {
        jw_int(w, "min", option->min);
        jw_int(w, "max", option->max);
    }
    if (option->kind == OPTION_WORD) {
        jw_array(w, "words");
        for (int i = option->min; i <= option->max; i++)
            jw_str(w, NULL, option->words[i]);
        jw_end_array(w);
    }
    jw_bool(w, "auto", option->or_auto);
    jw_end_object(w);
}

/* What stands after the type and the seat in an event's row. */
static void write_events(JsonW *w, const Game *game)
{
    jw_object(w, "events");
    for (int i = 0; i < game->event_count; i++) {
        const Spec *spec = &game->events[i];
        if (!spec->name)
            continue;
        jw_array(w, spec->name);
        for (int hole = 0; hole < SPEC_HOLES; hole++)
            if (spec->hole[hole].kind)
                jw_str(w, NULL, spec->hole[hole].name);
        if (spec->list.kind)
            jw_str(w, NULL, spec->list.name);
        jw_end_array(w);
    }
    jw_end_object(w);
}

void list_games(JsonW *w, const char *key, const Texts *texts)
{
    jw_array(w, key);
    for (const Game *const *at = games_all; *at; at++) {
        const Game *game = *at;
        char name[96];
        snprintf(name, sizeof name, "%s.name", game->id);
        jw_object(w, NULL);
        jw_str(w, "game", game->id);
        jw_str(w, "name", text_get(texts, name));
        jw_int(w, "rules_version", game->rules_version);
        jw_int(w, "players_min", game->players_min);
        jw_int(w, "players_max", game->players_max);
        jw_array(w, "options");
        for (int i = 0; i < game->option_count; i++)
            write_option(w, game, &game->options[i], texts);
        jw_end_array(w);
        write_events(w, game);
        jw_end_object(w);
    }
    jw_end_array(w);
}

void list_agents(JsonW *w, const char *key)
{
    jw_array(w, key);
    for (const Agent *const *agent = agents_all; *agent; agent++)
        jw_str(w, NULL, (*agent)->name);
    jw_end_array(w);
}
