/* Why this file exists: keeps every mesh that was read from a file, so that all points of a run share one reading. */
#include "file_mesh.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "harness/plan/bench.h"
#include "support/cli.h"
#include "xpbd/import.h"
#include "xpbd/status.h"

/// Longest path. It is part of the names of points, which have BENCH_TEXT bytes.
#define LONGEST 120

typedef struct file_mesh {
  struct file_mesh *next;
  xpbd_mesh mesh;
  double extent, factor; ///< The largest extent in the file, and what it was multiplied by.
  uint64_t hash;         ///< Hash of the file's positions, triangles and tetrahedra.
  char path[LONGEST + 1], repairs[BENCH_TEXT - 160];
} file_mesh;

static file_mesh *all; // in the order in which they were read

static file_mesh **place_of(const char *path) {
  file_mesh **place = &all;
  while (*place && strcmp((*place)->path, path) != 0) place = &(*place)->next;
  return place;
}

static uint64_t hash_of(const xpbd_mesh *mesh) {
  uint64_t hash = xpbd_checkpoint_hash(0, mesh->positions, 3 * (size_t)mesh->vertex_count * sizeof *mesh->positions);
  hash = xpbd_checkpoint_hash(hash, mesh->triangles, 3 * (size_t)mesh->triangle_count * sizeof *mesh->triangles);
  return xpbd_checkpoint_hash(hash, mesh->tets, 4 * (size_t)mesh->tet_count * sizeof *mesh->tets);
}

/// A mesh that was read has an area or a volume, so its extent is not 0.
static void scale(file_mesh *made, double extent) {
  double sides[3];
  made->extent = xpbd_mesh_extent(&made->mesh, sides);
  made->factor = extent / made->extent;
  for (int64_t i = 0; i < 3 * (int64_t)made->mesh.vertex_count; i++) made->mesh.positions[i] *= made->factor;
}

const xpbd_mesh *file_mesh_find(const char *path, double extent, char *why, size_t capacity) {
  file_mesh **place = place_of(path);
  if (*place) return &(*place)->mesh;
  if (strlen(path) > LONGEST) {
    snprintf(why, capacity, "a path of more than %d characters; start xpbd-bench nearer to the file", LONGEST);
    return NULL;
  }
  file_mesh *made = calloc(1, sizeof *made);
  if (!made) {
    snprintf(why, capacity, "out of memory");
    return NULL;
  }
  snprintf(made->path, sizeof made->path, "%s", path);
  xpbd_import_info info = {0};
  if (xpbd_mesh_read(path, NULL, &info, &made->mesh) != XPBD_OK) {
    snprintf(why, capacity, "%s", xpbd_last_error());
    free(made);
    return NULL;
  }
  made->hash = hash_of(&made->mesh);
  xpbd_import_repairs(&info, made->repairs, sizeof made->repairs);
  scale(made, extent);
  *place = made;
  return &made->mesh;
}

const char *file_mesh_repairs(const char *path) {
  const file_mesh *found = *place_of(path);
  return found ? found->repairs : "";
}

void file_mesh_describe(bench_environment *env) {
  for (const file_mesh *one = all; one; one = one->next) {
    char text[BENCH_TEXT];
    const xpbd_mesh *mesh = &one->mesh; /* of at least three vertices */
    snprintf(text, sizeof text, "%016" PRIx64 " (%d vertices, %d triangle%s, %d %s; extent %.4g, scaled by %.4g)",
             one->hash, (int)mesh->vertex_count, (int)mesh->triangle_count, cli_plural(mesh->triangle_count),
             (int)mesh->tet_count, mesh->tet_count == 1 ? "tetrahedron" : "tetrahedra", one->extent, one->factor);
    bench_env_text(env, "mesh", one->path, text,
                   "-a mesh=FILE: hash of what was read, counts, largest extent and scale");
  }
}
