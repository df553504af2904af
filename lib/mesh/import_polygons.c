/* Why this file exists: the polygons of a file as the strict passes collect them, the checks that hold for every kind
 * of file, and the step from polygons to a mesh: merging vertices that stand at the same place. */
#include <stdlib.h>
#include <string.h>

#include "mesh/build.h"
#include "mesh/import.h"

xpbd_status xpbd_import_room(const char *path, void **array, size_t count, size_t *capacity, size_t extra,
                             size_t size) {
  if (count + extra <= *capacity) return XPBD_OK;
  size_t wanted = *capacity ? 2 * *capacity : 1024;
  while (wanted < count + extra) wanted *= 2;
  void *grown = realloc(*array, wanted * size);
  XPBD_REQUIRE(grown, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", path, wanted * size);
  *array = grown;
  *capacity = wanted;
  return XPBD_OK;
}

xpbd_status xpbd_polygons_add_vertex(xpbd_polygons *p, const double position[3]) {
  void *array = p->positions;
  XPBD_TRY(xpbd_import_room(p->path, &array, p->vertex_count, &p->vertex_capacity, 1, 3 * sizeof *p->positions));
  p->positions = array;
  memcpy(p->positions + 3 * p->vertex_count, position, 3 * sizeof *position);
  p->vertex_count++;
  XPBD_REQUIRE(p->vertex_count <= INT32_MAX, XPBD_ERR_BAD_FILE, "%s: more than %d vertices", p->path, INT32_MAX);
  return XPBD_OK;
}

static xpbd_status add_face_arrays(xpbd_polygons *p, size_t count) {
  size_t capacity = p->face_capacity; /* two arrays share one capacity */
  void *array = p->face_sizes;
  XPBD_TRY(xpbd_import_room(p->path, &array, p->face_count, &capacity, 1, sizeof *p->face_sizes));
  p->face_sizes = array;
  array = p->places;
  XPBD_TRY(xpbd_import_room(p->path, &array, p->face_count, &p->face_capacity, 1, sizeof *p->places));
  p->places = array;
  array = p->corners;
  XPBD_TRY(xpbd_import_room(p->path, &array, p->corner_count, &p->corner_capacity, count, sizeof *p->corners));
  p->corners = array;
  return XPBD_OK;
}

static xpbd_shown show_place(const xpbd_polygons *p, int64_t place) {
  xpbd_shown shown;
  snprintf(shown.text, sizeof shown.text, "%s %lld", p->by_line ? "line" : "face", (long long)place);
  return shown;
}

xpbd_status xpbd_polygons_add_face(xpbd_polygons *p, const int64_t *corners, size_t count, int64_t place) {
  XPBD_REQUIRE(count >= 3, XPBD_ERR_BAD_FILE, "%s: %s: a face of %zu corners; at least 3 are needed (is it cut off?)",
               p->path, show_place(p, place).text, count);
  XPBD_REQUIRE(count <= XPBD_POLYGON_LIMIT, XPBD_ERR_BAD_FILE,
               "%s: %s: a face of more than %d corners; split it into smaller ones first", p->path,
               show_place(p, place).text, XPBD_POLYGON_LIMIT);
  XPBD_TRY(add_face_arrays(p, count));
  p->places[p->face_count] = (int32_t)place; /* both fit: the size of a file is limited */
  p->face_sizes[p->face_count] = (uint16_t)count;
  memcpy(p->corners + p->corner_count, corners, count * sizeof *corners);
  p->corner_count += count;
  p->face_count++;
  p->triangle_count += (int64_t)count - 2;
  p->split_count += count > 3;
  XPBD_REQUIRE(p->triangle_count <= INT32_MAX / 3, XPBD_ERR_BAD_FILE, "%s: more than %d triangles", p->path,
               INT32_MAX / 3);
  return XPBD_OK;
}

xpbd_status xpbd_polygons_add_texture(xpbd_polygons *p, const double texture[2]) {
  void *array = p->texture;
  XPBD_TRY(xpbd_import_room(p->path, &array, p->texture_count, &p->texture_capacity, 1, 2 * sizeof *p->texture));
  p->texture = array;
  memcpy(p->texture + 2 * p->texture_count, texture, 2 * sizeof *texture);
  p->texture_count++;
  return XPBD_OK;
}

xpbd_status xpbd_polygons_add_texture_face(xpbd_polygons *p, const int64_t *texture_corners, size_t count) {
  const size_t before = p->corner_count - count;
  void *array = p->texture_corners;
  XPBD_TRY(xpbd_import_room(p->path, &array, before, &p->texture_corner_capacity, count, sizeof *p->texture_corners));
  p->texture_corners = array;
  memcpy(p->texture_corners + before, texture_corners, count * sizeof *texture_corners);
  return XPBD_OK;
}

xpbd_shown xpbd_polygons_place(const xpbd_polygons *p, size_t face) {
  return show_place(p, p->places[face]);
}

xpbd_status xpbd_polygons_check(const xpbd_polygons *p) {
  XPBD_REQUIRE(p->face_count > 0, XPBD_ERR_BAD_FILE,
               "%s: there are no faces in it (%zu vertices); a mesh needs triangles", p->path, p->vertex_count);
  const int64_t *corner = p->corners, *texture = p->texture_count > 0 ? p->texture_corners : NULL;
  for (size_t f = 0; f < p->face_count; corner += p->face_sizes[f], f++)
    for (size_t k = 0; k < p->face_sizes[f]; k++) {
      XPBD_REQUIRE(corner[k] >= 0 && corner[k] < (int64_t)p->vertex_count, XPBD_ERR_BAD_FILE,
                   "%s: %s: corner %zu is vertex %lld, but the file has %zu vertices, counted from %d", p->path,
                   xpbd_polygons_place(p, f).text, k + 1, (long long)corner[k] + p->base, p->vertex_count, p->base);
      const int64_t at = texture ? texture[(corner - p->corners) + (ptrdiff_t)k] : -1;
      XPBD_REQUIRE(at < (int64_t)p->texture_count, XPBD_ERR_BAD_FILE,
                   "%s: %s: corner %zu has texture coordinates %lld, but the file has %zu, counted from %d", p->path,
                   xpbd_polygons_place(p, f).text, k + 1, (long long)at + p->base, p->texture_count, p->base);
      for (size_t j = 0; j < k; j++)
        XPBD_REQUIRE(corner[j] != corner[k], XPBD_ERR_BAD_FILE, "%s: %s: corners %zu and %zu are the same vertex",
                     p->path, xpbd_polygons_place(p, f).text, j + 1, k + 1);
    }
  return XPBD_OK;
}

void xpbd_polygons_destroy(xpbd_polygons *p) {
  free(p->positions);
  free(p->face_sizes);
  free(p->places);
  free(p->corners);
  free(p->texture);
  free(p->texture_corners);
  *p = (xpbd_polygons){0};
}

static uint64_t hash_position(const double key[3]) {
  uint64_t hash = 0;
  for (int axis = 0; axis < 3; axis++) {
    uint64_t bits;
    memcpy(&bits, key + axis, sizeof bits);
    hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  return hash;
}

/* first[v] becomes the lowest vertex at the place of v. Open addressing at most half full. Returns how many v are not
 * first themselves. */
static int32_t find_first(const double *positions, int32_t count, int32_t *table, size_t table_size, int32_t *first) {
  int32_t merged = 0;
  memset(table, 0xff, table_size * sizeof *table); /* all -1 */
  for (int32_t v = 0; v < count; v++) {
    const double *p = positions + 3 * (size_t)v;
    const double key[3] = {p[0] + 0.0, p[1] + 0.0, p[2] + 0.0}; /* -0 and 0 are one place and get one hash */
    size_t at = (size_t)hash_position(key) & (table_size - 1);
    for (; table[at] >= 0; at = (at + 1) & (table_size - 1)) {
      const double *q = positions + 3 * (size_t)table[at];
      if (q[0] == p[0] && q[1] == p[1] && q[2] == p[2]) break;
    }
    if (table[at] < 0)
      table[at] = v;
    else
      merged++;
    first[v] = table[at];
  }
  return merged;
}

/* Merging may bring two corners of a face together: an edge without length. */
static xpbd_status refuse_short_edges(const xpbd_polygons *p, const int32_t *first) {
  const int64_t *corner = p->corners;
  for (size_t f = 0; f < p->face_count; corner += p->face_sizes[f], f++)
    for (size_t k = 0; k < p->face_sizes[f]; k++)
      for (size_t j = 0; j < k; j++)
        XPBD_REQUIRE(first[corner[j]] != first[corner[k]], XPBD_ERR_BAD_FILE,
                     "%s: %s: corners %zu and %zu stand at the same place; an edge needs a length", p->path,
                     xpbd_polygons_place(p, f).text, j + 1, k + 1);
  return XPBD_OK;
}

/* Face that triangle `triangle` was split from: the library keeps their order. */
static size_t face_of(const xpbd_polygons *p, int32_t triangle) {
  size_t face = 0;
  for (int64_t before = p->face_sizes[0] - 2; before <= triangle; before += p->face_sizes[face] - 2) face++;
  return face;
}

static xpbd_status finish_mesh(const xpbd_polygons *p, xpbd_mesh *mesh) {
  int32_t twins[2];
  xpbd_status status = xpbd_mesh_validate(mesh);
  if (status != XPBD_OK) {
    xpbd_mesh_destroy(mesh);
    return status;
  }
  status = xpbd_mesh_finish(mesh, twins);
  if (status == XPBD_ERR_INVALID_ARGUMENT && twins[0] >= 0)
    status =
        xpbd_fail(XPBD_ERR_BAD_FILE, "%s: %s and %s hold the same triangle; remove one", p->path,
                  xpbd_polygons_place(p, face_of(p, twins[0])).text, xpbd_polygons_place(p, face_of(p, twins[1])).text);
  return status;
}

static bool is_textured(const xpbd_polygons *p) {
  if (p->texture_count == 0 || !p->texture_corners) return false;
  for (size_t i = 0; i < p->corner_count; i++)
    if (p->texture_corners[i] < 0) return false;
  return true;
}

/* Texture coordinates go with the corner, not with the vertex, so that a seam stays one. */
static xpbd_status take_texture(const xpbd_polygons *p, const int32_t *triangles, xpbd_mesh *mesh) {
  const size_t corners = 3 * (size_t)mesh->triangle_count;
  mesh->texture = malloc(corners * 2 * sizeof *mesh->texture);
  XPBD_REQUIRE(mesh->texture, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", p->path,
               corners * 2 * sizeof *mesh->texture);
  for (size_t i = 0; i < corners; i++)
    memcpy(mesh->texture + 2 * i, p->texture + 2 * p->texture_corners[triangles[i]], 2 * sizeof *mesh->texture);
  return XPBD_OK;
}

/* Renumber what is used, in file order, into the mesh. `first` is the table of find_first(). */
static xpbd_status build_mesh(const xpbd_polygons *p, const int32_t *first, const int32_t *triangles,
                              int32_t triangle_count, int32_t *new_number, xpbd_import_info *info, xpbd_mesh *out) {
  const int32_t count = (int32_t)p->vertex_count;
  for (int32_t v = 0; v < count; v++) new_number[v] = -1;
  for (size_t i = 0; i < 3 * (size_t)triangle_count; i++) new_number[first[p->corners[triangles[i]]]] = 0; /* used */
  int32_t kept = 0, places = 0;
  for (int32_t v = 0; v < count; v++) {
    places += first[v] == v;
    if (new_number[v] == 0) new_number[v] = kept++;
  }
  info->isolated = places - kept;
  xpbd_mesh mesh;
  XPBD_TRY(xpbd_mesh_reserve(p->path, kept, triangle_count, &mesh));
  for (int32_t v = 0; v < count; v++)
    if (new_number[v] >= 0)
      memcpy(mesh.positions + 3 * (size_t)new_number[v], p->positions + 3 * (size_t)v, 3 * sizeof *p->positions);
  for (size_t i = 0; i < 3 * (size_t)triangle_count; i++)
    mesh.triangles[i] = new_number[first[p->corners[triangles[i]]]];
  XPBD_TRY(finish_mesh(p, &mesh));
  const xpbd_status status = is_textured(p) ? take_texture(p, triangles, &mesh) : XPBD_OK;
  if (status != XPBD_OK) {
    xpbd_mesh_destroy(&mesh);
    return status;
  }
  *out = mesh;
  return XPBD_OK;
}

xpbd_status xpbd_polygons_weld(const xpbd_polygons *p, const int32_t *triangles, int32_t triangle_count,
                               xpbd_import_info *info, xpbd_mesh *out) {
  size_t table_size = 16;
  while (table_size < 2 * p->vertex_count) table_size *= 2;
  int32_t *table = malloc(table_size * sizeof *table); /* of the hash, then new numbers */
  int32_t *first = malloc(p->vertex_count * sizeof *first);
  xpbd_status status = XPBD_OK;
  if (!table || !first)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", p->path,
                       (table_size + p->vertex_count) * sizeof *table);
  else
    info->welded = find_first(p->positions, (int32_t)p->vertex_count, table, table_size, first);
  if (status == XPBD_OK) status = refuse_short_edges(p, first);
  if (status == XPBD_OK) status = build_mesh(p, first, triangles, triangle_count, table, info, out);
  free(table);
  free(first);
  return status;
}
