/* fields.h - what a state is, said once: a row a field.
 *
 * A game lists the fields of its state in one table, with the key, the kind, the place,
 * the range and who may see it. The JSON of tables and views, and reading a position
 * with the exact path in every refusal, come from the rows. What is truly odd has a
 * function of its own, named in its row. */
#pragma once

#include "engine/reader.h"
#include "engine/record.h"
#include "engine/set.h"

typedef struct Field Field;

/* What reading a position keeps on its way. */
typedef struct {
    Reader reader; /* the path, and the first mistake */
    LoadError error;
    Err err;            /* ERR_OK while there is none */
    int card_kind;      /* the kind of thing that lies in one place only */
    CardSet claimed;    /* those the position has placed */
    const json_t *json; /* all of the position */
} Reading;

/* Where a walk through the rows is. */
typedef struct {
    Table table;
    void *record; /* what the rows' places count from */
    int index;    /* which seat, which entry of a list */
    int players;  /* seats at the table */
    bool is_view; /* rows marked 'table_only' are left out; what is hidden is null */
    Reading *in;  /* NULL: writing */
} Walk;

typedef void FieldWrite(const Walk *walk, const Field *field, JsonW *out);
typedef void FieldRead(Walk *walk, const Field *field, const json_t *value);
typedef int32_t FieldNumber(const Walk *walk);
typedef int FieldNext(const Walk *walk, int from);

typedef enum {
    FIELD_THING,  /* a number, a seat + 1, or something of the game by its id */
    FIELD_FLAG,   /* a bit: true or false */
    FIELD_WORD,   /* one of a list of words; null where that has none */
    FIELD_SEATS,  /* bits: a list of seats */
    FIELD_THINGS, /* an array of things, in order */
    FIELD_CHAIN, /* things one on the other: the first is kept, and each has the next */
    FIELD_SET,   /* bits: a list of things without order */
    FIELD_RECORDS, /* a list of objects, each with rows of its own; where they are
                    * 'placed' each says in its first row which of them it is */
    FIELD_PART,    /* an object with rows of the same record; null: its first is none */
    FIELD_OBJECT,  /* an object that is always there, of the same record or one in it */
    FIELD_ODD      /* written and read by functions of its own */
} FieldKind;

struct Field {
    const char *key;
    uint8_t kind;
    uint8_t bytes; /* of one number; of all bits of a set */
    uint8_t thing; /* which kind of thing: THING_NUMBER, THING_SEAT, the game's own */
    uint8_t mask;  /* FLAG: the bit; 0: the bit of the seat */
    bool is_signed;
    bool flipped;    /* FLAG: true where the bit is not set */
    bool table_only; /* nobody sees it: not in views */
    bool waits;      /* of what waits: told beside a view, to who would go on from it */
    bool view_only;  /* what follows from the rest and only who looks on asks for */
    bool derived;    /* follows from the rest: written, and a position may not differ */
    bool given;      /* derived, but not where the rest is hidden: read from a view */
    bool sparse;     /* not written where it is zero */
    bool placed;     /* the things are cards, and each lies here alone */
    bool one;        /* the first is the number 1: bit 0 of a set, entry 0 is none; a
                      * THING is kept as its number less 1, none as all bits */
    bool reversed;   /* THINGS, CHAIN: the last comes first; as far as they are known */
    bool
        spread; /* RECORDS: in the record's own arrays; where the first is none, none */
    bool seats; /* THINGS: one a seat; a shorter list leaves the others */
    bool whole; /* lists in it are all there is: a position may not leave some out */
    bool needed;     /* an object without it is refused */
    bool always;     /* THING, WORD: there is one, also in views */
    bool unobserved; /* views that differ here alone may be the same to programs that
                      * learn: engine/encode.h */
    bool of_state;   /* RECORDS: entries of an array of the whole state */
    bool veiled; /* THINGS, RECORDS: null stands for gaps, and for what nobody told */
    uint8_t columns; /* THINGS: it lies in rows of so many, and boards that know no game
                      * draw it so; 0: in one row */
    uint16_t at, stride;  /* the place; and from one seat's to the next */
    uint16_t count, size; /* the most there are; the bytes of one entry */
    uint16_t count_at;    /* the byte that counts them; 0: as many as are not zero */
    uint16_t link_at;     /* CHAIN: where number 0 would have the one that comes next */
    uint16_t link_size;   /* and how far it is from one to the other */
    int32_t min, max;
    FieldNumber *told; /* what the table tells: the most instead of max; TOLD: itself;
                        * CHAIN: the first; OBJECT: false instead of it where 0 */
    FieldNumber *only; /* the row is there where this is not 0 */
    FieldNext *next;   /* RECORDS: which entry is next, from one on; -1: none */
    const char *const *words;
    const Field *of;  /* the rows of an entry; the last has no key */
    const char *type; /* ODD: what it is, as TypeScript says it; a name in it stands for
                       * the rows 'of', where there are some */
    FieldWrite *write; /* instead of what its kind would do */
    FieldRead *read;
};

