/* Why this file exists: several threads set up large scenes. The number of threads must not matter: a scene and its
 * solver have the bits that one thread gives, the error is the first in the scene, and a machine without threads is
 * only slower. The scenes here are large enough for two threads. */
#if defined(__linux__)
#define _GNU_SOURCE /* sched_setaffinity(), pthread_setattr_default_np(), mlockall() */
#endif
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "base/memory.h"
#include "base/parts.h"
#include "layout/layout.h"
#include "layout/split.h"
#include "runner/check.h"
#include "solver/wave.h"
#include "xpbd/solver.h"

/* ---- parts ---- */

enum { ITEMS = 1000 };

typedef struct tally {
  atomic_int times[ITEMS];
  atomic_int misplaced; ///< Ranges that do not belong to their part.
  int parts;
  bool greedy; ///< Each part also does the first item of the next.
  pthread_t caller;
  atomic_int others; ///< Parts done by another thread than the caller.
} tally;

static void count_items(void *of, int part, int64_t first, int64_t last) {
  tally *t = of;
  if (first != xpbd_part_begin(ITEMS, part, t->parts) || last != xpbd_part_begin(ITEMS, part + 1, t->parts))
    atomic_fetch_add(&t->misplaced, 1);
  if (!pthread_equal(pthread_self(), t->caller)) atomic_fetch_add(&t->others, 1);
  for (int64_t i = first; i < last + (t->greedy && last < ITEMS); i++) atomic_fetch_add(&t->times[i], 1);
}

/// Items that were not done exactly once, and wrong ranges.
static int wrong_items(tally *t, int parts, bool greedy) {
  memset(t, 0, sizeof *t);
  t->parts = parts, t->greedy = greedy, t->caller = pthread_self();
  xpbd_in_parts(parts, ITEMS, count_items, t);
  int wrong = atomic_load(&t->misplaced);
  for (int i = 0; i < ITEMS; i++) wrong += atomic_load(&t->times[i]) != 1;
  return wrong;
}

static void every_item(check *self, int unused) {
  tally *t = malloc(sizeof *t);
  if (!check_true(self, t != NULL, "memory")) return;
  static const int parts[] = {1, 2, 3, 7, 16, XPBD_MOST_PARTS};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    check_same(self, (uint64_t)wrong_items(t, parts[k], false), 0, "%d parts: items not done once", parts[k]);
    check_same(self, (uint64_t)atomic_load(&t->others), (uint64_t)parts[k] - 1, "%d parts: done by others", parts[k]);
  }
  check_control(self, wrong_items(t, 2, true) == 1, "an item done twice");
#if defined(__GLIBC__)
  /* no machine has room for such a stack, so no thread can be started and the caller does everything */
  pthread_attr_t usual, huge;
  if (check_same(self, (uint64_t)pthread_getattr_default_np(&usual), 0, "the usual attributes of threads") &&
      check_same(self, (uint64_t)pthread_getattr_default_np(&huge), 0, "and a copy")) {
    pthread_attr_setstacksize(&huge, (size_t)1 << 46);
    check_same(self, (uint64_t)pthread_setattr_default_np(&huge), 0, "threads with a stack of 64 TiB");
    check_same(self, (uint64_t)wrong_items(t, 5, false), 0, "without threads: items not done once");
    check_same(self, (uint64_t)atomic_load(&t->others), 0, "without threads: done by others");
    pthread_setattr_default_np(&usual);
    pthread_attr_destroy(&huge), pthread_attr_destroy(&usual);
  }
#endif
  free(t);
}

static void how_many(check *self, int unused) {
  const int all = xpbd_parts_for(0, INT64_MAX, 1);
  check_between(self, all, 1, XPBD_MOST_PARTS, "parts of a scene without end");
  check_same(self, (uint64_t)xpbd_parts_for(1, INT64_MAX, 1), 1, "parts where one thread is asked for");
  check_at_most(self, xpbd_parts_for(2, INT64_MAX, 1), 2, "parts where two are");
  check_same(self, (uint64_t)xpbd_parts_for(4096, INT64_MAX, 1), (uint64_t)all, "where more are than there can be");
  check_same(self, (uint64_t)xpbd_parts_for(0, 199, 100), 1, "parts of fewer items than two are worth");
  check_same(self, (uint64_t)xpbd_parts_for(0, 200, 100), all < 2 ? 1 : 2, "of as many as two are worth");
  check_same(self, (uint64_t)xpbd_parts_for(0, 0, 100), 1, "parts of nothing");
#if defined(__linux__)
  cpu_set_t allowed, one;
  if (!check_same(self, (uint64_t)sched_getaffinity(0, sizeof allowed, &allowed), 0, "processors")) return;
  size_t first = 0;
  while (!CPU_ISSET(first, &allowed)) first++;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  check_same(self, (uint64_t)sched_setaffinity(0, sizeof one, &one), 0, "held on one processor");
  const int alone = xpbd_parts_for(0, INT64_MAX, 1);
  sched_setaffinity(0, sizeof allowed, &allowed);
  check_same(self, (uint64_t)alone, 1, "parts where one processor may be used");
#endif
  check_control(self, xpbd_part_begin(10, 1, 3) == 4 && xpbd_part_begin(10, 3, 3) == 10, "parts are even");
}

