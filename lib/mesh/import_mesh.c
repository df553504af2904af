/* Why this file exists: turns the polygons of a file into a mesh. It merges coincident vertices, splits polygons into
 * triangles, drops triangles that are repeated or have no area, and renumbers the rest. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mesh/build.h"
#include "mesh/import.h"
#include "mesh/polygon.h"

typedef struct welding {
  const xpbd_polygons *polygons;
  int32_t *first;     /* [vertex_count] the lowest vertex within the welding distance */
  int32_t *triangles; /* [3 room] indices into the corners of the polygons */
  int32_t *corners;   /* [3 room] the merged vertices of these corners */
  int32_t *face;      /* [room] the polygon of each triangle */
  size_t triangle_count;
  int32_t *kept, *vertices; /* [most corners of a polygon] its remaining corners and their vertices */
  int32_t *pieces;          /* [3 most corners] */
} welding;

static uint64_t mix(uint64_t hash, uint64_t bits) {
  hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

static uint64_t hash_position(const double key[3]) {
  uint64_t hash = 0;
  for (int axis = 0; axis < 3; axis++) {
    uint64_t bits;
    memcpy(&bits, key + axis, sizeof bits);
    hash = mix(hash, bits);
  }
  return hash;
}

/* A hash table with open addressing, at most half full, all -1. */
static int32_t *make_table(const char *path, size_t count, size_t *size) {
  *size = 16;
  while (*size < 2 * count) *size *= 2;
  int32_t *table = xpbd_memory((int64_t)*size, sizeof *table);
  if (table)
    memset(table, 0xff, *size * sizeof *table);
  else
    xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", path, *size * sizeof *table);
  return table;
}

/* The welding distance: as asked for, or two millionths of the largest extent of the vertices that faces use. */
static double find_distance(const xpbd_polygons *p) {
  static const double standard = 2e-6;
  if (!isnan(p->import->weld)) return p->import->weld;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, extent = 0;
  for (size_t i = 0; i < p->corner_count; i++)
    for (int k = 0; k < 3; k++) {
      const double x = p->positions[3 * p->corners[i] + k];
      low[k] = x < low[k] ? x : low[k];
      high[k] = x > high[k] ? x : high[k];
    }
  for (int k = 0; k < 3; k++) extent = fmax(extent, high[k] - low[k]);
  return standard * extent;
}

/* Kept vertices in a grid of cubic cells. A cell is a list. */
typedef struct cells {
  const double *positions;
  double distance, per_metre; /* cells */
  size_t size;                /* of the hash table */
  int32_t *head, *next;       /* [size], [vertex_count] -1 = none */
  int64_t looked_at;
} cells;

/* The cell of a coordinate. Beyond 4e18 all cells are one, which is slower and not wrong. */
static int64_t cell_along(const cells *c, double x) {
  static const double most = 4e18;
  const double scaled = x * c->per_metre;
  const int64_t whole = (int64_t)(fabs(scaled) < most ? scaled : most);
  return whole - (scaled < (double)whole);
}

/* Cells along x follow each other in memory, as vertices of a file mostly do in space. */
static size_t slot_of(const cells *c, const int64_t cell[3]) {
  return (size_t)((uint64_t)cell[0] + (uint64_t)cell[1] * UINT64_C(0x9e3779b97f4a7c15) +
                  (uint64_t)cell[2] * UINT64_C(0xc2b2ae3d27d4eb4f)) &
         (c->size - 1);
}

static double square_between(const cells *c, int32_t a, int32_t b) {
  const double *p = c->positions + 3 * (size_t)a, *q = c->positions + 3 * (size_t)b;
  const double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
  return x * x + y * y + z * z;
}

static int32_t search_cell(cells *c, const int64_t cell[3], int32_t v, int32_t found) {
  for (int32_t q = c->head[slot_of(c, cell)]; q >= 0; q = c->next[q], c->looked_at++)
    if (q < found && square_between(c, q, v) <= c->distance * c->distance) found = q;
  return found;
}

/* The lowest kept vertex within the distance of v, v if there is none. Only cells within the distance are searched. A
 * cell is more than twice the distance wide, so there are one or two along each axis, and mostly one. */
static int32_t find_kept(cells *c, int32_t v) {
  const double *position = c->positions + 3 * (size_t)v;
  int64_t low[3], high[3], at[3];
  int32_t found = v;
  int two = 0; /* axes with two cells, a bit each */
  for (int k = 0; k < 3; k++) {
    low[k] = cell_along(c, position[k] - c->distance);
    high[k] = cell_along(c, position[k] + c->distance);
    two |= (high[k] > low[k]) << k;
  }
  if (two == 0) return search_cell(c, low, v, found);
  for (int part = 0; part < 8; part++) {
    if (part & ~two) continue;
    for (int k = 0; k < 3; k++) at[k] = part >> k & 1 ? high[k] : low[k];
    found = search_cell(c, at, v, found);
  }
  return found;
}

static void keep(cells *c, int32_t v) {
  const double *position = c->positions + 3 * (size_t)v;
  int64_t cell[3];
  for (int k = 0; k < 3; k++) cell[k] = cell_along(c, position[k]);
  const size_t slot = slot_of(c, cell);
  c->next[v] = c->head[slot];
  c->head[slot] = v;
}

/* Gives up and sets *crowded if cells hold so many vertices that searching them would take long. NULL: never. */
static xpbd_status find_near(const xpbd_polygons *p, double distance, double width, int32_t *first, bool *crowded) {
  enum { MOST = 64 };
  bool enough = false;
  cells c = {.positions = p->positions, .distance = distance, .per_metre = 1 / (width * distance)};
  xpbd_import_info *info = &p->import->info;
  xpbd_status status = XPBD_OK;
  c.head = make_table(p->path, p->vertex_count, &c.size);
  c.next = malloc((p->vertex_count + 1) * sizeof *c.next);
  if (!c.head || !c.next)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu vertices)", p->path, p->vertex_count);
  info->welded = info->near = 0;
  for (int32_t v = 0; v < (int32_t)p->vertex_count && status == XPBD_OK && !enough; v++) {
    const double *at = p->positions + 3 * (size_t)v;
    const bool somewhere = isfinite(at[0] + at[1] + at[2]);
    first[v] = somewhere ? find_kept(&c, v) : v;
    enough = crowded && c.looked_at > MOST * (v + INT64_C(1024));
    const double square = square_between(&c, first[v], v);
    if (first[v] == v && somewhere) keep(&c, v);
    info->welded += first[v] != v && square == 0;
    info->near += square > 0;
    if (square > 0 && p->import->strict)
      status =
          xpbd_fail(XPBD_ERR_BAD_FILE,
                    "%s: vertices %lld and %lld are %.3g apart and would be merged (up to %.3g); weld 0 keeps both",
                    p->path, first[v] + (long long)p->base, v + (long long)p->base, sqrt(square), distance);
  }
  free(c.head), free(c.next);
  if (crowded) *crowded = enough;
  return status;
}

