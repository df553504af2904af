/* Why this file exists: checks the values of fields, and takes them from the elements or attributes of a mesh. */
#include "scene/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "formula/fields.h"

static xpbd_status check_values(const xpbd_constraints_def *def, const xpbd_formula_info *info,
                                const xpbd_field_values *values, const xpbd_formula_field *field) {
  XPBD_REQUIRE(!values->attribute, XPBD_ERR_INVALID_ARGUMENT,
               "%s: %s is the attribute '%s', but there is no mesh; use xpbd_scene_add_on_mesh()", info->name,
               field->name, values->attribute);
  XPBD_REQUIRE(values->values && (values->count == 1 || values->count == def->count), XPBD_ERR_INVALID_ARGUMENT,
               "%s: %s has %d values, must be 1 or one for each of the %d elements", info->name, field->name,
               (int)(values->values ? values->count : 0), (int)def->count);
  for (int64_t j = 0; j < values->count; j++) {
    char words[160];
    if (xpbd_field_takes(field, &values->values[j * field->width], words, sizeof words)) continue;
    XPBD_REQUIRE(values->count > 1, XPBD_ERR_INVALID_ARGUMENT, "%s: %s %s", info->name, field->name, words);
    return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "%s: %s of element %lld %s", info->name, field->name, (long long)j,
                     words);
  }
  return XPBD_OK;
}

static xpbd_status find(const xpbd_constraints_def *def, const xpbd_formula_info *info, int k,
                        const xpbd_formula_field **field) {
  const char *name = def->fields[k].name;
  *field = xpbd_field_find(info, name);
  XPBD_REQUIRE(*field, XPBD_ERR_INVALID_ARGUMENT, "%s has no field '%s'", info->name, name ? name : "(NULL)");
  for (int i = 0; i < k; i++)
    XPBD_REQUIRE(strcmp(def->fields[i].name, name) != 0, XPBD_ERR_INVALID_ARGUMENT, "%s: %s is given twice", info->name,
                 name);
  return XPBD_OK;
}

xpbd_status xpbd_fields_check(const xpbd_constraints_def *def, const xpbd_formula_info *info) {
  XPBD_REQUIRE(def->field_count == 0 || (def->field_count > 0 && def->fields), XPBD_ERR_INVALID_ARGUMENT,
               "%s: field_count is %d without fields", info->name, (int)def->field_count);
  XPBD_REQUIRE(def->field_count == 0 || !def->rest, XPBD_ERR_INVALID_ARGUMENT,
               "%s: the rest shapes are given, so fields have no effect", info->name);
  for (int k = 0; k < def->field_count; k++) {
    const xpbd_formula_field *field;
    XPBD_TRY(find(def, info, k, &field));
    XPBD_TRY(check_values(def, info, &def->fields[k], field));
  }
  return XPBD_OK;
}

void xpbd_fields_of(const xpbd_constraints_def *def, const xpbd_formula_info *info, int64_t j, double *fields) {
  xpbd_fields_standard(info, fields);
  for (int k = 0; k < def->field_count; k++) {
    const xpbd_field_values *values = &def->fields[k];
    const xpbd_formula_field *field = xpbd_field_find(info, values->name);
    const int64_t from = values->count > 1 ? j * field->width : 0;
    memcpy(&fields[field->at], &values->values[from], (size_t)field->width * sizeof *fields);
  }
}

/* ---- from a mesh ---- */

/* Whether the elements of the formula are those that carry attributes: tets, or the triangles of a mesh without. */
static bool is_attributed(const xpbd_mesh *mesh, xpbd_element element) {
  if (element == XPBD_ON_TETS) return true;
  return mesh->tet_count == 0 && (element == XPBD_ON_TRIANGLES || element == XPBD_ON_CORNERS);
}

