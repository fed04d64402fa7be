/* ladder_report.c - what came of a ladder: a table, JSON, and a picture. */
#include "cli/measure/ladder.h"

#include "cli/measure/svg.h"

#include <math.h>
#include <stdlib.h>

/* The agents, the strongest first. */
static void order_of(const Ladder *l, const LadderRung *rung, int *order)
{
    for (int i = 0; i < l->agent_count; i++) {
        int at = i;
        for (; at > 0 && rung[order[at - 1]].elo < rung[i].elo; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static double percent(const Ladder *l, int a, int b)
{
    int64_t games = 0;
    const double wins = ladder_share(l, a, b, &games);
    return games ? 100 * wins / (double)games : 50;
}

void ladder_print(Cli *cli, const Ladder *l)
{
    LadderRung rung[LADDER_AGENTS_MAX];
    int order[LADDER_AGENTS_MAX];
    ladder_rate(l, rung);
    order_of(l, rung, order);
    printf("%s\n", cli_say(cli, "ladder_columns"));
    for (int i = 0; i < l->agent_count; i++) {
        const LadderRung *r = &rung[order[i]];
        printf("%2d %-20s %+6.0f (%+.0f .. %+.0f) %6lld %5.1f %%  ", i + 1,
               l->agent[order[i]].word, r->elo, r->low, r->high, (long long)r->games,
               100 * r->rate);
        for (int k = 0; k < l->agent_count; k++)
            if (k == i)
                printf("    -");
            else
                printf(" %4.0f", percent(l, order[i], order[k]));
        printf("\n");
    }
}

void ladder_write(const Ladder *l)
{
    LadderRung rung[LADDER_AGENTS_MAX];
    int order[LADDER_AGENTS_MAX];
    JsonW w;
    ladder_rate(l, rung);
    order_of(l, rung, order);
    jw_open(&w);
    jw_object(&w, NULL);
    jw_str(&w, "game", l->game->id);
    jw_array(&w, "agents");
    for (int i = 0; i < l->agent_count; i++) {
        const LadderRung *r = &rung[order[i]];
        jw_object(&w, NULL);
        jw_str(&w, "name", l->agent[order[i]].word);
        jw_real(&w, "elo", r->elo, 1);
        jw_real(&w, "low", r->low, 1);
        jw_real(&w, "high", r->high, 1);
        jw_int(&w, "games", r->games);
        jw_real(&w, "rate", r->rate, 4);
        jw_array(&w, "against");
        for (int k = 0; k < l->agent_count; k++)
            if (k != i)
                jw_real(&w, NULL, percent(l, order[i], order[k]), 1);
        jw_end_array(&w);
        jw_end_object(&w);
    }
    jw_end_array(&w);
    jw_end_object(&w);
    fwrite(w.text, 1, w.used, stdout);
    fputc('\n', stdout);
    jw_close(&w);
}

enum { PLOT_WIDE = 720, PLOT_ROW = 30, PLOT_LEFT = 170, PLOT_TOP = 48 };

/* A line an agent: the interval, and a bar where it most likely stands. */
bool ladder_plot(Cli *cli, const Ladder *l, const char *path)
{
    LadderRung rung[LADDER_AGENTS_MAX];
    int order[LADDER_AGENTS_MAX];
    double least = 0, most = 1;
    Svg svg;
    ladder_rate(l, rung);
    order_of(l, rung, order);
    for (int i = 0; i < l->agent_count; i++) {
        least = fmin(least, rung[i].low);
        most = fmax(most, rung[i].high);
    }
    const double scale = (PLOT_WIDE - PLOT_LEFT - 90) / (most - least);
    bool good = svg_open(&svg, path, PLOT_WIDE, PLOT_TOP + l->agent_count * PLOT_ROW);
    if (good) {
        svg_text(&svg, 12, 26, "start", cli_game_name(cli, l->game));
        for (int i = 0; i < l->agent_count; i++) {
            const LadderRung *r = &rung[order[i]];
            const double y = PLOT_TOP + i * PLOT_ROW;
            char number[32];
            snprintf(number, sizeof number, "%+.0f", r->elo);
            svg_text(&svg, PLOT_LEFT - 8, y + 5, "end", l->agent[order[i]].word);
            svg_line(&svg, PLOT_LEFT + (r->low - least) * scale, y,
                     PLOT_LEFT + (r->high - least) * scale, y, order[i]);
            svg_bar(&svg, PLOT_LEFT + (r->elo - least) * scale - 3, y - 7, 6, 14,
                    order[i]);
            svg_text(&svg, PLOT_WIDE - 70, y + 5, "start", number);
        }
        good = svg_close(&svg);
    }
    if (!good)
        cli_fail(cli, "cannot_write", "file", path, NULL);
    return good;
}
