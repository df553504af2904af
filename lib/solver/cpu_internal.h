/* Why this file exists: the CPU state itself, shared by cpu.c and its two readings (float, double) of cpu_body.h. */
#ifndef XPBD_CPU_INTERNAL_H
#define XPBD_CPU_INTERNAL_H

#include "collide/obstacle.h"
#include "solver/contact_build.h"
#include "solver/cpu.h"
#include "solver/kernel.h"
#include "step/who.h"
#include "xpbd/method.h"

/* One set of constraints with its groups; the arrays are in whichever precision the state has. */
typedef struct xpbd_cpu_set {
  xpbd_set_f32 f32;
  xpbd_set_f64 f64;
  const xpbd_constraints *constraints;
  int32_t group_count;
  int32_t padded; /* places of all groups */
  int summed;     /* all its constraints are one */
  void *before;   /* [padded] C at the start of the step, for the energy-embedded methods, else NULL */
  xpbd_sum_set_f32 sum_f32;
  xpbd_sum_set_f64 sum_f64;
  int32_t *first, *of; /* elements of each particle, for a summed set */
} xpbd_cpu_set;

struct xpbd_cpu {
  const xpbd_scene *scene;
  const xpbd_solver_def *def;
  const xpbd_kernels *kernels;
  int threads, lanes;
  int32_t n, centres;                                  /* particles, then centres, then the dummy of the padding */
  void *x, *start, *v, *force, *x_initial, *v_initial; /* [n + centres + 1] records in the state's precision */
  void *lag;                                           /* the same: x_{n-1} - x_n, for lagged damping, else NULL */
  void *before;                                        /* [records] velocities before the step, or NULL */
  void *bounced;                                       /* [obstacles, n] where they were met, or NULL */
  void *embedded;                                      /* [records] numbers of those methods, else NULL */
  void *sums;                                          /* [2, sum_count] numbers: levels of sums in turn */
  void *total;                                         /* [2, XPBD_SUM_WIDEST] finished sums, q */
  int64_t sum_count;
  int32_t grip_count;
  void *grips; /* [grip_count] particles that handles hold, in the order of handles, in the state's precision */
  void *obstacles, *handles, *wind_now; /* during the current time step; written by thread 0 */
  xpbd_contact_topology contact;        /* with contact_f32 or contact_f64, where the scene has contact */
  xpbd_contact_f32 contact_f32;
  xpbd_contact_f64 contact_f64;
  int32_t set_count, group_count;
  xpbd_cpu_set *sets;
  xpbd_group *groups;            /* [group_count] of all sets, in the order in which they are projected */
  void *world;                   /* all of this as the phases of a time step see it */
  int32_t *wind_first, *wind_of; /* triangles of each particle, NULL without wind */
  double h, limit;
  int64_t frame;                                   /* frames done; written by thread 0 */
  int64_t diverged_at;                             /* frame, -1 = fine; written by thread 0 */
  xpbd_tally *tally;                               /* [threads] */
  int64_t bytes, particle_bytes, constraint_bytes; /* all; for particles; for constraints */
};

/// The wind at time t.
void xpbd_cpu_wind_at(const xpbd_wind *wind, double t, double out[3]);

/// Records of a state: particles, centres, the dummy.
static inline int64_t xpbd_cpu_records(const xpbd_cpu *cpu) {
  return (int64_t)cpu->n + cpu->centres + 1;
}

/// Zeroed memory aligned to 64 bytes, counted in cpu->bytes; NULL when there is none.
void *xpbd_cpu_allocate(xpbd_cpu *cpu, int64_t count, size_t size);

xpbd_status xpbd_cpu_build_f32(xpbd_cpu *cpu);
xpbd_status xpbd_cpu_build_f64(xpbd_cpu *cpu);
void xpbd_cpu_reset_f32(xpbd_cpu *cpu);
void xpbd_cpu_reset_f64(xpbd_cpu *cpu);
void xpbd_cpu_restore_f32(xpbd_cpu *cpu, const double *positions, const double *velocities, const double *embedded);
void xpbd_cpu_restore_f64(xpbd_cpu *cpu, const double *positions, const double *velocities, const double *embedded);
void xpbd_cpu_frame_f32(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier);
void xpbd_cpu_frame_f64(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier);
void xpbd_cpu_read_f32(const xpbd_cpu *cpu, xpbd_field field, double *out);
void xpbd_cpu_read_f64(const xpbd_cpu *cpu, xpbd_field field, double *out);

#endif
