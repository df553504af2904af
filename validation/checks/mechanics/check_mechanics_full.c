/* Why this file exists: the group mechanics_full repeats for all materials what the group mechanics shows for one, and
 * has checks that take minutes. */
#include "mechanics_checks.h"

void check_group_mechanics_full(check_registry *registry) {
  list_beam_checks_full(registry);
  list_settle_checks_full(registry);
}
