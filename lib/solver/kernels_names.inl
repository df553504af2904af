/* Why this file exists: names and signatures of the kernels of one formula in one precision and instruction set, for
 * the unit that defines them and the table that collects them. Define XPBD_SCALAR and XPBD_KERNELS, the name of the
 * instruction set, then include formula/words.h and this, once per XPBD_SCALAR. */
#undef SET
#undef PARTICLE
#undef LOCAL
#undef LANES
#define SET      XPBD_NAME(set)
#define PARTICLE XPBD_NAME(particle)
#if XPBD_SCALAR == 32
#define LOCAL(name) name##_f32
#else
#define LOCAL(name) name##_f64
#endif

/* Constraints per vector. */
#if defined(__AVX512F__)
#define LANES (512 / XPBD_SCALAR)
#elif defined(__AVX2__)
#define LANES (256 / XPBD_SCALAR)
#elif defined(__x86_64__) /* no hardware fused multiply-add: each is a function call, so vectors gain nothing */
#define LANES 1
#else
#define LANES 4
#endif

/* xpbd_<name>_<instruction set>_<precision> */
#undef XPBD_KERNEL
#undef XPBD_KERNEL_
#undef XPBD_KERNEL__
#define XPBD_KERNEL__(name, set, kind) xpbd_##name##_##set##_##kind
#define XPBD_KERNEL_(name, set, kind)  XPBD_KERNEL__(name, set, kind)
#if XPBD_SCALAR == 32
#define XPBD_KERNEL(name) XPBD_KERNEL_(name, XPBD_KERNELS, f32)
#else
#define XPBD_KERNEL(name) XPBD_KERNEL_(name, XPBD_KERNELS, f64)
#endif

