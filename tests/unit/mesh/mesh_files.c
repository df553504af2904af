/* Why this file exists: tests reading and writing meshes. What is written comes back bit for bit, each format in all
 * its spellings gives the same cube, and an incomplete file does not appear. */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/vtk.h"
#include "mesh_checks.h"
#include "xpbd/import.h"

/* Writes, reads back, compares. Returns whether this build could read it at all. `weld` as in xpbd_import_def. */
static bool round_trip(check *self, const char *folder, const xpbd_mesh *mesh, double weld, const char *name) {
  xpbd_import_def def = xpbd_import_def_default();
  def.weld = weld;
  const char *path = folder_path(folder, "round.obj");
  OWNED(xpbd_mesh_destroy) xpbd_mesh back = {0};
  xpbd_import_info info;
  if (!check_status(self, xpbd_mesh_write(path, mesh, NULL), XPBD_OK, "%s: writing OBJ", name)) return true;
  const xpbd_status status = xpbd_mesh_read(path, &def, &info, &back);
  if (status == XPBD_ERR_NOT_BUILT) return false;
  if (!check_status(self, status, XPBD_OK, "%s: reading OBJ", name)) return true;
  check_true(self, mesh_equal(mesh, &back), "%s: the same mesh after writing and reading", name);
  check_true(self, info.welded == 0 && info.isolated == 0 && info.triangulated == 0,
             "%s: nothing to repair (%d, %d, %d)", name, info.welded, info.isolated, info.triangulated);
  if (mesh->vertex_count > 0) {
    back.positions[0] = -back.positions[0] + 1e-17;
    check_control(self, !mesh_equal(mesh, &back), "%s: a position changed in its last digit", name);
  }
  return true;
}

static void run_round_trip(check *self, int argument) {
  char *folder = folder_make(self);
  xpbd_mesh mesh;
  bool built = true;
  if (check_status(self, xpbd_mesh_make_sphere(3, 1.0 / 3, &mesh), XPBD_OK, "sphere")) {
    for (int32_t i = 0; i < 3 * mesh.vertex_count; i++) mesh.positions[i] += check_random(self, -1e-3, 1e-3);
    built = round_trip(self, folder, &mesh, NAN, "sphere");
    xpbd_mesh_destroy(&mesh);
  }
  if (built && check_status(self, xpbd_mesh_make_grid(57, 33, 0.1, &mesh), XPBD_OK, "grid")) {
    /* many digits, and numbers small and large */
    for (int32_t i = 0; i < mesh.vertex_count; i++) mesh.positions[3 * i + 1] = check_random(self, -1e-9, 1e9);
    round_trip(self, folder, &mesh, 0, "grid");
    xpbd_mesh_destroy(&mesh);
  }
  if (!built) check_skip(self, "%s", xpbd_last_error());
}

static size_t file_get(const char *path, unsigned char *out, size_t capacity) {
  FILE *stream = fopen(path, "rb");
  if (!stream) return 0;
  const size_t count = fread(out, 1, capacity, stream);
  fclose(stream);
  return count;
}

/* The file of a mesh has the bytes of its points and cells (see tests/unit/lib/check_base.c). */
static void expect_vtk(check *self, const char *folder, const xpbd_mesh *mesh, const char *name) {
  enum { CAPACITY = 1 << 16 };
  static unsigned char data[CAPACITY], expected[CAPACITY];
  const bool body = mesh->tet_count > 0;
  const xpbd_vtk_cells cells = body ? (xpbd_vtk_cells){mesh->tet_count, 4, mesh->tets}
                                    : (xpbd_vtk_cells){mesh->triangle_count, 3, mesh->triangles};
  const xpbd_vtk what = {.title = "libxpbd mesh",
                         .point_count = mesh->vertex_count,
                         .points = mesh->positions,
                         .block_count = 1,
                         .blocks = &cells};
  const char *path = folder_path(folder, "mesh.vtk");
  check_status(self, xpbd_mesh_write(path, mesh, NULL), XPBD_OK, "%s: writing VTK", name);
  const size_t size = file_get(path, data, CAPACITY);
  FILE *stream = fopen(path, "wb");
  if (!check_true(self, stream != NULL, "a file")) return;
  xpbd_vtk_write(stream, &what);
  fclose(stream);
  check_same(self, file_get(path, expected, CAPACITY), size, "%s: bytes of the VTK file", name);
  check_true(self, memcmp(data, expected, size) == 0, "%s: they are its points and cells", name);
  data[size / 4] ^= 1;
  check_control(self, memcmp(data, expected, size) != 0, "%s: one bit of the file changed", name);
}

