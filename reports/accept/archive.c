/* Why this file exists: reads the format ustar, of which an archive of a run needs only plain files. The system's tar was
 * rejected: it follows links and sets modes, and what it refuses differs between versions. */
#include "archive.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "support/process.h"

enum { BLOCK = 512, LIMIT = 64 << 20, PACKED_LIMIT = 64 << 20, SECONDS = 60 };

/// The bytes that gzip unpacks. Head ends it beyond the limit, because a few bytes can unpack to any number.
static xpbd_status unpack(const char *path, char **bytes, size_t *size) {
  char shell[] = "sh", flag[] = "-c", script[160], name[4096];
  snprintf(script, sizeof script, "gzip -dc <\"$1\" | head -c %d", LIMIT + 1);
  struct stat what;
  XPBD_REQUIRE(stat(path, &what) == 0 && S_ISREG(what.st_mode), XPBD_ERR_IO,
               "%s: no such file; ./run pack makes an archive of a run", path);
  XPBD_REQUIRE(what.st_size <= PACKED_LIMIT, XPBD_ERR_BAD_FILE, "%s: has more than %d MiB", path, PACKED_LIMIT >> 20);
  XPBD_REQUIRE(strlen(path) < sizeof name, XPBD_ERR_IO, "%.60s...: the path is too long", path);
  snprintf(name, sizeof name, "%s", path);
  char *const argv[] = {shell, flag, script, shell, name, NULL};
  const process_job job = {.argv = argv, .output = PROCESS_TAKEN, .errors = PROCESS_TAKEN, .seconds = SECONDS};
  process_result result;
  process_run(&job, &result);
  xpbd_status status = XPBD_OK;
  const char *said = result.errors ? result.errors + strspn(result.errors, "\n") : "";
  const int reason = result.end == PROCESS_NOT_STARTED ? result.code : result.lost;
  if (reason != 0 && reason != ENOENT)
    status = xpbd_fail(XPBD_ERR_UNAVAILABLE, "%s: cannot be unpacked: %s", path, strerror(reason));
  else if (result.end == PROCESS_NOT_STARTED)
    status = xpbd_fail(XPBD_ERR_UNAVAILABLE, "%s: sh and gzip are needed to unpack it, and were not found", path);
  else if (result.end != PROCESS_EXITED)
    status = xpbd_fail(XPBD_ERR_BAD_FILE, "%s: cannot be unpacked within %d s", path, SECONDS);
  else if (result.output_size > LIMIT)
    status =
        xpbd_fail(XPBD_ERR_BAD_FILE, "%s: unpacks to more than %d MiB; pack it without its samples", path, LIMIT >> 20);
  else if (said[0] || result.code != 0) /* gzip alone writes there */
    status = xpbd_fail(XPBD_ERR_BAD_FILE, "%s: is no whole archive: %.*s", path, (int)strcspn(said, "\n"), said);
  if (status == XPBD_OK) {
    *bytes = result.output;
    *size = result.output_size;
    result.output = NULL;
  }
  process_free(&result);
  return status;
}

/// An octal number of a header, as in "00000001750\0". -1 = it is none, or above the limit.
static long octal(const char *text, size_t length) {
  long value = 0;
  size_t i = 0;
  while (i < length && text[i] == ' ') i++;
  const size_t first = i;
  for (; i < length && text[i] >= '0' && text[i] <= '7'; i++) {
    value = 8 * value + text[i] - '0';
    if (value > LIMIT) return -1;
  }
  const bool ended = i == length || text[i] == ' ' || text[i] == '\0';
  return i > first && ended ? value : -1;
}

