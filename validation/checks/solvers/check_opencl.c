/* Why this file exists: tests the strategies of the opencl backend with every part of a time step, several copies at
 * once, and in both precisions. Each must be bit-identical to seq. Checks for every backend are in the groups
 * "backends" and "solver". The recorded bits have each formula. */
#include <stdio.h>
#include <string.h>

#include "runner/check.h"
#include "runner/workload.h"

/* One scene by both strategies; not `staying`: the second refuses it. */
static void same_state(check *self, xpbd_method method, const workload *load, xpbd_precision precision, int32_t batch,
                       bool staying) {
  static const char *const strategies[] = {"plain", "resident"};
  rig r;
  if (workload_build(&r, self, load)) {
    way w = way_reference(precision, 3, 4);
    w.method = method;
    w.substeps = load->wind ? 2 : 1;
    way longer = w;
    longer.frames++;
    const uint64_t later = way_hash(&r, &longer), expected = way_hash(&r, &w);
    check_control(self, later != expected, "one more frame is another state");
    check_status(self, xpbd_solver_busy(r.solver, 1, &(double){0.0}), XPBD_ERR_UNSUPPORTED, "seq has no such clock");
    w.backend = "opencl", w.instructions = NULL, w.batch = batch;
    for (int s = 0; s < 2; s++) {
      w.strategy = strategies[s];
      if (s == 1 && !staying) {
        check_status(self, way_status(&r, &w), XPBD_ERR_UNSUPPORTED, "resident, %s", load->formula);
        check_true(self, strstr(xpbd_last_error(), "strategy resident") != NULL, "it says why: %s", xpbd_last_error());
        continue;
      }
      check_same(self, way_hash(&r, &w), expected, "%s, %s, %d copies", w.strategy, load->formula, (int)batch);
      double busy = 0.0;
      check_status(self, xpbd_solver_reset(r.solver), XPBD_OK, "reset");
      check_status(self, xpbd_solver_busy(r.solver, w.frames, &busy), XPBD_OK, "the same by the device's clock");
      check_true(self, busy > 0.0, "it computed for %g s", busy);
      check_same(self, rig_hash(&r), expected, "bit-identical");
    }
  }
  rig_free(&r);
}

/* Springs alone, whose positions fit into the memory of a work-group; a formula with its own functions; two sets. */
static void local(check *self, xpbd_precision precision) {
  workload load = workload_of(xpbd_formula_find("morse"), 0.5, false);
  same_state(self, XPBD_METHOD_XPBD, &load, precision, 3, true);
  load.bending = true;
  same_state(self, XPBD_METHOD_PBD_SCALED, &load, precision, 1, true);
}

/* Wind and hands; obstacles, contact and its material; ghost tips, one constraint of many, readings of damping. */
static void moving(check *self, xpbd_precision precision) {
  workload load = workload_of(xpbd_formula_find("stretching"), 0.5, false);
  load.handles = load.wind = true;
  same_state(self, XPBD_METHOD_XPBD, &load, precision, 1, false);
}
static void meeting(check *self, xpbd_precision precision) {
  workload load = workload_of(xpbd_formula_find("tet_volume"), 0.4, false);
  load.bending = load.obstacles = load.material = true;
  load.contact_radius = 0.38;
  same_state(self, XPBD_METHOD_XPBD, &load, precision, 2, false);
}
static void whole(check *self, xpbd_precision precision) {
  workload load = workload_of(xpbd_formula_find("closed_volume"), 0.4, false);
  load.bending = load.omit_tip = true;
  load.reading = XPBD_DAMPING_LAGGED;
  load.global_damping = 0.1;
  same_state(self, XPBD_METHOD_XPBD, &load, precision, 1, false);
  same_state(self, XPBD_METHOD_JACOBI, &load, precision, 2, false);
}

/* Each feature that the strategy resident has no code for, alone: it is refused, and plain runs it. */
static void refused(check *self, xpbd_precision precision) {
  enum { THINGS = 9 };
  for (int k = 0; k <= THINGS; k++) {
    workload load = workload_of(xpbd_formula_find(k == 1   ? "tet_volume" /* for ghost tips */
                                                  : k == 2 ? "closed_volume"
                                                           : "stretching"),
                                k == 7 ? 0.5 : 0.0, false);
    load.wind = k == 3, load.handles = k == 4, load.obstacles = k == 5;
    load.contact_radius = k == 6 ? 0.38 : 0.0;
    load.reading = k == 7 ? XPBD_DAMPING_LAGGED : XPBD_DAMPING_XPBD;
    load.global_damping = k == 8 ? 0.1 : 0.0;
    OWNED(rig_free) rig r = {0};
    if (workload_build(&r, self, &load)) {
      way w = way_reference(precision, 1, 1);
      w.backend = "opencl", w.instructions = NULL, w.strategy = "plain";
      w.method = k == 9 ? XPBD_METHOD_JACOBI : XPBD_METHOD_XPBD;
      check_status(self, way_status(&r, &w), XPBD_OK, "thing %d, plain", k);
      w.strategy = "resident";
      const xpbd_status status = way_status(&r, &w);
      if (k == 0) {
        check_control(self, status == XPBD_OK, "none of them");
      } else {
        check_status(self, status, XPBD_ERR_UNSUPPORTED, "thing %d, resident", k);
        check_said(self,
                   "strategy resident of opencl runs constraints that are projected one group after the other, and "
                   "nothing else (no wind, handles, obstacles, contact, ghost tips, sums, global or lagged damping, "
                   "jacobi): use plain",
                   "thing %d", k);
      }
    }
  }
}

static const struct {
  const char *name, *about;
  void (*body)(check *, xpbd_precision);
} each[] = {{"local", "springs, positions in a work-group's memory", local},
            {"moving", "wind and hands", moving},
            {"meeting", "obstacles, contact, friction, restitution", meeting},
            {"whole", "sums, lagged and global damping, jacobi", whole},
            {"refused", "what the strategy resident does not run, one by one", refused}};

static void on_device(check *self, int argument) {
  const char *why = backend_missing_named("opencl");
  if (why)
    check_skip(self, "%s", why);
  else
    each[argument / 2].body(self, argument % 2 ? XPBD_F64 : XPBD_F32);
}

void check_group_opencl(check_registry *registry) {
  for (size_t k = 0; k < 2 * sizeof each / sizeof *each; k++) {
    check_add_named(registry, each[k / 2].about, on_device, (int)k, "%s-%s", each[k / 2].name, k % 2 ? "f64" : "f32");
  }
}