/* ---- memory ---- */

/// Bytes that are not 0.
static int64_t dirty(const unsigned char *memory, int64_t bytes) {
  int64_t count = 0;
  for (int64_t i = 0; memory && i < bytes; i++) count += memory[i] != 0;
  return memory ? count : bytes;
}

static void zeroed(check *self, int unused) {
  static const int64_t sizes[] = {0, 1, 100, 5 << 20, (32 << 20) - 1, 32 << 20, (33 << 20) + 7, (70 << 20) + 4096};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (int again = 0; again < 2; again++) { /* the second is usually where the first was */
      unsigned char *memory = xpbd_memory_zeroed(sizes[k], 1);
      if (!check_true(self, memory != NULL, "%lld bytes", (long long)sizes[k])) return;
      check_same(self, (uint64_t)dirty(memory, sizes[k]), 0, "%lld bytes: not 0", (long long)sizes[k]);
      check_same(self, (uint64_t)((uintptr_t)memory % 64), 0, "%lld bytes: beside a multiple of 64",
                 (long long)sizes[k]);
      memset(memory, 0xa5, (size_t)(sizes[k] > 0 ? sizes[k] : 1));
      if (sizes[k] > 0)
        check_control(self, dirty(memory, sizes[k]) == sizes[k], "%lld bytes written", (long long)sizes[k]);
      free(memory);
    }
}

/* A sanitizer's allocator does not reuse freed memory at once, or returns it to the system. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define OTHER_ALLOCATOR
#endif
#elif defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define OTHER_ALLOCATOR
#endif

/// For no items there is room for one, which is zeroed too.
static void zeroed_items(check *self, int unused) {
  enum { SIZE = 40 };
#if defined(__GLIBC__) && !defined(OTHER_ALLOCATOR)
  mallopt(M_PERTURB, 0x5a); /* otherwise it may be zero by luck */
  unsigned char *other = xpbd_memory(0, SIZE);
  const bool filled = dirty(other, SIZE) == SIZE;
  free(other);
  if (!filled) { /* another allocator is preloaded */
    check_skip(self, "the allocator does not fill what it gives");
    return;
  }
  check_control(self, filled, "what nobody clears");
  for (int64_t count = -1; count < 3; count++) {
    const int64_t bytes = (count > 1 ? count : 1) * SIZE;
    unsigned char *memory = xpbd_memory_zeroed(count, SIZE);
    check_same(self, (uint64_t)dirty(memory, bytes), 0, "%lld items: not 0", (long long)count);
    free(memory);
  }
#else
  check_skip(self, "the allocator does not fill what it gives");
#endif
}

/* Pages that the system does not take back, with old content: an allocator that keeps freed memory, in a process with
 * locked memory. In a child process, because neither can be undone. */

enum { ZERO, DIRTY, ELSEWHERE };

static int look_where_locked(bool cleared) {
#if defined(__GLIBC__) && !defined(OTHER_ALLOCATOR)
  const int64_t bytes = 40 << 20;
  mallopt(M_MMAP_MAX, 0), mallopt(M_TRIM_THRESHOLD, INT32_MAX);
  unsigned char *memory = xpbd_memory(bytes, 1);
  const uintptr_t before = (uintptr_t)memory;
  volatile unsigned char *fill = memory; /* a compiler may drop writes to memory that is about to be freed */
  for (int64_t i = 0; memory && i < bytes; i++) fill[i] = 0xa5;
  free(memory);
  (void)mlockall(MCL_CURRENT | MCL_FUTURE); /* refused: pages can be dropped, which must work as well */
  memory = cleared ? xpbd_memory_zeroed(bytes, 1) : xpbd_memory(bytes, 1);
  if ((uintptr_t)memory != before) return ELSEWHERE; /* another allocator is preloaded */
  return dirty(memory, bytes) == 0 ? ZERO : DIRTY;
#else
  return ELSEWHERE;
#endif
}

