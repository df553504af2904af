/* Why this file exists: cuts a mesh into tiles and lists the rings of particles and springs that each tile needs. All
 * of it runs once, on the CPU, before the first time step. */
#include "tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

/* ---- which particle is whose ---- */

/* Particles being distributed to tiles: `order` is halved repeatedly. */
typedef struct cutting {
  const double (*at)[3]; /* [n] positions */
  int32_t *order;        /* [n] */
  int32_t *tile_of;      /* [n] */
} cutting;

/* Whether particle a is before b along an axis. Particles at the same position are ordered by number. */
static bool is_before(const cutting *all, int axis, int32_t a, int32_t b) {
  const double x = all->at[a][axis], y = all->at[b][axis];
  return x < y || (!(x > y) && a < b);
}

/* Move the first `middle - first` particles of the range from `first` to `end` to its front (Hoare 1961). The pivot is
 * at a scattered index. A pivot in the middle would often be the first or the last if particles alternate. */
static void part(const cutting *all, int axis, int32_t first, int32_t end, int32_t middle) {
  int32_t *const order = all->order;
  while (end - first > 1) {
    const uint32_t any = ((uint32_t)first * 2654435761u) ^ ((uint32_t)end * 2246822519u);
    const int32_t pivot = order[first + (int32_t)(any % (uint32_t)(end - first))];
    int32_t i = first, j = end - 1;
    while (i <= j) {
      while (is_before(all, axis, order[i], pivot)) i++;
      while (is_before(all, axis, pivot, order[j])) j--;
      if (i > j) break;
      const int32_t kept = order[i];
      order[i++] = order[j], order[j--] = kept;
    }
    if (middle <= j)
      end = j + 1;
    else if (middle >= i)
      first = i;
    else
      return;
  }
}

static int longest_axis(const cutting *all, int32_t first, int32_t end) {
  double low[3] = {0}, high[3] = {0};
  for (int32_t i = first; i < end; i++)
    for (int a = 0; a < 3; a++) {
      const double x = all->at[all->order[i]][a];
      if (i == first || x < low[a]) low[a] = x;
      if (i == first || x > high[a]) high[a] = x;
    }
  int axis = 0;
  for (int a = 1; a < 3; a++)
    if (high[a] - low[a] > high[axis] - low[axis]) axis = a;
  return axis;
}

/* Make the tiles `tile`, ... `tile + count - 1` from the particles from `first` up to `end`. */
static void cut(const cutting *all, int32_t first, int32_t end, int32_t tile, int32_t count) {
  if (count <= 1) {
    for (int32_t i = first; i < end; i++) all->tile_of[all->order[i]] = tile;
    return;
  }
  const int32_t half = count / 2, middle = first + (int32_t)((int64_t)(end - first) * half / count);
  part(all, longest_axis(all, first, end), first, end, middle);
  cut(all, first, middle, tile, half);
  cut(all, middle, end, tile + half, count - half);
}

/* ---- what a tile needs ---- */

enum { WARP = 32 };
enum { LEAST = 16 }; /* own particles of a tile; with fewer, most of a tile would be rim */

/* State while tiles are made. */
typedef struct making {
  const xpbd_layout *layout;
  const xpbd_layout_set *set;
  uint32_t bytes;     /* size of a record */
  double (*at)[3];    /* [n] */
  int32_t *order;     /* [n] */
  int32_t *tile_of;   /* [n] */
  int32_t *spring_of; /* [group_count, n] the spring of a group that moves a particle, -1 = none */
  int32_t *has;       /* [n] the last tile that a particle was put into */
  int32_t *slot;      /* [n] its index there */
  int32_t *taken;     /* [padded] the last tile that a spring was put into */
  int32_t *still;     /* indices of springs that move nothing */
  int32_t still_count;
  int32_t *still_of, *still_first; /* the same by tile; [count + 1] start of each tile */
  int32_t most_springs, most_particles;
  int64_t most_places;
  int32_t *list;  /* springs of the current tile, by group, the last group first */
  int64_t *first; /* [group_count] start of each group in it */
  int64_t list_count, list_room, particle_room, spring_room, pair_room;
} making;

