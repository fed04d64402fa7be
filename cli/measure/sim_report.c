/* sim_report.c - what came of a tournament: a table, JSON, and a picture. */
#include "cli/measure/sim.h"

#include "agents/external.h"
#include "cli/measure/svg.h"
#include "cli/play/screen.h"

#include <math.h>

static double elo_of(double share, int players)
{
    return 400 * log10(share * (players - 1) / (1 - share));
}

/* Wilson's interval, 95 %, and the rating against an equal field: with n players an
 * average one wins 1 in n. */
SimRate sim_rate(const SimScore *score, int players)
{
    const double z = 1.959964;
    const double n = (double)score->seat_games;
    const double p = (double)score->shares / (SIM_SHARE * n);
    const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half =
        z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    /* Half a game each way keeps a clean sweep finite. */
    const double safe = (p * n + 0.5) / (n + 1), least = 0.5 / (n + 1);
    SimRate rate;
    rate.rate = p;
    rate.low = fmax(0, middle - half);
    rate.high = fmin(1, middle + half);
    rate.elo = elo_of(safe, players);
    rate.elo_error = (elo_of(fmin(rate.high, 1 - least), players) -
                      elo_of(fmax(rate.low, least), players)) /
                     2;
    return rate;
}

static const char *verdict_name(const SimTest *test)
{
    return test->verdict > 0   ? "better"
           : test->verdict < 0 ? "not_better"
                               : "undecided";
}

/* A reliability diagram: for each third of the game and tenth of a win how many hopes
 * there were, what they were and what came of them; and the mean square of the
 * difference. */
static void write_hopes(JsonW *w, const SimScore *score)
{
    jw_array(w, "hopes");
    for (int part = 0; part < SIM_PARTS; part++) {
        double count = 0, squares = 0;
        jw_object(w, NULL);
        jw_array(w, "tenths");
        for (int tenth = 0; tenth < SIM_HOPES; tenth++) {
            const SimHope *hope = &score->hope[part][tenth];
            const double n = hope->count ? (double)hope->count : 1;
            jw_object(w, NULL);
            jw_int(w, "count", hope->count);
            jw_real(w, "hoped", (double)hope->hoped / n / SIM_HOPE_UNITS, 3);
            jw_real(w, "got", (double)hope->got / n / SIM_HOPE_UNITS, 3);
            jw_end_object(w);
            count += (double)hope->count;
            squares += (double)hope->squares / SIM_HOPE_UNITS;
        }
        jw_end_array(w);
        jw_real(w, "brier", count > 0 ? squares / count : 0, 4);
        jw_end_object(w);
    }
    jw_end_array(w);
}

static bool has_hopes(const SimScore *score)
{
    for (int k = 0; k < SIM_PARTS * SIM_HOPES; k++)
        if ((&score->hope[0][0])[k].count)
            return true;
    return false;
}

static void write_agent(JsonW *w, const Sim *sim, int i)
{
    const SimScore *score = &sim->score[i];
    const SimRate rate = sim_rate(score, sim->players);
    const ExternalFaults faults = external_faults(sim->agent[i]);
    jw_object(w, NULL);
    jw_str(w, "name", sim->agent[i]->name);
    jw_int(w, "seat_games", score->seat_games);
    jw_int(w, "wins", score->wins);
    jw_int(w, "draws", score->draws);
    jw_real(w, "rate", rate.rate, 4);
    jw_real(w, "low", rate.low, 4);
    jw_real(w, "high", rate.high, 4);
    jw_real(w, "elo", rate.elo, 1);
    jw_real(w, "elo_error", rate.elo_error, 1);
    jw_real(w, "points", (double)score->points / (double)score->seat_games, 2);
    if (has_hopes(score))
        write_hopes(w, score);
    jw_int(w, "late", faults.late);
    jw_int(w, "garbage", faults.garbage);
    jw_int(w, "crashes", faults.crashes);
    jw_end_object(w);
}

