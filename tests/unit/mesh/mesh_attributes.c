/* Why this file exists: a formula takes numbers of its elements by index. Whatever a reader drops, splits, merges or
 * reorders, each element and vertex must keep its own numbers. Numbers that cannot be used have a defect that names their
 * line. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mesh_checks.h"
#include "xpbd/import.h"

#define PLY_HEAD(vertices)                                                                                             \
  "ply\nformat ascii 1.0\nelement vertex " vertices "\nproperty float x\nproperty float y\nproperty float z\n"         \
  "property float nx\nproperty double heat\n"
#define LIST              "property list uchar int vertex_indices\n"
#define VTK_HEAD          "# vtk DataFile Version 3.0\nattributes\nASCII\nDATASET "
#define VTK_POINTS        "UNSTRUCTURED_GRID\nPOINTS 6 float\n9 9 9 0 0 0 1 0 0 0 1 0 0 0 1 0 0 -1\n"
#define VTK_CELLS         "CELLS 5 23\n3 1 2 3\n4 1 2 3 4\n4 1 2 3 3\n3 1 2 4\n4 1 2 3 5\nCELL_TYPES 5\n5 10 10 5 10\n"
#define MSH_HEAD(version) "$MeshFormat\n" version " 0 8\n$EndMeshFormat\n"
#define MSH_NODES         "$Nodes\n5\n50 0 0 0\n40 1 0 0\n30 0 1 0\n20 0 0 1\n10 0 0 -1\n$EndNodes\n"
#define MSH_ELEMENTS      "$Elements\n3\n7 2 2 4 1 50 40 30\n9 4 2 0 1 50 40 30 10\n3 4 2 6 1 50 40 30 20\n$EndElements\n"
#define MSH_DATA(section, name, width, count, values)                                                                  \
  "$" section "\n1\n\"" name "\"\n1\n0.5\n3\n0\n" width "\n" count "\n" values "$End" section "\n"

/* Binary, little-endian. */
#define INT(byte) byte "\0\0\0"
#define ZERO      "\0\0\0\0\0\0\0\0"
#define ONE       "\0\0\0\0\0\0\xf0?"
static const char binary[] = "$MeshFormat\n2.2 1 8\n" INT("\1") "\n$EndMeshFormat\n$Nodes\n4\n" INT("\1")
    ZERO ZERO ZERO INT("\2") ONE ZERO ZERO INT("\3") ZERO ONE ZERO INT("\4") ZERO ZERO ONE
    "\n$EndNodes\n$Elements\n1\n" INT("\4") INT("\1") INT("\2") INT("\7") INT("\6") INT("\1") INT("\1") INT("\2")
        INT("\3") INT("\4") "\n$EndElements\n$ElementData\n1\n\"k\"\n1\n0\n3\n0\n3\n1\n" INT("\7") ZERO ONE ZERO
    "\n$EndElementData\n";

enum { MOST = 3, MOST_VALUES = 15 };

typedef struct wanted {
  const char *name;
  int32_t width;
  bool on_vertices;
  int32_t count; /* values */
  double values[MOST_VALUES];
} wanted;

