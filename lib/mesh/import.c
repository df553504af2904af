/* Why this file exists: xpbd_mesh_read() selects the reader of a file and reports its result. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "mesh/import.h"
#include "base/edge.h"
#include "base/locale.h"

static const uint32_t IMPORT_COOKIE = 0x1a9b0e17;

static const struct kind {
  const char *extension;
  xpbd_status (*scan)(xpbd_text *text, xpbd_polygons *out);
  xpbd_status (*read)(const char *path, xpbd_import *import, xpbd_mesh *out);
} kinds[] = {
#define XPBD_POLYGON_FORMAT(name, function) {.extension = #name, .scan = function},
#define XPBD_ELEMENT_FORMAT(name, function) {.extension = #name, .read = function},
#include "mesh/formats.inl"
};

enum { KINDS = (int)(sizeof kinds / sizeof *kinds) };

xpbd_import_def xpbd_import_def_default(void) {
  return (xpbd_import_def){.cookie = IMPORT_COOKIE, .weld = NAN};
}

static const struct kind *kind_of(const char *extension) {
  for (int i = 0; i < KINDS; i++)
    if (strcasecmp(extension, kinds[i].extension) == 0) return &kinds[i];
  return NULL;
}

const char *xpbd_mesh_extension(int place) {
  return place >= 0 && place < KINDS ? kinds[place].extension : NULL;
}

bool xpbd_mesh_readable(const char *extension) {
  return extension && (kind_of(extension) || xpbd_assimp_reads(extension));
}

/* Reads a file again as a stream of words, whose records need not be lines. If this fails too, the first error stays,
 * because it names the line. */
static xpbd_status scan_words(const struct kind *k, xpbd_text *text, xpbd_polygons *polygons) {
  char reason[1024];
  snprintf(reason, sizeof reason, "%s", xpbd_last_error());
  const char *path = polygons->path;
  xpbd_import *import = polygons->import;
  xpbd_polygons_destroy(polygons);
  xpbd_import_fields_destroy(import);
  *polygons = (xpbd_polygons){.path = path, .import = import};
  import->info = (xpbd_import_info){0};
  xpbd_text_rewind(text);
  text->wraps = true;
  const xpbd_status status = k->scan(text, polygons);
  return status == XPBD_ERR_BAD_FILE ? xpbd_fail(status, "%s", reason) : status;
}

static xpbd_status read_polygons(const struct kind *k, const char *path, xpbd_import *import, xpbd_mesh *out) {
  xpbd_polygons polygons = {.path = path, .import = import};
  xpbd_text text;
  XPBD_TRY(xpbd_text_open(path, import, &text));
  xpbd_status status = k->scan(&text, &polygons);
  if (status == XPBD_ERR_BAD_FILE && text.may_wrap) status = scan_words(k, &text, &polygons);
  xpbd_text_close(&text);
  if (status == XPBD_OK) status = xpbd_polygons_check(&polygons);
  if (status == XPBD_OK) status = xpbd_polygons_mesh(&polygons, out);
  xpbd_polygons_destroy(&polygons);
  return status;
}

/* Writes ".obj, .ply, ... or .ele" into 256 bytes. */
static const char *own_kinds(const char *last, char *out) {
  size_t length = 0;
  for (int i = 0; i < KINDS && length < 256; i++)
    length += (size_t)snprintf(out + length, 256 - length, "%s.%s",
                               i == 0           ? ""
                               : i == KINDS - 1 ? last
                                                : ", ",
                               kinds[i].extension);
  return out;
}

