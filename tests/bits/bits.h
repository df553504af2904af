/* Why this file exists: the bits of every simulation that runs today stand in a table, so that a change of the code that
 * changes one of them is seen, and where. This is what the parts of the program share: rows, and who makes them. */
#ifndef BITS_H
#define BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  BITS_KEY = 120,    ///< Longest key with its end.
  BITS_STATE = 240,  ///< The same of a state.
  BITS_BACKENDS = 8, ///< Most backends beside seq.
  BITS_ROWS = 8192   ///< Most rows.
};

/// The result of a run on one backend: 16 hexadecimal digits, "diverged in frame N" or "refused: REASON".
typedef char bits_state[BITS_STATE];

/// One run.
typedef struct bits_row {
  char key[BITS_KEY];               ///< scene, with, method, precision, order, substeps; tabs between them.
  bits_state state;                 ///< On seq, the reference.
  bits_state others[BITS_BACKENDS]; ///< On others: "=" the same as on seq, "?" was never asked, "refused: REASON"; else
                                    ///< a difference.
} bits_row;

/// A table. Free with free(rows).
typedef struct bits_table {
  int other_count;
  char others[BITS_BACKENDS][32]; ///< Names of backends beside seq.
  char cholmod[BITS_STATE];       ///< What cholmod_probe() said where the rows of fms and pd were made.
  int count;
  bits_row *rows; ///< [count]
} bits_table;

/// Run everything on the backends that can run here (with `only`: on seq and that one). False says why on stderr.
bool bits_run_all(const char *only, bits_table *out);
/// The same scenes with something wrong on purpose: how many states did not differ from those of `table`; each is named.
int bits_run_controls(const bits_table *table);

/// Read a table. False says on stderr what is wrong with it.
bool bits_table_read(const char *path, bits_table *out);
bool bits_table_write(const char *path, const bits_table *table);
/// Take over from `old` what could not be asked here: states of fms and pd without the same CHOLMOD, other backends.
bool bits_table_keep(bits_table *table, const bits_table *old);
/// Differences between what is recorded and what was found; `say` prints each with the command that records it.
int bits_table_compare(const bits_table *recorded, const bits_table *found, bool say);
/// Why the rows of fms and pd cannot be compared, NULL when they can.
const char *bits_table_other_cholmod(const bits_table *recorded, const bits_table *found);
/// The row with this key, NULL when there is none.
bits_row *bits_table_find(const bits_table *table, const char *key);
/// A row of fms or pd?
bool bits_row_projective(const bits_row *row);

/// Hash of a small system solved with CHOLMOD as the library uses it: equal hashes, the same arithmetic. "none" without.
void bits_cholmod_probe(bits_state out);

#endif