static void zeroed_where_locked(check *self, int unused) {
  int found[2] = {ELSEWHERE, ELSEWHERE};
  for (int cleared = 0; cleared < 2; cleared++) {
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) _exit(look_where_locked(cleared));
    int status = 0;
    if (!check_true(self, child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status), "a child")) return;
    found[cleared] = WEXITSTATUS(status);
  }
  if (found[false] == ELSEWHERE || found[true] == ELSEWHERE) {
    check_skip(self, "the allocator does not give again what was freed");
    return;
  }
  check_true(self, found[true] == ZERO, "memory that was somebody's, locked: zero");
  check_control(self, found[false] == DIRTY, "the same when nobody clears it");
}

/* ---- scenes and layouts ---- */

enum { SIDE = 300 }; ///< Vertices along the side of a sheet: 268 202 edges, 178 802 triangles.

/// A sheet of SIDE x SIDE; its edges or its triangles are listed.
typedef struct sheet {
  int32_t n, count;
  int arity;
  double *x, *w;
  int32_t *particles;
} sheet;

static void sheet_free(sheet *s) {
  free(s->x), free(s->w), free(s->particles);
}

static void list(sheet *s, int32_t a, int32_t b, int32_t c) {
  int32_t *to = &s->particles[(int64_t)s->arity * s->count++];
  to[0] = a, to[1] = b;
  if (s->arity == 3) to[2] = c;
}

static bool sheet_make(check *self, int arity, sheet *out) {
  *out = (sheet){.n = SIDE * SIDE, .arity = arity};
  out->x = malloc(3 * (size_t)out->n * sizeof *out->x);
  out->w = malloc((size_t)out->n * sizeof *out->w);
  out->particles = malloc(3 * 3 * (size_t)out->n * sizeof *out->particles);
  if (!check_true(self, out->x && out->w && out->particles, "memory")) return false;
  for (int32_t i = 0; i < SIDE; i++)
    for (int32_t j = 0; j < SIDE; j++) {
      const int32_t k = i * SIDE + j;
      const bool right = j + 1 < SIDE, down = i + 1 < SIDE;
      out->x[3 * k] = 0.01 * j, out->x[3 * k + 1] = 1e-4 * ((i * 7 + j * 5) % 11), out->x[3 * k + 2] = 0.01 * i;
      out->w[k] = k % 1009 == 0 ? 0.0 : 1.0;
      if (arity == 2 && right) list(out, k, k + 1, 0);
      if (arity == 2 && down) list(out, k, k + SIDE, 0);
      if (arity == 2 && right && down) list(out, k, k + SIDE + 1, 0);
      if (arity == 3 && right && down) list(out, k, k + SIDE, k + SIDE + 1), list(out, k, k + SIDE + 1, k + 1);
    }
  return true;
}

static int32_t pick(check *self, int32_t below) {
  return (int32_t)(check_random(self, 0.0, 1.0) * below) % below;
}

/// Renumbers the particles and reorders the list.
static bool sheet_shuffle(check *self, sheet *s) {
  int32_t *name = malloc((size_t)s->n * sizeof *name);
  double *x = malloc(3 * (size_t)s->n * sizeof *x);
  const size_t each = (size_t)s->arity * sizeof *s->particles;
  const bool good = check_true(self, name && x, "memory");
  for (int32_t i = 0; i < s->n && good; i++) {
    const int32_t j = pick(self, i + 1);
    name[i] = name[j], name[j] = i;
  }
  for (int32_t i = 0; i < s->n && good; i++) memcpy(&x[3 * name[i]], &s->x[3 * i], 3 * sizeof *x);
  if (good) memcpy(s->x, x, 3 * (size_t)s->n * sizeof *x);
  for (int32_t e = s->count - 1; e > 0 && good; e--) {
    int32_t kept[3], *a = &s->particles[(int64_t)s->arity * e],
                     *b = &s->particles[(int64_t)s->arity * pick(self, e + 1)];
    memcpy(kept, a, each), memcpy(a, b, each), memcpy(b, kept, each);
  }
  for (int64_t k = 0; k < (int64_t)s->arity * s->count && good; k++) s->particles[k] = name[s->particles[k]];
  free(name), free(x);
  return good;
}

