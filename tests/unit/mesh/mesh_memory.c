/* Why this file exists: users free as many bytes as a message says were missing, so the number must be right. On a real
 * machine it is chance which of several allocations fails. Here they are counted, and each in turn is refused. */
#include "unit/lacking.h"
#include "mesh_checks.h"

/* A sheet of two triangles, two tets on one face beside a vertex that is alone, an octahedron split once. */
static xpbd_status make(int what, xpbd_mesh *out) {
  static const double x[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0, -1, 9, 9, 9};
  static const int32_t triangles[6] = {0, 1, 2, 1, 3, 2}, tets[8] = {0, 1, 2, 3, 0, 2, 1, 4};
  if (what == 0) return xpbd_mesh_make(4, x, 2, triangles, out);
  if (what == 1) return xpbd_mesh_make_tets(6, x, 2, tets, out);
  return xpbd_mesh_make_sphere(1, 1.0, out);
}

static const struct {
  int what, allocations; /* how many consecutive allocations fail this way */
  const char *said;
} steps[] = {
    {0, 2, "mesh: out of memory (120 bytes)"},
    {0, 4, "mesh topology: out of memory (112 bytes)"},
    {0, 1, "mesh topology: out of memory (132 bytes)"},
    {0, 1, "pairs of triangles: out of memory (16 bytes)"},
    {1, 2, "mesh: out of memory (176 bytes)"},
    {1, 1, "surface of the tets: out of memory (28 bytes)"},
    {1, 2, "surface of the tets: out of memory (136 bytes)"},
    {1, 1, "surface of the tets: out of memory (72 bytes)"},
    {1, 4, "mesh topology: out of memory (272 bytes)"},
    {1, 1, "mesh topology: out of memory (316 bytes)"},
    {1, 1, "pairs of triangles: out of memory (144 bytes)"},
    {1, 2, "edges of the tets: out of memory (76 bytes)"},
    {1, 1, "edges of the tets: out of memory (72 bytes)"},
    {2, 2, "sphere: out of memory (240 bytes)"},
    {2, 4, "mesh topology: out of memory (344 bytes)"},
    {2, 1, "mesh topology: out of memory (412 bytes)"},
    {2, 1, "pairs of triangles: out of memory (192 bytes)"},
    {2, 2, "sphere: out of memory (816 bytes)"},
    {2, 1, "sphere: out of memory (96 bytes)"},
    {2, 4, "mesh topology: out of memory (1304 bytes)"},
    {2, 1, "mesh topology: out of memory (1612 bytes)"},
    {2, 1, "pairs of triangles: out of memory (768 bytes)"},
};
enum { STEPS = sizeof steps / sizeof *steps };

static void run_memory(check *self, int argument) {
  xpbd_mesh mesh;
  int before = 0;
  for (int k = 0; k < STEPS; k++) {
    for (int i = 0; i < steps[k].allocations; i++) {
      lacking_from(before + i);
      const xpbd_status status = make(steps[k].what, &mesh);
      lacking_end();
      check_status(self, status, XPBD_ERR_OUT_OF_MEMORY, "body %d, allocation %d", steps[k].what, before + i);
      check_said(self, steps[k].said, "body %d, allocation %d", steps[k].what, before + i);
      check_true(self, !mesh.positions && !mesh.triangles && !mesh.tets, "body %d: no mesh", steps[k].what);
    }
    before += steps[k].allocations;
    if (k + 1 < STEPS && steps[k + 1].what == steps[k].what) continue;
    lacking_from(before);
    const xpbd_status status = make(steps[k].what, &mesh);
    check_control(self, lacking_end() == 0 && status == XPBD_OK, "body %d, %d allocations", steps[k].what, before);
    xpbd_mesh_destroy(&mesh);
    before = 0;
  }
}

/* A copy of the two tets has positions, triangles, edges, neighbours, hinges and tets, and frees what it got. */
static void run_copy(check *self, int argument) {
  enum { ARRAYS = 6 };
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0}, copied = {0};
  if (!check_status(self, make(1, &mesh), XPBD_OK, "two tets")) return;
  for (int got = 0; got <= ARRAYS; got++) {
    lacking_from(got);
    const xpbd_status status = xpbd_mesh_copy(&mesh, &copied);
    const int left = lacking_end();
    if (got == ARRAYS) {
      check_control(self, status == XPBD_OK && left == 0 && lacking_freed() == 0, "memory for all");
      continue;
    }
    check_true(self, status == XPBD_ERR_OUT_OF_MEMORY, "memory for %d arrays", got);
    check_said(self, "copying a mesh of 6 vertices: out of memory", "memory for %d arrays", got);
    check_same(self, (uint64_t)lacking_freed(), (uint64_t)got, "arrays that are given back");
    check_true(self, !copied.positions && !copied.triangles && !copied.tets, "no copy of %d arrays", got);
  }
}

void check_mesh_memory(check_registry *registry) {
  check_add(registry, "memory", "how many bytes are missing, of each allocation", run_memory, 0);
  check_add(registry, "memory-of-copies", "a copy that comes to no end leaves nothing", run_copy, 0);
}
