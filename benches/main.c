/* Why this file exists: xpbd-bench consists of the list of benchmarks and the harness. */
#include <stdio.h>
#include <string.h>

#include "harness/ab.h"
#include "cases/cases.h"
#include "support/cli_formula.h"
#include "subject/file_mesh.h"
#include "cases/formula_listing.h"
#include "proof/error_check.h"
#include "harness/plan/options.h"
#include "subject/papers_scene.h"
#include "subject/peer_list.h"
#include "harness/program.h"
#include "cases/solver_case.h"
#include "workload/workload.h"
#include "xpbd/formula.h"
#include "xpbd/formula_file.h"

#ifdef BENCH_MADE_CLOCK /* bench_made, see tests/made_clock.h */
#include "tests/made_clock.h"
enum { TIMES_ARE_REAL = 0 };
#else
#define made_clock NULL
enum { TIMES_ARE_REAL = 1 };
#endif

static int configure(const bench_settings *settings) {
  const int refused = peer_list_configure(settings);
  if (refused >= 0) return refused;
  papers_scene_folder(settings->papers);
  error_check_begin(settings, TIMES_ARE_REAL);
  return cli_load_formulas(bench_program(), &settings->formulas);
}

/// Whether a row of the plan uses the formula.
static bool uses(void *plan, const char *name) {
  const bench_plan *all = plan;
  for (int k = 0; k < all->count; k++) {
    const int axis = bench_axis_find(all->points[k].owner, "constraint");
    if (axis >= 0 && cli_spec_has(all->points[k].values[axis].text, name)) return true;
  }
  return false;
}

/// Record formulas and meshes of files with hash and path, each formula's compiler, and OpenCL's device if rows use it.
static void describe(bench_environment *env, const bench_plan *plan) {
  file_mesh_describe(env);
  if (*solver_case_opencl_device())
    bench_env_text(env, "gpu", "opencl", solver_case_opencl_device(), "OpenCL: device 0");
  const xpbd_formula_file *file;
  for (int i = 0; i < xpbd_formula_count(); i++) {
    if ((file = xpbd_formula_file_of(i)) == NULL) continue;
    char text[256];
    snprintf(text, sizeof text, "%016llx %s (%s)", (unsigned long long)file->hash, file->path, file->compiler);
    bench_env_text(env, "formula", xpbd_formula_at(i)->name, text, "--formula: hash of the text, file, compiler");
  }
  int from = 0;
  while ((file = cli_formulas_unused(&from, uses, (void *)plan)) != NULL)
    bench_env_warn(env, "'%s' of %s is loaded, and no row uses it: -a constraint=%s",
                   xpbd_formula_at(file->first)->name, file->path, xpbd_formula_at(file->first)->name);
}

/// The speeds that a score is relative to.
static const char *reference_machine(void) {
  static char path[4096 + 16];
  snprintf(path, sizeof path, "%.4096s/machine.tsv", workload_folder());
  return path;
}

static const bench_hooks hooks = {.clock = made_clock,
                                  .instructions = solver_case_instructions,
                                  .configure = configure,
                                  .describe = describe,
                                  .list = formula_listing,
                                  .reference_machine = reference_machine,
                                  .topics = "formulas, formulas-json"};

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "ab") == 0) return bench_ab_main(argc - 1, argv + 1, &bench_launcher_real);
  return bench_main(bench_cases, BENCH_CASES, &hooks, argc, argv);
}