static xpbd_status sheet_scene(const sheet *s, const char *formula, xpbd_scene **out) {
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = s->n, def.positions = s->x, def.inverse_masses = s->w;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = formula, set.count = s->count, set.particles = s->particles;
  const xpbd_status status = xpbd_scene_create(&def, out);
  return status == XPBD_OK ? xpbd_scene_add(*out, &set) : status;
}

static bool same(const void *a, const void *b, size_t bytes) {
  return (!a && !b) || (a && b && memcmp(a, b, bytes) == 0);
}

/// Arrays that differ between two layouts of one scene.
static int differing(const xpbd_layout *a, const xpbd_layout *b) {
  const size_t real = a->def->precision == XPBD_F32 ? sizeof(float) : sizeof(double);
  const size_t records = 4 * real * (size_t)a->records;
  int count = !same(a->place, b->place, (size_t)a->n * sizeof *a->place) + (a->runs != b->runs) +
              !same(a->positions, b->positions, records) + !same(a->velocities, b->velocities, records);
  for (int32_t s = 0; s < a->set_count; s++) {
    const xpbd_layout_set *p = &a->sets[s], *q = &b->sets[s];
    const size_t padded = (size_t)p->padded;
    count += p->padded != q->padded || !same(p->held, q->held, padded / XPBD_PADDING * sizeof *p->held);
    for (int k = 0; k < p->arity; k++) count += !same(p->offset[k], q->offset[k], padded * sizeof *p->offset[k]);
    for (int k = 0; k < p->rest_count; k++)
      count += !same(p->rest[k], q->rest[k], (size_t)p->rest_rows * padded * real);
  }
  return count;
}

/// The layout of a scene by one thread, and by all available threads.
static void compare_layouts(check *self, const sheet *s, const char *formula, xpbd_precision precision,
                            const char *name) {
  xpbd_scene *scene = NULL;
  xpbd_solver_def one = xpbd_solver_def_default(), any = one;
  one.precision = any.precision = precision;
  one.threads = 1, any.threads = 0;
  xpbd_layout a = {0}, b = {0};
  if (check_status(self, sheet_scene(s, formula, &scene), XPBD_OK, "%s: scene", name) &&
      check_status(self, xpbd_layout_create_in_runs(scene, &one, &a), XPBD_OK, "%s: one thread", name) &&
      check_status(self, xpbd_layout_create_in_runs(scene, &any, &b), XPBD_OK, "%s: several", name)) {
    check_same(self, (uint64_t)differing(&a, &b), 0, "%s: arrays that differ", name);
    b.sets[0].offset[1][b.sets[0].padded / 2] ^= 16;
    check_control(self, differing(&a, &b) == 1, "%s: a bit of one", name);
  }
  xpbd_layout_destroy(&a), xpbd_layout_destroy(&b);
  xpbd_scene_destroy(&scene);
}

static void layouts(check *self, int shuffled) {
  for (int arity = 2; arity <= 3; arity++) {
    OWNED(sheet_free) sheet s = {0};
    const char *formula = arity == 2 ? "stretching" : "triangle_area";
    if (sheet_make(self, arity, &s) && (!shuffled || sheet_shuffle(self, &s))) {
      compare_layouts(self, &s, formula, XPBD_F32, "float");
      compare_layouts(self, &s, formula, XPBD_F64, "double");
    }
  }
}

/// Elements of a scene that differ from the sheet's triangle of that number, without the degenerate ones.
static int64_t misnumbered(const sheet *s, const xpbd_constraints *set, const bool *flat) {
  int64_t wrong = 0, kept = 0;
  for (int32_t j = 0; j < s->count; j++) {
    if (flat[j]) continue;
    wrong += kept >= set->count || !same(&set->particles[3 * kept], &s->particles[3 * j], 3 * sizeof(int32_t));
    kept++;
  }
  return wrong + (kept != set->count);
}

