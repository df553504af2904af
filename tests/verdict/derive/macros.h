/* derive_macros: macros, a function of its own, compound assignments, and the name g. */
#define HALF R(0.5)
#define TWICE(a) ((a) + (a))
XPBD_INLINE REAL XPBD_NAME(strain_of)(REAL length, const REAL l0) {
  const REAL ratio = length / l0;
  return HALF * (ratio * ratio - R(1.0));
}
XPBD_REST(derive_macros) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_VALUE(derive_macros) {
  VEC3 d = V_SUB(x[1], x[0]);
  d.z = TWICE(d.z) - d.z;
  REAL g = XPBD_NAME(strain_of)(V_LENGTH(d), rest[0]);
  g *= HALF;
  return material[0] * rest[0] * g;
}

XPBD_FORMULA_ENTRY(derive_macros, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
