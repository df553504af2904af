/* Why this file exists: the surroundings of a scene, its hands and its start show late in a run, or only in a picture.
 * The sphere of body_hit comes after half a second. So every number of obstacles, hands, held particles and starts is
 * compared with the scene's description, in another size than the default. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes_checks.h"

enum { MOST = 8, NUMBERS = 192, SHEET = 9 /* vertices along a side */ };
static const double SIZE = 2.6, FRICTION = 0.25, BOUNCE = 0.5,
                    CLOSE = 1e-13; /* of the numbers, all of the order of the size */

bool scenes_is_one_of(const char *name, const char *names) {
  const char *at = strstr(names, name);
  return at && (at == names || at[-1] == ' ') && (at[strlen(name)] == ' ' || at[strlen(name)] == '\0');
}

/// Numbers in a row, so that whole structures are compared.
typedef struct row {
  int count;
  double numbers[NUMBERS];
} row;

static void put(row *to, const double *values, int64_t count) {
  for (int64_t k = 0; values && k < count && to->count < NUMBERS; k++) to->numbers[to->count++] = values[k];
}

static void put_one(row *to, double value) {
  put(to, &value, 1);
}

/// Index of the first number that differs, -1 = none.
static int first_other(const row *a, const row *b) {
  for (int k = 0; k < a->count && k < b->count; k++)
    if (!(a->numbers[k] == b->numbers[k] || fabs(a->numbers[k] - b->numbers[k]) <= CLOSE * SIZE)) return k;
  return a->count == b->count ? -1 : NUMBERS;
}

static void same_row(check *self, const row *have, const row *want, const char *what) {
  const int at = first_other(have, want);
  check_true(self, at < 0, "%s: number %d is %.17g, not %.17g", what, at,
             at >= 0 && at < NUMBERS ? have->numbers[at] : NAN, at >= 0 && at < NUMBERS ? want->numbers[at] : NAN);
  int seen = 0;
  for (int k = 0; k < want->count; k++) {
    row other = *want;
    other.numbers[k] = isinf(other.numbers[k]) ? 0.0 : other.numbers[k] + 1e-9;
    seen += first_other(want, &other) == k;
  }
  check_control(self, seen == want->count && seen > 0, "%s: each of %d numbers a billionth larger", what, want->count);
}

static row obstacle_row(const xpbd_obstacle_def *def) {
  row out = {0};
  put_one(&out, def->kind), put_one(&out, def->radius);
  put(&out, def->normal, 3), put(&out, def->half_sizes, 3), put(&out, def->centre, 3);
  put(&out, def->rotation, 4), put(&out, def->axis, 3), put_one(&out, def->spin);
  put_one(&out, def->from), put_one(&out, def->until), put_one(&out, def->friction), put_one(&out, def->restitution);
  put_one(&out, def->key_count);
  put(&out, def->key_times, def->key_count), put(&out, def->key_positions, 3 * (int64_t)def->key_count);
  return out;
}

/// The expected obstacles.
typedef struct standing {
  int count;
  xpbd_obstacle_def def[MOST];
  double times[2], path[6]; ///< Of the moving one.
} standing;

static xpbd_obstacle_def *stand(standing *s, xpbd_obstacle_kind kind, double x, double y, double z) {
  xpbd_obstacle_def *def = &s->def[s->count++];
  *def = xpbd_obstacle_def_default();
  def->kind = kind, def->friction = FRICTION;
  def->centre[0] = x, def->centre[1] = y, def->centre[2] = z;
  return def;
}

static void stand_sphere(standing *s, double radius, double x, double y, double z) {
  stand(s, XPBD_OBSTACLE_SPHERE, x, y, z)->radius = radius;
}

static void stand_plane(standing *s, double x, double y, double normal_x, double normal_y) {
  xpbd_obstacle_def *def = stand(s, XPBD_OBSTACLE_HALF_SPACE, x, y, 0.0);
  def->normal[0] = normal_x, def->normal[1] = normal_y;
}

