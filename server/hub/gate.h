/* gate.h - who is let in: what a request costs, and who guesses.
 *
 * Who names tokens or rooms that do not exist may soon name none, and an account whose
 * password was wrong too often waits. */
#pragma once

#include "server/hub/ask.h"

/* Is what it costs still within the shares of the address and of the person? */
bool ask_may_cost(Ask *ask);                      /* false: refused */
bool ask_may_cost_more(Ask *ask, int cost);       /* than its operation by itself */
int cost_of(const char *op, const Room *room);    /* which they are in, or NULL */
bool client_may_cost(Client *c, int cost);        /* false: there is not so much left */
bool client_may_chat(Client *c);                  /* false: said enough for now */
bool ask_may_guess(Ask *ask);                     /* false: refused */
bool ask_may_sign(Ask *ask, const char *account); /* false: refused */
bool hub_may_guess(Hub *hub, const char *address);
void client_guessed(Client *c);
void hub_guessed(Hub *hub, const char *address);
void account_guessed(Hub *hub, const char *account);
