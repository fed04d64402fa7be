/* frames.c - whether what a client sends is masked, as RFC 6455 (5.1) has it. */
#include "server/links/frames.h"

#include "server/links/link.h"

#include <dlfcn.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <sys/socket.h>

enum { MASK_BYTES = 4, LENGTH_16 = 126, LENGTH_64 = 127 };

#define OURS __attribute__((visibility("default"), used))

bool frames_are_masked(Frames *f, const uint8_t *bytes, size_t bytes_count)
{
    for (size_t at = 0; at < bytes_count;) {
        if (f->rest_bytes) {
            const size_t here = bytes_count - at;
            const size_t taken = f->rest_bytes < here ? (size_t)f->rest_bytes : here;
            f->rest_bytes -= taken;
            at += taken;
            continue;
        }
        f->head[f->head_bytes++] = bytes[at++];
        if (f->head_bytes < 2)
            continue;
        if (!(f->head[1] & 0x80))
            return false;
        const int said = f->head[1] & 0x7f;
        const int more = said == LENGTH_64 ? 8 : said == LENGTH_16 ? 2 : 0;
        if (f->head_bytes < 2 + more)
            continue;
        uint64_t length = more ? 0 : (uint64_t)said;
        for (int i = 0; i < more; i++)
            length = length << 8 | f->head[2 + i];
        f->rest_bytes = (length & INT64_MAX) + MASK_BYTES;
        f->head_bytes = 0;
    }
    return true;
}

/* By descriptor. Sockets are read by one thread; what others read is their own. */
static _Thread_local Frames **watched;
static _Thread_local int watched_count;

void frames_watch(Frames *f, void *link, int fd)
{
    if (fd >= watched_count) {
        const int count = 2 * fd + 16;
        watched = realloc(watched, (size_t)count * sizeof(Frames *));
        if (!watched)
            abort();
        for (; watched_count < count; watched_count++)
            watched[watched_count] = NULL;
    }
    f->link = link;
    f->fd = fd;
    watched[fd] = f;
}

void frames_forget(Frames *f)
{
    if (f->link)
        watched[f->fd] = NULL;
    f->link = NULL;
}

static void look(int fd, const void *bytes, ssize_t bytes_count)
{
    Frames *f = fd >= 0 && fd < watched_count ? watched[fd] : NULL;
    if (!f || bytes_count <= 0 || frames_are_masked(f, bytes, (size_t)bytes_count))
        return;
    link_close(f->link, 1002, "frames must be masked");
    frames_forget(f);
}

OURS ssize_t recv(int fd, void *buffer, size_t buffer_bytes, int flags)
{
    const ssize_t got = recvfrom(fd, buffer, buffer_bytes, flags, NULL, NULL);
    if (!(flags & MSG_PEEK))
        look(fd, buffer, got);
    return got;
}

OURS int SSL_read(SSL *ssl, void *buffer, int buffer_bytes)
{
    static int (*theirs)(SSL *, void *, int);
    if (!theirs)
        *(void **)&theirs = dlsym(RTLD_NEXT, "SSL_read");
    const int got = theirs(ssl, buffer, buffer_bytes);
    look(SSL_get_fd(ssl), buffer, got);
    return got;
}
