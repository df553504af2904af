/* Why this file exists: a particle inside an obstacle must land on its surface at the nearest point, and one outside
 * must not be touched. Moving obstacles must be where their keys say, and friction must follow Coulomb's law
 * exactly. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/check.h"
#include "obstacle_shapes.h"

#define XPBD_SCALAR 32
#include "formula/scalar.h"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/scalar.h"
#undef XPBD_SCALAR

#include "collide/obstacle.h"
#include "layout/records.h"

#define XPBD_SCALAR 32
#include "formula/words.h"
#include "collide/project.inl"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/words.h"
#include "collide/project.inl"
#undef XPBD_SCALAR

enum { F32 = 0, F64 = 1 };

static double distance(const double a[3], const double b[3]) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/// A particle between the time t and t + h: its start, its position, its size.
typedef struct grain {
  double start[3], x[3], w, radius;
} grain;

/// Projects it in one precision; returns what the library returns.
static int project(const xpbd_obstacle *o, int precision, double t, double h, grain *g) {
  if (precision == F64) {
    xpbd_obstacle_f64 now;
    xpbd_vec3_f64 n;
    const xpbd_particle_f64 start = {g->start[0], g->start[1], g->start[2], g->w};
    xpbd_particle_f64 p = {g->x[0], g->x[1], g->x[2], g->w};
    xpbd_obstacle_at_f64(o, NULL, t, h, &now);
    const int moved = xpbd_obstacle_project_f64(&now, NULL, &p, &start, g->radius, 0, &n);
    g->x[0] = p.x, g->x[1] = p.y, g->x[2] = p.z;
    return moved;
  }
  xpbd_obstacle_f32 now;
  xpbd_vec3_f32 n;
  const xpbd_particle_f32 start = {(float)g->start[0], (float)g->start[1], (float)g->start[2], (float)g->w};
  xpbd_particle_f32 p = {(float)g->x[0], (float)g->x[1], (float)g->x[2], (float)g->w};
  xpbd_obstacle_at_f32(o, NULL, t, h, &now);
  const int moved = xpbd_obstacle_project_f32(&now, NULL, &p, &start, (float)g->radius, 0, &n);
  g->x[0] = (double)p.x, g->x[1] = (double)p.y, g->x[2] = (double)p.z;
  return moved;
}

/// A random grain whose numbers are floats, so that both precisions have the same.
static grain random_grain(check *self, const obstacle_shape *shape) {
  grain g = {.w = 1.0};
  obstacle_shape_point(self, shape, g.x);
  for (int k = 0; k < 3; k++) {
    g.x[k] = (double)(float)g.x[k];
    g.start[k] = (double)(float)(g.x[k] + check_random(self, -0.3, 0.3));
  }
  return g;
}

/// Results of the random grains.
typedef struct landing {
  double off;      /* largest distance from the surface of those that were inside [m] */
  double detour;   /* largest excess of the displacement over the shortest one [m] */
  int64_t inside;  /* clearly inside before */
  int64_t outside; /* clearly outside before */
  int64_t wrong;   /* outside but moved, inside but not, a pinned one moved, ... */
} landing;

/* `printed` replaces the projection by the printed inequality C = R - |x - S| >= 0, which holds inside. */
static landing land(check *self, const obstacle_shape *shape, const xpbd_obstacle *o, int precision, bool printed) {
  const double near = precision == F64 ? 1e-13 : 1e-5;
  landing found = {.off = 0};
  for (int trial = 0; trial < 400; trial++) {
    const grain before = random_grain(self, shape);
    const double d = obstacle_shape_distance(shape, before.x, -1);
    grain after = before, pinned = before;
    pinned.w = 0;
    const int moved = printed && d < 0 ? 0 : project(o, precision, 0, 0.01, &after);
    found.wrong += project(o, precision, 0, 0.01, &pinned) != 0 || memcmp(pinned.x, before.x, sizeof pinned.x) != 0;
    const bool same = memcmp(after.x, before.x, sizeof after.x) == 0;
    found.wrong += same ? moved && d < -near : !moved; /* inside by less than rounding, it may stay where it is */
    found.inside += d < -near;
    found.outside += d > near;
    if (fabs(d) > near) found.wrong += moved != (d < 0);
    if (!(d < 0)) continue;
    found.off = check_larger(found.off, fabs(obstacle_shape_distance(shape, after.x, -1)));
    found.detour = check_larger(found.detour, fabs(distance(before.x, after.x) + d));
  }
  return found;
}

