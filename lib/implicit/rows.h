/* Why this file exists: the rows of all elements may pull with more than C / compliance. Damping adds a dashpot. AVBD has
 * a stiffness and a multiplier for each row. Private to the library. */
#pragma once

#include "implicit/energy.h"
#include "xpbd/solver.h"

/// What AVBD keeps for a row. Stiffness and multiplier last from one time step to the next.
typedef struct xpbd_dual {
  double stiffness, multiplier; /* k, lambda */
  double start, most;           /* of this time step: C at its start; largest k */
} xpbd_dual;

typedef struct xpbd_rows {
  const xpbd_scene *scene;
  const xpbd_solver_def *def;
  int64_t *first;                        /* [sets + 1] first row of each set */
  xpbd_pull *pull;                       /* [rows] in this iteration. NULL: every row has C / compliance */
  xpbd_dual *dual;                       /* [rows]. NULL: not AVBD */
  double h, alpha, beta, gamma, initial; /* the numbers of AVBD */
} xpbd_rows;

/// Fills a zeroed structure. Destroy even after a failure.
xpbd_status xpbd_rows_create(xpbd_rows *rows, const xpbd_scene *scene, const xpbd_solver_def *def, bool augmented);
void xpbd_rows_destroy(xpbd_rows *rows);
int64_t xpbd_rows_bytes(const xpbd_rows *rows);
/// Forgets stiffness and multipliers.
void xpbd_rows_reset(xpbd_rows *rows);
/// The pulls of set s [count, rows], or NULL.
const xpbd_pull *xpbd_rows_of(const xpbd_rows *rows, int32_t s);

/* One share of so many of the elements. */

/// Begins a time step from x [n, 3]. Nothing to do without pulls.
void xpbd_rows_begin(xpbd_rows *rows, const double *x, int32_t share, int32_t shares);
/// AVBD's update of multipliers and stiffness after an iteration that ended at x [n, 3].
void xpbd_rows_raise(xpbd_rows *rows, const double *x, int32_t share, int32_t shares);

/* Saved states: stiffness and multiplier of each row. */

/// 0 if nothing lasts between time steps.
size_t xpbd_rows_pack_size(const xpbd_rows *rows);
void xpbd_rows_pack(const xpbd_rows *rows, double *out);
/// Whether the numbers can be a state.
bool xpbd_rows_may_unpack(const xpbd_rows *rows, const double *numbers);
void xpbd_rows_unpack(xpbd_rows *rows, const double *numbers);