static int32_t end_of(const making *m, int k, int32_t j) {
  return (int32_t)(m->set->offset[k][j] / m->bytes);
}

static xpbd_status begin(const xpbd_layout *layout, making *m) {
  const int32_t n = layout->n;
  m->layout = layout, m->set = &layout->sets[0];
  m->bytes = xpbd_in_float(layout->def->precision) ? sizeof(xpbd_particle_f32) : sizeof(xpbd_particle_f64);
  m->at = xpbd_memory(n, sizeof *m->at);
  m->order = xpbd_memory(n, sizeof *m->order);
  m->tile_of = xpbd_memory(n, sizeof *m->tile_of);
  m->spring_of = xpbd_memory((int64_t)layout->group_count * n, sizeof *m->spring_of);
  m->has = xpbd_memory(n, sizeof *m->has);
  m->slot = xpbd_memory(n, sizeof *m->slot);
  m->taken = xpbd_memory(m->set->padded, sizeof *m->taken);
  m->still = xpbd_memory(m->set->padded, sizeof *m->still);
  m->still_of = xpbd_memory(m->set->padded, sizeof *m->still_of);
  m->still_first = xpbd_memory((int64_t)n + 1, sizeof *m->still_first);
  m->first = xpbd_memory(layout->group_count, sizeof *m->first);
  XPBD_REQUIRE(m->at && m->order && m->tile_of && m->spring_of && m->has && m->slot && m->taken && m->still &&
                   m->still_of && m->still_first && m->first,
               XPBD_ERR_OUT_OF_MEMORY, "no memory for tiles of %d particles", (int)n);
  for (int32_t i = 0; i < n; i++) {
    const xpbd_particle_f32 *f = (const xpbd_particle_f32 *)layout->positions + i;
    const xpbd_particle_f64 *d = (const xpbd_particle_f64 *)layout->positions + i;
    const bool real = xpbd_in_float(layout->def->precision);
    m->at[i][0] = real ? (double)f->x : d->x;
    m->at[i][1] = real ? (double)f->y : d->y;
    m->at[i][2] = real ? (double)f->z : d->z;
  }
  memset(m->spring_of, -1, (size_t)layout->group_count * (size_t)n * sizeof *m->spring_of);
  for (int32_t g = 0; g < layout->group_count; g++)
    for (int32_t j = layout->groups[g].first; j < layout->groups[g].last; j++) {
      for (int k = 0; k < 2; k++)
        if (xpbd_layout_moves(layout, end_of(m, k, j))) m->spring_of[(int64_t)g * n + end_of(m, k, j)] = j;
      if (!xpbd_layout_moves(layout, end_of(m, 0, j)) && !xpbd_layout_moves(layout, end_of(m, 1, j)))
        m->still[m->still_count++] = j;
    }
  return XPBD_OK;
}

static void end(making *m) {
  free(m->at), free(m->order), free(m->tile_of), free(m->spring_of);
  free(m->has), free(m->slot), free(m->taken), free(m->still), free(m->list), free(m->first);
  free(m->still_of), free(m->still_first);
}

/* Make room for `more` items after the first `count` of an array. */
static xpbd_status make_room(void **array, size_t size, int64_t count, int64_t more, int64_t *room) {
  if (count + more <= *room) return XPBD_OK;
  const int64_t wanted = 2 * count + more + 1024;
  void *const larger = realloc(*array, (size_t)wanted * size);
  XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for tiles of %lld items", (long long)wanted);
  *array = larger;
  *room = wanted;
  return XPBD_OK;
}

/* Note that tile t needs a particle. */
static xpbd_status need(making *m, cuda_tiles *out, int32_t t, int32_t particle) {
  if (m->has[particle] == t) return XPBD_OK;
  XPBD_TRY(make_room((void **)&out->particle, sizeof *out->particle, out->particle_count, 1, &m->particle_room));
  m->has[particle] = t;
  m->slot[particle] = out->tile[t].needed++;
  out->particle[out->particle_count++] = particle;
  return XPBD_OK;
}

