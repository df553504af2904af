/* Why this file exists: tests files as programs really write them. What the format allows, however rare, is read
 * without a message. Understandable violations are repaired and counted. Under strict they are refused with their
 * place. */
#include <stdio.h>
#include <string.h>

#include "mesh_checks.h"
#include "xpbd/import.h"

#define SQUARE   "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
#define OFF_BODY "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n"
#define PLY_HEAD                                                                                                       \
  "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 2\n"                           \
  "property list uchar int vertex_indices\nend_header\n"
#define STRIP                                                                                                          \
  "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\n"                      \
  "property list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
#define STL_FACE(a, b, c)                                                                                              \
  "facet normal 0 0 1\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet\n"
#define STL_BODY STL_FACE("0 0 0", "1 0 0", "1 1 0") STL_FACE("0 0 0", "1 1 0", "0 1 0")
#define MSH_NODES                                                                                                      \
  "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 0\n$EndNodes\n"
#define TET_10                                                                                                         \
  "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n10\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 .5 0 0\n6 .5 .5 0\n"        \
  "7 0 .5 0\n8 0 0 .5\n9 .5 0 .5\n10 0 .5 .5\n$EndNodes\n$Elements\n1\n1 11 0 1 2 3 4 5 6 7 8 9 10\n$EndElements\n"
#define VTU(corners, offsets, types)                                                                                   \
  "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid>\n<Piece NumberOfPoints=\"4\" NumberOfCells=\"1\"><Points>"    \
  "<DataArray type=\"Int8\" NumberOfComponents=\"3\">0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points>\n<Cells>"            \
  "<DataArray type=\"Int8\" Name=\"connectivity\">" corners "</DataArray>"                                             \
  "<DataArray type=\"Int8\" Name=\"offsets\">" offsets "</DataArray>"                                                  \
  "<DataArray type=\"Int8\" Name=\"types\">" types "</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>\n"

/* Whether a strict reading refuses it, and the counters. */
#define READ(refused, ...)                                                                                             \
  refused, {                                                                                                           \
    __VA_ARGS__                                                                                                        \
  }

/* Each gives the unit square of two triangles, split from (0, 0) to (1, 1), or the tet at the origin. What a
 * strict reading says of a repair stands in tests/golden/errors/mesh.exact. */
