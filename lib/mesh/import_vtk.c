/* Why this file exists: the pass over legacy VTK files, text and binary ("VTK File Formats" in the user's guide of VTK),
 * of unstructured grids and of surfaces (POLYDATA). It reads tets, triangles, quads and polygons, and of curved ones only
 * the corners. Points and lines are skipped, other volume elements are refused, like in Gmsh files. Data of points and cells
 * are attributes, unless they are normals, colours, texture coordinates or identifiers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "mesh/import_vtk.h"

enum { LEFT_OUT = -1, VTK_LINE = 3, VTK_STRIP = 6, VTK_POLYGON = 7, NO_DATA = 0, POINT_DATA, CELL_DATA };

typedef struct vtk {
  xpbd_text text;
  char *cursor; /* of the line */
  xpbd_elements *out;
  bool binary, surface;
  bool by_offsets; /* format 5: cells are offsets and corners, else each begins with its number of corners */
  bool has_points;
  size_t cell_count, end_capacity, corner_count, corner_capacity, type_count, type_capacity;
  int64_t *ends;    /* [cell_count] end of each cell in `corners` */
  int64_t *corners; /* [corner_count] */
  uint8_t *types;   /* [type_count] */
  int data;         /* what the present arrays belong to */
  int64_t items;    /* of the present arrays */
} vtk;

#define vtk_fail(v, format, ...)                                                                                       \
  xpbd_fail(XPBD_ERR_BAD_FILE, "%s%s: " format, (v)->text.path, xpbd_text_where(&(v)->text, (v)->binary).text,         \
            __VA_ARGS__)

/* Reads the next word, of this line or a later one. */
static xpbd_status next_word(vtk *v, const char *wanted, char **word) {
  while (!(*word = xpbd_text_token(&v->cursor))) XPBD_TRY(xpbd_text_content(&v->text, "", wanted, &v->cursor));
  return XPBD_OK;
}

/* Reads the next word of the line. Messages name `what`. */
static xpbd_status read_name(vtk *v, const char *what, const char **name) {
  *name = xpbd_text_token(&v->cursor);
  return *name ? XPBD_OK : vtk_fail(v, "the name of %s is missing", what);
}

/* Checks that a count fits into the file, so that a wrong count does not cause a long loop. */
static xpbd_status read_count(vtk *v, const char *what, int64_t *out) {
  const char *word = xpbd_text_token(&v->cursor);
  if (!word || !xpbd_text_integer(word, out) || *out < 0)
    return vtk_fail(v, "the number of %s is '%s'", what, word ? xpbd_text_show(word).text : "");
  if (*out > v->text.size)
    return vtk_fail(v, "%lld %s do not fit into %lld bytes; the file is cut off", (long long)*out, what,
                    (long long)v->text.size);
  return XPBD_OK;
}

static xpbd_status read_type(vtk *v, xpbd_number_type *out) {
  static const struct {
    const char *name;
    xpbd_number_type type;
  } types[] = {
      {"char", XPBD_NUMBER_I8},          {"signed_char", XPBD_NUMBER_I8},     {"unsigned_char", XPBD_NUMBER_U8},
      {"short", XPBD_NUMBER_I16},        {"unsigned_short", XPBD_NUMBER_U16}, {"int", XPBD_NUMBER_I32},
      {"unsigned_int", XPBD_NUMBER_U32}, {"long", XPBD_NUMBER_I64},           {"unsigned_long", XPBD_NUMBER_U64},
      {"vtkidtype", XPBD_NUMBER_I32},    {"vtktypeint64", XPBD_NUMBER_I64},   {"vtktypeuint64", XPBD_NUMBER_U64},
      {"float", XPBD_NUMBER_F32},        {"double", XPBD_NUMBER_F64}};
  const char *word = xpbd_text_token(&v->cursor);
  for (size_t i = 0; word && i < sizeof types / sizeof *types; i++)
    if (strcasecmp(word, types[i].name) == 0) {
      *out = types[i].type;
      return XPBD_OK;
    }
  return vtk_fail(v, "numbers of type '%s' cannot be read", word ? xpbd_text_show(word).text : "");
}