static void run_vtk(check *self, int argument) {
  unsigned char data[256];
  char *folder = folder_make(self);
  xpbd_mesh mesh;
  if (check_status(self, xpbd_mesh_make_box(3, 4, 13, 0.1, &mesh), XPBD_OK, "box")) {
    expect_vtk(self, folder, &mesh, "a box");
    xpbd_mesh_destroy(&mesh);
  }
  if (check_status(self, xpbd_mesh_make_beam(4, 3, 3, 0.1, &mesh), XPBD_OK, "beam")) {
    expect_vtk(self, folder, &mesh, "a body of tets");
    xpbd_mesh_destroy(&mesh);
  }
  /* a chain has edges only */
  double positions[6] = {0, 0, 0, 0, -1, 0};
  int32_t edges[2] = {0, 1};
  const xpbd_mesh chain = {.vertex_count = 2, .edge_count = 1, .positions = positions, .edges = edges};
  const char *path = folder_path(folder, "chain.obj");
  const char *expected = "# 2 vertices, 0 triangles\nv 0 0 0\nv 0 -1 0\nl 1 2\n";
  check_status(self, xpbd_mesh_write(path, &chain, NULL), XPBD_OK, "writing a chain");
  const size_t size = file_get(path, data, sizeof data);
  check_true(self, size == strlen(expected) && memcmp(data, expected, size) == 0, "text of the chain: %.*s", (int)size,
             (const char *)data);
  check_status(self, xpbd_mesh_write(folder_path(folder, "chain.vtk"), &chain, NULL), XPBD_OK, "a chain as VTK");
}

/* The unit cube in every format: the same mesh, bit for bit. It has six quads, so splitting is tested, too. */
#define CUBE_OBJ_VERTICES "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
#define CUBE_OFF_VERTICES "0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n"
#define CUBE_OFF_FACES    "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 3 7 6 2\n4 0 4 7 3\n4 1 2 6 5\n"

