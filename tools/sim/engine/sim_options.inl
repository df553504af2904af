/* Why this file exists: lists every option of xpbd-sim in the order of the help. Numbers of methods and scenes are
 * appended by the program. A line makes the field of sim_options and the row of the table in sim_option_table.c: field,
 * name, letter, range, name of the value, help, and what gives it an effect. Square brackets in the help hold the
 * default. */
SIM_TEXT(list, "list", 0, "text|json|matrix|matrix-json",
         "Show scenes, backends, methods and formulas. --list alone means text. matrix shows which scene runs with "
         "which method on which backend, and why others do not.",
         ALWAYS)

SIM_TOPIC("scene", "What is simulated")
SIM_LIST(formulas, "formula", 0, "FILE.h",
         "Compile this formula, test it in a separate process and add it to the list, for --constraint and --list. May "
         "be repeated.",
         ALWAYS)
SIM_LIST(constraints, "constraint", 'c', "SPEC",
         "Formulas or models, e.g. morse, or sbd:alpha=1e-5+tet_volume:alpha=1e-4,beta=0.3. May be repeated: the runs "
         "follow each other and appear side by side in --picture and --film. [the scene's]",
         ALWAYS)
SIM_REAL(stiffness, "stiffness", 0, ANY_NUMBER, "K",
         "Material number k of --constraint. [the formula's or the scene's]", ALWAYS)
SIM_REAL(compliance, "compliance", 0, FROM(0, INFINITY), "A",
         "Compliance alpha of --constraint. [the scene's; 1 for formulas whose stiffness comes from elastic moduli]",
         ALWAYS)
SIM_REAL(damping, "damping", 0, FROM(0, INFINITY), "B", "Rayleigh damping beta of --constraint. [the scene's]", ALWAYS)
SIM_TEXT(damping_reading, "damping-reading", 0, "xpbd|lagged|tilde",
         "How beta is interpreted, see xpbd/scene.h. [xpbd]", ALWAYS)
SIM_FLAG(omit_tip_damping, "omit-tip-damping", 0,
         "Damp as if ghost tips (the vertex added to each triangle) did not move, which damps too much.", ALWAYS)
SIM_REAL(global_damping, "global-damping", 0, FROM(0, 1), "D",
         "Fraction of the velocity that each time step removes, except from rigid motion. [the scene's]", ALWAYS)
SIM_TEXT(bending, "bending", 0, "SPEC|none", "Additional formulas, e.g. distance_bending. [the scene's]", ALWAYS)
SIM_REAL(bending_compliance, "bending-compliance", 0, FROM(0, INFINITY), "A",
         "Compliance of the formulas of --bending. [1e-3]", WITH("--bending"))
SIM_REAL(mass, "mass", 0, POSITIVE, "KG",
         "Mass of a particle; for lattices and the scene body, of a whole body. [the scene's]", ALWAYS)
SIM_REAL(size, "size", 0, POSITIVE, "M",
         "Side, length or largest extent in metres. [the scene's; a mesh keeps its own]", ALWAYS)
SIM_INT(resolution, "resolution", 'r', FROM(1, 30000), "N",
        "Vertices along a side; for lattices, nodes along the height. [the scene's]", ALWAYS)
SIM_TEXT(mesh, "mesh", 'm', "FILE",
         "Simulate this mesh instead: OBJ, PLY, STL, OFF, MSH (Gmsh), VTK, VTU, NODE with ELE (TetGen), or others in "
         "--list.",
         ALWAYS)
SIM_REAL(weld, "weld", 0, FROM(0, INFINITY), "D",
         "Merge vertices of --mesh at most this far apart, in the unit of the file. 0 merges only those at the same "
         "position. [2e-6 of the largest extent]",
         WITH("--mesh"))
SIM_TEXT(unit, "unit", 0, "m|cm|mm|in|ft", "Unit of length of the mesh file. [m]", WITH("--mesh"))
SIM_REAL(scale, "scale", 0, POSITIVE, "X", "Factor of the mesh's size, instead of --size. [1]", WITH("--mesh"))
SIM_FLAG(strict, "strict", 0, "Refuse a mesh file that needs repair, and say where.", WITH("--mesh"))
SIM_TEXT(pins, "pins", 0, "scene|none|corners|top",
         "Which vertices are held fixed. [scene; none with --pin or --handle]", ALWAYS)
SIM_LIST(pin, "pin", 0, "REGION",
         "Hold a part of the body: an end AXIS,low|high,SHARE of its extent, e.g. y,low,0.1, or box,X,Y,Z,X,Y,Z in m. "
         "May be repeated.",
         ALWAYS)
SIM_LIST(handle, "handle", 0, "REGION:KEYS",
         "Hold a part as --pin does, and move it smoothly: move=X,Y,Z in m, turn=DEG,X,Y,Z about that axis, "
         "about=X,Y,Z (the fixed point; default: the middle of the part), time=S (default 1). Example: "
         "y,high,0.1:move=0,0.2,0:time=2. May be repeated.",
         ALWAYS)