/* A vertex without a valid position stays alone, because no face uses it. */
static xpbd_status find_same(const xpbd_polygons *p, int32_t *first) {
  size_t size;
  int32_t *table = make_table(p->path, p->vertex_count, &size);
  if (!table) return XPBD_ERR_OUT_OF_MEMORY;
  for (int32_t v = 0; v < (int32_t)p->vertex_count; v++) {
    const double *at = p->positions + 3 * (size_t)v;
    const double key[3] = {at[0] + 0.0, at[1] + 0.0, at[2] + 0.0}; /* -0 and 0 get one hash */
    size_t slot = (size_t)hash_position(key) & (size - 1);
    for (; table[slot] >= 0; slot = (slot + 1) & (size - 1)) {
      const double *q = p->positions + 3 * (size_t)table[slot];
      if ((q[0] == at[0] && q[1] == at[1] && q[2] == at[2]) || isnan(at[0] + at[1] + at[2])) break;
    }
    if (table[slot] < 0) table[slot] = v;
    first[v] = isnan(at[0] + at[1] + at[2]) ? v : table[slot];
    p->import->info.welded += first[v] != v;
  }
  free(table);
  return XPBD_OK;
}

static void sort_corners(const int32_t *corners, int width, int32_t out[4]) {
  for (int k = 0; k < width; k++) {
    int at = k;
    for (; at > 0 && out[at - 1] > corners[k]; at--) out[at] = out[at - 1];
    out[at] = corners[k];
  }
}