static const struct cube {
  const char *name, *text;
  int32_t welded, isolated;
} cubes[] = {
    {"plain.obj", CUBE_OBJ_VERTICES "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n", 0, 0},
    {"crlf.OBJ",
     "\xef\xbb\xbf# with a mark\r\nv 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nv 0 1 0\r\nv 0 0 1\r\nv 1 0 1\r\nv 1 1 1\r\nv 0 1 "
     "1\r\n"
     "f 1 4 3 2\r\nf 5 6 7 8\r\nf 1 2 6 5\r\nf 4 8 7 3\r\nf 1 5 8 4\r\nf 2 3 7 6",
     0, 0},
    {"mac.obj",
     "v 0 0 0\rv 1 0 0\rv 1 1 0\rv 0 1 0\rv 0 0 1\rv 1 0 1\rv 1 1 1\rv 0 1 1\rf 1 4 3 2\rf 5 6 7 8\r"
     "f 1 2 6 5\rf 4 8 7 3\rf 1 5 8 4\rf 2 3 7 6\r",
     0, 0},
    {"relative.obj", CUBE_OBJ_VERTICES "f -8 -5 -6 -7\nf -4 -3 -2 -1\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n", 0,
     0},
    {"seams.obj", /* one texture coordinate per corner would split every vertex in the import library */
     "mtllib ../../etc/passwd\no cube\n" CUBE_OBJ_VERTICES "vt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\ns off\nusemtl a\n"
     "f 1/1 4/2 3/3 2/1\nf 5/2/1 6/3/1 7/1/1 8/1/1\nusemtl b\ng left\nf 1//1 2//1 6//1 5//1\ng right\n"
     "f 4/1 8/2 7/3 3/3\ng left\nusemtl a\nf 1 5 8 4\no another\nf 2/3 3/2 7/1 6/1\np 1\nl 1 2 3\n",
     0, 0},
    {"spaced.obj", /* continued lines, comments, forward references, weight, colour, tabs */
     "f 1 4 \\\n3 2\nf 5 6 7 8 # top\n\n   \nv\t0 0 0 1\nv 1 0 0 .5 .5 .5\n v 1 1 0\nv 0 1 \\\n 0\nv 0 0.0 1e0\n"
     "v 1 0 1.#glued\nv 1 1 1 1 0 0 0\nv 0 1 +1\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n",
     0, 0},
    {"extra.obj", /* unused vertices, and one at the position of another */
     "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nv -0 0 0\nv 8 8 8\n"
     "f 1 4 3 2\nf 6 7 8 9\nf 10 2 7 6\nf 4 9 8 3\nf 10 6 9 4\nf 2 3 8 7\n",
     1, 2},
    {"plain.off", "OFF\n8 6 12\n" CUBE_OFF_VERTICES CUBE_OFF_FACES, 0, 0},
    {"oneline.off", "OFF 8 6 0 # counts\n# a comment\n" CUBE_OFF_VERTICES "\n" CUBE_OFF_FACES, 0, 0},
    {"coloured.off",
     "OFF\n8 6 12\n" CUBE_OFF_VERTICES "4 0 3 2 1 255 0 0\n4 4 5 6 7\n4 0 1 5 4 0.5 0.5 0.5\n"
     "4 3 7 6 2\n4 0 4 7 3 1\n4 1 2 6 5\n",
     0, 0},
    {"words.off",
     "OFF 8 6 12 0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1 # vertices\n"
     "4 0 3 2 1 4 4 5 6 7\n4 0 1\n5 4 4 3 7 6 2 4 0 4 7 3 4 1 2 6 5\n",
     0, 0},
    {"normals.off",
     "NOFF\n8 6 12\n0 0 0 0 0 1 1 0 0 0 0 1\n1 1 0 0 0 1 0 1 0 0 0 1\n0 0 1 0 0 1 1 0 1 0 0 1\n"
     "1 1 1 0 0 1 0 1 1 0 0 1\n" CUBE_OFF_FACES,
     0, 0},
    {"homogeneous.off",
     "4OFF\n8 6 12\n0 0 0 1\n2 0 0 2\n1 1 0 1\n0 1 0 1\n0 0 .5 .5\n1 0 1 1\n-1 -1 -1 -1\n0 1 1 1\n" CUBE_OFF_FACES, 0,
     0},
    {"words.ply",
     "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n"
     "element face 6\nproperty list uchar int vertex_indices\nend_header\n0 0 0 1 0 0\n1 1 0 0 1 0 0 0\n1 1 0 1 1 1 1 "
     "0 1 1\n"
     "4 0 3 2 1 4 4 5 6 7 4 0 1 5 4\n4 3 7 6 2 4\n0 4 7 3 4 1 2 6 5\n",
     0, 0},
    {"plain.ply",
     "ply\nformat ascii 1.0\ncomment a cube\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n"
     "element face 6\nproperty list uchar int vertex_indices\nend_header\n" CUBE_OFF_VERTICES CUBE_OFF_FACES,
     0, 0},
    {"other.ply", /* other orders, types, names and elements */
     "ply\r\nformat ascii 1.0\r\nelement vertex 8\r\nproperty uchar red\r\nproperty double z\r\nproperty double x\r\n"
     "property double y\r\nelement face 6\r\nproperty list uint8 uint32 vertex_index\r\nproperty uchar flags\r\n"
     "element edge 1\r\nproperty int vertex1\r\nproperty int vertex2\r\nend_header\r\n"
     "1 0 0 0\r\n2 0 1 0\r\n3 0 1 1\r\n4 0 0 1\r\n5 1 0 0\r\n6 1 1 0\r\n7 1 1 1\r\n8 1 0 1\r\n"
     "4 0 3 2 1 1\r\n4 4 5 6 7 2\r\n4 0 1 5 4 3\r\n4 3 7 6 2 4\r\n4 0 4 7 3 5\r\n4 1 2 6 5 6\r\n0 1\r\n",
     0, 0},
};

static void put_binary(FILE *stream, const void *value, size_t size, bool big) {
  const unsigned char *bytes = value; /* the machines this runs on are little-endian */
  for (size_t i = 0; i < size; i++) fputc(bytes[big ? size - 1 - i : i], stream);
}

