/* Why this file exists: finite-element files number their vertices arbitrarily. This converts numbers to indices, drops
 * vertices that only geometry needed (centres of arcs), and makes a mesh of the tets or triangles. */
#include <stdlib.h>
#include <string.h>

#include "mesh/build.h"
#include "mesh/import.h"

static const char *const NAMES[XPBD_ELEMENT_KINDS] = {"triangle", "polygon", "tet"};

static size_t size_of(const xpbd_elements *e, int kind, size_t element) {
  return kind == XPBD_TRIANGLES ? 3 : kind == XPBD_TETS ? 4 : (size_t)e->sizes[element];
}

xpbd_status xpbd_elements_add_node(xpbd_elements *e, int64_t number, const double position[3], int64_t place) {
  void *array = e->nodes;
  XPBD_TRY(xpbd_import_room(e->path, &array, e->node_count, &e->node_capacity, 1, sizeof *e->nodes));
  e->nodes = array;
  array = e->positions;
  XPBD_TRY(xpbd_import_room(e->path, &array, e->node_count, &e->position_capacity, 1, 3 * sizeof *e->positions));
  e->positions = array;
  e->nodes[e->node_count] =
      (xpbd_node){number, (int32_t)e->node_count, (int32_t)place}; /* the size of a file is limited */
  memcpy(e->positions + 3 * e->node_count, position, 3 * sizeof *position);
  e->node_count++;
  return XPBD_OK;
}

xpbd_status xpbd_elements_add(xpbd_elements *e, int kind, int64_t number, const int64_t *corners, int64_t size,
                              int64_t place) {
  const size_t count = e->count[kind], held = e->corner_count[kind], width = (size_t)size;
  void *array = e->corners[kind];
  XPBD_TRY(xpbd_import_room(e->tets_path, &array, held, &e->capacity[kind], width, sizeof *e->corners[kind]));
  e->corners[kind] = array;
  if (kind == XPBD_POLYGONS) {
    array = e->sizes;
    XPBD_TRY(xpbd_import_room(e->tets_path, &array, count, &e->size_capacity, 1, sizeof *e->sizes));
    e->sizes = array;
    e->sizes[count] = (int32_t)size; /* fits: the size of a file is limited */
  }
  array = e->places[kind];
  XPBD_TRY(xpbd_import_room(e->tets_path, &array, count, &e->place_capacity[kind], 1, sizeof *e->places[kind]));
  e->places[kind] = array;
  array = e->numbers[kind];
  XPBD_TRY(xpbd_import_room(e->tets_path, &array, count, &e->number_capacity[kind], 1, sizeof *e->numbers[kind]));
  e->numbers[kind] = array;
  memcpy(e->corners[kind] + held, corners, width * sizeof *corners);
  e->corner_count[kind] += width;
  e->places[kind][count] = (int32_t)place;
  e->numbers[kind][count] = number;
  e->count[kind]++;
  return XPBD_OK;
}

void xpbd_elements_destroy(xpbd_elements *e) {
  free(e->nodes);
  free(e->positions);
  for (int kind = 0; kind < XPBD_ELEMENT_KINDS; kind++) {
    free(e->corners[kind]);
    free(e->places[kind]);
    free(e->numbers[kind]);
  }
  free(e->sizes);
  *e = (xpbd_elements){0};
}

/* Where an element is, as a prefix for messages: ":12", ": vertex 12", ": tet 12". */
static xpbd_shown show_place(const xpbd_elements *e, const char *what, int32_t place) {
  xpbd_shown shown;
  if (e->binary)
    snprintf(shown.text, sizeof shown.text, ": %s %d", what, place);
  else
    snprintf(shown.text, sizeof shown.text, ":%d", place);
  return shown;
}

static xpbd_shown element_place(const xpbd_elements *e, int kind, size_t element) {
  return show_place(e, NAMES[kind], e->places[kind][element]);
}

static int compare_nodes(const void *left, const void *right) {
  const xpbd_node *a = left, *b = right;
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  return (a->index > b->index) - (a->index < b->index);
}

/* Sorts by number and refuses repeated ones. */
static xpbd_status sort_nodes(xpbd_elements *e) {
  bool ascending = true;
  for (size_t i = 1; i < e->node_count && ascending; i++) ascending = e->nodes[i - 1].number < e->nodes[i].number;
  if (ascending) return XPBD_OK;
  qsort(e->nodes, e->node_count, sizeof *e->nodes, compare_nodes);
  for (size_t i = 1; i < e->node_count; i++)
    XPBD_REQUIRE(e->nodes[i - 1].number != e->nodes[i].number, XPBD_ERR_BAD_FILE,
                 "%s%s: vertex %lld is already in %s %d", e->path, show_place(e, "vertex", e->nodes[i].line).text,
                 (long long)e->nodes[i].number, e->binary ? "record" : "line", e->nodes[i - 1].line);
  return XPBD_OK;
}

