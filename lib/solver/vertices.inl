/* Why this file exists: vertex block descent on a device. A thread moves one vertex of a colour, as the CPU does
 * (vertex.inl, touch.inl, formula/second.inl). No include guard: include once, in double, after the complex reading of
 * the formulas, with these defined:
 *      XPBD_VERTEX_CALL   how functions are declared that are not inlined
 *      xpbd_law_f64(), xpbd_law_c64()   evaluate a formula by its index, as formula/value.h does */
#define XPBD_LAW                         int
#define XPBD_LAW_CALL                    XPBD_VERTEX_CALL
#define XPBD_LAW_C64(law, x, rest, m, g) xpbd_law_c64((law), (x), (rest), (m), (g))
#include "formula/second.inl"
#include "solver/vertex.inl"

/* The obstacles of one copy of the scene, as touch.inl reads them. */
typedef struct xpbd_vertex_touches {
  XPBD_GLOBAL const double *inertia;
  XPBD_GLOBAL const xpbd_particle_f64 *start;
  XPBD_GLOBAL const xpbd_obstacle_f64 *now;
  XPBD_GLOBAL xpbd_touch *touch;
  double stiffness, slip;
  int32_t count, augmented, held;
} xpbd_vertex_touches;
#define XPBD_TOUCHES xpbd_vertex_touches
#include "solver/touch.inl"

/* The arrays of one copy. */
typedef struct xpbd_vertex_view {
  XPBD_GLOBAL const xpbd_vertices *all;
  XPBD_GLOBAL xpbd_particle_f64 *x, *y;
  XPBD_GLOBAL xpbd_pull *pull;
  xpbd_vertex_touches touches;
} xpbd_vertex_view;

XPBD_INLINE xpbd_vertex_view xpbd_vertex_view_of(XPBD_GLOBAL const xpbd_world_f64 *w, const xpbd_who *who,
                                                 XPBD_GLOBAL xpbd_particle_f64 *x) {
  XPBD_GLOBAL const xpbd_vertices *all = w->vertices;
  const int64_t touches = (int64_t)w->obstacle_count * w->n;
  xpbd_vertex_view view;
  view.all = all;
  view.x = x;
  view.y = all->y + xpbd_copy_at_f64(w, who);
  view.pull = all->pull ? all->pull + who->copy * all->row_count : all->pull;
  view.touches.inertia = all->inertia;
  view.touches.start = w->start + xpbd_copy_at_f64(w, who);
  view.touches.now = w->obstacle_table + (int64_t)who->now * w->obstacle_count;
  view.touches.touch = all->touch ? all->touch + who->copy * touches : all->touch;
  view.touches.stiffness = all->contact_stiffness, view.touches.slip = all->slip;
  view.touches.count = w->obstacle_count, view.touches.augmented = view.touches.held = 0;
  return view;
}

/* An element: the positions of its corners among `particles`. */
XPBD_INLINE void xpbd_vertex_corners(XPBD_GLOBAL const xpbd_vertices *all, const xpbd_vertex_set *set, int64_t element,
                                     XPBD_GLOBAL const xpbd_particle_f64 *particles, xpbd_vec3_f64 *x) {
  XPBD_GLOBAL const int32_t *at = all->particles + set->particles + element * set->arity;
  for (int k = 0; k < set->arity; k++)
    x[k] = xpbd_v_make_f64(particles[at[k]].x, particles[at[k]].y, particles[at[k]].z);
}
/* C of one of its rows, the rest shape and the gradient. */
XPBD_VERTEX_CALL double xpbd_vertex_row(XPBD_GLOBAL const xpbd_vertices *all, const xpbd_vertex_set *set,
                                        int64_t element, int row, const xpbd_vec3_f64 *x, double *rest,
                                        xpbd_vec3_f64 *g) {
  XPBD_GLOBAL const double *from =
      all->rest + set->rest + element * set->rest_size + (set->alike ? 0 : row * set->rest_count);
  for (int k = 0; k < set->rest_count - set->alike; k++) rest[k] = from[k];
  if (set->alike) rest[set->rest_count - 1] = row;
  for (int k = 0; k < set->arity; k++) g[k] = xpbd_v_make_f64(0.0, 0.0, 0.0);
  return xpbd_law_f64(set->formula, x, rest, set->material, g);
}

