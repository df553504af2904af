/* Why this file exists: a box of tetrahedra with pins, planes and rods, brought to rest under dead loads. */
#include "body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool on_plane(const body *b, int32_t i, int axis, double value) {
  return fabs(b->rest[3 * i + axis] - value) < 1e-9;
}

bool body_worked(check *owner, xpbd_status status, const char *what) {
  return status == XPBD_OK || check_status(owner, status, XPBD_OK, "%s", what);
}

bool body_make(body *b, check *owner, const int32_t cells[3], double spacing) {
  *b = (body){.owner = owner};
  if (!body_worked(owner, xpbd_mesh_make_beam(cells[0], cells[1], cells[2], spacing, &b->mesh), "making the mesh"))
    return false;
  b->n = b->mesh.vertex_count;
  const size_t most = (size_t)b->n + 3 * BODY_PLANES;
  b->rest = calloc(3 * most, sizeof *b->rest);
  b->mass = calloc(most, sizeof *b->mass);
  if (!b->rest || !b->mass) return check_true(owner, false, "memory for %d particles", (int)b->n);
  memcpy(b->rest, b->mesh.positions, 3 * (size_t)b->n * sizeof *b->rest);
  for (int32_t i = 0; i < b->n; i++) b->mass[i] = 1.0;
  return true;
}

void body_pin(body *b, int axis, double value) {
  for (int32_t i = 0; i < b->mesh.vertex_count; i++)
    if (on_plane(b, i, axis, value)) b->mass[i] = 0.0;
}

/// A set with room for `count` elements of `arity` particles; NULL after a failure.
static xpbd_constraints_def *add_set(body *b, const char *formula, int32_t count, int arity) {
  int32_t *particles = b->set_count < BODY_SETS ? calloc((size_t)count * (size_t)arity, sizeof *particles) : NULL;
  if (!particles) {
    check_true(b->owner, false, "room for %d constraints of %s", (int)count, formula);
    return NULL;
  }
  xpbd_constraints_def *set = &b->sets[b->set_count];
  *set = xpbd_constraints_def_default();
  set->formula = formula;
  set->count = count;
  set->particles = b->particles[b->set_count++] = particles;
  return set;
}

bool body_plane(body *b, int axis, double value, double compliance) {
  const int32_t vertices = b->mesh.vertex_count;
  if (b->n + 3 > vertices + 3 * BODY_PLANES)
    return check_true(b->owner, false, "a body has at most %d planes", BODY_PLANES);
  xpbd_constraints_def *set = add_set(b, "tet_volume", vertices, 4);
  if (!set) return false;
  const int32_t first = b->n;
  for (int k = 0; k < 3; k++) { /* a triangle of area 1/2 in the plane */
    b->rest[3 * (first + k) + axis] = value;
    if (k > 0) b->rest[3 * (first + k) + (axis + k) % 3] = 1.0;
  }
  b->n += 3;
  int32_t *corner = b->particles[b->set_count - 1];
  set->count = 0;
  for (int32_t i = 0; i < vertices; i++) {
    if (!on_plane(b, i, axis, value) || !(b->mass[i] > 0)) continue;
    for (int k = 0; k < 3; k++) *corner++ = first + k;
    *corner++ = i;
    set->count++;
  }
  set->compliance = compliance;
  return true;
}

bool body_plate(body *b, int axis, double value, double compliance) {
  xpbd_constraints_def *set = add_set(b, "stretching", b->mesh.edge_count, 2);
  if (!set) return false;
  int32_t *end = b->particles[b->set_count - 1];
  set->count = 0;
  for (int32_t e = 0; e < b->mesh.edge_count; e++) {
    const int32_t *edge = &b->mesh.edges[2 * e];
    if (!on_plane(b, edge[0], axis, value) || !on_plane(b, edge[1], axis, value)) continue;
    *end++ = edge[0], *end++ = edge[1];
    set->count++;
  }
  set->compliance = compliance;
  set->material[0] = 1.0;
  return true;
}

