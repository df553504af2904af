/* Why this file exists: sets the members of a world (world.inl) that depend only on the scene and the settings, so that
 * they are the same on every backend. For hosts, C and C++. No include guard: include after world.inl and
 * layout/layout.h, once per XPBD_SCALAR. */
static void XPBD_NAME(world_numbers)(const xpbd_layout *layout, XPBD_NAME(world) * w) {
  const xpbd_scene *scene = layout->scene;
  const xpbd_solver_def *def = layout->def;
  const double *g = xpbd_scene_gravity(scene);
  w->n = layout->n, w->records = layout->records, w->batch = def->batch;
  w->set_count = layout->set_count, w->group_count = layout->group_count;
  w->centre_count = layout->centres, w->omit_tip_damping = xpbd_scene_omits_tip_damping(scene);
  w->obstacle_count = xpbd_scene_obstacle_count(scene);
  w->handle_count = xpbd_scene_handle_count(scene), w->grip_count = layout->grip_count;
  w->bounces = layout->pairs_bounce || layout->obstacles_bounce ? def->iterations : 0;
  w->iterations = def->iterations, w->substeps = def->substeps;
  w->sum_count = layout->sum_count;
  w->h = (REAL)layout->h, w->inverse_h = (REAL)(1.0 / layout->h), w->limit = (REAL)layout->limit;
  w->global_damping = (REAL)xpbd_scene_global_damping(scene);
  w->gravity = XPBD_NAME(v_make)((REAL)g[0], (REAL)g[1], (REAL)g[2]);
  w->wind.drag = (REAL)xpbd_scene_wind(scene)->drag;
  for (int32_t s = 0; s < layout->set_count; s++) {
    const xpbd_layout_set *set = &layout->sets[s];
    w->formula[s] = set->formula, w->count[s] = set->count;
  }
}
