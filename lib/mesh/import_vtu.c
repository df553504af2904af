/* Why this file exists: the pass over VTU files, unstructured grids of VTK in XML ("VTK XML file formats" in its
 * documentation). Arrays are text, base64 or raw bytes behind the grid, the last two also compressed with zlib. The
 * cells and the data of points and cells are those of legacy files (import_vtk.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/inflate.h"
#include "mesh/import_vtk.h"

enum { MOST_WORD = 128 };

typedef struct vtu {
  xpbd_text text;
  char *data; /* [size + 1] the whole file */
  size_t size;
  size_t at;          /* where the next tag is looked for */
  const char *seen;   /* the place that text.number is for */
  const char *raw;    /* the appended data, NULL = none */
  bool raw_is_base64; /* else bytes */
  bool big, compressed;
  size_t head_width; /* bytes of a number before the data of an array */
  int64_t points, cells;
  xpbd_elements *out;
  int64_t *ends, *corners;
  uint8_t *types;
} vtu;

/* A tag: <name attributes> or </name>. Borrowed from the file. */
typedef struct tag {
  const char *name, *end; /* `end` is behind its > */
  size_t length;          /* of the name */
  const char *line_of;    /* where it begins */
} tag;

/* Bytes of an array, decoded. */
typedef struct bytes {
  unsigned char *data;
  size_t size;
} bytes;

/* An array as its tag describes it. */
typedef struct array {
  char name[MOST_WORD], type_name[MOST_WORD], format[MOST_WORD], parts[MOST_WORD], offset[MOST_WORD];
  xpbd_number_type type;
  const char *content; /* behind the tag */
  int64_t width;
} array;

#define vtu_fail(v, format, ...)                                                                                       \
  xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%lld: " format, (v)->text.path, (long long)(v)->text.number, __VA_ARGS__)

/* Messages name the line of `place`. Lines are counted from the place before. */
static void look_at(vtu *v, const char *place) {
  if (!v->seen || place < v->seen) v->seen = v->data, v->text.number = 1;
  for (; v->seen < place; v->seen++) v->text.number += *v->seen == '\n';
}

