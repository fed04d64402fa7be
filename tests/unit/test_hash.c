/* test_hash.c - equal bytes have equal hashes; one bit changes about half of them. */
#include "engine/hash.h"
#include "tests/unit/unit.h"

TEST(equal_bytes_have_equal_hashes_wherever_they_lie)
{
    uint8_t memory[64] = {0};
    for (int i = 0; i < 20; i++)
        memory[i] = memory[i + 27] = (uint8_t)(3 * i + 1);
    assert_int_equal(hash_bytes(memory, 20), hash_bytes(memory + 27, 20));
}

TEST(every_bit_matters)
{
    uint8_t bytes[21] = {0};
    const uint64_t plain = hash_bytes(bytes, sizeof bytes);
    for (int bit = 0; bit < 21 * 8; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        const int changed = bits_count(plain ^ hash_bytes(bytes, sizeof bytes));
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_in_range(changed, 12, 52);
    }
}

TEST(zeros_of_different_length_differ)
{
    static const uint8_t zeros[40] = {0};
    for (size_t length = 0; length < 40; length++)
        assert_int_not_equal(hash_bytes(zeros, length), hash_bytes(zeros, length + 1));
}

/* Saved matches carry hashes, so the function may never change. */
TEST(the_hash_of_known_bytes_is_known)
{
    assert_int_equal(hash_bytes("parlor", 6), 0x85711780a63df59fu);
}

RUN(cmocka_unit_test(equal_bytes_have_equal_hashes_wherever_they_lie),
    cmocka_unit_test(every_bit_matters),
    cmocka_unit_test(zeros_of_different_length_differ),
    cmocka_unit_test(the_hash_of_known_bytes_is_known))