/* Onto the surface, by the shortest displacement. Measured 1.1e-15 (double), 2e-7 (float) for sizes and positions of
 * about 1 m. */
static void surface(check *self, int precision) {
  const double limit = precision == F64 ? 4e-15 : 1e-6;
  for (int index = 0; index < OBSTACLE_SHAPES; index++) {
    for (int trial = 0; trial < 5; trial++) {
      OWNED(obstacle_shape_free) obstacle_shape shape = {0};
      xpbd_obstacle *o = obstacle_shape_make(self, index, &shape) ? obstacle_shape_create(self, &shape) : NULL;
      if (o) {
        const landing found = land(self, &shape, o, precision, false);
        check_at_most(self, found.off, limit, "%s: distance from the surface [m]", shape.name);
        check_at_most(self, found.detour, limit, "%s: displacement against the distance [m]", shape.name);
        check_same(self, (uint64_t)found.wrong, 0, "%s: moved or left alone wrongly", shape.name);
        check_at_least(self, (double)found.inside, 10, "%s: points inside", shape.name);
        check_at_least(self, (double)found.outside, 10, "%s: points outside", shape.name);
        const landing kept = land(self, &shape, o, precision, true);
        check_control(self, !(kept.off <= limit) && kept.wrong > 0, "%s: as printed, the point is kept inside",
                      shape.name);
      }
      xpbd_obstacle_destroy(&o);
    }
  }
}

/* The surface of a ball of radius r meets the obstacle. It must end r away, by the shortest displacement, and farther
 * balls must not move. Edges and corners of polyhedra are left out: the ball meets their planes and ends farther away.
 * A mesh may have another face near its target. Measured 6.7e-16 m (double), 2.0e-7 m (float). */
static void balls(check *self, int precision) {
  const double limit = precision == F64 ? 8e-15 : 2e-6, near = precision == F64 ? 1e-13 : 1e-5;
  for (int index = 0; index < OBSTACLE_SHAPES; index++) {
    OWNED(obstacle_shape_free) obstacle_shape shape = {0};
    xpbd_obstacle *o = obstacle_shape_make(self, index, &shape) ? obstacle_shape_create(self, &shape) : NULL;
    const bool planes = shape.def.kind == XPBD_OBSTACLE_POLYHEDRON, mesh = shape.def.kind == XPBD_OBSTACLE_MESH;
    double off = 0, detour = 0, point = 0;
    int64_t wrong = 0, met = 0, outside = 0;
    for (int trial = 0; trial < 1000 && o; trial++) {
      grain g = random_grain(self, &shape);
      g.radius = (double)(float)(shape.size * check_random(self, 0.01, 0.3));
      const grain before = g;
      const double d = obstacle_shape_distance(&shape, g.x, -1);
      const int moved = project(o, precision, 0, 0.01, &g);
      if (fabs(d - g.radius) > near && !(planes && d > 0)) wrong += moved != (d < g.radius);
      if (!moved) continue;
      const double left = obstacle_shape_distance(&shape, g.x, -1) - g.radius;
      met++, outside += d > 0;
      if (!mesh) off = check_larger(off, planes ? -left : fabs(left));
      if (!planes) detour = check_larger(detour, fabs(distance(before.x, g.x) - (g.radius - d)));
      point = check_larger(point, fabs(left + g.radius));
    }
    check_at_most(self, off, limit, "%s: distance from where its surface touches [m]", shape.name);
    check_at_most(self, detour, limit, "%s: displacement against the distance [m]", shape.name);
    check_same(self, (uint64_t)wrong, 0, "%s: balls moved or left alone wrongly", shape.name);
    check_at_least(self, (double)outside, 10, "%s: balls that touched with the centre outside", shape.name);
    check_at_least(self, (double)(met - outside), 10, "%s: with the centre inside", shape.name);
    check_control(self, !(point <= limit), "%s: as points they would end closer", shape.name);
    xpbd_obstacle_destroy(&o);
  }
}

