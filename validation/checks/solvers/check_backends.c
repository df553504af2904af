/* Why this file exists: the promise that arithmetic is deterministic by construction. Every backend, number of threads,
 * lane count and instruction set must give the bits of the sequential reference in group order, for every formula. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/check.h"
#include "runner/workload.h"

enum { FORMULA_SHIFT = 8 }; ///< A check's argument is backend + formula * 256.

static const xpbd_precision precisions[] = {XPBD_F32, XPBD_F32X, XPBD_F64};
/* 8: more threads than small groups have blocks for. Each formula runs with the first two. */
enum { TEAMS = 4, FEW = 2 };
static const int32_t team[TEAMS] = {1, 3, 2, 8};

static int backend_of(int argument) {
  return argument & ((1 << FORMULA_SHIFT) - 1);
}
static int formula_of(int argument) {
  return argument >> FORMULA_SHIFT;
}

static void compare(rig *r, const way *w, uint64_t expected) {
  check_same(r->owner, way_hash(r, w), expected, "%s, %s, %d thread%s, lanes %s, %s", w->backend,
             precision_name(w->precision), (int)w->threads, w->threads == 1 ? "" : "s", w->lanes == 1 ? "1" : "all",
             w->instructions ? w->instructions : "best instructions");
}

/// Threads mean nothing to the others.
static bool has_teams(const char *backend) {
  return strcmp(backend, "seq") != 0 && !backend_is_device(backend);
}

/// All ways to run one scene against the reference. Every instruction set runs with one thread, every team with the
/// best; one by one, only one team of several.
static void compare_ways(rig *r, const char *backend, const way *reference, int teams) {
  const uint64_t expected = way_hash(r, reference);
  way w = *reference;
  w.backend = backend;
  for (w.lanes = 0; w.lanes <= 1; w.lanes++) {
    w.threads = 1;
    for (size_t i = 0; i < sizeof instruction_sets / sizeof *instruction_sets; i++) {
      w.instructions = instruction_sets[i];
      if (instructions_here(r, w.instructions)) compare(r, &w, expected);
    }
    w.instructions = NULL;
    for (int i = 0; i < (!has_teams(backend) ? 1 : w.lanes == 0 ? teams : FEW); i++) {
      w.threads = team[i];
      compare(r, &w, expected);
    }
  }
}

static workload cloth(const char *formula, double damping) {
  return workload_of(xpbd_formula_find(formula), damping, false);
}

static void formula_bits(check *self, int argument) {
  const char *backend = backend_at(backend_of(argument))->name;
  for (int damped = 0; damped < 2; damped++) { /* the damped kernels are a variant of their own */
    const workload load = workload_of(formula_of(argument), damped ? 0.3 : 0.0, damped);
    rig r;
    if (workload_build(&r, self, &load)) {
      for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p++) {
        way reference = way_reference(precisions[p], 12, 3);
        compare_ways(&r, backend, &reference, FEW);
        const uint64_t hash = way_hash(&r, &reference);
        reference.iterations = 4;
        check_control(self, way_hash(&r, &reference) != hash, "%s, one iteration more", precision_name(precisions[p]));
      }
    }
    rig_free(&r);
  }
}

/* The published workload, 41 x 41 with 4880 edges, for 100 frames: long enough for one wrong bit to spread
 * everywhere. */
static void full_cloth(check *self, int argument) {
  workload load = cloth(xpbd_formula_at(formula_of(argument))->name, 0.0);
  load.columns = load.rows = 41;
  rig r;
  if (workload_build(&r, self, &load)) {
    for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p++) {
      way w = way_reference(precisions[p], 100, 2);
      const uint64_t expected = way_hash(&r, &w);
      w.backend = backend_at(backend_of(argument))->name;
      w.instructions = NULL, w.lanes = 0;
      for (int i = 0; i < (has_teams(w.backend) ? TEAMS : 1); i++) {
        w.threads = team[i];
        compare(&r, &w, expected);
      }
      w.frames = 99;
      check_control(self, way_hash(&r, &w) != expected, "%s, one frame less", precision_name(precisions[p]));
    }
  }
  rig_free(&r);
}

