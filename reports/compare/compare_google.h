/* Why this file exists: other benchmarks write the JSON of Google Benchmark. Its rows can be compared by the same
 * rules, as far as they have the data. */
#pragma once

#include "read/run.h"

/// Whether a file is JSON with rows of Google Benchmark and without the section of xpbd-bench.
bool compare_google_is(const char *path);
/// Repetitions of one name become a point: the median, with its interval from six on. "a/b:2/3" becomes the benchmark "a"
/// with the axes b = 2 and "argument 2" = 3. Rows with an error are invalid.
xpbd_status compare_google_load(const char *path, report_run *out);
