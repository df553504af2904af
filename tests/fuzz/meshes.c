/* Why this file exists: fuzzes the readers of meshes, repairing and strict. It then asks a mesh for its edges and
 * faces, as every scene does. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>

#include "mesh/build.h"
#include "xpbd/import.h"
#include "xpbd/mesh.h"

/// Conditions on every mesh that a reader returns.
static void must(bool holds) {
  if (!holds) abort();
}

/// An attribute has a finite number for every item, or a defect.
static void check_attributes(const xpbd_mesh *mesh) {
  for (int32_t i = 0; i < mesh->attribute_count; i++) {
    const xpbd_attribute *a = &mesh->attributes[i];
    const int32_t elements = mesh->tet_count > 0 ? mesh->tet_count : mesh->triangle_count;
    must(a->count == (a->on_vertices ? mesh->vertex_count : elements) && (a->defect != NULL) == (a->values == NULL));
    must(a->defect || a->width == 1 || a->width == 3);
    for (int64_t k = 0; a->values && k < (int64_t)a->width * a->count; k++) must(isfinite(a->values[k]));
  }
}

static bool read_mesh(const char *path) {
  bool taken[2] = {false, false};
  for (int strict = 0; strict < 2; strict++) {
    xpbd_import_def def = xpbd_import_def_default();
    xpbd_import_info info;
    xpbd_mesh mesh = {0};
    def.strict = strict == 1;
    taken[strict] = xpbd_mesh_read(path, &def, &info, &mesh) == XPBD_OK;
    if (taken[strict]) {
      must(xpbd_mesh_validate(&mesh) == XPBD_OK);
      for (int64_t i = 0; i < 3 * (int64_t)mesh.vertex_count; i++) must(isfinite(mesh.positions[i]));
      char line[256];
      const int64_t repairs = xpbd_import_repairs(&info, line, sizeof line);
      must(repairs >= 0 && (strict == 0 || repairs == 0));
      check_attributes(&mesh);
      xpbd_mesh_destroy(&mesh);
    }
  }
  must(taken[0] || !taken[1]); /* a file refused with repairs must be refused when strict */
  return taken[0];
}

bool fuzz_obj(const uint8_t *data, size_t size) {
  return read_mesh(fuzz_file("mesh.obj", data, size));
}
bool fuzz_ply(const uint8_t *data, size_t size) {
  return read_mesh(fuzz_file("mesh.ply", data, size));
}
bool fuzz_stl(const uint8_t *data, size_t size) {
  return read_mesh(fuzz_file("mesh.stl", data, size));
}
bool fuzz_off(const uint8_t *data, size_t size) {
  return read_mesh(fuzz_file("mesh.off", data, size));
}
bool fuzz_msh(const uint8_t *data, size_t size) {
  return read_mesh(fuzz_file("mesh.msh", data, size));
}
bool fuzz_vtk(const uint8_t *data, size_t size) {
  return read_mesh(fuzz_file("mesh.vtk", data, size));
}
bool fuzz_vtu(const uint8_t *data, size_t size) {
  return read_mesh(fuzz_file("mesh.vtu", data, size));
}
bool fuzz_tetgen(const uint8_t *data, size_t size) {
  size_t second = 0;
  const size_t first = fuzz_first(data, size, &second);
  fuzz_file("mesh.ele", data + second, size - second);
  return read_mesh(fuzz_file("mesh.node", data, first));
}
