/* angular_taxi: the length is measured along the axes. */
XPBD_REST(angular_taxi) {
  const VEC3 d = V_SUB(x[1], x[0]);
  rest[0] = d.x * d.x + R(2.0) * d.y * d.y + d.z * d.z;
}

XPBD_FORMULA(angular_taxi) {
  const VEC3 d = V_SUB(x[1], x[0]);
  g[1] = V_SCALE(R(2.0) * material[0], XPBD_NAME(v_make)(d.x, R(2.0) * d.y, d.z));
  g[0] = V_NEG(g[1]);
  return material[0] * (d.x * d.x + R(2.0) * d.y * d.y + d.z * d.z - rest[0]);
}

XPBD_FORMULA_ENTRY(angular_taxi, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