/* Note that tile t does a spring. */
static xpbd_status take(making *m, cuda_tiles *out, int32_t t, int32_t j) {
  if (m->taken[j] == t) return XPBD_OK;
  XPBD_TRY(make_room((void **)&m->list, sizeof *m->list, m->list_count, 1, &m->list_room));
  m->taken[j] = t;
  m->list[m->list_count++] = j;
  for (int k = 0; k < 2; k++) XPBD_TRY(need(m, out, t, end_of(m, k, j)));
  return XPBD_OK;
}

/* Whether tile t counts the outcome of a spring. Among the tiles that do it, the owner of the first particle
 * that the spring moves counts. */
static bool counts(const making *m, int32_t t, int32_t j) {
  const int32_t a = end_of(m, 0, j), b = end_of(m, 1, j);
  return m->tile_of[xpbd_layout_moves(m->layout, a) || !xpbd_layout_moves(m->layout, b) ? a : b] == t;
}

/* Take the springs of group g that move a particle which tile t needs after the group. */
static xpbd_status take_group(making *m, cuda_tiles *out, int32_t t, int32_t g) {
  const int32_t needed = out->tile[t].needed;
  const int32_t *const spring_of = m->spring_of + (int64_t)g * m->layout->n;
  const xpbd_group *group = &m->layout->groups[g];
  for (int32_t i = 0; i < needed; i++) {
    const int32_t j = spring_of[out->particle[out->tile[t].particles + i]];
    if (j >= 0) XPBD_TRY(take(m, out, t, j));
  }
  for (int32_t k = m->still_first[t]; k < m->still_first[t + 1]; k++) { /* nobody needs their result */
    const int32_t j = m->still_of[k];
    if (j >= group->first && j < group->last) XPBD_TRY(take(m, out, t, j));
  }
  return XPBD_OK;
}

static bool too_large(const making *m, const cuda_tiles *out) {
  return out->most_springs > m->most_springs || out->most_particles > m->most_particles;
}

/* Make a tile: its own particles, then the groups from the last to the first. Stop early if it becomes too large. */
static xpbd_status make_tile(making *m, const int32_t *own, int32_t t, cuda_tiles *out) {
  cuda_tile *tile = &out->tile[t];
  const int32_t groups = m->layout->group_count;
  int64_t *const first = m->first;
  tile->particles = (int32_t)out->particle_count;
  tile->springs = (int32_t)out->spring_count;
  m->list_count = 0;
  for (int32_t i = 0; i < tile->own; i++) XPBD_TRY(need(m, out, t, own[i]));
  for (int32_t g = groups - 1; g >= 0; g--) {
    first[g] = m->list_count;
    XPBD_TRY(take_group(m, out, t, g));
    const int32_t here = (int32_t)(m->list_count - first[g]);
    if (here > tile->stride) tile->stride = here;
    if (here > out->most_springs) out->most_springs = here;
    if (tile->needed > out->most_particles) out->most_particles = tile->needed;
    if (too_large(m, out)) return XPBD_OK;
  }
  tile->stride = (tile->stride + WARP - 1) / WARP * WARP;
  const int64_t places = (int64_t)tile->stride * groups;
  XPBD_TRY(make_room((void **)&out->pair, sizeof *out->pair, out->spring_count, places, &m->pair_room));
  XPBD_TRY(make_room((void **)&out->spring, sizeof *out->spring, out->spring_count, places, &m->spring_room));
  XPBD_REQUIRE(
      out->spring_count + places <= m->most_places && out->particle_count <= INT32_MAX, XPBD_ERR_UNSUPPORTED,
      "strategy tiles: %d tiles of this mesh overlap so much that they have more than %lld places for %d springs",
      (int)out->count, (long long)m->most_places, (int)m->set->count);
  for (int32_t g = 0; g < groups; g++) {
    const int32_t *const list = m->list + first[g];
    const int32_t here = (int32_t)((g > 0 ? first[g - 1] : m->list_count) - first[g]);
    for (int32_t k = 0; k < tile->stride; k++, out->spring_count++) {
      const int32_t j = k < here ? list[k] : -1;
      out->spring[out->spring_count] = j;
      out->pair[out->spring_count] =
          j < 0 ? 0
                : cuda_tile_pair((uint32_t)(m->slot[end_of(m, 0, j)] + 1) * m->bytes,
                                 (uint32_t)(m->slot[end_of(m, 1, j)] + 1) * m->bytes, counts(m, t, j));
    }
  }
  return XPBD_OK;
}

