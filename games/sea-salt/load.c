/* load.c - reads the decks of Sea Salt & Paper from data/sea-salt into a catalog. */
#include "games/sea-salt/host.h"

#include "engine/reader.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const profile_names[SALT_PROFILES_MAX] = {"standard", "official"};
static const char *const category_names[] = {"pairing", "collection", "multiplier",
                                             "special"};

const char *const salt_ability_names[SALT_ABILITIES] = {
    "none",
#define ABILITY(name, ...) #name,
#include "games/sea-salt/abilities.def"
#undef ABILITY
};

static int find_kind(const SaltProfile *p, const char *id)
{
    for (int kind = 1; id && kind <= p->kind_count; kind++)
        if (strcmp(p->kind[kind].id, id) == 0)
            return kind;
    return 0;
}

static int find_colour(const SaltProfile *p, const char *id)
{
    for (int colour = 1; id && colour <= p->colour_count; colour++)
        if (strcmp(p->colour_id[colour], id) == 0)
            return colour;
    return 0;
}

static int read_kind_name(Reader *r, const SaltProfile *p, const json_t *object,
                          const char *key)
{
    const char *id = read_text(r, object, key);
    const int kind = find_kind(p, id);
    if (!kind && reader_ok(r))
        reader_fail(r, key, "no card kind is called \"%s\"", id);
    return kind;
}

static void read_colours(Reader *r, const json_t *file, SaltProfile *p)
{
    static const char *const keys[] = {"id", "hex", "symbol", NULL};
    const json_t *list = read_array(r, file, "colours", SALT_COLOURS_MAX);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        reader_enter(r, "colours", (int)i);
        read_only(r, item, keys);
        const char *id = read_text(r, item, "id");
        if (find_colour(p, id))
            reader_fail(r, "id", "\"%s\" is listed twice", id);
        reader_id(r, "id", id, p->colour_id[p->colour_count + 1],
                  sizeof p->colour_id[0]);
        p->colour_count++;
        reader_leave(r);
    }
    p->white = (uint8_t)find_colour(p, read_text(r, file, "white"));
    if (!p->white)
        reader_fail(r, "white", "is not one of the colours");
}

/* One more card of a kind; its id is the kind's with a number. */
static void add_card(Reader *r, SaltProfile *p, int kind, int number, int colour)
{
    if (p->card_count_max == SALT_CARDS_MAX) {
        reader_fail(r, NULL, "more than %d cards", SALT_CARDS_MAX);
        return;
    }
    const int card = ++p->card_count_max;
    p->kind_of[card] = (uint8_t)kind;
    p->colour_of[card] = (uint8_t)colour;
    salt_set_add(&p->kind_cards[kind], card);
    char id[sizeof p->kind[kind].id];
    memcpy(id, p->kind[kind].id, sizeof id);
    snprintf(p->card_id[card], sizeof p->card_id[card], "%s_%u", id, (uint8_t)number);
}

/* Copies: either a number, coloured at random, or so many of each colour. */
static void read_copies(Reader *r, const json_t *item, SaltProfile *p, int kind)
{
    SaltKind *k = &p->kind[kind];
    const json_t *colours = read_object_or_none(r, item, "colours");
    const char *name;
    json_t *value;
    k->first_card = (uint8_t)(p->card_count_max + 1);
    if (!colours) {
        k->copies = (uint8_t)read_int(r, item, "copies", 1, SALT_COPIES_MAX);
        for (int i = 1; i <= k->copies; i++)
            add_card(r, p, kind, i, 0);
        p->random_colour = 1;
        return;
    }
    json_object_foreach((json_t *)colours, name, value)
    {
        reader_enter(r, "colours", -1);
        const int colour = find_colour(p, name);
        const int copies = read_int(r, colours, name, 1, SALT_COPIES_MAX);
        if (!colour)
            reader_fail(r, name, "is not one of the colours");
        for (int i = 0; i < copies && reader_ok(r); i++)
            add_card(r, p, kind, ++k->copies, colour);
        reader_leave(r);
    }
    if (k->copies > SALT_COPIES_MAX)
        reader_fail(r, "colours", "more than %d copies", SALT_COPIES_MAX);
}