/// A workload beyond the plain cloth, all ways, all precisions.
static void scene_bits(check *self, int backend, const workload *load, int32_t frames, int32_t substeps) {
  rig r;
  if (workload_build(&r, self, load)) {
    for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p++) {
      way reference = way_reference(precisions[p], frames, 3);
      reference.substeps = substeps;
      compare_ways(&r, backend_at(backend)->name, &reference, TEAMS);
      const uint64_t hash = way_hash(&r, &reference);
      reference.substeps = substeps + 1;
      check_control(self, way_hash(&r, &reference) != hash, "%s, one substep more", precision_name(precisions[p]));
    }
  }
  rig_free(&r);
}

static void two_sets(check *self, int backend) {
  workload load = cloth("morse", 0.3);
  load.bending = true;
  scene_bits(self, backend, &load, 20, 1);
}

static void windy(check *self, int backend) {
  workload load = cloth("stretching", 0.0);
  load.wind = true;
  scene_bits(self, backend, &load, 20, 1);
}

static void substeps(check *self, int backend) {
  workload load = cloth("hookean", 0.0);
  load.bending = load.wind = true;
  scene_bits(self, backend, &load, 20, 3);
}

static void rigid(check *self, int backend) {
  workload load = cloth("stretching", 0.0);
  load.compliance = 0.0;
  scene_bits(self, backend, &load, 20, 2);
}

static void sphere(check *self, int backend) {
  const workload load = {
      .shape = WORKLOAD_SPHERE, .formula = "stvk", .compliance = 1e-5, .bending = true, .wind = true};
  scene_bits(self, backend, &load, 20, 1);
}

/* All that needs all particles at once: ghost tips, one constraint made of many, lagged damping, global damping. */
static void whole(check *self, int backend) {
  workload load = workload_of(xpbd_formula_find("tet_volume"), 0.4, false);
  load.bending = true;
  scene_bits(self, backend, &load, 10, 1);
  load.reading = XPBD_DAMPING_LAGGED;
  scene_bits(self, backend, &load, 10, 2);
  load.omit_tip = true;
  scene_bits(self, backend, &load, 10, 1);
  load.reading = XPBD_DAMPING_TILDE;
  load.global_damping = 0.05;
  scene_bits(self, backend, &load, 10, 1);
  load = workload_of(xpbd_formula_find("closed_volume"), 0.3, false);
  load.global_damping = 0.05;
  load.bending = true;
  scene_bits(self, backend, &load, 10, 2);
}

/* A cloth that falls on a ball and a floor. */
static void obstacles(check *self, int backend) {
  workload load = cloth("stretching", 0.0);
  load.obstacles = true;
  scene_bits(self, backend, &load, 20, 1);
  rig r;
  if (workload_build(&r, self, &load)) {
    xpbd_solver_def def = rig_settings(XPBD_F32, 1.0 / 24.0, 3);
    xpbd_counters counters = {0};
    if (rig_solver(&r, &def) && rig_step(&r, 20)) xpbd_solver_counters(r.solver, &counters);
    check_at_least(self, (double)counters.contacts, 100.0, "contacts");
  }
  rig_free(&r);
}

/* Hands that pull and turn pinned particles while the damping, the wind and the ghost tips look at them. */
static void handles(check *self, int backend) {
  workload load = cloth("stretching", 0.5);
  load.handles = load.wind = load.bending = true;
  scene_bits(self, backend, &load, 20, 3);
  load.reading = XPBD_DAMPING_LAGGED;
  load.wind = false, load.obstacles = true;
  scene_bits(self, backend, &load, 20, 1);
  load = workload_of(xpbd_formula_find("tet_volume"), 0.4, false);
  load.handles = load.bending = true;
  load.contact_radius = 0.38, load.global_damping = 0.05;
  scene_bits(self, backend, &load, 12, 1);
}

