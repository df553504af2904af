/* Why this file exists: for a gradient with the right direction and the wrong length, finds the quantity of the shape
 * that the factor depends on. Its logarithm is fitted by the logarithms of one or two quantities. An exponent that
 * comes out to six digits is the answer. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "term.h"

enum { FEATURES = 40, FEATURE_NAME = 40 };

/// The logarithm of one quantity in every wrong shape.
typedef struct feature {
  char name[FEATURE_NAME];
  bool usable; ///< Positive and varying everywhere.
  double log[GRADIENT_PAIRS];
} feature;

typedef struct features {
  int count, shapes;
  int extensions;                   ///< Index of the first extension in the list.
  double log_ratio[GRADIENT_PAIRS]; ///< Logarithms of coded / exact length.
  double least, most;
  feature list[FEATURES];
} features;

static double distance(const xpbd_vec3_f64 *x, int i, int j) {
  return sample_distance(1, &x[i], &x[j]);
}

__attribute__((format(printf, 4, 5))) static void put(features *f, int at, double value, const char *name, ...) {
  /* each shape names its features again, in the same order */
  if (f->count >= FEATURES) return;
  feature *one = &f->list[f->count++];
  if (at == 0) {
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(one->name, sizeof one->name, name, arguments);
    va_end(arguments);
    one->usable = true;
  }
  one->log[at] = log(fabs(value));
  one->usable = one->usable && isfinite(one->log[at]);
}

/// All quantities of one shape that a length may have been multiplied by.
static void collect(features *f, const gradient_set *set, const gradient_pair *p, int at) {
  const xpbd_formula_info *info = &set->formula->info;
  f->count = 0;
  for (int j = 1; j < set->arity; j++)
    for (int i = 0; i < j; i++) put(f, at, distance(p->at.x, i, j), "|x%d - x%d|", j, i);
  if (set->arity >= 3) put(f, at, 0.5 * sample_doubled_area(p->at.x, 0, 1, 2), "the area of x0 x1 x2");
  if (set->arity == 4 && info->element != XPBD_ON_TETS)
    put(f, at, 0.5 * sample_doubled_area(p->at.x, 0, 1, 3), "the area of x0 x1 x3");
  if (info->element == XPBD_ON_TETS) put(f, at, sample_triple(p->at.x) / 6.0, "the volume");
  for (int i = 0; i < info->material_count; i++)
    put(f, at, p->at.material[i], "material[%d] (%s)", i, info->material[i].name);
  for (int i = 0; i < info->rest_count; i++) put(f, at, p->at.rest[i], "rest[%d]", i);
  for (int j = 1; j < set->arity; j++) put(f, at, distance(p->at.from, 0, j), "|x%d - x0| at rest", j);
  if (set->arity >= 3) put(f, at, 0.5 * sample_doubled_area(p->at.from, 0, 1, 2), "the area at rest");
  if (info->element == XPBD_ON_TETS) put(f, at, sample_triple(p->at.from) / 6.0, "the volume at rest");
  double matrix[TERM_AXES * TERM_AXES];
  xpbd_vec3_f64 column[TERM_AXES];
  if (term_rest_matrix(set, p, matrix, NULL)) {
    term_deformed(set->arity - 1, matrix, p->at.x, column);
    for (int i = 0; i < set->arity - 1; i++) put(f, at, sample_norm(1, &column[i]), "|f%d|", i + 1);
  }
  put(f, at, p->c, "C");
  put(f, at, p->norm, "|gradient|");
  f->extensions = f->count;
  for (int j = 1; j < set->arity; j++)
    put(f, at, distance(p->at.x, 0, j) - distance(p->at.from, 0, j), "(|x%d - x0| less its rest length)", j);
}

