/* Why this file exists: the data the kernels run on and the tables they are found in. Layout decides speed: particles are
 * one aligned record with the inverse mass in the fourth place, constraints are structure of arrays per group, padded so
 * that every group starts on a full SIMD block. Private to the project. */
#ifndef XPBD_KERNEL_H
#define XPBD_KERNEL_H

#include <stdint.h>

#include "formula/types.h"
#include "xpbd/formula.h"

enum { XPBD_PADDING = 16 }; ///< Constraints in the widest SIMD block; groups are padded to a multiple.

/// Names of the variants of a kernel, in the order of the table's second index.
enum { XPBD_ONE_BY_ONE = 0, XPBD_DAMPED = 1, XPBD_LANES = 2, XPBD_VARIANTS = 4 };

/* One group of constraints in the padded arrays of its set. */
typedef struct xpbd_group {
  int32_t set;
  int32_t first;  /* multiple of XPBD_PADDING */
  int32_t last;   /* behind the last real constraint */
  int32_t serial; /* its members touch: one thread, one by one */
  int32_t padded; /* multiple of XPBD_PADDING, >= last */
} xpbd_group;

#define XPBD_KERNEL_TYPES(REAL, suffix)                                                                                \
  typedef struct xpbd_particle_##suffix {                                                                              \
    REAL x, y, z, w;                                                                                                   \
  } __attribute__((aligned(4 * sizeof(REAL)))) xpbd_particle_##suffix;                                                 \
  typedef struct xpbd_set_##suffix {  /* one set of constraints, in scheduled order */                                 \
    uint32_t *offset[XPBD_MAX_ARITY]; /* [padded] bytes to the particle of each slot; padding: a pinned dummy */       \
    uint8_t *held;                    /* [padded / XPBD_PADDING] 1 where a block has a pinned particle or padding */   \
    REAL *rest[XPBD_MAX_REST];        /* [padded] */                                                                   \
    REAL *lambda;                     /* [padded] multipliers, zeroed at each time step */                             \
    REAL material[XPBD_MAX_MATERIAL];                                                                                  \
    REAL alpha, gamma; /* alpha / h^2, alpha beta / h */                                                               \
    REAL keep;         /* displacement for the damping: keep x - start */                                              \
    REAL relax;        /* factor of every correction */                                                                \
  } xpbd_set_##suffix;                                                                                                 \
  typedef struct xpbd_sum_set_##suffix {          /* a set whose constraints are one */                                \
    xpbd_particle_##suffix *slot[XPBD_MAX_ARITY]; /* [padded] gradients of the elements */                             \
    REAL *value;                                  /* [padded] their values */                                          \
    const int32_t *first, *of;        /* of particle i: of[first[i]] .., element * XPBD_MAX_ARITY + slot, ascending */ \
    xpbd_particle_##suffix *gradient; /* [n] of the sum */                                                             \
  } xpbd_sum_set_##suffix;                                                                                             \
  typedef struct xpbd_contact_##suffix { /* contact between particles */                                               \
    const REAL *radius;                  /* [n] of the balls, 0 touches nothing; NULL where all are of one size */     \
    REAL diameter;                       /* then: distance that two particles keep */                                  \
    REAL reach, inverse_cell;            /* distance of candidates, the size of a cell */                              \
    REAL friction, restitution;                                                                                        \
    uint32_t mask;                                                                                                     \
    const int32_t *first, *joined;         /* never in contact with i: joined[first[i]] .. */                          \
    int32_t *start, *items;                /* [mask + 2], [n] particles in each bucket */                              \
    int32_t *carry;                        /* [chunks of mask + 1] particles before each chunk of buckets */           \
    int32_t *candidates, *candidate_count; /* [n, XPBD_CANDIDATES], [n] */                                             \
    int32_t *touching;                     /* [n] contacts in this sweep */                                            \
    uint32_t *touched;                     /* [n] a bit a candidate: met in this step; NULL without restitution */     \
    xpbd_particle_##suffix *moved;         /* [n] where they lead */                                                   \
  } xpbd_contact_##suffix;                                                                                             \
  typedef struct xpbd_handle_##suffix { /* where a handle is at the end of the current time step */                    \
    xpbd_vec3_##suffix pivot, shift,                                                                                   \
        turn[3]; /* its pivot at rest, how far that is moved, columns of rotation minus 1 */                           \
  } xpbd_handle_##suffix;                                                                                              \
  typedef struct xpbd_grip_##suffix { /* a particle that a handle holds */                                             \
    xpbd_vec3_##suffix start;         /* where it is while the handle rests */                                         \
    int32_t particle, handle;                                                                                          \
  } xpbd_grip_##suffix;                                                                                                \
  typedef struct xpbd_energy_##suffix { /* what energy-embedded Gauss-Seidel carries on */                             \
    REAL *embedded;                     /* [records] */                                                                \
    REAL theta, weigh;                  /* of eps in C, and in the denominator */                                      \
    int first_sweep;                                                                                                   \
  } xpbd_energy_##suffix;                                                                                              \
  typedef struct xpbd_wind_##suffix {                                                                                  \
    xpbd_vec3_##suffix velocity; /* at this time step */                                                               \
    REAL drag;                                                                                                         \
    const int32_t *triangles;  /* [triangle_count, 3] */                                                               \
    const int32_t *first, *of; /* triangles of particle i: of[first[i]] .. of[first[i + 1] - 1] */                     \
  } xpbd_wind_##suffix;                                                                                                \
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
  typedef struct xpbd_kernels_##suffix {                                                                               \
    int lanes;                                             /* constraints side by side in the XPBD_LANES variants */   \
    const xpbd_project_##suffix (*project)[XPBD_VARIANTS]; /* [formula][XPBD_LANES | XPBD_DAMPED] */                   \
    const xpbd_project_energy_##suffix *energy;            /* [formula] */                                             \
    const xpbd_evaluate_##suffix *evaluate;                /* [formula], NULL for one that is not summed */            \
    void (*wind)(const xpbd_wind_##suffix *wind, const xpbd_particle_##suffix *x, const xpbd_particle_##suffix *v,     \
                 xpbd_particle_##suffix *force, int32_t first, int32_t last);                                          \
    void (*predict)(xpbd_particle_##suffix * x, xpbd_particle_##suffix *start, xpbd_particle_##suffix *v,              \
                    const xpbd_particle_##suffix *force, xpbd_vec3_##suffix gravity, REAL h, int32_t first,            \
                    int32_t last);                                                                                     \
    int64_t (*finish)(const xpbd_particle_##suffix *x, const xpbd_particle_##suffix *start, xpbd_particle_##suffix *v, \
                      REAL inverse_h, REAL limit, int32_t first, int32_t last);                                        \
  } xpbd_kernels_##suffix;

XPBD_KERNEL_TYPES(float, f32)
XPBD_KERNEL_TYPES(double, f64)

/// The kernels of one instruction set.
typedef struct xpbd_kernels {
  const char *instructions;
  const xpbd_kernels_f32 *f32;
  const xpbd_kernels_f64 *f64;
} xpbd_kernels;

/// Kernels by name ("baseline", "avx2", "avx512"; NULL = best here). NULL when unknown or not for this machine.
const xpbd_kernels *xpbd_kernels_find(const char *instructions);
/// 1 for a name that some machine has kernels for.
int xpbd_kernels_known(const char *instructions);

#endif