SIM_LIST(obstacle, "obstacle", 0, "KIND:KEYS",
         "Add a solid body: plane, sphere, box or mesh. Keys: at=X,Y,Z in m (default 0,0,0), normal=X,Y,Z (plane; "
         "default 0,1,0), radius=R, half=X,Y,Z (half the sides of a box), file=FILE (a closed mesh), friction=MU, "
         "restitution=E. Example: sphere:at=0,-1,0:radius=0.5. May be repeated.",
         ALWAYS)
SIM_REAL(gravity, "gravity", 0, FROM(0, INFINITY), "G", "Gravity, downwards, in m/s^2. [the scene's]", ALWAYS)
SIM_TEXT(wind, "wind", 0, "X,Y,Z", "Wind in m/s. [the scene's]", ALWAYS)
SIM_REAL(wind_drag, "wind-drag", 0, FROM(0, INFINITY), "D",
         "Drag of the wind: pressure over speed, in kg/(m^2 s). [the scene's]", ALWAYS)

SIM_TOPIC("solver", "How it is simulated")
SIM_LIST(methods, "method", 0, "NAME",
         "Solver method, see --list. May be repeated, like --constraint. [the scene's, mostly xpbd]", ALWAYS)
SIM_REAL(pd_triangle_weight, "pd-triangle-weight", 0, FROM(0, INFINITY), "W",
         "Method pd: stiffness in N/m that keeps the strain of triangles within its limit. [0]",
         OF_METHODS(XPBD_TAKES_WEIGHTS))
SIM_REAL(pd_strain_limit, "pd-strain-limit", 0, FROM(0, 1), "L",
         "Method pd: strain limit of triangles, less than 1. [0]", WITH("--pd-triangle-weight"))
SIM_REAL(pd_bending_weight, "pd-bending-weight", 0, FROM(0, INFINITY), "W",
         "Method pd: stiffness in J that keeps pairs of triangles in shape. [0]", OF_METHODS(XPBD_TAKES_WEIGHTS))
SIM_TEXT(backend, "backend", 'b', "NAME", "What computes the run, see --list. [the first that can run here]", ALWAYS)
SIM_FLAG(gpu, "gpu", 0, "Short for the first backend of a GPU that can run here.", ALWAYS)
SIM_INT(threads, "threads", 't', FROM(1, 4096), "N", "Number of threads. [as many as the process may use]", ON_BACKENDS)
SIM_INT(device, "device", 0, FROM(0, 255), "N", "Number of the GPU that a GPU backend uses. [0]", ON_BACKENDS)
SIM_TEXT(strategy, "strategy", 0, "NAME",
         "How a GPU schedules the groups. cuda: plain, graph, cooperative, block, cluster, tiles, resident. opencl: "
         "plain, resident. All give bit-identical results.",
         ON_BACKENDS)
SIM_INT(lanes, "lanes", 0, FROM(0, 1), "N",
        "Constraints solved at once on a CPU: 0 = as many as possible, 1 = one by one. [0]", ON_BACKENDS)
SIM_TEXT(precision, "precision", 0, "auto|float|double|f32|f32x|f64",
         "Arithmetic of the solver. float: f32 if it can hold the motion at these time steps, else f32x, which also "
         "keeps rounding errors. auto: float, or double if float is not enough. [auto]",
         ALWAYS)
SIM_TEXT(order, "order", 0, "group|mesh",
         "Order of the constraints: by parallel groups, or by the mesh as in the papers. [group]", ON_BACKENDS)
SIM_INT(frames, "frames", 'n', FROM(1, 999999999), "N",
        "The last frame. A resumed run counts on from its checkpoint. [the scene's]", ALWAYS)
SIM_REAL(frame_time, "frame-time", 0, POSITIVE, "S", "Seconds per frame. [the scene's]", ALWAYS)
SIM_REAL(fps, "fps", 0, POSITIVE, "N", "Frames per second, instead of --frame-time.", ALWAYS)
SIM_INT(substeps, "substeps", 's', FROM(1, 1000000000), "N", "Time steps per frame. [the scene's]", ALWAYS)
SIM_REAL(time_step, "time-step", 0, POSITIVE, "S",
         "Longest time step, instead of --substeps. A frame gets the fewest time steps that are no longer.", ALWAYS)
SIM_INT(iterations, "iterations", 'i', FROM(1, 1000000000), "N",
        "Iterations over the constraints per time step; with verlet, the most passes over contacts. [the scene's]",
        ALWAYS)
SIM_FLAG(
    accuracy, "accuracy", 0,
    "Compare the run with refined twins, without writing files. Reports how far it is from the converged answer of its "
    "model, what would help most (time steps, iterations or double), and the cheapest setting within 1 %.",
    ALWAYS)
SIM_REAL(accuracy_time, "accuracy-time", 0, FROM(0.1, 1e6), "S", "Seconds for all twins. [30]", WITH("--accuracy"))