static bool has_checksum(const char *header) {
  long sum = 0;
  for (int i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? ' ' : (unsigned char)header[i];
  return octal(header + 148, 8) == sum;
}

static bool is_zero(const char *block) {
  for (int i = 0; i < BLOCK; i++)
    if (block[i]) return false;
  return true;
}

/// Whether a name is a path below the folder it is unpacked into, of letters, digits and ._+=,@- alone, in which no part
/// begins with a dot or a dash.
static bool is_plain(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+=,@-";
  for (const char *part = name;; part++) {
    const size_t length = strspn(part, letters);
    if (length == 0 || part[0] == '.' || part[0] == '-') return false;
    part += length;
    if (*part == '\0') return true;
    if (*part != '/') return false;
  }
}

/// A name in a message: characters that are none to be seen become '?'.
static const char *shown(const char *name, char out[ARCHIVE_NAME]) {
  size_t i = 0;
  for (; name[i] && i + 1 < ARCHIVE_NAME; i++) out[i] = name[i] >= 0x20 && name[i] < 0x7f ? name[i] : '?';
  out[i] = '\0';
  return out;
}

static void read_name(const char *header, char out[ARCHIVE_NAME + 1]) {
  const bool posix = memcmp(header + 257, "ustar\0", 6) == 0; /* GNU's own format has times in place of the prefix */
  const char *prefix = posix ? header + 345 : "";
  snprintf(out, ARCHIVE_NAME + 1, "%.155s%s%.100s", prefix, *prefix ? "/" : "", header);
}

/// Why an entry is refused, NULL = it is a plain file, or a folder if its name ends in '/'.
static const char *refusal(const char *header, const char *name) {
  switch (header[156]) {
  case '0':
  case '\0':
  case '5': break;
  case '1':
  case '2': return "is a link";
  case '3':
  case '4': return "is a device";
  case '6': return "is a pipe";
  case 'x':
  case 'g':
  case 'L':
  case 'K': return "has a name of more than 100 letters, or other additions to the format ustar";
  default: return "is of a kind that no run needs";
  }
  return is_plain(name) ? NULL : "is no plain name below the folder of the run";
}

/// Take an entry into the list. `name` has the common folder, whose length is `*folder` after the first entry.
static xpbd_status take(const char *path, archive *self, const char *name, const char *bytes, size_t size,
                        char folder[ARCHIVE_NAME]) {
  char seen[ARCHIVE_NAME];
  const size_t length = strcspn(name, "/");
  XPBD_REQUIRE(name[length] == '/', XPBD_ERR_BAD_FILE, "%s: %s is in no folder; ./run pack puts all into one", path,
               shown(name, seen));
  if (!folder[0]) snprintf(folder, ARCHIVE_NAME, "%.*s", (int)length, name);
  XPBD_REQUIRE(strlen(folder) == length && strncmp(folder, name, length) == 0, XPBD_ERR_BAD_FILE,
               "%s: has files of two runs, in %s and %.*s", path, shown(folder, seen), (int)length, name);
  XPBD_REQUIRE(!archive_find(self, name + length + 1), XPBD_ERR_BAD_FILE, "%s: has %s twice", path, shown(name, seen));
  XPBD_REQUIRE(self->count < ARCHIVE_MEMBERS, XPBD_ERR_BAD_FILE, "%s: has more than %d files", path, ARCHIVE_MEMBERS);
  archive_member *member = &self->members[self->count++];
  snprintf(member->name, sizeof member->name, "%s", name + length + 1);
  member->bytes = bytes;
  member->size = size;
  return XPBD_OK;
}

static xpbd_status read_entries(const char *path, size_t size, archive *self) {
  char folder[ARCHIVE_NAME] = "", name[ARCHIVE_NAME + 1], seen[ARCHIVE_NAME];
  for (size_t at = 0;; at += BLOCK) {
    XPBD_REQUIRE(at + BLOCK <= size, XPBD_ERR_BAD_FILE, "%s: ends too early; send it again", path);
    const char *header = self->bytes + at;
    if (is_zero(header)) return XPBD_OK;
    XPBD_REQUIRE(memcmp(header + 257, "ustar", 5) == 0 && has_checksum(header), XPBD_ERR_BAD_FILE,
                 "%s: is no tar archive of the format ustar; ./run pack makes one", path);
    read_name(header, name);
    const size_t length = strlen(name);
    const bool is_folder = header[156] == '5';
    if (is_folder && length > 0 && name[length - 1] == '/') name[length - 1] = '\0';
    const char *why = refusal(header, name);
    XPBD_REQUIRE(!why, XPBD_ERR_BAD_FILE, "%s: %s %s; nothing of it was written", path, shown(name, seen), why);
    const long bytes = octal(header + 124, 12);
    XPBD_REQUIRE(bytes >= 0 && (!is_folder || bytes == 0), XPBD_ERR_BAD_FILE, "%s: %s has no size that can be", path,
                 shown(name, seen));
    XPBD_REQUIRE(at + BLOCK + (size_t)bytes <= size, XPBD_ERR_BAD_FILE, "%s: ends too early; send it again", path);
    if (!is_folder) XPBD_TRY(take(path, self, name, header + BLOCK, (size_t)bytes, folder));
    at += ((size_t)bytes + BLOCK - 1) / BLOCK * BLOCK;
  }
}

xpbd_status archive_read(const char *path, archive *out) {
  size_t size = 0;
  char *bytes = NULL;
  XPBD_TRY(unpack(path, &bytes, &size));
  return archive_parse(path, bytes, size, out);
}

xpbd_status archive_parse(const char *path, char *bytes, size_t size, archive *out) {
  *out = (archive){.bytes = bytes};
  const xpbd_status status = read_entries(path, size, out);
  if (status != XPBD_OK) archive_free(out);
  return status;
}

void archive_free(archive *self) {
  free(self->bytes);
  self->bytes = NULL;
  self->count = 0;
}

const archive_member *archive_find(const archive *self, const char *name) {
  for (int i = 0; i < self->count; i++)
    if (strcmp(self->members[i].name, name) == 0) return &self->members[i];
  return NULL;
}
