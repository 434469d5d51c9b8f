/* meeplectl: looking at variants, playing random games and checking rules without a daemon. */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct command *const commands[] = {
    &command_variants, &command_check, &command_simulate, &command_replay, &command_verify,
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

int
cli_fail(int status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("meeplectl: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return status;
}

static int
digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool
cli_hex(const char *text, uint8_t *out, size_t length)
{
    if (strlen(text) != 2 * length)
        return false;
    for (size_t i = 0; i < length; i++) {
        const int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

void
cli_hex_print(FILE *out, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        fprintf(out, "%02x", bytes[i]);
}

static void
usage(FILE *out)
{
    fputs("usage: meeplectl COMMAND [OPTION]... [ARGUMENT]...\n\ncommands:\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n`meeplectl COMMAND --help` explains one of them; none needs a daemon.\n", out);
}

int
main(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return CLI_USAGE;
    }
    const char *name = argv[1];

    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        usage(stdout);
        return CLI_GOOD;
    }
    if (strcmp(name, "--version") == 0) {
        printf("meeplectl %s (rules ABI %u)\n", MEEPLED_VERSION, MEEPLED_ABI);
        return CLI_GOOD;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i]->name, name) != 0)
            continue;
        int status = commands[i]->run(commands[i], argc - 1, argv + 1);

        /* A full disk or a closed pipe must not look like success. */
        if (fflush(stdout) != 0 || ferror(stdout))
            status = cli_fail(CLI_OUTPUT, "cannot write the output");
        return status;
    }
    cli_fail(0, "unknown command %s", name);
    usage(stderr);
    return CLI_USAGE;
}
