/* person.h - who somebody is: guests by a secret token. */
#pragma once

#include "server/hub/ask.h"
#include "server/hub/limits.h"
#include "server/people/who.h"

void token_hash(const Hub *hub, const char *token, char *out); /* HASH_BYTES */
StoreOp *token_put(Hub *hub, const char *hash, const Who *who, int64_t version);
void who_read(const json_t *json, Who *who);
void person_answer(Ask *ask, const char *token); /* NULL: they have it */
void person_log_out(Ask *ask);
/* What is kept under the client's token, then of the client; ends the request. */
void person_change(Ask *ask, const Who *who);
/* Everybody who is that person, or came by that token ("": none), here and elsewhere,
 * but one. */
void person_sign_out(Hub *hub, const char *person, const char *hash, const Client *but);
void person_forget(Client *c); /* it is nobody from now on, and in no room */
/* So many a minute from one address, or the request is refused. */
bool person_is_allowed(Ask *ask, Bucket *bucket, int64_t per_minute);
void person_key(Hub *hub); /* read or make the key that tokens are hashed with */
void person_heard(Hub *hub, const json_t *news); /* somebody was signed out elsewhere */

/* Accounts (account.c). */
void op_register(Ask *ask);
void op_login(Ask *ask);
void op_delete(Ask *ask);
void op_password(Ask *ask);
json_t *tokens_but(const json_t *tokens, const char *kept); /* the other hashes */
/* The account as it shall be and the end of these tokens, all of it or nothing: a token
 * that no list names any more must not open anything. */
StoreOp *account_put(StoreOp *put, const json_t *ended);
/* Whoever came by one of them is signed out. */
void tokens_end(Hub *hub, const json_t *tokens, const Client *but);
void account_rename(Hub *hub, const Who *who);

/* What is kept of somebody (profile.c). */
void op_sessions(Ask *ask);
void op_end(Ask *ask);
void op_export(Ask *ask);