/* Reads the whole file. A NUL byte ends it for searches of text. */
static xpbd_status load(vtu *v) {
  v->size = (size_t)v->text.size;
  v->data = malloc(v->size + 1);
  XPBD_REQUIRE(v->data, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", v->text.path, v->size + 1);
  XPBD_TRY(xpbd_text_bytes(&v->text, v->data, v->size));
  v->data[v->size] = '\0';
  look_at(v, v->data);
  return XPBD_OK;
}

/* Finds the next tag, except comments and declarations. False at the end. */
static bool next_tag(vtu *v, tag *out) {
  for (;;) {
    const char *begin = strchr(v->data + v->at, '<');
    if (!begin) return false;
    const bool comment = strncmp(begin, "<!--", 4) == 0;
    const char *end = strstr(begin, comment ? "-->" : ">");
    if (!end) return false;
    end += comment ? 3 : 1;
    v->at = (size_t)(end - v->data);
    if (begin[1] == '!' || begin[1] == '?') continue;
    *out = (tag){.name = begin + 1, .end = end, .length = strcspn(begin + 1, " \t\r\n/>"), .line_of = begin};
    if (begin[1] == '/') out->length = 1 + strcspn(begin + 2, " \t\r\n>");
    look_at(v, begin);
    return true;
  }
}

static bool is_named(const tag *t, const char *name) {
  return strlen(name) == t->length && strncmp(t->name, name, t->length) == 0;
}

/* Copies the value of an attribute of a tag, "" if it has none. */
static void attribute_of(const tag *t, const char *name, char out[MOST_WORD]) {
  const char *at = t->name + t->length;
  out[0] = '\0';
  while (at < t->end) {
    at += strspn(at, " \t\r\n/");
    const size_t length = strcspn(at, "= \t\r\n/>");
    const char *quote = at + length + strspn(at + length, " \t\r\n=");
    if (length == 0 || quote >= t->end || (*quote != '"' && *quote != '\'')) return;
    const char *end = strchr(quote + 1, *quote);
    if (!end || end >= t->end) return;
    if (strlen(name) == length && strncmp(at, name, length) == 0) {
      snprintf(out, MOST_WORD, "%.*s", (int)(end - quote - 1 < MOST_WORD ? end - quote - 1 : MOST_WORD), quote + 1);
      return;
    }
    at = end + 1;
  }
}

static xpbd_status count_of(vtu *v, const tag *t, const char *name, int64_t *out) {
  char word[MOST_WORD];
  attribute_of(t, name, word);
  if (!xpbd_text_integer(word, out) || *out < 0)
    return vtu_fail(v, "%s is '%s', which is not a count", name, xpbd_text_show(word).text);
  return *out <= INT32_MAX ? XPBD_OK
                           : vtu_fail(v, "%s is %lld; at most %d can be read", name, (long long)*out, INT32_MAX);
}

/* <VTKFile type= byte_order= header_type= compressor=> */
static xpbd_status read_head(vtu *v) {
  tag t;
  char word[MOST_WORD];
  if (!next_tag(v, &t) || !is_named(&t, "VTKFile"))
    return vtu_fail(v, "a VTU file begins with %s", "<VTKFile type=\"UnstructuredGrid\"");
  attribute_of(&t, "type", word);
  if (strcmp(word, "UnstructuredGrid") != 0)
    return vtu_fail(v, "type '%s'; UnstructuredGrid can be read: save it as that, or as PLY",
                    xpbd_text_show(word).text);
  attribute_of(&t, "byte_order", word);
  v->big = strcmp(word, "BigEndian") == 0;
  attribute_of(&t, "header_type", word);
  v->head_width = strcmp(word, "UInt64") == 0 ? 8 : 4;
  attribute_of(&t, "compressor", word);
  v->compressed = word[0] != '\0';
  if (v->compressed && strcmp(word, "vtkZLibDataCompressor") != 0)
    return vtu_fail(v, "compressed by %s; zlib can be read: save it with that or uncompressed",
                    xpbd_text_show(word).text);
  return XPBD_OK;
}

/* Appended data come last, but arrays refer to them. Raw bytes have no tags, so tags end here. */
static xpbd_status find_appended(vtu *v) {
  char *begin = strstr(v->data, "<AppendedData"), word[MOST_WORD];
  if (!begin) return XPBD_OK;
  look_at(v, begin);
  const char *end = strchr(begin, '>');
  if (!end) return vtu_fail(v, "%s does not end; the file is cut off", "<AppendedData>");
  const tag t = {.name = begin + 1, .length = strlen("AppendedData"), .end = end + 1};
  attribute_of(&t, "encoding", word);
  v->raw_is_base64 = strcmp(word, "base64") == 0;
  if (!v->raw_is_base64 && strcmp(word, "raw") != 0)
    return vtu_fail(v, "appended data in '%s'; raw and base64 can be read", xpbd_text_show(word).text);
  v->raw = strchr(end, '_');
  if (!v->raw) return vtu_fail(v, "the appended data have no '%s'; the file is cut off", "_");
  v->raw++;
  *begin = '\0';
  return XPBD_OK;
}

/* ---- the bytes of an array ---- */

static int sextet_of(char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *found = c ? strchr(digits, c) : NULL;
  return found ? (int)(found - digits) : -1;
}

/* Where the encoded bytes of an array are. */
typedef struct source {
  const char *at, *end;
  bool base64;
} source;

/* Takes `count` bytes. Base64 encodes three bytes in four characters and is padded after the last. */
static bool take_bytes(source *s, unsigned char *out, size_t count) {
  if (!s->base64) {
    if ((size_t)(s->end - s->at) < count) return false;
    memcpy(out, s->at, count);
    s->at += count;
    return true;
  }
  for (size_t done = 0; done < count; done += 3) {
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++) {
      if (s->at >= s->end) return false;
      const int sextet = *s->at == '=' ? 0 : sextet_of(*s->at);
      if (sextet < 0 || (*s->at == '=' && (i < 2 || count - done >= (size_t)i))) return false;
      bits = bits << 6 | (uint32_t)sextet;
      s->at++;
    }
    for (size_t i = 0; i < 3 && done + i < count; i++) out[done + i] = (unsigned char)(bits >> (16 - 8 * i));
  }
  return true;
}

