/* Why this file exists: a saved and resumed run by position Verlet must be bit-identical to an uninterrupted one,
 * including the pending impulses of the seven-step scheme. Only a whole file of the same run may be accepted. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "runner/folder.h"
#include "runner/rig.h"
#include "verlet_checks.h"

enum { TEXT_LENGTH = 32 }; /* of the first line of the file */

/// A scene, and when it is saved.
typedef struct saved_run {
  const char *name;
  xpbd_verlet_scheme scheme;
  double restitution, friction, drop, settle;
  int32_t before, after; ///< Steps.
} saved_run;

/// Saved while spheres touch (the contacts are checked), except the balls, which are still in the air.
static const saved_run runs[] = {
    {"stack_a", XPBD_VERLET_SEVEN_STEP, 0.7, NAN, 0.05, NAN, 248, 400},
    {"stack_c", XPBD_VERLET_SEVEN_STEP, 1.0, NAN, 0.0, NAN, 301, 500},
    {"wedge", XPBD_VERLET_SEVEN_STEP, 0.5, 0.4, 0.01, NAN, 1001, 500},
    {"wedge", XPBD_VERLET_SIX_STEP, 0.5, 0.4, 0.01, NAN, 1001, 500},
    {"friction_box", XPBD_VERLET_SEVEN_STEP, 1.0, 0.3, 0.0, 0.05, 333, 500},
    {"balls", XPBD_VERLET_SEVEN_STEP, 0.6, 0.3, 0.3, NAN, 200, 600},
};

/// A scene, its solver, and the world behind it.
typedef struct subject {
  xpbd_model model;
  xpbd_solver *solver;
  const xpbd_verlet *world;
} subject;

static void release(subject *s) {
  xpbd_solver_destroy(&s->solver);
  xpbd_model_destroy(&s->model);
}

static bool build_with(check *self, const saved_run *run, int32_t sweeps, subject *out) {
  lattice_params p = lattice_params_default();
  p.scheme = run->scheme, p.restitution = run->restitution, p.friction = run->friction;
  p.drop = run->drop, p.settle = run->settle, p.sweeps = sweeps;
  if (strcmp(run->name, "balls") == 0) p.resolution = 4;
  *out = (subject){.solver = NULL};
  const xpbd_status status = lattice_solver(run->name, &p, &out->model, &out->solver);
  out->world = xpbd_verlet_of(out->solver);
  return check_status(self, status, XPBD_OK, "build %s", run->name);
}

static bool build(check *self, const saved_run *run, subject *out) {
  return build_with(self, run, 200, out);
}

/// Everything that can be read of a world.
typedef struct portrait {
  uint64_t hash;
  xpbd_verlet_measures measures;
  xpbd_verlet_energies energies;
} portrait;

static bool portray(check *self, const subject *s, int32_t steps, portrait *out) {
  *out = (portrait){0};
  return check_status(self, xpbd_solver_step(s->solver, steps), XPBD_OK, "%d steps", (int)steps) &&
         check_status(self, xpbd_solver_hash(s->solver, &out->hash), XPBD_OK, "hash") &&
         check_status(self, xpbd_verlet_measure(s->world, &out->measures), XPBD_OK, "measures") &&
         check_status(self, xpbd_verlet_energy(s->world, &out->energies), XPBD_OK, "energy");
}

static bool same_portrait(const portrait *a, const portrait *b) {
  const xpbd_verlet_measures *m = &a->measures, *n = &b->measures;
  return a->hash == b->hash && memcmp(&a->energies, &b->energies, sizeof a->energies) == 0 && m->steps == n->steps &&
         m->normal_impulse == n->normal_impulse && m->friction_impulse == n->friction_impulse &&
         m->overlap == n->overlap && m->deepest == n->deepest && m->contacts == n->contacts && m->sweeps == n->sweeps &&
         m->unconverged == n->unconverged && m->momentum[1] == n->momentum[1];
}

/// A file in memory.
typedef struct bytes {
  unsigned char *at;
  size_t count;
} bytes;

static bool read_bytes(const char *path, bytes *out) {
  FILE *file = fopen(path, "rb");
  *out = (bytes){.at = malloc(1 << 16)};
  if (file && out->at) out->count = fread(out->at, 1, 1 << 16, file);
  if (file) fclose(file);
  return out->count > 0;
}

