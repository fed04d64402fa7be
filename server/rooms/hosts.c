/* hosts.c - how many rooms of this process are somebody's: theirs as host, or a quick
 * one they sit in. */
#include "server/rooms/hosts.h"

#include "server/hub/inside.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    char person[PERSON_BYTES];
    int rooms;
} Host;

static void add(Hub *hub, const char *person, int rooms)
{
    Host *host = person[0] ? map_find(&hub->hosts, person) : NULL;
    if (!person[0])
        return;
    if (!host) {
        host = calloc(1, sizeof *host);
        ASSERT(host);
        snprintf(host->person, sizeof host->person, "%s", person);
        map_put(&hub->hosts, host->person, host);
    }
    host->rooms += rooms;
    ASSERT(host->rooms >= 0);
    if (!host->rooms) {
        map_remove(&hub->hosts, host->person);
        free(host);
    }
}

static void add_all(Hub *hub, const RoomDoc *doc, int rooms)
{
    if (!doc->is_quick)
        add(hub, doc->host, rooms);
    for (int i = 0; doc->is_quick && i < doc->setup.players; i++)
        add(hub, doc->seat[i].person, rooms);
}

int hosts_count(const Hub *hub, const char *person)
{
    const Host *host = map_find(&hub->hosts, person);
    return host ? host->rooms : 0;
}

void hosts_note(Hub *hub, const RoomDoc *before, const RoomDoc *now)
{
    if (now)
        add_all(hub, now, 1);
    if (before)
        add_all(hub, before, -1);
}
