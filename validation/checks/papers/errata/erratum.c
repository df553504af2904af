/* Why this file exists: compares and reports an error of a paper. */
#include <math.h>

#include "errata_checks.h"

void erratum_compare(check *self, const erratum *e, double printed, double right) {
  check_why(self, "it was found wrong by hand between these: closer to right or further off would be another error");
  check_between(self, printed, e->low, e->high, "%s, %s: error of the printed form", e->paper, e->place);
  check_why(self, "the right form is right up to rounding");
  check_at_most(self, right, e->limit, "%s, %s: error of the right form", e->paper, e->place);
  check_control(self, !(printed <= e->limit), "%s, %s: the printed form", e->paper, e->place);
  check_row(self, e->paper, e->place, e->printed, e->right, printed, right);
}

void erratum_ambiguous(check *self, const erratum *e, double other, double right) {
  check_why(self, "by hand the other reading was found to be so far off");
  check_between(self, other, e->low, e->high, "%s, %s: error of the other reading", e->paper, e->place);
  check_why(self, "the right reading is right up to rounding");
  check_at_most(self, right, e->limit, "%s, %s: error of the right reading", e->paper, e->place);
  check_control(self, !(other <= e->limit), "%s, %s: the other reading", e->paper, e->place);
  check_ambiguity(self, e->paper, e->place, e->printed, e->right, other, right);
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
