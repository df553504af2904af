/* Why this file exists: holds the verdict on a formula: the slips, each with a number as evidence, and the facts. It is
 * plain data of fixed size, because the formula is evaluated in another process than the one that prints. That process
 * may crash, hang or be stopped. Its findings stay in memory that both share. */
#pragma once

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
  VERDICT_UNIT,             ///< C does not follow its declared unit when lengths, masses or times are scaled.
  VERDICT_RANGE,            ///< C is not finite, or follows another law, in shapes or sizes of real meshes.
  VERDICT_PRECISION,        ///< The text does not use the scalar's words, or digits are lost.
  VERDICT_TRAIT,            ///< The entry declares something that is not true.
  VERDICT_KINDS
} verdict_kind;

/// "sign", "factor", ... as in the JSON; "" for other values.
const char *verdict_kind_name(verdict_kind kind);

enum { VERDICT_SLIPS = 24, VERDICT_TEXT = 400, VERDICT_WHERE = 96, VERDICT_HOLDS = 240 };

/// One finding.
typedef struct verdict_slip {
  verdict_kind kind;
  bool remark;  ///< Worth knowing, not a fault.
  bool in_text; ///< The words of the file cause it: VERDICT_PRECISION is then a mistake, not a loss of digits.
  int place;    ///< Place in the report. It follows from the kind, unless verdict_before() changes it.
  int particle, component;   ///< -1 = none in particular. Components 0 x, 1 y, 2 z.
  double ratio;              ///< Coded / exact, or another number of the text; NaN = none.
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
  double exact[VERDICT_POINTS];  ///< The force by the exact gradient; NaN without a complex reading.
  double low[2], high[2];        ///< C and |gradient|^2 are finite between these s, in float and in double.
} verdict_path;

/// What the diagnosis measured, wrong or right.
typedef struct verdict_facts {
  double root;                      ///< Order of the root of C at rest: 1 simple, 2 double (an energy); NaN = no power.
  double worst_gradient;            ///< Largest |coded - exact| / |exact|.
  double noise;                     ///< Change of C by rounding in double [unit of C]; 0 if it is too small to matter.
  double worst_float;               ///< Largest error of the float gradient, relative to the usual gradient.
  double differences_known;         ///< Relative error of exact gradients by differences; 0 with the complex step.
  int shapes;                       ///< Number of ordinary shapes in which gradients were compared.
  int far_shapes;                   ///< Number of far shapes (sheared, folded, 0.05 to 8 times the rest size) that are
                                    ///< right, 0 if one is wrong.
  int range_shapes;                 ///< Number of shapes over the ranges of the material that are right, 0 if one is
                                    ///< wrong.
  char holds[VERDICT_HOLDS];        ///< real_words() of the shapes of real meshes that are right; "" if one is wrong.
  double step[VERDICT_STEPS];       ///< Lengths of central differences, in edges.
  double difference[VERDICT_STEPS]; ///< Their relative error against the exact gradient.
  double floor;                     ///< Error of the coded gradient against the complex step, in the same shape.
  int second_shapes;                ///< Number of shapes in which second derivatives were finite.
  int indefinite[2];                ///< In how many of them C^2 / 2 is not convex: where C <= 0, where C > 0.
  double skew;                      ///< Largest difference of the second derivatives of C from their transpose.
  double least_curvature;           ///< Smallest eigenvalue of those of C^2 / 2, over the largest magnitude of one.
  int path_count;
  verdict_path path[VERDICT_PATHS];
  bool at_wrong; ///< The coded gradient is wrong in the shape that at_x shows.
  int at_row;
  double at_material[XPBD_MAX_MATERIAL];
  double at_x[XPBD_MAX_ARITY][3];                                ///< One shape [m].
  double at_c, at_g[XPBD_MAX_ARITY][3], at_e[XPBD_MAX_ARITY][3]; ///< C, the coded and the exact gradient there.
} verdict_facts;

/// Everything about one formula.
typedef struct verdict {
  char name[80];
  xpbd_apart apart; ///< Number of evaluations, the current step, whether the diagnosis came to its end.
  int slip_count;
  verdict_slip slip[VERDICT_SLIPS];
  verdict_facts facts;
} verdict;

