/* Why this file exists: the phases of plain and graph in which all particles matter at once, one launch each: ghost tips,
 * constraints made of many elements, obstacles, lagged and global damping. What a thread does is in lib/solver/sums.h.
 * Included by cuda.cu after kernels.cuh, once per XPBD_SCALAR. */

#include "names.cuh"

static __device__ __forceinline__ int32_t LOCAL(own_thread)() {
  return (int32_t)(blockIdx.x * blockDim.x + threadIdx.x);
}
static __device__ __forceinline__ int32_t LOCAL(all_threads)() {
  return (int32_t)(gridDim.x * blockDim.x);
}
static __device__ __forceinline__ int64_t LOCAL(copy_at)(const IMAGE &image) {
  return (int64_t)blockIdx.y * image.records;
}
/* One of the two arrays of sums of this copy. */
static __device__ __forceinline__ REAL *LOCAL(sums_of)(const IMAGE &image, int which) {
  return image.sums + ((int64_t)blockIdx.y * 2 + which) * image.sum_count;
}
static __device__ __forceinline__ REAL *LOCAL(total_of)(const IMAGE &image) {
  return image.total + (int64_t)blockIdx.y * 2 * XPBD_SUM_WIDEST;
}

/* The next level of a sum, from array `which` to the other. */
static __global__ void LOCAL(k_level)(const __grid_constant__ IMAGE image, int which, int32_t count, int width) {
  XPBD_NAME(sum_level)
  (LOCAL(sums_of)(image, which), count, width, LOCAL(sums_of)(image, 1 - which), LOCAL(own_thread)(),
   LOCAL(all_threads)());
}
static __global__ void LOCAL(k_total)(const __grid_constant__ IMAGE image, int which, int width, int place) {
  for (int k = 0; k < width; k++) LOCAL(total_of)(image)[place * XPBD_SUM_WIDEST + k] = LOCAL(sums_of)(image, which)[k];
}

static __global__ void LOCAL(k_positions)(const __grid_constant__ IMAGE image, const PARTICLE *x, xpbd_range range) {
  XPBD_NAME(sum_positions)
  (x + LOCAL(copy_at)(image), range.first, range.count, LOCAL(sums_of)(image, 0), LOCAL(own_thread)(),
   LOCAL(all_threads)());
}
static __global__ void LOCAL(k_centre)(const __grid_constant__ IMAGE image, PARTICLE *x, int which, int32_t count,
                                       int32_t centre) {
  XPBD_NAME(store_centre)(LOCAL(sums_of)(image, which), count, x + LOCAL(copy_at)(image) + image.n + centre);
}
/* The tips are where their displacement starts from: at the start of a step, or in every sweep where it is left out. */
static __global__ void LOCAL(k_start_tips)(const __grid_constant__ IMAGE image) {
  const int64_t at = LOCAL(copy_at)(image) + image.n;
  for (int c = 0; c < image.centre_count; c++) image.start[at + c] = image.x[at + c];
}

static __global__ void LOCAL(k_lag)(const __grid_constant__ IMAGE image) {
  const int64_t at = LOCAL(copy_at)(image);
  for (int32_t i = LOCAL(own_thread)(); i < image.n; i += LOCAL(all_threads)()) {
    image.lag[at + i].x = -(image.h * image.v[at + i].x);
    image.lag[at + i].y = -(image.h * image.v[at + i].y);
    image.lag[at + i].z = -(image.h * image.v[at + i].z);
  }
}
static __global__ void LOCAL(k_still_tips)(const __grid_constant__ IMAGE image) {
  const int64_t at = LOCAL(copy_at)(image) + image.n;
  for (int c = 0; c < image.centre_count; c++) image.lag[at + c] = PARTICLE{};
}

/* The arrays of copy blockIdx.y of a set whose constraints are one. */
static __device__ __forceinline__ XPBD_NAME(sum_set) LOCAL(sum_set_of)(const IMAGE &image, int s) {
  XPBD_NAME(sum_set) sum = image.sum_sets[s];
  sum.value += (int64_t)blockIdx.y * image.padded[s];
  sum.gradient += (int64_t)blockIdx.y * image.n;
  for (int k = 0; k < XPBD_MAX_ARITY; k++)
    if (sum.slot[k]) sum.slot[k] += (int64_t)blockIdx.y * image.padded[s];
  return sum;
}