xpbd_status xpbd_import_twins(const char *path, const int32_t *corners, int width, size_t count, int32_t *twin) {
  static const uint64_t factors[4] = {1, UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xc2b2ae3d27d4eb4f),
                                      UINT64_C(0x165667b19e3779f9)};
  size_t size;
  int32_t *table = make_table(path, count, &size);
  if (!table) return XPBD_ERR_OUT_OF_MEMORY;
  for (size_t i = 0; i < count; i++) {
    int32_t own[4] = {0}, other[4] = {0};
    sort_corners(corners + (size_t)width * i, width, own);
    /* similar elements beside each other follow each other in memory, too */
    uint64_t hash = 4 * (uint64_t)own[0];
    for (int k = 1; k < width; k++) hash += factors[k] * (uint64_t)(own[k] - own[0]);
    size_t slot = (size_t)hash & (size - 1);
    twin[i] = -1;
    for (; table[slot] >= 0 && twin[i] < 0; slot = (slot + 1) & (size - 1)) {
      sort_corners(corners + (size_t)width * (size_t)table[slot], width, other);
      if (memcmp(own, other, sizeof own) == 0) twin[i] = table[slot];
    }
    if (twin[i] < 0) table[slot] = (int32_t)i;
  }
  free(table);
  return XPBD_OK;
}

/* Wide cells are searched faster, unless the vertices are dense. In narrow ones few vertices are kept. */
static xpbd_status find_first(const xpbd_polygons *p, int32_t *first) {
  enum { WIDE = 64, NARROW = 3 };
  const double distance = find_distance(p);
  bool crowded;
  if (!(distance * distance >= DBL_MIN)) return find_same(p, first); /* 0, or its square is */
  XPBD_TRY(find_near(p, distance, WIDE, first, &crowded));
  if (crowded) XPBD_TRY(find_near(p, distance, NARROW, first, NULL));
  if (p->import->info.near > 0) p->import->info.weld = distance;
  return XPBD_OK;
}

/* Keeps the corners of a polygon that do not coincide with the one before them. Sets *count to their number. */
static xpbd_status drop_repeated(welding *w, size_t face, size_t begin, int32_t *count) {
  const xpbd_polygons *p = w->polygons;
  const int32_t size = p->face_sizes[face];
  int32_t kept = 0;
  for (int32_t k = 0; k < size; k++) {
    const int32_t vertex = w->first[p->corners[begin + (size_t)k]];
    if (kept == 0 || vertex != w->vertices[kept - 1]) {
      w->kept[kept] = k;
      w->vertices[kept++] = vertex;
    }
  }
  while (kept > 1 && w->vertices[kept - 1] == w->vertices[0]) kept--;
  for (int32_t k = kept; k < size; k++)
    XPBD_REPAIR(p->import, repeated, "%s: %s: of %d corners %d coincide with a neighbour; an edge needs a length",
                p->path, xpbd_polygons_place(p, face).text, size, size - kept);
  *count = kept;
  return XPBD_OK;
}

