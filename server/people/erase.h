/* erase.h - a person who wants to be forgotten: their name in records, their ratings.
 *
 * What a stopped process left undone is done by the next. */
#pragma once

#include "server/hub/hub.h"

void erase_person(Hub *hub, const char *person);
void erase_resume(Hub *hub);
