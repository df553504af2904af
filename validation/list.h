/* The groups of checks, in the order they run. One line each; CTest runs each line as one test. */
CHECK_GROUP(formulas, "gradients, momentum, degenerate cases of every formula in the list",
            "a few times the largest error measured over all formulas; more where a formula says that it loses digits",
            8)
CHECK_GROUP(materials, "strains and materials against laws worked out on paper, recovery from inversion",
            "a few times the rounding error of the law worked out on paper", 0.1)
CHECK_GROUP(math, "accuracy in ULP and equal bits of the scalar functions",
            "the accuracy in units of the last place that the functions promise", 4)
CHECK_GROUP(measure, "energies, momentum, area, volume and the residual of a step against closed forms",
            "a few times the rounding error of a sum, or of the mesh that stands for a smooth body", 1)
CHECK_GROUP(physics, "free fall, springs, pendulum, momentum, order of accuracy",
            "rounding where the discrete solution is known, else the order of the method at the time step used", 0.5)
CHECK_GROUP(precision, "float at short steps, in far places, in other units and under weak forces, against double",
            "a part of the motion that nobody would see, or what rounding alone does to double", 5)
CHECK_GROUP(statics, "static extension of every formula, hanging chains, independence of iterations",
            "the bias of implicit Euler at the time step used, or the rounding error of a converged sweep", 3)
CHECK_GROUP(mechanics, "moduli of bodies of tetrahedra: closed forms, finite elements, beams, the elastica",
            "what the time step leaves, in second order, or the rounding error of a step over its square", 28)
CHECK_GROUP(membranes, "sheets, shells and plates whose moduli are the body's, against closed forms",
            "the order of the mesh, with its constant measured, or what a converged step leaves", 30)
CHECK_GROUP(wind, "force on a triangle, drag, terminal velocity",
            "the rounding error of the precision, over the number of frames", 0.1)
CHECK_GROUP(obstacles, "contact with obstacles: surfaces, signed distance, paths, friction, refused meshes",
            "the rounding error of the precision relative to the size of the obstacle", 1.5)
CHECK_GROUP(handles, "hands that move pinned particles: pose, velocity, damping, wind, checkpoints, refusals",
            "the rounding error of the precision, at the speed of the hand", 0.1)
CHECK_GROUP(contact, "particles that meet: distance, momentum, crowds",
            "rounding, or the time step by which an impact is late", 0.5)
CHECK_GROUP(friction, "friction under XPBD: stopping distance, slopes of balls",
            "the braking of one time step, against the way until rest", 1.5)
CHECK_GROUP(scenes, "the papers' scenes: counts, pins, obstacles, energy, threads; specifications of constraints",
            "rounding of the law that the scene shows, or what its time step and sweeps leave of it", 43)
CHECK_GROUP(solver, "independent reference, reset, pins, counters, divergence, wrong settings",
            "rounding of another order of operations, amplified by the motion of some frames", 0.5)
CHECK_GROUP(backends, "equal bits on every backend, thread count and lane count",
            "arithmetic is deterministic by construction: all bits are equal", 40)
CHECK_GROUP(cuda, "the memory that the cuda backend asks for, and on a device every strategy in the bits of seq",
            "what a device of that size has: memory, blocks, shared memory", 0.1)
CHECK_GROUP(opencl, "both strategies of the opencl backend in the bits of seq",
            "arithmetic is deterministic by construction: all bits are equal", 4)
CHECK_GROUP(trace, "where a backend that is wrong on purpose first leaves the reference",
            "arithmetic is deterministic by construction: all bits are equal", 0.1)
CHECK_GROUP(plain, "the solver against a second implementation that shares no loop with it",
            "two programs in another order of operations: rounding, amplified over the frames that run", 1)
CHECK_GROUP(methods, "PBD, energy-embedded Gauss-Seidel, global damping, checkpoints",
            "the rounding error of the precision, or what the method's own theory bounds", 1.5)
CHECK_GROUP(projective, "fast mass-springs and projective dynamics, which XPBD is compared with",
            "the rate at which the iteration converges, and the rounding error where it ends", 10)
CHECK_GROUP(papers_data, "published tables: well-formed, consistent with each other, our meshes and formulas",
            "the printed digits: half of the last one", 0.1)
CHECK_GROUP(verlet, "mass-spring lattices by position Verlet: drift, contact, friction, elasticity",
            "rounding where the scheme is exact, else its order, and how far a body leans while it slides", 11)
CHECK_GROUP(errata, "every error of the papers: what is printed fails as stated, what is right does not",
            "what is printed has to be off by as much as the table says, what is right by rounding only", 0.2)
CHECK_GROUP(claims, "the claims of the papers, reproduced or refuted",
            "the size that the paper claims, or the least that makes its words true", 75)
CHECK_GROUP(findings, "what was found that no paper says; xpbd-validate --findings FILE writes it as a page",
            "a power or a count that follows from the formula, with room for its next term", 5)
CHECK_GROUP(preservation, "area and volume in total and by element, against time, of every spring and material",
            "measured once for each formula, with room for another compiler: it may not get worse", 36)
CHECK_GROUP(claims_full, "the same with the printed sizes; takes minutes, runs when named",
            "the size that the paper prints", 300)
CHECK_GROUP(mechanics_full, "the elastica with every material, 400 sweeps and substeps; runs when named",
            "what the time step leaves, in second order, or the rounding error of a step over its square", 75)
