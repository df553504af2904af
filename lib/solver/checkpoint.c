/* Why this file exists: a run can be saved and taken up again to the same bits, on any backend. The file is a line of text
 * that says what it is, then numbers: what the run depends on as hashes, the frame, the state as doubles (a float keeps its
 * bits in a double), and a hash of it all. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "file.h"
#include "solver/solver_internal.h"

static const char magic[32] = "xpbd-checkpoint 1, little-endian";

typedef struct header {
  uint64_t particles, scene, settings, frame, method;
} header;

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
  const unsigned char *bytes = data;
  for (size_t k = 0; k < size; k += 8) {
    uint64_t word = 0;
    memcpy(&word, bytes + k, size - k < 8 ? size - k : 8);
    hash = xpbd_mix(hash, word);
  }
  return xpbd_mix(hash, size);
}

static uint64_t hash_set(uint64_t hash, const xpbd_constraints *set) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const double numbers[] = {set->compliance, set->damping, (double)set->damping_reading, (double)set->order};
  hash = hash_bytes(hash, info->name, strlen(info->name));
  hash = hash_bytes(hash, set->particles, (size_t)set->count * (size_t)info->arity * sizeof *set->particles);
  hash = hash_bytes(hash, set->rest, (size_t)set->count * (size_t)info->rest_count * sizeof *set->rest);
  hash = hash_bytes(hash, set->material, (size_t)info->material_count * sizeof *set->material);
  return hash_bytes(hash, numbers, sizeof numbers);
}

/* Everything about the scene that a state goes on from. Obstacles are known by where they are at the start only. */
static uint64_t hash_scene(const xpbd_scene *scene) {
  const size_t n = (size_t)xpbd_scene_particle_count(scene);
  const xpbd_wind *wind = xpbd_scene_wind(scene);
  uint64_t hash = n;
  hash = hash_bytes(hash, xpbd_scene_positions(scene), 3 * n * sizeof(double));
  hash = hash_bytes(hash, xpbd_scene_inverse_masses(scene), n * sizeof(double));
  hash = hash_bytes(hash, xpbd_scene_gravity(scene), 3 * sizeof(double));
  hash = hash_bytes(hash, wind->velocity, sizeof wind->velocity);
  hash = hash_bytes(hash, wind->swing, sizeof wind->swing);
  const double numbers[] = {wind->drag,
                            wind->swing_rate,
                            xpbd_scene_global_damping(scene),
                            xpbd_scene_contact_radius(scene),
                            (double)xpbd_scene_omits_tip_damping(scene),
                            (double)xpbd_scene_centre_count(scene),
                            (double)xpbd_scene_obstacle_count(scene)};
  hash = hash_bytes(hash, numbers, sizeof numbers);
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++) {
    const double depth = xpbd_obstacle_depth(xpbd_scene_obstacle(scene, k), 0.0, xpbd_scene_positions(scene));
    hash = hash_bytes(hash, &depth, sizeof depth);
  }
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) hash = hash_set(hash, xpbd_scene_set(scene, s));
  return hash;
}

/* The settings that decide the result; not who computes it. */
static uint64_t hash_settings(const xpbd_solver_def *def) {
  const double numbers[] = {
      (double)def->precision, def->frame_time, (double)def->substeps, (double)def->iterations, (double)def->method,
      def->pbd_stiffness,     def->theta};
  return hash_bytes(0, numbers, sizeof numbers);
}

static header header_of(const xpbd_solver *solver) {
  return (header){.particles = (uint64_t)xpbd_scene_particle_count(solver->scene),
                  .scene = hash_scene(solver->scene),
                  .settings = hash_settings(&solver->def),
                  .frame = (uint64_t)solver->frame,
                  .method = (uint64_t)solver->def.method};
}

static uint64_t hash_of(const header *h, const double *state, size_t count) {
  return hash_bytes(hash_bytes(1, h, sizeof *h), state, count * sizeof *state);
}

