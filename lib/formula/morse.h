/* morse: C = k (1 - e^d)^2, d = |x1 - x0| - l0, the modified Morse potential
 *
 * rest[0] = l0 [m], material[0] = k [m]. C in m. The exponent is a length, so results depend on the unit of length
 * (here the metre). Exponentially stiff in tension. In compression it saturates at k (1 - e^-l0)^2 and never blocks
 * collapse. Evaluated with expm1, because 1 - e^d would cancel near rest.
 * Source: Cetinaslan 2019, Eq. (7). Its gradient (8), (9) is printed with e^|x1 - x0| where e^d is right. With l0 = 0.5
 * m the printed one is 45 times too large at a strain of 5 % and 7 times at 40 %, and it pulls compressed edges
 * together. The right one, 2 k e^d (e^d - 1) n, is used here.
 * Degenerate: x0 == x1 as in stretching. The projection is skipped where |g|^2 overflows, for d of 18 or 20 (float,
 * depending on k and the masses) and 170 (double). */
XPBD_REST(morse) {
  XPBD_NAME(edge_rest)(x, rest);
}

XPBD_FORMULA(morse) {
  VEC3 d;
  const REAL length = XPBD_NAME(edge)(x, &d);
  const REAL e = XPBD_EXPM1(length - rest[0]);
  const REAL ke = material[0] * e;
  XPBD_NAME(edge_gradient)(R(2.0) * ke * (e + R(1.0)), length, d, g, scale);
  return ke * e;
}
