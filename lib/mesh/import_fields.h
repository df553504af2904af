/* Why this file exists: a reader collects the named numbers of a file in file order. Repairs drop, split and merge
 * elements and vertices, and those that are left take their numbers from here. Private to lib/mesh. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "xpbd/mesh.h"

struct xpbd_import;
struct xpbd_text;

/// The element or vertex that has a value.
typedef struct xpbd_field_row {
  int64_t number; ///< Its number in the file.
  int64_t value;  ///< Index of its value.
} xpbd_field_row;

/// Numbers of one name.
typedef struct xpbd_field {
  char *name;
  char *defect;     ///< Why the mesh cannot use it, NULL = it can.
  char where[28];   ///< Where it begins, as a suffix of the path in messages: ":12".
  int32_t width;    ///< Numbers per item, 1 or 3 without a defect.
  bool on_vertices; ///< Else on elements.
  double absent;    ///< The value of items without one. NaN: all items of the mesh must have one, or none.
  size_t count, value_capacity, row_capacity;
  double *values;       ///< [count, width] NaN for an item without a value
  xpbd_field_row *rows; ///< [count] or NULL: value i belongs to item i of the file.
} xpbd_field;

typedef struct xpbd_fields {
  size_t count, capacity;
  xpbd_field *list; ///< [count]
} xpbd_fields;

enum { XPBD_NO_FIELD = -1 };

/// Begins a field at the present line, or byte if `binary`, with absent = NaN. *field becomes its index, or XPBD_NO_FIELD
/// if its values are not wanted: the width is not 1 or 3, which is a defect, or the name is taken, which is an
/// irregularity.
xpbd_status xpbd_import_field(const struct xpbd_text *text, bool binary, const char *name, int64_t width,
                              bool on_vertices, int *field);
/// Adds the numbers of the next item, NULL = none. A number that is not finite is a defect of the field.
xpbd_status xpbd_import_value(const struct xpbd_text *text, bool binary, int field, const double *values);
/// The same, in a field with rows. `number` is the item's number.
xpbd_status xpbd_import_numbered(const struct xpbd_text *text, bool binary, int field, int64_t number,
                                 const double *values);

/// Gives the mesh the fields of its elements. Element i of the mesh is item from[i] of the file (NULL = i), whose
/// number is numbers[item] (NULL = item).
xpbd_status xpbd_import_element_attributes(struct xpbd_import *import, const char *path, const int32_t *from,
                                           const int64_t *numbers, xpbd_mesh *mesh);
/// Gives the mesh the fields of its vertices. Vertex v of the `count` of the file is vertex to[v] of the mesh, -1 =
/// dropped. `numbers` as above.
xpbd_status xpbd_import_vertex_attributes(struct xpbd_import *import, const char *path, size_t count, const int32_t *to,
                                          const int64_t *numbers, xpbd_mesh *mesh);
void xpbd_import_fields_destroy(struct xpbd_import *import);
