/* Why this file exists: binary Gmsh files in every variant (format, byte order, width of counts) are written here and
 * must give the original body. Cut off or with absurd counts they are refused with a byte offset. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mesh_checks.h"
#include "xpbd/import.h"

enum { CAPACITY = 1 << 16 };

/* A file under construction. */
typedef struct bytes {
  unsigned char data[CAPACITY];
  size_t size;
  bool big;        /* byte order */
  int count_width; /* of format 4: 4 or 8 */
} bytes;

static void put_text(bytes *b, const char *text) {
  memcpy(b->data + b->size, text, strlen(text));
  b->size += strlen(text);
}

static void put_bits(bytes *b, uint64_t bits, int width) {
  for (int i = 0; i < width; i++) b->data[b->size++] = (unsigned char)(bits >> 8 * (b->big ? width - 1 - i : i));
}

static void put_int(bytes *b, int64_t value) {
  put_bits(b, (uint64_t)value, 4);
}

static void put_count(bytes *b, int64_t value) {
  put_bits(b, (uint64_t)value, b->count_width);
}

static void put_position(bytes *b, const double position[3]) {
  for (int axis = 0; axis < 3; axis++) {
    uint64_t bits;
    memcpy(&bits, position + axis, sizeof bits);
    put_bits(b, bits, 8);
  }
}

static void put_line_count(bytes *b, const char *section, int64_t count) {
  char line[64];
  snprintf(line, sizeof line, "%s\n%lld\n", section, (long long)count);
  put_text(b, line);
}

/* Format 2: numbers from 10 on. Before the tets comes a triangle, which is left out. */
static void put_body_2(bytes *b, const xpbd_mesh *mesh) {
  put_text(b, "$MeshFormat\n2.2 1 8\n");
  put_int(b, 1);
  put_line_count(b, "\n$EndMeshFormat\n$Nodes", mesh->vertex_count);
  for (int32_t v = 0; v < mesh->vertex_count; v++) {
    put_int(b, v + 10);
    put_position(b, mesh->positions + 3 * v);
  }
  put_line_count(b, "\n$EndNodes\n$Elements", mesh->tet_count + 1);
  const int32_t triangle[8] = {2, 1, 2, 1, 0, 0, 10, 11};
  for (int i = 0; i < 8; i++) put_int(b, triangle[i]);
  put_int(b, 12);
  const int32_t head[3] = {4, mesh->tet_count, 2};
  for (int i = 0; i < 3; i++) put_int(b, head[i]);
  for (int32_t t = 0; t < mesh->tet_count; t++) {
    for (int i = 0; i < 3; i++) put_int(b, i == 0 ? t + 2 : 0);
    for (int k = 0; k < 4; k++) put_int(b, mesh->tets[4 * t + k] + 10);
  }
  put_text(b, "\n$EndElements\n");
}

/* Format 4: entities that look like text, and a separate block with vertices of a surface, which have parameters. */
static void put_body_4(bytes *b, const xpbd_mesh *mesh) {
  const int32_t n = mesh->vertex_count;
  put_text(b, b->count_width == 8 ? "$MeshFormat\n4.1 1 8\n" : "$MeshFormat\n4.1 1 4\n");
  put_int(b, 1);
  put_text(b, "\n$EndMeshFormat\n$Periodic\n\x01\x00$End$EndPeriodi\n");
  put_bits(b, 0x2445, 8);
  put_text(b, "\n$EndPeriodic\n$Nodes\n");
  const int64_t head[4] = {2, n, 1, n};
  for (int i = 0; i < 4; i++) put_count(b, head[i]);
  for (int32_t block = 0; block < 2; block++) {
    const int32_t from = block * 3, to = block ? n : 3;
    put_int(b, block ? 3 : 2), put_int(b, 1), put_int(b, !block), put_count(b, to - from);
    for (int32_t v = from; v < to; v++) put_count(b, n - v);
    for (int32_t v = from; v < to; v++) {
      put_position(b, mesh->positions + 3 * v);
      if (!block) put_bits(b, UINT64_C(0x7ff8000000000001), 8), put_bits(b, 0, 8); /* nobody reads these */
    }
  }
  put_text(b, "\n$EndNodes\n$Elements\n");
  const int64_t elements[4] = {1, mesh->tet_count, 1, mesh->tet_count};
  for (int i = 0; i < 4; i++) put_count(b, elements[i]);
  put_int(b, 3), put_int(b, 1), put_int(b, 4), put_count(b, mesh->tet_count);
  for (int32_t t = 0; t < mesh->tet_count; t++) {
    put_count(b, t + 1);
    for (int k = 0; k < 4; k++) put_count(b, n - mesh->tets[4 * t + k]);
  }
  put_text(b, "\n$EndElements\n");
}

