/* Why this file exists: tests files of finite elements. Every spelling of Gmsh and TetGen gives the same body, errors
 * are refused with their line, and tets and textures are written as the formats say. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mesh_checks.h"
#include "xpbd/import.h"

/* Two tets on one triangle, the second written with negative volume. */
#define NODES_22    "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 .2 .2 1\n5 .2 .2 -1\n$EndNodes\n"
#define FORMAT_22   "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define FORMAT_41   "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define ELEMENTS_22 "$Elements\n2\n1 4 2 1 1 1 2 3 4\n2 4 2 1 1 1 2 3 5\n$EndElements\n"
#define NODES_41    "$Nodes\n1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n.2 .2 1\n.2 .2 -1\n$EndNodes\n"
#define ELEMENTS_41 "$Elements\n1 2 1 2\n3 1 4 2\n1 1 2 3 4\n2 1 2 3 5\n$EndElements\n"
#define NODE_FILE   "5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 .2 .2 1\n5 .2 .2 -1\n"
#define ELE_FILE    "2 4 0\n1 1 2 3 4\n2 1 2 3 5\n"

#define FORMAT_40  "$MeshFormat\n4 0 8\n$EndMeshFormat\n"
#define NODES_40   "$Nodes\n1 5\n1 3 0 5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 .2 .2 1\n5 .2 .2 -1\n$EndNodes\n"
#define NODES_1    "$NOD\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 .2 .2 1\n5 .2 .2 -1\n$ENDNOD\n"
#define ELEMENTS_1 "$ELM\n3\n7 15 0 1 1 1\n1 4 1 1 4 1 2 3 4\n2 4 1 1 4 1 2 3 5\n$ENDELM\n"

static const double pair_positions[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, .2, .2, 1, .2, .2, -1};
static const int32_t pair_tets[8] = {0, 1, 2, 3, 0, 1, 4, 2};

#define VTK_HEAD(version) "# vtk DataFile Version " version "\na body\nASCII\nDATASET UNSTRUCTURED_GRID\n"
#define VTK_POINTS        "POINTS 5 double\n0 0 0 1 0 0 0 1 0\n.2 .2 1 .2 .2 -1\n"

#define VTU_HEAD                                                                                                       \
  "<?xml version=\"1.0\"?>\n<!-- <Piece> -->\n"                                                                        \
  "<VTKFile type='UnstructuredGrid' version=\"1.0\" byte_order=\"LittleEndian\">\n<UnstructuredGrid>\n"                \
  "<Piece NumberOfPoints=\"5\" NumberOfCells=\"3\">\n"
#define VTU_POINTS                                                                                                     \
  "<Points>\n<DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">\n0 0 0 1 0 0 0 1 0\n"              \
  ".2 .2 1 .2 .2 -1\n</DataArray>\n</Points>\n"
#define VTU_CELLS                                                                                                      \
  "<Cells>\n<DataArray type=\"Int64\" Name=\"connectivity\" format=\"ascii\">0 1 2 3 0 1 2 0 1 2 4</DataArray>\n"      \
  "<DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">4 7 11</DataArray>\n"                                   \
  "<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">10 5 10</DataArray>\n</Cells>\n"
#define VTU_TAIL "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n"
/* Compressed by zlib, the points in two blocks. */
#define VTU_PACKED                                                                                                     \
  "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\" header_type=\"UInt32\" "                             \
  "compressor=\"vtkZLibDataCompressor\"><UnstructuredGrid>"                                                            \
  "<Piece NumberOfPoints=\"5\" NumberOfCells=\"3\"><Points><DataArray type=\"Float64\" "                               \
  "NumberOfComponents=\"3\" format=\"binary\"> "                                                                       \
  "AgAAAEAAAAA4AAAAEQAAABoAAAA=eNpjYMAHPtgzEJAHACpeAl942mNggIBZM0HgpD2Mhoh+sMchvh8AM2QVWw=="                           \
  "</DataArray></Points><Cells><DataArray type=\"Int32\" Name=\"connectivity\" format=\"binary\">"                     \
  "AQAAAACAAAAsAAAAGgAAAA==eNpjYGBgYARiJiBmZoAAGB+ZzQLEAAFoABE="                                                       \
  "</DataArray><DataArray type=\"Int32\" Name=\"offsets\" format=\"binary\">"                                          \
  "AQAAAACAAAAMAAAAEQAAAA==eNpjYWBgYAdibiAGAACgABc="                                                                   \
  "</DataArray><DataArray type=\"UInt8\" Name=\"types\" format=\"binary\">"                                            \
  "AQAAAACAAAADAAAACwAAAA==eNrjYuUCAAA1ABo="                                                                           \
  "</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>"
