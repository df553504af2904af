/* Why this file exists: judges the claims of Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model
 * Simulations" about friction by elementary impulses: mass, shape, speed, restitution, momentum that flows into the
 * ground, stacked bodies, cost. The group "verlet" has more masses, lattices and time steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "checks/papers/claims/claims.h"
#include "claims_verlet.h"

static const double MU = 0.3, G = 9.81;

/// The results of sliding to rest.
typedef struct sliding {
  double way;       ///< Distance of the centre of mass, over v0^2 / (2 mu g).
  double normal;    ///< Normal impulse until the law's stop, over M g t.
  int32_t grounded; ///< Most contacts at once.
  int32_t nodes;
  double work; ///< Contacts times passes over them per step / springs, mean.
} sliding;

/// Slides a scenario to rest; `expected` is the friction it is compared with.
static sliding slide(check *self, const char *name, const lattice_params *given, double speed, double expected) {
  lattice_params params = *given;
  params.speed = speed, params.friction = MU, params.gravity = G;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  xpbd_verlet_measures m = {0}, first = {0};
  sliding out = {.way = NAN, .normal = NAN, .work = NAN};
  xpbd_status status = lattice_world(name, &params, &world);
  if (status == XPBD_OK) status = xpbd_verlet_measure(world, &first);
  if (status == XPBD_OK) {
    const xpbd_verlet_def *def = xpbd_verlet_settings(world);
    const double stop = speed / (expected * G);
    double mass = 0.0, work = 0.0;
    for (int32_t i = 0; i < def->node_count; i++) mass += def->masses[i];
    int64_t looks = 0;
    out.nodes = def->node_count;
    while (status == XPBD_OK && m.time < 1.3 * stop) {
      status = xpbd_verlet_step(world, 10);
      if (status == XPBD_OK) status = xpbd_verlet_measure(world, &m);
      if (m.time <= stop) out.normal = m.normal_impulse / (mass * G * m.time);
      if (m.contacts > out.grounded) out.grounded = m.contacts;
      work += (double)m.contacts * m.sweeps / def->spring_count;
      looks++;
    }
    out.way = (m.centre[0] - first.centre[0]) / (speed * speed / (2.0 * expected * G));
    out.work = work / (double)looks;
  }
  check_status(self, status, XPBD_OK, "%s slides", name);
  return out;
}

#define SLIDING "friction 0.3, 2 m/s, restitution 1, both readings of the response, one pass; "

/* In the settings of the paper: elastic, one pass over the contacts. */
static void resolutions(check *self, int unused) {
  static const int32_t resolution[3] = {2, 3, 5};
  double way[6], worst = 0.0;
  for (int k = 0; k < 6; k++) {
    lattice_params p = lattice_params_default();
    p.resolution = resolution[k % 3], p.restitution = 1.0, p.sweeps = 1;
    p.scheme = k < 3 ? XPBD_VERLET_SEVEN_STEP : XPBD_VERLET_SEVEN_STEP_SERIAL;
    way[k] = slide(self, "friction_box", &p, 2.0, MU).way;
    worst = check_larger(worst, fabs(way[k] - 1.0));
  }
  lattice_params p = lattice_params_default();
  p.resolution = 2;
  check_control(self, !(fabs(slide(self, "friction_box", &p, 2.0, 1.01 * MU).way - 1.0) <= 1e-3), "1 %% more friction");
  for (int k = 0; k < 6; k++)
    claims_case(self, way[k] / way[0], "%d nodes high, reading %d", (int)resolution[k % 3], 1 + k / 3);
  claims_judge(self, "verlet_friction_resolution", NULL, SLIDING "boxes of 12, 45, 225 nodes, as printed", NULL,
               "distance relative to the law: %.5f, %.5f, %.5f", way[0], way[1], way[2]);
  for (int k = 0; k < 6; k++) claims_case(self, way[k], "%d nodes high, reading %d", (int)resolution[k % 3], 1 + k / 3);
  claims_judge(self, "verlet_friction_distance", NULL, SLIDING "boxes of 12, 45, 225 nodes, as printed", NULL,
               "within %.3f %%", 100.0 * worst);
}