/// The sphere that moves between two positions in the seconds `from` to `to`, and is then removed.
static void stand_mover(standing *s, double radius, double from, double to, const double path[6]) {
  xpbd_obstacle_def *def = stand(s, XPBD_OBSTACLE_SPHERE, 0.0, 0.0, 0.0);
  s->times[0] = from, s->times[1] = to;
  memcpy(s->path, path, sizeof s->path);
  def->radius = radius, def->until = to;
  def->key_count = 2, def->key_times = s->times, def->key_positions = s->path;
}

static void bounds(const xpbd_mesh *mesh, double low[3], double high[3]) {
  for (int k = 0; k < 3; k++) low[k] = INFINITY, high[k] = -INFINITY;
  for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; i++) {
    low[i % 3] = fmin(low[i % 3], mesh->positions[i]);
    high[i % 3] = fmax(high[i % 3], mesh->positions[i]);
  }
}

/// The obstacles that the scene should have at the size SIZE. Without contacts `bounce` and friction of the ground do
/// not matter.
static void describe(const char *name, const xpbd_mesh *mesh, standing *s) {
  const double a = SIZE, c = SIZE / 13.0;
  double low[3], high[3];
  *s = (standing){0};
  bounds(mesh, low, high);
  if (strcmp(name, "cloth_on_sphere") == 0) stand_sphere(s, a / 4.0, a / 2.0, -0.275 * a, a / 2.0);
  if (strcmp(name, "cloth_self") == 0) {
    stand(s, XPBD_OBSTACLE_POLYHEDRON, 0.45 * a, -0.088 * a, 0.5 * a);
    stand_plane(s, 0.0, -0.3 * a, 0.0, 1.0);
  }
  if (strcmp(name, "torus_falling") == 0) {
    for (int k = 0; k < 6; k++)
      stand_sphere(s, 0.12 * a, k / 2 == 1 ? 0.45 * a : -0.45 * a, (-0.3 - 0.4 * (k / 2)) * a,
                   k % 2 ? a / 4.0 : -a / 4.0);
    xpbd_obstacle_def *box = stand(s, XPBD_OBSTACLE_BOX, 0.0, -2.0 * a, 0.0);
    box->half_sizes[0] = box->half_sizes[2] = 2.5 * a, box->half_sizes[1] = 0.25 * a;
  }
  if (strcmp(name, "beam_hit") == 0) /* 13 x 3 x 4 cells; the sphere has 1.5 */
    stand_mover(s, 1.5 * c, 0.0, 1.0, (const double[6]){9.75 * c, 4.5 * c, 2.0 * c, 9.75 * c, 0.0, 2.0 * c});
  if (strcmp(name, "body_hit") == 0) { /* 20 m/s from a tenth of the size beside the body */
    const double away = high[0] + 0.3 * a;
    stand_mover(s, 0.2 * a, 0.5, 0.5 + away / 20.0, (const double[6]){away});
    stand_plane(s, 0.0, low[1], 0.0, 1.0);
  }
  if (strcmp(name, "balls") == 0 || strncmp(name, "stack_", 6) == 0 || strncmp(name, "friction_", 9) == 0)
    stand_plane(s, 0.0, 0.0, 0.0, 1.0);
  if (strcmp(name, "balls") == 0) stand_plane(s, -2.0 * a, 0.0, 1.0, 0.0), stand_plane(s, 2.0 * a, 0.0, -1.0, 0.0);
  if (strcmp(name, "wedge") == 0) /* 60 degrees */
    stand_plane(s, 0.0, 0.0, sqrt(0.75), 0.5), stand_plane(s, 0.0, 0.0, -sqrt(0.75), 0.5);
}

static bool has(const xpbd_scene_info *info, const char *name) {
  return xpbd_scene_parameter_find(info, name) >= 0;
}

static void set_where_known(xpbd_scene_params *params, const xpbd_scene_info *info, const char *name, double value) {
  if (has(info, name)) xpbd_scene_params_set(params, name, value);
}

