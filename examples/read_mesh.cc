// Why this file exists: the library in C++. It reads a mesh file and prints what is in it.
#include <cstdio>
#include <xpbd/import.h>
#include <xpbd/xpbd.h>

int main(int count, char **arguments) {
  if (count != 2) return std::fprintf(stderr, "usage: read_mesh FILE\n"), 1;
  xpbd_import_def def = xpbd_import_def_default();
  def.strict = true; // refuse what would have to be repaired
  xpbd_mesh mesh;
  if (xpbd_mesh_read(arguments[1], &def, nullptr, &mesh) != XPBD_OK)
    return std::fprintf(stderr, "%s\n", xpbd_last_error()), 1;
  std::printf("%d vertices, %d triangles, %d tetrahedra\n", mesh.vertex_count, mesh.triangle_count, mesh.tet_count);
  xpbd_mesh_destroy(&mesh);
}
