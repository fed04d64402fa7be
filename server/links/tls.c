/* tls.c - the certificate that browsers are shown: read, checked, and read again. */
#include "server/links/tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>

static bool is_readable(const char *path, char *why, size_t why_bytes)
{
    FILE *file = fopen(path, "r");
    if (file) {
        fclose(file);
        return true;
    }
    snprintf(why, why_bytes, "%s: %s", path, strerror(errno));
    return false;
}

static bool tls_take(SSL_CTX *context, const char *cert, const char *key, char *why,
                     size_t why_bytes)
{
    if (SSL_CTX_use_certificate_chain_file(context, cert) != 1)
        snprintf(why, why_bytes, "%s: this is no certificate", cert);
    else if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1 ||
             SSL_CTX_check_private_key(context) != 1)
        snprintf(why, why_bytes, "%s: this is not the private key of %s", key, cert);
    else
        return true;
    ERR_clear_error();
    return false;
}

bool tls_check(const char *cert, const char *key, char *why, size_t why_bytes)
{
    if (!is_readable(cert, why, why_bytes) || !is_readable(key, why, why_bytes))
        return false;
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    ASSERT(context);
    const bool good = tls_take(context, cert, key, why, why_bytes);
    SSL_CTX_free(context);
    return good;
}

bool tls_use(SSL_CTX *context, const char *cert, const char *key, char *why,
             size_t why_bytes)
{
    return tls_check(cert, key, why, why_bytes) &&
           tls_take(context, cert, key, why, why_bytes);
}