static xpbd_status split_face(welding *w, xpbd_polygon_splitter *splitter, size_t face, size_t begin) {
  const xpbd_polygons *p = w->polygons;
  int32_t count = 0, pieces = 0;
  bool crosses = false;
  XPBD_TRY(drop_repeated(w, face, begin, &count));
  if (count >= 3)
    XPBD_TRY(xpbd_polygon_split(splitter, p->positions, w->vertices, count, w->pieces, &pieces, &crosses));
  if (pieces == 0)
    XPBD_REPAIR(p->import, flat, "%s: %s: a face of %d corners, only %d of them distinct; it has no area", p->path,
                xpbd_polygons_place(p, face).text, p->face_sizes[face], count);
  if (crosses)
    XPBD_REPAIR(p->import, crossing, "%s: %s: the polygon of %d corners crosses itself", p->path,
                xpbd_polygons_place(p, face).text, count);
  p->import->info.triangulated += count > 3 && pieces > 0;
  for (int32_t i = 0; i < pieces; i++, w->triangle_count++) {
    w->face[w->triangle_count] = (int32_t)face;
    for (int k = 0; k < 3; k++) {
      const int32_t piece = w->pieces[3 * i + k];
      w->triangles[3 * w->triangle_count + (size_t)k] = (int32_t)begin + w->kept[piece];
      w->corners[3 * w->triangle_count + (size_t)k] = w->vertices[piece];
    }
  }
  return XPBD_OK;
}

static xpbd_status split_all(welding *w) {
  xpbd_polygon_splitter splitter = {0};
  xpbd_status status = XPBD_OK;
  size_t begin = 0;
  for (size_t f = 0; f < w->polygons->face_count && status == XPBD_OK; f++) {
    status = split_face(w, &splitter, f, begin);
    begin += (size_t)w->polygons->face_sizes[f];
  }
  xpbd_polygon_splitter_destroy(&splitter);
  return status;
}

