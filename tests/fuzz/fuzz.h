/* Why this file exists: what fuzzing and the replay of its corpus share. A target hands bytes to one reader of the project the
 * way a program would; whatever they are, the reader takes them or says in one line why not. list.h names the targets. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the reader took the bytes, so that a seed which is refused everywhere is seen.
typedef bool fuzz_target(const uint8_t *data, size_t size);

#define FUZZ_TARGET(name, about)        fuzz_target fuzz_##name;
#define FUZZ_REPORT_TARGET(name, about) fuzz_target fuzz_##name;
#include "list.h"
#undef FUZZ_TARGET
#undef FUZZ_REPORT_TARGET

/// The path of the file `name`, which now holds these bytes: most readers take a path. One file of a name at a time, in a
/// folder of this process below TMPDIR. Ends the process where it cannot be written.
const char *fuzz_file(const char *name, const void *data, size_t size);
/// That folder.
const char *fuzz_folder(void);
/// The bytes as a string, to be freed; what stands behind a zero byte is not seen by who reads strings.
char *fuzz_text(const uint8_t *data, size_t size);
/// Where the bytes are two files: the size of the first, which ends before a line of one '%'; `size` when there is one.
size_t fuzz_first(const uint8_t *data, size_t size, size_t *second);

#endif
