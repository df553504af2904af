/* Why this file exists: the part of the preloaded library (faults_preload.c) for files and processes. One call fails, as
 * it does on a full or broken disk, or all of them move few bytes. Environment variables select it:
 *   FAULTS_CALL=KIND   a call of this kind fails: open, read, write, sync, close, rename, folder, remove, process or
 *                      pipe. Programs that the program starts have no failure.
 *   FAULTS_AT=N        it is the Nth of its kind, in the program and all copies of it
 *   FAULTS_ERROR=N     its errno
 *   FAULTS_CALL=parts  instead, reads and writes move 5 bytes at most
 *   FAULTS_LOG=FILE    FILE gets a line for each call, with its kind and its file, and "failed" before the one that fails
 *   FAULTS_KEPT=FILE   FILE gets all bytes that are written to plain files; the log then also says where they go, and
 *                      which files are made or cut (faults_power.py reads that)
 *   FAULTS_FILE=PATH   that file cannot get its name, as on a disk that has just become full
 *   FAULTS_ROOT=FOLDER files by which a system describes itself are read below FOLDER, as on another machine */
#define _GNU_SOURCE /* RTLD_NEXT, fopencookie */
#include "faults_preload.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PATH = 4096, PART = 5 };

/// The function that this library hides. POSIX allows the cast, ISO C does not.
#define BEHIND(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const char *call, *log_path, *kept_path;
static int at, error, parts;
static atomic_int *count; /* of calls so far, shared with copies of the process */

/// The value of a variable, NULL if it is empty.
static const char *copy_of(const char *name) {
  const char *value = getenv(name);
  return value && value[0] ? strdup(value) : NULL;
}

void faults_calls_begin(void) {
  const char *number = getenv("FAULTS_AT"), *reason = getenv("FAULTS_ERROR");
  call = copy_of("FAULTS_CALL");
  log_path = copy_of("FAULTS_LOG");
  kept_path = copy_of("FAULTS_KEPT");
  at = number ? atoi(number) : 0;
  error = reason ? atoi(reason) : EIO;
  parts = call && strcmp(call, "parts") == 0;
  count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  unsetenv("FAULTS_CALL"); /* programs that this one starts have their own tests */
}

void faults_log(const char *format, ...) {
  char line[3 * PATH];
  va_list arguments;
  const char *path = log_path ? log_path : getenv("FAULTS_LOG");
  const long file = path ? syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT, 0600) : -1;
  if (file < 0) return;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  syscall(SYS_write, file, line, strlen(line)); /* a process that may write nothing leaves no trace */
  syscall(SYS_close, file);
}

/// Whether calls are noted or fail.
static int watched(void) {
  return faults_counting && (call || log_path);
}

/// Counts and notes a call. Whether it is the one that fails; errno is then set.
static int fails(const char *kind, const char *name) {
  if (!watched()) return 0;
  const int before = errno, refused = call && strcmp(call, kind) == 0 && atomic_fetch_add(count, 1) + 1 == at;
  faults_log("%s%s %s\n", refused ? "failed " : "", kind, name);
  errno = refused ? error : before;
  return refused;
}

/// The name of an open file.
static void name_of(int descriptor, char name[PATH]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, name, PATH - 1);
  name[length > 0 ? length : 0] = '\0';
}

/// The same for an open file. A size below 0 is not noted.
static int fails_on(const char *kind, int descriptor, long long size) {
  char name[PATH], text[PATH + 32];
  if (!watched()) return 0;
  name_of(descriptor, name);
  snprintf(text, sizeof text, size < 0 ? "%s" : "%s %lld", name, size);
  return fails(kind, text);
}

/// Keeps bytes that go to a plain file: "bytes NAME PLACE_IN_THE_FILE SIZE PLACE_IN_FAULTS_KEPT".
static void keep(int descriptor, const void *bytes, size_t size) {
  char name[PATH];
  struct stat file;
  if (!watched() || !kept_path || fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode)) return;
  const long kept = syscall(SYS_openat, AT_FDCWD, kept_path, O_WRONLY | O_APPEND | O_CREAT, 0600);
  const long put = syscall(SYS_write, kept, bytes, size);
  const int at_end = fcntl(descriptor, F_GETFL) & O_APPEND;
  name_of(descriptor, name);
  faults_log("bytes %s %lld %ld %lld\n", name, (long long)(at_end ? file.st_size : lseek(descriptor, 0, SEEK_CUR)), put,
             (long long)lseek((int)kept, 0, SEEK_CUR) - put);
  syscall(SYS_close, kept);
}

