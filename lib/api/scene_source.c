/* Why this file exists: the reader of scene_source.h. Whatever a file says, no number leaves its range and no array its
 * file. */
#include "api/scene_source.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

enum { LARGEST_TEXT = 1 << 30 };

xpbd_status xpbd_source_fail(const xpbd_source *source, const char *format, ...) {
  char reason[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: %s%s%s", source->path, source->place, source->place[0] ? ": " : "", reason);
}

xpbd_status xpbd_source_blame(const xpbd_source *source, xpbd_status status) {
  char reason[512];
  if (status == XPBD_OK) return status;
  snprintf(reason, sizeof reason, "%s", xpbd_last_error());
  xpbd_source_fail(source, "%s", reason);
  return status == XPBD_ERR_OUT_OF_MEMORY ? status : XPBD_ERR_BAD_FILE;
}

/* ---- files ---- */

/* The whole text, with a zero byte at its end. */
static xpbd_status read_text(const char *path, FILE *stream, char **out) {
  size_t size = 0, capacity = 1 << 16;
  for (;;) {
    char *more = realloc(*out, capacity);
    XPBD_REQUIRE(more, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for its text", path);
    *out = more;
    const size_t got = fread(more + size, 1, capacity - 1 - size, stream);
    XPBD_REQUIRE(!memchr(more + size, '\0', got), XPBD_ERR_BAD_FILE, "%s: is no text; give a scene file", path);
    size += got;
    if (got == 0) break;
    if (size < capacity - 1) continue;
    XPBD_REQUIRE(capacity < LARGEST_TEXT, XPBD_ERR_BAD_FILE, "%s: is larger than 1 GiB: put its arrays into a file",
                 path);
    capacity *= 2;
  }
  (*out)[size] = '\0';
  return xpbd_file_check_read(stream, path);
}

xpbd_status xpbd_source_open(const char *path, xpbd_source *out) {
  FILE *stream;
  *out = (xpbd_source){.path = path, .bytes = -1};
  XPBD_TRY(xpbd_file_open(path, "a scene file", &stream));
  const xpbd_status status = read_text(path, stream, &out->text);
  fclose(stream);
  XPBD_TRY(status);
  const bool marked = strncmp(out->text, "\xef\xbb\xbf", 3) == 0; /* of UTF-8 */
  char *text = out->text + (marked ? 3 : 0);
  if (text[strspn(text, " \t\r\n")] == '\0') return xpbd_source_fail(out, "is empty; give a scene file");
  const bool good = xpbd_json_read(text, &out->json);
  XPBD_REQUIRE(good || out->json.line > 0, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for its members", path);
  if (!good) return xpbd_source_fail(out, "line %d is not JSON", out->json.line);
  if (out->json.nodes[0].kind != XPBD_JSON_OBJECT) return xpbd_source_fail(out, "must be a JSON object");
  return XPBD_OK;
}

xpbd_status xpbd_source_arrays(xpbd_source *source, const char *name, int64_t bytes) {
  const char *slash = strrchr(source->path, '/');
  const size_t folder = slash ? (size_t)(slash + 1 - source->path) : 0;
  if (name[0] == '\0' || strchr(name, '/'))
    return xpbd_source_fail(source, "arrays.file is '%.60s', must be the name of a file in the same folder", name);
  char *path = malloc(folder + strlen(name) + 1);
  XPBD_REQUIRE(path, XPBD_ERR_OUT_OF_MEMORY, "no memory for the name of %s", name);
  memcpy(path, source->path, folder);
  strcpy(path + folder, name);
  source->arrays_name = name;
  const xpbd_status status = xpbd_file_open(path, "the arrays of a scene", &source->arrays);
  free(path);
  if (status != XPBD_OK) return xpbd_source_blame(source, status);
  struct stat what;
  if (fstat(fileno(source->arrays), &what) != 0 || !S_ISREG(what.st_mode))
    return xpbd_source_fail(source, "%.60s is no regular file", name);
  source->bytes = (int64_t)what.st_size;
  if (bytes >= 0 && bytes != source->bytes)
    return xpbd_source_fail(source,
                            "%.60s has %lld bytes instead of %lld: it belongs to another scene, or its end is missing",
                            name, (long long)source->bytes, (long long)bytes);
  return XPBD_OK;
}

void xpbd_source_close(xpbd_source *source) {
  for (int k = 0; k < source->block_count; k++) free(source->blocks[k]);
  free(source->blocks);
  free(source->text);
  xpbd_json_document_free(&source->json);
  if (source->arrays) fclose(source->arrays);
  *source = (xpbd_source){0};
}

/* ---- members ---- */

static bool is_one_of(const char *word, const char *known) {
  const size_t length = strlen(word);
  for (const char *at = known; length > 0 && (at = strstr(at, word)); at += length)
    if ((at == known || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return !strchr(word, ' ');
  return false;
}

xpbd_status xpbd_source_check(const xpbd_source *source, const xpbd_json_node *object, const char *known) {
  const xpbd_json_document *json = &source->json;
  if (object->kind != XPBD_JSON_OBJECT) return xpbd_source_fail(source, "must be an object");
  for (const xpbd_json_node *item = xpbd_json_first(json, object); item; item = xpbd_json_after(json, item)) {
    if (known && !is_one_of(item->key, known))
      return xpbd_source_fail(source, "unknown member '%.60s'; known are: %s", item->key, known);
    if (xpbd_json_member(json, object, item->key) != item)
      return xpbd_source_fail(source, "member '%.60s' is there twice", item->key);
  }
  return XPBD_OK;
}

xpbd_status xpbd_source_object(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                               const char *known, const xpbd_json_node **out) {
  const xpbd_json_node *member = xpbd_json_member(&source->json, object, key);
  if (!member) return XPBD_OK;
  if (member->kind != XPBD_JSON_OBJECT) return xpbd_source_fail(source, "%s must be an object", key);
  *out = member;
  return xpbd_source_check(source, member, known);
}

xpbd_status xpbd_source_list(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                             const xpbd_json_node **out) {
  const xpbd_json_node *member = xpbd_json_member(&source->json, object, key);
  if (!member) return XPBD_OK;
  if (member->kind != XPBD_JSON_ARRAY) return xpbd_source_fail(source, "%s must be a list", key);
  *out = member;
  return XPBD_OK;
}

xpbd_status xpbd_source_word(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                             const char **out) {
  const xpbd_json_node *member = xpbd_json_member(&source->json, object, key);
  if (!member) return XPBD_OK;
  if (!member->text) return xpbd_source_fail(source, "%s must be a word in quotes", key);
  *out = member->text;
  return XPBD_OK;
}

xpbd_status xpbd_source_bool(const xpbd_source *source, const xpbd_json_node *object, const char *key, bool *out) {
  const xpbd_json_node *member = xpbd_json_member(&source->json, object, key);
  if (!member) return XPBD_OK;
  if (member->kind != XPBD_JSON_TRUE && member->kind != XPBD_JSON_FALSE)
    return xpbd_source_fail(source, "%s must be true or false", key);
  *out = member->kind == XPBD_JSON_TRUE;
  return XPBD_OK;
}

/* Numbers of other kinds are NaN, which no range holds. */
static bool is_whole(double value, int64_t least, int64_t most) {
  return value >= (double)least && value <= (double)most && floor(value) >= value;
}

xpbd_status xpbd_source_whole(const xpbd_source *source, const xpbd_json_node *object, const char *key, int64_t least,
                              int64_t most, int64_t *out) {
  const xpbd_json_node *member = xpbd_json_member(&source->json, object, key);
  if (!member) return XPBD_OK;
  if (least == most && !is_whole(member->number, least, most))
    return xpbd_source_fail(source, "%s must be %lld", key, (long long)least);
  if (!is_whole(member->number, least, most))
    return xpbd_source_fail(source, "%s must be a whole number from %lld to %lld", key, (long long)least,
                            (long long)most);
  *out = (int64_t)member->number;
  return XPBD_OK;
}

/* The unit, if it is there, must be the one that the number is read in. */
static xpbd_status check_unit(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                              const char *unit) {
  const char *given = unit;
  XPBD_TRY(xpbd_source_word(source, object, "unit", &given));
  if (given && (!unit || strcmp(given, unit) != 0))
    return xpbd_source_fail(source, "%s is in '%.40s', must be %s%s", key, given, unit ? "in " : "without a unit",
                            unit ? unit : "");
  return XPBD_OK;
}

/* A number with or without its unit. null is infinite where that has a meaning. */
static xpbd_status read_real(const xpbd_source *source, const xpbd_json_node *object, const char *key, const char *unit,
                             bool nullable, double *out) {
  const xpbd_json_node *member = xpbd_json_member(&source->json, object, key);
  if (!member) return XPBD_OK;
  if (member->kind == XPBD_JSON_OBJECT) {
    XPBD_TRY(xpbd_source_check(source, member, "value unit"));
    XPBD_TRY(check_unit(source, member, key, unit));
    member = xpbd_json_member(&source->json, member, "value");
  }
  if (member && member->kind == XPBD_JSON_NULL && !nullable)
    return xpbd_source_fail(source, "%s is null, must be a number", key);
  if (!member || (member->kind != XPBD_JSON_NUMBER && member->kind != XPBD_JSON_NULL))
    return xpbd_source_fail(source, "%s must be a number, or an object of a value and a unit", key);
  *out = member->kind == XPBD_JSON_NULL ? (double)INFINITY : member->number;
  return XPBD_OK;
}

xpbd_status xpbd_source_real(const xpbd_source *source, const xpbd_json_node *object, const char *key, const char *unit,
                             double *out) {
  return read_real(source, object, key, unit, false, out);
}

xpbd_status xpbd_source_limit(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                              const char *unit, double *out) {
  return read_real(source, object, key, unit, true, out);
}

xpbd_status xpbd_source_reals(const xpbd_source *source, const xpbd_json_node *object, const char *key, int count,
                              double *out) {
  const xpbd_json_node *member = xpbd_json_member(&source->json, object, key);
  if (!member) return XPBD_OK;
  const xpbd_json_node *item = member->kind == XPBD_JSON_ARRAY ? xpbd_json_first(&source->json, member) : NULL;
  int found = 0;
  for (; item && found < count && item->kind == XPBD_JSON_NUMBER; item = xpbd_json_after(&source->json, item))
    out[found++] = item->number;
  if (found < count || item) return xpbd_source_fail(source, "%s must be a list of %d numbers", key, count);
  return XPBD_OK;
}

xpbd_status xpbd_source_choice(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                               const char *(*name_of)(int), int *out) {
  const char *word = NULL;
  char all[200] = "";
  XPBD_TRY(xpbd_source_word(source, object, key, &word));
  for (int k = 0; word && name_of(k); k++) {
    if (strcmp(name_of(k), word) == 0) return *out = k, XPBD_OK;
    const size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", k > 0 ? ", " : "", name_of(k));
  }
  return word ? xpbd_source_fail(source, "%s is '%.40s', must be one of %s", key, word, all) : XPBD_OK;
}

/* ---- arrays ---- */

/* Memory that the source owns. */
static xpbd_status new_block(xpbd_source *source, int64_t items, size_t size, void **out) {
  void **more = realloc(source->blocks, ((size_t)source->block_count + 1) * sizeof *more);
  if (more) source->blocks = more;
  *out = more ? xpbd_memory(items, size) : NULL;
  XPBD_REQUIRE(*out, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for %lld numbers", source->path, (long long)items);
  source->blocks[source->block_count++] = *out;
  return XPBD_OK;
}

/* One row of "values": a list of `width` numbers, or a number. */
static bool read_row(const xpbd_source *source, const xpbd_json_node *row, xpbd_source_shape shape, int64_t at,
                     void *to) {
  const xpbd_json_document *json = &source->json;
  if (shape.width > 0 && row->kind != XPBD_JSON_ARRAY) return false;
  const xpbd_json_node *item = shape.width > 0 ? xpbd_json_first(json, row) : row;
  const int width = shape.width > 0 ? shape.width : 1;
  for (int k = 0; k<width; k++, item = shape.width> 0 ? xpbd_json_after(json, item) : NULL) {
    if (!item || (item->kind != XPBD_JSON_NUMBER && (item->kind != XPBD_JSON_NULL || shape.whole))) return false;
    if (!shape.whole)
      ((double *)to)[at * width + k] = item->kind == XPBD_JSON_NULL ? (double)INFINITY : item->number;
    else if (is_whole(item->number, INT32_MIN, INT32_MAX))
      ((int32_t *)to)[at * width + k] = (int32_t)item->number;
    else
      return false;
  }
  return !item;
}

static xpbd_status check_rows(const xpbd_source *source, const char *key, xpbd_source_shape shape, int64_t rows) {
  if (rows > INT32_MAX || (shape.rows >= 0 && rows != shape.rows))
    return xpbd_source_fail(source, "%s has %lld rows, must have %lld", key, (long long)rows,
                            (long long)(shape.rows >= 0 ? shape.rows : INT32_MAX));
  return XPBD_OK;
}

static xpbd_status read_values(xpbd_source *source, const xpbd_json_node *list, const char *key,
                               xpbd_source_shape shape, int64_t *rows, void **out) {
  const xpbd_json_document *json = &source->json;
  *rows = 0;
  for (const xpbd_json_node *row = xpbd_json_first(json, list); row; row = xpbd_json_after(json, row)) ++*rows;
  XPBD_TRY(check_rows(source, key, shape, *rows));
  XPBD_TRY(new_block(source, *rows * (shape.width > 0 ? shape.width : 1), sizeof(double), out));
  int64_t at = 0;
  for (const xpbd_json_node *row = xpbd_json_first(json, list); row; row = xpbd_json_after(json, row), at++) {
    if (read_row(source, row, shape, at, *out)) continue;
    const char *kind = shape.whole ? "whole " : "";
    if (shape.width > 0)
      return xpbd_source_fail(source, "row %lld of %s must be a list of %d %snumbers", (long long)at, key, shape.width,
                              kind);
    return xpbd_source_fail(source, "row %lld of %s must be a %snumber", (long long)at, key, kind);
  }
  return XPBD_OK;
}

static xpbd_status read_bytes(xpbd_source *source, const xpbd_json_node *object, const char *key,
                              xpbd_source_shape shape, int64_t *rows, void **out) {
  const char *type = NULL, *wanted = shape.whole ? "int32" : "float64";
  const xpbd_json_node *list = NULL;
  int64_t offset = -1;
  XPBD_TRY(xpbd_source_word(source, object, "type", &type));
  XPBD_TRY(xpbd_source_list(source, object, "shape", &list));
  const xpbd_json_node *place = xpbd_json_member(&source->json, object, "offset");
  if (place && !is_whole(place->number, 0, INT64_MAX >> 10))
    return xpbd_source_fail(source, "the offset of %s must be a whole number of bytes, 0 or more", key);
  XPBD_TRY(xpbd_source_whole(source, object, "offset", 0, INT64_MAX >> 10, &offset));
  if (!type || !list || offset < 0)
    return xpbd_source_fail(source, "%s needs values, or a type, a shape and an offset", key);
  if (strcmp(type, wanted) != 0)
    return xpbd_source_fail(source, "%s has the type '%.20s', must have %s", key, type, wanted);
  const xpbd_json_node *first = xpbd_json_first(&source->json, list);
  const xpbd_json_node *second = xpbd_json_after(&source->json, first);
  const bool flat = shape.width == 0;
  if (!first || !is_whole(first->number, 0, INT32_MAX) || (flat ? second != NULL : !second) ||
      (!flat && (!is_whole(second->number, shape.width, shape.width) || xpbd_json_after(&source->json, second))))
    return flat ? xpbd_source_fail(source, "the shape of %s must be [rows]", key)
                : xpbd_source_fail(source, "the shape of %s must be [rows, %d]", key, shape.width);
  *rows = (int64_t)first->number;
  XPBD_TRY(check_rows(source, key, shape, *rows));
  if (!source->arrays) return xpbd_source_fail(source, "%s has an offset, but arrays.file names no file", key);
  const int64_t items = *rows * (flat ? 1 : shape.width);
  const size_t size = shape.whole ? sizeof(int32_t) : sizeof(double);
  if (offset > source->bytes || items > (source->bytes - offset) / (int64_t)size)
    return xpbd_source_fail(source, "%s ends after the %lld bytes of the file of arrays", key,
                            (long long)source->bytes);
  XPBD_TRY(new_block(source, items, size, out));
  if (fseeko(source->arrays, (off_t)offset, SEEK_SET) != 0 ||
      fread(*out, size, (size_t)items, source->arrays) != (size_t)items)
    return xpbd_source_fail(source, "%s cannot be read from %.60s: %s", key, source->arrays_name,
                            ferror(source->arrays) ? strerror(errno) : "it ends too early");
  return XPBD_OK;
}

xpbd_status xpbd_source_array(xpbd_source *source, const xpbd_json_node *object, const char *key,
                              xpbd_source_shape shape, int64_t *rows, void *out) {
  const xpbd_json_node *array = xpbd_json_member(&source->json, object, key), *values = NULL;
  int64_t count = 0;
  void *block = NULL;
  if (array && array->kind != XPBD_JSON_OBJECT)
    return xpbd_source_fail(source, "%s must be an array like {\"values\": [...]}", key);
  XPBD_TRY(xpbd_source_object(source, object, key, "type shape offset unit values", &array));
  if (!array) return XPBD_OK;
  XPBD_TRY(check_unit(source, array, key, shape.unit));
  XPBD_TRY(xpbd_source_list(source, array, "values", &values));
  if (values && xpbd_json_member(&source->json, array, "offset"))
    return xpbd_source_fail(source, "%s has values and an offset; leave one out", key);
  XPBD_TRY(values ? read_values(source, values, key, shape, &count, &block)
                  : read_bytes(source, array, key, shape, &count, &block));
  if (rows) *rows = count;
  memcpy(out, &block, sizeof block);
  return XPBD_OK;
}