/* Big-endian in one string of base64 behind the grid. */
#define VTU_APPENDED                                                                                                   \
  "<VTKFile type=\"UnstructuredGrid\" byte_order=\"BigEndian\" header_type=\"UInt64\"><UnstructuredGrid>"              \
  "<Piece NumberOfPoints=\"5\" NumberOfCells=\"3\"><PointData><DataArray type=\"String\" Name=\"word\" "               \
  "format=\"appended\" offset=\"9\"/></PointData><Points><DataArray type=\"Float64\" "                                 \
  "NumberOfComponents=\"3\" format=\"appended\" offset=\"0\"/></Points><Cells>"                                        \
  "<DataArray type=\"Int64\" Name=\"connectivity\" format=\"appended\" offset=\"172\"/>"                               \
  "<DataArray type=\"Int64\" Name=\"offsets\" format=\"appended\" offset=\"300\"/>"                                    \
  "<DataArray type=\"UInt8\" Name=\"types\" format=\"appended\" offset=\"344\"/>"                                      \
  "</Cells></Piece></UnstructuredGrid><AppendedData encoding=\"base64\"> _"                                            \
  "AAAAAAAAAHgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD/w"                           \
  "AAAAAAAAAAAAAAAAAAA/yZmZmZmZmj/JmZmZmZmaP/AAAAAAAAA/yZmZmZmZmj/JmZmZmZmav/AAAAAAAAA="                               \
  "AAAAAAAAAFgAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAIAAAAAAAAAAwAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAgAA"                           \
  "AAAAAAAAAAAAAAAAAAEAAAAAAAAAAgAAAAAAAAAE"                                                                           \
  "AAAAAAAAABgAAAAAAAAABAAAAAAAAAAHAAAAAAAAAAs="                                                                       \
  "AAAAAAAAAAMKBQo="                                                                                                   \
  "</AppendedData></VTKFile>"

/* A path with the extension .node, capitals or not, also has a file .ele, which is `elements`. */
static const struct good {
  const char *name, *text, *elements;
  int32_t isolated;
} good_files[] = {
    {"plain.msh", FORMAT_22 NODES_22 ELEMENTS_22, NULL, 0},
    {"order.msh", "$Comments\nmade here\n$EndComments\n" FORMAT_22 ELEMENTS_22 NODES_22, NULL, 0},
    {"extra.MSH", /* names, data, gaps and disorder of numbers, points, lines, surfaces, vertices of no tet, CR LF */
     "$MeshFormat\r\n2.2 0 8\r\n$EndMeshFormat\r\n$PhysicalNames\r\n1\r\n3 1 \"a $Body\"\r\n$EndPhysicalNames\r\n\r\n"
     "$Nodes\r\n7\r\n90 0 0 0\r\n7 1 0 0\r\n999999999999 9 9 9\r\n8 0 1 0\r\n3 2e-1 .2 1.0\r\n5 +.2 .2 -1\r\n1 8 8 "
     "8\r\n"
     "$EndNodes\r\n$Elements\r\n7\r\n1 15 2 0 1 90\r\n2 1 2 0 1 90 7\r\n3 2 2 0 1 90 7 8\r\n4 3 2 0 1 90 7 8 3\r\n"
     "5 4 4 1 1 1 1 90 7 8 3\r\n9 2 0 7 8 3\r\n6 4 0 90 7 8 5\r\n$EndElements\r\n$Periodic\r\n0\r\n$EndPeriodic",
     NULL, 2},
    {"plain41.msh", FORMAT_41 NODES_41 ELEMENTS_41, NULL, 0},
    {"blocks41.msh", /* entities, empty blocks, vertices with parameters, points and surfaces */
     FORMAT_41 "$Entities\n1 0 0 1\n1 0 0 0 0\n1 0 0 0 1 1 1 0 0\n$EndEntities\n"
               "$Nodes\n4 6 3 70\n0 1 0 1\n70\n0 0 0\n1 1 1 2\n30\n3\n1 0 0 .5\n9 9 9 .75\n2 4 0 0\n"
               "3 1 0 3\n31\n33\n32\n0 1 0\n.2 .2 1\n.2 .2 -1\n$EndNodes\n"
               "$Elements\n4 5 1 5\n0 1 15 1\n1 70\n2 1 2 1\n2 70 30 31\n2 2 3 1\n3 1 2 3 4\n3 1 4 2\n4 70 30 31 33\n"
               "5 70 30 31 32\n$EndElements\n",
     NULL, 1},
    {"old.msh", NODES_1 ELEMENTS_1, NULL, 0},
    {"parametric.msh", /* vertices on a point, a curve, a surface and in a volume */
     FORMAT_22 "$ParametricNodes\n5\n1 0 0 0 0 1\n2 1 0 0 1 1 .5\n3 0 1 0 2 1 .5 .25\n4 .2 .2 1 3 1\n5 .2 .2 -1 3 1\n"
               "$EndParametricNodes\n" ELEMENTS_22,
     NULL, 0},
    {"plain40.msh", FORMAT_40 NODES_40 "$Elements\n1 2\n1 3 4 2\n1 1 2 3 4\n2 1 2 3 5\n$EndElements\n", NULL, 0},
    {"blocks40.msh", /* entities, vertices with parameters, points and surfaces */
     "$MeshFormat\n4.0 0 8\n$EndMeshFormat\n"
     "$Entities\n1 0 0 1\n1 0 0 0 0 0 0 0\n1 0 0 0 1 1 1 0 0\n$EndEntities\n"
     "$Nodes\n4 6\n1 0 1 1\n70 0 0 0\n1 1 1 1\n30 1 0 0 .5\n1 2 1 1\n3 9 9 9 .75 .5\n1 3 1 3\n31 0 1 0\n"
     "33 .2 .2 1\n32 .2 .2 -1\n$EndNodes\n"
     "$Elements\n3 4\n1 0 15 1\n1 70\n1 2 2 1\n3 70 30 31\n1 3 4 2\n4 70 30 31 33\n5 70 30 31 32\n$EndElements\n",
     NULL, 1},
    {"ten.node", NODE_FILE, "2 10 0\n1 1 2 3 4 1 2 3 4 5 1\n2 1 2 3 5 1 2 3 4 5 1\n", 0},
    {"plain.vtu", VTU_HEAD VTU_POINTS VTU_CELLS VTU_TAIL, NULL, 0},
    {"packed.vtu", VTU_PACKED, NULL, 0},
    {"appended.vtu", VTU_APPENDED, NULL, 0},
    {"plain.vtk", VTK_HEAD("2.0") VTK_POINTS "CELLS 2 10\n4 0 1 2 3\n4 0 1 2 4\nCELL_TYPES 2\n10\n10\n", NULL, 0},
    {"extra.VTK", /* data of the file, points, lines, surfaces, a point of no tet, CR LF */
     "# vtk DataFile Version 3.0\r\n\r\nascii\r\ndataset unstructured_grid\r\nFIELD FieldData 1\r\nTIME 1 1 double\r\n"
     "0.5\r\nPOINTS 6 vtktypeint64\r\n0 0 0 1 0 0 0 1 0\r\n2e-1 .2 1 0.2 +.2 -1 7 7 7\r\n\r\nCELLS 6 20\r\n1 0 2 0 "
     "1\r\n"
     "4 0 1 2 3 3 0 1 2 0\r\n4 0 1 2 4\r\nCELL_TYPES 6\r\n1 3 10 5 2 10\r\n",
     NULL, 1},
    {"offsets.vtk", /* format 5 */
     VTK_HEAD("5.1") VTK_POINTS "METADATA\nINFORMATION 1\nNAME A LOCATION B\nDATA 0\n\nCELLS 3 8\n"
                                "OFFSETS vtktypeint64\n0 4 8\nCONNECTIVITY vtktypeint64\n0 1 2 3 0 1\n2 4\n"
                                "CELL_TYPES 2\n10\n10\n",
     NULL, 0},
    {"one.node", NODE_FILE, ELE_FILE, 0},
    {"capital.NODE", NODE_FILE, ELE_FILE, 0},
    {"mixed.Node", NODE_FILE, ELE_FILE, 0},
    {"zero.node", "# of TetGen\n5 3 0 0\n\n0 0 0 0\n1 1 0 0 # a corner\n2 0 1 0\n3 .2 .2 1\n4 .2 .2 -1\n# end",
     "2 4 0\n0 0 1 2 3\n1 0 1 2 4\n# Generated by tetgen", 0},
    {"marked.node",
     "6 3 2 1\n1 0 0 0 5 6 -1\n2 1 0 0 5 6 0\n3 0 1 0 5 6 0\n4 .2 .2 1 5 6 1\n5 .2 .2 -1 0 0 1\n6 7 7 7 0 0 0\n",
     "2 4 1\n1 1 2 3 4 -7\n2 1 2 3 5 8\n", 1},
    {"short.node", "5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 .2 .2 1\n5 .2 .2 -1\n", "2\n1 1 2 3 4\n2 1 2 3 5\n", 0},
};