static bool write_bytes(const char *path, const unsigned char *at, size_t count) {
  FILE *file = fopen(path, "wb");
  const bool good = file && fwrite(at, 1, count, file) == count;
  return file && fclose(file) == 0 && good;
}

/// Writes the checkpoint again with a changed state: in the last `contacts` contacts, the number `from_end` places
/// before the end of the last one becomes `value`. `at`: another frame, 0 = the same.
static bool forge(const bytes *file, size_t contacts, size_t from_end, double value, uint64_t at, const char *path) {
  xpbd_checkpoint head;
  memcpy(&head, file->at + TEXT_LENGTH, sizeof head);
  OWNED(check_free) double *state = malloc(head.numbers * sizeof *state);
  if (state) {
    memcpy(state, file->at + TEXT_LENGTH + sizeof head, head.numbers * sizeof *state);
    for (size_t c = 0; c < contacts; c++) state[head.numbers - from_end - 7 * c] = value;
    if (at > 0) head.at = at;
  }
  const bool good = state && xpbd_checkpoint_write(path, &head, state) == XPBD_OK;
  return good;
}

/* The control forgets the pending part of the last response, which is not in positions and velocities: the impulses of
 * the contacts are removed from the file. The six steps have none. */
static void same_bits(check *self, int index) {
  const saved_run *run = &runs[index];
  char *folder = folder_make(self), path[600], other[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  snprintf(other, sizeof other, "%s", folder_path(folder, "other"));
  subject first = {.solver = NULL}, second = {.solver = NULL};
  portrait there, whole, taken_up, forgetful;
  bytes file = {0};
  bool good = build(self, run, &first) && portray(self, &first, run->before, &there) &&
              check_status(self, xpbd_solver_save(first.solver, path), XPBD_OK, "saving") &&
              build(self, run, &second) &&
              check_status(self, xpbd_solver_load(second.solver, path), XPBD_OK, "loading") &&
              portray(self, &second, 0, &taken_up);
  if (good) {
    const bool touching = there.measures.contacts > 0;
    check_true(self, same_portrait(&there, &taken_up), "the state as it was saved");
    check_true(self, touching == (strcmp(run->name, "balls") != 0), "saved in contact: %d contacts",
               (int)there.measures.contacts);
    check_same(self, (uint64_t)xpbd_solver_frame(second.solver), (uint64_t)run->before, "frames so far");
    good = portray(self, &first, run->after, &whole) && portray(self, &second, run->after, &taken_up);
  }
  if (good) {
    const bool owes = there.measures.contacts > 0 && run->scheme == XPBD_VERLET_SEVEN_STEP;
    check_true(self, same_portrait(&whole, &taken_up), "all bits and sums after %d more steps", (int)run->after);
    check_true(self,
               read_bytes(path, &file) && forge(&file, owes ? (size_t)there.measures.contacts : 0, 1, 0.0, 0, other),
               "another file");
    check_status(self, xpbd_solver_load(first.solver, other), XPBD_OK, "back to it, in the solver that saved");
    xpbd_counters counters = {.frames = -1};
    check_status(self, xpbd_solver_counters(first.solver, &counters), XPBD_OK, "counters");
    check_true(self, counters.frames == 0, "%lld frames of its own since then", (long long)counters.frames);
    if (portray(self, &first, run->after - (owes ? 0 : 1), &forgetful))
      check_control(self, !same_portrait(&whole, &forgetful), "the stored impulses forgotten, or a step less");
  }
  free(file.at);
  release(&first);
  release(&second);
}

/// How many damaged versions of a file are accepted: a byte changed, a shorter file, a longer one. All bytes before the
/// state are tested, and every fifth of the state, because writing so many files takes time.
static int64_t taken(xpbd_solver *solver, bytes file, const char *path, int *tried) {
  int64_t count = 0;
  for (size_t k = 0; k < file.count; k += k < TEXT_LENGTH + sizeof(xpbd_checkpoint) ? 1 : 5, *tried += 2) {
    file.at[k] ^= 4;
    count += !write_bytes(path, file.at, file.count) || xpbd_solver_load(solver, path) == XPBD_OK;
    file.at[k] ^= 4;
    count += !write_bytes(path, file.at, k) || xpbd_solver_load(solver, path) == XPBD_OK;
  }
  file.at[file.count] = 0;
  return count + (!write_bytes(path, file.at, file.count + 1) || xpbd_solver_load(solver, path) == XPBD_OK);
}

/* A forged file with right hashes: no number in it may lead out of an array. */
static void forged(check *self, xpbd_solver *solver, const bytes *file, const char *path) {
  const struct {
    size_t from_end; /* numbers of state */
    double value;
    const char *what;
  } forgeries[] = {{7, 1e9, "the node of a contact"},       {6, -1.0, "what it touches"},
                   {6, 4.0, "a plane that is not there"},   {7, 0.5, "half a node"},
                   {1, (double)NAN, "an impulse"},          {22, 1e300, "the number of contacts"},
                   {22, 2.0, "one contact less than said"}, {40, INFINITY, "a position"},
                   {27, -1.0, "passes over contacts"},      {28, 0.5, "half a step"}};
  for (size_t k = 0; k < sizeof forgeries / sizeof *forgeries; k++) {
    check_true(self, forge(file, 1, forgeries[k].from_end, forgeries[k].value, 0, path), "writing");
    check_status(self, xpbd_solver_load(solver, path), XPBD_ERR_BAD_FILE, "forged: %s", forgeries[k].what);
  }
  check_true(self, forge(file, 0, 0, 0.0, (uint64_t)INT64_MAX, path), "writing");
  check_status(self, xpbd_solver_load(solver, path), XPBD_ERR_BAD_FILE, "forged: more frames than can be counted");
  check_true(self, forge(file, 0, 0, 0.0, 0, path), "writing");
  check_control(self, xpbd_solver_load(solver, path) == XPBD_OK, "the same way, nothing changed");
}

/// The error of another run for the file.
static void foreign(check *self, const char *path, const char *what, const char *text, saved_run run, int32_t sweeps) {
  subject s;
  if (build_with(self, &run, sweeps, &s)) {
    check_status(self, xpbd_solver_load(s.solver, path), XPBD_ERR_INVALID_ARGUMENT, "%s", what);
    check_true(self, strstr(xpbd_last_error(), text) != NULL, "%s: the text says '%s': %s", what, text,
               xpbd_last_error());
  }
  release(&s);
}

static void refused(check *self, int argument) {
  const saved_run run = runs[0];
  char *folder = folder_make(self), path[600], broken[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  snprintf(broken, sizeof broken, "%s", folder_path(folder, "broken"));
  subject s;
  bytes file = {0};
  portrait there;
  if (build(self, &run, &s) && portray(self, &s, run.before, &there) &&
      check_status(self, xpbd_solver_save(s.solver, path), XPBD_OK, "saving") &&
      check_true(self, read_bytes(path, &file), "reading the file")) {
    check_same(self, (uint64_t)there.measures.contacts, 3, "contacts, as the forgeries count on");
    xpbd_solver_step(s.solver, 1);
    const uint64_t before = xpbd_verlet_hash(s.world);
    int tried = 1;
    check_same(self, (uint64_t)taken(s.solver, file, broken, &tried), 0, "damaged files that were accepted");
    check_at_least(self, tried, 250, "damaged files");
    check_status(self, xpbd_solver_load(s.solver, "/nowhere/at/all"), XPBD_ERR_IO, "a file that is not there");
    check_status(self, xpbd_solver_load(s.solver, folder), XPBD_ERR_IO, "a folder");
    check_same(self, xpbd_verlet_hash(s.world), before, "a refused file changes nothing");
    forged(self, s.solver, &file, broken);
  }
  saved_run other = run;
  foreign(self, path, "another number of passes", "other settings", run, 100);
  other.scheme = XPBD_VERLET_SIX_STEP;
  foreign(self, path, "six steps", "other settings", other, 200);
  other = run, other.drop = 0.06;
  foreign(self, path, "another start", "another scene", other, 200);
  other = run, other.restitution = 0.6;
  foreign(self, path, "other restitution", "another scene", other, 200);
  other = run, other.name = "stack_b";
  foreign(self, path, "other scene", "3 particles, but this scene has 2", other, 200);
  other = run, other.name = "stack_c";
  foreign(self, path, "other springs", "another scene", other, 200);
  free(file.at);
  release(&s);
}

/* Friction, and the rest shape that gravity gave: numbers that a stack of balls does not have. */
static void refused_box(check *self, int argument) {
  const saved_run run = runs[4];
  char *folder = folder_make(self), path[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  subject s;
  if (build(self, &run, &s) && check_status(self, xpbd_solver_step(s.solver, 1), XPBD_OK, "a step") &&
      check_status(self, xpbd_solver_save(s.solver, path), XPBD_OK, "saving")) {
    check_control(self, xpbd_solver_load(s.solver, path) == XPBD_OK,
                  "A world so far away or so fast that its state could not be loaded is refused.");
    saved_run other = run;
    other.friction = 0.4;
    foreign(self, path, "other friction", "another scene", other, 200);
    other = run, other.settle = 0.06;
    foreign(self, path, "another time of coming to rest", "another scene", other, 200);
  }
  release(&s);
}

/* A world whose state is so far away or so fast that it could not be loaded is refused. */
static void far_away(check *self, int argument) {
  const double mass = 1.0;
  for (int k = 0; k < 5; k++) {
    const double x[3] = {0, k == 1 ? 2e150 : 0, 0}, fast[3] = {0, 2e150, 0};
    const double v[3] = {0, 0, k == 2 ? -2e150 : k == 4 ? 1e150 : 0};
    OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
    xpbd_verlet_def def = lattice_nodes(1, x, v, &mass, NULL);
    def.gravity[1] = k == 3 ? -DBL_MAX : 0.0;
    def.time_step = k == 3 ? 1e3 : def.time_step;
    const xpbd_status status = xpbd_verlet_create(&def, &world);
    if (k == 1 || k == 2) {
      check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, k == 1 ? "a node far away" : "a fast node");
      check_true(self, strstr(xpbd_last_error(), "of node 0") != NULL, "the node is named: %s", xpbd_last_error());
    } else if (check_status(self, status, XPBD_OK, "a world") && k == 0) {
      check_status(self, xpbd_verlet_set_velocities(world, fast), XPBD_ERR_INVALID_ARGUMENT, "a new speed");
      check_control(self, xpbd_verlet_step(world, 1) == XPBD_OK, "a world that can be stepped");
    } else if (world) { /* accelerated to NaN, or away */
      check_status(self, xpbd_verlet_step(world, 1), XPBD_ERR_DIVERGED, "a step");
    }
  }
}

/* A diverged run names its frame and is not saved. A reset repairs it. */
static void diverged(check *self, int argument) {
  char *folder = folder_make(self), path[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  const double x[3] = {0.0, 1.0, 0.0}, v[3] = {4e8, 0.0, 0.0}, w = 1.0;
  xpbd_scene_def def = rig_points(1, x, v, &w);
  xpbd_solver_def settings = xpbd_solver_def_default();
  settings.method = XPBD_METHOD_VERLET_7, settings.frame_time = 1.0, settings.substeps = 2;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  if (check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "scene") &&
      check_status(self, xpbd_solver_create(scene, &settings, &solver), XPBD_OK, "solver")) {
    check_control(self, xpbd_solver_step(solver, 2) == XPBD_OK && xpbd_solver_save(solver, path) == XPBD_OK,
                  "two frames of 4e8 m");
    check_status(self, xpbd_solver_step(solver, 5), XPBD_ERR_DIVERGED, "a third");
    check_said(self, "the simulation diverged in frame 3, time step 6 (a position is not finite or beyond 1e+09 m)",
               "what is said");
    check_status(self, xpbd_solver_save(solver, path), XPBD_ERR_DIVERGED, "saving");
    check_status(self, xpbd_solver_reset(solver), XPBD_OK, "reset");
    check_status(self, xpbd_solver_step(solver, 2), XPBD_OK, "once more");
  }
}

void check_verlet_checkpoint(check_registry *registry) {
  for (int k = 0; k < (int)(sizeof runs / sizeof *runs); k++)
    check_add_named(registry, "saved and resumed bit-identically", same_bits, k, "checkpoint-%s%s", runs[k].name,
                    runs[k].scheme == XPBD_VERLET_SIX_STEP ? "-six" : "");
  check_add(registry, "checkpoint-far", "no world so far or fast that its state could not be loaded", far_away, 0);
  check_add(registry, "checkpoint-diverged", "a diverged run names the frame and is not saved", diverged, 0);
  check_add(registry, "checkpoint-refused", "every damage of a file, forged and foreign ones", refused, 0);
  check_add(registry, "checkpoint-refused-box", "files of another friction and another shape at rest", refused_box, 0);
}