static xpbd_status find_attribute(const xpbd_mesh *mesh, const xpbd_formula_info *info, const xpbd_formula_field *field,
                                  const char *name, const xpbd_attribute **out) {
  const xpbd_attribute *found = *out = xpbd_mesh_attribute(mesh, name);
  char known[160] = "";
  for (int k = 0; k < mesh->attribute_count && strlen(known) + 1 < sizeof known; k++)
    snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", k ? ", " : "", mesh->attributes[k].name);
  XPBD_REQUIRE(found, XPBD_ERR_INVALID_ARGUMENT, "%s: the mesh has no attribute '%s' for %s; it has %s", info->name,
               name, field->name, known[0] ? known : "no attributes");
  XPBD_REQUIRE(!found->defect, XPBD_ERR_INVALID_ARGUMENT, "%s: %s cannot be the attribute '%s': %s", info->name,
               field->name, name, found->defect);
  XPBD_REQUIRE(found->width == field->width, XPBD_ERR_INVALID_ARGUMENT,
               "%s: the attribute '%s' has %d number%s per item, but %s has %d", info->name, name, (int)found->width,
               found->width == 1 ? "" : "s", field->name, field->width);
  XPBD_REQUIRE(found->on_vertices || is_attributed(mesh, info->element), XPBD_ERR_INVALID_ARGUMENT,
               "%s: the attribute '%s' belongs to %s, which are not the formula's elements; use one of vertices",
               info->name, name, mesh->tet_count > 0 ? "tetrahedra" : "triangles");
  return XPBD_OK;
}

/* The mean over the vertices of an element. A ghost tip is no vertex. */
static void mean_of(const xpbd_mesh_places *at, int arity, int64_t j, const xpbd_attribute *from, double *to) {
  int count = 0;
  memset(to, 0, (size_t)from->width * sizeof *to);
  for (int i = 0; i < arity; i++) {
    const int64_t vertex = at->particles[j * arity + i] - at->first;
    if (vertex < 0 || vertex >= at->mesh->vertex_count) continue;
    for (int k = 0; k < from->width; k++) to[k] += from->values[vertex * from->width + k];
    count++;
  }
  for (int k = 0; k < from->width; k++) to[k] /= count;
}

static xpbd_status take(const xpbd_field_values *given, const xpbd_formula_info *info, const xpbd_formula_field *field,
                        const xpbd_mesh_places *at, double **owned, xpbd_field_values *out) {
  const xpbd_attribute *attribute = NULL;
  *out = *given;
  if (given->attribute) XPBD_TRY(find_attribute(at->mesh, info, field, given->attribute, &attribute));
  if (!attribute && given->count == 1) return XPBD_OK;
  XPBD_REQUIRE(attribute || (given->values && given->count == at->most), XPBD_ERR_INVALID_ARGUMENT,
               "%s: %s has %d values, must be 1 or one for each of the mesh's %d elements", info->name, field->name,
               (int)(given->values ? given->count : 0), (int)at->most);
  const int width = field->width;
  *owned = xpbd_memory((int64_t)at->count * width, sizeof **owned);
  XPBD_REQUIRE(*owned, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d values of %s", (int)at->count, field->name);
  const double *values = attribute ? attribute->values : given->values;
  for (int64_t j = 0; j < at->count; j++) {
    double *to = &(*owned)[j * width];
    if (attribute && attribute->on_vertices)
      mean_of(at, info->arity, j, attribute, to);
    else
      memcpy(to, &values[(int64_t)at->from[j] * width], (size_t)width * sizeof *to);
  }
  out->attribute = NULL, out->count = at->count, out->values = *owned;
  return XPBD_OK;
}

xpbd_status xpbd_mesh_fields_take(const xpbd_constraints_def *def, const xpbd_formula_info *info,
                                  const xpbd_mesh_places *at, xpbd_mesh_fields *out) {
  *out = (xpbd_mesh_fields){0};
  XPBD_REQUIRE(def->field_count == 0 || (def->field_count > 0 && def->fields), XPBD_ERR_INVALID_ARGUMENT,
               "%s: field_count is %d without fields", info->name, (int)def->field_count);
  for (int k = 0; k < def->field_count; k++) {
    const xpbd_formula_field *field;
    XPBD_TRY(find(def, info, k, &field));
    XPBD_TRY(take(&def->fields[k], info, field, at, &out->owned[k], &out->values[k]));
    out->count++;
  }
  return XPBD_OK;
}

void xpbd_mesh_fields_release(xpbd_mesh_fields *fields) {
  for (int k = 0; k < XPBD_MAX_FIELDS; k++) free(fields->owned[k]);
}
