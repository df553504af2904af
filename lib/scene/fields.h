/* Why this file exists: values of fields on their way from a definition or a mesh to the elements of a set. Private to
 * the library. */
#pragma once

#include "xpbd/scene.h"

/// Checks names, lengths and values of def->fields. XPBD_ERR_INVALID_ARGUMENT names the field and the element.
xpbd_status xpbd_fields_check(const xpbd_constraints_def *def, const xpbd_formula_info *info);

/// Sets fields [XPBD_MAX_REST] to those of element j of a definition that passed xpbd_fields_check().
void xpbd_fields_of(const xpbd_constraints_def *def, const xpbd_formula_info *info, int64_t j, double *fields);

/// The fields of elements that were chosen from a mesh.
typedef struct xpbd_mesh_fields {
  int32_t count;
  xpbd_field_values values[XPBD_MAX_FIELDS];
  double *owned[XPBD_MAX_FIELDS];
} xpbd_mesh_fields;

/// Where the elements of a set come from.
typedef struct xpbd_mesh_places {
  const xpbd_mesh *mesh;
  int32_t most;             ///< Number of such elements in the mesh.
  int32_t count;            ///< Number of elements in the set.
  const int32_t *from;      ///< [count] index among the `most`.
  const int32_t *particles; ///< [count, arity]
  int32_t first;            ///< Particle of vertex 0.
} xpbd_mesh_places;

/// Takes def->fields, whose values belong to the mesh's elements or are its attributes, for the elements of a set. Free
/// with xpbd_mesh_fields_release(), also after an error. XPBD_ERR_INVALID_ARGUMENT, XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_mesh_fields_take(const xpbd_constraints_def *def, const xpbd_formula_info *info,
                                  const xpbd_mesh_places *at, xpbd_mesh_fields *out);
void xpbd_mesh_fields_release(xpbd_mesh_fields *fields);
