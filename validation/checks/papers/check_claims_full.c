/* Why this file exists: repeats the claims of check_claims.c with the printed numbers of vertices, frames and
 * iterations, which takes minutes. */
#include "checks/papers/claims/claims.h"

void claims_list_full(check_registry *registry) {
  claims_list_edges(registry, 1);
  claims_list_springs(registry, 1);
  claims_list_bodies(registry, 1);
  claims_list_strain(registry, 1);
  claims_list_plotted(registry, 1);
  claims_list_energy(registry, 1);
  claims_list_cloth(registry, 1);
  claims_list_pulled(registry, 1);
  claims_list_contact(registry, 1);
}

void check_group_claims_full(check_registry *registry) {
  claims_read();
  claims_listing(true, false);
  claims_list_full(registry);
}
