/* Why this file exists: xpbd-bench is the list of benchmarks and the harness. */
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

int main(int argc, char **argv) {
  return bench_main(cases, (int)(sizeof cases / sizeof cases[0]), solver_case_instructions, argc, argv);
}
