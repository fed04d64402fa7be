/* test_post.c - which addresses a notice may go to. */
#include "server/push/post.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static bool is_public(const char *text)
{
    struct sockaddr_in in = {.sin_family = AF_INET};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &in.sin_addr) == 1)
        return post_is_public((struct sockaddr *)&in);
    assert_int_equal(inet_pton(AF_INET6, text, &in6.sin6_addr), 1);
    return post_is_public((struct sockaddr *)&in6);
}

static void nothing_goes_to_an_address_within(void **state)
{
    static const char *const within[] = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::7f00:1",
        "64:ff9b::a00:1",
        "fe80::1",
        "fc00::1",
        "fd12:3456::1",
        "ff02::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2001::1",
        "100::1",
    };
    static const char *const outside[] = {
        "1.1.1.1",       "8.8.8.8",     "100.63.255.255",    "100.128.0.1",
        "172.15.0.1",    "172.32.0.1",  "192.169.0.1",       "198.20.0.1",
        "223.255.255.1", "2606:4700::", "2a00:1450:4001::8", "2001:4860:4860::8888",
    };
    (void)state;
    for (size_t i = 0; i < sizeof within / sizeof within[0]; i++)
        if (is_public(within[i]))
            fail_msg("%s is taken for public", within[i]);
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
        if (!is_public(outside[i]))
            fail_msg("%s is taken for one within", outside[i]);
}

static void other_families_are_not_asked(void **state)
{
    const struct sockaddr unix_socket = {.sa_family = AF_UNIX};
    (void)state;
    assert_false(post_is_public(&unix_socket));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_goes_to_an_address_within),
        cmocka_unit_test(other_families_are_not_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
