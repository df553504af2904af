/* Why this file exists: the strict pass over PLY, text and binary. The header describes the records that follow; this
 * walks them all, keeps x y z of the vertices and the corners of the faces, and skips the rest by its described size.
 * */
#include <float.h>
#include <math.h>
#include <string.h>

#include "mesh/import.h"

enum { MOST_ELEMENTS = 16, MOST_PROPERTIES = 64 };

typedef enum type { NONE, I8, U8, I16, U16, I32, U32, F32, F64 } type;

typedef struct property {
  type count; /* of a list, else NONE */
  type value;
  int axis;     /* 0..2 = x y z of a vertex, else -1 */
  bool corners; /* the list of a face's vertices */
} property;

typedef struct element {
  enum { OTHER, VERTICES, FACES } kind;
  int64_t count;
  int property_count;
  property properties[MOST_PROPERTIES];
} element;

typedef struct ply {
  xpbd_text *text;
  enum { ASCII, LITTLE, BIG } format;
  int element_count;
  element elements[MOST_ELEMENTS];
  char *cursor; /* of the line, in text files */
} ply;

static size_t type_bytes(type t) {
  static const size_t bytes[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
  return bytes[t];
}

static type type_named(const char *word) {
  static const char *const old_names[] = {"", "char", "uchar", "short", "ushort", "int", "uint", "float", "double"};
  static const char *const new_names[] = {"",      "int8",   "uint8",   "int16",  "uint16",
                                          "int32", "uint32", "float32", "float64"};
  for (int t = I8; word && t <= F64; t++)
    if (strcmp(word, old_names[t]) == 0 || strcmp(word, new_names[t]) == 0) return (type)t;
  return NONE;
}

static xpbd_status read_format(ply *file, char *cursor) {
  const char *word = xpbd_text_token(&cursor);
  if (word && strcmp(word, "ascii") == 0)
    file->format = ASCII;
  else if (word && strcmp(word, "binary_little_endian") == 0)
    file->format = LITTLE;
  else if (word && strcmp(word, "binary_big_endian") == 0)
    file->format = BIG;
  else
    return xpbd_text_fail(file->text, "unknown format '%s'", word ? xpbd_text_show(word).text : "");
  return XPBD_OK;
}

static xpbd_status read_element(ply *file, char *cursor) {
  const char *name = xpbd_text_token(&cursor), *number = xpbd_text_token(&cursor);
  if (file->element_count == MOST_ELEMENTS)
    return xpbd_text_fail(file->text, "more than %d kinds of elements", MOST_ELEMENTS);
  element *e = &file->elements[file->element_count++];
  if (!name || !number || !xpbd_text_integer(number, &e->count) || e->count < 0)
    return xpbd_text_fail(file->text, "element '%s' has no valid count", name ? xpbd_text_show(name).text : "");
  e->kind = strcmp(name, "vertex") == 0 ? VERTICES : strcmp(name, "face") == 0 ? FACES : OTHER;
  return XPBD_OK;
}

static xpbd_status read_property(ply *file, char *cursor) {
  element *e = file->element_count > 0 ? &file->elements[file->element_count - 1] : NULL;
  if (!e || e->property_count == MOST_PROPERTIES)
    return xpbd_text_fail(file->text, "a property without element, or more than %d of them", MOST_PROPERTIES);
  property *p = &e->properties[e->property_count++];
  const char *word = xpbd_text_token(&cursor);
  const bool is_list = word && strcmp(word, "list") == 0;
  if (is_list) {
    p->count = type_named(xpbd_text_token(&cursor));
    word = xpbd_text_token(&cursor);
  }
  p->value = type_named(word);
  const char *name = xpbd_text_token(&cursor);
  if (p->value == NONE || !name || (is_list && (p->count == NONE || p->count >= F32)))
    return xpbd_text_fail(file->text, "property '%s' is not well formed", name ? xpbd_text_show(name).text : "");
  p->axis = -1;
  if (e->kind == VERTICES && !is_list && name[0] >= 'x' && name[0] <= 'z' && name[1] == '\0') p->axis = name[0] - 'x';
  p->corners = e->kind == FACES && is_list && p->value < F32 &&
               (strcmp(name, "vertex_indices") == 0 || strcmp(name, "vertex_index") == 0);
  return XPBD_OK;
}

static xpbd_status read_header(ply *file) {
  bool more;
  XPBD_TRY(xpbd_text_next(file->text, &more));
  if (strcmp(file->text->line, "ply") != 0)
    return xpbd_text_fail(file->text, "a PLY file begins with 'ply', this with '%s'",
                          xpbd_text_show(file->text->line).text);
  bool has_format = false;
  for (;;) {
    XPBD_TRY(xpbd_text_next(file->text, &more));
    if (!more) return xpbd_text_fail(file->text, "the file ends before '%s'; it is cut off", "end_header");
    char *cursor = file->text->line;
    const char *word = xpbd_text_token(&cursor);
    if (!word || strcmp(word, "comment") == 0 || strcmp(word, "obj_info") == 0) continue;
    if (strcmp(word, "end_header") == 0) break;
    if (strcmp(word, "format") == 0) {
      XPBD_TRY(read_format(file, cursor));
      has_format = true;
    } else if (strcmp(word, "element") == 0)
      XPBD_TRY(read_element(file, cursor));
    else if (strcmp(word, "property") == 0)
      XPBD_TRY(read_property(file, cursor));
    else
      return xpbd_text_fail(file->text, "'%s' is no line of a PLY header", xpbd_text_show(word).text);
  }
  if (!has_format) return xpbd_text_fail(file->text, "the header has no line '%s'", "format");
  return XPBD_OK;
}

/* The described records must fit into the file: a wild count in the header ends here, not in a loop or an allocation.
 * */
static xpbd_status check_header(const ply *file) {
  int vertex_elements = 0, face_elements = 0;
  for (int i = 0; i < file->element_count; i++) {
    const element *e = &file->elements[i];
    int axes = 0, corner_lists = 0;
    size_t least = 0;
    for (int k = 0; k < e->property_count; k++) {
      const property *p = &e->properties[k];
      axes |= p->axis >= 0 ? 1 << p->axis : 0;
      corner_lists += p->corners;
      least += file->format == ASCII ? 2 : type_bytes(p->count != NONE ? p->count : p->value);
    }
    vertex_elements += e->kind == VERTICES && axes == 7;
    face_elements += e->kind == FACES && corner_lists == 1;
    XPBD_REQUIRE(e->count == 0 || (least > 0 && e->count <= file->text->size / (int64_t)least + 1), XPBD_ERR_BAD_FILE,
                 "%s: the header says %lld elements of a kind, which do not fit into %lld bytes; the file is cut off",
                 file->text->path, (long long)e->count, (long long)file->text->size);
  }
  XPBD_REQUIRE(vertex_elements == 1, XPBD_ERR_BAD_FILE, "%s: one element 'vertex' with properties x, y and z is needed",
               file->text->path);
  XPBD_REQUIRE(face_elements == 1, XPBD_ERR_BAD_FILE,
               "%s: one element 'face' with a list 'vertex_indices' is needed; a cloud of points or a strip is no mesh",
               file->text->path);
  return XPBD_OK;
}

static double decode(type t, uint64_t bits) {
  switch (t) {
  case I8: return (double)(int8_t)bits;
  case I16: return (double)(int16_t)bits;
  case I32: return (double)(int32_t)bits;
  case F32: {
    const uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return (double)value;
  }
  case F64: {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  default: return (double)bits;
  }
}

/* The next number of the body, whatever its type: every integer type fits a double. */
static xpbd_status read_number(ply *file, type t, double *out) {
  if (file->format == ASCII) {
    const char *word = xpbd_text_token(&file->cursor);
    if (!word) return xpbd_text_fail(file->text, "the line has too few numbers%s", "");
    return xpbd_text_coordinate(file->text, word, "value", out);
  }
  unsigned char bytes[8];
  const size_t size = type_bytes(t);
  XPBD_TRY(xpbd_text_bytes(file->text, bytes, size));
  uint64_t bits = 0;
  for (size_t i = 0; i < size; i++) bits = bits << 8 | bytes[file->format == BIG ? i : size - 1 - i];
  *out = decode(t, bits);
  return XPBD_OK;
}

static xpbd_status read_list(ply *file, const element *e, const property *p, int64_t index, xpbd_polygons *out) {
  double count, value;
  int64_t corners[XPBD_POLYGON_LIMIT + 1];
  XPBD_TRY(read_number(file, p->count, &count));
  XPBD_REQUIRE(count >= 0 && count == floor(count), XPBD_ERR_BAD_FILE, "%s: element %lld: a list of %g numbers",
               file->text->path, (long long)index + 1, count);
  size_t kept = 0;
  for (double k = 0; k < count; k++) {
    XPBD_TRY(read_number(file, p->value, &value));
    if (!p->corners || kept > XPBD_POLYGON_LIMIT) continue;
    XPBD_REQUIRE(value >= 0 && value <= INT32_MAX && value == floor(value), XPBD_ERR_BAD_FILE,
                 "%s: face %lld: corner %zu is vertex %g, but the vertices are counted from 0", file->text->path,
                 (long long)index + 1, kept + 1, value);
    corners[kept++] = (int64_t)value;
  }
  if (e->kind != FACES || !p->corners) return XPBD_OK;
  return xpbd_polygons_add_face(out, corners, kept, out->by_line ? file->text->number : index + 1);
}

static xpbd_status read_record(ply *file, const element *e, int64_t index, xpbd_polygons *out) {
  double position[3] = {0}, value;
  for (int k = 0; k < e->property_count; k++) {
    const property *p = &e->properties[k];
    if (p->count != NONE) {
      XPBD_TRY(read_list(file, e, p, index, out));
      continue;
    }
    XPBD_TRY(read_number(file, p->value, &value));
    if (p->axis >= 0) position[p->axis] = value;
  }
  if (e->kind != VERTICES) return XPBD_OK;
  for (int axis = 0; axis < 3; axis++)
    XPBD_REQUIRE(fabs(position[axis]) <= 1e18, XPBD_ERR_BAD_FILE,
                 "%s: vertex %lld at %g; at most 1e18 can be simulated", file->text->path, (long long)index + 1,
                 position[axis]);
  return xpbd_polygons_add_vertex(out, position);
}

/* In a text file each record has its line. */
static xpbd_status next_record(ply *file) {
  if (file->format != ASCII) return XPBD_OK;
  bool more;
  do {
    XPBD_TRY(xpbd_text_next(file->text, &more));
    if (!more) return xpbd_text_fail(file->text, "the file ends before its last element; it is cut off%s", "");
  } while (file->text->line[strspn(file->text->line, " \t\v\f")] == '\0');
  file->cursor = file->text->line;
  return XPBD_OK;
}

xpbd_status xpbd_scan_ply(xpbd_text *text, xpbd_polygons *out) {
  ply file = {.text = text};
  XPBD_TRY(read_header(&file));
  XPBD_TRY(check_header(&file));
  out->by_line = file.format == ASCII;
  for (int i = 0; i < file.element_count; i++) {
    const element *e = &file.elements[i];
    for (int64_t index = 0; index < e->count; index++) {
      XPBD_TRY(next_record(&file));
      XPBD_TRY(read_record(&file, e, index, out));
    }
  }
  return XPBD_OK;
}
