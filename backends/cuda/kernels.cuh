/* Why this file exists: the kernels of one precision. device.cuh includes it, once per XPBD_SCALAR. The formulas and
 * the functions of one constraint and one particle are the CPU's. A time step is lib/step/step.inl, both for one
 * launch per phase and for resident kernels. This file decides which thread does what (plan.h), where the particles
 * are, and where threads synchronise. */

/* Springs take a fast path if its result is certain (near.cuh). Formulas from a file always take the exact root,
 * because nobody has tested how they handle a length of NaN. */
#if XPBD_SCALAR == 32 && !defined(XPBD_UNIT_PLACES)
#define XPBD_QUICK
#include XPBD_UNIT_FORMULAS
#undef XPBD_QUICK
#define QUICK(id) xpbd_##id##_quick
#elif XPBD_SCALAR == 32
#define QUICK(id) xpbd_##id##_f32
#endif
#include XPBD_UNIT_FORMULAS
#include "solver/project.inl"
#include "solver/particle.inl"
#include "solver/sums.inl"
#include "collide/project.inl"
#include "solver/contact.inl"
#include "solver/bounce.inl"
#include "solver/split.inl"

/* Threads of a block, as in plan.c. A multiprocessor has 65536 registers. With 1024 threads each has 64, which is
 * enough for springs in float. In double they take about 80, and the general kernels up to 128. */
#undef BLOCK_THREADS
#undef NEAR_THREADS
#if XPBD_SCALAR == 32
#define BLOCK_THREADS(formula)       ((formula) < 0 ? 512 : 1024)
#define NEAR_THREADS(formula, apart) ((apart) ? CUDA_STRIP * CUDA_STRIPS : BLOCK_THREADS(formula)) /* of 72 registers */
#else
#define BLOCK_THREADS(formula)       512
#define NEAR_THREADS(formula, apart) 512
#endif
#include "names.cuh"

/* A scene on the device, passed to the kernels by value. */
#undef XPBD_WORLD_SETS
#undef XPBD_WORLD_OWN
#define XPBD_WORLD_SETS CUDA_MAX_SETS
#define XPBD_WORLD_OWN  cuda_status *status;
#include "step/world.inl"
static_assert(sizeof(IMAGE) <= 4016, "with its other arguments a kernel takes no more than 4 KiB");

#include "step/phases.inl"

/* A formula of more than two particles is compiled once and called. Inlining it into every kernel would take minutes to
 * compile. The call costs little beside the formula. */
#define XPBD_FORMULA_ENTRY(id, arity, rests, materials, rows, element, traits, ...)                                    \
  static __device__ __noinline__ int LOCAL(call_##id)(const SET *set, PARTICLE *x, const PARTICLE *start, int32_t j) { \
    return (int)XPBD_NAME(project_element)(XPBD_NAME(id), arity, rests, rows, XPBD_ALIKE(traits), 1, 1,                \
                                           XPBD_SCALAR == 32, set, x, start, j);                                       \
  }
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY

/* Project one element of formula FORMULA, or of `formula` if the scene mixes several (FORMULA = -1). Sets
 * may be damped if DAMPED is true. */
