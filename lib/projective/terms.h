/* Why this file exists: the terms of the objective: springs, strain limits of triangles, bending of hinges. Each has a
 * constant quadratic part (its part of the matrix) and a projection (its local step). Private to the library. */
#pragma once

#include "projective/factor.h"
#include "xpbd/projective.h"

/// stiffness / 2 (|x1 - x0| - length)^2
typedef struct xpbd_spring_term {
  int32_t particle[2];
  double length, stiffness;
} xpbd_spring_term;

/// weight / 2 |F - P(F)|^2, F = sum x_i shape_i^T
typedef struct xpbd_triangle_term {
  int32_t particle[3];
  double shape[3][2]; ///< [1/m]
  double weight;      ///< triangle_weight times area [N m]
} xpbd_triangle_term;

/// weight / 2 (|s| - length)^2, s = sum shape_i x_i
typedef struct xpbd_hinge_term {
  int32_t particle[4];
  double shape[4]; ///< [1/m]
  double length;   ///< |s| at rest [1]
  double weight;   ///< bending_weight [J]
} xpbd_hinge_term;

typedef struct xpbd_terms {
  int32_t spring_count, triangle_count, hinge_count;
  xpbd_spring_term *springs;
  xpbd_triangle_term *triangles;
  xpbd_hinge_term *hinges;
  double strain_limit;
} xpbd_terms;

/// Builds the terms of the scene. The caller destroys them even after a failure.
xpbd_status xpbd_terms_create(const xpbd_scene *scene, const xpbd_projective_settings *own, xpbd_terms *out);
void xpbd_terms_destroy(xpbd_terms *terms);
int64_t xpbd_terms_count(const xpbd_terms *terms);
int64_t xpbd_terms_bytes(const xpbd_terms *terms);

/// Adds each term's part of the matrix to entries, with rows from row[particle] (-1 = pinned, left out). Returns the
/// number of entries, at most xpbd_terms_entry_limit().
int64_t xpbd_terms_matrix(const xpbd_terms *terms, const int32_t *row, xpbd_factor_entry *entries);
int64_t xpbd_terms_entry_limit(const xpbd_terms *terms);

/// Local step of every term at x [n, 3]. Returns the sum of the terms [J]. If gradient is not NULL, adds theirs to
/// gradient [n, 3] [N]. The gradient treats projections as constant, which is exact because they are nearest points.
double xpbd_terms_evaluate(const xpbd_terms *terms, const double *x, double *gradient);
