/* Why this file exists: short names of one precision. The other .cuh files include it once per XPBD_SCALAR. */
#undef SET
#undef PARTICLE
#undef IMAGE
#undef LOCAL
#define SET      XPBD_NAME(set)
#define PARTICLE XPBD_NAME(particle)
#define IMAGE    XPBD_NAME(world)
#if XPBD_SCALAR == 32
#define LOCAL(name) name##_f32
#else
#define LOCAL(name) name##_f64
#endif
