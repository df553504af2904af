/* Why this file exists: every method and backend must count and give up in the same way: its work since a reset or a
 * load, the frame in which a run diverged, the bytes of its state. */
#include <stdio.h>
#include <string.h>

#include "runner/folder.h"
#include "runner/workload.h"
#include "method_checks.h"
#include "xpbd/method.h"
#include "xpbd/projective.h"

/// Calls `body` for every method and backend that can run the scene of `r` with these settings.
static void each_way(rig *r, xpbd_solver_def def, const char *path,
                     void (*body)(rig *r, const xpbd_solver_def *def, const char *path)) {
  for (int m = 0; m < XPBD_METHODS; m++)
    for (int b = 0; b < xpbd_backends()->count; b++) {
      def.method = (xpbd_method)m, def.backend = backend_at(b)->name;
      if (xpbd_solver_supports(r->scene, &def) == XPBD_OK) body(r, &def, path);
    }
}

/* ---- work ---- */

enum { BEFORE = 2, OTHER = 1, AFTER = 3 };

/// Frames and projections: as many as requested, none skipped.
static void has_done(check *self, xpbd_solver *solver, int32_t frames, int64_t start, const char *when) {
  const xpbd_solver_def *def = xpbd_solver_settings(solver);
  const xpbd_method_info *info = xpbd_method_at((int)def->method);
  const int64_t sweeps = info->traits & XPBD_EXPLICIT ? 1 : def->iterations;
  const int64_t each = def->substeps * sweeps * xpbd_scene_constraint_count(xpbd_solver_scene(solver));
  const char *backend = xpbd_solver_backend(solver);
  xpbd_counters c;
  memset(&c, 0xff, sizeof c);
  check_status(self, xpbd_solver_counters(solver, &c), XPBD_OK, "%s on %s, %s: counters", info->name, backend, when);
  check_same(self, (uint64_t)c.frames, (uint64_t)frames, "%s on %s, %s: frames", info->name, backend, when);
  if (info->traits & XPBD_UNTIL_SOLVED)
    check_between(self, (double)c.projections, (double)frames * (double)(each / sweeps), (double)(frames * each),
                  "%s on %s, %s: projections", info->name, backend, when);
  else
    check_same(self, (uint64_t)c.projections, (uint64_t)(frames * each), "%s on %s, %s: projections", info->name,
               backend, when);
  check_same(self, (uint64_t)(c.skipped + c.contacts + c.contacts_unseen), 0, "%s on %s, %s: skipped, contacts",
             info->name, backend, when);
  check_same(self, (uint64_t)c.batch, 1, "%s on %s, %s: scenes", info->name, backend, when);
  check_same(self, (uint64_t)xpbd_solver_frame(solver), (uint64_t)(start + frames), "%s on %s, %s: the frame",
             info->name, backend, when);
  check_control(self, c.projections != (frames + 1) * each, "%s on %s, %s: a frame more", info->name, backend, when);
}

static void count(rig *r, const xpbd_solver_def *def, const char *path) {
  check *const self = r->owner;
  OWNED(xpbd_solver_destroy) xpbd_solver *own = NULL, *other = NULL;
  if (check_status(self, xpbd_solver_create(r->scene, def, &own), XPBD_OK, "making it") &&
      check_status(self, xpbd_solver_create(r->scene, def, &other), XPBD_OK, "another one")) {
    has_done(self, own, 0, 0, "new");
    check_status(self, xpbd_solver_step(own, BEFORE), XPBD_OK, "stepping");
    has_done(self, own, BEFORE, 0, "before saving");
    check_status(self, xpbd_solver_save(own, path), XPBD_OK, "saving");
    has_done(self, own, BEFORE, 0, "saved");
    check_status(self, xpbd_solver_step(other, OTHER), XPBD_OK, "stepping");
    check_status(self, xpbd_solver_load(other, path), XPBD_OK, "loading");
    has_done(self, other, 0, BEFORE, "loaded");
    check_status(self, xpbd_solver_step(other, AFTER), XPBD_OK, "stepping");
    has_done(self, other, AFTER, BEFORE, "gone on");
    check_status(self, xpbd_solver_load(own, path), XPBD_OK, "back to what it saved");
    has_done(self, own, 0, BEFORE, "taken back");
    check_status(self, xpbd_solver_reset(own), XPBD_OK, "a reset");
    has_done(self, own, 0, 0, "reset");
    check_status(self, xpbd_solver_step(own, 1), XPBD_OK, "stepping");
    has_done(self, own, 1, 0, "begun again");
  }
}

