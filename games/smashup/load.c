/* load.c - reads the factions, bases and the Madness deck of Smash Up. */
#include "games/smashup/host.h"

#include "engine/reader.h"

#include <stdio.h>

const char *const su_ability_names[SU_ABILITIES] = {
    "none",
#define FLOW(name)    #name,
#define ABILITY(name) #name,
#include "games/smashup/abilities.def"
#undef ABILITY
#undef FLOW
};

static const char *const when_names[SU_WHENS] = {
    "never",
#define WHEN(name) #name,
#include "games/smashup/whens.def"
#undef WHEN
};

static const char *const passive_names[SU_PASSIVES] = {
    "none",
#define POWER(name, ...)   #name,
#define PROTECT(name, ...) #name,
#define FORBID(name)       #name,
#include "games/smashup/passives.def"
#undef FORBID
#undef PROTECT
#undef POWER
};

/* What kind of passive each of them is. */
static const uint8_t passive_is[SU_PASSIVES] = {
    IS_NOTHING,
#define POWER(name, ...)   IS_POWER,
#define PROTECT(name, ...) IS_PROTECT,
#define FORBID(name)       IS_FORBID,
#include "games/smashup/passives.def"
#undef FORBID
#undef PROTECT
#undef POWER
};

static const uint8_t passive_reach[SU_PASSIVES] = {
    REACH_ITSELF,
#define POWER(name, reach) REACH_##reach,
#define PROTECT(name, ...) REACH_ITSELF,
#define FORBID(name)       REACH_ITSELF,
#include "games/smashup/passives.def"
#undef FORBID
#undef PROTECT
#undef POWER
};

static const char *const condition_names[SU_CONDITIONS] = {
    "always",
#define CONDITION(name) #name,
#include "games/smashup/conditions.def"
#undef CONDITION
};

static const char *const is_names[IS_KINDS] = {
    "nothing", "power",        "total",       "protect",     "forbid",
    "permit",  "discard_open", "cancel_base", "ignore_base", "limit",
    "firm",    "restless",     "control"};
static const char *const kind_words[] = {"none", "minion", "action"};
static const char *const type_words[] = {"none", "standard", "ongoing", "special"};
static const char *const on_words[] = {"nothing", "base", "minion", "own_minion",
                                       "own_base"};
static const char *const once_words[] = {"never", "turn", "scoring"};
static const char *const rules_words[] = {"both", "user", "printed"};

/* What something is called: the text of that key, which may be missing where it is not
 * needed. */
static void copy_id(Reader *r, const json_t *item, const char *key, bool needed,
                    char *to, size_t to_bytes)
{
    const char *id =
        needed ? read_text(r, item, key) : read_text_or(r, item, key, NULL);
    if (id && reader_ok(r))
        reader_id(r, key, id, to, to_bytes);
}

/* A word of a list whose first one stands for none. */
static int read_name(Reader *r, const json_t *item, const char *key,
                     const char *const *names, int count)
{
    return json_object_get(item, key) ? read_word(r, item, key, names, count) : 0;
}

enum { SU_LINES_MAX = 8 }; /* of one card, for all readings together */

static bool is_flow(int ability)
{
    return ability < SU_FX_may_destroy_here;
}

/* Whether this reading of the rules has the line; one that does not say so is in both.
 */
static bool is_read(Reader *r, const json_t *line, const SuCatalog *c)
{
    const int rules = read_name(r, line, "rules", rules_words, SU_READINGS + 1);
    return !rules || rules == c->rules + 1;
}

/* A line of a user's file that names what this program does not have is left out, so
 * that the rest of it can be played; it is told once. */
static bool is_left_out(Reader *r, const json_t *line, const char *key,
                        const char *const *names, int count, const SuCatalog *c)
{
    const char *name = json_string_value(json_object_get(line, key));
    if (!name || !r->lenient)
        return false;
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return false;
    return c->rules > 0 || reader_skip(r, key, "nothing is called \"%s\"", name);
}

