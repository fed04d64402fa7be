/* mutate.c - lets a fuzzer's bytes change good JSON a little, instead of spelling it
 * out.
 */
#include "tests/fuzz/mutate.h"

enum { MUTATE_DEPTH_MAX = 8, MUTATE_HOLDERS_MAX = 4096 };

uint8_t feed_byte(Feed *f)
{
    if (!f->count)
        return 0;
    f->count--;
    return *f->bytes++;
}

uint32_t feed_below(Feed *f, uint32_t n)
{
    const uint32_t low = feed_byte(f);
    return n <= 256 ? low % n : (low << 8 | feed_byte(f)) % n;
}

uint64_t feed_seed(Feed *f)
{
    uint64_t seed = 0;
    for (int i = 0; i < 4; i++)
        seed = seed << 8 | feed_byte(f);
    return seed;
}

bool feed_is_empty(const Feed *f)
{
    return f->count == 0;
}

static const json_t *known; /* see mutate_knows */

void mutate_knows(const json_t *lists)
{
    known = lists;
}

static uint32_t json_children(const json_t *json)
{
    return (uint32_t)(json_is_object(json) ? json_object_size(json)
                                           : json_array_size(json));
}

static void *object_at(json_t *object, uint32_t index)
{
    void *at = json_object_iter(object);
    while (index-- > 0)
        at = json_object_iter_next(object, at);
    return at;
}

static json_t *child_at(json_t *parent, uint32_t index)
{
    return json_is_object(parent) ? json_object_iter_value(object_at(parent, index))
                                  : json_array_get(parent, index);
}

static void child_set(json_t *parent, uint32_t index, json_t *value)
{
    if (json_is_object(parent))
        json_object_iter_set_new(parent, object_at(parent, index), value);
    else
        json_array_set_new(parent, index, value);
}

static json_t *strange_value(Feed *f)
{
    static const json_int_t numbers[] = {
        0,     1,     2,     3,     4,          5,          7,         8,        9,
        16,    31,    32,    63,    64,         71,         72,        99,       127,
        128,   254,   255,   256,   257,        1000,       -1,        -2,       -128,
        32767, 32768, 65535, 65536, 2147483647, 2147483648, INT64_MAX, INT64_MIN};
    switch (feed_below(f, 8)) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(feed_byte(f) & 1);
    case 2:
        return json_string(feed_byte(f) & 1 ? "" : "?");
    case 3:
        return feed_byte(f) & 1 ? json_array() : json_object();
    case 4:
        return json_real(1.5);
    default:
        return json_integer(
            numbers[feed_below(f, (uint32_t)(sizeof numbers / sizeof *numbers))]);
    }
}

/* Some value of the document, by a walk from the top. */
static json_t *some_value(json_t *root, Feed *f)
{
    json_t *at = root;
    for (int depth = 0; depth < MUTATE_DEPTH_MAX && json_children(at); depth++) {
        const uint32_t pick = feed_below(f, json_children(at) + 1);
        if (depth > 0 && pick == json_children(at))
            break;
        at = child_at(at, pick % json_children(at));
    }
    return at;
}

static void remove_child(json_t *parent, uint32_t index)
{
    if (json_is_array(parent))
        json_array_remove(parent, index);
    else
        json_object_del(parent, json_object_iter_key(object_at(parent, index)));
}

/* Another word of a list that has this one; NULL: none has. */
static json_t *sibling(const json_t *old, Feed *f)
{
    const size_t count = json_array_size(known);
    const uint32_t from = count ? feed_below(f, (uint32_t)count) : 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *list = json_array_get(known, (from + i) % count);
        for (size_t at = 0; at < json_array_size(list); at++)
            if (json_equal(json_array_get(list, at), old))
                return json_deep_copy(json_array_get(
                    list, feed_below(f, (uint32_t)json_array_size(list))));
    }
    return NULL;
}

/* The value that instruction 'what' puts in the place of 'old'. */
static json_t *new_value(json_t *root, const json_t *old, uint32_t what, Feed *f)
{
    if (what < 2 && json_is_integer(old) && json_integer_value(old) < INT32_MAX &&
        json_integer_value(old) > INT32_MIN)
        return json_integer(json_integer_value(old) + (what ? 1 : -1));
    json_t *word = what < 2 && json_is_string(old) ? sibling(old, f) : NULL;
    if (word)
        return word;
    /* A copy of another value: names that exist, in a place they do not belong. */
    return what < 5 ? json_deep_copy(some_value(root, f)) : strange_value(f);
}

void mutate(json_t *root, Feed *f)
{
    json_t *parent = root;
    for (int depth = 0; depth < MUTATE_DEPTH_MAX; depth++) {
        if (!json_children(parent)) {
            if (json_is_array(parent))
                json_array_append_new(parent, strange_value(f));
            return;
        }
        const uint32_t index = feed_below(f, json_children(parent));
        json_t *child = child_at(parent, index);
        const uint32_t what = feed_below(f, 12);
        if (json_children(child) && what < 9) {
            parent = child;
            continue;
        }
        if (what == 9) {
            remove_child(parent, index);
        } else if (what == 10 && json_is_array(parent)) {
            json_array_append_new(parent, json_deep_copy(child));
        } else if (what == 10) {
            json_object_set_new(parent, "strange", strange_value(f));
        } else if (what == 11 && json_is_array(parent)) {
            json_array_insert_new(parent, index, json_deep_copy(some_value(root, f)));
        } else {
            child_set(parent, index, new_value(root, child, what, f));
        }
        return;
    }
}

