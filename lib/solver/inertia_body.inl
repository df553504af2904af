/* Why this file exists: the phases of inertia.c, once per XPBD_SCALAR. */
#include "solver/world.inl"
#include "solver/kernels_names.inl"
#include "solver/phases_names.inl"

#if XPBD_SCALAR == 32
/* f32x: XPBD_ROW_RECORDS particles. */
XPBD_INLINE void predict_row(xpbd_inertia_f32 by, PARTICLE *x, int32_t i) {
  const xpbd_row at = ROW(&x[i]), force = by.force ? ROW(&by.force[i]) : (xpbd_row){0.0f};
  xpbd_row low;
  const xpbd_row u = xpbd_pushed(by, xpbd_row_masses(at), ROW(&by.v[i]), ROW(&by.v_low[i]), force, &low);
  ROW_PUT(&by.start[i], at);
  ROW_PUT(&x[i], xpbd_predicted(by, at, u, low));
}
/* Returns -1 in components that are not finite or beyond the limit. */
XPBD_INLINE xpbd_row_bits finish_row(xpbd_inertia_f32 by, PARTICLE *x, int32_t i) {
  xpbd_row at = ROW(&x[i]), v = ROW(&by.v[i]), v_low = ROW(&by.v_low[i]), base = ROW(&by.base[i]);
  const xpbd_row force = by.force ? ROW(&by.force[i]) : (xpbd_row){0.0f};
  const xpbd_mass w = xpbd_row_masses(at);
  xpbd_finish_row(by, w, ROW(&by.start[i]), force, &at, &v, &v_low, &base);
  ROW_PUT(&by.v[i], v);
  ROW_PUT(&by.v_low[i], v_low);
  ROW_PUT(&by.base[i], base);
  ROW_PUT(&x[i], xpbd_row_if(xpbd_row_fourths(), w, at));
  return ~((base <= by.limit) & (base >= -by.limit));
}

/* A row for the remaining particles, fewer than a full row. */
typedef struct spare_row {
  alignas(64) PARTICLE x[XPBD_ROW_RECORDS], start[XPBD_ROW_RECORDS], v[XPBD_ROW_RECORDS], v_low[XPBD_ROW_RECORDS],
      base[XPBD_ROW_RECORDS], force[XPBD_ROW_RECORDS];
} spare_row;
static xpbd_inertia_f32 spare_begin(spare_row *row, xpbd_inertia_f32 by, const PARTICLE *x, int32_t i, int32_t count) {
  const size_t bytes = (size_t)count * sizeof *x;
  memset(row, 0, sizeof *row);
  memcpy(row->x, &x[i], bytes), memcpy(row->start, &by.start[i], bytes), memcpy(row->v, &by.v[i], bytes);
  memcpy(row->v_low, &by.v_low[i], bytes), memcpy(row->base, &by.base[i], bytes);
  if (by.force) memcpy(row->force, &by.force[i], bytes);
  by.start = row->start, by.v = row->v, by.v_low = row->v_low, by.base = row->base, by.force = row->force;
  return by;
}
static void spare_end(const spare_row *row, xpbd_inertia_f32 to, PARTICLE *x, int32_t i, int32_t count) {
  const size_t bytes = (size_t)count * sizeof *x;
  memcpy(&x[i], row->x, bytes), memcpy(&to.start[i], row->start, bytes), memcpy(&to.v[i], row->v, bytes);
  memcpy(&to.v_low[i], row->v_low, bytes), memcpy(&to.base[i], row->base, bytes);
}

static void predict_finely(xpbd_inertia_f32 by, PARTICLE *x, int32_t first, int32_t last) {
  spare_row row;
  int32_t i = first;
  for (; i + XPBD_ROW_RECORDS <= last; i += XPBD_ROW_RECORDS) predict_row(by, x, i);
  if (i == last) return;
  predict_row(spare_begin(&row, by, x, i, last - i), row.x, 0);
  spare_end(&row, by, x, i, last - i);
}
static int64_t finish_finely(xpbd_inertia_f32 by, PARTICLE *x, int32_t first, int32_t last) {
  spare_row row;
  xpbd_row_bits lost = {0};
  int32_t i = first;
  for (; i + XPBD_ROW_RECORDS <= last; i += XPBD_ROW_RECORDS) lost |= finish_row(by, x, i);
  if (i < last) {
    lost |= finish_row(spare_begin(&row, by, x, i, last - i), row.x, 0);
    spare_end(&row, by, x, i, last - i);
  }
  int64_t count = 0;
  for (int k = 0; k < XPBD_ROW_NUMBERS; k++) count -= lost[k];
  return count;
}
#endif

static void LOCAL(predict)(XPBD_NAME(inertia) by, PARTICLE *x, int32_t first, int32_t last) {
#if XPBD_SCALAR == 32
  if (by.base) {
    predict_finely(by, x, first, last);
    return;
  }
#endif
  for (int32_t i = first; i < last; i++) XPBD_NAME(predict_one)(by, x, i);
}
XPBD_PHASE_KERNEL(predict) {
  RANGE(first, last, w->n);
  LOCAL(predict)(XPBD_NAME(inertia_of)(w, who), x, first, last);
  for (int32_t s = 0; s < w->set_count; s++) {
    RANGE(from, to, w->multipliers[s]);
    memset(w->sets[s].lambda + from, 0, (size_t)(to - from) * sizeof(REAL));
  }
}
static int64_t LOCAL(finish)(XPBD_NAME(inertia) by, PARTICLE *x, int32_t first, int32_t last) {
  int64_t lost = 0;
#if XPBD_SCALAR == 32
  if (by.base) return finish_finely(by, x, first, last);
#endif
  for (int32_t i = first; i < last; i++) lost += XPBD_NAME(finish_one)(by, x, i);
  return lost;
}
XPBD_PHASE_KERNEL(finish) {
  RANGE(first, last, w->n);
  /* any number above 0 will do, and the sum over many substeps has no bound */
  who->tally->lost |= LOCAL(finish)(XPBD_NAME(inertia_of)(w, who), x, first, last) > 0;
}