/* Signed distance in double: the tree against every triangle, pseudo-normals against solid angles. Measured 8.9e-16. */
static void signed_distance(check *self, int argument) {
  for (int index = 0; index < OBSTACLE_SHAPES; index++) {
    OWNED(obstacle_shape_free) obstacle_shape shape = {0};
    xpbd_obstacle *o = obstacle_shape_make(self, index, &shape) ? obstacle_shape_create(self, &shape) : NULL;
    double worst = 0, left_out = 0, by_face = 0;
    const bool planes = shape.def.kind == XPBD_OBSTACLE_POLYHEDRON, mesh = shape.def.kind == XPBD_OBSTACLE_MESH;
    for (int trial = 0; trial < 3000 && o; trial++) {
      const grain g = random_grain(self, &shape);
      const double d = obstacle_shape_distance(&shape, g.x, -1), depth = xpbd_obstacle_depth(o, 0, g.x);
      const bool bound = planes && d > 0; /* outside, planes give a lower bound */
      worst = check_larger(worst, bound ? check_larger(depth - d, -depth) : fabs(depth - d));
      if (!mesh) continue;
      left_out =
          check_larger(left_out, fabs(depth - obstacle_shape_distance(&shape, g.x, trial % shape.mesh.triangle_count)));
      by_face = check_larger(by_face, fabs(depth - obstacle_shape_face_distance(&shape, g.x)));
    }
    check_at_most(self, worst, 2e-15, "%s: signed distance against an independent computation [m]", shape.name);
    if (mesh) check_control(self, !(left_out <= 2e-15), "%s: a triangle is left out", shape.name);
    if (shape.sharp) check_control(self, !(by_face <= 2e-15), "%s: inside told by the normal of the face", shape.name);
    xpbd_obstacle_destroy(&o);
  }
}

/// An obstacle of a definition; NULL, already reported, on failure.
static xpbd_obstacle *make(check *self, const xpbd_obstacle_def *def) {
  xpbd_obstacle *o;
  check_status(self, xpbd_obstacle_create(def, &o), XPBD_OK, "an obstacle");
  return o;
}

/* A ball whose centre is exactly on a face has no direction to the nearest point. A ball with a NaN position meets
 * nothing. All numbers are exact in both precisions. */
static void on_faces(check *self, int precision) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh body = {0};
  if (!check_status(self, xpbd_mesh_make_box(1, 1, 1, 1.0, &body), XPBD_OK, "a body")) return;
  for (int kind = XPBD_OBSTACLE_BOX; kind <= XPBD_OBSTACLE_MESH; kind++) {
    xpbd_obstacle_def def = xpbd_obstacle_def_default();
    def.kind = (xpbd_obstacle_kind)kind;
    if (kind == XPBD_OBSTACLE_BOX)
      for (int k = 0; k < 3; k++) def.centre[k] = 0.5;
    else
      def.mesh = &body;
    xpbd_obstacle *o = make(self, &def);
    if (!o) break;
    for (int face = 0; face < 6; face++) {
      const double out = face < 3 ? 1.25 : -0.25;
      grain g = {.w = 1, .x = {0.25, 0.625, 0.375}, .radius = 0.25};
      g.x[face % 3] = face < 3 ? 1.0 : 0.0;
      const grain before = g;
      check_same(self, (uint64_t)project(o, precision, 0, 0.01, &g), 1, "kind %d, face %d: moved", kind, face);
      check_true(self, g.x[face % 3] == out && distance(g.x, before.x) == 0.25, "kind %d, face %d: straight out", kind,
                 face);
    }
    grain lost = {.w = 1, .x = {0.5, 0.5, (double)NAN}};
    for (int ball = 0; ball < 2; ball++) {
      lost.radius = 0.25 * ball;
      check_same(self, (uint64_t)project(o, precision, 0, 0.01, &lost), 0, "kind %d: not a number, not moved", kind);
    }
    grain touching = {.w = 1, .x = {0.25, 1.0, 0.375}};
    check_control(self, project(o, precision, 0, 0.01, &touching) == 0, "kind %d: a point on a face stays", kind);
    xpbd_obstacle_destroy(&o);
  }
}

