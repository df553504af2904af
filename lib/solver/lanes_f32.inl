/* Why this file exists: moves LANES particles between memory (16-byte records, gathered) and columns x[], y[], z[],
 * w[]. It uses 16-byte loads and 4x4 transposes, because hardware gathers and scatters are three times slower. A run
 * (layout/runs.h) is four rows that are in memory as they are in registers. Nothing is computed here, so the
 * instruction set changes no bit. Included by kernels_unit.inl for float. */

#if defined(__AVX512F__)
#define ROWS   __m512
#define MM(op) _mm512_##op
#elif defined(__AVX2__)
#define ROWS   __m256
#define MM(op) _mm256_##op
#elif defined(__x86_64__)
#define ROWS   __m128
#define MM(op) _mm_##op
#endif

#if defined(ROWS)
/* Row j of every 4x4 block: particles index[j], index[4 + j], ... */
XPBD_INLINE ROWS load_row(const xpbd_particle_f32 *x, const uint32_t *offset, int j) {
  const __m128 a = _mm_load_ps(&XPBD_CONST_PARTICLE_AT(x, offset[j])->x);
#if defined(__AVX512F__)
  const __m256 low =
      _mm256_insertf128_ps(_mm256_castps128_ps256(a), _mm_load_ps(&XPBD_CONST_PARTICLE_AT(x, offset[4 + j])->x), 1);
  const __m256 high =
      _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(&XPBD_CONST_PARTICLE_AT(x, offset[8 + j])->x)),
                           _mm_load_ps(&XPBD_CONST_PARTICLE_AT(x, offset[12 + j])->x), 1);
  return _mm512_castsi512_ps(
      _mm512_inserti64x4(_mm512_castps_si512(_mm512_castps256_ps512(low)), _mm256_castps_si256(high), 1));
#elif defined(__AVX2__)
  return _mm256_insertf128_ps(_mm256_castps128_ps256(a), _mm_load_ps(&XPBD_CONST_PARTICLE_AT(x, offset[4 + j])->x), 1);
#else
  return a;
#endif
}

XPBD_INLINE void store_row(xpbd_particle_f32 *x, const uint32_t *offset, xpbd_particle_f32 *const *to, int j,
                           ROWS row) {
#if defined(__AVX512F__)
  _mm_store_ps(&LANE_AT(x, offset, to, j)->x, _mm512_castps512_ps128(row));
  _mm_store_ps(&LANE_AT(x, offset, to, 4 + j)->x, _mm512_extractf32x4_ps(row, 1));
  _mm_store_ps(&LANE_AT(x, offset, to, 8 + j)->x, _mm512_extractf32x4_ps(row, 2));
  _mm_store_ps(&LANE_AT(x, offset, to, 12 + j)->x, _mm512_extractf32x4_ps(row, 3));
#elif defined(__AVX2__)
  _mm_store_ps(&LANE_AT(x, offset, to, j)->x, _mm256_castps256_ps128(row));
  _mm_store_ps(&LANE_AT(x, offset, to, 4 + j)->x, _mm256_extractf128_ps(row, 1));
#else
  _mm_store_ps(&LANE_AT(x, offset, to, j)->x, row);
#endif
}

/* 4x4 transpose in every 128-bit part, which is its own inverse. */
XPBD_INLINE void transpose(ROWS row[4]) {
  const ROWS a = MM(unpacklo_ps)(row[0], row[1]), b = MM(unpackhi_ps)(row[0], row[1]);
  const ROWS c = MM(unpacklo_ps)(row[2], row[3]), d = MM(unpackhi_ps)(row[2], row[3]);
  row[0] = MM(shuffle_ps)(a, c, 0x44);
  row[1] = MM(shuffle_ps)(a, c, 0xEE);
  row[2] = MM(shuffle_ps)(b, d, 0x44);
  row[3] = MM(shuffle_ps)(b, d, 0xEE);
}

XPBD_INLINE void load_lanes_f32(const xpbd_particle_f32 *x, const uint32_t *offset, int run, float column[4][LANES]) {
  ROWS row[4];
  if (run) {
    for (int j = 0; j < 4; j++) row[j] = MM(loadu_ps)(&XPBD_CONST_PARTICLE_AT(x, offset[j])->x);
  } else {
    for (int j = 0; j < 4; j++) row[j] = load_row(x, offset, j);
  }
  transpose(row);
  for (int j = 0; j < 4; j++) MM(store_ps)(column[j], row[j]);
}

XPBD_INLINE void store_lanes_f32(xpbd_particle_f32 *x, const uint32_t *offset, int run, xpbd_particle_f32 *const *to,
                                 float column[4][LANES]) {
  ROWS row[4];
  for (int j = 0; j < 4; j++) row[j] = MM(load_ps)(column[j]);
  transpose(row);
  if (run) {
    for (int j = 0; j < 4; j++) MM(storeu_ps)(&XPBD_PARTICLE_AT(x, offset[j])->x, row[j]);
  } else {
    for (int j = 0; j < 4; j++) store_row(x, offset, to, j, row[j]);
  }
}
#undef ROWS
#undef MM

#elif defined(__ARM_NEON) && defined(__aarch64__)
/* 4x4 transpose, which is its own inverse. */
XPBD_INLINE void transpose(float32x4_t row[4]) {
  const float32x4_t a = vzip1q_f32(row[0], row[2]), b = vzip2q_f32(row[0], row[2]);
  const float32x4_t c = vzip1q_f32(row[1], row[3]), d = vzip2q_f32(row[1], row[3]);
  row[0] = vzip1q_f32(a, c);
  row[1] = vzip2q_f32(a, c);
  row[2] = vzip1q_f32(b, d);
  row[3] = vzip2q_f32(b, d);
}

/* A register holds one record, so runs do not help. */
XPBD_INLINE void load_lanes_f32(const xpbd_particle_f32 *x, const uint32_t *offset, int run, float column[4][LANES]) {
  (void)run;
  float32x4_t row[4];
  for (int j = 0; j < 4; j++) row[j] = vld1q_f32(&XPBD_CONST_PARTICLE_AT(x, offset[j])->x);
  transpose(row);
  for (int j = 0; j < 4; j++) vst1q_f32(column[j], row[j]);
}

XPBD_INLINE void store_lanes_f32(xpbd_particle_f32 *x, const uint32_t *offset, int run, xpbd_particle_f32 *const *to,
                                 float column[4][LANES]) {
  (void)run;
  float32x4_t row[4];
  for (int j = 0; j < 4; j++) row[j] = vld1q_f32(column[j]);
  transpose(row);
  for (int j = 0; j < 4; j++) vst1q_f32(&LANE_AT(x, offset, to, j)->x, row[j]);
}

#else /* any other machine */
XPBD_INLINE void load_lanes_f32(const xpbd_particle_f32 *x, const uint32_t *offset, int run, float column[4][LANES]) {
  (void)run;
  for (int l = 0; l < LANES; l++) {
    const xpbd_particle_f32 p = *XPBD_CONST_PARTICLE_AT(x, offset[l]);
    column[0][l] = p.x, column[1][l] = p.y, column[2][l] = p.z, column[3][l] = p.w;
  }
}
XPBD_INLINE void store_lanes_f32(xpbd_particle_f32 *x, const uint32_t *offset, int run, xpbd_particle_f32 *const *to,
                                 float column[4][LANES]) {
  (void)run;
  for (int l = 0; l < LANES; l++)
    *LANE_AT(x, offset, to, l) = (xpbd_particle_f32){column[0][l], column[1][l], column[2][l], column[3][l]};
}
#endif
