/* The twelve ports of a tile, three a side. */
#ifndef TILESET_PORTS_H
#define TILESET_PORTS_H

#include "tileset/bind.h"

enum { SIDES = 4, SIDE_ALL = 7, SIDE_CENTRE = 2 };

/* Ports of a zone on one side, as three bits. */
static inline unsigned
ports_on_side(uint16_t ports, unsigned side)
{
    return (ports >> (3 * side)) & SIDE_ALL;
}

/* How many borders a zone must join with others before it is closed: the groups of ports it has. */
static inline uint8_t
ports_borders(const struct bound_tile *tile, const struct bound_zone *zone)
{
    uint8_t borders = 0;

    for (unsigned side = 0; side < SIDES; side++) {
        const unsigned ports = ports_on_side(zone->ports, side);

        if (ports && !tile->sides[side].split)
            borders++;
        else
            borders = (uint8_t)(borders + (ports & 1) + (ports >> 1 & 1) + (ports >> 2));
    }
    return borders;
}

#endif
