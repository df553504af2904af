/* Why this file exists: the roles of axes and the budgets of a benchmark decide what is measured, in which order, and
 * what is left out when time is short. They are seldom visible. Here they are written down a second time,
 * independently. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases/cases.h"
#include "cases_checks.h"
#include "subject/named_scene.h"
#include "cases/solver_case.h"
#include "xpbd/xpbd.h"

enum { LONG = 512 };

/* The whole, and the roles of each axis: n always in the name, b blocks, s side by side, c cost of its own. Texts may
 * be: k known, u usable here, r run only if named, a accepting others, l a list in words. tests/golden/lists/bench has
 * defaults, ranges and sweeps. */
static const char *const expected[BENCH_CASES][2] = {
    {"answers of projections, standard; episodes of 0 and 0, 60 s and 15 s; reference summary",
     "workload nbc k, tolerance nb k, candidate -, backend nsc kur, method cm k, precision cm k, substeps m, "
     "iterations m, "
     "threads -, strategy c k, device -"},
    {"cloth of projections, standard; episodes of 0 and 0, 0 s and 0 s; idle has reference",
     "size nb, iterations n, backend nsc kur, constraint nc kl, mesh c kal, numbering c k, precision c k, order c k, "
     "threads -, lanes -"},
    {"projection of projections; episodes of 2000000 and 400000, 280 s and 55 s; has reference",
     "size b, iterations -, constraint nbc kl, mesh c kal, backend nsc kur, precision c k, order nc k, threads -, "
     "lanes nc"},
    {"gpu of projections; episodes of 0 and 0, 0 s and 0 s; idle has reference",
     "size nb, iterations n, backend nsc kur, constraint nc kl, mesh c kal, strategy nsc k, batch n, readback n k, "
     "precision c k, device -"},
    {"papers of projections; episodes of 1000000 and 1000, 280 s and 55 s; reference",
     "row nbc ku, backend nsc kur, order nc k, precision c k, threads -, lanes -"},
    {"scenes of projections; episodes of 4000000 and 200000, 400 s and 55 s; idle more reference series",
     "scene nbc k, method nc k, constraint c kal, substeps -, iterations -, size b, backend nsc kur, precision c k, "
     "order c k, threads -, lanes -"},
    {"preservation of projections; episodes of 2000000 and 200000, 900 s and 55 s; more reference series summary",
     "scene nbc k, constraint nc kal, substeps -, iterations -, size b, backend sc kur, precision c k, order c k, "
     "threads -, lanes -"},
    {"accuracy of projections; episodes of 2000000 and 200000, 200 s and 55 s; more reference series summary",
     "scene nbc k, constraint nc kal, method nc k, substeps -, iterations -, size b, backend sc kur, precision nc k, "
     "order c k, threads -, lanes -"},
};

/// The first of its additional axes, one for each number of a method.
static const char numbers[] =
    "omega -, chebyshev - kal, stiffness -, theta - kal, gauss_newton - kal, newton_tolerance - kal, "
    "contact_stiffness - kal, friction_speed - kal, avbd_alpha - kal, avbd_beta - kal, avbd_gamma - kal, "
    "avbd_start - kal, multigrid_levels - kal, multigrid_sweeps - kal, strategy c k";

/// The roles of these axes.
static void write_axes(const bench_axis *axes, int count, char out[LONG]) {
  size_t end = 0;
  for (int i = 0; i < count; i++) {
    const bench_axis *axis = &axes[i];
    const bool none = !axis->in_name && !axis->block && !axis->beside && !axis->cost && !axis->race;
    end += (size_t)snprintf(out + end, LONG - end, "%s%s %s%s%s%s%s%s", i > 0 ? ", " : "", axis->name, none ? "-" : "",
                            axis->in_name ? "n" : "", axis->block ? "b" : "", axis->beside ? "s" : "",
                            axis->cost ? "c" : "", axis->race ? "m" : "");
    if (axis->text)
      end += (size_t)snprintf(out + end, LONG - end, " %s%s%s%s%s", axis->known ? "k" : "", axis->usable ? "u" : "",
                              axis->spared ? "r" : "", axis->accepts ? "a" : "", axis->listed ? "l" : "");
  }
}

