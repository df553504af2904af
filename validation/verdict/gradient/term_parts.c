/* Why this file exists: splits the coded and the exact gradient into parts along quantities that formulas are written
 * in (products of columns of F, lengths, areas, the fold) and says which parts are wrong and by how much. */
#include <stdio.h>
#include <string.h>

#include "term.h"

typedef enum part_state {
  PART_RIGHT,
  PART_CONSTANT, ///< A constant times the exact one; 0: it is missing.
  PART_LAW,      ///< The exact one times powers of known quantities.
  PART_EXTRA,    ///< The exact gradient has no such part.
  PART_OTHER     ///< Wrong, and nothing explains its ratio.
} part_state;

typedef struct part {
  part_state state;
  double ratio, least, most;
  char law[120];
} part;

typedef struct parts {
  term_kind kind;
  term_basis basis; ///< The names of the parts.
  part part[TERM_PARTS];
  int wrong, other;
} parts;

/// The coefficients in every clear wrong shape, times |gradient of the quantity| / |e|.
typedef struct split {
  int used; ///< Wrong shapes with an error far above rounding.
  bool in[GRADIENT_PAIRS];
  double exact[GRADIENT_PAIRS][TERM_PARTS], coded[GRADIENT_PAIRS][TERM_PARTS], allowed[GRADIENT_PAIRS];
} split;

static void error_of(const gradient_set *set, const gradient_pair *p, xpbd_vec3_f64 *error) {
  memset(error, 0, XPBD_MAX_ARITY * sizeof *error);
  for (int i = 0; i < set->arity; i++) error[i] = xpbd_v_sub_f64(p->g[i], p->e[i]);
}

/// The remainder of an error that counts as 0: rounding, and the remainder of a fit to six digits.
static double left_of(const gradient_set *set, const gradient_pair *p) {
  return 1e-5 * sample_distance(set->arity, p->g, p->e) + 10 * p->tolerance;
}

static bool is_clear(const gradient_set *set, const gradient_pair *p) {
  return p->wrong && sample_distance(set->arity, p->g, p->e) > 1000 * p->tolerance;
}

/// False if both gradients do not consist of these parts in every shape.
static bool split_all(const gradient_set *set, term_kind kind, term_basis *basis, split *all) {
  all->used = 0;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    if (!(all->in[k] = is_clear(set, p))) continue;
    term_quantities(set, p, kind, basis);
    if (basis->count == 0) return false;
    const double e = term_split(set->arity, basis, p->e, all->exact[k]),
                 g = term_split(set->arity, basis, p->g, all->coded[k]);
    if (!(e < 1e-6) || !(g < 1e-6)) return false;
    for (int j = 0; j < basis->count; j++) {
      const double size = sample_norm(set->arity, basis->along[j]) / p->norm;
      all->exact[k][j] *= size, all->coded[k][j] *= size;
    }
    all->allowed[k] = left_of(set, p) / p->norm;
    all->used++;
  }
  return all->used >= 4;
}

static void judge_part(const gradient_set *set, const split *all, int j, part *one) {
  double ratios[GRADIENT_PAIRS], ge = 0, ee = 0, gg = 0;
  bool right = true, none = true, several = false;
  *one = (part){.least = HUGE_VAL, .most = -HUGE_VAL};
  for (int k = 0; k < set->count; k++) {
    ratios[k] = NAN;
    if (!all->in[k]) continue;
    const double e = all->exact[k][j], g = all->coded[k][j];
    right = right && fabs(g - e) <= all->allowed[k];
    none = none && fabs(e) <= 1e-7;
    ge += g * e, ee += e * e, gg += g * g;
    if (!(fabs(e) > 1e-4)) continue;
    ratios[k] = g / e, several = true;
    one->least = fmin(one->least, ratios[k]), one->most = fmax(one->most, ratios[k]);
  }
  one->ratio = ee > 0 ? ge / ee : NAN;
  const double left = sqrt(fabs(gg - 2 * one->ratio * ge + one->ratio * one->ratio * ee) / (gg + ee));
  one->state = right ? PART_RIGHT : none ? PART_EXTRA : left < 1e-6 ? PART_CONSTANT : PART_OTHER;
  if (one->state == PART_OTHER && several && gradient_explain_ratio(set, ratios, one->law, sizeof one->law))
    one->state = PART_LAW;
}