/* Rows. STATE is the struct that the place is in; EACH_ stands for a field that every
 * seat has one of, in an array over the seats. */
#define FIELD_SIGNED(member) ((__typeof__(member))-1 < (__typeof__(member))1)
#define FIELD_OF(member)     (((STATE *)0)->member)
#define FIELD_AT(member) \
    .at = (uint16_t)offsetof(STATE, member), .bytes = (uint8_t)sizeof FIELD_OF(member)
#define FIELD_EACH(member)                        \
    .at = (uint16_t)offsetof(STATE, member),      \
    .bytes = (uint8_t)sizeof FIELD_OF(member)[0], \
    .stride = (uint16_t)sizeof FIELD_OF(member)[0]
#define FIELD_ARRAY(member)                       \
    .at = (uint16_t)offsetof(STATE, member),      \
    .bytes = (uint8_t)sizeof FIELD_OF(member)[0], \
    .count = (uint16_t)(sizeof FIELD_OF(member) / sizeof FIELD_OF(member)[0])
/* Of an array of arrays; for odd rows, which need to know only where they lie. */
#define FIELD_ALL(member)                                \
    .at = (uint16_t)offsetof(STATE, member), .bytes = 1, \
    .count = sizeof FIELD_OF(member)
#define FIELD_EACH_ARRAY(member)                     \
    .at = (uint16_t)offsetof(STATE, member),         \
    .bytes = (uint8_t)sizeof FIELD_OF(member)[0][0], \
    .stride = (uint16_t)sizeof FIELD_OF(member)[0],  \
    .count = (uint16_t)(sizeof FIELD_OF(member)[0] / sizeof FIELD_OF(member)[0][0])
/* (member, .part): an array, and what of an entry is the number of the next. */
#define FIELD_LINK(link) FIELD_LINK_OF link
#define FIELD_LINK_OF(member, ...)                               \
    .link_at = (uint16_t)offsetof(STATE, member[0] __VA_ARGS__), \
    .link_size = (uint16_t)sizeof FIELD_OF(member)[0]
#define FIELD_COUNTED(member) .count_at = (uint16_t)offsetof(STATE, member)

/* clang-format off */
#define NUMBER(name, member, least, most, ...)                                     \
    {.key = name, .kind = FIELD_THING, .thing = THING_NUMBER, FIELD_AT(member),                          \
     .is_signed = FIELD_SIGNED(FIELD_OF(member)), .min = least, .max = most, __VA_ARGS__}
#define EACH_NUMBER(name, member, least, most, ...)                                \
    {.key = name, .kind = FIELD_THING, .thing = THING_NUMBER, FIELD_EACH(member),                        \
     .is_signed = FIELD_SIGNED(FIELD_OF(member)[0]), .min = least, .max = most, __VA_ARGS__}
#define NUMBERS(name, member, least, most, ...)                                    \
    {.key = name, .kind = FIELD_THINGS, FIELD_ARRAY(member), .thing = THING_NUMBER,                      \
     .is_signed = FIELD_SIGNED(FIELD_OF(member)[0]), .min = least, .max = most, __VA_ARGS__}
#define FLAG(name, member, bit, ...)                                               \
    {.key = name, .kind = FIELD_FLAG, FIELD_AT(member), .mask = bit, __VA_ARGS__}
#define EACH_FLAG(name, member, ...) /* bit a seat */                              \
    {.key = name, .kind = FIELD_FLAG, FIELD_AT(member), __VA_ARGS__}