/* Points where every direction is equally good, and points that are NaN. */
static void special_places(check *self, int precision) {
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  xpbd_obstacle *ball = make(self, &def);
  def.kind = XPBD_OBSTACLE_BOX;
  xpbd_obstacle *box = make(self, &def);
  if (ball && box) {
    grain g = {.w = 1};
    check_same(self, (uint64_t)project(ball, precision, 0, 0.01, &g), 1, "centre of a sphere: moved");
    check_true(self, g.x[0] == 0 && g.x[1] == 1 && g.x[2] == 0, "centre of a sphere: to +y");
    g = (grain){.w = 1};
    check_same(self, (uint64_t)project(box, precision, 0, 0.01, &g), 1, "centre of a box: moved");
    check_true(self, g.x[0] == 0.5 && g.x[1] == 0 && g.x[2] == 0, "centre of a box: to +x");
    check_same(self, (uint64_t)project(box, precision, 0, 0.01, &g), 0, "on the surface: not moved again");
    g = (grain){.w = 1, .x = {0.1, (double)NAN, 0.1}};
    check_same(self, (uint64_t)project(box, precision, 0, 0.01, &g), 0, "not a number: not moved");
    check_true(self, isnan(xpbd_obstacle_depth(box, 0, g.x)), "not a number: has no distance");
    on_faces(self, precision);
    grain off = {.w = 1, .x = {0.01, 0, 0}};
    project(ball, precision, 0, 0.01, &off);
    check_control(self, !(off.x[0] == 0 && off.x[1] == 1), "beside the centre it is not +y");
  }
  xpbd_obstacle_destroy(&ball);
  xpbd_obstacle_destroy(&box);
}

/* A sphere pushed along x by keys: at rest before the first and after the last, uniform in between. */
static void path(check *self, int precision) {
  static const double times[3] = {0.5, 1.0, 2.0}, places[9] = {0, 0, 0, 1, 0, 0, 1, 0, -3};
  const double limit = precision == F64 ? 4e-15 : 2e-6, end = 3.0;
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.key_count = 3, def.key_times = times, def.key_positions = places;
  def.radius = 0.5;
  xpbd_obstacle *o = make(self, &def);
  double worst = 0, stiff = 0;
  for (double t = 0; t < end && o; t += 1.0 / 64) {
    const double u = t + 1.0 / 64,
                 x = u < 0.5 ? 0
                     : u < 1 ? 2 * (u - 0.5)
                             : 1,
                 z = u < 1   ? 0
                     : u < 2 ? -3 * (u - 1)
                             : -3;
    grain g = {.w = 1, .x = {x + 0.25, 0, z}};
    if (project(o, precision, t, 1.0 / 64, &g) != 1) worst = (double)NAN;
    const double at[3] = {x + 0.5, 0, z}, unmoved[3] = {0.5, 0, 0};
    worst = check_larger(worst, distance(g.x, at));
    stiff = check_larger(stiff, distance(g.x, unmoved));
    worst = check_larger(worst, fabs(xpbd_obstacle_depth(o, u, g.x)));
  }
  check_at_most(self, worst, limit, "where the keys say [m]"); /* measured 0: the numbers are short */
  check_control(self, !(stiff <= limit), "an obstacle that stays");
  xpbd_obstacle_destroy(&o);
}

