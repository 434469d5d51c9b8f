/* The words of an action as a client says them, looked up in a game. */
#ifndef SERVER_WORDS_H
#define SERVER_WORDS_H

#include "server/server.h"

/* Turn words into an action.  NULL, or the rule that refuses it: a word nobody knows is refused by
 * the rule that says what is allowed instead. */
const char *words_read(const meepled_game *g, uint8_t seat, const struct server_action_words *words,
                       meepled_action *action);

#endif
