/* Reading the crash file: who was at hand, and who is to blame. */
#include "server/guard_blame.h"

#include <stdio.h>
#include <string.h>

static void
explain(const struct guard_slot *slot, char why[GUARD_WHY])
{
    const char *const name = slot->end > 0 ? sigabbrev_np(slot->end) : NULL;

    switch (slot->end) {
    case GUARD_BY_WATCHDOG:
        snprintf(why, GUARD_WHY, "its rules took more than %u ms of processor time",
                 slot->limit_ms);
        break;
    case GUARD_BY_WAITING:
        snprintf(why, GUARD_WHY, "its rules did not come back within %u ms", slot->limit_ms);
        break;
    case GUARD_BY_EXIT:
    case 0:
        snprintf(why, GUARD_WHY, "its rules ended the process");
        break;
    default:
        snprintf(why, GUARD_WHY, "its rules crashed with SIG%s", name ? name : "?");
    }
}

static bool
was_suspect(const struct guard_file *file, const char *game)
{
    for (int i = 0; i < GUARD_BLAMES; i++)
        if (strncmp(file->suspects[i], game, STORE_ID) == 0)
            return true;
    return false;
}

/* Nobody left a word, but the process exited: it was the only one busy, or who was busy at the last
 * such end too. */
static void
suspect(struct guard_file *file)
{
    struct guard_slot *busy[GUARD_SLOTS];
    int count = 0;

    for (int i = 0; i < GUARD_SLOTS; i++) {
        if (atomic_load(&file->slots[i].busy) && file->slots[i].end != 0)
            return;
        if (atomic_load(&file->slots[i].busy))
            busy[count++] = &file->slots[i];
    }
    for (int i = 0; i < count; i++)
        if (count == 1 || was_suspect(file, busy[i]->game))
            busy[i]->end = GUARD_BY_EXIT;
    memset(file->suspects, 0, sizeof file->suspects);
    for (int i = 0; i < count && i < GUARD_BLAMES; i++)
        if (busy[i]->end == 0)
            memcpy(file->suspects[i], busy[i]->game, STORE_ID);
}

static void
set_aside(struct guard_file *file, const struct guard_slot *slot)
{
    int at = 0;

    while (at < GUARD_ASIDE - 1 && file->aside[at].game[0] &&
           strcmp(file->aside[at].game, slot->game + 1) != 0)
        at++;
    memcpy(file->aside[at].game, slot->game + 1, STORE_ID - 1); /* its NUL included */
    explain(slot, file->aside[at].why);
}

size_t
guard_blame_collect(struct guard_file *file, bool exited, struct guard_blame *blames, size_t cap)
{
    size_t count = 0;

    if (exited)
        suspect(file);
    for (int i = 0; i < GUARD_SLOTS; i++) {
        struct guard_slot *const slot = &file->slots[i];

        slot->game[STORE_ID - 1] = '\0';
        if (atomic_load(&slot->busy) && slot->end != 0) {
            if (slot->game[0] == GUARD_VARIANT) {
                set_aside(file, slot);
            } else if (count < cap) {
                memcpy(blames[count].game, slot->game, STORE_ID);
                explain(slot, blames[count++].why);
            }
        }
        memset(slot, 0, sizeof *slot);
    }
    return count;
}