/* `variant` 0, 1: format 2 in both byte orders; 2..5: format 4 in both, counts of 8 and of 4 bytes. */
enum { VARIANTS = 6 };

static void put_body(bytes *b, const xpbd_mesh *mesh, int variant) {
  b->size = 0;
  b->big = variant % 2 == 1;
  b->count_width = variant < 4 ? 8 : 4;
  if (variant < 2)
    put_body_2(b, mesh);
  else
    put_body_4(b, mesh);
}

static void run_binary_elements(check *self, int argument) {
  char *folder = folder_make(self), path[1024];
  OWNED(check_free) bytes *b = calloc(1, sizeof *b);
  xpbd_mesh beam, back;
  xpbd_import_info info;
  if (b && check_status(self, xpbd_mesh_make_beam(4, 3, 2, 0.1, &beam), XPBD_OK, "beam")) {
    snprintf(path, sizeof path, "%s", folder_path(folder, "body.msh"));
    for (int variant = 0; variant < VARIANTS; variant++) {
      put_body(b, &beam, variant);
      if (!file_put(self, path, b->data, b->size)) continue;
      if (!check_status(self, xpbd_mesh_read(path, NULL, &info, &back), XPBD_OK, "variant %d", variant)) continue;
      check_true(self, mesh_equal(&beam, &back), "variant %d: the same body", variant);
      check_true(self, xpbd_import_repairs(&info, NULL, 0) == 0 && info.isolated == 0, "variant %d: clean", variant);
      back.positions[5] += 1e-16;
      check_control(self, !mesh_equal(&beam, &back), "variant %d: a position changed in its last digit", variant);
      xpbd_mesh_destroy(&back);
      for (int cut = 1; cut < 20; cut++) { /* a cut is noticed everywhere but at the end of its last section */
        file_put(self, path, b->data, (b->size - 20) * (size_t)cut / 20);
        check_status(self, xpbd_mesh_read(path, NULL, NULL, &back), XPBD_ERR_BAD_FILE, "variant %d, %d/20", variant,
                     cut);
      }
    }
    xpbd_mesh_destroy(&beam);
  }
}

/* A number as one of the types of PLY. */
static void put_typed(bytes *b, char kind, int width, double value) {
  const float single = (float)value;
  uint64_t bits = 0;
  uint32_t half;
  memcpy(&half, &single, sizeof half);
  if (kind == 'f' && width == 8) memcpy(&bits, &value, sizeof bits);
  if (kind == 'f' && width == 4) bits = half;
  if (kind != 'f') bits = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
  put_bits(b, bits, width);
}

