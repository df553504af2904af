/* Why this file exists: a partly written result would look like a complete one. Everything is written under a temporary
 * name next to the target, checked, and only then renamed. A full disk or a kill leaves the older file unchanged. */
#define _DEFAULT_SOURCE /* realpath, flock */

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

enum { TEMPORARY_TRIES = 1000, PIPE_PATIENCE = 2000 /* ms until somebody writes */ };

/* The name that a link has inside, seen from here. NULL if `path` is no link, with errno EINVAL or ENOENT. */
static char *link_target(const char *path) {
  char inside[PATH_MAX];
  const ssize_t length = readlink(path, inside, sizeof inside - 1);
  if (length < 0) return NULL;
  inside[length] = '\0';
  const char *const slash = strrchr(path, '/');
  const size_t folder = slash && inside[0] != '/' ? (size_t)(slash - path) + 1 : 0;
  char *target = malloc(folder + (size_t)length + 1);
  if (!target) return NULL;
  memcpy(target, path, folder);
  memcpy(target + folder, inside, (size_t)length + 1);
  return target;
}

char *xpbd_file_final_name(const char *path) {
  char *name = realpath(path, NULL); /* fails if the last link leads to a file that does not exist yet */
  if (name) return name;
  if (errno == ELOOP) return NULL;
  name = strdup(path);
  for (char *target; name && (target = link_target(name)); name = target) free(name);
  return name;
}

/* Pipes, terminals and devices cannot be renamed onto, so they are written directly. */
static xpbd_status open_special(const char *path, xpbd_file *out) {
  out->stream = fopen(path, "w");
  XPBD_REQUIRE(out->stream, XPBD_ERR_IO, "%s: cannot be opened for writing: %s", path, strerror(errno));
  return XPBD_OK;
}

/// The descriptor of a new temporary file of our own, or -1. Its lock ends with the process, so unlocked temporaries
/// are left over from killed processes. Another process's sweep() may remove the file between its creation and its
/// lock.
static int make_temporary(const char *name) {
  struct stat what;
  /* open() and not mkstemp(), so that the user's umask sets the permissions */
  const int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return -1;
  const bool lost = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!lost && fstat(descriptor, &what) == 0 && what.st_nlink > 0) return descriptor;
  close(descriptor);
  errno = EEXIST; /* the caller tries another name */
  return -1;
}

/// The length of FINAL in "FINAL.PID-N.part". 0 if the name belongs to another file.
static size_t final_length(const char *name) {
  static const char end[] = ".part", digits[] = "0123456789";
  size_t at = strlen(name);
  if (at < sizeof end || strcmp(name + at - (sizeof end - 1), end) != 0) return 0;
  at -= sizeof end - 1;
  for (int number = 0; number < 2; number++) {
    const size_t behind = at;
    while (at > 0 && strchr(digits, name[at - 1])) at--;
    if (at == behind || at < 2 || name[--at] != (number == 0 ? '-' : '.')) return 0;
  }
  return at;
}

/// The folder that a name is in, as "folder/" or ".".
static void folder_of(const char *path, char out[PATH_MAX]) {
  size_t end = strlen(path);
  while (end > 1 && path[end - 1] == '/') end--;
  while (end > 0 && path[end - 1] != '/') end--;
  snprintf(out, PATH_MAX, "%.*s", end > 0 ? (int)end : 1, end > 0 ? path : ".");
}

