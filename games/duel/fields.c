/* fields.c - what a table of 7 Wonders Duel is, a row a field.
 *
 * Rows that follow from others are written for whoever reads; a position may leave them
 * out, and may not differ. */
#include "games/duel/host.h"

TELLS(tell_ages, g.catalog->age_count)

/* Whether a set is in play: its part is there only then, and false says that it is not,
 * as the option of its name does. */
#define SET_PLAYS(name, ...) TELLS(plays_##name, g.state->sets >> DUEL_SET_##name & 1)
DUEL_EACH_SET(SET_PLAYS, )
#undef SET_PLAYS

/* A city: what it is made of, and what follows from that. */

static void write_resources(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelPowers *has = &((const DuelCity *)walk->record)->has;
    jw_object(out, field->key);
    for (int i = 0; i < DUEL_RESOURCES; i++)
        jw_int(out, duel_resource_names[i], duel_goods(has->goods, i));
    jw_int(out, "any_raw", duel_goods(has->goods, DUEL_ANY_RAW));
    jw_int(out, "any_manufactured", duel_goods(has->goods, DUEL_ANY_MADE));
    jw_end_object(out);
}

static void write_fixed_prices(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelPowers *has = &((const DuelCity *)walk->record)->has;
    jw_array(out, field->key);
    for (int i = 0; i < DUEL_RESOURCES; i++)
        if (has->bits >> i & 1)
            jw_str(out, NULL, duel_resource_names[i]);
    jw_end_array(out);
}

static void write_symbols(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelCity *city = (const DuelCity *)walk->record;
    jw_object(out, field->key);
    for (int symbol = 1; symbol < DUEL_SYMBOLS; symbol++)
        if (duel_symbol_count(city, symbol))
            jw_int(out, duel_symbol_names[symbol], duel_symbol_count(city, symbol));
    jw_end_object(out);
}

static void write_chains(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelCatalog *c = duel_catalog_of(walk);
    DuelCards cards = ((const DuelCity *)walk->record)->cards;
    jw_array(out, field->key);
    for (int card = duel_cards_pop(&cards); card; card = duel_cards_pop(&cards))
        if (c->label[card].gives)
            jw_str(out, NULL, c->chain_id[c->label[card].gives]);
    jw_end_array(out);
}

TELLS(points_of, duel_score(&g, walk->index).total)

#define STATE DuelCity
static const Field wonder_fields[] = {
    EACH_THING("wonder", wonder, DUEL_WONDER, .needed = true),
    EACH_THING("under", under, DUEL_CARD, .placed = true, .unobserved = true),
    FIELDS_END,
};

static const Field city_fields[] = {
    NUMBER("coins", coins, 0, DUEL_COINS_MAX),
    SET("cards", cards, DUEL_CARD, .placed = true),
    SPREAD("wonders", DUEL_CITY_WONDERS, wonder_fields),
    SET("tokens", tokens, DUEL_TOKEN, .one = true),
#ifdef DUEL_WITH_SETS
    SET("divinities", gods, DUEL_GOD, .one = true),
    NUMBER("kept_coins", kept, 0, UINT8_MAX),
#endif
    FOLLOWS("resources", "Record<string, number>", write_resources),
    FOLLOWS("fixed_prices", "string[]", write_fixed_prices),
    FOLLOWS("symbols", "Record<string, number>", write_symbols),
    FOLLOWS("chains", "string[]", write_chains),
    TOLD("points", "number", THING_NUMBER, points_of),
    FIELDS_END,
};
#undef STATE

/* A place of the structure: 'index' is the slot. */

/* Face down, in a view, only the back is known. */
static void write_slot_card(const Walk *walk, const Field *field, JsonW *out)
{
    const int card = duel_state_of(walk)->slot[walk->index];
    if (card < DUEL_BACK)
        record_write_thing(out, field->key, &walk->table, DUEL_CARD, card);
}

static void write_slot_back(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelCatalog *c = duel_catalog_of(walk);
    const int card = duel_state_of(walk)->slot[walk->index];
    jw_str(out, field->key,
           c->back_id[card < DUEL_BACK ? c->label[card].back : card - DUEL_BACK]);
}

TELLS(is_available, duel_available(g.state) >> walk->index & 1)

static void write_slots(const char *key, uint32_t slots, JsonW *out)
{
    jw_array(out, key);
    for (; slots; slots &= slots - 1)
        jw_int(out, NULL, bits_first(slots));
    jw_end_array(out);
}

static void write_covered_by(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelState *s = duel_state_of(walk);
    const DuelLayout *layout = duel_layout(duel_catalog_of(walk), s, s->age);
    write_slots(field->key, layout->covered_by[walk->index] & s->lying, out);
}