/* Handles files without a reader. If the file does not exist, that is reported instead. */
static xpbd_status read_other(const char *path, const char *extension, xpbd_import *import, xpbd_mesh *out) {
  xpbd_text text;
  char own[256];
  XPBD_TRY(xpbd_text_open(path, import, &text));
  xpbd_text_close(&text);
  XPBD_REQUIRE(extension[0] != '\0', XPBD_ERR_BAD_FILE, "%s: unknown kind of file without an extension; name it %s",
               path, own_kinds(" or ", own));
#ifdef XPBD_HAVE_ASSIMP
  XPBD_REQUIRE(xpbd_assimp_reads(extension), XPBD_ERR_BAD_FILE,
               "%s: unknown kind of file, also to assimp; convert it to OBJ (readable are %s)", path,
               own_kinds(" and ", own));
#endif
  return xpbd_read_assimp(path, import, out);
}

/* Turns errors about the mesh into errors about its file. */
static xpbd_status blame_file(const char *path, xpbd_status status) {
  if (status != XPBD_ERR_INVALID_ARGUMENT) return status;
  char reason[512];
  snprintf(reason, sizeof reason, "%s", xpbd_last_error());
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: %s (counted from 0 in file order)", path, reason);
}

xpbd_status xpbd_mesh_read(const char *path, const xpbd_import_def *def, xpbd_import_info *info, xpbd_mesh *out) {
  XPBD_PLAIN_FLOATS;
  if (info) *info = (xpbd_import_info){0};
  XPBD_NOT_NULL(out);
  *out = (xpbd_mesh){0};
  XPBD_NOT_NULL(path);
  XPBD_REQUIRE(!def || def->cookie == IMPORT_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the import definition was not made by xpbd_import_def_default()");
  XPBD_REQUIRE(!def || isnan(def->weld) || (def->weld >= 0 && isfinite(def->weld)), XPBD_ERR_INVALID_ARGUMENT,
               "the welding distance is %g m, must be 0 or more", def->weld);
  xpbd_import import = {.strict = def && def->strict, .weld = def ? def->weld : NAN};
  const char *name = strrchr(path, '/'), *dot = strrchr(name ? name : path, '.');
  const char *extension = dot ? dot + 1 : "";
  const struct kind *k = kind_of(extension);
  const locale_t before = xpbd_locale_enter(); /* assimp also uses the locale */
  xpbd_status status;
  if (!k)
    status = read_other(path, extension, &import, out);
  else
    status = k->read ? k->read(path, &import, out) : read_polygons(k, path, &import, out);
  xpbd_locale_leave(before);
  xpbd_import_fields_destroy(&import);
  XPBD_TRY(blame_file(path, status));
  if (info) *info = import.info;
  return XPBD_OK;
}

int64_t xpbd_import_repairs(const xpbd_import_info *info, char *line, size_t capacity) {
  XPBD_PLAIN_FLOATS;
  if (!line) capacity = 0;
  if (capacity > 0) line[0] = '\0';
  if (!info) return 0;
  char near[2][64];
  for (int many = 0; many < 2; many++)
    snprintf(near[many], sizeof near[many], "%s merged with one within %.3g", many ? "vertices" : "vertex", info->weld);
  const struct {
    int32_t count;
    const char *one, *many;
  } parts[] = {{info->duplicates, "repeated element dropped", "repeated elements dropped"},
               {info->repeated, "repeated corner removed", "repeated corners removed"},
               {info->flat, "element without area or volume dropped", "elements without area or volume dropped"},
               {info->crossing, "self-intersecting polygon split as well as possible",
                "self-intersecting polygons split as well as possible"},
               {info->odd, "irregularity of the file tolerated", "irregularities of the file tolerated"},
               {info->untextured, "invalid texture coordinate, so none are used",
                "invalid texture coordinates, so none are used"},
               {info->near, near[0], near[1]}};
  int64_t total = 0;
  size_t length = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i].count == 0) continue;
    const int written = length < capacity ? snprintf(line + length, capacity - length, "%s%d %s", total > 0 ? ", " : "",
                                                     parts[i].count, parts[i].count == 1 ? parts[i].one : parts[i].many)
                                          : 0;
    length += (size_t)written;
    total += parts[i].count;
  }
  return total;
}
