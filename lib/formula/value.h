/* Why this file exists: C and its gradient as the table of formulas has them, with the scale divided out. The CPU and the
 * kernels that move vertices define these functions for every formula. */
#ifndef XPBD_FORMULA_VALUE_H
#define XPBD_FORMULA_VALUE_H

/// xpbd_<id>_value_<suffix>(), in one reading. `there`: whether the scale is above 0. Where it is not, there is no
/// gradient.
#define XPBD_VALUE_FUNCTION(linkage, real, suffix, id, arity, there)                                                   \
  linkage real xpbd_##id##_value_##suffix(const xpbd_vec3_##suffix *x, const real *rest, const real *material,         \
                                          xpbd_vec3_##suffix *g) {                                                     \
    real scale = 1;                                                                                                    \
    const real c = xpbd_##id##_##suffix(x, rest, material, g, &scale);                                                 \
    for (int k = 0; k < (arity); k++) {                                                                                \
      g[k].x = (there) ? g[k].x / scale : 0;                                                                           \
      g[k].y = (there) ? g[k].y / scale : 0;                                                                           \
      g[k].z = (there) ? g[k].z / scale : 0;                                                                           \
    }                                                                                                                  \
    return c;                                                                                                          \
  }

#endif
