/* fields.c - Harbour's part of the table, a row a field: {"ships": [0, 1], "crate":
 * 15}.
 */
#include "games/duel/host.h"

/* Slots start at 0, and most of the time there is no crate. */
static void write_crate(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelHarbour *part = (const DuelHarbour *)walk->record;
    if (part->crate)
        jw_int(out, field->key, part->crate - 1);
}

static void read_crate(Walk *walk, const Field *field, const json_t *value)
{
    DuelHarbour *part = (DuelHarbour *)walk->record;
    part->crate =
        (uint8_t)(1 + walk_int(walk, field->key, value, 0, DUEL_SLOTS_MAX - 1));
}

#define STATE DuelHarbour
const Field duel_harbour_fields[] = {
    NUMBERS("ships", ships, 0, 99),
    ODD("crate", "number | undefined", write_crate, read_crate),
    FIELDS_END,
};
#undef STATE
