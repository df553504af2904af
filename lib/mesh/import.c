/* Why this file exists: xpbd_mesh_read(): which reader a file goes to. Polygons go through a strict pass of our own,
 * then the import library, then their agreement; finite elements need no splitting and no library. */
#include <string.h>
#include <strings.h>

#include "mesh/import.h"
#include "mesh/locale.h"

/* A file of polygons has a strict pass, a file of finite elements a reader. */
static const struct kind {
  const char *extension;
  xpbd_status (*scan)(xpbd_text *text, xpbd_polygons *out);
  xpbd_status (*read)(const char *path, xpbd_import_info *info, xpbd_mesh *out);
} kinds[] = {{".obj", xpbd_scan_obj, NULL},   {".ply", xpbd_scan_ply, NULL}, {".stl", xpbd_scan_stl, NULL},
             {".off", xpbd_scan_off, NULL},   {".msh", NULL, xpbd_read_msh}, {".node", NULL, xpbd_read_tetgen},
             {".ele", NULL, xpbd_read_tetgen}};

static const struct kind *kind_of(const char *path) {
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++)
    if (strcasecmp(dot, kinds[i].extension) == 0) return &kinds[i];
  return NULL;
}

static xpbd_status scan_file(const struct kind *k, const char *path, xpbd_polygons *out) {
  xpbd_text text;
  XPBD_TRY(xpbd_text_open(path, &text));
  xpbd_status status = k->scan(&text, out);
  if (status == XPBD_OK) status = xpbd_polygons_check(out);
  xpbd_text_close(&text);
  return status;
}

static xpbd_status read_polygons(const struct kind *k, const char *path, xpbd_import_info *info, xpbd_mesh *out) {
  XPBD_TRY(xpbd_polygons_can_split(path));
  xpbd_polygons polygons = {.path = path};
  xpbd_status status = scan_file(k, path, &polygons);
  if (status == XPBD_OK) status = xpbd_polygons_split(&polygons, info, out);
  info->triangulated = polygons.split_count;
  xpbd_polygons_destroy(&polygons);
  return status;
}

/* What the core says about a mesh made of a file is about the file. */
static xpbd_status blame_file(const char *path, xpbd_status status) {
  if (status != XPBD_ERR_INVALID_ARGUMENT) return status;
  char reason[512];
  snprintf(reason, sizeof reason, "%s", xpbd_last_error());
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: %s (counted from 0 in file order)", path, reason);
}

xpbd_status xpbd_mesh_read(const char *path, xpbd_import_info *info, xpbd_mesh *out) {
  if (info) *info = (xpbd_import_info){0};
  XPBD_REQUIRE(path && out, XPBD_ERR_INVALID_ARGUMENT, "reading a mesh needs a path and a place to put the mesh");
  *out = (xpbd_mesh){0};
  const struct kind *k = kind_of(path);
  if (!k) { /* a missing file is the nearer reason */
    xpbd_text text;
    XPBD_TRY(xpbd_text_open(path, &text));
    xpbd_text_close(&text);
    return xpbd_fail(XPBD_ERR_BAD_FILE,
                     "%s: unknown kind of file; .obj, .ply, .stl, .off, .msh, .node and .ele can be read", path);
  }
  xpbd_import_info found = {0};
  const locale_t before = xpbd_locale_enter(); /* the library minds the locale, too */
  const xpbd_status status = k->read ? k->read(path, &found, out) : read_polygons(k, path, &found, out);
  xpbd_locale_leave(before);
  XPBD_TRY(blame_file(path, status));
  if (info) *info = found;
  return XPBD_OK;
}
