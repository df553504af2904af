/* Why this file exists: the steps from a formula file to its entry in the list: reading, compiling, opening. Private to
 * the library. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "xpbd/formula.h"
#include "xpbd/formula_file.h"

enum { XPBD_FILE_ENTRIES = 16, XPBD_FILE_NAME = 48, XPBD_FILE_PATH = 1024, XPBD_FILE_TEMPORARY = XPBD_FILE_PATH + 8 };

/// The name of the text for a compiler, so that its lines can be found in messages for any path.
#define XPBD_FILE_LABEL "<formula>"

/// The header with the text in the folder of a compilation.
#define XPBD_FILE_HEADER "xpbd_formula_file.h"
/// The line before the text there.
#define XPBD_FILE_FIRST_LINE "#line 1 \"" XPBD_FILE_LABEL "\"\n"

/// One XPBD_FORMULA_ENTRY or XPBD_SUMMED_ENTRY of a file, as written.
typedef struct xpbd_file_entry {
  char name[XPBD_FILE_NAME];
  char numbers[4][XPBD_FILE_NAME]; ///< Texts of the arity, the numbers of the rest shape, the material parameters and
                                   ///< the rows.
  int alike;                       ///< 1: its traits name XPBD_ROWS_ALIKE.
  int line;
  int rest_line, formula_line;       ///< Of XPBD_REST, of XPBD_FORMULA or XPBD_VALUE; 0 = there is none.
  int gradient_line[XPBD_MAX_ARITY]; ///< Of the first `g[i] =` in it; 0 = there is none.
  int summed, rule, value;           ///< 1: it is summed, has XPBD_FORMULA_RULE, has XPBD_VALUE instead of a gradient.
} xpbd_file_entry;

/// A formula file as text, with its entries.
typedef struct xpbd_file_text {
  char *text; ///< [size], followed by 0. Owned.
  size_t size;
  uint64_t hash;
  int count;
  xpbd_file_entry entries[XPBD_FILE_ENTRIES];
} xpbd_file_text;

/// Reads a file and finds its entries. Errors name the line. Free with xpbd_file_text_free().
xpbd_status xpbd_file_text_read(const char *path, xpbd_file_text *out);
void xpbd_file_text_free(xpbd_file_text *text);
/// The text of a formula in the list. NULL for a built-in one.
const xpbd_file_text *xpbd_file_text_of(int formula);

/// The units compiled in parallel: the formulas as functions, and their kernels in each precision. File names in the
/// folder.
enum { XPBD_FILE_UNITS = 3 };
typedef struct xpbd_file_unit {
  const char *source, *object, *log;
} xpbd_file_unit;
extern const xpbd_file_unit xpbd_file_units[XPBD_FILE_UNITS];

/// "FOLDER/NAME". "" if it is too long.
void xpbd_file_join(char out[XPBD_FILE_PATH], const char *folder, const char *name);
/// Finds the folder with solver/unit.h.
xpbd_status xpbd_file_find_headers(const xpbd_formula_file_options *options, char out[XPBD_FILE_PATH]);
/// Writes the units that include the text. If `instructions` is NULL, only the first.
xpbd_status xpbd_file_write_units(const char *folder, const xpbd_file_text *text, const char *instructions);

/// Hash of the unchanged bytes of a file.
uint64_t xpbd_file_hash(const char *text, size_t size);
/// Removes a byte order mark and converts line ends to one character, in place.
void xpbd_file_plain(char *text);
/// A copy in which comments, string contents and #if 0 parts are spaces, with the same lines. '\v' marks the end of a
/// continued line. The caller frees it. NULL if out of memory.
char *xpbd_file_code(const char *text);
/// The same, with the #if 0 parts.
char *xpbd_file_uncommented(const char *text);
/// The length of the word or number at `at` in such code; 0 if another sign is there.
size_t xpbd_file_word(const char *at);
/// The word after the # of a line of such code. NULL if the line is no directive.
char *xpbd_file_directive(char *line);

/// The result of a compilation: a shared object without a file name, and the compiler's messages.
typedef struct xpbd_file_object {
  int descriptor;
  char *compiler, *warnings;
} xpbd_file_object;

/// Compiles. `instructions` NULL: without kernels. Leaves no files, even if a signal ends the program. Free with
/// xpbd_file_object_free().
xpbd_status xpbd_file_compile(const char *path, const xpbd_file_text *text, const xpbd_formula_file_options *options,
                              const char *instructions, xpbd_file_object *out);
/// Opens the object, which runs its initialisation code, first in a child process. It stays open with its descriptor.
/// XPBD_ERR_BAD_FILE: it cannot be opened, crashes or hangs.
xpbd_status xpbd_file_object_open(const char *path, const xpbd_file_object *object, void **handle);
/// Closes and frees. Accepts {-1}.
void xpbd_file_object_free(xpbd_file_object *object);

/// The steps of compiling, for build.c: a temporary folder, a file in it, the compiler's time limit, and its
/// environment. The environment sets English messages and a folder for temporary files. Its list is allocated.
xpbd_status xpbd_file_folder_make(char out[XPBD_FILE_PATH]);
void xpbd_file_folder_remove(const char *folder);
xpbd_status xpbd_file_write(const char *folder, const char *name, const char *before, const char *text);
xpbd_status xpbd_file_find_seconds(int *out);
char **xpbd_file_environment(const char *folder, char temporary[XPBD_FILE_TEMPORARY]);

/// Reports the first error about this file in the compiler's messages, as "PATH:LINE: ...". XPBD_ERR_BAD_FILE.
xpbd_status xpbd_file_explain(const char *path, const char *words);
/// The compiler's warnings about this file, each once, one "LINE: TEXT" per line. The caller frees it. NULL if out of
/// memory.
char *xpbd_file_warnings(const char *words);