/* Thirty steps of 1/60 s from k / 60 s on, beginning with step k, however k h rounds. */
static void lifetime(check *self, int precision) {
  const double h = 1.0 / 60, inside[3] = {0.5, 0, 0};
  int64_t wrong = 0, by_start = 0;
  for (int k = 1; k <= 120; k++) {
    xpbd_obstacle_def def = xpbd_obstacle_def_default();
    def.from = k / 60.0, def.until = (k + 30) / 60.0;
    xpbd_obstacle *o = make(self, &def);
    for (int step = 0; step < 160 && o; step++) {
      grain g = {.w = 1, .x = {0.5, 0, 0}};
      const bool alive = step >= k && step < k + 30;
      wrong += project(o, precision, step * h, h, &g) != alive;
      by_start += (step * h >= def.from && step * h < def.until) != alive;
    }
    if (o)
      check_true(self,
                 isinf(xpbd_obstacle_depth(o, def.from - h, inside)) &&
                     isinf(xpbd_obstacle_depth(o, def.until, inside)) &&
                     fabs(xpbd_obstacle_depth(o, def.from + h, inside) + 0.5) <= 1e-15,
                 "a distance while it exists");
    xpbd_obstacle_destroy(&o);
  }
  check_same(self, (uint64_t)wrong, 0, "steps in which it wrongly exists or not");
  check_control(self, by_start > 0, "the start of the step compared instead of its middle");
}

/* Motion along a plane: the part of the displacement along it shrinks by mu times the depth, at most to 0. It never
 * reverses or leaves the plane. Measured 2.3e-16 (double), 1.1e-7 (float). */
static double rub_error(check *self, int precision, double factor, int *stuck) {
  double worst = 0;
  for (int trial = 0; trial < 300; trial++) {
    xpbd_obstacle_def def = xpbd_obstacle_def_default();
    def.kind = trial % 2 ? XPBD_OBSTACLE_HALF_SPACE : XPBD_OBSTACLE_BOX;
    def.half_sizes[0] = def.half_sizes[2] = 4;
    def.half_sizes[1] = 1;
    def.centre[1] = trial % 2 ? 0 : -1; /* both end at y = 0 */
    def.friction = check_random(self, 0, 4);
    xpbd_obstacle *o = make(self, &def);
    if (!o) return (double)NAN;
    grain g = {.w = 1};
    for (int k = 0; k < 3; k++) g.start[k] = check_random(self, k == 1 ? 0 : -1, 1);
    for (int k = 0; k < 3; k++)
      g.x[k] = k == 1 ? check_random(self, -0.2, 0) : g.start[k] + check_random(self, -0.4, 0.4);
    const double along[2] = {g.x[0] - g.start[0], g.x[2] - g.start[2]}, way = hypot(along[0], along[1]);
    const double less = factor * def.friction * -g.x[1]; /* factor is 1, or Coulomb's law is wrong */
    const double left = less < way ? 1 - less / way : 0;
    *stuck += left == 0;
    project(o, precision, 0, 0.01, &g);
    worst = check_larger(worst, fabs(g.x[0] - g.start[0] - left * along[0]));
    worst = check_larger(worst, fabs(g.x[2] - g.start[2] - left * along[1]));
    worst = check_larger(worst, fabs(g.x[1]));
    xpbd_obstacle_destroy(&o);
  }
  return worst;
}

static void friction(check *self, int precision) {
  const double limit = precision == F64 ? 4e-15 : 1e-6;
  int stuck = 0, other = 0;
  check_at_most(self, rub_error(self, precision, 1.0, &stuck), limit, "displacement along the plane [m]");
  check_between(self, stuck, 30, 270, "of 300 that stop");
  check_control(self, !(rub_error(self, precision, 1.05, &other) <= limit), "5 %% more friction");
}

/* On curved and sharp bodies, friction moves a particle along the surface, but never leaves it inside. Friction must
 * have an effect. Measured 3.8e-16 (double), 1.8e-7 (float). */
