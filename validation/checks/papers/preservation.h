/* Why this file exists: the checks of area and volume share this: a run of the runner in claims.h that keeps the ratios
 * of every frame. */
#pragma once

#include "checks/papers/claims/claims.h"

/// Ratios over a run, without the start.
typedef struct preservation {
  int32_t frames;     ///< Measured; fewer than requested if the run diverged.
  xpbd_ratios last;   ///< After the last of them.
  double low, high;   ///< Of the total ratio.
  double mean_error;  ///< Of the elements, mean over the frames.
  double worst_error; ///< Of the elements, in the worst frame.
  double least, most; ///< Of any element in any frame.
  double sag;         ///< [m] as in claims_run.
  double width;       ///< Mean over frames of largest - smallest.
  double *total;      ///< [asked frames] ratio frame by frame, NaN after a divergence.
  double *error;      ///< [asked frames] of the elements.
} preservation;

/// Runs and measures every frame: areas for cloth_stretched, volumes for other scenes. False after a failure, which is
/// reported. A divergence is no failure, but leaves NaN. Free in any case.
bool preservation_make(check *self, const claims_setup *setup, preservation *out);
void preservation_free(preservation *run);

/// Settings of the two scenes. The blob has edges as coarse as `resolution` makes them, and its radius in m (its height
/// is 2.9 times that). The cloth has edges of 0.5 m, 1.5 times as long as at rest from the start, so that every frame
/// counts.
claims_setup preservation_blob(const char *constraint, int32_t resolution, double radius, int32_t frames);
claims_setup preservation_cloth(const char *constraint, int32_t iterations, int32_t frames);

void preservation_list_orders(check_registry *registry);
void preservation_list_each(check_registry *registry);