static __global__ void LOCAL(k_evaluate)(const __grid_constant__ IMAGE image, int s, int32_t count) {
  const SET set = LOCAL(set_of)(image, s, (int32_t)blockIdx.y);
  const XPBD_NAME(sum_set) sum = LOCAL(sum_set_of)(image, s);
  const PARTICLE *x = image.x + LOCAL(copy_at)(image);
  for (int32_t j = LOCAL(own_thread)(); j < count; j += LOCAL(all_threads)()) {
    VEC3 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
    REAL rest[XPBD_MAX_REST], scale = R(1.0);
    switch (image.formula[s]) {
#define XPBD_FORMULA_ENTRY(...)
#define XPBD_SUMMED_ENTRY(id, arity, rests, ...)                                                                       \
  case FORMULA_##id:                                                                                                   \
    XPBD_NAME(load_element)(arity, rests, &set, x, j, at, rest);                                                       \
    sum.value[j] = XPBD_NAME(id)(at, rest, set.material, g, &scale);                                                   \
    XPBD_EACH_PARTICLE(0, arity, sum.slot[k][j].x = g[k].x; sum.slot[k][j].y = g[k].y; sum.slot[k][j].z = g[k].z;)     \
    break;
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
    }
  }
  if (LOCAL(own_thread)() == 0) atomicAdd(&image.status->projections, (unsigned long long)count);
}
static __global__ void LOCAL(k_values)(const __grid_constant__ IMAGE image, int s, int32_t count) {
  const XPBD_NAME(sum_set) sum = LOCAL(sum_set_of)(image, s);
  XPBD_NAME(sum_values)(sum.value, count, LOCAL(sums_of)(image, 0), LOCAL(own_thread)(), LOCAL(all_threads)());
}
static __global__ void LOCAL(k_gather)(const __grid_constant__ IMAGE image, int s) {
  const SET set = LOCAL(set_of)(image, s, (int32_t)blockIdx.y);
  const XPBD_NAME(sum_set) sum = LOCAL(sum_set_of)(image, s);
  const int64_t at = LOCAL(copy_at)(image);
  XPBD_NAME(gather_gradients)
  (&sum, image.x + at, LOCAL(start_of)(image, set, at), set.keep, image.n, LOCAL(sums_of)(image, 0),
   LOCAL(own_thread)(), LOCAL(all_threads)());
}
static __global__ void LOCAL(k_summed)(const __grid_constant__ IMAGE image, int s, int which, int32_t count) {
  const SET set = LOCAL(set_of)(image, s, (int32_t)blockIdx.y);
  REAL *total = LOCAL(total_of)(image);
  int skipped = 0;
  total[1] = XPBD_NAME(summed_quotient)(total[0], LOCAL(sums_of)(image, which), set.relax, set.alpha, set.gamma,
                                        set.lambda, &skipped);
  if (skipped) atomicAdd(&image.status->skipped, (unsigned long long)count); /* as k_evaluate counts projections */
}
static __global__ void LOCAL(k_apply)(const __grid_constant__ IMAGE image, int s) {
  const XPBD_NAME(sum_set) sum = LOCAL(sum_set_of)(image, s);
  XPBD_NAME(apply_summed)
  (sum.gradient, LOCAL(total_of)(image)[1], image.x + LOCAL(copy_at)(image), image.n, LOCAL(own_thread)(),
   LOCAL(all_threads)());
}

static __global__ void LOCAL(k_obstacles)(const __grid_constant__ IMAGE image) {
  const int64_t at = LOCAL(copy_at)(image);
  const XPBD_NAME(obstacle) *obstacles = LOCAL(obstacles_now)(image, 0);
  for (int32_t i = LOCAL(own_thread)(); i < image.n; i += LOCAL(all_threads)())
    LOCAL(leave_obstacles)(image, obstacles, image.x + at, image.start + at, i);
}

