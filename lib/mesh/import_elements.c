/* Why this file exists: files of finite elements number their vertices as they like. Here numbers become places,
 * vertices that only geometry needed (centres of arcs) are dropped, and tets or triangles become a mesh. */
#include <stdlib.h>
#include <string.h>

#include "mesh/build.h"
#include "mesh/import.h"

static const size_t CORNERS[XPBD_ELEMENT_KINDS] = {3, 4};

xpbd_status xpbd_elements_add_node(xpbd_elements *e, int64_t number, const double position[3], int64_t line) {
  void *array = e->nodes;
  XPBD_TRY(xpbd_import_room(e->path, &array, e->node_count, &e->node_capacity, 1, sizeof *e->nodes));
  e->nodes = array;
  array = e->positions;
  XPBD_TRY(xpbd_import_room(e->path, &array, e->node_count, &e->position_capacity, 1, 3 * sizeof *e->positions));
  e->positions = array;
  e->nodes[e->node_count] =
      (xpbd_node){number, (int32_t)e->node_count, (int32_t)line}; /* the size of a file is limited */
  memcpy(e->positions + 3 * e->node_count, position, 3 * sizeof *position);
  e->node_count++;
  return XPBD_OK;
}

xpbd_status xpbd_elements_add(xpbd_elements *e, int kind, const int64_t *corners, int64_t line) {
  const size_t count = e->count[kind], width = CORNERS[kind];
  for (size_t k = 0; k < width; k++)
    for (size_t j = 0; j < k; j++)
      XPBD_REQUIRE(corners[j] != corners[k], XPBD_ERR_BAD_FILE,
                   "%s:%lld: corners %zu and %zu are the same vertex, %lld", e->tets_path, (long long)line, j + 1,
                   k + 1, (long long)corners[k]);
  void *array = e->corners[kind];
  XPBD_TRY(xpbd_import_room(e->tets_path, &array, count, &e->capacity[kind], 1, width * sizeof *e->corners[kind]));
  e->corners[kind] = array;
  array = e->lines[kind];
  XPBD_TRY(xpbd_import_room(e->tets_path, &array, count, &e->line_capacity[kind], 1, sizeof *e->lines[kind]));
  e->lines[kind] = array;
  memcpy(e->corners[kind] + width * count, corners, width * sizeof *corners);
  e->lines[kind][count] = (int32_t)line;
  e->count[kind]++;
  return XPBD_OK;
}

void xpbd_elements_destroy(xpbd_elements *e) {
  free(e->nodes);
  free(e->positions);
  for (int kind = 0; kind < XPBD_ELEMENT_KINDS; kind++) {
    free(e->corners[kind]);
    free(e->lines[kind]);
  }
  *e = (xpbd_elements){0};
}

static int compare_nodes(const void *left, const void *right) {
  const xpbd_node *a = left, *b = right;
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  return (a->index > b->index) - (a->index < b->index);
}

/* Ascending by number; none may stand twice. */
static xpbd_status sort_nodes(xpbd_elements *e) {
  bool ascending = true;
  for (size_t i = 1; i < e->node_count && ascending; i++) ascending = e->nodes[i - 1].number < e->nodes[i].number;
  if (ascending) return XPBD_OK;
  qsort(e->nodes, e->node_count, sizeof *e->nodes, compare_nodes);
  for (size_t i = 1; i < e->node_count; i++)
    XPBD_REQUIRE(e->nodes[i - 1].number != e->nodes[i].number, XPBD_ERR_BAD_FILE,
                 "%s:%d: vertex %lld stands in line %d already", e->path, e->nodes[i].line,
                 (long long)e->nodes[i].number, e->nodes[i - 1].line);
  return XPBD_OK;
}

/* Place of a vertex by its number, -1 when there is none. Mostly the numbers have no gaps. */
static int32_t find_node(const xpbd_elements *e, int64_t number) {
  if (e->node_count == 0) return -1;
  const int64_t offset = number - e->nodes[0].number; /* fits: numbers have 18 digits at most */
  if (offset >= 0 && (uint64_t)offset < e->node_count && e->nodes[offset].number == number)
    return e->nodes[offset].index;
  size_t begin = 0, end = e->node_count;
  while (begin < end) {
    const size_t middle = (begin + end) / 2;
    if (e->nodes[middle].number == number) return e->nodes[middle].index;
    if (e->nodes[middle].number < number)
      begin = middle + 1;
    else
      end = middle;
  }
  return -1;
}

