/* hold.c - one program a file: who writes a store holds it, and nobody else may. */
#include "server/store/hold.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* SQLite's locks are at 1 GiB; a file does not grow to here. */
static const off_t held_byte = (off_t)1 << 60;

int hold_open(const char *file, char *why, size_t why_bytes)
{
    const int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct stat about;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    lock.l_start = held_byte;
    lock.l_len = 1;
    if (fd < 0) {
        snprintf(why, why_bytes, "%s: %s", file, strerror(errno));
        return -1;
    }
    if (fcntl(fd, F_OFD_SETLK, &lock) != 0) {
        const bool is_held = errno == EAGAIN || errno == EACCES;
        snprintf(why, why_bytes, "%s: %s", file,
                 is_held ? "another server is running on this store; stop it first"
                         : strerror(errno));
        close(fd);
        return -1;
    }
    /* Seeds, hashes and the key of the tokens are nobody else's; a group that may read
     * it has been let in by the operator. */
    if (fstat(fd, &about) == 0 && (about.st_mode & S_IRWXO))
        (void)!fchmod(fd, about.st_mode & (mode_t) ~(S_IFMT | S_IRWXO));
    return fd;
}

void hold_close(int hold)
{
    if (hold >= 0)
        close(hold);
}