/* Writes the file, or both; `other` is the path of the second. */
static bool put_files(check *self, const char *folder, const char *name, const char *text, const char *elements,
                      char path[1024], char other[1024]) {
  snprintf(path, 1024, "%s", folder_path(folder, name));
  snprintf(other, 1024, "%s", path);
  if (!file_put(self, path, text, strlen(text))) return false;
  if (!elements) return true;
  const char *extension = strrchr(name, '.');
  strcpy(strrchr(other, '.'), strcmp(extension, ".NODE") == 0   ? ".ELE"
                              : strcmp(extension, ".Node") == 0 ? ".Ele"
                                                                : ".ele");
  return file_put(self, other, elements, strlen(elements));
}

static void run_elements(check *self, int argument) {
  char *folder = folder_make(self), path[1024], other[1024];
  xpbd_mesh expected = {0}, mesh;
  if (check_status(self, xpbd_mesh_make_tets(5, pair_positions, 2, pair_tets, &expected), XPBD_OK, "the body"))
    for (size_t i = 0; i < sizeof good_files / sizeof *good_files; i++) {
      const struct good *g = &good_files[i];
      if (!put_files(self, folder, g->name, g->text, g->elements, path, other)) continue;
      for (int given = 0; given < (g->elements ? 2 : 1); given++) { /* both files of a pair lead to it */
        xpbd_import_info info;
        if (!check_status(self, xpbd_mesh_read(given ? other : path, NULL, &info, &mesh), XPBD_OK, "%s", g->name))
          continue;
        check_true(self, mesh_equal(&mesh, &expected), "%s: the same body (%d vertices, %d tets)", g->name,
                   mesh.vertex_count, mesh.tet_count);
        check_same(self, (uint64_t)info.inverted, 1, "%s: tets turned", g->name);
        check_same(self, (uint64_t)info.isolated, (uint64_t)g->isolated, "%s: vertices left out", g->name);
        check_true(self, info.welded == 0 && info.triangulated == 0, "%s: nothing else to repair", g->name);
        mesh.tets[4] ^= 1;
        check_control(self, !mesh_equal(&mesh, &expected), "%s: another corner", g->name);
        xpbd_mesh_destroy(&mesh);
      }
    }
  xpbd_mesh_destroy(&expected);
}

