/* Measures ways to keep actions in SQLite, and the store itself beside them.
 *
 *   bench_store [games] [actions] [active] [folder]      default 2000 80 400 /tmp
 *
 * First `games` games of `actions` actions are laid down, `active` of them under way at a time, so
 * that the actions of one game lie scattered among those of others as they do on a server.  Then
 * actions are appended to the active games in groups of 1 to 128, each group durable before the
 * next, and whole games are loaded, from the system's cache and from the disk.  All subjects take
 * turns in short slices and the best slice counts, because a disk's pace changes from second to
 * second. */
#include "tests/bench/store_course.h"

#include <sqlite3.h>

#include <fcntl.h>
#include <unistd.h>

enum { GROUPS = 4, ROUNDS = 3, LAY_GROUP = 1024, CREATE_GROUP = 64, SUBJECTS_MAX = 8 };
static const int group_sizes[GROUPS] = { 1, 8, 32, 128 };
static const double slice = 0.08, load_slice = 0.15; /* seconds */

/* ---- subjects ---- */

struct candidate;

/* Something that keeps actions: a candidate, or the store when `candidate` is NULL. */
struct subject {
    const char *name;
    const struct candidate *candidate;
    bool use_keys; /* the store: every action with an idempotency key */
    char path[512];
    struct course course;
    double rates[GROUPS][ROUNDS];
    double opened_ms, cold_us, cached_us;

    sqlite3 *db; /* a candidate's */
    sqlite3_stmt *append[3], *load;
    struct store *store;
    int64_t *keys; /* the store's number of game n */
    int created;   /* games in the store */
    double aside;  /* seconds spent on what is not to be measured */
};

/* ---- candidates ---- */

struct candidate {
    const char *name;
    const char *tables;
    const char *append[3]; /* ?1 game, ?2 seq, ?3 text, ?4 digest, ?5 time, ?6 key, ?7 hash */
    const char *load;      /* ?1 game */
};

#define COLUMNS " game INTEGER, seq INTEGER, text TEXT, digest BLOB, at_ms INTEGER"
#define VALUES " VALUES (?1, ?2, ?3, ?4, ?5)"
#define HEAD_TABLE "CREATE TABLE head (game INTEGER PRIMARY KEY, row INTEGER, seq INTEGER);"
#define CHAIN_TABLES                                                                               \
    "CREATE TABLE action (row INTEGER PRIMARY KEY, prev INTEGER," COLUMNS ");" HEAD_TABLE
#define LAST_ROW "coalesce((SELECT row FROM head WHERE game = ?1), 0)"
#define HEAD_SET                                                                                   \
    "INSERT INTO head VALUES (?1, last_insert_rowid(), ?2)"                                        \
    " ON CONFLICT (game) DO UPDATE SET row = last_insert_rowid(), seq = ?2"
#define CHAIN_APPEND                                                                               \
    "INSERT INTO action (prev, game, seq, text, digest, at_ms) VALUES"                             \
    " (" LAST_ROW ", ?1, ?2, ?3, ?4, ?5)",                                                         \
        HEAD_SET
#define CHAIN_LOAD                                                                                 \
    "WITH RECURSIVE chain (prev, seq, text, digest, at_ms) AS ("                                   \
    " SELECT prev, a.seq, text, digest, at_ms FROM head h JOIN action a USING (row)"               \
    " WHERE h.game = ?1 UNION ALL SELECT a.prev, a.seq, a.text, a.digest, a.at_ms"                 \
    " FROM chain c JOIN action a ON a.row = c.prev) SELECT text, digest FROM chain"