/* Reads the next number of an array. Messages name `what`. */
static xpbd_status read_number(vtk *v, const char *what, xpbd_number_type type, double *out) {
  if (v->binary) {
    unsigned char bytes[8];
    XPBD_TRY(xpbd_text_bytes(&v->text, bytes, xpbd_number_bytes(type)));
    *out = xpbd_number_decode(type, bytes, true);
    return XPBD_OK;
  }
  char *word;
  XPBD_TRY(next_word(v, what, &word));
  return xpbd_text_number(&v->text, word, what, out);
}

static xpbd_status read_index(vtk *v, const char *what, xpbd_number_type type, int64_t *out) {
  double value;
  XPBD_TRY(read_number(v, what, type, &value));
  if (!(value >= 0 && value <= INT32_MAX && value == floor(value)))
    return vtk_fail(v, "%s: %g is not a number from 0 on", what, value);
  *out = (int64_t)value;
  return XPBD_OK;
}

static xpbd_status skip_numbers(vtk *v, const char *what, int64_t count, xpbd_number_type type) {
  double value;
  for (int64_t i = 0; i < count; i++) XPBD_TRY(read_number(v, what, type, &value));
  return XPBD_OK;
}

/* The number of a whole array is checked, too. */
static xpbd_status check_array(const vtk *v, const char *name, int64_t items, int64_t width) {
  if (items > 0 && width > v->text.size / items)
    return vtk_fail(v, "%s: %lld times %lld numbers do not fit into %lld bytes; the file is cut off",
                    xpbd_text_show(name).text, (long long)items, (long long)width, (long long)v->text.size);
  return XPBD_OK;
}

static xpbd_status read_points(vtk *v) {
  int64_t count;
  xpbd_number_type type;
  if (v->has_points) return vtk_fail(v, "%s a second time", "POINTS");
  v->has_points = true;
  XPBD_TRY(read_count(v, "points", &count));
  XPBD_TRY(read_type(v, &type));
  for (int64_t i = 0; i < count; i++) {
    double position[3];
    for (int axis = 0; axis < 3; axis++) {
      XPBD_TRY(read_number(v, "POINTS", type, &position[axis]));
      if (!(fabs(position[axis]) <= XPBD_LARGEST_COORDINATE))
        return vtk_fail(v, "point %lld is at %g; at most %g can be simulated", (long long)i, position[axis],
                        XPBD_LARGEST_COORDINATE);
    }
    XPBD_TRY(xpbd_elements_add_node(v->out, i, position, i));
  }
  return XPBD_OK;
}

static xpbd_status add_corners(vtk *v, int64_t count, const char *what, xpbd_number_type type) {
  void *array = v->corners;
  for (int64_t i = 0; i < count; i++) {
    XPBD_TRY(xpbd_import_room(v->text.path, &array, v->corner_count, &v->corner_capacity, 1, sizeof *v->corners));
    v->corners = array;
    XPBD_TRY(read_index(v, what, type, &v->corners[v->corner_count]));
    v->corner_count++;
  }
  return XPBD_OK;
}

static xpbd_status add_cell(vtk *v, size_t end) {
  void *array = v->ends;
  XPBD_TRY(xpbd_import_room(v->text.path, &array, v->cell_count, &v->end_capacity, 1, sizeof *v->ends));
  v->ends = array;
  v->ends[v->cell_count++] = (int64_t)end;
  return XPBD_OK;
}

static xpbd_status add_type(vtk *v, int64_t type) {
  void *array = v->types;
  XPBD_TRY(xpbd_import_room(v->text.path, &array, v->type_count, &v->type_capacity, 1, sizeof *v->types));
  v->types = array;
  v->types[v->type_count++] = (uint8_t)(type < UINT8_MAX ? type : UINT8_MAX); /* both are unknown */
  return XPBD_OK;
}

