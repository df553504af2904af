/* Why this file exists: every error found in the papers is a check. It implements the printed form, shows how wrong it
 * is, and shows that the corrected form is right. Texts that can be read in two ways are checked the same way.
 * Afterwards xpbd-validate prints the tables of all. */
#include "errata_checks.h"
#include "places.h"
#include "runner/tables.h"
#include "subject/papers.h"

/* An erratum must be at a location that the paper has. This check runs after all others, because it looks at their
 * rows. */
static void every_place(check *self, int others) {
  static const check_table_row *rows[CHECK_TABLE_LIMIT];
  if (check_ran_before(self) < others) {
    check_skip(self, "only %d of the %d other checks ran", check_ran_before(self), others);
    return;
  }
  OWNED(papers_destroy) papers_table sources = {0};
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
}

void check_group_errata(check_registry *registry) {
  errata_gradients(registry);
  errata_solver(registry);
  errata_tips(registry);
  errata_contacts(registry);
  errata_groups(registry);
  errata_bending(registry);
  check_add(registry, "every-place", "every location is in its paper", every_place, check_listed(registry));
}
