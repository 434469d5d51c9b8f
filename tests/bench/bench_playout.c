/* Random games with every legal action enumerated at every decision: how fast, how large.
 *
 *   bench_playout [GAMES [VARIANT [PLAYERS [events]]]]      default 2000 hunters-gatherers 2
 *
 * A bot asks for no events; the fourth argument has them made as a server does.
 *
 * Prints lines "name value"; tests/bench/run makes a table of them.  Under callgrind with
 * --toggle-collect=play_games it counts the instructions of exactly these games, creation
 * included. */
#include <meepled/play.h>
#include <meepled/registry.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ACTIONS_MAX = 2048, EVENTS_MAX = 512, LOG_MAX = 1024 };

struct course {
    meepled_stack *stack;
    uint8_t players;
    unsigned games;
    bool events;
    uint64_t actions, listed;
    size_t block, memory;
    meepled_action list[ACTIONS_MAX];
    meepled_event event_list[EVENTS_MAX];
};

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static meepled_game_params
params_of(const struct course *c, unsigned number)
{
    meepled_game_params params = { .players = c->players, .first = MEEPLED_NONE8 };

    memcpy(params.seed, &number, sizeof number);
    return params;
}

static void
fail(const char *what, const char *why)
{
    fprintf(stderr, "bench_playout: %s: %s\n", what, why);
    exit(1);
}

static void
play_game(struct course *c, unsigned number)
{
    const meepled_game_params params = params_of(c, number);
    uint32_t random = number * 2654435761u + 1;
    meepled_game *g = NULL;
    meepled_error err = { "" };
    size_t count;

    if (meepled_game_new(c->stack, &params, NULL, &g, &err) != MEEPLED_OK)
        fail("set-up", err.text);
    while ((count = meepled_actions(g, c->list, ACTIONS_MAX)) > 0) {
        meepled_events events = { c->event_list, EVENTS_MAX, 0 };

        random = random * 1664525u + 1013904223u;
        /* the upper bits by multiplication: no division in the loop that is measured */
        const meepled_action *action = &c->list[(uint64_t)random * count >> 32];
        if (meepled_apply(g, meepled_turn_get(g).decides, action, c->events ? &events : NULL, NULL,
                          &err) != MEEPLED_OK)
            fail("action", err.text);
        c->actions++;
        c->listed += count;
    }
    c->block = meepled_game_size(g);
    c->memory = meepled_game_memory(g);
    meepled_game_free(g);
}

/* Not static and never inlined: callgrind finds it by its name. */
void play_games(struct course *c);
__attribute__((noinline)) void
play_games(struct course *c)
{
    for (unsigned i = 0; i < c->games; i++)
        play_game(c, i);
}

/* Microseconds to make a game again from its log: what a server does with a game that left memory.
 */
static double
replay_us(struct course *c)
{
    enum { REPEATS = 200 };
    static char texts[LOG_MAX][MEEPLED_ACTION_TEXT];
    static uint8_t seats[LOG_MAX];
    const meepled_game_params params = params_of(c, 1);
    meepled_game *g = NULL;
    meepled_error err = { "" };
    size_t steps = 0, count;
    meepled_action action;

    if (meepled_game_new(c->stack, &params, NULL, &g, &err) != MEEPLED_OK)
        fail("set-up", err.text);
    while ((count = meepled_actions(g, c->list, ACTIONS_MAX)) > 0 && steps < LOG_MAX) {
        action = c->list[steps * 7919 % count];
        seats[steps] = meepled_turn_get(g).decides;
        meepled_action_format(g, &action, texts[steps]);
        if (meepled_apply(g, seats[steps], &action, NULL, NULL, &err) != MEEPLED_OK)
            fail("action", err.text);
        steps++;
    }
    meepled_game_free(g);

    const double begun = now();
    for (int r = 0; r < REPEATS; r++) {
        if (meepled_game_new(c->stack, &params, NULL, &g, &err) != MEEPLED_OK)
            fail("set-up", err.text);
        for (size_t i = 0; i < steps; i++)
            if (meepled_action_parse(g, texts[i], &action, &err) != MEEPLED_OK ||
                meepled_apply(g, seats[i], &action, NULL, NULL, &err) != MEEPLED_OK)
                fail(texts[i], err.text);
        meepled_game_free(g);
    }
    return (now() - begun) * 1e6 / REPEATS;
}

static meepled_registry *
registry_open(void)
{
    const char *build = getenv("MEEPLED_BUILD");
    char plugins[512];
    meepled_report *mistakes = meepled_report_new(), *skipped = meepled_report_new();

    snprintf(plugins, sizeof plugins, "%s/plugins", build != NULL ? build : "build");
    const meepled_registry_paths paths = { plugins, "conf/tilesets", "conf/variants" };
    meepled_registry *registry = meepled_registry_open(&paths, mistakes, skipped);
    if (registry == NULL || meepled_report_count(mistakes) > 0)
        fail("registry", meepled_report_count(mistakes) > 0 ? meepled_report_get(mistakes, 0)
                                                            : "out of memory");
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    return registry;
}

int
main(int argc, char **argv)
{
    const char *name = argc > 2 ? argv[2] : "hunters-gatherers";
    static struct course c;
    meepled_error err = { "" };
    meepled_registry *registry = registry_open();
    const meepled_variant *variant = meepled_variant_find(registry, name);

    c.games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2000;
    c.players = argc > 3 ? (uint8_t)strtoul(argv[3], NULL, 10) : 2;
    c.events = argc > 4;
    c.stack = variant != NULL ? meepled_variant_stack(registry, variant, NULL, 0, &err) : NULL;
    if (c.stack == NULL || c.games == 0)
        fail(name, variant == NULL ? "unknown variant" : err.text);

    const double begun = now();
    play_games(&c);
    const double seconds = now() - begun;
    printf("games %u\n", c.games);
    printf("games_per_second %.0f\n", c.games / seconds);
    printf("actions_per_game %.1f\n", (double)c.actions / c.games);
    printf("listed_per_decision %.1f\n", (double)c.listed / (double)c.actions);
    printf("block_bytes %zu\n", c.block);
    printf("game_bytes %zu\n", c.memory);
    printf("replay_us %.0f\n", replay_us(&c));
    meepled_stack_unref(c.stack);
    meepled_registry_unref(registry);
    return 0;
}
