/* Every option of xpbd-sim, in the order of the help; numbers of methods and scenes follow by themselves. A line makes
 * the field of sim_options and the row of the table in sim_option_table.c: field, name, letter, range, name of the value, help,
 * and when it has an effect. Square brackets in the help hold what counts when the option is not given. */
SIM_TEXT(list, "list", 0, "text|json|matrix|matrix-json",
         "Show scenes, backends, methods and formulas; --list alone is text. matrix: which scene runs by which method "
         "on which backend, or why not.",
         ALWAYS)

/* what is simulated */
SIM_LIST(formulas, "formula", 0, "FILE.h",
         "Compile this formula, try it in a process of its own and take it into the list, for --constraint and --list; "
         "may be repeated.",
         ALWAYS)
SIM_LIST(constraints, "constraint", 'c', "SPEC",
         "Formulas or models, e.g. morse, or sbd:alpha=1e-5+tet_volume:alpha=1e-4,beta=0.3; several, each by an option "
         "of its own, run one after the other and stand side by side in --picture and --film. [the scene's]",
         ALWAYS)
SIM_REAL(stiffness, "stiffness", 0, ANY_NUMBER, "K", "Its material number k. [the formula's, the scene's]", ALWAYS)
SIM_REAL(compliance, "compliance", 0, FROM(0, INFINITY), "A",
         "Its compliance alpha. [the scene's; 1 where moduli are the body's]", ALWAYS)
SIM_REAL(damping, "damping", 0, FROM(0, INFINITY), "B", "Its Rayleigh damping beta. [the scene's]", ALWAYS)
SIM_TEXT(damping_reading, "damping-reading", 0, "xpbd|lagged|tilde", "How beta is read, see xpbd/scene.h. [xpbd]",
         ALWAYS)
SIM_FLAG(omit_tip_damping, "omit-tip-damping", 0, "Damp as if ghost tips stood still with the mesh.", ALWAYS)
SIM_REAL(global_damping, "global-damping", 0, FROM(0, 1), "D",
         "Part of the velocity that each time step takes from what is no rigid motion. [the scene's]", ALWAYS)
SIM_TEXT(bending, "bending", 0, "SPEC|none", "More formulas, e.g. distance_bending. [the scene's]", ALWAYS)
SIM_REAL(bending_compliance, "bending-compliance", 0, FROM(0, INFINITY), "A", "Their compliance. [1e-3]",
         WITH("--bending"))
SIM_REAL(mass, "mass", 0, POSITIVE, "KG", "Mass of a particle; lattices: of a whole body. [the scene's]", ALWAYS)
SIM_REAL(size, "size", 0, POSITIVE, "M", "Side, length or largest extent in metres. [the scene's]", ALWAYS)
SIM_INT(resolution, "resolution", 'r', FROM(1, 30000), "N",
        "Vertices along a side; lattices: nodes along the height. [the scene's]", ALWAYS)
SIM_TEXT(mesh, "mesh", 'm', "FILE",
         "Simulate this OBJ, PLY, STL, OFF, MSH (Gmsh) or NODE and ELE (TetGen) instead, or what --list names.", ALWAYS)
SIM_FLAG(strict, "strict", 0, "Refuse a mesh file that would be repaired, naming the place.", WITH("--mesh"))
SIM_TEXT(pins, "pins", 0, "scene|none|corners|top", "What is held fast. [scene]", ALWAYS)
SIM_REAL(gravity, "gravity", 0, FROM(0, INFINITY), "G", "Downwards, in m/s^2. [the scene's]", ALWAYS)
SIM_TEXT(wind, "wind", 0, "X,Y,Z", "Wind in m/s. [the scene's]", ALWAYS)
SIM_REAL(wind_drag, "wind-drag", 0, FROM(0, INFINITY), "D",
         "Of the wind: pressure over speed, in kg/(m^2 s). [the scene's]", ALWAYS)

/* how */
SIM_LIST(methods, "method", 0, "NAME",
         "How it is solved, see --list; several stand in rows. [the scene's, mostly xpbd]", ALWAYS)
SIM_REAL(pd_triangle_weight, "pd-triangle-weight", 0, FROM(0, INFINITY), "W",
         "Of the method pd: N/m that hold the strain of triangles in its limit. [0]", OF_METHODS(XPBD_TAKES_WEIGHTS))
SIM_REAL(pd_strain_limit, "pd-strain-limit", 0, FROM(0, 1), "S", "Their limit; less than 1. [0]",
         WITH("--pd-triangle-weight"))
SIM_REAL(pd_bending_weight, "pd-bending-weight", 0, FROM(0, INFINITY), "W",
         "Of the method pd: J that hold pairs of triangles in shape. [0]", OF_METHODS(XPBD_TAKES_WEIGHTS))
SIM_TEXT(backend, "backend", 'b', "NAME", "What computes it. [the first that can run here]", ALWAYS)
SIM_INT(threads, "threads", 't', FROM(1, 4096), "N", "Threads. [as many as the process may use]", ON_BACKENDS)
SIM_INT(device, "device", 0, FROM(0, 255), "N", "Number of the GPU that a GPU backend uses. [0]", ON_BACKENDS)
SIM_TEXT(strategy, "strategy", 0, "NAME",
         "How a GPU schedules the groups: plain, graph, cooperative, block, cluster, tiles, resident (cuda), plain, "
         "resident (opencl). Same bits.",
         ON_BACKENDS)
SIM_INT(lanes, "lanes", 0, FROM(0, 1), "N", "Constraints side by side on a CPU: 0 the most here, 1 one by one. [0]",
        ON_BACKENDS)
