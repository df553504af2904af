/* Why this file exists: the table of the formats of --export, and the format of the suite itself. */
#include "export.h"

#include <stddef.h>
#include <string.h>

static const export_format formats[] = {
#define EXPORT_FORMAT(ending, reader, writer) {ending, reader, writer},
#include "formats.inl"
#undef EXPORT_FORMAT
};
enum { FORMATS = (int)(sizeof formats / sizeof *formats) };

const export_format *export_format_at(int index) {
  return index >= 0 && index < FORMATS ? &formats[index] : NULL;
}

const export_format *export_format_of(const char *path) {
  for (int k = 0; k < FORMATS; k++) {
    const size_t length = strlen(path), ending = strlen(formats[k].ending);
    if (length > ending && strcmp(path + length - ending, formats[k].ending) == 0) return &formats[k];
  }
  return NULL;
}

xpbd_status export_scene(const char *path, const xpbd_model *model, const xpbd_scene_file_def *def, bool write) {
  return write ? xpbd_scene_write(path, model, def) : xpbd_scene_write_check(path, model, def);
}
