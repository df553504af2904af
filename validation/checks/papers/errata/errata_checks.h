/* Why this file exists: the checks of the papers' errors share this. Each implements the printed form beside the right
 * one, which is the library's if the library has it, and measures both. */
#pragma once

#include "runner/element.h"
#include "xpbd/mesh.h"

/// One error of a paper and the expected measurements.
typedef struct erratum {
  const char *paper, *place, *printed, *right; ///< Literals, which form the row of the table.
  double low, high;                            ///< The error of the printed form lies between.
  double limit;                                ///< The error of the right form is at most this.
} erratum;

/// Asserts both errors, with the printed form as negative control, and adds the row to the table.
void erratum_compare(check *self, const erratum *e, double printed, double right);

/// The same for a text that can be read in two ways: not an error, but a separate kind of row. `printed` is the wrong
/// reading.
void erratum_ambiguous(check *self, const erratum *e, double other, double right);

/// Norm of a - b over all particles, relative to the norm of b.
double erratum_distance(int arity, const xpbd_vec3_f64 *a, const xpbd_vec3_f64 *b);
/// Gradients of Cetinaslan 2023, Eq. (16), or (21) of a formula `..mod_shear..`, on a random element: as printed, with
/// the error corrected, and the library's.
void erratum_exponential(check *self, const char *formula, xpbd_vec3_f64 *printed, xpbd_vec3_f64 *right,
                         xpbd_vec3_f64 *own);
/// A sphere of that level with random velocities of sum 0 and a formula on each triangle, without gravity and pins, one
/// step of 50 iterations. Returns the shift of the centre of mass, which momentum does not explain, over the mean
/// displacement.
double erratum_centre_shift(check *self, int32_t level, const char *formula);

/// The quality of a grouping of edges: edges in some group, entries beyond the first of an edge, adjacent pairs inside
/// groups.
typedef struct erratum_grouping {
  int32_t covered, repeated, adjacent;
} erratum_grouping;
enum { ERRATUM_GROUPS = 6 };
/// ERRATUM_GROUPS groups by the listing of Cetinaslan 2019, Algorithm 2. `drop`: with the test of line 26 as the text
/// describes it. False without memory.
bool erratum_groups(const xpbd_mesh *mesh, bool drop, erratum_grouping *out);

void errata_gradients(check_registry *registry); /* errata_gradients.c */
void errata_solver(check_registry *registry);    /* errata_solver.c */
void errata_tips(check_registry *registry);      /* errata_tips.c */
void errata_contacts(check_registry *registry);  /* errata_contacts.c */
void errata_groups(check_registry *registry);    /* errata_groups.c */
void errata_bending(check_registry *registry);   /* errata_bending.c */
