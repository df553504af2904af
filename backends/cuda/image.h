/* Why this file exists: a scene laid out for the kernels, on the host, ready to be copied to a device. The layout is the one
 * the CPU backends run on, taken from their own state, so there is one definition of it. */
#ifndef XPBD_CUDA_IMAGE_H
#define XPBD_CUDA_IMAGE_H

#include "plan.h"
#include "solver/kernel.h"
#include "xpbd/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sets travel to the kernels by value; a scene of so many fills the 4 KiB that every toolkit and driver lets a kernel take.
enum { CUDA_MAX_SETS = 12 };

typedef struct cuda_host_set {
  int32_t formula, count, arity, rests, padded, summed;
  xpbd_set_f32 f32; ///< One of the two is filled in, with host pointers.
  xpbd_set_f64 f64;
  const int32_t *first, *of; ///< Elements of each particle, for a set whose constraints are one.
} cuda_host_set;

typedef struct cuda_host_image {
  int32_t n, centres, records;       ///< Particles; then centres; the last record is the pinned dummy of the padding.
  const void *x_initial, *v_initial; ///< [records] in the precision of the settings.
  int64_t sum_count;                 ///< Numbers in each of the two arrays that sums take turns in.
  xpbd_contact_f32 contact_f32;      ///< One of the two, with host pointers; start NULL without contact.
  xpbd_contact_f64 contact_f64;
  int32_t joined_count;
  int32_t bounces, bouncy_obstacles; ///< Passes over what bounces, 0 = nothing does; 1: off obstacles too.
  int32_t grip_count;
  const void *grips; ///< [grip_count] particles that handles hold, in the precision of the settings.
  int32_t lagged;    ///< 1: a set wants the displacement of the step before.
  int32_t set_count, group_count;
  cuda_host_set sets[CUDA_MAX_SETS];
  const xpbd_group *groups;            ///< [group_count], all sets in order.
  const int32_t *wind_first, *wind_of; ///< NULL without wind.
  double h, limit;
  void *owner; ///< What the arrays belong to.
} cuda_host_image;

/// Lay out a scene. XPBD_ERR_UNSUPPORTED beyond CUDA_MAX_SETS sets. Free with cuda_image_destroy().
xpbd_status cuda_image_make(const xpbd_scene *scene, const xpbd_solver_def *def, cuda_host_image *out);
void cuda_image_destroy(cuda_host_image *image);

/// What the plan needs to know of it.
cuda_work cuda_image_work(const cuda_host_image *image, const xpbd_scene *scene, const xpbd_solver_def *def);

/// The wind at time t, as the CPU backends have it.
void cuda_wind_at(const xpbd_wind *wind, double t, double out[3]);

#ifdef __cplusplus
}
#endif
#endif
