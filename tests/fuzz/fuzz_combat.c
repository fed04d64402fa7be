/* fuzz_combat.c - any bytes as commands to a battle: refused without a trace, or
 * played.
 *
 * Eight bytes are a command. Half of the time the numbers are taken as they are, half
 * of the time they choose among what is allowed, so that the fuzzer gets anywhere at
 * all. */
#include "games/combat/host.h"
#include "games/games.h"
#include "tests/fuzz/mutate.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count);

static CombatCatalog catalog;
static CombatState state, before;
static Moves moves;
static uint8_t event_bytes[1 << 16];

static void load(void)
{
    LoadError error = {0};
    Data *data = data_open(NULL, 0, &error);
    if (!data || !combat_load(data, &catalog, &error))
        abort();
    data_close(data);
}

/* Every event has a line that fits, and no line breaks the log. */
static void read_log(const EventLog *log)
{
    uint32_t at = 0;
    Event event;
    const uint8_t *list = NULL;
    char line[2000];
    ASSERT(log->overflow == 0);
    while (event_next(log, &at, &event, &list)) {
        combat_log_line(&catalog, &state, &event, list, line, sizeof line);
        ASSERT(!strchr(line, '\n'));
    }
}

static void play(Combat *g, const Command *c)
{
    EventLog log;
    Quote quote = quote_none();
    before = state;
    if (combat_validate(g, c, &quote) != ERR_OK) {
        ASSERT(memcmp(&before, &state, sizeof state) == 0);
        return;
    }
    event_log_init(&log, event_bytes, sizeof event_bytes);
    g->log = &log;
    combat_execute(g, c);
    g->log = NULL;
    read_log(&log);
    ASSERT(combat_check(g) == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t bytes_count)
{
    Setup setup;
    if (!catalog.scenario_count)
        load();
    if (bytes_count < 2)
        return 0;
    memset(&setup, 0, sizeof setup);
    setup.players = COMBAT_SIDES;
    setup.seed = 1u + bytes[0];
    setup.option[COMBAT_OPT_SCENARIO] = (int16_t)(bytes[1] % catalog.scenario_count);
    combat_open(&catalog, &setup, &state);
    Combat g = combat_table(&catalog, &state, NULL);
    combat_begin(&g);
    for (size_t i = 2; i + sizeof(Command) <= bytes_count; i += sizeof(Command)) {
        Command c;
        memcpy(&c, bytes + i, sizeof c);
        moves.count = 0;
        combat_legal(&g, &moves);
        if (moves.count && bytes[i] % 2)
            c = moves.item[c.a % moves.count];
        play(&g, &c);
    }
    return 0;
}
