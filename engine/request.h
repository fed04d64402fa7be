/* request.h - what a program asks of a door: one JSON object with "op", "id" and the
 * operation's own fields. What is wrong with it is said in a refusal.
 *
 * The line protocol and the server's socket read their requests here. */
#pragma once

#include "engine/record.h"

/* NULL when the text is no JSON; else the caller's, and an operation is named unless
 * 'why' says what is wrong. */
json_t *request_read(const char *text, size_t text_bytes, Refusal *why);
const char *request_op(const json_t *request);
/* Only these, two lists that NULL ends: a typo must not pass in silence. */
Err request_only(const json_t *request, const char *const *always,
                 const char *const *fields, Refusal *why);

/* Fields. A missing one leaves '*out' as it is. */
Err request_int(const json_t *request, const char *field, int64_t min, int64_t max,
                int64_t *out, Refusal *why);
Err request_text(const json_t *request, const char *field, const char **out,
                 Refusal *why);
Err request_flag(const json_t *request, const char *field, bool *out, Refusal *why);
