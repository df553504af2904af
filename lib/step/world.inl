/* Why this file exists: all that a time step reads and writes, by the names that its phases (phases.inl) and whoever runs them
 * use: in the memory of a CPU, in the arguments of a CUDA kernel, at the beginning of the buffer of an OpenCL device. Pointers are
 * those of the memory where the step runs. No include guard: include once per XPBD_SCALAR, after layout/records.h and
 * collide/obstacle.h, with
 *   XPBD_WORLD_SETS  how many sets there is room for; not defined: the arrays of sets are pointers
 *   XPBD_WORLD_OWN   members that only this runner has */
#if defined(XPBD_WORLD_SETS)
#define XPBD_OF_SETS(type, name) type name[XPBD_WORLD_SETS]
#else
#define XPBD_OF_SETS(type, name) type *name
#endif
typedef struct XPBD_NAME(world) {
  /* [batch, records]; force NULL without wind, lag unless a set is damped by the displacement before */
  XPBD_GLOBAL XPBD_NAME(particle) * x, *start, *v, *force, *lag;
  XPBD_GLOBAL XPBD_NAME(particle) * base, *v_low; /* the same of f32x (layout/fine.inl); else NULL */
  /* [batch, records], [batch, obstacle_count, n]; NULL without restitution (of obstacles) */
  XPBD_GLOBAL XPBD_NAME(particle) * before, *bounced;
  XPBD_GLOBAL const xpbd_range *centres; /* [centre_count] */
  XPBD_GLOBAL REAL *sums;                /* [batch, 2, sum_count] levels of sums in turn */
  XPBD_GLOBAL REAL *total;               /* [batch, 2 XPBD_SUM_WIDEST] finished sums */
  XPBD_GLOBAL const XPBD_NAME(obstacle) *
      obstacle_table;                                 /* [steps, obstacle_count]; a CPU has that of the current step */
  XPBD_GLOBAL const XPBD_NAME(handle) * handle_table; /* [steps, handle_count] */
  XPBD_GLOBAL const XPBD_NAME(grip) * grips;          /* [grip_count] */
  XPBD_GLOBAL const VEC3 *wind_table;                 /* [steps] */
  XPBD_GLOBAL const xpbd_group *groups;               /* [group_count] */
  int64_t sum_count;
  int32_t n, records, batch, set_count, group_count, centre_count, obstacle_count, handle_count, grip_count;
  int32_t bounces; /* passes over what bounces, 0 = none */
  int32_t omit_tip_damping, iterations, substeps;
  REAL h, inverse_h, limit, global_damping;
  VEC3 gravity;
  XPBD_NAME(wind) wind;       /* its velocity is in wind_table */
  XPBD_NAME(contact) contact; /* start NULL without; radius [n] also then; the other arrays [batch, ...] */
  /* x NULL unless all constraints of a sweep start from the same positions; x, start, base [batch, ...] */
  XPBD_NAME(split) split;
  XPBD_OF_SETS(XPBD_NAME(set), sets); /* lambda is [batch, padded] */
  XPBD_OF_SETS(XPBD_NAME(sum_set),
               sum_sets); /* value NULL unless the constraints of the set are one; arrays [batch, ...] */
  XPBD_OF_SETS(int32_t, formula);
  XPBD_OF_SETS(int32_t, padded);
  XPBD_OF_SETS(int32_t, count);
  XPBD_WORLD_OWN
} XPBD_NAME(world);
#undef XPBD_OF_SETS