SIM_TOPIC("output", "What is written")
SIM_TEXT(out, "out", 'o', "DIR", "Folder for the frames; created if missing.", RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN))
SIM_TEXT(format, "format", 0, "obj,vtk", "Which files to write there. [both]", WITH("--out DIR"))
SIM_INT(every, "every", 0, FROM(1, 999999999), "N", "Write only frames 0, N, 2N, ... [1]", WITH("--out DIR"))
SIM_TEXT(picture, "picture", 0, "FILE.png", "Draw a frame.", RULES(SIM_NOT_ACCURACY | SIM_WRITES))
SIM_INT(picture_frame, "picture-frame", 0, FROM(0, 999999999), "N", "Which frame to draw. [the last]",
        WITH("--picture"))
SIM_TEXT(picture_size, "picture-size", 0, "WxH",
         "Size of the picture in pixels. [1200x900; 600x450 for each of several runs]", WITH("--picture"))
SIM_TEXT(
    film, "film", 0, "FILE.gif|FILE.png",
    "Draw a film of at most 150 frames, or a contact sheet of at most 12 with a row per run. Frames are evenly spaced.",
    RULES(SIM_NOT_ACCURACY | SIM_WRITES))
SIM_TEXT(film_size, "film-size", 0, "WxH", "Size of its frames in pixels. [640x480, sheet 400x300]", WITH("--film"))
SIM_TEXT(viewer, "viewer", 0, "FILE.html",
         "Write a page in which any browser can turn and play the run; at most 12 MB and 300 frames.",
         RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN | SIM_WRITES))
SIM_TEXT(gltf, "gltf", 0, "FILE.glb",
         "Write the run as one binary glTF file with an animation, e.g. for Blender; at most 100 MB and 300 frames.",
         RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN | SIM_WRITES))
SIM_INT(film_frames, "film-frames", 0, FROM(2, 150), "N", "Most frames of the film. [150, sheet 12]", WITH("--film"))
SIM_TEXT(
    camera, "camera", 0, "X,Y,Z,TX,TY,TZ,H",
    "Eye, point it looks at, and height of the picture there, all in m. A run with a picture prints them. Use this "
    "for pictures to be compared. [everything is in view]",
    WITH("--picture or --film"))
SIM_REAL(azimuth, "azimuth", 0, FROM(-360, 360), "DEG", "Direction of the eye about the vertical, from +z to +x. [35]",
         WITH("--picture, --film or --viewer"))
SIM_REAL(elevation, "elevation", 0, FROM(-89, 89), "DEG", "Angle of the eye above the horizon. [25]",
         WITH("--picture, --film or --viewer"))
SIM_FLAG(wire, "wire", 0, "Draw the edges of triangles; for lattices, springs with small nodes.",
         WITH("--picture, --film or --viewer"))
SIM_TEXT(colour, "colour", 0, "plain|strain",
         "What colours show. plain: the sides of a sheet; strain: the mean strain of the edges at a vertex. [plain]",
         WITH("--picture, --film or --viewer"))
SIM_TEXT(measure, "measure", 0, "FILE", "Write a table (TSV) of energy, residual, strain, ... per frame.",
         RULES(SIM_NOT_ACCURACY | SIM_WRITES))
SIM_TEXT(save, "save", 0, "FILE", "Write a checkpoint at the end, also after an interruption.",
         RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN | SIM_WRITES))
SIM_TEXT(resume, "resume", 0, "FILE",
         "Continue from a checkpoint of the same scene and settings. Backend and threads may differ. If --out already "
         "holds frames, give the same --format and --every.",
         RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN))
SIM_TEXT(export, "export", 0, "FILE.json|FILE.xml|FILE.usda",
         "Write the scene for other programs and simulate nothing: with its arrays in FILE.bin for any program, for "
         "MuJoCo, or for Newton. docs/guide/scene-file.md and other-programs.md explain the formats.",
         RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN | SIM_WRITES))
SIM_FLAG(serve, "serve", 0,
         "Answer lines of JSON on the standard input, as a solver for xpbd-validate solver and xpbd-bench peers. "
         "docs/guide/solver-pipe.md explains them.",
         RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN))
SIM_TEXT(serve_object, "serve-object", 0, "FILE.so",
         "The same for a solver in a shared object with the four functions of xpbd/solver_object.h.",
         RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN))
SIM_TEXT(
    workload, "workload", 0, "NAME",
    "Export this workload with its recorded right answer, instead of a scene. docs/guide/own-answer.md explains it.",
    WITH("--export"))
SIM_FLAG(hash, "hash", 0, "Print the hash of the final state as the last line.", RULES(SIM_NOT_ACCURACY))
SIM_FLAG(dry_run, "dry-run", 0, "Check the call and stop before the first frame.", ALWAYS)
SIM_FLAG(force, "force", 0, "Run even if more memory is needed than is available.", ALWAYS)
SIM_FLAG(quiet, "quiet", 'q', "Print nothing but errors and the hash.", RULES(SIM_NOT_ACCURACY))
SIM_FLAG(progress, "progress", 0, "Show progress if stderr is a terminal.", ALWAYS)
