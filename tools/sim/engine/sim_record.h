/* Why this file exists: what a run says of itself, before it, after it and in the files beside its frames. */
#ifndef XPBD_SIM_RECORD_H
#define XPBD_SIM_RECORD_H

#include <stdio.h>

#include "sim_job.h"

/// Write run.txt: every setting that decides the result, one "key: value" a line.
xpbd_status sim_record_write(const char *path, const sim_job *job, const sim_result *result);
/// What a reader of the result must know: constraints left out, projections skipped, contacts; one line each, with
/// `before` in front. Nothing of a frame that was given up.
void sim_remarks_write(FILE *stream, const char *before, const sim_job *job, const sim_result *result);
/// The same with the solver's counters at hand, which asking for them ended with `counted`.
void sim_remarks_of(FILE *stream, const char *before, const sim_job *job, const sim_result *result, xpbd_status counted,
                    const xpbd_counters *counters);

/// Lines about what is in order and can hardly be meant, each with `before` in front.
void sim_warnings_write(FILE *stream, const char *before, const sim_job *job);
/// What the scene amounts to, in a line: before the run, because it may be a long one.
void sim_scene_print(const sim_job *job);

/// Every constraint as a cell of a VTK file, with the numbers of its set, of its formula in the list and of its group.
xpbd_status sim_groups_write(const sim_job *job, const char *path);

#endif
