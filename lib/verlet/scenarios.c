/* Why this file exists: the named scenarios of Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model
 * Simulations", so that what is checked is what can be looked at. Where the paper gives no numbers, ours are chosen
 * here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "verlet/bodies.h"

enum { PARAMS_COOKIE = 0x5ce7e012 };

static const double PI = 3.14159265358979323846; /* M_PI is not in C11 */

typedef struct scenario_entry {
  xpbd_verlet_scenario info;
  xpbd_status (*build)(const xpbd_verlet_params *params, xpbd_verlet **out);
} scenario_entry;

xpbd_verlet_params xpbd_verlet_params_default(void) {
  return (xpbd_verlet_params){.cookie = PARAMS_COOKIE,
                              .time_step = NAN,
                              .gravity = NAN,
                              .mass = NAN,
                              .stiffness = NAN,
                              .damping = NAN,
                              .restitution = NAN,
                              .friction = NAN,
                              .speed = NAN,
                              .drop = NAN,
                              .angle = NAN,
                              .settle = NAN};
}

static double or_standard(double value, double standard) {
  return isnan(value) ? standard : value;
}

static const xpbd_verlet_plane ground = {.normal = {0.0, 1.0, 0.0}};

/* What every scenario takes from the parameters; `friction` and `time_step` are its standard values. */
static xpbd_verlet_def start(const xpbd_verlet_params *p, double friction, double time_step) {
  xpbd_verlet_def def = xpbd_verlet_def_default();
  def.plane_count = 1, def.planes = &ground;
  def.gravity[1] = -or_standard(p->gravity, 9.8);
  def.time_step = or_standard(p->time_step, time_step);
  def.restitution = or_standard(p->restitution, 1.0);
  def.friction = or_standard(p->friction, friction);
  def.scheme = p->scheme;
  if (p->sweeps != 0) def.sweeps = p->sweeps;
  return def;
}

static xpbd_status check_params(const xpbd_verlet_params *p) {
  const struct {
    const char *name;
    double value, low;
    bool open;
  } rows[] = {{"gravity", p->gravity, 0.0, false},    {"mass", p->mass, 0.0, true},
              {"stiffness", p->stiffness, 0.0, true}, {"damping", p->damping, 0.0, false},
              {"speed", p->speed, -HUGE_VAL, true},   {"drop", p->drop, 0.0, false},
              {"settle", p->settle, 0.0, false},      {"angle", p->angle, 0.0, true}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const double value = rows[k].value;
    XPBD_REQUIRE(isnan(value) || (isfinite(value) && (rows[k].open ? value > rows[k].low : value >= rows[k].low)),
                 XPBD_ERR_INVALID_ARGUMENT, "%s is %g, must be %s %g", rows[k].name, value,
                 rows[k].open ? "above" : "at least", rows[k].low);
  }
  XPBD_REQUIRE(isnan(p->angle) || p->angle < 180.0, XPBD_ERR_INVALID_ARGUMENT, "angle is %g degrees, must be below 180",
               p->angle);
  XPBD_REQUIRE(p->resolution == 0 || p->resolution >= 2, XPBD_ERR_INVALID_ARGUMENT,
               "resolution is %d nodes, must be at least 2", (int)p->resolution);
  XPBD_REQUIRE(p->sweeps >= 0, XPBD_ERR_INVALID_ARGUMENT, "sweeps is %d, must be at least 1", (int)p->sweeps);
  return XPBD_OK;
}

/* Spheres of radius 0.5 m one above the other, a spring between node `spring` and the one above it (-1 = none). */
static xpbd_status stack(const xpbd_verlet_params *p, int32_t count, int32_t spring, xpbd_verlet **out) {
  double x[9] = {0}, v[9] = {0}, masses[3], radii[3] = {0.5, 0.5, 0.5};
  const double drop = or_standard(p->drop, 0.0);
  for (int32_t i = 0; i < count; i++) {
    x[3 * i + 1] = 0.5 + i + drop;
    v[3 * i + 1] = -or_standard(p->speed, 0.0);
    masses[i] = or_standard(p->mass, 1.0);
  }
  const xpbd_verlet_spring joint = {.nodes = {spring, spring + 1},
                                    .rest_length = 1.0,
                                    .stiffness = or_standard(p->stiffness, 1000.0),
                                    .damping = or_standard(p->damping, 0.0)};
  xpbd_verlet_def def = start(p, 0.0, 1e-3);
  def.node_count = count;
  def.positions = x, def.velocities = v, def.masses = masses, def.radii = radii;
  def.spring_count = spring >= 0 ? 1 : 0, def.springs = &joint;
  return xpbd_verlet_create(&def, out);
}

static xpbd_status build_stack_a(const xpbd_verlet_params *p, xpbd_verlet **out) {
  return stack(p, 3, -1, out);
}
static xpbd_status build_stack_b(const xpbd_verlet_params *p, xpbd_verlet **out) {
  return stack(p, 2, 0, out);
}
static xpbd_status build_stack_c(const xpbd_verlet_params *p, xpbd_verlet **out) {
  return stack(p, 3, 1, out);
}

