/* Why this file exists: every error that was found in the papers, as a check that implements what is printed, shows
 * by how much it fails, and shows that the corrected form does not; and what can be read in two ways, the same. After
 * them xpbd-validate prints the tables of all. */
#include <math.h>
#include <stdlib.h>

#include "subject/papers.h"
#include "errata_checks.h"
#include "places.h"
#include "runner/tables.h"

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

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double erratum_median(double *values, int count) {
  for (int i = 0; i < count; i++)
    if (isnan(values[i])) return values[i];
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 2];
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

/* An erratum that nobody finds in the paper is none. Only after all others: it looks at their rows. */
static void every_place(check *self, int others) {
  static const check_table_row *rows[CHECK_TABLE_LIMIT];
  if (check_ran_before(self) < others) {
    check_skip(self, "only %d of the %d other checks ran", check_ran_before(self), others);
    return;
  }
  papers_table sources;
  char part[96];
  if (!check_status(self, papers_read(papers_folder(), &papers_schemas[PAPERS_SOURCES], &sources), XPBD_OK, "sources"))
    return;
  const int count = check_table_sorted(rows);
  for (int i = 0; i < count; i++) {
    const check_erratum_row *e = &rows[i]->data.erratum;
    if (rows[i]->data.kind > CHECK_ROW_AMBIGUITY) continue;
    const bool known = papers_place_known(&sources, e->paper, e->place, part);
    check_true(self, known, "%s is in %s: %s", e->place, e->paper, known ? "it is" : part);
  }
  check_control(self, !papers_place_known(&sources, "Cetinaslan 2019", "Eq. (7); Fig. 9", part), "a ninth figure");
  check_control(self, !papers_place_known(&sources, "Kot and Nagahashi 2017", "Alg. 1", part), "an algorithm");
  check_control(self, !papers_place_known(&sources, "Cetinaslan 2023", "Sects. 6.5 to 6.6", part), "a section");
  check_control(self, !papers_place_known(&sources, "Cincotti", "Conclusion", part), "a heading");
  check_control(self, !papers_place_known(&sources, "Cetinaslan 2023", "", part), "no place");
  papers_destroy(&sources);
}

void check_group_errata(check_registry *registry) {
  errata_gradients(registry);
  errata_solver(registry);
  errata_tips(registry);
  errata_contacts(registry);
  errata_groups(registry);
  errata_bending(registry);
  check_add(registry, "every-place", "every place is in its paper", every_place, check_listed(registry));
}
