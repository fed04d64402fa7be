/* request.c - what a program asks of a door: one JSON object with "op", "id" and the
 * operation's own fields. */
#include "engine/request.h"

#include "engine/plain.h"

static Err refuse(Refusal *why, Err code, const char *first, const char *second)
{
    *why = refusal_words(code, first, second);
    return code;
}

json_t *request_read(const char *text, size_t text_bytes, Refusal *why)
{
    json_error_t error;
    json_t *request = plain_read(text, text_bytes);
    if (!request)
        request = json_loadb(text, text_bytes, JSON_REJECT_DUPLICATES, &error);
    const char *op = NULL;
    *why = refusal(ERR_OK);
    if (!request)
        refuse(why, ERR_BAD_JSON, error.text, NULL);
    else if (!json_is_object(request))
        refuse(why, ERR_WRONG_TYPE, "request", "@expected.object");
    else if (!request_text(request, "op", &op, why) && !op)
        refuse(why, ERR_MISSING_FIELD, "op", NULL);
    return request;
}

const char *request_op(const json_t *request)
{
    return json_string_value(json_object_get(request, "op"));
}

static bool is_one_of(const char *key, const char *const *fields)
{
    for (; *fields; fields++)
        if (strcmp(*fields, key) == 0)
            return true;
    return false;
}

Err request_only(const json_t *request, const char *const *always,
                 const char *const *fields, Refusal *why)
{
    json_t *object = (json_t *)(uintptr_t)request;
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(object, key, value)
    {
        if (!is_one_of(key, always) && !is_one_of(key, fields))
            return refuse(why, ERR_UNKNOWN_FIELD, key, NULL);
    }
    return ERR_OK;
}

Err request_int(const json_t *request, const char *field, int64_t min, int64_t max,
                int64_t *out, Refusal *why)
{
    const json_t *value = json_object_get(request, field);
    if (!value)
        return ERR_OK;
    if (!json_is_integer(value))
        return refuse(why, ERR_WRONG_TYPE, field, "@expected.number");
    if (json_integer_value(value) < min || json_integer_value(value) > max) {
        refuse(why, ERR_BAD_NUMBER, field, NULL);
        why->quote.arg[1] = (int32_t)min;
        why->quote.arg[2] = (int32_t)max;
        return ERR_BAD_NUMBER;
    }
    *out = json_integer_value(value);
    return ERR_OK;
}

/* A NUL inside would end it early for whoever reads on. */
Err request_text(const json_t *request, const char *field, const char **out,
                 Refusal *why)
{
    const json_t *value = json_object_get(request, field);
    if (!value)
        return ERR_OK;
    if (!json_is_string(value) ||
        strlen(json_string_value(value)) != json_string_length(value))
        return refuse(why, ERR_WRONG_TYPE, field, "@expected.text");
    *out = json_string_value(value);
    return ERR_OK;
}

Err request_flag(const json_t *request, const char *field, bool *out, Refusal *why)
{
    const json_t *value = json_object_get(request, field);
    if (!value)
        return ERR_OK;
    if (!json_is_boolean(value))
        return refuse(why, ERR_WRONG_TYPE, field, "@expected.flag");
    *out = json_is_true(value);
    return ERR_OK;
}