/* A file with only triangles is a surface. Corners at one position are merged, as in every other file of triangles. */
static void run_element_surface(check *self, int argument) {
  static const char text[] = FORMAT_22 "$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 1 1 0\n5 0 1 0\n6 5 5 5\n$EndNodes\n"
                                       "$Elements\n3\n1 1 2 0 1 1 2\n2 2 2 0 1 1 2 3\n3 2 2 0 1 2 4 5\n$EndElements\n";
  const double positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  const int32_t triangles[6] = {0, 1, 2, 1, 3, 2};
  char *folder = folder_make(self);
  xpbd_mesh expected = {0}, mesh;
  xpbd_import_info info;
  if (check_status(self, xpbd_mesh_make(4, positions, 2, triangles, &expected), XPBD_OK, "the surface")) {
    const char *path = folder_path(folder, "surface.msh");
    file_put(self, path, text, strlen(text));
    if (check_status(self, xpbd_mesh_read(path, NULL, &info, &mesh), XPBD_OK, "surface.msh")) {
      check_true(self, mesh_equal(&mesh, &expected), "the same surface (%d vertices, %d triangles)", mesh.vertex_count,
                 mesh.triangle_count);
      check_true(self, !mesh.tets && mesh.tet_count == 0, "no tets");
      check_true(self, info.welded == 1 && info.isolated == 1 && info.inverted == 0,
                 "welded %d isolated %d inverted %d", info.welded, info.isolated, info.inverted);
      mesh.positions[2] = -0.0;
      check_control(self, !mesh_equal(&mesh, &expected), "a zero of the other sign");
      xpbd_mesh_destroy(&mesh);
    }
  }
  xpbd_mesh_destroy(&expected);
}

/* Any body, written here in each format, is read back bit for bit. */
static void put_body(const char *path, const char *tets_path, const xpbd_mesh *mesh, int kind) {
  FILE *nodes = fopen(path, "w"), *tets = kind == 2 ? fopen(tets_path, "w") : nodes;
  if (!nodes || !tets) return;
  const int n = mesh->vertex_count, t = mesh->tet_count;
  if (kind == 0) fprintf(nodes, FORMAT_22 "$Nodes\n%d\n", n);
  if (kind == 1) fprintf(nodes, FORMAT_41 "$Nodes\n1 %d 1 %d\n3 1 0 %d\n", n, n, n);
  if (kind == 2) fprintf(nodes, "%d 3 0 0\n", n);
  for (int v = 0; v < n && kind == 1; v++) fprintf(nodes, "%d\n", n - v); /* numbered backwards */
  for (int v = 0; v < n; v++) {
    const double *p = mesh->positions + 3 * v;
    if (kind != 1) fprintf(nodes, "%d ", v + 1);
    fprintf(nodes, "%.17g %.17g %.17g\n", p[0], p[1], p[2]);
  }
  if (kind == 0) fprintf(nodes, "$EndNodes\n$Elements\n%d\n", t);
  if (kind == 1) fprintf(nodes, "$EndNodes\n$Elements\n1 %d 1 %d\n3 1 4 %d\n", t, t, t);
  if (kind == 2) fprintf(tets, "%d 4 0\n", t);
  for (int i = 0; i < t; i++) {
    const int32_t *corner = mesh->tets + 4 * i;
    fprintf(tets, kind == 0 ? "%d 4 2 1 1" : "%d", i + 1);
    for (int k = 0; k < 4; k++) fprintf(tets, " %d", kind == 1 ? n - corner[k] : corner[k] + 1);
    fputc('\n', tets);
  }
  if (kind < 2) fprintf(nodes, "$EndElements\n");
  fclose(nodes);
  if (kind == 2) fclose(tets);
}

static void run_element_round_trip(check *self, int argument) {
  static const char *const names[] = {"body22.msh", "body41.msh", "body.node", "body.vtk"};
  char *folder = folder_make(self);
  xpbd_mesh beam, back;
  xpbd_import_info info;
  if (check_status(self, xpbd_mesh_make_beam(6, 5, 4, 0.1, &beam), XPBD_OK, "beam")) {
    for (int32_t i = 0; i < 3 * beam.vertex_count; i++) beam.positions[i] += check_random(self, -0.01, 0.01);
    for (int kind = 0; kind < 4; kind++) {
      if (kind < 3)
        put_body(folder_path(folder, names[kind]), folder_path(folder, "body.ele"), &beam, kind);
      else
        check_status(self, xpbd_mesh_write(folder_path(folder, names[kind]), &beam, NULL), XPBD_OK, "written as VTK");
      const xpbd_status status = xpbd_mesh_read(folder_path(folder, names[kind]), NULL, &info, &back);
      if (!check_status(self, status, XPBD_OK, "%s", names[kind])) continue;
      check_true(self, mesh_equal(&beam, &back), "%s: the same body after writing and reading", names[kind]);
      check_true(self, info.inverted == 0 && info.isolated == 0, "%s: nothing to repair", names[kind]);
      back.positions[0] = -back.positions[0] + 1e-17;
      check_control(self, !mesh_equal(&beam, &back), "%s: a position changed in its last digit", names[kind]);
      xpbd_mesh_destroy(&back);
    }
    xpbd_mesh_destroy(&beam);
  }
}

