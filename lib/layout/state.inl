/* Why this file exists: converts between the doubles of a state and particle records: one record per particle, or two
 * in f32x (layout/fine.inl). For C and C++. No include guard: include once per XPBD_SCALAR, after formula/scalar.h. */

/* Writes three numbers into `low`, whose w stays. In f32x writes pairs of `high` and `low`, as kept_sum() would make
 * them. */
static inline void XPBD_NAME(record_write)(const double in[3], XPBD_NAME(particle) * high, XPBD_NAME(particle) * low) {
  REAL *const pairs[3][2] = {{high ? &high->x : NULL, &low->x}, {high ? &high->y : NULL, &low->y}, {high ? &high->z : NULL, &low->z}};
  for (int k = 0; k < 3; k++) {
    if (!high) {
      *pairs[k][1] = (REAL)in[k];
      continue;
    }
    const REAL first = (REAL)in[k];
    const double sum = (double)first + (double)(REAL)(in[k] - (double)first); /* the low part may round up to half an ulp */
    *pairs[k][0] = (REAL)sum;
    *pairs[k][1] = (REAL)(sum - (double)*pairs[k][0]);
  }
}

/* The reverse, without rounding. `high` is NULL except in f32x. */
static inline void XPBD_NAME(record_read)(const XPBD_NAME(particle) * high, const XPBD_NAME(particle) * low, double out[3]) {
  out[0] = (double)low->x, out[1] = (double)low->y, out[2] = (double)low->z;
  if (high) out[0] += (double)high->x, out[1] += (double)high->y, out[2] += (double)high->z;
}
