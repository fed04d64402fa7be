/* refusals.c - why the server refuses something, by the list refusals.def. */
#include "server/hub/refusals.h"

#include "engine/rules.h"

const char *why_code(Why why)
{
    static const char *const codes[WHY_COUNT] = {
        NULL,
#define REFUSAL(name, code) code,
#include "server/hub/refusals.def"
#undef REFUSAL
    };
    ASSERT(why > WHY_NONE && why < WHY_COUNT);
    return codes[why];
}
