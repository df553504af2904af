/* Why this file exists: tiles (cuda/tiles.h) leave a sweep bit-identical to groups one after the other only if each has
 * everything that its own particles depend on, at the right time. Here springs mix numbers instead of moving particles.
 * Any spring that is missing, repeated or in another group changes all later numbers. */
#include <stdlib.h>
#include <string.h>

#include "cuda/tiles.h"
#include "unit/parts.h"
#include "xpbd/scenes.h"

enum { MOST = 4096, MANY = 1 << 30 };

/* The result of a mixed sweep: the numbers, and how often each spring was counted. */
typedef struct mixed {
  uint64_t state[MOST];
  int32_t counted[8 * MOST];
} mixed;

static uint64_t mix(uint64_t a, uint64_t b, uint64_t j) {
  const uint64_t x = (a ^ (b >> 7)) * 0x9e3779b97f4a7c15u + (b << 9) + j;
  return x ^ x >> 29;
}

/* One spring: each movable end gets a number mixed from both. */
static void mix_ends(uint64_t *first, uint64_t *second, bool first_moves, bool second_moves, int32_t j) {
  const uint64_t a = *first, b = *second;
  if (first_moves) *first = mix(a, b, 2u * (uint64_t)j);
  if (second_moves) *second = mix(b, a, 2u * (uint64_t)j + 1u);
}

static void mix_groups(const xpbd_layout *layout, uint32_t bytes, mixed *out) {
  const xpbd_layout_set *set = &layout->sets[0];
  for (int32_t i = 0; i < layout->n; i++) out->state[i] = (uint64_t)i + 1;
  for (int32_t g = 0; g < layout->group_count; g++)
    for (int32_t j = layout->groups[g].first; j < layout->groups[g].last; j++) {
      const uint32_t a = set->offset[0][j] / bytes, b = set->offset[1][j] / bytes;
      mix_ends(&out->state[a], &out->state[b], xpbd_layout_moves(layout, (int32_t)a),
               xpbd_layout_moves(layout, (int32_t)b), j);
    }
}

/* As the kernel does it. False if an index is out of range. */
static bool mix_tiles(const xpbd_layout *layout, uint32_t bytes, const cuda_tiles *tiles, mixed *out) {
  static uint64_t local[MOST];
  bool inside = true;
  memset(out, 0, sizeof *out);
  for (int32_t t = 0; t < tiles->count; t++) {
    const cuda_tile *tile = &tiles->tile[t];
    const int32_t *particle = &tiles->particle[tile->particles];
    inside &=
        tile->needed <= tiles->most_particles && tile->stride < tiles->most_springs + 32 && tile->stride % 32 == 0;
    for (int32_t i = 0; i < tile->needed; i++) local[i] = (uint64_t)particle[i] + 1;
    for (int32_t k = 0; inside && k < tile->stride * tiles->group_count; k++) {
      const uint32_t pair = tiles->pair[tile->springs + k], ends = cuda_tile_ends(pair);
      const int32_t j = tiles->spring[tile->springs + k];
      if (!pair) continue;
      const uint32_t a = cuda_pair_first(ends) / bytes - 1,
                     b = cuda_pair_second(ends) / bytes - 1; /* a dummy comes first */
      inside &= a < (uint32_t)tile->needed && b < (uint32_t)tile->needed && j >= 0;
      if (!inside) break;
      mix_ends(&local[a], &local[b], xpbd_layout_moves(layout, particle[a]), xpbd_layout_moves(layout, particle[b]), j);
      out->counted[j] += cuda_tile_counts(pair);
    }
    for (int32_t i = 0; i < tile->own; i++) {
      inside &= out->state[particle[i]] == 0; /* owned by no other tile */
      out->state[particle[i]] = local[i];
    }
  }
  return inside;
}

static bool counted_once(const xpbd_layout *layout, const mixed *by) {
  bool once = true;
  for (int32_t g = 0; g < layout->group_count; g++)
    for (int32_t j = layout->groups[g].first; j < layout->groups[g].last; j++) once &= by->counted[j] == 1;
  return once;
}