static xpbd_status build_wedge(const xpbd_verlet_params *p, xpbd_verlet **out) {
  const double half = or_standard(p->angle, 30.0) * PI / 360.0, radius = 0.5;
  const xpbd_verlet_plane walls[2] = {{.normal = {cos(half), sin(half), 0.0}},
                                      {.normal = {-cos(half), sin(half), 0.0}}};
  const double x[3] = {0.0, radius / sin(half) + or_standard(p->drop, 0.01), 0.0};
  const double v[3] = {0.0, -or_standard(p->speed, 0.0), 0.0}, mass = or_standard(p->mass, 1.0);
  xpbd_verlet_def def = start(p, 0.0, 1e-3);
  def.node_count = 1;
  def.positions = x, def.velocities = v, def.masses = &mass, def.radii = &radius;
  def.plane_count = 2, def.planes = walls;
  return xpbd_verlet_create(&def, out);
}

/* A lattice set on the ground and pushed along x. */
static xpbd_status slide(const xpbd_verlet_params *p, xpbd_lattice *lattice, bool even, double settle,
                         xpbd_verlet **out) {
  const double mass = or_standard(p->mass, 10.0);
  xpbd_lattice_set_material(lattice, or_standard(p->stiffness, 1e5), or_standard(p->damping, 0.5 * mass));
  XPBD_TRY(verlet_lattice_set_down(lattice, or_standard(p->drop, 0.0), even));
  const xpbd_verlet_def def = start(p, 0.3, 2e-4);
  const verlet_body body = {.lattice = lattice, .mass = mass, .velocity = {or_standard(p->speed, 2.0)}, .even = even};
  return verlet_bodies_create(&def, &body, 1, or_standard(p->settle, settle), isnan(p->time_step), out);
}

static xpbd_status build_friction_box(const xpbd_verlet_params *p, xpbd_verlet **out) {
  const int32_t n = p->resolution > 0 ? p->resolution : 3;
  XPBD_REQUIRE(n <= 1000, XPBD_ERR_INVALID_ARGUMENT, "resolution is %d nodes, at most 1000", (int)n);
  xpbd_lattice lattice;
  XPBD_TRY(xpbd_lattice_make_box(2 * n - 1, n, n, 1.0 / (n - 1), &lattice));
  const xpbd_status status = slide(p, &lattice, true, 0.5, out);
  xpbd_lattice_destroy(&lattice);
  return status;
}

/* The paper slides a bird. Ours is a ring that waves three times up and down: it stands on three feet, most of its
 * underside does not touch the ground. */
static xpbd_status make_ring(xpbd_mesh *out) {
  XPBD_TRY(xpbd_mesh_make_torus(48, 24, 0.6, 0.25, out));
  for (int64_t i = 0; i < out->vertex_count; i++) {
    double *x = &out->positions[3 * i];
    x[1] += 0.1 * cos(3.0 * atan2(x[2], x[0]));
  }
  return XPBD_OK;
}

static xpbd_status build_shape(const xpbd_verlet_params *p, const xpbd_mesh *mesh, xpbd_verlet **out) {
  double low = INFINITY, high = -INFINITY;
  for (int64_t i = 0; i < mesh->vertex_count; i++) {
    low = fmin(low, mesh->positions[3 * i + 1]);
    high = fmax(high, mesh->positions[3 * i + 1]);
  }
  XPBD_REQUIRE(high > low, XPBD_ERR_INVALID_ARGUMENT, "the mesh has no height along y");
  xpbd_lattice lattice;
  XPBD_TRY(xpbd_lattice_make_mesh(mesh, (high - low) / (p->resolution > 0 ? p->resolution : 6), &lattice));
  const xpbd_status status = slide(p, &lattice, false, 1.0, out);
  xpbd_lattice_destroy(&lattice);
  return status;
}

static xpbd_status build_friction_shape(const xpbd_verlet_params *p, xpbd_verlet **out) {
  if (p->mesh) return build_shape(p, p->mesh, out);
  xpbd_mesh ring;
  XPBD_TRY(make_ring(&ring));
  const xpbd_status status = build_shape(p, &ring, out);
  xpbd_mesh_destroy(&ring);
  return status;
}

