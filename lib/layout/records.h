/* Why this file exists: the records that kernels use, on a CPU and on a device. The layout decides the speed. A
 * particle is one aligned record with the inverse mass as fourth number. Constraints are structure of arrays per group,
 * padded so that every group starts on a full SIMD block. layout.h draws and fills them. Private to the project. */
#ifndef XPBD_LAYOUT_RECORDS_H
#define XPBD_LAYOUT_RECORDS_H

#include <stdint.h>

#include "formula/types.h"
#include "xpbd/formula.h"

enum { XPBD_PADDING = 16 }; ///< Elements in the widest SIMD block. Groups are padded to a multiple of it.
enum { XPBD_STORED_REST = XPBD_MAX_REST - 1 }; ///< Most numbers of a rest shape in memory: the 11th is the row's.
enum { XPBD_CHUNK = 64 };     ///< Numbers added one after another, in hierarchical sums (solver/sums.inl).
enum { XPBD_SUM_WIDEST = 9 }; ///< Numbers of the widest of those sums.

/* One group of elements in the padded arrays of its set. */
typedef struct xpbd_group {
  int32_t set;
  int32_t first;     /* multiple of XPBD_PADDING */
  int32_t last;      /* one after the last real element */
  int32_t serial;    /* its members share particles, so one thread runs them one by one */
  int32_t padded;    /* multiple of XPBD_PADDING, >= last */
  int32_t row, rows; /* the rows of each element that it projects, one after another */
  int32_t shift;     /* where every row has its own copies of the particles: the first copy of `row` */
} xpbd_group;

/* Flags of slot k of a block of XPBD_PADDING constraints, times 1 << k: it has pinned particles (or padding), free
 * ones, or runs of four (runs.h). Ghost tips are pinned in every block, and fill their slot. */
enum { XPBD_HELD = 1, XPBD_HELD_ANY = 15, XPBD_FREE = 16, XPBD_RUN = 256 };

