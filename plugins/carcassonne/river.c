/* The River, when its option is on: its tiles come first, each continues the one before it, and it
 * may not turn back at once.  Everything is seen on the table: a river tile lies legally where one
 * of its river sides meets the open one, and the tile beyond that side is the one laid before it.
 */
#include "river.h"
#include "words.h"

enum { SIDES = 4, PORTS_A_SIDE = 3, CENTRE = 1 };

/* Where the cell beyond side N, E, S, W lies. */
static const int8_t step_x[SIDES] = { 0, 1, 0, -1 };
static const int8_t step_y[SIDES] = { -1, 0, 1, 0 };

static bool
is_on(uint16_t ports, unsigned side)
{
    return ports >> (PORTS_A_SIDE * side + CENTRE) & 1;
}

/* RI-4, RI-5: the spring lies on top of the pile and replaces the start tile. */
meepled_status
river_setup(const meepled_layer *self, meepled_game *g)
{
    const struct carcassonne_conf *conf = meepled_conf(self);

    if (meepled_pile_left(g, conf->river_pile) == 0)
        return meepled_below_setup(self, g);
    const meepled_place place = { .tile = meepled_draw(g, conf->river_pile) };
    return meepled_lay(g, &place);
}

/* RI-7, RI-8, RI-12: river tiles as long as there are some that fit, then the main pile. */
meepled_status
river_offer(const meepled_layer *self, meepled_game *g)
{
    const struct carcassonne_conf *conf = meepled_conf(self);
    const meepled_status status = meepled_offer_fitting(g, conf->river_pile);
    size_t offered = 0;

    (void)meepled_offered(g, &offered);
    return status != MEEPLED_OK || offered > 0 ? status : meepled_below_offer(self, g);
}

/* Which way the river bends on a tile it enters from side `from`: -1 where it ends, 0 straight on,
 * 1 to the right, 3 to the left. */
static int
bend(uint16_t ports, unsigned from)
{
    for (unsigned turn = 0; turn < SIDES; turn++) {
        const unsigned side = (from + 2 + turn) % SIDES;

        if (side != from && is_on(ports, side))
            return (int)turn;
    }
    return -1;
}

/* Seen from the other end, left is right: the tile before bends the river that leaves it through
 * `to`. */
static int
bend_before(uint16_t ports, unsigned to)
{
    const int back = bend(ports, to);

    return back > 0 ? SIDES - back : back;
}

/* Ports of the river on the tile in a cell. */
static uint16_t
ports_at(const struct carcassonne_conf *conf, const meepled_game *g, uint16_t slot)
{
    const meepled_place laid = meepled_board_get(g, slot).place;

    return meepled_tile_ports(g, laid.tile, laid.turned, conf->river);
}

/* RI-9 and RI-10; that the onward side meets no tile (RI-11) follows from the sides. */
static const char *
veto_river_tile(const struct carcassonne_conf *conf, const meepled_game *g,
                const meepled_place *place, uint16_t ports)
{
    for (unsigned side = 0; side < SIDES; side++) {
        if (!is_on(ports, side))
            continue;
        const uint16_t before = meepled_board_find(g, (int16_t)(place->x + step_x[side]),
                                                   (int16_t)(place->y + step_y[side]));
        if (before == MEEPLED_NONE)
            continue;
        const int first = bend_before(ports_at(conf, g, before), (side + 2) % SIDES);
        return first > 0 && bend(ports, side) == first ? "RI-10" : NULL;
    }
    return "RI-9";
}

const char *
river_veto(const meepled_layer *self, const meepled_game *g, const meepled_place *place)
{
    const struct carcassonne_conf *conf = meepled_conf(self);
    const uint16_t ports = meepled_tile_ports(g, place->tile, place->turned, conf->river);
    const char *rule = ports ? veto_river_tile(conf, g, place, ports) : NULL;

    return rule ? rule : meepled_below_veto(self, g, place);
}

/* RI-8: not over while there are river tiles. */
meepled_next_turn
river_next(const meepled_layer *self, const meepled_game *g)
{
    const struct carcassonne_conf *conf = meepled_conf(self);
    meepled_next_turn next = meepled_below_next(self, g);

    next.over = next.over && meepled_pile_left(g, conf->river_pile) == 0;
    return next;
}