static void read_abilities(Reader *r, const json_t *item, const SuCatalog *c,
                           SuAbility *ability, uint8_t *count, uint32_t *whens,
                           uint8_t *unbound)
{
    static const char *const keys[] = {"when", "do",    "if",  "once",
                                       "n",    "rules", "may", NULL};
    const json_t *list = read_array_or_none(r, item, "abilities", SU_LINES_MAX);
    const char *kind = json_string_value(json_object_get(item, "kind"));
    const bool is_minion =
        kind && strcmp(kind, "minion") == 0; /* which can be played */
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        const json_t *one = json_array_get(list, i);
        SuAbility read = {0}, *a = &read;
        reader_enter(r, "abilities", (int)i);
        if (is_left_out(r, one, "do", su_ability_names, SU_ABILITIES, c)) {
            *unbound = 1;
            reader_leave(r);
            continue;
        }
        read_only(r, one, keys);
        a->when = (uint8_t)read_word(r, one, "when", when_names, SU_WHENS);
        if (a->when != WHEN_from_discard && a->when != WHEN_instead_of_hand &&
            !(a->when == WHEN_window && is_minion && !json_object_get(one, "do")))
            a->ability =
                (uint16_t)read_word(r, one, "do", su_ability_names, SU_ABILITIES);
        if (reader_ok(r) && a->ability && is_flow(a->ability))
            reader_fail(r, "do", "is not an ability of a card");
        a->condition = (uint8_t)read_name(r, one, "if", condition_names, SU_CONDITIONS);
        a->once = (uint8_t)read_name(r, one, "once", once_words, 3);
        a->may = read_bool_or(r, one, "may", false);
        a->n = (int16_t)read_int_or(r, one, "n", -99, SU_ANY_POWER, 0);
        if (a->ability == SU_FX_base_pays_power && a->n < 1)
            reader_fail(r, "n", "a point for every how much power? 1 or more");
        if (is_read(r, one, c)) {
            if (*count == SU_ABILITIES_MAX)
                reader_fail(r, NULL, "is one ability too many");
            else
                ability[(*count)++] = *a;
            *whens |= 1u << a->when;
        }
        reader_leave(r);
    }
}

static void read_passives(Reader *r, const json_t *item, const SuCatalog *c,
                          SuPassive *passive, uint8_t *count, uint32_t *roles,
                          uint8_t *unbound)
{
    static const char *const keys[] = {"is",    "by",   "n",  "play",  "here",
                                       "power", "rule", "of", "rules", NULL};
    const json_t *list = read_array_or_none(r, item, "passives", SU_LINES_MAX);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        const json_t *one = json_array_get(list, i);
        SuPassive read = {0}, *p = &read;
        reader_enter(r, "passives", (int)i);
        if (is_left_out(r, one, "by", passive_names, SU_PASSIVES, c)) {
            *unbound = 1;
            reader_leave(r);
            continue;
        }
        read_only(r, one, keys);
        p->is = (uint8_t)read_word(r, one, "is", is_names, IS_KINDS);
        if (p->is == IS_POWER || p->is == IS_PROTECT || p->is == IS_FORBID) {
            p->by = (uint8_t)read_word(r, one, "by", passive_names, SU_PASSIVES);
            if (reader_ok(r) && passive_is[p->by] != p->is)
                reader_fail(r, "by", "is of another kind than \"%s\"", is_names[p->is]);
        }
        if (p->is == IS_PERMIT)
            p->kind = (uint8_t)read_word(r, one, "play", kind_words, 3);
        if (p->is == IS_PROTECT)
            p->kind = (uint8_t)read_name(r, one, "of", kind_words, 3);
        p->here = read_bool_or(r, one, "here", false);
        p->power = (uint8_t)read_int_or(r, one, "power", 0, SU_ANY_POWER, SU_ANY_POWER);
        p->rule = (uint8_t)read_name(r, one, "rule", su_rule_names, SU_RULES);
        p->n = (int16_t)read_int_or(r, one, "n", -99, 99, 0);
        if (is_read(r, one, c)) {
            if (*count == SU_PASSIVES_MAX)
                reader_fail(r, NULL, "is one passive too many");
            else
                passive[(*count)++] = *p;
            *roles |= 1u << p->is;
        }
        reader_leave(r);
    }
}

/* How far what a card gives goes; to nobody else where it gives nothing. */
static uint8_t reach_of(const SuDef *d)
{
    uint8_t reach = REACH_ITSELF;
    for (int i = 0; i < d->passive_count; i++)
        if (d->passive[i].is == IS_POWER && passive_reach[d->passive[i].by] > reach)
            reach = passive_reach[d->passive[i].by];
    return reach;
}