void sim_write(const Sim *sim, double seconds)
{
    JsonW w;
    jw_open(&w);
    jw_object(&w, NULL);
    jw_str(&w, "game", sim->game->id);
    jw_int(&w, "games", sim->games);
    jw_real(&w, "seconds", seconds, 3);
    jw_int(&w, "steps", sim->steps);
    jw_hex64(&w, "hash", sim->ends);
    jw_bool(&w, "checked", sim->check);
    record_write_setup(&w, sim->game, sim->catalog, &sim->setup);
    if (sim->test.on) {
        jw_object(&w, "sprt");
        jw_real(&w, "elo_low", sim->test.elo_low, 2);
        jw_real(&w, "elo_high", sim->test.elo_high, 2);
        jw_int(&w, "deals", sim->test.pairs);
        jw_real(&w, "ratio", sim->test.ratio, 3);
        jw_str(&w, "verdict", verdict_name(&sim->test));
        jw_end_object(&w);
    }
    jw_array(&w, "agents");
    for (int i = 0; i < sim->agent_count; i++)
        write_agent(&w, sim, i);
    jw_end_array(&w);
    jw_end_object(&w);
    fwrite(w.text, 1, w.used, stdout);
    fputc('\n', stdout);
    jw_close(&w);
}

static void print_test(Cli *cli, const SimTest *test)
{
    char deals[24], ratio[24], low[24], high[24], key[40], line[300];
    snprintf(deals, sizeof deals, "%lld", (long long)test->pairs);
    snprintf(ratio, sizeof ratio, "%.2f", test->ratio);
    snprintf(low, sizeof low, "%g", test->elo_low);
    snprintf(high, sizeof high, "%g", test->elo_high);
    snprintf(key, sizeof key, "sprt_%s", verdict_name(test));
    printf("%s\n", cli_fill(cli, line, sizeof line, key, "deals", deals, "ratio", ratio,
                            "low", low, "high", high, NULL));
}

/* A row of the table: the name of an agent and what its games came to. */
enum { CELLS = 8, CELL_BYTES = 32, NAME_COLUMNS = 16, GAP = 2 };
typedef struct {
    char cell[CELLS][CELL_BYTES];
} Row;

static void row_name(Row *row, const char *words)
{
    for (int i = 0; i < CELLS; i++) {
        const size_t bytes = strcspn(words, "|");
        snprintf(row->cell[i], CELL_BYTES, "%.*s", (int)bytes, words);
        words += bytes + (words[bytes] == '|');
    }
}

static void row_fill(Row *row, const Sim *sim, int i)
{
    const SimScore *score = &sim->score[i];
    const SimRate rate = sim_rate(score, sim->players);
    snprintf(row->cell[0], CELL_BYTES, "%s",
             screen_width(sim->agent[i]->name) > NAME_COLUMNS ? ""
                                                              : sim->agent[i]->name);
    snprintf(row->cell[1], CELL_BYTES, "%lld", (long long)score->seat_games);
    snprintf(row->cell[2], CELL_BYTES, "%lld", (long long)score->wins);
    snprintf(row->cell[3], CELL_BYTES, "%lld", (long long)score->draws);
    snprintf(row->cell[4], CELL_BYTES, "%.1f %%", 100 * rate.rate);
    snprintf(row->cell[5], CELL_BYTES, "%.1f–%.1f", 100 * rate.low, 100 * rate.high);
    snprintf(row->cell[6], CELL_BYTES, "%+.0f ± %.0f", rate.elo, rate.elo_error);
    snprintf(row->cell[7], CELL_BYTES, "%.1f",
             (double)score->points / (double)score->seat_games);
}

/* Names to the left, numbers to the right, every column as wide as it must be. A name
 * too long for its column has a line of its own. */
static void print_table(Cli *cli, const Sim *sim)
{
    Row row[SIM_AGENTS_MAX + 1];
    int wide[CELLS] = {0};
    row_name(&row[0], cli_say(cli, "sim_columns"));
    for (int i = 0; i < sim->agent_count; i++)
        row_fill(&row[i + 1], sim, i);
    for (int i = 0; i <= sim->agent_count; i++)
        for (int k = 0; k < CELLS; k++) {
            const int columns = screen_width(row[i].cell[k]);
            wide[k] = columns > wide[k] ? columns : wide[k];
        }
    for (int i = 0; i <= sim->agent_count; i++) {
        if (!row[i].cell[0][0])
            printf("%s\n", sim->agent[i - 1]->name);
        printf("%s%*s", row[i].cell[0], wide[0] - screen_width(row[i].cell[0]), "");
        for (int k = 1; k < CELLS; k++)
            printf("%*s%s", GAP + wide[k] - screen_width(row[i].cell[k]), "",
                   row[i].cell[k]);
        putchar('\n');
    }
}