static uint64_t head_number(const vtu *v, const unsigned char *from) {
  uint64_t value = 0;
  for (size_t i = 0; i < v->head_width; i++) value = value << 8 | from[v->big ? i : v->head_width - 1 - i];
  return value;
}

/* Blocks, bytes of a block, bytes of the last one (0 = whole), then the compressed bytes of each block. The head is
 * encoded apart from the blocks, which are encoded together. `room` holds what the file can hold. */
static bool take_compressed(const vtu *v, source s, unsigned char *room, bytes *out) {
  const source begin = s;
  if (!take_bytes(&s, room, 3 * v->head_width)) return false;
  const uint64_t blocks = head_number(v, room), whole = head_number(v, room + v->head_width),
                 rest = head_number(v, room + 2 * v->head_width);
  if (blocks > v->size / v->head_width || whole > UINT32_MAX || rest > whole) return false;
  const uint64_t total = blocks == 0 ? 0 : (blocks - (rest > 0)) * whole + rest;
  const size_t head_size = (3 + (size_t)blocks) * v->head_width;
  s = begin;
  if (total != out->size || head_size > v->size || !take_bytes(&s, room, head_size)) return false;
  unsigned char *const packed = room + head_size;
  size_t packed_size = 0, at = 0, done = 0;
  for (uint64_t b = 0; b < blocks; b++) {
    const uint64_t size = head_number(v, room + (3 + b) * v->head_width);
    if (size > v->size - head_size - packed_size) return false;
    packed_size += (size_t)size;
  }
  if (!take_bytes(&s, packed, packed_size)) return false;
  for (uint64_t b = 0; b < blocks; b++) {
    const size_t size = (size_t)head_number(v, room + (3 + b) * v->head_width);
    const size_t length = b + 1 == blocks && rest > 0 ? (size_t)rest : (size_t)whole;
    if (!xpbd_inflate(packed + at, size, out->data + done, length)) return false;
    at += size, done += length;
  }
  return true;
}

/* The size in bytes, then the bytes, encoded together. */
static bool take_plain(const vtu *v, source s, unsigned char *room, bytes *out) {
  if (!take_bytes(&s, room, v->head_width + out->size) || head_number(v, room) != out->size) return false;
  memcpy(out->data, room + v->head_width, out->size);
  return true;
}

/* Reads the bytes of `count` numbers. */
static xpbd_status read_bytes(vtu *v, const array *a, int64_t count, bytes *out) {
  enum { HEAD_BYTES = 64 };
  source s = {.at = a->content, .end = v->data + v->size, .base64 = true};
  int64_t offset;
  if (strcmp(a->format, "appended") == 0) {
    if (!v->raw || !xpbd_text_integer(a->offset, &offset) || offset < 0 || offset > v->data + v->size - v->raw)
      return vtu_fail(v, "array '%s' is appended data that are not there; the file is cut off",
                      xpbd_text_show(a->name).text);
    s = (source){.at = v->raw + offset, .end = v->data + v->size, .base64 = v->raw_is_base64};
  } else {
    s.at += strspn(s.at, " \t\r\n");
  }
  out->size = (size_t)count * xpbd_number_bytes(a->type);
  out->data = malloc(out->size + 1);
  unsigned char *room = malloc(v->size + HEAD_BYTES);
  xpbd_status status = XPBD_OK;
  if (!out->data || !room)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", v->text.path,
                       out->size + v->size + HEAD_BYTES);
  else if (!(v->compressed ? take_compressed(v, s, room, out) : take_plain(v, s, room, out)))
    status = vtu_fail(v, "array '%s' does not hold %lld numbers; the file is damaged or cut off",
                      xpbd_text_show(a->name).text, (long long)count);
  free(room);
  return status;
}

