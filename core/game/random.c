/* The game's generator: the stream of libsodium's deterministic generator, read 32 bits at a time.
 *
 * randombytes_buf_deterministic(seed) is the ChaCha20 (IETF) key stream with the nonce
 * "LibsodiumDRG"; asking the cipher for it directly lets us go on where we stopped, so the state of
 * the generator is one counter.  docs/verify.md describes the procedure for players. */
#include "game/state.h"

#include <sodium.h>
#include <string.h>

enum { BLOCK_BYTES = 64, BLOCK_WORDS = BLOCK_BYTES / 4, BLOCKS = 8 };

static void
stream(const uint8_t seed[MEEPLED_SEED], uint32_t block, unsigned char *out, size_t bytes)
{
    static const unsigned char nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = {
        'L', 'i', 'b', 's', 'o', 'd', 'i', 'u', 'm', 'D', 'R', 'G'
    };

    memset(out, 0, bytes);
    crypto_stream_chacha20_ietf_xor_ic(out, out, bytes, nonce, block, seed);
}

static uint32_t
word(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

void
random_words(struct state *s, uint32_t *out, size_t count)
{
    unsigned char bytes[BLOCKS * BLOCK_BYTES];

    while (count > 0) {
        const uint32_t skip = s->random_at % BLOCK_WORDS;
        const size_t room = sizeof bytes / 4 - skip;
        const size_t now = count < room ? count : room;
        const size_t blocks = (skip + now + BLOCK_WORDS - 1) / BLOCK_WORDS;

        stream(s->seed, s->random_at / BLOCK_WORDS, bytes, blocks * BLOCK_BYTES);
        for (size_t i = 0; i < now; i++)
            out[i] = word(bytes + 4 * (skip + i));
        out += now;
        count -= now;
        s->random_at += (uint32_t)now;
    }
}

/* Numbers from 2^32 - 2^32 % bound on would favour the small ones and are passed over. */
static uint32_t
fold(uint32_t number, uint32_t bound, bool *good)
{
    const uint32_t surplus = (uint32_t)(-bound) % bound; /* 2^32 mod bound */

    *good = number <= UINT32_MAX - surplus;
    return number % bound;
}

uint32_t
meepled_random(meepled_game *g, uint32_t bound)
{
    bool good = false;
    uint32_t result = 0;

    while (bound > 1 && !good) {
        uint32_t number;

        random_words(g->s, &number, 1);
        result = fold(number, bound, &good);
    }
    return result;
}

/* Fisher-Yates from the bottom up: the tile at i changes places with one of 0..i. */
void
pile_shuffle(meepled_game *g, uint8_t pile)
{
    uint32_t words[BLOCKS * BLOCK_WORDS];
    uint16_t *tiles = pile_order(g, pile) + g->s->piles[pile].top;
    size_t i = (size_t)(g->s->piles[pile].end - g->s->piles[pile].top);

    /* Numbers are fetched in bulk; those left over are given back. */
    while (i > 1) {
        const size_t fetched =
            i - 1 < sizeof words / sizeof *words ? i - 1 : sizeof words / sizeof *words;
        size_t used = 0;

        random_words(g->s, words, fetched);
        while (i > 1 && used < fetched) {
            bool good;
            const uint32_t with = fold(words[used++], (uint32_t)i, &good);

            if (!good)
                continue;
            const uint16_t swap = tiles[--i];
            tiles[i] = tiles[with];
            tiles[with] = swap;
        }
        g->s->random_at -= (uint32_t)(fetched - used);
    }
}

void
meepled_commitment(const uint8_t seed[MEEPLED_SEED], uint8_t out[32])
{
    crypto_hash_sha256(out, seed, MEEPLED_SEED);
}
