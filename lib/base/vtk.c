/* Why this file exists: writes the sections and the big-endian numbers of a VTK file. Callers only describe points,
 * cells and fields. */
#include "base/vtk.h"

#include <inttypes.h>
#include <string.h>

/// Cell type numbers of VTK.
enum { VTK_VERTEX = 1, VTK_POLY_VERTEX = 2, VTK_LINE = 3, VTK_TRIANGLE = 5, VTK_TETRA = 10 };

/// Numbers on their way to the stream, because a call for each number takes longer than its conversion.
typedef struct numbers {
  FILE *stream;
  size_t used;
  unsigned char bytes[1 << 12];
} numbers;

static void flush(numbers *n) {
  fwrite(n->bytes, 1, n->used, n->stream);
  n->used = 0;
}

/// Ends an array with the line end that the format asks for.
static void end_array(numbers *n) {
  flush(n);
  fputc('\n', n->stream);
}

static void put_real(numbers *n, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (n->used + sizeof bits > sizeof n->bytes) flush(n);
  unsigned char *out = n->bytes + n->used;
  for (int i = 0; i < 8; i++) out[i] = (unsigned char)(bits >> (56 - 8 * i));
  n->used += sizeof bits;
}

static void put_integer(numbers *n, int32_t value) {
  const uint32_t bits = (uint32_t)value;
  if (n->used + sizeof bits > sizeof n->bytes) flush(n);
  unsigned char *out = n->bytes + n->used;
  for (int i = 0; i < 4; i++) out[i] = (unsigned char)(bits >> (24 - 8 * i));
  n->used += sizeof bits;
}

static int kind_of(int32_t corners) {
  static const int kinds[] = {VTK_POLY_VERTEX, VTK_VERTEX, VTK_LINE, VTK_TRIANGLE, VTK_TETRA};
  return corners >= 1 && corners <= 4 ? kinds[corners] : VTK_POLY_VERTEX;
}

static int64_t put_cells(FILE *stream, const xpbd_vtk *what) {
  int64_t cells = 0, size = 0;
  numbers n = {.stream = stream};
  for (int32_t b = 0; b < what->block_count; b++) {
    cells += what->blocks[b].count;
    size += (int64_t)what->blocks[b].count * (1 + what->blocks[b].corners);
  }
  fprintf(stream, "CELLS %" PRId64 " %" PRId64 "\n", cells, size);
  for (int32_t b = 0; b < what->block_count; b++) {
    const xpbd_vtk_cells *block = &what->blocks[b];
    const int32_t *at = block->points;
    for (int32_t c = 0; c < block->count; c++) {
      put_integer(&n, block->corners);
      for (int32_t k = 0; k < block->corners; k++) put_integer(&n, *at++);
    }
  }
  end_array(&n);
  fprintf(stream, "CELL_TYPES %" PRId64 "\n", cells);
  for (int32_t b = 0; b < what->block_count; b++)
    for (int32_t c = 0; c < what->blocks[b].count; c++) put_integer(&n, kind_of(what->blocks[b].corners));
  end_array(&n);
  return cells;
}

static void put_reals(FILE *stream, const double *values, size_t count) {
  numbers n = {.stream = stream};
  for (size_t i = 0; i < count; i++) put_real(&n, values[i]);
  end_array(&n);
}

static void put_integers(FILE *stream, const int32_t *values, size_t count) {
  numbers n = {.stream = stream};
  for (size_t i = 0; i < count; i++) put_integer(&n, values[i]);
  end_array(&n);
}

static void put_arrays(FILE *stream, const char *keyword, int64_t length, int32_t count,
                       const xpbd_mesh_array *arrays) {
  if (count > 0) fprintf(stream, "%s %" PRId64 "\n", keyword, length);
  for (int32_t a = 0; a < count; a++) {
    const xpbd_mesh_array *array = &arrays[a];
    if (array->components == 3)
      fprintf(stream, "VECTORS %s double\n", array->name);
    else
      fprintf(stream, "SCALARS %s %s 1\nLOOKUP_TABLE default\n", array->name, array->reals ? "double" : "int");
    if (array->reals)
      put_reals(stream, array->reals, (size_t)length * (size_t)array->components);
    else
      put_integers(stream, array->integers, (size_t)length);
  }
}

void xpbd_vtk_write(FILE *stream, const xpbd_vtk *what) {
  fprintf(stream, "# vtk DataFile Version 3.0\n%s\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS %" PRId32 " double\n",
          what->title, what->point_count);
  put_reals(stream, what->points, 3 * (size_t)what->point_count);
  const int64_t cells = put_cells(stream, what);
  put_arrays(stream, "POINT_DATA", what->point_count, what->point_array_count, what->point_arrays);
  put_arrays(stream, "CELL_DATA", cells, what->cell_array_count, what->cell_arrays);
}