static const struct good {
  const char *file, *text;
  int32_t defects;
  wanted attributes[MOST];
} good_files[] = {
    /* A face of 4 corners, a face without area, a repeated one, a face at merged vertices, a vertex of no face that has
     * no position and no value. */
    {"weld.ply",
     PLY_HEAD("7") "element face 4\n" LIST "property short sort\nproperty float fibre_x\nproperty float fibre_y\n"
                   "property float fibre_z\nend_header\n"
                   "0 0 0 1 10\n1 0 0 1 11\n1 1 0 1 12\n0 1 0 1 13\nnan 0 0 1 nan\n1 0 0 1 15\n2 0 0 1 16\n"
                   "3 0 1 5 1 0 0 1\n4 0 1 2 3 2 0 1 0\n3 1 0 2 3 1 1 1\n3 5 6 2 4 1 0 0\n",
     0,
     {{"sort", 1, false, 3, {2, 2, 4}},
      {"fibre", 3, false, 9, {0, 1, 0, 0, 1, 0, 1, 0, 0}},
      {"heat", 1, true, 5, {10, 11, 12, 13, 16}}}},
    {"strip.ply",
     PLY_HEAD("4") "element tristrips 1\n" LIST
                   "property float red\nproperty float k\nend_header\n0 0 0 1 1\n1 0 0 1 2\n0 1 0 1 3\n1 1 0 1 4\n"
                   "4 0 1 2 3 255 8\n",
     0,
     {{"k", 1, false, 2, {8, 8}}, {"heat", 1, true, 4, {1, 2, 3, 4}}}},
    /* Triangles beside tets, a tet without volume, a tet that is turned, an unused point. */
    {"mixed.vtk",
     VTK_HEAD VTK_POINTS VTK_CELLS
     "POINT_DATA 6\nSCALARS heat double 1\nLOOKUP_TABLE default\n1 2 3\n4 5 6\nNORMALS n float\n0 0 1 0 0 1 0 0 1\n"
     "0 0 1 0 0 1 0 0 1\nCELL_DATA 5\nVECTORS fibre double\n1 1 1 2 2 2 3 3 3 4 4 4 5 5 5\n"
     "FIELD FieldData 2\nsort 1 5 int\n1 2 3 4 5\npair 2 5 int\n1 1 2 2 3 3 4 4 5 5\n",
     1,
     {{"fibre", 3, false, 6, {2, 2, 2, 5, 5, 5}},
      {"sort", 1, false, 2, {2, 5}},
      {"heat", 1, true, 5, {2, 3, 4, 5, 6}}}},
    /* Data before the elements, numbers out of order, data of the surface only, a group of one of the tets. */
    {"two.msh",
     MSH_HEAD("2.2") MSH_DATA("ElementData", "fibre", "3", "2", "3 0 0 3\n9 0 0 9\n")
         MSH_DATA("NodeData", "heat", "1", "5", "10 1\n20 2\n30 3\n40 4\n50 5\n")
             MSH_DATA("ElementData", "skin", "1", "1", "7 1\n") MSH_NODES MSH_ELEMENTS,
     0,
     {{"physical", 1, false, 2, {0, 6}},
      {"fibre", 3, false, 6, {0, 0, 9, 0, 0, 3}},
      {"heat", 1, true, 5, {5, 4, 3, 2, 1}}}},
    /* Groups of entities. The second time step is left out, and so is a tensor. */
    {"four.msh",
     MSH_HEAD("4.1") "$Entities\n1 0 1 2\n1 0 0 0 1 9\n2 0 0 0 1 1 1 1 8 0\n4 0 0 0 1 1 1 2 -7 3 1 2\n"
                     "3 0 0 0 1 1 1 0 0\n$EndEntities\n$Nodes\n1 5 1 5\n3 4 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n"
                     "0 0 1\n0 0 -1\n$EndNodes\n$Elements\n2 2 1 2\n3 3 4 1\n1 1 2 3 4\n3 4 4 1\n2 1 2 3 5\n"
                     "$EndElements\n" MSH_DATA("ElementData", "a b", "1", "2", "1 5\n2 6\n")
                         MSH_DATA("ElementData", "a b", "1", "2", "1 7\n2 8\n")
                             MSH_DATA("ElementData", "stress", "9", "1", "1 1 2 3 4 5 6 7 8 9\n"),
     1,
     {{"physical", 1, false, 2, {0, 7}}, {"a b", 1, false, 2, {5, 6}}}},
    {"binary.msh", binary, 0, {{"physical", 1, false, 1, {6}}, {"k", 3, false, 3, {0, 1, 0}}}},
    {"surface.vtk",
     VTK_HEAD "POLYDATA\nPOINTS 5 float\n0 0 0 1 0 0 1 1 0 0 1 0 2 0 0\nVERTICES 1 2\n1 0\nPOLYGONS 2 9\n3 1 4 2\n"
              "4 0 1 2 3\nCELL_DATA 3\nSCALARS thickness float\nLOOKUP_TABLE default\n1 2 3\n",
     0,
     {{"thickness", 1, false, 3, {2, 3, 3}}}},
};

