/* The tables, their version, and the way from older versions to this one. */
#ifndef STORE_SQLITE_SCHEMA_H
#define STORE_SQLITE_SCHEMA_H

#include "store/sqlite_connection.h"

enum {
    SQLITE_SCHEMA_APPLICATION = 0x6d706c64, /* "mpld", the file's application_id */
    SQLITE_SCHEMA_VERSION = 3               /* its user_version */
};

/* Make the tables in an empty file. */
enum store_status sqlite_schema_create(struct sqlite_connection *c, meepled_error *err);
/* Bring a store of `version` (1..SQLITE_SCHEMA_VERSION) to the present one, in one transaction: on
 * failure the file holds what it held. */
enum store_status sqlite_schema_migrate(struct sqlite_connection *c, int64_t version,
                                        meepled_error *err);

#endif