xpbd_status xpbd_solver_save(xpbd_solver *solver, const char *path) {
  XPBD_REQUIRE(solver && path, XPBD_ERR_INVALID_ARGUMENT, "the solver or the path is NULL");
  XPBD_TRY(xpbd_solver_sync(solver));
  const size_t field = 3 * (size_t)xpbd_scene_particle_count(solver->scene);
  double *state = malloc(3 * field * sizeof *state);
  XPBD_REQUIRE(state, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu numbers of state", 3 * field);
  xpbd_status status = XPBD_OK;
  for (int f = 0; f < 3 && status == XPBD_OK; f++)
    status = xpbd_solver_read(solver, (xpbd_field)f, state + (size_t)f * field);
  const header h = header_of(solver);
  const uint64_t hash = hash_of(&h, state, 3 * field);
  xpbd_file file = {0};
  if (status == XPBD_OK) status = xpbd_file_create(path, &file);
  if (status == XPBD_OK) {
    fwrite(magic, 1, sizeof magic, file.stream);
    fwrite(&h, sizeof h, 1, file.stream);
    fwrite(state, sizeof *state, 3 * field, file.stream);
    fwrite(&hash, sizeof hash, 1, file.stream);
    status = xpbd_file_commit(&file); /* looks at the stream's errors */
  }
  free(state);
  return status;
}

static xpbd_status read_checkpoint(FILE *file, const char *path, const xpbd_solver *solver, double *state, size_t count,
                                   int64_t *frame) {
  char found[sizeof magic];
  header h;
  uint64_t hash = 0;
  XPBD_REQUIRE(fread(found, 1, sizeof found, file) == sizeof found && memcmp(found, magic, sizeof magic) == 0,
               XPBD_ERR_BAD_FILE, "%s: this is no checkpoint of this version", path);
  XPBD_REQUIRE(fread(&h, sizeof h, 1, file) == 1, XPBD_ERR_BAD_FILE, "%s: the file ends too early", path);
  const header own = header_of(solver);
  XPBD_REQUIRE(h.particles == own.particles, XPBD_ERR_INVALID_ARGUMENT,
               "%s: saved of %" PRIu64 " particles, this scene has %" PRIu64, path, h.particles, own.particles);
  XPBD_REQUIRE(h.scene == own.scene, XPBD_ERR_INVALID_ARGUMENT,
               "%s: saved of another scene (mesh, masses, constraints, compliance, wind or obstacles differ)", path);
  XPBD_REQUIRE(h.settings == own.settings, XPBD_ERR_INVALID_ARGUMENT,
               "%s: saved with other settings (precision, frame time, substeps, iterations or method)", path);
  XPBD_REQUIRE(fread(state, sizeof *state, count, file) == count && fread(&hash, sizeof hash, 1, file) == 1,
               XPBD_ERR_BAD_FILE, "%s: the file ends too early", path);
  XPBD_REQUIRE(hash == hash_of(&h, state, count) && fgetc(file) == EOF, XPBD_ERR_BAD_FILE, "%s: the file is damaged",
               path);
  *frame = (int64_t)h.frame;
  return XPBD_OK;
}

xpbd_status xpbd_solver_load(xpbd_solver *solver, const char *path) {
  XPBD_REQUIRE(solver && path, XPBD_ERR_INVALID_ARGUMENT, "the solver or the path is NULL");
  const size_t field = 3 * (size_t)xpbd_scene_particle_count(solver->scene);
  double *state = malloc(3 * field * sizeof *state);
  XPBD_REQUIRE(state, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu numbers of state", 3 * field);
  FILE *file = fopen(path, "rb");
  int64_t frame = 0;
  xpbd_status status = file ? read_checkpoint(file, path, solver, state, 3 * field, &frame)
                            : xpbd_fail(XPBD_ERR_IO, "%s: cannot be opened", path);
  if (file) fclose(file);
  if (status == XPBD_OK) {
    status = solver->backend->restore(solver->state, frame, state, state + field, state + 2 * field);
    solver->broken = status;
    solver->frame = frame;
  }
  free(state);
  return status;
}
