/* Why this file exists: saves a run and resumes it bit-identically on any backend. This file gathers what a run depends
 * on. lib/base/checkpoint_file.c reads and writes the file. */
#include "api/checkpoint.h"

#include <stdlib.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "collide/obstacle.h"
#include "base/edge.h"
#include "solver/solver_internal.h"
#include "xpbd/formula_file.h"
#include "xpbd/method.h"

static uint64_t hash_set(uint64_t hash, const xpbd_constraints *set) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const double numbers[] = {set->compliance, set->damping, (double)set->damping_reading, (double)set->order};
  /* Files with different texts may define the same name. */
  const xpbd_formula_file *file = xpbd_formula_file_of(set->formula);
  hash = xpbd_checkpoint_hash(hash, info->name, strlen(info->name));
  if (file) hash = xpbd_checkpoint_hash(hash, &file->hash, sizeof file->hash);
  hash = xpbd_checkpoint_hash(hash, set->particles, (size_t)set->count * (size_t)info->arity * sizeof *set->particles);
  hash = xpbd_checkpoint_hash(hash, set->rest, (size_t)set->count * (size_t)xpbd_rest_size(info) * sizeof *set->rest);
  hash = xpbd_checkpoint_hash(hash, set->material, (size_t)info->material_count * sizeof *set->material);
  hash = xpbd_checkpoint_hash(hash, numbers, sizeof numbers);
  return set->solve == XPBD_SOLVE_COUPLED ? xpbd_checkpoint_hash(hash, "coupled", 7) : hash;
}

static uint64_t hash_handle(uint64_t hash, const xpbd_handle_def *handle) {
  const size_t keys = (size_t)handle->key_count;
  hash = xpbd_checkpoint_hash(hash, handle->particles, (size_t)handle->particle_count * sizeof *handle->particles);
  hash = xpbd_checkpoint_hash(hash, handle->pivot, sizeof handle->pivot);
  hash = xpbd_checkpoint_hash(hash, handle->axis, sizeof handle->axis);
  hash = xpbd_checkpoint_hash(hash, handle->key_times, keys * sizeof(double));
  hash = xpbd_checkpoint_hash(hash, handle->key_positions, handle->key_positions ? 3 * keys * sizeof(double) : 0);
  return xpbd_checkpoint_hash(hash, handle->key_angles, handle->key_angles ? keys * sizeof(double) : 0);
}

/* Hashes everything about the scene that a saved state depends on. */
uint64_t xpbd_checkpoint_hash_scene(const xpbd_scene *scene) {
  const size_t n = (size_t)xpbd_scene_particle_count(scene);
  const xpbd_wind *wind = xpbd_scene_wind(scene);
  uint64_t hash = n;
  hash = xpbd_checkpoint_hash(hash, xpbd_scene_positions(scene), 3 * n * sizeof(double));
  hash = xpbd_checkpoint_hash(hash, xpbd_scene_inverse_masses(scene), n * sizeof(double));
  hash = xpbd_checkpoint_hash(hash, xpbd_scene_triangles(scene),
                              3 * (size_t)xpbd_scene_triangle_count(scene) * sizeof(int32_t));
  hash = xpbd_checkpoint_hash(hash, xpbd_scene_gravity(scene), 3 * sizeof(double));
  hash = xpbd_checkpoint_hash(hash, wind->velocity, sizeof wind->velocity);
  hash = xpbd_checkpoint_hash(hash, wind->swing, sizeof wind->swing);
  const double numbers[] = {wind->drag,
                            wind->swing_rate,
                            xpbd_scene_global_damping(scene),
                            xpbd_scene_contact_radius(scene),
                            xpbd_scene_restitution(scene),
                            xpbd_scene_friction(scene),
                            (double)xpbd_scene_omits_tip_damping(scene),
                            (double)xpbd_scene_centre_count(scene),
                            (double)xpbd_scene_obstacle_count(scene)};
  hash = xpbd_checkpoint_hash(hash, numbers, sizeof numbers);
  if (xpbd_scene_radii(scene)) hash = xpbd_checkpoint_hash(hash, xpbd_scene_radii(scene), n * sizeof(double));
  for (int32_t c = 0; c < xpbd_scene_centre_count(scene); c++)
    hash = xpbd_checkpoint_hash(hash, xpbd_scene_centre(scene, c), sizeof(xpbd_range));
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++)
    hash = xpbd_obstacle_hash(hash, xpbd_scene_obstacle(scene, k));
  for (int32_t k = 0; k < xpbd_scene_handle_count(scene); k++) hash = hash_handle(hash, xpbd_scene_handle(scene, k));
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) hash = hash_set(hash, xpbd_scene_set(scene, s));
  return hash;
}

