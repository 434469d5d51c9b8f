/* Checking an ELF file's segments against its length. */
#include "rules/elf_file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OWN_CLASS = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32 };

static bool
read_at(int fd, void *out, size_t size, uint64_t at)
{
    return pread(fd, out, size, (off_t)at) == (ssize_t)size;
}

/* Bytes the file must have for its segments; 0 if even the headers are not there. */
static uint64_t
bytes_needed(int fd, const ElfW(Ehdr) * header)
{
    uint64_t needed = sizeof *header;

    for (unsigned i = 0; i < header->e_phnum; i++) {
        ElfW(Phdr) segment;

        if (!read_at(fd, &segment, sizeof segment, header->e_phoff + i * sizeof segment))
            return 0;
        if (segment.p_type == PT_LOAD && segment.p_offset + segment.p_filesz > needed)
            needed = segment.p_offset + segment.p_filesz;
    }
    return needed;
}

static meepled_status
check_open(int fd, const char *path, meepled_error *err)
{
    ElfW(Ehdr) header = { 0 };
    struct stat what;

    if (fstat(fd, &what) != 0)
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: cannot be read: %s", path, strerror(errno));
    if (!S_ISREG(what.st_mode))
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: not a file", path);
    if (!read_at(fd, &header, sizeof header, 0) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: not a shared object", path);
    if (header.e_ident[EI_CLASS] != OWN_CLASS || header.e_phentsize != sizeof(ElfW(Phdr)))
        return MEEPLED_OK; /* the linker says what is wrong */

    const uint64_t needed = bytes_needed(fd, &header);

    if (needed == 0)
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: cut short: %lld bytes hold no headers", path,
                            (long long)what.st_size);
    if (needed > (uint64_t)what.st_size)
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: cut short: %lld bytes of %llu", path,
                            (long long)what.st_size, (unsigned long long)needed);
    return MEEPLED_OK;
}

meepled_status
elf_file_check(const char *path, meepled_error *err)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (fd < 0)
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: cannot be read: %s", path, strerror(errno));

    const meepled_status status = check_open(fd, path, err);

    close(fd);
    return status;
}