/* What is said of each stands in tests/golden/errors/mesh.exact. For a pair it names the wrong file, too. */
static const struct bad {
  const char *name, *text, *elements;
} bad_files[] = {
    {"empty.msh", "", NULL},
    {"obj.msh", "v 0 0 0\n", NULL},
    {"format.msh", "$MeshFormat\n3 0 8\n$EndMeshFormat\n", NULL},
    {"old.msh", "$NOD\n0\n$ENDNOD\n", NULL},
    {"oldend.msh", "$NOD\n0\n$EndNodes\n", NULL},
    {"oldtype.msh", NODES_1 "$ELM\n1\n1 4 1 1 3 1 2 3\n", NULL},
    {"entity.msh", FORMAT_22 "$ParametricNodes\n1\n1 0 0 0 4 1\n", NULL},
    {"parameter.msh", FORMAT_22 "$ParametricNodes\n1\n1 0 0 0 2 1 .5\n", NULL},
    {"parameters.msh", FORMAT_22 "$ParametricNodes\n2\n1 0 0 0 0 1\n2 0 0 0 0 1\n\n$EndParametricNodes\n" NODES_22,
     NULL},
    {"block40.msh", FORMAT_40 "$Nodes\n1 5\n1 3 0 6\n", NULL},
    {"node40.msh", FORMAT_40 "$Nodes\n1 5\n1 3 0 5\n1 0 0 0 1\n", NULL},
    {"type.msh", "$MeshFormat\n4.1 2 8\n", NULL},
    {"formatless.msh", "$MeshFormat\n4.1 0\n", NULL},
    {"head.msh", "$MeshFormat\n4.1 0 8\n$Nodes\n", NULL},
    {"nothing.msh", FORMAT_22, NULL},
    {"nodes.msh", FORMAT_22 NODES_22, NULL},
    {"none.msh", FORMAT_22 NODES_22 "$Elements\n0\n$EndElements\n", NULL},
    {"stray.msh", FORMAT_22 "stray\n", NULL},
    {"section.msh", FORMAT_22 "$Names\n1\n" NODES_22, NULL},
    {"second.msh", FORMAT_22 NODES_22 NODES_22, NULL},
    {"few.msh",
     FORMAT_22 "$Nodes\n6"
               "\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n",
     NULL},
    {"many.msh", FORMAT_22 "$Nodes\n2\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n", NULL},
    {"count.msh", FORMAT_22 "$Nodes\nfive\n", NULL},
    {"coordinates.msh", FORMAT_22 "$Nodes\n2\n1 0 0\n2 1 0 0\n$EndNodes\n", NULL},
    {"toomany.msh", FORMAT_22 "$Nodes\n2\n1 0 0 0 0\n2 1 0 0\n$EndNodes\n", NULL},
    {"nan.msh", FORMAT_22 "$Nodes\n2\n1 0 0 0\n2 nan 0 0\n$EndNodes\n", NULL},
    {"twice.msh", FORMAT_22 "$Nodes\n2\n1 0 0 0\n1 1 0 0\n$EndNodes\n" ELEMENTS_22, NULL},
    {"zero.msh", FORMAT_22 "$Nodes\n1\n-1 0 0 0\n$EndNodes\n", NULL},
    {"range.msh", FORMAT_22 NODES_22 "$Elements\n1\n1 4 2 1 1 1 2 3 6\n$EndElements\n", NULL},
    {"corner.msh", FORMAT_22 NODES_22 "$Elements\n1\n1 4 2 1 1 1 2 3\n$EndElements\n", NULL},
    {"corners.msh", FORMAT_22 NODES_22 "$Elements\n1\n1 4 2 1 1 1 2 3 4 5\n$EndElements\n", NULL},
    {"hexahedron.msh", FORMAT_22 NODES_22 "$Elements\n1\n1 5 0 1 2 3 4 5 6 7 8\n$EndElements\n", NULL},
    {"cut.msh", FORMAT_22 NODES_22 "$Elements\n2\n1 4 0 1 2 3 4\n", NULL},
    {"tags.msh", FORMAT_22 NODES_22 "$Elements\n1\n1 4 -1 1 2 3 4\n$EndElements\n", NULL},
    {"word.msh", FORMAT_22 NODES_22 "$Elements\n1\n1 4 x 1 2 3 4\n$EndElements\n", NULL},
    {"huge.msh", FORMAT_22 "$Nodes\n999999999999999999\n1 0 0 0\n", NULL},
    {"block41.msh", FORMAT_41 "$Nodes\n1 4 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n", NULL},
    {"negative41.msh", FORMAT_41 "$Nodes\n1 4 1 5\n3 1 0 -1\n", NULL},
    {"less41.msh", FORMAT_41 "$Nodes\n1 6 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 0 -1\n$EndNodes\n",
     NULL},
    {"parameters41.msh", FORMAT_41 "$Nodes\n1 1 1 1\n2 1 1 1\n1\n0 0 0 0.5\n$EndNodes\n", NULL},
    {"dimension41.msh", FORMAT_41 "$Nodes\n1 1 1 1\n4 1 1 1\n1\n0 0 0 0.5\n$EndNodes\n", NULL},
    {"dimension-41.msh", FORMAT_41 "$Nodes\n1 1 1 1\n-1 1 0 1\n1\n0 0 0\n", NULL},
    {"parametric41.msh", FORMAT_41 "$Nodes\n1 1 1 1\n3 1 2 1\n1\n0 0 0\n", NULL},
    {"parametric-41.msh", FORMAT_41 "$Nodes\n1 1 1 1\n3 1 -1 1\n1\n0 0 0\n", NULL},
    {"blocks-41.msh", FORMAT_41 "$Nodes\n-1 1 1 1\n", NULL},
    {"far41.msh", FORMAT_41 "$Nodes\n1 1 1 1\n3 1 0 1\n1\n0 -1.1e18 0\n", NULL},
    {"negative.msh", FORMAT_22 "$Nodes\n-1\n$EndNodes\n", NULL},
    {"fits.msh", FORMAT_22 "$Nodes\n12\n1 0\n", NULL}, /* 49 bytes, 4 for each */
    {"unfit.msh", FORMAT_22 "$Nodes\n13\n1 0\n", NULL},
    {"end.msh", FORMAT_22 "$EndNodes\n", NULL},
    {"elements.msh", FORMAT_22 NODES_22 ELEMENTS_22 ELEMENTS_22, NULL},
    {"narrow.msh", "$MeshFormat\n2.2 1 4\n\x01", NULL},
    {"narrow41.msh", "$MeshFormat\n4.1 1 2\n\x01", NULL},
    {"type-1.msh", "$MeshFormat\n4.1 -1 8\n", NULL},
    {"type0.msh", FORMAT_22 NODES_22 "$Elements\n1\n1 0 0 1 2 3 4\n", NULL},
    {"type34.msh", FORMAT_22 NODES_22 "$Elements\n1\n1 34 0 4 1 2 3 4\n", NULL},
    {"type76.msh", FORMAT_22 NODES_22 "$Elements\n1\n1 76 0 1 2 3 4\n", NULL},
    {"inf41.msh", FORMAT_41 "$Nodes\n1 1 1 1\n3 1 0 1\n1\n0 inf 0\n$EndNodes\n", NULL},
    {"range41.msh", FORMAT_41 NODES_41 "$Elements\n1 2 1 2\n3 1 4 2\n1 1 2 3 4\n2 1 2 3 9\n$EndElements\n", NULL},
    {"cut41.msh", FORMAT_41 NODES_41 "$Elements\n1 2 1 2\n3 1 4 2\n1 1 2 3 4\n", NULL},
    {"end41.msh", FORMAT_41 NODES_41 "$Elements\n1 2 1 2\n3 1 4 2\n1 1 2 3 4\n2 1 2 3 5\n", NULL},
    {"prism41.msh", FORMAT_41 NODES_41 "$Elements\n1 2 1 2\n3 1 6 2\n", NULL},
    {"title.vtk", "v 0 0 0\n", NULL},
    {"kind.vtk", "# vtk DataFile Version 3.0\n\nTEXT\n", NULL},
    {"dataset.vtk", "# vtk DataFile Version 3.0\n\nASCII\nDATASET RECTILINEAR_GRID\n", NULL},
    {"empty.vtk", VTK_HEAD("3.0"), NULL},
    {"nan.vtk", VTK_HEAD("3.0") "POINTS 1 float\n0 nan 0\n", NULL},
    {"twice.vtk", VTK_HEAD("3.0") VTK_POINTS VTK_POINTS, NULL},
    {"few.vtk", VTK_HEAD("3.0") "POINTS 2 float\n0 0 0\n1 0\nCELLS 0 0\n", NULL},
    {"many.vtk", VTK_HEAD("3.0") "POINTS 1 float\n0 0 0 0\n", NULL},
    {"huge.vtk", VTK_HEAD("3.0") "POINTS 999999999999999999 float\n", NULL},
    {"negative.vtk", VTK_HEAD("3.0") "POINTS -1 float\n", NULL},
    {"typeless.vtk", VTK_HEAD("3.0") VTK_POINTS "CELLS 1 5\n4 0 1 2 3\n", NULL},
    {"types.vtk", VTK_HEAD("3.0") VTK_POINTS "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 2\n10 10\n", NULL},
    {"size.vtk", VTK_HEAD("3.0") VTK_POINTS "CELLS 1 4\n4 0 1 2 3\n", NULL},
    {"less.vtk", VTK_HEAD("3.0") VTK_POINTS "CELLS 1 6\n4 0 1 2 3\n", NULL},
    {"range.vtk", VTK_HEAD("3.0") VTK_POINTS "CELLS 1 5\n4 0 1 2 5\nCELL_TYPES 1\n10\n", NULL},
    {"hexahedron.vtk", VTK_HEAD("3.0") VTK_POINTS "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n12\n", NULL},
    {"corners.vtk", VTK_HEAD("3.0") VTK_POINTS "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n10\n", NULL},
    {"offset.vtk", VTK_HEAD("5.1") VTK_POINTS "CELLS 2 4\nOFFSETS vtktypeint64\n0 5\n", NULL},
    {"last.vtk", VTK_HEAD("5.1") VTK_POINTS "CELLS 2 4\nOFFSETS vtktypeint64\n0 3\n", NULL},
    {"words.vtk", VTK_HEAD("5.1") VTK_POINTS "CELLS 1 5\n4 0 1 2 3\n", NULL},
    {"title.vtu", "v 0 0 0\n", NULL},
    {"kind.vtu", "<VTKFile type=\"PolyData\">\n", NULL},
    {"lz4.vtu", "<VTKFile type=\"UnstructuredGrid\" compressor=\"vtkLZ4DataCompressor\">\n", NULL},
    {"count.vtu", "<VTKFile type=\"UnstructuredGrid\"><Piece NumberOfPoints=\"-1\">", NULL},
    {"pieces.vtu", VTU_HEAD VTU_POINTS VTU_CELLS "<Piece NumberOfPoints=\"5\">", NULL},
    {"pointless.vtu", VTU_HEAD VTU_CELLS VTU_TAIL, NULL},
    {"cellless.vtu", VTU_HEAD VTU_POINTS VTU_TAIL, NULL},
    {"few.vtu",
     VTU_HEAD
     "<Points>\n<DataArray NumberOfComponents=\"3\" type=\"Float64\" format=\"ascii\">0 0 0 1 0 0 0 1 0</DataArray>\n",
     NULL},
    {"flat.vtu", VTU_HEAD "<Points>\n<DataArray NumberOfComponents=\"2\" type=\"Float64\" format=\"ascii\">", NULL},
    {"bits.vtu", VTU_HEAD "<Points>\n<DataArray NumberOfComponents=\"3\" type=\"Bit\" format=\"ascii\">", NULL},
    {"lost.vtu",
     VTU_HEAD "<Points>\n<DataArray NumberOfComponents=\"3\" type=\"Int8\" format=\"appended\" offset=\"0\"/>", NULL},
    {"damaged.vtu",
     VTU_HEAD "<Points>\n<DataArray NumberOfComponents=\"3\" type=\"Int8\" format=\"binary\">DwAAAAAAAQ=</DataArray>",
     NULL},
    {"count.node", "x 3 0 0\n", ELE_FILE},
    {"flat.node", "3 2 0 0\n1 0 0\n2 1 0\n3 0 1\n", ELE_FILE},
    {"start.node", "1 3 0 0\n2 0 0 0\n", ELE_FILE},
    {"gap.node", "2 3 0 0\n1 0 0 0\n3 1 0 0\n", ELE_FILE},
    {"cut.node", "3 3 0 0\n1 0 0 0\n2 1 0 0\n", ELE_FILE},
    {"more.node", "1 3 0 0\n1 0 0 0\n2 1 0 0\n", ELE_FILE},
    {"nan.node", "2 3 0 0\n1 0 0 0\n2 1 nan 0\n", ELE_FILE},
    {"short.node", "1 3 0 0\n1 0 0\n", ELE_FILE},
    {"marker.node", "1 3 0 1\n1 0 0 0\n", ELE_FILE},
    {"unmarked.node", "1 3 0 0\n1 0 0 0 1\n", ELE_FILE},
    {"far.node", "1 3 0 0\n1 0 1.1e18 0\n", ELE_FILE},
    {"nonumber.node", "1 3 0 0\nx 0 0 0\n", ELE_FILE},
    {"negative.node", "-1 3 0 0\n", ELE_FILE},
    {"heads.node", "1 3 0 0 0\n", ELE_FILE},
    {"markers.node", "1 3 0 2\n", ELE_FILE},
    {"notet.node", NODE_FILE, "1 4 0\n1 1 2 x 4\n"},
    {"binary.node", "\x05\x01", ELE_FILE},
    {"five.node", NODE_FILE, "1 5 0\n"},
    {"nine.node", NODE_FILE, "1 10 0\n1 1 2 3 4 1 2 3 4 5\n"},
    {"range.node", NODE_FILE, "2 4 0\n1 1 2 3 4\n2 1 2 3 6\n"},
    {"below.node", NODE_FILE, "1 4 0\n1 0 2 3 4\n"},
    {"number.node", NODE_FILE, "1 4 0\n0 1 2 3 4\n"},
    {"missing.node", NODE_FILE, "1 4 0\n1 1 2 3\n"},
    {"region.node", NODE_FILE, "1 4 0\n1 1 2 3 4 5\n"},
    {"side.node", "5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 .2 .2 1\n5 .2 .3 1\n", ELE_FILE},
    {"none.node", NODE_FILE, "0 4 0\n"},
    {"cutele.node", NODE_FILE, "2 4 0\n1 1 2 3 4\n"},
    {"moreele.node", NODE_FILE, "1 4 0\n1 1 2 3 4\n2 1 2 3 5\n"},
};

