/* Why this file exists: the kernel that runs conform.inl. Arguments [count, 3], results [count, 16]. */
#include "formula/shared.h"
#include "conform.inl"

kernel void conform(global const REAL *arguments, global REAL *results, int count) {
  const int i = (int)get_global_id(0);
  if (i >= count) return;
  REAL out[16];
  XPBD_NAME(conform_one)(arguments[3 * i], arguments[3 * i + 1], arguments[3 * i + 2], out);
  for (int k = 0; k < 16; k++) results[16 * i + k] = out[k];
}
