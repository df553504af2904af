/* Why this file exists: what a run prints before and after it, and writes beside its frames. */
#pragma once

#include <stdio.h>

#include "sim_job.h"

/// Write run.txt: every setting that decides the result, one "key: value" a line.
xpbd_status sim_record_write(const char *path, const sim_job *job, const sim_result *result);
/// Print what a reader of the result must know: constraints left out, projections skipped, contacts. One line each,
/// starting with `before`. Prints nothing about an abandoned frame.
void sim_remarks_write(FILE *stream, const char *before, const sim_job *job, const sim_result *result);
/// The same for given counters of the solver; `counted` is the status of reading them.
void sim_remarks_of(FILE *stream, const char *before, const sim_job *job, const sim_result *result, xpbd_status counted,
                    const xpbd_counters *counters);

/// Print warnings about calls that are valid but hardly intended, one line each, starting with `before`.
void sim_warnings_write(FILE *stream, const char *before, const sim_job *job);
/// Whether no particle is free. Handles may still move them.
bool sim_all_pinned(const xpbd_scene *scene);
/// Print the size of the scene in one line, before a run that may be long.
void sim_scene_print(const sim_job *job);

/// Write every constraint as a cell of a VTK file, with the numbers of its set, formula (in the list) and group.
xpbd_status sim_groups_write(const sim_job *job, const char *path);
