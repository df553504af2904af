/* Why this file exists: gives each array of a formula memory of its own between pages that cannot be used. The first
 * access outside an array then stops the call, and the address tells which array and index it was. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "measure/bounds.h"

#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/aside.h"
#include "formula/fields.h"

enum { GUARD = 16 << 20 }; /* [bytes] on each side of an array */

typedef enum array { OF_X, OF_REST, OF_MATERIAL, OF_G, ARRAYS } array;

static const char *const array_names[ARRAYS] = {"x", "rest", "material", "g"};
static const char *const array_counts[ARRAYS][2] = {
    {"particle", "particles"},
    {"number of the rest shape", "numbers of the rest shape"},
    {"number of the material", "numbers of the material"},
    {"particle", "particles"},
};

/* The memory: for each array a guard, a page, a guard. */
static struct {
  unsigned char *base;
  size_t page;
} arena;

/* Where the call that runs is left when it accesses the arena. */
static struct {
  sigjmp_buf back;
  volatile sig_atomic_t armed;
  void *volatile address;
  struct sigaction before[2]; /* of SIGSEGV and SIGBUS */
  int watchers;
} fault;

/* What xpbd_bounds_guard() has set. */
static struct {
  const xpbd_formula *formula;
  uint64_t (*mark)(void);
  void (*broken)(const xpbd_bounds *bounds);
} held;

/* One call: XPBD_REST, or the value in a precision. The arrays have the numbers of that precision. */
typedef struct call {
  const xpbd_formula *formula;
  int scalar;
  bool rest_shape; /* row, and rest [] is written */
  int row;
  void *array[ARRAYS];
  double _Complex c; /* Out */
} call;

/* ---- memory ---- */

static size_t zone_size(void) {
  return 2 * (size_t)GUARD + arena.page;
}

static unsigned char *room_of(int which) {
  return arena.base + (size_t)which * zone_size() + GUARD;
}

static bool has_arena(void) {
  if (arena.base) return true;
  arena.page = (size_t)sysconf(_SC_PAGESIZE);
  void *memory = mmap(NULL, ARRAYS * zone_size(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  arena.base = memory;
  for (int which = 0; which < ARRAYS; which++)
    if (mprotect(room_of(which), arena.page, PROT_READ | PROT_WRITE) != 0) return false;
  return true;
}

/* Numbers of an array of the formula, and of one index of it. */
static int length_of(const xpbd_formula *formula, int which) {
  const xpbd_formula_info *info = &formula->info;
  return which == OF_REST ? info->rest_count : which == OF_MATERIAL ? info->material_count : 3 * info->arity;
}

static int stride_of(int which) {
  return which == OF_X || which == OF_G ? 3 : 1;
}

static size_t bytes_of(const call *k, int which) {
  return (size_t)length_of(k->formula, which) * (size_t)(k->scalar / 8);
}

/* ---- the call ---- */

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  const uintptr_t address = (uintptr_t)info->si_addr, base = (uintptr_t)arena.base;
  const bool ours = info->si_code > 0 && address >= base && address - base < ARRAYS * zone_size();
  if (fault.armed && ours) {
    fault.armed = 0;
    fault.address = info->si_addr;
    sigset_t mine; /* a sanitizer holds every signal while a handler runs */
    sigemptyset(&mine), sigaddset(&mine, SIGSEGV), sigaddset(&mine, SIGBUS);
    sigprocmask(SIG_UNBLOCK, &mine, NULL);
    siglongjmp(fault.back, 1);
  }
  sigaction(number, &fault.before[number == SIGBUS], NULL);
  if (info->si_code <= 0) raise(number); /* it was sent and does not come again */
}

static void watch(bool begin) {
  fault.watchers += begin ? 1 : -1;
  if (fault.watchers != begin) return; /* xpbd_bounds_guard() watches already */
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSEGV, begin ? &action : &fault.before[0], begin ? &fault.before[0] : NULL);
  sigaction(SIGBUS, begin ? &action : &fault.before[1], begin ? &fault.before[1] : NULL);
}

/* What evaluate() works on. The stack of foreign code has no address of the caller's. */
static call *running;
static unsigned char *running_at[ARRAYS];

static void evaluate(void) {
  void *x = running_at[OF_X], *rest = running_at[OF_REST], *material = running_at[OF_MATERIAL], *g = running_at[OF_G];
  const xpbd_formula *formula = running->formula;
  if (running->rest_shape)
    formula->rest_f64(x, running->row, rest);
  else if (running->scalar == 32)
    running->c = formula->f32(x, rest, material, g);
  else if (running->scalar == 64)
    running->c = formula->f64(x, rest, material, g);
  else
    running->c = formula->c64(x, rest, material, g);
}

