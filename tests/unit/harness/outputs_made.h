/* Why this file exists: the made-up benchmark whose lists and results are compared letter for letter, see
 * check_outputs.c. */
#ifndef OUTPUTS_MADE_H
#define OUTPUTS_MADE_H

#include <stdio.h>

#include "harness/store/report.h"
#include "runner/check.h"
#include "unit/parts.h"

/// The benchmark that is written; one at a time.
typedef struct sheet {
  bench_settings settings;
  bench_plan plan;
  bench_environment env;
  bench_run run;
  bench_result results[4];
  bench_report report;
} sheet;
extern sheet made;

/// Empty settings, and no plan.
void output_begin(void);
/// Plans the made-up benchmark with these -a options.
void output_plan(check *self, const char *const *given, int count);
/// The output must be this.
bool output_is(check *self, void (*write)(FILE *stream), const char *wanted, const char *what);

#endif