/* Tiles of one layout: at least `count`, within the limit. */
static void check_layout(check *self, const xpbd_layout *layout, int32_t least, int32_t most_springs) {
  static mixed expected, got;
  const int32_t bytes = layout->def->precision == XPBD_F64 ? 32 : 16;
  OWNED(cuda_tiles_destroy) cuda_tiles tiles = {0};
  if (!check_status(self, cuda_tiles_create(layout, least, most_springs, MANY, MANY, &tiles), XPBD_OK, "tiles")) return;
  mix_groups(layout, (uint32_t)bytes, &expected);
  check_true(self, mix_tiles(layout, (uint32_t)bytes, &tiles, &got), "%d tiles of %d particles: all stands inside",
             (int)tiles.count, (int)layout->n);
  check_true(self, memcmp(got.state, expected.state, sizeof *got.state * (size_t)layout->n) == 0,
             "%d tiles of %d particles, %d groups: what groups leave", (int)tiles.count, (int)layout->n,
             (int)layout->group_count);
  check_true(self, counted_once(layout, &got), "%d tiles: each spring is counted once", (int)tiles.count);
  check_true(self, tiles.most_springs <= most_springs, "no more than %d springs of a group", (int)most_springs);
  check_true(self, tiles.count % least == 0 || tiles.count == layout->n / 16, "%d tiles: as many for each of %d",
             (int)tiles.count, (int)least);
  int32_t tried = 0;
  for (int64_t k = 0; k < tiles.spring_count && tried < 8; k += 1 + tiles.spring_count / 4999) {
    const uint32_t kept = tiles.pair[k];
    if (!kept || cuda_tile_counts(kept)) continue;
    tried++;
    tiles.pair[k] = 0; /* on the rim: tiles have it only because their own particles depend on it */
    mix_tiles(layout, (uint32_t)bytes, &tiles, &got);
    check_control(self, memcmp(got.state, expected.state, sizeof *got.state * (size_t)layout->n) != 0,
                  "a spring of the rim is missing");
    tiles.pair[k] = kept | 1u;
    mix_tiles(layout, (uint32_t)bytes, &tiles, &got);
    check_control(self, !counted_once(layout, &got), "a spring is counted by two tiles");
    tiles.pair[k] = kept;
  }
  check_true(self, tried > 0 || tiles.count == 1, "%d tiles have a rim", (int)tiles.count);
}

/* Who needs a particle of whom, in a list of staying tiles. False if a particle is not where its source says. */
static bool read_needs(const cuda_tiles *tiles, const int32_t *owner, bool *needs) {
  bool right = true;
  memset(needs, 0, (size_t)tiles->count * (size_t)tiles->count * sizeof *needs);
  for (int32_t t = 0; t < tiles->count; t++)
    for (int32_t i = tiles->tile[t].own; i < tiles->tile[t].needed; i++) {
      const int64_t at = tiles->tile[t].particles + (int64_t)i;
      const int32_t from = (int32_t)cuda_source_tile(tiles->source[at]);
      const int32_t place = (int32_t)cuda_source_place(tiles->source[at]),
                    number = cuda_tile_number(tiles->particle[at]);
      right &= from < tiles->count && from != t && owner[number] == from && place < tiles->tile[from].own &&
               tiles->particle[tiles->tile[from].particles + place] == cuda_tile_particle(number, true);
      needs[(int64_t)t * tiles->count + owner[number]] = true;
    }
  return right;
}

static int32_t one_sided(const cuda_tiles *tiles, const bool *needs) {
  int32_t count = 0;
  for (int32_t t = 0; t < tiles->count; t++)
    for (int32_t u = 0; u < tiles->count; u++)
      count += needs[(int64_t)t * tiles->count + u] && !needs[(int64_t)u * tiles->count + t];
  return count;
}

