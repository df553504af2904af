/* Why this file exists: ADMM as an entry of the table of methods. lib/implicit runs it. */
#include "implicit/engine.h"
#include "method/energies.h"
#include "xpbd/method.h"

extern const xpbd_method_info xpbd_method_admm;
const xpbd_method_info xpbd_method_admm = {
    .name = "admm",
    .about = "projective dynamics of every energy (Overby et al. 2017): elements minimise alone, then agree",
    .source =
        "Overby, Brown, Li, Narain 2017, ADMM >= Projective Dynamics: Fast Simulation of Hyperelastic Models with "
        "Dynamic Constraints; contact as Ly, Jouve, Boissieux, Bertails-Descoubes 2020, Projective Dynamics with "
        "Dry Frictional Contact",
    .needs = "CHOLMOD",
    .traits = XPBD_METHOD_ADMM_TRAITS,
    .supports = xpbd_method_check_energies,
    .engine = &xpbd_admm_engine};
