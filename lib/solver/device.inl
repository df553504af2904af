/* Why this file exists: what all device backends do on the host in one precision. It moves the state in and out of the
 * order of the layout, and computes what the scene does in the steps to be queued. For C and C++. No include guard:
 * include once per XPBD_SCALAR, after formula/scalar.h. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "collide/obstacle.h"
#include "layout/handle.h"
#include "layout/layout.h"
#include "layout/state.inl"
#include "xpbd/scene.h"

/* Records with this state, [4, records]: positions relative to the bases, velocities, bases, and what float rounds away
 * from velocities. The last two are used only in f32x. What the layout adds to particles stays. The caller frees it.
 * NULL if out of memory. */
static XPBD_NAME(particle) *
    XPBD_NAME(device_state)(const xpbd_layout *layout, const double *positions, const double *velocities) {
  const size_t records = (size_t)layout->records;
  const bool fine = layout->positions_low != NULL;
  XPBD_NAME(particle) *x = (XPBD_NAME(particle) *)calloc(4 * records, sizeof *x);
  if (!x) return NULL;
  XPBD_NAME(particle) *v = x + records, *base = fine ? v + records : NULL, *v_low = fine ? base + records : NULL;
  memcpy(x, fine ? layout->positions_low : layout->positions, records * sizeof *x);
  memcpy(v, layout->velocities, records * sizeof *v);
  if (fine) memcpy(base, layout->positions, records * sizeof *base);
  for (int32_t i = 0; i < layout->n; i++) {
    const int32_t at = xpbd_layout_place(layout, i);
    XPBD_NAME(record_write)(&positions[3 * (int64_t)i], fine ? &base[at] : NULL, &x[at]);
    XPBD_NAME(record_write)(&velocities[3 * (int64_t)i], fine ? &v[at] : NULL, fine ? &v_low[at] : &v[at]);
  }
  return x;
}

/* Checks that all copies of a batch equal copy 0. XPBD_ERR_DEVICE names one that differs. */
static xpbd_status XPBD_NAME(device_alike)(const XPBD_NAME(particle) * all, size_t records, int32_t batch) {
  for (int32_t r = 1; r < batch; r++)
    XPBD_REQUIRE(memcmp(all, all + (size_t)r * records, records * sizeof *all) == 0, XPBD_ERR_DEVICE,
                 "copy %d of the batch differs from copy 0", (int)r);
  return XPBD_OK;
}

/* A field of copy 0 of `batch` copies as out[n][3], from one array of records. In f32x `others` has the low parts of
 * the pairs, else it is NULL. XPBD_ERR_DEVICE if another copy is not bit-identical. */
static xpbd_status XPBD_NAME(device_field)(const xpbd_layout *layout, const XPBD_NAME(particle) * all,
                                           const XPBD_NAME(particle) * others, int32_t batch, double *out) {
  XPBD_TRY(XPBD_NAME(device_alike)(all, (size_t)layout->records, batch));
  if (others) XPBD_TRY(XPBD_NAME(device_alike)(others, (size_t)layout->records, batch));
  for (int32_t i = 0; i < layout->n; i++) {
    const int32_t at = xpbd_layout_place(layout, i);
    XPBD_NAME(record_read)(others ? &others[at] : NULL, &all[at], &out[3 * (int64_t)i]);
  }
  return XPBD_OK;
}

/* Wind, obstacles and handles of consecutive steps: [steps], [steps][obstacles], [steps][handles], and the size of
 * each. */
typedef struct XPBD_NAME(device_tables) {
  VEC3 *wind;
  XPBD_NAME(obstacle) * obstacles;
  XPBD_NAME(handle) * handles;
  size_t wind_bytes, obstacle_bytes, handle_bytes;
} XPBD_NAME(device_tables);

static void XPBD_NAME(device_tables_free)(XPBD_NAME(device_tables) * tables) {
  free(tables->wind);
  free(tables->obstacles);
  free(tables->handles);
}

/* Computed on the host, as for CPU backends. `first`: the first step. `h`: its length [s]. `on_device`: obstacles whose
 * arrays are on the device. */
static xpbd_status XPBD_NAME(device_tables_make)(const xpbd_scene *scene, double h, int64_t first, int32_t steps,
                                                 const XPBD_NAME(obstacle) * on_device,
                                                 XPBD_NAME(device_tables) * out) {
  const int32_t count = xpbd_scene_obstacle_count(scene), held = xpbd_scene_handle_count(scene);
  out->wind_bytes = (size_t)steps * sizeof *out->wind;
  out->obstacle_bytes = (size_t)steps * (size_t)count * sizeof *out->obstacles;
  out->handle_bytes = (size_t)steps * (size_t)held * sizeof *out->handles;
  out->wind = (VEC3 *)malloc(out->wind_bytes);
  out->obstacles = (XPBD_NAME(obstacle) *)malloc(out->obstacle_bytes + 1);
  out->handles = (XPBD_NAME(handle) *)malloc(out->handle_bytes + 1);
  if (!out->wind || !out->obstacles || !out->handles) {
    XPBD_NAME(device_tables_free)(out);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for tables of %d steps", (int)steps);
  }
  for (int32_t k = 0; k < steps; k++) {
    const double t = (double)(first + k) * h;
    double u[3];
    xpbd_wind_at(xpbd_scene_wind(scene), t, u);
    out->wind[k] = XPBD_NAME(v_make)((REAL)u[0], (REAL)u[1], (REAL)u[2]);
    for (int32_t j = 0; j < held; j++)
      XPBD_NAME(handle_at)(xpbd_scene_handle(scene, j), xpbd_scene_origin(scene), t, h, &out->handles[(int64_t)k * held + j]);
    for (int32_t o = 0; o < count; o++) {
      XPBD_NAME(obstacle) *to = &out->obstacles[(int64_t)k * count + o];
      xpbd_obstacle_array arrays[XPBD_OBSTACLE_ARRAYS];
      const xpbd_obstacle *from = xpbd_scene_obstacle(scene, o);
      const int here = XPBD_NAME(obstacle_arrays)(from, arrays);
      XPBD_NAME(obstacle_at)(from, xpbd_scene_origin(scene), t, h, to);
      for (int a = 0; a < here; a++)
        memcpy((char *)to + arrays[a].offset, (const char *)(on_device + o) + arrays[a].offset, sizeof(void *));
    }
  }
  return XPBD_OK;
}
