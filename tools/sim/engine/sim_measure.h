/* Why this file exists: what is measured of a run: the table of --measure, and energy gained from nowhere. */
#pragma once

#include <stdio.h>

#include "sim_job.h"
#include "xpbd/measure.h"

/// First line of the table of measures.
void sim_measure_header(const sim_job *job, FILE *stream);
/// A row of the table, from the state that the job read back last. XPBD_ERR_DIVERGED.
xpbd_status sim_measure_row(const sim_job *job, int32_t frame, FILE *stream);

/// Energy at the end beyond what was available and what rounding may add [J]. `there` is the energy at the start, or
/// the energy set free by falling. The energy at the end is kinetic and gravitational, and elastic if `solved`
/// (sim_result.solved_energy) is known. NaN if wind, handles or obstacles do work, or if the energy of the start is
/// unknown. Reads the state back.
double sim_energy_gained(sim_job *job, double solved, double *there);
/// The same from measures of the start and of the end.
double sim_energy_between(const sim_job *job, const xpbd_measures *start, const xpbd_measures *end, double solved,
                          double *there);