static void boxes(check *self, int unused) {
  static const double masses[3] = {1.0, 10.0, 100.0}, speeds[3] = {0.5, 2.0, 4.0}, restitutions[3] = {0.0, 0.5, 1.0};
  double way[3][3], normal = 0.0;
  for (int k = 0; k < 3; k++) {
    lattice_params p = lattice_params_default();
    p.resolution = 2;
    const sliding a = slide(self, "friction_box", &p, speeds[k], MU);
    p.mass = masses[k];
    const sliding b = slide(self, "friction_box", &p, 2.0, MU);
    p.mass = NAN, p.restitution = restitutions[k];
    const sliding c = slide(self, "friction_box", &p, 2.0, MU);
    way[0][k] = b.way, way[1][k] = a.way, way[2][k] = c.way;
    normal = check_larger(normal,
                          check_larger(fabs(a.normal - 1.0), check_larger(fabs(b.normal - 1.0), fabs(c.normal - 1.0))));
  }
  lattice_params p = lattice_params_default();
  p.resolution = 2;
  check_control(self, !(fabs(slide(self, "friction_box", &p, 2.0, 1.01 * MU).way - 1.0) <= 2e-3), "1 %% more friction");
  for (int k = 0; k < 3; k++) claims_case(self, way[0][k], "%g kg", masses[k]);
  claims_judge(self, "verlet_friction_mass", NULL,
               "friction 0.3, 2 m/s, restitution 1; boxes of 12 nodes, equally stiff, of 1, 10, 100 kg", NULL,
               "distance / law: %.5f, %.5f, %.5f", way[0][0], way[0][1], way[0][2]);
  for (int k = 0; k < 3; k++) claims_case(self, way[1][k], "%g m/s", speeds[k]);
  claims_judge(self, "verlet_friction_velocity", NULL,
               "friction 0.3, restitution 1; a box of 12 nodes at 0.5, 2, 4 m/s", NULL,
               "distance / law: %.5f, %.5f, %.5f", way[1][0], way[1][1], way[1][2]);
  for (int k = 0; k < 3; k++) claims_case(self, way[2][k], "restitution %g", restitutions[k]);
  claims_judge(self, "verlet_friction_inelastic", NULL,
               "friction 0.3, 2 m/s; a box of 12 nodes that rests on the ground, restitution 0, 0.5, 1", NULL,
               "distance / law: %.5f, %.5f, %.5f", way[2][0], way[2][1], way[2][2]);
  claims_case(self, 1.0 + normal, "all of it");
  claims_judge(self, "verlet_momentum_flow", NULL,
               "friction 0.3; 1 to 100 kg, 0.5 to 4 m/s, restitution 0 to 1, a box of 12 nodes", NULL,
               "within %.2f %% in 9 runs", 100.0 * normal);
}

/// A box of 2 x 1 x 1 m whose underside rises by `slope`: only one edge of it touches the ground.
static sliding slide_sheared(check *self, double slope, double settle, double damping) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  sliding out = {.way = NAN};
  if (!check_status(self, xpbd_mesh_make_box(4, 2, 2, 0.5, &mesh), XPBD_OK, "box")) return out;
  for (int64_t i = 0; i < mesh.vertex_count; i++) mesh.positions[3 * i + 1] += slope * mesh.positions[3 * i];
  lattice_params p = lattice_params_default();
  p.mesh = &mesh, p.resolution = 5, p.settle = settle, p.damping = damping;
  out = slide(self, "friction_shape", &p, 2.0, MU);
  return out;
}

static void shape(check *self, int unused) {
  lattice_params p = lattice_params_default();
  p.resolution = 4;
  const sliding ring = slide(self, "friction_shape", &p, 2.0, MU), flat = slide_sheared(self, 0.0, 1.0, NAN),
                settled = slide_sheared(self, 0.4, 1.0, NAN);
  static const double rises[4] = {0.05, 0.1, 0.2, 0.4};
  double falling[4];
  for (int k = 0; k < 4; k++) falling[k] = slide_sheared(self, rises[k], 0.0, NAN).way;
  check_control(self, !(fabs(falling[3] - 1.0) <= 1e-2), "box on its edge, not settled: %g", falling[3]);
  claims_case(self, flat.way, "a box");
  claims_case(self, ring.way, "a ring on three feet");
  claims_case(self, settled.way, "a box on its edge");
  claims_judge(self, "verlet_friction_shape", "a body that has come to rest on the ground",
               "friction 0.3, 2 m/s, restitution 1; a box, a ring on three feet, a box on its edge", NULL,
               "distance / law: %.4f, %.4f, %.4f", flat.way, ring.way, settled.way);
  for (int k = 0; k < 4; k++) claims_case(self, falling[k], "an underside that rises by %g", rises[k]);
  claims_judge(
      self, "verlet_friction_shape", "a body that descends while it slides, as the bird",
      "friction 0.3, 2 m/s, restitution 1; a box (the bird is not printed) whose underside rises by 0.05, 0.1, 0.2, "
      "0.4 of its length, let go at once",
      NULL,
      "distance / law after 1.3 of the law's time: %.4f, %.2f, %.2f, %.2f; where a node hits hard friction stops the "
      "node, not the body",
      falling[0], falling[1], falling[2], falling[3]);
}

