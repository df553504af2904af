/* Why this file exists: tests how the CUDA backend classifies a scene, computed by hand on a chain of four
 * particles. */
#include "cuda/work.h"
#include "unit/parts.h"

/// Additions to the springs of the chain's first set.
typedef struct chain_with {
  const char *what;
  const char *second; ///< Another set, on the same springs or triangles.
  double damping, global_damping, drag, contact;
  bool centre, obstacle, handle, lagged, mesh_order;
  xpbd_method method;
  int32_t batch;
  int precision;
  cuda_work expected;
} chain_with;

static xpbd_status chain_make(const chain_with *with, xpbd_scene **out) {
  static const double x[4][3] = {{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {3, 0, 0}}, w[4] = {0, 1, 1, 1};
  static const int32_t edges[] = {0, 1, 1, 2, 2, 3}, corners[] = {0, 1, 2, 1, 3, 2}, pin[] = {0};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 4, def.positions = x[0], def.inverse_masses = w;
  def.triangle_count = 2, def.triangles = corners;
  def.global_damping = with->global_damping, def.contact_radius = with->contact;
  def.wind.drag = with->drag, def.wind.velocity[0] = 1.0;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching", set.count = 3, set.particles = edges;
  set.damping = with->damping, set.damping_reading = with->lagged ? XPBD_DAMPING_LAGGED : XPBD_DAMPING_XPBD;
  set.order = with->mesh_order ? XPBD_ORDER_MESH : XPBD_ORDER_GROUP;
  xpbd_status status = xpbd_scene_create(&def, out);
  int32_t index;
  if (status == XPBD_OK && with->centre) status = xpbd_scene_add_centre(*out, 1, 3, &index);
  if (status == XPBD_OK) status = xpbd_scene_add(*out, &set);
  if (status == XPBD_OK && with->second) {
    const bool springs = xpbd_formula_at(xpbd_formula_find(with->second))->arity == 2;
    set.formula = with->second, set.count = springs ? 3 : 2, set.particles = springs ? edges : corners;
    status = xpbd_scene_add(*out, &set);
  }
  xpbd_obstacle_def ball = xpbd_obstacle_def_default();
  ball.centre[1] = -9.0;
  if (status == XPBD_OK && with->obstacle) status = xpbd_scene_add_obstacle(*out, &ball);
  xpbd_handle_def hand = xpbd_handle_def_default();
  const double time = 0.0;
  hand.particle_count = 1, hand.particles = pin, hand.key_count = 1, hand.key_times = &time;
  if (status == XPBD_OK && with->handle) status = xpbd_scene_add_handle(*out, &hand);
  return status;
}

static xpbd_solver_def chain_settings(const chain_with *with) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.precision = with->precision == 64 ? XPBD_F64 : XPBD_F32;
  def.method = with->method, def.batch = with->batch;
  xpbd_solver_def_set(&def, "omega", 1.0); /* a solver completes its settings itself */
  return def;
}

static void expect_work(check *self, const char *what, const cuda_work *found, const cuda_work *expected) {
#define SAME(field) check_same(self, (uint64_t)found->field, (uint64_t)expected->field, "%s: " #field, what)
  SAME(particles), SAME(constraints), SAME(largest_group), SAME(groups), SAME(batch), SAME(particle_bytes);
  SAME(lambda_bytes), SAME(index_bytes), SAME(copy_bytes), SAME(wind), SAME(general), SAME(damped), SAME(even);
#undef SAME
}

/* Three springs are two groups, of two and of one, each padded to 16 places. A place has a multiplier of 4 or 8 bytes,
 * two offsets of 4, and a length. */
#define CHAIN                                                                                                          \
  .particles = 4, .constraints = 3, .largest_group = 2, .groups = 2, .batch = 1, .particle_bytes = 16,                 \
  .lambda_bytes = 32 * 4, .index_bytes = 32 * (8 + 4)

#define TWICE                                                                                                          \
  .particles = 4, .constraints = 6, .largest_group = 2, .groups = 4, .batch = 1, .particle_bytes = 16,                 \
  .lambda_bytes = 64 * 4, .index_bytes = 64 * (8 + 4)

/* Two triangles that share an edge are two groups as well. */
#define TRIANGLES                                                                                                      \
  .particles = 4, .constraints = 5, .largest_group = 2, .groups = 4, .batch = 1, .particle_bytes = 16,                 \
  .lambda_bytes = 64 * 4, .index_bytes = 32 * (8 + 4) + 32 * (12 + 4)