/// How many of the two differ.
static int other_lines(const bench_case *one, const char *const lines[2], char is[2][LONG]) {
  snprintf(is[0], LONG, "%s of %s%s; episodes of %lld and %lld, %g s and %g s;%s%s%s%s%s%s", one->name, one->unit,
           one->standard ? ", standard" : "", (long long)one->episode_work, (long long)one->episode_work_quick,
           one->total_budget, one->total_budget_quick, one->idle_axis ? " idle" : "", one->has_axis ? " has" : "",
           one->more_axes ? " more" : "", one->reference ? " reference" : "",
           one->series && one->series_frames ? " series" : "", one->summary ? " summary" : "");
  write_axes(one->axes, one->axis_count, is[1]);
  return (strcmp(is[0], lines[0]) != 0) + (strcmp(is[1], lines[1]) != 0);
}

static void made_of(check *self, int argument) {
  char is[2][LONG];
  const bench_case *one = bench_cases[argument];
  check_true(self, other_lines(one, expected[argument], is) == 0, "it is '%s', '%s'", is[0], is[1]);
  bench_axis axes[BENCH_MAX_AXES];
  bench_case spoilt = *one;
  memcpy(axes, one->axes, (size_t)one->axis_count * sizeof *axes);
  axes[1].cost = !axes[1].cost;
  spoilt.axes = axes;
  spoilt.episode_work_quick++;
  check_control(self, other_lines(&spoilt, expected[argument], is) == 2, "a cost and an episode");
}

static void numbers_of_methods(check *self, int argument) {
  bench_axis axes[BENCH_MAX_AXES];
  char is[LONG];
  const int count = bench_cases[5]->more_axes(axes, BENCH_MAX_AXES);
  enum { LISTED = 15 };
  write_axes(axes, count < LISTED ? count : LISTED, is);
  check_true(self, strcmp(is, numbers) == 0, "the axes are '%s', not '%s'", is, numbers);
  check_control(self, count > LISTED && strcmp(axes[LISTED].name, axes[LISTED - 1].name) != 0,
                "the parameters of scenes follow");
}

/// Fills the stack before a call, so that no variable is zero by luck.
__attribute__((noinline)) static void spoil_stack(void) {
  volatile char rubbish[8192];
  for (size_t i = 0; i < sizeof rubbish; i++) rubbish[i] = 'x';
}

/* The keys that tell points apart, and their costs. Points with the same key must end in the same state. */
static const struct {
  const bench_case *const *owner;
  const char *axes[10], *key;
  int64_t work; ///< Constraints x iterations x time steps x copies.
} points[] = {
    {&bench_cases[1],
     {"size=11", "backend=seq", "constraint=stvk", "iterations=3"},
     "cloth 11 stvk group f32 1x3 xpbd",
     960},
    {&bench_cases[1],
     {"size=11", "backend=seq", "constraint=stvk", "iterations=3", "precision=f64", "order=mesh", "numbering=shuffled",
      "mesh=irregular"},
     "shuffled irregular 11 stvk mesh f64 1x3 xpbd",
     960},
    {&bench_cases[1],
     {"size=11", "backend=loop", "constraint=stvk", "iterations=3"},
     "loop cloth 11 stvk mesh f32 1x3 xpbd",
     960},
    {&bench_cases[1],
     {"size=11", "backend=omp", "constraint=tet_volume", "iterations=2"},
     "sphere 11 tet_volume group f32 1x2 xpbd",
     256},
    {&bench_cases[3],
     {"size=11", "backend=cuda", "batch=3", "iterations=3"},
     "cloth 11 stretching group f32 1x3 xpbd",
     2880},
    {&bench_cases[3],
     {"size=11", "backend=opencl", "device=2", "iterations=3"},
     "cloth 11 stretching group f32 1x3 xpbd",
     960},
    {&bench_cases[4],
     {"row=energy_cloth_anisotropic_energy", "backend=seq", "order=group"},
     "papers energy_cloth_anisotropic_energy group f32 1x20 energy",
     16000},
    {&bench_cases[5],
     {"scene=cloth", "size=5", "backend=seq", "method=pbd", "stiffness=90", "iterations=3", "substeps=2",
      "constraint=stretching"},
     "cloth 5 stretching 0000000000000000 group auto 2x3 pbd pbd_stiffness=0.9",
     336},
    {&bench_cases[5],
     {"scene=cloth", "size=5", "backend=seq", "method=jacobi", "omega=150", "iterations=3", "constraint=stretching"},
     "cloth 5 stretching 0000000000000000 group auto 1x3 jacobi omega=1.5",
     168},
    {&bench_cases[1],
     {"size=4", "backend=seq", "constraint=stvk", "iterations=3", "mesh=star"},
     "star 4 stvk group f32 1x3 xpbd",
     96},
};