/* A list or object below the top that has something in it; the top where there is none.
 * 'only_lists': a list. */
static json_t *some_parent(json_t *root, bool only_lists, Feed *f)
{
    json_t *at = root, *found = root;
    for (int depth = 0; depth < MUTATE_DEPTH_MAX && json_children(at); depth++) {
        at = child_at(at, feed_below(f, json_children(at)));
        if (only_lists ? json_is_array(at) : json_children(at) > 0)
            found = at;
        if (found == at && feed_below(f, 3) == 0)
            break;
    }
    return found;
}

/* The one may be inside a value of the other, which goes. */
static void swap_values(json_t *a, json_t *b, Feed *f)
{
    const uint32_t i = feed_below(f, json_children(a));
    const uint32_t j = feed_below(f, json_children(b));
    json_t *one = json_deep_copy(child_at(a, i));
    json_t *other = json_deep_copy(child_at(b, j));
    json_incref(b);
    child_set(a, i, other);
    child_set(b, j, one);
    json_decref(b);
}

/* Into something inside the value itself: it goes, and takes that along. */
static void move_value(json_t *from, json_t *to, Feed *f)
{
    if (!json_is_array(from) || !json_is_array(to) || !json_children(from))
        return;
    const uint32_t i = feed_below(f, json_children(from));
    json_t *value = json_deep_copy(child_at(from, i));
    json_incref(to);
    remove_child(from, i);
    json_array_insert_new(to, feed_below(f, json_children(to) + 1), value);
    json_decref(to);
}

/* Down the same way in both, as far as there is one. */
static void graft(json_t *root, const json_t *donor, Feed *f)
{
    json_t *at = root, *there = (json_t *)(uintptr_t)donor;
    for (int depth = 0; depth < MUTATE_DEPTH_MAX && json_children(there); depth++) {
        const bool object = json_is_object(there);
        if (object != json_is_object(at) || (!object && !json_children(at)))
            return;
        const uint32_t index = feed_below(f, json_children(there));
        const char *key = object ? json_object_iter_key(object_at(there, index)) : NULL;
        json_t *value = child_at(there, index);
        json_t *own = object ? json_object_get(at, key)
                             : json_array_get(at, index % json_children(at));
        if (json_children(value) && own && feed_below(f, 3)) {
            at = own;
            there = value;
            continue;
        }
        if (object)
            json_object_set_new(at, key, json_deep_copy(value));
        else if (own)
            json_array_set_new(at, index % json_children(at), json_deep_copy(value));
        return;
    }
}

void rearrange(json_t *root, const json_t *donor, Feed *f)
{
    json_t *parent;
    if (!json_children(root))
        return;
    switch (feed_below(f, 6)) {
    case 0: /* within one list or object */
        parent = some_parent(root, false, f);
        swap_values(parent, parent, f);
        break;
    case 1: /* between two of them */
        parent = some_parent(root, true, f);
        if (parent != root && json_children(parent)) {
            json_t *other = some_parent(root, true, f);
            if (other != root && json_children(other) &&
                json_typeof(child_at(other, 0)) == json_typeof(child_at(parent, 0)) &&
                !json_children(child_at(other, 0)))
                swap_values(parent, other, f);
        }
        break;
    case 2:
        parent = some_parent(root, true, f);
        move_value(parent, some_parent(root, true, f), f);
        break;
    default:
        graft(root, donor, f);
    }
}

/* The objects that have a key, as many as there is room for. */
static int holders(json_t *at, const char *key, json_t **found, int count, int depth)
{
    const uint32_t children = depth < MUTATE_DEPTH_MAX ? json_children(at) : 0;
    if (count < MUTATE_HOLDERS_MAX && json_is_object(at) && json_object_get(at, key))
        found[count++] = at;
    for (uint32_t i = 0; i < children && count < MUTATE_HOLDERS_MAX; i++)
        count = holders(child_at(at, i), key, found, count, depth + 1);
    return count;
}

void transplant(json_t *root, const json_t *donor, Feed *f)
{
    static json_t *found[MUTATE_HOLDERS_MAX];
    json_t *at = (json_t *)(uintptr_t)donor, *value = NULL;
    const char *key = NULL;
    for (int depth = 0; depth < MUTATE_DEPTH_MAX && json_children(at); depth++) {
        const uint32_t index = feed_below(f, json_children(at));
        const bool object = json_is_object(at);
        if (object)
            key = json_object_iter_key(object_at(at, index));
        at = child_at(at, index);
        if (object)
            value = at;
        if (object && feed_below(f, 4) == 0)
            break;
    }
    const int count = key ? holders(root, key, found, 0, 0) : 0;
    const bool everywhere = count && !json_children(value) && feed_below(f, 4) == 0;
    for (int i = 0; everywhere && i < count; i++)
        json_object_set_new(found[i], key, json_copy(value));
    if (count && !everywhere)
        json_object_set_new(found[feed_below(f, (uint32_t)count)], key,
                            json_deep_copy(value));
}