static void write_binary_ply(const char *path, const xpbd_mesh *mesh, bool big) {
  FILE *stream = fopen(path, "wb");
  if (!stream) return;
  fprintf(stream,
          "ply\nformat binary_%s_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"
          "property uchar quality\nelement face %d\nproperty list uchar int vertex_indices\nend_header\n",
          big ? "big" : "little", mesh->vertex_count, mesh->triangle_count);
  for (int32_t v = 0; v < mesh->vertex_count; v++) {
    for (int axis = 0; axis < 3; axis++) {
      const float value = (float)mesh->positions[3 * v + axis];
      put_binary(stream, &value, sizeof value, big);
    }
    fputc(10, stream);
  }
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    fputc(3, stream);
    for (int k = 0; k < 3; k++) put_binary(stream, &mesh->triangles[3 * t + k], sizeof(int32_t), big);
  }
  fclose(stream);
}

static void write_stl(const char *path, const xpbd_mesh *mesh, bool binary) {
  FILE *stream = fopen(path, "wb");
  if (!stream) return;
  fprintf(stream, binary ? "%-80s" : "%s\n", "solid cube");
  const uint32_t count = (uint32_t)mesh->triangle_count;
  if (binary) put_binary(stream, &count, sizeof count, false);
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const float normal[3] = {0};
    if (binary) fwrite(normal, sizeof normal, 1, stream);
    if (!binary) fprintf(stream, "  facet normal 0 0 0\n    outer loop\n");
    for (int k = 0; k < 3; k++) {
      const double *p = mesh->positions + 3 * (size_t)mesh->triangles[3 * t + k];
      if (!binary) fprintf(stream, "      vertex %g %g %g\n", p[0], p[1], p[2]);
      for (int axis = 0; axis < 3 && binary; axis++) {
        const float value = (float)p[axis];
        put_binary(stream, &value, sizeof value, false);
      }
    }
    if (binary) fwrite("\0", 1, 2, stream);
    if (!binary) fprintf(stream, "    endloop\n  endfacet\n");
  }
  if (!binary) fprintf(stream, "endsolid cube\n");
  fclose(stream);
}

/* Reads a file that must give `expected`. The triangles' corners are compared in file order. */
static void expect_mesh(check *self, const char *path, const xpbd_mesh *expected, int32_t welded, int32_t isolated,
                        int32_t split, const char *name) {
  xpbd_mesh mesh;
  xpbd_import_info info;
  if (!check_status(self, xpbd_mesh_read(path, NULL, &info, &mesh), XPBD_OK, "%s", name)) return;
  check_true(self, mesh_equal(&mesh, expected), "%s: the same cube (%d vertices, %d triangles)", name,
             mesh.vertex_count, mesh.triangle_count);
  check_true(self, info.welded == welded && info.isolated == isolated && info.triangulated == split,
             "%s: welded %d isolated %d split %d, expected %d %d %d", name, info.welded, info.isolated,
             info.triangulated, welded, isolated, split);
  xpbd_mesh_destroy(&mesh);
}

static bool read_cube(check *self, const char *folder, xpbd_mesh *cube) {
  const char *path = folder_path(folder, "cube.obj");
  file_put(self, path, cubes[0].text, strlen(cubes[0].text));
  const xpbd_status status = xpbd_mesh_read(path, NULL, NULL, cube);
  if (status == XPBD_ERR_NOT_BUILT) {
    check_skip(self, "%s", xpbd_last_error());
    return false;
  }
  return check_status(self, status, XPBD_OK, "the cube");
}

