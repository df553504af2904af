/* Why this file exists: arithmetic is promised to be deterministic by construction. Every backend, number of threads,
 * lane count and instruction set must be bit-identical to the sequential reference in group order, for every
 * formula. */
#include <stdio.h>
#include <string.h>

#include "backend_checks.h"
#include "runner/check.h"
#include "runner/workload.h"

enum { SHIFT = 8 }; ///< A check's argument is the backend + 256 times the index of a formula or a scene.

static const xpbd_precision precisions[] = {XPBD_F32, XPBD_F32X, XPBD_F64};
/* 8: more threads than small groups have blocks. Each formula runs with the first two. */
enum { TEAMS = 4, FEW = 2 };
static const int32_t team[TEAMS] = {1, 3, 2, 8};

static int backend_of(int argument) {
  return argument & ((1 << SHIFT) - 1);
}
static int formula_of(int argument) {
  return argument >> SHIFT;
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
/// best set. One constraint at a time, only one team of several runs. A device has one way, whatever is asked of a CPU.
static void compare_ways(rig *r, const char *backend, const way *reference, int teams) {
  const uint64_t expected = way_hash(r, reference);
  way w = *reference;
  w.backend = backend;
  if (backend_is_device(backend)) {
    compare(r, &w, expected);
    return;
  }
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
  for (int damped = 0; damped < 2; damped++) { /* the damped kernels are separate variants */
    const workload load = workload_of(formula_of(argument), damped ? 0.3 : 0.0, damped);
    OWNED(rig_free) rig r = {0};
    if (workload_build(&r, self, &load)) {
      for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p++) {
        way reference = way_reference(precisions[p], 12, 3);
        compare_ways(&r, backend, &reference, FEW);
        const uint64_t hash = way_hash(&r, &reference);
        reference.iterations = 4;
        check_control(self, way_hash(&r, &reference) != hash, "%s, one iteration more", precision_name(precisions[p]));
      }
    }
  }
}

/* The published workload, 41 x 41 with 4880 edges, for 100 frames: long enough for one wrong bit to spread
 * everywhere. */
static void full_cloth(check *self, int argument) {
  workload load = cloth(xpbd_formula_at(formula_of(argument))->name, 0.0);
  load.columns = load.rows = 41;
  OWNED(rig_free) rig r = {0};
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
}

/// A workload beyond the plain cloth, in all ways and all precisions.
static void scene_bits(check *self, int backend, const workload *load, int32_t frames, int32_t substeps) {
  OWNED(rig_free) rig r = {0};
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
}

/// The additions of a scene to the plain cloth. Rows with one name are one check. In `with` only the fields that no
/// formula decides count.
static const struct {
  const char *name, *about, *formula;
  double damping;
  int32_t frames, substeps;
  bool rigid, sphere, meets; ///< Compliance 0; a sphere whatever the formula; there must be contacts.
  workload with;
} scenes[] = {
    {"two-sets", "springs and bending, damped", "morse", 0.3, 20, 1, .with = {.bending = true}},
    {"wind", "cloth in a swinging wind", "stretching", 0.0, 20, 1, .with = {.wind = true}},
    {"substeps", "three substeps, two sets, wind", "hookean", 0.0, 20, 3, .with = {.bending = true, .wind = true}},
    {"rigid", "compliance 0", "stretching", 0.0, 20, 2, .rigid = true},
    {"sphere", "irregular mesh, nothing pinned", "stvk", 0.0, 20, 1, .sphere = true,
     .with = {.bending = true, .wind = true}},
    /* everything that needs all particles at once: ghost tips, one constraint of many elements, lagged damping, global
     * damping */
    {"whole", "ghost tips, summed constraints, readings of damping, global damping", "tet_volume", 0.4, 10, 1,
     .with = {.bending = true}},
    {"whole", NULL, "tet_volume", 0.4, 10, 2, .with = {.bending = true, .reading = XPBD_DAMPING_LAGGED}},
    {"whole", NULL, "tet_volume", 0.4, 10, 1,
     .with = {.bending = true, .reading = XPBD_DAMPING_LAGGED, .omit_tip = true}},
    {"whole", NULL, "tet_volume", 0.4, 10, 1,
     .with = {.bending = true, .reading = XPBD_DAMPING_TILDE, .omit_tip = true, .global_damping = 0.05}},
    {"whole", NULL, "closed_volume", 0.3, 10, 2, .with = {.bending = true, .global_damping = 0.05}},
    {"obstacles", "a moving ball and a floor", "stretching", 0.0, 20, 1, .meets = true, .with = {.obstacles = true}},
    /* hands move pinned particles while the damping, the wind and the ghost tips read them */
    {"handles", "hands that pull and turn pinned particles", "stretching", 0.5, 20, 3,
     .with = {.handles = true, .wind = true, .bending = true}},
    {"handles", NULL, "stretching", 0.5, 20, 1,
     .with = {.handles = true, .bending = true, .obstacles = true, .reading = XPBD_DAMPING_LAGGED}},
    {"handles", NULL, "tet_volume", 0.4, 12, 1,
     .with = {.handles = true, .bending = true, .contact_radius = 0.38, .global_damping = 0.05}},
    {"contact", "particles that push each other apart", "stretching", 0.0, 12, 2, .sphere = true, .meets = true,
     .with = {.contact_radius = 0.38}},
    {"material", "balls of several sizes, friction, restitution", "stretching", 0.0, 12, 2, .sphere = true,
     .with = {.contact_radius = 0.45, .obstacles = true, .material = true}},
    {"material", NULL, "stretching", 0.0, 12, 1, .sphere = true,
     .with = {.contact_radius = 0.45, .obstacles = true, .material = true, .handles = true, .global_damping = 0.05}},
};
enum { SCENES = (int)(sizeof scenes / sizeof *scenes) };

