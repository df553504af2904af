/* Why this file exists: the parts of a time step that go through all springs or nodes, in one instruction set, which
 * XPBD_KERNELS names. A node's x, y and z are three numbers of a register, and four springs are computed side by side.
 * Every number has the operations of a plain loop, in its order, so all sets give the same bits. */
#include <math.h>
#include <string.h>

#include "verlet/kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define INLINE         inline __attribute__((always_inline))
#define TABLE_OF(name) verlet_kernels_##name
#define TABLE(name)    TABLE_OF(name)
#define WORDS_OF(name) #name
#define WORDS(name)    WORDS_OF(name)

/* Four doubles, also where the processor has registers for two. They are passed by address, because a function that
 * takes or returns them would depend on the instruction set. */
typedef double quad __attribute__((vector_size(4 * sizeof(double)), may_alias));
typedef double quad_anywhere __attribute__((vector_size(4 * sizeof(double)), may_alias, aligned(sizeof(double))));
typedef double pair_anywhere __attribute__((vector_size(2 * sizeof(double)), may_alias, aligned(sizeof(double))));
typedef int64_t quad_bits __attribute__((vector_size(4 * sizeof(int64_t))));

/* A node's x, y and z, and the number behind them, which is not used. Arrays of nodes have one more number. */
#define NODE(array, i) ((quad) * (const quad_anywhere *)&(array)[3 * (int64_t)(i)])
#define QUAD(array)    (*(const quad *)(array))

static INLINE void transpose(quad row[4]) {
#if defined(__AVX__)
  const __m256d a = _mm256_unpacklo_pd((__m256d)row[0], (__m256d)row[1]);
  const __m256d b = _mm256_unpackhi_pd((__m256d)row[0], (__m256d)row[1]);
  const __m256d c = _mm256_unpacklo_pd((__m256d)row[2], (__m256d)row[3]);
  const __m256d d = _mm256_unpackhi_pd((__m256d)row[2], (__m256d)row[3]);
  row[0] = (quad)_mm256_permute2f128_pd(a, c, 0x20);
  row[1] = (quad)_mm256_permute2f128_pd(b, d, 0x20);
  row[2] = (quad)_mm256_permute2f128_pd(a, c, 0x31);
  row[3] = (quad)_mm256_permute2f128_pd(b, d, 0x31);
#else
  const quad a = row[0], b = row[1], c = row[2], d = row[3];
  for (int k = 0; k < 4; k++) row[k] = (quad){a[k], b[k], c[k], d[k]};
#endif
}

static INLINE void root(quad *a) {
#if defined(__AVX__)
  *a = (quad)_mm256_sqrt_pd((__m256d)*a);
#elif defined(__x86_64__)
  __m128d *half = (__m128d *)a;
  half[0] = _mm_sqrt_pd(half[0]), half[1] = _mm_sqrt_pd(half[1]);
#else
  *a = (quad){sqrt((*a)[0]), sqrt((*a)[1]), sqrt((*a)[2]), sqrt((*a)[3])};
#endif
}

/* The forces of four springs on their first nodes, a row each. */
static INLINE void pull(const verlet_block *block, const double *x, const double *v, quad out[4]) {
  quad d[4], u[4];
  for (int k = 0; k < 4; k++) {
    d[k] = NODE(x, block->to[k]) - NODE(x, block->from[k]);
    u[k] = NODE(v, block->to[k]) - NODE(v, block->from[k]);
  }
  transpose(d);
  transpose(u);
  quad length = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  root(&length);
  const quad growth = d[0] * u[0] + d[1] * u[1] + d[2] * u[2];
  const quad force =
      (QUAD(block->stiffness) * (length - QUAD(block->rest_length)) + QUAD(block->damping) * growth / length) / length;
  /* no direction, no force; a NaN length shows in the positions */
  const quad_bits directed = length > 0.0;
  for (int k = 0; k < 3; k++) out[k] = (quad)((quad_bits)(force * d[k]) & directed);
  out[3] = (quad){0.0};
  transpose(out);
}

/* Springs that follow each other often have their first node in common. Its sum stays in a register. */
static void forces(const verlet_share *share, const double *x, const double *v) {
  quad *force = (quad *)share->force;
  memset(force, 0, (size_t)share->span * sizeof *force);
  int32_t at = 0;
  quad sum = {0.0};
  for (int32_t b = 0; b < share->block_count; b++) {
    const verlet_block *block = &share->blocks[b];
    quad f[4];
    pull(block, x, v, f);
    for (int k = 0; k < 4; k++) {
      if (block->from[k] != at) {
        force[at] = sum;
        at = block->from[k];
        sum = force[at];
      }
      sum += f[k];
      force[block->to[k]] -= f[k];
    }
  }
  if (share->block_count > 0) force[at] = sum;
}

static bool drift(const xpbd_verlet *world, const verlet_share *share, double time) {
  double *restrict x = world->x;
  const double *restrict v = world->v;
  const double limit = world->limit;
  int64_t lost = 0;
  for (int64_t k = 3 * (int64_t)share->first; k < 3 * (int64_t)share->last; k++) {
    x[k] += v[k] * time;
    lost += !(fabs(x[k]) <= limit); /* includes NaN */
  }
  return lost > 0;
}

static void kick(const xpbd_verlet *world, const verlet_share *share, double time) {
  const double *g = world->def.gravity;
  const quad gravity = {g[0], g[1], g[2], 0.0}, *force = (const quad *)share->force;
  for (int32_t i = share->first; i < share->last; i++) {
    const double w = world->inverse_masses[i];
    if (w == 0.0) continue;
    double *v = &world->v[3 * (int64_t)i];
    const quad now = NODE(v, 0) + (gravity + w * force[i - share->low]) * time;
    *(pair_anywhere *)v = (pair_anywhere){now[0], now[1]};
    v[2] = now[2];
  }
}

extern const verlet_kernels TABLE(XPBD_KERNELS);
const verlet_kernels TABLE(XPBD_KERNELS) = {WORDS(XPBD_KERNELS), forces, drift, kick};
