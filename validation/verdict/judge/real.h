/* Why this file exists: meshes have elements that no generator of ordinary shapes draws: tenths of a millimetre or a
 * hundred metres long, slivers, folded or mirrored at rest, far from the origin. This draws such elements and measures
 * their features. */
#pragma once

#include "sample.h"

/// The ranges that are drawn.
#define REAL_SHORTEST 1e-4 ///< [m], the longest edge of an element.
#define REAL_LONGEST  1e2
#define REAL_SLENDER  20.0   ///< Longest edge over smallest height.
#define REAL_FOLD     170.0  ///< [degrees], either way.
#define REAL_STRETCH  10.0   ///< Largest stretch. The smallest is its inverse.
#define REAL_STRAIN   1e-6   ///< Smallest strain.
#define REAL_FAR      1000.0 ///< Distance to the origin, in longest edges.

/// How real shapes are drawn.
typedef struct real_way {
  bool gentle;        ///< Deformed by up to a quarter, not stretched by up to REAL_STRETCH.
  bool little;        ///< Strains of REAL_STRAIN to 0.01: where simulations spend most of their time.
  bool at_rest;       ///< Not deformed at all.
  bool vary_material; ///< Half of the shapes get a material from the declared range.
} real_way;

/// Draws shape k = 0, 1, ... The first shapes are at the ends of the ranges. False if the shape has no rest shape.
bool real_draw(const xpbd_formula *formula, sample_random *random, const real_way *way, int k, sample *out);

/// Draws an element with whole coordinates: edges along the axes, right angles, flat hinges, equal edges. It is
/// deformed along the axes, or not at all.
bool real_special(const xpbd_formula *formula, sample_random *random, int k, sample *out);

/// Draws a material from the declared ranges by sample_in_range(). Leaves it unchanged if the formula refuses the draw.
void real_material(const xpbd_formula *formula, sample_random *random, double *material);
/// Fold of a hinge x [4] in degrees, 0 if it is flat.
double real_fold_of(const xpbd_vec3_f64 *x);
/// Exchanges the particles x [3]: the corner whose angle is nearest to a right one comes first, as meshes give it.
void real_apex_first(xpbd_vec3_f64 *x);
/// Turns the last particle of a hinge x [4] about its edge x0 x1 by an angle [degrees].
void real_fold(xpbd_vec3_f64 *x, double angle);

/// What may be special about a shape.
typedef enum real_feature {
  FEATURE_SIZE,      ///< Longest edge at rest [m].
  FEATURE_SLENDER,   ///< Longest edge over smallest height, at rest.
  FEATURE_REST_FOLD, ///< |fold| at rest [degrees], 0 without a hinge.
  FEATURE_FOLD,      ///< |fold| of the deformed shape [degrees].
  FEATURE_REST_SIDE, ///< Signed fold at rest [degrees].
  FEATURE_SIDE,      ///< Signed fold of the deformed shape [degrees].
  FEATURE_VOLUME,    ///< Rest volume over the cube of the longest edge; signed. 0 without a tetrahedron.
  FEATURE_LEAST,     ///< Smallest stretch of an edge.
  FEATURE_MOST,      ///< Largest stretch of an edge.
  FEATURE_FAR,       ///< Distance to the origin, in longest edges.
  FEATURE_STRAIN,    ///< Largest |strain| of an edge.
  FEATURE_CHANGE,    ///< Largest change of an edge [m].
  REAL_FEATURES
} real_feature;
double real_measure(const xpbd_formula *formula, const sample *at, real_feature feature);

/// The smallest and the largest of each feature in a list of shapes.
typedef struct real_ranges {
  int count;
  double least[REAL_FEATURES], most[REAL_FEATURES];
} real_ranges;
void real_include(const xpbd_formula *formula, const sample *at, real_ranges *ranges);
/// The ranges in words, as "edges from 0.1 mm to 100 m, stretch 0.1 to 10, ...".
void real_words(const xpbd_formula *formula, const real_ranges *ranges, char out[VERDICT_HOLDS]);
/// "0.1 mm", "2.5 m".
void real_length(double metres, char out[32]);

enum { REAL_SHAPES = 240 };
/// Describes the wrong shapes by the feature that separates them best, as "where edges are shorter than about 1 mm".
/// Shape k is `at` advanced by k * stride bytes, 0 <= k < count <= REAL_SHAPES, wrong [count], where [VERDICT_WHERE].
/// "" = everywhere.
void real_where(const xpbd_formula *formula, int count, const sample *at, size_t stride, const bool *wrong,
                char *where);