/// Adds a finding; set particle, component, ratio and where in the result. Findings beyond VERDICT_SLIPS go into one
/// that is never shown.
__attribute__((format(printf, 4, 5))) verdict_slip *verdict_say(verdict *v, verdict_kind kind, bool remark,
                                                                const char *format, ...);
/// Reports a finding before findings of another kind, which it may have caused.
void verdict_before(verdict_slip *slip, verdict_kind kind);
/// Whether there is a finding of this kind that is no remark. VERDICT_KINDS = of any kind.
bool verdict_has(const verdict *v, verdict_kind kind);

/// The first word of every output, and the exit code.
typedef struct verdict_outcome {
  const char *word;
  int code;
} verdict_outcome;
/// "right" 0, "unusable" 1, "wrong" 2. If the gradient has no mistake, the finding's kind has a word of its own, with
/// exit code 3: "misdeclared" (trait, unit), "limited" (range) or "imprecise" (digits lost). `unusable`: it could not
/// be judged. If there is a finding, its word is used instead of "unusable".
verdict_outcome verdict_outcome_of(const verdict *v, bool unusable);
/// Sorts findings in the order of the report: faults before remarks, by kind.
void verdict_sort(verdict *v);
enum { VERDICT_TRAITS = 200, VERDICT_ADVICE = 320 };
/// The traits to write in the entry: its present ones with `more` and without `less`, as "XPBD_ENERGY | XPBD_KINKED".
/// Returns `out`.
const char *verdict_traits(const xpbd_formula *formula, unsigned more, unsigned less, char out[VERDICT_TRAITS]);
/// How to declare a finding: "; HOW write TRAITS as the traits in the entry". If `how` is NULL, HOW is "if this is
/// intended,". If the entry has `trait` already, the text is ", as the entry says". Returns `out`.
const char *verdict_advice(const xpbd_formula *formula, unsigned trait, const char *how, char out[VERDICT_ADVICE]);
/// The unit of C behind a number, with a blank before it. "" for a plain number. Returns `out`.
const char *verdict_unit(const xpbd_formula_info *info, char out[48]);
/// Appends a name to a list such as "a, b and c"; `left` names follow.
void verdict_list(char *out, size_t capacity, const char *name, int left);
/// Notes the current step of the diagnosis, so that a crash can be explained.
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
void verdict_real_floats(verdict *v, const xpbd_formula *formula); /* floats.c: digits in shapes of real meshes */
void verdict_second(verdict *v, const xpbd_formula *formula);      /* second.c: where the energy is convex */
void verdict_units(verdict *v, const xpbd_formula *formula);       /* units.c: C follows its declared unit */
void verdict_order(verdict *v, const xpbd_formula *formula);       /* order.c: which corner comes first */
void verdict_tree(verdict *v, const xpbd_formula *formula); /* tree.c: remarks about the checks of the source tree */
/// Remarks of verdict_tree() begin with this.
#define VERDICT_IN_TREE "if you move the formula into the source tree, its check `formulas/"

/// Runs all parts in this process: gradient/diagnose.c.
void verdict_diagnose(verdict *v, const xpbd_formula *formula);

/// Finds text that only one reading of the scalar understands: literals without R(), functions of the C library, `if`
/// on data. Also finds variables that keep their value from call to call. Each finding has its line and the word to
/// use. It needs no compiler, so a finding may be the reason why a file does not compile.
void verdict_words(verdict *v, const char *text);
/// Blanks the lines of a text that define other formulas, so that nothing is reported about them. Helpers stay.
void verdict_words_of(const char *name, char *text);

/// Work on memory that both processes see.
typedef void (*verdict_work)(verdict *shared, const void *context);
/// A clock that only goes forward.
double verdict_seconds(void);
/// Runs verdict_diagnose() in a sealed child (base/seal.h) with limits of time and memory, each array between guard
/// pages.
/// `shared` is in memory of xpbd_apart_memory(). A formula that changes its findings is caught. A crash, an endless
/// loop, a system call and an access outside the arrays become findings. False if no process could be started.
bool verdict_judge(verdict *shared, const xpbd_formula *formula);
/// Runs other work in a sealed child with limits of time and memory. Earlier findings in `shared` stay. A crash and an
/// endless loop are added. False if no process could be started.
bool verdict_apart(verdict *shared, verdict_work work, const void *context);
