/* Why this file exists: every claim of the papers that a run can judge, run, and the verdict held: what is reproduced
 * must stay so, what is not must fail as measured. After them xpbd-validate prints the table of all. Small meshes and
 * few frames, where the claim survives that; check_claims_full.c has the printed sizes. */
#include "papers/claims.h"

void check_group_claims(check_registry *registry) {
  claims_list_springs(registry, 0);
  claims_list_bodies(registry, 0);
  claims_list_strain(registry, 0);
  claims_list_energy(registry, 0);
  claims_list_general(registry, 0);
}
