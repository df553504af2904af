/* Why this file exists: the pass over PLY, text and binary. The header describes the records that follow. This keeps x
 * y z of the vertices, the corners of the faces and the triangle strips, and other numbers as attributes. It skips the
 * rest by its described size. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "mesh/import.h"

enum { MOST_ELEMENTS = 32, MOST_PROPERTIES = 128 };

typedef struct property {
  int8_t count; /* type of the count of a list, else XPBD_NUMBER_NONE */
  int8_t value; /* type */
  int8_t axis;  /* 0..2 = x y z of a vertex, else -1 */
  bool corners; /* the vertex list of a face or strip */
  char *name;
  int field; /* of the import, which takes the numbers from this one on, or XPBD_NO_FIELD */
} property;

typedef struct element {
  enum { OTHER, VERTICES, FACES, STRIPS } kind;
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

static xpbd_number_type type_named(const char *word) {
  static const char *const old_names[] = {"",     "char", "uchar", "short", "ushort", "int",
                                          "uint", "long", "ulong", "float", "double"};
  static const char *const new_names[] = {"",       "int8",  "uint8",  "int16",   "uint16", "int32",
                                          "uint32", "int64", "uint64", "float32", "float64"};
  for (int t = XPBD_NUMBER_I8; word && t <= XPBD_NUMBER_F64; t++)
    if (strcasecmp(word, old_names[t]) == 0 || strcasecmp(word, new_names[t]) == 0) return (xpbd_number_type)t;
  return XPBD_NUMBER_NONE;
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
  e->kind = strcasecmp(name, "vertex") == 0      ? VERTICES
            : strcasecmp(name, "face") == 0      ? FACES
            : strcasecmp(name, "tristrips") == 0 ? STRIPS
                                                 : OTHER;
  return XPBD_OK;
}

static xpbd_status read_property(ply *file, char *cursor) {
  element *e = file->element_count > 0 ? &file->elements[file->element_count - 1] : NULL;
  if (!e || e->property_count == MOST_PROPERTIES)
    return xpbd_text_fail(file->text, "a property without element, or more than %d of them", MOST_PROPERTIES);
  property *p = &e->properties[e->property_count++];
  const char *word = xpbd_text_token(&cursor);
  const bool is_list = word && strcasecmp(word, "list") == 0;
  if (is_list) {
    p->count = (int8_t)type_named(xpbd_text_token(&cursor));
    word = xpbd_text_token(&cursor);
  }
  p->value = (int8_t)type_named(word);
  const char *name = xpbd_text_token(&cursor);
  if (p->value == XPBD_NUMBER_NONE || !name ||
      (is_list && (p->count == XPBD_NUMBER_NONE || p->count >= XPBD_NUMBER_F32)))
    return xpbd_text_fail(file->text, "property '%s' is not well formed", name ? xpbd_text_show(name).text : "");
  p->field = XPBD_NO_FIELD;
  p->name = strdup(name);
  XPBD_REQUIRE(p->name, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", file->text->path, strlen(name) + 1);
  const int letter = tolower((unsigned char)name[0]);
  p->axis = -1;
  if (e->kind == VERTICES && !is_list && letter >= 'x' && letter <= 'z' && name[1] == '\0')
    p->axis = (int8_t)(letter - 'x');
  p->corners = (e->kind == FACES || e->kind == STRIPS) && is_list && p->value < XPBD_NUMBER_F32 &&
               (strcasecmp(name, "vertex_indices") == 0 || strcasecmp(name, "vertex_index") == 0);
  return XPBD_OK;
}

static xpbd_status read_header_line(ply *file, const char *word, char *cursor, bool *has_format) {
  if (!word || strcmp(word, "comment") == 0 || strcmp(word, "obj_info") == 0) return XPBD_OK;
  if (strcmp(word, "format") == 0) {
    *has_format = true;
    return read_format(file, cursor);
  }
  if (strcmp(word, "element") == 0) return read_element(file, cursor);
  if (strcmp(word, "property") == 0) return read_property(file, cursor);
  XPBD_TEXT_ODD(file->text, "'%s' is not a line of a PLY header", xpbd_text_show(word).text);
  return XPBD_OK;
}

static xpbd_status read_header(ply *file) {
  bool more, has_format = false;
  XPBD_TRY(xpbd_text_next(file->text, &more));
  char *cursor = file->text->line;
  const char *word = xpbd_text_token(&cursor);
  if (!word || strcasecmp(word, "ply") != 0)
    return xpbd_text_fail(file->text, "a PLY file begins with 'ply', this one with '%s'",
                          xpbd_text_show(file->text->line).text);
  for (;;) {
    XPBD_TRY(xpbd_text_next(file->text, &more));
    if (!more) return xpbd_text_fail(file->text, "the file ends before '%s'; it is cut off", "end_header");
    cursor = file->text->line;
    word = xpbd_text_token(&cursor);
    if (word && strcmp(word, "end_header") == 0) break;
    XPBD_TRY(read_header_line(file, word, cursor, &has_format));
  }
  if (!has_format) return xpbd_text_fail(file->text, "the header has no line '%s'", "format");
  return XPBD_OK;
}

/* Whether the property is a normal, colour or texture coordinate. */
static bool is_known(const char *name) {
  static const char *const parts[] = {"diffuse_", "ambient_", "specular_", "texture_"};
  static const char words[] = " nx ny nz normal_x normal_y normal_z red green blue alpha r g b a s t u v ";
  char word[16];
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (strncasecmp(name, parts[i], strlen(parts[i])) == 0) name += strlen(parts[i]);
  const int length = snprintf(word, sizeof word, " %s ", name);
  for (char *c = word; *c; c++) *c = (char)tolower((unsigned char)*c);
  return length < (int)sizeof word && strstr(words, word);
}

/* Whether three properties are the x, y and z of a vector: name_x, name_y, name_z. */
static bool is_vector(const property *p) {
  const size_t length = strlen(p->name);
  if (length < 3 || strcmp(p->name + length - 2, "_x") != 0) return false;
  for (int k = 1; k < 3; k++)
    if (p[k].count != XPBD_NUMBER_NONE || strlen(p[k].name) != length || strncmp(p[k].name, p->name, length - 1) != 0 ||
        p[k].name[length - 1] != "xyz"[k])
      return false;
  return true;
}

/* The other numbers of vertices and faces are attributes. */
static xpbd_status begin_fields(const ply *file, element *e) {
  for (int k = 0; e->kind != OTHER && e->count > 0 && k < e->property_count; k++) {
    property *p = &e->properties[k];
    if (p->count != XPBD_NUMBER_NONE || p->axis >= 0 || is_known(p->name)) continue;
    const int width = k + 2 < e->property_count && is_vector(p) ? 3 : 1;
    if (width == 3) p->name[strlen(p->name) - 2] = '\0';
    XPBD_TRY(xpbd_import_field(file->text, false, p->name, width, e->kind == VERTICES, &p->field));
    k += width - 1;
  }
  return XPBD_OK;
}

/* Smallest size of a record in bytes. */
static size_t least_bytes(const ply *file, const element *e) {
  size_t least = 0;
  for (int k = 0; k < e->property_count; k++) {
    const property *p = &e->properties[k];
    least += file->format == ASCII
                 ? 2
                 : xpbd_number_bytes((xpbd_number_type)(p->count != XPBD_NUMBER_NONE ? p->count : p->value));
  }
  return least;
}

/* Checks that the described records fit into the file, so that a wrong count in the header causes no long loop or
 * allocation. A file of strips has an empty element of faces, or none. */
static xpbd_status check_header(const ply *file) {
  int vertex_elements = 0, face_elements = 0;
  for (int i = 0; i < file->element_count; i++) {
    const element *e = &file->elements[i];
    int axes = 0, corner_lists = 0;
    for (int k = 0; k < e->property_count; k++) {
      axes |= e->properties[k].axis >= 0 ? 1 << e->properties[k].axis : 0;
      corner_lists += e->properties[k].corners;
    }
    const int64_t least = (int64_t)least_bytes(file, e);
    vertex_elements += e->kind == VERTICES && axes == 7;
    face_elements += (e->kind == FACES || e->kind == STRIPS) && corner_lists == 1;
    XPBD_REQUIRE(
        e->count == 0 || (least > 0 && e->count <= file->text->size / least + 1), XPBD_ERR_BAD_FILE,
        "%s: the header announces %lld elements of one kind, which do not fit into %lld bytes; the file is cut off",
        file->text->path, (long long)e->count, (long long)file->text->size);
  }
  XPBD_REQUIRE(vertex_elements == 1, XPBD_ERR_BAD_FILE, "%s: one element 'vertex' with properties x, y and z is needed",
               file->text->path);
  XPBD_REQUIRE(
      face_elements > 0, XPBD_ERR_BAD_FILE,
      "%s: an element 'face' or 'tristrips' with a list 'vertex_indices' is needed; a point cloud is not a mesh",
      file->text->path);
  return XPBD_OK;
}

/* Reads the next number of the body in any type. A double holds every possible index. */
static xpbd_status read_number(ply *file, xpbd_number_type t, double *out) {
  if (file->format == ASCII) {
    char *word;
    XPBD_TRY(xpbd_text_word(file->text, "", "a number", &file->cursor, &word));
    if (!word) return xpbd_text_fail(file->text, "the line has too few numbers%s", "");
    return xpbd_text_number(file->text, word, "value", out);
  }
  unsigned char bytes[8];
  XPBD_TRY(xpbd_text_bytes(file->text, bytes, xpbd_number_bytes(t)));
  *out = xpbd_number_decode(t, bytes, file->format == BIG);
  return XPBD_OK;
}

/* Where a record is, for messages: its line or its number. */
static int64_t place_of(const ply *file, int64_t index) {
  return file->format == ASCII ? file->text->number : index + 1;
}

/* Checks a vertex of a face. In a strip, -1 is also valid and begins a new strip. */
static xpbd_status check_corner(const ply *file, const element *e, double value, int64_t index, double k) {
  const bool good = value >= (e->kind == STRIPS ? -1 : 0) && value <= INT32_MAX && value == floor(value);
  XPBD_REQUIRE(good, XPBD_ERR_BAD_FILE, "%s: %s %lld: corner %.0f is vertex %g, but the vertices are counted from 0",
               file->text->path, file->format == ASCII ? "line" : "face", (long long)place_of(file, index), k + 1,
               value);
  return XPBD_OK;
}

/* The last corners of a strip. From the third on, each makes a triangle with the two before it, with alternating
 * orientation. Triangles that repeat a vertex only lead on to the next. */
typedef struct strip {
  int64_t corner[3];
  int64_t length;
} strip;

static xpbd_status add_strip_corner(strip *s, int64_t corner, int64_t place, xpbd_polygons *out) {
  if (corner < 0) {
    s->length = 0;
    out->import->info.strips++;
    return XPBD_OK;
  }
  s->corner[0] = s->corner[1], s->corner[1] = s->corner[2], s->corner[2] = corner;
  if (++s->length < 3 || s->corner[0] == s->corner[1] || s->corner[1] == corner || corner == s->corner[0])
    return XPBD_OK;
  const bool turned = s->length % 2 == 0;
  const int64_t corners[3] = {s->corner[turned], s->corner[!turned], corner};
  return xpbd_polygons_add_triangle(out, corners, place);
}

static xpbd_status read_list(ply *file, const element *e, const property *p, int64_t index, xpbd_polygons *out) {
  double count, value = 0;
  strip s = {.length = 0};
  XPBD_TRY(read_number(file, (xpbd_number_type)p->count, &count));
  const double room =
      (double)file->text->size / (double)(file->format == ASCII ? 2 : xpbd_number_bytes((xpbd_number_type)p->value)) +
      1;
  XPBD_REQUIRE(count >= 0 && count == floor(count) && count <= room, XPBD_ERR_BAD_FILE,
               "%s: %s %lld: a list of %g numbers", file->text->path, file->format == ASCII ? "line" : "element",
               (long long)place_of(file, index), count);
  const bool face = p->corners && e->kind == FACES;
  if (face) XPBD_TRY(xpbd_polygons_begin_face(out, place_of(file, index)));
  for (double k = 0; k < count; k++) {
    XPBD_TRY(read_number(file, (xpbd_number_type)p->value, &value));
    if (!p->corners) continue;
    XPBD_TRY(check_corner(file, e, value, index, k));
    XPBD_TRY(face ? xpbd_polygons_add_corner(out, (int64_t)value, -1)
                  : add_strip_corner(&s, (int64_t)value, place_of(file, index), out));
  }
  if (p->corners && !face && count > 0 && value >= 0) out->import->info.strips++;
  return XPBD_OK;
}

/* Gives the numbers of a record to its vertex or faces, from number `first` on. A vertex without a valid position
 * (`nowhere`) has none. */
static xpbd_status put_values(const ply *file, const element *e, const double *numbers, size_t first, bool nowhere,
                              const xpbd_polygons *out) {
  const size_t end = e->kind == VERTICES ? out->vertex_count : out->face_count;
  for (int k = 0; k < e->property_count; k++) {
    const int field = e->properties[k].field;
    if (field == XPBD_NO_FIELD) continue;
    for (size_t i = out->import->fields.list[field].count; i < end; i++)
      XPBD_TRY(xpbd_import_value(file->text, file->format != ASCII, field, i < first || nowhere ? NULL : numbers + k));
  }
  return XPBD_OK;
}

static xpbd_status read_record(ply *file, const element *e, int64_t index, xpbd_polygons *out) {
  const size_t first = e->kind == VERTICES ? out->vertex_count : out->face_count, before = out->nowhere_count;
  double position[3] = {0}, numbers[MOST_PROPERTIES];
  for (int k = 0; k < e->property_count; k++) {
    const property *p = &e->properties[k];
    if (p->count != XPBD_NUMBER_NONE) {
      XPBD_TRY(read_list(file, e, p, index, out));
      continue;
    }
    XPBD_TRY(read_number(file, (xpbd_number_type)p->value, &numbers[k]));
    if (p->axis >= 0) position[p->axis] = numbers[k];
  }
  if (e->kind == VERTICES) XPBD_TRY(xpbd_polygons_add_vertex(out, position, place_of(file, index)));
  return put_values(file, e, numbers, first, out->nowhere_count > before, out);
}

/* In a text file each record is a line, see xpbd_text.wraps. */
static xpbd_status next_record(ply *file) {
  if (file->format != ASCII) return XPBD_OK;
  return xpbd_text_record(file->text, "", "the next element", &file->cursor);
}

static xpbd_status scan(ply *file, xpbd_polygons *out) {
  XPBD_TRY(read_header(file));
  XPBD_TRY(check_header(file));
  out->by_line = file->text->may_wrap = file->format == ASCII;
  for (int i = 0; i < file->element_count; i++) XPBD_TRY(begin_fields(file, &file->elements[i]));
  for (int i = 0; i < file->element_count; i++) {
    const element *e = &file->elements[i];
    for (int64_t index = 0; index < e->count; index++) {
      XPBD_TRY(next_record(file));
      XPBD_TRY(read_record(file, e, index, out));
    }
  }
  if (file->text->wraps) return xpbd_text_expect_end(file->text, "", file->cursor, "words");
  if (file->format == ASCII) return xpbd_text_leftover(file->text, "");
  if (xpbd_text_offset(file->text) < file->text->size)
    XPBD_REPAIR(out->import, odd, "%s: byte %lld: the file goes on after the last element that the header announces",
                file->text->path, (long long)xpbd_text_offset(file->text));
  return XPBD_OK;
}

xpbd_status xpbd_scan_ply(xpbd_text *text, xpbd_polygons *out) {
  ply *file = calloc(1, sizeof *file);
  XPBD_REQUIRE(file, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", text->path, sizeof *file);
  file->text = text;
  const xpbd_status status = scan(file, out);
  for (int i = 0; i < file->element_count; i++)
    for (int k = 0; k < file->elements[i].property_count; k++) free(file->elements[i].properties[k].name);
  free(file);
  return status;
}