static void work(check *self, int argument) {
  char *folder = folder_make(self);
  workload load = workload_of(xpbd_formula_find("stretching"), 0.0, false);
  load.columns = load.rows = 7, load.compliance = 0.1; /* so soft that explicit methods stay stable */
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    xpbd_solver_def def = xpbd_solver_def_default();
    def.substeps = 4, def.iterations = 3;
    each_way(&r, def, folder_path(folder, "state"), count);
  }
}

/* ---- runs that diverge ---- */

/// The text: a world of position Verlet also names the time step. A method that is added may name only the frame.
static void is_lost(check *self, const xpbd_method_info *info, const char *when) {
  static const char short_text[] = "the simulation diverged in frame 3";
  const bool added = xpbd_method_find(info->name) > XPBD_METHOD_VERLET_7_SERIAL; /* the last that does not diverge */
  if (added && strcmp(xpbd_last_error(), short_text) == 0) {
    check_said(self, short_text, "%s: %s", info->name, when);
    return;
  }
  check_said(self,
             strncmp(info->name, "verlet-", 7) == 0
                 ? "the simulation diverged in frame 3, time step 3 (a position is not finite or beyond 1e+09 m)"
                 : "the simulation diverged in frame 3 (a position is not finite or beyond 1e+09 m)",
             "%s: %s", info->name, when);
}

static xpbd_status run(xpbd_solver *solver, int32_t frames) {
  const xpbd_status status = xpbd_solver_step(solver, frames); /* a device may report it in either call */
  return status == XPBD_OK ? xpbd_solver_sync(solver) : status;
}

/// A particle of 4e8 m/s is beyond 1e9 m in the third frame of 1 s, whether or not the first two come from a file.
static void lose(rig *r, const xpbd_solver_def *def, const char *path) {
  check *const self = r->owner;
  const xpbd_method_info *info = xpbd_method_at((int)def->method);
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  xpbd_counters c = {0};
  uint64_t hash = 42;
  double x[3] = {7.0, 7.0, 7.0};
  if (check_status(self, xpbd_solver_create(r->scene, def, &solver), XPBD_OK, "making it")) {
    check_control(self, run(solver, 2) == XPBD_OK && xpbd_solver_save(solver, path) == XPBD_OK, "%s: two frames",
                  info->name);
    check_status(self, run(solver, 1), XPBD_ERR_DIVERGED, "%s: a third", info->name);
    is_lost(self, info, "in a run");
    check_status(self, xpbd_solver_counters(solver, &c), XPBD_ERR_DIVERGED, "%s: counters", info->name);
    check_same(self, (uint64_t)c.frames, 3, "%s: frames, with the lost one", info->name);
    check_status(self, xpbd_solver_hash(solver, &hash), XPBD_ERR_DIVERGED, "%s: a hash", info->name);
    check_status(self, xpbd_solver_read(solver, XPBD_POSITIONS, x), XPBD_ERR_DIVERGED, "%s: reading", info->name);
    check_true(self, hash == 42 && x[0] == 7.0 && x[1] == 7.0 && x[2] == 7.0, "%s: nothing was given", info->name);
    check_status(self, xpbd_solver_save(solver, path), XPBD_ERR_DIVERGED, "%s: saving", info->name);
    check_status(self, xpbd_solver_step(solver, 1), XPBD_ERR_DIVERGED, "%s: a fourth", info->name);
    check_said(self, "an earlier step failed; reset the solver first", "%s: of a fourth", info->name);
    check_status(self, xpbd_solver_load(solver, path), XPBD_OK, "%s: loading", info->name);
    check_status(self, xpbd_solver_read(solver, XPBD_POSITIONS, x), XPBD_OK, "%s: reading", info->name);
    check_at_most(self, x[0] > 8e8 ? x[0] - 8e8 : 8e8 - x[0], 100.0, "%s: position when saved [m]", info->name);
    check_status(self, run(solver, 1), XPBD_ERR_DIVERGED, "%s: resumed from the file", info->name);
    is_lost(self, info, "on from a file");
    xpbd_solver_counters(solver, &c);
    check_same(self, (uint64_t)c.frames, 1, "%s: frames since the file", info->name);
    check_status(self, xpbd_solver_reset(solver), XPBD_OK, "%s: a reset", info->name);
    check_status(self, run(solver, 2), XPBD_OK, "%s: two frames once more", info->name);
  }
}

