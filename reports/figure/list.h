/* Why this file exists: lists all figures of a run, in the order of its page, each with one line and its drafter.
 * REPORT_FIGURE(NAME, OF, KINDS): report_draft_NAME() is asked for figures of a BENCHMARK as a whole, of its lines
 * along its SIZES or along each of its AXES, or of each of its SCENES. KINDS are the kinds of benchmarks that have it
 * (report_kind in read/run.h, or ANY). Adding a figure: docs/add/figure.md. */
REPORT_FIGURE(projection, BENCHMARK, PROJECTIONS) /* time of one projection, a figure for each kind of element */
REPORT_FIGURE(roofline, BENCHMARK, PROJECTIONS)   /* shares of the peak, one for each kind of element */
REPORT_FIGURE(gradients, BENCHMARK, PROJECTIONS)  /* how exact the gradients of the formulas are */
REPORT_FIGURE(papers, BENCHMARK, PUBLISHED)       /* our rates over the published ones, of processors and of GPUs */
REPORT_FIGURE(scene_speeds, BENCHMARK, SCENES)    /* every scene by its method, on every backend */
REPORT_FIGURE(methods, BENCHMARK, SCENES)         /* methods of a scene: cost and remaining error, energy over time */
REPORT_FIGURE(travel, BENCHMARK, SCENES)          /* how far a body moves, against its resolution */
REPORT_FIGURE(kept, BENCHMARK, HISTORIES)         /* how far elements are from their size, one for each scene */
REPORT_FIGURE(accuracy, BENCHMARK, COURSES)       /* error of the motion against iterations and time, one a scene */
REPORT_FIGURE(peers, BENCHMARK, SOLVERS)          /* error of solvers or methods against time, one a workload */
REPORT_FIGURE(fps, AXES, ANY)                     /* frames per second */
REPORT_FIGURE(speedup, SIZES, ANY)                /* speed relative to the sequential backend */
REPORT_FIGURE(spread, SIZES, ANY)                 /* single frames relative to the median one */
REPORT_FIGURE(preservation, SCENES, ANY)          /* areas or volumes over time, one for each family of materials */