/* Numbers in the file become places from 0. */
static xpbd_status resolve_corners(const xpbd_elements *e, int kind) {
  const size_t width = CORNERS[kind];
  for (size_t i = 0; i < width * e->count[kind]; i++) {
    int64_t *corner = &e->corners[kind][i];
    const int32_t place = find_node(e, *corner);
    XPBD_REQUIRE(place >= 0, XPBD_ERR_BAD_FILE,
                 "%s:%d: corner %zu is vertex %lld, which is not among the %zu vertices of the file", e->tets_path,
                 e->lines[kind][i / width], i % width + 1, (long long)*corner, e->node_count);
    *corner = place;
  }
  return XPBD_OK;
}

/* new_number [node_count] is scratch. */
static xpbd_status make_tets(const xpbd_elements *e, int32_t *new_number, xpbd_import_info *info, xpbd_mesh *out) {
  const size_t corners = 4 * e->count[XPBD_TETS];
  int32_t kept = 0, named;
  memset(new_number, 0xff, e->node_count * sizeof *new_number);                  /* all -1 */
  for (size_t i = 0; i < corners; i++) new_number[e->corners[XPBD_TETS][i]] = 0; /* used */
  for (size_t v = 0; v < e->node_count; v++)
    if (new_number[v] == 0) new_number[v] = kept++;
  info->isolated = (int32_t)e->node_count - kept;
  XPBD_TRY(xpbd_mesh_reserve_tets(e->tets_path, kept, (int64_t)e->count[XPBD_TETS], out));
  for (size_t v = 0; v < e->node_count; v++)
    if (new_number[v] >= 0)
      memcpy(out->positions + 3 * (size_t)new_number[v], e->positions + 3 * v, 3 * sizeof *e->positions);
  for (size_t i = 0; i < corners; i++) out->tets[i] = new_number[e->corners[XPBD_TETS][i]];
  const xpbd_status status = xpbd_mesh_finish_tets(out, &info->inverted, &named);
  if (status != XPBD_ERR_INVALID_ARGUMENT || named < 0) return status;
  char reason[512];
  snprintf(reason, sizeof reason, "%s", xpbd_last_error());
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%d: %s (counted from 0 in file order, without unused vertices)", e->tets_path,
                   e->lines[XPBD_TETS][named], reason);
}

static xpbd_status make_triangles(const xpbd_elements *e, int32_t *corners, xpbd_import_info *info, xpbd_mesh *out) {
  const size_t count = e->count[XPBD_TRIANGLES];
  xpbd_polygons polygons = {.path = e->path, .by_line = true};
  xpbd_status status = XPBD_OK;
  for (size_t v = 0; v < e->node_count && status == XPBD_OK; v++)
    status = xpbd_polygons_add_vertex(&polygons, e->positions + 3 * v);
  for (size_t t = 0; t < count && status == XPBD_OK; t++)
    status = xpbd_polygons_add_face(&polygons, e->corners[XPBD_TRIANGLES] + 3 * t, 3, e->lines[XPBD_TRIANGLES][t]);
  for (size_t i = 0; i < 3 * count; i++) corners[i] = (int32_t)i;
  if (status == XPBD_OK) status = xpbd_polygons_weld(&polygons, corners, (int32_t)count, info, out);
  xpbd_polygons_destroy(&polygons);
  return status;
}

xpbd_status xpbd_elements_mesh(xpbd_elements *e, xpbd_import_info *info, xpbd_mesh *out) {
  const int kind = e->count[XPBD_TETS] > 0 ? XPBD_TETS : XPBD_TRIANGLES;
  XPBD_REQUIRE(e->count[kind] > 0, XPBD_ERR_BAD_FILE, "%s: there are no tets and no triangles in it (%zu vertices)",
               e->tets_path, e->node_count);
  XPBD_TRY(sort_nodes(e));
  XPBD_TRY(resolve_corners(e, kind));
  const size_t entries = kind == XPBD_TETS ? e->node_count : 3 * e->count[kind];
  int32_t *scratch = malloc(entries * sizeof *scratch);
  XPBD_REQUIRE(scratch, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", e->path, entries * sizeof *scratch);
  const xpbd_status status =
      kind == XPBD_TETS ? make_tets(e, scratch, info, out) : make_triangles(e, scratch, info, out);
  free(scratch);
  return status;
}