static void expect_contacts(check *self, const workload *load, int32_t frames) {
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, load)) {
    xpbd_solver_def def = rig_settings(XPBD_F32, 1.0 / 24.0, 3);
    xpbd_counters counters = {0};
    if (rig_solver(&r, &def) && rig_step(&r, frames)) xpbd_solver_counters(r.solver, &counters);
    check_at_least(self, (double)counters.contacts, 100.0, "contacts");
  }
}

static void all_of_name(check *self, int argument) {
  const int first = argument >> SHIFT;
  for (int k = first; k < SCENES && strcmp(scenes[k].name, scenes[first].name) == 0; k++) {
    const workload usual = workload_of(xpbd_formula_find(scenes[k].formula), scenes[k].damping, false);
    workload load = scenes[k].with;
    load.shape = scenes[k].sphere ? WORKLOAD_SPHERE : usual.shape;
    load.columns = usual.columns, load.rows = usual.rows, load.formula = usual.formula, load.damping = usual.damping;
    load.compliance = scenes[k].rigid ? 0.0 : usual.compliance;
    scene_bits(self, backend_of(argument), &load, scenes[k].frames, scenes[k].substeps);
    if (scenes[k].meets) expect_contacts(self, &load, scenes[k].frames);
  }
}

/* The methods beside XPBD, on the backends that have them. */
static void methods(check *self, int backend) {
  workload load = cloth("hookean", 0.2);
  load.bending = true;
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    for (int m = 0; m < XPBD_METHODS; m++) {
      if (m == XPBD_METHOD_XPBD || xpbd_method_at(m)->engine) continue; /* these have other checks */
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
}

/// More groups than a schedule holds: the rest runs serially in the overflow group.
static void star(check *self, int backend) {
  const workload load = {.shape = WORKLOAD_STAR, .formula = "stretching", .compliance = 1e-5, .bending = true};
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    const xpbd_schedule *schedule = &xpbd_scene_set(r.scene, 0)->schedule;
    check_at_least(self, schedule->overflow, 0, "the star has an overflow group, index");
    const int32_t last = schedule->group_count - 1;
    check_at_least(self, schedule->group_start[last + 1] - schedule->group_start[last], 40, "edges in it");
  }
  scene_bits(self, backend, &load, 3, 1); /* 257 groups are 257 barriers in each iteration */
}

/* Groups of fewer constraints than a block has lanes; a team larger than the number of constraints. */
static void tiny(check *self, int backend) {
  workload load = cloth("morse", 0.0);
  for (int32_t columns = 2; columns <= 4; columns++) {
    load.columns = columns, load.rows = 2;
    scene_bits(self, backend, &load, 20, 1);
  }
}