/* BASE: an additional member in float. */
#define XPBD_RECORD_TYPES(REAL, suffix, BASE)                                                                          \
  typedef struct xpbd_particle_##suffix {                                                                              \
    REAL x, y, z, w;                                                                                                   \
  } __attribute__((aligned(4 * sizeof(REAL)))) xpbd_particle_##suffix;                                                 \
  typedef struct xpbd_set_##suffix { /* one set of constraints, in scheduled order */                                  \
    /* [padded] bytes to the particle of each slot; padding: a pinned dummy */                                         \
    XPBD_GLOBAL uint32_t *offset[XPBD_MAX_ARITY];                                                                      \
    XPBD_GLOBAL uint16_t *held; /* [padded / XPBD_PADDING] XPBD_HELD, _FREE, _RUN of each slot of a block */           \
    XPBD_GLOBAL REAL *rest[XPBD_STORED_REST]; /* [rest_rows, padded] */                                                \
    XPBD_GLOBAL REAL *lambda;                 /* [rows, padded] multipliers, zeroed at each time step */               \
    int32_t padded;                           /* elements */                                                           \
    int8_t row, rows;                         /* the rows to project; see xpbd_group */                                \
    int8_t rest_rows;                         /* `rows` of an element, or 1 with XPBD_ROWS_ALIKE */                    \
    int8_t coupled;                           /* 1: the rows of an element are solved together */                      \
    BASE REAL material[XPBD_MAX_MATERIAL];                                                                             \
    REAL alpha, gamma; /* alpha / h^2, alpha beta / h */                                                               \
    REAL keep;         /* displacement for damping: keep x - start */                                                  \
    REAL relax;        /* factor of every correction */                                                                \
  } xpbd_set_##suffix;                                                                                                 \
  typedef struct xpbd_sum_set_##suffix {                      /* a summed set */                                       \
    XPBD_GLOBAL xpbd_particle_##suffix *slot[XPBD_MAX_ARITY]; /* [padded] gradients of the elements */                 \
    XPBD_GLOBAL REAL *value;                                  /* [padded] their values */                              \
    /* of particle i: of[first[i]] .., ascending; element * XPBD_MAX_ARITY + slot on a device, */                      \
    /* on a CPU the index in slot[0], which the others follow */                                                       \
    XPBD_GLOBAL const int32_t *first, *of;                                                                             \
    XPBD_GLOBAL xpbd_particle_##suffix *gradient; /* [n] of the sum */                                                 \
  } xpbd_sum_set_##suffix;                                                                                             \
  typedef struct xpbd_inertia_##suffix {              /* what moves particles besides constraints */                   \
    XPBD_GLOBAL xpbd_particle_##suffix *start, *v;    /* positions at the start of the step, velocities */             \
    XPBD_GLOBAL xpbd_particle_##suffix *base, *v_low; /* f32x (layout/fine.inl); else NULL */                          \
    XPBD_GLOBAL const xpbd_particle_##suffix *force;  /* NULL without wind */                                          \
    xpbd_vec3_##suffix gravity;                                                                                        \
    REAL h, inverse_h, limit;                                                                                          \
  } xpbd_inertia_##suffix;                                                                                             \
  typedef struct xpbd_contact_##suffix {            /* contact between particles */                                    \
    XPBD_GLOBAL const xpbd_particle_##suffix *base; /* f32x; else NULL */                                              \
    XPBD_GLOBAL const REAL *radius; /* [n] of the balls, 0 = no contact; NULL if all have the same size */             \
    REAL diameter;                  /* then: distance that two particles keep */                                       \
    REAL reach, inverse_cell;       /* distance of candidates, which are in cells of this size */                      \
    REAL friction, restitution;                                                                                        \
    uint32_t mask;                                                                                                     \
    XPBD_GLOBAL const int32_t *first, *joined; /* never in contact with i: joined[first[i]] .., ascending */           \
    XPBD_GLOBAL xpbd_particle_##suffix *seen;  /* [n] positions when they were made; w is 0 before */                  \
    XPBD_GLOBAL int32_t *near;                 /* [n, XPBD_NEAR + 1] the lists, each after its length */               \
    XPBD_GLOBAL int32_t *start; /* [mask + 2] of the buckets; contact.inl has what follows in this array */            \
    XPBD_GLOBAL int32_t *candidates, *candidate_count; /* [n, XPBD_CANDIDATES], [n] */                                 \
    XPBD_GLOBAL int32_t *touching;                     /* [n] contacts in this iteration */                            \
    XPBD_GLOBAL uint32_t *touched;             /* [n] bit per candidate: met in this step; NULL without restitution */ \
    XPBD_GLOBAL xpbd_particle_##suffix *moved; /* [n] new positions */                                                 \
  } xpbd_contact_##suffix;                                                                                             \
  typedef struct xpbd_split_##suffix {             /* copies of the particles for every constraint, for Jacobi */      \
    XPBD_GLOBAL xpbd_particle_##suffix *x, *start; /* [count]; NULL without copies, start NULL without damping */      \
    XPBD_GLOBAL xpbd_particle_##suffix *base;      /* [count] f32x; else NULL */                                       \
    XPBD_GLOBAL const int32_t *of;                 /* [count] particle of the copy */                                  \
    XPBD_GLOBAL const int32_t *place;              /* [sets + 1] the first copy of each set */                         \
    XPBD_GLOBAL const int32_t *first, *copies;     /* of particle i: copies[first[i]] .. */                            \
    int32_t count, masses;                         /* 1: each copy has its share of the mass */                        \
    REAL share;                                    /* fraction of the mean that a particle moves */                    \
  } xpbd_split_##suffix;                                                                                               \
  typedef struct xpbd_handle_##suffix {          /* where a handle is at the end of the current time step */           \
    xpbd_vec3_##suffix pivot, shift, turn[3];    /* pivot at rest, its displacement, columns of rotation minus 1 */    \
    xpbd_vec3_##suffix step_shift, step_turn[3]; /* changes in this step */                                            \
  } xpbd_handle_##suffix;                                                                                              \
  typedef struct xpbd_grip_##suffix { /* a particle that a handle holds */                                             \
    xpbd_vec3_##suffix start;         /* position while the handle rests */                                            \
    int32_t particle, handle;                                                                                          \
  } xpbd_grip_##suffix;                                                                                                \
  typedef struct xpbd_energy_##suffix { /* state of energy-embedded Gauss-Seidel */                                    \
    XPBD_GLOBAL REAL *embedded;         /* [records] */                                                                \
    REAL theta, weigh;                  /* weights of eps in C, and in the denominator */                              \
    int first_sweep;                                                                                                   \
  } xpbd_energy_##suffix;                                                                                              \
  typedef struct xpbd_wind_##suffix {                                                                                  \
    XPBD_GLOBAL const xpbd_particle_##suffix *base; /* f32x; else NULL */                                              \
    xpbd_vec3_##suffix velocity;                    /* at this time step */                                            \
    REAL drag;                                                                                                         \
    XPBD_GLOBAL const int32_t *triangles;  /* [triangle_count, 3] */                                                   \
    XPBD_GLOBAL const int32_t *first, *of; /* triangles of particle i: of[first[i]] .. of[first[i + 1] - 1] */         \
  } xpbd_wind_##suffix;

