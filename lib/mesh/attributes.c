/* Why this file exists: named numbers for each element or vertex of a mesh. They are checked once, when they are added,
 * so formulas need not check them again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "mesh/build.h"

static int32_t items_of(const xpbd_mesh *mesh, bool on_vertices) {
  return on_vertices ? mesh->vertex_count : mesh->tet_count > 0 ? mesh->tet_count : mesh->triangle_count;
}

static const xpbd_attribute *find(const xpbd_mesh *mesh, const char *name, bool on_vertices) {
  for (int32_t a = 0; a < mesh->attribute_count; a++)
    if (mesh->attributes[a].on_vertices == on_vertices && strcmp(mesh->attributes[a].name, name) == 0)
      return &mesh->attributes[a];
  return NULL;
}

const xpbd_attribute *xpbd_mesh_attribute(const xpbd_mesh *mesh, const char *name) {
  if (!mesh || !name) return NULL;
  const xpbd_attribute *found = find(mesh, name, false);
  return found ? found : find(mesh, name, true);
}

/* Appends an attribute and takes over what it owns, also on failure. */
static xpbd_status append(xpbd_mesh *mesh, const xpbd_attribute *a, bool complete) {
  xpbd_attribute *grown = realloc(mesh->attributes, ((size_t)mesh->attribute_count + 1) * sizeof *grown);
  if (grown) mesh->attributes = grown;
  if (grown && a->name && complete) {
    mesh->attributes[mesh->attribute_count++] = *a;
    return XPBD_OK;
  }
  free(a->name);
  free(a->values);
  free(a->defect);
  return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "an attribute of %d items: out of memory", (int)a->count);
}

xpbd_status xpbd_mesh_add_attribute(xpbd_mesh *mesh, const char *name, int32_t width, bool on_vertices,
                                    const double *values) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(mesh, name, values);
  XPBD_REQUIRE(name[0], XPBD_ERR_INVALID_ARGUMENT, "an attribute needs a name");
  XPBD_REQUIRE(width == 1 || width == 3, XPBD_ERR_INVALID_ARGUMENT,
               "attribute '%s' has %d numbers per item; it must have 1 or 3", name, (int)width);
  XPBD_REQUIRE(!find(mesh, name, on_vertices), XPBD_ERR_INVALID_ARGUMENT, "the mesh already has an attribute '%s'",
               name);
  const int32_t count = items_of(mesh, on_vertices);
  const size_t numbers = (size_t)count * (size_t)width;
  for (size_t i = 0; i < numbers; i++)
    XPBD_REQUIRE(isfinite(values[i]), XPBD_ERR_INVALID_ARGUMENT, "attribute '%s' of %s %zu is %g; it must be finite",
                 name, on_vertices ? "vertex" : "element", i / (size_t)width, values[i]);
  xpbd_attribute a = {.name = strdup(name),
                      .width = width,
                      .on_vertices = on_vertices,
                      .count = count,
                      .values = malloc((numbers + 1) * sizeof *values)};
  if (a.values) memcpy(a.values, values, numbers * sizeof *values);
  return append(mesh, &a, a.values != NULL);
}

xpbd_status xpbd_mesh_add_defect(xpbd_mesh *mesh, const char *name, int32_t width, bool on_vertices,
                                 const char *defect) {
  xpbd_attribute a = {.name = strdup(name),
                      .width = width,
                      .on_vertices = on_vertices,
                      .count = items_of(mesh, on_vertices),
                      .defect = strdup(defect)};
  return append(mesh, &a, a.defect != NULL);
}

xpbd_status xpbd_mesh_copy_attributes(const xpbd_mesh *from, xpbd_mesh *mesh) {
  for (int32_t i = 0; i < from->attribute_count; i++) {
    const xpbd_attribute *a = &from->attributes[i];
    XPBD_TRY(a->defect ? xpbd_mesh_add_defect(mesh, a->name, a->width, a->on_vertices, a->defect)
                       : xpbd_mesh_add_attribute(mesh, a->name, a->width, a->on_vertices, a->values));
  }
  return XPBD_OK;
}

void xpbd_mesh_destroy_attributes(xpbd_mesh *mesh) {
  for (int32_t i = 0; i < mesh->attribute_count; i++) {
    free(mesh->attributes[i].name);
    free(mesh->attributes[i].values);
    free(mesh->attributes[i].defect);
  }
  free(mesh->attributes);
  mesh->attributes = NULL;
  mesh->attribute_count = 0;
}
