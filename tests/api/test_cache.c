/* api/cache.c: what is kept is bounded, and let go of when a game moves on. */
#include "cache.h"

#include "tests/support/http_suite.h"

#include <stdlib.h>

enum { GAMES = 200, SIZE = 1 << 20 };

/* A response that says it has SIZE bytes; its text is not what is measured. */
static struct MHD_Response *
response_new(void)
{
    static char text[] = "{}";
    struct MHD_Response *response =
        MHD_create_response_from_buffer(2, text, MHD_RESPMEM_PERSISTENT);

    ck_assert_ptr_nonnull(response);
    return response;
}

START_TEST(the_oldest_go_when_there_is_no_room)
{
    static void *slots[GAMES];

    for (size_t i = 0; i < GAMES; i++) {
        cache_keep_take(&slots[i], CACHE_STATE, response_new(), SIZE);
        ck_assert_uint_le(cache_size(), CACHE_BYTES);
    }
    ck_assert_uint_eq(cache_size(), CACHE_BYTES);
    for (size_t i = 0; i < GAMES; i++)
        cache_drop(slots[i]);
    ck_assert_uint_eq(cache_size(), 0);
}
END_TEST

START_TEST(parts_of_one_game_are_kept_side_by_side_and_the_first_stays)
{
    void *slot = NULL;

    cache_keep_take(&slot, CACHE_STATE, response_new(), 100);
    cache_keep_take(&slot, CACHE_ACTIONS, response_new(), 10);
    cache_keep_take(&slot, CACHE_UNCHANGED, response_new(), 0);
    ck_assert_uint_eq(cache_size(), 110);
    cache_keep_take(&slot, CACHE_STATE, response_new(), 1000);
    ck_assert_uint_eq(cache_size(), 110);
    cache_drop(slot);
    ck_assert_uint_eq(cache_size(), 0);
    cache_drop(NULL);
}
END_TEST

START_TEST(a_response_larger_than_the_whole_room_is_not_kept)
{
    void *slot = NULL;

    cache_keep_take(&slot, CACHE_STATE, response_new(), CACHE_BYTES + 1);
    ck_assert_uint_eq(cache_size(), 0);
    cache_keep_take(&slot, CACHE_STATE, response_new(), 7);
    ck_assert_uint_eq(cache_size(), 7);
    cache_drop(slot);
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        the_oldest_go_when_there_is_no_room,
        parts_of_one_game_are_kept_side_by_side_and_the_first_stays,
        a_response_larger_than_the_whole_room_is_not_kept,
    };

    return SUITE_RUN_ALONE("api/cache", tests);
}
