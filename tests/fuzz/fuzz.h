/* Why this file exists: fuzzing and the replay of its corpus share this. A target passes bytes to one reader of the
 * project as a program would. Whatever they are, the reader accepts them or says in one line why not. list.h names the
 * targets. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the reader accepted the bytes, so that a seed which is refused everywhere is noticed.
typedef bool fuzz_target(const uint8_t *data, size_t size);

#define FUZZ_TARGET(name, about)        fuzz_target fuzz_##name;
#define FUZZ_REPORT_TARGET(name, about) fuzz_target fuzz_##name;
#include "list.h"
#undef FUZZ_TARGET
#undef FUZZ_REPORT_TARGET

/// The path of the file `name`, which now has these bytes, because most readers take a path. There is one file per name
/// at a time, in a folder of this process below TMPDIR. Ends the process if it cannot be written.
const char *fuzz_file(const char *name, const void *data, size_t size);
/// That folder.
const char *fuzz_folder(void);
/// The bytes as a string, freed by the caller. Readers of strings do not see bytes after a zero byte.
char *fuzz_text(const uint8_t *data, size_t size);
/// If the bytes are two files: the size of the first, which ends before a line of one '%'. `size` if there is only one.
size_t fuzz_first(const uint8_t *data, size_t size, size_t *second);
