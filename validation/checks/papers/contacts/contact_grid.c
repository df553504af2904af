/* Why this file exists: runs one scene with contacts and measures overlap and energy. */
#include "contact_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const contact_scenes[CONTACT_SCENES] = {"wedge", "stack_a", "stack_b", "stack_c", "sheets"};
const xpbd_verlet_scheme contact_schemes[CONTACT_SCHEMES] = {XPBD_VERLET_SIX_STEP, XPBD_VERLET_SEVEN_STEP_SERIAL,
                                                             XPBD_VERLET_SEVEN_STEP};
const double contact_restitutions[CONTACT_RESTITUTIONS] = {0.0, 0.5, 1.0};
const int32_t contact_passes[CONTACT_PASSES] = {1, 5, 20, 200};
const double CONTACT_GROWTH = 1e-3, CONTACT_DRIFT = 1e-4;

contact_case contact_case_of(const char *scene, xpbd_verlet_scheme scheme) {
  return (contact_case){.scene = scene,
                        .scheme = scheme,
                        .restitution = 1.0,
                        .passes = 1,
                        .drop = NAN,
                        .damping = NAN,
                        .friction = NAN,
                        .angle = NAN,
                        .stiffness = NAN,
                        .time_step = NAN};
}

/// One half: deepest overlap at its end, change of the energy [J], steps with a contact and their passes.
static xpbd_status follow(xpbd_verlet *world, double *overlap, double *change, double *used) {
  xpbd_verlet_energies first, last;
  xpbd_verlet_measures m = {0};
  xpbd_status status = xpbd_verlet_energy(world, &first);
  double passes = 0.0;
  int touching = 0;
  for (int i = 0; i < CONTACT_STEPS && status == XPBD_OK; i++) {
    status = xpbd_verlet_step(world, 1);
    if (status == XPBD_OK) status = xpbd_verlet_measure(world, &m);
    passes += m.sweeps;
    touching += m.contacts > 0;
  }
  if (status == XPBD_OK) status = xpbd_verlet_energy(world, &last);
  if (status != XPBD_OK) return status;
  *overlap = m.deepest, *change = last.total - first.total;
  *used = touching > 0 ? passes / touching : 0.0;
  return XPBD_OK;
}

static xpbd_status push_aside(xpbd_verlet *world, double speed) {
  const int32_t n = xpbd_verlet_settings(world)->node_count;
  double *v = calloc(3 * (size_t)n, sizeof *v);
  if (!v) return XPBD_ERR_OUT_OF_MEMORY;
  for (int32_t i = 0; i < n; i++) v[3 * (size_t)i] = speed;
  const xpbd_status status = xpbd_verlet_set_velocities(world, v);
  free(v);
  return status;
}

static xpbd_status make_world(const contact_case *what, xpbd_verlet **out) {
  if (strcmp(what->scene, "sheets") == 0) return contact_sheets_make(what, out);
  lattice_params params = lattice_params_default();
  params.scheme = what->scheme, params.restitution = what->restitution, params.sweeps = what->passes;
  params.drop = what->drop, params.damping = what->damping, params.friction = what->friction;
  params.angle = what->angle, params.resolution = what->balls, params.time_step = what->time_step;
  params.stiffness = what->stiffness, params.gravity = 9.81;
  return lattice_world(what->scene, &params, out);
}

xpbd_status contact_run_make(const contact_case *what, contact_run *out) {
  *out = (contact_run){{NAN, NAN}, {NAN, NAN}, NAN};
  xpbd_verlet *world = NULL;
  xpbd_verlet_energies start = {0};
  contact_run run = {0};
  xpbd_status status = make_world(what, &world);
  if (status == XPBD_OK && what->aside != 0.0) status = push_aside(world, what->aside);
  if (status == XPBD_OK) status = xpbd_verlet_step(world, 1);
  if (status == XPBD_OK) status = xpbd_verlet_energy(world, &start);
  for (int half = 0; half < 2 && status == XPBD_OK; half++) {
    status = follow(world, &run.overlap[half], &run.energy[half], &run.used);
    run.energy[half] /= start.total;
  }
  xpbd_verlet_destroy(&world);
  if (status == XPBD_OK) *out = run;
  return status;
}

bool contact_grows(const contact_run *run) {
  return !(run->overlap[1] - run->overlap[0] <= CONTACT_GROWTH);
}

bool contact_drifts(const contact_run *run) {
  return !(fabs(run->energy[1]) <= CONTACT_DRIFT);
}

const char *contact_scheme_name(xpbd_verlet_scheme scheme) {
  return scheme == XPBD_VERLET_SIX_STEP            ? "six"
         : scheme == XPBD_VERLET_SEVEN_STEP_SERIAL ? "seven serial"
                                                   : "seven still";
}