/* Make `count` tiles. `out` shows whether they are too large. */
static xpbd_status make(making *m, int32_t count, cuda_tiles *out) {
  const int32_t n = m->layout->n, groups = m->layout->group_count;
  *out = (cuda_tiles){.count = count, .group_count = groups};
  m->particle_room = m->spring_room = m->pair_room = 0;
  out->tile = calloc((size_t)count, sizeof *out->tile);
  XPBD_REQUIRE(out->tile, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d tiles", (int)count);
  const cutting all = {(const double(*)[3])m->at, m->order, m->tile_of};
  for (int32_t i = 0; i < n; i++) m->order[i] = i;
  cut(&all, 0, n, 0, count);
  for (int32_t i = 0; i < n; i++) out->tile[m->tile_of[i]].own++;
  for (int32_t t = 0, at = 0; t < count; at += out->tile[t++].own) out->tile[t].particles = at;
  for (int32_t i = 0; i < n; i++) m->order[out->tile[m->tile_of[i]].particles++] = i; /* by tile, then by number */
  memset(m->still_first, 0, ((size_t)count + 1) * sizeof *m->still_first);
  for (int32_t k = 0; k < m->still_count; k++) m->still_first[m->tile_of[end_of(m, 0, m->still[k])]]++;
  for (int32_t t = 0; t < count; t++) m->still_first[t + 1] += m->still_first[t];
  for (int32_t k = m->still_count - 1; k >= 0; k--)
    m->still_of[--m->still_first[m->tile_of[end_of(m, 0, m->still[k])]]] = m->still[k];
  for (int32_t i = 0; i < n; i++) m->has[i] = -1;
  for (int32_t j = 0; j < m->set->padded; j++) m->taken[j] = -1;
  const int32_t *own = m->order;
  for (int32_t t = 0; t < count && !too_large(m, out); own += out->tile[t++].own) XPBD_TRY(make_tile(m, own, t, out));
  return XPBD_OK;
}

/* Guess the number of own particles of a tile that may need `most_springs` of a group, on a sheet with twice as many
 * particles. Its rim is somewhat more than one ring per group. */
static int32_t guess_own(const xpbd_layout *layout, int32_t most_springs) {
  const double rim = 1.5 * layout->group_count, side = sqrt(2.0 * most_springs) - rim;
  return side > 4.0 ? (int32_t)(side * side) : LEAST;
}

xpbd_status cuda_tiles_create(const xpbd_layout *layout, int32_t least, int32_t most_springs, int32_t most_particles,
                              int64_t most_places, cuda_tiles *out) {
  making m = {0};
  const int32_t most = layout->n / LEAST > 0 ? layout->n / LEAST : 1;
  int32_t count = layout->n / guess_own(layout, most_springs) / least * least;
  if (count < least) count = least;
  if (count > most) count = most;
  *out = (cuda_tiles){0};
  m.most_springs = most_springs, m.most_particles = most_particles;
  m.most_places = most_places < INT32_MAX ? most_places : INT32_MAX;
  xpbd_status status = begin(layout, &m);
  bool fits = false;
  for (int turn = 1; status == XPBD_OK && !fits; turn++) {
    if (count > most) count = most;
    cuda_tiles_destroy(out);
    status = make(&m, count, out);
    fits = !too_large(&m, out);
    if (status == XPBD_OK && !fits && count == most)
      status = xpbd_fail(
          XPBD_ERR_UNSUPPORTED,
          "strategy tiles: a tile of %d particles of this mesh needs %d springs of a group and %d particles "
          "(up to %d and %d fit)",
          (int)LEAST, (int)out->most_springs, (int)out->most_particles, (int)most_springs, (int)most_particles);
    const int32_t more = turn > 3 ? count : count / 8 / least * least;
    count += more > least ? more : least;
  }
  end(&m);
  return status;
}

/* ---- resident tiles ---- */

/* State while resident tiles are made from tiles. */
typedef struct staying {
  uint32_t *from; /* [n] cuda_source() of a particle: the tile that owns it, and its index there */
  bool *shared;   /* [n] whether others need it */
  bool *needs;    /* [count, count] whether a tile needs particles of another */
  int32_t *first; /* [count] the first of each tile's own */
  int32_t *list;  /* the final list of particles, and the source of those in rims */
  uint32_t *source;
} staying;

static void find_needs(const cuda_tiles *tiles, staying *s) {
  for (int32_t t = 0; t < tiles->count; t++) {
    const int32_t *const particle = tiles->particle + tiles->tile[t].particles;
    s->first[t] = particle[0];
    for (int32_t i = 0; i < tiles->tile[t].own; i++) s->from[particle[i]] = cuda_source(t, i);
  }
  for (int32_t t = 0; t < tiles->count; t++) {
    const int32_t *const particle = tiles->particle + tiles->tile[t].particles;
    for (int32_t i = tiles->tile[t].own; i < tiles->tile[t].needed; i++)
      s->needs[(int64_t)t * tiles->count + cuda_source_tile(s->from[particle[i]])] = true;
  }
}

/* Build the list. A tile that takes from another and gives it nothing gets one more particle. */
static int64_t answer_needs(cuda_tiles *tiles, const staying *s) {
  const int32_t count = tiles->count;
  int64_t listed = 0;
  for (int32_t t = 0; t < count; t++) {
    cuda_tile *const tile = &tiles->tile[t];
    memcpy(s->list + listed, tiles->particle + tile->particles, (size_t)tile->needed * sizeof *s->list);
    tile->particles = (int32_t)listed;
    listed += tile->needed;
    for (int32_t u = 0; u < count; u++)
      if (s->needs[(int64_t)u * count + t] && !s->needs[(int64_t)t * count + u]) s->list[listed++] = s->first[u];
    tile->needed = (int32_t)(listed - tile->particles);
    if (tile->needed > tiles->most_particles) tiles->most_particles = tile->needed;
    if (tile->own > tiles->most_own) tiles->most_own = tile->own;
    for (int32_t i = tile->particles + tile->own; i < listed; i++)
      s->shared[s->list[i]] = true, s->source[i] = s->from[s->list[i]];
  }
  return listed;
}

xpbd_status cuda_tiles_stay(cuda_tiles *tiles, int32_t n) {
  const int64_t pairs = (int64_t)tiles->count * tiles->count, most = tiles->particle_count + pairs;
  staying s = {.from = xpbd_memory(n, sizeof *s.from),
               .shared = xpbd_memory_zeroed(n, sizeof *s.shared),
               .needs = xpbd_memory_zeroed(pairs, sizeof *s.needs),
               .first = xpbd_memory(tiles->count, sizeof *s.first),
               .list = xpbd_memory(most, sizeof *s.list),
               .source = xpbd_memory_zeroed(most, sizeof *s.source)};
  const bool complete = s.from && s.shared && s.needs && s.first && s.list && s.source;
  if (complete) {
    find_needs(tiles, &s);
    tiles->particle_count = answer_needs(tiles, &s);
    for (int32_t t = 0; t < tiles->count; t++)
      for (int32_t *own = s.list + tiles->tile[t].particles, *end = own + tiles->tile[t].own; own < end; own++)
        *own = cuda_tile_particle(*own, s.shared[*own]);
    free(tiles->particle);
    tiles->particle = s.list;
    tiles->source = s.source;
    s.list = NULL, s.source = NULL;
  }
  free(s.from), free(s.shared), free(s.needs), free(s.first), free(s.list), free(s.source);
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d tiles that stay", (int)tiles->count);
  return XPBD_OK;
}

void cuda_tiles_drop(cuda_tiles *tiles) {
  free(tiles->tile), free(tiles->particle), free(tiles->spring), free(tiles->pair), free(tiles->source);
  tiles->tile = NULL, tiles->particle = tiles->spring = NULL, tiles->pair = tiles->source = NULL;
}

void cuda_tiles_destroy(cuda_tiles *tiles) {
  cuda_tiles_drop(tiles);
  *tiles = (cuda_tiles){0};
}
