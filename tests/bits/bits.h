/* Why this file exists: a table holds the bits of every simulation that runs today, so that a change of the code shows
 * which of them change. The parts of the program share these rows, and the functions that make them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  BITS_KEY = 120,    ///< Longest key, with its end.
  BITS_STATE = 240,  ///< The same for a state.
  BITS_BACKENDS = 8, ///< Most backends besides seq.
  BITS_ROWS = 8192   ///< Most runs.
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
  char others[BITS_BACKENDS][32]; ///< Names of backends besides seq.
  char cholmod[BITS_STATE];       ///< Result of cholmod_probe() when bits_row_projective() rows were made.
  int count;
  bits_row *rows; ///< [count]
} bits_table;

/// Runs everything on the backends that can run here (with `only`: on seq and that one). False after a message on
/// stderr.
bool bits_run_all(const char *only, bits_table *out);
/// Runs the same scenes with deliberate errors. Returns how many states did not differ from `table`; each is named.
int bits_run_controls(const bits_table *table);

/// Reads a table. False after a message on stderr.
bool bits_table_read(const char *path, bits_table *out);
bool bits_table_write(const char *path, const bits_table *table);
/// Takes from `old` what could not be computed here: states of bits_row_projective() rows without the same CHOLMOD, other
/// backends.
bool bits_table_keep(bits_table *table, const bits_table *old);
/// Counts the differences between the recorded and the found table. `say` prints each with the command that records it.
int bits_table_compare(const bits_table *recorded, const bits_table *found, bool say);
/// Why such rows cannot be compared, NULL if they can.
const char *bits_table_other_cholmod(const bits_table *recorded, const bits_table *found);
/// The row with this key, NULL if there is none.
bits_row *bits_table_find(const bits_table *table, const char *key);
/// Whether its bits depend on libraries: fms, pd, newton and admm on CHOLMOD, newton, multigrid, vbd, avbd and admm on the
/// compiler's division of complex numbers. Both are the same where CHOLMOD is.
bool bits_row_projective(const bits_row *row);

/// Hash of a small system solved with CHOLMOD as the library uses it. Equal hashes mean the same arithmetic. "none"
/// without it.
void bits_cholmod_probe(bits_state out);
