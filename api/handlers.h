/* One function a route; each answers, refuses or submits a job.  By file: */
#ifndef API_HANDLERS_H
#define API_HANDLERS_H

struct request;

/* variants.c */
void serve_variants(struct request *r);
void serve_variant(struct request *r);
void serve_tiles(struct request *r);
/* pictures.c */
void serve_tile(struct request *r);
void serve_board(struct request *r);
/* games.c */
void serve_games(struct request *r);
void serve_game(struct request *r);
void serve_game_start(struct request *r);
void serve_game_delete(struct request *r);
/* games_create.c */
void serve_game_create(struct request *r);
/* games_seats.c */
void serve_seat_join(struct request *r);
void serve_seat_leave(struct request *r);
/* actions.c */
void serve_actions(struct request *r);
void serve_action(struct request *r);
/* events.c */
void serve_events(struct request *r);
/* health.c */
void serve_health(struct request *r);
void serve_readiness(struct request *r);
void serve_metrics(struct request *r);
/* openapi.c */
void serve_openapi(struct request *r);

#endif
