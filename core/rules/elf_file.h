/* Is a shared object whole?  The dynamic linker maps a file cut short without a word, and the
 * process dies of SIGBUS at the first page that is not there. */
#ifndef RULES_ELF_FILE_H
#define RULES_ELF_FILE_H

#include <meepled/base.h>

/* MEEPLED_OK if the file holds all that its program headers promise, or why not.  Files of another
 * word size are left to the linker, which refuses them. */
meepled_status elf_file_check(const char *path, meepled_error *err);

#endif