static void keys(check *self, int argument) {
  char key[BENCH_TEXT];
  unsetenv("XPBD_OPENCL_INEXACT");
  for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
    OWNED(bench_plan_destroy) bench_plan plan = {0};
    const bench_point point = case_point(self, *points[k].owner, points[k].axes, &plan);
    spoil_stack();
    solver_point_key(&point, key, sizeof key);
    char *hash = strstr(points[k].key, "0000000000000000") ? strstr(key, " group") : NULL;
    if (hash) memset(hash - 16, '0', 16); /* the scene's own parameters */
    check_true(self, strcmp(key, points[k].key) == 0, "the key is '%s', not '%s'", key, points[k].key);
    check_same(self, (uint64_t)solver_case_work(&point), (uint64_t)points[k].work, "work of %s", points[k].key);
  }
  // A device that may be inexact shares no state, not even with another inexact one.
  setenv("XPBD_OPENCL_INEXACT", "1", 1);
  for (int k = 4; k < 6; k++) {
    OWNED(bench_plan_destroy) bench_plan plan = {0};
    const bench_point point = case_point(self, *points[k].owner, points[k].axes, &plan);
    solver_point_key(&point, key, sizeof key);
    const char *own = k == 5 ? "opencl 2 cloth 11 stretching group f32 1x3 xpbd" : points[k].key;
    check_true(self, strcmp(key, own) == 0, "inexact: the key is '%s', not '%s'", key, own);
    check_control(self, k == 4 || strcmp(key, points[k].key) != 0, "the key of exact devices");
  }
  unsetenv("XPBD_OPENCL_INEXACT");
}

/* Axes that a point does not depend on, values that are too expensive in standard plans, and axes without meaning
 * there. */
