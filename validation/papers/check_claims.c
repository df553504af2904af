/* Why this file exists: every claim of the papers, judged: what is reproduced must stay so, what is not must fail as
 * measured. After them xpbd-validate prints the table of all. Small meshes and few frames, where the claim survives
 * that; check_claims_full.c has the printed sizes. The last check sees that no claim is without a verdict. */
#include "papers.h"
#include "papers/claims.h"

/* Where only some checks of the group were selected there is nothing to say. */
static void every_claim(check *self, int others) {
  if (check_ran_before(self) < others) {
    check_skip(self, "only %d of the %d other checks ran", check_ran_before(self), others);
    return;
  }
  papers_table table;
  if (!check_status(self, papers_read(papers_folder(), &papers_schemas[PAPERS_CLAIMS], &table), XPBD_OK, "claims.csv"))
    return;
  for (int row = 0; row < table.row_count; row++) {
    const char *key = papers_text(&table, row, "key");
    check_true(self, check_claim_known(key), "the claim %s has a verdict", key);
  }
  check_at_least(self, table.row_count, 150, "claims");
  papers_destroy(&table);
  check_control(self, !check_claim_known("no_such_claim"), "a claim that no check judges");
}

void check_group_claims(check_registry *registry) {
  claims_list_springs(registry, 0);
  claims_list_bodies(registry, 0);
  claims_list_strain(registry, 0);
  claims_list_plotted(registry, 0);
  claims_list_energy(registry, 0);
  claims_list_general(registry, 0);
  claims_list_swing(registry, 0);
  claims_list_elements(registry);
  claims_list_bending(registry);
  claims_list_costs(registry);
  claims_list_verlet(registry);
  claims_list_embedded(registry);
  claims_list_embedded_body(registry);
  claims_list_cloth(registry, 0);
  claims_list_pulled(registry, 0);
  claims_list_spring(registry);
  claims_list_contact(registry, 0);
  check_add(registry, "every-claim", "no claim of claims.csv is without a verdict", every_claim,
            check_listed(registry));
}