static int32_t defects(const xpbd_mesh *mesh) {
  int32_t count = 0;
  for (int32_t i = 0; i < mesh->attribute_count; i++) count += mesh->attributes[i].defect != NULL;
  return count;
}

/* Differences between what is wanted and what the mesh has. */
static int32_t differences(const xpbd_mesh *mesh, const wanted *list) {
  int32_t count = 0, wrong = 0;
  for (; count < MOST && list[count].name; count++) {
    const wanted *w = &list[count];
    const xpbd_attribute *a = xpbd_mesh_attribute(mesh, w->name);
    if (!a || !a->values || a->width != w->width || a->on_vertices != w->on_vertices ||
        a->count * a->width != w->count) {
      wrong++;
      continue;
    }
    for (int32_t i = 0; i < w->count; i++) wrong += a->values[i] != w->values[i];
  }
  return wrong + (count + defects(mesh) != mesh->attribute_count);
}

static void run_attributes(check *self, int argument) {
  char *folder = folder_make(self);
  for (size_t i = 0; i < sizeof good_files / sizeof *good_files; i++) {
    const struct good *g = &good_files[i];
    const char *path = folder_path(folder, g->file);
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0}, copied = {0};
    if (!file_put(self, path, g->text, g->text == binary ? sizeof binary - 1 : strlen(g->text))) break;
    if (!check_status(self, xpbd_mesh_read(path, NULL, NULL, &mesh), XPBD_OK, "%s", g->file)) continue;
    check_same(self, (uint64_t)differences(&mesh, g->attributes), 0, "%s: attributes", g->file);
    check_same(self, (uint64_t)defects(&mesh), (uint64_t)g->defects, "%s: attributes that cannot be used", g->file);
    check_status(self, xpbd_mesh_copy(&mesh, &copied), XPBD_OK, "%s: copied", g->file);
    check_same(self, (uint64_t)differences(&copied, g->attributes), 0, "%s: attributes of the copy", g->file);
    check_same(self, (uint64_t)defects(&copied), (uint64_t)g->defects, "%s: defects of the copy", g->file);
    if (copied.attribute_count > 0 && copied.attributes[0].values) copied.attributes[0].values[0] += 1;
    check_control(self, differences(&copied, g->attributes) > 0, "%s: another number", g->file);
  }
}

#define SQUARE "0 0 0 1 1\n1 0 0 1 2\n0 1 0 1 3\n3 0 1 2 "
#define TWO    MSH_HEAD("2.2") MSH_NODES MSH_ELEMENTS /* 17 lines */
#define GRID   VTK_HEAD VTK_POINTS VTK_CELLS          /* 14 lines */

typedef struct wrong {
  const char *file, *word, *text;
} wrong;

/* Read, without the attribute. Its defect has the line. */
static const wrong defective[] = {
    {"nan.ply", ":16: attribute 'k' is nan, which is not finite",
     PLY_HEAD("3") "element face 1\n" LIST "property float k\nend_header\n" SQUARE "nan\n"},
    {"inf.ply", ":13: attribute 'heat' is inf",
     PLY_HEAD("3") "element face 1\n" LIST "end_header\n0 0 0 1 1\n1 0 0 1 inf\n0 1 0 1 3\n3 0 1 2\n"},
    {"nan.vtk", ":18: attribute 'k' is nan", GRID "CELL_DATA 5\nSCALARS k float\nLOOKUP_TABLE default\n1 2 3 nan 5\n"},
    {"part.msh", ":26: attribute 'k' has values for only 1 of the 2 tets",
     TWO MSH_DATA("ElementData", "k", "1", "2", "3 1\n7 1\n")},
    {"vertex.msh", ":26: attribute 'k' has values for only 4 of the 5 vertices",
     TWO MSH_DATA("NodeData", "k", "1", "4", "10 1\n20 1\n30 1\n40 1\n")},
    {"nan.msh", ":28: attribute 'k' is nan", TWO MSH_DATA("ElementData", "k", "1", "2", "3 1\n9 nan\n")},
    {"twice.msh", ":26: attribute 'k' has two values for element 3",
     TWO MSH_DATA("ElementData", "k", "1", "2", "3 1\n3 2\n")},
};

