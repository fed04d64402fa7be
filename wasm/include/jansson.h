/* jansson.h - stands in for the JSON library where there is none: the type, no
 * function.
 *
 * The rules take their catalog as bytes. A game's record names the functions that read
 * JSON; they are not linked here, and their pointers are zero. */
#pragma once

#include <stddef.h>

typedef struct json_t json_t;