/// Notes a file that was opened, if that made it or cut it: "new NAME" or "cut NAME 0".
static int opened(int descriptor, int flags, int was_there) {
  char name[PATH];
  if (descriptor < 0 || !watched() || !kept_path || !(flags & (O_CREAT | O_TRUNC))) return descriptor;
  name_of(descriptor, name);
  if (!was_there) faults_log("new %s\n", name);
  if (was_there && flags & O_TRUNC) faults_log("cut %s 0\n", name);
  return descriptor;
}

/* ---- descriptors ---- */

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
  va_end(arguments);
  const int was_there = faccessat(AT_FDCWD, path, F_OK, 0) == 0;
  return fails("open", path) ? -1 : opened(BEHIND(open)(path, flags, mode), flags, was_there);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
  va_end(arguments);
  const int was_there = faccessat(folder, path, F_OK, 0) == 0;
  return fails("open", path) ? -1 : opened(BEHIND(openat)(folder, path, flags, mode), flags, was_there);
}

ssize_t read(int descriptor, void *bytes, size_t size) {
  if (fails_on("read", descriptor, -1)) return -1;
  return BEHIND(read)(descriptor, bytes, parts && size > PART ? PART : size);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  if (fails_on("write", descriptor, (long long)size)) return -1;
  keep(descriptor, bytes, size);
  return BEHIND(write)(descriptor, bytes, parts && size > PART ? PART : size);
}

int ftruncate(int descriptor, off_t length) {
  char name[PATH];
  name_of(descriptor, name);
  if (watched() && kept_path) faults_log("cut %s %lld\n", name, (long long)length);
  return BEHIND(ftruncate)(descriptor, length);
}

int fsync(int descriptor) {
  struct stat file = {0};
  fstat(descriptor, &file);
  return fails_on("sync", descriptor, (long long)file.st_size) ? -1 : BEHIND(fsync)(descriptor);
}

/// A call that fails has closed the file all the same, as on Linux.
int close(int descriptor) {
  const int refused = fails_on("close", descriptor, -1), closed = BEHIND(close)(descriptor);
  if (refused) errno = error;
  return refused ? -1 : closed;
}

/* ---- names ---- */

/// "FROM TO"
static int fails_between(const char *kind, const char *from, const char *to) {
  char both[2 * PATH];
  snprintf(both, sizeof both, "%s %s", from, to);
  return fails(kind, both);
}

int rename(const char *from, const char *to) {
  const char *refused = getenv("FAULTS_FILE");
  if (refused && strcmp(refused, to) == 0) {
    errno = ENOSPC;
    return -1;
  }
  return fails_between("rename", from, to) ? -1 : BEHIND(rename)(from, to);
}

int link(const char *from, const char *to) {
  return fails_between("rename", from, to) ? -1 : BEHIND(link)(from, to);
}

/// A folder that is there already is none to note.
int mkdir(const char *path, mode_t mode) {
  struct stat before;
  return stat(path, &before) != 0 && fails("folder", path) ? -1 : BEHIND(mkdir)(path, mode);
}

char *mkdtemp(char *path) {
  return fails("folder", path) ? NULL : BEHIND(mkdtemp)(path);
}

int unlink(const char *path) {
  return fails("remove", path) ? -1 : BEHIND(unlink)(path);
}

int unlinkat(int folder, const char *path, int flags) {
  char name[PATH] = "", whole[2 * PATH];
  if (folder != AT_FDCWD && path[0] != '/') name_of(folder, name);
  snprintf(whole, sizeof whole, "%s%s%s", name, name[0] ? "/" : "", path);
  return fails("remove", whole) ? -1 : BEHIND(unlinkat)(folder, path, flags);
}