static void rough_bodies(check *self, int precision) {
  const double limit = precision == F64 ? 4e-15 : 1e-6;
  for (int index = 0; index < OBSTACLE_SHAPES; index++) {
    OWNED(obstacle_shape_free) obstacle_shape shape = {0};
    if (!obstacle_shape_make(self, index, &shape)) continue;
    shape.def.friction = 1.5;
    xpbd_obstacle *rough = obstacle_shape_create(self, &shape);
    shape.def.friction = 0;
    xpbd_obstacle *smooth = obstacle_shape_create(self, &shape);
    double worst = 0, same = 0;
    for (int trial = 0; trial < 1000 && rough && smooth; trial++) {
      grain g = random_grain(self, &shape), slid = g;
      if (!project(smooth, precision, 0, 0.01, &slid)) continue;
      project(rough, precision, 0, 0.01, &g);
      worst = check_larger(worst, -obstacle_shape_distance(&shape, g.x, -1));
      same = check_larger(same, distance(g.x, slid.x));
    }
    check_at_most(self, worst, limit, "%s: depth inside after friction [m]", shape.name);
    check_control(self, !(same <= limit), "%s: without friction it ends elsewhere", shape.name);
    xpbd_obstacle_destroy(&rough);
    xpbd_obstacle_destroy(&smooth);
  }
}

/* Steps of a particle under gravity on an obstacle, as a solver takes them: predict, project, velocity. */
static grain ride(const xpbd_obstacle *o, int precision, grain g, int steps, double h, double v[3]) {
  for (int step = 0; step < steps; step++) {
    memcpy(g.start, g.x, sizeof g.start);
    v[1] -= h * 9.81;
    for (int k = 0; k < 3; k++) g.x[k] += h * v[k];
    for (int it = 0; it < 3; it++) project(o, precision, step * h, h, &g);
    for (int k = 0; k < 3; k++) v[k] = (g.x[k] - g.start[k]) / h;
  }
  return g;
}

/* A belt under a particle accelerates it by mu g to the speed of the belt, as Coulomb says. Measured 7.8e-14 m/s
 * (double), 8e-6 (float). A turntable carries it round. */
static void carries(check *self, int precision) {
  static const double times[2] = {0, 10}, places[6] = {0, 0, 0, 20, 0, 0};
  const double h = 1.0 / 256, limit = precision == F64 ? 1e-12 : 1e-4, mu = 0.25;
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.kind = XPBD_OBSTACLE_HALF_SPACE;
  def.key_count = 2, def.key_times = times, def.key_positions = places;
  def.friction = mu;
  xpbd_obstacle *belt = make(self, &def);
  def.friction = 0;
  xpbd_obstacle *ice = make(self, &def);
  def = xpbd_obstacle_def_default();
  def.kind = XPBD_OBSTACLE_BOX;
  def.half_sizes[0] = def.half_sizes[2] = 2;
  def.centre[1] = -0.5;
  def.spin = 2 * 3.14159265358979323846;
  def.friction = 1000; /* enough for the first step, which starts at rest */
  xpbd_obstacle *table = make(self, &def);
  const grain begin = {.w = 1};
  double early[3] = {0}, late[3] = {0}, slip[3] = {0}, round[3] = {0};
  if (belt && ice && table) {
    ride(belt, precision, begin, 128, h, early);
    ride(belt, precision, begin, 512, h, late);
    ride(ice, precision, begin, 512, h, slip);
    check_at_most(self, fabs(early[0] - mu * 9.81 * 0.5), limit, "speed after 0.5 s, mu g t [m/s]");
    check_at_most(self, fabs(late[0] - 2), limit, "speed after 2 s, that of the belt [m/s]");
    check_control(self, !(fabs(slip[0] - 2) <= limit), "no friction");
    const grain rim = {.w = 1, .x = {1, 0, 0}};
    const grain quarter = ride(table, precision, rim, 64, h, round);
    const double at[3] = {0, 0, -1};
    check_at_most(self, distance(quarter.x, at), limit, "a quarter turn about +y carries x to -z [m]");
    check_control(self, !(distance(quarter.x, rim.x) <= limit), "a table that does not turn");
  }
  xpbd_obstacle_destroy(&belt);
  xpbd_obstacle_destroy(&ice);
  xpbd_obstacle_destroy(&table);
}