/* If all are projected at once, a set is one group of 16 places, and each spring has copies of its two particles. */
#define AT_ONCE                                                                                                        \
  .particles = 4, .constraints = 3, .largest_group = 3, .groups = 1, .batch = 1, .particle_bytes = 16,                 \
  .lambda_bytes = 16 * 4, .index_bytes = 16 * (8 + 4)

static const chain_with chains[] = {
    {.what = "springs", .expected = {CHAIN, .even = 1}},
    {.what = "in double",
     .precision = 64,
     .batch = 3,
     .expected = {.particles = 4,
                  .constraints = 3,
                  .largest_group = 2,
                  .groups = 2,
                  .batch = 3,
                  .particle_bytes = 32,
                  .lambda_bytes = 32 * 8,
                  .index_bytes = 32 * (8 + 8),
                  .even = 1}},
    {.what = "damped", .damping = 0.1, .expected = {CHAIN, .damped = 1}},
    {.what = "lagged", .damping = 0.1, .lagged = true, .expected = {CHAIN, .damped = 1, .general = 1}},
    {.what = "twice", .second = "stretching", .expected = {TWICE}},
    {.what = "two formulas", .second = "hookean", .expected = {TWICE, .general = 1}},
    {.what = "triangles", .second = "triangle_area", .expected = {TRIANGLES, .general = 1}},
    {.what = "wind", .drag = 0.5, .expected = {CHAIN, .wind = 1, .even = 1}},
    {.what = "a centre",
     .centre = true,
     .expected = {.particles = 5,
                  .constraints = 3,
                  .largest_group = 2,
                  .groups = 2,
                  .batch = 1,
                  .particle_bytes = 16,
                  .lambda_bytes = 32 * 4,
                  .index_bytes = 32 * (8 + 4),
                  .general = 1,
                  .even = 1}},
    {.what = "an obstacle", .obstacle = true, .expected = {CHAIN, .general = 1, .even = 1}},
    {.what = "a hand", .handle = true, .expected = {CHAIN, .general = 1, .even = 1}},
    {.what = "global damping", .global_damping = 0.1, .expected = {CHAIN, .general = 1, .even = 1}},
    {.what = "contact", .contact = 0.1, .expected = {CHAIN, .general = 1, .even = 1}},
    {.what = "jacobi",
     .method = XPBD_METHOD_JACOBI,
     .expected = {AT_ONCE, .general = 1, .even = 1, .copy_bytes = 2 * 16 * 16}},
    {.what = "jacobi, damped",
     .method = XPBD_METHOD_JACOBI,
     .damping = 0.1,
     .expected = {AT_ONCE, .general = 1, .damped = 1, .copy_bytes = 2 * 2 * 16 * 16}},
};

static void check_work(check *self, int argument) {
  for (size_t k = 0; k < sizeof chains / sizeof *chains; k++) {
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    xpbd_layout layout;
    chain_with with = chains[k];
    with.batch = with.batch ? with.batch : 1;
    const xpbd_solver_def def = chain_settings(&with);
    if (check_status(self, chain_make(&with, &scene), XPBD_OK, "%s", with.what) &&
        check_status(self, xpbd_layout_create(scene, &def, &layout), XPBD_OK, "%s: layout", with.what)) {
      const cuda_work work = cuda_work_of(&layout);
      expect_work(self, with.what, &work, &with.expected);
      const double vectors = with.drag > 0.0 ? 4.0 : 3.0; /* place, start, velocity; force */
      check_true(self, cuda_particle_bytes(&work) == vectors * work.particle_bytes, "%s: %g bytes of a particle",
                 with.what, cuda_particle_bytes(&work));
      const int64_t bytes = with.expected.lambda_bytes + with.expected.index_bytes + with.expected.copy_bytes;
      check_true(self, cuda_constraint_bytes(&work) == (double)bytes / (double)work.constraints,
                 "%s: %g bytes of a constraint", with.what, cuda_constraint_bytes(&work));
      xpbd_layout_destroy(&layout);
    }
  }
  const cuda_work none = {.particles = 4, .particle_bytes = 16, .lambda_bytes = 8};
  check_control(self, cuda_constraint_bytes(&none) == 0.0, "no constraints take no memory");
}

void cuda_work_checks(check_registry *registry) {
  check_add(registry, "work", "what a plan knows of a scene, by hand", check_work, 0);
}