static const struct found {
  const char *name, *text;
  bool refused;
  xpbd_import_info info;
} found[] = {
    /* OBJ */
    {"plain.obj", SQUARE "f 1 2 3\nf 1 3 4\n", READ(false, 0)},
    {"sculpted.obj", /* as sculpting programs write colours */
     "#Auto scale\r\n" SQUARE "#MRGB ff808080ff808080ff808080ff808080\r\nf 1 2 3\r\nf 1 3 4\r\n", READ(false, 0)},
    {"weights.obj", "v 0 0 0 2\nv 1 0 0 .5\nv 1 1 0 0\nv 0 1 0 1 .1 .2 .3 .4 .5\nf 1 2 3 4\n",
     READ(false, .triangulated = 1)},
    {"slashes.obj", SQUARE "vn 0 0 1\nf 1/ 2// 3//1\nf 1// 3/ 4/\n", READ(false, 0)},
    {"modeller.obj",
     "mtllib a b.mtl\nmtllib c:\\d\\\no Cube.001\n" SQUARE
     "vt 0 0\nvn -nan nan 0\ns off\ng\ng a b c\nusemtl Material #1\nl 1 2 3\n"
     "p 1 2\nf 1/1/1 \\ \n 2/1/1 \\\n3/1/1 4/1/1\nvp .1 .2\n",
     READ(false, .triangulated = 1)},
    {"unused.obj", "v nan nan nan\n" SQUARE "v 1e30 0 inf\nf 2 3 4 5\n", READ(false, .triangulated = 1, .isolated = 2)},
    {"utf16.obj", NULL, READ(false, .triangulated = 1)},
    {"utf16 turned.obj", NULL, READ(false, .triangulated = 1)},
    {"blanks.obj", "v\v0\f0\t0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", READ(false, .triangulated = 1)},
    {"fortran.obj", "v 0 0 0\nv 1.0D+00 0 0\nv 1.0+e0 1 0\nv 0 1d0 0\nf 1 2 3 4\n",
     READ(true, .triangulated = 1, .odd = 3)},
    {"words.obj", SQUARE "vc 1 0 0\nf 1 2 3\nbumpmap x\nf 1 3 4\n", READ(true, .odd = 2)},
    {"surface.obj", SQUARE "f 1 2 3 4\ncstype bspline\ndeg 3 3\nsurf 0 1 0 1 1 2 3 4\nend\n",
     READ(true, .triangulated = 1, .odd = 1)},
    {"dos.obj", SQUARE "f 1 2 3 4\r\n\x1a", READ(true, .triangulated = 1, .odd = 1)},
    {"twice.obj", SQUARE "f 1 2 3\nf 1 3 4\nf 2 3 1\n", READ(true, .duplicates = 1)},
    {"turned.obj", SQUARE "f 1 2 3\nf 1 3 4\nf 4 3 1\n", READ(true, .duplicates = 1)},
    {"corner.obj", SQUARE "f 1 2 2 3 3\nf 1 1 3 4 1\n", READ(true, .repeated = 4)},
    {"place.obj", SQUARE "v 1 0 0\nf 1 2 5 3\nf 1 3 4\n", READ(true, .welded = 1, .repeated = 1)},
    {"flat.obj", SQUARE "f 1 2 3 4\nf 1 2\nf 3\nf 1 2 1\n", READ(true, .triangulated = 1, .repeated = 1, .flat = 3)},
    {"texture.obj", SQUARE "vt 0 0\nvt nan 0\nf 1/1 2/1 3/2 4/1\n", READ(true, .triangulated = 1, .untextured = 1)},
    {"textures.obj", SQUARE "vt 0 0\nf 1/1 2/0 3/-2 4/7\n", READ(true, .triangulated = 1, .untextured = 3)},
    {"beyond.obj", SQUARE "vt 0 0\nf 1/1 2/1 3/1 4/7\n", READ(true, .triangulated = 1, .untextured = 1)},
    {"near.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1 1e-6 0\nv 1e-6 0 1e-6\nf 1 2 3\nf 6 3 4\nf 2 5 3\n",
     READ(true, .repeated = 1, .flat = 1, .near = 2, .weld = 2e-6)},
    /* OFF */
    {"plain.off", "OFF\n4 2 0\n" OFF_BODY, READ(false, 0)},
    {"letters.off",
     "# by a program\n\nSTCNOFF # texture, colour, normal\n\n4 2\n0 0 0 0 0 1 1 0 0 1\n1 0 0\n1 1 0\n0 1 0\n"
     "3 0 1 2 255 0 0 # red\n3 0 2 3 7\n",
     READ(false, 0)},
    {"lines.off", "OFF\n4\n2\n5\n" OFF_BODY, READ(false, 0)},
    {"edges.off", "OFF 4 4 5\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n2 0 1\n3 0 1 2\n3 0 2 3\n1 3\n", READ(true, .flat = 2)},
    {"glued.off", "OFF4 2 0\n" OFF_BODY, READ(true, .odd = 1)},
    {"small.off", "off\n4 2 0\n" OFF_BODY, READ(true, .odd = 1)},
    {"bare.off", "4 2 0\n" OFF_BODY, READ(true, .odd = 1)},
    {"more.off", "OFF\n4 2 0\n" OFF_BODY "3 0 1 2\n", READ(true, .odd = 1)},
    {"remark.off", "OFF\n4 2 0\n" OFF_BODY "\n# 3 0 1 2\n", READ(false, 0)},
    /* PLY */
    {"more.ply", "ply\nformat ascii 1.0\n" PLY_HEAD OFF_BODY "\n3 0 1 2\n", READ(true, .odd = 1)},
    {"plain.ply", "ply\nformat ascii 1.0\n" PLY_HEAD OFF_BODY, READ(false, 0)},
    {"scanned.ply", /* properties, elements and lists that meshes do not use */
     "ply \nformat ascii 1.0\nobj_info is_cyberware_data 1\ncomment x\nelement camera 1\nproperty float view_px\n"
     "element vertex 4\nproperty float32 confidence\nproperty float x\nproperty float Y\nproperty float z\n"
     "property list uchar short near\nproperty float intensity\nelement face 2\nproperty list uint8 float texcoord\n"
     "property list uint8 int32 vertex_index\nproperty int64 id\nelement edge 0\nproperty int vertex1\nend_header\n9\n"
     "nan 0 0 0 2 7 8 .5\n.1 1 0 0 0 .5\n.1 1 1 0 1 9 .5\n.1 0 1 0 0 .5\n0 3 0 1 2 1\n2 .5 .5 3 0 2 3 2\n",
     READ(false, 0)},
    {"strips.ply", /* the second begins with a repeated vertex, so its triangle 0 3 2 has the other orientation */
     "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
     "element tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
     "9 0 1 2 -1 0 0 3 2 -1\n",
     READ(false, .strips = 2)},
    {"back.ply", /* there and back, and a repeated vertex: triangles without area only lead on */
     "ply\nformat ascii 1.0\n" STRIP "5 0 1 0 2 3\n", READ(false, .strips = 1)},
    {"stay.ply", "ply\nformat ascii 1.0\n" STRIP "6 0 1 1 2 0 3\n", READ(false, .strips = 1)},
    {"windows.ply", /* NaN, as its library prints it */
     "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
     "property float q\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n"
     "0 0 0 1.#IND\n1 0 0 -1.#QNAN0\n1 1 0 1.#INF00\n0 1 0 1.#SNAN\n3 0 1 2\n3 0 2 3\n",
     READ(false, 0)},
    {"names.ply", /* w and xx are no coordinates, and neither is a list */
     "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
     "property float w\nproperty float xx\nproperty list uchar float x\nelement face 2\n"
     "property list uchar int vertex_indices\nend_header\n0 0 0 7 7 1 7\n1 0 0 7 7 1 7\n1 1 0 7 7 1 7\n0 1 0 7 7 0\n"
     "3 0 1 2\n3 0 2 3\n",
     READ(false, 0)},
    {"stray.ply", "ply\nformat ascii 1.0\nmade by hand\n" PLY_HEAD OFF_BODY, READ(true, .odd = 1)},
    /* STL */
    {"plain.stl", "solid\n" STL_BODY "endsolid\n", READ(false, .welded = 2)},
    {"shouted.stl",
     "  \r\nSOLID a name\r\nFACET NORMAL nan nan nan\r\nOUTER LOOP\r\nVERTEX 0 0 0\r\nVERTEX 1 0 0\r\nVERTEX 1 1 0\r\n"
     "END LOOP\r\nEND FACET\r\nendsolid a name\r\nsolid\r\n" STL_FACE("0 0 0", "1 1 0", "0 1 0") "endsolid",
     READ(false, .welded = 2)},
    {"solids.stl", "solid a\nsolid b\n" STL_BODY "endsolid\nendsolid\n", READ(true, .welded = 2, .odd = 2)},
    {"coloured.stl", "solid a\ncolor 1 0 0\n" STL_BODY "endsolid a\n", READ(true, .welded = 2, .odd = 1)},
    {"endless.stl", "solid a\n" STL_BODY, READ(true, .welded = 2, .odd = 1)},
    {"needle.stl", "solid a\n" STL_FACE("0 0 0", "1 0 0", "1 0 0") STL_BODY "endsolid a\n",
     READ(true, .welded = 5, .repeated = 1, .flat = 1)},
    /* MSH */
    {"plain.msh", MSH_NODES "$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n", READ(false, .isolated = 1)},
    {"twice.msh", MSH_NODES "$Elements\n3\n1 4 0 1 2 3 4\n2 4 0 4 3 2 1\n3 4 0 1 2 3 4\n$EndElements\n",
     READ(true, .isolated = 1, .duplicates = 2)},
    {"flat.msh", MSH_NODES "$Elements\n3\n1 4 0 1 2 3 5\n2 4 0 1 2 3 2\n3 4 0 1 2 3 4\n$EndElements\n",
     READ(true, .isolated = 1, .flat = 2)},
    {"curved.msh", TET_10, READ(true, .isolated = 6, .odd = 1)},
    {"quad.msh", MSH_NODES "$Elements\n2\n1 15 0 1\n2 3 0 1 2 5 3\n$EndElements\n",
     READ(false, .isolated = 1, .triangulated = 1)},
    /* VTU */
    {"plain.vtu", VTU("0 1 2 3", "4", "10"), READ(false, 0)},
    {"more.vtu", VTU("0 1 2 3 0 1 2 3", "4 8", "10 10"), READ(true, .odd = 3)},
};