/* Index of the vertex with this number, -1 = none. */
static int32_t find_node(const xpbd_elements *e, int64_t number) {
  const int64_t guess = e->node_count > 0 ? number - e->nodes[0].number : -1; /* nearly all files have no gaps */
  if (guess >= 0 && guess < (int64_t)e->node_count && e->nodes[guess].number == number) return e->nodes[guess].index;
  size_t begin = 0, end = e->node_count;
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    if (e->nodes[middle].number == number) return e->nodes[middle].index;
    if (e->nodes[middle].number < number)
      begin = middle + 1;
    else
      end = middle;
  }
  return -1;
}

/* Converts vertex numbers to indices from 0. */
static xpbd_status resolve_corners(const xpbd_elements *e, int kind) {
  int64_t *corner = e->corners[kind];
  for (size_t i = 0; i < e->count[kind]; i++)
    for (size_t k = 0; k < size_of(e, kind, i); k++, corner++) {
      const int32_t at = find_node(e, *corner);
      XPBD_REQUIRE(at >= 0, XPBD_ERR_BAD_FILE,
                   "%s%s: corner %zu is vertex %lld, which is not among the %zu vertices of the file", e->tets_path,
                   element_place(e, kind, i).text, k + 1, (long long)*corner, e->node_count);
      *corner = at;
    }
  return XPBD_OK;
}

/* Drops repeated tets and tets without volume. *count becomes the number kept, at the front. corners [count, 4] are
 * their vertices. */
static xpbd_status drop_tets(xpbd_elements *e, int32_t *corners, int32_t *twin, size_t *count) {
  xpbd_import_info *info = &e->import->info;
  size_t kept = 0;
  XPBD_TRY(xpbd_import_twins(e->tets_path, corners, 4, *count, twin));
  for (size_t t = 0; t < *count; t++) {
    const int32_t *corner = corners + 4 * t;
    const bool flat = !xpbd_mesh_has_volume(e->positions, corner);
    XPBD_REQUIRE(!flat || !e->import->strict, XPBD_ERR_BAD_FILE, "%s%s: tet %zu has no volume", e->tets_path,
                 element_place(e, XPBD_TETS, t).text, t);
    XPBD_REQUIRE(twin[t] < 0 || !e->import->strict, XPBD_ERR_BAD_FILE, "%s%s: tets %d and %zu have the same corners",
                 e->tets_path, element_place(e, XPBD_TETS, t).text, twin[t], t);
    info->flat += flat;
    info->duplicates += !flat && twin[t] >= 0;
    if (flat || twin[t] >= 0) continue;
    e->places[XPBD_TETS][kept] = e->places[XPBD_TETS][t];
    e->numbers[XPBD_TETS][kept] = e->numbers[XPBD_TETS][t];
    memmove(corners + 4 * kept++, corner, 4 * sizeof *corners);
  }
  *count = kept;
  XPBD_REQUIRE(kept > 0, XPBD_ERR_BAD_FILE, "%s: none of its %zu tets has a volume", e->tets_path, e->count[XPBD_TETS]);
  return XPBD_OK;
}

/* The numbers of the vertices in the order of the file. NULL if out of memory. */
static int64_t *vertex_numbers(const xpbd_elements *e) {
  int64_t *numbers = malloc((e->node_count + 1) * sizeof *numbers);
  for (size_t i = 0; numbers && i < e->node_count; i++) numbers[e->nodes[i].index] = e->nodes[i].number;
  if (!numbers) xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu vertices)", e->path, e->node_count);
  return numbers;
}

/* new_number [node_count]: vertices of the body, -1 = dropped. */
static xpbd_status take_attributes(const xpbd_elements *e, const int32_t *new_number, xpbd_mesh *mesh) {
  XPBD_TRY(xpbd_import_element_attributes(e->import, e->tets_path, NULL, e->numbers[XPBD_TETS], mesh));
  int64_t *numbers = vertex_numbers(e);
  if (!numbers) return XPBD_ERR_OUT_OF_MEMORY;
  const xpbd_status status =
      xpbd_import_vertex_attributes(e->import, e->path, e->node_count, new_number, numbers, mesh);
  free(numbers);
  return status;
}

