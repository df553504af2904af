/* The groups of checks, in the order they run. One line each; CTest runs each line as one test. */
CHECK_GROUP(formulas, "gradients, momentum, degenerate cases of every formula in the list",
            "a few times the largest error measured over all formulas; more if a formula states that it loses digits",
            8)
CHECK_GROUP(second, "second derivatives of every formula: complex step of the gradient, hyper-dual numbers",
            "a few times the largest error measured over all formulas", 1)
CHECK_GROUP(materials, "strains and materials against laws derived on paper, recovery from inversion",
            "a few times the rounding error of the law derived on paper", 0.1)
CHECK_GROUP(math, "accuracy in ULP and equal bits of the scalar functions",
            "the accuracy in units of the last place that the functions promise", 4)
CHECK_GROUP(measure, "energies, momentum, area, volume and the residual of a step against closed forms",
            "a few times the rounding error of a sum, or of the mesh that approximates a smooth body", 1)
CHECK_GROUP(physics, "free fall, springs, pendulum, momentum, order of accuracy",
            "rounding where the discrete solution is known, else the order of the method at the time step used", 0.5)
CHECK_GROUP(precision,
            "float with short steps, far from the origin, in other units and with weak forces, against double",
            "a part of the motion too small to see, or the effect of rounding alone on double", 5)
CHECK_GROUP(statics, "static extension of every formula, hanging chains, independence of iterations",
            "the bias of implicit Euler at the time step used, or the rounding error of a converged step", 3)
CHECK_GROUP(mechanics, "moduli of bodies of tetrahedra: closed forms, finite elements, beams, the elastica",
            "the error of the time step, of second order, or the rounding error of a step over its square", 28)
CHECK_GROUP(dynamics, "a beam that swings: energy lost to the time step, frequency, orders in time and space",
            "implicit Euler and beam theory on paper, or a rule that stands before the measurement", 15)
CHECK_GROUP(membranes, "sheets, shells and plates whose moduli are those of the body, against closed forms",
            "the order of the mesh, with its constant measured, or the remainder of a converged step", 30)
CHECK_GROUP(wind, "force on a triangle, drag, terminal velocity",
            "the rounding error of the precision, over the number of frames", 0.1)
CHECK_GROUP(obstacles, "contact with obstacles: surfaces, signed distance, paths, friction, refused meshes",
            "the rounding error of the precision relative to the size of the obstacle", 1.5)
CHECK_GROUP(handles, "hands that move pinned particles: pose, velocity, damping, wind, checkpoints, refusals",
            "the rounding error of the precision, at the speed of the hand", 0.1)
CHECK_GROUP(contact, "particles in contact: distance, momentum, crowds",
            "rounding, or the time step by which an impact is late", 0.5)
CHECK_GROUP(friction, "friction under XPBD: stopping distance, slopes of balls",
            "the braking of one time step, relative to the distance until rest", 1.5)
CHECK_GROUP(scenes, "the papers' scenes: counts, pins, obstacles, energy, threads; specifications of constraints",
            "rounding of the law that the scene shows, or the error of its time step and iterations", 43)
CHECK_GROUP(solver, "independent reference, reset, pins, counters, divergence, wrong settings",
            "rounding of another order of operations, amplified by the motion of some frames", 0.5)
CHECK_GROUP(backends, "equal bits on every backend, thread count and lane count",
            "arithmetic is deterministic by construction: all bits are equal", 40)
CHECK_GROUP(cuda, "the memory that the cuda backend requests; on a device, that every strategy is bit-identical to seq",
            "the properties of a device of that size: memory, blocks, shared memory", 0.1)
CHECK_GROUP(opencl, "that both strategies of the opencl backend are bit-identical to seq",
            "arithmetic is deterministic by construction: all bits are equal", 4)
CHECK_GROUP(trace, "where a deliberately wrong backend first differs from the reference",
            "arithmetic is deterministic by construction: all bits are equal", 0.1)
CHECK_GROUP(plain, "the solver against a second implementation that shares no loop with it",
            "two programs in another order of operations: rounding, amplified over the frames that run", 1)
CHECK_GROUP(methods, "PBD, energy-embedded Gauss-Seidel, global damping, checkpoints",
            "the rounding error of the precision, or the bound of the method's own theory", 1.5)
CHECK_GROUP(projective, "fast mass-springs and projective dynamics, with which XPBD is compared",
            "the convergence rate of the iteration, and the rounding error where it ends", 10)
CHECK_GROUP(newton,
            "Newton's method on a time step: every formula, other methods, its order, matrices that are not definite",
            "a few times the rounding error of the balance of forces, or the order of the method", 5)
CHECK_GROUP(vbd, "vertex block descent: the minimiser of Newton's method, one iteration by hand, acceleration",
            "the rounding error of the balance of forces at a vertex, or where the iteration has converged", 5)
CHECK_GROUP(avbd, "augmented vertex block descent: the minimiser of Newton's method, rigid constraints, checkpoints",
            "the rounding error of the balance of forces at a vertex, or where the iteration has converged", 5)
CHECK_GROUP(admm, "ADMM: the minimiser of Newton's method, iterations of springs by hand",
            "where the iteration has converged, or rounding", 5)
CHECK_GROUP(multigrid, "Newton's method with multigrid: the minimiser of large steps, cycles that do not grow with the mesh",
            "where the iteration has converged, or a number of cycles with room for another mesh", 2)
CHECK_GROUP(forces, "obstacles, friction, dashpots and handles under methods that minimise the energy of a step",
            "the law in closed form, or where the iteration has converged", 5)
CHECK_GROUP(acceleration, "over-relaxation and Chebyshev acceleration of XPBD, Jacobi and vertex block descent",
            "where a step turns nothing all methods end at one point: rounding, and what turns in a microsecond", 5)
CHECK_GROUP(papers_data, "published tables: well-formed, consistent with each other, our meshes and formulas",
            "the printed digits: half of the last one", 0.1)
CHECK_GROUP(verlet, "mass-spring lattices by position Verlet: drift, contact, friction, elasticity",
            "rounding if the scheme is exact, else its order, and how far a body leans while it slides", 11)
CHECK_GROUP(errata, "every error of the papers: the printed form fails as stated, the correct form does not",
            "the printed form must have the error that the table states, the correct form only rounding", 0.2)
CHECK_GROUP(claims, "the claims of the papers, reproduced or refuted",
            "the size that the paper claims, or the least that makes its words true", 75)
CHECK_GROUP(findings, "results that are in no paper; xpbd-validate --findings FILE writes them as a page",
            "a power or a count that follows from the formula, with room for its next term", 5)
CHECK_GROUP(preservation, "area and volume in total and by element, against time, of every spring and material",
            "measured once for each formula, with room for another compiler: it may not get worse", 36)
CHECK_GROUP(claims_full, "the claims with the printed sizes; takes minutes, runs when named",
            "the size that the paper prints", 500)
CHECK_GROUP(claims_noise, "the noise of the claims: each runs ten times more, disturbed; runs when named",
            "a rule of data/papers/claims.csv", 700)
CHECK_GROUP(claims_full_noise, "the same with the printed sizes; takes an hour, runs when named",
            "a rule of data/papers/claims.csv", 3300)
CHECK_GROUP(dynamics_full, "the orders of the swinging beam with shorter steps and on the finest mesh; runs when named",
            "implicit Euler and beam theory on paper, or a rule that stands before the measurement", 75)
CHECK_GROUP(mechanics_full, "the elastica with every material, 400 iterations and substeps; runs when named",
            "the error of the time step, of second order, or the rounding error of a step over its square", 75)