/* ---- contact between particles ---- */

/* The arrays of copy blockIdx.y. */
static __device__ __forceinline__ XPBD_NAME(contact) LOCAL(contact_of)(const IMAGE &image) {
  XPBD_NAME(contact) c = image.contact;
  const int64_t copy = blockIdx.y;
  c.start += copy * ((int64_t)c.mask + 2);
  c.items += copy * image.n;
  c.candidates += copy * image.n * XPBD_CANDIDATES;
  c.candidate_count += copy * image.n;
  c.touching += copy * image.n;
  c.moved += copy * image.n;
  return c;
}

static __global__ void LOCAL(k_contact_clear)(const __grid_constant__ IMAGE image) {
  const XPBD_NAME(contact) c = LOCAL(contact_of)(image);
  for (int64_t b = LOCAL(own_thread)(); b <= (int64_t)c.mask + 1; b += LOCAL(all_threads)()) c.start[b] = 0;
}
static __global__ void LOCAL(k_contact_histogram)(const __grid_constant__ IMAGE image) {
  const XPBD_NAME(contact) c = LOCAL(contact_of)(image);
  const PARTICLE *x = image.x + LOCAL(copy_at)(image);
  for (int32_t i = LOCAL(own_thread)(); i < image.n; i += LOCAL(all_threads)())
    atomicAdd(&c.start[XPBD_NAME(contact_bucket)(&c, x, i)], 1);
}
/* Ends of the buckets, by one block: chunk after chunk of 1024, carrying the sum on. */
static __global__ void LOCAL(k_contact_scan)(const __grid_constant__ IMAGE image) {
  __shared__ int32_t sum[1024];
  const XPBD_NAME(contact) c = LOCAL(contact_of)(image);
  const int thread = (int)threadIdx.x;
  int32_t carry = 0;
  for (int64_t base = 0; base <= (int64_t)c.mask; base += 1024) {
    const int64_t b = base + thread;
    sum[thread] = b <= (int64_t)c.mask ? c.start[b] : 0;
    __syncthreads();
    for (int step = 1; step < 1024; step *= 2) {
      const int32_t below = thread >= step ? sum[thread - step] : 0;
      __syncthreads();
      sum[thread] += below;
      __syncthreads();
    }
    if (b <= (int64_t)c.mask) c.start[b] = carry + sum[thread];
    carry += sum[1023];
    __syncthreads();
  }
  if (thread == 0) c.start[(int64_t)c.mask + 1] = image.n;
}
/* From the ends down, in any order (candidates are sorted): then start[b] is where bucket b begins. */
static __global__ void LOCAL(k_contact_fill)(const __grid_constant__ IMAGE image) {
  const XPBD_NAME(contact) c = LOCAL(contact_of)(image);
  const PARTICLE *x = image.x + LOCAL(copy_at)(image);
  for (int32_t i = LOCAL(own_thread)(); i < image.n; i += LOCAL(all_threads)())
    c.items[atomicSub(&c.start[XPBD_NAME(contact_bucket)(&c, x, i)], 1) - 1] = i;
}
static __global__ void LOCAL(k_contact_candidates)(const __grid_constant__ IMAGE image) {
  const XPBD_NAME(contact) c = LOCAL(contact_of)(image);
  const PARTICLE *x = image.x + LOCAL(copy_at)(image);
  int32_t unseen = 0;
  for (int32_t i = LOCAL(own_thread)(); i < image.n; i += LOCAL(all_threads)())
    unseen += XPBD_NAME(contact_candidates)(&c, x, i);
  if (unseen) atomicAdd(&image.status->unseen, (unsigned long long)unseen);
}
static __global__ void LOCAL(k_contact_count)(const __grid_constant__ IMAGE image) {
  const XPBD_NAME(contact) c = LOCAL(contact_of)(image);
  for (int32_t i = LOCAL(own_thread)(); i < image.n; i += LOCAL(all_threads)())
    XPBD_NAME(contact_count)(&c, image.x + LOCAL(copy_at)(image), i);
}
static __global__ void LOCAL(k_contact_push)(const __grid_constant__ IMAGE image) {
  const XPBD_NAME(contact) c = LOCAL(contact_of)(image);
  int32_t contacts = 0;
  for (int32_t i = LOCAL(own_thread)(); i < image.n; i += LOCAL(all_threads)())
    contacts += XPBD_NAME(contact_push)(&c, image.x + LOCAL(copy_at)(image), i);
  if (contacts) atomicAdd(&image.status->contacts, (unsigned long long)contacts);
}
static __global__ void LOCAL(k_contact_apply)(const __grid_constant__ IMAGE image) {
  const XPBD_NAME(contact) c = LOCAL(contact_of)(image);
  for (int32_t i = LOCAL(own_thread)(); i < image.n; i += LOCAL(all_threads)())
    XPBD_NAME(contact_apply)(&c, image.x + LOCAL(copy_at)(image), i);
}

