/* A layer that does one thing wrong, as option `fault` says, once `fault-at` tiles lie on the
 * table: for tests of what the daemon makes of it. */
#include <meepled/rules.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum fault {
    NONE,
    CRASH,
    LOOP,
    BROKEN,
    EXIT,
    UNDERSCORE_EXIT,
    ABORT,
    OVERFLOW,
    LOOK,
    SETUP,
    WAIT,
    PAST
};

struct conf {
    int32_t fault, at;
};

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    struct conf *c = conf;
    const meepled_status status = meepled_option(self, "fault", &c->fault, err);

    return status == MEEPLED_OK ? meepled_option(self, "fault-at", &c->at, err) : status;
}

static void
crash(void)
{
    volatile uintptr_t nowhere = 64; /* no null pointer: sanitizers would see that first */

    *(volatile int *)nowhere = 1;
}

static unsigned
dig(unsigned depth)
{
    volatile unsigned char hole[4096];

    memset((void *)(uintptr_t)hole, (int)depth, sizeof hole);
    return depth > 100000000 ? hole[depth % sizeof hole] : dig(depth + 1) + hole[0];
}

static meepled_status
setup(const meepled_layer *self, meepled_game *g)
{
    const struct conf *conf = meepled_conf(self);

    if (conf->fault == SETUP)
        crash();
    return meepled_below_setup(self, g);
}

static meepled_status
placed(const meepled_layer *self, meepled_game *g, uint16_t slot)
{
    const struct conf *conf = meepled_conf(self);
    volatile bool for_ever = true;

    if (meepled_board_count(g) < conf->at)
        return meepled_below_placed(self, g, slot);
    switch ((enum fault)conf->fault) {
    case CRASH:
        crash();
        break;
    case LOOP:
        while (for_ever)
            continue;
        break;
    case BROKEN:
        return MEEPLED_EBROKEN;
    case EXIT:
        exit(0);
    case UNDERSCORE_EXIT:
        _exit(0);
    case ABORT:
        abort();
    case OVERFLOW:
        return dig(0) == 1 ? MEEPLED_EBROKEN : MEEPLED_OK;
    case WAIT:
        while (for_ever)
            pause();
        break;
    case PAST: /* its share has sixteen bytes */
        memset(meepled_state(self, g), 0x5a, 24);
        break;
    case NONE:
    case LOOK:
    case SETUP:
        break;
    }
    return meepled_below_placed(self, g, slot);
}

/* Called when somebody looks at the legal actions. */
static size_t
choices(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap)
{
    const struct conf *conf = meepled_conf(self);

    if (conf->fault == LOOK && meepled_board_count(g) >= conf->at)
        crash();
    return meepled_below_choices(self, g, out, cap);
}

static const char *const faults[] = { "none", "crash",           "loop",  "broken",
                                      "exit", "underscore-exit", "abort", "overflow",
                                      "look", "setup",           "wait",  "past",
                                      NULL };

static const meepled_option_word options[] = {
    { .name = "fault", .type = MEEPLED_WORD, .standard = "none", .words = faults, .help = "what" },
    { .name = "fault-at",
      .type = MEEPLED_NUMBER,
      .standard = "4",
      .min = 1,
      .max = 100,
      .help = "tiles on the table" },
    { .name = NULL },
};

static const meepled_vocabulary words = { .options = options };

static const meepled_hooks hooks = { .setup = setup, .placed = placed, .choices = choices };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "faulty",
    .version = "1.0.0",
    .summary = "only for tests",
    .license = "MIT",
    .words = &words,
    .conf_size = sizeof(struct conf),
    .state_size = 16,
    .configure = configure,
    .hooks = &hooks,
};