static const double square[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const int32_t halves[6] = {0, 1, 2, 0, 2, 3};
static const double corner[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const int32_t tet[4] = {0, 1, 2, 3};

/* The same triangles with any first corner, because strips and quads begin elsewhere. Positions are compared by place,
 * not number. */
static int64_t square_faults(const xpbd_mesh *mesh) {
  int64_t faults = mesh->vertex_count != 4 || mesh->triangle_count != 2 || mesh->tet_count != 0;
  for (int32_t t = 0; t < 2 && faults == 0; t++) {
    int sum = 0, product = 1;
    for (int k = 0; k < 3; k++) {
      const double *p = mesh->positions + 3 * mesh->triangles[3 * t + k];
      for (int v = 0; v < 4; v++)
        if (p[0] == square[3 * v] && p[1] == square[3 * v + 1] && p[2] == 0) sum += 1 << (2 * v), product *= v + 2;
    }
    const double *a = mesh->positions + 3 * mesh->triangles[3 * t],
                 *b = mesh->positions + 3 * mesh->triangles[3 * t + 1],
                 *c = mesh->positions + 3 * mesh->triangles[3 * t + 2];
    faults += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) != 1; /* none has the other orientation */
    faults += product != (t == 0 ? 2 * 3 * 4 : 2 * 4 * 5) || sum != (t == 0 ? 1 + 4 + 16 : 1 + 16 + 64);
  }
  for (int v = 0; v < 12 && faults == 0; v++) faults += !(mesh->positions[v] == square[v]);
  return faults;
}

static int64_t mesh_is_not(const xpbd_mesh *mesh, bool body) {
  if (!body) return square_faults(mesh) + (mesh_volume(mesh) != 0) + (mesh_area(mesh) != 1) + mesh_faults(mesh);
  return mesh->tet_count != 1 || memcmp(mesh->tets, tet, sizeof tet) != 0 ||
         memcmp(mesh->positions, corner, sizeof corner) != 0 || mesh_tet_faults(mesh) != 0;
}

static bool put_found(check *self, const char *path, const struct found *f) {
  if (f->text) return file_put(self, path, f->text, strlen(f->text));
  static const char text[] = SQUARE "f 1 2 3 4\n"; /* in UTF-16 */
  const bool turned = strstr(f->name, "turned");
  char wide[2 * sizeof text] = "\xff\xfe";
  if (turned) memcpy(wide, "\xfe\xff", 2);
  for (size_t i = 0; i + 1 < sizeof text; i++) wide[2 * i + 2 + turned] = text[i];
  return file_put(self, path, wide, 2 * sizeof text);
}

static void expect_found(check *self, const char *path, const struct found *f) {
  xpbd_import_def strict = xpbd_import_def_default();
  xpbd_import_info info;
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  char line[256];
  const bool body = (strstr(f->name, ".msh") || strstr(f->name, ".vtu")) && !strstr(f->name, "quad");
  strict.strict = true;
  if (!check_status(self, xpbd_mesh_read(path, NULL, &info, &mesh), XPBD_OK, "%s", f->name)) return;
  if (!strstr(f->name, "quad")) check_same(self, (uint64_t)mesh_is_not(&mesh, body), 0, "%s: faults", f->name);
  check_true(self, memcmp(&info, &f->info, sizeof info) == 0,
             "%s: welded %d isolated %d split %d strips %d, repairs %d %d %d %d %d %d", f->name, info.welded,
             info.isolated, info.triangulated, info.strips, info.duplicates, info.repeated, info.flat, info.crossing,
             info.odd, info.untextured);
  const int64_t repairs = xpbd_import_repairs(&info, line, sizeof line);
  check_true(self, (repairs > 0) == f->refused && (line[0] != '\0') == (repairs > 0) && !strchr(line, '\n'),
             "%s: %d repairs, \"%s\"", f->name, (int)repairs, line);
  check_control(self, mesh_is_not(&mesh, !body) != 0, "%s: another mesh", f->name);
  xpbd_mesh_destroy(&mesh);
  const xpbd_status status = xpbd_mesh_read(path, &strict, &info, &mesh);
  check_status(self, status, f->refused ? XPBD_ERR_BAD_FILE : XPBD_OK, "%s, strict", f->name);
  if (f->refused) check_true(self, !mesh.positions, "%s, strict: no mesh", f->name);
}

static void run_found(check *self, int argument) {
  char *folder = folder_make(self), path[1024];
  for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
    snprintf(path, sizeof path, "%s", folder_path(folder, found[i].name));
    if (put_found(self, path, &found[i])) expect_found(self, path, &found[i]);
  }
}

