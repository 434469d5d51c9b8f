/* What the commands of meeplectl share.  Each command is one file with one constant entry; main.c
 * lists them.  The CLI is an embedder like any other: it uses <meepled/...> only. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <meepled/play.h>
#include <meepled/registry.h>

#include <stdio.h>

struct option_row;

struct command {
    const char *name;
    const char *arguments; /* for the usage line, "" if none */
    const char *summary;   /* one line */
    const struct option_row *options;
    const char *notes; /* what else the help says; NULL: nothing */
    /* argv[0] is the command's name.  Returns the exit status. */
    int (*run)(const struct command *self, int argc, char **argv);
};

extern const struct command command_check, command_replay, command_simulate, command_variants,
    command_verify;

/* Exit statuses; those of sysexits.h where there is one. */
enum {
    CLI_GOOD = 0,
    CLI_FOUND = 1,
    CLI_USAGE = 64,
    CLI_DATA = 65,
    CLI_BROKEN = 70,
    CLI_OUTPUT = 74,
    CLI_CONFIG = 78
};

/* "meeplectl: " and the message on stderr; returns `status`. */
int cli_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Read `length` bytes written as twice as many hexadecimal digits; false if `text` is not that. */
bool cli_hex(const char *text, uint8_t *out, size_t length);
/* Print bytes as hexadecimal digits. */
void cli_hex_print(FILE *out, const uint8_t *bytes, size_t length);

#endif
