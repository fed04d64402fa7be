/* bench.c - how much one server carries: people who only sit there, or two-player
 * matches.
 *
 *   bench PARLOR idle N
 *   bench PARLOR moves MATCHES SECONDS [GAME [RATE]]
 *   bench PARLOR memory MATCHES MOVES [GAME]
 *
 * Starts the server on the loopback with a store of its own. Without a rate players
 * answer at once. With one, so many moves a second are due in all, each match's turn
 * coming round at even times, whether the server keeps up or not. Latency is from when
 * a move was due (without a rate: sent) to its acknowledgement, which comes after the
 * disk has it. With a rate the players look up once a millisecond: being woken for each
 * message would cost the cores more than the message, and only adds to what is
 * measured. Memory is taken after so many moves a match, and again once everybody has
 * gone and the server has put the matches away. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { IN_BYTES = 65536 + 16, SAMPLES_MAX = 4000000, LOOK_US = 1000 };

typedef struct LoadPlayer LoadPlayer;

/* With a rate: the move that waits for its time, or the time that waits for a move. */
typedef struct {
    LoadPlayer *player; /* whose move is ready; NULL: none is */
    int n;
    char message[2048];
    int64_t due_us; /* passed without a move; 0: not */
    bool is_over;   /* between two matches nothing is due */
} Turn;

struct LoadPlayer {
    int fd, match;
    bool is_guest, is_open; /* open: past the handshake */
    LoadPlayer *other;
    int64_t sent_us[8]; /* by the move's number: the next may go before the answer */
    size_t used;
    char *in;
};

static int port, epoll_fd, ready_count, match_count;
static pid_t server;
static bool only_sit;
static const char *game;
static uint32_t *sample; /* in microseconds */
static int sample_count;
static Turn *turns;       /* of each match */
static int64_t rate;      /* moves a second in all; 0: as fast as they come */
static int64_t first_us;  /* when the first was due */
static int64_t due_count; /* so far */
static int missed;        /* due again before the one before could be sent */

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void fail(const char *what)
{
    fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
    kill(server, SIGKILL);
    exit(1);
}

static void start_server(const char *program, const char *store, const char *sweep_s)
{
    int out[2];
    char line[200] = "";
    if (pipe(out) != 0)
        fail("pipe");
    server = fork();
    if (server == 0) {
        dup2(out[1], 1);
        static const char *const free[] = {
            "PARLOR_LINES_PER_ADDRESS", "PARLOR_ARRIVALS_PER_SECOND",
            "PARLOR_REQUESTS_PER_SECOND", "PARLOR_WORK_PER_SECOND", NULL};
        for (int i = 0; free[i]; i++)
            setenv(free[i], "0", 1); /* which older programs do not know */
        execl(program, program, "serve", "--listen", "127.0.0.1:0", "--store", store,
              "--messages-per-second", "0", "--connections-per-address", "0",
              "--guests-per-minute", "0", "--rooms-per-person", "100000", "--unload-s",
              "0", "--sweep-s", sweep_s, "--log", "error", (char *)NULL);
        _exit(127);
    }
    FILE *said = fdopen(out[0], "r");
    if (!said || !fgets(line, sizeof line, said) || !strrchr(line, ':'))
        fail("the server did not start");
    port = atoi(strrchr(line, ':') + 1);
}