int rmdir(const char *path) {
  return fails("remove", path) ? -1 : BEHIND(rmdir)(path);
}

DIR *opendir(const char *path) {
  return fails("open", path) ? NULL : BEHIND(opendir)(path);
}

/* ---- processes ---- */

pid_t fork(void) {
  return fails("process", "") ? -1 : BEHIND(fork)();
}

int pipe(int ends[2]) {
  return fails("pipe", "") ? -1 : BEHIND(pipe)(ends);
}

/* ---- streams: those of the C library call functions that cannot be replaced, so these call the ones above ---- */

typedef struct stream {
  FILE *file;
  int descriptor;
  struct stream *next;
} stream;
static stream *streams;
static pthread_mutex_t streams_lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t take(void *cookie, char *bytes, size_t size) {
  return read(((stream *)cookie)->descriptor, bytes, size);
}

static ssize_t put(void *cookie, const char *bytes, size_t size) {
  size_t done = 0;
  for (ssize_t now; done < size && (now = write(((stream *)cookie)->descriptor, bytes + done, size - done)) > 0;)
    done += (size_t)now;
  return (ssize_t)done;
}

static int seek(void *cookie, off64_t *place, int from) {
  *place = lseek(((stream *)cookie)->descriptor, *place, from);
  return *place < 0 ? -1 : 0;
}

static int end(void *cookie) {
  stream *ended = cookie, **to = &streams;
  const int descriptor = ended->descriptor;
  pthread_mutex_lock(&streams_lock);
  while (*to != ended) to = &(*to)->next;
  *to = ended->next;
  pthread_mutex_unlock(&streams_lock);
  free(ended);
  return close(descriptor);
}

FILE *fdopen(int descriptor, const char *mode) {
  static const cookie_io_functions_t calls = {take, put, seek, end};
  if (!watched()) return BEHIND(fdopen)(descriptor, mode);
  stream *new = calloc(1, sizeof *new);
  FILE *file = new ? fopencookie(new, mode, calls) : NULL;
  if (!file) {
    free(new);
    return NULL;
  }
  pthread_mutex_lock(&streams_lock);
  *new = (stream){file, descriptor, streams};
  streams = new;
  pthread_mutex_unlock(&streams_lock);
  return file;
}

int fileno(FILE *file) {
  int found = -1;
  pthread_mutex_lock(&streams_lock);
  for (const stream *s = streams; s; s = s->next)
    if (s->file == file) found = s->descriptor;
  pthread_mutex_unlock(&streams_lock);
  return found >= 0 ? found : BEHIND(fileno)(file);
}

/// A file of FAULTS_ROOT if the system describes itself in `path`, otherwise `path`.
static const char *elsewhere(const char *path, char *out, size_t capacity) {
  static const char *const told[] = {"/sys/", "/proc/", "/etc/os-release", "/run/.containerenv", "/.dockerenv"};
  const char *root = getenv("FAULTS_ROOT");
  for (size_t k = 0; root && k < sizeof told / sizeof *told; k++)
    if (strncmp(path, told[k], strlen(told[k])) == 0 &&
        (strncmp(path, "/proc/self/", 11) != 0 || strcmp(path, "/proc/self/cgroup") == 0) &&
        snprintf(out, capacity, "%s%s", root, path) < (int)capacity)
      return out;
  return path;
}

FILE *fopen(const char *path, const char *mode) {
  char other[PATH];
  const char *found = elsewhere(path, other, sizeof other);
  if (!watched()) return BEHIND(fopen)(found, mode);
  int flags = strchr(mode, '+') ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
  if (mode[0] != 'r') flags |= O_CREAT | (mode[0] == 'a' ? O_APPEND : O_TRUNC);
  if (strchr(mode, 'x')) flags |= O_EXCL;
  if (strchr(mode, 'e')) flags |= O_CLOEXEC;
  const int descriptor = open(found, flags, 0666);
  return descriptor < 0 ? NULL : fdopen(descriptor, mode);
}

int access(const char *path, int mode) {
  char other[PATH];
  return BEHIND(access)(elsewhere(path, other, sizeof other), mode);
}