/// A prism of 24 sides, from its size and the distances of its corners from its axis.
static void expect_rod(check *self, const xpbd_mesh *rod) {
  double off = 0.0;
  check_same(self, (uint64_t)rod->vertex_count, 48, "corners of the rod");
  check_same(self, (uint64_t)rod->triangle_count, 92, "triangles of the rod");
  for (int64_t i = 0; i < rod->vertex_count; i++) {
    const double *x = &rod->positions[3 * i];
    off = check_larger(off, fabs(hypot(x[0], x[1]) - 0.08 * SIZE) + fabs(fabs(x[2]) - 0.7 * SIZE));
  }
  check_at_most(self, off, CLOSE * SIZE, "corners of the rod, off its ends' rims [m]");
}

static void obstacles(check *self, int index) {
  const xpbd_scene_info *info = xpbd_scene_info_at(index);
  const bool apart = strcmp(info->name, "torus_falling") == 0 || strcmp(info->name, "body_hit") == 0;
  for (int unset = 0; unset < 1 + apart; unset++) { /* two scenes have a default friction for each kind */
    xpbd_scene_params params = xpbd_scene_params_default();
    params.size = SIZE;
    if (!unset) set_where_known(&params, info, "friction", FRICTION);
    set_where_known(&params, info, "restitution", BOUNCE);
    set_where_known(&params, info, "settle", 0.0);
    if (strcmp(info->name, "wedge") == 0) xpbd_scene_params_set(&params, "angle", 60.0);
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (!check_status(self, xpbd_scene_build(info->name, &params, &model), XPBD_OK, "%s", info->name)) return;
    standing want;
    describe(info->name, &model.mesh, &want);
    if (check_same(self, (uint64_t)model.obstacle_count, (uint64_t)want.count, "obstacles"))
      for (int k = 0; k < want.count; k++) {
        xpbd_obstacle_def *def = &want.def[k];
        if (unset) def->friction = def->kind == XPBD_OBSTACLE_SPHERE ? 0.0 : 0.5;
        if (!has(info, "friction")) def->friction = 0.0;
        if (has(info, "restitution")) def->restitution = BOUNCE;
        const row expected = obstacle_row(def), shown = obstacle_row(&model.obstacles[k]),
                  there = obstacle_row(xpbd_obstacle_made_of(xpbd_scene_obstacle(model.scene, k)));
        same_row(self, &shown, &expected, "an obstacle as it is drawn");
        same_row(self, &there, &expected, "an obstacle of the scene");
        check_true(self, (model.obstacles[k].mesh != NULL) == (def->kind == XPBD_OBSTACLE_POLYHEDRON),
                   "who has a mesh");
        if (model.obstacles[k].mesh) expect_rod(self, model.obstacles[k].mesh);
      }
    check_true(self, !xpbd_scene_obstacle(model.scene, want.count) && !xpbd_scene_obstacle(model.scene, -1),
               "none outside");
    /* planes that bounce come with particles that do */
    const bool planes = has(info, "restitution");
    check_at_most(self, fabs(xpbd_scene_restitution(model.scene) - (planes ? BOUNCE : 0.0)), 0.0,
                  "restitution between particles");
    check_at_most(self, fabs(xpbd_scene_friction(model.scene) - (planes && has(info, "friction") ? FRICTION : 0.0)),
                  0.0, "friction between particles");
    check_control(self, !(fabs(xpbd_scene_restitution(model.scene) - 0.25) <= 0.0), "another restitution");
  }
}

/// Position of a particle at rest within the box of its mesh, 0..1 along each axis; NaN where that is flat.
static void part_of_box(const xpbd_mesh *mesh, const double low[3], const double high[3], int64_t i, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = (mesh->positions[3 * i + k] - low[k]) / (high[k] - low[k]);
}

/// Whether the scene itself holds the particle there in the box.
static bool is_held(const char *name, const double part[3], bool own_body) {
  const bool begin = part[0] <= 0.0, end = begin || part[0] >= 1.0;
  if (strcmp(name, "cloth") == 0) return own_body ? end && part[2] <= 0.0 : part[1] >= 0.98;
  if (strcmp(name, "blob") == 0) return part[1] >= (own_body ? 0.92 : 0.98);
  if (strcmp(name, "torus_stretched") == 0) return part[1] <= 0.05 || part[1] >= 0.95;
  if (strcmp(name, "body") == 0) return part[1] <= 0.02;
  if (scenes_is_one_of(name, "cloth_stretched beam_twisted catenary")) return end;
  return begin && scenes_is_one_of(name, "flag beam_hit beam_tets chain pendulum");
}