#undef XPBD_PROJECT_KERNEL
#undef XPBD_ENERGY_KERNEL
#undef XPBD_EVALUATE_KERNEL
#undef XPBD_KERNELS_OF
#define XPBD_PROJECT_KERNEL(id, variant)                                                                               \
  int64_t XPBD_KERNEL(id##_##variant)(const SET *set, PARTICLE *x, const PARTICLE *start, int32_t first, int32_t last)
#define XPBD_ENERGY_KERNEL(id, variant)                                                                                \
  int64_t XPBD_KERNEL(id##_##variant)(const SET *set, PARTICLE *x, const PARTICLE *start,                              \
                                      const XPBD_NAME(energy) * energy, REAL * before, int32_t first, int32_t last)
#define XPBD_EVALUATE_KERNEL(id)                                                                                       \
  void XPBD_KERNEL(id##_evaluate)(const SET *set, const XPBD_NAME(sum_set) * sum, const PARTICLE *x, int32_t first,    \
                                  int32_t last)
/* Without vectors, and in double, some of them are only declared. */
#define XPBD_KERNELS_OF(id)                                                                                            \
  XPBD_PROJECT_KERNEL(id, one);                                                                                        \
  XPBD_PROJECT_KERNEL(id, one_damped);                                                                                 \
  XPBD_PROJECT_KERNEL(id, lanes);                                                                                      \
  XPBD_PROJECT_KERNEL(id, lanes_damped);                                                                               \
  XPBD_PROJECT_KERNEL(id, one_fine);                                                                                   \
  XPBD_PROJECT_KERNEL(id, one_fine_damped);                                                                            \
  XPBD_PROJECT_KERNEL(id, lanes_fine);                                                                                 \
  XPBD_PROJECT_KERNEL(id, lanes_fine_damped);                                                                          \
  XPBD_PROJECT_KERNEL(id, one_coupled);                                                                                \
  XPBD_PROJECT_KERNEL(id, lanes_coupled);                                                                              \
  XPBD_PROJECT_KERNEL(id, lanes_fine_coupled);                                                                         \
  XPBD_ENERGY_KERNEL(id, energy);                                                                                      \
  XPBD_ENERGY_KERNEL(id, energy_lanes);
/* A formula's row in the table. */
#undef XPBD_LANES_OF
#undef XPBD_ENERGY_LANES_OF
#undef XPBD_FINE_LANES_OF
#undef XPBD_FINE_OF
#if LANES > 1
#define XPBD_ENERGY_LANES_OF(id) XPBD_KERNEL(id##_energy_lanes)
#define XPBD_LANES_OF(id)                                                                                              \
  [XPBD_LANES] = XPBD_KERNEL(id##_lanes), [XPBD_LANES | XPBD_DAMPED] = XPBD_KERNEL(id##_lanes_damped)
#define XPBD_FINE_LANES_OF(id)                                                                                         \
  [XPBD_FINE | XPBD_LANES] = XPBD_KERNEL(id##_lanes_fine),                                                             \
               [XPBD_FINE | XPBD_LANES | XPBD_DAMPED] = XPBD_KERNEL(id##_lanes_fine_damped)
#else
#define XPBD_ENERGY_LANES_OF(id) NULL
#define XPBD_LANES_OF(id)        [XPBD_LANES] = NULL
#define XPBD_FINE_LANES_OF(id)   [XPBD_FINE | XPBD_LANES] = NULL
#endif
#if XPBD_SCALAR == 32
#define XPBD_FINE_OF(id)                                                                                               \
  [XPBD_FINE] = XPBD_KERNEL(id##_one_fine), [XPBD_FINE | XPBD_DAMPED] = XPBD_KERNEL(id##_one_fine_damped),             \
  XPBD_FINE_LANES_OF(id)
#else
#define XPBD_FINE_OF(id) [XPBD_FINE] = NULL
#endif
/* Above three rows, the block of an element does not fit into the registers. */
#define XPBD_COUPLES(rows)          ((rows) > 1)
#define XPBD_COUPLES_IN_LANES(rows) ((rows) > 1 && (rows) <= 3)
#undef XPBD_COUPLED_LANES_OF
#if LANES > 1 && XPBD_SCALAR == 32
#define XPBD_COUPLED_LANES_OF(id, rows)                                                                                \
  [XPBD_COUPLED_ROWS | XPBD_LANES] = XPBD_COUPLES_IN_LANES(rows) ? XPBD_KERNEL(id##_lanes_coupled) : NULL,             \
                       [XPBD_COUPLED_ROWS | XPBD_LANES | XPBD_FINE] =                                                  \
                           XPBD_COUPLES_IN_LANES(rows) ? XPBD_KERNEL(id##_lanes_fine_coupled) : NULL
#elif LANES > 1
#define XPBD_COUPLED_LANES_OF(id, rows)                                                                                \
  [XPBD_COUPLED_ROWS | XPBD_LANES] = XPBD_COUPLES_IN_LANES(rows) ? XPBD_KERNEL(id##_lanes_coupled) : NULL
#else
#define XPBD_COUPLED_LANES_OF(id, rows) [XPBD_COUPLED_ROWS | XPBD_LANES] = NULL
#endif
#undef XPBD_KERNELS_ROW
#define XPBD_KERNELS_ROW(id, rows)                                                                                     \
  .project = {[XPBD_ONE_BY_ONE] = XPBD_KERNEL(id##_one),                                                               \
              [XPBD_DAMPED] = XPBD_KERNEL(id##_one_damped),                                                            \
              XPBD_LANES_OF(id),                                                                                       \
              XPBD_FINE_OF(id),                                                                                        \
              [XPBD_COUPLED_ROWS] = XPBD_COUPLES(rows) ? XPBD_KERNEL(id##_one_coupled) : NULL,                         \
              [XPBD_COUPLED_ROWS | XPBD_FINE] = XPBD_COUPLES(rows) ? XPBD_KERNEL(id##_one_coupled) : NULL,             \
              XPBD_COUPLED_LANES_OF(id, rows)},                                                                        \
  .energy = XPBD_KERNEL(id##_energy), .energy_lanes = XPBD_ENERGY_LANES_OF(id)
