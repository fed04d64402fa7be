/* analyse.c - parlor analyse: what each decision of a saved match was worth, and how
 * the chances went. */
#include "agents/analysis.h"
#include "cli/args.h"
#include "cli/lines.h"
#include "cli/measure/svg.h"
#include "cli/play/play.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct {
    Cli *cli;
    const Match *match;
    void *state;
    bool progress;
    Decision *list; /* every decision, in order */
    int count;
    SeatNames names;
} Analysis;

static bool keep(void *context, const Decision *d)
{
    Analysis *a = context;
    a->list[a->count++] = *d;
    if (a->progress)
        fprintf(stderr, "\r%d / %d ", a->count, match_moves(a->match));
    return true;
}

static void say_move(Analysis *a, const Decision *d, const Command *c, char *out,
                     size_t out_bytes)
{
    match_state_at(a->match, d->move, a->state);
    const Table then = play_table(a->match, a->state, &a->names);
    say_command(&then, cli_texts(a->cli), c, out, out_bytes);
}

/* One line a decision; what lost much is marked, with what was better. */
static void print_decisions(Analysis *a)
{
    printf("%s\n", cli_say(a->cli, "analyse_columns"));
    for (int i = 0; i < a->count; i++) {
        const Decision *d = &a->list[i];
        char words[400], better[400], line[600], whole[700];
        if (d->forced)
            continue;
        say_move(a, d, &d->chosen, words, sizeof words);
        const char *mark = d->loss >= 0.15 ? "??" : d->loss >= 0.05 ? "? " : "  ";
        snprintf(whole, sizeof whole, "%4d  %d  %5.1f %%  %5.1f %s  %s", d->move + 1,
                 d->seat + 1, 100 * d->share, 100 * d->loss, mark, words);
        lines_print(whole);
        if (d->loss < 0.05)
            continue;
        say_move(a, d, &d->best, better, sizeof better);
        snprintf(whole, sizeof whole, "%29s%s", "",
                 cli_fill(a->cli, line, sizeof line, "analyse_better", "words", better,
                          NULL));
        lines_print(whole);
    }
}

