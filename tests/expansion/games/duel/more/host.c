/* host.c - Harbour's part of the table as JSON: {"ships": [0, 1], "crate": 15}. */
#include "games/duel/host.h"

void duel_more_write(const Duel *g, struct JsonW *out)
{
    const DuelMore *more = &g->state->more;
    jw_object(out, "more");
    jw_array(out, "ships");
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        jw_int(out, NULL, more->ships[seat]);
    jw_end_array(out);
    if (more->crate)
        jw_int(out, "crate", more->crate - 1);
    jw_end_object(out);
}

bool duel_more_read(Duel *g, const struct json_t *json)
{
    DuelMore *more = &g->state->more;
    const json_t *ships = json_object_get(json, "ships");
    const json_t *crate = json_object_get(json, "crate");
    const json_int_t slot = crate ? json_integer_value(crate) : -1;
    for (size_t seat = 0; seat < DUEL_SEATS; seat++) {
        const json_int_t count = json_integer_value(json_array_get(ships, seat));
        if (count < 0 || count > 99)
            return false;
        more->ships[seat] = (uint8_t)count;
    }
    if (slot < -1 || slot >= DUEL_SLOTS_MAX)
        return false;
    more->crate = (uint8_t)(slot + 1);
    return true;
}
