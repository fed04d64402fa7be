/* frames.h - whether what a client sends is masked, as RFC 6455 (5.1) has it.
 *
 * The socket library takes frames without a mask and tells nobody. So their heads are
 * looked at on the way to it: the 'recv' and 'SSL_read' that it calls are ours. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How far the frames of one socket have been read; zeroed: at the start of one. */
typedef struct {
    void *link; /* NULL: not watched */
    int fd;
    uint64_t rest_bytes; /* of the frame, after its head */
    uint8_t head[10];
    uint8_t head_bytes;
} Frames;

/* False: one is not masked. */
bool frames_are_masked(Frames *f, const uint8_t *bytes, size_t bytes_count);

/* From now on what is read from there is looked at; whoever does not mask is closed. */
void frames_watch(Frames *f, void *link, int fd);
void frames_forget(Frames *f);
