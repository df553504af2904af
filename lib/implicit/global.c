/* Why this file exists: the global step of local/global methods, with contacts on the right-hand side. */
#include "implicit/global.h"

#include <stdlib.h>

#include "base/error.h"

xpbd_status xpbd_global_create(xpbd_global *g, xpbd_stepper *s, int64_t most) {
  const size_t n = (size_t)s->motion.n;
  s->contacts.augmented = true, s->contacts.stiffness = 1.0;
  g->row = malloc(n * sizeof *g->row);
  g->gradient = malloc(3 * n * sizeof *g->gradient);
  XPBD_REQUIRE(g->row && g->gradient, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu particles", n);
  g->entries = malloc((n + (size_t)most) * sizeof *g->entries);
  XPBD_REQUIRE(g->entries, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld addends of the matrix",
               (long long)(s->motion.n + most));
  for (int32_t i = 0; i < s->motion.n; i++) {
    g->row[i] = s->inertia[i] > 0.0 ? g->unknowns++ : -1;
    if (g->row[i] >= 0) g->entries[g->entry_count++] = (xpbd_factor_entry){g->row[i], g->row[i], s->inertia[i]};
  }
  return XPBD_OK;
}

xpbd_status xpbd_global_factor(xpbd_global *g) {
  const xpbd_status status =
      g->unknowns > 0 ? xpbd_factor_create(g->unknowns, g->entry_count, g->entries, &g->factor) : XPBD_OK;
  free(g->entries);
  g->entries = NULL;
  return status;
}

static void push(const xpbd_global *g, const xpbd_stepper *s) {
  for (int32_t i = 0; i < s->motion.n && s->contacts.count > 0; i++) {
    const double *x = &s->x[3 * (int64_t)i];
    double block[9] = {0}; /* not needed */
    if (g->row[i] < 0) continue;
    xpbd_contact_add(&s->contacts, i, x, &g->gradient[3 * (int64_t)i], block);
    xpbd_contact_raise(&s->contacts, i, x);
  }
}

xpbd_status xpbd_global_step(xpbd_global *g, xpbd_stepper *s) {
  if (!g->factor) return XPBD_OK;
  push(g, s);
  double *right = xpbd_factor_right(g->factor);
  const double *change = NULL;
  const int64_t rows = g->unknowns;
  for (int32_t i = 0; i < s->motion.n; i++)
    for (int k = 0; k < 3 && g->row[i] >= 0; k++) right[k * rows + g->row[i]] = g->gradient[3 * (int64_t)i + k];
  XPBD_TRY(xpbd_factor_solve(g->factor, &change));
  for (int32_t i = 0; i < s->motion.n; i++)
    for (int k = 0; k < 3 && g->row[i] >= 0; k++) s->x[3 * (int64_t)i + k] -= change[k * rows + g->row[i]];
  return XPBD_OK;
}

void xpbd_global_leave(const xpbd_global *g, xpbd_stepper *s) {
  for (int32_t i = 0; i < s->motion.n; i++)
    if (g->row[i] >= 0) xpbd_contact_leave(&s->contacts, i, &s->x[3 * (int64_t)i]);
}

void xpbd_global_destroy(xpbd_global *g) {
  xpbd_factor_destroy(g->factor);
  free(g->row);
  free(g->gradient);
  free(g->entries);
}

int64_t xpbd_global_bytes(const xpbd_global *g, const xpbd_stepper *s) {
  int64_t bytes = 0, nonzeros[2];
  if (g->factor) xpbd_factor_counts(g->factor, &nonzeros[0], &nonzeros[1], &bytes);
  return bytes + s->motion.n * (int64_t)(sizeof *g->row + 3 * sizeof *g->gradient);
}