static long server_kib(void)
{
    char name[64], line[200];
    long kib = 0;
    snprintf(name, sizeof name, "/proc/%d/status", (int)server);
    FILE *file = fopen(name, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %ld", &kib) == 1)
            break;
    if (file)
        fclose(file);
    return kib;
}

/* What the server has worked so far, on all its threads. */
static double server_cpu_s(void)
{
    char name[64], line[1000] = "";
    unsigned long user = 0, kernel = 0;
    snprintf(name, sizeof name, "/proc/%d/stat", (int)server);
    FILE *file = fopen(name, "r");
    if (file && fgets(line, sizeof line, file) && strrchr(line, ')'))
        sscanf(strrchr(line, ')') + 2,
               "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel);
    if (file)
        fclose(file);
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static double own_cpu_s(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void player_write(LoadPlayer *p, const void *bytes, size_t count)
{
    if (write(p->fd, bytes, count) != (ssize_t)count)
        fail("write");
}

static void player_frame(LoadPlayer *p, int kind, const char *text)
{
    unsigned char frame[4096];
    const size_t length = strlen(text);
    size_t at = 2;
    frame[0] = (unsigned char)(0x80 | kind);
    frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[at++] = (unsigned char)(length >> 8);
        frame[at++] = (unsigned char)length;
    }
    memset(frame + at, 0, 4); /* a mask of zeros changes nothing */
    memcpy(frame + at + 4, text, length);
    player_write(p, frame, at + 4 + length);
}

static void player_say(LoadPlayer *p, const char *text)
{
    player_frame(p, 1, text);
}

static int connect_to_server(void)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0)
        fail("connect");
    return fd;
}

static void player_open(LoadPlayer *p, int match, bool is_guest)
{
    static const char hello[] =
        "GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: "
        "Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: "
        "13\r\n\r\n";
    const int on = 1;
    p->fd = connect_to_server();
    p->match = match;
    p->is_guest = is_guest;
    p->in = malloc(IN_BYTES);
    if (!p->in)
        fail("memory");
    setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    player_write(p, hello, sizeof hello - 1);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = p};
    epoll_ctl(epoll_fd, EPOLL_CTL_ADD, p->fd, &event);
}

static void turn_send(Turn *turn, int64_t since_us)
{
    LoadPlayer *p = turn->player;
    p->sent_us[turn->n & 7] = since_us;
    turn->player = NULL;
    turn->due_us = 0;
    player_say(p, turn->message);
}

/* The first legal move with the number it is for, sent back. */
static void player_move(LoadPlayer *p, const char *text)
{
    char message[2048];
    const char *action = strstr(text, "\"legal\":[{\"do\":{");
    const char *n = strstr(text, "\"n\":");
    if (!action || !n)
        return;
    action += strlen("\"legal\":[{\"do\":");
    const char *end = action;
    for (int depth = 0; *end; end++) {
        depth += (*end == '{') - (*end == '}');
        if (!depth)
            break;
    }
    snprintf(message, sizeof message,
             "{\"id\":9,\"op\":\"apply\",\"n\":%d,\"action\":%.*s}", atoi(n + 4),
             (int)(end - action + 1), action);
    if (!rate) {
        p->sent_us[(atoi(n + 4) + 1) & 7] = now_us();
        player_say(p, message);
        return;
    }
    Turn *turn = &turns[p->match];
    turn->player = p;
    turn->n = atoi(n + 4) + 1;
    memcpy(turn->message, message, sizeof message);
    if (turn->is_over)
        turn->due_us = 0;
    turn->is_over = false;
    if (turn->due_us)
        turn_send(turn, turn->due_us);
}

/* Everything whose time has come. */
static void rate_serve(void)
{
    const int64_t now = now_us();
    for (;; due_count++) {
        const int64_t at = first_us + due_count * 1000000 / rate;
        Turn *turn = &turns[due_count % match_count];
        if (now < at)
            return;
        if (turn->is_over)
            continue;
        missed += turn->due_us != 0;
        if (turn->player)
            turn_send(turn, at);
        else if (!turn->due_us)
            turn->due_us = at;
    }
}

/* Each answer leads to the next request: hello, a room, a seat, the start. */
static void player_answer(LoadPlayer *p, int id, const char *text)
{
    char message[256];
    const char *code = strstr(text, "\"code\":\"");
    if (!strstr(text, "\"ok\":true") && id != 7) {
        fprintf(stderr, "bench: refused: %.300s\n", text);
        return;
    }
    switch (id) {
    case 1:
        ready_count++;
        if (only_sit)
            return;
        if (!p->is_guest) {
            snprintf(message, sizeof message,
                     "{\"id\":2,\"op\":\"create\",\"game\":\"%s\",\"players\":2}",
                     game);
            player_say(p, message);
        }
        return;
    case 2:
        snprintf(message, sizeof message,
                 "{\"id\":3,\"op\":\"join\",\"room\":\"%.7s\"}", code ? code + 8 : "");
        player_say(p->other, message);
        return;
    case 3:
        player_say(p, "{\"id\":4,\"op\":\"sit\"}");
        return;
    case 4:
        player_say(p, "{\"id\":5,\"op\":\"ready\"}");
        return;
    case 5:
        player_say(p->other, "{\"id\":6,\"op\":\"start\"}");
        return;
    case 9:
        if (sample_count < SAMPLES_MAX)
            sample[sample_count++] =
                (uint32_t)(now_us() - p->sent_us[atoi(strstr(text, "\"n\":") + 4) & 7]);
        return;
    default:
        return;
    }
}

