/* Why this file exists: data/papers has the papers' numbers as CSV. The benchmark that runs them and the check of those files both read them here: strictly, with file, line and column of a fault. */
#ifndef XPBD_PAPERS_H
#define XPBD_PAPERS_H

#include <stdbool.h>
#include <stddef.h>

#include "xpbd/mesh.h"
#include "xpbd/status.h"

/// What a cell may hold. Any cell may be empty unless its column needs it.
typedef enum papers_kind {
  PAPERS_TEXT,    ///< Printable ASCII.
  PAPERS_KEY,     ///< [a-z][a-z0-9_]*, unique in its table.
  PAPERS_INTEGER, ///< Decimal digits, - before them allowed.
  PAPERS_REAL,    ///< Decimal number, or a ratio of two like 1/24: as printed.
  PAPERS_WORD     ///< One word of the column's list.
} papers_kind;

typedef struct papers_column {
  const char *name;
  papers_kind kind;
  bool needed;       ///< An empty cell is an error.
  const char *words; ///< PAPERS_WORD: the words, separated by single spaces.
} papers_column;

/// The columns of a file, in their order. The first is its key (in sources.csv the paper).
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
  PAPERS_CLAIMS,    ///< Every statement that can be tested.
  PAPERS_PLOTS,     ///< Every plot of an error, a strain, an area, a volume, an energy.
  PAPERS_LATTICES,  ///< The boxes that slide in Kot and Nagahashi.
  PAPERS_ADJACENCY, ///< The example of Cincotti.
  PAPERS_FILES
} papers_file;

extern const papers_schema papers_schemas[PAPERS_FILES];

/// A file that was read and found well-formed. Zeroed: empty, and safe to destroy.
typedef struct papers_table {
  const papers_schema *schema;
  char *path;         ///< For messages. Owned.
  char *text;         ///< All cells, each ended by 0. Owned.
  const char **cells; ///< [row_count, column_count], "" = not printed. Owned; points into `text`.
  int *lines;         ///< [row_count] line in the file where the row begins. Owned.
  int row_count;      ///< Without the header.
} papers_table;

/// Where the files are: ../share/xpbd/papers from the program's folder where it is installed, else beside the sources.
const char *papers_folder(void);

/// Read `folder`/`schema->file`. RFC 4180 with LF or CR LF, printable ASCII (so no line end inside a cell), the header
/// exactly as in the schema, a line end after the last row, no blanks around cells. XPBD_ERR_IO; XPBD_ERR_BAD_FILE with
/// "file:line: column 'name': reason".
xpbd_status papers_read(const char *folder, const papers_schema *schema, papers_table *out);
/// The same from memory; `path` is only named in messages.
xpbd_status papers_parse(const char *path, const char *text, size_t length, const papers_schema *schema,
                         papers_table *out);
void papers_destroy(papers_table *table);

/// Cell as text, "" when nothing is printed or there is no such column. Valid while the table is.
const char *papers_text(const papers_table *table, int row, const char *column);
/// Cell as number (PAPERS_INTEGER, PAPERS_REAL), NaN when nothing is printed.
double papers_real(const papers_table *table, int row, const char *column);
/// Row whose first cell is `key`, -1 when there is none.
int papers_find(const papers_table *table, const char *key);
/// XPBD_ERR_BAD_FILE with file, line and column before the reason: for rules that go beyond one cell.
__attribute__((format(printf, 4, 5))) xpbd_status papers_fail(const papers_table *table, int row, const char *column,
                                                              const char *format, ...);

/// Next word of a list, e.g. of "stretching+tet_volume" with separators "+". False at the end. A separator at an end
/// or beside another gives an empty word (so does an empty list), and a word of `capacity` bytes or more is cut: such
/// words are the name of nothing.
bool papers_word_next(const char **cursor, const char *separators, char *word, size_t capacity);

/// The mesh a row names: "grid 41" (sheet of 41 x 41), "sphere 5" (level), "torus 30x30", "box 3x4x13" (cells). `size`
/// in m: spacing of grid and box, radius of the sphere, large radius of the torus (its small one is 0.4 of it).
/// XPBD_ERR_INVALID_ARGUMENT names the text.
xpbd_status papers_mesh_make(const char *name, double size, xpbd_mesh *out);

#endif
