/* who.h - somebody, as a connection, a token and an account know them. */
#pragma once

#include "engine/rules.h"

enum {
    PERSON_BYTES = 20,
    NAME_BYTES = 52, /* 16 characters of at most three bytes */
    NAME_CHARS_MAX = 16,
    TOKEN_BYTES = 48, /* as people's browsers keep it */
    HASH_BYTES = 65   /* as the store keeps it: hex of 32 bytes */
};

typedef struct {
    char person[PERSON_BYTES]; /* "": nobody yet */
    char name[NAME_BYTES];
    char account[NAME_BYTES]; /* "": a guest */
} Who;