static bool is_known(const SuCatalog *c, const char *id)
{
    for (int i = 1; i < c->def_count; i++)
        if (strcmp(c->def[i].id, id) == 0)
            return true;
    return false;
}

/* One kind of card; 0 when it is refused. */
static int read_def(Reader *r, const json_t *item, SuCatalog *c, int faction)
{
    static const char *const keys[] = {
        "id",    "kind",      "type",     "on",    "power",      "count", "microbot",
        "needs", "abilities", "passives", "rules", "instead_of", NULL};
    if (c->def_count >= SU_DEFS_MAX)
        reader_fail(r, NULL, "more than %d kinds of cards", SU_DEFS_MAX);
    if (!reader_ok(r))
        return 0;
    SuDef *d = &c->def[++c->def_count];
    read_only(r, item, keys);
    copy_id(r, item, "id", true, d->id, sizeof d->id);
    if (reader_ok(r) && is_known(c, d->id))
        reader_fail(r, "id", "\"%s\" is listed twice", d->id);
    d->faction = (uint8_t)faction;
    d->kind = (uint8_t)read_word(r, item, "kind", kind_words, 3);
    d->count = (uint8_t)read_int(r, item, "count", 1, SU_MADNESS_MAX);
    if (json_object_get(item, "rules") && !json_object_get(item, "instead_of"))
        reader_fail(r, "rules", "the other reading needs a card for its place");
    if (!is_read(r, item, c))
        d->count = 0;
    d->microbot = (uint8_t)read_int_or(r, item, "microbot", 0, 2, 0);
    d->needs = (uint8_t)read_name(r, item, "needs", condition_names, SU_CONDITIONS);
    if (d->kind == SU_MINION) {
        d->power = (uint8_t)read_int(r, item, "power", 0, SU_POWER_MAX);
    } else {
        d->type = (uint8_t)read_word(r, item, "type", type_words, 4);
        d->on = (uint8_t)read_name(r, item, "on", on_words, 5);
        if (reader_ok(r) && (d->type == SU_ONGOING) != (d->on != 0))
            reader_fail(r, "on",
                        "an ongoing action, and no other, is put on something");
    }
    read_abilities(r, item, c, d->ability, &d->ability_count, &d->whens, &d->unbound);
    read_passives(r, item, c, d->passive, &d->passive_count, &d->roles, &d->unbound);
    d->reach = reach_of(d);
    return reader_ok(r) ? c->def_count : 0;
}

static void put_card(SuCatalog *c, int faction, int at, int def, int copy)
{
    SuFaction *f = &c->faction[faction];
    f->def[at] = c->def_of[faction][at] = (uint16_t)def;
    snprintf(f->card_id[at], sizeof f->card_id[0], "%.43s_%d", c->def[def].id, copy);
}

/* A card that one reading of the rules has and the other does not: it takes the places
 * of another's last copies there. */
static void take_places(Reader *r, SuCatalog *c, int faction, int def, int cards,
                        const char *other)
{
    int left = c->def[def].count, at = cards;
    while (left > 0 && at-- > 0) {
        SuDef *old = &c->def[c->def_of[faction][at]];
        if (strcmp(old->id, other) != 0)
            continue;
        old->count--;
        put_card(c, faction, at, def, left--);
    }
    if (left > 0)
        reader_fail(r, "instead_of", "there are not so many of \"%s\" above", other);
}

/* One kind of card and its copies; how many cards the faction then has. */
static int read_card(Reader *r, const json_t *item, SuCatalog *c, int cards)
{
    const int faction = c->faction_count, def = read_def(r, item, c, faction);
    const char *other = read_text_or(r, item, "instead_of", NULL);
    if (!def || other) {
        if (def)
            take_places(r, c, faction, def, cards, other);
        return cards;
    }
    if (c->def[def].whens & (1u << WHEN_from_discard | 1u << WHEN_instead_of_hand))
        c->faction[faction].rises = 1;
    if (cards + c->def[def].count > SU_FACTION_CARDS) {
        reader_fail(r, "count",
                    "that makes %d cards; a faction has %d, so another must be fewer",
                    cards + c->def[def].count, SU_FACTION_CARDS);
        return cards;
    }
    for (int copy = 1; copy <= c->def[def].count; copy++)
        put_card(c, faction, cards++, def, copy);
    return cards;
}