static bool look(const gradient_set *set, term_kind kind, parts *found) {
  static split all; /* too large for a stack */
  *found = (parts){.kind = kind};
  if (!split_all(set, kind, &found->basis, &all)) return false;
  for (int j = 0; j < found->basis.count; j++) {
    judge_part(set, &all, j, &found->part[j]);
    found->wrong += found->part[j].state != PART_RIGHT;
    found->other += found->part[j].state == PART_OTHER;
  }
  return found->wrong > 0 && (found->wrong < found->basis.count || found->other == 0);
}

/// "a, b and c" of the parts that are marked.
static void list(const parts *found, const bool *marked, char *out, size_t capacity) {
  int left = 0;
  out[0] = '\0';
  for (int j = 0; j < found->basis.count; j++) left += marked[j];
  for (int j = 0; j < found->basis.count; j++)
    if (marked[j]) verdict_list(out, capacity, found->basis.name[j], --left);
}

static bool alike(const part *a, const part *b) {
  if (a->state != b->state || a->state == PART_LAW || a->state == PART_OTHER) return a == b;
  return a->state == PART_EXTRA || fabs(a->ratio - b->ratio) <= 1e-6;
}

/// Describes one wrong part together with those that are wrong in the same way, and marks them as done.
static void describe(const parts *found, int j, bool *done, char *out, size_t capacity) {
  const part *one = &found->part[j];
  bool marked[TERM_PARTS] = {false};
  char names[200];
  int count = 0;
  for (int i = j; i < found->basis.count; i++)
    if (!done[i] && alike(one, &found->part[i])) done[i] = marked[i] = true, count++;
  list(found, marked, names, sizeof names);
  char span[GRADIENT_SPAN];
  gradient_span(one->least, one->most, 4, span);
  const char *s = count > 1 ? "s" : "", *is = count > 1 ? "are" : "is", *ones = count > 1 ? "ones" : "one";
  if (one->state == PART_EXTRA)
    snprintf(out, capacity, "there %s %spart%s of %s, and the exact gradient has none", is, count > 1 ? "" : "a ", s,
             names);
  else if (one->state == PART_CONSTANT && fabs(one->ratio) < 1e-6)
    snprintf(out, capacity, "the part%s of %s %s missing", s, names, is);
  else if (one->state == PART_CONSTANT)
    snprintf(out, capacity, "the part%s of %s %s %.4f x the exact %s", s, names, is, one->ratio, ones);
  else if (one->state == PART_LAW)
    snprintf(out, capacity, "the part of %s is the exact one times %s (%s)", names, one->law, span);
  else
    snprintf(out, capacity, "the part of %s is %s x the exact one", names, span);
}

static const char *const projection =
    "; this looks like a normalisation without its projection: (I - n n^T) / l is missing";
static const char *const chain = "; this looks like a missing chain rule of J = det F";
static const char *const held = "; this looks like a length or an area that was taken as constant";
static const char *const once =
    "; this looks like a shear that was counted once, but f_i . f_j and f_j . f_i both count";

static bool is_size(const char *name) {
  return strcmp(name, "the volume") == 0 || strcmp(name, "the area") == 0;
}

/// A guess about the wrong parts; "" = none.
static const char *hint(const parts *found) {
  int missing = 0, squares = 0, directions = 0, halves = 0, extra = 0;
  const part *last = NULL;
  const char *name = "";
  for (int j = 0; j < found->basis.count; j++) {
    const part *one = &found->part[j];
    if (one->state == PART_RIGHT) {
      directions += !found->basis.square[j];
      continue;
    }
    missing += one->state == PART_CONSTANT && fabs(one->ratio) < 1e-6;
    squares += found->basis.square[j];
    extra += one->state == PART_EXTRA && found->basis.square[j];
    last = one, name = found->basis.name[j];
    halves += one->state == PART_CONSTANT && fabs(one->ratio - 0.5) < 1e-6 && strncmp(name, "the shear", 9) == 0;
  }
  const bool factor = found->wrong == 1 && last->state == PART_CONSTANT && missing == 0;
  if (found->wrong == 1 && is_size(name) && !factor) return chain;
  const bool fold = found->kind == TERM_FOLD || found->kind == TERM_DISTANCES;
  if (fold && extra > 2 && extra == squares) return projection;
  if (!fold && missing > 0 && missing == squares && directions + (found->wrong - missing) > 0) return projection;
  if (missing == found->wrong && squares == missing) return held;
  if (halves == found->wrong) return once;
  if (factor && fabs(last->ratio + 1) < 1e-6) return "; turn its sign";
  return "";
}

