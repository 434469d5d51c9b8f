/* 128 random bits need no salt and no slow hash: nobody can try them all. */
#include "server/token.h"

#include <sodium.h>
#include <string.h>

void
token_hash(const char *token, uint8_t hash[STORE_HASH])
{
    crypto_generichash(hash, STORE_HASH, (const unsigned char *)token, strlen(token), NULL, 0);
}

void
token_new(char token[SERVER_TOKEN], uint8_t hash[STORE_HASH])
{
    uint8_t bytes[(SERVER_TOKEN - 1) / 2];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(token, SERVER_TOKEN, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
    token_hash(token, hash);
}

int
token_owner(const struct store_game *record, const char *token)
{
    uint8_t hash[STORE_HASH];
    int owner = SERVER_NOBODY;

    token_hash(token, hash);
    if (sodium_memcmp(hash, record->host_hash, sizeof hash) == 0)
        owner = SERVER_HOST;
    for (int seat = 0; seat < record->seat_count; seat++) {
        const struct store_seat *const s = &record->seats[seat];

        if (sodium_memcmp(hash, s->token_hash, sizeof hash) == 0 && s->has_token)
            owner = seat;
    }
    return owner;
}