static void read_points(Reader *r, const json_t *item, SaltKind *k)
{
    const json_t *points = read_array(r, item, "points", SALT_COPIES_MAX);
    const size_t count = json_array_size(points);
    if (reader_ok(r) && count < k->copies)
        reader_fail(r, "points", "needs a value for each of the %d copies", k->copies);
    int value = 0;
    for (size_t i = 0; i <= SALT_COPIES_MAX; i++) {
        const json_t *number = json_array_get(points, i < count ? i : count - 1);
        if (!json_is_integer(number) || json_integer_value(number) < 0 ||
            json_integer_value(number) > 50) {
            reader_fail(r, "points", "each must be a whole number from 0 to 50");
            return;
        }
        value = (int)json_integer_value(number);
        k->points[i + 1] = (uint8_t)value;
    }
}

static void read_kinds(Reader *r, const json_t *file, SaltProfile *p)
{
    static const char *const keys[] = {"id",      "category", "copies",
                                       "colours", "points",   "counts",
                                       "value",   "emoji",    NULL};
    const json_t *list = read_array(r, file, "kinds", SALT_KINDS_MAX);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        const json_t *item = json_array_get(list, i);
        reader_enter(r, "kinds", (int)i);
        read_only(r, item, keys);
        const char *id = read_text(r, item, "id");
        if (find_kind(p, id))
            reader_fail(r, "id", "\"%s\" is listed twice", id);
        if (p->kind_count == SALT_KINDS_MAX)
            reader_fail(r, "id", "more than %d kinds", SALT_KINDS_MAX);
        if (!reader_ok(r))
            return;
        SaltKind *k = &p->kind[++p->kind_count];
        reader_id(r, "id", id, k->id, sizeof k->id);
        k->category = (uint8_t)read_word(r, item, "category", category_names, 4);
        read_copies(r, item, p, p->kind_count);
        if (k->category == SALT_COLLECTION)
            read_points(r, item, k);
        if (k->category == SALT_MULTIPLIER) {
            k->target = (uint8_t)read_kind_name(r, p, item, "counts");
            k->value = (uint8_t)read_int(r, item, "value", 1, 20);
        }
        reader_leave(r);
    }
}

static bool find_pair(const SaltProfile *p, int a, int b)
{
    for (int i = 0; i < p->pair_count; i++) {
        const SaltPair *pair = &p->pair[i];
        if ((pair->kind_a == a && pair->kind_b == b) ||
            (pair->kind_a == b && pair->kind_b == a))
            return true;
    }
    return false;
}

/* Two kinds, an effect that exists in C, and for Extra Pepper the event it needs. */
static void read_pairs(Reader *r, const json_t *file, SaltProfile *p,
                       const SaltCatalog *catalog)
{
    static const char *const keys[] = {"kinds", "effect", "event", NULL};
    const json_t *list = read_array(r, file, "pairs", SALT_PAIRS_MAX);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        const json_t *item = json_array_get(list, i);
        reader_enter(r, "pairs", (int)i);
        read_only(r, item, keys);
        const json_t *kinds = read_array(r, item, "kinds", 2);
        const int a = find_kind(p, json_string_value(json_array_get(kinds, 0)));
        const int b = find_kind(p, json_string_value(json_array_get(kinds, 1)));
        if (reader_ok(r) && (!a || !b))
            reader_fail(r, "kinds", "must name two kinds of cards");
        if (find_pair(p, a, b))
            reader_fail(r, "kinds", "are listed twice");
        if (p->pair_count == SALT_PAIRS_MAX)
            reader_fail(r, NULL, "more than %d pairs", SALT_PAIRS_MAX);
        if (!reader_ok(r))
            return;
        SaltPair *pair = &p->pair[p->pair_count++];
        pair->kind_a = (uint8_t)a;
        pair->kind_b = (uint8_t)b;
        if (json_object_get(item, "effect"))
            pair->effect = (uint8_t)read_word(r, item, "effect", salt_ability_names,
                                              SALT_ABILITIES);
        if (pair->effect == SALT_FX_angelfish || pair->effect == SALT_FX_round_end)
            reader_fail(r, "effect", "is not an effect of a pair");
        const char *event = read_text_or(r, item, "event", NULL);
        for (int e = 1; event && e < PEPPER_COUNT; e++)
            if (strcmp(catalog->pepper_id[e], event) == 0)
                pair->event = (uint8_t)e;
        if (event && !pair->event)
            reader_fail(r, "event", "no event card is called \"%s\"", event);
        reader_leave(r);
    }
}