/// Particles that are not held as they should be, or have another mass; NaN = each may have its own. "top" holds
/// everything that is level.
static int32_t wrongly_held(const char *name, const xpbd_model *model, int pins, bool own_body, double mass) {
  const double *w = xpbd_scene_inverse_masses(model->scene);
  double low[3], high[3], part[3];
  int32_t wrong = 0;
  bounds(&model->mesh, low, high);
  for (int32_t i = 0; i < model->mesh.vertex_count; i++) {
    part_of_box(&model->mesh, low, high, i, part);
    bool held = pins == XPBD_PINS_TOP && !(part[1] < 0.98);
    if (pins == XPBD_PINS_SCENE) held = is_held(name, part, own_body);
    if (pins == XPBD_PINS_CORNERS) held = i == 0 || i == SHEET - 1;
    wrong += isnan(mass) ? (w[i] == 0.0) != held : !(fabs(w[i] * mass - !held) <= 1e-12);
  }
  return wrong;
}

/// Every choice of pins in every scene, on its own body and on a mesh.
static void held(check *self, int index) {
  const xpbd_scene_info *info = xpbd_scene_info_at(index);
  const char *name = info->name;
  const bool is_sheet = scenes_is_one_of(name, "cloth flag cloth_on_sphere cloth_stretched cloth_self");
  OWNED(xpbd_mesh_destroy) xpbd_mesh ball = {0};
  if (!check_status(self, xpbd_mesh_make_sphere(3, 1.0, &ball), XPBD_OK, "a mesh")) return;
  for (int pins = XPBD_PINS_SCENE; pins <= XPBD_PINS_TOP; pins++)
    for (int own = 1; own >= !info->takes_mesh; own--) {
      const bool refused = pins == XPBD_PINS_CORNERS && !(own && is_sheet);
      xpbd_scene_params params = xpbd_scene_params_default();
      params.pins = (xpbd_pins)pins, params.mesh = own ? NULL : &ball, params.mass = 0.375, params.size = SIZE;
      params.resolution = info->whole_bodies ? 4 : SHEET;
      set_where_known(&params, info, "settle", 0.0);
      OWNED(xpbd_model_destroy) xpbd_model model = {0};
      const xpbd_status status = xpbd_scene_build(name, &params, &model);
      check_status(self, status, refused ? XPBD_ERR_INVALID_ARGUMENT : XPBD_OK, "pins %s", xpbd_pins_name(pins));
      if (refused)
        check_said(self, "pins: only a scene's own cloth has corners, not a mesh or a body (use top or none)",
                   "corners of a body that has none");
      if (status != XPBD_OK) continue;
      const int bodies = strcmp(name, "balls") == 0 ? 2 : 1;
      const double even = info->whole_bodies ? 0.375 * bodies / model.mesh.vertex_count : 0.375;
      const double mass = isnan(info->mass) ? info->mass : even; /* by volume if it follows from a density */
      check_same(self, (uint64_t)wrongly_held(name, &model, pins, own, mass), 0, "pins %s%s: wrong particles",
                 xpbd_pins_name(pins), own ? "" : " of a mesh");
      const int other = pins == XPBD_PINS_NONE ? XPBD_PINS_TOP : XPBD_PINS_NONE;
      if (pins != XPBD_PINS_SCENE) check_control(self, wrongly_held(name, &model, other, own, mass) > 0, "other pins");
      check_true(self, pins == XPBD_PINS_SCENE || xpbd_scene_handle_count(model.scene) == 0, "pins chosen: no hands");
    }
}

/// An expected hand: the end of `axis` that it holds, how far it moves and turns within 2 s.
typedef struct hand {
  const char *scene;
  int axis;
  bool high;
  double shift[3], pivot[3], line[3], angle; ///< In sizes, and rad.
} hand;

