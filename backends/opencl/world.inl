/* Why this file exists: a scene in the memory of a device, as host and kernels see it. It stands at the beginning of the one
 * buffer that everything is in; the host writes the addresses. No include guard: include after layout/records.h and
 * collide/obstacle.h, once per XPBD_SCALAR. */
typedef struct XPBD_NAME(opencl_world) {
  /* [batch, records]; force NULL without wind, lag unless a set is damped by the displacement before */
  XPBD_GLOBAL XPBD_NAME(particle) * x, *start, *v, *force, *lag;
  XPBD_GLOBAL XPBD_NAME(particle) * base, *v_low; /* the same of f32x (layout/fine.inl); else NULL */
  XPBD_GLOBAL XPBD_NAME(particle) * before,
      *bounced; /* [batch, records], [batch, obstacle_count, n]; with restitution */
  XPBD_GLOBAL const xpbd_opencl_range *centres;
  XPBD_GLOBAL REAL *sums;                                 /* [batch, 2, sum_count] levels of sums in turn */
  XPBD_GLOBAL REAL *total;                                /* [batch, 2 XPBD_SUM_WIDEST] finished sums */
  XPBD_GLOBAL const XPBD_NAME(obstacle) * obstacle_table; /* [steps queued, obstacle_count] */
  XPBD_GLOBAL const XPBD_NAME(handle) * handle_table;     /* [steps queued, handle_count] */
  XPBD_GLOBAL const XPBD_NAME(grip) * grips;              /* [grip_count] */
  XPBD_GLOBAL const VEC3 *wind_table;                     /* [steps queued] */
  XPBD_GLOBAL const xpbd_group *groups;                   /* [group_count] */
  XPBD_GLOBAL xpbd_opencl_status *status;
  int64_t sum_count;
  int32_t n, records, batch, set_count, group_count, centre_count, obstacle_count, omit_tip_damping;
  int32_t handle_count, grip_count, bounces, iterations, substeps, reserved;
  REAL h, inverse_h, limit, global_damping;
  VEC3 gravity;
  XPBD_NAME(wind) wind;                  /* velocity from the table */
  XPBD_NAME(contact) contact;            /* start NULL without; arrays [batch, ...], radius [n] */
  XPBD_NAME(split) split;                /* x NULL unless all constraints of a sweep start from the same positions */
  XPBD_NAME(set) sets[XPBD_OPENCL_SETS]; /* lambda is [batch, padded] */
  XPBD_NAME(sum_set) sum_sets[XPBD_OPENCL_SETS]; /* of sets whose constraints are one; arrays [batch, ...] */
  int32_t formula[XPBD_OPENCL_SETS], padded[XPBD_OPENCL_SETS], count[XPBD_OPENCL_SETS];
} XPBD_NAME(opencl_world);
