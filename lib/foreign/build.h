/* Why this file exists: runs another kind of compiler, such as a device's, on a formula file that the library has
 * loaded. For backends. Private to the project. */
#pragma once

#include "foreign/file.h"

/// A source text to compile or include.
typedef struct xpbd_build_part {
  const char *name, *text;
} xpbd_build_part;

/// What to compile. Everything is borrowed.
typedef struct xpbd_build {
  const char *path;             ///< Path of the user's file, for messages.
  const xpbd_file_text *text;   ///< Available to the parts as XPBD_FILE_HEADER.
  const xpbd_build_part *parts; ///< [part_count] The first one is compiled.
  int part_count;
  const char *compiler; ///< Command with its arguments, separated by spaces.
  const char *variable; ///< Environment variable that selects another compiler.
  const char *flags;    ///< Separated by spaces. Flags for folders, input and output are added.
  const char *flag;     ///< One more flag, for this machine.
  const char *include;  ///< A header folder before all others. "" = none.
  const char *needs;    ///< A header that must be in the formula headers or in the folder "backends" next to them.
  const char *notice;   ///< Passed to xpbd_formula_file_notice() before the compiler starts.
} xpbd_build;

/// Compiles into an object and opens it. Leaves no files. XPBD_ERR_IO: the temporary folder. XPBD_ERR_BAD_FILE: the
/// compiler's message, with the line of the user's file if it is about it, or a timeout. XPBD_ERR_UNAVAILABLE: no
/// compiler, one that refuses the machine or was killed, or missing headers.
xpbd_status xpbd_build_run(const xpbd_build *build, void **object);