/* Hashes the settings that affect the result, not those that only choose who computes it. */
static uint64_t hash_settings(const xpbd_solver_def *def) {
  const xpbd_projective_settings none = {0}, *own = def->projective ? def->projective : &none;
  const char *method = xpbd_method_name((int)def->method); /* its index in the list may change */
  double numbers[4 + XPBD_SOLVER_VALUES + 3] = {(double)def->precision, def->frame_time, (double)def->substeps,
                                                (double)def->iterations};
  size_t count = 4;
  const xpbd_method_number *row;
  for (int k = 0; k < XPBD_SOLVER_VALUES && (row = xpbd_method_number_at(k)); k++)
    numbers[count++] = xpbd_method_value(def, row->name);
  numbers[count++] = own->triangle_weight, numbers[count++] = own->strain_limit;
  numbers[count++] = own->bending_weight;
  return xpbd_checkpoint_hash(xpbd_checkpoint_hash(0, numbers, count * sizeof *numbers), method, strlen(method));
}

/* Writes what a checkpoint of this solver holds: the fields of read(), or what the backend packs. */
static xpbd_status write_state(xpbd_solver *solver, double *state) {
  const size_t field = 3 * (size_t)xpbd_scene_particle_count(solver->scene);
  if (xpbd_solver_is_packed(solver)) return solver->backend->pack(solver->state, state);
  for (int f = 0; f < 3; f++) XPBD_TRY(xpbd_solver_read_local(solver, (xpbd_field)f, state + (size_t)f * field));
  return XPBD_OK;
}

xpbd_status xpbd_solver_save(xpbd_solver *solver, const char *path) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver, path);
  XPBD_TRY(xpbd_solver_sync(solver));
  const size_t n = (size_t)xpbd_scene_particle_count(solver->scene);
  const size_t numbers = xpbd_solver_is_packed(solver) ? solver->backend->pack_size(solver->state) : 9 * n;
  double *state = malloc(numbers * sizeof *state);
  XPBD_REQUIRE(state, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu numbers of state", numbers);
  const xpbd_checkpoint head = {.particles = n,
                                .scene = xpbd_checkpoint_hash_scene(solver->scene),
                                .settings = hash_settings(&solver->def),
                                .at = (uint64_t)solver->frame,
                                .numbers = numbers};
  xpbd_status status = write_state(solver, state);
  if (status == XPBD_OK) status = xpbd_checkpoint_write(path, &head, state);
  free(state);
  return status;
}

static xpbd_status take_up(xpbd_solver *solver, const char *path, const xpbd_checkpoint *head, const double *state) {
  const size_t field = 3 * (size_t)xpbd_scene_particle_count(solver->scene);
  if (!xpbd_solver_is_packed(solver)) {
    solver->broken =
        solver->backend->restore(solver->state, (int64_t)head->at, state, state + field, state + 2 * field);
  } else {
    const xpbd_status status = solver->backend->unpack(solver->state, (int64_t)head->at, state, (size_t)head->numbers);
    XPBD_REQUIRE(status != XPBD_ERR_BAD_FILE, XPBD_ERR_BAD_FILE, "%s: the file is damaged", path);
    XPBD_TRY(status);
    solver->broken = XPBD_OK;
  }
  solver->frame = (int64_t)head->at;
  return solver->broken;
}

xpbd_status xpbd_solver_load(xpbd_solver *solver, const char *path) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver, path);
  const size_t n = (size_t)xpbd_scene_particle_count(solver->scene);
  const bool packed = xpbd_solver_is_packed(solver);
  const xpbd_checkpoint_owner owner = {.particles = n,
                                       .scene = xpbd_checkpoint_hash_scene(solver->scene),
                                       .settings = hash_settings(&solver->def),
                                       .least = packed ? 0 : 9 * n,
                                       .most = packed ? UINT64_MAX / sizeof(double) : 9 * n,
                                       .last = INT64_MAX / 2 / (uint64_t)solver->def.substeps,
                                       .scene_words = XPBD_CHECKPOINT_SCENE_WORDS,
                                       .settings_words =
                                           "method, precision, frame time, substeps, iterations, or a number that "
                                           "only some methods have"};
  xpbd_checkpoint head;
  double *state = NULL;
  XPBD_TRY(xpbd_checkpoint_read(path, &owner, &head, &state));
  const xpbd_status status = take_up(solver, path, &head, state);
  free(state);
  return status;
}
