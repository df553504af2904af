/* Why this file exists: loads on a block whose deformation is even throughout, so that a closed form says where it
 * rests. */
#ifndef MECHANICS_BLOCKS_H
#define MECHANICS_BLOCKS_H

#include "laws.h"

typedef enum block_load {
  BLOCK_UNIAXIAL,    ///< Pulled along y, free to get thinner.
  BLOCK_CONFINED,    ///< Pulled along y between walls: the modulus lambda + 2 mu.
  BLOCK_HYDROSTATIC, ///< Pulled alike on all sides: the bulk modulus.
  BLOCK_SHEAR,       ///< Its top pushed along x, at its height.
  BLOCK_LOADS
} block_load;

const char *block_load_name(block_load load);

/// One block.
typedef struct block {
  const matter *matter;
  double e, nu;
  block_load load;
  double target; ///< The stretch along the load, or the shear, that the closed form needs the load for.
  double factor; ///< Of the load; 1 = as the closed form says.
  double start; ///< Stretch or shear along the load whose even deformation Newton's method starts from; not rest, where
                ///< the stiffness of printed energies is 0.
  double turn;  ///< h over the time sqrt(m / (M l)), M the confined modulus: how far a step goes beside a swing.
  int32_t sweeps;
} block;

/// Of an even deformation: what is compared, in units of the strain target - 1 (or the shear).
typedef struct block_strain {
  double along;  ///< Stretch along the load minus 1, or the shear; the mean over the loaded particles.
  double across; ///< Stretch across minus 1.
  double uneven; ///< How far a particle is from where an even deformation has it, at most.
} block_strain;

/// What the closed form of `law` says, with nu.
block_strain block_expected(const block *c, law_kind law, double nu);
/// Let it rest under the load of the target. False after a failure, which is reported.
bool block_rest(check *self, const block *c, block_strain *out);

#endif
