/* tls.h - the certificate that browsers are shown: read, checked, and read again. */
#pragma once

#include "engine/rules.h"

#include <openssl/types.h>

/* Do both files say what they should, and belong together? */
bool tls_check(const char *cert, const char *key, char *why, size_t why_bytes);
/* Take them for new connections; when they are wrong the old ones stay. */
bool tls_use(SSL_CTX *context, const char *cert, const char *key, char *why,
             size_t why_bytes);
