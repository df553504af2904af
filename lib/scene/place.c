/* Why this file exists: selects the particles of a formula from a mesh: edges, hinges, corners, triangles, tetrahedra
 * or, on a mesh without them, its triangles with a ghost tip. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "base/memory.h"
#include "formula/table.h"
#include "mesh/build.h"
#include "scene/fields.h"
#include "scene/members.h"
#include "xpbd/scene.h"

/* The elements of a formula with their particles, and for triangles the warp. */
typedef struct places {
  int32_t count;
  int32_t *particles; /* [count, arity] */
  double *warp;       /* [count, 3] or NULL */
  int32_t *from;      /* [count] the element's index in the mesh; NULL without fields */
} places;

static double angle_from_right(const double *p, const int32_t *corner, int apex) {
  const double *o = &p[3 * (int64_t)corner[apex]], *a = &p[3 * (int64_t)corner[(apex + 1) % 3]],
               *b = &p[3 * (int64_t)corner[(apex + 2) % 3]];
  double dot = 0.0, aa = 0.0, bb = 0.0;
  for (int k = 0; k < 3; k++) {
    dot += (a[k] - o[k]) * (b[k] - o[k]);
    aa += (a[k] - o[k]) * (a[k] - o[k]);
    bb += (b[k] - o[k]) * (b[k] - o[k]);
  }
  return fabs(dot) / sqrt(aa * bb); /* |cosine| */
}

/* A triangle from the corner whose angle is closest to 90 degrees, where warp and weft of a cloth meet. */
static void corner_of(const xpbd_mesh *mesh, const double *x, int64_t t, int32_t *out) {
  const int32_t *corner = &mesh->triangles[3 * t];
  int best = 0;
  double least = angle_from_right(x, corner, 0);
  for (int k = 1; k < 3; k++) {
    const double value = angle_from_right(x, corner, k);
    if (value < least - 1e-9) best = k, least = value; /* with a margin: equal angles take the first */
  }
  for (int k = 0; k < 3; k++) out[k] = corner[(best + k) % 3];
}

/* Direction in which the first texture coordinate increases. 0 if the texture is degenerate. */
static void warp_of(const xpbd_mesh *mesh, const double *x, int64_t t, double *out) {
  const double *uv = &mesh->texture[6 * t];
  const double u1 = uv[2] - uv[0], v1 = uv[3] - uv[1], u2 = uv[4] - uv[0], v2 = uv[5] - uv[1];
  const double area = u1 * v2 - u2 * v1;
  const double *p[3];
  for (int k = 0; k < 3; k++) p[k] = &x[3 * (int64_t)mesh->triangles[3 * t + k]];
  for (int k = 0; k < 3; k++) {
    const double a = p[1][k] - p[0][k], b = p[2][k] - p[0][k];
    out[k] = area != 0.0 ? (v2 * a - v1 * b) / area : 0.0;
  }
}

int32_t xpbd_mesh_elements(const xpbd_mesh *mesh, xpbd_element element) {
  switch (element) {
  case XPBD_ON_EDGES: return mesh->edge_count;
  case XPBD_ON_OPPOSITES:
  case XPBD_ON_HINGES: return mesh->hinge_count;
  case XPBD_ON_TETS: return mesh->tet_count > 0 ? mesh->tet_count : mesh->triangle_count;
  default: return mesh->triangle_count;
  }
}

/* Writes element `from` of a mesh at x to `to`. False if it is a hinge of two triangles with the same corners. */
static bool place_one(const xpbd_mesh *mesh, const double *x, xpbd_element element, int64_t from, int32_t tip,
                      int32_t *to) {
  switch (element) {
  case XPBD_ON_EDGES: memcpy(to, &mesh->edges[2 * from], 2 * sizeof *to); break;
  case XPBD_ON_OPPOSITES: memcpy(to, &mesh->hinges[4 * from + 2], 2 * sizeof *to); return to[0] != to[1];
  case XPBD_ON_HINGES: memcpy(to, &mesh->hinges[4 * from], 4 * sizeof *to); return to[2] != to[3];
  case XPBD_ON_CORNERS: corner_of(mesh, x, from, to); break;
  case XPBD_ON_TETS:
    if (mesh->tet_count > 0) {
      memcpy(to, &mesh->tets[4 * from], 4 * sizeof *to);
      break;
    }
    to[0] = tip; /* moved by the caller like the others */
    memcpy(to + 1, &mesh->triangles[3 * from], 3 * sizeof *to);
    break;
  default: memcpy(to, &mesh->triangles[3 * from], 3 * sizeof *to); break;
  }
  return true;
}

