/* game.h - what a game is: the one interface behind which all games look alike.
 *
 * The rules half is plain functions over flat memory: a catalog that nobody changes and
 * a state that is copied with memcpy. The words half says how things are called
 * outside. */
#pragma once

#include "engine/command.h"
#include "engine/encode.h"
#include "engine/event.h"
#include "engine/prompt.h"
#include "engine/rng.h"
#include "engine/spec.h"

struct Data;
struct Texts;
struct JsonW;
struct json_t;
struct LoadError;
struct Refusal;
struct Field;

enum { OPTIONS_MAX = 24, OPTION_AUTO = -1 };

typedef enum { OPTION_INT, OPTION_WORD, OPTION_FLAG } OptionKind;

/* One thing the table can agree on before the game. */
typedef struct {
    const char *name;
    OptionKind kind;
    int16_t min, max; /* OPTION_INT: the range; OPTION_WORD: 0 .. most words - 1 */
    int16_t value;    /* the default; OPTION_AUTO where 'or_auto' */
    bool or_auto;     /* "auto" is allowed too: the game decides */
    const char *const
        *words; /* OPTION_WORD: the words, in order; NULL: they stand in the data */
} Option;

/* What a match starts from; with its commands it is the whole match. */
typedef struct {
    uint64_t seed;
    uint8_t players;
    uint8_t pad[7];
    int16_t option[OPTIONS_MAX]; /* in the order of Game.options */
} Setup;

typedef struct {
    uint8_t to_act;  /* the seat whose move it is; SEAT_NONE when the game is over */
    uint8_t phase;   /* index into Game.phases */
    uint8_t over;    /* 1: the game has ended */
    uint8_t winners; /* bit s: seat s won or shares the win; 0 and over: nobody won */
} Status;

/* One line of 'parlor cards'. */
typedef struct {
    const char *id;
    const char *kind;  /* "card", "base", "wonder", "token", "unit" ... */
    const char *group; /* faction, age, profile ...: how the game sorts them */
    int count;
    bool bound;       /* its ability exists in C, or it needs none */
    const char *text; /* text key of its rule, below the game's name */
    const char *name; /* text key of its name */
    char keys[2][64]; /* room for keys that a game has to put together */
} CardInfo;

/* One part of the action space: everything an action can be done with. */
typedef struct {
    uint8_t type; /* index into Game.actions */
    uint16_t first, count;
    const char *says; /* what the places stand for, in English */
} ActPart;

/* One part of an observation. */
typedef struct {
    const char *name;
    uint8_t kind; /* SeesKind */
    uint16_t first, count;
    int16_t least, most;
    const char *says;
} SeesPart;

