/* fibre_tet: C = sqrt(V E_f) (|F a| - (1 - activation)), fibres along a in a tetrahedron, F as in strain.h
 *
 * Fields: the direction a at rest, of any length above 0, and the activation, which shortens unloaded fibres.
 * rest = Dm^-1 a / |a| [1/m], 1 - activation, sqrt(V). material = E_f [Pa], the stiffness of the fibres per area of the
 * solid. C in J^(1/2). alpha is a plain number, 1 by default: C^2 / 2 = V E_f / 2 (|F a| - 1 + activation)^2 is then the
 * energy. Add it to any solid: stvk_strain_tet+fibre_tet is a transversely isotropic body.
 * Source: Kim, de Goes and Iben 2019, Anisotropic Elasticity: |F a| is the root of the invariant I_5.
 * Degenerate: F a = 0 has no direction. The scale is then 0 and the solver leaves the constraint alone. |F a| cannot see
 * inversion. */
XPBD_REST(fibre_tet) {
  REAL m[9];
  const REAL volume = XPBD_NAME(inverse_tet)(x, m);
  const VEC3 a = XPBD_NAME(v_make)(rest[0], rest[1], rest[2]);
  const REAL s = R(1.0) / V_LENGTH(a);
  for (int k = 0; k < 3; k++) rest[k] = s * (a.x * m[k] + a.y * m[3 + k] + a.z * m[6 + k]);
  rest[0] = XPBD_SELECT_GT(XPBD_ABS(m[0]), R(-1.0), rest[0], XPBD_NO_REST); /* NaN if m[0] is */
  rest[3] = R(1.0) - rest[3];
  rest[4] = XPBD_SQRT(volume);
}

XPBD_FORMULA(fibre_tet) {
  const VEC3 f = XPBD_NAME(column_tet)(x, rest);
  const REAL length = V_LENGTH(f), root = XPBD_NAME(root_of)(material[0]) * rest[4];
  *scale = length;
  XPBD_NAME(spread_tet)(V_SCALE(root, f), rest, g);
  return root * (length - rest[3]);
}
