/* A server on a store in a folder of its own, and jobs that are waited for. */
#ifndef SUPPORT_SERVER_FIXTURE_H
#define SUPPORT_SERVER_FIXTURE_H

#include "server/server.h"

#include <pthread.h>

struct fixture {
    char folder[64], store_path[96];
    meepled_registry *registry;
    struct server_limits limits;
    struct server *server;
};

extern const struct server_limits fixture_limits; /* roomy, fixed decks allowed */

/* The shipped variants. */
meepled_registry *fixture_registry(void);
/* Everything there is; `fixture_close` removes the folder too.  The server's administrator is
 * FIXTURE_ADMIN. */
#define FIXTURE_ADMIN "administrator-of-the-tests"
void fixture_open(struct fixture *f, const struct server_limits *limits);
void fixture_close(struct fixture *f);
/* Only the server, on the store that is there. */
void fixture_start(struct fixture *f);
void fixture_stop(struct fixture *f);

/* A job and the wait for it. */
struct fixture_job {
    struct server_job job; /* first */
    pthread_mutex_t lock;
    pthread_cond_t done;
    bool is_done;
    unsigned renders;
    uint32_t rendered_version, rendered_score; /* sum of scores */
    size_t rendered_events;                    /* SIZE_MAX: there was no list */
    enum store_game_status rendered_status;
};
void fixture_job_init(struct fixture_job *j, enum server_job_type type);
/* Another job that asks for the same. */
void fixture_job_again(struct fixture_job *to, const struct fixture_job *from);
/* Submit and wait. */
enum server_code fixture_run(struct server *server, struct fixture_job *j);
void fixture_submit(struct server *server, struct fixture_job *j);
enum server_code fixture_wait(struct fixture_job *j);

/* A game of `seats` seats of the variant, all taken (so it begins) or all open. */
struct fixture_game {
    char id[STORE_ID];
    char host[SERVER_TOKEN];
    char seats[MEEPLED_PLAYERS_MAX][SERVER_TOKEN];
    uint32_t version;
};
void fixture_create(struct fixture *f, const char *variant, size_t seats, bool taken, uint8_t seed,
                    struct fixture_game *out);

/* The words of the legal action number `pick` (modulo how many there are); the seat that decides in
 * `*seat`.  False when the game is over.  The words point into `store`. */
struct fixture_words {
    char zone[32];
    struct server_action_words words;
};
bool fixture_action(const struct server_game *game, unsigned pick, int *seat,
                    struct fixture_words *out);
/* Play such an action; `key` NULL: none.  Returns its code, SERVER_NOT_PLAYING when it was over. */
enum server_code fixture_act(struct server *server, struct fixture_game *g, unsigned pick,
                             struct fixture_job *j, const char *key);
/* Play to the end, at most `most` actions; returns how many. */
unsigned fixture_play(struct server *server, struct fixture_game *g, unsigned seed, unsigned most);

/* Version, status and digest of a game as the server shows it. */
struct fixture_view {
    enum server_code code;
    uint32_t version;
    enum store_game_status status;
    uint8_t digest[MEEPLED_DIGEST];
};
struct fixture_view fixture_look(struct server *server, const char *id);

#endif
