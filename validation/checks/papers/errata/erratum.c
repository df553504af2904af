/* Why this file exists: how an error of a paper is compared and told, and the random shapes it is shown on. */
#include <math.h>

#include "errata_checks.h"

void erratum_compare(check *self, const erratum *e, double printed, double right) {
  check_why(self, "between these it was found wrong by hand: nearer to right or further off would be another error");
  check_between(self, printed, e->low, e->high, "%s, %s: error of the printed form", e->paper, e->place);
  check_why(self, "what is right is so up to rounding");
  check_at_most(self, right, e->limit, "%s, %s: error of the right form", e->paper, e->place);
  check_control(self, !(printed <= e->limit), "%s, %s: the printed form", e->paper, e->place);
  check_row(self, e->paper, e->place, e->printed, e->right, printed, right);
}

void erratum_ambiguous(check *self, const erratum *e, double other, double right) {
  check_why(self, "the other reading was found that far off by hand");
  check_between(self, other, e->low, e->high, "%s, %s: error of the other reading", e->paper, e->place);
  check_why(self, "what is right is so up to rounding");
  check_at_most(self, right, e->limit, "%s, %s: error of the right reading", e->paper, e->place);
  check_control(self, !(other <= e->limit), "%s, %s: the other reading", e->paper, e->place);
  check_ambiguity(self, e->paper, e->place, e->printed, e->right, other, right);
}

const xpbd_formula *erratum_formula(const char *name) {
  return xpbd_formula_entry(xpbd_formula_find(name));
}

xpbd_vec3_f64 erratum_vector(check *self, double range) {
  xpbd_vec3_f64 a;
  a.x = check_random(self, -range, range);
  a.y = check_random(self, -range, range);
  a.z = check_random(self, -range, range);
  return a;
}

double erratum_distance(int arity, const xpbd_vec3_f64 *a, const xpbd_vec3_f64 *b) {
  double difference = 0, size = 0;
  for (int i = 0; i < arity; i++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(a[i], b[i]);
    difference += xpbd_v_dot_f64(d, d);
    size += xpbd_v_dot_f64(b[i], b[i]);
  }
  return sqrt(difference / size);
}

void erratum_rest(check *self, int corners, xpbd_vec3_f64 *rest) {
  static const xpbd_vec3_f64 simplex[4] = {
      {0, 0, 0}, {1, 0, 0}, {0.5, 0.8660254037844386, 0}, {0.5, 0.28867513459481287, 0.816496580927726}};
  for (int k = 0; k < corners; k++) {
    rest[k] = xpbd_v_add_f64(simplex[k], erratum_vector(self, 0.15));
    if (corners == 3) rest[k].z = 0;
  }
}
