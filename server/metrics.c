/* metrics.c - numbers for the operator, written as Prometheus reads them. */
#include "server/metrics.h"

#include "server/clock.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

enum { COUNT_EVERY_MS = 5000 };

Metrics metrics;

static const long bounds_us[METRIC_BUCKETS] = {
    250, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 250000, 1000000, 5000000};

void latency_add(Latency *l, int64_t us)
{
    if (us < 0)
        us = 0;
    int i = 0;
    while (i < METRIC_BUCKETS && us > bounds_us[i])
        i++;
    if (i < METRIC_BUCKETS)
        l->bucket[i]++;
    l->sum_us += (unsigned long)us;
    l->count++;
}

typedef struct {
    char *text;
    size_t used, bytes_max;
} Page;

__attribute__((format(printf, 2, 3))) static void page_add(Page *p, const char *format,
                                                           ...)
{
    va_list values;
    va_start(values, format);
    const int length =
        vsnprintf(p->text + p->used, p->bytes_max - p->used, format, values);
    va_end(values);
    p->used += (size_t)length;
    if (p->used >= p->bytes_max)
        p->used = p->bytes_max - 1;
}

static void page_latency(Page *p, const char *name, const char *help, const Latency *l)
{
    page_add(p, "# HELP parlor_%s_seconds %s\n# TYPE parlor_%s_seconds histogram\n",
             name, help, name);
    unsigned long count = 0; /* Prometheus counts all that is smaller in */
    for (int i = 0; i < METRIC_BUCKETS; i++) {
        count += l->bucket[i];
        page_add(p, "parlor_%s_seconds_bucket{le=\"%g\"} %lu\n", name,
                 (double)bounds_us[i] / 1e6, count);
    }
    page_add(p, "parlor_%s_seconds_bucket{le=\"+Inf\"} %lu\n", name, l->count);
    page_add(p, "parlor_%s_seconds_sum %g\nparlor_%s_seconds_count %lu\n", name,
             (double)l->sum_us / 1e6, name, l->count);
}

/* With thousands of connections it takes milliseconds to count them, so that is not
 * done for everybody who asks. */
static long open_files(void)
{
    static long files = 0;
    static int64_t counted_ms = 0;
    const int64_t now_ms = steady_ms();
    if (counted_ms && now_ms - counted_ms < COUNT_EVERY_MS)
        return files;
    DIR *folder = opendir("/proc/self/fd");
    files = -3; /* without ".", ".." and the folder itself */
    while (folder && readdir(folder))
        files++;
    if (folder)
        closedir(folder);
    counted_ms = now_ms;
    return files;
}

/* Of the process, under the names that Prometheus' own clients use. */
static void page_process(Page *p)
{
    long pages = 0;
    FILE *memory = fopen("/proc/self/statm", "r");
    if (memory && fscanf(memory, "%*d %ld", &pages) != 1)
        pages = 0;
    if (memory)
        fclose(memory);
    page_add(p,
             "# TYPE process_resident_memory_bytes gauge\n"
             "process_resident_memory_bytes %ld\n",
             pages * sysconf(_SC_PAGESIZE));
    page_add(p, "# TYPE process_open_fds gauge\nprocess_open_fds %ld\n", open_files());
    page_add(p, "# TYPE parlor_build_info gauge\n"
                "parlor_build_info{version=\"" PARLOR_VERSION "\"} 1\n");
}

void metrics_write(char *out, size_t out_bytes)
{
    Page page = {out, 0, out_bytes};
    out[0] = 0;
    page_process(&page);
#define METRIC(name, kind, help)                                                \
    page_add(&page,                                                             \
             "# HELP parlor_" #name " " help ".\n# TYPE parlor_" #name " " kind \
             "\nparlor_" #name " %ld\n",                                        \
             metrics.name);
    METRICS(METRIC)
#undef METRIC
    page_latency(&page, "move", "From a move's message to its acknowledgement.",
                 &metrics.move);
    page_latency(&page, "store", "From asking the store to its answer.",
                 &metrics.store);
    page_latency(&page, "http", "From an HTTP request to the end of its answer.",
                 &metrics.http);
}
