/* Why this file exists: trajectories are chaotic, so two runs may differ by chance. Each check of claims runs ten times
 * more from starts that are disturbed by 1e-9 m. How far that moves a number is its noise, which
 * data/papers/verdicts.csv records (tests/record_verdicts.sh). */
#include "checks/papers/claims/claims.h"

void check_group_claims_noise(check_registry *registry);

void check_group_claims_noise(check_registry *registry) {
  claims_read();
  claims_listing(false, true);
  claims_list_short(registry);
}