static void player_hear(LoadPlayer *p, const char *text)
{
    int id = 0;
    if (sscanf(text, "{\"id\":%d,", &id) == 1)
        player_answer(p, id, text);
    if (id && id != 9)
        return;
    if (strstr(text, "\"over\":true") && rate)
        turns[p->match].is_over = true;
    else if (strstr(text, "\"phase\":\"over\""))
        player_say(p, "{\"id\":7,\"op\":\"rematch\"}");
    else
        player_move(p, text);
}

/* Whole frames out of what has come; the rest stays. */
static void player_read(LoadPlayer *p)
{
    const ssize_t got = read(p->fd, p->in + p->used, IN_BYTES - 1 - p->used);
    if (got <= 0)
        fail("the server closed a connection");
    p->used += (size_t)got;
    p->in[p->used] = 0;
    size_t at = 0;
    if (!p->is_open) {
        const char *end = strstr(p->in, "\r\n\r\n");
        if (!end)
            return;
        at = (size_t)(end - p->in) + 4;
        p->is_open = true;
        player_say(
            p, only_sit ? "{\"id\":1,\"op\":\"hello\",\"name\":\"x\"}"
                        : "{\"id\":1,\"op\":\"hello\",\"name\":\"x\",\"legal\":true}");
    }
    while (p->used - at >= 2) {
        const unsigned char *head = (unsigned char *)p->in + at;
        size_t length = head[1] & 127, start = at + 2;
        if (length == 126) {
            if (p->used - at < 4)
                break;
            length = (size_t)(head[2] << 8 | head[3]);
            start += 2;
        }
        if (p->used - start < length)
            break;
        const char kept = p->in[start + length];
        p->in[start + length] = 0;
        if ((head[0] & 15) == 1)
            player_hear(p, p->in + start);
        else if ((head[0] & 15) == 9) /* are you there? */
            player_frame(p, 10, p->in + start);
        p->in[start + length] = kept;
        at = start + length;
    }
    memmove(p->in, p->in + at, p->used - at);
    p->used -= at;
}

/* What has come meanwhile, or comes within so many milliseconds. */
static void read_all(int wait_ms)
{
    struct epoll_event events[256];
    int count = 0;
    do {
        count = epoll_wait(epoll_fd, events, 256, wait_ms);
        for (int i = 0; i < count; i++)
            player_read(events[i].data.ptr);
        wait_ms = 0;
    } while (count == 256);
}

