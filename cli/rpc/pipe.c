/* pipe.c - parlor rpc: the line protocol on standard input and output.
 *
 * Answers are written when no whole line is left to answer, so a program that sends
 * many lines at once gets them back in few writes, and one that waits never waits for
 * long. */
#include "cli/args.h"
#include "cli/rpc/rpc.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { PIPE_READ_BYTES = 1 << 16 };

typedef struct {
    Rpc *rpc;
    char *line; /* what is read and not answered yet */
    size_t used;
    bool too_large; /* the rest of an overlong line is thrown away */
    JsonW out;
} Pipe;

static bool pipe_flush(Pipe *p)
{
    const char *at = p->out.text;
    size_t left = p->out.used;
    while (left > 0) {
        const ssize_t written = write(STDOUT_FILENO, at, left);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += written;
        left -= (size_t)written;
    }
    jw_reset(&p->out);
    return true;
}

static void pipe_answer(Pipe *p, const char *line, size_t bytes)
{
    if (bytes > 0 && line[bytes - 1] == '\r')
        bytes--;
    if (p->too_large)
        rpc_too_large(p->rpc, &p->out);
    else
        rpc_line(p->rpc, line, bytes, &p->out);
    p->out.comma = false;
    jw_raw(&p->out, NULL, "\n");
    p->out.comma = false;
}

/* Answer every whole line; keep the beginning of the next. */
static void pipe_answer_all(Pipe *p)
{
    char *from = p->line;
    char *const end = p->line + p->used;
    for (;;) {
        char *at = memchr(from, '\n', (size_t)(end - from));
        if (!at)
            break;
        pipe_answer(p, from, (size_t)(at - from));
        p->too_large = false;
        from = at + 1;
    }
    p->used = (size_t)(end - from);
    memmove(p->line, from, p->used);
    if (p->used > RPC_LINE_BYTES_MAX) {
        p->too_large = true;
        p->used = 0;
    }
    if (p->too_large)
        p->used = 0;
}

static bool pipe_run(Pipe *p)
{
    for (;;) {
        const ssize_t got = read(STDIN_FILENO, p->line + p->used, PIPE_READ_BYTES);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        if (got == 0)
            break;
        p->used += (size_t)got;
        pipe_answer_all(p);
        if (!pipe_flush(p))
            return false;
    }
    if (p->used > 0 || p->too_large)
        pipe_answer(p, p->line, p->used);
    return pipe_flush(p);
}

int run_rpc(Cli *cli, int argc, char **argv)
{
    bool programs = false;
    const Arg args[] = {{"programs", ARG_FLAG, &programs, 0, 0}, {0}};
    ArgList words = {0};
    int status = EXIT_OK;
    if (!args_read(cli, argc, argv, args, &words, 0, &status))
        return status;
    if (!cli_texts(cli))
        return EXIT_USAGE;
    Pipe p = {.rpc = rpc_new(cli_catalogs(cli), cli_texts(cli)),
              .line = malloc(RPC_LINE_BYTES_MAX + PIPE_READ_BYTES + 1)};
    jw_open(&p.out);
    if (p.rpc && programs)
        rpc_allow_programs(p.rpc);
    const bool good = p.rpc && p.line && pipe_run(&p);
    jw_close(&p.out);
    rpc_free(p.rpc);
    free(p.line);
    return good ? EXIT_OK : EXIT_FAILED;
}
