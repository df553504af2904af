/* Why this file exists: checks the printed numbers of vertices, edges and triangles. Each belongs to a regular mesh,
 * which replaces the mesh that the paper does not provide. */
#include "subject/papers.h"
#include "claims.h"

/* The printed counts fit regular meshes: a sheet, tori, an octahedron split five times, boxes. The animals may not be
 * shipped here. Our meshes have their counts, not their shapes. */
#define ALL_MESHES "as printed: every mesh"
#define CHOSEN     "by construction: our meshes were chosen for these counts"

static void sizes(check *self, int unused) {
  static const struct {
    const char *mesh;
    int32_t vertices, edges, triangles;
  } printed[7] = {{"grid 41", 1681, 4880, 3200},    {"grid 21", 441, 1240, 800},   {"torus 30x30", 900, 2700, 1800},
                  {"sphere 5", 4098, 12288, 8192},  {"box 3x4x13", 208, 618, 412}, {"box 16x24x27", 2930, 8784, 5856},
                  {"torus 63x49", 3087, 9261, 6174}};
  int wrong = 0, other = 0;
  for (int k = 0; k < 7; k++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    if (!check_status(self, papers_mesh_make(printed[k].mesh, 1.0, &mesh), XPBD_OK, "%s", printed[k].mesh)) return;
    wrong += mesh.vertex_count != printed[k].vertices || mesh.edge_count != printed[k].edges ||
             mesh.triangle_count != printed[k].triangles;
    other += mesh.vertex_count != printed[(k + 1) % 7].vertices;
  }
  check_same(self, (uint64_t)wrong, 0, "meshes without the printed vertices, edges and triangles, of 7");
  check_control(self, other == 7, "the counts of the next mesh");
  claims_left(self, "morse_mesh_sizes", NULL, ALL_MESHES, CHOSEN,
              "sheet of 41 x 41, octahedron split five times, torus of 63 x 49: 4880; 12288; 9261");
  claims_left(self, "energy_mesh_sizes", NULL, ALL_MESHES, CHOSEN,
              "sheet of 21 x 21, torus of 30 x 30, octahedron split five times, torus of 63 x 49: as printed");
  claims_left(self, "esbd_mesh_sizes", NULL, ALL_MESHES, CHOSEN,
              "the same, and boxes of 3 x 4 x 13 and 16 x 24 x 27 cells: as printed, edges and triangles too");
}

void claims_list_sizes(check_registry *registry) {
  claims_add(registry, "costs-meshes", "meshes of the printed counts", sizes, 0);
}