#define WORD(name, member, list, count_of, ...)                                    \
    {.key = name, .kind = FIELD_WORD, FIELD_AT(member), .words = list,             \
     .max = (count_of) - 1, __VA_ARGS__}
#define THING(name, member, of_kind, ...)                                          \
    {.key = name, .kind = FIELD_THING, FIELD_AT(member), .thing = of_kind, __VA_ARGS__}
#define EACH_THING(name, member, of_kind, ...)                                     \
    {.key = name, .kind = FIELD_THING, FIELD_EACH(member), .thing = of_kind, __VA_ARGS__}
#define SEAT(name, member, ...) /* which is kept as it is, not as the number of a thing */ \
    {.key = name, .kind = FIELD_THING, FIELD_AT(member), .thing = THING_SEAT,      \
     .one = true, __VA_ARGS__}
#define SEATS(name, member, ...)                                                   \
    {.key = name, .kind = FIELD_SEATS, FIELD_AT(member), __VA_ARGS__}
#define EACH_SEATS(name, member, ...)                                              \
    {.key = name, .kind = FIELD_SEATS, FIELD_EACH(member), __VA_ARGS__}
#define THINGS(name, member, of_kind, ...)                                         \
    {.key = name, .kind = FIELD_THINGS, FIELD_ARRAY(member), .thing = of_kind, __VA_ARGS__}
#define EACH_THINGS(name, member, of_kind, ...)                                    \
    {.key = name, .kind = FIELD_THINGS, FIELD_EACH_ARRAY(member), .thing = of_kind, __VA_ARGS__}
#define CHAIN(name, member, link, most, of_kind, ...)                              \
    {.key = name, .kind = FIELD_CHAIN, FIELD_AT(member), FIELD_LINK(link),         \
     .count = most, .thing = of_kind, __VA_ARGS__}
#define EACH_CHAIN(name, member, link, most, of_kind, ...)                         \
    {.key = name, .kind = FIELD_CHAIN, FIELD_EACH(member), FIELD_LINK(link),       \
     .count = most, .thing = of_kind, __VA_ARGS__}
#define SET(name, member, of_kind, ...)                                            \
    {.key = name, .kind = FIELD_SET, FIELD_AT(member), .thing = of_kind, __VA_ARGS__}
#define EACH_SET(name, member, of_kind, ...)                                       \
    {.key = name, .kind = FIELD_SET, FIELD_EACH(member), .thing = of_kind, __VA_ARGS__}
#define RECORDS(name, member, rows, ...)                                           \
    {.key = name, .kind = FIELD_RECORDS, .at = (uint16_t)offsetof(STATE, member),  \
     .size = (uint16_t)sizeof FIELD_OF(member)[0],                                 \
     .count = (uint16_t)(sizeof FIELD_OF(member) / sizeof FIELD_OF(member)[0]),    \
     .of = rows, __VA_ARGS__}
#define SPREAD(name, most, rows) /* an object an entry of the record's own arrays */ \
    {.key = name, .kind = FIELD_RECORDS, .count = most, .of = rows, .spread = true}
#define ENTRIES(name, finds, rows, ...) /* those that a function finds */             \
    {.key = name, .kind = FIELD_RECORDS, .next = finds, .of = rows, __VA_ARGS__}
#define PART(name, rows) {.key = name, .kind = FIELD_PART, .of = rows}
#define OBJECT(name, rows) {.key = name, .kind = FIELD_OBJECT, .of = rows}
#define OBJECT_AT(name, member, rows, ...) /* which is a record of its own */      \
    {.key = name, .kind = FIELD_OBJECT, .at = (uint16_t)offsetof(STATE, member),   \
     .of = rows, __VA_ARGS__}
#define EACH_SEAT(name, rows) /* an object a seat, over the arrays of the state */ \
    {.key = name, .kind = FIELD_RECORDS, .of = rows}
#define EACH_RECORD(name, member, rows) /* an object a seat, each in its own record */ \
    {.key = name, .kind = FIELD_RECORDS, .at = (uint16_t)offsetof(STATE, member),  \
     .size = (uint16_t)sizeof FIELD_OF(member)[0], .of = rows}
#define ODD(name, typed, writes, reads, ...)                                       \
    {.key = name, .kind = FIELD_ODD, .type = typed, .write = writes, .read = reads, __VA_ARGS__}