/// Least squares of log_ratio by a constant and up to two features; returns the rms remainder. fitted[0], [1] =
/// exponents, [2] = the constant, no longer a logarithm.
static double regress(const features *f, const feature *one, const feature *two, double fitted[3]) {
  const int n = f->shapes;
  double mean[3] = {0}, a11 = 0, a12 = 0, a22 = 0, b1 = 0, b2 = 0, left = 0;
  for (int k = 0; k < n; k++) {
    mean[0] += f->log_ratio[k] / n, mean[1] += one->log[k] / n, mean[2] += two ? two->log[k] / n : 0;
  }
  for (int k = 0; k < n; k++) {
    const double y = f->log_ratio[k] - mean[0], u = one->log[k] - mean[1], w = two ? two->log[k] - mean[2] : 0;
    a11 += u * u, a12 += u * w, a22 += w * w, b1 += u * y, b2 += w * y;
  }
  const double determinant = two ? a11 * a22 - a12 * a12 : a11;
  if (!(determinant > 1e-9 * (two ? a11 * a22 : 1e-6 * n))) return HUGE_VAL;
  fitted[0] = two ? (b1 * a22 - b2 * a12) / determinant : b1 / a11;
  fitted[1] = two ? (b2 * a11 - b1 * a12) / determinant : 0;
  fitted[2] = exp(mean[0] - fitted[0] * mean[1] - fitted[1] * mean[2]);
  for (int k = 0; k < n; k++) {
    const double y = f->log_ratio[k] - mean[0], u = one->log[k] - mean[1], w = two ? two->log[k] - mean[2] : 0;
    const double d = y - fitted[0] * u - fitted[1] * w;
    left += d * d;
  }
  return sqrt(left / n);
}

static void power(char *out, size_t capacity, const char *name, double exponent) {
  if (fabs(exponent - 1) < 1e-4)
    snprintf(out, capacity, "%s", name);
  else if (fabs(exponent - 0.5) < 1e-4)
    snprintf(out, capacity, "sqrt(%s)", name);
  else
    snprintf(out, capacity, "(%s)^%.4g", name, exponent);
}

/// "|x1 - x0|", "2 x |x1 - x0| / rest[0]", "1 / rest[0]".
static void describe(char *out, size_t capacity, const feature *one, const feature *two, const double fitted[3]) {
  char over[2 * FEATURE_NAME] = "", under[2 * FEATURE_NAME] = "", part[FEATURE_NAME + 16], constant[24] = "";
  const feature *each[2] = {one, two};
  if (fabs(fitted[2] - 1) > 1e-6) snprintf(constant, sizeof constant, "%.6g", fitted[2]);
  for (int i = 0; i < 2; i++) {
    if (!each[i] || fabs(fitted[i]) < 1e-4) continue;
    char *into = fitted[i] > 0 ? over : under;
    power(part, sizeof part, each[i]->name, fabs(fitted[i]));
    const size_t used = strlen(into);
    snprintf(into + used, sizeof over - used, "%s%s", used ? " x " : "", part);
  }
  snprintf(out, capacity, "%s%s%s%s%s", constant, constant[0] && over[0] ? " x " : "",
           over[0] || constant[0] ? over : "1", under[0] ? " / " : "", under);
}

/// The meaning of a power of C itself; "" if it has none.
static const char *meaning(const feature *one, const feature *two, const double fitted[3]) {
  const bool first = strcmp(one->name, "C") == 0, second = two && strcmp(two->name, "C") == 0;
  const double exponent = first ? fitted[0] : second ? fitted[1] : 0;
  if (fabs(exponent + 0.5) < 1e-4) return ": C is a square, and this is the gradient of its root";
  if (fabs(exponent - 1) > 1e-4) return "";
  return fabs(fitted[2] - 2) < 1e-4 ? ": it is the gradient of C^2"
                                    : ": it is the gradient of a square such as C^2 / 2";
}

static bool half_whole(double exponent) {
  return fabs(2 * exponent - rint(2 * exponent)) < 1e-4;
}

/// The first one or two quantities of `count` that explain the ratio. Returns their meaning; NULL if none do.
static const char *explain_by(const features *f, int count, char *text, size_t capacity) {
  double fitted[3];
  for (int i = 0; i < count; i++) {
    if (!f->list[i].usable || !(regress(f, &f->list[i], NULL, fitted) < 1e-6) || !half_whole(fitted[0])) continue;
    describe(text, capacity, &f->list[i], NULL, fitted);
    return meaning(&f->list[i], NULL, fitted);
  }
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++) {
      if (!f->list[i].usable || !f->list[j].usable) continue;
      if (!(regress(f, &f->list[i], &f->list[j], fitted) < 1e-6)) continue;
      if (!half_whole(fitted[0]) || !half_whole(fitted[1])) continue;
      describe(text, capacity, &f->list[i], &f->list[j], fitted);
      return meaning(&f->list[i], &f->list[j], fitted);
    }
  return NULL;
}