static int find_faction(const SuCatalog *c, const char *id)
{
    for (int i = 1; id && i <= c->faction_count; i++)
        if (strcmp(c->faction[i].id, id) == 0)
            return i;
    return 0;
}

static void read_faction(Reader *r, const json_t *file, SuCatalog *c)
{
    static const char *const keys[] = {"faction", "set", "madness", "cards", NULL};
    const json_t *list = read_array(r, file, "cards", 2 * SU_FACTION_CARDS);
    if (c->faction_count >= SU_FACTIONS_MAX)
        reader_fail(r, NULL, "more than %d factions", SU_FACTIONS_MAX);
    if (!reader_ok(r))
        return;
    SuFaction *f = &c->faction[++c->faction_count];
    int cards = 0;
    read_only(r, file, keys);
    copy_id(r, file, "faction", true, f->id, sizeof f->id);
    copy_id(r, file, "set", true, f->set, sizeof f->set);
    if (reader_ok(r) && find_faction(c, f->id) != c->faction_count)
        reader_fail(r, "faction", "another faction is called so");
    f->madness = read_bool_or(r, file, "madness", false);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        reader_enter(r, "cards", (int)i);
        cards = read_card(r, json_array_get(list, i), c, cards);
        reader_leave(r);
    }
    if (reader_ok(r) && cards != SU_FACTION_CARDS)
        reader_fail(r, "cards", "a faction has %d cards, not %d", SU_FACTION_CARDS,
                    cards);
}

static bool is_called(const SuBaseDef *b, const char *id)
{
    return id && (strcmp(b->id, id) == 0 || strcmp(b->alias, id) == 0);
}

static void read_base(Reader *r, const json_t *item, SuCatalog *c)
{
    static const char *const keys[] = {"id",        "alias",      "faction",
                                       "set",       "breakpoint", "vp",
                                       "abilities", "passives",   NULL};
    if (c->base_count >= SU_BASES_MAX)
        reader_fail(r, NULL, "more than %d bases", SU_BASES_MAX);
    if (!reader_ok(r))
        return;
    SuBaseDef *b = &c->base[++c->base_count];
    read_only(r, item, keys);
    copy_id(r, item, "id", true, b->id, sizeof b->id);
    copy_id(r, item, "set", true, b->set, sizeof b->set);
    copy_id(r, item, "alias", false, b->alias, sizeof b->alias);
    const char *alias = b->alias[0] ? b->alias : NULL;
    for (int i = 1; i <= c->base_count; i++) {
        const SuBaseDef *other = &c->base[i];
        if (other != b && (is_called(other, b->id) || is_called(other, alias)))
            reader_fail(r, is_called(other, b->id) ? "id" : "alias",
                        "another base is called so");
    }
    const char *faction = read_text_or(r, item, "faction", NULL);
    b->faction = (uint8_t)find_faction(c, faction);
    if (faction && !b->faction)
        reader_fail(r, "faction", "no faction is called \"%s\"", faction);
    b->breakpoint = (uint8_t)read_int(r, item, "breakpoint", 1, 60);
    const json_t *vp = read_array(r, item, "vp", 3);
    for (size_t i = 0; i < 3 && reader_ok(r); i++) {
        const json_int_t value = json_integer_value(json_array_get(vp, i));
        if (!json_is_integer(json_array_get(vp, i)) || value < 0 || value > 20)
            reader_fail(r, "vp", "needs three whole numbers from 0 to 20");
        b->vp[i] = (uint8_t)value;
    }
    read_abilities(r, item, c, b->ability, &b->ability_count, &b->whens, &b->unbound);
    read_passives(r, item, c, b->passive, &b->passive_count, &b->roles, &b->unbound);
}

static void read_bases(Reader *r, const json_t *file, SuCatalog *c)
{
    static const char *const keys[] = {"bases", NULL};
    const json_t *list = read_array(r, file, "bases", SU_BASES_MAX);
    read_only(r, file, keys);
    for (size_t i = 0; i < json_array_size(list) && reader_ok(r); i++) {
        reader_enter(r, "bases", (int)i);
        read_base(r, json_array_get(list, i), c);
        reader_leave(r);
    }
}

