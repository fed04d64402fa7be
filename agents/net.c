/* net.c - a small neural network that has learned a game: which moves look good, and
 * how likely the seat that acts is to win. */
#include "agents/net.h"

#include "engine/hash.h"
#include "games/games.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    NET_ACTIONS_MAX = 8192,
    NET_ON_MAX = 2048, /* facts that hold at once */
    NET_SHIFT = 24,
    NET_CEILING = 32767, /* of what one layer tells the next */
    /* So many rows of one byte add up in two. */
    NET_ROWS_SHORT = 256,
    NETS_MAX = 16
};

/* A sight looks at one number of the observation and says which row that switches on.
 */
typedef enum {
    SIGHT_IS,   /* one between least and most: the row for exactly this one */
    SIGHT_FROM, /* one that is least or more: its one row */
    SIGHT_WITH, /* a flag that is set: the row for the number at the other place */
    SIGHT_VIA,  /* a thing's name: the row for the number there, counted by the name */
    SIGHT_KINDS
} SightKind;

typedef struct {
    uint16_t kind, place, other, row, least, most;
} Sight;

/* A place of the observation, and how it must read. */
typedef struct {
    uint16_t place;
    int16_t value;
} Fit;

/* The file as it begins; all numbers little-endian, as every machine we build for. */
typedef struct {
    char magic[8]; /* "parlor\0n" */
    uint32_t format, bytes_count;
    uint64_t fingerprint;
    char game[16];
    uint32_t numbers, actions; /* of the observation; of the action space */
    uint32_t sights, fits;
    uint32_t rows, wide, deep, pad;
} Header;

/* out = (sum + bias) * scale / 2^NET_SHIFT, rounded. */
typedef struct {
    const int32_t *bias, *scale;
    int16_t *weight; /* for each output one for each input */
} Layer;

struct Net {
    Header head;
    const Game *game;
    struct Net *older; /* in the registry */
    Sight *sight;
    Fit *fit;
    const int32_t *bias, *scale;
    const int8_t *row;
    Layer second, third, out; /* out: the actions, then the odds */
    _Alignas(16) uint8_t bytes[];
};

static uint64_t print_text(uint64_t print, const char *text)
{
    return rng_mix(print, hash_bytes(text, strlen(text)));
}

uint64_t net_fingerprint(const Game *game, const void *catalog)
{
    uint64_t print = print_text(game->encoding_version, game->id);
    CardInfo card;
    for (int i = 0; i < game->act_part_count; i++) {
        const ActPart *part = &game->act_parts[i];
        print = print_text(print, game->actions[part->type].name);
        print = rng_mix(print, (uint64_t)part->first << 16 | part->count);
    }
    for (int i = 0; i < game->sees_part_count; i++) {
        const SeesPart *part = &game->sees_parts[i];
        print = print_text(print, part->name);
        print = rng_mix(print, (uint64_t)part->first << 16 | part->count);
    }
    for (int i = 0; game->card_at(catalog, i, &card); i++)
        print = print_text(print, card.id);
    return print;
}

/* What is taken from the file's bytes, one thing after the other. */
typedef struct {
    const uint8_t *at;
    size_t left;
} Taking;

static const void *take(Taking *from, size_t count, size_t each_bytes)
{
    const size_t bytes = count * each_bytes;
    const void *taken = from->left >= bytes ? from->at : NULL;
    from->at += taken ? bytes : 0;
    from->left -= taken ? bytes : 0;
    return taken;
}

/* Weights are bytes in the file and two in memory, where they are multiplied. */
static bool take_layer(Taking *from, uint32_t outputs, uint32_t inputs, Layer *layer)
{
    const size_t weights = (size_t)outputs * inputs;
    layer->bias = take(from, outputs, sizeof *layer->bias);
    layer->scale = take(from, outputs, sizeof *layer->scale);
    const int8_t *weight = take(from, weights, sizeof *weight);
    if (!layer->bias || !layer->scale || !weight)
        return false;
    layer->weight = malloc(weights * sizeof *layer->weight);
    if (!layer->weight)
        abort();
    for (size_t i = 0; i < weights; i++)
        layer->weight[i] = weight[i];
    return true;
}

static bool sights_good(const Net *net)
{
    const uint32_t places = net->head.numbers + net->head.actions;
    for (uint32_t i = 0; i < net->head.sights; i++) {
        const Sight *s = &net->sight[i];
        const bool joined = s->kind == SIGHT_WITH || s->kind == SIGHT_VIA;
        if (s->kind >= SIGHT_KINDS || s->place >= places || s->least > s->most ||
            (uint32_t)s->row + (s->most - s->least) >= net->head.rows ||
            (joined && s->other >= net->head.numbers))
            return false;
    }
    for (uint32_t i = 0; i < net->head.fits; i++)
        if (net->fit[i].place >= net->head.numbers)
            return false;
    return net->head.sights <= NET_ON_MAX;
}

