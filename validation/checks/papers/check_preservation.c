/* Why this file exists: measures area and volume, in total and by element, against time, for every spring and material
 * on a pulled cloth and a hanging body. It checks the order between them, and that none loses its elements. */
#include "preservation.h"

void check_group_preservation(check_registry *registry) {
  preservation_list_orders(registry);
  preservation_list_each(registry);
}
