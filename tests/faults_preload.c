/* Why this file exists: memory runs out at any allocation, and no machine does it at the same one twice: preloaded, this lets
 * allocation number FAULTS_AT of the process fail, and with FAULTS_COUNT set says at the end how many there were, and of how
 * many bytes was the one that failed. And memory is zero by luck, while it is new: with FAULTS_FILL set, what nobody asked to be
 * zero is filled with bytes of 0xff, which is NaN as float and as double, and -1 as a whole number. Nor can a test fill the disk
 * just before one file of many is given its name: with FAULTS_FILE set, the file of that path cannot be. And there is one
 * machine to run on: with FAULTS_ROOT set, the files by which a system tells what it is are looked for below that folder. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_long made;
static size_t failed_size;

/// The allocator behind this one, as the linker finds it: it needs no dlsym, which allocates itself.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

/// What runs before main() is not ours: libraries, and the registration of kernels in a program with CUDA, which does not
/// look at what it gets. So the C library's start is wrapped, and counts from main() on. Volatile: set behind compilers' backs.
static volatile int counting;
static int (*program)(int, char **, char **);

static int from_main(int argc, char **argv, char **environment) {
  counting = 1;
  return program(argc, argv, environment);
}

typedef int start(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
start __libc_start_main;
int __libc_start_main(int (*entry)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end_of_loader)(void), void *end_of_stack) {
  start *behind = (start *)dlsym(RTLD_NEXT, "__libc_start_main");
  program = entry;
  return behind(from_main, argc, argv, init, fini, end_of_loader, end_of_stack);
}

static int fails(size_t size) {
  if (!counting) return 0;
  static long at = -1;
  if (at < 0) at = getenv("FAULTS_AT") ? atol(getenv("FAULTS_AT")) : 0;
  if (atomic_fetch_add(&made, 1) + 1 != at) return 0;
  failed_size = size;
  errno = ENOMEM; /* the C library relies on it */
  return 1;
}

/// Fills a block from byte `from` to its end, which may lie behind what was asked for: a larger block begins there.
static void *filled(void *block, size_t from) {
  static int fill = -1;
  if (!counting || !block) return block;
  if (fill < 0) fill = getenv("FAULTS_FILL") != NULL;
  const size_t size = fill ? malloc_usable_size(block) : 0;
  if (size > from) memset((char *)block + from, 0xff, size - from);
  return block;
}

void *malloc(size_t size) {
  return fails(size) ? NULL : filled(__libc_malloc(size), 0);
}
void *calloc(size_t count, size_t size) {
  return fails(count * size) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  const size_t kept = old ? malloc_usable_size(old) : 0;
  return fails(size) ? NULL : filled(__libc_realloc(old, size), kept);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return fails(size) ? NULL : filled(__libc_memalign(alignment, size), 0);
}

int rename(const char *from, const char *to) {
  const char *refused = getenv("FAULTS_FILE");
  if (refused && strcmp(refused, to) == 0) {
    errno = ENOSPC;
    return -1;
  }
  int (*behind)(const char *, const char *);
  *(void **)&behind = dlsym(RTLD_NEXT, "rename"); /* as POSIX has it: ISO C converts no object to a function */
  return behind(from, to);
}

/// A file of FAULTS_ROOT where `path` is one by which the system tells what it is; else `path`.
static const char *elsewhere(const char *path, char *out, size_t capacity) {
  static const char *const told[] = {"/sys/", "/proc/", "/etc/os-release", "/run/.containerenv", "/.dockerenv"};
  const char *root = getenv("FAULTS_ROOT");
  for (size_t k = 0; root && k < sizeof told / sizeof *told; k++)
    if (strncmp(path, told[k], strlen(told[k])) == 0 && strncmp(path, "/proc/self/", 11) != 0 &&
        snprintf(out, capacity, "%s%s", root, path) < (int)capacity)
      return out;
  return path;
}

FILE *fopen(const char *path, const char *mode) {
  char other[4096];
  FILE *(*behind)(const char *, const char *);
  *(void **)&behind = dlsym(RTLD_NEXT, "fopen");
  return behind(elsewhere(path, other, sizeof other), mode);
}

int access(const char *path, int mode) {
  char other[4096];
  int (*behind)(const char *, int);
  *(void **)&behind = dlsym(RTLD_NEXT, "access");
  return behind(elsewhere(path, other, sizeof other), mode);
}

__attribute__((destructor)) static void say(void) {
  if (!getenv("FAULTS_COUNT")) return;
  FILE *file = fopen(getenv("FAULTS_COUNT"), "w");
  if (file) fprintf(file, "%ld %zu\n", atomic_load(&made), failed_size), fclose(file);
}