/* Format 5: the counts are of offsets, one more than cells, and of corners. */
static xpbd_status read_offset_cells(vtk *v, int64_t offsets, int64_t corners) {
  static const char *const words[] = {"OFFSETS", "CONNECTIVITY"};
  const size_t first = v->corner_count;
  for (int part = 0; part < 2; part++) {
    char *word;
    xpbd_number_type type;
    int64_t offset = 0, before = 0;
    XPBD_TRY(next_word(v, words[part], &word));
    if (strcasecmp(word, words[part]) != 0)
      return vtk_fail(v, "found '%s' instead of %s", xpbd_text_show(word).text, words[part]);
    XPBD_TRY(read_type(v, &type));
    for (int64_t i = 0; part == 0 && i < offsets; i++, before = offset) {
      XPBD_TRY(read_index(v, words[0], type, &offset));
      if (offset < before || offset > corners || (i == 0 && offset != 0))
        return vtk_fail(v, "offset %lld of %lld corners, after %lld", (long long)offset, (long long)corners,
                        (long long)before);
      if (i > 0) XPBD_TRY(add_cell(v, first + (size_t)offset));
    }
    if (part == 0 && offsets > 0 && before != corners)
      return vtk_fail(v, "the last offset is %lld; there are %lld corners", (long long)before, (long long)corners);
    if (part == 1) XPBD_TRY(add_corners(v, corners, words[1], type));
  }
  return XPBD_OK;
}

/* `type` is that of all cells, 0 = types follow. */
static xpbd_status read_cells(vtk *v, int type) {
  static const char what[] = "a cell";
  const size_t before = v->cell_count;
  int64_t count, size, corners = 0;
  if (v->data != NO_DATA || (type == 0 && before > 0))
    return vtk_fail(v, "%s after data, or a second time", type == 0 ? "CELLS" : "cells");
  XPBD_TRY(read_count(v, "cells", &count));
  XPBD_TRY(read_count(v, "numbers of cells", &size));
  if (v->by_offsets) XPBD_TRY(read_offset_cells(v, count, size));
  for (int64_t i = 0; i < count && !v->by_offsets; i++, size -= 1 + corners) {
    XPBD_TRY(read_index(v, what, XPBD_NUMBER_I32, &corners));
    if (corners >= size)
      return vtk_fail(v, "cell %lld has %lld vertices, but %lld numbers are left of those counted", (long long)i,
                      (long long)corners, (long long)size - 1);
    XPBD_TRY(add_corners(v, corners, what, XPBD_NUMBER_I32));
    XPBD_TRY(add_cell(v, v->corner_count));
  }
  if (!v->by_offsets && size != 0)
    return vtk_fail(v, "the cells have %lld fewer numbers than were counted", (long long)size);
  for (size_t i = before; type != 0 && i < v->cell_count; i++) XPBD_TRY(add_type(v, type));
  return XPBD_OK;
}

static xpbd_status read_types(vtk *v) {
  int64_t count, type = 0;
  XPBD_TRY(read_count(v, "cell types", &count));
  if (count != (int64_t)v->cell_count || v->type_count > 0)
    return vtk_fail(v, "cell types: %lld, but cells: %zu", (long long)count, v->cell_count);
  for (int64_t i = 0; i < count; i++) {
    XPBD_TRY(read_index(v, "CELL_TYPES", XPBD_NUMBER_I32, &type));
    XPBD_TRY(add_type(v, type));
  }
  return XPBD_OK;
}

/* Reads `items` times `width` numbers. They become an attribute if `kept`. */
static xpbd_status read_values(vtk *v, const char *name, int64_t items, int64_t width, xpbd_number_type type,
                               bool kept) {
  int field = XPBD_NO_FIELD;
  double values[3];
  XPBD_TRY(check_array(v, name, items, width));
  if (kept) XPBD_TRY(xpbd_import_field(&v->text, v->binary, name, width, v->data == POINT_DATA, &field));
  if (field == XPBD_NO_FIELD) return skip_numbers(v, name, items * width, type);
  for (int64_t i = 0; i < items; i++) {
    for (int64_t k = 0; k < width; k++) XPBD_TRY(read_number(v, name, type, &values[k]));
    XPBD_TRY(xpbd_import_value(&v->text, v->binary, field, values));
  }
  return XPBD_OK;
}

/* Format 5 may add a paragraph about an array, which ends in an empty line. */
static xpbd_status skip_paragraph(vtk *v) {
  bool more;
  do XPBD_TRY(xpbd_text_next(&v->text, &more));
  while (more && !xpbd_text_blank(v->text.line));
  v->cursor = v->text.line;
  return XPBD_OK;
}

