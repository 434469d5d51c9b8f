/* Load on an HTTP server from one thread. */
#include "tests/support/load.h"

#include "tests/support/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { SAMPLES_MAX = 1 << 16 };

struct lane_state {
    struct wire wire;
    double asked;
    bool waiting;
};

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Send the lane's next request; false when the connection does not take it.  Requests are small:
 * they fit into the socket's buffer at once. */
static bool
ask(struct load_lane *lane, struct lane_state *state, double t)
{
    state->waiting = lane->next < lane->count;
    if (!state->waiting)
        return true;
    const struct load_request *request = &lane->requests[lane->next];

    state->asked = t;
    state->wire.filled = 0;
    return send(state->wire.fd, request->bytes, request->length, MSG_NOSIGNAL) ==
           (ssize_t)request->length;
}

/* 1: a whole answer; 0: not yet; -1: broken. */
static int
read_answer(struct wire *wire, struct wire_answer *answer)
{
    for (;;) {
        if (wire->cap - wire->filled < 4096) {
            char *more = realloc(wire->buffer, 2 * wire->cap);

            if (more == NULL)
                return -1;
            wire->buffer = more;
            wire->cap *= 2;
        }
        const ssize_t got =
            recv(wire->fd, wire->buffer + wire->filled, wire->cap - wire->filled, MSG_DONTWAIT);
        if (got < 0)
            return errno == EAGAIN || errno == EINTR ? 0 : -1;
        if (got == 0)
            return -1;
        wire->filled += (size_t)got;
        const long total = wire_parse(wire->buffer, wire->filled, answer);
        if (total != 0)
            return total > 0 ? 1 : -1;
    }
}

static int
by_value(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

static void
sum_up(struct load_result *result, float *samples)
{
    const size_t count =
        result->answers < SAMPLES_MAX ? (size_t)result->answers : (size_t)SAMPLES_MAX;

    if (count == 0)
        return;
    qsort(samples, count, sizeof *samples, by_value);
    result->median_us = samples[count / 2];
    result->worst_us = samples[count - 1];
}

static bool
open_lanes(uint16_t port, struct lane_state *states, struct pollfd *polls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        states[i].wire.fd = -1;
        polls[i] = (struct pollfd){ .fd = -1, .events = POLLIN };
    }
    for (size_t i = 0; i < count; i++) {
        if (!wire_open(&states[i].wire, port))
            return false;
        polls[i].fd = states[i].wire.fd;
    }
    return true;
}

/* Until the time is over or no lane waits for an answer. */
static bool
drive(struct load_lane *lanes, struct lane_state *states, struct pollfd *polls, size_t count,
      double end, int status, struct load_result *result, float *samples)
{
    size_t waiting = 0;

    for (size_t i = 0; i < count; i++) {
        if (!ask(&lanes[i], &states[i], now()))
            return false;
        waiting += states[i].waiting;
    }
    while (waiting > 0) {
        if (poll(polls, count, 1000) < 0 && errno != EINTR)
            return false;
        const double t = now();
        for (size_t i = 0; i < count; i++) {
            struct wire_answer answer;

            if (!states[i].waiting || polls[i].revents == 0)
                continue;
            const int got = read_answer(&states[i].wire, &answer);
            if (got < 0)
                return false;
            if (got == 0)
                continue;
            samples[result->answers++ % SAMPLES_MAX] = (float)((t - states[i].asked) * 1e6);
            if (answer.status != status) {
                result->unexpected++;
                result->status = answer.status;
            }
            if (++lanes[i].next == lanes[i].count && lanes[i].repeat)
                lanes[i].next = 0;
            states[i].waiting = false;
            if (t < end && !ask(&lanes[i], &states[i], t))
                return false;
            waiting -= !states[i].waiting;
        }
    }
    return true;
}

bool
load_run(uint16_t port, struct load_lane *lanes, size_t count, double seconds, int status,
         struct load_result *result)
{
    static struct lane_state states[LOAD_LANES_MAX];
    static struct pollfd polls[LOAD_LANES_MAX];
    float *samples = malloc(SAMPLES_MAX * sizeof *samples);
    bool good = samples != NULL && count <= LOAD_LANES_MAX;

    *result = (struct load_result){ 0 };
    good = good && open_lanes(port, states, polls, count);
    if (good) {
        const double begun = now();

        good = drive(lanes, states, polls, count, begun + seconds, status, result, samples);
        result->seconds = now() - begun;
        sum_up(result, samples);
    }
    for (size_t i = 0; i < count; i++)
        wire_close(&states[i].wire);
    free(samples);
    return good;
}
