/* Why this file exists: the backends that the library gets. The list is explicit, because the linker would drop a
 * constructor in a static library. A backend that was not compiled stays listed and says how to build it. */
#include "xpbd/backend.h"

#define XPBD_BACKEND(id, name_, option_) extern const xpbd_backend xpbd_backend_##id;
#include "list.h"
#undef XPBD_BACKEND

/* The build defines XPBD_HAVE_<id> as 1 or 0 for each line of the list. */
#define TABLE_0(id)                      0
#define TABLE_1(id)                      &xpbd_backend_##id
#define TABLE_OF(have, id)               TABLE_##have(id)
#define TABLE_IF(have, id)               TABLE_OF(have, id)
#define XPBD_BACKEND(id, name_, option_) {.name = name_, .table = TABLE_IF(XPBD_HAVE_##id, id), .option = option_},
static const xpbd_backend_entry entries[] = {
#include "list.h"
};

const xpbd_backend_list *xpbd_backends(void) {
  static const xpbd_backend_list list = {.count = (int)(sizeof entries / sizeof *entries), .entries = entries};
  return &list;
}

xpbd_solver_def xpbd_solver_def_default(void) {
  return xpbd_solver_def_with(xpbd_backends());
}