/* NULL, or the address at which the call was stopped. */
static void *attempt(call *k, unsigned char *const at[ARRAYS]) {
  fault.address = NULL;
  running = k;
  memcpy(running_at, at, sizeof running_at);
  if (sigsetjmp(fault.back, 0) == 0) {
    fault.armed = 1;
    xpbd_aside(evaluate);
    fault.armed = 0;
  }
  return fault.address;
}

/* Everything in the arena for reading alone, or as it was. */
static void lock(bool readable) {
  for (int which = 0; which < ARRAYS; which++) {
    mprotect(room_of(which) - GUARD, GUARD, readable ? PROT_READ : PROT_NONE);
    mprotect(room_of(which) + arena.page, GUARD, readable ? PROT_READ : PROT_NONE);
  }
}

static void lock_inputs(const call *k, bool locked) {
  for (int which = 0; which < OF_G; which++)
    if (!k->rest_shape || which != OF_REST)
      mprotect(room_of(which), arena.page, locked ? PROT_READ : PROT_READ | PROT_WRITE);
}

/* ---- what was found ---- */

/* The index of a number outside an array. x[-1] is the three numbers before it. */
static int index_of(int which, long i) {
  const long stride = stride_of(which);
  return (int)(i < 0 ? -((stride - 1 - i) / stride) : i / stride);
}

static void describe(const call *k, int which, long number, bool writes, xpbd_bounds *out) {
  const int length = length_of(k->formula, which), index = index_of(which, number), count = length / stride_of(which);
  const char *who = k->rest_shape ? "XPBD_REST" : "it";
  if (number >= 0 && number < length)
    snprintf(out->text, sizeof out->text, "%s writes into %s[%d], which it may only read", who, array_names[which],
             index);
  else
    snprintf(out->text, sizeof out->text, "%s %s %s[%d], but the entry announces %d %s", who,
             writes ? "writes to" : "reads", array_names[which], index, count, array_counts[which][count != 1]);
  out->particle = stride_of(which) == 3 ? index : -1;
}

/* A call that stops at the same address when the guards can be read has written there. */
static void explain(call *k, unsigned char *const at[ARRAYS], unsigned char *address, xpbd_bounds *out) {
  const int which = (int)((size_t)(address - arena.base) / zone_size());
  const long width = k->scalar / 8, offset = address - at[which];
  const long number = offset < 0 ? -((width - 1 - offset) / width) : offset / width;
  lock(true);
  const bool writes = attempt(k, at) == address;
  lock(false);
  describe(k, which, number, writes, out);
}

/* One call with its arrays at the beginning or at the end of their pages. True if it used more than these. `strict`:
 * even a write that changes nothing is found. */
static bool run(call *k, bool at_end, bool strict, xpbd_bounds *out) {
  unsigned char *at[ARRAYS];
  *out = (xpbd_bounds){.text = "there is no memory for its arrays", .particle = -1};
  if (!has_arena()) return true;
  for (int which = 0; which < ARRAYS; which++) {
    at[which] = room_of(which) + (at_end ? arena.page - bytes_of(k, which) : 0);
    if (k->array[which]) memcpy(at[which], k->array[which], bytes_of(k, which));
  }
  if (strict) lock_inputs(k, true);
  unsigned char *address = attempt(k, at);
  if (address) explain(k, at, address, out);
  if (strict) lock_inputs(k, false);
  if (address) return true;
  for (int which = 0; which < ARRAYS; which++) {
    const bool output = which == (k->rest_shape ? OF_REST : OF_G);
    if (!k->array[which]) continue;
    if (output) memcpy(k->array[which], at[which], bytes_of(k, which));
    for (size_t b = 0; !output && b < bytes_of(k, which); b++)
      if (at[which][b] != ((unsigned char *)k->array[which])[b]) {
        describe(k, which, (long)b / (k->scalar / 8), true, out);
        return true;
      }
  }
  return false;
}

/* ---- a formula whose every call is guarded ---- */

static void guarded(call *k) {
  const uint64_t before = held.mark();
  xpbd_bounds bounds;
  k->formula = held.formula;
  bool broken = run(k, true, false, &bounds);
  if (!broken && held.mark() != before) {
    broken = true;
    bounds = (xpbd_bounds){.text = "it writes into memory of this program, outside its arrays", .particle = -1};
  }
  if (broken) held.broken(&bounds);
}