/* Staying tiles: whoever takes also gives, what is taken is in its marked place, and nothing else is marked. */
static void check_staying(check *self, const xpbd_layout *layout, int32_t least) {
  OWNED(cuda_tiles_destroy) cuda_tiles tiles = {0}, before = {0};
  const int32_t n = layout->n;
  int32_t *const owner = calloc((size_t)n, sizeof *owner);
  bool *const taken = calloc((size_t)n, sizeof *taken);
  if (!check_status(self, cuda_tiles_create(layout, least, MANY, MANY, MANY, &before), XPBD_OK, "tiles") ||
      !check_status(self, cuda_tiles_create(layout, least, MANY, MANY, MANY, &tiles), XPBD_OK, "and again") ||
      !check_status(self, cuda_tiles_stay(&tiles, n), XPBD_OK, "tiles that stay"))
    return;
  bool *const needs = calloc((size_t)tiles.count * (size_t)tiles.count + 1, sizeof *needs);
  bool same = true, marked = true;
  int32_t most = 0, own = 0;
  for (int32_t t = 0; t < tiles.count; t++) {
    const cuda_tile *was = &before.tile[t], *is = &tiles.tile[t];
    same &=
        is->own == was->own && is->needed >= was->needed && is->springs == was->springs && is->stride == was->stride;
    for (int32_t i = 0; i < was->needed; i++)
      same &= cuda_tile_number(tiles.particle[is->particles + i]) == before.particle[was->particles + i];
    for (int32_t i = 0; i < is->own; i++) owner[before.particle[was->particles + i]] = t;
    for (int32_t i = is->own; i < is->needed; i++) taken[cuda_tile_number(tiles.particle[is->particles + i])] = true;
    most = is->needed > most ? is->needed : most, own = is->own > own ? is->own : own;
  }
  for (int32_t t = 0; t < tiles.count; t++)
    for (int32_t i = 0; i < tiles.tile[t].own; i++) {
      const int32_t particle = tiles.particle[tiles.tile[t].particles + i];
      marked &= cuda_tile_shares(particle) == taken[cuda_tile_number(particle)];
    }
  check_true(self, same, "%d tiles: what they had they keep", (int)tiles.count);
  check_true(self, marked, "%d tiles: own particles that others take are marked, and no others", (int)tiles.count);
  check_true(self, most == tiles.most_particles && own == tiles.most_own, "%d tiles: the most of any",
             (int)tiles.count);
  check_true(self, read_needs(&tiles, owner, needs), "%d tiles: particles are where they are looked for",
             (int)tiles.count);
  check_same(self, (uint64_t)one_sided(&tiles, needs), 0, "of %d tiles one takes and gives nothing", (int)tiles.count);
  if (tiles.particle_count > before.particle_count) { /* without the added ones */
    for (int32_t t = 0; t < tiles.count; t++) tiles.tile[t].needed = before.tile[t].needed;
    read_needs(&tiles, owner, needs);
    check_control(self, one_sided(&tiles, needs) > 0, "who takes gives nothing");
  }
  if (tiles.count > 1) {
    tiles.source[tiles.tile[0].particles + tiles.tile[0].own]++;
    check_control(self, !read_needs(&tiles, owner, needs), "a particle is looked for elsewhere");
  }
  free(owner), free(taken), free(needs);
}

static void check_cloths(check *self) {
  for (int32_t resolution = 4; resolution <= 40; resolution += 9) {
    xpbd_scene_params params = xpbd_scene_params_default();
    params.resolution = resolution, params.constraint = "stretching";
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "cloth")) return;
    for (int precision = 0; precision < 2; precision++) {
      xpbd_solver_def def = xpbd_solver_def_default();
      def.precision = precision ? XPBD_F64 : XPBD_F32;
      OWNED(xpbd_layout_destroy) xpbd_layout layout = {0};
      if (check_status(self, xpbd_layout_create(model.scene, &def, &layout), XPBD_OK, "layout")) {
        check_layout(self, &layout, 1, MANY);
        check_layout(self, &layout, 7, MANY);
        check_layout(self, &layout, 1, 150);
        for (int32_t least = 1; least < 40; least += 6) check_staying(self, &layout, least);
      }
    }
  }
}

/* A rope folded in two: particles go up and come back. Cutting it must take as long as any other mesh, or the check
 * never ends. */
static void check_double(check *self) {
  enum { LONG = 200000 };
  double(*const positions)[3] = calloc(LONG, sizeof *positions);
  double *const masses = calloc(LONG, sizeof *masses);
  int32_t(*const ends)[2] = calloc(LONG, sizeof *ends);
  xpbd_scene_def def = xpbd_scene_def_default();
  xpbd_solver_def settings = xpbd_solver_def_default();
  xpbd_constraints_def set = xpbd_constraints_def_default();
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  OWNED(xpbd_layout_destroy) xpbd_layout layout = {0};
  OWNED(cuda_tiles_destroy) cuda_tiles tiles = {0};
  for (int32_t i = 0; i < LONG; i++) positions[i][0] = i < LONG / 2 ? i : LONG - i, masses[i] = 1.0;
  for (int32_t j = 0; j + 1 < LONG; j++) ends[j][0] = j, ends[j][1] = j + 1;
  def.particle_count = LONG, def.positions = positions[0], def.inverse_masses = masses;
  set.formula = "stretching", set.count = LONG - 1, set.particles = ends[0];
  check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "a scene");
  check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "a rope");
  if (check_status(self, xpbd_layout_create(scene, &settings, &layout), XPBD_OK, "layout"))
    check_status(self, cuda_tiles_create(&layout, 132, 1024, 3000, MANY, &tiles), XPBD_OK, "tiles of a rope");
  check_at_least(self, tiles.count, 132, "tiles");
  free(positions), free(masses), free(ends);
}

