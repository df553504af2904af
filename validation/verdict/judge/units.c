/* Why this file exists: with lengths scaled, and the numbers of the material scaled by their units, C must change by
 * its own unit. If it does not, its unit is another one, or a length is hidden in the text: a guard of a millimetre, an
 * exponential of metres. The same holds for masses and times. */
#include <stdio.h>
#include <string.h>

#include "differences.h"
#include "dimension.h"
#include "real.h"

enum { SHAPES = 24, LEAST = -13, MOST = 6 }; /* edges of about 1 m, times 2^LEAST .. 2^MOST: 0.1 mm to 100 m */

static const char *const scaled_names[DIMENSIONS] = {"lengths", "masses", "times"};

/// A formula with its units.
typedef struct subject {
  const xpbd_formula *formula;
  dimension own, material[XPBD_MAX_MATERIAL], field[XPBD_MAX_FIELDS];
} subject;

/// Reads the units. Reports the first one that cannot be read and then returns false.
static bool read_units(verdict *v, subject *s) {
  const xpbd_formula_info *info = &s->formula->info;
  const char *unread = dimension_of(info->unit, &s->own) ? NULL : info->unit;
  for (int i = 0; i < info->material_count; i++)
    if (!dimension_of(info->material[i].unit, &s->material[i]) && !unread) unread = info->material[i].unit;
  for (int i = 0; info->fields && info->fields[i].name; i++)
    if (!dimension_of(info->fields[i].unit, &s->field[i]) && !unread) unread = info->fields[i].unit;
  if (unread)
    verdict_say(v, VERDICT_UNIT, true,
                "the unit \"%s\" cannot be read, so units were not judged: write powers of m, kg, s, N, J, Pa, "
                "such as \"J/m^2\", and 1 for a plain number",
                unread);
  return !unread;
}

/// The shape with one base unit scaled. False if its material breaks a rule, or it has no rest shape.
static bool scale_by(const subject *s, const sample *at, int base, double factor, sample *out) {
  const xpbd_formula *formula = s->formula;
  *out = *at;
  if (base == 0)
    for (int i = 0; i < formula->info.arity; i++) {
      out->from[i] = xpbd_v_scale_f64(factor, at->from[i]);
      out->x[i] = xpbd_v_scale_f64(factor, at->x[i]);
    }
  for (int i = 0; i < formula->info.material_count; i++) out->material[i] *= pow(factor, s->material[i].power[base]);
  for (int i = 0; formula->info.fields && formula->info.fields[i].name; i++) {
    const xpbd_formula_field *field = &formula->info.fields[i];
    for (int k = 0; k < field->width; k++) out->fields[field->at + k] *= pow(factor, s->field[i].power[base]);
  }
  return !xpbd_formula_violates(formula, out->material) && sample_shape(formula, out);
}

/// How far C of the scaled shape is from the value that its unit predicts, in usual sizes of C. *c is C of the scaled
/// shape, *first C of the shape itself.
static double deviation(const subject *s, const sample *at, int base, double factor, double *c, double *first) {
  sample other;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  *first = sample_f64(s->formula, at, g);
  const double usual = fabs(*first) + sample_norm(s->formula->info.arity, g) * at->size;
  if (!scale_by(s, at, base, factor, &other) || !isfinite(usual) || !(usual > 0)) return 0;
  *c = sample_f64(s->formula, &other, g);
  return fabs(*c / pow(factor, s->own.power[base]) - *first) / usual;
}

/// What was found for one base unit.
typedef struct finding {
  bool off;             ///< C does not follow its unit.
  double from, to;      ///< The powers of the factor with which it grows.
  double worst, factor; ///< The largest deviation and its factor.
  sample at;
} finding;

static double accepted(void) {
  return fmax(1e-6, 10 * differences_known);
}

static finding look(const subject *s, const sample at[SHAPES], int count, int base) {
  finding f = {.from = HUGE_VAL, .to = -HUGE_VAL};
  for (int k = 0; k < count; k++)
    for (int e = LEAST; e <= MOST; e++) {
      double c = 0, first = 0;
      if (e == 0) continue;
      const double off = deviation(s, &at[k], base, ldexp(1, e), &c, &first);
      const double power = log2(fabs(c / first)) / e;
      if (isfinite(power)) f.from = fmin(f.from, power), f.to = fmax(f.to, power);
      if (!(off > accepted())) continue;
      f.off = true;
      if (off > f.worst || !(f.worst > 0)) f.worst = off, f.factor = ldexp(1, e), f.at = at[k];
    }
  return f;
}