static void counts(check *self, int unused) {
  static const int32_t resolution[3] = {2, 3, 5}, ground[3] = {6, 15, 45};
  double share[3], work = 0.0, apart = 0.0;
  int32_t found[3];
  for (int k = 0; k < 3; k++) {
    lattice_params p = lattice_params_default();
    p.resolution = resolution[k];
    const sliding s = slide(self, "friction_box", &p, 0.3, MU);
    p.sweeps = 1;
    const double once = slide(self, "friction_box", &p, 0.3, MU).way;
    apart = check_larger(apart, fabs(once / s.way - 1.0));
    found[k] = s.grounded, share[k] = 100.0 * s.grounded / s.nodes;
    work = check_larger(work, s.work);
    check_same(self, (uint64_t)s.grounded, (uint64_t)ground[k], "%d nodes high: contacts", (int)resolution[k]);
  }
  check_control(self, found[0] != ground[1], "the next box");
  claims_left(self, "verlet_contact_counts", NULL, "boxes of 3 x 2 x 2, 5 x 3 x 3, 9 x 5 x 5 nodes, as printed",
              "by construction: the lowest layer of the printed lattices", "%d %d %d; %.0f %.0f %.0f %%", (int)found[0],
              (int)found[1], (int)found[2], share[0], share[1], share[2]);
  check_at_most(self, apart, 1e-6, "distance by one pass / distance by as many as it takes - 1");
  claims_case(self, work, "all of it");
  claims_judge(self, "verlet_cheap", "a step is cheap, counted",
               "restitution 1; boxes of 12, 45, 225 nodes that slide on flat ground", NULL,
               "contacts times passes over them per step / springs: %.2f at most; one pass instead of all changes the "
               "distance by %.0e of it",
               work, apart);
}

enum { LOOKS = 20, LAYER = 6 };

/// One time step from the state of a box of two layers, the lower one `lower` times, the upper one `upper` times as
/// heavy.
static xpbd_status step_from(const xpbd_verlet *box, double lower, double upper, xpbd_verlet **out) {
  double masses[2 * LAYER] = {0.0};
  xpbd_verlet_def def = *xpbd_verlet_settings(box);
  xpbd_verlet_measures m = {0};
  xpbd_status status = xpbd_verlet_measure(box, &m);
  def.positions = xpbd_verlet_positions(box), def.velocities = xpbd_verlet_velocities(box);
  for (int i = 0; i < 2 * LAYER; i++)
    masses[i] = def.masses[i] * (def.positions[3 * i + 1] < m.centre[1] ? lower : upper);
  def.masses = masses;
  if (status == XPBD_OK) status = xpbd_verlet_create(&def, out);
  if (status == XPBD_OK) status = xpbd_verlet_step(*out, 1);
  return status;
}

/// In LOOKS single time steps of a slide: how many nodes of the lower layer get another velocity when the layers are
/// `lower` and `upper` times as heavy. -1 after a failure, or if the ground gave them nothing.
static int changed_by(check *self, double lower, double upper) {
  lattice_params p = lattice_params_default();
  p.resolution = 2, p.restitution = 1.0, p.sweeps = 1, p.scheme = XPBD_VERLET_SEVEN_STEP_SERIAL;
  p.speed = 2.0, p.friction = MU, p.gravity = G;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  xpbd_verlet_measures m = {0};
  xpbd_status status = lattice_world("friction_box", &p, &world);
  int looked = 0, other = 0;
  double impulse = 0.0;
  for (int k = 0; k < LOOKS && status == XPBD_OK; k++) {
    OWNED(xpbd_verlet_destroy) xpbd_verlet *same = NULL, *heavy = NULL;
    status = xpbd_verlet_step(world, 10);
    if (status == XPBD_OK) status = step_from(world, 1.0, 1.0, &same);
    if (status == XPBD_OK) status = step_from(world, lower, upper, &heavy);
    if (status == XPBD_OK) status = xpbd_verlet_measure(same, &m);
    for (int i = 0; i < 2 * LAYER && status == XPBD_OK; i++) {
      if (xpbd_verlet_positions(same)[3 * i + 1] > m.centre[1]) continue;
      const double *a = &xpbd_verlet_velocities(same)[3 * i], *b = &xpbd_verlet_velocities(heavy)[3 * i];
      looked++, other += memcmp(a, b, 3 * sizeof *a) != 0;
    }
    impulse += m.normal_impulse;
  }
  const bool good = check_status(self, status, XPBD_OK, "a box slides");
  return good && looked == LOOKS * LAYER && impulse > 0.0 ? other : -1;
}