/* Particles that meet: the table of cells, the candidates and the pushes. */
static void contact(check *self, int backend) {
  workload load = workload_of(xpbd_formula_find("stretching"), 0.0, false);
  load.shape = WORKLOAD_SPHERE;
  load.contact_radius = 0.38;
  scene_bits(self, backend, &load, 12, 2);
  rig r;
  if (workload_build(&r, self, &load)) {
    xpbd_solver_def def = rig_settings(XPBD_F32, 1.0 / 24.0, 3);
    xpbd_counters counters = {0};
    if (rig_solver(&r, &def) && rig_step(&r, 12)) xpbd_solver_counters(r.solver, &counters);
    check_at_least(self, (double)counters.contacts, 100.0, "contacts");
  }
  rig_free(&r);
}

/* Balls of several sizes that rub and bounce, on each other and off obstacles. */
static void material(check *self, int backend) {
  workload load = workload_of(xpbd_formula_find("stretching"), 0.0, false);
  load.shape = WORKLOAD_SPHERE;
  load.contact_radius = 0.45;
  load.obstacles = load.material = true;
  scene_bits(self, backend, &load, 12, 2);
  load.handles = true, load.global_damping = 0.05;
  scene_bits(self, backend, &load, 12, 1);
}

/* The methods beside XPBD, on the backends that have them. */
static void methods(check *self, int backend) {
  workload load = cloth("hookean", 0.2);
  load.bending = true;
  rig r;
  if (workload_build(&r, self, &load)) {
    for (int m = 0; m < XPBD_METHODS; m++) {
      if (m == XPBD_METHOD_XPBD || xpbd_method_at(m)->engine) continue; /* have checks of their own */
      way w = way_reference(precisions[m % 3], 4, 3);
      w.method = (xpbd_method)m;
      const uint64_t expected = way_hash(&r, &w);
      w.backend = backend_at(backend)->name, w.instructions = NULL, w.lanes = 0;
      if ((xpbd_method_at(m)->traits & XPBD_CARRIES_ENERGY) && backend_is_device(w.backend)) continue;
      for (size_t i = 0; i < sizeof team / sizeof *team; i++) {
        w.threads = team[i];
        check_same(self, way_hash(&r, &w), expected, "%s, %d threads", xpbd_method_name(m), (int)w.threads);
      }
      w.method = XPBD_METHOD_XPBD;
      check_control(self, way_hash(&r, &w) != expected, "%s is not xpbd", xpbd_method_name(m));
    }
  }
  rig_free(&r);
}

/// More groups than a schedule holds: the rest runs serially in the overflow group.
static void star(check *self, int backend) {
  const workload load = {.shape = WORKLOAD_STAR, .formula = "stretching", .compliance = 1e-5, .bending = true};
  rig r;
  if (workload_build(&r, self, &load)) {
    const xpbd_schedule *schedule = &xpbd_scene_set(r.scene, 0)->schedule;
    check_at_least(self, schedule->overflow, 0, "the star has an overflow group, place");
    const int32_t last = schedule->group_count - 1;
    check_at_least(self, schedule->group_start[last + 1] - schedule->group_start[last], 40, "edges in it");
  }
  rig_free(&r);
  scene_bits(self, backend, &load, 3, 1); /* 257 groups are 257 meetings in each sweep */
}

/* Groups of fewer constraints than a block has lanes; a team larger than the number of constraints. */
static void tiny(check *self, int backend) {
  workload load = cloth("morse", 0.0);
  for (int32_t columns = 2; columns <= 4; columns++) {
    load.columns = columns, load.rows = 2;
    scene_bits(self, backend, &load, 20, 1);
  }
}