/* Adds what an element does to one of its corners. */
XPBD_VERTEX_CALL void xpbd_vertex_element(const xpbd_vertex_view *view, xpbd_corner at, double *gradient,
                                          double *block) {
  const xpbd_vertex_set set = view->all->sets[at.set];
  xpbd_vec3_f64 x[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
  double rest[XPBD_MAX_REST], second[9];
  xpbd_second_numbers of;
  of.arity = set.arity, of.rests = set.rest_count, of.materials = set.material_count;
  xpbd_vertex_corners(view->all, &set, at.element, view->x, x);
  for (int row = 0; row < set.row_count; row++) {
    const double c = xpbd_vertex_row(view->all, &set, at.element, row, x, rest, g);
    const int curved =
        !view->all->gauss_newton && xpbd_second_part(set.formula, x, rest, set.material, &of, 3 * at.corner, 3, second);
    const double own[3] = {g[at.corner].x, g[at.corner].y, g[at.corner].z};
    xpbd_pull pull;
    if (view->pull) pull = view->pull[set.rows + (int64_t)at.element * set.row_count + row];
    xpbd_row_add(c, set.compliance, view->pull ? &pull : NULL, own, curved ? second : NULL, gradient, block);
  }
}

/* Moves vertex i to the minimum of its quadratic model. */
XPBD_VERTEX_CALL void xpbd_vertex_relax(const xpbd_vertex_view *view, int32_t i) {
  XPBD_GLOBAL const xpbd_vertices *all = view->all;
  double gradient[3] = {0.0, 0.0, 0.0}, block[9] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  double x[3] = {view->x[i].x, view->x[i].y, view->x[i].z};
  const double y[3] = {view->y[i].x, view->y[i].y, view->y[i].z};
  for (int64_t k = all->first[i]; k < all->first[i + 1]; k++)
    xpbd_vertex_element(view, all->corners[k], gradient, block);
  (void)xpbd_vertex_settle(all->inertia[i], x, y, !all->gauss_newton, gradient, block);
  xpbd_touch_add(&view->touches, i, xpbd_v_make_f64(x[0], x[1], x[2]), gradient, block);
  xpbd_vertex_solve(block, all->inertia[i], gradient, all->omega, x);
  view->x[i].x = x[0], view->x[i].y = x[1], view->x[i].z = x[2];
}

/* The same in two parts if it enters an obstacle, which its model did not see. */
XPBD_VERTEX_CALL void xpbd_vertex_move(const xpbd_vertex_view *view, int32_t i) {
  if (!(view->all->inertia[i] > 0.0)) return;
  xpbd_vertex_relax(view, i);
  xpbd_touch_vec x = xpbd_v_make_f64(view->x[i].x, view->x[i].y, view->x[i].z);
  if (!xpbd_touch_enter(&view->touches, i, &x)) return;
  view->x[i].x = x.x, view->x[i].y = x.y, view->x[i].z = x.z;
  xpbd_vertex_relax(view, i);
}

/* The dashpots of a time step, from the positions before the prediction (implicit/rows.c). */
XPBD_VERTEX_CALL void xpbd_vertex_pulls(const xpbd_vertex_view *view, const xpbd_who *who) {
  XPBD_GLOBAL const xpbd_vertices *all = view->all;
  for (int32_t s = 0; view->pull && s < all->set_count; s++) {
    const xpbd_vertex_set set = all->sets[s];
    for (int32_t j = who->thread; j < set.count; j += who->threads) {
      xpbd_vec3_f64 x[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
      double rest[XPBD_MAX_REST];
      xpbd_vertex_corners(all, &set, j, view->touches.start, x);
      for (int row = 0; row < set.row_count; row++) {
        XPBD_GLOBAL xpbd_pull *pull = &view->pull[set.rows + (int64_t)j * set.row_count + row];
        pull->stiffness = 1.0 / set.compliance + set.dashpot;
        pull->offset = -set.dashpot * xpbd_vertex_row(all, &set, j, row, x, rest, g);
      }
    }
  }
}

/* A stage of a time step (step/step.inl). `first`, `last`: the places of a colour in the order. */
XPBD_VERTEX_CALL void xpbd_vertex_stage(XPBD_GLOBAL const xpbd_world_f64 *w, xpbd_who *who,
                                        XPBD_GLOBAL xpbd_particle_f64 *x, int32_t stage, int32_t first, int32_t last) {
  const xpbd_vertex_view view = xpbd_vertex_view_of(w, who, x);
  int32_t contacts = 0;
  if (stage == XPBD_VERTICES_MOVE) {
    for (int32_t k = first + who->thread; k < last; k += who->threads) xpbd_vertex_move(&view, view.all->order[k]);
    return;
  }
  for (int32_t i = who->thread; i < w->n; i += who->threads) {
    double gradient[3], block[9]; /* nobody reads them */
    for (int r = 0; r < 9; r++) gradient[r / 3] = block[r] = 0.0;
    if (stage == XPBD_VERTICES_BEGIN) {
      view.y[i] = x[i];
      for (int32_t k = 0; k < w->obstacle_count; k++)
        view.touches.touch[(int64_t)i * w->obstacle_count + k] = xpbd_touch_none();
    } else if (view.all->inertia[i] > 0.0) {
      contacts += xpbd_touch_add(&view.touches, i, xpbd_v_make_f64(x[i].x, x[i].y, x[i].z), gradient, block);
    }
  }
  if (stage == XPBD_VERTICES_BEGIN) xpbd_vertex_pulls(&view, who);
  XPBD_COUNT(contacts, contacts);
}