/// Removes temporaries of `final` left by killed processes. Those of running processes are locked and stay. A folder
/// without temporaries is read only once, however many files are then written there.
static void sweep(const char *final) {
  static _Thread_local struct stat clean; /* the last folder seen without any */
  const char *const slash = strrchr(final, '/');
  const char *const name = slash ? slash + 1 : final;
  char folder[PATH_MAX];
  folder_of(final, folder);
  struct stat here = {0};
  if (stat(folder, &here) != 0 || (here.st_ino == clean.st_ino && here.st_dev == clean.st_dev)) return;
  DIR *const all = name[0] ? opendir(folder) : NULL;
  bool others = false;
  for (struct dirent *entry; all && (entry = readdir(all));) {
    const size_t length = final_length(entry->d_name);
    if (length == 0) continue;
    const int descriptor = openat(dirfd(all), entry->d_name, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    const bool left = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    const bool own = length == strlen(name) && strncmp(entry->d_name, name, length) == 0;
    if (left && own) unlinkat(dirfd(all), entry->d_name, 0);
    others = others || (left && !own);
    if (descriptor >= 0) close(descriptor);
  }
  if (all && !others) clean = here;
  if (all) closedir(all);
}

static xpbd_status open_temporary(const char *path, xpbd_file *out) {
  const size_t capacity = strlen(out->path) + 64;
  out->temporary = malloc(capacity);
  XPBD_REQUIRE(out->temporary, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", path, capacity);
  int descriptor = -1;
  sweep(out->path);
  for (int attempt = 0; attempt < TEMPORARY_TRIES; attempt++) {
    snprintf(out->temporary, capacity, "%s.%ld-%d.part", out->path, (long)getpid(), attempt);
    descriptor = make_temporary(out->temporary);
    if (descriptor >= 0 || errno != EEXIST) break;
  }
  if (descriptor < 0) {
    const int reason = errno;
    free(out->temporary); /* not ours, so it must not be removed */
    out->temporary = NULL;
    return xpbd_fail(XPBD_ERR_IO, "%s: cannot be written: %s", path, strerror(reason));
  }
  out->stream = fdopen(descriptor, "w");
  if (!out->stream) close(descriptor);
  XPBD_REQUIRE(out->stream, XPBD_ERR_IO, "%s: cannot be written: %s", path, strerror(errno));
  return XPBD_OK;
}

xpbd_status xpbd_file_check_name(const char *path) {
  XPBD_REQUIRE(path && path[0] != '\0', XPBD_ERR_IO, "the name of the file to write is empty");
  return XPBD_OK;
}

bool xpbd_file_is_stdout(const char *path) {
  return path && strcmp(path, "-") == 0;
}

/* Where "-" is written to. Programs that also print move it away from descriptor 1 first. */
static int standard_output = STDOUT_FILENO;

xpbd_status xpbd_file_take_stdout(void) {
  if (standard_output != STDOUT_FILENO) return XPBD_OK;
  const int taken = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (taken >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0) {
    standard_output = taken;
    return XPBD_OK;
  }
  const int reason = errno;
  if (taken >= 0) close(taken);
  return xpbd_fail(XPBD_ERR_IO, "the standard output cannot be written: %s", strerror(reason));
}

xpbd_status xpbd_file_open_stdout(FILE **out) {
  const int descriptor = fcntl(standard_output, F_DUPFD_CLOEXEC, STDERR_FILENO + 1); /* closing it closes a copy */
  *out = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
  if (*out) return XPBD_OK;
  const int reason = errno;
  if (descriptor >= 0) close(descriptor);
  return xpbd_fail(XPBD_ERR_IO, "the standard output cannot be written: %s", strerror(reason));
}

xpbd_status xpbd_file_create(const char *path, xpbd_file *out) {
  XPBD_REQUIRE(out, XPBD_ERR_INVALID_ARGUMENT, "the output file is NULL");
  *out = (xpbd_file){0};
  XPBD_TRY(xpbd_file_check_name(path));
  if (xpbd_file_is_stdout(path)) {
    static const char shown[] = "the standard output";
    out->path = malloc(sizeof shown);
    XPBD_REQUIRE(out->path, XPBD_ERR_OUT_OF_MEMORY, "out of memory (%zu bytes)", sizeof shown);
    strcpy(out->path, shown);
    const xpbd_status opened = xpbd_file_open_stdout(&out->stream);
    if (opened != XPBD_OK) xpbd_file_discard(out);
    return opened;
  }
  struct stat what;
  const bool exists = stat(path, &what) == 0;
  XPBD_REQUIRE(!exists || !S_ISDIR(what.st_mode), XPBD_ERR_IO, "%s: is a folder; give the name of a file", path);
  xpbd_file file = {0};
  file.path = xpbd_file_final_name(path);
  XPBD_REQUIRE(file.path || errno != ELOOP, XPBD_ERR_IO, "%s: cannot be written: %s", path, strerror(ELOOP));
  XPBD_REQUIRE(file.path, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", path, strlen(path) + 1);
  const xpbd_status status = exists && !S_ISREG(what.st_mode) ? open_special(path, &file) : open_temporary(path, &file);
  if (status != XPBD_OK) {
    xpbd_file_discard(&file);
    return status;
  }
  *out = file;
  return XPBD_OK;
}

const char *xpbd_file_lost(FILE *stream) {
  errno = 0;
  if (fflush(stream) == 0 && !ferror(stream)) return NULL;
  if (errno == 0 && fputc('\n', stream) != EOF) fflush(stream); /* an earlier write failed, and the next one says why */
  return errno ? strerror(errno) : "a write failed";
}

xpbd_status xpbd_file_check_replaced(const char *path, const char *mark, const char *what) {
  char found[64] = "";
  struct stat state;
  if (stat(path, &state) != 0) return XPBD_OK;
  if (S_ISREG(state.st_mode) && state.st_size == 0) return XPBD_OK; /* nothing is lost, e.g. a name made by mktemp */
  FILE *file = S_ISREG(state.st_mode) ? fopen(path, "rb") : NULL;   /* opening a pipe would wait for its other end */
  const size_t read = file ? fread(found, 1, strlen(mark), file) : 0;
  const bool unread = S_ISREG(state.st_mode) && (!file || ferror(file));
  const int reason = errno;
  if (file) fclose(file);
  XPBD_REQUIRE(!unread, XPBD_ERR_IO, "%s: cannot be read: %s", path, strerror(reason));
  XPBD_REQUIRE(read == strlen(mark) && memcmp(found, mark, read) == 0, XPBD_ERR_IO,
               "%s exists and is no %s; give another name", path, what);
  return XPBD_OK;
}

const char *xpbd_file_sync_name(const char *path) {
  char folder[PATH_MAX];
  folder_of(path, folder);
  const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return errno == EACCES ? NULL : strerror(errno); /* one may write to it, but not read it */
  const bool failed = fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP;
  const char *const reason = failed ? strerror(errno) : NULL;
  close(descriptor);
  return reason;
}

/* Gives a closed file its name, unless something of it was lost. */
static xpbd_status complete(xpbd_file *file, const char *lost) {
  if (!lost && file->temporary && rename(file->temporary, file->path) != 0) lost = strerror(errno);
  if (!lost && file->temporary) {
    free(file->temporary); /* the temporary name is gone */
    file->temporary = NULL;
    lost = xpbd_file_sync_name(file->path);
  }
  const xpbd_status status = lost ? xpbd_fail(XPBD_ERR_IO, "%s: cannot be written: %s", file->path, lost) : XPBD_OK;
  xpbd_file_discard(file);
  return status;
}

xpbd_status xpbd_file_commit(xpbd_file *file) {
  XPBD_REQUIRE(file && file->stream, XPBD_ERR_INVALID_ARGUMENT, "the file to complete is not open");
  const char *lost = xpbd_file_lost(file->stream);
  if (!lost && file->temporary && fsync(fileno(file->stream)) != 0) lost = strerror(errno);
  if (fclose(file->stream) != 0 && !lost) lost = strerror(errno);
  file->stream = NULL;
  return complete(file, lost);
}

xpbd_status xpbd_file_commit_part(xpbd_file *file, int64_t length) {
  XPBD_REQUIRE(file && file->stream, XPBD_ERR_INVALID_ARGUMENT, "the file to complete is not open");
  const int descriptor = file->temporary && length > 0 ? dup(fileno(file->stream)) : -1;
  const char *lost = descriptor < 0 ? "nothing was written" : NULL;
  fclose(file->stream); /* what its buffer still holds may be written, and is cut off */
  file->stream = NULL;
  if (!lost && (ftruncate(descriptor, (off_t)length) != 0 || fsync(descriptor) != 0)) lost = strerror(errno);
  if (descriptor >= 0) close(descriptor);
  return complete(file, lost);
}

void xpbd_file_discard(xpbd_file *file) {
  if (!file) return;
  if (file->stream) fclose(file->stream);
  if (file->temporary) unlink(file->temporary);
  free(file->temporary);
  free(file->path);
  *file = (xpbd_file){0};
}

xpbd_status xpbd_file_open(const char *path, const char *what, FILE **out) {
  const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  XPBD_REQUIRE(descriptor >= 0, XPBD_ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
  struct stat found;
  struct pollfd pipe = {.fd = descriptor, .events = POLLIN};
  const bool known = fstat(descriptor, &found) == 0 && fcntl(descriptor, F_SETFL, 0) == 0;
  const bool folder = known && S_ISDIR(found.st_mode);
  const bool silent = known && S_ISFIFO(found.st_mode) && poll(&pipe, 1, PIPE_PATIENCE) == 0;
  *out = known && !folder && !silent ? fdopen(descriptor, "rb") : NULL;
  if (*out) return XPBD_OK;
  const int reason = errno;
  close(descriptor);
  XPBD_REQUIRE(!folder, XPBD_ERR_IO, "%s: is a folder; give %s", path, what);
  XPBD_REQUIRE(!silent, XPBD_ERR_IO, "%s: is a pipe that nobody writes to; give %s", path, what);
  return xpbd_fail(XPBD_ERR_IO, "%s: cannot be read: %s", path, strerror(reason));
}

xpbd_status xpbd_file_open_plain(const char *path, const char *what, int64_t most, FILE **out) {
  struct stat found;
  FILE *stream = NULL;
  *out = NULL;
  XPBD_TRY(xpbd_file_open(path, what, &stream));
  const bool plain = fstat(fileno(stream), &found) == 0 && S_ISREG(found.st_mode);
  if (plain && found.st_size <= most) {
    *out = stream;
    return XPBD_OK;
  }
  fclose(stream);
  XPBD_REQUIRE(plain, XPBD_ERR_BAD_FILE, "%s: is no plain file; give %s", path, what);
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: has %lld bytes, and at most %lld are read; give %s", path,
                   (long long)found.st_size, (long long)most, what);
}

xpbd_status xpbd_file_check_read(FILE *stream, const char *path) {
  XPBD_REQUIRE(!ferror(stream) || errno != EISDIR, XPBD_ERR_IO, "%s: is a folder, not a file", path);
  XPBD_REQUIRE(!ferror(stream), XPBD_ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
  return XPBD_OK;
}

static xpbd_status make_one(const char *shown, const char *folder) {
  struct stat what;
  if (mkdir(folder, 0777) == 0) {
    const char *const lost = xpbd_file_sync_name(folder);
    XPBD_REQUIRE(!lost, XPBD_ERR_IO, "%s: folder cannot be made: %s", shown, lost);
    return XPBD_OK;
  }
  const int reason = errno;
  if (stat(folder, &what) != 0) return xpbd_fail(XPBD_ERR_IO, "%s: folder cannot be made: %s", shown, strerror(reason));
  XPBD_REQUIRE(S_ISDIR(what.st_mode), XPBD_ERR_IO, "%s: folder cannot be made: %s is a file", shown, folder);
  return XPBD_OK;
}

xpbd_status xpbd_folder_create(const char *path) {
  XPBD_REQUIRE(path && path[0] != '\0', XPBD_ERR_IO, "the name of the folder to make is empty");
  XPBD_REQUIRE(!xpbd_file_is_stdout(path), XPBD_ERR_IO,
               "'-' is the standard output, not a folder; ./- is a folder of that name");
  char *partial = malloc(strlen(path) + 1);
  XPBD_REQUIRE(partial, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", path, strlen(path) + 1);
  strcpy(partial, path);
  xpbd_status status = XPBD_OK;
  for (char *at = partial + 1; *at != '\0' && status == XPBD_OK; at++) {
    if (*at != '/' || at[-1] == '/') continue;
    *at = '\0';
    status = make_one(path, partial);
    *at = '/';
  }
  if (status == XPBD_OK) status = make_one(path, path);
  free(partial);
  XPBD_TRY(status);
  XPBD_REQUIRE(access(path, W_OK | X_OK) == 0, XPBD_ERR_IO, "%s: folder cannot be written to: %s", path,
               strerror(errno));
  return XPBD_OK;
}

/* Cuts the last name off a path of this length. Returns the remaining length. */
static size_t cut_name(char *path, size_t length) {
  while (length > 0 && path[length - 1] == '/') length--;
  while (length > 0 && path[length - 1] != '/') length--;
  path[length] = '\0';
  return length;
}

size_t xpbd_folder_missing(const char *path) {
  char partial[PATH_MAX];
  if (strlen(path) >= sizeof partial) return 0; /* it cannot be made */
  size_t length = strlen(strcpy(partial, path));
  while (length > 0 && access(partial, F_OK) != 0) length = cut_name(partial, length);
  return strlen(path) - length;
}

void xpbd_folder_unmake(const char *path, size_t missing) {
  char partial[PATH_MAX];
  if (strlen(path) >= sizeof partial) return;
  size_t length = strlen(strcpy(partial, path));
  const size_t there = length - missing;
  for (; length > there; length = cut_name(partial, length)) rmdir(partial);
}

xpbd_status xpbd_folder_hold(const char *path, xpbd_folder_lock *out) {
  *out = (xpbd_folder_lock){0};
  const int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return XPBD_OK; /* one may write to it, but not read it */
  const bool held = flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  const int reason = errno;
  if (held)
    *out = (xpbd_folder_lock){.held = true, .descriptor = descriptor};
  else
    close(descriptor);
  XPBD_REQUIRE(held || reason != EWOULDBLOCK, XPBD_ERR_IO,
               "%s: another run is writing into it; wait until it ends, or give another folder", path);
  return XPBD_OK;
}

void xpbd_folder_release(xpbd_folder_lock *lock) {
  if (lock->held) close(lock->descriptor);
  *lock = (xpbd_folder_lock){0};
}

bool xpbd_file_beside_program(const char *relative, char *out, size_t capacity) {
  const ssize_t length = readlink("/proc/self/exe", out, capacity - 1);
  if (length <= 0 || (size_t)length >= capacity - 1) return false; // it may have been truncated at another folder
  out[length] = '\0';
  char *name = strrchr(out, '/');
  if (!name || (size_t)(name + 1 - out) + strlen(relative) >= capacity) return false;
  strcpy(name + 1, relative);
  return true;
}
