/* Why this file exists: the double version of lanes_f32.inl, with 32-byte records. Each is a row of its own, so runs do
 * not help. Included by kernels_unit.inl for double. */

#if defined(__AVX2__)
/* 4x4 transpose of doubles, which is its own inverse. */
XPBD_INLINE void transpose_f64(__m256d row[4]) {
  const __m256d a = _mm256_unpacklo_pd(row[0], row[1]), b = _mm256_unpackhi_pd(row[0], row[1]);
  const __m256d c = _mm256_unpacklo_pd(row[2], row[3]), d = _mm256_unpackhi_pd(row[2], row[3]);
  row[0] = _mm256_permute2f128_pd(a, c, 0x20);
  row[1] = _mm256_permute2f128_pd(b, d, 0x20);
  row[2] = _mm256_permute2f128_pd(a, c, 0x31);
  row[3] = _mm256_permute2f128_pd(b, d, 0x31);
}

XPBD_INLINE void load_lanes_f64(const xpbd_particle_f64 *x, const uint32_t *offset, int run, double column[4][LANES]) {
  (void)run;
  __m256d row[LANES / 4][4];
  for (int part = 0; part < LANES / 4; part++) {
    for (int j = 0; j < 4; j++) row[part][j] = _mm256_load_pd(&XPBD_CONST_PARTICLE_AT(x, offset[4 * part + j])->x);
    transpose_f64(row[part]);
  }
  for (int j = 0; j < 4; j++) {
#if defined(__AVX512F__) /* one store: two halves would not be forwarded to the full-width load that follows */
    _mm512_store_pd(column[j], _mm512_insertf64x4(_mm512_castpd256_pd512(row[0][j]), row[1][j], 1));
#else
    _mm256_store_pd(column[j], row[0][j]);
#endif
  }
}

XPBD_INLINE void store_lanes_f64(xpbd_particle_f64 *x, const uint32_t *offset, int run, xpbd_particle_f64 *const *to,
                                 double column[4][LANES]) {
  (void)run;
  __m256d row[LANES / 4][4];
  for (int j = 0; j < 4; j++) {
#if defined(__AVX512F__)
    const __m512d wide = _mm512_load_pd(column[j]);
    row[0][j] = _mm512_castpd512_pd256(wide);
    row[1][j] = _mm512_extractf64x4_pd(wide, 1);
#else
    row[0][j] = _mm256_load_pd(column[j]);
#endif
  }
  for (int part = 0; part < LANES / 4; part++) {
    transpose_f64(row[part]);
    for (int j = 0; j < 4; j++) _mm256_store_pd(&LANE_AT(x, offset, to, 4 * part + j)->x, row[part][j]);
  }
}

#elif defined(__ARM_NEON) && defined(__aarch64__)
/* A register holds half a record, x and y or z and w. Two particles at a time are two 2x2 transposes. */
XPBD_INLINE void load_lanes_f64(const xpbd_particle_f64 *x, const uint32_t *offset, int run, double column[4][LANES]) {
  (void)run;
  for (int l = 0; l < LANES; l += 2) {
    const double *first = &XPBD_CONST_PARTICLE_AT(x, offset[l])->x;
    const double *second = &XPBD_CONST_PARTICLE_AT(x, offset[l + 1])->x;
    for (int j = 0; j < 4; j += 2) {
      const float64x2_t a = vld1q_f64(first + j), b = vld1q_f64(second + j);
      vst1q_f64(column[j] + l, vzip1q_f64(a, b));
      vst1q_f64(column[j + 1] + l, vzip2q_f64(a, b));
    }
  }
}

XPBD_INLINE void store_lanes_f64(xpbd_particle_f64 *x, const uint32_t *offset, int run, xpbd_particle_f64 *const *to,
                                 double column[4][LANES]) {
  (void)run;
  for (int l = 0; l < LANES; l += 2) {
    double *first = &LANE_AT(x, offset, to, l)->x, *second = &LANE_AT(x, offset, to, l + 1)->x;
    for (int j = 0; j < 4; j += 2) {
      const float64x2_t a = vld1q_f64(column[j] + l), b = vld1q_f64(column[j + 1] + l);
      vst1q_f64(first + j, vzip1q_f64(a, b));
      vst1q_f64(second + j, vzip2q_f64(a, b));
    }
  }
}

#else /* any other machine */
XPBD_INLINE void load_lanes_f64(const xpbd_particle_f64 *x, const uint32_t *offset, int run, double column[4][LANES]) {
  (void)run;
  for (int l = 0; l < LANES; l++) {
    const xpbd_particle_f64 p = *XPBD_CONST_PARTICLE_AT(x, offset[l]);
    column[0][l] = p.x, column[1][l] = p.y, column[2][l] = p.z, column[3][l] = p.w;
  }
}
XPBD_INLINE void store_lanes_f64(xpbd_particle_f64 *x, const uint32_t *offset, int run, xpbd_particle_f64 *const *to,
                                 double column[4][LANES]) {
  (void)run;
  for (int l = 0; l < LANES; l++)
    *LANE_AT(x, offset, to, l) = (xpbd_particle_f64){column[0][l], column[1][l], column[2][l], column[3][l]};
}
#endif