/// 3 u^2 - 2 u^3 of the path after u of the time, in 24 pieces.
static row hand_row(const hand *h) {
  row out = {0};
  for (int c = 0; c < 3; c++) put_one(&out, SIZE * h->pivot[c]);
  put(&out, h->line, 3);
  put_one(&out, 25), put_one(&out, h->angle != 0.0);
  for (int k = 0; k <= 24; k++) put_one(&out, 2.0 * k / 24.0);
  for (int k = 0; k <= 24; k++)
    for (int c = 0; c < 3; c++) put_one(&out, (3.0 * k * k * 24.0 - 2.0 * k * k * k) / 13824.0 * SIZE * h->shift[c]);
  for (int k = 0; k <= 24 && h->angle != 0.0; k++)
    put_one(&out, (3.0 * k * k * 24.0 - 2.0 * k * k * k) / 13824.0 * h->angle);
  return out;
}

static row handle_row(const xpbd_handle_def *def) {
  row out = {0};
  put(&out, def->pivot, 3), put(&out, def->axis, 3);
  put_one(&out, def->key_count), put_one(&out, def->key_angles != NULL);
  put(&out, def->key_times, def->key_count), put(&out, def->key_positions, 3 * (int64_t)def->key_count);
  put(&out, def->key_angles, def->key_count);
  return out;
}

/// Particles that a hand holds and should not, or the other way round.
static int32_t wrongly_in_hand(const xpbd_mesh *mesh, const xpbd_handle_def *def, const hand *h) {
  const double share = strcmp(h->scene, "torus_stretched") == 0 ? 0.05 : 0.0;
  double low[3], high[3], part[3];
  int32_t wrong = 0, next = 0;
  bounds(mesh, low, high);
  for (int32_t i = 0; i < mesh->vertex_count; i++) {
    part_of_box(mesh, low, high, i, part);
    const bool is_in = next < def->particle_count && def->particles[next] == i;
    wrong += is_in != (h->high ? part[h->axis] >= 1.0 - share : part[h->axis] <= share);
    next += is_in;
  }
  return wrong + def->particle_count - next;
}

static void hands(check *self, int argument) {
  static const hand all[] = {{"cloth_stretched", 0, false, .shift = {-0.375, 0.0, 0.0}, .line = {0.0, 1.0, 0.0}},
                             {"cloth_stretched", 0, true, .shift = {0.375, 0.0, 0.0}, .line = {0.0, 1.0, 0.0}},
                             {"torus_stretched", 1, true, .shift = {0.0, 0.375, 0.0}, .line = {0.0, 1.0, 0.0}},
                             {"torus_stretched", 1, false, .shift = {0.0, -0.375, 0.0}, .line = {0.0, 1.0, 0.0}},
                             {"beam_twisted", 0, true, .pivot = {0.0, 1.5 / 13.0, 2.0 / 13.0}, .line = {1.0, 0.0, 0.0},
                              .angle = 0.78539816339744830962}};
  int count = 0;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    const xpbd_scene_info *info = xpbd_scene_info_at(xpbd_scene_info_find(all[k].scene));
    xpbd_scene_params params = xpbd_scene_params_default();
    params.size = SIZE;
    xpbd_scene_params_set(&params, "pull_time", 2.0);
    if (all[k].axis == 1) params.resolution = 32; /* some vertices at the very top */
    set_where_known(&params, info, "stretch", 1.75), set_where_known(&params, info, "angle", 45.0);
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (!check_status(self, xpbd_scene_build(info->name, &params, &model), XPBD_OK, "%s", info->name)) continue;
    const int which = k > 0 && strcmp(all[k - 1].scene, all[k].scene) == 0;
    const xpbd_handle_def *def = xpbd_scene_handle(model.scene, which);
    if (check_true(self, def != NULL, "%s: hand %d", info->name, which)) {
      const row have = handle_row(def), want = hand_row(&all[k]);
      same_row(self, &have, &want, all[k].scene);
      check_same(self, (uint64_t)wrongly_in_hand(&model.mesh, def, &all[k]), 0, "%s: wrong particles in hand %d",
                 info->name, which);
      count++;
    }
    check_same(self, (uint64_t)xpbd_scene_handle_count(model.scene), all[k].angle != 0.0 ? 1 : 2, "%s: hands",
               info->name);
  }
  check_same(self, (uint64_t)count, sizeof all / sizeof *all, "hands");
}

