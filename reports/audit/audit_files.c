/* Why this file exists: a stranger's formula is code, and his results name its file. So a file is read only from the
 * folder of --files, which the user gives after a look at it. A formula must have the recorded hash before it is
 * compiled. */
#include "audit_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "foreign/file.h"
#include "support/cli_formula.h"

enum { LARGEST = 64 << 20 };

static bool is_mesh(const audit_file *file) {
  return strcmp(file->kind, "mesh") == 0;
}

bool audit_file_is_used(const audit_file *file, const report_point *p) {
  const char *used = json_string_value(json_object_get(p->axes, is_mesh(file) ? "mesh" : "constraint"));
  return used && (is_mesh(file) ? strcmp(used, file->name) == 0 : cli_spec_has(used, file->name));
}

/// Whether a file has the hash that the run recorded of a formula.
static bool has_hash(const char *path, size_t size, const char *recorded) {
  char *bytes = malloc(size + 1), text[32] = "";
  FILE *stream = bytes ? fopen(path, "rb") : NULL;
  if (stream && fread(bytes, 1, size, stream) == size)
    snprintf(text, sizeof text, "%016llx", (unsigned long long)xpbd_file_hash(bytes, size));
  if (stream) fclose(stream);
  free(bytes);
  return text[0] && strncmp(text, recorded, strlen(text)) == 0;
}

/// Find a recorded file in the folder of the user.
static void look(const char *folder, const char *recorded, audit_file *out) {
  struct stat what;
  const char *slash = strrchr(recorded, '/'), *name = slash ? slash + 1 : recorded;
  if (!folder) {
    snprintf(out->why, sizeof out->why, "needs the %s file %.120s; --files DIR names its folder", out->kind, recorded);
    return;
  }
  snprintf(out->path, sizeof out->path, "%.3000s/%.1000s", folder, name);
  if (lstat(out->path, &what) != 0 || !S_ISREG(what.st_mode) || what.st_size > LARGEST)
    snprintf(out->why, sizeof out->why, "needs the %s file %.80s; the folder of --files, %.80s, has no such plain file",
             out->kind, name, folder);
  else if (!is_mesh(out) && !has_hash(out->path, (size_t)what.st_size, out->value))
    snprintf(out->why, sizeof out->why, "the formula file %.160s here is another file: its hash is not %.16s", name,
             out->value);
  if (out->why[0]) out->path[0] = '\0';
}

static bool is_used(const audit *self, const audit_file *file) {
  for (int i = 0; i < self->run.count; i++)
    if (audit_file_is_used(file, &self->run.points[i])) return true;
  return false;
}

static void add(const audit *self, audit_files *out, const char *kind, const char *name, const char *value) {
  char recorded[AUDIT_PATH];
  audit_file *item = &out->items[out->count];
  *item = (audit_file){.kind = kind, .name = name, .value = value};
  if (!is_used(self, item)) return;
  out->count++;
  const char *blank = strchr(value, ' ');
  snprintf(recorded, sizeof recorded, "%.4000s", is_mesh(item) ? name : blank ? blank + 1 : "");
  char *end = is_mesh(item) ? NULL : strrchr(recorded, '('); /* "HASH FILE (COMPILER)" */
  if (end && end > recorded) end[-1] = '\0';
  look(self->request->files, recorded, item);
}

void audit_files_find(const audit *self, audit_files *out) {
  static const char *const kinds[] = {"formula", "mesh"};
  const char *name;
  json_t *field;
  for (int k = 0; k < 2; k++)
    json_object_foreach(json_object_get(json_object_get(self->run.xb, "env"), kinds[k]), name, field) {
      const char *value = report_text(field, "value");
      if (value && out->count < AUDIT_FILES) add(self, out, kinds[k], name, value);
    }
}

const char *audit_files_mesh(const audit_files *files, const char *mesh) {
  for (int k = 0; k < files->count; k++)
    if (is_mesh(&files->items[k]) && strcmp(files->items[k].name, mesh) == 0) return files->items[k].path;
  return NULL;
}

const char *audit_files_lack(const audit_files *files, const report_point *p) {
  const char *mesh = json_string_value(json_object_get(p->axes, "mesh"));
  for (int k = 0; k < files->count; k++)
    if (files->items[k].why[0] && audit_file_is_used(&files->items[k], p)) return files->items[k].why;
  if (mesh && mesh[strcspn(mesh, "/.")] && !audit_files_mesh(files, mesh))
    return "its mesh is a file, and the run has no hash of it";
  return NULL;
}
