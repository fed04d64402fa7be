/* nets.c - the networks under data/nets, read with the catalog of their game. */
#include "agents/nets.h"

#include "agents/net.h"
#include "games/games.h"

#include <pthread.h>
#include <stdio.h>

enum { NETS_GAMES_MAX = 16 };

/* What came of it the last time, so that a door may ask as often as it likes. */
typedef struct {
    const Data *data;
    Err err;
} Loaded;

static pthread_mutex_t nets_lock = PTHREAD_MUTEX_INITIALIZER; /* over what follows */
static Loaded nets_loaded[NETS_GAMES_MAX];

static Err nets_read(const Game *game, const void *catalog, const Data *data, int index)
{
    Net *net = NULL;
    size_t bytes_count = 0;
    const void *bytes = data_bytes(data, index, &bytes_count);
    const Err err = net_new(game, catalog, bytes, bytes_count, &net);
    if (!err)
        nets_keep(net);
    /* The one built in was made for the cards built in: with others there is none. */
    return data_is_embedded(data, index) ? (Err)ERR_OK : err;
}

Err nets_load(const Game *game, const void *catalog, const Data *data,
              const char **file)
{
    char name[64];
    const int place = games_place(game->id);
    snprintf(name, sizeof name, "nets/%s.net", game->id);
    const int index = data_index(data, name);
    if (place < 0 || place >= NETS_GAMES_MAX || index < 0)
        return ERR_OK;
    pthread_mutex_lock(&nets_lock);
    Loaded *loaded = &nets_loaded[place];
    if (loaded->data != data)
        *loaded = (Loaded){data, nets_read(game, catalog, data, index)};
    const Err err = loaded->err;
    pthread_mutex_unlock(&nets_lock);
    *file = data_file(data, index);
    return err;
}