static void run_formats(check *self, int argument) {
  char *folder = folder_make(self);
  OWNED(xpbd_mesh_destroy) xpbd_mesh cube = {0};
  if (!read_cube(self, folder, &cube)) return;
  check_same(self, (uint64_t)cube.triangle_count, 12, "triangles of the cube");
  check_same(self, (uint64_t)mesh_faults(&cube), 0, "faults of the cube");
  const double volume = mesh_volume(&cube);
  check_between(self, volume, 1 - 1e-15, 1 + 1e-15, "volume of the cube");
  for (size_t i = 0; i < sizeof cubes / sizeof *cubes; i++) {
    const char *path = folder_path(folder, cubes[i].name);
    if (file_put(self, path, cubes[i].text, strlen(cubes[i].text)))
      expect_mesh(self, path, &cube, cubes[i].welded, cubes[i].isolated, 6, cubes[i].name);
  }
  for (int big = 0; big < 2; big++) {
    write_binary_ply(folder_path(folder, "binary.ply"), &cube, big);
    expect_mesh(self, folder_path(folder, "binary.ply"), &cube, 0, 0, 0, big ? "big-endian PLY" : "little-endian PLY");
  }
  for (int binary = 0; binary < 2;
       binary++) { /* STL numbers vertices in the order of its facets, so only the shape is the same */
    const char *path = folder_path(folder, "cube.stl"), *name = binary ? "binary STL" : "text STL";
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    xpbd_import_info info;
    write_stl(path, &cube, binary);
    if (!check_status(self, xpbd_mesh_read(path, NULL, &info, &mesh), XPBD_OK, "%s", name)) continue;
    check_same(self, (uint64_t)info.welded, 36 - 8, "%s: corners merged", name);
    check_same(self, (uint64_t)mesh_euler(&mesh), 2, "%s: V - E + T", name);
    check_between(self, mesh_volume(&mesh), 1 - 1e-15, 1 + 1e-15, "%s: volume", name);
  }
  cube.triangles[0] ^= 1;
  OWNED(xpbd_mesh_destroy) xpbd_mesh again = {0};
  if (check_status(self, xpbd_mesh_read(folder_path(folder, "plain.off"), NULL, NULL, &again), XPBD_OK,
                   "plain.off again"))
    check_control(self, !mesh_equal(&cube, &again), "a cube with another corner");
}

#define OFF_TRIANGLE "OFF\n3 1001 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
#define PLY_LISTS                                                                                                      \
  "element vertex 3\nproperty char x\nproperty char y\nproperty char z\nelement face 1001\n"                           \
  "property list char char vertex_index\nend_header\n"
#define PLY_TRIANGLE    "ply\nformat ascii 1.0\n" PLY_LISTS "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
#define BINARY_TRIANGLE "ply\nformat binary_big_endian 1.0\n" PLY_LISTS "\0\0\0\1\0\0\0\1\0\3\0\1\2"

/* A triangle and 1000 faces without corners, in as few bytes as the format allows. This is no reason to call the file
 * cut off. */
static void run_dense(check *self, int argument) {
  enum { FACES = 1000 };
  static const struct {
    const char *name, *triangle;
    size_t size, bytes; /* of the triangle's part, and of a face without corners */
  } kinds[] = {{"dense.off", OFF_TRIANGLE, sizeof OFF_TRIANGLE - 1, 2},
               {"dense.ply", PLY_TRIANGLE, sizeof PLY_TRIANGLE - 1, 2},
               {"binary.ply", BINARY_TRIANGLE, sizeof BINARY_TRIANGLE - 1, 1}};
  char *folder = folder_make(self), text[4096];
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const char *path = folder_path(folder, kinds[i].name), *name = kinds[i].name;
    size_t length = kinds[i].size;
    xpbd_import_info info;
    xpbd_mesh mesh;
    memcpy(text, kinds[i].triangle, length);
    for (int f = 0; f < FACES; f++, length += kinds[i].bytes)
      memcpy(text + length, kinds[i].bytes > 1 ? "0\n" : "", kinds[i].bytes);
    if (!file_put(self, path, text, length)) continue;
    if (check_status(self, xpbd_mesh_read(path, NULL, &info, &mesh), XPBD_OK, "%s", name)) {
      check_same(self, (uint64_t)mesh.triangle_count, 1, "%s: triangles", name);
      check_same(self, (uint64_t)info.flat, FACES, "%s: faces without area", name);
    }
    xpbd_mesh_destroy(&mesh);
    file_put(self, path, text, length - kinds[i].bytes);
    check_control(self, xpbd_mesh_read(path, NULL, NULL, &mesh) == XPBD_ERR_BAD_FILE, "%s: the last face cut off",
                  name);
  }
}

static void put_obj(FILE *stream, int corners, const double *x, const double *y) {
  for (int i = 0; i < corners; i++) fprintf(stream, "v %.17g %.17g 0\n", x[i], y[i]);
  fputc('f', stream);
  for (int i = 0; i < corners; i++) fprintf(stream, " %d", i + 1);
}

static void put_vtk(FILE *stream, int corners, const double *x, const double *y) {
  fprintf(stream, "# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\nPOINTS %d double\n", corners);
  for (int i = 0; i < corners; i++) fprintf(stream, "%.17g %.17g 0\n", x[i], y[i]);
  fprintf(stream, "POLYGONS 1 %d\n%d", corners + 1, corners);
  for (int i = 0; i < corners; i++) fprintf(stream, " %d", i);
}

