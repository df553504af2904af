/* Why this file exists: a formula from a file outside the tree. One header, written as those of the project are and ending
 * in its XPBD_FORMULA_ENTRY line, is compiled by the C compiler of the machine and opened: from then on every function that
 * takes a formula by name or index knows it, as one more line of the list. Nothing of the library is built anew. */
#ifndef XPBD_FORMULA_FILE_H
#define XPBD_FORMULA_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/status.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

enum { XPBD_MAX_FILE_FORMULAS = 64 }; ///< Formulas of files in one process.

/// How a file is compiled. Zeroed is the standard: everything is found by itself.
typedef struct xpbd_formula_file_options {
  const char *compiler; ///< Command, words apart; NULL = $CC, else the compiler of this library, else cc.
  const char *headers;  ///< Folder with solver/unit.h; NULL = $XPBD_FORMULA_DIR, else where it was installed or built.
  const char *instructions; ///< Kernels for "baseline", "avx2" or "avx512"; NULL = the widest here.
  bool
      without_kernels; ///< True: values, gradients and rest shapes alone, in a third of the time; nothing simulates it.
} xpbd_formula_file_options;

/// A file that was loaded. Owned by the library, valid for the life of the process.
typedef struct xpbd_formula_file {
  const char *path;         ///< As it was given.
  const char *compiler;     ///< Command that compiled it.
  const char *instructions; ///< Of its kernels; NULL without kernels.
  const char *warnings;     ///< Of the compiler about this file, "LINE: TEXT" a line; "" when there are none.
  uint64_t hash;            ///< Of the text.
  double seconds;           ///< From reading it to the end.
  int first, count;         ///< Its formulas: indices first .. first + count - 1.
} xpbd_formula_file;

/// Compile a file and append its formulas to the list; *index = the first of them, -1 on failure. `options` may be NULL. The
/// file needs nothing but the words of a formula and includes no other; one that defines XPBD_VALUE(name) and no gradient
/// gets the exact derivative (trait XPBD_DERIVED). Nothing is left behind: the compiler works in a folder below $TMPDIR (/tmp), which
/// is removed before anything of the file runs, also when SIGINT, SIGTERM, SIGHUP or SIGQUIT ends the program. The compiler
/// may take $XPBD_FORMULA_SECONDS (120); a process of its own opens the object before this one does. That a formula then
/// evaluates without harm is asked by xpbd_measure_trial() (xpbd/measure.h). Not while another thread uses the library, and
/// before the scenes that use it.
///
/// XPBD_ERR_IO: the file or the temporary folder cannot be read or written. XPBD_ERR_BAD_FILE: what is wrong with the file,
/// "PATH:LINE: ..." where it has a line; the compiler does not end, or what it made crashes or does not end as it is opened.
/// XPBD_ERR_UNAVAILABLE: no compiler, or not the headers of this library, or interrupted by a signal that the program
/// handles. XPBD_ERR_INVALID_ARGUMENT: unknown instructions, more than XPBD_MAX_FILE_FORMULAS, no number of seconds.
xpbd_status xpbd_formula_file_load(const char *path, const xpbd_formula_file_options *options, int *index);

/// The file that a formula is from; NULL for a built-in one and outside 0 .. xpbd_formula_count() - 1.
const xpbd_formula_file *xpbd_formula_file_of(int index);

/// Let `tell` know, in a line, what a backend is about to compile of a file for its device, which takes seconds: it does so when
/// a solver is created. NULL, the standard: nobody is told.
void xpbd_formula_file_notice(void (*tell)(const char *what));

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
