/* Why this file exists: what is measured of a run: the table of --measure, and energy from nowhere. */
#ifndef XPBD_SIM_MEASURE_H
#define XPBD_SIM_MEASURE_H

#include <stdio.h>

#include "sim_job.h"
#include "xpbd/measure.h"

/// First line of the table of measures.
void sim_measure_header(const sim_job *job, FILE *stream);
/// A row of it, from the job's read-back state. XPBD_ERR_DIVERGED.
xpbd_status sim_measure_row(const sim_job *job, int32_t frame, FILE *stream);

/// Energy at the end beyond what there was (`there`: at the start, or set free by falling) and what rounding may give [J]: kinetic
/// and gravitational, and the elastic one where `solved` (sim_result.solved_energy) is known. NaN where wind, hands or obstacles do
/// work or the energy of the start is not known. Reads the state back.
double sim_energy_gained(sim_job *job, double solved, double *there);
/// The same of measures of the start and of the end.
double sim_energy_between(const sim_job *job, const xpbd_measures *start, const xpbd_measures *end, double solved,
                          double *there);

#endif