static bool head_good(const Header *head, size_t bytes_count)
{
    static const char magic[8] = {'p', 'a', 'r', 'l', 'o', 'r', '\0', 'n'};
    return !memcmp(head->magic, magic, sizeof magic) && head->format == NET_FORMAT &&
           head->bytes_count == bytes_count && !head->game[sizeof head->game - 1] &&
           head->wide > 0 && head->wide <= NET_WIDE_MAX && head->wide % 16 == 0 &&
           head->deep > 0 && head->deep <= NET_DEEP_MAX && head->deep % 16 == 0 &&
           head->rows > 0 && head->rows <= UINT16_MAX && head->sights <= NET_ON_MAX &&
           head->fits <= head->numbers && head->numbers <= NET_SEES_MAX &&
           head->actions <= NET_ACTIONS_MAX;
}

static bool net_take(Net *net, Taking *from)
{
    const Header *head = &net->head;
    const Sight *sight = take(from, head->sights, sizeof *sight);
    const Fit *fit = take(from, head->fits, sizeof *fit);
    net->bias = take(from, head->wide, sizeof *net->bias);
    net->scale = take(from, head->wide, sizeof *net->scale);
    net->row = take(from, (size_t)head->rows * head->wide, sizeof *net->row);
    if (!sight || !fit || !net->bias || !net->scale || !net->row)
        return false;
    net->sight = (Sight *)(uintptr_t)sight;
    net->fit = (Fit *)(uintptr_t)fit;
    return sights_good(net) && take_layer(from, head->deep, head->wide, &net->second) &&
           take_layer(from, head->deep, head->deep, &net->third) &&
           take_layer(from, head->actions + 1, head->deep, &net->out) &&
           from->left == sizeof(uint64_t);
}

Err net_new(const Game *game, const void *catalog, const void *bytes,
            size_t bytes_count, Net **made)
{
    const uint8_t *file = bytes;
    Header head;
    uint64_t told = 0;
    *made = NULL;
    if (bytes_count < sizeof head + sizeof told || bytes_count > NET_BYTES_MAX)
        return ERR_NET_BROKEN;
    memcpy(&head, file, sizeof head);
    memcpy(&told, file + bytes_count - sizeof told, sizeof told);
    if (!head_good(&head, bytes_count) ||
        hash_bytes(file, bytes_count - sizeof told) != told)
        return ERR_NET_BROKEN;
    if (strcmp(head.game, game->id) != 0 || head.numbers != game->sees_count ||
        head.actions != game->action_space ||
        head.fingerprint != net_fingerprint(game, catalog))
        return ERR_NET_OTHER;
    Net *net = calloc(1, sizeof *net + bytes_count);
    if (!net)
        abort();
    net->head = head;
    net->game = game;
    memcpy(net->bytes, file, bytes_count);
    Taking from = {net->bytes + sizeof head, bytes_count - sizeof head};
    if (!net_take(net, &from)) {
        net_free(net);
        return ERR_NET_BROKEN;
    }
    *made = net;
    return ERR_OK;
}

void net_free(Net *net)
{
    if (!net)
        return;
    free(net->second.weight);
    free(net->third.weight);
    free(net->out.weight);
    free(net);
}

static int seen_at(const Net *net, const void *observation, uint32_t place)
{
    return net->game->sees_bytes == 1 ? ((const uint8_t *)observation)[place]
                                      : ((const int16_t *)observation)[place];
}

bool net_fits(const Net *net, const void *observation)
{
    for (uint32_t i = 0; i < net->head.fits; i++)
        if (seen_at(net, observation, net->fit[i].place) != net->fit[i].value)
            return false;
    return true;
}

/* The number from which a sight's row is counted; below least: none. */
static int sight_told(const Sight *s, const int16_t *sees, uint32_t numbers)
{
    const int there = sees[s->place];
    if (s->kind == SIGHT_IS)
        return there;
    if (s->kind == SIGHT_FROM)
        return there >= s->least ? s->least : -1;
    if (there <= 0)
        return -1;
    const uint32_t other = s->other + (s->kind == SIGHT_VIA ? (uint32_t)there : 0);
    return other < numbers ? sees[other] : -1;
}

/* The rows that are switched on; each sight switches on one at most. */
static int rows_on(const Net *net, const int16_t *sees, uint16_t *on)
{
    int count = 0;
    for (uint32_t i = 0; i < net->head.sights; i++) {
        const Sight *s = &net->sight[i];
        const int told = sight_told(s, sees, net->head.numbers);
        if (told >= s->least && told <= s->most)
            on[count++] = (uint16_t)(s->row + told - s->least);
    }
    return count;
}

static int32_t scaled(int64_t sum, int32_t bias, int32_t scale)
{
    const int64_t product = (sum + bias) * scale + ((int64_t)1 << (NET_SHIFT - 1));
    return (int32_t)(product >> NET_SHIFT);
}

