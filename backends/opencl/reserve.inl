/* Why this file exists: arranges the one buffer of a simulation, in one precision. Each array of the layout is reserved
 * together with its initial content. No include guard: a part of host.inl. */

/* For a list of reservations that stops at the first failure. */
#define RESERVE(from, bytes, pointer) XPBD_TRY(opencl_reserve(state, (from), (int64_t)(bytes), (void **)(pointer)))

static xpbd_status reserve_set(opencl_state *state, int32_t s, WORLD *w) {
  const xpbd_layout_set *host = &state->layout.sets[s];
  const int64_t real = (int64_t)sizeof(REAL), record = (int64_t)sizeof(PARTICLE), n = state->layout.n,
                batch = state->def->batch;
  XPBD_NAME(set) *to = &w->sets[s];
  XPBD_NAME(layout_set)(&state->layout, s, to);
  to->held = NULL; /* a device checks the inverse mass itself */
  for (int k = 0; k < host->arity; k++) RESERVE(host->offset[k], 4 * (int64_t)host->padded, &to->offset[k]);
  for (int k = 0; k < host->rest_count; k++)
    RESERVE(host->rest[k], host->rest_rows * host->padded * real, &to->rest[k]);
  RESERVE(NULL, host->rows * host->padded * real * batch, &to->lambda);
  if (!host->summed) return XPBD_OK;
  XPBD_NAME(sum_set) *sum = &w->sum_sets[s];
  RESERVE(host->elements.first, 4 * (n + 1), &sum->first);
  RESERVE(host->elements.of, 4 * (int64_t)host->count * host->arity, &sum->of);
  RESERVE(NULL, host->padded * real * batch, &sum->value);
  RESERVE(NULL, n * record * batch, &sum->gradient);
  for (int k = 0; k < host->arity; k++) RESERVE(NULL, host->padded * record * batch, &sum->slot[k]);
  return XPBD_OK;
}