static SaltSet read_kind_cards(Reader *r, const SaltProfile *p, const json_t *item,
                               const char *key)
{
    SaltSet cards = salt_set_none();
    const json_t *list = read_array_or_none(r, item, key, SALT_KINDS_MAX);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const int kind = find_kind(p, json_string_value(json_array_get(list, i)));
        if (kind)
            cards = salt_set_union(cards, p->kind_cards[kind]);
        else
            reader_fail(r, key, "item %d is not a kind of card", (int)i);
    }
    return cards;
}

/* How pairs are counted: any two of "any", or one of them "with" another; or "one"
 * "with". */
static void read_pair_counts(Reader *r, const json_t *file, SaltProfile *p)
{
    static const char *const keys[] = {"any", "one", "with", NULL};
    const json_t *list = read_array(r, file, "pair_counts", SALT_SETS_MAX);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        const json_t *item = json_array_get(list, i);
        SaltPairCount *group = &p->group[p->group_count++];
        reader_enter(r, "pair_counts", (int)i);
        read_only(r, item, keys);
        group->half = json_object_get(item, "any") != NULL;
        group->a = read_kind_cards(r, p, item, group->half ? "any" : "one");
        group->b = read_kind_cards(r, p, item, "with");
        if (reader_ok(r) && salt_set_is_empty(group->a))
            reader_fail(r, "any", "names no cards");
        reader_leave(r);
    }
}

static void read_rules(Reader *r, const json_t *file, SaltProfile *p)
{
    static const char *const keys[] = {
        "start_discard", "reshuffle",       "void_round",
        "pair_bonus",    "white_counts",    "lost_bet_all",
        "steal_public",  "declarer_first",  "shared_win",
        "declare_min",   "mermaids_to_win", "extra_cap",
        "start_hand",    "auto_target",     NULL};
    const json_t *rules = read_object(r, file, "rules");
    reader_enter(r, "rules", -1);
    read_only(r, rules, keys);
    p->start_discard = (uint8_t)read_int(r, rules, "start_discard", 0, 4);
    p->reshuffle = read_bool_or(r, rules, "reshuffle", false);
    p->void_round = read_bool_or(r, rules, "void_round", false);
    p->pair_bonus = (uint8_t)read_int(r, rules, "pair_bonus", 0, 5);
    p->white_counts = read_bool_or(r, rules, "white_counts", false);
    p->lost_bet_all = read_bool_or(r, rules, "lost_bet_all", false);
    p->steal_public = read_bool_or(r, rules, "steal_public", false);
    p->declarer_first = read_bool_or(r, rules, "declarer_first", false);
    p->shared_win = read_bool_or(r, rules, "shared_win", false);
    p->declare_min = (uint8_t)read_int(r, rules, "declare_min", 1, SALT_DECLARE_MAX);
    p->mermaids_to_win = (uint8_t)read_int(r, rules, "mermaids_to_win",
                                           SALT_MERMAIDS_MIN, SALT_MERMAIDS_MAX);
    p->extra_cap = (uint8_t)read_int(r, rules, "extra_cap", 0, SALT_EXTRA_CAP_MAX);
    p->start_hand = (uint8_t)read_int(r, rules, "start_hand", 0, SALT_HAND_START_MAX);
    const json_t *targets = read_array(r, rules, "auto_target", SEATS_MAX - 1);
    for (int players = 2; players <= SEATS_MAX && reader_ok(r); players++) {
        const json_int_t value =
            json_integer_value(json_array_get(targets, (size_t)players - 2));
        if (value < SALT_TARGET_MIN || value > SALT_TARGET_MAX)
            reader_fail(r, "auto_target", "needs three numbers from %d to %d",
                        SALT_TARGET_MIN, SALT_TARGET_MAX);
        p->auto_target[players] = (uint8_t)value;
    }
    reader_leave(r);
}

