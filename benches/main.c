/* Why this file exists: xpbd-bench is the list of benchmarks and the harness. */
#include "formula_listing.h"
#include "papers_scene.h"
#include "program.h"
#include "solver_case.h"

#define BENCH_CASE(id) extern const bench_case bench_##id;
#include "list.h"
#undef BENCH_CASE

#define BENCH_CASE(id) &bench_##id,
static const bench_case *const cases[] = {
#include "list.h"
};
#undef BENCH_CASE

static void configure(const bench_settings *settings) {
  papers_scene_folder(settings->papers);
}

static const bench_hooks hooks = {.instructions = solver_case_instructions,
                                  .configure = configure,
                                  .list = formula_listing,
                                  .topics = "formulas, formulas-json"};

int main(int argc, char **argv) {
  return bench_main(cases, (int)(sizeof cases / sizeof cases[0]), &hooks, argc, argv);
}