/* Arrays of the obstacles. Data that changes with each step comes in a table. */
static xpbd_status reserve_obstacles(opencl_state *state, WORLD *w) {
  XPBD_NAME(obstacle) *now = calloc((size_t)w->obstacle_count, sizeof *now);
  XPBD_REQUIRE(now, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d obstacles", (int)w->obstacle_count);
  state->obstacles = now;
  for (int32_t k = 0; k < w->obstacle_count; k++) {
    xpbd_obstacle_array arrays[XPBD_OBSTACLE_ARRAYS];
    const int count = XPBD_NAME(obstacle_arrays)(xpbd_scene_obstacle(state->scene, k), arrays);
    for (int a = 0; a < count; a++) RESERVE(arrays[a].data, arrays[a].bytes, (char *)&now[k] + arrays[a].offset);
  }
  state->obstacles_at = state->bytes;
  RESERVE(NULL, (int64_t)state->table_capacity * w->obstacle_count * (int64_t)sizeof *now, &w->obstacle_table);
  return XPBD_OK;
}

static xpbd_status reserve_handles(opencl_state *state, WORLD *w) {
  if (w->handle_count == 0) return XPBD_OK;
  RESERVE(state->layout.grips, w->grip_count * (int64_t)sizeof *w->grips, &w->grips);
  state->handles_at = state->bytes;
  RESERVE(NULL, (int64_t)state->table_capacity * w->handle_count * (int64_t)sizeof *w->handle_table, &w->handle_table);
  return XPBD_OK;
}

static xpbd_status reserve_wind(opencl_state *state, WORLD *w) {
  const int64_t triangles = xpbd_scene_triangle_count(state->scene);
  if (!state->layout.triangles.first) return XPBD_OK;
  RESERVE(xpbd_scene_triangles(state->scene), 12 * triangles, &w->wind.triangles);
  RESERVE(state->layout.triangles.first, 4 * ((int64_t)w->n + 1), &w->wind.first);
  RESERVE(state->layout.triangles.of, 12 * triangles, &w->wind.of);
  RESERVE(NULL, w->records * (int64_t)sizeof(PARTICLE) * w->batch, &w->force);
  state->wind_at = state->bytes;
  RESERVE(NULL, state->table_capacity * (int64_t)sizeof(VEC3), &w->wind_table);
  return XPBD_OK;
}

/* Contact between particles as the layout planned it, with device arrays. */
static xpbd_status reserve_contact(opencl_state *state, WORLD *w) {
  const xpbd_contact_topology *from = &state->layout.contact;
  XPBD_NAME(contact) *to = &w->contact;
  const int64_t n = w->n, batch = w->batch;
  XPBD_NAME(layout_contact)(&state->layout, to);
  if (to->radius) RESERVE(to->radius, n * (int64_t)sizeof(REAL), &to->radius);
  if (!from->first) return XPBD_OK;
  RESERVE(from->first, 4 * (n + 1), &to->first);
  RESERVE(from->joined, 4 * (int64_t)from->joined_count, &to->joined);
  RESERVE(NULL, 4 * xpbd_grid_size(from->mask, w->n) * batch, &to->start);
  RESERVE(NULL, n * (int64_t)sizeof(PARTICLE) * batch, &to->seen);
  RESERVE(NULL, 4 * n * (XPBD_NEAR + 1) * batch, &to->near);
  RESERVE(NULL, 4 * n * XPBD_CANDIDATES * batch, &to->candidates);
  RESERVE(NULL, 4 * n * batch, &to->candidate_count);
  RESERVE(NULL, 4 * n * batch, &to->touching);
  RESERVE(NULL, n * (int64_t)sizeof(PARTICLE) * batch, &to->moved);
  if (state->layout.pairs_bounce) RESERVE(NULL, 4 * n * batch, &to->touched);
  return XPBD_OK;
}

static xpbd_status reserve_bounce(opencl_state *state, WORLD *w) {
  const xpbd_layout *host = &state->layout;
  const int64_t record = (int64_t)sizeof(PARTICLE);
  if (!host->pairs_bounce && !host->obstacles_bounce) return XPBD_OK;
  RESERVE(NULL, w->records * record * w->batch, &w->before);
  if (host->obstacles_bounce) RESERVE(NULL, (int64_t)w->obstacle_count * w->n * record * w->batch, &w->bounced);
  return XPBD_OK;
}

/* Copies of particles, for methods in which all constraints of an iteration start from the same positions. */
static xpbd_status reserve_split(opencl_state *state, WORLD *w) {
  const xpbd_split_topology *from = &state->layout.split;
  XPBD_NAME(split) *to = &w->split;
  const int64_t record = (int64_t)sizeof(PARTICLE);
  if (!state->layout.at_once) return XPBD_OK;
  XPBD_NAME(layout_split)(&state->layout, to);
  RESERVE(NULL, from->count * record * w->batch, &to->x);
  if (xpbd_layout_damped(&state->layout)) RESERVE(NULL, from->count * record * w->batch, &to->start);
  if (state->layout.positions_low) RESERVE(NULL, from->count * record * w->batch, &to->base);
  RESERVE(from->of, 4 * (int64_t)from->count, &to->of);
  RESERVE(from->place, 4 * ((int64_t)w->set_count + 1), &to->place);
  RESERVE(from->first, 4 * ((int64_t)w->n + 1), &to->first);
  RESERVE(from->copies, 4 * (int64_t)from->first[w->n], &to->copies);
  return XPBD_OK;
}

/* Centres, sums and the lag: data that needs all particles at once. */
static xpbd_status reserve_common(opencl_state *state, WORLD *w) {
  const xpbd_layout *host = &state->layout;
  const int64_t real = (int64_t)sizeof(REAL);
  _Static_assert(sizeof(xpbd_range) == 8, "two numbers, as in world.h");
  if (host->centres > 0)
    RESERVE(xpbd_scene_centre(state->scene, 0), (int64_t)sizeof(xpbd_range) * host->centres, &w->centres);
  RESERVE(NULL, 2 * host->sum_count * real * w->batch, &w->sums);
  RESERVE(NULL, 2 * XPBD_SUM_WIDEST * real * w->batch, &w->total);
  if (host->lagged) RESERVE(NULL, host->records * (int64_t)sizeof(PARTICLE) * w->batch, &w->lag);
  return XPBD_OK;
}

#if XPBD_SCALAR == 64
/* For methods that move vertices. The records that hold addresses come last. */
static xpbd_status reserve_vertices(opencl_state *state, WORLD *w) {
  const xpbd_vertex_layout *host = &state->layout.vertices;
  xpbd_vertex_arrays *from = &state->vertex_arrays;
  xpbd_vertices *to = &state->vertex_world;
  const int64_t n = w->n, touches = n * w->obstacle_count;
  if (!host->first) return XPBD_OK;
  XPBD_TRY(xpbd_vertex_arrays_create(state->scene, state->def, from));
  to->row_count = from->row_count, to->set_count = (int32_t)from->set_count;
  xpbd_vertices_numbers(state->def, to);
  RESERVE(host->first, 8 * (n + 1), &to->first);
  RESERVE(host->corners, (int64_t)sizeof *host->corners * host->first[n], &to->corners);
  RESERVE(host->colours.order, 4 * n, &to->order);
  RESERVE(from->sets, (int64_t)sizeof *from->sets * from->set_count, &to->sets);
  RESERVE(from->particles, 4 * from->particle_count, &to->particles);
  RESERVE(from->rest, 8 * from->rest_count, &to->rest);
  RESERVE(from->inertia, 8 * n, &to->inertia);
  RESERVE(NULL, w->records * (int64_t)sizeof(PARTICLE) * w->batch, &to->y);
  if (from->pulls) RESERVE(NULL, (int64_t)sizeof *to->pull * from->row_count * w->batch, &to->pull);
  if (touches > 0) RESERVE(NULL, (int64_t)sizeof *to->touch * touches * w->batch, &to->touch);
  RESERVE(to, (int64_t)sizeof *to, &w->vertices);
  return XPBD_OK;
}
#endif

static xpbd_status reserve_all(opencl_state *state, WORLD *w) {
  const int64_t records = w->records * (int64_t)sizeof(PARTICLE) * w->batch;
  state->bytes = (int64_t)sizeof *w; /* the world comes first */
  state->bytes = (state->bytes / 128 + 1) * 128;
  state->status_at = state->bytes;
  RESERVE(NULL, sizeof(xpbd_opencl_status), &w->status);
  RESERVE(NULL, records, &w->x);
  RESERVE(NULL, records, &w->start);
  RESERVE(NULL, records, &w->v);
  if (state->layout.positions_low) RESERVE(NULL, records, &w->base);
  if (state->layout.positions_low) RESERVE(NULL, records, &w->v_low);
  RESERVE(state->layout.groups, (int64_t)sizeof(xpbd_group) * w->group_count, &w->groups);
  for (int32_t s = 0; s < w->set_count; s++) XPBD_TRY(reserve_set(state, s, w));
  XPBD_TRY(reserve_common(state, w));
  XPBD_TRY(reserve_contact(state, w));
  XPBD_TRY(reserve_bounce(state, w));
  XPBD_TRY(reserve_split(state, w));
  XPBD_TRY(reserve_wind(state, w));
#if XPBD_SCALAR == 64
  XPBD_TRY(reserve_vertices(state, w));
#endif
  if (w->obstacle_count > 0) XPBD_TRY(reserve_obstacles(state, w));
  return reserve_handles(state, w);
}

xpbd_status LOCAL(build)(opencl_state *state, cl_program program) {
  WORLD *w = WORLD_OF(state);
  const uint64_t sizes[4] = {sizeof *w, sizeof(XPBD_NAME(obstacle)), sizeof(xpbd_opencl_status),
                             (uint64_t)sizeof(XPBD_NAME(handle)) << 32 | sizeof(XPBD_NAME(grip))};
  XPBD_NAME(world_numbers)(&state->layout, w);
  state->table_capacity = state->def->substeps > 1024 ? state->def->substeps : 1024;
  XPBD_TRY(reserve_all(state, w));
  XPBD_TRY(opencl_fill(state, program, w, sizes));
  xpbd_vertex_arrays_destroy(&state->vertex_arrays);
  return XPBD_OK;
}