/* new_number [node_count] and corners [count, 4] are scratch. */
static xpbd_status build_tets(xpbd_elements *e, int32_t *new_number, int32_t *corners, xpbd_mesh *out) {
  size_t count = e->count[XPBD_TETS];
  int32_t kept = 0, named;
  for (size_t i = 0; i < 4 * count; i++) corners[i] = (int32_t)e->corners[XPBD_TETS][i];
  XPBD_TRY(drop_tets(e, corners, new_number, &count));
  memset(new_number, 0xff, e->node_count * sizeof *new_number);      /* all -1 */
  for (size_t i = 0; i < 4 * count; i++) new_number[corners[i]] = 0; /* used */
  for (size_t v = 0; v < e->node_count; v++)
    if (new_number[v] == 0) new_number[v] = kept++;
  e->import->info.isolated += (int32_t)e->node_count - kept;
  XPBD_TRY(xpbd_mesh_reserve_tets(e->tets_path, kept, (int64_t)count, out));
  for (size_t v = 0; v < e->node_count; v++)
    if (new_number[v] >= 0)
      memcpy(out->positions + 3 * (size_t)new_number[v], e->positions + 3 * v, 3 * sizeof *e->positions);
  for (size_t i = 0; i < 4 * count; i++) out->tets[i] = new_number[corners[i]];
  xpbd_status status = xpbd_mesh_finish_tets(out, &e->import->info.inverted, &named);
  if (status == XPBD_OK) {
    status = take_attributes(e, new_number, out);
    if (status != XPBD_OK) xpbd_mesh_destroy(out);
    return status;
  }
  if (status != XPBD_ERR_INVALID_ARGUMENT || named < 0) return status;
  char reason[512];
  snprintf(reason, sizeof reason, "%s", xpbd_last_error());
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s%s: %s (counted from 0 in file order, without unused vertices)", e->tets_path,
                   element_place(e, XPBD_TETS, (size_t)named).text, reason);
}

static xpbd_status make_tets(xpbd_elements *e, xpbd_mesh *out) {
  const size_t count = e->count[XPBD_TETS], room = e->node_count > count ? e->node_count : count;
  int32_t *numbers = malloc(room * sizeof *numbers), *corners = malloc(4 * count * sizeof *corners);
  xpbd_status status;
  if (!numbers || !corners)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu tets)", e->path, count);
  else
    status = build_tets(e, numbers, corners, out);
  free(numbers);
  free(corners);
  return status;
}

static xpbd_status add_faces(const xpbd_elements *e, int kind, xpbd_polygons *polygons) {
  const int64_t *corner = e->corners[kind];
  for (size_t i = 0; i < e->count[kind]; i++) {
    XPBD_TRY(xpbd_polygons_begin_face(polygons, e->places[kind][i]));
    for (size_t k = 0; k < size_of(e, kind, i); k++) XPBD_TRY(xpbd_polygons_add_corner(polygons, *corner++, -1));
  }
  return XPBD_OK;
}

/* Triangles first, then polygons. A file has only one of them, or their order has no meaning. */
static xpbd_status make_surface(const xpbd_elements *e, xpbd_mesh *out) {
  const size_t triangles = e->count[XPBD_TRIANGLES], others = e->count[XPBD_POLYGONS];
  int64_t *vertices = vertex_numbers(e), *faces = malloc((triangles + others) * sizeof *faces);
  xpbd_polygons polygons = {
      .path = e->path, .import = e->import, .by_line = !e->binary, .vertex_numbers = vertices, .face_numbers = faces};
  xpbd_status status = XPBD_OK;
  if (!vertices || !faces)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu faces)", e->path, triangles + others);
  else {
    if (triangles > 0) memcpy(faces, e->numbers[XPBD_TRIANGLES], triangles * sizeof *faces);
    if (others > 0) memcpy(faces + triangles, e->numbers[XPBD_POLYGONS], others * sizeof *faces);
  }
  for (size_t v = 0; v < e->node_count && status == XPBD_OK; v++)
    status = xpbd_polygons_add_vertex(&polygons, e->positions + 3 * v, (int64_t)v + 1);
  if (status == XPBD_OK) status = add_faces(e, XPBD_TRIANGLES, &polygons);
  if (status == XPBD_OK) status = add_faces(e, XPBD_POLYGONS, &polygons);
  if (status == XPBD_OK) status = xpbd_polygons_mesh(&polygons, out);
  xpbd_polygons_destroy(&polygons);
  free(vertices);
  free(faces);
  return status;
}

xpbd_status xpbd_elements_mesh(xpbd_elements *e, xpbd_mesh *out) {
  const bool body = e->count[XPBD_TETS] > 0;
  XPBD_REQUIRE(body || e->count[XPBD_TRIANGLES] + e->count[XPBD_POLYGONS] > 0, XPBD_ERR_BAD_FILE,
               "%s: it has no tets and no triangles (vertices: %zu)", e->tets_path, e->node_count);
  XPBD_TRY(sort_nodes(e));
  for (int kind = body ? XPBD_TETS : XPBD_TRIANGLES; kind <= (body ? XPBD_TETS : XPBD_POLYGONS); kind++)
    XPBD_TRY(resolve_corners(e, kind));
  return body ? make_tets(e, out) : make_surface(e, out);
}