/// Mesh order is another algorithm with another state. A backend of independent groups must refuse it.
static void mesh_order(check *self, int backend) {
  workload load = cloth("stretching", 0.0);
  load.order = XPBD_ORDER_MESH;
  OWNED(rig_free) rig grouped = {0}, listed = {0};
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
    OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
    const xpbd_status status = xpbd_solver_create(listed.scene, &def, &solver);
    if (status == XPBD_ERR_UNSUPPORTED) {
      check_true(self, strstr(xpbd_last_error(), "order") != NULL, "the refusal names the order: %s",
                 xpbd_last_error());
      continue;
    }
    w.backend = name, w.instructions = NULL, w.lanes = 0;
    compare(&listed, &w, reference);
  }
}

/// A device has no constraints for each vertex, and says so.
static void nodal(check *self, int backend) {
  const workload load = workload_of(xpbd_formula_find("nodal_volume_tet"), 0.0, true), other = cloth("stretching", 0.0);
  OWNED(rig_free) rig r = {0}, plain = {0};
  bool good = workload_build(&r, self, &load);
  good = workload_build(&plain, self, &other) && good; /* both, so that both may be freed */
  xpbd_solver_def def = rig_settings(XPBD_F32, 1.0 / 24, 5);
  def.backend = backend_at(backend)->name;
  if (good) {
    char words[160];
    snprintf(words, sizeof words, "%s has no constraints for each vertex (nodal_volume_tet); they run on seq and omp",
             def.backend);
    check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_ERR_UNSUPPORTED, "a constraint for each vertex");
    check_said(self, words, "the refusal");
    check_control(self, xpbd_solver_supports(plain.scene, &def) == XPBD_OK, "springs");
  }
}

static void unavailable(check *self, int backend) {
  const char *why = backend_missing(backend);
  check_skip(self, "%s", why ? why : "it became available while the checks were listed");
}

static void add(check_registry *registry, int backend, const char *name, const char *about, check_body body,
                int argument) {
  check_add_named(registry, about, body, argument, "%s/%s", backend_at(backend)->name, name);
}

void check_group_backends(check_registry *registry) {
  for (int b = 0; b < xpbd_backends()->count; b++) {
    if (backend_missing(b)) {
      add(registry, b, "unavailable", "this backend cannot be checked here", unavailable, b);
      continue;
    }
    /* a driver would compile each formula in each precision for every check; the recorded bits cover them */
    const bool compiles = strcmp(backend_at(b)->name, "opencl") == 0;
    const bool on_cpu = strcmp(backend_at(b)->name, "seq") == 0 || strcmp(backend_at(b)->name, "omp") == 0;
    for (int f = 0; f < (compiles ? 4 : xpbd_formula_count()); f++) {
      const char *formula = xpbd_formula_at(f)->name;
      if (xpbd_formula_at(f)->traits & XPBD_NODAL && !on_cpu) continue; /* refused, see nodal() */
      add(registry, b, formula, "small cloth, with and without damping", formula_bits, b + (f << SHIFT));
      if (f < (on_cpu ? 4 : 1)) /* the springs of the paper; a device has one kernel for all */
        check_add_named(registry, "41 x 41 cloth for 100 frames", full_cloth, b + (f << SHIFT), "%s/%s-41x41",
                        backend_at(b)->name, formula);
    }
    for (int k = 0; k < SCENES; k++)
      if (scenes[k].about) add(registry, b, scenes[k].name, scenes[k].about, all_of_name, b + (k << SHIFT));
    add(registry, b, "methods", "PBD and energy-embedded Gauss-Seidel", methods, b);
    add(registry, b, "star", "overflow group", star, b);
    add(registry, b, "tiny", "groups smaller than a block of lanes", tiny, b);
    if (strcmp(backend_at(b)->name, "seq") != 0) add_vertex_checks(registry, b, compiles);
    if (!on_cpu) add(registry, b, "nodal", "a constraint for each vertex is refused", nodal, b);
    add(registry, b, "mesh-order", "another order gives another state, or is refused", mesh_order, b);
  }
}
