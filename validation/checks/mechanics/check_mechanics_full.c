/* Why this file exists: the group mechanics_full: what the group mechanics shows of one material, of all of them, and what
 * takes minutes. */
#include "mechanics_checks.h"

void check_group_mechanics_full(check_registry *registry) {
  list_beam_checks_full(registry);
  list_settle_checks_full(registry);
}