static void run_bad_elements(check *self, int argument) {
  char *folder = folder_make(self), path[1024], other[1024], stem[1024];
  for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) {
    const struct bad *b = &bad_files[i];
    if (!put_files(self, folder, b->name, b->text, b->elements, path, other)) continue;
    snprintf(stem, sizeof stem, "%.*s", (int)(strrchr(path, '.') - path), path);
    expect_bad_file(self, path, stem, XPBD_ERR_BAD_FILE, "", b->name);
  }
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  const char *alone = folder_path(folder, "alone.ele");
  file_put(self, alone, ELE_FILE, strlen(ELE_FILE));
  expect_bad_file(self, alone, folder_path(folder, "alone.node"), XPBD_ERR_IO, "No such file", "without its .node");
  const bool put = put_files(self, folder, "good.node", NODE_FILE, ELE_FILE, path, other);
  check_control(self, put && xpbd_mesh_read(path, NULL, NULL, &mesh) == XPBD_OK, "a good pair is not refused");
}

/* All element types of Gmsh's manual, by letter: point, line, triangle, quad, tet, other; and their vertices. */
static const struct {
  char kind;
  int vertices;
} types[] = {{'-', 0},   {'l', 2},   {'t', 3},   {'q', 4},  {'T', 4},  {'o', 8},   {'o', 6},   {'o', 5},  {'l', 3},
             {'t', 6},   {'q', 9},   {'T', 10},  {'o', 27}, {'o', 18}, {'o', 14},  {'p', 1},   {'q', 8},  {'o', 20},
             {'o', 15},  {'o', 13},  {'t', 9},   {'t', 10}, {'t', 12}, {'t', 15},  {'t', 15},  {'t', 21}, {'l', 4},
             {'l', 5},   {'l', 6},   {'T', 20},  {'T', 35}, {'T', 56}, {'T', 22},  {'T', 28},  {'o', 0},  {'o', 0},
             {'q', 16},  {'q', 25},  {'q', 36},  {'q', 12}, {'q', 16}, {'q', 20},  {'t', 28},  {'t', 36}, {'t', 45},
             {'t', 55},  {'t', 66},  {'q', 49},  {'q', 64}, {'q', 81}, {'q', 100}, {'q', 121}, {'t', 18}, {'t', 21},
             {'t', 24},  {'t', 27},  {'t', 30},  {'q', 24}, {'q', 28}, {'q', 32},  {'q', 36},  {'q', 40}, {'l', 7},
             {'l', 8},   {'l', 9},   {'l', 10},  {'l', 11}, {'o', 0},  {'o', 0},   {'o', 0},   {'o', 0},  {'T', 84},
             {'T', 120}, {'T', 165}, {'T', 220}, {'T', 286}};
