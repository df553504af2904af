/* Why this file exists: the types of kernels, and the tables that hold them. Private to the project. */
#ifndef XPBD_KERNEL_H
#define XPBD_KERNEL_H

#include <stddef.h>

#include "layout/records.h"

/// Flags of the variants of a kernel. Their sum is the table's second index. XPBD_FINE is f32x, and NULL in double.
/// XPBD_COUPLED_ROWS: for elements of several rows, damped or not; without lanes where vectors gain nothing.
enum { XPBD_ONE_BY_ONE = 0, XPBD_DAMPED = 1, XPBD_LANES = 2, XPBD_FINE = 4, XPBD_COUPLED_ROWS = 8, XPBD_VARIANTS = 16 };

struct xpbd_patches;
struct xpbd_who;
struct xpbd_world_f32;
struct xpbd_world_f64;

#define XPBD_KERNEL_TYPES(REAL, suffix)                                                                                \
  /* project places first .. last - 1; returns how many projections were not finite */                                 \
  typedef int64_t (*xpbd_project_##suffix)(const xpbd_set_##suffix *set, xpbd_particle_##suffix *x,                    \
                                           const xpbd_particle_##suffix *start, int32_t first, int32_t last);          \
  /* the same for energy-embedded Gauss-Seidel; before [padded]: C at the start of the step */                         \
  typedef int64_t (*xpbd_project_energy_##suffix)(                                                                     \
      const xpbd_set_##suffix *set, xpbd_particle_##suffix *x, const xpbd_particle_##suffix *start,                    \
      const xpbd_energy_##suffix *energy, REAL *before, int32_t first, int32_t last);                                  \
  /* values and gradients of places first .. last - 1, for sums */                                                     \
  typedef void (*xpbd_evaluate_##suffix)(const xpbd_set_##suffix *set, const xpbd_sum_set_##suffix *sum,               \
                                         const xpbd_particle_##suffix *x, int32_t first, int32_t last);                \
  /* one thread's share of a phase of the time step (step/phases.inl) */                                               \
  typedef void (*xpbd_phase_##suffix)(const struct xpbd_world_##suffix *w, struct xpbd_who *who,                       \
                                      xpbd_particle_##suffix *x, int32_t a, int32_t b, int32_t c);                     \
  typedef struct xpbd_formula_kernels_##suffix {                                                                       \
    xpbd_project_##suffix project[XPBD_VARIANTS]; /* [XPBD_COUPLED_ROWS | XPBD_FINE | XPBD_LANES | XPBD_DAMPED] */     \
    xpbd_project_energy_##suffix energy, energy_lanes; /* energy_lanes NULL where vectors gain nothing */              \
    xpbd_evaluate_##suffix evaluate;                   /* NULL for one that is not summed */                           \
  } xpbd_formula_kernels_##suffix;                                                                                     \
  typedef struct xpbd_kernels_##suffix {                                                                               \
    int lanes;                              /* constraints per vector in the XPBD_LANES variants */                    \
    xpbd_formula_kernels_##suffix *formula; /* [formula]; entries of files are zeroed until loaded */                  \
    const xpbd_phase_##suffix *phase;       /* [XPBD_PHASES] (solver/phase.h) */                                       \
    /* project the constraints of `count` particles in set s, which has the trait XPBD_NODAL */                        \
    void (*patches)(const struct xpbd_world_##suffix *w, struct xpbd_who *who, int32_t s,                              \
                    const struct xpbd_patches *patches, int arity, const int32_t *particles, int64_t count);           \
  } xpbd_kernels_##suffix;

XPBD_KERNEL_TYPES(float, f32)
XPBD_KERNEL_TYPES(double, f64)

/// A number that differs if a unit and the library disagree on the layout of kernel arguments. NAME as XPBD_NAME.
#define XPBD_KERNELS_LAYOUT(NAME)                                                                                      \
  ((uint64_t)sizeof(NAME(set)) << 48 | (uint64_t)offsetof(NAME(set), material) << 32 |                                 \
   (uint64_t)sizeof(NAME(sum_set)) << 24 | (uint64_t)sizeof(NAME(energy)) << 16 |                                      \
   (uint64_t)sizeof(NAME(formula_kernels)) << 4 | (uint64_t)(XPBD_PADDING / 16))

/// The kernels of one instruction set.
typedef struct xpbd_kernels {
  const char *instructions;
  const xpbd_kernels_f32 *f32;
  const xpbd_kernels_f64 *f64;
} xpbd_kernels;

#ifdef __cplusplus
extern "C" {
#endif

/// Kernels by name ("baseline", "avx2", "avx512", NULL = best here). NULL if unknown or not for this machine.
const xpbd_kernels *xpbd_kernels_find(const char *instructions);
/// 1 for a name that some machine has kernels for.
int xpbd_kernels_known(const char *instructions);

#ifdef __cplusplus
}
#endif
#endif