static void put_vtu(FILE *stream, int corners, const double *x, const double *y) {
  static const char array[] = "<DataArray type=\"Float64\" NumberOfComponents=\"%d\" Name=\"%s\" format=\"ascii\">";
  fprintf(stream,
          "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"%d\" "
          "NumberOfCells=\"1\"><Points>",
          corners);
  fprintf(stream, array, 3, "p");
  for (int i = 0; i < corners; i++) fprintf(stream, "%.17g %.17g 0\n", x[i], y[i]);
  fputs("</DataArray></Points><Cells>", stream);
  fprintf(stream, array, 1, "connectivity");
  for (int i = 0; i < corners; i++) fprintf(stream, " %d", i);
  fputs("</DataArray>", stream);
  fprintf(stream, array, 1, "offsets");
  fprintf(stream, "%d</DataArray>", corners);
  fprintf(stream, array, 1, "types");
  fputs("7</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>", stream);
}

/* Polygons around the origin, mostly concave. The triangles must fill them, without overlap or wrong orientation. */
static double polygon_error(check *self, const char *path, int corners, double scale, bool *read) {
  double x[64], y[64], area = 0;
  FILE *stream = fopen(path, "w");
  *read = false;
  if (!stream) return 1;
  for (int i = 0; i < corners; i++) {
    const double angle = 2 * acos(-1.0) * i / corners, radius = scale * check_random(self, 0.1, 1);
    x[i] = radius * cos(angle), y[i] = radius * sin(angle);
  }
  (strstr(path, ".obj") ? put_obj : strstr(path, ".vtk") ? put_vtk : put_vtu)(stream, corners, x, y);
  fclose(stream);
  for (int i = 0; i < corners; i++) area += (x[i] * y[(i + 1) % corners] - x[(i + 1) % corners] * y[i]) / 2;
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_read(path, NULL, NULL, &mesh), XPBD_OK, "%d corners, scale %g", corners, scale))
    return 1;
  *read = check_same(self, (uint64_t)mesh.triangle_count, (uint64_t)corners - 2, "triangles of %d corners", corners);
  for (int32_t v = 0; v < mesh.vertex_count; v++) mesh.positions[3 * v + 2] = 1; /* height: volume = signed area / 3 */
  const double turned = fabs(3 * mesh_volume(&mesh) / area - 1), overlap = fabs(mesh_area(&mesh) / area - 1);
  return turned > overlap ? turned : overlap;
}

static void run_polygons(check *self, int argument) {
  char *folder = folder_make(self);
  OWNED(xpbd_mesh_destroy) xpbd_mesh cube = {0};
  if (read_cube(self, folder, &cube)) {
    for (int round = 0; round < 60; round++) {
      static const char *const names[] = {"polygon.obj", "polygon.vtk", "polygon.vtu"};
      bool read;
      const int corners = 3 + (int)check_random(self, 0, 60);
      const double error =
          polygon_error(self, folder_path(folder, names[round % 3]), corners, pow(10, round % 20 - 10), &read);
      if (read) check_at_most(self, error, 1e-4, "area of the triangles of a polygon of %d corners", corners);
    }
    const double volume = mesh_volume(&cube);
    int32_t *top = cube.triangles + 6; /* not a triangle through the origin, which adds nothing to the volume */
    const int32_t kept = top[0];
    top[0] = top[1], top[1] = kept;
    check_control(self, fabs(mesh_volume(&cube) / volume - 1) > 1e-4, "a triangle of the cube turned over");
  }
}

/* A locale with a decimal comma changes nothing, if one is installed. */
static void run_locale(check *self, int argument) {
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "pl_PL.UTF-8"};
  char *folder = folder_make(self);
  xpbd_mesh mesh;
  bool found = false;
  for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) found = setlocale(LC_ALL, names[i]) != NULL;
  if (!found) check_skip(self, "no locale with a decimal comma is installed");
  if (found && check_status(self, xpbd_mesh_make_sphere(1, 0.3, &mesh), XPBD_OK, "sphere")) {
    char text[16];
    snprintf(text, sizeof text, "%.1f", 0.5);
    check_control(self, strchr(text, ',') != NULL, "this locale prints %s", text);
    if (!round_trip(self, folder, &mesh, NAN, "sphere")) check_skip(self, "%s", xpbd_last_error());
    xpbd_mesh_destroy(&mesh);
  }
  setlocale(LC_ALL, "C");
}

