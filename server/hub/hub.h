/* hub.h - everybody who is connected and every room that is open: messages in, messages
 * out.
 *
 * The hub knows neither sockets nor clocks: it is told of both, so a test or a fuzzer
 * can stand in for them. All of it runs on one thread; what would block goes to the
 * store or to 'work'. */
#pragma once

#include "engine/data.h"
#include "server/config.h"
#include "server/hub/limits.h"
#include "server/store/store.h"

typedef struct Hub Hub;
typedef struct Client Client;
typedef struct Room Room;
typedef struct Ask Ask; /* a request under way */

/* Something to be done elsewhere: 'run' on any thread, then 'done' on the hub's. */
typedef struct HubWork HubWork;
typedef enum { WORK_AGENT, WORK_SECRET, WORK_PAGE, WORK_NOTICE, WORK_KINDS } WorkKind;

struct HubWork {
    void (*run)(HubWork *work);
    void (*done)(HubWork *work);
    WorkKind kind;   /* one kind does not wait for another */
    uint64_t who;    /* those who ask take turns */
    bool is_dropped; /* the server stops: it was not run */
    HubWork *next;   /* for whoever runs it */
};

/* The answer to an HTTP request, when it comes. The text is the hub's. */
typedef void HubAnswer(void *context, int status, const char *type, const char *text);

typedef struct {
    void (*send)(void *link, const char *text, size_t text_bytes);
    void (*close)(void *link, int code, const char *why); /* a WebSocket close code */
    void (*work)(void *context, HubWork *work);
    void *context;
    int64_t (*wall_ms)(void *context); /* the time of day; NULL: the machine's */
} HubIo;

/* NULL, with 'why' filled, when the games' data cannot be loaded. */
Hub *hub_new(const Config *config, Data *data, Store *store, const HubIo *io, char *why,
             size_t why_bytes);
void hub_free(Hub *hub); /* after everybody is gone and every thought has come back */

/* A TCP connection from there, before anything is read from it; NULL: no more are
 * taken. A trusted proxy may open any number. */
Peer *hub_line_open(Hub *hub, const char *address, bool is_proxy);
void hub_line_close(Hub *hub, Peer *peer);
/* More was sent on it than anybody needs: whoever comes from there comes less often. */
void hub_line_flooded(Hub *hub, Peer *peer);
/* May this address ask for so much over HTTP now? */
bool hub_may_request(Hub *hub, const char *address, int cost, bool is_probe);

/* NULL: no more are taken from there. 'language' is what the browser prefers. */
Client *hub_connect(Hub *hub, void *link, const char *address, const char *language);
void hub_disconnect(Hub *hub, Client *client);
void hub_message(Hub *hub, Client *client, const char *text, size_t text_bytes);
void hub_too_large(Hub *hub, Client *client);
/* A small part of a message counts like a message; false: too many. */
bool hub_fragment(Hub *hub, Client *client);

void hub_tick(Hub *hub, int64_t now_ms); /* many times a second; a steady clock */
void hub_get(Hub *hub, const char *path, const char *language, HubAnswer *answer,
             void *context);
/* What a link to a room or a match ("/r/..", "/m/..") says of itself where it is passed
 * on: the game, a title and a sentence, a line each; nothing where there is none, and
 * for an address that has named too many that there are not. */
void hub_preview(Hub *hub, const char *path, const char *address, const char *language,
                 HubAnswer *answer, void *context);
/* Why a request is not even looked at: 400, 405 or 429. */
void hub_refuse_get(Hub *hub, int status, const char *language, HubAnswer *answer,
                    void *context);
void hub_stop(Hub *hub);           /* tell everybody and close */
bool hub_is_quiet(const Hub *hub); /* nothing is under way any more but thoughts */