static void write_covers(const Walk *walk, const Field *field, JsonW *out)
{
    const DuelState *s = duel_state_of(walk);
    const DuelLayout *layout = duel_layout(duel_catalog_of(walk), s, s->age);
    uint32_t below = 0;
    for (int i = 0; i < DUEL_COVERS_MAX; i++)
        below |= (uint32_t)1 << layout->below[walk->index][i];
    write_slots(field->key, below & s->lying, out);
}

#define STATE DuelState
const Field duel_slot_fields[] = {
    /* Read before the rest: it says which. */
    TOLD("slot", "number", THING_NUMBER, fields_index),
    ODD("card", "string | undefined", write_slot_card, duel_read_slot_card,
        FIELD_EACH(slot)),
    ODD("back", "string", write_slot_back, duel_read_slot_back),
    EACH_FLAG("face_up", hidden, .flipped = true),
    TOLD("available", "boolean", THING_FLAG, is_available),
    FOLLOWS("covered_by", "number[]", write_covered_by),
    FOLLOWS("covers", "number[]", write_covers),
    FIELDS_END,
};
#undef STATE

static int next_slot(const Walk *walk, int from)
{
    const uint32_t left = duel_state_of(walk)->lying >> from;
    return left ? from + bits_first(left) : -1;
}

/* Military tokens: the small and the large one of seat 0, then those of seat 1. */
static void write_loot(const Walk *walk, const Field *field, JsonW *out)
{
    jw_array(out, field->key);
    for (int i = 0; i < DUEL_SEATS * DUEL_LOOT_MAX; i++)
        jw_bool(out, NULL, duel_state_of(walk)->loot >> i & 1);
    jw_end_array(out);
}

#define STATE DuelFx
static const Field frame_fields[] = {
    WORD("ability", ability, duel_ability_names, DUEL_ABILITIES),
    NUMBER("step", step, 0, UINT8_MAX),
    NUMBER("seat", seat, 0, DUEL_SEATS - 1),
    NUMBER("who", who, 0, DUEL_SEATS - 1, .derived = true),
    THING("source", source, DUEL_PIECE),
    NUMBER("answer", answer, 0, DUEL_PIECES - 1, .derived = true),
    NUMBER("card", card, 0, DUEL_PIECES - 1),
    NUMBER("count", count, 0, UINT8_MAX),
#ifdef DUEL_WITH_SETS
    NUMBER("other", other, 0, DUEL_PIECES - 1),
#endif
    FIELDS_END,
};
#undef STATE

#define STATE DuelState
static const Field military_fields[] = {
    NUMBER("position", pawn, INT8_MIN, INT8_MAX),
    ODD("loot", "boolean[]", write_loot, duel_read_loot, FIELD_AT(loot)),
    FIELDS_END,
};

static const Field progress_fields[] = {
    SET("row", row, DUEL_TOKEN, .one = true),
    SET("aside", aside, DUEL_TOKEN, .one = true),
    SET("drawn", drawn, DUEL_TOKEN, .one = true),
    FIELDS_END,
};

const Field duel_fields[] = {
    VIEW_FIELD,
    NUMBER("age", age, 0, 0, .told = tell_ages),
    NUMBER("turn", seat, 0, DUEL_SEATS - 1),
    NUMBER("first", first, 0, DUEL_SEATS - 1),
    FLAG("again", marks, DUEL_AGAIN),
    FLAG("expansions", marks, DUEL_BASE_ONLY, .flipped = true),
#ifdef DUEL_WITH_SETS
    FLAG("triggered", marks, DUEL_TRIGGERED, .unobserved = true),
    FLAG("opening", marks, DUEL_OPENING, .unobserved = true),
#endif
    EACH_RECORD("players", city, city_fields),
    ENTRIES("structure", next_slot, duel_slot_fields, .count = DUEL_SLOTS_MAX,
            .read = duel_read_structure),
    SET("discard", discard, DUEL_CARD, .placed = true),
    OBJECT("military", military_fields),
    OBJECT("progress", progress_fields),
    THINGS("draft", pool, DUEL_WONDER),
    WORD("victory", victory, duel_victory_names, DUEL_VICTORIES),
    SEATS("winners", winners, .unobserved = true),
    /* The question follows from the effect that asks it. */
    FOLLOWS("prompt", "Prompt | null", prompt_write,
            .at = (uint16_t)offsetof(STATE, prompt)),
    RECORDS("effects", fx, frame_fields, FIELD_COUNTED(fx_depth), .unobserved = true),
#define SET_PART(name, ...) \
    OBJECT_AT(#name, name, duel_##name##_fields, .told = plays_##name),
    DUEL_EACH_SET(SET_PART, )
#undef SET_PART
        RNG_FIELD,
    FIELDS_END,
};
#undef STATE