static void divergence(check *self, int argument) {
  char *folder = folder_make(self);
  const double x[3] = {0}, v[3] = {4e8, 0, 0}, w = 1.0;
  xpbd_scene_def scene = rig_points(1, x, v, &w);
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &scene, 0, NULL)) {
    xpbd_solver_def def = xpbd_solver_def_default();
    def.frame_time = 1.0, def.iterations = 1;
    each_way(&r, def, folder_path(folder, "state"), lose);
  }
}

/* ---- bytes ---- */

enum { PADDING = 16 }; /* a block of constraints */

/// Whole blocks.
static int64_t padded(int64_t count) {
  return (count + PADDING - 1) / PADDING * PADDING;
}

typedef struct memory_case {
  const char *what;
  xpbd_method method;
  xpbd_precision precision;
  double damping;
  xpbd_damping reading;
  bool bending, wind;
  int records, copies;       /* a particle has at the start and now; a constraint of each of its particles */
  int particle_reals, reals; /* what else a particle and a constraint have */
} memory_case;

static xpbd_counters counted(rig *r, const xpbd_solver_def *def) {
  xpbd_counters c = {0};
  if (rig_solver(r, def)) check_status(r->owner, xpbd_solver_counters(r->solver, &c), XPBD_OK, "counters");
  return c;
}

/// Positions and velocities at the start, then positions now and at the start of the step, velocities: records of four
/// numbers, one more than there are particles. A slot of a constraint: its particles, rest length, multiplier.
static void remember(check *self, const memory_case *m) {
  workload load = workload_of(xpbd_formula_find("stretching"), m->damping, false);
  load.columns = 9, load.rows = 11, load.bending = m->bending, load.wind = m->wind, load.reading = m->reading;
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    xpbd_solver_def def = rig_settings(m->precision, 1.0 / 24.0, 2);
    def.method = m->method;
    const xpbd_counters c = counted(&r, &def);
    const int64_t real = m->precision == XPBD_F32 ? 4 : 8, record = 4 * real, records = r.n + 1;
    int64_t bytes = 0;
    for (int32_t s = 0; s < xpbd_scene_set_count(r.scene); s++) {
      const xpbd_constraints *set = xpbd_scene_set(r.scene, s);
      const xpbd_formula_info *info = xpbd_formula_at(set->formula);
      const xpbd_schedule *schedule = &set->schedule;
      int64_t places = 0;
      for (int32_t g = 0; g < schedule->group_count; g++)
        places += padded(schedule->group_start[g + 1] - schedule->group_start[g]);
      if (xpbd_method_at((int)m->method)->traits & XPBD_AT_ONCE) places = padded(set->count);
      bytes += places / PADDING * 2 + places * (4 * info->arity + real * info->rest_count + real * m->reals +
                                                record * info->arity * m->copies);
    }
    check_same(self, (uint64_t)(c.bytes_per_particle * r.n + 0.5),
               (uint64_t)(records * (record * m->records + real * m->particle_reals)), "%s: bytes of particles",
               m->what);
    check_same(self, (uint64_t)(c.bytes_per_constraint * (double)xpbd_scene_constraint_count(r.scene) + 0.5),
               (uint64_t)bytes, "%s: bytes of constraints", m->what);
    check_true(self, c.threads == 1 && c.lanes == 1 && c.batch == 1 && c.device_bytes == 0 && !c.strategy && !c.inexact,
               "%s: one thread, one by one, once, here", m->what);
    check_true(self, c.instructions, "%s: instructions", m->what);
    check_at_least(self, (double)c.host_bytes, c.bytes_per_particle * r.n + (double)bytes, "%s: all bytes", m->what);
    check_control(self, c.bytes_per_particle * r.n < (double)(records * record * (m->records + 1)), "%s: a record more",
                  m->what);
  }
}

