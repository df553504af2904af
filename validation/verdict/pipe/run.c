/* Why this file exists: from the command line to the exit code for a function in another language. Scenes and timing are
 * left out, because they need a compiled formula. */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "pipe.h"
#include "verdict/show/report.h"

enum { EXIT_UNUSABLE = 1 };

int pipe_refuse(const pipe_arguments *a, const cli_program *program, int names, bool other) {
  const char *lone = a->element ? "on" : a->unit ? "unit" : a->material ? "material" : a->traits ? "traits" : NULL;
  if (!a->command && lone) return cli_fail(program, EXIT_UNUSABLE, "--%s needs --pipe COMMAND", lone);
  if (!a->command || (names < 2 && !other)) return -1;
  return cli_fail(program, EXIT_UNUSABLE, "--pipe judges one function, so it takes at most one NAME%s",
                  other ? ", and no --new, --junit or --sarif" : "");
}

static int judge(const pipe_arguments *a, const cli_program *program, const xpbd_formula *formula, verdict *v,
                 const report_files *outputs) {
  char reason[1024];
  const double start = verdict_seconds();
  report r = {.info = &formula->info, .command = a->command, .verdict = v};
  snprintf(v->name, sizeof v->name, "%s", formula->info.name);
  if (!pipe_diagnose(a, formula, v, reason, sizeof reason)) {
    v->slip_count = 0, v->facts.shapes = 0; /* what was found before is about answers that were never given */
    r.reason = reason;
  }
  verdict_sort(v);
  r.seconds = verdict_seconds() - start;
  const int failed = report_write_files(&r, outputs, program);
  if (!r.reason) report_print(&r);
  if (failed) return failed;
  if (r.reason) return cli_fail(program, EXIT_UNUSABLE, "%s", reason);
  return verdict_outcome_of(v, false).code;
}

int pipe_run(const pipe_arguments *a, const cli_program *program, const char *name, const report_files *outputs) {
  char reason[1024];
  const xpbd_formula *formula = pipe_formula(a, name, reason, sizeof reason);
  if (!formula) return cli_fail(program, EXIT_UNUSABLE, "%s", reason);
  verdict *v = calloc(1, sizeof *v);
  if (!v) return cli_fail(program, EXIT_UNUSABLE, "no memory for a verdict");
  const int code = judge(a, program, formula, v, outputs);
  free(v);
  return code;
}
