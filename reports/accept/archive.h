/* Why this file exists: an archive of a stranger is read in memory, checked from end to end, and only then are some of
 * its files written, under names that this program chose. So nothing in it can reach another place of the disk. */
#pragma once

#include <stddef.h>

#include "xpbd/status.h"

enum { ARCHIVE_MEMBERS = 256, ARCHIVE_NAME = 256 };

/// A plain file of the archive. Its bytes belong to the archive.
typedef struct archive_member {
  char name[ARCHIVE_NAME]; ///< Without the folder that all have in common.
  const char *bytes;
  size_t size;
} archive_member;

typedef struct archive {
  char *bytes;
  archive_member members[ARCHIVE_MEMBERS];
  int count;
} archive;

/// Read a tar archive that gzip compressed. XPBD_ERR_BAD_FILE, with one line, unless all of it is plain files in one
/// folder, with plain names, each once, at most 64 MiB together.
xpbd_status archive_read(const char *path, archive *out);
/// The same for the unpacked bytes, which the archive owns from then on. `path` is for messages.
xpbd_status archive_parse(const char *path, char *bytes, size_t size, archive *out);
void archive_free(archive *self);
/// The file of that name, NULL = there is none.
const archive_member *archive_find(const archive *self, const char *name);
