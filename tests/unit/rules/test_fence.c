/* Fences: a write beside a layer's state is found, by name, wherever it is. */
#include "rules/fence.h"

#include "rules/position.h"
#include "tests/support/workshop.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static meepled_game *g;
static const struct meepled_layer *layer;

static void
setup(void)
{
    g = workshop_position();
    layer = g->stack->top;
}

static void
teardown(void)
{
    workshop_free(g);
}

START_TEST(every_byte_beside_a_state_is_watched_and_none_of_it)
{
    const size_t own = layer->plugin->state_size, size = g->rules->layers_size;

    ck_assert_uint_gt(own, 0);
    ck_assert_int_eq(fence_check(g), MEEPLED_OK);
    for (size_t at = 0; at < size; at++) {
        const bool mine = at >= layer->state_at && at < layer->state_at + own;

        g->layers[at] ^= 1;
        ck_assert_int_eq(fence_check(g), mine ? MEEPLED_OK : MEEPLED_EBROKEN);
        g->layers[at] ^= 1;
    }
}
END_TEST

START_TEST(an_action_that_breaks_a_fence_is_broken_and_names_the_layer)
{
    meepled_action action;
    meepled_error err;

    workshop_lay(g, "lawn", 0, 0, 0);
    ck_assert_int_eq(position_turn(g, 0, workshop_tile(g->stack, "lawn"), false, NULL), MEEPLED_OK);
    ck_assert_uint_gt(meepled_actions(g, &action, 1), 0);
    g->layers[layer->state_at + layer->plugin->state_size] = 0;
    ck_assert_int_eq(meepled_apply(g, 0, &action, NULL, NULL, &err), MEEPLED_EBROKEN);
    ck_assert_str_eq(err.text, "memory beside the state of workshop was written to");
}
END_TEST

START_TEST(a_stack_without_states_has_no_fences)
{
    static const meepled_hooks none = { 0 };
    meepled_plugin bare = workshop_plugin;
    const meepled_plugin *const plugins[] = { &bare };

    bare.state_size = 0;
    bare.hooks = &none;
    meepled_stack *stack = workshop_stack(plugins, 1, NULL);
    ck_assert_uint_eq(stack->rules.layers_size, 0);
    meepled_stack_unref(stack);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("fence");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, every_byte_beside_a_state_is_watched_and_none_of_it);
    tcase_add_test(c, an_action_that_breaks_a_fence_is_broken_and_names_the_layer);
    tcase_add_test(c, a_stack_without_states_has_no_fences);
    Suite *s = suite_create("fence");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