bool body_fill(body *b, const char *formula, const double *material, double compliance, xpbd_solve solve) {
  const int place = xpbd_formula_find(formula);
  if (place < 0) return check_true(b->owner, false, "formula %s exists", formula);
  xpbd_constraints_def *set = add_set(b, formula, b->mesh.tet_count, 4);
  if (!set) return false;
  memcpy(b->particles[b->set_count - 1], b->mesh.tets, 4 * (size_t)b->mesh.tet_count * sizeof *b->mesh.tets);
  set->compliance = compliance, set->solve = solve;
  const xpbd_formula_info *info = xpbd_formula_at(place);
  for (int k = 0; k < info->material_count; k++) set->material[k] = material ? material[k] : info->material[k].standard;
  return true;
}

static double area(const body *b, const int32_t *corner) {
  const double *o = &b->rest[3 * corner[0]], *p = &b->rest[3 * corner[1]], *q = &b->rest[3 * corner[2]];
  double normal[3], u[3], v[3];
  for (int k = 0; k < 3; k++) u[k] = p[k] - o[k], v[k] = q[k] - o[k];
  for (int k = 0; k < 3; k++) normal[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
  return 0.5 * sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
}

void body_load(body *b, int axis, double value, double total) {
  double whole = 0.0;
  for (int pass = 0; pass < 2; pass++)
    for (int32_t t = 0; t < b->mesh.triangle_count; t++) {
      const int32_t *corner = &b->mesh.triangles[3 * t];
      bool inside = true;
      for (int k = 0; k < 3; k++) inside = inside && on_plane(b, corner[k], axis, value);
      if (!inside) continue;
      if (pass == 0) {
        whole += area(b, corner);
        for (int k = 0; k < 3; k++) b->mass[corner[k]] = 0.0;
      } else {
        for (int k = 0; k < 3; k++) b->mass[corner[k]] += total * area(b, corner) / (3.0 * whole);
      }
    }
}

bool body_scene(const body *b, const double *x, const double *v, rig *r) {
  *r = (rig){.owner = b->owner};
  OWNED(check_free) double *inverse = calloc((size_t)b->n, sizeof *inverse);
  if (!inverse) return check_true(b->owner, false, "memory for %d particles", (int)b->n);
  for (int32_t i = 0; i < b->n; i++) inverse[i] = b->mass[i] > 0 ? 1.0 / b->mass[i] : 0.0;
  xpbd_scene_def def = rig_points(b->n, x, v, inverse);
  memcpy(def.gravity, b->gravity, sizeof def.gravity);
  const bool good = rig_scene(r, b->owner, &def, b->set_count, b->sets);
  return good;
}

bool body_close(body *b) {
  OWNED(rig_free) rig r = {0};
  const bool good = body_scene(b, b->rest, NULL, &r);
  b->shape = r.scene;
  r.scene = NULL;
  for (int s = 0; good && s < b->set_count; s++) {
    const xpbd_constraints *set = xpbd_scene_set(b->shape, s);
    if (set->left_out > 0)
      return check_true(b->owner, false, "every element of %s has a rest shape", b->sets[s].formula);
    b->sets[s].rest = set->rest;
  }
  return good;
}

xpbd_solver_def body_settings(double frame_time, int32_t iterations) {
  xpbd_solver_def settings = rig_settings(XPBD_F64, frame_time, iterations);
  settings.lanes = 0;
  return settings;
}

bool body_step(const body *b, const double *x, double h, int32_t sweeps, double *after) {
  OWNED(rig_free) rig r = {0};
  const xpbd_solver_def settings = body_settings(h, sweeps);
  const bool good = body_scene(b, x, NULL, &r) && rig_solver(&r, &settings) && rig_step(&r, 1);
  if (good) memcpy(after, r.x, 3 * (size_t)b->n * sizeof *after);
  return good;
}

bool body_run(const body *b, const xpbd_solver_def *settings, int32_t frames, int32_t last, double *x) {
  OWNED(rig_free) rig r = {0};
  bool good = body_scene(b, x, NULL, &r) && rig_solver(&r, settings) && rig_step(&r, frames - last);
  for (int32_t i = 0; i < 3 * b->n; i++) x[i] = 0.0;
  for (int32_t f = 0; good && f < last; f++) {
    good = rig_step(&r, 1);
    for (int32_t i = 0; i < 3 * b->n; i++) x[i] += r.x[i] / last;
  }
  return good;
}

void body_free(body *b) {
  xpbd_scene_destroy(&b->shape);
  xpbd_mesh_destroy(&b->mesh);
  for (int s = 0; s < b->set_count; s++) free(b->particles[s]);
  free(b->rest);
  free(b->mass);
  *b = (body){0};
}