static void say(verdict *v, const gradient_set *set, const parts *found) {
  char text[VERDICT_TEXT], names[200], term[160];
  bool done[TERM_PARTS] = {false}, right[TERM_PARTS] = {false};
  const bool in_f = found->kind == TERM_COLUMNS || found->kind == TERM_INVARIANTS || found->kind == TERM_PAIRS;
  int good = 0, last = 0;
  size_t used = (size_t)snprintf(text, sizeof text, "%s", in_f ? "in dC/dF " : "");
  for (int j = 0; j < found->basis.count; j++)
    if (found->part[j].state == PART_RIGHT) done[j] = right[j] = true, good++;
  for (int j = 0; j < found->basis.count; j++) {
    char one[320];
    if (done[j]) continue;
    last = j;
    describe(found, j, done, one, sizeof one);
    if (used < sizeof text)
      used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 9 ? ", " : "", one);
  }
  list(found, right, names, sizeof names);
  if (good > 0 && used < sizeof text)
    snprintf(text + used, sizeof text - used, "; the part%s of %s %s right", good > 1 ? "s" : "", names,
             good > 1 ? "are" : "is");
  gradient_say_term(set, term, sizeof term);
  const char *looks = hint(found);
  verdict_slip *slip = verdict_say(v, looks == projection ? VERDICT_NORMALISATION : VERDICT_WRONG_COMPONENT, false,
                                   "%s%s%s", text, looks, term);
  if (found->wrong == 1) slip->ratio = found->part[last].ratio;
}

/// Whether the error lies along these quantities in every shape; `most` receives the largest remainder.
static bool lies_along(const gradient_set *set, term_kind kind, unsigned which, term_basis *chosen, double *most) {
  int used = 0;
  *most = 0;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    xpbd_vec3_f64 error[XPBD_MAX_ARITY];
    double coefficient[TERM_PARTS];
    term_basis basis;
    if (!is_clear(set, p)) continue;
    term_quantities(set, p, kind, &basis);
    chosen->count = 0;
    for (int j = 0; j < basis.count; j++) {
      if (!(which & 1u << j)) continue;
      memcpy(chosen->along[chosen->count], basis.along[j], sizeof basis.along[j]);
      memcpy(chosen->name[chosen->count], basis.name[j], TERM_NAME);
      chosen->square[chosen->count++] = basis.square[j];
    }
    if (chosen->count == 0) return false;
    error_of(set, p, error);
    const double size = sample_norm(set->arity, error), left = term_split(set->arity, chosen, error, coefficient);
    if (!(left * size <= left_of(set, p))) return false;
    *most = fmax(*most, left), used++;
  }
  return used >= 4;
}

/// A guess about an error along one quantity.
static const char *hint_of(const term_basis *along, term_kind kind) {
  if (is_size(along->name[0])) return chain;
  if (kind == TERM_AREAS || kind == TERM_DISTANCES || kind == TERM_FOLD) return held;
  return ": look for its term, and whether it was taken as constant";
}

