/* Why this file exists: data/papers has the papers' numbers as CSV. The benchmark and the check of those files both
 * read them here, strictly, and report file, line and column of a fault. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "xpbd/mesh.h"
#include "xpbd/status.h"

/// Content of a cell. Any cell may be empty unless its column needs it.
typedef enum papers_kind {
  PAPERS_TEXT,    ///< Printable ASCII.
  PAPERS_KEY,     ///< [a-z][a-z0-9_]*, unique in its table.
  PAPERS_INTEGER, ///< Decimal digits, optionally with a minus sign.
  PAPERS_REAL,    ///< Decimal number, or a ratio like 1/24, as printed.
  PAPERS_WORD     ///< One word of the column's list.
} papers_kind;

typedef struct papers_column {
  const char *name;
  papers_kind kind;
  bool needed;       ///< An empty cell is an error.
  const char *words; ///< PAPERS_WORD: the words, separated by single spaces.
} papers_column;

/// The columns of a file in order. The first is its key (in sources.csv the paper).
typedef struct papers_schema {
  const char *file; ///< Name below data/papers.
  const papers_column *columns;
  int column_count;
} papers_schema;

/// The files.
typedef enum papers_file {
  PAPERS_SOURCES,   ///< The papers and their machines.
  PAPERS_FPS,       ///< Every printed frame rate.
  PAPERS_SCENES,    ///< Every printed setup.
  PAPERS_CLAIMS,    ///< Every statement that can be tested, and the rule that judges it.
  PAPERS_PLOTS,     ///< Every plot of an error, strain, area, volume or energy.
  PAPERS_LATTICES,  ///< The sliding boxes of Kot and Nagahashi.
  PAPERS_ADJACENCY, ///< The example of Cincotti.
  PAPERS_VERDICTS,  ///< Every verdict that a rule gave, with its numbers and their noise.
  PAPERS_FILES
} papers_file;

extern const papers_schema papers_schemas[PAPERS_FILES];

/// A well-formed file in memory. A zeroed table is empty, and safe to destroy.
typedef struct papers_table {
  const papers_schema *schema;
  char *path;         ///< For messages. Owned.
  char *text;         ///< All cells, each ended by 0. Owned.
  const char **cells; ///< [row_count, column_count], "" = not printed. Owned, points into `text`.
  int *lines;         ///< [row_count] line in the file where the row begins. Owned.
  int row_count;      ///< Without the header.
} papers_table;

/// Folder of the files: ../share/xpbd/papers from an installed program's folder, else beside the sources.
const char *papers_folder(void);

/// Read `folder`/`schema->file`: RFC 4180 with LF or CR LF and printable ASCII (so no line end in a cell). The header
/// must match the schema. The last row ends with a line end, and no blanks surround cells. XPBD_ERR_IO, or
/// XPBD_ERR_BAD_FILE with "file:line: column 'name': reason".
xpbd_status papers_read(const char *folder, const papers_schema *schema, papers_table *out);
/// The same from memory. `path` is only for messages.
xpbd_status papers_parse(const char *path, const char *text, size_t length, const papers_schema *schema,
                         papers_table *out);
void papers_destroy(papers_table *table);

/// A cell as text. "" if nothing is printed or the column is missing. Valid as long as the table.
const char *papers_text(const papers_table *table, int row, const char *column);
/// A cell as number (PAPERS_INTEGER, PAPERS_REAL), NaN if nothing is printed.
double papers_real(const papers_table *table, int row, const char *column);
/// The row whose first cell is `key`, -1 if there is none.
int papers_find(const papers_table *table, const char *key);
/// XPBD_ERR_BAD_FILE with file, line and column before the reason, for rules on more than one cell.
__attribute__((format(printf, 4, 5))) xpbd_status papers_fail(const papers_table *table, int row, const char *column,
                                                              const char *format, ...);

/// Next word of a list, e.g. of "stretching+tet_volume" with separators "+". False at the end. A separator
/// at an end or beside another gives an empty word, as does an empty list. A word of `capacity` bytes or
/// more is cut, so it matches no name.
bool papers_word_next(const char **cursor, const char *separators, char *word, size_t capacity);

/// The mesh that a row names: "grid 41" (sheet of 41 x 41), "sphere 5" (level), "torus 30x30", "box 3x4x13" (cells).
/// `size` [m] is the spacing of grid and box, the radius of the sphere, or the large radius of the torus, whose small
/// one is 0.4 of it. XPBD_ERR_INVALID_ARGUMENT names the text.
xpbd_status papers_mesh_make(const char *name, double size, xpbd_mesh *out);
