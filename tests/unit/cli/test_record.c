/* Records: what is written reads back; what is wrong is refused with its line. */
#include "cli/record.c"
#include "cli/record_read.c"

#include <check.h>

/* main.c's share. */
int
cli_fail(int status, const char *format, ...)
{
    (void)format;
    return status;
}

bool
cli_hex(const char *text, uint8_t *out, size_t length)
{
    if (strlen(text) != 2 * length)
        return false;
    for (size_t i = 0; i < length; i++) {
        unsigned byte;

        if (sscanf(text + 2 * i, "%2x", &byte) != 1)
            return false;
        out[i] = (uint8_t)byte;
    }
    return true;
}

void
cli_hex_print(FILE *out, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        fprintf(out, "%02x", bytes[i]);
}

#define SEED "[seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f]\n"

static meepled_status
read_text(const char *text, struct record *record, meepled_error *err)
{
    FILE *file = fmemopen((char *)(uintptr_t)text, strlen(text), "r");

    ck_assert_ptr_nonnull(file);
    const meepled_status status = record_read(file, "game.txt", record, err);
    fclose(file);
    return status;
}

static void
refused(const char *text, const char *message)
{
    struct record record;
    meepled_error err = { "" };

    ck_assert_int_eq(read_text(text, &record, &err), MEEPLED_ECONFIG);
    ck_assert_str_eq(err.text, message);
    record_clear(&record);
}

START_TEST(a_whole_record_reads_back)
{
    struct record record;
    meepled_error err = { "" };

    ck_assert_msg(read_text("; a comment\n[record 1]\r\n[variant paths]\n[option hand 2]\n"
                            "[rules base 1.0.0]\n[players 2]\n[first 1]\n" SEED
                            "[deck main A-1 A-2]\n[deck bonus]\n\n"
                            "1 1 place A-1 0 1 90 = 000102030405060708090a0b0c0d0e0f\n"
                            "  2 1 pass\n[scores 3 -4]\n",
                            &record, &err) == MEEPLED_OK,
                  "%s", err.text);
    ck_assert_str_eq(record.variant, "paths");
    ck_assert_uint_eq(record.option_count, 1);
    ck_assert_str_eq(record.options[0].name, "hand");
    ck_assert_str_eq(record.options[0].value, "2");
    ck_assert_str_eq(record.layers[0].version, "1.0.0");
    ck_assert_int_eq(record.players, 2);
    ck_assert_int_eq(record.first, 1);
    ck_assert_int_eq(record.seed[31], 0x1f);
    ck_assert_uint_eq(record.deck_count, 2);
    ck_assert_str_eq(record.decks[0].pile, "main");
    ck_assert_uint_eq(record.decks[0].count, 2);
    ck_assert_str_eq(record.decks[0].tiles[1], "A-2");
    ck_assert_uint_eq(record.decks[1].count, 0);
    ck_assert_uint_eq(record.action_count, 2);
    ck_assert_int_eq(record.actions[0].seat, 1);
    ck_assert_str_eq(record.actions[0].text, "place A-1 0 1 90");
    ck_assert(record.actions[0].has_digest && record.actions[0].digest[15] == 0x0f);
    ck_assert_str_eq(record.actions[1].text, "pass");
    ck_assert(!record.actions[1].has_digest);
    ck_assert_int_eq(record.scores[1], -4);
    record_clear(&record);
}
END_TEST

START_TEST(a_mistake_is_named_with_its_line)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        { "[record 2]\n", "game.txt:1: unknown version of the record: 2" },
        { "[variant a]\n[variant b]\n", "game.txt:2: this tag was there before: variant" },
        { "\n[colour red]\n", "game.txt:2: unknown tag: colour" },
        { "[variant]\n", "game.txt:1: wrong number of words in tag: variant" },
        { "[variant a b]\n", "game.txt:1: wrong number of words in tag: variant" },
        { "[variant a\n", "game.txt:1: a tag ends with ]: [variant a" },
        { "[]\n", "game.txt:1: an empty tag: [" },
        { "[players 9]\n", "game.txt:1: not a number of players: 9" },
        { "[players 2x]\n", "game.txt:1: not a number of players: 2x" },
        { "[first 8]\n", "game.txt:1: neither a seat nor random: 8" },
        { "[seed 00]\n", "game.txt:1: not 64 hexadecimal digits: 00" },
        { "[tiles zz]\n", "game.txt:1: not 64 hexadecimal digits: zz" },
        { "[players 2]\n[scores 1]\n", "game.txt:2: not one score for each player: 1" },
        { "[players 2]\n[scores 1 x]\n", "game.txt:2: not a score: x" },
        { "2 0 pass\n", "game.txt:1: neither a tag nor the next action's number: 2" },
        { "hello\n", "game.txt:1: neither a tag nor the next action's number: hello" },
        { "1 9 pass\n", "game.txt:1: not a seat: 9" },
        { "1\n", "game.txt:1: not a seat: " },
        { "1 0\n", "game.txt:1: no action after the seat: 0" },
        { "1 0 pass = 00\n", "game.txt:1: not a digest of 32 hexadecimal digits: 00" },
        { "[players 2]\n" SEED, "game.txt:3: a tag is missing: variant" },
        { "[variant a]\n" SEED, "game.txt:3: a tag is missing: players" },
        { "[variant a]\n[players 2]\n", "game.txt:3: a tag is missing: seed" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        refused(rows[i].text, rows[i].message);
}
END_TEST

START_TEST(bytes_that_are_no_text_are_refused)
{
    struct record record;
    meepled_error err = { "" };
    char bytes[] = "[variant a]\n\0[players 2]\n";
    FILE *file = fmemopen(bytes, sizeof bytes, "r");

    ck_assert_int_eq(record_read(file, "x", &record, &err), MEEPLED_ECONFIG);
    ck_assert_str_eq(err.text, "x: cannot be read as text of at most 16777216 bytes");
    fclose(file);
    record_clear(&record);
}
END_TEST

START_TEST(more_decks_and_options_than_there_can_be_are_refused)
{
    char text[4096] = "";

    for (int i = 0; i <= MEEPLED_PILES_MAX; i++)
        strcat(text, "[deck main]\n");
    refused(text, "game.txt:9: too many decks: main");
    text[0] = '\0';
    for (int i = 0; i <= MEEPLED_OPTIONS_MAX; i++)
        strcat(text, "[option a b]\n");
    refused(text, "game.txt:33: too many options: a");
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("record");
    Suite *suite = suite_create("record");

    tcase_add_test(tcase, a_whole_record_reads_back);
    tcase_add_test(tcase, a_mistake_is_named_with_its_line);
    tcase_add_test(tcase, bytes_that_are_no_text_are_refused);
    tcase_add_test(tcase, more_decks_and_options_than_there_can_be_are_refused);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