/// Some triangles without area have no rest shape and are left out.
static void left_out(check *self, int rows) {
  OWNED(sheet_free) sheet s = {0};
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  if (!sheet_make(self, 3, &s)) return;
  OWNED(check_free) bool *flat = calloc((size_t)s.count, sizeof *flat);
  int32_t flats = 0;
  for (int32_t j = 5; j < s.count && flat; j += 1013, flats++) {
    int32_t *p = &s.particles[3 * j];
    flat[j] = true;
    p[0] = flats % SIDE, p[1] = p[0] + SIDE, p[2] = p[0] + 2 * SIDE; /* in one column */
  }
  for (int32_t i = 0; i < s.n; i++) s.x[3 * i + 1] = 0.0;
  if (check_true(self, flat != NULL, "memory") &&
      check_status(self, sheet_scene(&s, rows == 2 ? "sbd_stretch" : "linear_triangle", &scene), XPBD_OK, "scene")) {
    const xpbd_constraints *set = xpbd_scene_set(scene, 0);
    check_same(self, (uint64_t)set->left_out, (uint64_t)(flats * rows), "left out");
    check_same(self, (uint64_t)misnumbered(&s, set, flat), 0, "triangles that are another");
    flat[0] = true;
    check_control(self, misnumbered(&s, set, flat) > 0, "one more left out");
  }
}

/// The first error is named, in whichever part it is.
static void first_wrong(check *self, int unused) {
  static const struct {
    int32_t at[2];
    const char *text;
  } cases[] = {{{200000, 260000}, "constraint 200000 refers to particle 90000 of 90000"},
               {{70000, 3}, "constraint 3 refers to particle 90000 of 90000"},
               {{268201, 268201}, "constraint 268201 refers to particle 90000 of 90000"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    OWNED(sheet_free) sheet s = {0};
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    if (!sheet_make(self, 2, &s)) return;
    for (int e = 0; e < 2; e++) s.particles[2 * cases[k].at[e] + 1] = s.n;
    check_status(self, sheet_scene(&s, "stretching", &scene), XPBD_ERR_INVALID_ARGUMENT, "case %zu", k);
    check_true(self, strstr(xpbd_last_error(), cases[k].text) != NULL, "case %zu: %s", k, xpbd_last_error());
    check_control(self, !strstr(xpbd_last_error(), cases[(k + 1) % 3].text), "case %zu: another's text", k);
  }
}

/// Particles too close for float are found in whichever part they are: the first such constraint.
static void too_close(check *self, int unused) {
  OWNED(sheet_free) sheet s = {0};
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  if (!sheet_make(self, 2, &s)) return;
  static const int32_t edges[] = {210001, 150000};
  char text[64] = "";
  for (int k = 0; k < 2; k++) {
    const int32_t *p = &s.particles[2 * edges[k]];
    for (int c = 0; c < 3; c++) s.x[3 * p[1] + c] = s.x[3 * p[0] + c] + (c == 0 ? 1e-8 : 0.0);
    snprintf(text, sizeof text, "particles %d and %d are 1e-08 m apart", (int)p[0], (int)p[1]);
  }
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq", def.precision = XPBD_F32;
  if (check_status(self, sheet_scene(&s, "stretching", &scene), XPBD_OK, "scene")) {
    for (int threads = 0; threads < 2; threads++) {
      def.threads = threads;
      check_status(self, xpbd_solver_supports(scene, &def), XPBD_ERR_UNSUPPORTED, "too close, threads %d", threads);
      check_true(self, strstr(xpbd_last_error(), text) != NULL, "threads %d: %s", threads, xpbd_last_error());
    }
    def.precision = XPBD_F64;
    check_control(self, xpbd_solver_supports(scene, &def) == XPBD_OK, "double tells them from each other");
  }
}

/* ---- the elements at a particle ---- */

static void incidence(check *self, int unused) {
  static const int32_t corner[] = {2, 0, 0, 1}, first[] = {0, 2, 3, 4}, plain[] = {0, 1, 1, 0}, slots[] = {1, 4, 5, 0};
  const int strides[] = {1, XPBD_MAX_ARITY};
  int64_t bytes = 0;
  xpbd_incidence list = {0};
  for (int k = 0; k < 2; k++) {
    if (check_status(self, xpbd_incidence_create(&bytes, 3, 4, 2, strides[k], corner, &list), XPBD_OK, "two edges")) {
      check_true(self, memcmp(list.first, first, sizeof first) == 0, "where each particle begins");
      check_true(self, memcmp(list.of, k == 0 ? plain : slots, sizeof plain) == 0, "stride %d", strides[k]);
      check_control(self, memcmp(list.of, k == 0 ? slots : plain, sizeof plain) != 0, "the other kind of number");
    }
    free(list.first), free(list.of);
  }
  /* Refused before anything is read or allocated: one element more than corner numbers allow. */
  bytes = 0;
  const int64_t most = INT32_MAX / XPBD_MAX_ARITY;
  check_status(self, xpbd_incidence_create(&bytes, 3, 2 * (most + 1), 2, XPBD_MAX_ARITY, NULL, &list),
               XPBD_ERR_OUT_OF_MEMORY, "too many elements");
  check_same(self, (uint64_t)bytes, 0, "bytes taken for them");
}

/* The copies of a padded constraint: their particles, and the largest record for which 15 of them keep 32-bit
 * offsets. */
static void split(check *self, int unused) {
  enum { PADDED = 5, MOST = 286331153 }; /* 15 * MOST is UINT32_MAX */
  static const double x[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, w[3] = {1, 1, 1};
  static const int32_t corners[3] = {0, 1, 2}, padded[1] = {PADDED};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 3, def.positions = x, def.inverse_masses = w;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "triangle_area", set.count = 1, set.particles = corners;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  xpbd_split_topology copies = {0};
  int64_t bytes = 0;
  if (check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "a scene") &&
      check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "a triangle")) {
    if (check_status(self, xpbd_split_build(scene, padded, MOST, false, &bytes, &copies), XPBD_OK,
                     "the largest record")) {
      int wrong = 0;
      for (int k = 0; k < 3 * PADDED; k++) wrong += copies.of[k] != (k % PADDED == 0 ? k / PADDED : 3);
      for (int i = 0; i < 3; i++) wrong += copies.first[i] != i || copies.copies[i] != i * PADDED;
      check_same(self, (uint64_t)wrong, 0, "copies that are another's");
      check_true(self, copies.count == 15 && copies.first[3] == 3 && copies.place[0] == 0 && copies.place[1] == 15,
                 "copies, with those of padding");
      check_same(self, (uint64_t)bytes, 16 * 4 + 16 * 4 + 5 * 4, "bytes taken for them");
      check_control(self, copies.of[1] != copies.of[0], "padding is nobody's copy");
    }
    xpbd_split_destroy(&copies);
    check_true(self, copies.count == 0 && !copies.place && !copies.of && !copies.first && !copies.copies,
               "nothing is left of them");
    check_status(self, xpbd_split_build(scene, padded, MOST + 1, false, &bytes, &copies), XPBD_ERR_UNSUPPORTED,
                 "a larger");
    check_said(self, "15 copies of particles are more than 32-bit offsets can address", "a larger");
    xpbd_split_destroy(&copies);
  }
}

