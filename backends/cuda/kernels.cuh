/* Why this file exists: the kernels of one precision. Included by cuda.cu, once per XPBD_SCALAR, after the formulas and
 * the functions of one constraint and one particle, which are the ones the CPU runs. What is left here is the walk: which
 * thread does what (plan.h), and where the threads meet. */

#undef BLOCK_THREADS
#if XPBD_SCALAR == 32
#define BLOCK_THREADS 1024
#else
#define BLOCK_THREADS 512 /* as in plan.c: double takes about 80 registers a thread */
#endif
#include "names.cuh"

/* A scene on the device; passed to the kernels by value. Copy r of a batch has its own records and multipliers. */
struct IMAGE {
  PARTICLE *x, *start, *v, *force; /* [batch, records]; force NULL without wind */
  PARTICLE *lag;                   /* [batch, records], NULL unless a set is damped by the displacement before */
  int32_t n, records, batch, set_count, group_count, centre_count, obstacle_count, omit_tip_damping;
  const xpbd_range *centres;
  REAL *sums; /* [batch, 2, sum_count]: levels of sums in turn */
  int64_t sum_count;
  REAL *total;                                /* [batch, 2 XPBD_SUM_WIDEST] finished sums */
  const XPBD_NAME(obstacle) * obstacle_table; /* [steps queued, obstacle_count] */
  const XPBD_NAME(handle) * handle_table;     /* [steps queued, handle_count] */
  const XPBD_NAME(grip) * grips;              /* [grip_count] */
  int32_t handle_count, grip_count;
  XPBD_NAME(sum_set) sum_sets[CUDA_MAX_SETS]; /* of sets whose constraints are one; arrays [batch, ...] */
  REAL global_damping;
  XPBD_NAME(contact) contact; /* start NULL without; arrays [batch, ...] */
  SET sets[CUDA_MAX_SETS];    /* lambda is [batch, padded] */
  int32_t formula[CUDA_MAX_SETS], padded[CUDA_MAX_SETS];
  const cuda_group *groups;
  XPBD_NAME(wind) wind;   /* velocity from the table */
  const VEC3 *wind_table; /* [steps queued] */
  VEC3 gravity;
  REAL h, inverse_h, limit;
  int32_t iterations, substeps;
  cuda_status *status;
};

/* Particles of a cluster, in the shared memories of its blocks, and where they were, in one array: found by the places
 * that cuda_place_of() gives. */
struct LOCAL(cluster_particles) {
  PARTICLE *own;
  uint32_t shift;
};
struct LOCAL(cluster_starts) {
  const PARTICLE *all;
  uint32_t shift, part; /* bytes of a block's */
};
#if XPBD_SCALAR == 32
__device__ __forceinline__ void *cluster_address(void *own, uint32_t rank, uint32_t local) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  return (char *)cooperative_groups::this_cluster().map_shared_rank(own, rank) + local;
#else
  (void)rank;
  return (char *)own + local;
#endif
}
#endif
static __device__ __forceinline__ PARTICLE *xpbd_particle_at(LOCAL(cluster_particles) particles, uint32_t place) {
  return (PARTICLE *)cluster_address(particles.own, cuda_rank_of(place, particles.shift),
                                     cuda_local_of(place, particles.shift));
}

static __device__ __forceinline__ const PARTICLE *xpbd_particle_at(LOCAL(cluster_starts) starts, uint32_t place) {
  return (const PARTICLE *)((const char *)starts.all + cuda_rank_of(place, starts.shift) * starts.part +
                            cuda_local_of(place, starts.shift));
}

/* A formula of more than two particles is compiled once and called: inlined into every kernel it would take minutes to
 * compile, and beside its own work a call is little. */
#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  static __device__ __noinline__ int LOCAL(call_##id)(const SET *set, PARTICLE *x, const PARTICLE *start, int32_t j) { \
    return (int)XPBD_NAME(project_one)(XPBD_NAME(id), arity, rests, 1, 1, set, x, start, j);                           \
  }
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY

/* The call; not from a cluster, whose particles stand in other blocks' memories and whose plan refuses such formulas. */
typedef int (*LOCAL(call_fn))(const SET *, PARTICLE *, const PARTICLE *, int32_t);
static __device__ __forceinline__ int LOCAL(call_heavy)(LOCAL(call_fn) call, const SET *set, PARTICLE *x,
                                                        const PARTICLE *start, int32_t j) {
  return call(set, x, start, j);
}
static __device__ __forceinline__ int LOCAL(call_heavy)(LOCAL(call_fn), const SET *, LOCAL(cluster_particles),
                                                        LOCAL(cluster_starts), int32_t) {
  return 0;
}

