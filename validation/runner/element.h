/* Why this file exists: checks that evaluate formulas by hand find them by name and draw random elements. */
#pragma once

#include "check.h"
#include "formula/table.h"

/// The formula with that name, which must be in the list.
const xpbd_formula *formula_named(const char *name);
/// Each component uniform from -range to range.
xpbd_vec3_f64 random_vector(check *self, double range);
/// A regular tetrahedron of edge 1 m (three corners: a triangle in the plane z = 0). Every coordinate is moved by up to
/// `spread`. Triangles stay in their plane.
void random_rest(check *self, int corners, double spread, xpbd_vec3_f64 *rest);
