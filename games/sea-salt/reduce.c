/* reduce.c - how an event changes the table: the only code that writes it. */
#include "games/sea-salt/reduce.h"

RULES void salt_colour_set(SaltState *s, int card, int colour)
{
    const int shift = (card & 1) * 4;
    s->colour[card >> 1] =
        (uint8_t)((s->colour[card >> 1] & ~(15 << shift)) | colour << shift);
}

RULES void salt_reduce(const SaltCatalog *catalog, SaltState *s, const Event *e,
                       const uint8_t *list)
{
    (void)catalog;
    salt_reduce_event(s, e, list);
}
