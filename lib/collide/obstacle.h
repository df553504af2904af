/* Why this file exists: what solvers need of an obstacle: its state during one time step as plain numbers, in float and
 * in double, for project.inl on the CPU and on a device. Private to the project. */
#ifndef XPBD_COLLIDE_OBSTACLE_H
#define XPBD_COLLIDE_OBSTACLE_H

#include <stddef.h>
#include <stdint.h>

#include "formula/types.h"
#include "xpbd/obstacle.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { XPBD_OBSTACLE_LEAF = 4 };   ///< Most triangles in a leaf of the tree.
enum { XPBD_OBSTACLE_STACK = 40 }; ///< Most levels of the tree. Halving 2^31 triangles needs 30.
enum { XPBD_OBSTACLE_FACE = 6 };   ///< The feature after those that `normals` lists.

#define XPBD_OBSTACLE_TYPES(REAL, suffix)                                                                              \
  typedef struct xpbd_obstacle_plane_##suffix {                                                                        \
    xpbd_vec3_##suffix n; /* outward, unit */                                                                          \
    REAL offset;          /* n . x of the plane */                                                                     \
  } xpbd_obstacle_plane_##suffix;                                                                                      \
  typedef struct xpbd_obstacle_node_##suffix { /* of the tree, in preorder: the left child follows its parent */       \
    xpbd_vec3_##suffix low, high;              /* box of its triangles */                                              \
    int32_t right;                             /* right child, or the first triangle of a leaf */                      \
    int32_t count;                             /* triangles of a leaf, 0 = inner node */                               \
  } xpbd_obstacle_node_##suffix;                                                                                       \
  typedef struct xpbd_obstacle_triangle_##suffix {                                                                     \
    xpbd_vec3_##suffix corner[3], n; /* n outward, unit */                                                             \
  } xpbd_obstacle_triangle_##suffix;                                                                                   \
  typedef struct xpbd_obstacle_contact_##suffix {                                                                      \
    REAL depth;                       /* depth inside; 0 or less = no contact */                                       \
    xpbd_vec3_##suffix n, to_surface; /* outward, unit; displacement to the surface */                                 \
  } xpbd_obstacle_contact_##suffix;                                                                                    \
  typedef struct xpbd_obstacle_nearest_##suffix {                                                                      \
    REAL squared;            /* distance */                                                                            \
    xpbd_vec3_##suffix away; /* point minus the nearest point of the mesh */                                           \
    int32_t triangle;                                                                                                  \
    int32_t feature; /* 0 .. 2 an edge, 3 .. 5 a corner, XPBD_OBSTACLE_FACE */                                         \
  } xpbd_obstacle_nearest_##suffix;                                                                                    \
  /* One obstacle during one time step. */                                                                             \
  typedef struct xpbd_obstacle_##suffix {                                                                              \
    int32_t kind;                                   /* xpbd_obstacle_kind */                                           \
    int32_t active;                                 /* 0 = it does not exist now */                                    \
    xpbd_vec3_##suffix centre, axis[3];             /* origin and axes of its frame at the end of the step */          \
    xpbd_vec3_##suffix start_centre, start_axis[3]; /* and at its start */                                             \
    xpbd_vec3_##suffix centre_low;                  /* rounding error of the centre; 0 in double */                    \
    xpbd_vec3_##suffix shift, turn[3];              /* change of centre and axes in the step */                        \
    xpbd_vec3_##suffix bound_centre;                /* a ball that contains it (except a half-space) */                \
    REAL bound_squared;                                                                                                \
    REAL radius, friction, restitution;                                                                                \
    xpbd_vec3_##suffix size;      /* half sizes of a box; normal of a half-space, in the world */                      \
    xpbd_vec3_##suffix low, high; /* box in its frame that contains a mesh or polyhedron */                            \
    int32_t plane_count, node_count, triangle_count;                                                                   \
    XPBD_GLOBAL const xpbd_obstacle_plane_##suffix *planes;                                                            \
    XPBD_GLOBAL const xpbd_obstacle_node_##suffix *nodes;                                                              \
    XPBD_GLOBAL const xpbd_obstacle_triangle_##suffix *triangles; /* [triangle_count] in the order of the leaves */    \
    XPBD_GLOBAL const xpbd_vec3_##suffix                                                                               \
        *normals; /* [triangle_count, 6] at edges 0-1, 1-2, 2-0 and at corners 0, 1, 2 */                              \
  } xpbd_obstacle_##suffix;

XPBD_OBSTACLE_TYPES(float, f32)
XPBD_OBSTACLE_TYPES(double, f64)

/// Sets *out for the time step from t to t + h: the pose at its end, for projecting particles, and at its start, for
/// friction. Positions are relative to `origin` [3] m, NULL = (0, 0, 0). Arrays point into the obstacle.
void xpbd_obstacle_at_f32(const xpbd_obstacle *obstacle, const double *origin, double t, double h,
                          xpbd_obstacle_f32 *out);
void xpbd_obstacle_at_f64(const xpbd_obstacle *obstacle, const double *origin, double t, double h,
                          xpbd_obstacle_f64 *out);

/// 1 if these states differ only in `active`.
int xpbd_obstacle_rests(const xpbd_obstacle *obstacle);
/// `active` of the time step from t to t + h.
int xpbd_obstacle_exists(const xpbd_obstacle *obstacle, double t, double h);

/// An array that an xpbd_obstacle_f32 or _f64 points to, for backends that must copy it. The pointer is at `offset`
/// bytes in the structure. The arrays never change.
typedef struct xpbd_obstacle_array {
  const void *data;
  size_t bytes, offset;
} xpbd_obstacle_array;

enum { XPBD_OBSTACLE_ARRAYS = 4 };

/// Lists the arrays that are not empty. Returns their number.
int xpbd_obstacle_arrays_f32(const xpbd_obstacle *obstacle, xpbd_obstacle_array out[XPBD_OBSTACLE_ARRAYS]);
int xpbd_obstacle_arrays_f64(const xpbd_obstacle *obstacle, xpbd_obstacle_array out[XPBD_OBSTACLE_ARRAYS]);

/// Continues a hash with everything that determines the obstacle's position and effect at all times, without the fields
/// that its kind does not use.
uint64_t xpbd_obstacle_hash(uint64_t hash, const xpbd_obstacle *obstacle);

#ifdef __cplusplus
}
#endif
#endif
