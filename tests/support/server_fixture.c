/* A server on a store in a folder of its own, and jobs that are waited for. */
#include "tests/support/server_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct server_limits fixture_limits = {
    .games_live = 1000, .evict_after_s = 3600, .games_stored = 0, .fixed_decks = true
};

meepled_registry *
fixture_registry(void)
{
    const char *const build = getenv("MEEPLED_BUILD");
    char plugins[512];
    meepled_report *const mistakes = meepled_report_new(), *const skipped = meepled_report_new();

    snprintf(plugins, sizeof plugins, "%s/plugins", build ? build : "build");
    const meepled_registry_paths paths = { plugins, "conf/tilesets", "conf/variants" };
    meepled_registry *const registry = meepled_registry_open(&paths, mistakes, skipped);

    ck_assert_msg(meepled_report_count(mistakes) == 0, "%s", meepled_report_get(mistakes, 0));
    ck_assert_msg(meepled_report_count(skipped) == 0, "%s", meepled_report_get(skipped, 0));
    ck_assert_ptr_nonnull(registry);
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    return registry;
}

void
fixture_start(struct fixture *f)
{
    struct store *store = NULL;
    meepled_error err = { "" };

    ck_assert_msg(store_sqlite_open(f->store_path, &store, &err) == STORE_OK, "%s", err.text);
    f->server = server_new_take(store, f->registry, &f->limits, NULL, FIXTURE_ADMIN, &err);
    ck_assert_msg(f->server != NULL, "%s", err.text);
}

void
fixture_stop(struct fixture *f)
{
    server_free(f->server);
    f->server = NULL;
}

void
fixture_open(struct fixture *f, const struct server_limits *limits)
{
    *f = (struct fixture){ .limits = *limits };
    strcpy(f->folder, "/tmp/meepled-server-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(f->folder));
    snprintf(f->store_path, sizeof f->store_path, "%s/games.db", f->folder);
    f->registry = fixture_registry();
    fixture_start(f);
}

void
fixture_close(struct fixture *f)
{
    static const char *const suffixes[] = { "", "-wal", "-shm", "-lock", "-journal" };
    char path[128];

    fixture_stop(f);
    meepled_registry_unref(f->registry);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        snprintf(path, sizeof path, "%s%s", f->store_path, suffixes[i]);
        unlink(path);
    }
    rmdir(f->folder);
}

/* ---- jobs ---- */

static void
on_done(struct server_job *job)
{
    struct fixture_job *const j = (struct fixture_job *)job;

    pthread_mutex_lock(&j->lock);
    if (j->is_done)
        abort(); /* twice; Check's own means want memory, which may be what is missing */
    j->is_done = true;
    pthread_cond_signal(&j->done);
    pthread_mutex_unlock(&j->lock);
}

static void
on_render(struct server_job *job, const struct server_game *after, const meepled_events *events)
{
    struct fixture_job *const j = (struct fixture_job *)job;

    j->renders++;
    j->rendered_version = after->version;
    j->rendered_status = after->record->status;
    j->rendered_events = events ? events->count : SIZE_MAX;
    j->rendered_score = 0;
    if (after->game)
        for (uint8_t p = 0; p < meepled_players(after->game); p++)
            j->rendered_score += (uint32_t)meepled_score_get(after->game, p);
}

void
fixture_job_init(struct fixture_job *j, enum server_job_type type)
{
    *j = (struct fixture_job){ .job = { .type = type, .done = on_done, .render = on_render } };
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->done, NULL);
}

void
fixture_job_again(struct fixture_job *to, const struct fixture_job *from)
{
    fixture_job_init(to, from->job.type);
    to->job = from->job;
}

void
fixture_submit(struct server *server, struct fixture_job *j)
{
    j->is_done = false;
    server_submit(server, &j->job);
}

enum server_code
fixture_wait(struct fixture_job *j)
{
    pthread_mutex_lock(&j->lock);
    while (!j->is_done)
        pthread_cond_wait(&j->done, &j->lock);
    pthread_mutex_unlock(&j->lock);
    return j->job.code;
}

enum server_code
fixture_run(struct server *server, struct fixture_job *j)
{
    fixture_submit(server, j);
    return fixture_wait(j);
}

/* ---- games ---- */

void
fixture_create(struct fixture *f, const char *variant, size_t seats, bool taken, uint8_t seed,
               struct fixture_game *out)
{
    static const char *const names[] = { "Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal" };
    struct server_seat_wish wishes[MEEPLED_PLAYERS_MAX] = { 0 };
    struct fixture_job j;

