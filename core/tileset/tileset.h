/* A tile set as its INI file says: zones, ports, attributes and links by name, checked as far as
 * that is possible without the words of a rules plugin.  docs/tile-sets.md describes the file. */
#ifndef TILESET_TILESET_H
#define TILESET_TILESET_H

#include <meepled/base.h>

enum { TILESET_NAME = 32 }; /* bytes of a name with its NUL */

struct tileset_attribute {
    char name[TILESET_NAME];
    int16_t value;
    unsigned line;
};

struct tileset_link {
    char name[TILESET_NAME]; /* of the link */
    uint8_t to;              /* zone of the same tile */
    unsigned line;
};

struct tileset_zone {
    char name[TILESET_NAME]; /* "line-1" */
    char kind[TILESET_NAME]; /* "line" */
    uint16_t ports;          /* bit 3 * side + {0: L, 1: C, 2: R}, sides N E S W = 0..3 */
    struct tileset_attribute *attributes;
    size_t attribute_count;
    struct tileset_link *links;
    size_t link_count;
    unsigned line;
};

struct tileset_tile {
    char id[TILESET_NAME];
    char pile[TILESET_NAME]; /* "main" if the file names none */
    uint16_t count;
    bool start;
    struct tileset_zone *zones;
    uint8_t zone_count;
    unsigned line;
};

struct tileset {
    char id[TILESET_NAME];
    char *title, *title_cs;                  /* title_cs NULL: none */
    char *edition, *provenance, *confidence; /* NULL: not said */
    char *file;
    struct tileset_tile *tiles; /* in the order of the file */
    size_t tile_count;
    bool broken; /* there were mistakes: all told, and good only to have its words looked at too */
};

/* Read a file; every mistake goes to `report`.  Returns a new set, free with tileset_free, or NULL
 * when there was a mistake. */
struct tileset *tileset_read(const char *file, meepled_report *report);
/* The same, but a set with mistakes comes back too, marked as broken; its id may be "".  NULL only
 * when nothing could be read. */
struct tileset *tileset_read_any(const char *file, meepled_report *report);
/* As tileset_read from text in memory; `name` stands for the file in messages. */
struct tileset *tileset_parse(const char *text, const char *name, meepled_report *report);
void tileset_free(struct tileset *set); /* NULL is allowed */

#endif
