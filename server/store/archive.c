/* archive.c - a match out of the store, as a record that "parlor replay" reads. */
#include "server/store/archive.h"

#include "server/store/course.h"

Match *archive_play(const json_t *doc, const StoreMove *moves, int move_count,
                    Catalogs *from, Refusal *why)
{
    const char *id = json_string_value(json_object_get(doc, "game"));
    const int index = catalogs_find(from, id);
    if (index < 0) {
        *why = refusal_words(ERR_UNKNOWN_GAME, id ? id : "", NULL);
        return NULL;
    }
    const Game *game = catalogs_game(from, index);
    const void *catalog = catalogs_of(from, index, doc, why);
    Setup setup;
    if (!catalog || record_read_setup(game, catalog, doc, &setup, why) ||
        setup_check(game, catalog, &setup, why))
        return NULL;
    Match *m = match_new(game, catalog, &setup);
    for (int i = 0; i < move_count; i++) {
        if (course_play(NULL, m, &moves[i].command))
            continue;
        *why = refusal_words(ERR_BAD_FILE, "moves", "@file.hash");
        match_free(m);
        return NULL;
    }
    return m;
}

void archive_write(JsonW *w, const char *id, const json_t *doc, const Match *m,
                   Catalogs *from)
{
    const json_t *seats = json_object_get(doc, "seats");
    JsonW part;
    jw_open(&part);
    match_save(m, from, &part);
    jw_object(w, NULL);
    jw_str(w, "id", id);
    jw_array(w, "seats");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const char *agent =
            json_string_value(json_object_get(json_array_get(seats, i), "agent"));
        jw_str(w, NULL, agent && agent[0] ? agent : "you");
    }
    jw_end_array(w);
    jw_array(w, "names");
    for (size_t i = 0; i < json_array_size(seats); i++)
        jw_str(w, NULL,
               json_string_value(json_object_get(json_array_get(seats, i), "name")));
    jw_end_array(w);
    jw_raw(w, "match", part.text);
    jw_end_object(w);
    jw_close(&part);
}