/* Arrays with a name, width, length and type of their own. Those before the points belong to the whole file. */
static xpbd_status read_fields(vtk *v) {
  int64_t arrays;
  const char *name;
  XPBD_TRY(read_name(v, "FIELD", &name));
  XPBD_TRY(read_count(v, "arrays", &arrays));
  for (int64_t i = 0; i < arrays; i++) {
    char *word;
    int64_t width, items;
    xpbd_number_type type = XPBD_NUMBER_NONE;
    XPBD_TRY(next_word(v, "an array", &word));
    if (strcasecmp(word, "METADATA") == 0) {
      XPBD_TRY(skip_paragraph(v));
      XPBD_TRY(next_word(v, "an array", &word));
    }
    char *copy = strdup(word); /* reading the next line overwrites it */
    XPBD_REQUIRE(copy, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", v->text.path, strlen(word) + 1);
    xpbd_status status = read_count(v, "numbers per item", &width);
    if (status == XPBD_OK) status = read_count(v, "items", &items);
    if (status == XPBD_OK) status = read_type(v, &type);
    if (status == XPBD_OK && v->data != NO_DATA && items != v->items)
      status = vtk_fail(v, "attribute '%s' has %lld items, but there are %lld %s", xpbd_text_show(copy).text,
                        (long long)items, (long long)v->items, v->data == POINT_DATA ? "points" : "cells");
    if (status == XPBD_OK) status = read_values(v, copy, items, width, type, v->data != NO_DATA);
    free(copy);
    XPBD_TRY(status);
  }
  return XPBD_OK;
}

static xpbd_status begin_data(vtk *v, int data) {
  const int64_t items = data == POINT_DATA ? (int64_t)v->out->node_count : (int64_t)v->cell_count;
  v->data = data;
  XPBD_TRY(read_count(v, "items", &v->items));
  if (v->items != items)
    return vtk_fail(v, "data of %lld %s, but the file has %lld", (long long)v->items,
                    data == POINT_DATA ? "points" : "cells", (long long)items);
  return XPBD_OK;
}

/* SCALARS name type [width], then a line LOOKUP_TABLE name. */
static xpbd_status read_lookup_table(vtk *v, int64_t *width) {
  char *word;
  const char *table;
  *width = 1;
  if (!xpbd_text_blank(v->cursor)) XPBD_TRY(read_count(v, "numbers per item", width));
  XPBD_TRY(next_word(v, "LOOKUP_TABLE", &word));
  if (strcasecmp(word, "LOOKUP_TABLE") != 0)
    return vtk_fail(v, "found '%s' instead of LOOKUP_TABLE", xpbd_text_show(word).text);
  return read_name(v, "LOOKUP_TABLE", &table);
}

/* The arrays of points or cells. Colours have no type and are bytes in binary. */
typedef struct array_kind {
  const char *word;
  int width; /* numbers per item, 0 = the line says it */
  bool kept; /* as an attribute */
  bool typed;
} array_kind;

static const array_kind SCALARS = {"SCALARS", 0, true, true}, TABLE = {"LOOKUP_TABLE", 4, false, false};

static const array_kind *array_kind_of(const char *word) {
  static const array_kind kinds[] = {
      {"VECTORS", 3, true, true},     {"NORMALS", 3, false, true},        {"TENSORS", 9, true, true},
      {"TENSORS6", 6, true, true},    {"GLOBAL_IDS", 1, false, true},     {"PEDIGREE_IDS", 1, false, true},
      {"EDGE_FLAGS", 1, false, true}, {"COLOR_SCALARS", 0, false, false}, {"TEXTURE_COORDINATES", 0, false, true}};
  if (strcasecmp(word, SCALARS.word) == 0) return &SCALARS;
  if (strcasecmp(word, TABLE.word) == 0) return &TABLE;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcasecmp(word, kinds[i].word) == 0) return &kinds[i];
  return NULL;
}

static xpbd_status read_array(vtk *v, const array_kind *kind, const char *name) {
  int64_t width = kind->width, items = v->items;
  xpbd_number_type type = XPBD_NUMBER_U8;
  if (kind == &TABLE) XPBD_TRY(read_count(v, "colours", &items));
  if (width == 0 && kind != &SCALARS) XPBD_TRY(read_count(v, "numbers per item", &width));
  if (kind->typed) XPBD_TRY(read_type(v, &type));
  if (kind == &SCALARS) XPBD_TRY(read_lookup_table(v, &width));
  return read_values(v, name, items, width, type, kind->kept);
}

