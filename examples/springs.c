/* Why this file exists: a solver of your own as a shared object: XPBD for springs, as four functions. xpbd-sim
 * --serve-object answers the solver pipe with it. It compiles with: cc -O2 -shared -fPIC springs.c -o springs.so -lm */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "xpbd/solver_object.h"

typedef struct {
  const xpbd_object_scene *scene;
  int substeps, iterations;
  double *x, *v, *before, *lambda;
} solver;

void *solver_create(const xpbd_object_scene *s, int substeps, int iterations) {
  size_t n = 3 * (size_t)s->particle_count, bytes = n * sizeof(double);
  int other = s->obstacle_count + s->handle_count + s->centre_count + s->windy;
  if (s->set_count != 1 || strcmp(s->sets[0].formula, "stretching") != 0 || s->sets[0].damping > 0) return NULL;
  if (other > 0 || s->contact_radius > 0 || s->global_damping > 0) return NULL;
  solver *of = malloc(sizeof *of);
  *of = (solver){
      s, substeps, iterations, malloc(bytes), malloc(bytes), malloc(bytes), malloc(bytes + 8 * (size_t)s->sets->count)};
  memcpy(of->x, s->positions, bytes);
  memcpy(of->v, s->velocities, bytes);
  return of;
}

static void project(solver *of, double h) {
  const xpbd_object_set *set = of->scene->sets;
  double k = set->material[0], alpha = set->compliance / (h * h);
  for (int e = 0; e < set->count; e++) {
    int i = set->particles[2 * e], j = set->particles[2 * e + 1];
    double *p = &of->x[3 * i], *q = &of->x[3 * j], wi = of->scene->inverse_masses[i], wj = of->scene->inverse_masses[j];
    double d[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, now = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (now <= 0 || wi + wj <= 0) continue;
    double more = -(k * (now - set->rest[e]) + alpha * of->lambda[e]) / (k * k * (wi + wj) + alpha);
    of->lambda[e] += more;
    for (int a = 0; a < 3; a++) p[a] -= wi * k * more * d[a] / now, q[a] += wj * k * more * d[a] / now;
  }
}

int solver_frame(void *solver_of) {
  solver *of = solver_of;
  int n = 3 * of->scene->particle_count;
  double h = of->scene->frame_time / of->substeps;
  for (int step = 0; step < of->substeps; step++) {
    memcpy(of->before, of->x, (size_t)n * sizeof(double));
    for (int a = 0; a < n; a++)
      if (of->scene->inverse_masses[a / 3] > 0) of->x[a] += h * (of->v[a] += h * of->scene->gravity[a % 3]);
    memset(of->lambda, 0, (size_t)of->scene->sets->count * sizeof(double));
    for (int k = 0; k < of->iterations; k++) project(of, h);
    for (int a = 0; a < n; a++) of->v[a] = (of->x[a] - of->before[a]) / h;
  }
  return 0;
}

void solver_read(void *solver_of, double *positions, double *velocities) {
  solver *of = solver_of;
  memcpy(positions, of->x, 3 * (size_t)of->scene->particle_count * sizeof(double));
  memcpy(velocities, of->v, 3 * (size_t)of->scene->particle_count * sizeof(double));
}

void solver_destroy(void *solver_of) {
  solver *of = solver_of;
  free(of->x), free(of->v), free(of->before), free(of->lambda), free(of);
}
