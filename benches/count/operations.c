/* Why this file exists: the C side of operations.h. It calls the counter in operations.cc, if that was compiled. */
#include "operations.h"

#include "formula/count.h"

#if defined(OPERATIONS_ARE_COUNTED)
/// Defined in operations.cc. As operations_of(), for an index that is in the list.
bool operations_count(int index, const double *material, xpbd_precision precision, bool damped, operations *out);
#endif

bool operations_of(int index, const double *material, xpbd_precision precision, bool damped, operations *out) {
  *out = (operations){0};
  if (index < 0 || index >= XPBD_BUILTIN_FORMULAS) return false;
#if defined(OPERATIONS_ARE_COUNTED)
  return operations_count(index, material, precision, damped, out);
#else
  (void)material, (void)precision, (void)damped;
  return false;
#endif
}

double operations_sum(const operations *o) {
  return (double)(o->additions + o->multiplications + 2 * o->fused + o->divisions + o->roots);
}
