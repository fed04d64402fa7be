/* metrics.h - numbers for the operator, written as Prometheus reads them. */
#pragma once

#include "engine/rules.h"

#include <stdatomic.h>

/* name, "counter" or "gauge", what it counts */
#define METRICS(M)                                                              \
    M(connections, "gauge", "Sockets that are open")                            \
    M(connections_total, "counter", "Sockets opened")                           \
    M(lines, "gauge", "TCP connections that are open")                          \
    M(lines_refused_total, "counter", "TCP connections not let in")             \
    M(lines_late_total, "counter", "TCP connections closed for saying nothing") \
    M(peers, "gauge", "Addresses that are remembered")                          \
    M(log_lines_dropped_total, "counter", "Log lines over their limit")         \
    M(rooms, "gauge", "Rooms in memory")                                        \
    M(matches, "gauge", "Matches in memory")                                    \
    M(matches_started_total, "counter", "Matches started")                      \
    M(matches_ended_total, "counter", "Matches played to the end")              \
    M(moves_total, "counter", "Moves made durable")                             \
    M(moves_refused_total, "counter", "Moves refused by the rules")             \
    M(moves_for_absent_total, "counter", "Steps taken for absent seats")        \
    M(moves_replayed_total, "counter", "Moves run again to bring a match back") \
    M(agent_moves_total, "counter", "Moves chosen by agents")                   \
    M(messages_in_total, "counter", "Messages received")                        \
    M(messages_out_total, "counter", "Messages sent")                           \
    M(bytes_out_total, "counter", "Bytes of messages sent")                     \
    M(messages_refused_total, "counter", "Messages answered with an error")     \
    M(rate_limited_total, "counter", "Messages and connections over a limit")   \
    M(slow_clients_total, "counter", "Connections closed for not reading")      \
    M(http_requests_total, "counter", "HTTP requests")                          \
    M(thoughts, "gauge", "Agents that think or wait to")                        \
    M(notices_sent_total, "counter", "Notices that push services took")         \
    M(notices_failed_total, "counter", "Notices that were not sent or taken")   \
    M(store_log_bytes, "gauge", "SQLite's log that is not in its file yet")     \
    M(store_queue, "gauge", "Operations waiting for the store")                 \
    M(store_batches_total, "counter", "Transactions of the store")              \
    M(store_failures_total, "counter", "Operations the store could not do")     \
    M(store_conflicts_total, "counter", "Writes refused because of a newer one")

enum { METRIC_BUCKETS = 12 };

typedef struct {
    atomic_ulong bucket[METRIC_BUCKETS];
    atomic_ulong sum_us, count;
} Latency;

typedef struct {
#define METRIC(name, kind, help) atomic_long name;
    METRICS(METRIC)
#undef METRIC
    Latency move;  /* from the message to its acknowledgement */
    Latency store; /* from asking the store to its answer */
    Latency http;  /* from a request to the end of its answer */
} Metrics;

extern Metrics metrics; /* of the process */

void latency_add(Latency *l, int64_t us);
void metrics_write(char *out, size_t out_bytes);
