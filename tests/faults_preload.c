/* Why this file exists: a preloaded library that makes chosen faults of the system happen: here those of memory, in
 * faults_calls.c those of files and processes. Environment variables select them:
 *   FAULTS_PLACES=FILE  the first allocation from a place not in FILE fails, and its place is added to FILE
 *   FAULTS_BYTES=FILE   at the end, the number of bytes of that allocation is written there
 *   FAULTS_FILL=yes     memory not requested as zero is filled with 0xff: NaN as float and double, -1 as an integer
 *   FAULTS_LOG=FILE     FILE gets a line for each thread started
 *   FAULTS_PAGES=none   requests about pages, such as large ones, are refused, each with a line in the log */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "faults_preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

static size_t failed_size;

/// The real allocator, found by the linker without dlsym(), which allocates itself.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

/// Before main() only libraries run, and the registration of kernels in a program with CUDA, which ignores the result.
/// So the C library's start is wrapped, and allocations count from main() on.
volatile int faults_counting;
static int (*program)(int, char **, char **);

static int from_main(int argc, char **argv, char **environment) {
  faults_calls_begin();
  faults_counting = 1;
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

/// The places of FAULTS_PLACES: texts of equal length, one after the other.
enum { PLACE = 36, PLACES = 1 << 12 };
static const size_t MOST = 0xfffffffffff; /* of its digits */
static char places[PLACES][PLACE + 1];
static long place_count;

/// Addresses of the program itself, which is listed first.
typedef struct range {
  size_t first, end;
} range;
static int own_range(struct dl_phdr_info *info, size_t size, void *out) {
  range *own = out;
  own->first = info->dlpi_addr;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const size_t end = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr + info->dlpi_phdr[k].p_memsz;
    if (info->dlpi_phdr[k].p_type == PT_LOAD && end > own->end) own->end = end;
  }
  return size > 0;
}

/// A place in the program: the requester, its caller and the caller of that, because many request memory through one
/// function. For a library it is the place of its caller. Nothing beyond is looked at, because that takes most of the
/// time.
typedef struct callers {
  const range *own;
  size_t found[3];
  int count, depth;
} callers;
static _Unwind_Reason_Code add_caller(struct _Unwind_Context *frame, void *out) {
  callers *c = out;
  const size_t at = _Unwind_GetIP(frame);
  if (at >= c->own->first && at < c->own->end) c->found[c->count++] = at - c->own->first;
  return c->count < 3 && ++c->depth < 32 ? _URC_NO_REASON : _URC_END_OF_STACK;
}
static void place(const range *own, char out[PLACE + 1]) {
  callers c = {.own = own};
  _Unwind_Backtrace(add_caller, &c);
  snprintf(out, PLACE + 1, "%011zx %011zx %011zx\n", c.found[0] & MOST, c.found[1] & MOST, c.found[2] & MOST);
}

/// One allocation fails in a process, and one in each of its child processes.
static int fails_here(const char *file) {
  static atomic_flag busy = ATOMIC_FLAG_INIT; /* requested by this library, or meanwhile by another thread */
  static range own;
  static int done = 0;
  char text[PLACE + 1] = "";
  if (done || atomic_flag_test_and_set(&busy)) return 0;
  const int descriptor = own.end ? -1 : open(file, O_RDONLY | O_CREAT, 0600);
  if (!own.end) dl_iterate_phdr(own_range, &own);
  while (descriptor >= 0 && place_count < PLACES && read(descriptor, places[place_count], PLACE) == PLACE)
    place_count++;
  if (descriptor >= 0) close(descriptor);
  place(&own, text);
  int known = 0;
  for (long k = 0; k < place_count && !known; k++) known = memcmp(places[k], text, PLACE) == 0;
  const int new = known ? -1 : open(file, O_WRONLY | O_APPEND);
  if (new >= 0) {
    done = write(new, text, PLACE) == PLACE;
    close(new);
  }
  atomic_flag_clear(&busy);
  return done;
}

static int fails(size_t size) {
  if (!faults_counting) return 0;
  const char *file = getenv("FAULTS_PLACES");
  if (!file || !fails_here(file)) return 0;
  failed_size = size;
  errno = ENOMEM; /* the C library relies on it */
  return 1;
}

/// Fills a block from byte `from` to its end, which may be beyond the requested size, because a larger block begins
/// there.
static void *filled(void *block, size_t from) {
  static int fill = -1;
  if (!faults_counting || !block) return block;
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

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
  int (*behind)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  *(void **)&behind = dlsym(RTLD_NEXT, "pthread_create");
  faults_log("thread\n");
  return behind(thread, attributes, run, argument);
}

__attribute__((destructor)) static void say(void) {
  if (!getenv("FAULTS_BYTES")) return;
  FILE *file = fopen(getenv("FAULTS_BYTES"), "w");
  if (file) fprintf(file, "%zu\n", failed_size), fclose(file);
}

int madvise(void *at, size_t bytes, int wish) {
  if (!getenv("FAULTS_PAGES")) return (int)syscall(SYS_madvise, at, bytes, wish);
  faults_log("wish refused\n");
  errno = EINVAL;
  return -1;
}