static const struct candidate candidates[] = {
    { .name = "clustered",
      .tables = "CREATE TABLE action (" COLUMNS ", PRIMARY KEY (game, seq)) WITHOUT ROWID",
      .append = { "INSERT INTO action (game, seq, text, digest, at_ms)" VALUES },
      .load = "SELECT text, digest FROM action WHERE game = ?1 ORDER BY seq" },
    { .name = "index",
      .tables = "CREATE TABLE action (" COLUMNS ");"
                "CREATE UNIQUE INDEX action_game ON action (game, seq)",
      .append = { "INSERT INTO action (game, seq, text, digest, at_ms)" VALUES },
      .load = "SELECT text, digest FROM action WHERE game = ?1 ORDER BY seq" },
    { .name = "chain", .tables = CHAIN_TABLES, .append = { CHAIN_APPEND }, .load = CHAIN_LOAD },
    { .name = "chain+inrow",
      .tables = "CREATE TABLE action (row INTEGER PRIMARY KEY, prev INTEGER," COLUMNS ","
                " key TEXT, hash BLOB);" HEAD_TABLE,
      .append = { "INSERT INTO action (prev, game, seq, text, digest, at_ms, key, hash) VALUES"
                  " (" LAST_ROW ", ?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                  HEAD_SET },
      .load = CHAIN_LOAD },
    { .name = "chain+keys",
      .tables =
          CHAIN_TABLES "CREATE TABLE used_key (game INTEGER, key TEXT, hash BLOB, seq INTEGER,"
                       " PRIMARY KEY (game, key)) WITHOUT ROWID",
      .append = { CHAIN_APPEND, "INSERT INTO used_key VALUES (?1, ?6, ?7, ?2)" },
      .load = CHAIN_LOAD },
};

static void
sql_run(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        die(sql, sqlite3_errmsg(db));
}

static sqlite3_stmt *
sql_prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *s = NULL;

    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL) != SQLITE_OK)
        die(sql, sqlite3_errmsg(db));
    return s;
}

static void
candidate_append(sqlite3 *db, sqlite3_stmt *const statements[3], struct course *course)
{
    struct store_action a;
    static const uint8_t hash[STORE_HASH];
    char text[64], key[40];
    int game, seq;

    course_step(course, &game, &seq);
    make_action(game, seq, &a, text, key);
    for (int i = 0; i < 3 && statements[i] != NULL; i++) {
        sqlite3_stmt *s = statements[i];
        (void)sqlite3_bind_int(s, 1, game);
        (void)sqlite3_bind_int(s, 2, seq);
        (void)sqlite3_bind_text(s, 3, text, -1, SQLITE_STATIC);
        (void)sqlite3_bind_blob(s, 4, a.digest, sizeof a.digest, SQLITE_STATIC);
        (void)sqlite3_bind_int64(s, 5, a.at_ms);
        (void)sqlite3_bind_text(s, 6, key, -1, SQLITE_STATIC);
        (void)sqlite3_bind_blob(s, 7, hash, sizeof hash, SQLITE_STATIC);
        if (sqlite3_step(s) != SQLITE_DONE)
            die(sqlite3_sql(s), sqlite3_errmsg(db));
        (void)sqlite3_reset(s);
    }
}

static void
candidate_open(struct subject *s, bool new)
{
    if (sqlite3_open(s->path, &s->db) != SQLITE_OK)
        die(s->path, "cannot open it");
    sql_run(s->db, "PRAGMA journal_mode = WAL; PRAGMA cache_size = -16384");
    if (new)
        sql_run(s->db, s->candidate->tables);
    for (int i = 0; i < 3 && s->candidate->append[i] != NULL; i++)
        s->append[i] = sql_prepare(s->db, s->candidate->append[i]);
    s->load = sql_prepare(s->db, s->candidate->load);
}

static void
candidate_close(struct subject *s)
{
    for (int i = 0; i < 3; i++)
        (void)sqlite3_finalize(s->append[i]);
    (void)sqlite3_finalize(s->load);
    if (sqlite3_close(s->db) != SQLITE_OK)
        die(s->path, "cannot close it");
}

static void
candidate_append_group(struct subject *s, int size)
{
    sql_run(s->db, "BEGIN IMMEDIATE");
    for (int i = 0; i < size; i++)
        candidate_append(s->db, s->append, &s->course);
    sql_run(s->db, "COMMIT");
}

static size_t
candidate_load(struct subject *s, int game)
{
    size_t rows = 0, bytes = 0;

    (void)sqlite3_bind_int(s->load, 1, game);
    for (; sqlite3_step(s->load) == SQLITE_ROW; rows++)
        bytes +=
            (size_t)sqlite3_column_bytes(s->load, 0) + (size_t)sqlite3_column_bytes(s->load, 1);
    (void)sqlite3_reset(s->load);
    return bytes > 0 ? rows : 0;
}