/// Positions and velocities at the start, of balls stacked from `lowest` on, each with velocity (0, -3, 0).
static void expect_stack(check *self, const xpbd_model *model, double lowest, const char *what) {
  const double *x = xpbd_scene_positions(model->scene), *v = xpbd_scene_velocities(model->scene);
  const double *radii = xpbd_scene_radii(model->scene);
  double off = 0.0, moving = 0.0, size = radii ? 0.0 : (double)NAN;
  for (int64_t i = 0; i < xpbd_scene_particle_count(model->scene); i++) {
    off = check_larger(off, fabs(x[3 * i]) + fabs(x[3 * i + 1] - lowest - (double)i * SIZE) + fabs(x[3 * i + 2]));
    moving = check_larger(moving, fabs(v[3 * i]) + fabs(v[3 * i + 1] + 3.0) + fabs(v[3 * i + 2]));
    if (radii) size = check_larger(size, fabs(radii[i] - 0.5 * SIZE));
  }
  check_at_most(self, off, CLOSE * SIZE, "%s: error of a ball's position [m]", what);
  check_at_most(self, moving, 0.0, "%s: velocity [m/s]", what);
  check_at_most(self, size, 0.0, "%s: radius [m]", what);
  check_at_most(self, fabs(model->time_step - 1e-3), 0.0, "%s: advised time step [s]", what);
  check_control(self, !(fabs(x[1] - lowest - 0.01) <= CLOSE * SIZE), "%s: a centimetre higher", what);
}

static void stacked(check *self, int argument) {
  static const struct {
    const char *scene;
    int first; /* ball with a spring to the next */
  } all[] = {{"stack_a", 5}, {"stack_b", 0}, {"stack_c", 1}, {"wedge", 5}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    const char *name = all[k].scene;
    const bool wedge = strcmp(name, "wedge") == 0;
    xpbd_scene_params params = xpbd_scene_params_default();
    params.size = SIZE, params.resolution = 5;
    xpbd_scene_params_set(&params, "speed", 3.0), xpbd_scene_params_set(&params, "drop", 0.2);
    if (wedge) xpbd_scene_params_set(&params, "angle", 60.0);
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (!check_status(self, xpbd_scene_build(name, &params, &model), XPBD_OK, "%s", name)) continue;
    check_same(self, (uint64_t)model.mesh.vertex_count, 5, "%s: balls", name);
    expect_stack(self, &model, (wedge ? SIZE : 0.5 * SIZE) + 0.2,
                 name); /* of radius r between planes of 60 degrees: 2 r */
    if (!wedge)
      check_at_most(self, fabs(model.mesh.positions[1] - 0.5 * SIZE), CLOSE * SIZE,
                    "%s: at rest it stands on the ground", name);
    check_same(self, (uint64_t)model.mesh.edge_count, (uint64_t)(all[k].first < 5 ? 4 - all[k].first : 0),
               "%s: springs", name);
    for (int32_t e = 0; e < model.mesh.edge_count; e++)
      check_true(self,
                 model.mesh.edges[2 * e] == all[k].first + e && model.mesh.edges[2 * e + 1] == all[k].first + e + 1,
                 "%s: spring %d", name, (int)e);
    xpbd_model_destroy(&model);
    params.contact_radius = 0.125;
    if (check_status(self, xpbd_scene_build(name, &params, &model), XPBD_OK, "%s, smaller balls", name))
      check_at_most(self, fabs(xpbd_scene_radii(model.scene)[4] - 0.125), 0.0, "%s: a radius that is given [m]", name);
  }
}

