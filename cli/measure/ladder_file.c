/* ladder_file.c - what a ladder has played before: a line a deal, tabs between. */
#include "cli/measure/ladder.h"

#include <stdlib.h>

enum { LINE_BYTES = 2 * LADDER_WORD_MAX + 200 };

/* What must be the same for results to be comparable. */
static void head_of(const Ladder *l, char *out, size_t out_bytes)
{
    size_t used = (size_t)snprintf(out, out_bytes, "ladder\t%s\t%d\t%llu", l->game->id,
                                   l->game->rules_version, (unsigned long long)l->seed);
    for (int i = 0; i < l->game->option_count && used < out_bytes; i++)
        used += (size_t)snprintf(out + used, out_bytes - used, "\t%s=%d",
                                 l->game->options[i].name, l->setup.option[i]);
}

/* An agent's word with the thinking that all have. */
static void full_word(const Ladder *l, int who, char *out, size_t out_bytes)
{
    const LadderAgent *agent = &l->agent[who];
    if (agent->iterations || agent->budget_ms || (!l->iterations && !l->budget_ms))
        snprintf(out, out_bytes, "%s", agent->word);
    else if (l->iterations)
        snprintf(out, out_bytes, "%s@%d", agent->word, l->iterations);
    else
        snprintf(out, out_bytes, "%s@%dms", agent->word, l->budget_ms);
}

static int pair_of(const Ladder *l, const char *first, const char *second)
{
    for (int pair = 0; pair < l->pair_count; pair++) {
        char a[LADDER_WORD_MAX + 20], b[LADDER_WORD_MAX + 20];
        full_word(l, l->first[pair], a, sizeof a);
        full_word(l, l->second[pair], b, sizeof b);
        if (strcmp(a, first) == 0 && strcmp(b, second) == 0)
            return pair;
    }
    return -1;
}

/* One deal: "first second deal halves", the pair in either order. */
static void line_read(Ladder *l, char *line)
{
    char *save = NULL;
    const char *first = strtok_r(line, "\t", &save);
    const char *second = strtok_r(NULL, "\t", &save);
    const char *deal_text = strtok_r(NULL, "\t", &save);
    const char *halves_text = strtok_r(NULL, "\t\n", &save);
    if (!halves_text)
        return;
    const int64_t deal = strtoll(deal_text, NULL, 10);
    int halves = atoi(halves_text), pair = pair_of(l, first, second);
    if (pair < 0) {
        pair = pair_of(l, second, first);
        halves = LADDER_HALVES - halves;
    }
    if (pair >= 0 && deal >= 0 && deal < l->deals && halves >= 0 &&
        halves <= LADDER_HALVES)
        *ladder_halves(l, deal, pair) = (uint8_t)(halves + 1);
}

bool ladder_load(Cli *cli, Ladder *l, const char *path)
{
    char head[LINE_BYTES], line[LINE_BYTES];
    head_of(l, head, sizeof head);
    l->file = fopen(path, "a+");
    if (!l->file) {
        cli_fail(cli, "cannot_write", "file", path, NULL);
        return false;
    }
    rewind(l->file);
    if (!fgets(line, sizeof line, l->file)) {
        fprintf(l->file, "%s\n", head);
        return true;
    }
    line[strcspn(line, "\n")] = 0;
    if (strcmp(line, head) != 0) {
        cli_fail(cli, "ladder_other", "file", path, NULL);
        return false;
    }
    while (fgets(line, sizeof line, l->file))
        line_read(l, line);
    fseek(l->file, 0, SEEK_END);
    return true;
}

void ladder_note(Ladder *l, int64_t deal, int pair)
{
    char first[LADDER_WORD_MAX + 20], second[LADDER_WORD_MAX + 20];
    if (!l->file)
        return;
    full_word(l, l->first[pair], first, sizeof first);
    full_word(l, l->second[pair], second, sizeof second);
    fprintf(l->file, "%s\t%s\t%lld\t%d\n", first, second, (long long)deal,
            *ladder_halves(l, deal, pair) - 1);
    fflush(l->file);
}
