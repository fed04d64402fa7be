/* config.c - what the operator can set: by a file, by the environment, by flags. */
#include "server/config.h"

#include "server/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_TEXT(value) value, 0
#define DEFAULT_INT(value)  NULL, value

const Setting settings[] = {
#define SETTING(name, kind, value, min, max) \
    {#name, SETTING_##kind, offsetof(Config, name), DEFAULT_##kind(value), min, max},
    SETTINGS(SETTING)
#undef SETTING
        {NULL, SETTING_TEXT, 0, NULL, 0, 0, 0},
};

void config_default(Config *c)
{
    memset(c, 0, sizeof *c);
    for (const Setting *s = settings; s->name; s++) {
        char *field = (char *)c + s->offset;
        if (s->kind == SETTING_TEXT)
            snprintf(field, SETTING_BYTES_MAX, "%s", s->text);
        else
            memcpy(field, &s->number, sizeof s->number);
    }
}

static bool name_is(const char *name, const char *wanted)
{
    for (; *wanted; name++, wanted++)
        if (*name != *wanted && !(*name == '-' && *wanted == '_'))
            return false;
    return !*name;
}

bool config_set(Config *c, const char *name, const char *value, char *why,
                size_t why_bytes)
{
    const Setting *s = settings;
    while (s->name && !name_is(name, s->name))
        s++;
    if (!s->name) {
        snprintf(why, why_bytes, "there is no setting \"%s\"", name);
        return false;
    }
    char *field = (char *)c + s->offset;
    if (s->kind == SETTING_TEXT) {
        if (strlen(value) >= SETTING_BYTES_MAX) {
            snprintf(why, why_bytes, "%s is too long", s->name);
            return false;
        }
        snprintf(field, SETTING_BYTES_MAX, "%s", value);
        return true;
    }
    char *end = NULL;
    errno = 0;
    const int64_t number = strtoll(value, &end, 10);
    if (errno || end == value || *end || number < s->min || number > s->max) {
        snprintf(why, why_bytes, "%s should be a whole number from %lld to %lld",
                 s->name, (long long)s->min, (long long)s->max);
        return false;
    }
    memcpy(field, &number, sizeof number);
    return true;
}

/* "name = value" without the blanks around either. */
static bool config_line(Config *c, char *line, char *why, size_t why_bytes)
{
    static const char blanks[] = " \t\r\n";
    line += strspn(line, blanks);
    if (!*line || *line == '#')
        return true;
    char *equals = strchr(line, '=');
    if (!equals) {
        snprintf(why, why_bytes, "a line should be \"name = value\"");
        return false;
    }
    char *value = equals + 1 + strspn(equals + 1, blanks);
    char *end = value + strlen(value);
    while (end > value && strchr(blanks, end[-1]))
        *--end = 0;
    while (equals > line && strchr(blanks, equals[-1]))
        equals--;
    *equals = 0;
    return config_set(c, line, value, why, why_bytes);
}

bool config_read_file(Config *c, const char *path, char *why, size_t why_bytes)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(why, why_bytes, "%s: %s", path, strerror(errno));
        return false;
    }
    char line[2 * SETTING_BYTES_MAX], detail[200] = "";
    int number = 0;
    bool good = true;
    while (good && fgets(line, sizeof line, file)) {
        number++;
        good = config_line(c, line, detail, sizeof detail);
    }
    fclose(file);
    if (!good)
        snprintf(why, why_bytes, "%s:%d: %s", path, number, detail);
    return good;
}

bool config_read_environment(Config *c, char *why, size_t why_bytes)
{
    for (const Setting *s = settings; s->name; s++) {
        char name[64];
        snprintf(name, sizeof name, "PARLOR_%s", s->name);
        for (char *at = name; *at; at++)
            if (*at >= 'a' && *at <= 'z')
                *at = (char)(*at - 'a' + 'A');
        const char *value = getenv(name);
        char detail[200] = "";
        if (value && !config_set(c, s->name, value, detail, sizeof detail)) {
            snprintf(why, why_bytes, "%s: %s", name, detail);
            return false;
        }
    }
    return true;
}

/* It is written into what push services are told. */
static bool contact_is_good(const char *contact)
{
    for (const char *at = contact; *at; at++)
        if (*at <= ' ' || *at > '~' || *at == '"' || *at == '\\')
            return false;
    return strncmp(contact, "mailto:", 7) == 0 || strncmp(contact, "https://", 8) == 0;
}

bool config_check(const Config *c, char *why, size_t why_bytes)
{
    const char *colon = strrchr(c->listen, ':');
    const bool is_number =
        colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
    if (!is_number || strtol(colon + 1, NULL, 10) > 65535) {
        snprintf(why, why_bytes, "listen should be HOST:PORT, not \"%s\"", c->listen);
        return false;
    }
    if (!c->cert[0] != !c->key[0]) {
        snprintf(why, why_bytes, "cert and key are given together or not at all");
        return false;
    }
    if (c->push[0] && !contact_is_good(c->push)) {
        snprintf(why, why_bytes, "push should be mailto:ADDRESS or https://ADDRESS");
        return false;
    }
    for (int i = 0; log_levels[i]; i++)
        if (strcmp(log_levels[i], c->log) == 0)
            return true;
    snprintf(why, why_bytes, "log should be debug, info, warn, error or none");
    return false;
}