/// Positions and velocities of bodies that are let go: their lowest ball over the ground, the middle of their box,
/// their velocity.
static void let_go(check *self, int argument) {
  static const struct {
    const char *scene;
    double drop, middle, speed; /* m, sizes, m/s */
    int body, bodies;
  } all[] = {{"friction_box", 0.3, NAN, 3.0, 0, 1},
             {"friction_shape", 0.3, NAN, 3.0, 0, 1},
             {"balls", 0.3, -1.0, 3.0, 0, 2},
             {"balls", 0.3 + 0.2 * 2.6, 1.0, -3.0, 1, 2},
             {"spheres_colliding", -1.3, -0.75, 5.0, 0, 2},
             {"spheres_colliding", -1.3 + 0.02 * 2.6, 0.75, -5.0, 1, 2}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    const char *name = all[k].scene;
    const xpbd_scene_info *info = xpbd_scene_info_at(xpbd_scene_info_find(name));
    xpbd_scene_params params = xpbd_scene_params_default();
    params.size = SIZE, params.resolution = info->whole_bodies ? 4 : SHEET;
    set_where_known(&params, info, "speed", 3.0), set_where_known(&params, info, "drop", 0.3);
    set_where_known(&params, info, "settle", 0.0);
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (!check_status(self, xpbd_scene_build(name, &params, &model), XPBD_OK, "%s", name)) continue;
    const int32_t n = model.mesh.vertex_count / all[k].bodies, first = n * all[k].body;
    const double *x = xpbd_scene_positions(model.scene), *v = xpbd_scene_velocities(model.scene);
    double low = INFINITY, left = INFINITY, right = -INFINITY, moving = 0.0;
    for (int64_t i = first; i < first + n; i++) {
      low = check_smaller(low, x[3 * i + 1] - (info->whole_bodies ? xpbd_scene_radii(model.scene)[i] : 0.0));
      left = check_smaller(left, x[3 * i]), right = check_larger(right, x[3 * i]);
      moving = check_larger(moving, fabs(v[3 * i] - all[k].speed) + fabs(v[3 * i + 1]) + fabs(v[3 * i + 2]));
    }
    check_at_most(self, fabs(low - all[k].drop), CLOSE * SIZE, "%s: lowest point of body %d [m]", name, all[k].body);
    if (!isnan(all[k].middle))
      check_at_most(self, fabs(0.5 * (left + right) / SIZE - all[k].middle), CLOSE,
                    "%s: middle of body %d, over the size", name, all[k].body);
    check_at_most(self, moving, 0.0, "%s: velocity of body %d [m/s]", name, all[k].body);
    check_control(self, !(fabs(low - all[k].drop - 0.01) <= CLOSE * SIZE), "%s: a centimetre higher", name);
  }
}

/// The material of sliding bodies: a damping of half the body's mass, springs of E spacing / 2.5, steps below the
/// stable one.
static void made_of(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.size = SIZE, params.mass = 8.0, params.resolution = 3;
  xpbd_scene_params_set(&params, "youngs_modulus", 4e4), xpbd_scene_params_set(&params, "settle", 0.0);
  xpbd_model model;
  if (check_status(self, xpbd_scene_build("friction_box", &params, &model), XPBD_OK, "a box of 5 x 3 x 3 nodes")) {
    const xpbd_constraints *set = xpbd_scene_set(model.scene, 0);
    const double stiffness = 4e4 * 0.25 * SIZE / 2.5;
    check_at_most(self, fabs(set->damping - 4.0), 0.0, "damping [kg/s]");
    check_at_most(self, fabs(set->compliance * stiffness - 1.0), CLOSE, "compliance over that of the modulus");
    check_at_most(self, fabs(model.time_step - 2e-4), 0.0, "advised time step [s]");
    check_control(self, !(fabs(set->compliance * stiffness - 1.001) <= CLOSE), "another modulus");
    xpbd_model_destroy(&model);
  }
  params.damping = 3.0, params.compliance = 1e-8; /* stiff: the step has to be shorter */
  xpbd_scene_params_set(&params, "youngs_modulus", NAN);
  if (check_status(self, xpbd_scene_build("friction_box", &params, &model), XPBD_OK, "a stiff box")) {
    const xpbd_constraints *set = xpbd_scene_set(model.scene, 0);
    check_at_most(self, fabs(set->damping - 3.0) + fabs(set->compliance * 1e8 - 1.0), CLOSE,
                  "damping and compliance as given");
    check_between(self, model.time_step, 1e-6, 5e-5, "advised time step of stiff springs [s]");
    xpbd_model_destroy(&model);
  }
}

