/* Why this file exists: loads a block whose deformation is uniform, so that a closed form gives its resting state. */
#pragma once

#include "laws.h"

typedef enum block_load {
  BLOCK_UNIAXIAL,    ///< Pulled along y, free to get thinner.
  BLOCK_CONFINED,    ///< Pulled along y between walls: the modulus lambda + 2 mu.
  BLOCK_HYDROSTATIC, ///< Pulled equally on all sides: the bulk modulus.
  BLOCK_SHEAR,       ///< Its top pushed along x, at constant height.
  BLOCK_LOADS
} block_load;

const char *block_load_name(block_load load);

/// One block.
typedef struct block {
  const matter *matter;
  double e, nu;
  block_load load;
  double target; ///< The stretch along the load, or the shear; the closed form gives the load for it.
  double factor; ///< Factor of the load; 1 = as the closed form says.
  double start;  ///< Stretch or shear along the load of the uniform deformation from which Newton's method starts; not
                 ///< rest, where the stiffness of printed energies is 0.
  double turn;   ///< h over the time sqrt(m / (M l)), M the confined modulus: the length of a step relative to a swing.
  int32_t sweeps;
} block;

/// Results of a uniform deformation, in units of the strain target - 1 (or the shear).
typedef struct block_strain {
  double along;  ///< Stretch along the load minus 1, or the shear; the mean over the loaded particles.
  double across; ///< Stretch across minus 1.
  double uneven; ///< Largest distance of a particle from its position in a uniform deformation.
} block_strain;

/// The result of the closed form of `law`, with nu.
block_strain block_expected(const block *c, law_kind law, double nu);
/// Lets it rest under the load of the target. False after a failure, which is reported.
bool block_rest(check *self, const block *c, block_strain *out);
