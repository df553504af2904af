/* Why this file exists: the host's side of conform.inl in one precision. No include guard: include
 * after it, once per XPBD_SCALAR. */

/* Numbers of every size. One in four is a common number. The bits come from the project's mixer. */
static void XPBD_NAME(conform_fill)(REAL *arguments) {
  static const REAL common[] = {R(0.0), R(-0.0), R(1.0), R(-1.0), R(0.5), R(3.0), R(1e-30), (REAL)INFINITY, R(1e30)};
  uint64_t bits = 1;
  for (int k = 0; k < 3 * COUNT; k++) {
    bits = xpbd_mix(bits, (uint64_t)k);
    const uint64_t mantissa = bits >> 12;
    switch (bits & 3u) {
    case 0: arguments[k] = common[(bits >> 2) % (sizeof common / sizeof *common)]; break;
    case 1: arguments[k] = ((REAL)(mantissa & 0xffffffu) / R(16777216.0) - R(0.5)) * R(4.0); break;
    default: /* any bits, of any exponent: subnormal, infinite, NaN */
      memcpy(&arguments[k], &mantissa, sizeof(REAL));
      if (sizeof(REAL) == 8) memcpy(&arguments[k], &bits, sizeof(REAL));
    }
  }
  for (int k = 0; k < COUNT / 8;
       k++) { /* subnormal with anything, and products that a fused sum would round differently */
    arguments[24 * k] = (REAL)(k % 2 ? -k : k) * (sizeof(REAL) == 4 ? (REAL)1.4e-45 : (REAL)5e-324);
    arguments[24 * k + 5] = -arguments[24 * k + 3] * arguments[24 * k + 4];
  }
}

/* How many results of operation `which` differ in bits from the host's. *why describes the first. All NaNs are
 * equal. */
static int XPBD_NAME(conform_compare)(const void *arguments_, const void *found_, int which, char *why,
                                      size_t capacity) {
  const REAL *arguments = arguments_, *found = found_;
  int wrong = 0;
  for (int i = 0; i < COUNT; i++) {
    REAL wanted[RESULTS];
    const REAL *of = &arguments[3 * i], got = found[RESULTS * i + which];
    XPBD_NAME(conform_one)(of[0], of[1], of[2], wanted);
    if (memcmp(&wanted[which], &got, sizeof got) == 0 || (wanted[which] != wanted[which] && got != got)) continue;
    if (wrong++ == 0)
      snprintf(why, capacity, "%.9g, %.9g, %.9g give %.17g, and must give %.17g", (double)of[0], (double)of[1],
               (double)of[2], (double)got, (double)wanted[which]);
  }
  return wrong;
}