/* The pool as printed, then one more of the scarcest colour (the alphabet decides
 * between equals) until every card without a printed colour has one. */
static void read_pool(Reader *r, const json_t *file, SaltProfile *p)
{
    int needed = 0, have = 0;
    for (int card = 1; card <= p->card_count_max; card++) {
        needed += !p->colour_of[card];
        if (card > p->card_count && !p->colour_of[card])
            reader_fail(r, NULL, "%s: cards of Extra Salt have their colours printed",
                        p->card_id[card]);
    }
    const json_t *pool = needed ? read_object(r, file, "pool") : NULL;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)pool, name, value)
    {
        reader_enter(r, "pool", -1);
        const int colour = find_colour(p, name);
        if (!colour)
            reader_fail(r, name, "is not one of the colours");
        p->pool[colour] = (uint8_t)read_int(r, pool, name, 1, SALT_CARDS_MAX);
        have += p->pool[colour];
        reader_leave(r);
    }
    if (reader_ok(r) && needed && !have)
        reader_fail(r, "pool", "has no colours for %d cards", needed);
    if (reader_ok(r) && have > needed)
        reader_fail(r, "pool", "has %d colours for %d cards", have, needed);
    for (; have < needed && reader_ok(r); have++) {
        int scarce = 0;
        for (int colour = 1; colour <= p->colour_count; colour++) {
            if (!p->pool[colour])
                continue;
            const int more = !scarce ? -1 : p->pool[colour] - p->pool[scarce];
            if (more < 0 ||
                (more == 0 && strcmp(p->colour_id[colour], p->colour_id[scarce]) < 0))
                scarce = colour;
        }
        p->pool[scarce]++;
    }
}

static void read_events(Reader *r, const json_t *file, SaltCatalog *catalog)
{
    static const char *const keys[] = {"id", "kept_by", NULL};
    static const char *const places[] = {"fewest", "most"};
    const json_t *list = read_array(r, file, "events", PEPPER_COUNT - 1);
    if (reader_ok(r) && json_array_size(list) != PEPPER_COUNT - 1)
        reader_fail(r, "events", "there are %d event cards", PEPPER_COUNT - 1);
    for (int i = 1; i < PEPPER_COUNT && reader_ok(r); i++) {
        const json_t *item = json_array_get(list, (size_t)i - 1);
        reader_enter(r, "events", i - 1);
        read_only(r, item, keys);
        reader_id(r, "id", read_text(r, item, "id"), catalog->pepper_id[i],
                  sizeof catalog->pepper_id[i]);
        if (reader_ok(r) && strcmp(catalog->pepper_id[i], salt_pepper_names[i]) != 0)
            reader_fail(r, "id", "expected \"%s\" in this place", salt_pepper_names[i]);
        catalog->pepper_most[i] = (uint8_t)read_word(r, item, "kept_by", places, 2);
        reader_leave(r);
    }
}