typedef struct Game {
    const char *id;
    uint16_t rules_version; /* grows when an old match would replay differently */
    uint8_t players_min, players_max;
    uint32_t state_bytes, table_bytes; /* the table is the first part of the state */
    uint32_t catalog_bytes;
    uint32_t catalog_told; /* the first bytes of it, which data says and a fingerprint
                              counts; the rest follows from them */
    const Option *options;
    int option_count;
    const char *const *phases;
    int phase_count;
    const Spec *actions; /* by Command.type; [0] and [1] are none and pass */
    int action_count;
    const uint8_t *action_optional; /* by Command.type, bit i: hole i may be left out,
                                       canonical fills it in; NULL: none may */
    const Spec *events;             /* by Event.type */
    int event_count;
    const Spec *errors; /* by Err - ERR_GAME */
    int error_count;
    const char *const
        *things; /* names of the kinds from THING_GAME on: "card", "pile" */
    int thing_count;
    const char *const *asks; /* by Prompt.say: text keys below "<game>.ask." */
    int ask_count;
    const char *const *abilities; /* by Fx.ability; [0] is none */
    int ability_count;
    const struct Field *fields; /* what a state is; the last has no key */

    /* The fixed encodings: encode.def of the game. */
    uint16_t encoding_version; /* grows when a number means something else */
    uint16_t action_space;     /* actions 0 .. action_space - 1 */
    uint16_t sees_count;       /* numbers of an observation */
    uint8_t sees_bytes;        /* of each: 1 unsigned, 2 signed */
    const ActPart *act_parts;  /* in order; together they are the whole space */
    int act_part_count;
    const SeesPart *sees_parts;
    int sees_part_count;

    /* Rules. A catalog pointer comes first, then the state. */
    Err (*check_setup)(const void *catalog, const Setup *setup, Quote *quote);
    void (*open)(const void *catalog, const Setup *setup,
                 void *state); /* no randomness used yet */
    void (*begin)(const void *catalog, void *state,
                  EventLog *log); /* deal; log may be NULL */
    void (*legal)(const void *catalog, const void *state, Moves *moves);
    Err (*validate)(const void *catalog, const void *state, const Command *c,
                    Quote *quote);
    void (*execute)(const void *catalog, void *state, const Command *c, EventLog *log);
    /* Moves by chance, drawn as rng_below draws from the list, and made, without a
     * list: up to 'steps' of them, fewer where the game ends. Returns how many. */
    int (*roll)(const void *catalog, void *state, Rng *rng, int steps);
    void (*reduce)(const void *catalog, void *state, const Event *event,
                   const uint8_t *list);
    void (*redact)(const void *catalog, const void *state, int viewer, void *view);
    void (*determinize)(const void *catalog, const void *view, Rng *rng, void *state);
    Status (*status)(const void *catalog, const void *state);
    const Prompt *(*prompt)(const void *state); /* the open question, or NULL */
    /* How well 'seat' stands, from what the view shows; larger is better. */
    int32_t (*value)(const void *catalog, const void *view, int seat);
    /* Points a scoreboard would show for 'seat'. */
    int32_t (*points)(const void *catalog, const void *state, int seat);
    /* The smallest step that moves the table on when the acting seat is away. */
    Command (*idle)(const void *catalog, const void *state);
    /* What the other seats may know of a move about to be made: what is secret about it
     * is 0; ACTION_NONE: not even that it is made. NULL here: everybody sees every move
     * whole. */
    Command (*seen)(const void *state, const Command *c, int viewer);
    /* Where the acting seat has one move and is asked nothing: does that follow from
     * what everybody sees? NULL here: it is found out by trying. */
    bool (*only_is_open)(const void *state);
    /* The one way of writing a command that has several; NULL here: there are none. */
    void (*canonical)(const void *catalog, const void *state, Command *c);
    /* A refused command that is a move all the same: it is made, and fails. NULL here:
     * there are none. */
    bool (*fails)(const void *catalog, const void *state, const Command *c, Err err);
    /* What a refused command has to say: events that change nothing and are kept
     * nowhere. NULL here: nothing. */
    void (*refused)(const void *catalog, const void *state, const Command *c, Err err,
                    EventLog *log);
    /* A command's place in the action space, as its seat counts; ENCODE_NONE: it has
     * none in this state. */
    int (*action_index)(const void *catalog, const void *state, const Command *c);
    /* What stands at a place for the seat that acts; false: nothing does now. */
    bool (*action_at)(const void *catalog, const void *state, int index, Command *c);
    /* Exactly the legal ones, ENCODE_WORDS(action_space) words; returns how many. */
    int (*legal_mask)(const void *catalog, const void *state, uint64_t *mask);
    /* What 'seat' sees: sees_count numbers of sees_bytes each. */
    void (*observe)(const void *catalog, const void *view, int seat, void *out);
    /* NULL when every invariant holds; else what is broken, for developers. */
    const char *(*check)(const void *catalog, const void *state);

    /* Words. 'state' is there because some names depend on it. */
    /* What a value of an option is called whose words stand in the data; NULL past the
     * last. NULL here: there is no such option. */
    const char *(*option_word)(const void *catalog, int option, int value);
    bool (*load)(struct Data *data, void *catalog, struct LoadError *error);
    const char *(*thing_id)(const void *catalog, const void *state, int kind,
                            int id); /* NULL: past the last */
    /* A second id the thing answers to and is never called; NULL: it has none. NULL
     * here: nothing has. */
    const char *(*thing_alias)(const void *catalog, int kind, int id);
    /* The id of a name that no thing has, where there is one for it all the same; 0:
     * there is none. NULL here: nowhere. */
    int (*thing_else)(const void *catalog, const void *state, int kind,
                      const char *name);
    /* A thing's name as a person says it; NULL here: text key "<game>.<kind>.<thing
     * id>". */
    void (*thing_say)(const void *catalog, const void *state, const struct Texts *texts,
                      int kind, int id, char *out, size_t out_bytes);
    void (*write_state)(const void *catalog, const void *state, struct JsonW *out);
    /* Lays a partial position over a freshly begun state. */
    Err (*read_state)(const void *catalog, const struct json_t *json, void *state,
                      struct Refusal *why);
    void (*write_score)(const void *catalog, const void *state, struct JsonW *out);
    void (*write_cost)(const void *catalog, const void *state, const Command *c,
                       struct JsonW *out); /* or NULL */
    const char *cost_type;                 /* what that writes, as TypeScript says it */
    bool (*card_at)(const void *catalog, int index,
                    CardInfo *info); /* false past the last */
    /* Attributes of the card at 'index' beyond what its data say, as members of an
     * object; NULL here: the data say everything. */
    void (*write_card)(const void *catalog, int index, struct JsonW *out);
    /* The line an event is in the log, where the game's own rules fix its words; "" for
     * none. NULL here: there are only the sentences of the texts. */
    void (*log_line)(const void *catalog, const void *state, const Event *event,
                     const uint8_t *list, char *out, size_t out_bytes);
} Game;

/* What a value of an OPTION_WORD is called; NULL: it is none. */
static inline const char *option_word(const Game *game, const void *catalog,
                                      const Option *option, int value)
{
    if (value < option->min || value > option->max)
        return NULL;
    return option->words
               ? option->words[value]
               : game->option_word(catalog, (int)(option - game->options), value);
}

/* The largest value that an option can have. */
static inline int option_last(const Game *game, const void *catalog,
                              const Option *option)
{
    int last = option->kind == OPTION_FLAG ? 1 : option->max;
    while (option->kind == OPTION_WORD && last > option->min &&
           !option_word(game, catalog, option, last))
        last--;
    return last;
}