/* A backend that copies the arrays finds each pointer where the list says, at every time, in both precisions. */
static void arrays(check *self, int argument) {
  for (int index = 0; index < OBSTACLE_SHAPES; index++) {
    OWNED(obstacle_shape_free) obstacle_shape shape = {0};
    xpbd_obstacle *o = obstacle_shape_make(self, index, &shape) ? obstacle_shape_create(self, &shape) : NULL;
    xpbd_obstacle_f32 narrow;
    xpbd_obstacle_f64 wide;
    xpbd_obstacle_array list[2][XPBD_OBSTACLE_ARRAYS];
    if (!o) continue;
    const xpbd_obstacle_def *kept = xpbd_obstacle_made_of(o);
    check_true(self, !kept->mesh && kept->kind == shape.def.kind, "no mesh of the caller is kept");
    xpbd_obstacle_at_f32(o, NULL, 0.3, 0.01, &narrow);
    xpbd_obstacle_at_f64(o, NULL, 0.3, 0.01, &wide);
    const int count[2] = {xpbd_obstacle_arrays_f32(o, list[F32]), xpbd_obstacle_arrays_f64(o, list[F64])};
    const int expected = shape.def.kind == XPBD_OBSTACLE_MESH ? 3 : shape.def.kind == XPBD_OBSTACLE_POLYHEDRON ? 1 : 0;
    const size_t t = (size_t)narrow.triangle_count;
    const size_t sizes[3] = {expected == 1 ? (size_t)narrow.plane_count * sizeof *narrow.planes
                                           : (size_t)narrow.node_count * sizeof *narrow.nodes,
                             t * sizeof *narrow.triangles, 6 * t * sizeof *narrow.normals};
    check_true(self, count[F32] == expected && count[F64] == expected, "%s: %d arrays", shape.name, expected);
    bool found = true;
    for (int precision = F32; precision <= F64; precision++)
      for (int k = 0; k < count[precision]; k++) {
        const xpbd_obstacle_array *array = &list[precision][k];
        const char *state = precision == F64 ? (const char *)&wide : (const char *)&narrow;
        const void *pointer;
        memcpy(&pointer, state + array->offset, sizeof pointer);
        found = found && pointer == array->data;
      }
    check_true(self, found, "%s: pointers stand where the list says", shape.name);
    for (int k = 0; k < expected; k++) {
      check_same(self, list[F32][k].bytes, sizes[k], "%s: bytes of array %d in float", shape.name, k);
      check_control(self, list[F64][k].bytes != sizes[k], "%s: the bytes of the other precision", shape.name);
    }
    xpbd_obstacle_destroy(&o);
  }
}

void check_group_obstacles(check_registry *registry) {
  static const struct {
    const char *name, *about;
    check_body body;
  } both[] = {{"surface", "onto the surface by the shortest displacement; nothing else moves", surface},
              {"balls", "the surface of a ball touches, not its centre", balls},
              {"special", "centres, the surface itself, not a number", special_places},
              {"path", "keys, before, between and after them", path},
              {"lifetime", "exists from and until", lifetime},
              {"friction", "Coulomb's law along a plane", friction},
              {"rough", "friction on every shape leaves nothing inside", rough_bodies},
              {"carries", "a belt and a turntable carry particles along", carries}};
  for (size_t i = 0; i < sizeof both / sizeof *both; i++)
    check_add_both(registry, both[i].name, both[i].about, both[i].body, F32, F64);
  check_add(registry, "distance", "signed distance against an independent computation", signed_distance, 0);
  check_add(registry, "arrays", "the arrays that a backend must copy", arrays, 0);
  check_obstacles_refused(registry);
  check_obstacles_pinned(registry);
  check_obstacles_tree(registry);
  check_obstacles_mesh(registry);
  check_obstacles_pose(registry);
  check_obstacles_passes(registry);
}
