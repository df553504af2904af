/* Why this file exists: a gradient may be right in ordinary shapes and wrong in those of real meshes: small or large
 * elements, slivers, folded or mirrored rest shapes, elements far from the origin. */
#include <stdio.h>
#include <string.h>

#include "gradient.h"
#include "verdict/judge/real.h"

/// Length of the exact gradient near rest. A gradient far below it has lost its digits.
static double usual_length(const xpbd_formula *formula, sample at) {
  for (int i = 0; i < formula->info.arity; i++) { /* stretched, sheared and turned a little */
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(at.from[i], at.from[0]);
    const xpbd_vec3_f64 moved = {1.12 * d.x + 0.07 * d.y - 0.04 * d.z, 0.9 * d.y - 0.05 * d.x + 0.08 * d.z,
                                 1.06 * d.z + 0.09 * d.x + 0.03 * d.y};
    at.x[i] = xpbd_v_add_f64(at.from[0], moved);
  }
  return gradient_length(formula, &at);
}

/// Whether the entry allows the formula to refuse this shape by a gradient of 0. A law as printed (XPBD_LITERAL) may
/// refuse mirrored and inverted shapes. A law with a singular place (XPBD_SINGULAR) may refuse shapes close to it.
static bool is_refused(const gradient_set *set, bool near_singular, const gradient_pair *p) {
  const xpbd_formula_info *info = &set->formula->info;
  if (sample_norm(set->arity, p->g) > 0) return false;
  if (near_singular && info->traits & XPBD_SINGULAR) return true;
  if (!(info->traits & XPBD_LITERAL) || info->element != XPBD_ON_TETS) return false;
  return sample_triple(p->at.from) < 0 || sample_triple(p->at.x) < 0;
}

/// Whether the coded gradient is only rounding where the exact one is 0. In special shapes the exact gradient is often
/// 0, and C may have a tip there, as the root of an energy has at rest.
static bool is_tip(const gradient_set *set, sample_random *random, const gradient_pair *p, double usual) {
  const double noise = sample_noise(set->formula, random, &p->at, p->e);
  return !(sample_norm(set->arity, p->g) > 1e-9 * usual + 1000 * noise);
}

/// The kinds of shapes, in the order they are tried.
enum { DRAWN, LITTLE, SPECIAL, DRAWS };
static const char *const places[DRAWS] = {"", "of small strains", "with edges along axes and right angles"};

static bool draw(const xpbd_formula *formula, sample_random *random, int kind, int k, sample *out) {
  const real_way way = {.gentle = k % 3 == 2, .little = kind == LITTLE, .vary_material = true};
  return kind == SPECIAL ? real_special(formula, random, k, out) : real_draw(formula, random, &way, k, out);
}

/// Draws the shapes; *drawn = how many have a rest shape.
static void take(gradient_set *set, int kind, int *drawn) {
  sample_random random = {37};
  for (int k = 0; k < sample_fewer(GRADIENT_PAIRS); k++) {
    gradient_pair *p = &set->pair[set->count];
    const int before = set->count, phantom = set->phantom;
    if (!draw(set->formula, &random, kind, k, &p->at)) continue;
    p->number = p->way = -1;
    ++*drawn;
    const double usual = usual_length(set->formula, p->at);
    gradient_add(set, &random);
    if (kind != DRAWN && set->phantom > phantom && is_tip(set, &random, p, usual)) set->phantom--, set->still++;
    if (set->count == before) continue;
    if (is_refused(set, kind != DRAWN, p)) {
      set->count--;
      continue;
    }
    p->tolerance += 1e-12 * usual;
    p->wrong = !(sample_distance(set->arity, p->g, p->e) <= p->tolerance) && !gradient_is_rounding(set, &random, p);
    set->wrong += p->wrong;
  }
}

/// Compares gradients in shapes of one kind; true if a mistake was found. The ranges then contain all shapes.
static bool judge(verdict *v, gradient_set *work, int kind, real_ranges *ranges) {
  static bool wrong[GRADIENT_PAIRS];
  int drawn = 0;
  *work = (gradient_set){.formula = work->formula, .arity = work->arity, .special = kind == SPECIAL};
  take(work, kind, &drawn);
  const int before = v->slip_count;
  if (work->phantom > 0) gradient_say_phantom(v, work, drawn, "drawn ");
  for (int k = 0; k < work->count; k++) {
    wrong[k] = work->pair[k].wrong;
    real_include(work->formula, &work->pair[k].at, ranges);
  }
  if (work->wrong > 0) {
    if (!gradient_say_cancelled(v, work)) gradient_name(v, work);
    for (int i = before; i < v->slip_count; i++) {
      char *where = v->slip[i].where;
      real_where(work->formula, work->count, &work->pair[0].at, sizeof *work->pair, wrong, where);
      if (kind != DRAWN && (where[0] == '\0' || strncmp(where, "in ", 3) == 0))
        snprintf(where, VERDICT_WHERE, "in %d of %d shapes %s", work->wrong, work->count, places[kind]);
    }
  }
  /* a finding in ordinary shapes comes first, because it may be the reason */
  for (int i = before; i < v->slip_count; i++) verdict_before(&v->slip[i], VERDICT_UNIT);
  return work->phantom > 0 || work->wrong > 0;
}

bool gradient_real(verdict *v, const xpbd_formula *formula, gradient_set *work) {
  real_ranges ranges = {0};
  verdict_at(v, "comparing gradients in shapes of real meshes");
  *work = (gradient_set){.formula = formula, .arity = formula->info.arity};
  /* differences reach across a kink at rest, or of a flat hinge */
  const int kinds = !formula->c64 && formula->info.traits & XPBD_KINKED ? LITTLE : DRAWS;
  for (int kind = DRAWN; kind < kinds; kind++)
    if (judge(v, work, kind, &ranges)) return true;
  real_words(formula, &ranges, v->facts.holds);
  return false;
}