/* ---- arrays ---- */

static xpbd_number_type type_of(const char *word) {
  static const char *const names[] = {"",       "Int8",  "UInt8",  "Int16",   "UInt16", "Int32",
                                      "UInt32", "Int64", "UInt64", "Float32", "Float64"};
  for (int t = XPBD_NUMBER_I8; t <= XPBD_NUMBER_F64; t++)
    if (strcmp(word, names[t]) == 0) return (xpbd_number_type)t;
  return XPBD_NUMBER_NONE;
}

static void describe(const tag *t, array *out) {
  attribute_of(t, "Name", out->name);
  attribute_of(t, "type", out->type_name);
  attribute_of(t, "format", out->format);
  attribute_of(t, "NumberOfComponents", out->parts);
  attribute_of(t, "offset", out->offset);
  out->type = type_of(out->type_name);
  out->content = t->end;
  if (!xpbd_text_integer(out->parts, &out->width) || out->width < 1) out->width = 1;
}

static xpbd_status read_text(vtu *v, const array *a, int64_t count, double *out) {
  const char *at = a->content;
  for (int64_t i = 0; i < count; i++) {
    char word[MOST_WORD];
    at += strspn(at, " \t\r\n");
    const size_t length = strcspn(at, " \t\r\n<");
    if (length == 0)
      return vtu_fail(v, "array '%s' has %lld instead of %lld numbers", xpbd_text_show(a->name).text, (long long)i,
                      (long long)count);
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), at);
    XPBD_TRY(xpbd_text_number(&v->text, word, "value", &out[i]));
    at += length;
  }
  const size_t more = strcspn(at += strspn(at, " \t\r\n"), " \t\r\n<");
  if (more > 0)
    XPBD_REPAIR(v->text.import, odd, "%s:%lld: array '%s' has more numbers than the %lld announced", v->text.path,
                (long long)v->text.number, xpbd_text_show(a->name).text, (long long)count);
  return XPBD_OK;
}

static bool is_text(const array *a) {
  return strcmp(a->format, "binary") != 0 && strcmp(a->format, "appended") != 0;
}

/* Checks that an array fits into the file, so that a wrong count does not cause an allocation. zlib compresses to a
 * thousandth at the most. */
static xpbd_status check_room(vtu *v, const array *a, int64_t count) {
  enum { MOST_RATIO = 1032 };
  const int64_t limit = (int64_t)XPBD_FILE_LIMIT_MIB << 20, each = (int64_t)xpbd_number_bytes(a->type);
  int64_t room = v->text.size / (is_text(a) ? 2 : each);
  if (!is_text(a) && v->compressed)
    room = (limit < MOST_RATIO * v->text.size ? limit : MOST_RATIO * v->text.size) / each;
  if (count > room)
    return vtu_fail(v, "array '%s': %lld numbers do not fit into %lld bytes; the file is cut off",
                    xpbd_text_show(a->name).text, (long long)count, (long long)v->text.size);
  return XPBD_OK;
}

/* Reads `count` numbers into new memory. A double holds every index. */
static xpbd_status read_numbers(vtu *v, const array *a, int64_t count, double **out) {
  *out = NULL;
  if (a->type == XPBD_NUMBER_NONE)
    return vtu_fail(v, "array '%s' is of type '%s', which cannot be read", xpbd_text_show(a->name).text,
                    xpbd_text_show(a->type_name).text);
  XPBD_TRY(check_room(v, a, count));
  double *values = malloc(((size_t)count + 1) * sizeof *values);
  XPBD_REQUIRE(values, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", v->text.path,
               ((size_t)count + 1) * sizeof *values);
  xpbd_status status;
  if (is_text(a)) {
    status = read_text(v, a, count, values);
  } else {
    bytes b = {0};
    const size_t width = xpbd_number_bytes(a->type);
    status = read_bytes(v, a, count, &b);
    for (int64_t i = 0; i < count && status == XPBD_OK; i++)
      values[i] = xpbd_number_decode(a->type, b.data + (size_t)i * width, v->big);
    free(b.data);
  }
  if (status != XPBD_OK) {
    free(values);
    return status;
  }
  *out = values;
  return XPBD_OK;
}

