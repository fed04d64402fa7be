/* list.c - what there is: the games with their options, and the agents, as JSON. */
#include "server/rooms/list.h"

#include "agents/agent.h"
#include "games/games.h"
#include "server/hub/inside.h"

#include <stdlib.h>

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

static void write_games(JsonW *w, const Hub *hub, const Texts *texts)
{
    jw_array(w, NULL);
    for (int i = 0; i < hub->game_count; i++) {
        jw_object(w, NULL);
        record_write_game(w, games_all[i], hub->catalog[i], texts);
        write_events(w, games_all[i]);
        jw_end_object(w);
    }
    jw_end_array(w);
}

void list_games(JsonW *w, Hub *hub, const Texts *texts)
{
    int language = 0;
    while (language < LANGUAGES - 1 && hub->texts[language] != texts)
        language++;
    if (!hub->games_text[language]) {
        JsonW games;
        jw_open(&games);
        write_games(&games, hub, texts);
        hub->games_text[language] = strdup(games.text);
        jw_close(&games);
    }
    jw_raw(w, "games", hub->games_text[language]);
    jw_array(w, "agents");
    for (const Agent *const *agent = agents_all; *agent; agent++)
        jw_str(w, NULL, (*agent)->name);
    for (const Agent *const *agent = agents_guests; agent && *agent; agent++)
        jw_str(w, NULL, (*agent)->name);
    jw_end_array(w);
}