/* What is said of each stands in tests/golden/errors/mesh.exact. */
static const struct {
  const char *file, *text;
} refused[] = {
    {"short.ply", PLY_HEAD("3") "element face 1\n" LIST "property float k\nend_header\n" SQUARE "\n"},
    {"length.vtk", GRID "CELL_DATA 5\nFIELD FieldData 1\nk 1 4 float\n1 2 3 4\n"},
    {"cells.vtk", GRID "CELL_DATA 4\nSCALARS k float\n"},
    {"points.vtk", GRID "POINT_DATA 5\nSCALARS k float\n"},
    {"few.vtk", GRID "CELL_DATA 5\nSCALARS k float\nLOOKUP_TABLE default\n1 2 3 4\nVECTORS v float\n"},
    {"many.vtk", GRID "CELL_DATA 5\nSCALARS k float\nLOOKUP_TABLE default\n1 2 3 4 5 6\n"},
    {"cut.vtk", GRID "CELL_DATA 5\nSCALARS k float\nLOOKUP_TABLE default\n1 2 3 4\n"},
    {"width.vtk", GRID "CELL_DATA 5\nSCALARS k float 200\nLOOKUP_TABLE default\n1 2 3 4\n"},
    {"type.vtk", GRID "CELL_DATA 5\nSCALARS k string\n"},
    {"early.vtk", VTK_HEAD "POLYDATA\nSCALARS k float\n"},
    {"long.msh", TWO MSH_DATA("ElementData", "k", "1", "1", "3 1\n9 1\n")},
    {"less.msh", TWO MSH_DATA("ElementData", "k", "1", "2", "3 1\n")},
    {"wide.msh", TWO MSH_DATA("ElementData", "k", "10", "1", "3 1\n")},
    {"quotes.msh", TWO "$ElementData\n1\nk\n"},
    {"tags.msh", TWO "$ElementData\n1\n\"k\"\n0\n0\n"},
    {"entity.msh", MSH_HEAD("4.1") "$Entities\n-1 0 0 0\n"},
};

/* The control: the same file without such data has no defect. */
static void check_sound(check *self, const char *folder) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  const char *good = folder_path(folder, "good.msh");
  const bool put = file_put(self, good, TWO, strlen(TWO));
  check_control(self, put && xpbd_mesh_read(good, NULL, NULL, &mesh) == XPBD_OK && defects(&mesh) == 0,
                "a file without such data");
}

static void run_defects(check *self, int argument) {
  char *folder = folder_make(self);
  for (size_t i = 0; i < sizeof defective / sizeof *defective; i++) {
    const wrong *d = &defective[i];
    const char *path = folder_path(folder, d->file);
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    if (!file_put(self, path, d->text, strlen(d->text))) break;
    if (!check_status(self, xpbd_mesh_read(path, NULL, NULL, &mesh), XPBD_OK, "%s", d->file)) continue;
    int32_t found = 0;
    for (int32_t k = 0; k < mesh.attribute_count; k++) {
      const char *defect = mesh.attributes[k].defect;
      found += defect && strstr(defect, path) == defect && strstr(defect, d->word) && !mesh.attributes[k].values;
    }
    check_true(self, found == 1 && defects(&mesh) == 1, "%s: one defect: \"%s\"", d->file, d->word);
  }
  check_sound(self, folder);
}

static void run_bad_attributes(check *self, int argument) {
  char *folder = folder_make(self);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    const char *path = folder_path(folder, refused[i].file);
    if (!file_put(self, path, refused[i].text, strlen(refused[i].text))) break;
    expect_bad_file(self, path, path, XPBD_ERR_BAD_FILE, "", refused[i].file);
  }
  check_sound(self, folder);
}