/* Keeps the first of several triangles with the same corners in any orientation. */
static xpbd_status drop_twins(welding *w) {
  const xpbd_polygons *p = w->polygons;
  int32_t *twin = malloc((w->triangle_count + 1) * sizeof *twin);
  XPBD_REQUIRE(twin, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory", p->path);
  xpbd_status status = xpbd_import_twins(p->path, w->corners, 3, w->triangle_count, twin);
  size_t kept = 0;
  for (size_t t = 0; t < w->triangle_count && status == XPBD_OK; t++) {
    if (twin[t] >= 0 && p->import->strict)
      status = xpbd_fail(XPBD_ERR_BAD_FILE, "%s: %s and %s hold the same triangle; remove one", p->path,
                         xpbd_polygons_place(p, (size_t)w->face[twin[t]]).text,
                         xpbd_polygons_place(p, (size_t)w->face[t]).text);
    p->import->info.duplicates += twin[t] >= 0;
    if (twin[t] >= 0) continue;
    memmove(w->triangles + 3 * kept, w->triangles + 3 * t, 3 * sizeof *w->triangles);
    memmove(w->corners + 3 * kept, w->corners + 3 * t, 3 * sizeof *w->corners);
    w->face[kept] = w->face[t];
    if (status == XPBD_OK) kept++;
  }
  w->triangle_count = kept;
  free(twin);
  return status;
}

static bool is_textured(const xpbd_polygons *p) {
  if (p->texture_count == 0 || !p->texture_corners) return false;
  for (size_t i = 0; i < p->corner_count; i++) {
    const int64_t at = p->texture_corners[i];
    if (at < 0 || !isfinite(p->texture[2 * at]) || !isfinite(p->texture[2 * at + 1])) return false;
  }
  return true;
}

/* Texture coordinates belong to corners, not vertices, so seams are kept. */
static xpbd_status take_texture(const welding *w, xpbd_mesh *mesh) {
  const xpbd_polygons *p = w->polygons;
  const size_t corners = 3 * (size_t)mesh->triangle_count;
  mesh->texture = malloc(corners * 2 * sizeof *mesh->texture);
  XPBD_REQUIRE(mesh->texture, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", p->path,
               corners * 2 * sizeof *mesh->texture);
  for (size_t i = 0; i < corners; i++)
    memcpy(mesh->texture + 2 * i, p->texture + 2 * p->texture_corners[w->triangles[i]], 2 * sizeof *mesh->texture);
  return XPBD_OK;
}

/* Renumbers used vertices in file order. `first` becomes the new numbers. */
static xpbd_status number_vertices(welding *w, xpbd_mesh *mesh) {
  const xpbd_polygons *p = w->polygons;
  const int32_t count = (int32_t)p->vertex_count;
  int32_t kept = 0, places = 0;
  for (int32_t v = 0; v < count; v++) {
    places += w->first[v] == v;
    w->first[v] = -1;
  }
  for (size_t i = 0; i < 3 * w->triangle_count; i++) w->first[w->corners[i]] = 0; /* used */
  for (int32_t v = 0; v < count; v++)
    if (w->first[v] == 0) w->first[v] = kept++;
  p->import->info.isolated += places - kept;
  XPBD_TRY(xpbd_mesh_reserve(p->path, kept, (int64_t)w->triangle_count, mesh));
  for (int32_t v = 0; v < count; v++)
    if (w->first[v] >= 0)
      memcpy(mesh->positions + 3 * (size_t)w->first[v], p->positions + 3 * (size_t)v, 3 * sizeof *p->positions);
  for (size_t i = 0; i < 3 * w->triangle_count; i++) mesh->triangles[i] = w->first[w->corners[i]];
  return XPBD_OK;
}

/* The texture, and the fields of the file: every triangle has those of its polygon, every vertex its own. */
static xpbd_status take_rest(const welding *w, xpbd_mesh *mesh) {
  const xpbd_polygons *p = w->polygons;
  if (is_textured(p)) XPBD_TRY(take_texture(w, mesh));
  XPBD_TRY(xpbd_import_element_attributes(p->import, p->path, w->face, p->face_numbers, mesh));
  return xpbd_import_vertex_attributes(p->import, p->path, p->vertex_count, w->first, p->vertex_numbers, mesh);
}

static xpbd_status make_mesh(welding *w, xpbd_mesh *out) {
  xpbd_mesh mesh;
  XPBD_TRY(find_first(w->polygons, w->first));
  XPBD_TRY(split_all(w));
  XPBD_TRY(drop_twins(w));
  XPBD_REQUIRE(w->triangle_count > 0, XPBD_ERR_BAD_FILE, "%s: no face of %zu has an area", w->polygons->path,
               w->polygons->face_count);
  XPBD_TRY(number_vertices(w, &mesh));
  xpbd_status status = xpbd_mesh_validate(&mesh);
  if (status != XPBD_OK) {
    xpbd_mesh_destroy(&mesh);
    return status;
  }
  XPBD_TRY(xpbd_mesh_finish(&mesh));
  status = take_rest(w, &mesh);
  if (status != XPBD_OK) {
    xpbd_mesh_destroy(&mesh);
    return status;
  }
  *out = mesh;
  return XPBD_OK;
}

xpbd_status xpbd_polygons_mesh(const xpbd_polygons *p, xpbd_mesh *out) {
  size_t room = 0, most = 1;
  for (size_t f = 0; f < p->face_count; f++) {
    const size_t size = (size_t)p->face_sizes[f];
    room += size > 2 ? size - 2 : 0;
    most = size > most ? size : most;
  }
  XPBD_REQUIRE(room <= INT32_MAX / 3, XPBD_ERR_BAD_FILE, "%s: more than %d triangles", p->path, INT32_MAX / 3);
  welding w = {.polygons = p,
               .first = xpbd_memory((int64_t)p->vertex_count, sizeof *w.first),
               .triangles = xpbd_memory(3 * (int64_t)room, sizeof *w.triangles),
               .corners = xpbd_memory(3 * (int64_t)room, sizeof *w.corners),
               .face = xpbd_memory((int64_t)room, sizeof *w.face),
               .kept = malloc(most * sizeof *w.kept),
               .vertices = malloc(most * sizeof *w.vertices),
               .pieces = malloc(3 * most * sizeof *w.pieces)};
  xpbd_status status;
  if (!w.first || !w.triangles || !w.corners || !w.face || !w.kept || !w.vertices || !w.pieces)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu triangles)", p->path, room);
  else
    status = make_mesh(&w, out);
  free(w.first);
  free(w.triangles);
  free(w.corners);
  free(w.face);
  free(w.kept);
  free(w.vertices);
  free(w.pieces);
  return status;
}
