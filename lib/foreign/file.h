/* Why this file exists: the steps between a file of formulas and its place in the list: reading what it holds, compiling it,
 * opening it. Private to the library. */
#ifndef XPBD_FORMULA_FILE_PRIVATE_H
#define XPBD_FORMULA_FILE_PRIVATE_H

#include <stddef.h>
#include <stdint.h>

#include "xpbd/formula_file.h"

enum { XPBD_FILE_ENTRIES = 16, XPBD_FILE_NAME = 48, XPBD_FILE_PATH = 1024, XPBD_FILE_TEMPORARY = XPBD_FILE_PATH + 8 };

/// What a compiler calls the text, so that its lines are found again whatever the path looks like.
#define XPBD_FILE_LABEL "<formula>"

/// The header with the text in the folder of a compilation.
#define XPBD_FILE_HEADER "xpbd_formula_file.h"
/// What stands before the text there.
#define XPBD_FILE_FIRST_LINE "#line 1 \"" XPBD_FILE_LABEL "\"\n"

/// One XPBD_FORMULA_ENTRY or XPBD_SUMMED_ENTRY of a file, as it stands there.
typedef struct xpbd_file_entry {
  char name[XPBD_FILE_NAME];
  char numbers[3][XPBD_FILE_NAME]; ///< Texts of arity, numbers of the rest shape, numbers of the material.
  int line;
  int summed, rule, value; ///< 1: a summed entry; has XPBD_FORMULA_RULE; XPBD_VALUE instead of a gradient.
} xpbd_file_entry;

/// A file of formulas as text, and what is in it.
typedef struct xpbd_file_text {
  char *text; ///< [size], 0 behind it. Owned.
  size_t size;
  uint64_t hash;
  int count;
  xpbd_file_entry entries[XPBD_FILE_ENTRIES];
} xpbd_file_text;

/// Read a file and find its entries. What cannot be one says so with its line. Free with xpbd_file_text_free().
xpbd_status xpbd_file_text_read(const char *path, xpbd_file_text *out);
void xpbd_file_text_free(xpbd_file_text *text);
/// The text that a formula of the list was read from; NULL for a built-in one.
const xpbd_file_text *xpbd_file_text_of(int formula);

/// What is compiled, side by side: the formulas as functions, and their kernels in each precision. Names in the folder.
enum { XPBD_FILE_UNITS = 3 };
typedef struct xpbd_file_unit {
  const char *source, *object, *log;
} xpbd_file_unit;
extern const xpbd_file_unit xpbd_file_units[XPBD_FILE_UNITS];

/// "FOLDER/NAME"; "" where that is too long.
void xpbd_file_join(char out[XPBD_FILE_PATH], const char *folder, const char *name);
/// The folder with solver/unit.h.
xpbd_status xpbd_file_find_headers(const xpbd_formula_file_options *options, char out[XPBD_FILE_PATH]);
/// Write the units that include the text; `instructions` NULL: the first alone.
xpbd_status xpbd_file_write_units(const char *folder, const xpbd_file_text *text, const char *instructions);

/// Of the bytes of a file as they are.
uint64_t xpbd_file_hash(const char *text, size_t size);
/// In place: without a byte order mark, and with line ends of one character.
void xpbd_file_plain(char *text);
/// A copy with comments, what strings hold and what #if 0 leaves out as spaces, each line where it was; '\v' stands for
/// the end of a continued one. Owned by the caller; NULL without memory.
char *xpbd_file_code(const char *text);
/// The word behind the # of a line of such code; NULL when it is no directive.
char *xpbd_file_directive(char *line);

/// What the compiler made of a text: a shared object that has no name any more, and what the compiler had to say.
typedef struct xpbd_file_object {
  int descriptor;
  char *compiler, *warnings;
} xpbd_file_object;

/// Compile; `instructions` NULL: without kernels. Nothing is left in the file system, not even when a signal ends the
/// program. Free with xpbd_file_object_free().
xpbd_status xpbd_file_compile(const char *path, const xpbd_file_text *text, const xpbd_formula_file_options *options,
                              const char *instructions, xpbd_file_object *out);
/// Open it, which runs what code it has for that; tried first in a process of its own. It stays open with its descriptor.
/// XPBD_ERR_BAD_FILE: it cannot be opened, crashes or does not end.
xpbd_status xpbd_file_object_open(const char *path, const xpbd_file_object *object, void **handle);
/// Close and free; fine with {-1}.
void xpbd_file_object_free(xpbd_file_object *object);

/// The steps of that, for others that compile (build.c): a temporary folder; a file in it; the seconds that a compiler has; its
/// environment, in English and with its temporary files there, of which the list is allocated.
xpbd_status xpbd_file_folder_make(char out[XPBD_FILE_PATH]);
void xpbd_file_folder_remove(const char *folder);
xpbd_status xpbd_file_write(const char *folder, const char *name, const char *before, const char *text);
xpbd_status xpbd_file_find_seconds(int *out);
char **xpbd_file_environment(const char *folder, char temporary[XPBD_FILE_TEMPORARY]);

/// The first error in the compiler's words about this file, as "PATH:LINE: ..."; XPBD_ERR_BAD_FILE.
xpbd_status xpbd_file_explain(const char *path, const char *words);
/// Its warnings about this file, each once, "LINE: TEXT" a line. Owned by the caller; NULL without memory.
char *xpbd_file_warnings(const char *words);

#endif