enum { TYPES = (int)(sizeof types / sizeof *types), MOST_VERTICES = 286 };

/* A body or sheet on the first corners of one element, beside a plain one; `extra` vertices more than the type has. */
static void put_type(const char *path, int type, int extra, bool body) {
  FILE *stream = fopen(path, "w");
  if (!stream) return;
  fprintf(stream, FORMAT_22 "$Nodes\n%d\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 %d\n5 2 0 0\n", MOST_VERTICES + 1, body);
  for (int v = 6; v <= MOST_VERTICES + 1; v++) fprintf(stream, "%d 9 %d 9\n", v, v);
  fprintf(stream, "$EndNodes\n$Elements\n2\n1 %s\n2 %d 0", body ? "4 0 2 5 3 4" : "2 0 2 5 3", type);
  for (int v = 1; v <= types[type].vertices + extra; v++) fprintf(stream, " %d", v);
  fprintf(stream, "\n$EndElements\n");
  fclose(stream);
}

/* Of every type the corners are read. Points and lines are left out, others refused. The vertices are counted. */
static void run_types(check *self, int argument) {
  char *folder = folder_make(self), path[1024];
  for (int type = 1; type < TYPES; type++) {
    const char kind = types[type].kind;
    const int corners = kind == 't' ? 3 : kind == 'q' || kind == 'T' ? 4 : types[type].vertices;
    const int triangles = kind == 't' ? 2 : kind == 'q' ? 3 : 1;
    xpbd_import_def strict = xpbd_import_def_default();
    xpbd_import_info info;
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    strict.strict = true;
    snprintf(path, sizeof path, "%s", folder_path(folder, "type.msh"));
    put_type(path, type, 0, kind == 'T');
    if (kind == 'o') {
      expect_bad_file(self, path, path, XPBD_ERR_BAD_FILE, "", "a type that is not read");
      continue;
    }
    if (!check_status(self, xpbd_mesh_read(path, NULL, &info, &mesh), XPBD_OK, "type %d", type)) continue;
    check_same(self, (uint64_t)mesh.tet_count, kind == 'T' ? 2 : 0, "type %d: tets", type);
    if (kind != 'T') check_same(self, (uint64_t)mesh.triangle_count, (uint64_t)triangles, "type %d: triangles", type);
    check_same(self, (uint64_t)info.odd, types[type].vertices > corners, "type %d: curved elements", type);
    if (triangles > 1) check_at_most(self, fabs(mesh_area(&mesh) - 0.5 * triangles), 1e-15, "type %d: area", type);
    xpbd_mesh_destroy(&mesh);
    const xpbd_status status = xpbd_mesh_read(path, &strict, NULL, &mesh);
    check_status(self, status, types[type].vertices > corners ? XPBD_ERR_BAD_FILE : XPBD_OK, "type %d, strict", type);
    for (int extra = -1; extra <= 1; extra += 2) {
      put_type(path, type, extra, kind == 'T');
      expect_bad_file(self, path, path, XPBD_ERR_BAD_FILE, "", "a vertex more or less");
    }
  }
  check_control(self, types[4].vertices != types[11].vertices, "a plain tet is no curved one");
}

void check_mesh_elements(check_registry *registry) {
  check_add(registry, "elements", "Gmsh and TetGen files in many spellings give one body", run_elements, 0);
  check_add(registry, "element_surface", "a Gmsh file of triangles is a surface", run_element_surface, 0);
  check_add(registry, "element_round_trip", "a body is read as it was written", run_element_round_trip, 0);
  check_add(registry, "types", "every type of element of Gmsh: its corners, or why not", run_types, 0);
  check_add(registry, "bad_elements", "files with one mistake are refused with its line", run_bad_elements, 0);
}
