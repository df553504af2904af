/* Why this file exists: loads a formula from a file outside the tree, without rebuilding the library. The file is one
 * header, written like the built-in formulas and ending in its XPBD_FORMULA_ENTRY line. It is compiled by the machine's
 * C compiler and appended to the list. Every function that takes a formula by name or index then accepts it. */
#ifndef XPBD_FORMULA_FILE_H
#define XPBD_FORMULA_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/status.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

enum { XPBD_MAX_FILE_FORMULAS = 64 }; ///< Most formulas loaded from files in one process.

/// How a file is compiled. A zeroed struct gives the defaults.
typedef struct xpbd_formula_file_options {
  const char *compiler; ///< Command with its arguments, separated by spaces. NULL = $CC, else this library's compiler,
                        ///< else cc.
  const char *headers;  ///< Folder that holds solver/unit.h. NULL = $XPBD_FORMULA_DIR, else the installed or built one.
  const char *instructions; ///< Instruction set of the kernels: "baseline", "avx2" or "avx512". NULL = the widest that
                            ///< this machine has.
  bool
      without_kernels; ///< Compile only values, gradients and rest shapes, in a third of the time. Cannot be simulated.
} xpbd_formula_file_options;

/// A loaded file. Owned by the library, valid for the life of the process.
typedef struct xpbd_formula_file {
  const char *path;         ///< The path as given.
  const char *compiler;     ///< Command that compiled it.
  const char *instructions; ///< Instruction set of the kernels, NULL if there are none.
  const char *warnings;     ///< Compiler warnings about this file, one "LINE: TEXT" per line. "" if there are none.
  uint64_t hash;            ///< Hash of the text.
  double seconds;           ///< Total loading time [s].
  int first, count;         ///< Its formulas have the indices first .. first + count - 1.
} xpbd_formula_file;

/// Compiles a file and appends its formulas to the list. *index is the first of them, or -1 on failure. `options` may
/// be NULL. The file uses only the words of a formula and includes no other file. Text or an object that is more than
/// arithmetic is refused (docs/guide/foreign.md). If the file defines XPBD_VALUE(name) and no gradient, the exact
/// derivative is used (trait XPBD_DERIVED).
///
/// The compiler works in a temporary folder in $TMPDIR (/tmp). The folder is removed before any code of the file runs,
/// also when SIGINT, SIGTERM, SIGHUP or SIGQUIT ends the program. The compiler may take $XPBD_FORMULA_SECONDS (120). A
/// child process opens the object before this process does. Use xpbd_measure_trial() (xpbd/measure.h) to test that a
/// formula evaluates safely. Load files before creating scenes that use them, and while no other thread uses the
/// library.
///
/// XPBD_ERR_IO: the file or the temporary folder cannot be read or written. XPBD_ERR_BAD_FILE: the file is wrong
/// ("PATH:LINE: ..." if the line is known), the compiler does not finish, or opening the object crashes or hangs.
/// XPBD_ERR_UNAVAILABLE: no compiler, no headers of this library, or interrupted by a signal that the program handles.
/// XPBD_ERR_INVALID_ARGUMENT: unknown instructions, more than XPBD_MAX_FILE_FORMULAS, or an invalid number of seconds.
xpbd_status xpbd_formula_file_load(const char *path, const xpbd_formula_file_options *options, int *index);

/// The file a formula was loaded from. NULL for a built-in formula and outside 0 .. xpbd_formula_count() - 1.
const xpbd_formula_file *xpbd_formula_file_of(int index);

/// Sets a function that is told, in one line, what a backend is about to compile for its device. This happens when a
/// solver is created and takes seconds. NULL (the default) = no function.
void xpbd_formula_file_notice(void (*tell)(const char *what));

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