static bool file_is(const char *path, const char *expected) {
  unsigned char data[64];
  const size_t size = file_get(path, data, sizeof data);
  return size == strlen(expected) && memcmp(data, expected, size) == 0;
}

static void run_atomic(check *self, int argument) {
  char *folder = folder_make(self);
  char path[512];
  snprintf(path, sizeof path, "%s", folder_path(folder, "kept.txt"));
  file_put(self, path, "older", 5);
  xpbd_file file;
  check_status(self, xpbd_file_create(path, &file), XPBD_OK, "create");
  fputs("newer", file.stream);
  fflush(file.stream);
  check_true(self, file_is(path, "older"), "before commit the older file is there");
  check_same(self, (uint64_t)folder_count(folder), 2, "files while writing");
  xpbd_file_discard(&file);
  check_true(self, file_is(path, "older") && folder_count(folder) == 1, "discard leaves the older file, and only that");
  xpbd_file_discard(&file);
  check_status(self, xpbd_file_create(path, &file), XPBD_OK, "create again");
  fputs("newer", file.stream);
  check_status(self, xpbd_file_commit(&file), XPBD_OK, "commit");
  check_true(self, file_is(path, "newer") && folder_count(folder) == 1, "after commit the newer file, and only that");
  check_control(self, !file_is(path, "older"), "the comparison sees which file it is");
  check_status(self, xpbd_folder_create(folder_path(folder, "kept.txt")), XPBD_ERR_IO, "a file as folder");
  check_status(self, xpbd_folder_create(folder), XPBD_OK, "a folder that is there");
  char deep[512];
  snprintf(deep, sizeof deep, "%s", folder_path(folder, "deep//er/"));
  check_status(self, xpbd_folder_create(deep), XPBD_OK, "a folder and its parent");
  check_true(self, folder_count(deep) == 0 && rmdir(deep) == 0, "the new folder is there and empty");
  rmdir(folder_path(folder, "deep"));
  /* A write that failed long ago left no reason; errno may belong to something else. */
  if (check_status(self, xpbd_file_create(path, &file), XPBD_OK, "create once more")) {
    check_true(self, !xpbd_file_lost(file.stream), "nothing is lost");
    (void)fgetc(file.stream); /* the stream remembers that this failed */
    errno = EDOM;
    const char *lost = xpbd_file_lost(file.stream);
    check_true(self, lost && strcmp(lost, "a write failed") == 0, "lost, nobody knows why: %s",
               lost ? lost : "nothing");
    errno = EDOM;
    check_status(self, xpbd_file_commit(&file), XPBD_ERR_IO, "commit what was lost");
    check_true(self, strstr(xpbd_last_error(), ": a write failed") != NULL, "said as it is: %s", xpbd_last_error());
    check_true(self, file_is(path, "newer") && folder_count(folder) == 1, "the older file stays");
  }
  if (access("/dev/full", W_OK) == 0) { /* every write to this device fails, as on a full disk */
    check_status(self, xpbd_file_create("/dev/full", &file), XPBD_OK, "opening a full disk");
    fputs("newer", file.stream);
    check_status(self, xpbd_file_commit(&file), XPBD_ERR_IO, "writing to a full disk");
    check_control(self, strstr(xpbd_last_error(), strerror(ENOSPC)) != NULL, "a reason that is known is said");
  }
  double positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const int32_t triangle[3] = {0, 1, 2};
  xpbd_mesh mesh;
  if (check_status(self, xpbd_mesh_make(3, positions, 1, triangle, &mesh), XPBD_OK, "triangle")) {
    positions[4] = 0.0 / (positions[0] * 0 + 0.0);
    check_status(self, xpbd_mesh_write(folder_path(folder, "nan.obj"), &mesh, positions), XPBD_ERR_INVALID_ARGUMENT,
                 "a position that is not a number");
    check_status(self, xpbd_mesh_write(folder_path(folder, "mesh.txt"), &mesh, NULL), XPBD_ERR_INVALID_ARGUMENT,
                 "unknown extension");
    check_same(self, (uint64_t)folder_count(folder), 1, "refused meshes leave no file");
    xpbd_mesh_destroy(&mesh);
  }
}