static xpbd_status read_points(vtu *v, const array *a) {
  double *x;
  if (a->width != 3) return vtu_fail(v, "points of %lld instead of 3 numbers", (long long)a->width);
  if (v->out->node_count > 0) return vtu_fail(v, "%s a second time", "<Points>");
  XPBD_TRY(read_numbers(v, a, 3 * v->points, &x));
  xpbd_status status = XPBD_OK;
  for (int64_t i = 0; i < v->points && status == XPBD_OK; i++) {
    for (int k = 0; k < 3 && status == XPBD_OK; k++)
      if (!(fabs(x[3 * i + k]) <= XPBD_LARGEST_COORDINATE))
        status = vtu_fail(v, "point %lld is at %g; at most %g can be simulated", (long long)i, x[3 * i + k],
                          XPBD_LARGEST_COORDINATE);
    if (status == XPBD_OK) status = xpbd_elements_add_node(v->out, i, &x[3 * i], i);
  }
  free(x);
  return status;
}

/* Reads `count` whole numbers from 0 to `most`. */
static xpbd_status read_indices(vtu *v, const array *a, int64_t count, int64_t most, int64_t **out) {
  double *values;
  XPBD_TRY(read_numbers(v, a, count, &values));
  int64_t *indices = malloc(((size_t)count + 1) * sizeof *indices);
  xpbd_status status = indices ? XPBD_OK
                               : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", v->text.path,
                                           ((size_t)count + 1) * sizeof *indices);
  for (int64_t i = 0; i < count && status == XPBD_OK; i++)
    if (!(values[i] >= 0 && values[i] <= (double)most && values[i] == floor(values[i])))
      status = vtu_fail(v, "array '%s': %g is not a number from 0 to %lld", xpbd_text_show(a->name).text, values[i],
                        (long long)most);
    else
      indices[i] = (int64_t)values[i];
  free(values);
  if (status != XPBD_OK) {
    free(indices);
    return status;
  }
  free(*out);
  *out = indices;
  return XPBD_OK;
}

/* The offsets tell how many corners there are, so they are read first. */
static xpbd_status read_cells(vtu *v, const array *connectivity, const array *offsets, const array *types) {
  const char *missing = !connectivity->content ? "connectivity" : !offsets->content ? "offsets" : "types";
  if (!connectivity->content || !offsets->content || !types->content)
    return vtu_fail(v, "the cells have no array '%s'", missing);
  XPBD_TRY(read_indices(v, offsets, v->cells, INT32_MAX, &v->ends));
  for (int64_t i = 1; i < v->cells; i++)
    if (v->ends[i] < v->ends[i - 1])
      return vtu_fail(v, "offset %lld comes after %lld; they must ascend", (long long)v->ends[i],
                      (long long)v->ends[i - 1]);
  const int64_t corners = v->cells > 0 ? v->ends[v->cells - 1] : 0;
  XPBD_TRY(read_indices(v, connectivity, corners, INT32_MAX, &v->corners));
  int64_t *kinds = NULL;
  XPBD_TRY(read_indices(v, types, v->cells, UINT8_MAX, &kinds));
  v->types = malloc((size_t)v->cells + 1);
  for (int64_t i = 0; v->types && i < v->cells; i++) v->types[i] = (uint8_t)kinds[i];
  free(kinds);
  XPBD_REQUIRE(v->types, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", v->text.path, (size_t)v->cells + 1);
  return XPBD_OK;
}

/* An array of numbers of points or cells becomes an attribute, unless it is a normal, a texture coordinate or an
 * identifier. */
static xpbd_status read_data(vtu *v, const tag *section, const array *a) {
  static const char *const left_out[] = {"Normals", "TCoords", "GlobalIds", "PedigreeIds"};
  const bool on_vertices = is_named(section, "PointData");
  const int64_t items = on_vertices ? v->points : v->cells;
  for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
    char named[MOST_WORD];
    attribute_of(section, left_out[i], named);
    if (named[0] && strcmp(named, a->name) == 0) return XPBD_OK;
  }
  int field;
  if (a->type == XPBD_NUMBER_NONE || a->width > v->text.size) return XPBD_OK; /* words */
  XPBD_TRY(xpbd_import_field(&v->text, false, a->name, a->width, on_vertices, &field));
  if (field == XPBD_NO_FIELD) return XPBD_OK;
  double *values;
  XPBD_TRY(read_numbers(v, a, items * a->width, &values));
  xpbd_status status = XPBD_OK;
  for (int64_t i = 0; i < items && status == XPBD_OK; i++)
    status = xpbd_import_value(&v->text, false, field, &values[i * a->width]);
  free(values);
  return status;
}