/* ---- the store ---- */

static void
game_id(int game, char id[STORE_ID])
{
    (void)snprintf(id, STORE_ID, "%08x%08x", (unsigned)game * 2654435761u, (unsigned)game);
}

static void
store_open(struct subject *s)
{
    meepled_error err;

    if (store_sqlite_open(s->path, &s->store, &err) != STORE_OK)
        die("store_sqlite_open", err.text);
}

static void
store_group(struct subject *s, struct store_change *changes, size_t count)
{
    meepled_error err;

    if (store_write(s->store, changes, count, &err) != STORE_OK)
        die("store_write", err.text);
    for (size_t i = 0; i < count; i++)
        if (changes[i].status != STORE_OK)
            die("store_write", "a conflict");
}

/* Create games up to number `game` and a few more, in one group; neither counted nor timed. */
static void
store_create_games(struct subject *s, int game)
{
    static struct store_game games[CREATE_GROUP];
    struct store_change changes[CREATE_GROUP];
    double begin = now();

    while (s->created < game) {
        for (int i = 0; i < CREATE_GROUP; i++) {
            games[i] = (struct store_game){ .variant = "hunters-gatherers",
                                            .options = "first-player=random",
                                            .rules = "hunters-gatherers 1.0.0",
                                            .status = STORE_PLAYING,
                                            .created_ms = 1700000000000,
                                            .changes = 1,
                                            .seat_count = 3,
                                            .players = 3 };
            for (int seat = 0; seat < 3; seat++)
                games[i].seats[seat] =
                    (struct store_seat){ .taken = true, .name = "Ana", .has_token = true };
            game_id(s->created + 1 + i, games[i].id);
            changes[i] = (struct store_change){ .type = STORE_CREATE, .create = &games[i] };
        }
        store_group(s, changes, CREATE_GROUP);
        for (int i = 0; i < CREATE_GROUP; i++)
            s->keys[++s->created] = changes[i].game;
    }
    s->aside += now() - begin;
}

/* Append a group. */
static void
store_append_group(struct subject *s, int size)
{
    static struct store_change changes[LAY_GROUP];
    static char texts[LAY_GROUP][64], keys[LAY_GROUP][40];

    for (int i = 0; i < size; i++) {
        int game, seq;
        course_step(&s->course, &game, &seq);
        if (game > s->created)
            store_create_games(s, game);
        changes[i] = (struct store_change){ .type = STORE_APPEND, .game = s->keys[game] };
        make_action(game, seq, &changes[i].append.action, texts[i], keys[i]);
        changes[i].append.key = s->use_keys ? keys[i] : NULL;
    }
    store_group(s, changes, (size_t)size);
}

static size_t
store_load_game(struct subject *s, int game)
{
    struct store_game g;
    struct store_action *actions;
    size_t count;
    meepled_error err;
    char id[STORE_ID];

    game_id(game, id);
    if (store_load(s->store, id, &g, &actions, &count, &err) != STORE_OK)
        die("store_load", err.text);
    store_game_clear(&g);
    store_actions_free(actions, count);
    return count;
}

/* ---- measuring ---- */

static void
subject_open(struct subject *s, bool new)
{
    if (s->candidate != NULL)
        candidate_open(s, new);
    else
        store_open(s);
}

static void
subject_close(struct subject *s)
{
    if (s->candidate != NULL)
        candidate_close(s);
    else
        store_close(s->store);
}

static void
subject_append(struct subject *s, int size)
{
    if (s->candidate != NULL)
        candidate_append_group(s, size);
    else
        store_append_group(s, size);
}

static size_t
subject_load(struct subject *s, int game)
{
    return s->candidate != NULL ? candidate_load(s, game) : store_load_game(s, game);
}