#define GUARDED(real, suffix, bits, taken)                                                                             \
  static real guarded_##suffix(const xpbd_vec3_##suffix *x, const real *rest, const real *material,                    \
                               xpbd_vec3_##suffix *g) {                                                                \
    call k = {.scalar = bits,                                                                                          \
              .array = {(void *)(uintptr_t)x, (void *)(uintptr_t)rest, (void *)(uintptr_t)material, g}};               \
    guarded(&k);                                                                                                       \
    return taken;                                                                                                      \
  }
GUARDED(float, f32, 32, (float)creal(k.c))
GUARDED(double, f64, 64, creal(k.c))
GUARDED(double _Complex, c64, 128, k.c)

static void guarded_rest(const xpbd_vec3_f64 *x, int row, double *rest) {
  call k = {.scalar = 64, .rest_shape = true, .row = row, .array = {(void *)(uintptr_t)x, rest, NULL, NULL}};
  guarded(&k);
}

void xpbd_bounds_guard(const xpbd_formula *formula, uint64_t (*mark)(void), void (*broken)(const xpbd_bounds *bounds),
                       xpbd_formula *out) {
  held.formula = formula, held.mark = mark, held.broken = broken;
  *out = *formula;
  out->f32 = guarded_f32, out->f64 = guarded_f64, out->c64 = guarded_c64, out->rest_f64 = guarded_rest;
  watch(true);
}

/* ---- one shape ---- */

static const xpbd_formula *bare(const xpbd_formula *formula) {
  return formula->f64 == guarded_f64 ? held.formula : formula;
}

static void convert(int scalar, const double *from, int count, void *to) {
  for (int i = 0; i < count; i++) {
    if (scalar == 32) ((float *)to)[i] = (float)from[i];
    if (scalar == 64) ((double *)to)[i] = from[i];
    if (scalar == 128) ((double _Complex *)to)[i] = from[i];
  }
}

bool xpbd_bounds_broken(const xpbd_formula *formula, int scalar, const xpbd_vec3_f64 *x, const double *rest,
                        const double *material, xpbd_bounds *out) {
  double _Complex numbers[ARRAYS][3 * XPBD_MAX_ARITY] = {{0}};
  _Static_assert(XPBD_MAX_REST <= 3 * XPBD_MAX_ARITY && XPBD_MAX_MATERIAL <= 3 * XPBD_MAX_ARITY, "the room for them");
  call k = {.formula = bare(formula), .scalar = scalar, .array = {numbers[0], numbers[1], numbers[2], numbers[3]}};
  convert(scalar, (const double *)(const void *)x, length_of(formula, OF_X), numbers[OF_X]);
  convert(scalar, rest, length_of(formula, OF_REST), numbers[OF_REST]);
  convert(scalar, material, length_of(formula, OF_MATERIAL), numbers[OF_MATERIAL]);
  watch(true);
  const bool broken = run(&k, true, true, out) || run(&k, false, true, out);
  watch(false);
  return broken;
}

/* XPBD_REST gets x as xpbd_rest_shape() turns it. This formula keeps that. */
static xpbd_vec3_f64 turned[XPBD_MAX_ARITY];
static const xpbd_formula *turning;
static void take_turned(const xpbd_vec3_f64 *x, int row, double *rest) {
  (void)row, (void)rest;
  memcpy(turned, x, (size_t)turning->info.arity * sizeof *x);
}

bool xpbd_bounds_rest_broken(const xpbd_formula *formula, const xpbd_vec3_f64 *x, int row, int *unset,
                             xpbd_bounds *out) {
  static const double before[2] = {0.8125, -1.75};
  double rest[2][3 * XPBD_MAX_ARITY];
  xpbd_formula copy = *formula;
  *unset = -1;
  turning = formula, copy.rest_f64 = take_turned;
  xpbd_rest_shape(&copy, x, NULL, row, rest[0]);
  bool broken = false;
  watch(true);
  for (int end = 0; end < 2 && !broken; end++) {
    for (int i = 0; i < 3 * XPBD_MAX_ARITY; i++) rest[end][i] = before[end];
    xpbd_fields_standard(&formula->info, rest[end]); /* equal at both ends: a field need not be set */
    call k = {.formula = bare(formula), .scalar = 64, .rest_shape = true, .row = row, .array = {turned, rest[end]}};
    broken = run(&k, end == 1, true, out);
  }
  watch(false);
  for (int i = 0; i < formula->info.rest_count && *unset < 0 && !broken; i++)
    if (rest[0][i] == before[0] && rest[1][i] == before[1]) *unset = i;
  return broken;
}
