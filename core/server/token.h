/* Tokens: 128 random bits in hexadecimal for the holder, a hash for the store. */
#ifndef SERVER_TOKEN_H
#define SERVER_TOKEN_H

#include "server/server.h"

/* A new token and its hash. */
void token_new(char token[SERVER_TOKEN], uint8_t hash[STORE_HASH]);
/* BLAKE2b-256 of the token's characters. */
void token_hash(const char *token, uint8_t hash[STORE_HASH]);
/* Whose it is; compares with every seat, whatever the outcome. */
int token_owner(const struct store_game *record, const char *token);

#endif