    for (size_t i = 0; i < seats; i++)
        wishes[i] = (struct server_seat_wish){ .named = taken, .name = taken ? names[i] : NULL };
    fixture_job_init(&j, SERVER_CREATE);
    j.job.create.variant = variant;
    j.job.create.seats = wishes;
    j.job.create.seat_count = seats;
    j.job.create.has_seed = true;
    memset(j.job.create.seed, seed, sizeof j.job.create.seed);
    ck_assert_msg(fixture_run(f->server, &j) == SERVER_OK, "%s", j.job.error.text);
    *out = (struct fixture_game){ .version = j.job.version };
    memcpy(out->id, j.job.game_id, sizeof out->id);
    memcpy(out->host, j.job.host_token, sizeof out->host);
    memcpy(out->seats, j.job.seat_tokens, sizeof out->seats);
}

/* Word of a figure kind, NULL for none. */
static const char *
figure_name(const struct server_game *game, uint8_t kind)
{
    size_t count;
    const meepled_figure_word *const words = meepled_stack_figures(game->stack, &count);

    return kind < count ? words[kind].name : NULL;
}

static void
figure_words(const struct server_game *game, const meepled_action *action,
             struct fixture_words *out)
{
    const uint16_t slot = meepled_board_find(game->game, action->x, action->y);
    const uint16_t zone = (uint16_t)(meepled_zone_first(game->game, slot) + action->zone);

    snprintf(out->zone, sizeof out->zone, "%s", meepled_zone_name(game->game, zone));
    out->words.figure = figure_name(game, action->figure);
    out->words.with = figure_name(game, action->with);
    out->words.zone = out->zone;
    out->words.x = action->x;
    out->words.y = action->y;
    out->words.has_cell = true;
}

bool
fixture_action(const struct server_game *game, unsigned pick, int *seat, struct fixture_words *out)
{
    static const char *const types[] = { "place-tile", "place-figure", "retrieve-figure", "choose",
                                         "pass" };
    meepled_action actions[2048];
    const size_t count = game->game ? meepled_actions(game->game, actions, 2048) : 0;

    if (count == 0)
        return false;

    const meepled_action *const action = &actions[pick % count];

    *seat = meepled_turn_get(game->game).decides;
    out->words = (struct server_action_words){ .type = types[action->type] };
    switch (action->type) {
    case MEEPLED_PLACE_TILE:
        out->words.tile = meepled_stack_tile(game->stack, action->tile).id;
        out->words.x = action->x;
        out->words.y = action->y;
        out->words.has_cell = true;
        out->words.rotation = action->turned;
        break;
    case MEEPLED_PLACE_FIGURE:
    case MEEPLED_RETRIEVE_FIGURE:
        figure_words(game, action, out);
        break;
    case MEEPLED_CHOOSE: {
        size_t n;

        out->words.choice = meepled_stack_choices(game->stack, &n)[action->choice].name;
        break;
    }
    default:
        break;
    }
    return true;
}

enum server_code
fixture_act(struct server *server, struct fixture_game *g, unsigned pick, struct fixture_job *j,
            const char *key)
{
    struct fixture_words words;
    enum server_code code;
    meepled_error err = { "" };
    int seat = -1;
    struct server_game *const game = server_acquire(server, g->id, &code, &err);

    ck_assert_msg(game != NULL, "%s", err.text);
    const bool going = fixture_action(game, pick, &seat, &words);

    g->version = game->version;
    server_release(server, game);
    if (!going)
        return SERVER_NOT_PLAYING;
    fixture_job_init(j, SERVER_ACT);
    j->job.id = g->id;
    j->job.token = g->seats[seat];
    j->job.has_if_match = true;
    j->job.if_match = g->version;
    j->job.action = words.words;
    j->job.key = key;
    code = fixture_run(server, j);
    if (code == SERVER_OK)
        g->version = j->job.version;
    return code;
}

unsigned
fixture_play(struct server *server, struct fixture_game *g, unsigned seed, unsigned most)
{
    struct fixture_job j;
    unsigned played = 0;

    while (played < most) {
        seed = seed * 1103515245u + 12345u;

        const enum server_code code = fixture_act(server, g, seed >> 16, &j, NULL);

        if (code == SERVER_NOT_PLAYING)
            break;
        ck_assert_msg(code == SERVER_OK, "action %u: code %d: %s", played + 1, (int)code,
                      j.job.error.text);
        played++;
    }
    return played;
}

struct fixture_view
fixture_look(struct server *server, const char *id)
{
    struct fixture_view view = { .code = SERVER_OK };
    meepled_error err;
    struct server_game *const game = server_acquire(server, id, &view.code, &err);

    if (!game)
        return view;
    view.version = game->version;
    view.status = game->record->status;
    if (game->game)
        meepled_digest(game->game, view.digest);
    server_release(server, game);
    return view;
}