static void memory(check *self, int argument) {
  static const memory_case cases[] = {
      {"float", XPBD_METHOD_XPBD, XPBD_F32, 0.0, XPBD_DAMPING_XPBD, false, false, 5, 0, 0, 1},
      {"double, two sets", XPBD_METHOD_XPBD, XPBD_F64, 0.0, XPBD_DAMPING_XPBD, true, false, 5, 0, 0, 1},
      {"in wind", XPBD_METHOD_XPBD, XPBD_F32, 0.0, XPBD_DAMPING_XPBD, false, true, 6, 0, 0, 1},
      {"damped", XPBD_METHOD_XPBD, XPBD_F64, 0.1, XPBD_DAMPING_XPBD, false, false, 5, 0, 0, 1},
      {"damped by the step before", XPBD_METHOD_XPBD, XPBD_F32, 0.1, XPBD_DAMPING_LAGGED, false, true, 7, 0, 0, 1},
      {"with energies", XPBD_METHOD_ENERGY, XPBD_F64, 0.0, XPBD_DAMPING_XPBD, true, false, 5, 0, 1, 2},
      {"all at once", XPBD_METHOD_JACOBI, XPBD_F32, 0.0, XPBD_DAMPING_XPBD, true, false, 5, 1, 0, 1},
      {"all at once, damped", XPBD_METHOD_JACOBI_MEAN, XPBD_F64, 0.1, XPBD_DAMPING_XPBD, false, false, 5, 2, 0, 1}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) remember(self, &cases[k]);
}

/// Pinned particles on a square, springs between the first two, and further parts; all bytes of the state.
typedef struct stock {
  int32_t particles, springs, triangles;
  bool wind;
} stock;

static int64_t bytes_of(check *self, const stock *s, xpbd_method method, const xpbd_projective_settings *own) {
  static const double x[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0, 2, 1, 0}, w[6] = {0};
  static const int32_t corners[] = {0, 1, 2, 0, 2, 3}, edges[] = {0, 1, 0, 1, 0, 1};
  xpbd_scene_def scene = rig_points(s->particles, x, NULL, w);
  scene.triangle_count = s->triangles, scene.triangles = corners;
  scene.wind.drag = s->wind ? 0.1 : 0.0;
  xpbd_constraints_def set = rig_set("stretching", s->springs, edges, NULL);
  set.compliance = 0.1;
  xpbd_solver_def def = xpbd_solver_def_default();
  def.method = method, def.iterations = 6, def.projective = own;
  OWNED(rig_free) rig r = {0};
  int64_t bytes = -1;
  if (rig_scene(&r, self, &scene, s->springs > 0, &set)) bytes = counted(&r, &def).host_bytes;
  return bytes;
}