static const struct {
  const bench_case *const *owner;
  const char *axes[6], *idle, *without;
} left_out[] = {
    {&bench_cases[1], {"backend=loop", "size=321", "iterations=20"}, "", "order threads lanes"},
    {&bench_cases[1], {"backend=loop", "size=322", "iterations=20"}, "backend", "order threads lanes"},
    {&bench_cases[1], {"backend=loop", "size=161", "iterations=20", "constraint=morse"}, "", "order threads lanes"},
    {&bench_cases[1],
     {"backend=loop", "size=162", "iterations=20", "constraint=morse"},
     "backend",
     "order threads lanes"},
    {&bench_cases[1], {"backend=loop", "size=41", "iterations=21"}, "backend", "order threads lanes"},
    {&bench_cases[1], {"backend=seq", "size=322", "iterations=21"}, "", ""},
    {&bench_cases[1], {"backend=seq", "size=641", "iterations=20"}, "", ""},
    {&bench_cases[1], {"backend=omp", "size=642", "iterations=20"}, "size", ""},
    {&bench_cases[1], {"backend=cuda", "size=1281", "iterations=20"}, "", ""},
    {&bench_cases[3], {"backend=cuda", "strategy=auto"}, "", ""},
    {&bench_cases[3], {"backend=cuda", "strategy=plain"}, "", ""},
    {&bench_cases[3], {"backend=cuda", "strategy=cluster"}, "", ""},
    {&bench_cases[3], {"backend=cuda", "strategy=resident"}, "", ""},
    {&bench_cases[3], {"backend=opencl", "strategy=auto"}, "", ""},
    {&bench_cases[3], {"backend=opencl", "strategy=plain"}, "", ""},
    {&bench_cases[3], {"backend=opencl", "strategy=cluster"}, "strategy", ""},
    {&bench_cases[3], {"backend=opencl", "strategy=resident"}, "", ""},
    {&bench_cases[5], {"scene=cloth", "size=5", "backend=omp", "method=xpbd"}, "", ""},
    {&bench_cases[5], {"scene=cloth", "size=5", "backend=seq", "method=verlet-7"}, "", ""},
    {&bench_cases[5], {"scene=cloth", "size=5", "backend=omp", "method=verlet-7"}, "", ""},
    {&bench_cases[5], {"scene=cloth", "size=5", "backend=omp", "method=newton"}, "backend", ""},
    {&bench_cases[5], {"scene=cloth", "size=5", "backend=seq", "method=pbd", "omega=99"}, "omega", ""},
    {&bench_cases[5], {"scene=cloth", "size=5", "backend=seq", "method=jacobi", "omega=99"}, "", ""},
    {&bench_cases[5], {"scene=cloth", "size=5", "backend=seq", "method=xpbd", "stiffness=99"}, "stiffness", ""},
    {&bench_cases[5], {"scene=cloth", "size=5", "backend=seq", "method=pbd-scaled", "stiffness=99"}, "", ""},
};

static void idle(check *self, int argument) {
  int named = 0;
  for (size_t k = 0; k < sizeof left_out / sizeof *left_out; k++) {
    const bench_case *owner = *left_out[k].owner;
    char without[BENCH_TEXT] = "";
    OWNED(bench_plan_destroy) bench_plan plan = {0};
    const bench_point point = case_point(self, owner, left_out[k].axes, &plan);
    const char *axis = owner->idle_axis(&point);
    check_true(self, strcmp(axis ? axis : "", left_out[k].idle) == 0, "%zu, %s: '%s' is left out, not '%s'", k,
               point.name, axis ? axis : "", left_out[k].idle);
    named += axis != NULL;
    for (int i = 0; i < owner->axis_count; i++) {
      if (!owner->has_axis || owner->has_axis(&point, owner->axes[i].name)) continue;
      snprintf(without + strlen(without), sizeof without - strlen(without), "%s%s", without[0] ? " " : "",
               owner->axes[i].name);
    }
    check_true(self, strcmp(without, left_out[k].without) == 0, "%zu, %s: without '%s', not '%s'", k, point.name,
               without, left_out[k].without);
  }
  check_control(self, named == 8, "%d are left out", named);
}

static int64_t bytes_of(check *self, const bench_case *owner, const char *const *axes) {
  OWNED(bench_plan_destroy) bench_plan plan = {0};
  const bench_point point = case_point(self, owner, axes, &plan);
  const int64_t bytes = solver_case_memory(&point);
  return bytes;
}

static void memory(check *self, int argument) {
  const int64_t plain =
      bytes_of(self, bench_cases[1], (const char *[]){"size=11", "backend=seq", "constraint=stvk", NULL});
  const int64_t mixed = bytes_of(
      self, bench_cases[1], (const char *[]){"size=11", "backend=seq", "constraint=stvk", "numbering=shuffled", NULL});
  const int64_t twice = bytes_of(self, bench_cases[1],
                                 (const char *[]){"size=11", "backend=seq", "constraint=stvk", "precision=f64", NULL});
  check_control(self, plain > 0 && twice > plain && twice < 3 * plain, "double takes more: %lld bytes",
                (long long)twice);
  check_same(self, (uint64_t)mixed, (uint64_t)(plain + plain / 2), "shuffled from another one [bytes]");
  // A method with its own engine takes 2000 bytes more per particle than a method in double without one.
  static const char *const scene[] = {"scene=cloth",           "size=5", "backend=seq", "method=verlet-7",
                                      "constraint=stretching", NULL};
  static const char *const other[] = {"scene=cloth",           "size=5", "backend=seq", "precision=f64",
                                      "constraint=stretching", NULL};
  check_same(self, (uint64_t)bytes_of(self, bench_cases[5], scene),
             (uint64_t)(bytes_of(self, bench_cases[5], other) + 25 * 2000), "of position Verlet [bytes]");
}