SIM_TEXT(precision, "precision", 0, "auto|float|double|f32|f32x|f64",
         "Arithmetic of the solver. float: f32 where that holds the motion in such time steps, else f32x, which keeps "
         "what rounding takes; auto: float, or double where float is not enough. [auto]",
         ALWAYS)
SIM_TEXT(order, "order", 0, "group|mesh", "Order of the constraints: parallel, or the papers'. [group]", ON_BACKENDS)
SIM_INT(frames, "frames", 'n', FROM(1, 999999999), "N",
        "The last frame; a resumed run counts on from its checkpoint. [the scene's]", ALWAYS)
SIM_REAL(frame_time, "frame-time", 0, POSITIVE, "S", "Seconds of a frame. [the scene's]", ALWAYS)
SIM_INT(substeps, "substeps", 's', FROM(1, 1000000000), "N", "Time steps of a frame. [the scene's]", ALWAYS)
SIM_INT(iterations, "iterations", 'i', FROM(1, 1000000000), "N",
        "Sweeps over the constraints in a time step; verlet: most sweeps over contacts. [the scene's]", ALWAYS)
SIM_FLAG(
    accuracy, "accuracy", 0,
    "Compare the run with refined twins of it: how far is it from the converged answer of the same model, what would "
    "help most (time steps, sweeps or double), and which setting is the cheapest within 1 %? Writes no files.",
    ALWAYS)
SIM_REAL(accuracy_time, "accuracy-time", 0, FROM(0.1, 1e6), "S", "Seconds that the twins may take. [30]",
         WITH("--accuracy"))

/* what is written */
SIM_TEXT(out, "out", 'o', "DIR", "Folder for the frames; made when missing.", RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN))
SIM_TEXT(format, "format", 0, "obj,vtk", "Kinds of files to write there. [both]", WITH("--out DIR"))
SIM_INT(every, "every", 0, FROM(1, 999999999), "N", "Write frames 0, N, 2N, ... only. [1]", WITH("--out DIR"))
SIM_TEXT(picture, "picture", 0, "FILE.png", "Draw a frame.", RULES(SIM_NOT_ACCURACY | SIM_WRITES))
SIM_INT(picture_frame, "picture-frame", 0, FROM(0, 999999999), "N", "Which. [the last]", WITH("--picture"))
SIM_TEXT(picture_size, "picture-size", 0, "WxH", "Its pixels. [1200x900, 600x450 each of several]", WITH("--picture"))
SIM_TEXT(
    film, "film", 0, "FILE.gif|FILE.png",
    "Draw a film of at most 150 frames, or a contact sheet of at most 12, evenly spaced; of several runs a row each.",
    RULES(SIM_NOT_ACCURACY | SIM_WRITES))
SIM_TEXT(film_size, "film-size", 0, "WxH", "Pixels of a frame. [640x480, sheet 400x300]", WITH("--film"))
SIM_TEXT(viewer, "viewer", 0, "FILE.html",
         "One page, at most 12 MB, in which the run can be turned and played in any browser; at most 300 frames.",
         RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN | SIM_WRITES))
SIM_INT(film_frames, "film-frames", 0, FROM(2, 150), "N", "The most frames of the film. [150, sheet 12]",
        WITH("--film"))
SIM_TEXT(camera, "camera", 0, "X,Y,Z,TX,TY,TZ,H",
         "Eye and the point it looks at in m, and how many m the picture is high there, as a run with a picture prints "
         "it; for pictures that are to be compared. [where everything is seen]",
         WITH("--picture or --film"))
SIM_REAL(azimuth, "azimuth", 0, FROM(-360, 360), "DEG", "Of the eye about the vertical, from +z to +x. [35]",
         WITH("--picture, --film or --viewer"))
SIM_REAL(elevation, "elevation", 0, FROM(-89, 89), "DEG", "Of the eye above the horizon. [25]",
         WITH("--picture, --film or --viewer"))
SIM_FLAG(wire, "wire", 0, "Draw the edges of triangles; lattices: springs, with small nodes.",
         WITH("--picture, --film or --viewer"))
SIM_TEXT(colour, "colour", 0, "plain|strain",
         "What colours show: the sides of a sheet, or the mean strain of the edges at a vertex. [plain]",
         WITH("--picture, --film or --viewer"))
SIM_TEXT(measure, "measure", 0, "FILE", "Table (TSV) of energy, residual, strain, ... per frame.",
         RULES(SIM_NOT_ACCURACY | SIM_WRITES))
SIM_TEXT(save, "save", 0, "FILE", "Write a checkpoint at the end, also when interrupted.",
         RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN | SIM_WRITES))
SIM_TEXT(resume, "resume", 0, "FILE",
         "Go on from a checkpoint of the same scene and settings; backend and threads may differ. Frames that are in "
         "--out go on with their --format and --every.",
         RULES(SIM_NOT_ACCURACY | SIM_ONE_RUN))
SIM_FLAG(hash, "hash", 0, "Print the hash of the final state as the last line.", RULES(SIM_NOT_ACCURACY))
SIM_FLAG(dry_run, "dry-run", 0, "Stop before the first frame: is the call in order?", ALWAYS)
SIM_FLAG(force, "force", 0, "Try it where more memory is needed than there is.", ALWAYS)
SIM_FLAG(quiet, "quiet", 'q', "Print nothing but errors and the hash.", RULES(SIM_NOT_ACCURACY))
SIM_FLAG(progress, "progress", 0, "Show progress where stderr is a terminal.", ALWAYS)
