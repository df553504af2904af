/* Every formula in the current reading of the scalar: define XPBD_SCALAR, include this. One line per header; none needs
 * another one's, because each is also compiled without the others. */
#include "shared.h"

#include "stretching.h"
#include "hookean.h"
#include "stvk.h"
#include "morse.h"
#include "distance_bending.h"
#include "espef.h"
#include "shear_angle.h"
#include "dihedral.h"
#include "isometric_bending.h"
#include "triangle_area.h"
#include "volume.h"
#include "sbd.h"
#include "esbd.h"
#include "continuum.h"
#include "continuum_triangle.h"
