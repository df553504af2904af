/* Why this file exists: holds the verdict on a formula: the slips, each with a number as evidence, and the facts. It is
 * plain data of fixed size, because the formula is evaluated in another process than the one that prints. That process
 * may crash, hang or be stopped. What it found until then stays in memory that both share. */
#ifndef XPBD_VERDICT_H
#define XPBD_VERDICT_H

#include <math.h>
#include <stdbool.h>

#include "base/apart.h"
#include "formula/table.h"

/// The kinds of mistakes, in the order in which findings are reported. The first one is the verdict's sentence.
typedef enum verdict_kind {
  VERDICT_CRASH,            ///< The formula ended its process.
  VERDICT_ENDLESS,          ///< It did not return in time.
  VERDICT_OUT_OF_BOUNDS,    ///< It reads or writes outside its arrays.
  VERDICT_STATE,            ///< It keeps something from call to call: the same inputs give other results.
  VERDICT_SIGN,             ///< The gradient is a negative multiple of the exact one.
  VERDICT_FACTOR,           ///< ... a positive multiple, of all particles or of one.
  VERDICT_MISSING_PARTICLE, ///< A particle gets no gradient.
  VERDICT_WRONG_COMPONENT,  ///< Components are wrong, exchanged, or a term is missing.
  VERDICT_NORMALISATION,    ///< The direction is right, but the length is wrong by a factor that depends on the shape.
  VERDICT_REST,             ///< C is not 0 at the rest shape, or does not depend on it.
  VERDICT_JUMP,             ///< C jumps.
  VERDICT_KINK,             ///< The gradient jumps, but the entry does not say so (XPBD_KINKED).
  VERDICT_MOMENTUM,         ///< The gradients do not add up to 0: a projection would move the whole element.
  VERDICT_ANGULAR_MOMENTUM, ///< They have a couple: a projection would turn the whole element.
  VERDICT_NOT_FINITE,       ///< NaN or infinite where the formula must have a value.
  VERDICT_OVERFLOW,         ///< Too large a number in an ordinary shape.
  VERDICT_UNIT,             ///< C does not go with its declared unit when lengths or masses are scaled.
  VERDICT_RANGE,            ///< Not finite, or another law, in shapes or sizes that real meshes have.
  VERDICT_PRECISION,        ///< Not written in the words of the scalar, or digits lost in float.
  VERDICT_TRAIT,            ///< The entry declares something that is not true.
  VERDICT_KINDS
} verdict_kind;

/// "sign", "factor", ... as in the JSON; "" for other values.
const char *verdict_kind_name(verdict_kind kind);

enum { VERDICT_SLIPS = 24, VERDICT_TEXT = 400, VERDICT_WHERE = 96, VERDICT_HOLDS = 240 };

/// One finding.
typedef struct verdict_slip {
  verdict_kind kind;
  bool remark;             ///< Worth knowing, not a fault.
  bool in_text;            ///< About the words of the file: VERDICT_PRECISION is then a mistake, not a loss of digits.
  int place;               ///< Place in the report, by the kind: verdict_before().
  int particle, component; ///< -1 = none in particular. Components 0 x, 1 y, 2 z.
  double ratio;            ///< Coded / exact, or what the text says; NaN = none.
  char where[VERDICT_WHERE]; ///< "line 12", "at rest", "stretch 1.2"; "" = everywhere.
  char text[VERDICT_TEXT];   ///< One sentence without a full stop.
} verdict_slip;

enum { VERDICT_PATHS = 4, VERDICT_POINTS = 61, VERDICT_STEPS = 29 };

/// C, its gradient and its energy along a way through shapes.
typedef struct verdict_path {
  char name[24]; ///< "stretch", "shear", "size", "fold".
  char axis[48]; ///< What s is, with its unit.
  double rest;   ///< s at the rest shape.
  int count;
  double s[VERDICT_POINTS], c[VERDICT_POINTS];
  double energy[VERDICT_POINTS]; ///< C^2 / 2: the potential at compliance 1.
  double force[VERDICT_POINTS];  ///< C dC/ds by the coded gradient, which a solver uses.
  double
      exact[VERDICT_POINTS]; ///< The same by the exact gradient; NaN = not known, because there is no complex reading.
  double low[2], high[2];    ///< Where C and |gradient|^2 are finite around rest, in float and in double.
} verdict_path;

/// What the diagnosis measured, wrong or right.
typedef struct verdict_facts {
  double root;                      ///< Order of the root of C at rest: 1 simple, 2 double (an energy). NaN = not a
                                    ///< power.
  double worst_gradient;            ///< Largest |coded - exact| / |exact|.
  double noise;                     ///< Rounding of C in double [its unit], if it is so large that it matters; else 0.
  double worst_float;               ///< Largest error of float relative to the typical gradient.
  double differences_known;         ///< Relative error of the exact gradient, if it is of differences; 0 = rounding.
  int shapes;                       ///< Number of shapes in which gradients were compared.
  int far_shapes;                   ///< Also right in so many shapes of 0.05 to 8 times the rest size, sheared and
                                    ///< folded.
  int range_shapes;                 ///< Also right in so many shapes with each number of the material over its range.
  char holds[VERDICT_HOLDS];        ///< For which shapes of real meshes it is right: real_words(). "" = for none.
  double step[VERDICT_STEPS];       ///< Lengths of central differences, in edges.
  double difference[VERDICT_STEPS]; ///< Their relative error against the exact gradient.
  double floor;                     ///< Error of the complex step against the coded gradient, same shape.
  int path_count;
  verdict_path path[VERDICT_PATHS];
  bool at_wrong; ///< In the next shape the coded gradient is wrong.
  int at_row;
  double at_material[XPBD_MAX_MATERIAL];
  double at_x[XPBD_MAX_ARITY][3];                                ///< One shape [m], and there
  double at_c, at_g[XPBD_MAX_ARITY][3], at_e[XPBD_MAX_ARITY][3]; ///< C, the coded and the exact gradient.
} verdict_facts;

