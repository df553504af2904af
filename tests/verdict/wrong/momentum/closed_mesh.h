/* closed_mesh: the volume of a closed mesh, which the entry does not say. */
XPBD_REST(closed_mesh) {
  rest[0] = V_DOT(x[0], V_CROSS(x[1], x[2])) / R(6.0);
}
XPBD_FORMULA(closed_mesh) {
  g[0] = V_SCALE(R(1.0) / R(6.0), V_CROSS(x[1], x[2]));
  g[1] = V_SCALE(R(1.0) / R(6.0), V_CROSS(x[2], x[0]));
  g[2] = V_SCALE(R(1.0) / R(6.0), V_CROSS(x[0], x[1]));
  return V_DOT(x[0], V_CROSS(x[1], x[2])) / R(6.0) - rest[0];
}
XPBD_FORMULA_ENTRY(closed_mesh, 3, 1, 0, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "m^3", "made up", "wrong on purpose")