/* A self-intersecting polygon is split as well as possible. */
static void run_crossed(check *self, int argument) {
  static const char text[] = SQUARE "f 1 3 2 4\n";
  char *folder = folder_make(self), line[96];
  const char *path = folder_path(folder, "crossed.obj");
  xpbd_import_def strict = xpbd_import_def_default();
  xpbd_import_info info;
  xpbd_mesh mesh;
  strict.strict = true;
  file_put(self, path, text, strlen(text));
  check_status(self, xpbd_mesh_read(path, NULL, &info, &mesh), XPBD_OK, "a bow tie");
  check_true(self, info.crossing == 1 && info.triangulated == 1 && mesh.triangle_count == 2,
             "crossing %d split %d, %d triangles", info.crossing, info.triangulated, mesh.triangle_count);
  check_same(self, (uint64_t)xpbd_import_repairs(&info, line, sizeof line), 1, "repairs");
  check_true(self, strcmp(line, "1 self-intersecting polygon split as well as possible") == 0, "the line: \"%s\"",
             line);
  xpbd_mesh_destroy(&mesh);
  check_status(self, xpbd_mesh_read(path, &strict, NULL, &mesh), XPBD_ERR_BAD_FILE, "strict");
  check_control(self, info.flat == 0, "it has an area");
}

