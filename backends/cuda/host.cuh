/* Why this file exists: memory and launches of the CUDA backend in one precision. Included by cuda.cu, once per
 * XPBD_SCALAR. */

#include "names.cuh"
#include "solver/device.inl"
#include "step/numbers.inl"

static xpbd_status LOCAL(upload_set)(cuda_state *state, int32_t s, IMAGE *image) {
  const xpbd_layout_set *host = &state->layout.sets[s];
  const int64_t real = (int64_t)sizeof(REAL), record = (int64_t)sizeof(PARTICLE);
  SET *to = &image->sets[s];
  XPBD_NAME(layout_set)(&state->layout, s, to);
  to->held = nullptr;                /* a device thread checks the inverse mass itself */
  if (cuda_in_tiles(&state->plan)) { /* tiles have their own lists of springs */
    to->padded = 0;
    to->offset[0] = to->offset[1] = nullptr;
    to->rest[0] = to->lambda = nullptr;
    return XPBD_OK;
  }
  for (int k = 0; k < host->arity; k++)
    XPBD_TRY(upload(state, host->offset[k], 4 * (int64_t)host->padded, 1, (void **)&to->offset[k]));
  for (int k = 0; k < host->rest_count; k++)
    XPBD_TRY(upload(state, host->rest[k], host->rest_rows * host->padded * real, 1, (void **)&to->rest[k]));
  XPBD_TRY(upload(state, nullptr, host->rows * host->padded * real, state->def->batch, (void **)&to->lambda));
  if (!host->summed) return XPBD_OK;
  XPBD_NAME(sum_set) *sum = &image->sum_sets[s];
  const int64_t n = state->layout.n, corners = (int64_t)host->count * host->arity;
  XPBD_TRY(upload(state, host->elements.first, 4 * (n + 1), 1, (void **)&sum->first));
  XPBD_TRY(upload(state, host->elements.of, 4 * corners, 1, (void **)&sum->of));
  XPBD_TRY(upload(state, nullptr, host->padded * real, image->batch, (void **)&sum->value));
  XPBD_TRY(upload(state, nullptr, n * record, image->batch, (void **)&sum->gradient));
  for (int k = 0; k < host->arity; k++)
    XPBD_TRY(upload(state, nullptr, host->padded * record, image->batch, (void **)&sum->slot[k]));
  return XPBD_OK;
}