#define FOLLOWS(name, typed, writes, ...) /* from the rest: only written */        \
    {.key = name, .kind = FIELD_ODD, .type = typed, .write = writes, .derived = true, __VA_ARGS__}
#define TOLD(name, typed, of_kind, number, ...) /* a number or a thing that follows */   \
    {.key = name, .kind = FIELD_ODD, .type = typed, .thing = of_kind, .told = number, \
     .write = fields_write_told, .derived = true, __VA_ARGS__}
/* What a row tells, or the most it may have, as one expression of the table 'g' and of
 * where the walk is. A game says what its table is: see TELLS in its host.h. */
#define FIELD_TELLS(Type, table_of, name, ...)  \
    static int32_t name(const Walk *walk)       \
    {                                           \
        const Type g = table_of(walk);          \
        return (void)g, (int32_t)(__VA_ARGS__); \
    }
/* Says that this is no table: in every view, and in nothing else. A game that has it
 * reads its own views as well: what they hide is left out, or anything, since of what
 * was read only that is kept which the viewer knows. */
#define VIEW_FIELD                                                                 \
    FOLLOWS("view", "boolean", fields_write_mark, .view_only = true)
#define FIELDS_END {.key = NULL}
/* clang-format on */

/* The state as JSON: the rows of its game in order. */
void fields_write(const Table *table, int players, bool is_view, JsonW *out);
void fields_write_rows(const Walk *walk, const Field *rows, JsonW *out);
FieldWrite fields_write_told, fields_write_mark;
FieldNumber fields_index; /* which entry the walk is at */

/* What a view leaves out and only who fills it in needs: the rows that wait, and a seal
 * that binds them to this view. */
void fields_write_waiting(const Table *view, JsonW *out);
/* A hash of the state, and whether the "seal" that the JSON has is that. */
uint64_t fields_seal(const Table *table);
bool fields_is_sealed(const Table *table, const json_t *json);
/* Whether the JSON calls itself a view. */
bool fields_is_view(const json_t *json);

/* Where a field of the walk's record lies, and the number that lies there. */
char *field_place(const Walk *walk, const Field *field);
int32_t field_load(const char *place, const Field *field);
int fields_count(const Walk *walk, const Field *field);    /* entries of a list */
bool fields_is_none(const Walk *walk, const Field *field); /* nothing, or nobody */

/* Lays what 'json' says over the state, row by row; what it leaves out stays. A card
 * placed twice, a key no row has, a wrong type or number are refused. */
void reading_open(Reading *in, int card_kind, const json_t *json);
Walk walk_open(const Table *table, int players, Reading *in);
void fields_read(Walk *walk, const Field *rows, const json_t *json);
Err reading_close(const Reading *in, Refusal *why); /* what was wrong, if anything */

/* For the functions of odd rows. Things are called as the game calls them; the first
 * mistake is kept, and every later read gives something harmless. 'key' is where a
 * value lies below the walk's path: NULL where it is there already. */
bool walk_ok(const Walk *walk);
void walk_fail(Walk *walk, Err err, const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void walk_enter(Walk *walk, const char *key, int index);
void walk_leave(Walk *walk);
int walk_int(Walk *walk, const char *key, const json_t *value, int min, int max);
int walk_thing(Walk *walk, const char *key, const json_t *value, int kind);
bool walk_flag(Walk *walk, const char *key, const json_t *value);
int walk_claim(Walk *walk, const char *key,
               const json_t *value); /* lies nowhere else */
/* Whether the position names the thing anywhere in its part of that key. */
bool walk_is_named(const Walk *walk, const char *part, int kind, int id);
/* Whether the value is a list of at most 'max'. */
bool walk_list(Walk *walk, const char *key, const json_t *value, int max);

/* The entries of a list of at most 'max', up to the first mistake; the path is theirs:
 * for (Each each = walk_each(walk, key, value, max); walk_next(&each);) */
typedef struct {
    Walk *walk;
    const char *key;
    const json_t *list, *item; /* all of it, and the entry */
    int at;
} Each;
Each walk_each(Walk *walk, const char *key, const json_t *value, int max);
bool walk_next(Each *each);
/* The cards of a list, claimed; how many. */
int walk_claims(Walk *walk, const char *key, const json_t *value, uint8_t *cards,
                int max);