/// Mesh order is another algorithm: another state; and a backend of independent groups must refuse it.
static void mesh_order(check *self, int backend) {
  workload load = cloth("stretching", 0.0);
  load.order = XPBD_ORDER_MESH;
  rig grouped, listed;
  const workload other = cloth("stretching", 0.0);
  bool good = workload_build(&listed, self, &load);
  good = workload_build(&grouped, self, &other) && good; /* both, so that both may be freed */
  const char *name = backend_at(backend)->name;
  for (size_t p = 0; good && p < sizeof precisions / sizeof *precisions; p++) {
    way w = way_reference(precisions[p], 20, 5);
    const uint64_t reference = way_hash(&listed, &w);
    check_control(self, reference != way_hash(&grouped, &w), "%s, group order for mesh order",
                  precision_name(precisions[p]));
    xpbd_solver_def def = rig_settings(precisions[p], 1.0 / 24, 5);
    def.backend = name;
    xpbd_solver *solver = NULL;
    const xpbd_status status = xpbd_solver_create(listed.scene, &def, &solver);
    xpbd_solver_destroy(&solver);
    if (status == XPBD_ERR_UNSUPPORTED) {
      check_true(self, strstr(xpbd_last_error(), "order") != NULL, "the refusal names the order: %s",
                 xpbd_last_error());
      continue;
    }
    w.backend = name, w.instructions = NULL, w.lanes = 0;
    compare(&listed, &w, reference);
  }
  rig_free(&grouped);
  rig_free(&listed);
}

static void unavailable(check *self, int backend) {
  const char *why = backend_missing(backend);
  check_skip(self, "%s", why ? why : "it became available while the checks were listed");
}

static void add(check_registry *registry, int backend, const char *name, const char *about, check_body body,
                int argument) {
  char full[80];
  snprintf(full, sizeof full, "%s/%s", backend_at(backend)->name, name);
  check_add(registry, full, about, body, argument);
}

void check_group_backends(check_registry *registry) {
  for (int b = 0; b < xpbd_backends()->count; b++) {
    if (backend_missing(b)) {
      add(registry, b, "unavailable", "this backend cannot be checked here", unavailable, b);
      continue;
    }
    /* a driver compiles each formula, in each precision, in every check anew; the recorded bits have them all */
    const bool compiles = strcmp(backend_at(b)->name, "opencl") == 0;
    for (int f = 0; f < (compiles ? 4 : xpbd_formula_count()); f++) {
      char large[64];
      add(registry, b, xpbd_formula_at(f)->name, "small cloth, with and without damping", formula_bits,
          b + (f << FORMULA_SHIFT));
      snprintf(large, sizeof large, "%s-41x41", xpbd_formula_at(f)->name);
      if (f < (compiles ? 1 : 4)) /* the springs of the paper */
        add(registry, b, large, "41 x 41 cloth for 100 frames", full_cloth, b + (f << FORMULA_SHIFT));
    }
    add(registry, b, "two-sets", "springs and bending, damped", two_sets, b);
    add(registry, b, "wind", "cloth in a swinging wind", windy, b);
    add(registry, b, "substeps", "three substeps, two sets, wind", substeps, b);
    add(registry, b, "rigid", "compliance 0", rigid, b);
    add(registry, b, "sphere", "irregular mesh, nothing pinned", sphere, b);
    add(registry, b, "whole", "ghost tips, summed constraints, readings of damping, global damping", whole, b);
    add(registry, b, "obstacles", "a moving ball and a floor", obstacles, b);
    add(registry, b, "handles", "hands that pull and turn pinned particles", handles, b);
    add(registry, b, "contact", "particles that push each other apart", contact, b);
    add(registry, b, "material", "balls of several sizes, friction, restitution", material, b);
    add(registry, b, "methods", "PBD and energy-embedded Gauss-Seidel", methods, b);
    add(registry, b, "star", "overflow group", star, b);
    add(registry, b, "tiny", "groups smaller than a block of lanes", tiny, b);
    add(registry, b, "mesh-order", "another order is another state, or refused", mesh_order, b);
  }
}