/// Finds the factor nearest to 1 from which on C is off. Returns whether C is off there by more than a thousandth, so
/// that it changes its law at once.
static bool threshold(const subject *s, const finding *f, int base, double *factor) {
  double c, first, good = 0, bad = log(f->factor);
  for (int i = 0; i < 60; i++) {
    const double middle = 0.5 * (good + bad);
    *(deviation(s, &f->at, base, exp(middle), &c, &first) > accepted() ? &bad : &good) = middle;
  }
  *factor = exp(bad);
  return deviation(s, &f->at, base, *factor, &c, &first) > 1e-3;
}

/// What C does when all lengths, masses or times double. Returns `out`.
static const char *growth(double power, char out[48]) {
  if (fabs(power) < 1e-6) return "stays the same";
  if (fabs(power - 1) < 1e-6) return "doubles";
  snprintf(out, 48, "becomes %.4g times as large", exp2(power));
  return out;
}

static void say_power(verdict *v, const subject *s, const finding *f, int base) {
  const double found = 0.5 * (f->from + f->to), declared = s->own.power[base];
  const char *unit = s->formula->info.unit;
  const bool plain = strcmp(unit, "1") == 0;
  char now[48], wanted[48];
  verdict_say(v, VERDICT_UNIT, false,
              "the entry declares C %s%s, but C %s when all %s double and the material follows its units. By its unit "
              "it %s. Correct the unit of C or of the material",
              plain ? "as a plain number" : "in ", plain ? "" : unit, growth(found, now), scaled_names[base],
              growth(declared, wanted))
      ->ratio = found;
}

static void say_hidden(verdict *v, const subject *s, const finding *f, int base, bool declared) {
  char length[32], advice[VERDICT_ADVICE];
  double factor, c = 0, first = 1;
  const bool at_once = threshold(s, f, base, &factor);
  deviation(s, &f->at, base, f->factor, &c, &first);
  const double times = fabs(c / pow(f->factor, s->own.power[base]) / first);
  if (base != 0) {
    verdict_say(
        v, VERDICT_UNIT, false,
        "C does not follow its unit %s: when all %s are %.3g times as large, and the material follows its units, "
        "C is %.4g times the value that its unit predicts",
        s->formula->info.unit, scaled_names[base], f->factor, times);
    return;
  }
  real_length(real_measure(s->formula, &f->at, FEATURE_SIZE) * (at_once ? factor : f->factor), length);
  verdict_slip *slip = verdict_say(
      v, VERDICT_UNIT, declared,
      at_once
          ? "C follows another law in elements whose edges are %s than about %s: there it is %.4g times the value that "
            "its unit %s predicts; the text compares a length with a plain number, such as R(1e-3)%s"
          : "C depends on the unit of length%.0s: with edges of %s it is %.4g times the value that its unit %s "
            "predicts; the text adds numbers of different units, as an exponential of metres or a small number added "
            "to "
            "a length does%s",
      f->factor < 1 ? "shorter" : "longer", length, times, s->formula->info.unit,
      verdict_advice(s->formula, XPBD_METRES, NULL, advice));
  snprintf(slip->where, sizeof slip->where, "edges of %s", length);
  slip->ratio = times;
}

void verdict_units(verdict *v, const xpbd_formula *formula) {
  static sample at[SHAPES];
  subject s = {.formula = formula};
  sample_random random = {41};
  int count = 0;
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0, .vary_material = true};
  verdict_at(v, "scaling lengths, masses and times");
  if (!read_units(v, &s)) return;
  while (count < SHAPES && sample_draw(formula, &random, &way, &at[count])) count++;
  for (int base = 0; base < DIMENSIONS; base++) {
    const bool declared = base == 0 && (formula->info.traits & XPBD_METRES) != 0;
    const finding f = look(&s, at, count, base);
    if (!f.off) continue;
    if (f.to - f.from < 1e-6 && fabs(f.to - s.own.power[base]) > 1e-6)
      say_power(v, &s, &f, base);
    else
      say_hidden(v, &s, &f, base, declared);
    if (!declared) return; /* a wrong unit is wrong in several of them */
  }
}