/* The centre of the mesh's particles, found or added. */
static xpbd_status find_centre(xpbd_scene *scene, int32_t first, int32_t count, int32_t *index) {
  for (int32_t c = 0; c < xpbd_scene_centre_count(scene); c++) {
    const xpbd_range *range = xpbd_scene_centre(scene, c);
    if (range->first == first && range->count == count) {
      *index = xpbd_scene_particle_count(scene) + c;
      return XPBD_OK;
    }
  }
  return xpbd_scene_add_centre(scene, first, count, index);
}

static xpbd_status add_on_mesh(xpbd_scene *scene, const xpbd_mesh *mesh, int32_t first,
                               const xpbd_constraints_def *def) {
  XPBD_REQUIRE(first >= 0 && first <= xpbd_scene_particle_count(scene) - mesh->vertex_count, XPBD_ERR_INVALID_ARGUMENT,
               "a mesh of %d vertices from particle %d does not fit in %d particles", (int)mesh->vertex_count,
               (int)first, (int)xpbd_scene_particle_count(scene));
  const xpbd_formula_info *info = xpbd_formula_at(xpbd_formula_find(def->formula));
  XPBD_REQUIRE(info, XPBD_ERR_INVALID_ARGUMENT, "there is no formula '%s'", def->formula ? def->formula : "(NULL)");
  XPBD_REQUIRE(!def->rest, XPBD_ERR_INVALID_ARGUMENT,
               "%s: on a mesh the rest shape comes from the particles; use xpbd_scene_add() for another", info->name);
  const int32_t most = xpbd_mesh_elements(mesh, info->element), centres = xpbd_scene_centre_count(scene);
  XPBD_REQUIRE(most > 0, XPBD_ERR_INVALID_ARGUMENT, "%s: the mesh has nothing to put it on", info->name);
  const bool sheet = info->element == XPBD_ON_TRIANGLES, warped = sheet && mesh->texture;
  places at = {0};
  at.particles = xpbd_memory((int64_t)most * info->arity, sizeof *at.particles);
  at.warp = warped ? xpbd_memory(3 * (int64_t)most, sizeof *at.warp) : NULL;
  at.from = def->field_count > 0 ? xpbd_memory(most, sizeof *at.from) : NULL;
  xpbd_mesh_fields fields = {0};
  xpbd_status status = XPBD_OK;
  int32_t tip = first;
  if (!at.particles || (warped && !at.warp) || (def->field_count > 0 && !at.from))
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %d elements", (int)most);
  if (status == XPBD_OK && info->element == XPBD_ON_TETS && mesh->tet_count == 0)
    status = find_centre(scene, first, mesh->vertex_count, &tip);
  const double *x = &xpbd_scene_positions(scene)[3 * (int64_t)first]; /* the mesh may be elsewhere */
  for (int64_t j = 0; status == XPBD_OK && j < most; j++) {
    int32_t *to = &at.particles[(int64_t)at.count * info->arity];
    if (!place_one(mesh, x, info->element, j, tip - first, to)) continue;
    for (int k = 0; k < info->arity; k++) to[k] += first;
    if (warped) warp_of(mesh, x, j, &at.warp[3 * (int64_t)at.count]);
    if (at.from) at.from[at.count] = (int32_t)j;
    at.count++;
  }
  const xpbd_mesh_places chosen = {mesh, most, at.count, at.from, at.particles, first};
  if (status == XPBD_OK) status = xpbd_mesh_fields_take(def, info, &chosen, &fields);
  xpbd_constraints_def own = *def;
  own.field_count = fields.count;
  own.fields = fields.values;
  own.count = at.count;
  own.particles = at.particles;
  own.warp = warped ? at.warp : sheet ? def->warp : NULL;
  if (status == XPBD_OK) status = xpbd_scene_add(scene, &own);
  if (status != XPBD_OK) xpbd_scene_drop_centres(scene, centres); /* undo */
  free(at.particles);
  free(at.warp);
  free(at.from);
  xpbd_mesh_fields_release(&fields);
  return status;
}

xpbd_status xpbd_scene_add_on_mesh(xpbd_scene *scene, const xpbd_mesh *mesh, int32_t first,
                                   const xpbd_constraints_def *def) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(scene, mesh, def);
  const xpbd_formula_info *info = xpbd_formula_at(xpbd_formula_find(def->formula));
  const bool on_pairs = info && (info->element == XPBD_ON_OPPOSITES || info->element == XPBD_ON_HINGES);
  if (!on_pairs || mesh->hinges || !mesh->neighbours) return add_on_mesh(scene, mesh, first, def);
  xpbd_mesh paired = *mesh; /* that of a model, which has dropped them */
  XPBD_TRY(xpbd_mesh_list_hinges(&paired));
  const xpbd_status status = add_on_mesh(scene, &paired, first, def);
  free(paired.hinges);
  return status;
}
