/* fields.c - Tolls' part of the table, a row a field. */
#include "games/duel/host.h"

#define STATE DuelTolls
const Field duel_tolls_fields[] = {
    NUMBERS("taken", taken, 0, 99),
    FIELDS_END,
};
#undef STATE