/* How the chances of each seat went, a character for every few decisions. */
static void print_curves(const Analysis *a)
{
    static const char *const step[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const int wide = a->count < 64 ? a->count : 64;
    for (int seat = 0; seat < match_setup(a->match)->players; seat++) {
        printf("%d  ", seat + 1);
        for (int x = 0; x < wide; x++) {
            const double hope = a->list[(int64_t)x * a->count / wide].hope[seat];
            const int level = (int)(hope * 8);
            printf("%s", step[level < 0 ? 0 : level > 7 ? 7 : level]);
        }
        printf("\n");
    }
}

static void print_losses(Analysis *a)
{
    for (int seat = 0; seat < match_setup(a->match)->players; seat++) {
        double sum = 0;
        int decisions = 0;
        char who[16], count[16], mean[16], line[300];
        for (int i = 0; i < a->count; i++)
            if (a->list[i].seat == seat && !a->list[i].forced) {
                sum += a->list[i].loss;
                decisions++;
            }
        snprintf(who, sizeof who, "%d", seat + 1);
        snprintf(count, sizeof count, "%d", decisions);
        snprintf(mean, sizeof mean, "%.1f", decisions ? 100 * sum / decisions : 0);
        printf("%s\n", cli_fill(a->cli, line, sizeof line, "analyse_mean", "seat", who,
                                "decisions", count, "loss", mean, NULL));
    }
}

static bool plot(const Analysis *a, const char *path)
{
    const double wide = 760, tall = 300, left = 46, top = 40;
    const double span = wide - left - 20, height = tall - top - 40;
    Svg svg;
    if (!svg_open(&svg, path, wide, tall))
        return false;
    svg_text(&svg, 12, 24, "start", cli_say(a->cli, "analyse_curve"));
    for (int level = 0; level <= 4; level++) {
        char number[16];
        const double y = top + height * (4 - level) / 4;
        snprintf(number, sizeof number, "%d %%", 25 * level);
        svg_text(&svg, left - 6, y + 4, "end", number);
        svg_line(&svg, left, y, left + span, y, 7);
    }
    for (int seat = 0; seat < match_setup(a->match)->players; seat++) {
        char name[80];
        const Table table = play_table(a->match, NULL, &a->names);
        say_thing(&table, cli_texts(a->cli), THING_SEAT, seat + 1, name, sizeof name);
        svg_path_open(&svg, seat);
        for (int i = 0; i < a->count; i++)
            svg_path_to(&svg, left + span * i / (a->count > 1 ? a->count - 1 : 1),
                        top + height * (1 - a->list[i].hope[seat]));
        svg_path_close(&svg);
        svg_bar(&svg, left + 150 * seat, tall - 24, 14, 14, seat);
        svg_text(&svg, left + 150 * seat + 20, tall - 12, "start", name);
    }
    return svg_close(&svg);
}

static void write_json(Analysis *a)
{
    const Match *m = a->match;
    JsonW w;
    jw_open(&w);
    jw_object(&w, NULL);
    jw_str(&w, "game", match_game(m)->id);
    jw_array(&w, "decisions");
    for (int i = 0; i < a->count; i++) {
        const Decision *d = &a->list[i];
        match_state_at(m, d->move, a->state);
        const Table then = play_table(m, a->state, &a->names);
        jw_object(&w, NULL);
        jw_int(&w, "move", d->move);
        jw_int(&w, "player", d->seat);
        record_write_command(&w, "action", &then, &d->chosen);
        record_write_command(&w, "best", &then, &d->best);
        jw_real(&w, "share", d->share, 4);
        jw_real(&w, "reached", d->reached, 4);
        jw_real(&w, "loss", d->loss, 4);
        jw_bool(&w, "forced", d->forced);
        jw_array(&w, "hope");
        for (int seat = 0; seat < match_setup(m)->players; seat++)
            jw_real(&w, NULL, d->hope[seat], 4);
        jw_end_array(&w);
        jw_end_object(&w);
    }
    jw_end_array(&w);
    jw_end_object(&w);
    printf("%s\n", w.text);
    jw_close(&w);
}

static int analyse(Cli *cli, const Saved *saved, const AnalysisLimits *limits,
                   bool json, const char *plot_path)
{
    const Match *m = saved->match;
    const int moves = match_moves(m) + match_moves_redo(m);
    Analysis a = {.cli = cli, .match = m, .progress = isatty(STDERR_FILENO)};
    a.state = calloc(1, match_game(m)->state_bytes);
    a.list = calloc((size_t)moves + 1, sizeof *a.list);
    if (!a.state || !a.list)
        abort();
    play_name_seats(cli, saved->agent, saved->name,
                    saved->has_seats ? match_setup(m)->players : 0, &a.names);
    int status = EXIT_OK;
    analysis_run(m, limits, 0, moves, keep, &a);
    if (a.progress)
        fprintf(stderr, "\r\033[K");
    if (json) {
        write_json(&a);
    } else {
        print_decisions(&a);
        print_curves(&a);
        print_losses(&a);
    }
    if (plot_path && !plot(&a, plot_path)) {
        cli_fail(cli, "cannot_write", "file", plot_path, NULL);
        status = EXIT_FAILED;
    }
    free(a.list);
    free(a.state);
    return status;
}

int run_analyse(Cli *cli, int argc, char **argv)
{
    bool json = false;
    int64_t budget_ms = 0, iterations = 0;
    AnalysisLimits limits = {0, 0, 0};
    const char *plot_path = NULL;
    KeptWhere where = {NULL, NULL};
    ArgList words = {0};
    const Arg args[] = {{"ms", ARG_INT, &budget_ms, 0, 3600000},
                        {"iterations", ARG_INT, &iterations, 0, 1000000000},
                        {"seed", ARG_SEED, &limits.seed, 0, 0},
                        {"plot", ARG_TEXT, &plot_path, 0, 0},
                        {"json", ARG_FLAG, &json, 0, 0},
                        {"store", ARG_TEXT, &where.store, 0, 0},
                        {"config", ARG_TEXT, &where.config, 0, 0},
                        {0}};
    int status = EXIT_OK;
    Saved saved = {0};
    if (!args_read(cli, argc, argv, args, &words, 1, &status))
        return status;
    if (words.count == 0)
        return cli_fail(cli, "needs_file", "command", argv[0], NULL);
    if (!save_open(cli, &where, words.item[0], &saved))
        return EXIT_USAGE;
    limits.budget_ms = (int)budget_ms;
    limits.iterations = (int)iterations;
    status = analyse(cli, &saved, &limits, json, plot_path);
    match_free(saved.match);
    return status;
}