/* Bytes of a number, least significant first; test machines are little-endian. */
static size_t put_bytes(unsigned char *out, size_t at, const void *value, size_t size) {
  memcpy(out + at, value, size);
  return at + size;
}

/* A binary STL of the square whose header says `count` facets, with `extra` more bytes. */
static size_t make_stl(unsigned char *out, const char *title, uint32_t count, size_t extra) {
  memset(out, ' ', 80);
  memcpy(out, title, strlen(title));
  size_t at = put_bytes(out, 80, &count, sizeof count);
  for (int i = 0; i < 6; i++) {
    const float normal[3] = {0};
    if (i % 3 == 0) at = put_bytes(out, at, normal, sizeof normal);
    for (int axis = 0; axis < 3; axis++) {
      const float value = (float)square[3 * halves[i] + axis];
      at = put_bytes(out, at, &value, sizeof value);
    }
    if (i % 3 == 2) at = put_bytes(out, at, "\0", 2);
  }
  memset(out + at, 0, extra);
  return at + extra;
}

/* A binary PLY whose header lines end in `end`, and whose body begins with the byte of a LF. */
static size_t make_ply(unsigned char *out, const char *end) {
  static const char *const lines[] = {"ply",
                                      "format binary_little_endian 1.0",
                                      "element note 1",
                                      "property uchar a",
                                      "element vertex 4",
                                      "property float x",
                                      "property float y",
                                      "property float z",
                                      "element face 2",
                                      "property list uchar int vertex_indices",
                                      "end_header"};
  size_t at = 0;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    at += (size_t)sprintf((char *)out + at, "%s%s", lines[i], end);
  out[at++] = '\n';
  for (int i = 0; i < 12; i++) {
    const float value = (float)square[i];
    at = put_bytes(out, at, &value, sizeof value);
  }
  for (int t = 0; t < 2; t++) {
    out[at++] = 3;
    at = put_bytes(out, at, halves + 3 * t, 3 * sizeof *halves);
  }
  return at;
}