static void
lay_down(struct subject *s, const struct scale *scale)
{
    (void)snprintf(s->path, sizeof s->path, "%s/bench_store.%ld.%s", scale->folder, (long)getpid(),
                   s->name);
    remove_files(s->path);
    s->course = course_new(scale);
    s->keys = calloc((size_t)scale->games * 4 + 1000000, sizeof *s->keys);
    if (s->keys == NULL)
        die("lay down", "out of memory");
    subject_open(s, true);
    if (s->candidate != NULL)
        sql_run(s->db, "PRAGMA synchronous = OFF");
    while (s->course.next_game < scale->games)
        subject_append(s, LAY_GROUP);
    subject_close(s);
    settle(s->path, false);
    subject_open(s, false);
    if (s->candidate != NULL)
        sql_run(s->db, "PRAGMA synchronous = FULL");
}

static double
append_slice(struct subject *s, int size)
{
    double begin = now(), took = 0;
    int rows = 0;

    s->aside = 0;
    for (; took < slice; took = now() - begin - s->aside, rows += size)
        subject_append(s, size);
    return rows / took;
}

/* Microseconds to load one of the finished games, on average. */
static double
load_some(struct subject *s, const struct scale *scale)
{
    uint64_t random = 99;
    double begin = now(), took = 0;
    int loads = 0;

    for (; took < load_slice; took = now() - begin, loads++)
        if (subject_load(s, 1 + random_below(&random, scale->games - scale->active)) == 0)
            die("load", "a game without actions");
    return took / loads * 1e6;
}

static void
measure_loads(struct subject *s, const struct scale *scale)
{
    subject_close(s);
    settle(s->path, true);
    double begin = now();
    subject_open(s, false);
    s->opened_ms = (now() - begin) * 1e3;
    s->cold_us = load_some(s, scale);
    settle(s->path, false);
    s->cached_us = load_some(s, scale);
    subject_close(s);
}

static int
by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void
report(struct subject *s)
{
    int fd = open(s->path, O_RDONLY);
    double megabytes = fd >= 0 ? (double)lseek(fd, 0, SEEK_END) / 1e6 : 0;

    if (fd >= 0)
        (void)close(fd);
    (void)printf("%-16s", s->name);
    for (int i = 0; i < GROUPS; i++) {
        qsort(s->rates[i], ROUNDS, sizeof s->rates[i][0], by_size);
        (void)printf(" %8.0f", s->rates[i][ROUNDS - 1]);
    }
    (void)printf(" %8.0f %8.0f %8.1f %8.0f\n", s->cached_us, s->cold_us, s->opened_ms, megabytes);
}

int
main(int argc, char **argv)
{
    struct scale scale = {
        .games = argc > 1 ? atoi(argv[1]) : 2000,
        .actions = argc > 2 ? atoi(argv[2]) : 80,
        .active = argc > 3 ? atoi(argv[3]) : 400,
        .folder = argc > 4 ? argv[4] : "/tmp",
    };
    static struct subject subjects[SUBJECTS_MAX];
    size_t count = 0;

    if (scale.active < 1 || scale.actions < 1 || scale.games <= 2 * scale.active)
        die("arguments", "want games > 2 * active, actions > 0");
    for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++)
        subjects[count++] =
            (struct subject){ .name = candidates[i].name, .candidate = &candidates[i] };
    subjects[count++] = (struct subject){ .name = "store" };
    subjects[count++] = (struct subject){ .name = "store+keys", .use_keys = true };

    for (size_t i = 0; i < count; i++)
        lay_down(&subjects[i], &scale);
    for (int round = 0; round < ROUNDS; round++)
        for (int group = 0; group < GROUPS; group++)
            for (size_t i = 0; i < count; i++)
                subjects[i].rates[group][round] = append_slice(&subjects[i], group_sizes[group]);
    (void)printf("%d games of %d actions, %d under way at a time\n", scale.games, scale.actions,
                 scale.active);
    (void)printf("%-16s %35s %17s %8s %8s\n", "", "rows/s in groups of 1, 8, 32, 128",
                 "load us: cached, cold", "open ms", "MB");
    for (size_t i = 0; i < count; i++) {
        measure_loads(&subjects[i], &scale);
        report(&subjects[i]);
        remove_files(subjects[i].path);
        course_free(&subjects[i].course);
        free(subjects[i].keys);
    }
    return 0;
}
