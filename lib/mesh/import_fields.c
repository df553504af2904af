/* Why this file exists: keeps the named numbers of a file until the mesh is made, then hands them to the elements and
 * vertices that are left. */
#include "mesh/import_fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/build.h"
#include "mesh/import.h"

static const char *items_name(const xpbd_mesh *mesh, bool on_vertices) {
  return on_vertices ? "vertices" : mesh->tet_count > 0 ? "tets" : "triangles";
}

/* Notes the first defect of a field: where it is, and why it cannot be used. */
static xpbd_status note_defect(xpbd_field *f, const char *path, const char *where, const char *reason) {
  if (f->defect) return XPBD_OK;
  const size_t bytes = strlen(path) + strlen(where) + strlen(reason) + sizeof ": attribute '' " + sizeof(xpbd_shown);
  f->defect = malloc(bytes);
  XPBD_REQUIRE(f->defect, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", path, bytes);
  snprintf(f->defect, bytes, "%s%s: attribute '%s' %s", path, where, xpbd_text_show(f->name).text, reason);
  return XPBD_OK;
}

xpbd_status xpbd_import_field(const xpbd_text *text, bool binary, const char *name, int64_t width, bool on_vertices,
                              int *field) {
  xpbd_fields *fields = &text->import->fields;
  const xpbd_shown where = xpbd_text_where(text, binary);
  *field = XPBD_NO_FIELD;
  for (size_t i = 0; i < fields->count; i++) {
    const xpbd_field *other = &fields->list[i];
    if (other->on_vertices != on_vertices || strcmp(other->name, name) != 0) continue;
    XPBD_TEXT_ODD(text, "attribute '%s' a second time", xpbd_text_show(name).text);
    return XPBD_OK;
  }
  void *array = fields->list;
  XPBD_TRY(xpbd_import_room(text->path, &array, fields->count, &fields->capacity, 1, sizeof *fields->list));
  fields->list = array;
  xpbd_field *f = &fields->list[fields->count];
  *f = (xpbd_field){.name = strdup(name), .width = (int32_t)width, .on_vertices = on_vertices, .absent = NAN};
  XPBD_REQUIRE(f->name, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", text->path, strlen(name) + 1);
  memcpy(f->where, where.text, sizeof f->where);
  fields->count++;
  if (width != 1 && width != 3) {
    char reason[64];
    snprintf(reason, sizeof reason, "has %lld numbers per item, not 1 or 3", (long long)width);
    return note_defect(f, text->path, f->where, reason);
  }
  *field = (int)fields->count - 1;
  return XPBD_OK;
}

xpbd_status xpbd_import_value(const xpbd_text *text, bool binary, int field, const double *values) {
  xpbd_field *f = &text->import->fields.list[field];
  const size_t width = (size_t)f->width;
  void *array = f->values;
  XPBD_TRY(xpbd_import_room(text->path, &array, f->count, &f->value_capacity, 1, width * sizeof *f->values));
  f->values = array;
  for (size_t k = 0; k < width; k++) {
    f->values[width * f->count + k] = values ? values[k] : NAN;
    if (!values || isfinite(values[k]) || f->defect) continue;
    char reason[64];
    snprintf(reason, sizeof reason, "is %g, which is not finite", values[k]);
    XPBD_TRY(note_defect(f, text->path, xpbd_text_where(text, binary).text, reason));
  }
  f->count++;
  return XPBD_OK;
}

xpbd_status xpbd_import_numbered(const xpbd_text *text, bool binary, int field, int64_t number, const double *values) {
  xpbd_field *f = &text->import->fields.list[field];
  void *array = f->rows;
  XPBD_TRY(xpbd_import_room(text->path, &array, f->count, &f->row_capacity, 1, sizeof *f->rows));
  f->rows = array;
  f->rows[f->count] = (xpbd_field_row){number, (int64_t)f->count};
  return xpbd_import_value(text, binary, field, values);
}

static int compare_rows(const void *left, const void *right) {
  const xpbd_field_row *a = left, *b = right;
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  return (a->value > b->value) - (a->value < b->value);
}

/* Sorts the rows by number. An item may be named twice only with the same numbers. */
static xpbd_status sort_rows(const char *path, xpbd_field *f) {
  const size_t bytes = (size_t)f->width * sizeof *f->values;
  if (!f->rows) return XPBD_OK;
  qsort(f->rows, f->count, sizeof *f->rows, compare_rows);
  for (size_t i = 1; i < f->count && !f->defect; i++) {
    const xpbd_field_row *a = &f->rows[i - 1], *b = &f->rows[i];
    if (a->number != b->number || memcmp(f->values + f->width * a->value, f->values + f->width * b->value, bytes) == 0)
      continue;
    char reason[64];
    snprintf(reason, sizeof reason, "has two values for %s %lld", f->on_vertices ? "vertex" : "element",
             (long long)a->number);
    XPBD_TRY(note_defect(f, path, f->where, reason));
  }
  return XPBD_OK;
}

/* The numbers of the item with this number in the file, NULL = none. */
static const double *find(const xpbd_field *f, int64_t number) {
  int64_t value = number;
  if (f->rows) {
    size_t begin = 0, end = f->count;
    while (begin < end) {
      const size_t middle = begin + (end - begin) / 2;
      if (f->rows[middle].number < number)
        begin = middle + 1;
      else
        end = middle;
    }
    value = begin < f->count && f->rows[begin].number == number ? f->rows[begin].value : -1;
  }
  if (value < 0 || value >= (int64_t)f->count || isnan(f->values[f->width * value])) return NULL;
  return f->values + f->width * value;
}

/* values [count, width] is scratch. */
static xpbd_status take(const char *path, xpbd_field *f, int32_t count, const int32_t *from, const int64_t *numbers,
                        double *values, xpbd_mesh *mesh) {
  int32_t found = 0;
  for (int32_t i = 0; i < count; i++) {
    const int64_t item = from ? from[i] : i;
    const double *at = find(f, numbers ? numbers[item] : item);
    found += at != NULL;
    for (int32_t k = 0; k < f->width; k++) values[(size_t)f->width * (size_t)i + (size_t)k] = at ? at[k] : f->absent;
  }
  if (found == 0) return XPBD_OK; /* it is on other elements, such as the surface of a body */
  if (found < count && isnan(f->absent)) {
    char reason[96];
    snprintf(reason, sizeof reason, "has values for only %d of the %d %s", found, count,
             items_name(mesh, f->on_vertices));
    return note_defect(f, path, f->where, reason);
  }
  return xpbd_mesh_add_attribute(mesh, f->name, f->width, f->on_vertices, values);
}

static xpbd_status take_all(xpbd_import *import, const char *path, bool on_vertices, int32_t count, const int32_t *from,
                            const int64_t *numbers, xpbd_mesh *mesh) {
  for (size_t i = 0; i < import->fields.count; i++) {
    xpbd_field *f = &import->fields.list[i];
    if (f->on_vertices != on_vertices) continue;
    XPBD_TRY(sort_rows(path, f));
    const size_t bytes = (size_t)count * (size_t)f->width * sizeof(double);
    double *values = f->defect ? NULL : malloc(bytes ? bytes : 1);
    XPBD_REQUIRE(values || f->defect, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", path, bytes);
    xpbd_status status = f->defect ? XPBD_OK : take(path, f, count, from, numbers, values, mesh);
    free(values);
    if (status == XPBD_OK && f->defect) status = xpbd_mesh_add_defect(mesh, f->name, f->width, on_vertices, f->defect);
    XPBD_TRY(status);
  }
  return XPBD_OK;
}

xpbd_status xpbd_import_element_attributes(xpbd_import *import, const char *path, const int32_t *from,
                                           const int64_t *numbers, xpbd_mesh *mesh) {
  const int32_t count = mesh->tet_count > 0 ? mesh->tet_count : mesh->triangle_count;
  return take_all(import, path, false, count, from, numbers, mesh);
}

xpbd_status xpbd_import_vertex_attributes(xpbd_import *import, const char *path, size_t count, const int32_t *to,
                                          const int64_t *numbers, xpbd_mesh *mesh) {
  if (import->fields.count == 0) return XPBD_OK;
  int32_t *from = malloc(((size_t)mesh->vertex_count + 1) * sizeof *from);
  XPBD_REQUIRE(from, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%d vertices)", path, mesh->vertex_count);
  for (size_t v = 0; v < count; v++)
    if (to[v] >= 0) from[to[v]] = (int32_t)v;
  const xpbd_status status = take_all(import, path, true, mesh->vertex_count, from, numbers, mesh);
  free(from);
  return status;
}

void xpbd_import_fields_destroy(xpbd_import *import) {
  for (size_t i = 0; i < import->fields.count; i++) {
    free(import->fields.list[i].name);
    free(import->fields.list[i].defect);
    free(import->fields.list[i].values);
    free(import->fields.list[i].rows);
  }
  free(import->fields.list);
  import->fields = (xpbd_fields){0};
}
