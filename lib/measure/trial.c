/* Why this file exists: runs an unknown formula in a child process first, because it may crash, hang or write to memory
 * that is not its own. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/apart.h"
#include "base/edge.h"
#include "measure/bounds.h"
#include "measure/shapes.h"
#include "xpbd/measure.h"

/* Shared by both processes. */
typedef struct trial {
  xpbd_apart apart;
  int formula;
  bool broken;
  xpbd_bounds bounds;
} trial;

/* Shapes that no mesh begins with but every simulation may reach. */
typedef enum way { AS_IT_IS, IN_ONE_PLACE, ON_A_LINE, TURNED, STRETCHED, WAYS } way;
static const char *const way_names[WAYS] = {"in an ordinary shape", "with all particles at one position",
                                            "with all particles on a line", "in an inverted shape",
                                            "in a shape 20 times as long"};

static void bend(const xpbd_formula *f, way how, xpbd_shape *shape) {
  const double factor[WAYS] = {1.0, 0.0, 1.0, -1.0, 20.0};
  for (int k = 0; k < f->info.arity; k++) {
    xpbd_vec3_f64 *x = &shape->x[k];
    if (how == ON_A_LINE) x->y = x->z = 0.0;
    *x = (xpbd_vec3_f64){factor[how] * x->x, factor[how] * x->y, factor[how] * x->z};
  }
}

/* Tries one element. True if the formula accesses memory outside its arrays. Includes what xpbd_measure_gradient()
 * evaluates. */
static bool try_shape(trial *t, const xpbd_formula *f, xpbd_shape *shape, way how) {
  static const char *const readings[3] = {"float", "double", "complex numbers"};
  int unset;
  snprintf(t->apart.stage, sizeof t->apart.stage, "computing the rest shape of an ordinary element");
  t->apart.beat++;
  if (xpbd_bounds_rest_broken(f, shape->start, shape->row, &unset, &t->bounds)) return true;
  xpbd_rest_shape_with(f, shape->start, NULL, shape->fields, shape->row, shape->rest);
  bend(f, how, shape);
  for (int k = 0; k < 3; k++) {
    snprintf(t->apart.stage, sizeof t->apart.stage, "evaluating C and its gradient in %s %s", readings[k],
             way_names[how]);
    t->apart.beat++;
    if (xpbd_bounds_broken(f, 32 << k, shape->x, shape->rest, shape->material, &t->bounds)) return true;
  }
  return false;
}

static void try_all(void *context) {
  trial *t = context;
  const xpbd_formula *f = xpbd_formula_entry(t->formula);
  xpbd_shape shape;
  for (int material = 0; material < xpbd_shape_materials(f) && !t->broken; material++)
    for (int how = 0; how < WAYS && !t->broken; how++)
      for (int s = 0; s < XPBD_SHAPES && !t->broken; s += how == AS_IT_IS ? 1 : 3)
        t->broken = xpbd_shape_make(f, material, s, &shape) && try_shape(t, f, &shape, (way)how);
  for (int s = XPBD_SHAPES; s < XPBD_SHAPES + XPBD_FAR_SHAPES && !t->broken; s++)
    t->broken = xpbd_shape_make(f, 0, s, &shape) && try_shape(t, f, &shape, AS_IT_IS);
}

xpbd_status xpbd_measure_trial(int formula) {
  XPBD_PLAIN_FLOATS;
  const xpbd_apart_limits limits = {.still = 2, .longest = 60, .sealed = true};
  char words[512];
  const xpbd_formula *f = xpbd_formula_entry(formula);
  XPBD_REQUIRE(f, XPBD_ERR_INVALID_ARGUMENT, "there is no formula %d", formula);
  trial *t = xpbd_apart_memory(sizeof *t);
  XPBD_REQUIRE(t, XPBD_ERR_OUT_OF_MEMORY, "no memory for a trial of '%s'", f->info.name);
  t->formula = formula;
  const xpbd_apart_end end = xpbd_apart_run(&t->apart, &limits, try_all, t, words, sizeof words);
  if (end == XPBD_APART_DONE && t->broken) snprintf(words, sizeof words, "%s", t->bounds.text);
  xpbd_apart_free(t, sizeof *t);
  XPBD_REQUIRE(end != XPBD_APART_FAILED, XPBD_ERR_UNAVAILABLE, "no process could be started to try '%s': %s",
               f->info.name, strerror(errno));
  XPBD_REQUIRE(!words[0], XPBD_ERR_BAD_FILE, "'%s': %s", f->info.name, words);
  return XPBD_OK;
}