template <int FORMULA, bool DAMPED, class Particles, class Starts>
static __device__ __forceinline__ int LOCAL(project_formula)(int formula, const SET &set, Particles x, Starts start,
                                                             int32_t j) {
  const int damped = DAMPED && set.gamma > R(0.0);
  switch (FORMULA >= 0 ? FORMULA : formula) {
#define XPBD_FORMULA_ENTRY(id, arity, rests, materials, rows, element, traits, ...)                                    \
  case FORMULA_##id:                                                                                                   \
    if ((arity) > 2) return LOCAL(call_##id)(&set, x, start, j);                                                       \
    return (int)XPBD_NAME(project_element)(XPBD_NAME(id), (arity) > 2 ? 2 : (arity), rests,                            \
                                           FORMULA < 0 && (arity) <= 2 ? (rows) : 1, XPBD_ALIKE(traits), damped, 1,    \
                                           XPBD_SCALAR == 32 && FORMULA < 0, &set, x, start, j);
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
  }
  return 0;
}

/* The positions from which a damped set measures displacements, for both kinds of positions. */
static __device__ __forceinline__ const PARTICLE *LOCAL(starts)(const IMAGE &image, const xpbd_who &who, const SET &set,
                                                                PARTICLE *) {
  return XPBD_NAME(start_of)(&image, &who, set.keep);
}
/* Do this thread's part of a group of formula `formula`. */
template <int FORMULA, bool DAMPED, class Positions, class Starts>
static __device__ __forceinline__ void LOCAL(project_places)(cuda_status *status, int formula, const xpbd_who &who,
                                                             const SET &set, const xpbd_group &group, Positions x,
                                                             Starts start) {
  const int32_t step = cuda_step(&group, who.threads);
  int skipped = 0;
  for (int32_t j = cuda_begin(&group, who.thread); j < group.last; j += step)
    skipped += LOCAL(project_formula)<FORMULA, DAMPED>(formula, set, x, start, j);
  if (skipped) atomicAdd(&status->skipped, (unsigned long long)skipped);
}
/* Project on a row's copies of the particles. This is a call, so that on the other paths the
 * compiler knows the kind of memory. */
static __device__ __noinline__ void LOCAL(project_split)(const IMAGE &image, const xpbd_who &who, const SET &set,
                                                         const xpbd_group &group) {
  const XPBD_NAME(split) split = XPBD_NAME(split_of)(&image, &who);
  const PARTICLE *start = split.start ? split.start : split.x; /* called formulas read it, damped or not */
  SET row = set;
  row.row = (int8_t)group.row, row.rows = (int8_t)group.rows;
#if XPBD_SCALAR == 32
  if (row.base) row.base += group.shift;
#endif
  LOCAL(project_places)<-1, true>(image.status, image.formula[group.set], who, row, group, split.x + group.shift,
                                  start + group.shift);
}
template <int FORMULA, bool DAMPED, class Positions>
static __device__ __forceinline__ void LOCAL(project_group)(const IMAGE &image, const xpbd_who &who, const SET &set,
                                                            const xpbd_group &group, Positions x) {
  const int formula = image.formula[group.set];
  if constexpr (FORMULA < 0) {
    if (image.split.x)
      LOCAL(project_split)(image, who, set, group);
    else
      LOCAL(project_places)<-1, true>(image.status, formula, who, set, group, x, LOCAL(starts)(image, who, set, x));
  } else {
    const SET own = set; /* in registers: otherwise the compiler must assume that a store changed the set */
    LOCAL(project_places)<FORMULA, DAMPED>(image.status, formula, who, own, group, x,
                                           LOCAL(starts)(image, who, own, x));
  }
}

/* ---- the phases that each runner implements itself ---- */

/* FINE: there may be bases, as in f32x. A kernel for springs of one formula has none, and its compiler must know
 * that. */
template <bool FINE>
static __device__ __forceinline__ XPBD_NAME(inertia) LOCAL(inertia)(const IMAGE &image, const xpbd_who &who) {
  XPBD_NAME(inertia) by = XPBD_NAME(inertia_of)(&image, &who);
  if (!FINE) by.base = by.v_low = nullptr;
  return by;
}
template <bool FINE, class Positions>
static __device__ __forceinline__ void LOCAL(own_wind)(const IMAGE &image, xpbd_who &who, Positions x) {
  const int64_t at = XPBD_NAME(copy_at)(&image, &who);
  XPBD_NAME(wind) wind = image.wind;
  wind.velocity = image.wind_table[who.now];
  wind.base = FINE ? XPBD_NAME(base_of)(&image, &who) : nullptr;
  for (int32_t i = who.thread; i < image.n; i += who.threads) {
    const VEC3 f = XPBD_NAME(wind_force)(&wind, x, image.v + at, i);
    PARTICLE *to = image.force + at + i;
    to->x = f.x, to->y = f.y, to->z = f.z;
  }
}
template <bool FINE, class Positions, class Sets>
static __device__ __forceinline__ void LOCAL(own_predict)(const IMAGE &image, xpbd_who &who, Positions x, Sets sets) {
  const XPBD_NAME(inertia) by = LOCAL(inertia)<FINE>(image, who);
  const xpbd_turns turns = particle_turns(x, who, image.n);
  for (int32_t i = turns.first; i < turns.end; i += turns.step) XPBD_NAME(predict_one)(by, x, i);
  if constexpr (!std::is_null_pointer<Sets>::value) {
    for (int s = 0; s < image.set_count; s++) {
      REAL *lambda = sets(s).lambda;
      for (int32_t j = who.thread; j < image.sets[s].padded * image.sets[s].rows; j += who.threads) lambda[j] = R(0.0);
    }
  }
}
template <bool FINE, class Positions>
static __device__ __forceinline__ void LOCAL(own_finish)(const IMAGE &image, xpbd_who &who, Positions x) {
  const XPBD_NAME(inertia) by = LOCAL(inertia)<FINE>(image, who);
  const xpbd_turns turns = particle_turns(x, who, image.n);
  for (int32_t i = turns.first; i < turns.end; i += turns.step) who.lost += XPBD_NAME(finish_one)(by, x, i);
}
#if defined(XPBD_UNIT_SCALAR)
/* Elements of a summed set. */
XPBD_UNUSED static __device__ __noinline__ void LOCAL(own_evaluate)(const IMAGE &image, const xpbd_who &who,
                                                                    const SET &set, const PARTICLE *x, int32_t s) {
  const XPBD_NAME(sum_set) sum = XPBD_NAME(sum_set_of)(&image, &who, s);
  const int32_t count = image.count[s];
  for (int32_t j = who.thread; j < count; j += who.threads) {
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
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
    }
  }
}
#endif

