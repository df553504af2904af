/* Why this file exists: the limits on energy, overlap and convergence for rows of position Verlet,
 * each beside its measured value. */
#include "lattice_check.h"

#include <math.h>

#include "xpbd/verlet.h"

/// Energy gained, relative to the start. Measured 4.4e-8 at most (stack_b, six-step, whose spring swings).
#define ENERGY_LIMIT 1e-6
/// Deepest overlap, relative to the smallest radius. Measured 0.023 at most (balls, at the hit).
#define OVERLAP_LIMIT 0.1
/// Share of the time steps that may end before the contacts are solved to the tolerance. Measured 0. With one
/// iteration instead of 200 it is nearly 1 where three bodies touch.
#define UNCONVERGED_LIMIT 0.01

static double smallest_radius(const xpbd_verlet_def *def) {
  double least = INFINITY;
  for (int32_t i = 0; i < def->node_count; i++)
    if (def->radii[i] > 0.0) least = fmin(least, def->radii[i]);
  return least;
}

xpbd_status lattice_check(bench_ctx *ctx, const xpbd_solver *solver) {
  const xpbd_verlet *world = xpbd_verlet_of(solver);
  xpbd_verlet *fresh = NULL;
  xpbd_verlet_measures m = {0};
  xpbd_verlet_energies now = {0}, start = {0};
  xpbd_status status = xpbd_verlet_measure(world, &m);
  if (status == XPBD_OK) status = xpbd_verlet_energy(world, &now);
  if (status == XPBD_OK) status = xpbd_verlet_create(xpbd_verlet_settings(world), &fresh);
  if (status == XPBD_OK) status = xpbd_verlet_energy(fresh, &start);
  xpbd_verlet_destroy(&fresh);
  if (status != XPBD_OK) return status;
  bench_check_at_most(ctx, "energy gained",
                      (now.total - start.total) / fmax(fmax(fabs(start.total), now.kinetic), 1e-9), ENERGY_LIMIT,
                      "relative to the start: contacts, dashpots and friction only remove energy");
  bench_check_at_most(ctx, "deepest overlap", m.deepest / smallest_radius(xpbd_verlet_settings(world)), OVERLAP_LIMIT,
                      "so far, relative to the smallest radius: bodies must not sink into each other");
  bench_check_at_most(ctx, "steps not converged", (double)m.unconverged / fmax(1.0, (double)m.steps), UNCONVERGED_LIMIT,
                      "share of the time steps whose iterations ended before the contacts were solved");
  return XPBD_OK;
}
