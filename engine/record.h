/* record.h - commands, events, refusals, setups and states as JSON and as sentences,
 * for any game.
 *
 * One piece of code for all games: the game's Spec tables say how its records are
 * called. */
#pragma once

#include "engine/game.h"
#include "engine/jsonw.h"
#include "engine/text.h"

/* A refusal that a door can print: the code, and the words that fill its holes. */
typedef struct Refusal {
    Err code;
    Quote quote;
    char word[SPEC_HOLES][160]; /* for holes of kind THING_TEXT; "@key" says a text */
} Refusal;

Refusal refusal(Err code); /* no holes filled */
Refusal refusal_words(Err code, const char *first,
                      const char *second); /* either may be NULL */
const char *refusal_code(const Game *game,
                         Err code); /* "not_your_turn"; game may be NULL */

const Spec *refusal_spec(const Game *game, Err code); /* its name and holes */

/* The table a record is spoken about: game, catalog and state travel together. */
typedef struct {
    const Game *game;
    const void *catalog;
    const void *state;
    const char *const *names; /* how its seats are called; NULL, or NULL for one of
                                 them: by number, as text "seat.name" has it */
} Table;

/* JSON out. 'key' is NULL inside arrays. */
void record_write_thing(JsonW *w, const char *key, const Table *t, int kind,
                        int32_t value);
void record_write_command(JsonW *w, const char *key, const Table *t, const Command *c);
void record_write_event(JsonW *w, const char *key, const Table *t, const Event *e,
                        const uint8_t *list,
                        int viewer); /* viewer: SEAT_TABLE sees all */
/* The same without names: ["drew",1,"mole"] is the type, the seat, and the holes in
 * the order of the event's Spec; then the list, or its length where it is hidden.
 * Nulls at the end are left out. */
void record_write_event_row(JsonW *w, const Table *t, const Event *e,
                            const uint8_t *list, int viewer);
void record_write_setup(JsonW *w, const Game *game, const void *catalog,
                        const Setup *s); /* "players", "seed", "options" */
void record_write_options(JsonW *w, const Game *game, const void *catalog,
                          const Setup *s);
/* Its name, and what may be agreed on; 'catalog' may be NULL: then no words of it. */
void record_write_game(JsonW *w, const Game *game, const void *catalog,
                       const Texts *texts);
void record_write_refusal(JsonW *w, const char *key, const Table *t, const Texts *texts,
                          const Refusal *r); /* {"code","message"} */

/* What a refused command has to say, as events; nothing where the game has none. */
void record_write_refused(JsonW *w, const char *key, const Table *t, const Command *c,
                          Err err);

/* Which parts of an event 'viewer' may not see, as SECRET_ bits. */
int record_hidden(const Event *e, int viewer);

/* The thing that has this id or alias; 0: none has. */
int thing_find(const Table *t, int kind, const char *name);

/* JSON in. The action's "type" and holes by name; the seat is given apart. A setup may
 * leave out anything, and may have other keys beside it. 'why' may be NULL. */
Err record_read_thing(const Table *t, const Hole *hole, const json_t *json, Id *value,
                      Refusal *why);
Err record_read_command(const Table *t, int seat, const json_t *json, Command *c,
                        Refusal *why);
Err record_read_setup(const Game *game, const void *catalog, const json_t *json,
                      Setup *s, Refusal *why);
Err record_set_option(const Game *game, const void *catalog, Setup *s, const char *name,
                      const char *value, Refusal *why);
Setup setup_default(const Game *game, int players, uint64_t seed);
/* Players, ranges, clashes. The game's own check_setup may refuse with
 * ERR_OPTION_CLASH and the numbers of two of its options, or with ERR_OPTION_RANGE and
 * the number of one. */
Err setup_check(const Game *game, const void *catalog, const Setup *s, Refusal *why);

/* Sentences. Each writes into 'out' and returns it. The texts of a game:
 * "<game>.action.<name>" and "<game>.event.<name>" with {seat} and the holes' names,
 * and
 * {<list>_count}; "<game>.event.<name>.hidden" where something is hidden from the
 * viewer; "<game>.hidden.<kind>" for a thing that is; "<game>.action_name.<name>" for
 * an action inside a sentence; "<game>.ask.<name>" with {seat} and {source};
 * "<game>.error.<code>". */
char *say_thing(const Table *t, const Texts *texts, int kind, int id, char *out,
                size_t out_bytes);
char *say_command(const Table *t, const Texts *texts, const Command *c, char *out,
                  size_t out_bytes);
char *say_event(const Table *t, const Texts *texts, const Event *e, const uint8_t *list,
                int viewer, char *out,
                size_t out_bytes); /* "" for an event nobody needs to hear of */
/* The line of the log where the game's rules fix its words; "" where they do not. */
char *say_line(const Table *t, const Event *e, const uint8_t *list, int viewer,
               char *out, size_t out_bytes);
char *say_refusal(const Table *t, const Texts *texts, const Refusal *r, char *out,
                  size_t out_bytes);
char *say_prompt(const Table *t, const Texts *texts, const Prompt *p, char *out,
                 size_t out_bytes);
