/* Why this file exists: a scene may have more sets than any shipped scene has. Here chains side by side have a set for
 * each link, 40 in all. The same springs in one set, in the same order, must end in the same bits. */
#include "runner/rig.h"

enum { CHAINS = 24, SETS = 40, NODES = CHAINS * (SETS + 1), SPRINGS = CHAINS * SETS };

/// Springs of one set come first, those of the next set follow. A chain is a column of particles.
typedef struct curtain {
  double x[3 * NODES], w[NODES], rest[SPRINGS];
  int32_t ends[2 * SPRINGS];
} curtain;

static void hang(check *self, curtain *c) {
  for (int32_t i = 0; i < NODES; i++) {
    const int column = i % CHAINS, link = i / CHAINS;
    c->x[3 * i] = column, c->x[3 * i + 1] = -0.1 * link, c->x[3 * i + 2] = check_random(self, -0.02, 0.02);
    c->w[i] = link == 0 && column % 5 != 0 ? 0.0 : 1.0 + column; /* some chains fall */
  }
  for (int32_t s = 0; s < SPRINGS; s++)
    c->ends[2 * s] = s, c->ends[2 * s + 1] = s + CHAINS, c->rest[s] = check_random(self, 0.08, 0.1);
}

/// Hash after 5 frames, with all springs in `sets` sets; 0 after a failure. `threaded`: on two threads.
static uint64_t hash_of(check *self, const curtain *c, int sets, xpbd_method method, xpbd_precision precision,
                        bool threaded) {
  const xpbd_scene_def def = rig_points(NODES, c->x, NULL, c->w);
  xpbd_constraints_def each[SETS];
  const int count = SPRINGS / sets;
  for (int s = 0; s < sets; s++) {
    each[s] = rig_set("stretching", count, &c->ends[2 * s * count], &c->rest[s * count]);
    each[s].compliance = 1e-4;
    each[s].order = sets == 1 ? XPBD_ORDER_MESH : XPBD_ORDER_GROUP;
  }
  rig r = {0};
  xpbd_solver_def settings = rig_settings(precision, 1.0 / 60.0, 8);
  settings.method = method;
  settings.lanes = 0; /* as many as the machine has */
  uint64_t hash = 0;
  if (rig_scene(&r, self, &def, sets, each)) {
    if (threaded)
      hash = rig_hash_threaded(&r, &settings, 5);
    else if (rig_solver(&r, &settings) && rig_step(&r, 5))
      hash = rig_hash(&r);
  }
  rig_free(&r);
  return hash;
}

static void many_sets(check *self, int unused) {
  static const xpbd_method methods[] = {XPBD_METHOD_XPBD, XPBD_METHOD_JACOBI, XPBD_METHOD_ENERGY};
  static const xpbd_precision precisions[] = {XPBD_F32, XPBD_F64};
  curtain c;
  (void)unused;
  hang(self, &c);
  for (int m = 0; m < 3; m++)
    for (int p = 0; p < 2; p++) {
      const uint64_t one = hash_of(self, &c, 1, methods[m], precisions[p], false);
      const uint64_t many = hash_of(self, &c, SETS, methods[m], precisions[p], false);
      const uint64_t threaded = hash_of(self, &c, SETS, methods[m], precisions[p], true);
      check_true(self, one != 0, "a state");
      check_same(self, many, one, "40 sets against one");
      if (threaded != 0) check_same(self, threaded, one, "40 sets on two threads against one");
      if (m > 0 || p > 0) continue;
      c.rest[SPRINGS - 1] *= 1.001;
      check_control(self, hash_of(self, &c, SETS, methods[m], precisions[p], false) != many, "the last set counts");
      c.rest[SPRINGS - 1] /= 1.001;
    }
}

void check_group_sets(check_registry *registry) {
  check_add(registry, "many_sets", "a scene of 40 sets ends as one of the same springs in one set", many_sets, 0);
}
