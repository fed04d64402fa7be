/* archive.c - a match out of the store, as a record that "parlor replay" reads. */
#include "server/store/archive.h"

#include "games/games.h"

Match *archive_play(const json_t *doc, const StoreMove *moves, int move_count,
                    const void *const *catalogs, Refusal *why)
{
    const char *id = json_string_value(json_object_get(doc, "game"));
    int game = 0;
    Setup setup;
    while (games_all[game] && (!id || strcmp(games_all[game]->id, id) != 0))
        game++;
    if (!games_all[game]) {
        *why = refusal_words(ERR_UNKNOWN_GAME, id ? id : "", NULL);
        return NULL;
    }
    if (match_check_basis(doc, games_all[game],
                          data_fingerprint(games_all[game], catalogs[game]), why) ||
        record_read_setup(games_all[game], doc, &setup, why) ||
        setup_check(games_all[game], catalogs[game], &setup, why))
        return NULL;
    Match *m = match_new(games_all[game], catalogs[game], &setup);
    for (int i = 0; i < move_count; i++) {
        if (!match_apply(m, &moves[i].command, NULL))
            continue;
        *why = refusal_words(ERR_BAD_FILE, "moves", "@file.hash");
        match_free(m);
        return NULL;
    }
    return m;
}

void archive_write(JsonW *w, const char *id, const json_t *doc, const Match *m)
{
    const json_t *seats = json_object_get(doc, "seats");
    JsonW part;
    jw_open(&part);
    match_save(m, &part);
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
