/* Why this file exists: tests a device's arithmetic. Host and device run this text on the same arguments, and every
 * result must have the same bits. No include guard: include after formula/scalar.h. */
XPBD_INLINE void XPBD_NAME(conform_one)(REAL a, REAL b, REAL c, REAL *out) {
  const REAL size = XPBD_ABS(a), product = a * b;
  out[0] = a + b;
  out[1] = a - b;
  out[2] = product;
  out[3] = a / b;
  out[4] = XPBD_SQRT(size);
  out[5] = XPBD_FMA(a, b, c);
  out[6] = product + c; /* fused only if the compiler ignores its options */
  out[7] = XPBD_EXP(a);
  out[8] = XPBD_LOG(size);
  out[9] = XPBD_ATAN2(a, b);
  out[10] = XPBD_ACOS(c);
  out[11] = (REAL)(int32_t)XPBD_SELECT_GT(R(1e9), XPBD_ABS(c), c, R(0.0)); /* towards 0 */
  out[12] = XPBD_SIN(a);
  out[13] = XPBD_COS(c);
  out[14] = XPBD_TANH(a);
  out[15] = XPBD_POW(size, c);
}
