/* Why this file exists: everything that a time step reads and writes, by the names that its phases (phases.inl) and
 * runners use. It is in the memory of a CPU, in the arguments of a CUDA kernel, or at the start of the buffer of an
 * OpenCL device. Pointers are valid where the step runs. No include guard: include once per XPBD_SCALAR, after
 * layout/records.h and collide/obstacle.h, with
 *      XPBD_WORLD_SETS  room for that many sets; if not defined, the arrays of sets are pointers
 *      XPBD_WORLD_OWN   members that only this runner has */
#if defined(XPBD_WORLD_SETS)
#define XPBD_OF_SETS(type, name) type name[XPBD_WORLD_SETS]
#else
#define XPBD_OF_SETS(type, name) type *name
#endif
typedef struct XPBD_NAME(world) {
  /* [batch, records]; force is NULL without wind, lag is NULL without lagged damping */
  XPBD_GLOBAL XPBD_NAME(particle) * x, *start, *v, *force, *lag;
  XPBD_GLOBAL XPBD_NAME(particle) * base, *v_low; /* for f32x (layout/fine.inl), else NULL */
  /* [batch, records], [batch, obstacle_count, n]; NULL without restitution (of obstacles) */
  XPBD_GLOBAL XPBD_NAME(particle) * before, *bounced;
  XPBD_GLOBAL const xpbd_range *centres; /* [centre_count] */
  XPBD_GLOBAL REAL *sums;                /* [batch, 2, sum_count] alternating levels of sums */
  XPBD_GLOBAL REAL *total;               /* [batch, 2 XPBD_SUM_WIDEST] finished sums */
  XPBD_GLOBAL const XPBD_NAME(obstacle) *
      obstacle_table;                                 /* [steps, obstacle_count]; a CPU has that of the current step */
  XPBD_GLOBAL const XPBD_NAME(handle) * handle_table; /* [steps, handle_count] */
  XPBD_GLOBAL const XPBD_NAME(grip) * grips;          /* [grip_count] */
  XPBD_GLOBAL const VEC3 *wind_table;                 /* [steps] */
  XPBD_GLOBAL const xpbd_group *groups;               /* [group_count] */
  XPBD_GLOBAL const xpbd_vertices *vertices;          /* NULL unless the method moves vertices */
  int64_t sum_count;
  int32_t n, records, batch, set_count, group_count, centre_count, obstacle_count, handle_count, grip_count;
  int32_t bounces; /* iterations of restitution, 0 = none */
  int32_t omit_tip_damping, iterations, substeps;
  REAL h, inverse_h, limit, global_damping;
  VEC3 gravity;
  XPBD_NAME(wind) wind;       /* its velocity is in wind_table */
  XPBD_NAME(contact) contact; /* start is NULL without contact; radius [n] even then; the other arrays [batch, ...] */
  /* x is NULL unless all constraints of an iteration start from the same positions; x, start, base [batch, ...] */
  XPBD_NAME(split) split;
  XPBD_OF_SETS(XPBD_NAME(set), sets);         /* lambda is [batch, rows, padded] */
  XPBD_OF_SETS(XPBD_NAME(sum_set), sum_sets); /* value is NULL unless the set is one constraint; arrays [batch, ...] */
  XPBD_OF_SETS(int32_t, formula);
  XPBD_OF_SETS(int32_t, count);
  XPBD_WORLD_OWN
} XPBD_NAME(world);
#undef XPBD_OF_SETS