/* Each type with numbers that another type of the same width reads differently. */
static void run_ply_types(check *self, int argument) {
  static const struct {
    const char *name, *integer;
    char kind;
    int width;
    double low, high;
  } types[] = {{"char", "char", 'i', 1, -128, 127},
               {"uchar", "uchar", 'u', 1, 1, 255},
               {"short", "short", 'i', 2, -32768, 32767},
               {"ushort", "ushort", 'u', 2, 256, 65535},
               {"int", "int", 'i', 4, -2147483648.0, 65536},
               {"uint", "uint", 'u', 4, 65536, 4294967295.0},
               {"int64", "int64", 'i', 8, -1099511627776.0, 2147483648.0},
               {"ulong", "uint64", 'u', 8, 2147483648.0, 1099511627776.0},
               {"float", "uint8", 'f', 4, -0.75, 1048576.5},
               {"float64", "uint8", 'f', 8, -0.1, 1e9 / 3}};
  char *folder = folder_make(self), path[1024], head[512];
  OWNED(check_free) bytes *b = calloc(1, sizeof *b);
  snprintf(path, sizeof path, "%s", folder_path(folder, "types.ply"));
  for (int k = 0; b && k < 2 * (int)(sizeof types / sizeof *types); k++) {
    const char *name = types[k / 2].name, kind = types[k / 2].kind;
    const int width = types[k / 2].width, list = kind == 'f' ? 1 : width;
    const double low = types[k / 2].low, high = types[k / 2].high;
    const double positions[9] = {low, high, 0, high, high, 0, high, 0, low};
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    b->size = 0, b->big = k % 2;
    snprintf(head, sizeof head,
             "ply\nformat binary_%s_endian 1.0\nelement vertex 3\nproperty %s x\nproperty %s y\nproperty %s z\n"
             "element face 1\nproperty list %s %s vertex_indices\nend_header\n",
             b->big ? "big" : "little", name, name, name, types[k / 2].integer, types[k / 2].integer);
    put_text(b, head);
    for (int i = 0; i < 9; i++) put_typed(b, kind, width, positions[i]);
    put_typed(b, 'u', list, 3);
    for (int i = 0; i < 3; i++) put_typed(b, 'u', list, i);
    if (!file_put(self, path, b->data, b->size)) continue;
    if (!check_status(self, xpbd_mesh_read(path, NULL, NULL, &mesh), XPBD_OK, "%s, big %d", name, b->big)) continue;
    check_true(self, mesh.vertex_count == 3 && memcmp(mesh.positions, positions, sizeof positions) == 0,
               "%s, big %d: %.17g and %.17g for %.17g and %.17g", name, b->big, mesh.positions[0], mesh.positions[1],
               low, high);
    check_control(self, mesh.positions[0] != mesh.positions[1], "%s: two numbers are one", name);
  }
}

/* Impossible counts for a file of this size are refused before anything is allocated or counted. */
static void run_wild_counts(check *self, int argument) {
  static const char *const heads[] = {
      "$MeshFormat\n4.1 1 8\n\x01", "$MeshFormat\n2.2 1 8\n\x01",
      "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty char x\nproperty char y\nproperty char z\n"
      "element face 1\nproperty list int char vertex_indices\nend_header\n123456789",
      "ply\nformat ascii 1.0\nelement vertex 999999999999\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n"};
  static const char *const names[] = {"4.msh", "2.msh", "list.ply", "vertices.ply"};
  char *folder = folder_make(self), path[1024];
  OWNED(check_free) bytes *b = calloc(1, sizeof *b);
  const clock_t begin = clock();
  for (int i = 0; b && i < 4; i++) {
    b->size = 0, b->big = i == 2, b->count_width = 8;
    put_text(b, heads[i]);
    if (i < 2)
      b->size += 3, put_text(b, i ? "\n$EndMeshFormat\n$Nodes\n9223372036854\n" : "\n$EndMeshFormat\n$Nodes\n");
    for (int k = 0; k < 4; k++) put_bits(b, i == 2 ? 0x7fffffff : UINT64_C(0x0fffffffffffffff), i == 2 ? 4 : 8);
    snprintf(path, sizeof path, "%s", folder_path(folder, names[i]));
    if (file_put(self, path, b->data, b->size)) expect_bad_file(self, path, path, XPBD_ERR_BAD_FILE, "", names[i]);
  }
  const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  check_at_most(self, seconds, 1, "seconds for wild counts");
  check_control(self, seconds >= 0 && !(seconds + 2 <= 1), "two seconds more");
}