/* A binary VTK file with arrays, as the library writes it. */
static void run_written_arrays(check *self, int argument) {
  enum { VERTICES = 8 };
  double velocity[3 * VERTICES];
  int32_t pinned[VERTICES];
  char *folder = folder_make(self);
  xpbd_mesh beam, back;
  for (int i = 0; i < 3 * VERTICES; i++) velocity[i] = check_random(self, -1, 1);
  for (int i = 0; i < VERTICES; i++) pinned[i] = i % 3 == 0;
  const xpbd_mesh_array arrays[2] = {{"velocity", 3, velocity, NULL}, {"pinned", 1, NULL, pinned}};
  if (check_status(self, xpbd_mesh_make_beam(1, 1, 1, 1.0, &beam), XPBD_OK, "a beam")) {
    const char *path = folder_path(folder, "arrays.vtk");
    check_status(self, xpbd_mesh_write_arrays(path, &beam, NULL, arrays, 2), XPBD_OK, "written");
    if (check_status(self, xpbd_mesh_read(path, NULL, NULL, &back), XPBD_OK, "read")) {
      const xpbd_attribute *v = xpbd_mesh_attribute(&back, "velocity"), *p = xpbd_mesh_attribute(&back, "pinned");
      check_true(self, v && v->on_vertices && v->width == 3 && memcmp(v->values, velocity, sizeof velocity) == 0,
                 "all bits of reals");
      int different = !p || p->width != 1;
      for (int i = 0; i < VERTICES && !different; i++) different = p->values[i] != pinned[i];
      check_true(self, !different, "all integers");
      velocity[5] += 1e-9;
      check_control(self, v && memcmp(v->values, velocity, sizeof velocity) != 0, "another velocity");
      xpbd_mesh_destroy(&back);
    }
    xpbd_mesh_destroy(&beam);
  }
}

/* From a program. */
static void run_added_attributes(check *self, int argument) {
  const double values[18] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, NAN};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_beam(1, 1, 1, 1.0, &mesh), XPBD_OK, "six tets of eight vertices")) return;
  check_status(self, xpbd_mesh_add_attribute(&mesh, "k", 1, true, values), XPBD_OK, "one per vertex");
  check_true(self, xpbd_mesh_attribute(&mesh, "k") == &mesh.attributes[0], "found");
  check_status(self, xpbd_mesh_add_attribute(&mesh, "k", 1, false, values), XPBD_OK, "one per tet");
  const xpbd_attribute *k = xpbd_mesh_attribute(&mesh, "k");
  check_true(self, k && !k->on_vertices && k->count == 6 && k->values[5] == 6, "the elements' one comes first");
  const xpbd_status bad = XPBD_ERR_INVALID_ARGUMENT;
  check_status(self, xpbd_mesh_add_attribute(&mesh, "k", 1, false, values), bad, "a name twice");
  check_status(self, xpbd_mesh_add_attribute(&mesh, "", 1, false, values), bad, "no name");
  check_status(self, xpbd_mesh_add_attribute(&mesh, "w", 2, false, values), bad, "two numbers per item");
  check_status(self, xpbd_mesh_add_attribute(&mesh, "v", 3, false, NULL), bad, "no values");
  check_status(self, xpbd_mesh_add_attribute(&mesh, "v", 3, false, values), bad, "NaN");
  check_said(self, "attribute 'v' of element 5 is nan; it must be finite", "NaN");
  check_true(self, mesh.attribute_count == 2 && !xpbd_mesh_attribute(&mesh, "v"), "nothing was added");
  check_true(self, !xpbd_mesh_attribute(&mesh, NULL) && !xpbd_mesh_attribute(NULL, "k"), "NULL has none");
  check_control(self, xpbd_mesh_add_attribute(&mesh, "v", 1, false, values) == XPBD_OK, "the finite ones");
}

void check_mesh_attributes(check_registry *registry) {
  check_add(registry, "attributes", "numbers of elements and vertices stay with them", run_attributes, 0);
  check_add(registry, "attribute-defects", "numbers that are missing or not finite", run_defects, 0);
  check_add(registry, "bad-attributes", "data of another length, or malformed", run_bad_attributes, 0);
  check_add(registry, "written-arrays", "arrays of a VTK file are attributes", run_written_arrays, 0);
  check_add(registry, "added-attributes", "numbers from a program", run_added_attributes, 0);
}
