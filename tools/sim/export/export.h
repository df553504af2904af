/* Why this file exists: other programs read scenes in formats of their own. A format is one file here, and one line of
 * formats.inl. What a format cannot hold is refused, so that no half of a scene is written. */
#pragma once

#include <stdbool.h>

#include "xpbd/scene_file.h"

/// Writes the scene of a model to a file. With `write` false it only checks that it would. The message names what the
/// format cannot hold. The file is complete, or an older one stays as it is.
typedef xpbd_status export_writer(const char *path, const xpbd_model *model, const xpbd_scene_file_def *def,
                                  bool write);

typedef struct export_format {
  const char *ending; ///< E.g. ".xml".
  const char *reader; ///< What reads it, for messages.
  export_writer *write;
} export_format;

/// By index, NULL outside.
const export_format *export_format_at(int index);
/// The format of a file of that name, NULL = none.
const export_format *export_format_of(const char *path);

#define EXPORT_FORMAT(ending, reader, writer) export_writer writer;
#include "formats.inl"
#undef EXPORT_FORMAT