/* Kinds that rules ask for by what they do, and the cards Dolphins like. */
static void find_roles(Reader *r, SaltProfile *p)
{
    p->mermaid = (uint8_t)find_kind(p, "mermaid");
    p->shell = (uint8_t)find_kind(p, "shell");
    p->octopus = (uint8_t)find_kind(p, "octopus");
    p->starfish = (uint8_t)find_kind(p, "starfish_trio");
    p->seahorse = (uint8_t)find_kind(p, "seahorse");
    p->jellyfish = (uint8_t)find_kind(p, "jellyfish");
    if (!p->mermaid)
        reader_fail(r, "kinds", "there is no \"mermaid\"");
    if (salt_pair_places(p) > SALT_PAIR_PLACES)
        reader_fail(r, "pairs", "can be made of %d pairs of cards, %d at most",
                    salt_pair_places(p), SALT_PAIR_PLACES);
    if (p->starfish && p->kind[p->starfish].copies > SALT_STARS)
        reader_fail(r, "kinds", "more than %d Starfish for trios", SALT_STARS);
    for (int kind = 1; kind <= p->kind_count; kind++) {
        const SaltSet cards = p->kind_cards[kind];
        const int category = p->kind[kind].category;
        if (category == SALT_COLLECTION && p->collection_count < SALT_SETS_MAX)
            p->collection[p->collection_count++] = (uint8_t)kind;
        else if (category == SALT_MULTIPLIER && p->multiplier_count < SALT_SETS_MAX)
            p->multiplier[p->multiplier_count++] = (uint8_t)kind;
        else if (category == SALT_COLLECTION || category == SALT_MULTIPLIER)
            reader_fail(r, "kinds", "more than %d kinds of one category",
                        SALT_SETS_MAX);
        if (category == SALT_COLLECTION || kind == p->seahorse)
            p->collector = salt_set_union(p->collector, cards);
        if (category == SALT_MULTIPLIER)
            p->multipliers = salt_set_union(p->multipliers, cards);
        if (category == SALT_PAIRING)
            p->pairing = salt_set_union(p->pairing, cards);
    }
}

static bool load_profile(Data *data, int index, SaltCatalog *catalog, LoadError *error)
{
    static const char *const keys[] = {"profile", "colours",     "white",
                                       "pool",    "rules",       "kinds",
                                       "pairs",   "pair_counts", NULL};
    static const char *const more_keys[] = {"extends", "kinds", "pairs", NULL};
    SaltProfile *p = &catalog->profile[index];
    char name[64];
    snprintf(name, sizeof name, "sea-salt/%s.json", profile_names[index]);
    const json_t *file = data_find(data, name, error);
    const json_t *more = data_find(data, "sea-salt/extra-salt.json", error);
    const json_t *pepper = data_find(data, "sea-salt/extra-pepper.json", error);
    Reader r;
    if (!file || !more || !pepper)
        return false;
    reader_init(&r, name, error);
    read_only(&r, file, keys);
    reader_id(&r, "profile", read_text(&r, file, "profile"), p->id, sizeof p->id);
    read_colours(&r, file, p);
    read_rules(&r, file, p);
    read_kinds(&r, file, p);
    p->card_count = p->card_count_max;
    read_pairs(&r, file, p, catalog);
    if (reader_ok(&r) &&
        strcmp(p->id, json_string_value(json_object_get(more, "extends"))) == 0) {
        r.file = "sea-salt/extra-salt.json";
        read_only(&r, more, more_keys);
        read_kinds(&r, more, p);
        read_pairs(&r, more, p, catalog);
        r.file = "sea-salt/extra-pepper.json";
        read_pairs(&r, pepper, p, catalog);
        r.file = name;
    }
    read_pair_counts(&r, file, p);
    read_pool(&r, file, p);
    find_roles(&r, p);
    return reader_ok(&r);
}

bool salt_load(Data *data, void *memory, LoadError *error)
{
    static const char *const keys[] = {"extends", "events", "pairs", NULL};
    SaltCatalog *catalog = memory;
    const json_t *pepper = data_find(data, "sea-salt/extra-pepper.json", error);
    const json_t *more = data_find(data, "sea-salt/extra-salt.json", error);
    Reader r;
    memset(catalog, 0, sizeof *catalog);
    if (!pepper || !more)
        return false;
    reader_init(&r, "sea-salt/extra-pepper.json", error);
    read_only(&r, pepper, keys);
    read_events(&r, pepper, catalog);
    if (reader_ok(&r)) {
        reader_init(&r, "sea-salt/extra-salt.json", error);
        read_text(&r, more, "extends");
    }
    for (int i = 0; i < SALT_PROFILES_MAX && reader_ok(&r); i++)
        r.failed = !load_profile(data, i, catalog, error);
    return reader_ok(&r);
}
