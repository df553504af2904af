/* Why this file exists: the cells of VTK are the same in legacy files (import_vtk.c) and in XML (import_vtu.c). Private
 * to lib/mesh. */
#pragma once

#include "mesh/import.h"

/// The cells of a file. Borrowed.
typedef struct xpbd_file_cells {
  size_t count;
  const int64_t *ends;    ///< [count] end of each cell in `corners`, ascending
  const int64_t *corners; ///< vertices from 0
  const uint8_t *types;   ///< [count] as VTK numbers them
} xpbd_file_cells;

/// Adds the tets, triangles, quads and polygons, of curved ones only the corners. Points and lines are skipped.
xpbd_status xpbd_vtk_elements(const xpbd_text *text, const xpbd_file_cells *cells, xpbd_elements *out);