static void read_madness(Reader *r, const json_t *file, SuCatalog *c)
{
    static const char *const keys[] = {"card", NULL};
    read_only(r, file, keys);
    const json_t *card = read_object(r, file, "card");
    reader_enter(r, "card", -1);
    c->madness_def = (uint16_t)read_def(r, card, c, 0);
    for (int i = 0; i < SU_MADNESS_MAX; i++)
        snprintf(c->madness_id[i], sizeof c->madness_id[i], "madness_%d", i + 1);
    reader_leave(r);
}

/* Every file of the game with this in its name, in the order of their names: first what
 * the game came with, then the sets, each in a folder of its own. */
static bool load_all(Data *data, const char *part, SuCatalog *c,
                     void (*read)(Reader *r, const json_t *file, SuCatalog *c),
                     LoadError *error)
{
    const int count = data_count(data);
    for (int i = 0; i < 2 * count; i++) {
        const char *name = data_name(data, i % count);
        if (strncmp(name, "smashup/", 8) != 0 || !strstr(name, part) ||
            (strstr(name, part) != name + 7) != (i >= count))
            continue;
        const json_t *file = data_json(data, i % count, error);
        Reader r;
        if (!file)
            return false;
        reader_init(&r, name, error);
        c->foreign |= !data_is_own(data, i % count);
        r.lenient = data_is_embedded(data, i % count) ? NULL : data;
        read(&r, file, c);
        if (!reader_ok(&r))
            return false;
    }
    return true;
}

void su_index(SuCatalog *c)
{
    memset(c->cards_when, 0, sizeof c->cards_when);
    memset(c->cards_as, 0, sizeof c->cards_as);
    memset(c->minions, 0, sizeof c->minions);
    memset(c->selfish, 0, sizeof c->selfish);
    memset(c->carried, 0, sizeof c->carried);
    for (int faction = 1; faction <= c->faction_count; faction++)
        for (int i = 0; i < SU_FACTION_CARDS; i++) {
            const SuDef *d = &c->def[c->def_of[faction][i]];
            for (int when = 0; when < SU_WHENS; when++)
                c->cards_when[when][faction] |= (d->whens >> when & 1) << i;
            for (int role = 0; role < IS_KINDS; role++)
                c->cards_as[role][faction] |= (d->roles >> role & 1) << i;
            const bool minion = d->kind == SU_MINION;
            c->minions[faction] |= (uint32_t)minion << i;
            c->selfish[faction] |= (uint32_t)(minion && d->reach == REACH_ITSELF) << i;
            c->carried[faction] |=
                (uint32_t)(d->on == SU_ON_MINION || d->on == SU_ON_OWN) << i;
        }
}

/* Madness is a faction's business: none may need a deck that is not there. */
static bool check_whole(const SuCatalog *c, LoadError *error)
{
    if (c->faction_count < 4)
        return load_error(error, "smashup/factions", "", "fewer than four factions");
    if (c->base_count < SU_IN_PLAY_MAX + 3)
        return load_error(error, "smashup/bases", "", "too few bases");
    for (int i = 1; i <= c->faction_count; i++)
        if (c->faction[i].madness && !c->madness_def)
            return load_error(error, "smashup/madness.json", "", "is missing");
    for (int i = 1; i <= c->faction_count; i++)
        if (bits_count(c->carried[i]) > SU_CARRIED_MAX)
            return load_error(error, "smashup/factions", c->faction[i].id,
                              "more than ten actions that are put on minions");
    return true;
}

bool su_load(Data *data, void *memory, LoadError *error)
{
    SuCatalog *c = memory;
    bool done = true;
    memset(c, 0, SU_READINGS * sizeof *c);
    for (int rules = 0; rules < SU_READINGS && done; rules++, c++) {
        c->rules = (uint8_t)rules;
        done = load_all(data, "/madness.json", c, read_madness, error) &&
               load_all(data, "/factions/", c, read_faction, error) &&
               load_all(data, "/bases/", c, read_bases, error);
        su_index(c);
        done = done && check_whole(c, error);
    }
    return done;
}
