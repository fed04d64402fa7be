/* refusals.h - why the server refuses something, by the list refusals.def. */
#pragma once

typedef enum {
    WHY_NONE, /* it does not */
#define REFUSAL(name, code) WHY_##name,
#include "server/hub/refusals.def"
#undef REFUSAL
    WHY_COUNT
} Why;

const char *why_code(Why why); /* "hello_first" */