/* Springs between any two of `count` particles in a box, some of them pinned. */
static xpbd_scene *any_scene(check *self, int32_t count, int32_t springs, int32_t reach) {
  static double positions[MOST][3], masses[MOST];
  static int32_t ends[MOST][2];
  xpbd_scene_def def = xpbd_scene_def_default();
  xpbd_scene *scene = NULL;
  def.particle_count = count;
  def.positions = positions[0], def.inverse_masses = masses;
  for (int32_t i = 0; i < count; i++) {
    masses[i] = check_random(self, 0, 5) < 1 ? 0.0 : 1.0;
    positions[i][0] = i + check_random(self, 0, 0.1);
    for (int k = 1; k < 3; k++) positions[i][k] = check_random(self, 0, 1);
  }
  for (int32_t j = 0; j < springs; j++) {
    ends[j][0] = (int32_t)check_random(self, 0, count - reach);
    ends[j][1] = ends[j][0] + 1 + (int32_t)check_random(self, 0, reach - 1);
    if (j % 2) ends[j][0] += ends[j][1], ends[j][1] = ends[j][0] - ends[j][1], ends[j][0] -= ends[j][1];
  }
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching", set.count = springs, set.particles = ends[0];
  check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "a scene");
  check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "springs");
  return scene;
}

static void check_tiles(check *self, int argument) {
  check_cloths(self);
  check_double(self);
  for (int turn = 0; turn < 6; turn++) {
    xpbd_scene *scene = any_scene(self, 900, 1400, 3 + 2 * turn);
    const xpbd_solver_def def = xpbd_solver_def_default();
    OWNED(xpbd_layout_destroy) xpbd_layout layout = {0};
    if (check_status(self, xpbd_layout_create(scene, &def, &layout), XPBD_OK, "layout")) {
      check_layout(self, &layout, 12, MANY);
      check_staying(self, &layout, 12);
      check_layout(self, &layout, 1, 200);
    }
    xpbd_scene_destroy(&scene);
  }
}

/* Everything is connected within a few steps, so no tile is small enough. This is noticed without making all tiles. */
static void check_hopeless(check *self, int argument) {
  xpbd_scene *scene = any_scene(self, 1000, 4000, 900);
  const xpbd_solver_def def = xpbd_solver_def_default();
  OWNED(xpbd_layout_destroy) xpbd_layout layout = {0};
  cuda_tiles tiles;
  if (check_status(self, xpbd_layout_create(scene, &def, &layout), XPBD_OK, "layout")) {
    check_status(self, cuda_tiles_create(&layout, 1, 40, MANY, MANY, &tiles), XPBD_ERR_UNSUPPORTED, "40 springs");
    check_true(self, strstr(xpbd_last_error(), "strategy tiles: a tile of 16 particles of this mesh needs ") != NULL,
               "what is said: %s", xpbd_last_error());
    cuda_tiles_destroy(&tiles);
    check_status(self, cuda_tiles_create(&layout, 1, MANY, 40, MANY, &tiles), XPBD_ERR_UNSUPPORTED, "40 particles");
    cuda_tiles_destroy(&tiles);
    check_status(self, cuda_tiles_create(&layout, 40, MANY, MANY, 20000, &tiles), XPBD_ERR_UNSUPPORTED, "20000 places");
    check_said(
        self,
        "strategy tiles: 40 tiles of this mesh overlap so much that they have more than 20000 places for 4000 springs",
        "what is said");
    cuda_tiles_destroy(&tiles);
    check_control(self, cuda_tiles_create(&layout, 1, MANY, MANY, MANY, &tiles) == XPBD_OK && tiles.count == 1,
                  "one of all fits where there is room");
    cuda_tiles_destroy(&tiles);
  }
  xpbd_scene_destroy(&scene);
}

void cuda_tiles_checks(check_registry *registry) {
  check_add(registry, "tiles", "what tiles make of a sweep is what groups make of it", check_tiles, 0);
  check_add(registry, "tiles-hopeless", "a mesh that no tiles can be made of", check_hopeless, 0);
}