/* ---- one launch per phase: plain and graph. blockIdx.y is the copy. ---- */

static __device__ __forceinline__ xpbd_who LOCAL(launched_at)(cuda_status *status, int32_t now) {
  return {(int32_t)(blockIdx.x * blockDim.x + threadIdx.x),
          (int32_t)(gridDim.x * blockDim.x),
          (int32_t)blockIdx.y,
          now,
          0,
          status};
}
static __device__ __forceinline__ xpbd_who LOCAL(launched)(const IMAGE &image) {
  return LOCAL(launched_at)(image.status, (int32_t)(image.status->step - image.status->table_base));
}
static __device__ __forceinline__ PARTICLE *LOCAL(positions_of)(const IMAGE &image, const xpbd_who &who) {
  return image.x + XPBD_NAME(copy_at)(&image, &who);
}

#if !defined(XPBD_UNIT_SCALAR) /* a unit has only the kernels that know formulas */
#define XPBD_STEP_PHASE(name)                                                                                          \
  static __global__ void LOCAL(k_##name)(const __grid_constant__ IMAGE image, int32_t a, int32_t b, int32_t c) {       \
    xpbd_who who = LOCAL(launched)(image);                                                                             \
    XPBD_NAME(phase_##name)(&image, &who, LOCAL(positions_of)(image, who), a, b, c);                                   \
  }
#include "step/phases_list.inl"
#undef XPBD_STEP_PHASE

static __global__ void LOCAL(k_wind)(const __grid_constant__ IMAGE image, int32_t) {
  xpbd_who who = LOCAL(launched)(image);
  LOCAL(own_wind)<true>(image, who, LOCAL(positions_of)(image, who));
}
static __global__ void LOCAL(k_predict)(const __grid_constant__ IMAGE image, int32_t) {
  xpbd_who who = LOCAL(launched)(image);
  LOCAL(own_predict)<true>(image, who, LOCAL(positions_of)(image, who),
                           [&](int32_t s) { return XPBD_NAME(set_of)(&image, &who, s); });
}
static __global__ void LOCAL(k_finish)(const __grid_constant__ IMAGE image, int32_t) {
  xpbd_who who = LOCAL(launched)(image);
  LOCAL(own_finish)<true>(image, who, LOCAL(positions_of)(image, who));
  if (who.lost) atomicAdd(&image.status->lost, (unsigned long long)who.lost);
}
#endif
#if XPBD_KERNELS_FOR(GROUPS)
static __global__ void LOCAL(k_evaluate)(const __grid_constant__ IMAGE image, int32_t s) {
  xpbd_who who = LOCAL(launched)(image);
  const SET set = XPBD_NAME(set_of)(&image, &who, s);
  LOCAL(own_evaluate)(image, who, set, LOCAL(positions_of)(image, who), s);
}
#endif
/* A group: general (FORMULA < 0), springs one by one, or springs in parallel. The last kind takes only the arguments it
 * needs, because a graph stores them for every group of every iteration. */
struct LOCAL(springs) {
  SET set;
  PARTICLE *x;           /* [batch, records] */
  const PARTICLE *start; /* [batch, records] */
  cuda_status *status;
  xpbd_group group;
  int32_t records, padded; /* of one copy: particles, multipliers */
};
template <int FORMULA>
static __global__ void LOCAL(k_group)(const __grid_constant__ IMAGE image, const xpbd_group group) {
  const xpbd_who who = LOCAL(launched_at)(image.status, 0);
  cuda_wait_for_last();
  const SET set = XPBD_NAME(set_of)(&image, &who, group.set);
  LOCAL(project_group)<FORMULA, true>(image, who, set, group, LOCAL(positions_of)(image, who));
}

/* Numbers of a spring's rest shape. */
template <int FORMULA> static __host__ __device__ constexpr int LOCAL(rest_count)() {
  switch (FORMULA) {
#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  case FORMULA_##id:                                                                                                   \
    return rests;
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
  }
  return 0;
}

/* One thread for each spring. Its own data is read once per iteration and should leave the cache to the
 * particles. Data that nothing writes is read before the previous group has ended. The set is the scene's with
 * arrays of this one spring, as in near.cuh. */
template <int FORMULA, bool DAMPED>
static __global__ void LOCAL(k_springs)(const __grid_constant__ LOCAL(springs) all) {
  constexpr int RESTS = LOCAL(rest_count)<FORMULA>();
  const xpbd_who who = LOCAL(launched_at)(all.status, 0);
  const int32_t j = cuda_begin(&all.group, who.thread);
  if (j >= all.group.last) return;
  const int64_t at = (int64_t)who.copy * all.records;
  REAL *const multiplier = all.set.lambda + (int64_t)who.copy * all.padded + j;
  uint32_t offset[2] = {__ldcs(&all.set.offset[0][j]), __ldcs(&all.set.offset[1][j])};
  REAL rest[RESTS > 0 ? RESTS : 1];
  SET own = all.set;
  own.offset[0] = &offset[0], own.offset[1] = &offset[1];
  XPBD_UNROLLED
  for (int k = 0; k < RESTS && k < XPBD_STORED_REST; k++) {
    rest[k] = __ldcs(&all.set.rest[k][j]);
    own.rest[k] = &rest[k];
  }
  cuda_wait_for_last();
  REAL lambda = __ldcs(multiplier);
  own.lambda = &lambda;
  const int skipped = LOCAL(project_formula)<FORMULA, DAMPED>(FORMULA, own, all.x + at, all.start + at, 0);
  __stcs(multiplier, lambda);
  if (skipped) atomicAdd(&all.status->skipped, (unsigned long long)skipped);
}

/* ---- resident kernels: all frames of a call, for the copies first, first + step, ... below `end` ---- */

/* positions(copy) and sets(s) return a copy's data. meet() synchronises all threads of the kernel. sweeps()
 * does some of a step's iterations in its own way and returns how many. A caller whose sweeps() does all of
 * them passes no sets (nullptr). */
template <int FORMULA, bool DAMPED, class Positions, class Sets, class Meet, class Sweeps>
static __device__ __forceinline__ void LOCAL(frames)(const IMAGE &image, int32_t frames, xpbd_who &who,
                                                     xpbd_turns copies, Positions positions, Sets sets, Meet meet,
                                                     Sweeps sweeps) {
  constexpr bool spread = !std::is_pointer<decltype(positions(0))>::value;
  who.now = (int32_t)(image.status->step - image.status->table_base);
  for (int32_t f = 0; f < frames; f++) {
    who.lost = 0;
    for (int32_t sub = 0; sub < image.substeps; sub++, who.now++) {
#define EACH_COPY for (who.copy = copies.first; who.copy < copies.end; who.copy += copies.step)
#define STEP_PHASE(name, items, a, b, c)                                                                               \
  {                                                                                                                    \
    EACH_COPY XPBD_NAME(phase_##name)(&image, &who, positions(who.copy), a, b, c);                                     \
    meet();                                                                                                            \
  }
#define STEP_ONCE(name, a, b, c)                                                                                       \
  {                                                                                                                    \
    EACH_COPY if (who.thread == 0) XPBD_NAME(phase_##name)(&image, &who, positions(who.copy), a, b, c);                \
    meet();                                                                                                            \
  }
#define own_wind_of(a)     LOCAL(own_wind)<(FORMULA < 0)>(image, who, positions(who.copy))
#define own_predict_of(a)  LOCAL(own_predict)<(FORMULA < 0)>(image, who, positions(who.copy), sets)
#define own_evaluate_of(a) LOCAL(own_evaluate)(image, who, sets(a), positions(who.copy), a)
#define own_finish_of(a)   LOCAL(own_finish)<(FORMULA < 0)>(image, who, positions(who.copy))
#define STEP_OWN(name, items, a)                                                                                       \
  {                                                                                                                    \
    EACH_COPY own_##name##_of(a);                                                                                      \
    meet();                                                                                                            \
  }
#define STEP_GROUP(g, first_sweep)                                                                                     \
  {                                                                                                                    \
    if constexpr (!std::is_null_pointer<Sets>::value) {                                                                \
      const xpbd_group group = image.groups[g];                                                                        \
      EACH_COPY LOCAL(project_group)<FORMULA, DAMPED>(image, who, sets(group.set), group, positions(who.copy));        \
      meet();                                                                                                          \
    }                                                                                                                  \
  }
#define STEP_WORLD    image
#define STEP_AHEAD    sweeps()
#define STEP_ANYTHING (FORMULA < 0)
#define STEP_WIND     (!spread)
#include "step/step.inl"
#undef EACH_COPY
#undef own_wind_of
#undef own_predict_of
#undef own_evaluate_of
#undef own_finish_of
    }
    /* threads may be in different frames, so the smallest bad frame counts */
    if (who.lost) atomicMin(&image.status->first_lost, (unsigned long long)(image.status->frame + f + 1));
  }
}

/* The whole grid. A row of blocks does one copy after the other, in parallel with other rows. */
template <int FORMULA>
static __global__ void LOCAL(k_cooperative)(const __grid_constant__ IMAGE image, int32_t frames) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  xpbd_who who = {
      (int32_t)(blockIdx.x * blockDim.x + threadIdx.x), (int32_t)(gridDim.x * blockDim.x), 0, 0, 0, image.status};
  LOCAL(frames)<FORMULA, true>(
      image, frames, who, xpbd_turns{(int32_t)blockIdx.y, image.batch, (int32_t)gridDim.y},
      [&](int32_t copy) { return image.x + (int64_t)copy * image.records; },
      [&](int32_t s) { return XPBD_NAME(set_of)(&image, &who, s); }, [&] { grid.sync(); }, [] { return 0; });
}

/* Copy `count` numbers to shared memory at `*at`. Returns their new address. */
template <class T> static __device__ __forceinline__ T *LOCAL(stage)(const T *from, int32_t count, char **at) {
  T *to = (T *)*at;
  for (int32_t j = threadIdx.x; j < count; j += blockDim.x) to[j] = from[j];
  *at += sizeof(T) * (size_t)count;
  return to;
}

/* One block per copy, with positions and, if they fit, other data in shared memory. That is known only at run time, so
 * the arrays of sets are read by generic addresses. k_near (near.cuh) avoids this. */
template <int FORMULA, bool DAMPED>
static __global__ void __launch_bounds__(BLOCK_THREADS(FORMULA))
    LOCAL(k_block)(const __grid_constant__ IMAGE image, int32_t frames, int32_t staged) {
  XPBD_DYNAMIC_SHARED(shared);
  __shared__ SET sets[CUDA_MAX_SETS];
  xpbd_who who = {(int32_t)threadIdx.x, (int32_t)blockDim.x, (int32_t)blockIdx.x, 0, 0, image.status};
  const int64_t at = XPBD_NAME(copy_at)(&image, &who);
  char *next = shared;
  PARTICLE *const x = LOCAL(stage)(image.x + at, image.records, &next);
  for (int s = 0; s < image.set_count; s++) {
    SET set = XPBD_NAME(set_of)(&image, &who, s);
    /* phases that know the global address read the single multiplier of a summed set */
    if ((staged & CUDA_STAGE_LAMBDA) && !image.sum_sets[s].value)
      set.lambda = LOCAL(stage)(set.lambda, image.sets[s].padded * set.rows, &next);
    if (threadIdx.x == 0) sets[s] = set;
  }
  for (int s = 0; (staged & CUDA_STAGE_INDEX) && s < image.set_count; s++) {
    SET set = image.sets[s];
    for (int k = 0; k < XPBD_MAX_ARITY; k++)
      if (set.offset[k]) set.offset[k] = LOCAL(stage)(set.offset[k], image.sets[s].padded, &next);
    for (int k = 0; k < XPBD_STORED_REST; k++)
      if (set.rest[k]) set.rest[k] = LOCAL(stage)(set.rest[k], image.sets[s].padded * set.rest_rows, &next);
    if (threadIdx.x == 0) {
      for (int k = 0; k < XPBD_MAX_ARITY; k++) sets[s].offset[k] = set.offset[k];
      for (int k = 0; k < XPBD_STORED_REST; k++) sets[s].rest[k] = set.rest[k];
    }
  }
  __syncthreads();
  LOCAL(frames)<FORMULA, DAMPED>(
      image, frames, who, xpbd_turns{(int32_t)blockIdx.x, (int32_t)blockIdx.x + 1, 1}, [&](int32_t) { return x; },
      [&](int32_t s) -> const SET & { return sets[s]; }, [] { __syncthreads(); }, [] { return 0; });
  for (int32_t i = threadIdx.x; i < image.n; i += blockDim.x) image.x[at + i] = x[i];
}

#include "near.cuh"
#include "tile.cuh"
#include "resident.cuh"

/* One cluster per copy, for any scene, in global memory. Only its barrier is cheaper. */
template <int FORMULA>
static __global__ void __launch_bounds__(BLOCK_THREADS(FORMULA))
    LOCAL(k_cluster)(const __grid_constant__ IMAGE image, int32_t frames, const LOCAL(stay)) {
  xpbd_who who = {(int32_t)(blockIdx.x * blockDim.x + threadIdx.x),
                  (int32_t)(gridDim.x * blockDim.x),
                  (int32_t)blockIdx.y,
                  0,
                  0,
                  image.status};
  PARTICLE *const all = image.x + XPBD_NAME(copy_at)(&image, &who);
  LOCAL(frames)<FORMULA, true>(
      image, frames, who, xpbd_turns{(int32_t)blockIdx.y, (int32_t)blockIdx.y + 1, 1}, [&](int32_t) { return all; },
      [&](int32_t s) { return XPBD_NAME(set_of)(&image, &who, s); }, [] { cluster_meet(); }, [] { return 0; });
}

/* The requested instances of the kernels. */
#if XPBD_KERNELS_FOR(GROUPS)
/* The kernels of groups, in parallel and one by one, and their launch. */
struct LOCAL(group_kernel) {
  const void *code[2];
  cudaError_t (*launch)(dim3 grid, cudaStream_t stream, bool overlap, const IMAGE &image, const xpbd_group &group);
};
template <int FORMULA, bool DAMPED>
static cudaError_t LOCAL(launch_kernel)(dim3 grid, cudaStream_t stream, bool overlap, const IMAGE &image,
                                        const xpbd_group &group) {
  if constexpr (FORMULA >= 0) {
    const LOCAL(springs) all = {image.sets[group.set],       image.x, image.start, image.status, group, image.records,
                                image.sets[group.set].padded};
    const auto kernel = LOCAL(k_springs)<FORMULA, DAMPED>;
    if (!group.serial) return cuda_launch(kernel, grid, 256, 0, stream, overlap, all);
  }
  const auto kernel = LOCAL(k_group)<FORMULA>;
  return cuda_launch(kernel, grid, 256, 0, stream, overlap, image, group);
}
template <int FORMULA, bool DAMPED> static LOCAL(group_kernel) LOCAL(group_of)() {
  const auto one_by_one = (const void *)LOCAL(k_group)<FORMULA>;
  const auto launch = LOCAL(launch_kernel)<FORMULA, DAMPED>;
  if constexpr (FORMULA >= 0) {
    const auto side_by_side = (const void *)LOCAL(k_springs)<FORMULA, DAMPED>;
    return {{side_by_side, one_by_one}, launch};
  }
  return {{one_by_one, one_by_one}, launch};
}
#define KERNEL(formula, damped) LOCAL(group_of)<formula, damped>()
static const LOCAL(group_kernel) LOCAL(group_kernels)[] = {
#include "instances.cuh"
};
#endif
/* Strategies used only on request have one instance for springs, damped or not. */
#if XPBD_KERNELS_FOR(COOPERATIVE)
typedef void (*LOCAL(cooperative_fn))(const IMAGE, int32_t);
#define KERNEL(formula, damped) LOCAL(k_cooperative)<formula>
static const LOCAL(cooperative_fn) LOCAL(cooperative_kernels)[] = {
#include "instances.cuh"
};
#endif
#if XPBD_KERNELS_FOR(BLOCK)
typedef void (*LOCAL(block_fn))(const IMAGE, int32_t, int32_t);
#define KERNEL(formula, damped) LOCAL(k_block)<formula, damped>
static const LOCAL(block_fn) LOCAL(block_kernels)[] = {
#include "instances.cuh"
};
/* The kernels that hold their constraints in registers. All threads synchronise, or neighbouring strips do.
 * NULL except for undamped springs. */
struct LOCAL(near_kernels) {
  LOCAL(block_fn) together, apart;
};
template <int FORMULA, bool DAMPED> static constexpr LOCAL(near_kernels) LOCAL(near_of)() {
  if constexpr (FORMULA < 0 || DAMPED) {
    return {nullptr, nullptr};
  } else {
    const LOCAL(block_fn) together = LOCAL(k_near)<FORMULA, false>, apart = LOCAL(k_near)<FORMULA, true>;
    return {together, apart};
  }
}
#define KERNEL(formula, damped) LOCAL(near_of)<formula, damped>()
static const LOCAL(near_kernels) LOCAL(near)[] = {
#include "instances.cuh"
};
#endif
#if XPBD_KERNELS_FOR(TILES)
/* NULL except for undamped springs. */
typedef void (*LOCAL(tile_fn))(const LOCAL(tiles));
template <int FORMULA, bool DAMPED> static constexpr LOCAL(tile_fn) LOCAL(tile_of)() {
  if constexpr (FORMULA < 0 || DAMPED)
    return nullptr;
  else
    return LOCAL(k_tile)<FORMULA>;
}
#define KERNEL(formula, damped) LOCAL(tile_of)<formula, damped>()
static const LOCAL(tile_fn) LOCAL(tile_kernels)[] = {
#include "instances.cuh"
};
#endif
/* Resident tiles. Except for undamped springs, a cluster has one general instance and NULL otherwise. */
typedef void (*LOCAL(stay_fn))(const IMAGE, int32_t, const LOCAL(stay));
template <int FORMULA, bool DAMPED, bool CLUSTER> static constexpr LOCAL(stay_fn) LOCAL(stay_of)() {
  if constexpr (FORMULA < 0)
    return CLUSTER ? LOCAL(k_cluster)<FORMULA> : nullptr;
  else if constexpr (DAMPED)
    return nullptr;
  else
    return LOCAL(k_resident)<FORMULA, CLUSTER>;
}
#if XPBD_KERNELS_FOR(RESIDENT)
#define KERNEL(formula, damped) LOCAL(stay_of)<formula, damped, false>()
static const LOCAL(stay_fn) LOCAL(resident_kernels)[] = {
#include "instances.cuh"
};
#endif
#if XPBD_KERNELS_FOR(CLUSTER)
#define KERNEL(formula, damped) LOCAL(stay_of)<formula, damped, true>()
static const LOCAL(stay_fn) LOCAL(cluster_kernels)[] = {
#include "instances.cuh"
};
#endif

#if XPBD_KERNELS_FOR(VERTICES)
#include "vertices.cuh"
#endif