static void serve_until(int64_t end_us, int ready_wanted)
{
    while (now_us() < end_us && (!ready_wanted || ready_count < ready_wanted)) {
        if (!first_us) {
            read_all(100);
            continue;
        }
        usleep((useconds_t)(LOOK_US - (now_us() - first_us) % LOOK_US));
        read_all(0);
        rate_serve();
    }
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void seat_everybody(LoadPlayer *players)
{
    for (int i = 0; i < match_count; i++) {
        LoadPlayer *host = &players[2 * i], *guest = &players[2 * i + 1];
        host->other = guest;
        guest->other = host;
        player_open(guest, i, true);
        player_open(host, i, false);
        if (i % 64 == 63)
            serve_until(now_us() + 20000, 0);
    }
    serve_until(now_us() + 60000000, 2 * match_count);
}

static void measure_moves(LoadPlayer *players, int seconds)
{
    const long before = server_kib();
    seat_everybody(players);
    first_us = rate ? now_us() + 500000 : 0;
    serve_until(now_us() + 3500000, 0); /* warm */
    sample_count = missed = 0;
    const int64_t start = now_us();
    const double cpu_s = server_cpu_s(), own_s = own_cpu_s();
    serve_until(start + (int64_t)seconds * 1000000, 0);
    const double spent = (double)(now_us() - start) / 1e6;
    if (!sample_count)
        fail("no move was made");
    qsort(sample, (size_t)sample_count, sizeof *sample, compare);
    double load = 0;
    getloadavg(&load, 1);
    printf(
        "{\"game\":\"%s\",\"matches\":%d,\"rate\":%lld,\"moves_per_s\":%.0f,"
        "\"missed\":%d,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"worst_ms\":%.2f,"
        "\"cpu_us_per_move\":%.1f,\"players_cpu_us_per_move\":%.1f,"
        "\"kib_per_match\":%.1f,\"load\":%.1f}\n",
        game, match_count, (long long)rate, sample_count / spent, missed,
        sample[sample_count / 2] / 1e3, sample[(size_t)sample_count * 99 / 100] / 1e3,
        sample[sample_count - 1] / 1e3, (server_cpu_s() - cpu_s) * 1e6 / sample_count,
        (own_cpu_s() - own_s) * 1e6 / sample_count,
        (double)(server_kib() - before) / match_count, load);
}

/* One of the numbers the operator sees. */
static long server_number(const char *name)
{
    static char page[65536];
    static const char ask[] = "GET /metrics HTTP/1.1\r\nHost: x\r\n"
                              "Connection: close\r\n\r\n";
    char line[80];
    size_t used = 0;
    const int fd = connect_to_server();
    if (write(fd, ask, sizeof ask - 1) < 0)
        fail("write");
    for (ssize_t got = 1; got > 0 && used < sizeof page - 1; used += (size_t)got) {
        got = read(fd, page + used, sizeof page - 1 - used);
        if (got < 0)
            fail("read");
    }
    close(fd);
    page[used] = 0;
    snprintf(line, sizeof line, "\nparlor_%s ", name);
    const char *found = strstr(page, line);
    if (!found)
        fail("no such number");
    return atol(found + strlen(line));
}

static void measure_memory(LoadPlayer *players, int moves)
{
    const long before = server_kib();
    seat_everybody(players);
    while (sample_count < moves * match_count)
        serve_until(now_us() + 100000, 0);
    const long live = server_kib(), matches = server_number("matches");
    for (int i = 0; i < 2 * match_count; i++)
        close(players[i].fd);
    const int64_t end_us = now_us() + 120000000;
    while (server_number("rooms") > 0 && now_us() < end_us)
        usleep(100000);
    usleep(2500000); /* a sweep gives back what is free */
    printf("{\"game\":\"%s\",\"matches\":%ld,\"moves\":%d,\"kib_per_match\":%.1f,"
           "\"matches_left\":%ld,\"kib_per_match_put_away\":%.1f}\n",
           game, matches, moves, (double)(live - before) / match_count,
           server_number("matches"), (double)(server_kib() - before) / match_count);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/parlor-bench-XXXXXX", store[64], sweep[80];
    struct rlimit files;
    if (argc < 4 || !mkdtemp(folder)) {
        fprintf(stderr, "bench PARLOR idle N | moves MATCHES SECONDS [GAME [RATE]] | "
                        "memory MATCHES MOVES [GAME]\n");
        return 2;
    }
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    snprintf(store, sizeof store, "%s/parlor.db", folder);
    only_sit = strcmp(argv[2], "idle") == 0;
    const int count = atoi(argv[3]);
    game = argc > 5 ? argv[5] : "sea-salt";
    rate = argc > 6 ? atoi(argv[6]) : 0;
    match_count = only_sit ? 0 : count;
    turns = calloc((size_t)count, sizeof *turns);
    LoadPlayer *players = calloc((size_t)count * 2, sizeof *players);
    sample = malloc(SAMPLES_MAX * sizeof *sample);
    epoll_fd = epoll_create1(0);
    const bool takes_memory = strcmp(argv[2], "memory") == 0;
    start_server(argv[1], store, takes_memory ? "1" : "600");
    usleep(300000);
    if (only_sit) {
        const long empty = server_kib();
        for (int i = 0; i < count; i++) {
            player_open(&players[i], i, true);
            if (i % 64 == 63)
                serve_until(now_us() + 20000, 0);
        }
        serve_until(now_us() + 60000000, count);
        printf("{\"idle_kib\":%ld,\"players\":%d,\"kib\":%ld}\n", empty, ready_count,
               server_kib());
    } else if (takes_memory) {
        measure_memory(players, argc > 4 ? atoi(argv[4]) : 100);
    } else {
        measure_moves(players, argc > 4 ? atoi(argv[4]) : 10);
    }
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    for (int i = 0; i < 2 * count; i++)
        free(players[i].in);
    free(players);
    free(turns);
    free(sample);
    snprintf(sweep, sizeof sweep, "rm -rf %s", folder);
    return system(sweep) != 0;
}
