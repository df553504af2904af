/* Why this file exists: the group mechanics: bodies of tetrahedra must have the moduli that their material names. */
#include "mechanics_checks.h"

void check_group_mechanics(check_registry *registry) {
  list_block_checks(registry);
  list_settle_checks(registry);
  list_beam_checks(registry);
  list_locking_checks(registry);
}