/// The bytes of one more of each.
static void projective_memory(check *self, int argument) {
  const stock base = {.particles = 4, .triangles = 2};
  const xpbd_projective_settings none = {0}, area = {.triangle_weight = 1.0}, bend = {.bending_weight = 1.0},
                                 record = {.record = 1};
  xpbd_solver_def def = xpbd_solver_def_default();
  rig r = {.owner = self};
  def.method = XPBD_METHOD_PD;
  const double x[3] = {0}, w = 1.0;
  xpbd_scene_def scene = rig_points(1, x, NULL, &w);
  const bool built = rig_scene(&r, self, &scene, 0, NULL) && xpbd_solver_supports(r.scene, &def) == XPBD_OK;
  rig_free(&r);
  if (!built) {
    check_skip(self, "%s", xpbd_last_error());
    return;
  }
  const int64_t bytes = bytes_of(self, &base, XPBD_METHOD_PD, &none);
  stock more = base;
  check_same(self, (uint64_t)bytes % 8, 0, "bytes of whole numbers");
  check_between(self, (double)bytes, 4 * 180 + 256, 4 * 180 + 4096, "bytes of four particles");
  more.particles = 6;
  /* three records of four doubles; row, inertia, iterate, prediction, gradient */
  check_same(self, (uint64_t)(bytes_of(self, &more, XPBD_METHOD_PD, &none) - bytes), 2 * (96 + 4 + 8 + 9 * 8),
             "two particles");
  more = base, more.springs = 3;
  check_same(self, (uint64_t)(bytes_of(self, &more, XPBD_METHOD_PD, &none) - bytes), 3 * (2 * 4 + 2 * 8),
             "three springs");
  check_same(self, (uint64_t)(bytes_of(self, &base, XPBD_METHOD_PD, &area) - bytes), 2 * (4 * 4 + 6 * 8 + 8),
             "two triangles");
  check_same(self, (uint64_t)(bytes_of(self, &base, XPBD_METHOD_PD, &bend) - bytes), 4 * 4 + 4 * 8 + 2 * 8, "a hinge");
  check_same(self, (uint64_t)(bytes_of(self, &base, XPBD_METHOD_PD, &record) - bytes), 7 * 8,
             "a record of 6 iterations");
  more = base, more.wind = true;
  check_same(self, (uint64_t)(bytes_of(self, &more, XPBD_METHOD_PD, &none) - bytes), 4 * 32 + (4 + 2) * 4 + 6 * 4,
             "wind");
  check_control(self, bytes_of(self, &base, XPBD_METHOD_FMS, &none) == bytes, "the same without the terms of pd");
}

/// Nodes have 8 numbers of the definition, 15 of the state, 4 of the force and a row. Four springs have a block. Without
/// contacts, the search for them takes nothing.
static void verlet_memory(check *self, int argument) {
  enum { NODE = 27 * 8 + 4, SPRING = 2 * 4 + 3 * 8, BLOCK = 4 * SPRING };
  const stock base = {.particles = 2, .springs = 1}, none = {.particles = 2};
  const int64_t bytes = bytes_of(self, &base, XPBD_METHOD_VERLET_7, NULL);
  stock more = base;
  check_same(self, (uint64_t)(bytes - bytes_of(self, &none, XPBD_METHOD_VERLET_7, NULL)), SPRING + BLOCK, "a spring");
  check_same(self, (uint64_t)bytes % 4, 0, "bytes of whole numbers");
  check_between(self, (double)bytes, 2 * NODE + 256, 2 * NODE + 4096, "bytes of two nodes");
  more.particles = 5;
  check_same(self, (uint64_t)(bytes_of(self, &more, XPBD_METHOD_VERLET_7, NULL) - bytes), 3 * NODE, "three nodes");
  more = base, more.springs = 3;
  check_same(self, (uint64_t)(bytes_of(self, &more, XPBD_METHOD_VERLET_7, NULL) - bytes), 2 * SPRING, "two springs");
  more = base, more.particles = 3;
  check_control(self, bytes_of(self, &more, XPBD_METHOD_VERLET_6, NULL) > bytes, "a node more");
}

void check_add_method_counters(check_registry *registry) {
  check_add(registry, "counters", "what every method counts, after a load and a reset too", work, 0);
  check_add(registry, "divergence", "every method names the frame in which a run diverges", divergence, 0);
  check_add(registry, "memory", "bytes of particles and constraints", memory, 0);
  check_add(registry, "memory-projective", "bytes of one more particle or term in projective dynamics",
            projective_memory, 0);
  check_add(registry, "memory-verlet", "bytes of one more node or spring in a world of position Verlet", verlet_memory,
            0);
}
