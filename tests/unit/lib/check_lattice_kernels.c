/* Why this file exists: the kernels of position Verlet are compiled for several instruction sets, and a world may be
 * divided into any number of shares. All of them must give the same bits. On a machine with the widest registers
 * nothing else runs the other kernels. */
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "verlet/kernel.h"

enum { SIDE = 3, NODES = SIDE * SIDE * SIDE, STEPS = 200 };

/// A lattice that falls on the ground and turns: springs, dashpots, a pin, friction. `reversed`: springs in the reverse
/// order. The hash of its end, 0 after a failure.
static uint64_t fall(const xpbd_lattice *lattice, bool reversed, const verlet_kernels *kernels, int32_t shares) {
  double velocities[3 * NODES] = {0}, masses[NODES];
  xpbd_verlet_spring *springs = malloc((size_t)lattice->spring_count * sizeof *springs);
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  uint64_t hash = 0;
  if (!springs) return 0;
  for (int32_t s = 0; s < lattice->spring_count; s++)
    springs[s] = lattice->springs[reversed ? lattice->spring_count - 1 - s : s];
  for (int i = 0; i < NODES; i++)
    masses[i] = i == NODES - 1 ? 0.0 : 0.02 + 0.001 * i, velocities[3 * i] = 0.3 * (i % 4);
  const xpbd_verlet_plane plane = {.point = {0.0, -0.06, 0.0}, .normal = {0.1, 1.0, 0.0}};
  xpbd_verlet_def def = xpbd_verlet_def_default();
  def.node_count = NODES, def.positions = lattice->positions, def.velocities = velocities, def.masses = masses;
  def.spring_count = lattice->spring_count, def.springs = springs;
  def.plane_count = 1, def.planes = &plane;
  def.time_step = 5e-4, def.restitution = 0.6, def.friction = 0.4;
  if (xpbd_verlet_create(&def, &world) == XPBD_OK) {
    world->kernels = kernels;
    if (verlet_shares_create(world, shares) == XPBD_OK && xpbd_verlet_step(world, STEPS) == XPBD_OK)
      hash = xpbd_verlet_hash(world);
  }
  free(springs);
  return hash;
}

static void same_bits(check *self, int argument) {
  static const char *const sets[] = {"baseline", "avx2", "avx512"};
  static const int32_t shares[] = {1, 2, 5, NODES, NODES + 3};
  OWNED(xpbd_lattice_destroy) xpbd_lattice box = {0};
  if (!check_status(self, xpbd_lattice_make_box(SIDE, SIDE, SIDE, 0.1, &box), XPBD_OK, "box")) return;
  xpbd_lattice_set_material(&box, 1e4, 0.2);
  const uint64_t expected = fall(&box, false, verlet_kernels_find("baseline"), 1);
  check_control(self, expected != 0, "it fell");
  for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
    const verlet_kernels *kernels = verlet_kernels_find(sets[k]);
    if (!kernels) continue;
    check_true(self, strcmp(kernels->instructions, sets[k]) == 0, "%s", sets[k]);
    for (size_t s = 0; s < sizeof shares / sizeof *shares; s++)
      check_same(self, fall(&box, false, kernels, shares[s]), expected, "%s, %d shares", sets[k], (int)shares[s]);
  }
  check_control(self, fall(&box, true, verlet_kernels_find(NULL), 1) != expected, "springs in the reverse order");
  check_true(self, !verlet_kernels_find("mmx"), "none for instructions that nobody has");
}

void check_group_lattice_kernels(check_registry *registry) {
  check_add(registry, "same-bits", "position Verlet by every instruction set and number of shares", same_bits, 0);
}