/// Everything about one formula.
typedef struct verdict {
  char name[80];
  xpbd_apart apart; ///< Evaluations so far, what is being evaluated, whether the diagnosis came to its end.
  int slip_count;
  verdict_slip slip[VERDICT_SLIPS];
  verdict_facts facts;
} verdict;

/// Adds a finding; set particle, component, ratio and where in the result. Findings beyond VERDICT_SLIPS go into one
/// that is never shown.
__attribute__((format(printf, 4, 5))) verdict_slip *verdict_say(verdict *v, verdict_kind kind, bool remark,
                                                                const char *format, ...);
/// Reports a finding before those of another kind, which it may have caused.
void verdict_before(verdict_slip *slip, verdict_kind kind);
/// Whether there is such a finding that is no remark; any kind: VERDICT_KINDS.
bool verdict_has(const verdict *v, verdict_kind kind);

/// What a verdict comes to: the first word of every output and the exit code.
typedef struct verdict_outcome {
  const char *word;
  int code;
} verdict_outcome;
/// "right" 0, "unusable" 1, "wrong" 2. If the gradient has no mistake, the finding's kind has a word of its own, with
/// exit code 3: "misdeclared" (trait, unit), "limited" (range) or "imprecise" (digits lost). `unusable`: it could not
/// be judged. A finding is then the reason.
verdict_outcome verdict_outcome_of(const verdict *v, bool unusable);
/// Sorts findings in the order of the report: faults before remarks, by kind.
void verdict_sort(verdict *v);
enum { VERDICT_TRAITS = 160 };
/// The traits to write in the entry: its present ones with `more` and without `less`, as "XPBD_ENERGY | XPBD_KINKED".
/// Returns `out`.
const char *verdict_traits(const xpbd_formula *formula, unsigned more, unsigned less, char out[VERDICT_TRAITS]);
/// Notes what is being done, for a crash.
__attribute__((format(printf, 2, 3))) void verdict_at(verdict *v, const char *format, ...);

/* The parts of the diagnosis, in the order they run. Each adds its findings. */
void verdict_state(verdict *v, const xpbd_formula *formula);      /* state.c: the same inputs, the same results */
void verdict_arrays(verdict *v, const xpbd_formula *formula);     /* arrays.c: out of bounds, never set */
void verdict_gradient(verdict *v, const xpbd_formula *formula);   /* gradient/gradient_take.c */
void verdict_invariance(verdict *v, const xpbd_formula *formula); /* invariance.c: C under motions of the whole
                                                                   * element */
void verdict_rest(verdict *v, const xpbd_formula *formula);       /* rest.c: C at rest, its root, the traits */
void verdict_paths(verdict *v, const xpbd_formula *formula);      /* paths.c: jumps, kinks, ranges, curves */
void verdict_extremes(verdict *v, const xpbd_formula *formula); /* extremes.c: collapsed shapes, ends of the material */
void verdict_floats(verdict *v, const xpbd_formula *formula);   /* extremes.c: digits in float */

void verdict_real_floats(verdict *v, const xpbd_formula *formula); /* floats.c: the same in shapes of real meshes */
void verdict_units(verdict *v, const xpbd_formula *formula);       /* units.c: C follows its declared unit */
void verdict_order(verdict *v, const xpbd_formula *formula);       /* order.c: which corner comes first */
void verdict_tree(verdict *v, const xpbd_formula *formula); /* tree.c: further requirements of the checks of the tree */

/// Runs all of it in this process: gradient/diagnose.c.
void verdict_diagnose(verdict *v, const xpbd_formula *formula);

/// Finds text that only one reading of the scalar understands: literals without R(), functions of the C library, `if`
/// on data. Also finds variables that keep their value from call to call. Each finding has its line and the word to
/// use. It needs no compiler, so a finding may be the reason why a file does not compile.
void verdict_words(verdict *v, const char *text);
/// Blanks the lines of a text that define other formulas, so that nothing is reported about them. Helpers stay.
void verdict_words_of(const char *name, char *text);

/// Works on what both processes see.
typedef void (*verdict_work)(verdict *shared, const void *context);
/// A clock that only goes forward.
double verdict_seconds(void);
/// Runs verdict_diagnose() in a sealed child (base/seal.h) with limits of time and memory, each array between guard pages.
/// `shared` is in memory of xpbd_apart_memory(); a call of the formula that changes its findings is found. A crash, an endless loop, a system
/// call and an access outside the arrays become findings. False if no process could be started.
bool verdict_judge(verdict *shared, const xpbd_formula *formula);
/// Runs other work in a sealed child with limits of time and memory. What `shared` has found before stays; a crash and an
/// endless loop are added. False if no process could be started.
bool verdict_apart(verdict *shared, verdict_work work, const void *context);

#endif
