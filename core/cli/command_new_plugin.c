/* meeplectl new-plugin: a folder to begin a house rule with, made from the files of a template. */
#include "cli/options.h"
#include "cli/places.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAME_MAX_LENGTH = 31, TEXT_MAX = 64 };

struct settings {
    struct places places;
    const char *on, *to;
};

static const struct option_row rows[] = {
    { "on", OPTION_TEXT, offsetof(struct settings, on), "BASE",
      "variant, base or layer the rule needs (none: it goes on everything)", 0, 0 },
    { "to", OPTION_TEXT, offsetof(struct settings, to), "FOLDER", "where to write it (NAME)", 0,
      0 },
    OPTIONS_PLACES(struct settings),
    { NULL, OPTION_FLAG, 0, NULL, NULL, 0, 0 },
};

/* What stands for what in the template. */
struct words {
    const char *name;
    char on[TEXT_MAX];       /* the variant it changes */
    char requires[TEXT_MAX]; /* "\"base\", ", or nothing */
};

static bool
is_name(const char *name)
{
    const size_t length = strlen(name);

    return length > 0 && length <= NAME_MAX_LENGTH && name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

/* ---- writing ---- */

/* Copy `from` to `to`, words between @ replaced. */
static bool
copy(const char *from, const char *to, const struct words *words)
{
    const struct {
        const char *mark, *text;
    } marks[] = { { "@NAME@", words->name },
                  { "@ON@", words->on },
                  { "@REQUIRES@", words->requires } };
    FILE *in = fopen(from, "r"), *out = in != NULL ? fopen(to, "wx") : NULL;
    char line[1024];
    bool good = out != NULL;

    while (good && fgets(line, sizeof line, in) != NULL) {
        for (const char *at = line; *at != '\0';) {
            size_t m = 0;

            while (m < sizeof marks / sizeof *marks &&
                   strncmp(at, marks[m].mark, strlen(marks[m].mark)) != 0)
                m++;
            if (m == sizeof marks / sizeof *marks) {
                fputc(*at++, out);
            } else {
                fputs(marks[m].text, out);
                at += strlen(marks[m].mark);
            }
        }
    }
    good = good && !ferror(in) && fflush(out) == 0;
    if (!good)
        cli_fail(0, "%s: %s", in == NULL ? from : to, strerror(errno));
    if (in != NULL)
        fclose(in);
    if (out != NULL)
        fclose(out);
    return good;
}

static int
write_folder(const char *folder, const struct words *words)
{
    char template[PLACES_PATH], from[PLACES_PATH + 300], to[PLACES_PATH + 300];
    int status = CLI_GOOD;

    places_template(template);
    DIR *files = opendir(template);
    if (files == NULL)
        return cli_fail(CLI_CONFIG, "%s: %s", template, strerror(errno));
    if (mkdir(folder, 0777) != 0) {
        closedir(files);
        return cli_fail(CLI_USAGE, "%s: %s", folder, strerror(errno));
    }
    for (struct dirent *entry; status == CLI_GOOD && (entry = readdir(files)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(from, sizeof from, "%s/%s", template, entry->d_name);
        if (strcmp(entry->d_name, "rule.c") == 0)
            snprintf(to, sizeof to, "%.4000s/%s.c", folder, words->name);
        else
            snprintf(to, sizeof to, "%.4000s/%s", folder, entry->d_name);
        status = copy(from, to, words) ? CLI_GOOD : CLI_BROKEN;
    }
    closedir(files);
    return status;
}

/* ---- what it goes on ---- */

static bool
has_layer(const meepled_stack *stack, const char *name)
{
    for (size_t i = 0; i < meepled_stack_layers(stack); i++)
        if (strcmp(meepled_stack_layer(stack, i).name, name) == 0)
            return true;
    return false;
}

/* The variant called `on`, else the first with a layer of that name; NULL: none.  `on` NULL: any.
 */
static const meepled_variant *
find(const meepled_registry *registry, const char *on)
{
    const meepled_variant *named = on != NULL ? meepled_variant_find(registry, on) : NULL;

    for (size_t i = 0; i < meepled_variant_count(registry) && named == NULL; i++) {
        const meepled_variant *variant = meepled_variant_get(registry, i);

        if (on == NULL || has_layer(variant->stack, on))
            named = variant;
    }
    return named;
}

static int
choose(const struct settings *settings, const meepled_registry *registry, struct words *words)
{
    const meepled_variant *variant = find(registry, settings->on);

    if (variant == NULL && settings->on != NULL) {
        places_variant(&settings->places, registry, settings->on); /* says which there are */
        return CLI_USAGE;
    }
    if (variant == NULL)
        return cli_fail(CLI_CONFIG, "there is no variant to change");
    for (size_t i = 0; i < meepled_variant_count(registry); i++) {
        const meepled_variant *other = meepled_variant_get(registry, i);

        if (strcmp(other->name, words->name) == 0 || has_layer(other->stack, words->name))
            return cli_fail(CLI_USAGE, "the name %s is taken (variant %s)", words->name,
                            other->name);
    }
    snprintf(words->on, sizeof words->on, "%s", variant->name);
    if (settings->on != NULL)
        snprintf(words->requires, sizeof words->requires, "\"%s\", ",
                 has_layer(variant->stack, settings->on)
                     ? settings->on
                     : meepled_stack_layer(variant->stack, 0).name);
    return CLI_GOOD;
}

static int
run(const struct command *self, int argc, char **argv)
{
    struct settings settings = { .on = NULL };
    struct places_text text;
    struct words words = { .name = "" };
    const int first = options_parse(self, argc, argv, &settings);

    if (first < 0)
        return options_status(first);
    if (argc - first != 1)
        return cli_fail(CLI_USAGE, "new-plugin: one name, please");
    words.name = argv[first];
    if (!is_name(words.name))
        return cli_fail(CLI_USAGE,
                        "\"%s\" is not a name: small letters, digits and '-', a letter first, at "
                        "most %d in all",
                        words.name, (int)NAME_MAX_LENGTH);
    places_complete(&settings.places, &text);
    meepled_registry *registry = places_open(&settings.places, true);
    if (registry == NULL)
        return CLI_CONFIG;
    const char *folder = settings.to != NULL ? settings.to : words.name;
    int status = choose(&settings, registry, &words);
    meepled_registry_unref(registry);
    if (status == CLI_GOOD)
        status = write_folder(folder, &words);
    if (status == CLI_GOOD)
        printf("%s/%s.c is the rule, %s/variants.ini the game that uses it.  Next: make -C %s "
               "test\n",
               folder, words.name, folder, folder);
    return status;
}

const struct command command_new_plugin = {
    .name = "new-plugin",
    .arguments = "NAME",
    .summary = "write a folder to begin a house rule with: source, Makefile, variant, test",
    .options = rows,
    .notes = "It builds with `make`, anywhere, against the installed meepled (pkg-config).",
    .run = run,
};
