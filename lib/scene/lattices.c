/* Why this file exists: what the scenes of Kot and Nagahashi share: bodies of nodes and springs whose nodes are balls,
 * stacks of balls, and a start at rest. Otherwise a body would first fall into its own shape, and friction would pause
 * while it bounces. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/build.h"
#include "verlet/settle.h"

/* Copies the nodes and springs of all bodies, one after another, into the model's mesh, springs as edges. */
static xpbd_status make_mesh(xpbd_draft *draft, const xpbd_draft_lattice *bodies, int count) {
  size_t nodes = 0, springs = 0;
  for (int b = 0; b < count; b++) {
    nodes += (size_t)bodies[b].lattice.node_count;
    springs += (size_t)bodies[b].lattice.spring_count;
  }
  XPBD_REQUIRE(nodes <= INT32_MAX / 3 && springs <= INT32_MAX / 2, XPBD_ERR_INVALID_ARGUMENT,
               "%zu nodes and %zu springs are too many", nodes, springs);
  xpbd_mesh *mesh = &draft->model->mesh; /* the model frees it */
  mesh->positions = malloc(3 * nodes * sizeof *mesh->positions);
  mesh->edges = malloc((2 * springs + 1) * sizeof *mesh->edges);
  XPBD_REQUIRE(mesh->positions && mesh->edges, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu nodes", nodes);
  for (int b = 0; b < count; b++) {
    const xpbd_lattice *lattice = &bodies[b].lattice;
    const int32_t first = mesh->vertex_count;
    memcpy(&mesh->positions[3 * (size_t)first], lattice->positions, 3 * (size_t)lattice->node_count * sizeof(double));
    for (int32_t s = 0; s < lattice->spring_count; s++) {
      int32_t *edge = &mesh->edges[2 * (size_t)mesh->edge_count++];
      for (int k = 0; k < 2; k++) edge[k] = first + lattice->springs[s].nodes[k];
    }
    mesh->vertex_count += lattice->node_count;
  }
  return XPBD_OK;
}

xpbd_status xpbd_draft_balls(xpbd_draft *draft, double radius) {
  const int32_t n = draft->model->mesh.vertex_count;
  const double own = draft->params->contact_radius;
  XPBD_REQUIRE(isnan(own) || (own >= 0.0 && isfinite(own)), XPBD_ERR_INVALID_ARGUMENT,
               "contact_radius is %g m, must be 0 or more", own);
  if (!draft->radii) draft->radii = malloc((size_t)n * sizeof *draft->radii);
  XPBD_REQUIRE(draft->radii, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d balls", (int)n);
  for (int32_t i = 0; i < n; i++) draft->radii[i] = isnan(own) ? radius : own;
  return XPBD_OK;
}

/* Balls of all bodies, with sizes that follow from the springs unless the parameters set them. */
static xpbd_status make_radii(xpbd_draft *draft, const xpbd_draft_lattice *bodies, int count) {
  XPBD_TRY(xpbd_draft_balls(draft, 0.0));
  double *to = draft->radii;
  for (int b = 0; b < count && isnan(draft->params->contact_radius); to += bodies[b].lattice.node_count, b++)
    XPBD_TRY(verlet_lattice_radii(&bodies[b].lattice, bodies[b].even, to));
  return XPBD_OK;
}

/* Settles the bodies with position Verlet, with springs of stiffness k [N/m] and dashpots of c [N s/m]. */
static xpbd_status settle_down(xpbd_draft *draft, double k, double c, double settle, double time_step) {
  const xpbd_mesh *mesh = &draft->model->mesh;
  const size_t n = (size_t)mesh->vertex_count, springs = (size_t)mesh->edge_count;
  xpbd_verlet_plane planes[XPBD_DRAFT_PLANES];
  xpbd_verlet_spring *spring = calloc(springs + 1, sizeof *spring);
  double *masses = malloc(n * sizeof *masses);
  xpbd_verlet_def def = xpbd_verlet_def_default();
  def.node_count = mesh->vertex_count, def.positions = draft->start, def.masses = masses, def.radii = draft->radii;
  def.spring_count = mesh->edge_count, def.springs = spring, def.planes = planes;
  def.gravity[1] = -draft->gravity;
  for (int32_t o = 0; o < draft->model->obstacle_count && o < XPBD_DRAFT_PLANES; o++, def.plane_count++) {
    const xpbd_obstacle_def *from = &draft->model->obstacles[o];
    planes[o] = (xpbd_verlet_plane){.normal = {from->normal[0], from->normal[1], from->normal[2]},
                                    .point = {from->centre[0], from->centre[1], from->centre[2]}};
  }
  for (size_t i = 0; masses && i < n; i++) masses[i] = draft->w[i] > 0.0 ? draft->mass : 0.0;
  for (size_t s = 0; spring && s < springs; s++)
    spring[s] = (xpbd_verlet_spring){
        .nodes = {mesh->edges[2 * s], mesh->edges[2 * s + 1]}, .rest_length = NAN, .stiffness = k, .damping = c};
  double stable = 0.0;
  xpbd_status status = spring && masses ? xpbd_verlet_stable_step(&def, &stable)
                                        : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu springs", springs);
  def.time_step = draft->model->time_step = fmin(time_step, 0.5 * stable);
  if (status == XPBD_OK && !(def.time_step > 0.0))
    status = xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "no time step is stable with this mass, stiffness and damping");
  if (status == XPBD_OK && settle > 0.0) status = verlet_settle(&def, settle, draft->start);
  free(spring);
  free(masses);
  return status;
}

xpbd_status xpbd_draft_lattices(xpbd_draft *draft, const xpbd_draft_lattice *bodies, int count, double settle,
                                double time_step) {
  const xpbd_scene_params *p = draft->params;
  double modulus;
  XPBD_TRY(xpbd_draft_parameter(draft, "youngs_modulus", &modulus));
  XPBD_REQUIRE(isnan(p->compliance) || !xpbd_params_value(p, "youngs_modulus"), XPBD_ERR_INVALID_ARGUMENT,
               "youngs_modulus and compliance both set the stiffness of the springs: leave one out");
  XPBD_TRY(make_mesh(draft, bodies, count));
  draft->mass /= bodies[0].lattice.node_count; /* of a body, now of a node */
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(make_radii(draft, bodies, count));
  int32_t node = 0;
  for (int b = 0; b < count; b++)
    for (int32_t i = 0; i < bodies[b].lattice.node_count; i++, node++)
      memcpy(&draft->velocities[3 * (size_t)node], bodies[b].velocity, sizeof bodies[b].velocity);
  /* in a cubic lattice of equal springs along edges and face diagonals E = 2.5 k / spacing */
  const double k = isnan(draft->compliance) ? modulus * bodies[0].lattice.spacing / 2.5 : 1.0 / draft->compliance;
  XPBD_REQUIRE(k > 0.0 && isfinite(k), XPBD_ERR_INVALID_ARGUMENT,
               "a spring has a stiffness of %g N/m, must be above 0 and finite (youngs_modulus, compliance)", k);
  draft->compliance = 1.0 / k;
  return settle_down(draft, k, draft->damping, settle, time_step);
}

xpbd_status xpbd_draft_plane(xpbd_draft *draft, const double point[3], const double normal[3]) {
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.kind = XPBD_OBSTACLE_HALF_SPACE;
  if (xpbd_scene_parameter_find(draft->info, "friction") >= 0)
    XPBD_TRY(xpbd_draft_parameter(draft, "friction", &def.friction));
  XPBD_TRY(xpbd_draft_parameter(draft, "restitution", &def.restitution));
  memcpy(def.centre, point, sizeof def.centre);
  memcpy(def.normal, normal, sizeof def.normal);
  draft->friction = def.friction, draft->restitution = def.restitution;
  return xpbd_draft_obstacle(draft, &def);
}

static const double origin[3] = {0.0, 0.0, 0.0}, up[3] = {0.0, 1.0, 0.0};

xpbd_status xpbd_draft_slider(xpbd_draft *draft, xpbd_lattice *lattice, bool even) {
  double drop, settle;
  xpbd_draft_lattice body = {.even = even};
  XPBD_TRY(xpbd_draft_parameter(draft, "drop", &drop));
  XPBD_TRY(xpbd_draft_parameter(draft, "settle", &settle));
  XPBD_TRY(xpbd_draft_parameter(draft, "speed", &body.velocity[0]));
  XPBD_TRY(verlet_lattice_set_down(lattice, drop, even));
  XPBD_TRY(xpbd_draft_plane(draft, origin, up));
  body.lattice = *lattice;
  if (isnan(draft->damping)) draft->damping = 0.5 * draft->mass; /* the same decay for any mass */
  return xpbd_draft_lattices(draft, &body, 1, settle, 2e-4);
}

xpbd_status xpbd_draft_stack(xpbd_draft *draft, int32_t first) {
  int32_t count;
  double drop, speed;
  XPBD_TRY(xpbd_draft_resolution(draft, &count));
  XPBD_TRY(xpbd_draft_parameter(draft, "drop", &drop));
  XPBD_TRY(xpbd_draft_parameter(draft, "speed", &speed));
  xpbd_mesh *mesh = &draft->model->mesh;
  const size_t n = (size_t)count;
  mesh->positions = calloc(3 * n, sizeof *mesh->positions);
  mesh->edges = malloc(2 * n * sizeof *mesh->edges);
  XPBD_REQUIRE(mesh->positions && mesh->edges, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu balls", n);
  mesh->vertex_count = count;
  const double radius = 0.5 * draft->size;
  for (int32_t i = 0; i < count; i++) {
    mesh->positions[3 * (size_t)i + 1] = radius + i * draft->size;
    if (i < first || i + 1 == count) continue;
    mesh->edges[2 * mesh->edge_count] = i, mesh->edges[2 * mesh->edge_count + 1] = i + 1;
    mesh->edge_count++;
  }
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_balls(draft, radius));
  for (size_t i = 0; i < n; i++) {
    draft->start[3 * i + 1] += drop;
    draft->velocities[3 * i + 1] = -speed;
  }
  draft->model->time_step = 1e-3;
  return xpbd_draft_plane(draft, origin, up);
}