/* One constraint of formula FORMULA, or of `formula` where the scene mixes several (FORMULA = -1). */
template <int FORMULA, class Particles, class Starts>
static __device__ __forceinline__ int LOCAL(project_formula)(int formula, const SET &set, Particles x, Starts start,
                                                             int32_t j) {
  const int damped = set.gamma > R(0.0);
  switch (FORMULA >= 0 ? FORMULA : formula) {
#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  case FORMULA_##id:                                                                                                   \
    if ((arity) > 2) return LOCAL(call_heavy)(LOCAL(call_##id), &set, x, start, j);                                    \
    return (int)XPBD_NAME(project_one)(XPBD_NAME(id), (arity) > 2 ? 2 : (arity), rests, damped, 1, &set, x, start, j);
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
  }
  return 0;
}

/* This thread's part of a group. */
template <int FORMULA, class Particles, class Starts>
static __device__ __forceinline__ void LOCAL(project_group)(const IMAGE &image, const SET &set, const cuda_group &group,
                                                            Particles x, Starts start, int32_t thread,
                                                            int32_t threads) {
  const int32_t step = cuda_step(&group, threads);
  int skipped = 0; /* `start` is the lag where the set wants it; see start_of() */
  for (int32_t j = cuda_begin(&group, thread); j < group.last; j += step)
    skipped += LOCAL(project_formula)<FORMULA>(image.formula[group.set], set, x, start, j);
  if (thread == 0) atomicAdd(&image.status->projections, (unsigned long long)(group.last - group.first));
  if (skipped) atomicAdd(&image.status->skipped, (unsigned long long)skipped);
}

/* The set with the multipliers of copy r. */
static __device__ __forceinline__ SET LOCAL(set_of)(const IMAGE &image, int s, int32_t r) {
  SET set = image.sets[s];
  set.lambda += (int64_t)r * image.padded[s];
  return set;
}

/* Where the displacement of a damped set is measured from. */
static __device__ __forceinline__ const PARTICLE *LOCAL(start_of)(const IMAGE &image, const SET &set, int64_t at) {
  return set.keep > R(0.0) ? image.start + at : image.lag + at;
}

static __device__ __forceinline__ XPBD_NAME(wind) LOCAL(wind_now)(const IMAGE &image) {
  XPBD_NAME(wind) wind = image.wind;
  wind.velocity = image.wind_table[image.status->step - image.status->table_base];
  return wind;
}

static __device__ __forceinline__ void LOCAL(lose)(const IMAGE &image, int lost) {
  if (lost) atomicAdd(&image.status->lost, (unsigned long long)lost);
}

/* ---- what happens to all particles at once, for resident kernels; `meet` lets all threads of the walk meet ---- */

/* The centres of copy r, whose records are x. */
template <class Meet>
static __device__ __noinline__ void LOCAL(tips_of)(const IMAGE &image, PARTICLE *x, int32_t r, int32_t thread,
                                                   int32_t threads, Meet meet) {
  for (int c = 0; c < image.centre_count; c++) {
    const xpbd_range range = image.centres[c];
    REAL *from = image.sums + (int64_t)r * 2 * image.sum_count, *to = from + image.sum_count;
    XPBD_NAME(sum_positions)(x, range.first, range.count, from, thread, threads);
    meet();
    for (int32_t count = xpbd_chunks(range.count); count > 1; count = xpbd_chunks(count)) {
      XPBD_NAME(sum_level)(from, count, XPBD_SUM_CENTRE, to, thread, threads);
      REAL *const done = to;
      to = from, from = done;
      meet();
    }
    if (thread == 0) XPBD_NAME(store_centre)(from, range.count, &x[image.n + c]);
    meet();
  }
}

/* The obstacles `ahead` steps after the one that the device counts. */
static __device__ __forceinline__ const XPBD_NAME(obstacle) * LOCAL(obstacles_now)(const IMAGE &image, int64_t ahead) {
  return image.obstacle_table + (image.status->step - image.status->table_base + ahead) * (int64_t)image.obstacle_count;
}

/* A call: its tree walk has a stack, which the kernels of the plain cloth must not pay for. */
static __device__ __noinline__ void LOCAL(leave_obstacles)(const IMAGE &image, const XPBD_NAME(obstacle) * obstacles,
                                                           PARTICLE *x, const PARTICLE *start, int32_t i) {
  int contacts = 0;
  for (int k = 0; k < image.obstacle_count; k++) contacts += XPBD_NAME(obstacle_project)(&obstacles[k], x, start, i);
  if (contacts) atomicAdd(&image.status->contacts, (unsigned long long)contacts);
}

/* ---- one launch a phase: plain and graph. blockIdx.y is the copy. ---- */

static __global__ void LOCAL(k_wind)(const __grid_constant__ IMAGE image) {
  const int64_t at = (int64_t)blockIdx.y * image.records;
  const XPBD_NAME(wind) wind = LOCAL(wind_now)(image);
  for (int32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < image.n; i += gridDim.x * blockDim.x) {
    const VEC3 f = XPBD_NAME(wind_force)(&wind, image.x + at, image.v + at, i);
    image.force[at + i].x = f.x, image.force[at + i].y = f.y, image.force[at + i].z = f.z;
  }
}

static __global__ void LOCAL(k_predict)(const __grid_constant__ IMAGE image) {
  const int64_t at = (int64_t)blockIdx.y * image.records;
  const int32_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  for (int32_t i = thread; i < image.n; i += threads) XPBD_NAME(predict_one)
  (image.x + at, image.start + at, image.v + at, image.force ? image.force + at : nullptr, image.gravity, image.h, i);
  for (int s = 0; s < image.set_count; s++) {
    REAL *lambda = image.sets[s].lambda + (int64_t)blockIdx.y * image.padded[s];
    for (int32_t j = thread; j < image.padded[s]; j += threads) lambda[j] = R(0.0);
  }
}

/* After the prediction, which has written down where the held particles were. */
static __global__ void LOCAL(k_hold)(const __grid_constant__ IMAGE image) {
  const XPBD_NAME(handle) *now =
      image.handle_table + (image.status->step - image.status->table_base) * (int64_t)image.handle_count;
  for (int32_t k = blockIdx.x * blockDim.x + threadIdx.x; k < image.grip_count; k += gridDim.x * blockDim.x)
    XPBD_NAME(hold_one)(&now[image.grips[k].handle], &image.grips[k], image.x + (int64_t)blockIdx.y * image.records);
}

template <int FORMULA>
static __global__ void LOCAL(k_group)(const __grid_constant__ IMAGE image, const cuda_group group) {
  const int64_t at = (int64_t)blockIdx.y * image.records;
  const SET set = LOCAL(set_of)(image, group.set, (int32_t)blockIdx.y);
  LOCAL(project_group)<FORMULA>(image, set, group, image.x + at, LOCAL(start_of)(image, set, at),
                                blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x);
}

static __global__ void LOCAL(k_finish)(const __grid_constant__ IMAGE image) {
  const int64_t at = (int64_t)blockIdx.y * image.records;
  int lost = 0;
  for (int32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < image.n; i += gridDim.x * blockDim.x)
    lost += XPBD_NAME(finish_one)(image.x + at, image.start + at, image.v + at, image.inverse_h, image.limit, i);
  LOCAL(lose)(image, lost);
}

/* ---- one resident kernel: cooperative. A row of blocks does one copy after the other, beside the other rows. ---- */

/* The centres of all copies before a step, and before a sweep. A row without a copy meets the others and does nothing. */
template <class Meet>
static __device__ void LOCAL(row_tips)(const IMAGE &image, int32_t thread, int32_t threads, bool step_begins,
                                       Meet meet) {
  if (image.centre_count == 0) return;
  for (int32_t first = 0; first < image.batch; first += (int32_t)gridDim.y) {
    const int32_t r = first + (int32_t)blockIdx.y;
    const bool idle = r >= image.batch;
    const int64_t at = idle ? 0 : (int64_t)r * image.records;
    LOCAL(tips_of)(image, image.x + at, idle ? 0 : r, idle ? INT32_MAX - threads : thread, threads, meet);
    if (idle || (!step_begins && !image.omit_tip_damping)) continue;
    for (int32_t k = image.n + thread; k < image.n + image.centre_count; k += threads)
      image.start[at + k] = image.x[at + k];
  }
  meet();
}

#define EACH_COPY(r) for (int32_t r = (int32_t)blockIdx.y; r < image.batch; r += (int32_t)gridDim.y)
template <int FORMULA>
static __global__ void LOCAL(k_cooperative)(const __grid_constant__ IMAGE image, int32_t frames) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const int32_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  const int32_t n = image.n;
  const auto meet = [&] { grid.sync(); };
  for (int64_t step = 0; step < (int64_t)frames * image.substeps; step++) {
    if constexpr (FORMULA < 0) LOCAL(row_tips)(image, thread, threads, true, meet);
    if (image.force) {
      const XPBD_NAME(wind) wind = LOCAL(wind_now)(image);
      EACH_COPY(r) {
        const int64_t at = (int64_t)r * image.records;
        for (int32_t i = thread; i < n; i += threads) {
          const VEC3 f = XPBD_NAME(wind_force)(&wind, image.x + at, image.v + at, i);
          PARTICLE *to = image.force + at + i;
          to->x = f.x, to->y = f.y, to->z = f.z;
        }
      }
      grid.sync();
    }
    EACH_COPY(r) {
      const int64_t at = (int64_t)r * image.records;
      const PARTICLE *force = image.force ? image.force + at : nullptr;
      for (int32_t i = thread; i < n; i += threads)
        XPBD_NAME(predict_one)(image.x + at, image.start + at, image.v + at, force, image.gravity, image.h, i);
      for (int s = 0; s < image.set_count; s++) {
        REAL *lambda = image.sets[s].lambda + (int64_t)r * image.padded[s];
        for (int32_t j = thread; j < image.padded[s]; j += threads) lambda[j] = R(0.0);
      }
    }
    grid.sync();
    for (int32_t it = 0; it < image.iterations; it++) {
      if constexpr (FORMULA < 0) LOCAL(row_tips)(image, thread, threads, false, meet);
      for (int32_t g = 0; g < image.group_count; g++) {
        const cuda_group group = image.groups[g];
        EACH_COPY(r)
        LOCAL(project_group)<FORMULA>(image, LOCAL(set_of)(image, group.set, r), group,
                                      image.x + (int64_t)r * image.records,
                                      (const PARTICLE *)image.start + (int64_t)r * image.records, thread, threads);
        grid.sync();
      }
      if (FORMULA < 0 && image.obstacle_count > 0) {
        EACH_COPY(r) {
          const int64_t at = (int64_t)r * image.records;
          for (int32_t i = thread; i < n; i += threads)
            LOCAL(leave_obstacles)(image, LOCAL(obstacles_now)(image, 0), image.x + at, image.start + at, i);
        }
        grid.sync();
      }
    }
    int lost = 0;
    EACH_COPY(r) {
      const int64_t at = (int64_t)r * image.records;
      for (int32_t i = thread; i < n; i += threads)
        lost += XPBD_NAME(finish_one)(image.x + at, image.start + at, image.v + at, image.inverse_h, image.limit, i);
    }
    LOCAL(lose)(image, lost);
    grid.sync();
    if (thread == 0 && blockIdx.y == 0) cuda_end_step(image.status, image.substeps);
    grid.sync();
  }
}
#undef EACH_COPY

/* ---- one block a copy: positions, and what else fits, in shared memory. ---- */

/* Copy `count` numbers to shared memory behind `*at`; returns where they are now. */
template <class T> static __device__ __forceinline__ T *LOCAL(stage)(const T *from, int32_t count, char **at) {
  T *to = (T *)*at;
  for (int32_t j = threadIdx.x; j < count; j += blockDim.x) to[j] = from[j];
  *at += sizeof(T) * (size_t)count;
  return to;
}

template <int FORMULA>
static __global__ void __launch_bounds__(BLOCK_THREADS)
    LOCAL(k_block)(const __grid_constant__ IMAGE image, int32_t frames, int32_t staged) {
  XPBD_DYNAMIC_SHARED(shared);
  __shared__ SET sets[CUDA_MAX_SETS];
  const int64_t at = (int64_t)blockIdx.x * image.records;
  const int32_t thread = threadIdx.x, threads = blockDim.x;
  char *next = shared;
  PARTICLE *x = LOCAL(stage)(image.x + at, image.records, &next);
  for (int s = 0; s < image.set_count; s++) {
    SET set = LOCAL(set_of)(image, s, (int32_t)blockIdx.x);
    if (staged & CUDA_STAGE_LAMBDA) set.lambda = LOCAL(stage)(set.lambda, image.padded[s], &next);
    if (thread == 0) sets[s] = set;
  }
  for (int s = 0; (staged & CUDA_STAGE_INDEX) && s < image.set_count; s++) {
    SET set = image.sets[s];
    for (int k = 0; k < XPBD_MAX_ARITY; k++)
      if (set.offset[k]) set.offset[k] = LOCAL(stage)(set.offset[k], image.padded[s], &next);
    for (int k = 0; k < XPBD_MAX_REST; k++)
      if (set.rest[k]) set.rest[k] = LOCAL(stage)(set.rest[k], image.padded[s], &next);
    if (thread == 0) {
      for (int k = 0; k < XPBD_MAX_ARITY; k++) sets[s].offset[k] = set.offset[k];
      for (int k = 0; k < XPBD_MAX_REST; k++) sets[s].rest[k] = set.rest[k];
    }
  }
  __syncthreads();
  PARTICLE *start = image.start + at, *v = image.v + at, *force = image.force ? image.force + at : nullptr;
  int64_t step = image.status->step - image.status->table_base;
  const int64_t base = step;
  const auto meet = [] { __syncthreads(); };
  for (int32_t f = 0; f < frames; f++) {
    int lost = 0;
    for (int32_t sub = 0; sub < image.substeps; sub++, step++) {
      if constexpr (FORMULA < 0) {
        LOCAL(tips_of)(image, x, (int32_t)blockIdx.x, thread, threads, meet);
        for (int32_t c = thread; c < image.centre_count; c += threads) start[image.n + c] = x[image.n + c];
      }
      if (force) {
        XPBD_NAME(wind) wind = image.wind;
        wind.velocity = image.wind_table[step];
        for (int32_t i = thread; i < image.n; i += threads) {
          const VEC3 u = XPBD_NAME(wind_force)(&wind, x, v, i);
          force[i].x = u.x, force[i].y = u.y, force[i].z = u.z;
        }
        __syncthreads();
      }
      for (int32_t i = thread; i < image.n; i += threads)
        XPBD_NAME(predict_one)(x, start, v, force, image.gravity, image.h, i);
      for (int s = 0; s < image.set_count; s++)
        for (int32_t j = thread; j < image.padded[s]; j += threads) sets[s].lambda[j] = R(0.0);
      __syncthreads();
      for (int32_t it = 0; it < image.iterations; it++) {
        if constexpr (FORMULA < 0) LOCAL(tips_of)(image, x, (int32_t)blockIdx.x, thread, threads, meet);
        if (FORMULA < 0 && image.omit_tip_damping && image.centre_count > 0) {
          for (int32_t c = thread; c < image.centre_count; c += threads) start[image.n + c] = x[image.n + c];
          __syncthreads();
        }
        for (int32_t g = 0; g < image.group_count; g++) {
          const cuda_group group = image.groups[g];
          LOCAL(project_group)<FORMULA>(image, sets[group.set], group, x, (const PARTICLE *)start, thread, threads);
          __syncthreads();
        }
        if (FORMULA < 0 && image.obstacle_count > 0) {
          for (int32_t i = thread; i < image.n; i += threads)
            LOCAL(leave_obstacles)(image, LOCAL(obstacles_now)(image, step - base), x, start, i);
          __syncthreads();
        }
      }
      for (int32_t i = thread; i < image.n; i += threads)
        lost += XPBD_NAME(finish_one)(x, start, v, image.inverse_h, image.limit, i);
      __syncthreads();
    }
    /* the copies run apart, so the first bad frame of all is kept by the smallest number */
    if (lost) atomicMin(&image.status->first_lost, (unsigned long long)(image.status->frame + f + 1));
  }
  for (int32_t i = thread; i < image.n; i += threads) image.x[at + i] = x[i];
}

/* After the blocks of a batch, whose copies must not see the counters change while they run. */
static __global__ void LOCAL(k_block_end)(const __grid_constant__ IMAGE image, int32_t frames) {
  image.status->frame += frames;
  image.status->step += (int64_t)frames * image.substeps;
}

/* ---- one cluster: positions spread over the shared memories of its blocks. ---- */

template <int FORMULA>
static __global__ void __launch_bounds__(BLOCK_THREADS)
    LOCAL(k_cluster)(const __grid_constant__ IMAGE image, int32_t frames, const cuda_parts parts) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  XPBD_DYNAMIC_SHARED(shared);
  cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  const int32_t rank = (int32_t)cluster.block_rank(), ranks = (int32_t)cluster.num_blocks();
  const int32_t thread = rank * (int32_t)blockDim.x + (int32_t)threadIdx.x, threads = ranks * (int32_t)blockDim.x;
  const LOCAL(cluster_particles) x = {(PARTICLE *)shared, parts.shift};
  const LOCAL(cluster_starts) start = {image.start, parts.shift, parts.each * parts.bytes};
  const int32_t each = (int32_t)parts.each, first = rank * each;
  const int32_t held = image.records - first < each ? image.records - first : each; /* records here, the dummy too */
  const int32_t own = image.n - first < each ? image.n - first : each;              /* particles here */
  for (int32_t i = threadIdx.x; i < held; i += blockDim.x) x.own[i] = image.x[first + i];
  cluster.sync();
  for (int32_t f = 0; f < frames; f++) {
    int lost = 0;
    for (int32_t sub = 0; sub < image.substeps; sub++) {
      for (int32_t i = threadIdx.x; i < own; i += blockDim.x) XPBD_NAME(predict_one)
      (x.own, image.start + first, image.v + first, (const PARTICLE *)nullptr, image.gravity, image.h, i);
      for (int s = 0; s < image.set_count; s++)
        for (int32_t j = thread; j < image.padded[s]; j += threads) image.sets[s].lambda[j] = R(0.0);
      cluster.sync();
      for (int32_t it = 0; it < image.iterations; it++) {
        for (int32_t g = 0; g < image.group_count; g++) {
          const cuda_group group = image.groups[g];
          LOCAL(project_group)<FORMULA>(image, image.sets[group.set], group, x, start, thread, threads);
          cluster.sync();
        }
      }
      for (int32_t i = threadIdx.x; i < own; i += blockDim.x)
        lost += XPBD_NAME(finish_one)(x.own, image.start + first, image.v + first, image.inverse_h, image.limit, i);
      cluster.sync();
    }
    if (lost) atomicMin(&image.status->first_lost, (unsigned long long)(image.status->frame + f + 1));
  }
  for (int32_t i = threadIdx.x; i < own; i += blockDim.x) image.x[first + i] = x.own[i];
  cluster.sync(); /* nobody may end while a neighbour still reads its shared memory */
#else
  (void)frames, (void)parts;
  __trap(); /* the plan must not have come here */
#endif
}