/* Upload the arrays of obstacles. Data that changes with each step comes in a table. */
static xpbd_status LOCAL(upload_obstacles)(cuda_state *state, IMAGE *image) {
  XPBD_NAME(obstacle) *now = (XPBD_NAME(obstacle) *)calloc((size_t)image->obstacle_count, sizeof(XPBD_NAME(obstacle)));
  state->obstacles = now;
  XPBD_REQUIRE(now, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d obstacles", (int)image->obstacle_count);
  for (int32_t k = 0; k < image->obstacle_count; k++) {
    xpbd_obstacle_array arrays[XPBD_OBSTACLE_ARRAYS];
    const int count = XPBD_NAME(obstacle_arrays)(xpbd_scene_obstacle(state->scene, k), arrays);
    for (int a = 0; a < count; a++)
      XPBD_TRY(
          upload(state, arrays[a].data, (int64_t)arrays[a].bytes, 1, (void **)((char *)&now[k] + arrays[a].offset)));
  }
  XPBD_TRY(allocate(state,
                    (int64_t)state->table_capacity * image->obstacle_count * (int64_t)sizeof(XPBD_NAME(obstacle)),
                    &state->obstacle_table));
  image->obstacle_table = (const XPBD_NAME(obstacle) *)state->obstacle_table;
  return XPBD_OK;
}

#if XPBD_SCALAR == 64
/* Upload what a method needs that moves vertices. */
static xpbd_status upload_vertices(cuda_state *state, IMAGE *image) {
  const xpbd_vertex_layout *host = &state->layout.vertices;
  const int64_t n = image->n, touches = n * image->obstacle_count;
  xpbd_vertex_arrays from;
  xpbd_vertices to = {};
  if (!host->first) return XPBD_OK;
  xpbd_status status = xpbd_vertex_arrays_create(state->scene, state->def, &from);
  to.row_count = from.row_count, to.set_count = (int32_t)from.set_count;
  xpbd_vertices_numbers(state->def, &to);
  const struct {
    const void *from;
    int64_t bytes;
    bool wanted, copies;
    const void *to;
  } arrays[] = {{host->first, 8 * (n + 1), true, false, &to.first},
                {host->corners, (int64_t)sizeof(xpbd_corner) * host->first[n], true, false, &to.corners},
                {host->colours.order, 4 * n, true, false, &to.order},
                {from.sets, (int64_t)sizeof(xpbd_vertex_set) * from.set_count, true, false, &to.sets},
                {from.particles, 4 * from.particle_count, true, false, &to.particles},
                {from.rest, 8 * from.rest_count, true, false, &to.rest},
                {from.inertia, 8 * n, true, false, &to.inertia},
                {nullptr, image->records * (int64_t)sizeof(PARTICLE), true, true, &to.y},
                {nullptr, (int64_t)sizeof(xpbd_pull) * from.row_count, from.pulls, true, &to.pull},
                {nullptr, (int64_t)sizeof(xpbd_touch) * touches, touches > 0, true, &to.touch}};
  for (const auto &each : arrays)
    if (status == XPBD_OK && each.wanted)
      status = upload(state, each.from, each.bytes, each.copies ? image->batch : 1, (void **)each.to);
  if (status == XPBD_OK) status = upload(state, &to, (int64_t)sizeof to, 1, (void **)&image->vertices);
  const cudaError_t waited = cudaStreamSynchronize(state->stream); /* the arrays are about to be freed */
  xpbd_vertex_arrays_destroy(&from);
  XPBD_TRY(status);
  CUDA_TRY(waited);
  return XPBD_OK;
}
#endif

/* Upload the held particles. The positions of their handles come in a table. */
static xpbd_status LOCAL(upload_handles)(cuda_state *state, IMAGE *image) {
  const int64_t grip = (int64_t)sizeof(XPBD_NAME(grip)), pose = (int64_t)sizeof(XPBD_NAME(handle));
  if (image->handle_count == 0) return XPBD_OK;
  XPBD_TRY(upload(state, state->layout.grips, image->grip_count * grip, 1, (void **)&image->grips));
  XPBD_TRY(allocate(state, (int64_t)state->table_capacity * image->handle_count * pose, &state->handle_table));
  image->handle_table = (const XPBD_NAME(handle) *)state->handle_table;
  return XPBD_OK;
}

/* Contact between particles as the layout planned it, with device arrays. */
static xpbd_status LOCAL(upload_contact)(cuda_state *state, IMAGE *image) {
  const xpbd_contact_topology *from = &state->layout.contact;
  XPBD_NAME(contact) *to = &image->contact;
  const int64_t n = image->n;
  XPBD_NAME(layout_contact)(&state->layout, to);
  if (to->radius) XPBD_TRY(upload(state, to->radius, n * (int64_t)sizeof(REAL), 1, (void **)&to->radius));
  if (!from->first) return XPBD_OK;
  XPBD_TRY(upload(state, from->first, 4 * (n + 1), 1, (void **)&to->first));
  XPBD_TRY(upload(state, from->joined, 4 * (int64_t)from->joined_count, 1, (void **)&to->joined));
  XPBD_TRY(upload(state, nullptr, 4 * xpbd_grid_size(from->mask, image->n), image->batch, (void **)&to->start));
  XPBD_TRY(upload(state, nullptr, n * (int64_t)sizeof(PARTICLE), image->batch, (void **)&to->seen));
  XPBD_TRY(upload(state, nullptr, 4 * n * (XPBD_NEAR + 1), image->batch, (void **)&to->near));
  XPBD_TRY(upload(state, nullptr, 4 * n * XPBD_CANDIDATES, image->batch, (void **)&to->candidates));
  XPBD_TRY(upload(state, nullptr, 4 * n, image->batch, (void **)&to->candidate_count));
  XPBD_TRY(upload(state, nullptr, 4 * n, image->batch, (void **)&to->touching));
  XPBD_TRY(upload(state, nullptr, n * (int64_t)sizeof(PARTICLE), image->batch, (void **)&to->moved));
  if (state->layout.pairs_bounce) XPBD_TRY(upload(state, nullptr, 4 * n, image->batch, (void **)&to->touched));
  return XPBD_OK;
}

static xpbd_status LOCAL(upload_bounce)(cuda_state *state, IMAGE *image) {
  const xpbd_layout *host = &state->layout;
  const int64_t record = (int64_t)sizeof(PARTICLE), met = (int64_t)image->obstacle_count * image->n;
  if (!host->pairs_bounce && !host->obstacles_bounce) return XPBD_OK;
  XPBD_TRY(upload(state, nullptr, image->records * record, image->batch, (void **)&image->before));
  return host->obstacles_bounce ? upload(state, nullptr, met * record, image->batch, (void **)&image->bounced)
                                : XPBD_OK;
}

/* Copies of particles, for methods in which all constraints of an iteration start from the same positions. */
static xpbd_status LOCAL(upload_split)(cuda_state *state, IMAGE *image) {
  const xpbd_split_topology *from = &state->layout.split;
  XPBD_NAME(split) *to = &image->split;
  if (!state->layout.at_once) return XPBD_OK;
  const int64_t record = (int64_t)sizeof(PARTICLE), ends = from->first[image->n];
  XPBD_NAME(layout_split)(&state->layout, to);
  XPBD_TRY(upload(state, nullptr, from->count * record, image->batch, (void **)&to->x));
  if (xpbd_layout_damped(&state->layout))
    XPBD_TRY(upload(state, nullptr, from->count * record, image->batch, (void **)&to->start));
  if (image->base) XPBD_TRY(upload(state, nullptr, from->count * record, image->batch, (void **)&to->base));
  XPBD_TRY(upload(state, from->of, 4 * (int64_t)from->count, 1, (void **)&to->of));
  XPBD_TRY(upload(state, from->place, 4 * ((int64_t)image->set_count + 1), 1, (void **)&to->place));
  XPBD_TRY(upload(state, from->first, 4 * ((int64_t)image->n + 1), 1, (void **)&to->first));
  return upload(state, from->copies, 4 * ends, 1, (void **)&to->copies);
}

/* Centres, sums and the lag: data that needs all particles at once. */
static xpbd_status LOCAL(upload_common)(cuda_state *state, IMAGE *image) {
  const xpbd_layout *host = &state->layout;
  const int64_t real = (int64_t)sizeof(REAL);
  if (host->centres > 0)
    XPBD_TRY(upload(state, xpbd_scene_centre(state->scene, 0), (int64_t)sizeof(xpbd_range) * host->centres, 1,
                    (void **)&image->centres));
  XPBD_TRY(upload(state, nullptr, 2 * host->sum_count * real, image->batch, (void **)&image->sums));
  XPBD_TRY(upload(state, nullptr, 2 * XPBD_SUM_WIDEST * real, image->batch, (void **)&image->total));
  XPBD_TRY(LOCAL(upload_contact)(state, image));
  XPBD_TRY(LOCAL(upload_bounce)(state, image));
  XPBD_TRY(LOCAL(upload_split)(state, image));
  if (host->lagged)
    XPBD_TRY(upload(state, nullptr, host->records * (int64_t)sizeof(PARTICLE), image->batch, (void **)&image->lag));
  return XPBD_OK;
}

/* The tiles, and a second array of positions. Iterations read one array and write the other, in turn. */
static xpbd_status LOCAL(upload_tiles)(cuda_state *state, const IMAGE *image) {
  const cuda_tiles *from = &state->tiles;
  LOCAL(tiles) *to = &state->LOCAL(tiles);
  const int64_t springs = from->spring_count, real = (int64_t)sizeof(REAL);
  const xpbd_layout_set *set = &state->layout.sets[0];
  *to = LOCAL(tiles){};
  if (!cuda_in_tiles(&state->plan)) return XPBD_OK;
  to->set = image->sets[0];
  to->status = state->status;
  to->spring_count = springs;
  to->records = image->records;
  to->group_count = from->group_count;
  to->tile_count = from->count;
  to->room = from->most_particles;
  XPBD_TRY(upload(state, from->tile, (int64_t)sizeof *from->tile * from->count, 1, (void **)&to->tile));
  XPBD_TRY(upload(state, from->particle, 4 * from->particle_count, 1, (void **)&to->particle));
  XPBD_TRY(upload(state, from->pair, 4 * springs, 1, (void **)&to->pair));
  if (!cuda_tiles_remain(&state->plan)) {
    XPBD_TRY(upload(state, nullptr, springs * real, image->batch, (void **)&to->lambda));
    XPBD_TRY(upload(state, nullptr, image->records * (int64_t)sizeof(PARTICLE), image->batch, (void **)&to->to));
  }
  if (set->rest_count == 0) return XPBD_OK;
  REAL *rest = (REAL *)malloc((size_t)(springs + 1) * sizeof *rest);
  XPBD_REQUIRE(rest, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld rest lengths", (long long)springs);
  for (int64_t k = 0; k < springs; k++)
    rest[k] = from->spring[k] < 0 ? R(1.0) : ((const REAL *)set->rest[0])[from->spring[k]];
  const xpbd_status status = upload(state, rest, springs * real, 1, (void **)&to->rest);
  const cudaError_t waited = cudaStreamSynchronize(state->stream); /* `rest` is about to be freed */
  free(rest);
  XPBD_TRY(status);
  CUDA_TRY(waited);
  return XPBD_OK;
}

/* Upload data for resident tiles: their board for postings, or in a cluster whose board to read. */
static xpbd_status LOCAL(upload_stay)(cuda_state *state, const IMAGE *image) {
  const LOCAL(tiles) *from = &state->LOCAL(tiles);
  LOCAL(stay) *to = &state->LOCAL(stay);
  *to = LOCAL(stay){};
  if (!cuda_tiles_remain(&state->plan)) return XPBD_OK;
  *to = {from->tile, from->particle, from->pair, from->rest, nullptr, nullptr, from->room, state->tiles.most_own};
  XPBD_TRY(upload(state, state->tiles.source, 4 * state->tiles.particle_count, 1, (void **)&to->source));
  if (state->plan.strategy == CUDA_CLUSTER) return XPBD_OK;
  typedef LOCAL(posted)<false> posted;
  state->posted_bytes = 2 * (int64_t)sizeof(posted) * state->tiles.count * state->tiles.most_own * image->batch;
  XPBD_TRY(allocate(state, state->posted_bytes, &state->posted));
  to->posted = state->posted;
  return XPBD_OK;
}

static xpbd_status LOCAL(upload_wind)(cuda_state *state, IMAGE *image) {
  const int64_t n = state->layout.n, triangles = xpbd_scene_triangle_count(state->scene);
  void *corners, *first, *of;
  XPBD_TRY(upload(state, xpbd_scene_triangles(state->scene), 12 * triangles, 1, &corners));
  XPBD_TRY(upload(state, state->layout.triangles.first, 4 * (n + 1), 1, &first));
  XPBD_TRY(upload(state, state->layout.triangles.of, 12 * triangles, 1, &of));
  XPBD_TRY(upload(state, nullptr, state->layout.records * (int64_t)sizeof(PARTICLE), state->def->batch,
                  (void **)&image->force));
  XPBD_TRY(allocate(state, state->table_capacity * (int64_t)sizeof(VEC3), &state->wind_table));
  image->wind.triangles = (const int32_t *)corners;
  image->wind.first = (const int32_t *)first;
  image->wind.of = (const int32_t *)of;
  image->wind_table = (const VEC3 *)state->wind_table;
  return XPBD_OK;
}

/* Queue the iterations of a part by tiles, if that is the strategy. Returns their number. After an even number the
 * positions are in the common array. After an odd number they are copied there. */
static int32_t LOCAL(launch_sweeps)(cuda_state *state, const cuda_part *part, bool overlap, cudaError_t *error) {
  const IMAGE &image = state->XPBD_HALF;
  LOCAL(tiles) tiles = state->LOCAL(tiles);
  PARTICLE *now = image.x, *next = tiles.to;
  if (state->plan.strategy != CUDA_TILES) return 0;
  for (int32_t sweep = 0; sweep < part->sweeps && *error == cudaSuccess; sweep++) {
    tiles.from = now, tiles.to = next, tiles.first = part->begins && sweep == 0;
    tiles.backwards = sweep % 2;
    *error = state->LOCAL(launches)->sweep(state->kernel, &state->plan, state->stream, overlap, tiles);
    next = now, now = tiles.to;
  }
  if (now != image.x && *error == cudaSuccess)
    *error = cudaMemcpyAsync(image.x, now, sizeof *now * (size_t)image.records * (size_t)image.batch,
                             cudaMemcpyDeviceToDevice, state->stream);
  return part->sweeps;
}

/* Launch a stage of a method that moves vertices: a thread for each vertex of a colour, or for each particle. Vertices
 * that are not independent take turns in one thread. */
static cudaError_t LOCAL(launch_stage)(cuda_state *state, int32_t stage, int32_t colour) {
  const xpbd_schedule *colours = &state->layout.vertices.colours;
  const bool moves = stage == XPBD_VERTICES_MOVE, serial = moves && colour == colours->overflow;
  const int32_t first = moves ? colours->group_start[colour] : 0;
  const int32_t last = moves ? colours->group_start[colour + 1] : state->layout.n;
  const unsigned threads = serial ? 1 : 128; /* fewer than elsewhere, because each needs many registers */
  const unsigned blocks = serial || last <= first ? 1 : ((unsigned)(last - first) + threads - 1) / threads;
  return state->LOCAL(launches)->vertices(dim3(blocks, (unsigned)state->XPBD_HALF.batch), threads, state->stream,
                                          state->XPBD_HALF, stage, first, last);
}

/* Launch a part of a time step: one kernel per phase, one thread for each item of every copy. A kernel begins when the
 * previous one has ended. A group's kernel may begin somewhat earlier if the device permits it. */
static xpbd_status LOCAL(launch_part)(cuda_state *state, const cuda_part *part) {
  const IMAGE &image = state->XPBD_HALF;
  const bool overlap = state->overlaps && state->plan.strategy != CUDA_PLAIN; /* plain works as in the papers */
  cudaError_t error = cudaSuccess;
  const unsigned batch = (unsigned)image.batch;
#define GRID(count)                      dim3((unsigned)((count) > 0 ? (count) + 255 : 256) / 256, batch)
#define OVER(count)                      GRID(count), 256, 0, state->stream
#define STEP_PHASE(name, items, a, b, c) XPBD_LAUNCH(LOCAL(k_##name), OVER(items), image, a, b, c);
#define STEP_ONCE(name, a, b, c)         XPBD_LAUNCH(LOCAL(k_##name), dim3(1, batch), 1, 0, state->stream, image, a, b, c);
#define own_wind_over(items, a)          XPBD_LAUNCH(LOCAL(k_wind), OVER(items), image, a)
#define own_predict_over(items, a)       XPBD_LAUNCH(LOCAL(k_predict), OVER(items), image, a)
#define own_finish_over(items, a)        XPBD_LAUNCH(LOCAL(k_finish), OVER(items), image, a)
#define own_evaluate_over(items, a)      CUDA_TRY(state->LOCAL(launches)->evaluate(GRID(items), state->stream, image, a))
#define STEP_OWN(name, items, a)         own_##name##_over(items, a);
#define STEP_GROUP(g, first_sweep)                                                                                     \
  {                                                                                                                    \
    const xpbd_group group = state->layout.groups[g];                                                                  \
    const int32_t count = group.serial && group.last > group.first ? 1 : group.last - group.first;                     \
    if (count > 0)                                                                                                     \
      CUDA_TRY(state->LOCAL(launches)->group(state->kernel, GRID(count), state->stream, overlap, image, group));       \
  }
#define STEP_COLOURS                 state->layout.vertices.colours.group_count
#define STEP_VERTICES(stage, colour) CUDA_TRY(LOCAL(launch_stage)(state, stage, colour));
#define STEP_AHEAD                   LOCAL(launch_sweeps)(state, part, overlap, &error)
#define STEP_WORLD                   image
#define STEP_RANGES                  xpbd_scene_centre(state->scene, 0)
#define STEP_GROUPS                  state->layout.groups
#define STEP_BEGINS                  part->begins
#define STEP_SWEEPS                  part->sweeps
#define STEP_ENDS                    part->ends
#include "step/step.inl"
#undef GRID
#undef OVER
#undef own_wind_over
#undef own_predict_over
#undef own_finish_over
#undef own_evaluate_over
  CUDA_TRY(error);
  if (part->ends) XPBD_LAUNCH(k_end_step, 1, 1, 0, state->stream, image.status, state->seen, image.substeps);
  CUDA_TRY(cudaGetLastError());
  return XPBD_OK;
}

/* Record a part. *nodes, which may be NULL, is the number of its kernels. */
static xpbd_status LOCAL(record)(cuda_state *state, cuda_part *part, size_t *nodes) {
  cudaGraph_t graph = nullptr;
  CUDA_TRY(cudaStreamBeginCapture(state->stream, cudaStreamCaptureModeThreadLocal));
  const xpbd_status status = LOCAL(launch_part)(state, part);
  const cudaError_t ended =
      cudaStreamEndCapture(state->stream, &graph); /* also after a failure, to leave the stream usable */
  if (status != XPBD_OK) {
    if (graph) cudaGraphDestroy(graph);
    cudaGetLastError(); /* clear the error of the aborted capture; the reason is already kept */
    return status;
  }
  CUDA_TRY(ended);
  const cudaError_t made =
      nodes ? cudaGraphGetNodes(graph, nullptr, nodes) : cudaGraphInstantiateWithFlags(&part->graph, graph, 0);
  cudaGraphDestroy(graph);
  CUDA_TRY(made);
  return XPBD_OK;
}

/* Load the code of all phases, because this must not happen while a graph is recorded. */
static xpbd_status LOCAL(load_phases)(void) {
  cudaFuncAttributes code;
  const void *const others[] = {(const void *)LOCAL(k_wind), (const void *)LOCAL(k_predict),
                                (const void *)LOCAL(k_finish), (const void *)k_end_step};
  for (const void *kernel : others) CUDA_TRY(cudaFuncGetAttributes(&code, kernel));
#define XPBD_STEP_PHASE(name) CUDA_TRY(cudaFuncGetAttributes(&code, (const void *)LOCAL(k_##name)));
#include "step/phases_list.inl"
#undef XPBD_STEP_PHASE
  return XPBD_OK;
}

/* Record a time step as up to three graphs. One if it fits. Otherwise the first iterations once, an equal
 * number several times, and the rest. */
static xpbd_status LOCAL(record_parts)(cuda_state *state) {
  const int32_t iterations = state->def->iterations;
  cuda_part sweep = {false, false, 1, 1, nullptr};
  size_t nodes = 1;
  XPBD_TRY(LOCAL(load_phases)());
  XPBD_TRY(LOCAL(record)(state, &sweep, &nodes));
  const int32_t most = (int32_t)(GRAPH_NODES / (nodes > 0 ? nodes : 1)), together = most > 1 ? most : 1;
  cuda_part *part = state->parts;
  if (iterations <= together) {
    part[state->part_count++] = {true, true, iterations, 1, nullptr};
  } else {
    const int32_t left = iterations % together;
    part[state->part_count++] = {true, false, together, 1, nullptr};
    if (iterations / together > 1)
      part[state->part_count++] = {false, false, together, iterations / together - 1, nullptr};
    part[state->part_count++] = {false, true, left, 1, nullptr};
  }
  for (int32_t p = 0; p < state->part_count; p++) XPBD_TRY(LOCAL(record)(state, &part[p], nullptr));
  return XPBD_OK;
}

/* The same, without overlap if the driver refuses such launches in a graph, as one from before CUDA 12.3 may do. */
static xpbd_status LOCAL(record_step)(cuda_state *state) {
  const xpbd_status status = LOCAL(record_parts)(state);
  if (status != XPBD_ERR_DEVICE || !state->overlaps) return status;
  forget_parts(state);
  state->overlaps = false;
  return LOCAL(record_parts)(state);
}

/* Take the launches of the plan's strategy that know the scene's formulas, from the list or from a file. */
static xpbd_status LOCAL(take_launches)(cuda_state *state) {
  state->LOCAL(launches) = (const LOCAL(cuda_launches) *)LOCAL(cuda_kernels).launches;
#if XPBD_SCALAR == 64
  if (state->layout.vertices.first) {
    state->launches_f64 = (const cuda_launches_f64 *)cuda_kernels_vertices.launches;
    state->kernel = 0;
    return XPBD_OK;
  }
#endif
  state->kernel = state->instance < 0 ? 0 : 1 + 2 * state->instance + state->damped;
  if (!cuda_unit_needed(state->scene)) return XPBD_OK;
  const cuda_unit_wish wish = {state->scene,    state->def->precision, state->plan.strategy, state->capability,
                               state->instance, state->damped,         CUDA_UNIT_LAYOUT};
  const void *launches = nullptr;
  XPBD_TRY(cuda_unit_find(&cuda_compiler_here, &wish, &launches));
  state->LOCAL(launches) = (const LOCAL(cuda_launches) *)launches;
  state->kernel = 0;
  return XPBD_OK;
}

/* Prepare a strategy for its first launch. */
static xpbd_status LOCAL(prepare)(cuda_state *state) {
  cuda_plan *plan = &state->plan;
  int resident = 0, processors = 0;
  const cudaError_t opened =
      state->LOCAL(launches)->open(state->kernel, state->def->device, state->stream, plan, &resident);
  if (opened != cudaSuccess)
    return cuda_failed(opened, cuda_unit_needed(state->scene) ? "the kernels that nvcc compiled from the formula's file"
                                                              : "the kernels of the strategy");
  CUDA_TRY(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, state->def->device));
  switch (plan->strategy) {
  case CUDA_TILES: cuda_fit_tiles(plan, resident * processors); return LOCAL(record_step)(state);
  case CUDA_GRAPH: return LOCAL(record_step)(state);
  case CUDA_CLUSTER:
    XPBD_REQUIRE(resident > 0, XPBD_ERR_UNSUPPORTED, "strategy cluster: this device cannot place %d blocks together",
                 (int)plan->blocks);
    return XPBD_OK;
  case CUDA_RESIDENT:
    XPBD_REQUIRE((int64_t)resident * processors >= (int64_t)plan->blocks * plan->copies, XPBD_ERR_UNSUPPORTED,
                 "strategy resident: this device cannot place %d blocks at once", (int)(plan->blocks * plan->copies));
    return XPBD_OK;
  case CUDA_COOPERATIVE: /* all blocks must be resident at once */
    XPBD_REQUIRE(resident > 0, XPBD_ERR_UNSUPPORTED, "strategy cooperative: no block fits on this device");
    cuda_fit_plan(plan, resident * processors);
    return XPBD_OK;
  default: return XPBD_OK;
  }
}

static xpbd_status LOCAL(build)(cuda_state *state) {
  IMAGE *image = &state->XPBD_HALF;
  const xpbd_layout *host = &state->layout;
  const int64_t records = host->records * (int64_t)sizeof(PARTICLE);
  state->table_capacity = state->def->substeps > 1024 ? state->def->substeps : 1024;
  XPBD_NAME(world_numbers)(host, image);
  image->status = state->status;
  PARTICLE **arrays[] = {&image->x, &image->start, &image->v, &image->base, &image->v_low};
  for (int k = 0; k < (host->positions_low ? 5 : 3); k++)
    XPBD_TRY(upload(state, nullptr, records, image->batch, (void **)arrays[k]));
  XPBD_TRY(upload(state, host->groups, (int64_t)sizeof(xpbd_group) * host->group_count, 1, (void **)&image->groups));
  for (int32_t s = 0; s < host->set_count; s++) XPBD_TRY(LOCAL(upload_set)(state, s, image));
  XPBD_TRY(LOCAL(upload_tiles)(state, image));
  XPBD_TRY(LOCAL(upload_stay)(state, image));
  XPBD_TRY(LOCAL(upload_common)(state, image));
  if (host->triangles.first) XPBD_TRY(LOCAL(upload_wind)(state, image));
  if (image->obstacle_count > 0) XPBD_TRY(LOCAL(upload_obstacles)(state, image));
  XPBD_TRY(LOCAL(upload_handles)(state, image));
#if XPBD_SCALAR == 64
  XPBD_TRY(upload_vertices(state, image));
#endif
  CUDA_TRY(cudaStreamSynchronize(state->stream)); /* the host arrays are pageable and may change hands now */
  return XPBD_OK;
}

static xpbd_status LOCAL(reset)(cuda_state *state) {
  const IMAGE *image = &state->XPBD_HALF;
  const xpbd_layout *from = &state->layout;
  const size_t records = (size_t)image->records * sizeof(PARTICLE);
  const void *const x = from->positions_low ? from->positions_low : from->positions;
  XPBD_TRY(fill_copies(state, image->x, x, records));
  XPBD_TRY(fill_copies(state, image->start, x, records));
  XPBD_TRY(fill_copies(state, image->v, from->velocities, records));
  if (image->base) XPBD_TRY(fill_copies(state, image->base, from->positions, records));
  if (image->base) XPBD_TRY(fill_copies(state, image->v_low, from->velocities_low, records));
  CUDA_TRY(cudaStreamSynchronize(state->stream));
  return XPBD_OK;
}

/* Restore the same state in all copies of a batch. */
static xpbd_status LOCAL(restore)(cuda_state *state, const double *positions, const double *velocities) {
  const IMAGE *image = &state->XPBD_HALF;
  PARTICLE *const to[4] = {image->x, image->v, image->base, image->v_low};
  const size_t records = (size_t)image->records;
  PARTICLE *all = XPBD_NAME(device_state)(&state->layout, positions, velocities);
  XPBD_REQUIRE(all, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu records", 4 * records);
  xpbd_status status = XPBD_OK;
  for (int k = 0; k < 4 && status == XPBD_OK; k++)
    if (to[k]) status = fill_copies(state, to[k], all + (size_t)k * records, records * sizeof *all);
  if (status == XPBD_OK) {
    const cudaError_t error = cudaStreamSynchronize(state->stream); /* they are about to be freed */
    if (error != cudaSuccess) status = cuda_failed(error, "cudaStreamSynchronize");
  }
  free(all);
  return status;
}

static xpbd_status LOCAL(upload_tables)(cuda_state *state, int32_t steps) {
  XPBD_NAME(device_tables) tables;
  XPBD_TRY(XPBD_NAME(device_tables_make)(state->scene, state->layout.h, state->queued_steps, steps,
                                         (const XPBD_NAME(obstacle) *)state->obstacles, &tables));
  void *const to[4] = {state->wind_table, state->obstacle_table, state->handle_table, &state->status->table_base};
  const void *const from[4] = {tables.wind, tables.obstacles, tables.handles, &state->queued_steps};
  const size_t bytes[4] = {tables.wind_bytes, tables.obstacle_bytes, tables.handle_bytes, sizeof state->queued_steps};
  cudaError_t error = cudaSuccess;
  for (int k = 0; k < 4 && error == cudaSuccess; k++)
    if (to[k]) error = cudaMemcpyAsync(to[k], from[k], bytes[k], cudaMemcpyHostToDevice, state->stream);
  if (error == cudaSuccess) error = cudaStreamSynchronize(state->stream); /* the tables are about to be freed */
  XPBD_NAME(device_tables_free)(&tables);
  CUDA_TRY(error);
  return XPBD_OK;
}

/* Launch a resident kernel for these frames. */
static xpbd_status LOCAL(launch_resident)(cuda_state *state, int32_t frames) {
  CUDA_TRY(state->LOCAL(launches)->frames(state->kernel, &state->plan, state->stream, state->XPBD_HALF, frames,
                                          state->LOCAL(stay)));
  CUDA_TRY(cuda_launch(k_end_frames, 1, 1, 0, state->stream, state->overlaps, state->status, state->seen, frames,
                       state->def->substeps));
  return XPBD_OK;
}

/* Whether the kernel of the plan's strategy is resident. */
static bool LOCAL(stays)(const cuda_state *state) {
  const cuda_strategy strategy = state->plan.strategy;
  return strategy != CUDA_GRAPH && strategy != CUDA_PLAIN && strategy != CUDA_TILES;
}

static xpbd_status LOCAL(launch)(cuda_state *state, int32_t frames) {
  if (LOCAL(stays)(state)) return LOCAL(launch_resident)(state, frames);
  const cuda_part whole = {true, true, state->def->iterations, 1, nullptr};
  for (int64_t step = 0; step < (int64_t)frames * state->def->substeps; step++) {
    if (state->plan.strategy == CUDA_PLAIN) XPBD_TRY(LOCAL(launch_part)(state, &whole));
    for (int32_t p = 0; p < state->part_count; p++)
      for (int32_t k = 0; k < state->parts[p].times; k++)
        CUDA_TRY(cudaGraphLaunch(state->parts[p].graph, state->stream));
  }
  return XPBD_OK;
}

static xpbd_status LOCAL(step)(cuda_state *state, int32_t frames) {
  const int32_t substeps = state->def->substeps;
  const bool tables = state->wind_table || state->obstacle_table || state->handle_table;
  while (frames > 0) { /* as many at once as the tables hold and a kernel may take */
    int32_t now = frames;
    if (LOCAL(stays)(state) && now > state->frames_at_once) now = state->frames_at_once;
    if (tables && now > state->table_capacity / substeps) now = state->table_capacity / substeps;
    if (tables) XPBD_TRY(LOCAL(upload_tables)(state, now * substeps));
    XPBD_TRY(LOCAL(launch)(state, now));
    state->queued_steps += (int64_t)now * substeps;
    frames -= now;
  }
  return XPBD_OK;
}

static xpbd_status LOCAL(read)(cuda_state *state, xpbd_field field, double *out) {
  const IMAGE *image = &state->XPBD_HALF;
  const size_t bytes = (size_t)image->records * sizeof(PARTICLE) * (size_t)image->batch;
  if (field == XPBD_EMBEDDED) { /* only for methods that supports() refuses */
    memset(out, 0, 3 * (size_t)image->n * sizeof *out);
    return XPBD_OK;
  }
  if (!state->staging) CUDA_TRY(cudaMallocHost(&state->staging, image->base ? 2 * bytes : bytes));
  const bool velocities = field == XPBD_VELOCITIES;
  const PARTICLE *const from[2] = {velocities ? image->v : image->x, velocities ? image->v_low : image->base};
  for (int k = 0; k < 2; k++)
    if (from[k])
      CUDA_TRY(cudaMemcpyAsync((char *)state->staging + (size_t)k * bytes, from[k], bytes, cudaMemcpyDeviceToHost,
                               state->stream));
  CUDA_TRY(cudaStreamSynchronize(state->stream));
  const PARTICLE *const all = (const PARTICLE *)state->staging;
  return XPBD_NAME(device_field)(&state->layout, all, image->base ? all + bytes / sizeof *all : nullptr, image->batch,
                                 out);
}