static void expect_bytes(check *self, const char *path, const void *bytes, size_t size, const char *name, bool refused,
                         const xpbd_import_info *info) {
  const struct found f = {name, NULL, refused, *info};
  if (file_put(self, path, bytes, size)) expect_found(self, path, &f);
}

static void run_binary(check *self, int argument) {
  static const char *const ends[] = {"\n", "\r\n", "\r"};
  static const char *const names[] = {"lf.ply", "crlf.ply", "cr.ply"};
  const xpbd_import_info clean = {0}, welded = {.welded = 2}, odd = {.welded = 2, .odd = 1};
  unsigned char bytes[1024];
  char *folder = folder_make(self), path[1024];
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s", folder_path(folder, names[i]));
    expect_bytes(self, path, bytes, make_ply(bytes, ends[i]), names[i], false, &clean);
  }
  const size_t whole = make_ply(bytes, "\n");
  bytes[whole] = 3;
  expect_bytes(self, path, bytes, whole + 1, "more.ply", true, &(xpbd_import_info){.odd = 1});
  snprintf(path, sizeof path, "%s", folder_path(folder, "binary.stl"));
  expect_bytes(self, path, bytes, make_stl(bytes, "exported", 2, 0), "binary.stl", false, &welded);
  expect_bytes(self, path, bytes, make_stl(bytes, "solid part", 2, 0), "solid.stl", false, &welded);
  expect_bytes(self, path, bytes, make_stl(bytes, "solid part", 2, 9), "longer.stl", true, &odd);
  expect_bytes(self, path, bytes, make_stl(bytes, "COLOR=abcd", 0, 0), "uncounted.stl", true, &odd);
  const size_t size = make_stl(bytes, "exported", 3, 0);
  if (file_put(self, path, bytes, size))
    expect_bad_file(self, path, path, XPBD_ERR_BAD_FILE, "announces 3 facets", "cut.stl");
}

/// A triangle of twice the size; `mode` of the primitive ("" = triangles), `first` the first six bytes of its first
/// corner, in base64.
static void triangle_in_glTF(char *out, size_t capacity, const char *mode, const char *first) {
  snprintf(out, capacity,
           "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,\"scale\":[2,2,2]}],"
           "\"meshes\":[{\"primitives\":[{%s\"attributes\":{\"POSITION\":0}}]}],"
           "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
           "\"min\":[0,0,0],\"max\":[1,1,0]}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
           "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,"
           "%sAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}",
           mode, first);
}

