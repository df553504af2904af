/* Why this file exists: Kot and Nagahashi say that the six steps cannot hold stacked sheets (Sect. 2.2, "2d objects
 * stacked together"). No scene has such sheets of nodes and springs, so they are made here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact_grid.h"

enum { SIDE = 3, SHEETS = 3, EACH = SIDE * SIDE, NODES = SHEETS * EACH };
static const double SPACING = 0.2, MASS = 0.01, MODULUS = 1e3; /* m; kg of a node; Pa: 80 N/m a spring */

xpbd_status contact_sheets_make(const contact_case *what, xpbd_verlet **out) {
  *out = NULL;
  xpbd_lattice sheet;
  xpbd_status status = xpbd_lattice_make_box(SIDE, 1, SIDE, SPACING, &sheet);
  if (status != XPBD_OK) return status;
  xpbd_lattice_set_material(&sheet, MODULUS, isnan(what->damping) ? 0.0 : what->damping);
  const size_t count = (size_t)sheet.spring_count;
  xpbd_verlet_spring *springs = calloc(SHEETS * count, sizeof *springs);
  double x[3 * NODES], v[3 * NODES] = {0}, masses[NODES], radii[NODES];
  const double drop = isnan(what->drop) ? 0.01 : what->drop;
  for (int i = 0; i < NODES; i++) {
    const int layer = i / EACH;
    memcpy(&x[3 * i], &sheet.positions[3 * (i % EACH)], 3 * sizeof *x);
    /* every second one is moved aside, so that a node lies on several */
    x[3 * i] += 0.25 * SPACING * (layer % 2), x[3 * i + 2] += 0.25 * SPACING * (layer % 2);
    x[3 * i + 1] += drop + SPACING * (0.5 + layer);
    v[3 * i] = what->aside, masses[i] = MASS, radii[i] = 0.5 * SPACING;
  }
  for (size_t s = 0; springs && s < SHEETS * count; s++) {
    springs[s] = sheet.springs[s % count];
    for (int k = 0; k < 2; k++) springs[s].nodes[k] += (int32_t)(s / count) * EACH;
  }
  const xpbd_verlet_plane ground = {.normal = {0.0, 1.0, 0.0}};
  xpbd_verlet_def def = lattice_nodes(NODES, x, v, masses, radii);
  def.spring_count = (int32_t)(SHEETS * count), def.springs = springs, def.plane_count = 1, def.planes = &ground;
  def.gravity[1] = -9.81, def.friction = isnan(what->friction) ? 0.0 : what->friction;
  def.restitution = what->restitution, def.scheme = what->scheme, def.sweeps = what->passes;
  if (!isnan(what->time_step)) def.time_step = what->time_step;
  status = springs ? xpbd_verlet_create(&def, out) : XPBD_ERR_OUT_OF_MEMORY;
  free(springs);
  xpbd_lattice_destroy(&sheet);
  return status;
}