static void local(check *self, int unused) {
  const int above = changed_by(self, 1.0, 10.0), own = changed_by(self, 10.0, 1.0);
  check_same(self, (uint64_t)above, 0, "upper layer ten times as heavy: velocities of the lower that differ");
  check_control(self, own > 0, "lower layer ten times as heavy: %d differ", own);
  claims_left(self, "verlet_cheap", "no global knowledge",
              "friction 0.3, 2 m/s, restitution 1, one pass, " CLAIMS_HALVES
              "; a box of 12 nodes, 20 steps of its slide, each with the upper layer as it is and ten times as heavy",
              "by construction: Eq. (3) has the masses and velocities of the two that touch",
              "of %d velocities of the lower layer %d differ after the step; %d where it is itself ten times as heavy",
              LOOKS * LAYER, above, own);
}

/* Two boxes of 3 x 2 x 2 nodes, one above the other, slide together. The ground must feel the weight of both. */
static void stacked(check *self, int unused) {
  enum { EACH = 12, COUNT = 2 * EACH };
  double x[3 * COUNT], v[3 * COUNT] = {0}, masses[COUNT];
  OWNED(xpbd_lattice_destroy) xpbd_lattice box = {0};
  if (!check_status(self, xpbd_lattice_make_box(3, 2, 2, 1.0, &box), XPBD_OK, "box")) return;
  xpbd_lattice_set_material(&box, 1e5, 5.0);
  xpbd_verlet_spring *springs = calloc(2 * (size_t)box.spring_count, sizeof *springs);
  double radii[COUNT];
  for (int i = 0; i < COUNT; i++) {
    memcpy(&x[3 * i], &box.positions[3 * (i % EACH)], 3 * sizeof *x);
    x[3 * i + 1] += 0.5 + (i < EACH ? 0.0 : 2.0);
    v[3 * i] = 2.0, masses[i] = 10.0 / EACH, radii[i] = 0.5;
  }
  for (int32_t s = 0; springs && s < 2 * box.spring_count; s++) {
    springs[s] = box.springs[s % box.spring_count];
    for (int k = 0; k < 2; k++) springs[s].nodes[k] += s < box.spring_count ? 0 : EACH;
  }
  const xpbd_verlet_plane ground = {.normal = {0.0, 1.0, 0.0}};
  xpbd_verlet_def def = lattice_nodes(COUNT, x, v, masses, radii);
  def.spring_count = 2 * box.spring_count, def.springs = springs, def.plane_count = 1, def.planes = &ground;
  def.gravity[1] = -G, def.time_step = 2e-4, def.friction = MU, def.restitution = 0.0;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  xpbd_verlet_measures m = {0};
  xpbd_status status = springs ? xpbd_verlet_create(&def, &world) : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK) status = xpbd_verlet_step(world, 2000);
  if (status == XPBD_OK) status = xpbd_verlet_measure(world, &m);
  if (check_status(self, status, XPBD_OK, "two boxes")) {
    const double weight = 20.0 * G * m.time, force = m.friction_impulse / (MU * weight);
    check_control(self, !(2.0 * force <= 1.03), "the weight of one");
    claims_case(self, force, "all of it");
    claims_judge(self, "verlet_stacked_bodies", NULL,
                 "friction 0.3, 2 m/s, restitution 0, until no approach is left; two boxes of 12 nodes, 0.4 s", NULL,
                 "friction / mu times the weight of both %.4f", force);
  }
  free(springs);
}

void claims_list_friction(check_registry *registry) {
  claims_add(registry, "friction", "boxes of position Verlet slide", resolutions, 0);
  claims_add(registry, "verlet-boxes", "sliding distance of a box against mass, speed, restitution", boxes, 0);
  claims_add(registry, "verlet-shape", "sliding distance of a ring and of a box on its edge", shape, 0);
  claims_add(registry, "verlet-counts", "nodes on the ground, passes over contacts", counts, 0);
  claims_add(registry, "verlet-local", "what one response reads of a body", local, 0);
  claims_add(registry, "verlet-stacked", "a box on a box", stacked, 0);
}
