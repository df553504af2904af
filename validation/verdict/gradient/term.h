/* Why this file exists: the files that name a wrong term share the quantities of a shape whose gradients make up the
 * gradient of C: products of the columns of F, lengths, areas, volumes, the fold. */
#pragma once

#include "gradient.h"

enum { TERM_PARTS = 9, TERM_NAME = 40, TERM_AXES = XPBD_MAX_ARITY - 1 };

/// The gradients of up to TERM_PARTS quantities in one shape, and the parts of a gradient along them.
typedef struct term_basis {
  int count;
  char name[TERM_PARTS][TERM_NAME];
  bool square[TERM_PARTS]; ///< The quantity is a length or its square.
  xpbd_vec3_f64 along[TERM_PARTS][XPBD_MAX_ARITY];
} term_basis;

/// The sets of quantities, in the order in which they are tried.
typedef enum term_kind {
  TERM_COLUMNS,    ///< f_i . f_j of the columns of F, on triangles and tetrahedra.
  TERM_INVARIANTS, ///< The quantities of isotropic laws: traces, and the area or the volume.
  TERM_EDGES,      ///< (x_i - x0) . (x_j - x0).
  TERM_FOLD,       ///< The fold of a hinge and the lengths of its edges.
  TERM_DISTANCES,  ///< |x_i - x_j|.
  TERM_PAIRS,      ///< Each column dC/df_i along each f_j, for gradients that are not symmetric.
  TERM_AREAS       ///< Areas of the faces and the volume.
} term_kind;

/// The quantities of a kind in a shape; count = 0 if the element has none.
void term_quantities(const gradient_set *set, const gradient_pair *p, term_kind kind, term_basis *basis);
/// The coefficients of g along the basis by least squares. Returns |remainder| / |g|, or 1 if the basis is degenerate.
double term_split(int arity, const term_basis *basis, const xpbd_vec3_f64 *g, double *coefficient);

/// The inverse rest matrix by columns, n x n with n = particles - 1: column i, row k at [n * i + k]. `stored` receives
/// its index in rest[]. Without one it receives -1, and the matrix comes from the rest positions. NULL = not wanted.
/// False if the element has no such matrix.
bool term_rest_matrix(const gradient_set *set, const gradient_pair *p, double *matrix, int *stored);
/// The inverse and the transpose of an n x n matrix, n = 2 or 3, in the same order of numbers.
void term_invert(int n, const double *m, double *out);
void term_transpose(int n, const double *m, double *out);
/// The columns f_i of F at positions x [n + 1], with the matrix of term_rest_matrix().
void term_deformed(int n, const double *matrix, const xpbd_vec3_f64 *x, xpbd_vec3_f64 *f);
/// dC/df_i from the gradients of particles 1 .. n. `rest` is the inverse of the matrix of term_rest_matrix().
void term_columns(int n, const double *rest, const xpbd_vec3_f64 *g, xpbd_vec3_f64 *p);

/* Each names the mistake of a set of wrong shapes and returns true, or returns false. */
bool term_difference(verdict *v, const gradient_set *set); /* term_difference.c: a difference of C with some step */
bool term_mixed_up(verdict *v, const gradient_set *set);   /* term_mixed.c: other numbers of the rest shape */
bool term_parts(verdict *v, const gradient_set *set);      /* term_parts.c: some parts are wrong, others are right */
bool term_held(verdict *v, const gradient_set *set);       /* term_guess.c: F - R with R taken as constant */
bool term_guess(verdict *v, const gradient_set *set);      /* term_guess.c: how the error vanishes */
