/* Why this file exists: a report carries its numbers along, as the JSON they were read from and as one table, so that
 * nobody has to copy them from a page. */
#ifndef REPORT_RESULTS_H
#define REPORT_RESULTS_H

#include "run.h"

/// Write results.json, byte for byte the file at `source` (left alone when it is that file), and results.tsv in the
/// columns of benches/harness/FORMAT.md, of the axes those of the run's benchmarks, into a folder.
xpbd_status report_write_results(const report_run *run, const char *source, const char *folder);

/// Shortest text that reads back as the same double; "NaN" for what is not finite.
const char *report_shortest(double value, char out[32]);

/// `folder` and `name` joined, to be freed; NULL when memory is short.
char *report_join(const char *folder, const char *name);
/// The file that the name of a run stands for, to be freed: of a folder its results.json; NULL when memory is short.
char *report_results_of(const char *path);

#endif
