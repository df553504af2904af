/* Why this file exists: the cuda backend must return what it took however a run ends, on the device and on the host,
 * where no sanitizer covers it. An error of one call must not appear in the next. */
#define _GNU_SOURCE
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#define TOLD __GLIBC_PREREQ(2, 33)
#else
#define TOLD 0
#endif

#include "runs.h"

/* A solver that is destroyed while its frames are queued. */
int queued(void) {
  int good = hang(9, "stretching");
  for (int k = 0; good && k < CUDA_STRATEGIES; k++) {
    const xpbd_solver_def def = by(strategies[k], 1);
    xpbd_solver *solver = NULL;
    good = xpbd_solver_create(scene(), &def, &solver) == XPBD_OK && xpbd_solver_step(solver, 3) == XPBD_OK &&
           xpbd_emulated_left() > 0; /* the control: what exists is counted */
    xpbd_solver_destroy(&solver);
    good = good && xpbd_emulated_left() == 0;
    printf("%s: %s\n", def.strategy, good ? "gone" : xpbd_last_error());
  }
  return good;
}

/* ---- errors on the way ---- */

/* Methods without an embedded energy read zeroes. A reported failure does not appear again in the next call. */
int read_back(void) {
  enum { NUMBERS = 3 * 81 };
  const xpbd_solver_def def = by("plain", 1);
  xpbd_solver *solver = NULL;
  double field[NUMBERS + 1];
  uint64_t hash = 0;
  int good = hang(9, "stretching");
  const uint64_t expected = of_seq(&def, 2);
  for (int k = 0; k <= NUMBERS; k++) field[k] = NAN;
  good = good && xpbd_solver_create(scene(), &def, &solver) == XPBD_OK && xpbd_solver_step(solver, 1) == XPBD_OK &&
         xpbd_solver_read(solver, XPBD_EMBEDDED, field) == XPBD_OK;
  for (int k = 0; k < NUMBERS; k++) good = good && field[k] == 0.0;
  good = good && isnan(field[NUMBERS]);
  put("XPBD_EMULATED_NO_PINNED", "1");
  good = good && xpbd_solver_read(solver, XPBD_POSITIONS, field) == XPBD_ERR_OUT_OF_MEMORY;
  put("XPBD_EMULATED_NO_PINNED", NULL);
  good = good && xpbd_solver_step(solver, 1) == XPBD_OK && xpbd_solver_hash(solver, &hash) == XPBD_OK;
  printf("%016llx, seq %016llx: %s\n", (unsigned long long)hash, (unsigned long long)expected,
         good ? "" : xpbd_last_error());
  xpbd_solver_destroy(&solver);
  return good && hash == expected;
}

/* A time step of several graphs, of which the driver refuses the second. All are recorded again, without overlap. */
int refused_graph(void) {
  xpbd_solver_def def = by("graph", 1);
  xpbd_counters counters;
  def.iterations = 800;
  int good = hang(3, "stretching");
  put("XPBD_EMULATED_NO_GRAPH", "2");
  good = good && same(&def, 1, &counters);
  put("XPBD_EMULATED_NO_GRAPH", NULL);
  return good;
}

/* New memory full of zeroes, a number that tiles also post. */
int stale(void) {
  xpbd_counters counters;
  int good = hang(9, "stretching");
  put("XPBD_EMULATED_FILL", "0");
  for (int k = 0; good && k < CUDA_STRATEGIES; k++)
    for (int32_t batch = 1; good && batch < 3; batch++) {
      const xpbd_solver_def def = by(strategies[k], batch);
      good = same(&def, 2, &counters);
    }
  put("XPBD_EMULATED_FILL", NULL);
  return good;
}

/* ---- what is returned ---- */

/* Bytes in use on the host; 0 if the allocator does not tell. */
static double in_use(void) {
#if TOLD
  const struct mallinfo2 now = mallinfo2();
  return (double)now.uordblks + (double)now.hblkhd;
#else
  return 0.0;
#endif
}

static int ends_clean(const xpbd_solver_def *def, xpbd_status expected) {
  xpbd_counters counters;
  uint64_t hash;
  const xpbd_status status = run(def, 2, &hash, &counters);
  const long left = xpbd_emulated_left();
  if (status != expected || left != 0)
    printf("%s: %s, %ld are left: %s\n", def->strategy, xpbd_status_name(status), left, xpbd_last_error());
  return status == expected && left == 0;
}

/* Every strategy, every kind of table, and runs that fail before they begin. */
static int all_kinds(void) {
  static const struct {
    const char *name, *constraint;
    int32_t resolution;
  } kinds[] = {{"flag", "stretching", 5},
               {"cloth_on_sphere", "stretching", 5},
               {"torus_stretched", "stretching", 6},
               {"blob", "closed_volume", 3}};
  static const struct {
    const char *variable, *value, *strategy;
    xpbd_status status;
  } failures[] = {{"XPBD_EMULATED_BYTES", "20000", "graph", XPBD_ERR_OUT_OF_MEMORY},
                  {"XPBD_EMULATED_NO_PINNED", "1", "graph", XPBD_ERR_OUT_OF_MEMORY},
                  {"XPBD_EMULATED_NO_CLUSTER", "1", "cluster", XPBD_ERR_UNSUPPORTED},
                  {"XPBD_EMULATED_BLOCKS", "0", "resident", XPBD_ERR_UNSUPPORTED},
                  {"XPBD_EMULATED_NO_OVERLAP", "1", "graph", XPBD_OK}};
  int good = hang(9, "stretching");
  for (int k = 0; good && k < 2 * CUDA_STRATEGIES; k++) {
    xpbd_solver_def def = by(strategies[k / 2], 2);
    def.precision = k % 2 ? XPBD_F64 : XPBD_F32;
    good = ends_clean(&def, XPBD_OK);
  }
  for (size_t k = 0; good && k < sizeof failures / sizeof *failures; k++) {
    const xpbd_solver_def def = by(failures[k].strategy, 1);
    put(failures[k].variable, failures[k].value);
    good = ends_clean(&def, failures[k].status);
    put(failures[k].variable, NULL);
  }
  for (size_t k = 0; good && k < sizeof kinds / sizeof *kinds; k++) {
    const xpbd_solver_def graph = by("graph", 1), block = by("block", 1);
    good = hang_in(kinds[k].name, kinds[k].resolution, kinds[k].constraint, 0.0) && ends_clean(&graph, XPBD_OK) &&
           ends_clean(&block, XPBD_OK);
  }
  return good;
}

static int keeps_some(void) {
  static void *kept[8];
  static int count;
  kept[count] = malloc(5000); /* more than an allocator keeps in reserve */
  return kept[count++] != NULL;
}

/* Whether, after some turn, the host uses no more memory than before it. Memory kept between runs soon stops growing. A
 * leak grows each time. */
static int is_steady(int (*turn)(void)) {
  double before = 0.0;
  for (int k = 0; k < 6; k++) {
    if (!turn()) return 0;
    const double now = in_use();
    printf("turn %d: %.0f bytes in use\n", k, now);
    if (k > 1 && now <= before) return 1;
    before = now;
  }
  return 0;
}

int given_back(void) {
  const bool told = in_use() > 0.0;
  return is_steady(all_kinds) && (!told || !is_steady(keeps_some));
}