/// The library's answer decides what becomes of a row.
static void outcomes(check *self, int argument) {
  static const bench_status wanted[] = {[XPBD_ERR_INVALID_ARGUMENT] = BENCH_ERROR,
                                        [XPBD_ERR_BAD_FILE] = BENCH_ERROR,
                                        [XPBD_ERR_IO] = BENCH_ERROR,
                                        [XPBD_ERR_OUT_OF_MEMORY] = BENCH_ERROR,
                                        [XPBD_ERR_NOT_BUILT] = BENCH_SKIP,
                                        [XPBD_ERR_UNAVAILABLE] = BENCH_SKIP,
                                        [XPBD_ERR_UNSUPPORTED] = BENCH_SKIP,
                                        [XPBD_ERR_DIVERGED] = BENCH_INVALID,
                                        [XPBD_ERR_DEVICE] = BENCH_ERROR,
                                        [XPBD_ERR_DEVICE_LOST] = BENCH_LOST};
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "none";
  check_control(self, xpbd_solver_supports(NULL, &def) != XPBD_OK, "something failed");
  for (int status = 1; status < (int)(sizeof wanted / sizeof *wanted); status++) {
    bench_ctx ctx = {.check_count = 0};
    char text[2 * BENCH_TEXT];
    snprintf(text, sizeof text, "%s: %s", xpbd_status_name((xpbd_status)status), xpbd_last_error());
    check_same(self, solver_point_say(&ctx, (xpbd_status)status), wanted[status], "%s",
               xpbd_status_name((xpbd_status)status));
    check_true(self, strcmp(ctx.reason, text) == 0, "the reason is '%s', not '%s'", ctx.reason, text);
  }
}

/// Every value of a named scene's constraint, each once: its own, all formulas, all models.
static void constraints(check *self, int argument) {
  const int formulas = xpbd_formula_count();
  int models = 0;
  const char *name;
  while (xpbd_model_name_at(models)) models++;
  for (int i = 0; i < 1 + formulas + models; i++) {
    const char *wanted = i == 0          ? "scene"
                         : i <= formulas ? xpbd_formula_at(i - 1)->name
                                         : xpbd_model_name_at(i - 1 - formulas)->name;
    name = named_scene_constraint(i);
    check_true(self, name && strcmp(name, wanted) == 0, "value %d is '%s', not '%s'", i, name ? name : "", wanted);
  }
  check_true(self, named_scene_constraint(1 + formulas + models) == NULL, "and no more");
  check_control(self,
                models > 1 && strcmp(named_scene_constraint(formulas + 1), named_scene_constraint(formulas + 2)) != 0,
                "two models have one name");
}

void check_group_cases(check_registry *registry) {
  for (int i = 0; i < BENCH_CASES; i++)
    if (expected[i][0]) /* a benchmark added later need not be listed here */
      check_add(registry, bench_cases[i]->name, "the roles of its axes, its budgets", made_of, i);
  check_add(registry, "numbers", "axes for the numbers of methods", numbers_of_methods, 0);
  check_add(registry, "keys", "what tells points apart, and their work", keys, 0);
  check_add(registry, "idle", "what standard plans leave out, and axes that mean nothing", idle, 0);
  check_add(registry, "memory", "what points take", memory, 0);
  check_add(registry, "outcomes", "what becomes of a row when the library refuses", outcomes, 0);
  check_add(registry, "constraints", "all that a named scene can be made of", constraints, 0);
  case_checks_register(registry);
  case_follow_register(registry);
  case_error_register(registry);
  case_projective_register(registry);
  case_scenes_register(registry);
}
