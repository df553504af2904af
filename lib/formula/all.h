/* Every formula in the current reading of the scalar: define XPBD_SCALAR, include this. One line per formula. */
#include "scalar.h"
#include "edge.h"

#include "stretching.h"
#include "hookean.h"
#include "stvk.h"
#include "morse.h"
#include "distance_bending.h"
