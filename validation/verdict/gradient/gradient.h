/* Why this file exists: the files about gradients share pairs of coded and exact gradients in many shapes. */
#pragma once

#include "verdict/judge/differences.h"

/// One shape with both gradients.
typedef struct gradient_pair {
  sample at;
  double c;                                           ///< C, exact reading.
  xpbd_vec3_f64 g[XPBD_MAX_ARITY], e[XPBD_MAX_ARITY]; ///< As coded, exact.
  double norm;                                        ///< |e|.
  double tolerance;                                   ///< |g - e| that rounding explains.
  bool wrong;                                         ///< |g - e| is larger.
  int number; ///< Index of the material number that was drawn over its whole range; -1 = none.
  int way;    ///< Index in ways_of() of the way it was moved along; -1 = none.
} gradient_pair;

enum { GRADIENT_PAIRS = 240 };

typedef struct gradient_set {
  const xpbd_formula *formula;
  int arity, count, wrong;
  bool by_differences; ///< The exact gradients come from differences, because the complex reading of C is wrong.
  bool special;        ///< The shapes are special: the neighbour of a wrong shape may be right.
  int strange;         ///< Shapes in which C or a gradient is not finite. They are not in the list.
  int rough;           ///< Strange shapes in which C and the coded gradient are finite, but the exact one is not.
  int still;           ///< Shapes in which C does not change and both gradients are 0. They are not in the list.
  int phantom;         ///< Shapes in which C does not change, but the coded gradient is not 0. Not in the list.
  gradient_pair pair[GRADIENT_PAIRS];
} gradient_set;

/// Length of the exact gradient, 0 if it is not finite.
double gradient_length(const xpbd_formula *formula, const sample *at);
/// Component 0 x, 1 y, 2 z.
double gradient_component(const xpbd_vec3_f64 *g, int axis);
/// C and its exact gradient in a shape of the set. *error is the estimated error of e, 0 with the complex step.
double gradient_exact(const gradient_set *set, const sample *at, xpbd_vec3_f64 *e, double *error);
/// Evaluates both gradients in the shape of the next pair. Adds the pair to the list, or counts it as strange, still or
/// phantom.
void gradient_add(gradient_set *set, sample_random *random);
/// Marks the wrong pairs.
void gradient_compare(gradient_set *set);
/// Reports that C does not change in some shapes but has a gradient there. `which` is "" or names the shapes.
void gradient_say_phantom(verdict *v, const gradient_set *set, int drawn, const char *which);
/// Tests far from rest and over the ranges of the material, if ordinary shapes are right: gradient_far.c. The set is
/// scratch memory.
void gradient_far(verdict *v, const xpbd_formula *formula, gradient_set *work);
/// Tests on shapes of real meshes, if the far shapes are right too: gradient_real.c. True if a mistake was found.
bool gradient_real(verdict *v, const xpbd_formula *formula, gradient_set *work);
/// Whether the difference of the two gradients is noise: it becomes another one when particles move by up to `distance`
/// [edges]. The difference that a mistake makes stays the same.
bool gradient_is_noise(const gradient_set *set, sample_random *random, const gradient_pair *p, double distance);
/// Whether it is small and noise, so that rounding explains it.
bool gradient_is_rounding(const gradient_set *set, sample_random *random, const gradient_pair *p);
/// Reports lost digits if they explain every wrong shape. Returns false if they do not, or if the gradient of a wrong
/// shape is not small.
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
/// Reports a right direction with a wrong length, and the quantity that the length depends on. Particle, -1 = all.
void gradient_explain_length(verdict *v, const gradient_set *set, int particle);
/// Finds the quantities whose powers are these ratios, one for each shape. A shape with NaN is left out. False if no
/// quantities explain them.
bool gradient_explain_ratio(const gradient_set *set, const double *ratios, char *text, size_t capacity);
/// Reports an error without a simpler name: its size, and whether it breaks momentum.
void gradient_name_by_sums(verdict *v, const gradient_set *set);
/// "; it is right without NAME, so look at that term" with its ratio if the term of one material number is wrong, else
/// "".
void gradient_say_term(const gradient_set *set, char *text, size_t capacity);
/// Bits of the components of particle i that are wrong in some shape: 1 x, 2 y, 4 z.
int gradient_wrong_axes(const gradient_set *set, int i);
/// |sum g| / |g| and |sum x cross g| / (|g| size), the worst of the wrong shapes, for the exact or the coded gradient.
void gradient_sums(const gradient_set *set, bool exact, double *linear, double *angular);
/// Describes the wrong shapes in `where` [VERDICT_WHERE]; "" = all shapes.
void gradient_where(const gradient_set *set, char *where);