static __global__ void LOCAL(k_motion)(const __grid_constant__ IMAGE image) {
  const int64_t at = LOCAL(copy_at)(image);
  XPBD_NAME(sum_motion)
  (image.x + at, image.v + at, image.n, LOCAL(sums_of)(image, 0), LOCAL(own_thread)(), LOCAL(all_threads)());
}
static __global__ void LOCAL(k_turn)(const __grid_constant__ IMAGE image) {
  const int64_t at = LOCAL(copy_at)(image);
  XPBD_NAME(sum_turn)
  (image.x + at, image.v + at, image.n, LOCAL(total_of)(image), LOCAL(sums_of)(image, 0), LOCAL(own_thread)(),
   LOCAL(all_threads)());
}
static __global__ void LOCAL(k_damp)(const __grid_constant__ IMAGE image) {
  const int64_t at = LOCAL(copy_at)(image);
  XPBD_NAME(damp_globally)
  (image.x + at, image.v + at, image.n, LOCAL(total_of)(image), LOCAL(total_of)(image) + XPBD_SUM_WIDEST,
   image.global_damping, LOCAL(own_thread)(), LOCAL(all_threads)());
}

/* ---- launches ---- */

/* A launch with one thread for each of `count` items of every copy. */
#undef OVER
#undef ONCE
#define OVER(count)                                                                                                    \
  dim3((unsigned)(((count) > 0 ? (count) : 1) + 255) / 256, (unsigned)image.batch), 256, 0, state->stream
#define ONCE dim3(1, (unsigned)image.batch), 1, 0, state->stream

/* Levels of a sum whose first stands in array 0; returns the array that holds the end. */
static int LOCAL(launch_levels)(cuda_state *state, int32_t count, int width) {
  const IMAGE &image = state->XPBD_HALF;
  int which = 0;
  for (; count > 1; count = xpbd_chunks(count), which = 1 - which)
    XPBD_LAUNCH(LOCAL(k_level), OVER(xpbd_chunks(count)), image, which, count, width);
  return which;
}

static void LOCAL(launch_centres)(cuda_state *state, PARTICLE *x) {
  const IMAGE &image = state->XPBD_HALF;
  for (int32_t c = 0; c < image.centre_count; c++) {
    const xpbd_range range = *xpbd_scene_centre(state->scene, c);
    XPBD_LAUNCH(LOCAL(k_positions), OVER(xpbd_chunks(range.count)), image, x, range);
    const int which = LOCAL(launch_levels)(state, xpbd_chunks(range.count), XPBD_SUM_CENTRE);
    XPBD_LAUNCH(LOCAL(k_centre), ONCE, image, x, which, range.count, c);
  }
}

/* Before a step: where the tips are, and the displacement of the step before. */
static void LOCAL(launch_start)(cuda_state *state) {
  const IMAGE &image = state->XPBD_HALF;
  LOCAL(launch_centres)(state, image.x);
  if (image.centre_count > 0) XPBD_LAUNCH(LOCAL(k_start_tips), ONCE, image);
  if (!image.lag) return;
  XPBD_LAUNCH(LOCAL(k_lag), OVER(image.n), image);
  LOCAL(launch_centres)(state, image.lag);
  if (image.centre_count > 0 && image.omit_tip_damping) XPBD_LAUNCH(LOCAL(k_still_tips), ONCE, image);
}