/* Five vertices and two tets in format 2. Messages use their numbers, not lines. */
static const struct spoilt {
  bool wrong;
  int32_t numbers[5], head[3], corners[8];
} spoilt[] = {{false, {1, 2, 3, 4, 5}, {4, 2, 0}, {1, 2, 3, 4, 1, 2, 5, 3}},
              {false, {9, 7, 1, 3, 5}, {4, 2, 1}, {9, 7, 1, 3, 9, 7, 5, 1}},
              {true, {-1, 2, 3, 4, 5}, {4, 2, 0}, {0}},
              {true, {1, 2, 3, 2, 5}, {4, 2, 0}, {1, 2, 3, 1, 1, 2, 5, 3}},
              {true, {1, 2, 3, 4, 5}, {4, 2, 0}, {1, 2, 3, 4, 1, 2, 6, 3}},
              {true, {1, 2, 3, 4, 5}, {4, 2, 0}, {1, 2, 3, 4, 4, 3, 2, 1}},
              {true, {1, 2, 3, 4, 5}, {4, 2, 0}, {1, 2, 3, 3, 1, 2, 5, 3}},
              {true, {1, 2, 3, 4, 5}, {4, 3, 0}, {0}},
              {true, {1, 2, 3, 4, 5}, {4, 0, 0}, {0}},
              {true, {1, 2, 3, 4, 5}, {4, 2, -1}, {0}},
              {true, {1, 2, 3, 4, 5}, {5, 2, 0}, {0}}};

static void put_spoilt(bytes *b, const struct spoilt *s, int32_t order) {
  static const double positions[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, .2, .2, 1, .2, .2, -1};
  b->size = 0, b->big = false;
  put_text(b, "$MeshFormat\n2.2 1 8\n"), put_int(b, order);
  put_text(b, "\n$EndMeshFormat\n$Nodes\n5\n");
  for (int v = 0; v < 5; v++) put_int(b, s->numbers[v]), put_position(b, positions + 3 * v);
  put_text(b, "\n$EndNodes\n$Elements\n2\n");
  for (int k = 0; k < 3; k++) put_int(b, s->head[k]);
  for (int t = 0; t < 2; t++) {
    for (int k = 0; k <= s->head[2]; k++) put_int(b, t + 1);
    for (int k = 0; k < 4; k++) put_int(b, s->corners[4 * t + k]);
  }
  put_text(b, "\n$EndElements\n");
}

static void run_spoilt(check *self, int argument) {
  char *folder = folder_make(self), path[1024];
  OWNED(check_free) bytes *b = calloc(1, sizeof *b);
  xpbd_import_def strict = xpbd_import_def_default();
  xpbd_mesh mesh;
  strict.strict = true;
  snprintf(path, sizeof path, "%s", folder_path(folder, "spoilt.msh"));
  for (size_t i = 0; b && i < sizeof spoilt / sizeof *spoilt; i++) {
    put_spoilt(b, &spoilt[i], 1);
    if (!file_put(self, path, b->data, b->size)) continue;
    const xpbd_status status = xpbd_mesh_read(path, &strict, NULL, &mesh);
    check_status(self, status, spoilt[i].wrong ? XPBD_ERR_BAD_FILE : XPBD_OK, "spoilt %zu", i);
    if (status == XPBD_OK) check_control(self, mesh.tet_count == 2 && mesh.vertex_count == 5, "good %zu", i);
    xpbd_mesh_destroy(&mesh);
  }
  if (b) {
    put_spoilt(b, &spoilt[0], 2);
    file_put(self, path, b->data, b->size);
    expect_bad_file(self, path, path, XPBD_ERR_BAD_FILE, ": byte 24: unknown byte order 0x00000002", "order");
  }
}

void check_mesh_binary(check_registry *registry) {
  check_add(registry, "binary_elements", "binary Gmsh files in every variant give one body", run_binary_elements, 0);
  check_add(registry, "ply_types", "every type of number of PLY in both byte orders", run_ply_types, 0);
  check_add(registry, "wild_counts", "counts beyond the size of the file", run_wild_counts, 0);
  check_add(registry, "spoilt", "what is wrong with a binary Gmsh file, and where", run_spoilt, 0);
}
