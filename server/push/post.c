/* post.c - one sealed message to a push service: by https, and never to an address
 * within. */
#include "server/push/post.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>

enum { CONNECT_MS = 4000, WHOLE_MS = 8000, KEPT_S = 86400 };

/* Networks that are not the internet: RFC 6890 and its kin, first bits and how many. */
static bool is_within_v4(uint32_t address)
{
    static const struct {
        uint32_t bits;
        int count;
    } within[] = {
        {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},
        {0xa9fe0000, 16}, {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24},
        {0xc0586300, 24}, {0xc0a80000, 16}, {0xc6120000, 15}, {0xc6336400, 24},
        {0xcb007100, 24}, {0xe0000000, 3}, /* multicast, reserved, broadcast */
    };
    for (size_t i = 0; i < sizeof within / sizeof within[0]; i++)
        if ((address ^ within[i].bits) >> (32 - within[i].count) == 0)
            return true;
    return false;
}

/* Of the sixth version only what is given out to the world, 2000::/3, less what carries
 * an address of the fourth or is for documents. */
static bool is_public_v6(const uint8_t *a)
{
    static const uint8_t nat64[12] = {0, 0x64, 0xff, 0x9b};
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    const uint32_t v4 =
        (uint32_t)a[12] << 24 | (uint32_t)a[13] << 16 | (uint32_t)a[14] << 8 | a[15];
    if (memcmp(a, mapped, sizeof mapped) == 0 || memcmp(a, nat64, sizeof nat64) == 0)
        return !is_within_v4(v4);
    if (a[0] >> 5 != 1)
        return false;
    const bool is_6to4 = a[0] == 0x20 && a[1] == 0x02;
    const bool is_special = a[0] == 0x20 && a[1] == 0x01 && a[2] < 2; /* 2001::/23 */
    const bool is_example =
        a[0] == 0x20 && a[1] == 0x01 && a[2] == 0x0d && a[3] == 0xb8;
    return !is_6to4 && !is_special && !is_example;
}

bool post_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *in =
            (const struct sockaddr_in *)(const void *)address;
        return !is_within_v4(ntohl(in->sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *in6 =
            (const struct sockaddr_in6 *)(const void *)address;
        return is_public_v6(in6->sin6_addr.s6_addr);
    }
    return false;
}

bool post_origin(const char *url, bool is_within, char *out, size_t out_bytes)
{
    static const char host_letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
        "XYZ0123456789.-:[]";
    const bool is_open = is_within && strncmp(url, "http://", 7) == 0;
    const size_t scheme = is_open ? 7 : 8;
    if (strlen(url) >= POST_URL_BYTES || (!is_open && strncmp(url, "https://", 8) != 0))
        return false;
    for (const char *at = url; *at; at++)
        if (*at <= ' ' || *at > '~')
            return false;
    const size_t host = strspn(url + scheme, host_letters);
    const char after = url[scheme + host]; /* no user, no password */
    if (!host || after != '/' || scheme + host >= out_bytes)
        return false;
    snprintf(out, out_bytes, "%.*s", (int)(scheme + host), url);
    return true;
}

static curl_socket_t open_public(void *context, curlsocktype purpose,
                                 struct curl_sockaddr *address)
{
    const Post *post = context;
    if (purpose != CURLSOCKTYPE_IPCXN ||
        (!post->is_within && !post_is_public(&address->addr)))
        return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t ignore(char *data, size_t size, size_t count, void *context)
{
    (void)data;
    (void)context;
    return size * count;
}

static struct curl_slist *headers_of(const Post *post)
{
    char line[2600];
    struct curl_slist *list = NULL;
    snprintf(line, sizeof line, "Authorization: %s", post->authorization);
    list = curl_slist_append(list, line);
    snprintf(line, sizeof line, "TTL: %d", KEPT_S);
    list = curl_slist_append(list, line);
    snprintf(line, sizeof line, "Topic: %s", post->topic);
    list = curl_slist_append(list, line);
    list = curl_slist_append(list, "Content-Encoding: aes128gcm");
    list = curl_slist_append(list, "Content-Type: application/octet-stream");
    list = curl_slist_append(list, "Urgency: normal");
    return curl_slist_append(list, "Expect:");
}

static void begin(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

int post_send(const Post *post)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin);
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = headers_of(post);
    long status = 0;
    if (!curl)
        return 0;
    curl_easy_setopt(curl, CURLOPT_URL, post->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR,
                     post->is_within ? "http,https" : "https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* it would hide where it goes */
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_public);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, (void *)(uintptr_t)post);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, (const char *)post->body);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)post->body_bytes);
    if (curl_easy_perform(curl) == CURLE_OK)
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    return (int)status;
}