/* What cannot be written as a file, and what is written besides positions. */
static void run_write_refusals(check *self, int argument) {
  static const double reals[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  double bad[9];
  static const int32_t integers[3] = {1, 2, 3}, triangle[3] = {0, 1, 2};
  const struct {
    xpbd_mesh_array array;
    bool refused;
  } arrays[] = {{{.name = "a", .components = 1, .reals = reals}, false},
                {{.name = "a", .components = 3, .reals = reals}, false},
                {{.name = "a", .components = 1, .integers = integers}, NULL},
                {{.name = NULL, .components = 1, .reals = reals}, true},
                {{.name = "", .components = 1, .reals = reals}, true},
                {{.name = "a b", .components = 1, .reals = reals}, true},
                {{.name = "a\n", .components = 1, .reals = reals}, true},
                {{.name = "a", .components = 1}, true},
                {{.name = "a", .components = 1, .reals = reals, .integers = integers}, true},
                {{.name = "a", .components = 2, .reals = reals}, true},
                {{.name = "a", .components = 0, .reals = reals}, true},
                {{.name = "a", .components = 3, .integers = integers}, true},
                {{.name = "a", .components = 3, .reals = bad}, true}};
  char *folder = folder_make(self), path[1024];
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make(3, (const double[]){0, 0, 0, 1, 0, 0, 0, 1, 0}, 1, triangle, &mesh), XPBD_OK,
                    "triangle"))
    return;
  snprintf(path, sizeof path, "%s", folder_path(folder, "a.vtk"));
  memcpy(bad, reals, sizeof bad);
  bad[8] = INFINITY;
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    const bool refused = arrays[i].refused;
    const xpbd_status status = xpbd_mesh_write_arrays(path, &mesh, NULL, &arrays[i].array, 1);
    check_status(self, status, refused ? XPBD_ERR_INVALID_ARGUMENT : XPBD_OK, "array %zu", i);
    check_true(self, folder_count(folder) == !refused && (refused || remove(path) == 0), "array %zu: files", i);
  }
  for (int k = 0; k < 9; k++) {
    memcpy(bad, reals, sizeof bad);
    bad[k] = INFINITY;
    check_status(self, xpbd_mesh_write(path, &mesh, bad), XPBD_ERR_INVALID_ARGUMENT, "position %d", k);
  }
  OWNED(xpbd_mesh_destroy) xpbd_mesh sheet = {0};
  double texture[12] = {0, 0, 1, 0, 1, 1, 0, 0, 0, (double)NAN, 1, 1};
  if (check_status(self, xpbd_mesh_make_grid(2, 2, 1.0, &sheet), XPBD_OK, "two triangles")) {
    sheet.texture = texture;
    check_status(self, xpbd_mesh_write(path, &sheet, NULL), XPBD_ERR_INVALID_ARGUMENT, "texture coordinate 9");
    sheet.texture = NULL;
  }
  check_status(self, xpbd_mesh_write(NULL, &mesh, NULL), XPBD_ERR_INVALID_ARGUMENT, "no path");
  check_status(self, xpbd_mesh_write(path, NULL, NULL), XPBD_ERR_INVALID_ARGUMENT, "no mesh");
  check_status(self, xpbd_mesh_write(folder_path(folder, "obj"), &mesh, NULL), XPBD_ERR_INVALID_ARGUMENT, "no dot");
  check_same(self, (uint64_t)folder_count(folder), 0, "files of what was refused");
  check_control(self, xpbd_mesh_write(folder_path(folder, "a.OBJ"), &mesh, NULL) == XPBD_OK, "the mesh itself");
}

void check_mesh_files(check_registry *registry) {
  check_add(registry, "round_trip", "OBJ written and read back, bit for bit", run_round_trip, 0);
  check_add(registry, "vtk", "VTK files of triangles, tets and edges", run_vtk, 0);
  check_add(registry, "formats", "one cube in OBJ, OFF, PLY and STL, in many spellings", run_formats, 0);
  check_add(registry, "dense", "as many faces as fit into a file", run_dense, 0);
  check_add(registry, "polygons", "concave polygons are filled by their triangles", run_polygons, 0);
  check_add(registry, "locale", "a decimal comma changes no file", run_locale, 0);
  check_add(registry, "write_refusals", "what cannot be written leaves no file", run_write_refusals, 0);
  check_add(registry, "atomic", "a file is complete or not there", run_atomic, 0);
}
