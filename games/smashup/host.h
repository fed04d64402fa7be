/* host.h - what the host files of Smash Up share: loading, names, JSON. */
#pragma once

#include "engine/data.h"
#include "engine/jsonw.h"
#include "engine/text.h"
#include "engine/waiting.h"
#include "games/smashup/su.h"

extern const Game su_game; /* as the engine sees it: game.c */

extern const char *const su_ability_names[SU_ABILITIES];
extern const char *const su_phase_names[SU_PHASES];
extern const char *const su_thing_names[SU_THINGS_END - THING_GAME];
extern const char *const su_kind_names[3];
extern const char *const su_rule_names[SU_RULES];

bool su_load(Data *data, void *catalog, LoadError *error);
/* Notes which cards of a faction have which abilities and passives. */
void su_index(SuCatalog *c);

const char *su_card_id(const Su *g, int card); /* NULL past the last */
/* Ids of cards, bases, factions and the rest as data and JSON write them; NULL past the
 * last. */
const char *su_thing_id(const void *catalog, const void *state, int kind, int id);
void su_thing_say(const void *catalog, const void *state, const Texts *texts, int kind,
                  int id, char *out, size_t out_bytes);
bool su_card_at(const void *catalog, int index, CardInfo *info);

/* The rows of a table, and the functions of the odd ones that read. */
extern const Field su_fields[], su_base_fields[], su_minion_fields[],
    su_action_fields[], su_play_fields[];
FieldRead su_read_hand, su_read_discard, su_read_deck, su_read_madness_of,
    su_read_bases, su_read_base_deck, su_read_counts, su_read_carried, su_read_look,
    su_read_resolving, su_read_power_max, su_read_play_name, su_read_plays,
    su_read_spared;

static inline SuState *su_state_of(const Walk *walk)
{
    return (SuState *)(uintptr_t)walk->table.state;
}

static inline Su su_table_of(const Walk *walk)
{
    const Table *t = &walk->table;
    return su_table(su_reading(t->catalog, t->state), su_state_of(walk), NULL);
}
#define TELLS(name, ...) FIELD_TELLS(Su, su_table_of, name, __VA_ARGS__)

/* Whether a card is in a player's hand or deck: what its note then says is who knows
 * it. */
static inline bool su_is_hidden_card(const SuState *s, int card, int seat)
{
    const int zone = s->card[card].zone;
    return (zone == SU_IN_HAND || zone == SU_IN_DECK) && s->card[card].seat == seat;
}

void su_lay(Walk *walk, const json_t *json); /* a position over the deal */
void su_write_score(const void *catalog, const void *state, JsonW *out);