/* The instances of the kernels: [0] for scenes of several formulas, with obstacles or ghost tips; [1 + formula] for one,
 * without; of more than two particles the first. */
typedef void (*LOCAL(group_fn))(const IMAGE, const cuda_group);
typedef void (*LOCAL(frames_fn))(const IMAGE, int32_t);
typedef void (*LOCAL(block_fn))(const IMAGE, int32_t, int32_t);
typedef void (*LOCAL(cluster_fn))(const IMAGE, int32_t, const cuda_parts);
#define XPBD_FORMULA_ENTRY(id, arity, ...) LOCAL(k_group)<(arity) == 2 ? FORMULA_##id : -1>,
static const LOCAL(group_fn) LOCAL(group_kernels)[] = {
    LOCAL(k_group) < -1 >,
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY
#define XPBD_FORMULA_ENTRY(id, arity, ...) LOCAL(k_cooperative)<(arity) == 2 ? FORMULA_##id : -1>,
static const LOCAL(frames_fn) LOCAL(cooperative_kernels)[] = {
    LOCAL(k_cooperative) < -1 >,
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY
#define XPBD_FORMULA_ENTRY(id, arity, ...) LOCAL(k_block)<(arity) == 2 ? FORMULA_##id : -1>,
static const LOCAL(block_fn) LOCAL(block_kernels)[] = {
    LOCAL(k_block) < -1 >,
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY
#define XPBD_FORMULA_ENTRY(id, arity, ...) LOCAL(k_cluster)<(arity) == 2 ? FORMULA_##id : -1>,
static const LOCAL(cluster_fn) LOCAL(cluster_kernels)[] = {
    LOCAL(k_cluster) < -1 >,
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY
