/* config.h - what the operator can set: by a file, by the environment, by flags.
 *
 * One table names every setting. A file has lines "name = value"; the environment has
 * PARLOR_NAME in capitals; a flag is --name. The later wins over the earlier. */
#pragma once

#include "engine/rules.h"

typedef enum { SETTING_TEXT, SETTING_INT } SettingKind;

/* name, kind, default, smallest, largest */
#define SETTINGS(S)                                  \
    S(listen, TEXT, "127.0.0.1:8080", 0, 0)          \
    S(store, TEXT, "parlor.db", 0, 0)                \
    S(web, TEXT, "web/dist", 0, 0)                   \
    S(cert, TEXT, "", 0, 0)                          \
    S(key, TEXT, "", 0, 0)                           \
    S(hsts_s, INT, 15552000, 0, 63072000)            \
    S(origins, TEXT, "", 0, 0)                       \
    S(proxies, TEXT, "", 0, 0)                       \
    S(log, TEXT, "info", 0, 0)                       \
    S(log_lines_per_second, INT, 20, 0, 1000000)     \
    S(connections, INT, 20000, 1, 1000000)           \
    S(connections_per_address, INT, 200, 0, 1000000) \
    S(lines_per_address, INT, 400, 0, 1000000)       \
    S(arrivals_per_second, INT, 40, 0, 1000000)      \
    S(requests_per_second, INT, 50, 0, 1000000)      \
    S(wait_s, INT, 10, 1, 3600)                      \
    S(message_bytes, INT, 8192, 256, 1048576)        \
    S(messages_per_second, INT, 30, 0, 1000000)      \
    S(work_per_second, INT, 1000, 0, 1000000)        \
    S(queue_bytes, INT, 262144, 4096, 67108864)      \
    S(rooms_per_person, INT, 8, 1, 100000)           \
    S(logins_per_minute, INT, 10, 0, 100000)         \
    S(guests_per_minute, INT, 60, 0, 10000000)       \
    S(guesses_per_minute, INT, 20, 0, 100000)        \
    S(guesses_per_hour, INT, 30, 0, 100000)          \
    S(silence_s, INT, 60, 5, 3600)                   \
    S(grace_s, INT, 15, 0, 3600)                     \
    S(quick_clock_s, INT, 900, 0, 86400)             \
    S(agent_ms, INT, 200, 1, 60000)                  \
    S(programs, TEXT, "", 0, 0)                      \
    S(push, TEXT, "", 0, 0)                          \
    S(push_within, INT, 0, 0, 1)                     \
    S(room_empty_s, INT, 900, 1, 604800)             \
    S(room_idle_h, INT, 48, 1, 8760)                 \
    S(guest_days, INT, 0, 0, 36500)                  \
    S(match_days, INT, 0, 0, 36500)                  \
    S(sweep_s, INT, 600, 1, 86400)                   \
    S(unload_s, INT, 120, 0, 86400)                  \
    S(snapshot_moves, INT, 256, 1, 1000000)

enum { SETTING_BYTES_MAX = 512 };

typedef struct {
#define SETTING_FIELD_TEXT(name) char name[SETTING_BYTES_MAX];
#define SETTING_FIELD_INT(name)  int64_t name;
#define SETTING(name, kind, ...) SETTING_FIELD_##kind(name)
    SETTINGS(SETTING)
#undef SETTING
} Config;

typedef struct {
    const char *name;
    SettingKind kind;
    size_t offset; /* in Config */
    const char *text;
    int64_t number, min, max;
} Setting;

extern const Setting settings[]; /* ends with a NULL name */

void config_default(Config *c);
/* Each is false with 'why' filled. A name may be written with - for _. */
bool config_set(Config *c, const char *name, const char *value, char *why,
                size_t why_bytes);
bool config_read_file(Config *c, const char *path, char *why, size_t why_bytes);
bool config_read_environment(Config *c, char *why, size_t why_bytes);
bool config_check(const Config *c, char *why, size_t why_bytes);