/* Two balls of radius 0.5 m meet off-centre in mid-air, fall, and hit ground and walls. */
static xpbd_status meet(const xpbd_verlet_params *p, const xpbd_mesh *sphere, xpbd_lattice balls[2],
                        xpbd_verlet **out) {
  const double mass = or_standard(p->mass, 5.0), speed = or_standard(p->speed, 2.0);
  const xpbd_verlet_plane box[3] = {ground,
                                    {.point = {-2.0, 0.0, 0.0}, .normal = {1.0, 0.0, 0.0}},
                                    {.point = {2.0, 0.0, 0.0}, .normal = {-1.0, 0.0, 0.0}}};
  verlet_body bodies[2];
  for (int b = 0; b < 2; b++) {
    const double way = b == 0 ? 1.0 : -1.0;
    XPBD_TRY(xpbd_lattice_make_mesh(sphere, 1.0 / (p->resolution > 0 ? p->resolution : 6), &balls[b]));
    xpbd_lattice_set_material(&balls[b], or_standard(p->stiffness, 5e4), or_standard(p->damping, 1.0));
    XPBD_TRY(verlet_lattice_set_down(&balls[b], or_standard(p->drop, 0.6) + 0.2 * b, false));
    for (int64_t i = 0; i < balls[b].node_count; i++) balls[b].positions[3 * i] -= way;
    bodies[b] = (verlet_body){.lattice = &balls[b], .mass = mass, .velocity = {way * speed}};
  }
  xpbd_verlet_def def = start(p, 0.3, 5e-4);
  def.plane_count = 3, def.planes = box;
  return verlet_bodies_create(&def, bodies, 2, 0.0, isnan(p->time_step), out);
}

static xpbd_status build_balls(const xpbd_verlet_params *p, xpbd_verlet **out) {
  xpbd_mesh sphere;
  XPBD_TRY(xpbd_mesh_make_sphere(3, 0.5, &sphere));
  xpbd_lattice balls[2] = {{.spacing = 0.0}};
  const xpbd_status status = meet(p, &sphere, balls, out);
  for (int b = 0; b < 2; b++) xpbd_lattice_destroy(&balls[b]);
  xpbd_mesh_destroy(&sphere);
  return status;
}

static const scenario_entry scenarios[] = {
    {.info = {.name = "stack_a",
              .about = "three loose nodes on top of each other and on the ground",
              .source = "Kot and Nagahashi, Fig. 2 A and Fig. 3",
              .duration = 10.0,
              .frame_time = 1.0 / 50.0},
     .build = build_stack_a},
    {.info = {.name = "stack_b",
              .about = "two nodes with a spring between them, the lower one on the ground",
              .source = "Kot and Nagahashi, Fig. 2 B",
              .duration = 10.0,
              .frame_time = 1.0 / 50.0},
     .build = build_stack_b},
    {.info = {.name = "stack_c",
              .about = "two nodes with a spring between them on a loose node on the ground",
              .source = "Kot and Nagahashi, Fig. 2 C and Fig. 4",
              .duration = 10.0,
              .frame_time = 1.0 / 50.0},
     .build = build_stack_c},
    {.info = {.name = "wedge",
              .about = "a ball caught between two planes",
              .source = "Kot and Nagahashi, Fig. 1 and Sec. 2.2",
              .duration = 5.0,
              .frame_time = 1.0 / 50.0},
     .build = build_wedge},
    {.info = {.name = "friction_box",
              .about = "an elastic box of 2 x 1 x 1 m slides until friction stops it",
              .source = "Kot and Nagahashi, Figs. 6 and 7",
              .duration = 1.0,
              .frame_time = 1.0 / 100.0},
     .build = build_friction_box},
    {.info = {.name = "friction_shape",
              .about = "an elastic ring on three feet, or a mesh, slides until friction stops it",
              .source = "Kot and Nagahashi, Figs. 6 to 9",
              .duration = 1.0,
              .frame_time = 1.0 / 100.0},
     .build = build_friction_shape},
    {.info = {.name = "balls",
              .about = "two elastic balls meet between ground and walls",
              .source = "Kot and Nagahashi, Fig. 10",
              .duration = 3.0,
              .frame_time = 1.0 / 50.0},
     .build = build_balls},
};

int xpbd_verlet_scenario_count(void) {
  return (int)(sizeof scenarios / sizeof *scenarios);
}
const xpbd_verlet_scenario *xpbd_verlet_scenario_at(int index) {
  return index >= 0 && index < xpbd_verlet_scenario_count() ? &scenarios[index].info : NULL;
}
int xpbd_verlet_scenario_find(const char *name) {
  for (int i = 0; name && i < xpbd_verlet_scenario_count(); i++)
    if (strcmp(scenarios[i].info.name, name) == 0) return i;
  return -1;
}

xpbd_status xpbd_verlet_scenario_build(const char *name, const xpbd_verlet_params *params, xpbd_verlet **out) {
  *out = NULL;
  const int index = xpbd_verlet_scenario_find(name);
  XPBD_REQUIRE(index >= 0, XPBD_ERR_INVALID_ARGUMENT, "there is no scenario '%s'", name ? name : "(NULL)");
  XPBD_REQUIRE(params && params->cookie == PARAMS_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the parameters were not made by xpbd_verlet_params_default()");
  XPBD_TRY(check_params(params));
  return scenarios[index].build(params, out);
}
