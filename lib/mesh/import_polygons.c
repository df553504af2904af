/* Why this file exists: collects the polygons of a file for all polygon formats, and checks that corners name vertices
 * with valid positions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static bool is_somewhere(const double position[3]) {
  for (int axis = 0; axis < 3; axis++)
    if (!(fabs(position[axis]) <= XPBD_LARGEST_COORDINATE)) return false;
  return true;
}

static xpbd_status note_nowhere(xpbd_polygons *p, int64_t vertex, int64_t place) {
  void *array = p->nowhere;
  XPBD_TRY(xpbd_import_room(p->path, &array, p->nowhere_count, &p->nowhere_capacity, 1, sizeof *p->nowhere));
  p->nowhere = array;
  p->nowhere[p->nowhere_count++] = (xpbd_nowhere){vertex, place};
  return XPBD_OK;
}

xpbd_status xpbd_polygons_add_vertex(xpbd_polygons *p, const double position[3], int64_t place) {
  void *array = p->positions;
  XPBD_TRY(xpbd_import_room(p->path, &array, p->vertex_count, &p->vertex_capacity, 1, 3 * sizeof *p->positions));
  p->positions = array;
  memcpy(p->positions + 3 * p->vertex_count, position, 3 * sizeof *position);
  if (!is_somewhere(position)) XPBD_TRY(note_nowhere(p, (int64_t)p->vertex_count, place));
  p->vertex_count++;
  XPBD_REQUIRE(p->vertex_count <= INT32_MAX, XPBD_ERR_BAD_FILE, "%s: more than %d vertices", p->path, INT32_MAX);
  return XPBD_OK;
}

xpbd_status xpbd_polygons_begin_face(xpbd_polygons *p, int64_t place) {
  void *array = p->face_sizes;
  XPBD_TRY(xpbd_import_room(p->path, &array, p->face_count, &p->face_size_capacity, 1, sizeof *p->face_sizes));
  p->face_sizes = array;
  array = p->places;
  XPBD_TRY(xpbd_import_room(p->path, &array, p->face_count, &p->place_capacity, 1, sizeof *p->places));
  p->places = array;
  p->places[p->face_count] = (int32_t)place; /* fits: the size of a file is limited */
  p->face_sizes[p->face_count] = 0;
  p->face_count++;
  return XPBD_OK;
}

/* Texture corners take memory only from the first corner that has some. */
static xpbd_status put_texture_corner(xpbd_polygons *p, int64_t texture) {
  if (texture < 0 && !p->texture_corners) return XPBD_OK;
  const size_t missing = p->texture_corners ? 0 : p->corner_count;
  void *array = p->texture_corners;
  XPBD_TRY(
      xpbd_import_room(p->path, &array, p->corner_count, &p->texture_corner_capacity, 1, sizeof *p->texture_corners));
  p->texture_corners = array;
  for (size_t i = 0; i < missing; i++) p->texture_corners[i] = -1;
  p->texture_corners[p->corner_count] = texture;
  return XPBD_OK;
}

xpbd_status xpbd_polygons_add_corner(xpbd_polygons *p, int64_t vertex, int64_t texture) {
  XPBD_TRY(put_texture_corner(p, texture));
  void *array = p->corners;
  XPBD_TRY(xpbd_import_room(p->path, &array, p->corner_count, &p->corner_capacity, 1, sizeof *p->corners));
  p->corners = array;
  p->corners[p->corner_count++] = vertex;
  p->face_sizes[p->face_count - 1]++; /* fits: the size of a file is limited */
  return XPBD_OK;
}

xpbd_status xpbd_polygons_add_triangle(xpbd_polygons *p, const int64_t corners[3], int64_t place) {
  XPBD_TRY(xpbd_polygons_begin_face(p, place));
  for (int k = 0; k < 3; k++) XPBD_TRY(xpbd_polygons_add_corner(p, corners[k], -1));
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

xpbd_shown xpbd_polygons_place(const xpbd_polygons *p, size_t face) {
  xpbd_shown shown;
  snprintf(shown.text, sizeof shown.text, "%s %lld", p->by_line ? "line" : "face", (long long)p->places[face]);
  return shown;
}

static xpbd_status fail_nowhere(const xpbd_polygons *p, size_t face, int64_t vertex) {
  const double *position = p->positions + 3 * vertex;
  size_t at = 0;
  while (p->nowhere[at].vertex != vertex) at++;
  const bool finite = isfinite(position[0]) && isfinite(position[1]) && isfinite(position[2]);
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%s%lld: vertex at (%g, %g, %g)%s, and %s uses it", p->path,
                   p->by_line ? "" : " vertex ", (long long)p->nowhere[at].place, position[0], position[1], position[2],
                   finite ? ": at most 1e18 can be simulated" : " is not finite", xpbd_polygons_place(p, face).text);
}

/* If texture coordinates are missing, the mesh has none. */
static xpbd_status check_texture(const xpbd_polygons *p, size_t face, size_t corner) {
  int64_t *texture = p->texture_count > 0 && p->texture_corners ? &p->texture_corners[corner] : NULL;
  if (!texture || *texture < (int64_t)p->texture_count) return XPBD_OK;
  XPBD_REPAIR(p->import, untextured, "%s: %s: a corner has texture coordinates %lld, but the file has %zu", p->path,
              xpbd_polygons_place(p, face).text, (long long)*texture + p->base, p->texture_count);
  *texture = -1;
  return XPBD_OK;
}

xpbd_status xpbd_polygons_check(const xpbd_polygons *p) {
  XPBD_REQUIRE(p->face_count > 0, XPBD_ERR_BAD_FILE, "%s: it has no faces (vertices: %zu); a mesh needs triangles",
               p->path, p->vertex_count);
  size_t i = 0;
  for (size_t f = 0; f < p->face_count; f++)
    for (int32_t k = 0; k < p->face_sizes[f]; k++, i++) {
      const int64_t corner = p->corners[i];
      XPBD_REQUIRE(corner >= 0 && corner < (int64_t)p->vertex_count, XPBD_ERR_BAD_FILE,
                   "%s: %s: corner %d is vertex %lld, but the file has %zu vertices, counted from %d", p->path,
                   xpbd_polygons_place(p, f).text, k + 1, (long long)corner + p->base, p->vertex_count, p->base);
      if (p->nowhere_count > 0 && !is_somewhere(p->positions + 3 * corner)) return fail_nowhere(p, f, corner);
      XPBD_TRY(check_texture(p, f, i));
    }
  return XPBD_OK;
}

void xpbd_polygons_destroy(xpbd_polygons *p) {
  free(p->positions);
  free(p->nowhere);
  free(p->face_sizes);
  free(p->places);
  free(p->corners);
  free(p->texture);
  free(p->texture_corners);
  *p = (xpbd_polygons){0};
}