/// A body that keeps apart from itself has a radius of half the mean length of the edges, unless one is given. Others
/// have none.
static void apart(check *self, int index) {
  const xpbd_scene_info *info = xpbd_scene_info_at(index);
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = SHEET, params.size = SIZE;
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  if (check_status(self, xpbd_scene_build(info->name, &params, &model), XPBD_OK, "%s", info->name)) {
    double sum = 0.0;
    for (int32_t e = 0; e < model.mesh.edge_count; e++) {
      const double *a = &model.mesh.positions[3 * model.mesh.edges[2 * e]],
                   *b = &model.mesh.positions[3 * model.mesh.edges[2 * e + 1]];
      sum += hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
    }
    const double want = info->self_contact ? 0.5 * sum / model.mesh.edge_count : 0.0,
                 have = xpbd_scene_contact_radius(model.scene);
    check_at_most(self, fabs(have - want), 1e-12 * SIZE, "contact radius [m]");
    check_true(self, scenes_is_one_of(info->name, "cloth_self spheres_colliding") == (have > 0.0), "who keeps apart");
    check_control(self, !(fabs(have - want - 1e-6) <= 1e-12 * SIZE), "a millionth more");
    xpbd_model_destroy(&model);
  }
  params.contact_radius = 0.0625;
  if (check_status(self, xpbd_scene_build(info->name, &params, &model), XPBD_OK, "%s, a radius given", info->name))
    check_at_most(self, fabs(xpbd_scene_contact_radius(model.scene) - 0.0625), 0.0, "contact radius as given [m]");
}

/// A level mesh has no highest vertices. Each copy hangs from the two corners with the lowest z, also if float has bent it
/// a little. A mesh that is bent more hangs from its highest vertex.
static void level(check *self, int argument) {
  static const double bends[] = {0.0, 1e-6, 0.1};
  for (int bend = 0; bend < 3; bend++)
    for (int copies = 1; copies <= 2; copies++) {
      OWNED(xpbd_mesh_destroy) xpbd_mesh sheet = {0};
      xpbd_model model = {0};
      xpbd_scene_params params = xpbd_scene_params_default();
      if (!check_status(self, xpbd_mesh_make_grid(3, 3, 1.0, &sheet), XPBD_OK, "a level sheet")) return;
      sheet.positions[3 * 4 + 1] += bends[bend]; /* the middle */
      params.mesh = &sheet;
      xpbd_scene_params_set(&params, "copies", copies);
      if (check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "bent by %g m", bends[bend])) {
        const double *w = xpbd_scene_inverse_masses(model.scene);
        for (int i = 0; i < 9 * copies && bend < 2; i++)
          check_true(self, (w[i] == 0.0) == (i % 9 == 0 || i % 9 == 2), "bent by %g m: vertex %d of %d copies",
                     bends[bend], i, copies);
        if (bend == 2) check_control(self, w[4] == 0.0 && w[0] > 0.0, "a highest vertex");
        xpbd_model_destroy(&model);
      }
    }
}

/// Scenes that are described above; a scene that is added later need not be.
static const char described[] =
    "cloth flag cloth_on_sphere cloth_stretched cloth_self blob torus_falling torus_stretched "
    "beam_twisted beam_hit body_hit beam_tets inflation spheres_colliding chain pendulum catenary stack_a "
    "stack_b stack_c wedge friction_box friction_shape balls";

void scenes_add_standing(check_registry *registry) {
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *info = xpbd_scene_info_at(i);
    if (!scenes_is_one_of(info->name, described)) continue;
    check_add_named(registry, "every number of its obstacles", obstacles, i, "among/%s", info->name);
    check_add_named(registry, "which particles each choice of pins holds, and the mass of the others", held, i,
                    "held/%s", info->name);
    if (!has(info, "restitution")) /* otherwise balls with their own sizes */
      check_add_named(registry, "how far particles keep apart", apart, i, "apart/%s", info->name);
  }
  check_add(registry, "level", "which vertices of a level mesh are held", level, 0);
  check_add(registry, "hands", "what hands hold, and every key of their paths", hands, 0);
  check_add(registry, "stacked", "stacked balls: positions, velocities, springs", stacked, 0);
  check_add(registry, "let-go", "positions and velocities of released bodies", let_go, 0);
  check_add(registry, "made-of", "springs and time step of a sliding body", made_of, 0);
}
