/* Why this file exists: the files about gradients share pairs of coded and exact gradients in many shapes. */
#ifndef XPBD_VERDICT_GRADIENT_H
#define XPBD_VERDICT_GRADIENT_H

#include "verdict/judge/differences.h"

/// One shape with both gradients.
typedef struct gradient_pair {
  sample at;
  double c;                                           ///< C, exact reading.
  xpbd_vec3_f64 g[XPBD_MAX_ARITY], e[XPBD_MAX_ARITY]; ///< As coded, exact.
  double norm;                                        ///< |e|.
  double tolerance;                                   ///< |g - e| that rounding explains.
  bool wrong;                                         ///< They differ by more.
  int number; ///< The number of the material that was drawn over its whole range; -1 = none.
  int way;    ///< Index in ways_of() of the way it was moved along; -1 = none.
  double s;   ///< How far.
} gradient_pair;

enum { GRADIENT_PAIRS = 240 };

typedef struct gradient_set {
  const xpbd_formula *formula;
  int arity, count, wrong;
  bool by_differences; ///< The exact gradient is one by differences: sample_exact() cannot be trusted.
  bool special;        ///< A shape next to a wrong one may be right, although it is no rounding.
  int strange;         ///< Shapes with a number that is not finite; they are not in the list.
  int rough;           ///< Of these, those where C and the coded gradient are finite, but the exact one is not.
  int still;           ///< Shapes in which C does not change and has no gradient; not in the list either.
  int phantom;         ///< Shapes in which C does not change, but has a gradient; not in the list either.
  gradient_pair pair[GRADIENT_PAIRS];
} gradient_set;

/// Central differences, extrapolated: their error is of fourth order in their length.
void gradient_differences(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e);
/// Component 0 x, 1 y, 2 z.
double gradient_component(const xpbd_vec3_f64 *g, int axis);
/// Evaluates both gradients in the next pair, whose shape is drawn. Adds it to the list, or to those that are only
/// counted.
void gradient_add(gradient_set *set, sample_random *random, bool by_differences);
/// Marks which of them are wrong.
void gradient_compare(gradient_set *set);
/// Reports that C does not change in some shapes but has a gradient there. `which` is "" or names the shapes.
void gradient_say_phantom(verdict *v, const gradient_set *set, int drawn, const char *which);
/// Tests far from rest and over the ranges of the material, if ordinary shapes are right: gradient_far.c. The set is
/// scratch memory.
void gradient_far(verdict *v, const xpbd_formula *formula, gradient_set *work);
/// Tests on shapes of real meshes, if those are right too: gradient_real.c. True if a mistake was found.
bool gradient_real(verdict *v, const xpbd_formula *formula, gradient_set *work);
/// Whether the difference of the two gradients is rounding: it then changes at random with the last digits of the
/// positions, while a mistake stays the same.
bool gradient_is_rounding(const gradient_set *set, sample_random *random, const gradient_pair *p);
/// Reports lost digits if that explains every wrong shape, each of which must have a small gradient. False: it does not.
bool gradient_say_cancelled(verdict *v, const gradient_set *set);
enum { GRADIENT_SPAN = 56 };
/// "1 to 2", or "near 1" if both have the same digits.
void gradient_span(double from, double to, int digits, char out[GRADIENT_SPAN]);
/// Edge x0 x1 over its rest length.
double gradient_stretch(const gradient_pair *p);

/// Keeps one shape with both gradients in the facts.
void gradient_keep(verdict *v, const gradient_set *set, const gradient_pair *p);
/// Names the mistake; set->wrong > 0.
void gradient_name(verdict *v, const gradient_set *set);
/// The direction is right: finds what the length depends on. Particle, -1 = all.
void gradient_explain_length(verdict *v, const gradient_set *set, int particle);
/// The quantities whose powers are these ratios, one for each shape; NaN = to be left out. False if there are none.
bool gradient_explain_ratio(const gradient_set *set, const double *ratios, char *text, size_t capacity);
/// Nothing simpler fits: reports what the error breaks, and its size.
void gradient_name_by_sums(verdict *v, const gradient_set *set);
/// "; it is right without NAME, so look at that term" with its ratio, if one number of the material is to blame; else
/// "".
void gradient_say_term(const gradient_set *set, char *text, size_t capacity);
/// Bits of the components of particle i that are wrong in some shape: 1 x, 2 y, 4 z.
int gradient_wrong_axes(const gradient_set *set, int i);
/// |sum g| / |g| and |sum x cross g| / (|g| size), the worst of the wrong shapes, for the exact or the coded gradient.
void gradient_sums(const gradient_set *set, bool exact, double *linear, double *angular);
/// In which shapes it is wrong: "" = everywhere, [VERDICT_WHERE].
void gradient_where(const gradient_set *set, char *where);

#endif