/* Copies in runs: the lanes l, l + 4, l + 8 and l + 12 of a block follow each other. */
static void split_runs(check *self, int unused) {
  int wrong = 0, as_listed = 0;
  for (int32_t j = 0; j < 3 * XPBD_PADDING; j++) {
    const int32_t first = xpbd_split_at(true, j - j % XPBD_PADDING + j % XPBD_RUN_LENGTH), l = j % XPBD_PADDING;
    wrong += xpbd_split_at(true, j) != first + l / XPBD_RUN_LENGTH;
    wrong += xpbd_split_at(true, j) / XPBD_PADDING != j / XPBD_PADDING;
    as_listed += xpbd_split_at(true, j) == j;
  }
  check_same(self, (uint64_t)wrong, 0, "copies that are not in the runs of their block");
  check_control(self, as_listed < 3 * XPBD_PADDING, "runs are another order");
}

void check_group_parts(check_registry *registry) {
  check_add(registry, "items", "every item once, also where no thread can be started", every_item, 0);
  check_add(registry, "how_many", "no more threads than asked for, than processors, than are worth it", how_many, 0);
  check_add(registry, "zeroed", "memory that is to be 0 is, whatever was there", zeroed, 0);
  check_add(registry, "zeroed_items", "of no items one is there, and it is 0", zeroed_items, 0);
  check_add(registry, "zeroed_where_locked", "the same where the system will not take pages back", zeroed_where_locked,
            0);
  check_add(registry, "layouts", "one thread or several: the same arrays", layouts, 0);
  check_add(registry, "layouts_shuffled", "the same of shuffled sheets", layouts, 1);
  check_add(registry, "left_out", "elements without a shape are left out, the others keep their order", left_out, 1);
  check_add(registry, "left_out_rows", "the same of elements of two rows", left_out, 2);
  check_add(registry, "first_wrong", "the first wrong constraint is the one that is named", first_wrong, 0);
  check_add(registry, "incidence", "elements of each particle, ascending, with their slots where these are wanted",
            incidence, 0);
  check_add(registry, "split", "copies of particles, as many as can be addressed", split, 0);
  check_add(registry, "split_runs", "copies of particles in the order of registers", split_runs, 0);
  check_add(registry, "too_close", "particles too close for the precision, the first of them", too_close, 0);
}