void sim_print(Cli *cli, const Sim *sim, double seconds)
{
    char games[24], time[24], speed[24], line[300];
    snprintf(games, sizeof games, "%lld", (long long)sim->games);
    snprintf(time, sizeof time, "%.1f", seconds);
    snprintf(speed, sizeof speed, "%.0f", (double)sim->games / fmax(seconds, 1e-9));
    printf("%s\n", cli_fill(cli, line, sizeof line, "sim_head", "game",
                            cli_game_name(cli, sim->game), "games", games, "seconds",
                            time, "speed", speed, NULL));
    print_table(cli, sim);
    if (sim->test.on)
        print_test(cli, &sim->test);
}

enum { PLOT_WIDE = 640, PLOT_ROW = 34, PLOT_LEFT = 150, PLOT_TALL = 180 };

/* One bar an agent, its interval drawn over it. */
static double plot_rates(Svg *svg, const Sim *sim, double top)
{
    const double span = PLOT_WIDE - PLOT_LEFT - 80;
    for (int i = 0; i < sim->agent_count; i++) {
        const SimRate rate = sim_rate(&sim->score[i], sim->players);
        const double y = top + i * PLOT_ROW;
        char number[32];
        snprintf(number, sizeof number, "%.1f %%", 100 * rate.rate);
        svg_text(svg, PLOT_LEFT - 8, y + 16, "end", sim->agent[i]->name);
        svg_bar(svg, PLOT_LEFT, y, span * rate.rate, PLOT_ROW - 12, i);
        svg_line(svg, PLOT_LEFT + span * rate.low, y + 11, PLOT_LEFT + span * rate.high,
                 y + 11, -1);
        svg_text(svg, PLOT_LEFT + span + 8, y + 16, "start", number);
    }
    return top + sim->agent_count * PLOT_ROW;
}

/* How often each agent ended with so many points, a line each. */
static void plot_points(Svg *svg, const Sim *sim, double top)
{
    int last = 10;
    double most = 1e-9;
    for (int i = 0; i < sim->agent_count; i++)
        for (int p = 0; p <= SIM_POINTS_MAX; p++) {
            const SimScore *score = &sim->score[i];
            const double part =
                (double)score->points_seen[p] / (double)score->seat_games;
            last = score->points_seen[p] && p > last ? p : last;
            most = fmax(most, part);
        }
    const double wide = PLOT_WIDE - PLOT_LEFT - 20, bottom = top + PLOT_TALL;
    svg_line(svg, PLOT_LEFT, bottom, PLOT_LEFT + wide, bottom, -1);
    for (int p = 0; p <= last; p += 10) {
        char number[16];
        snprintf(number, sizeof number, "%d", p);
        svg_text(svg, PLOT_LEFT + wide * p / last, bottom + 16, "middle", number);
    }
    for (int i = 0; i < sim->agent_count; i++) {
        svg_path_open(svg, i);
        for (int p = 0; p <= last; p++) {
            const SimScore *score = &sim->score[i];
            const double part =
                (double)score->points_seen[p] / (double)score->seat_games;
            svg_path_to(svg, PLOT_LEFT + wide * p / last,
                        bottom - (PLOT_TALL - 10) * part / most);
        }
        svg_path_close(svg);
    }
}

bool sim_plot(Cli *cli, const Sim *sim, const char *path)
{
    char head[300], games[24];
    const double tall = 60 + sim->agent_count * PLOT_ROW + 40 + PLOT_TALL + 30;
    snprintf(games, sizeof games, "%lld", (long long)sim->games);
    Svg svg;
    if (svg_open(&svg, path, PLOT_WIDE, tall)) {
        svg_text(&svg, 12, 26, "start",
                 cli_fill(cli, head, sizeof head, "plot_rates", "game",
                          cli_game_name(cli, sim->game), "games", games, NULL));
        const double below = plot_rates(&svg, sim, 44);
        svg_text(&svg, 12, below + 26, "start", cli_say(cli, "plot_points"));
        plot_points(&svg, sim, below + 36);
        if (svg_close(&svg))
            return true;
    }
    cli_fail(cli, "cannot_write", "file", path, NULL);
    return false;
}
