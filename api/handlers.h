/* One function a route; each answers, refuses or submits a job.  By file: */
#ifndef API_HANDLERS_H
#define API_HANDLERS_H

struct request;

/* variants.c */
void variants_list(struct request *r);
void variants_get(struct request *r);
void variants_tiles(struct request *r);
/* games.c */
void games_list(struct request *r);
void game_get(struct request *r);
void game_start(struct request *r);
void game_delete(struct request *r);
/* games_create.c */
void games_create(struct request *r);
/* games_seats.c */
void seats_create(struct request *r);
void seats_delete(struct request *r);
/* actions.c */
void actions_list(struct request *r);
void actions_create(struct request *r);
/* events.c */
void events_list(struct request *r);
/* health.c */
void health_live(struct request *r);
void health_ready(struct request *r);
void metrics_get(struct request *r);
/* openapi.c */
void openapi_get(struct request *r);

#endif