/* A definition without the defaults, a message in too little room, formats, and other kinds. */
static void run_import_interface(check *self, int argument) {
  const xpbd_import_def made_up = {.strict = true};
  const xpbd_import_info many = {.duplicates = 3, .flat = 1, .odd = 70000};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  char line[256], cut[20];
  check_status(self, xpbd_mesh_read("no.obj", &made_up, NULL, &mesh), XPBD_ERR_INVALID_ARGUMENT, "a def made up");
  check_status(self, xpbd_mesh_read(NULL, NULL, NULL, &mesh), XPBD_ERR_INVALID_ARGUMENT, "no path");
  check_status(self, xpbd_mesh_read("none.obj", NULL, NULL, &mesh), XPBD_ERR_IO, "no file");
  check_same(self, (uint64_t)xpbd_import_repairs(&many, line, sizeof line), 70004, "repairs");
  check_true(self,
             strcmp(line, "3 repeated elements dropped, 1 element without area or volume dropped, "
                          "70000 irregularities of the file tolerated") == 0,
             "the line: \"%s\"", line);
  const xpbd_import_info each = {.duplicates = 1, .repeated = 1, .crossing = 2, .odd = 1, .untextured = 1},
                         more = {.repeated = 2, .flat = 2, .crossing = 1, .untextured = 2};
  char all[512];
  xpbd_import_repairs(&each, all, sizeof all);
  check_true(self,
             strcmp(all,
                    "1 repeated element dropped, 1 repeated corner removed, "
                    "2 self-intersecting polygons split as well as possible, 1 irregularity of the file tolerated, "
                    "1 invalid texture coordinate, so none are used") == 0,
             "the line: \"%s\"", all);
  xpbd_import_repairs(&more, all, sizeof all);
  check_true(self,
             strcmp(all, "2 repeated corners removed, 2 elements without area or volume dropped, "
                         "1 self-intersecting polygon split as well as possible, "
                         "2 invalid texture coordinates, so none are used") == 0,
             "the line: \"%s\"", all);
  check_same(self, (uint64_t)xpbd_import_repairs(&many, cut, sizeof cut), 70004, "repairs, in little room");
  check_true(self, strncmp(cut, line, sizeof cut - 1) == 0 && strlen(cut) == sizeof cut - 1, "cut off: \"%s\"", cut);
  check_same(self, (uint64_t)xpbd_import_repairs(&many, NULL, 0), 70004, "repairs, in no room");
  static const char *const own[] = {"obj", "PLY", "Stl", "off", "msh", "node", "ele"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) check_true(self, xpbd_mesh_readable(own[i]), "%s", own[i]);
  check_control(self, !xpbd_mesh_readable("docx") && !xpbd_mesh_readable("") && !xpbd_mesh_readable(NULL), "docx");
  char *folder = folder_make(self);
  /* glTF is short text; without assimp the message says what to do */
  char glTF[800];
  triangle_in_glTF(glTF, sizeof glTF, "", "AAAAAAAA");
  const char *path = folder_path(folder, "triangle.gltf");
  const bool built = xpbd_mesh_readable("gltf");
  file_put(self, path, glTF, strlen(glTF));
  const char *other = folder_path(folder, "mesh.unknown");
  file_put(self, other, glTF, strlen(glTF));
  expect_bad_file(self, other, other, built ? XPBD_ERR_BAD_FILE : XPBD_ERR_NOT_BUILT, "convert it to OBJ", "unknown");
  const xpbd_status status = xpbd_mesh_read(path, NULL, NULL, &mesh);
  check_status(self, status, built ? XPBD_OK : XPBD_ERR_NOT_BUILT, "a triangle in glTF, twice its size");
  if (built)
    check_true(self, mesh_area(&mesh) == 2, "the area of the triangle, scaled by its node: %g", mesh_area(&mesh));
  if (!built) check_true(self, strstr(xpbd_last_error(), "convert it to OBJ"), "the reason: %s", xpbd_last_error());
  xpbd_mesh_destroy(&mesh);
  /* a line strip and the triangle in one file: an edge of the strip is no face */
  triangle_in_glTF(glTF, sizeof glTF, "\"mode\":3,\"attributes\":{\"POSITION\":0}},{", "AAAAAAAA");
  file_put(self, path, glTF, strlen(glTF));
  if (built && check_status(self, xpbd_mesh_read(path, NULL, NULL, &mesh), XPBD_OK, "lines beside a triangle"))
    check_true(self, mesh.triangle_count == 1 && mesh_area(&mesh) == 2, "%d triangles of area %g",
               (int)mesh.triangle_count, mesh_area(&mesh));
  file_put(self, path, "{\"asset\":{\"version\":\"2.0\"},", 28);
  if (built) expect_bad_file(self, path, path, XPBD_ERR_BAD_FILE, "assimp refuses it", "JSON cut off");
  triangle_in_glTF(glTF, sizeof glTF, "\"mode\":0,", "AAAAAAAA");
  file_put(self, path, glTF, strlen(glTF));
  if (built) expect_bad_file(self, path, path, XPBD_ERR_BAD_FILE, "it has no faces (vertices: 3)", "points alone");
  triangle_in_glTF(glTF, sizeof glTF, "", "AADAfwAA");
  file_put(self, path, glTF, strlen(glTF));
  if (built)
    expect_bad_file(self, path, path, XPBD_ERR_BAD_FILE, "is not finite, and face 1 uses it", "a corner at NaN");
}

void check_mesh_repairs(check_registry *registry) {
  check_add(registry, "found", "files as programs write them, odd ones too; strict refuses what is repaired", run_found,
            0);
  check_add(registry, "crossed", "a polygon that crosses itself", run_crossed, 0);
  check_add(registry, "binary", "binary files with odd headers", run_binary, 0);
  check_add(registry, "import_interface", "definition, report, formats", run_import_interface, 0);
}