static xpbd_status read_section(vtu *v, const tag *section) {
  array connectivity = {0}, offsets = {0}, types = {0};
  const bool cells = is_named(section, "Cells"), points = is_named(section, "Points");
  tag t;
  while (next_tag(v, &t) && t.name[0] != '/') {
    array a = {0};
    if (!is_named(&t, "DataArray")) continue;
    describe(&t, &a);
    if (points) XPBD_TRY(read_points(v, &a));
    if (!points && !cells) XPBD_TRY(read_data(v, section, &a));
    if (strcmp(a.name, "connectivity") == 0) connectivity = a;
    if (strcmp(a.name, "offsets") == 0) offsets = a;
    if (strcmp(a.name, "types") == 0) types = a;
    const bool closed = t.end[-2] == '/';
    while (!closed && next_tag(v, &t) && !is_named(&t, "/DataArray")) continue; /* it may hold information */
  }
  return cells ? read_cells(v, &connectivity, &offsets, &types) : XPBD_OK;
}

static xpbd_status scan(vtu *v) {
  tag t;
  int pieces = 0;
  XPBD_TRY(load(v));
  XPBD_TRY(find_appended(v));
  XPBD_TRY(read_head(v));
  while (next_tag(v, &t)) {
    if (is_named(&t, "Piece")) {
      if (++pieces > 1) return vtu_fail(v, "a second piece; %s first, as ParaView's Merge Blocks does", "merge them");
      XPBD_TRY(count_of(v, &t, "NumberOfPoints", &v->points));
      XPBD_TRY(count_of(v, &t, "NumberOfCells", &v->cells));
    }
    const bool section =
        is_named(&t, "Points") || is_named(&t, "Cells") || is_named(&t, "PointData") || is_named(&t, "CellData");
    if (section && pieces == 1 && t.end[-2] != '/') XPBD_TRY(read_section(v, &t));
  }
  if ((int64_t)v->out->node_count != v->points) return vtu_fail(v, "the file has no %s; is it cut off?", "<Points>");
  if (!v->ends || !v->types) return vtu_fail(v, "the file ends without %s; is it cut off?", "<Cells>");
  const xpbd_file_cells cells = {(size_t)v->cells, v->ends, v->corners, v->types};
  return xpbd_vtk_elements(&v->text, &cells, v->out);
}

xpbd_status xpbd_read_vtu(const char *path, xpbd_import *import, xpbd_mesh *out) {
  xpbd_elements elements = {.path = path, .tets_path = path, .import = import, .binary = true};
  vtu v = {.out = &elements};
  XPBD_TRY(xpbd_text_open(path, import, &v.text));
  xpbd_status status = scan(&v);
  xpbd_text_close(&v.text);
  free(v.data), free(v.ends), free(v.corners), free(v.types);
  if (status == XPBD_OK) status = xpbd_elements_mesh(&elements, out);
  xpbd_elements_destroy(&elements);
  return status;
}
