/* Why this file exists: the benchmark made by hand whose lists and results are compared letter for letter, see check_outputs.c. */
#ifndef OUTPUTS_MADE_H
#define OUTPUTS_MADE_H

#include <stdio.h>

#include "harness/store/report.h"
#include "runner/check.h"
#include "unit/parts.h"

/// Of which everything is written; one at a time.
typedef struct sheet {
  bench_settings settings;
  bench_plan plan;
  bench_environment env;
  bench_run run;
  bench_result results[4];
  bench_report report;
} sheet;
extern sheet made;

/// Settings of nobody, and no plan.
void output_begin(void);
/// Plan the made benchmark with these -a options.
void output_plan(check *self, const char *const *given, int count);
/// What is written has to be this.
bool output_is(check *self, void (*write)(FILE *stream), const char *wanted, const char *what);

#endif
