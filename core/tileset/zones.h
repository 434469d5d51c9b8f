/* The zones of one tile: read from its section of the INI file, checked against each other. */
#ifndef TILESET_ZONES_H
#define TILESET_ZONES_H

#include "tileset/ini.h"
#include "tileset/tileset.h"

/* Fill tile->zones from all keys of `section` that are not settings of the tile (count, start,
 * pile, note).  Mistakes go to `report`; what was read until then is the tile's either way. */
void zones_read(const struct ini_document *doc, const struct ini_section *section,
                struct tileset_tile *tile, meepled_report *report);
void zones_free(struct tileset_tile *tile);

/* True if `key` is a setting of the tile, not a zone. */
bool zones_is_setting(const char *key);

#endif