/* Before a sweep. */
static void LOCAL(launch_tips)(cuda_state *state) {
  const IMAGE &image = state->XPBD_HALF;
  LOCAL(launch_centres)(state, image.x);
  if (image.centre_count > 0 && image.omit_tip_damping) XPBD_LAUNCH(LOCAL(k_start_tips), ONCE, image);
}

static void LOCAL(launch_summed)(cuda_state *state, int32_t s) {
  const IMAGE &image = state->XPBD_HALF;
  const int32_t count = state->host.sets[s].count;
  XPBD_LAUNCH(LOCAL(k_evaluate), OVER(count), image, s, count);
  XPBD_LAUNCH(LOCAL(k_values), OVER(xpbd_chunks(count)), image, s, count);
  int which = LOCAL(launch_levels)(state, xpbd_chunks(count), XPBD_SUM_ELEMENT);
  XPBD_LAUNCH(LOCAL(k_total), ONCE, image, which, XPBD_SUM_ELEMENT, 0);
  XPBD_LAUNCH(LOCAL(k_gather), OVER(xpbd_chunks(image.n)), image, s);
  which = LOCAL(launch_levels)(state, xpbd_chunks(image.n), XPBD_SUM_GRADIENT);
  XPBD_LAUNCH(LOCAL(k_summed), ONCE, image, s, which, count);
  XPBD_LAUNCH(LOCAL(k_apply), OVER(image.n), image, s);
}

static void LOCAL(launch_obstacles)(cuda_state *state) {
  const IMAGE &image = state->XPBD_HALF;
  if (image.obstacle_count > 0) XPBD_LAUNCH(LOCAL(k_obstacles), OVER(image.n), image);
}

/* Once a step, after the prediction. */
static void LOCAL(launch_candidates)(cuda_state *state) {
  const IMAGE &image = state->XPBD_HALF;
  if (!image.contact.start) return;
  XPBD_LAUNCH(LOCAL(k_contact_clear), OVER(image.n), image);
  XPBD_LAUNCH(LOCAL(k_contact_histogram), OVER(image.n), image);
  XPBD_LAUNCH(LOCAL(k_contact_scan), dim3(1, (unsigned)image.batch), 1024, 0, state->stream, image);
  XPBD_LAUNCH(LOCAL(k_contact_fill), OVER(image.n), image);
  XPBD_LAUNCH(LOCAL(k_contact_candidates), OVER(image.n), image);
}

/* After every sweep. */
static void LOCAL(launch_contact)(cuda_state *state) {
  const IMAGE &image = state->XPBD_HALF;
  if (!image.contact.start) return;
  XPBD_LAUNCH(LOCAL(k_contact_count), OVER(image.n), image);
  XPBD_LAUNCH(LOCAL(k_contact_push), OVER(image.n), image);
  XPBD_LAUNCH(LOCAL(k_contact_apply), OVER(image.n), image);
}

static void LOCAL(launch_global_damping)(cuda_state *state) {
  const IMAGE &image = state->XPBD_HALF;
  if (!(image.global_damping > R(0.0))) return;
  XPBD_LAUNCH(LOCAL(k_motion), OVER(xpbd_chunks(image.n)), image);
  int which = LOCAL(launch_levels)(state, xpbd_chunks(image.n), XPBD_SUM_MOTION);
  XPBD_LAUNCH(LOCAL(k_total), ONCE, image, which, XPBD_SUM_MOTION, 0);
  XPBD_LAUNCH(LOCAL(k_turn), OVER(xpbd_chunks(image.n)), image);
  which = LOCAL(launch_levels)(state, xpbd_chunks(image.n), XPBD_SUM_TURN);
  XPBD_LAUNCH(LOCAL(k_total), ONCE, image, which, XPBD_SUM_TURN, 1);
  XPBD_LAUNCH(LOCAL(k_damp), OVER(image.n), image);
}
