/* Why this file exists: a compiler of another kind, such as a device's, run on a file of formulas that the library has loaded.
 * For backends; private to the project. */
#ifndef XPBD_FOREIGN_BUILD_H
#define XPBD_FOREIGN_BUILD_H

#include "foreign/file.h"

/// A text that is compiled or included.
typedef struct xpbd_build_part {
  const char *name, *text;
} xpbd_build_part;

/// What is to be done. All borrowed.
typedef struct xpbd_build {
  const char *path;             ///< Of the user's file, for messages.
  const xpbd_file_text *text;   ///< It lies beside the parts as XPBD_FILE_HEADER.
  const xpbd_build_part *parts; ///< [part_count]; the first is what is compiled.
  int part_count;
  const char *compiler; ///< Command, words apart.
  const char *variable; ///< Of the environment, which names another compiler.
  const char *flags;    ///< Words apart; those for folders, input and output are added.
  const char *flag;     ///< One more, for this machine.
  const char *include;  ///< A folder of headers before all others; "" = none.
  const char *needs;    ///< A header that has to be among those of formulas or in the folder "backends" beside them.
  const char *notice;   ///< What xpbd_formula_file_notice() is told before the compiler starts.
} xpbd_build;

/// Compile into an object and open it. Nothing is left in the file system. XPBD_ERR_IO: the temporary folder. XPBD_ERR_BAD_FILE:
/// the compiler's words, with the line of the user's file where they are about it, or no end in time. XPBD_ERR_UNAVAILABLE: no
/// compiler, one that refuses the machine or is ended, or not the headers.
xpbd_status xpbd_build_run(const xpbd_build *build, void **object);

#endif