static xpbd_status read_data(vtk *v, const char *word) {
  const char *name;
  const array_kind *kind = array_kind_of(word);
  if (!kind) return vtk_fail(v, "found '%s' where a section should begin", xpbd_text_show(word).text);
  if (v->data == NO_DATA) return vtk_fail(v, "%s before POINT_DATA or CELL_DATA", kind->word);
  XPBD_TRY(read_name(v, kind->word, &name));
  char *copy = strdup(name); /* reading the next line overwrites it */
  XPBD_REQUIRE(copy, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", v->text.path, strlen(name) + 1);
  const xpbd_status status = read_array(v, kind, copy);
  free(copy);
  return status;
}

/* The type of the cells of a section of a surface. 0 for others: types follow. -1 if the word begins no cells. */
static int cells_named(const vtk *v, const char *word) {
  static const struct {
    const char *word;
    int type;
  } cells[] = {{"VERTICES", 1}, {"LINES", VTK_LINE}, {"POLYGONS", VTK_POLYGON}, {"TRIANGLE_STRIPS", VTK_STRIP}};
  for (size_t i = 0; v->surface && i < sizeof cells / sizeof *cells; i++)
    if (strcasecmp(word, cells[i].word) == 0) return cells[i].type;
  return !v->surface && strcasecmp(word, "CELLS") == 0 ? 0 : -1;
}

static xpbd_status read_section(vtk *v, const char *word) {
  const int type = cells_named(v, word);
  if (type >= 0) return read_cells(v, type);
  if (strcasecmp(word, "POINTS") == 0) return read_points(v);
  if (strcasecmp(word, "CELL_TYPES") == 0 && !v->surface) return read_types(v);
  if (strcasecmp(word, "POINT_DATA") == 0) return begin_data(v, POINT_DATA);
  if (strcasecmp(word, "CELL_DATA") == 0) return begin_data(v, CELL_DATA);
  if (strcasecmp(word, "FIELD") == 0) return read_fields(v);
  if (strcasecmp(word, "METADATA") == 0) return skip_paragraph(v);
  return read_data(v, word);
}

/* # vtk DataFile Version x.y, a title, ASCII or BINARY, and DATASET. */
static xpbd_status read_header(vtk *v) {
  static const char magic[] = "# vtk DataFile Version ";
  bool more;
  char *word;
  XPBD_TRY(xpbd_text_next(&v->text, &more));
  if (strncasecmp(v->text.line, magic, sizeof magic - 1) != 0)
    return vtk_fail(v, "the file begins with '%s'; a legacy VTK file begins with '%s'",
                    xpbd_text_show(v->text.line).text, magic);
  v->by_offsets = atoi(v->text.line + sizeof magic - 1) >= 5;
  XPBD_TRY(xpbd_text_next(&v->text, &more)); /* the title */
  v->cursor = v->text.line + strlen(v->text.line);
  XPBD_TRY(next_word(v, "ASCII or BINARY", &word));
  v->binary = strcasecmp(word, "BINARY") == 0;
  if (!v->binary && strcasecmp(word, "ASCII") != 0)
    return vtk_fail(v, "found '%s' instead of ASCII or BINARY", xpbd_text_show(word).text);
  XPBD_TRY(next_word(v, "DATASET", &word));
  if (strcasecmp(word, "DATASET") != 0) return vtk_fail(v, "found '%s' instead of DATASET", xpbd_text_show(word).text);
  XPBD_TRY(next_word(v, "the kind of DATASET", &word));
  v->surface = strcasecmp(word, "POLYDATA") == 0;
  if (!v->surface && strcasecmp(word, "UNSTRUCTURED_GRID") != 0)
    return vtk_fail(v, "DATASET %s; UNSTRUCTURED_GRID and POLYDATA can be read", xpbd_text_show(word).text);
  return XPBD_OK;
}

/* The kind of an element, its number of vertices (0 = any), and how many of them are corners, which come first. All
 * vertices of a polygon are corners. */
typedef struct shape {
  int type, kind, nodes, corners;
} shape;

static const shape *shape_of(int type, int64_t nodes) {
  static const shape shapes[] = {{5, XPBD_TRIANGLES, 3, 3},
                                 {22, XPBD_TRIANGLES, 6, 3},
                                 {34, XPBD_TRIANGLES, 7, 3},
                                 {69, XPBD_TRIANGLES, 0, 3},
                                 {9, XPBD_POLYGONS, 4, 4},
                                 {23, XPBD_POLYGONS, 8, 4},
                                 {28, XPBD_POLYGONS, 9, 4},
                                 {70, XPBD_POLYGONS, 0, 4},
                                 {10, XPBD_TETS, 4, 4},
                                 {24, XPBD_TETS, 10, 4},
                                 {71, XPBD_TETS, 0, 4},
                                 {VTK_POLYGON, XPBD_TRIANGLES, 3, 3},
                                 {VTK_POLYGON, XPBD_POLYGONS, 0, 4},
                                 {0, LEFT_OUT, 0, 0},
                                 {1, LEFT_OUT, 0, 0},
                                 {2, LEFT_OUT, 0, 0},
                                 {VTK_LINE, LEFT_OUT, 0, 0},
                                 {4, LEFT_OUT, 0, 0},
                                 {21, LEFT_OUT, 0, 0},
                                 {35, LEFT_OUT, 0, 0},
                                 {68, LEFT_OUT, 0, 0}}; /* none, points and lines */
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    if (shapes[i].type == type && (shapes[i].nodes == nodes || (shapes[i].nodes == 0 && nodes >= shapes[i].corners)))
      return &shapes[i];
  return NULL;
}

xpbd_status xpbd_vtk_elements(const xpbd_text *text, const xpbd_file_cells *cells, xpbd_elements *out) {
  int64_t begin = 0;
  for (size_t c = 0; c < cells->count; begin = cells->ends[c++]) {
    const int64_t nodes = cells->ends[c] - begin;
    const shape *s = shape_of(cells->types[c], nodes);
    XPBD_REQUIRE(s, XPBD_ERR_BAD_FILE,
                 "%s: cell %zu is of type %d with %lld vertices; tets (10), triangles (5), quads (9) and polygons (7) "
                 "can be read: split it first",
                 text->path, c, cells->types[c], (long long)nodes);
    if (s->kind == LEFT_OUT) continue;
    const int64_t corners = s->type == VTK_POLYGON ? nodes : s->corners;
    if (nodes > corners)
      XPBD_REPAIR(text->import, odd, "%s: cell %zu: a curved element of %lld vertices, of which %d are corners",
                  text->path, c, (long long)nodes, s->corners);
    XPBD_TRY(xpbd_elements_add(out, s->kind, (int64_t)c, cells->corners + begin, corners, (int64_t)c));
  }
  return XPBD_OK;
}

static xpbd_status add_elements(const vtk *v) {
  if (v->type_count != v->cell_count) return vtk_fail(v, "the file ends without %s; is it cut off?", "CELL_TYPES");
  const xpbd_file_cells cells = {v->cell_count, v->ends, v->corners, v->types};
  return xpbd_vtk_elements(&v->text, &cells, v->out);
}

static xpbd_status scan(vtk *v) {
  XPBD_TRY(read_header(v));
  for (;;) {
    bool more;
    const char *word = xpbd_text_token(&v->cursor);
    if (word) {
      XPBD_TRY(read_section(v, word));
      continue;
    }
    XPBD_TRY(xpbd_text_next(&v->text, &more));
    if (!more) return add_elements(v);
    v->cursor = v->text.line;
  }
}

xpbd_status xpbd_read_vtk(const char *path, xpbd_import *import, xpbd_mesh *out) {
  xpbd_elements elements = {.path = path, .tets_path = path, .import = import, .binary = true};
  vtk v = {.out = &elements};
  XPBD_TRY(xpbd_text_open(path, import, &v.text));
  xpbd_status status = scan(&v);
  xpbd_text_close(&v.text);
  free(v.ends);
  free(v.corners);
  free(v.types);
  if (status == XPBD_OK) status = xpbd_elements_mesh(&elements, out);
  xpbd_elements_destroy(&elements);
  return status;
}
