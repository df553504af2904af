/* Why this file exists: a report contains its numbers as the original JSON and as one table, so that nobody
 * has to copy them from a page. */
#pragma once

#include "run.h"

/// Write results.json and results.tsv to a folder. The JSON is a byte-for-byte copy of the file at `source` (untouched
/// if it is that file). The table has the columns of benches/harness/FORMAT.md, with the axes of the run's benchmarks.
xpbd_status report_write_results(const report_run *run, const char *source, const char *folder);

/// Shortest text that reads back as the same double, "NaN" if it is not finite.
const char *report_shortest(double value, char out[32]);

/// `folder` and `name` joined. The caller frees it. NULL without memory.
char *report_join(const char *folder, const char *name);
/// The results file for the name of a run. A folder means its results.json. The caller frees it. NULL without memory.
char *report_results_of(const char *path);