/* In f32x the bases of the particles of the set (layout/fine.inl), else NULL. */
XPBD_RECORD_TYPES(float, f32, XPBD_GLOBAL const xpbd_particle_f32 *base;)
XPBD_RECORD_TYPES(double, f64, )

/* ---- for methods that move one vertex after the other, in double (layout/vertices.h) ---- */

/* Stages of a time step: keep the prediction, move the vertices colour by colour, count contacts. */
enum { XPBD_VERTICES_BEGIN, XPBD_VERTICES_MOVE, XPBD_VERTICES_END };

/* A vertex is this corner of this element. */
typedef struct xpbd_corner {
  int32_t set, element, corner;
} xpbd_corner;

/* The force of a row along its gradient, stiffness * C + offset [N per unit of C]. */
typedef struct xpbd_pull {
  double stiffness, offset;
} xpbd_pull;

/* A particle at an obstacle. */
typedef struct xpbd_touch {
  xpbd_vec3_f64 n, on; /* the plane that it met last in this time step: outward normal, a point of it */
  xpbd_vec3_f64 along; /* augmented: multiplier of friction [N] */
  double normal;       /* [N] >= 0: augmented the multiplier, else the force that friction of an energy is based on */
  int32_t met;         /* in this time step */
  int32_t acts;        /* it pushed when it was looked at last */
  int32_t entered;     /* the particle was put on the plane and has not been looked at since */
} xpbd_touch;

/* A set of elements in the scene's order, in arrays of all sets. */
typedef struct xpbd_vertex_set {
  int64_t particles, rest, rows; /* where its numbers begin in those arrays */
  double compliance, dashpot;    /* dashpot: over a time step [N per unit of C], 0 = none */
  double material[XPBD_MAX_MATERIAL];
  int32_t formula, count;
  int32_t arity, rest_count, material_count, row_count, rest_size; /* of an element */
  int32_t alike; /* 1: its rows share one rest shape, except its last number, which is the row */
} xpbd_vertex_set;

/* What the kernels of such a method read and write. */
typedef struct xpbd_vertices {
  XPBD_GLOBAL const int64_t *first;       /* [n + 1] first corner of each vertex */
  XPBD_GLOBAL const xpbd_corner *corners; /* [first[n]] ascending by set and element */
  XPBD_GLOBAL const int32_t *order;       /* [n] vertices, colour by colour */
  XPBD_GLOBAL const xpbd_vertex_set *sets;
  XPBD_GLOBAL const int32_t *particles; /* corners of all elements */
  XPBD_GLOBAL const double *rest;       /* their rest shapes */
  XPBD_GLOBAL const double *inertia;    /* [n] m / h^2 [N/m], 0 = pinned */
  XPBD_GLOBAL xpbd_particle_f64 *y;     /* [batch, records] predictions */
  XPBD_GLOBAL xpbd_pull *pull;          /* [batch, row_count] of this time step; NULL: every row has C / compliance */
  XPBD_GLOBAL xpbd_touch *touch;        /* [batch, n, obstacles]; NULL without obstacles */
  int64_t row_count;
  double omega, contact_stiffness, slip;
  int32_t set_count, gauss_newton;
} xpbd_vertices;

#endif
