/* Why this file exists: the last messages of a run and its exit code. */
#pragma once

#include <stdio.h>
#include <time.h>

#include "harness/run/run.h"

/// Print between which values the headline lies, and how many rows were disturbed. bench_conclude() comes after it.
void bench_closing_lines(const bench_run *run, FILE *stream);
/// Add the noise fields that follow from the results.
void bench_noise_of_results(const bench_run *run, bench_environment *env);
/// Count outcomes, print what users must know, and choose the exit code.
int bench_conclude(const bench_run *run);
/// Add the warnings that follow from the results, and print them unless the run is quiet.
void bench_warn_of_results(const bench_run *run, bench_environment *env);
/// A moment as ISO 8601: UTC, or local time with its offset.
void bench_time_text(time_t now, bool local, char *out, size_t capacity);