/// Names an error along one quantity, or along the areas of both wings, whose size has no name.
static bool name_direction(verdict *v, const gradient_set *set) {
  static const term_kind order[] = {TERM_INVARIANTS, TERM_COLUMNS, TERM_AREAS, TERM_FOLD, TERM_DISTANCES, TERM_EDGES};
  const bool hinge = set->formula->info.element == XPBD_ON_HINGES;
  double most;
  term_basis along;
  for (int i = 0; i < (int)(sizeof order / sizeof *order); i++)
    for (unsigned which = 1; which < 1u << TERM_PARTS; which <<= 1) {
      if (!lies_along(set, order[i], which, &along, &most)) continue;
      char term[160];
      gradient_say_term(set, term, sizeof term);
      verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                  "the whole error lies along the gradient of %s (the rest is at most %.0e of the error, in all wrong "
                  "shapes), so all other "
                  "parts are right%s%s",
                  along.name[0], most, strstr(term, ", which") ? "" : hint_of(&along, order[i]), term);
      return true;
    }
  if (!hinge || !lies_along(set, TERM_AREAS, 3, &along, &most)) return false;
  verdict_say(v, VERDICT_NORMALISATION, false,
              "the whole error lies along the gradients of the areas of both wings (the rest is at most %.0e of the "
              "error, in all wrong "
              "shapes)%s",
              most, projection);
  return true;
}

/// Names a single wrong column of dC/dF. Its error may lie along the cross product of the other columns.
static bool name_column(verdict *v, const gradient_set *set) {
  const int n = set->arity - 1;
  bool wrong[TERM_AXES] = {false};
  double across = 0;
  int used = 0, only = -1, count = 0;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    double inverse[TERM_AXES * TERM_AXES], rest[TERM_AXES * TERM_AXES];
    xpbd_vec3_f64 error[XPBD_MAX_ARITY], column[TERM_AXES], f[TERM_AXES];
    if (!is_clear(set, p)) continue;
    if (!term_rest_matrix(set, p, inverse, NULL)) return false;
    error_of(set, p, error);
    term_invert(n, inverse, rest);
    term_columns(n, rest, error, column);
    term_deformed(n, inverse, p->at.x, f);
    const double all = sample_norm(n, column);
    for (int i = 0; i < n; i++) wrong[i] = wrong[i] || sample_norm(1, &column[i]) > 1e-5 * all;
    for (int i = 0; i < n && n == 3; i++) {
      const xpbd_vec3_f64 side = xpbd_v_cross_f64(f[(i + 1) % 3], f[(i + 2) % 3]);
      const xpbd_vec3_f64 off = xpbd_v_cross_f64(column[i], side);
      across = fmax(across, sample_norm(1, &off) / (all * sample_norm(1, &side)));
    }
    used++;
  }
  for (int i = 0; i < n; i++)
    if (wrong[i]) only = i, count++;
  if (used < 4 || count != 1) return false;
  char along[80] = "";
  if (n == 3 && across < 1e-5)
    snprintf(along, sizeof along, ": its error lies along f%d x f%d, a column of the cofactor of F", (only + 1) % 3 + 1,
             (only + 2) % 3 + 1);
  verdict_say(v, VERDICT_WRONG_COMPONENT, false, "only the column dC/df%d of dC/dF is wrong, the other%s right%s",
              only + 1, n == 3 ? "s are" : " is", along);
  return true;
}

bool term_parts(verdict *v, const gradient_set *set) {
  static const term_kind order[] = {TERM_COLUMNS, TERM_INVARIANTS, TERM_EDGES, TERM_FOLD, TERM_DISTANCES, TERM_PAIRS};
  static parts found, best, partly; /* too large for a stack */
  bool any = false, some = false;
  for (int i = 0; i < (int)(sizeof order / sizeof *order); i++) {
    if (!look(set, order[i], &found)) continue;
    if (found.other == 0 && (!any || found.wrong < best.wrong)) best = found, any = true;
    if (found.other > 0 && (!some || found.wrong < partly.wrong)) partly = found, some = true;
  }
  /* distances alone describe a change of areas poorly */
  const bool poor = any && (best.kind == TERM_FOLD || best.kind == TERM_DISTANCES) && best.wrong > 2;
  if (any && !(poor && name_direction(v, set)))
    say(v, set, &best);
  else if (any)
    return true;
  else if (!name_direction(v, set)) {
    if ((!some || partly.kind == TERM_PAIRS) && name_column(v, set)) return true;
    if (!some) return false;
    say(v, set, &partly);
  }
  return true;
}