/// Extensions come last, because a power of C says more.
static const char *explain(const features *f, char *text, size_t capacity) {
  const char *known = explain_by(f, f->extensions, text, capacity);
  return known ? known : explain_by(f, f->count, text, capacity);
}

/// The quantity that follows the ratio best, if none explains it.
static void guess(const features *f, char *text, size_t capacity) {
  double best = HUGE_VAL, fitted[3];
  snprintf(text, capacity, "the shape");
  for (int i = 0; i < f->count; i++) {
    const double left = f->list[i].usable ? regress(f, &f->list[i], NULL, fitted) : HUGE_VAL;
    if (!(left < best)) continue;
    best = left;
    snprintf(text, capacity, "the shape, most with %s", f->list[i].name);
  }
}

static double ratio_of(const gradient_pair *p, int arity, int particle) {
  const int count = particle < 0 ? arity : 1;
  const xpbd_vec3_f64 *g = particle < 0 ? p->g : &p->g[particle], *e = particle < 0 ? p->e : &p->e[particle];
  return sample_inner(count, g, e) / sample_inner(count, e, e);
}

/// Collects the quantities of each shape with a ratio; NaN = none. Returns how many ratios are negative.
static int gather(features *f, const gradient_set *set, const double *ratios) {
  int negative = 0;
  *f = (features){.least = HUGE_VAL, .most = -HUGE_VAL};
  for (int k = 0; k < set->count; k++) {
    if (isnan(ratios[k])) continue;
    f->least = fmin(f->least, ratios[k]), f->most = fmax(f->most, ratios[k]), negative += ratios[k] < 0;
    f->log_ratio[f->shapes] = log(fabs(ratios[k]));
    collect(f, set, &set->pair[k], f->shapes);
    f->shapes++;
  }
  return negative;
}

bool gradient_explain_ratio(const gradient_set *set, const double *ratios, char *text, size_t capacity) {
  static features f; /* too large for a stack */
  return gather(&f, set, ratios) == 0 && f.shapes > 8 && explain(&f, text, capacity) != NULL;
}

void gradient_explain_length(verdict *v, const gradient_set *set, int particle) {
  static features f; /* too large for a stack */
  double ratios[GRADIENT_PAIRS];
  for (int k = 0; k < set->count; k++)
    ratios[k] = set->pair[k].wrong ? ratio_of(&set->pair[k], set->arity, particle) : NAN;
  const int negative = gather(&f, set, ratios);
  char whose[64] = "your gradient", by[160], span[GRADIENT_SPAN];
  if (particle >= 0) snprintf(whose, sizeof whose, "the gradient of particle %d", particle);
  const char *turned = negative == f.shapes ? ", reversed" : negative ? ", sometimes reversed" : "";
  const char *known = f.shapes > 8 ? explain(&f, by, sizeof by) : NULL;
  if (!known) guess(&f, by, sizeof by);
  char between[64] = "", cure[224] = "";
  gradient_span(f.least, f.most, 4, span);
  if (f.least * f.most > 0) snprintf(between, sizeof between, " (%.50s)", span);
  if (known && !known[0] && negative % f.shapes == 0) {
    const bool several = strstr(by, " x ") || strstr(by, " / ");
    snprintf(cure, sizeof cure, "; %sdivide it by %s%s%s%s", negative ? "turn its sign and " : "", several ? "(" : "",
             by, several ? ")" : "", particle < 0 ? ", for example with *scale" : "");
  }
  verdict_say(v, VERDICT_NORMALISATION, false,
              "%s has the right direction%s, but the wrong length: it is the exact one times %s%s%s%s%s", whose, turned,
              known ? "" : "a factor that changes with ", by, between, known ? known : "", cure)
      ->particle = particle;
}
