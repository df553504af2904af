/* Why this file exists: measures the noise of the claims at the printed sizes, see check_claims_noise.c. */
#include "checks/papers/claims/claims.h"

void check_group_claims_full_noise(check_registry *registry);

void check_group_claims_full_noise(check_registry *registry) {
  claims_read();
  claims_listing(true, true);
  claims_list_full(registry);
}