static int16_t rectified(int32_t told)
{
    return (int16_t)(told < 0 ? 0 : told > NET_CEILING ? NET_CEILING : told);
}

/* On its own, or gcc takes two rows together and then no longer many columns. */
__attribute__((noinline)) static void row_add(const int8_t *restrict row, uint32_t wide,
                                              int16_t *restrict sum)
{
    for (uint32_t j = 0; j < wide; j++)
        sum[j] = (int16_t)(sum[j] + row[j]);
}

static void first_layer(const Net *net, const uint16_t *on, int count, int16_t *out)
{
    const uint32_t wide = net->head.wide;
    int32_t sum[NET_WIDE_MAX] = {0};
    for (int from = 0; from < count; from += NET_ROWS_SHORT) {
        const int to = count - from > NET_ROWS_SHORT ? from + NET_ROWS_SHORT : count;
        int16_t part[NET_WIDE_MAX] = {0};
        for (int k = from; k < to; k++)
            row_add(net->row + (size_t)on[k] * wide, wide, part);
        for (uint32_t j = 0; j < wide; j++)
            sum[j] += part[j];
    }
    for (uint32_t j = 0; j < wide; j++)
        out[j] = rectified(scaled(sum[j], net->bias[j], net->scale[j]));
}

/* 256 * 32767 * 127 fits in 32 bits. */
static int32_t layer_run(const Layer *layer, uint32_t output, const int16_t *in,
                         uint32_t inputs)
{
    const int16_t *weight = layer->weight + (size_t)output * inputs;
    int32_t sum = 0;
    for (uint32_t i = 0; i < inputs; i++)
        sum += (int32_t)weight[i] * in[i];
    return scaled(sum, layer->bias[output], layer->scale[output]);
}

void net_run(const Net *net, const void *observation, const uint16_t *action, int count,
             int32_t *rating, int32_t *odds)
{
    const Header *head = &net->head;
    int16_t sees[NET_SEES_MAX + NET_ACTIONS_MAX];
    int16_t first[NET_WIDE_MAX], second[NET_DEEP_MAX], third[NET_DEEP_MAX];
    uint16_t on[NET_ON_MAX];
    for (uint32_t i = 0; i < head->numbers; i++)
        sees[i] = (int16_t)seen_at(net, observation, i);
    memset(sees + head->numbers, 0, head->actions * sizeof *sees);
    for (int i = 0; i < count; i++)
        sees[head->numbers + action[i]] = 1;
    first_layer(net, on, rows_on(net, sees, on), first);
    for (uint32_t i = 0; i < head->deep; i++)
        second[i] = rectified(layer_run(&net->second, i, first, head->wide));
    for (uint32_t i = 0; i < head->deep; i++)
        third[i] = rectified(layer_run(&net->third, i, second, head->deep));
    for (int i = 0; i < count; i++)
        rating[i] = layer_run(&net->out, action[i], third, head->deep);
    *odds = layer_run(&net->out, head->actions, third, head->deep);
}

void net_look(const Net *net, const void *catalog, const void *view, int seat,
              const Moves *moves, int32_t *rating, int32_t *odds)
{
    const Game *game = net->game;
    _Alignas(16) int16_t observation[NET_SEES_MAX];
    uint16_t action[MOVES_MAX];
    game->observe(catalog, view, seat, observation);
    for (int i = 0; i < moves->count; i++) {
        const int place = game->action_index(catalog, view, &moves->item[i]);
        ASSERT(place >= 0 && place < game->action_space);
        action[i] = (uint16_t)place;
    }
    net_run(net, observation, action, moves->count, rating, odds);
}

/* 1 / (1 + 2^-x), the power by a parabola that is right at its ends and in its middle.
 */
int32_t net_share(int32_t odds)
{
    const int64_t size = odds < 0 ? -(int64_t)odds : odds;
    const int64_t whole = size / NET_BIT, part = size % NET_BIT * 65536 / NET_BIT;
    if (whole >= 16)
        return odds < 0 ? 0 : 65536;
    const int64_t bend = 65536 - part * (44017 - (part * 11249 >> 16)) / 65536;
    const int64_t power = bend >> whole;
    const int64_t share = ((int64_t)65536 << 16) / (65536 + power);
    return (int32_t)(odds < 0 ? 65536 - share : share);
}

/* One for each game. An old one stays, because somebody may be thinking by it. */
static _Atomic(Net *) nets[NETS_MAX];

const Net *nets_find(const Game *game, const void *catalog)
{
    const int place = games_place(game->id);
    const Net *net = place < 0 || place >= NETS_MAX ? NULL : atomic_load(&nets[place]);
    return net && net->head.fingerprint == net_fingerprint(game, catalog) ? net : NULL;
}

void nets_keep(Net *net)
{
    const int place = games_place(net->game->id);
    ASSERT(place >= 0 && place < NETS_MAX);
    net->older = atomic_load(&nets[place]);
    atomic_store(&nets[place], net);
}
