/* Why this file exists: the CPU state itself, shared by cpu.c and the float and double versions of cpu_body.inl. */
#ifndef XPBD_CPU_INTERNAL_H
#define XPBD_CPU_INTERNAL_H

#include "collide/obstacle.h"
#include "layout/layout.h"
#include "solver/cpu.h"
#include "solver/wave.h"
#include "solver/kernel.h"
#include "solver/phase.h"
#include "step/who.h"
#include "xpbd/method.h"

struct xpbd_cpu {
  xpbd_layout layout; /* constant data */
  xpbd_wave wave;     /* if it pays off; see wave.h */
  const xpbd_kernels *kernels;
  int threads, lanes;
  double theta;                         /* parameter of the energy-embedded method */
  double radius;                        /* parameter of acceleration.inl, 0 = none */
  int64_t multipliers;                  /* of all sets */
  void *x, *start, *v, *force;          /* [records] in the layout's precision; force is NULL without wind */
  void *base, *v_low;                   /* the same for f32x, else NULL */
  void *lag;                            /* the same: x_{n-1} - x_n, for lagged damping, else NULL */
  void *embedded;                       /* [records] values of the energy-embedded methods, else NULL */
  void **c_before;                      /* for each set, for those methods: C at the start of the step */
  void *sums;                           /* [2, sum_count] alternating levels of sums */
  void *total;                          /* [2, XPBD_SUM_WIDEST] finished sums, q */
  void *obstacles, *handles, *wind_now; /* during the current time step */
  void *world;                          /* all of this as the phases of a time step see it, with what they write */
  bool surrounded;                      /* the obstacles are set, and those that rest stay so */
  int64_t frame;                        /* frames done; a thread that lags may read it only in a share it has claimed */
  int64_t first_frame;                  /* where it was restored; earlier work is not counted */
  _Atomic int64_t diverged_at;          /* frame, -1 = fine */
  xpbd_tally *tally;                    /* [threads] */
  xpbd_phase_clock *clock;              /* while the parts of a frame are measured, else NULL */
  int64_t bytes, particle_bytes, constraint_bytes; /* in addition to the layout's */
};

/// Zeroed memory aligned to 64 bytes, counted in cpu->bytes. NULL if out of memory.
static inline void *xpbd_cpu_allocate(xpbd_cpu *cpu, int64_t count, size_t size) {
  return xpbd_layout_allocate(&cpu->bytes, count, size);
}

xpbd_status xpbd_cpu_build_f32(xpbd_cpu *cpu);
xpbd_status xpbd_cpu_build_f64(xpbd_cpu *cpu);
/// Frees what the build has allocated for sets and contact.
void xpbd_cpu_release_f32(xpbd_cpu *cpu);
void xpbd_cpu_release_f64(xpbd_cpu *cpu);
void xpbd_cpu_reset_f32(xpbd_cpu *cpu);
void xpbd_cpu_reset_f64(xpbd_cpu *cpu);
void xpbd_cpu_restore_f32(xpbd_cpu *cpu, const double *positions, const double *velocities, const double *embedded);
void xpbd_cpu_restore_f64(xpbd_cpu *cpu, const double *positions, const double *velocities, const double *embedded);
void xpbd_cpu_frame_f32(xpbd_cpu *cpu, int thread, xpbd_shift *shift);
void xpbd_cpu_frame_f64(xpbd_cpu *cpu, int thread, xpbd_shift *shift);
void xpbd_cpu_read_f32(const xpbd_cpu *cpu, xpbd_field field, double *out);
void xpbd_cpu_read_f64(const xpbd_cpu *cpu, xpbd_field field, double *out);
void xpbd_cpu_multipliers_f32(const xpbd_cpu *cpu, int32_t set, const int32_t *order, double *out);
void xpbd_cpu_multipliers_f64(const xpbd_cpu *cpu, int32_t set, const int32_t *order, double *out);

#endif
