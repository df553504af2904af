/* counter: every seventh call is another, and a macro hides the variable that counts. */
#define KEPT static int
XPBD_REST(counter) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(counter) {
  KEPT calls;
  calls = (calls + 1) % 7;
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), k = material[0] * XPBD_SELECT_GT((REAL)calls, R(5.0), R(1.25), R(1.0));
  *scale = length;
  g[1] = V_SCALE(k, d);
  g[0] = V_NEG(g[1]);
  return k * (length - rest[0]);
}

XPBD_FORMULA_ENTRY(counter, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
