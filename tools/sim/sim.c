/* Why this file exists: xpbd-sim runs one scene, or one's own mesh, and writes what can be looked at: the program for
 * whoever wants to see what the numbers of xpbd-bench stand for. Here are its options and the order of its parts. */
#include <float.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "support/scene_words.h"
#include "sim/engine/sim.h"
#include "sim_accuracy.h"

static const char about[] =
    "Simulates a scene and writes its frames as OBJ and VTK, for Blender and ParaView, as pictures and as films.\n"
    "\n"
    "  xpbd-sim --list\n"
    "  xpbd-sim cloth --frames 120 --out swing --picture swing.png --film swing.gif\n"
    "  xpbd-sim cloth --mesh my.obj --constraint sbd:alpha=1e-5+dihedral --out DIR\n"
    "  xpbd-sim cloth --backend omp --threads 3 --constraint morse --frames 100 --hash\n"
    "  xpbd-sim cloth --frames 60 --save half.checkpoint; xpbd-sim cloth --frames 120 --resume half.checkpoint\n"
    "  xpbd-sim friction_box --friction 0.2 --film slide.gif --measure slide.tsv\n"
    "  xpbd-sim flag --constraint stretching --constraint morse --picture both.png\n"
    "\n"
    "In the folder of --out: frame_0000.obj and .vtk (the initial state), frame_0001, ...; the VTK files have "
    "velocity,\n"
    "strain and pins; constraints.vtk, the constraints with set, formula and group; frames.vtk.series, which ParaView\n"
    "opens with the right times; run.txt, the command and the settings it came to.\n"
    "Ctrl-C finishes the frame it is at, waiting up to 2 s for it (with --save: as long as it takes), then writes\n"
    "what there is; a second Ctrl-C does not wait.\n"
    "Exit: 0 done, 1 something is wrong with the call or its input, 3 it failed or diverged on the way (finished\n"
    "frames are kept), 130 interrupted (finished frames are kept).";

#define ANY_NUMBER -INFINITY, INFINITY
#define POSITIVE   DBL_MIN, INFINITY

/// One run a process: the targets of the option table below need fixed addresses.
static sim_options options = {
    .progress = true,
    .device = -1,
    .lanes = -1,
    .picture_frame = -1,
    .stiffness = NAN,
    .compliance = NAN,
    .damping = NAN,
    .bending_compliance = NAN,
    .mass = NAN,
    .size = NAN,
    .gravity = NAN,
    .wind_drag = NAN,
    .frame_time = NAN,
    .pd_triangle_weight = NAN,
    .pd_strain_limit = NAN,
    .pd_bending_weight = NAN,
    .global_damping = NAN,
    .accuracy_time = NAN,
    .azimuth = NAN,
    .elevation = NAN,
};

/// In the order of the help, in which what methods and scenes have for options comes last. Square brackets hold what counts when the
/// option is not given.
static const cli_option own_options[] = {
    {"list", 0, CLI_TEXT, &options.list, 0, 0, "text|json|matrix|matrix-json",
     "Show scenes, backends, methods and formulas; --list alone is text. matrix: which scene runs by which method on "
     "which backend, or why not."},
    /* what is simulated */
    {"formula", 0, CLI_LIST, &options.formulas, 0, 0, "FILE.h",
     "Compile this formula, try it in a process of its own and take it into the list, for --constraint and --list; may "
     "be repeated."},
    {"constraint", 'c', CLI_LIST, &options.constraints, 0, 0, "SPEC",
     "Formulas or models, e.g. morse, or sbd:alpha=1e-5+tet_volume:alpha=1e-4,beta=0.3; several, each by an option of "
     "its own, run one after the other and stand side by side in --picture and --film. [the scene's]"},
    {"stiffness", 0, CLI_REAL, &options.stiffness, ANY_NUMBER, "K",
     "Its material number k. [the formula's, the scene's]"},
    {"compliance", 0, CLI_REAL, &options.compliance, 0, INFINITY, "A",
     "Its compliance alpha. [the scene's; 1 where moduli are the body's]"},
    {"damping", 0, CLI_REAL, &options.damping, 0, INFINITY, "B", "Its Rayleigh damping beta. [the scene's]"},
    {"damping-reading", 0, CLI_TEXT, &options.damping_reading, 0, 0, "xpbd|lagged|tilde",
     "How beta is read, see xpbd/scene.h. [xpbd]"},
    {"omit-tip-damping", 0, CLI_FLAG, &options.omit_tip_damping, 0, 0, NULL,
     "Damp as if ghost tips stood still with the mesh."},
    {"global-damping", 0, CLI_REAL, &options.global_damping, 0, 1, "D",
     "Part of the velocity that each time step takes from what is no rigid motion. [the scene's]"},
    {"bending", 0, CLI_TEXT, &options.bending, 0, 0, "SPEC|none",
     "More formulas, e.g. distance_bending. [the scene's]"},
    {"bending-compliance", 0, CLI_REAL, &options.bending_compliance, 0, INFINITY, "A", "Their compliance. [1e-3]"},
    {"mass", 0, CLI_REAL, &options.mass, POSITIVE, "KG",
     "Mass of a particle; lattices: of a whole body. [the scene's]"},
    {"size", 0, CLI_REAL, &options.size, POSITIVE, "M", "Side, length or largest extent in metres. [the scene's]"},
    {"resolution", 'r', CLI_INT, &options.resolution, 1, 30000, "N",
     "Vertices along a side; lattices: nodes along the height. [the scene's]"},
    {"mesh", 'm', CLI_TEXT, &options.mesh, 0, 0, "FILE",
     "Simulate this OBJ, PLY, STL, OFF, MSH (Gmsh) or NODE and ELE (TetGen) instead, or what --list names."},
    {"strict", 0, CLI_FLAG, &options.strict, 0, 0, NULL,
     "Refuse a mesh file that would be repaired, naming the place."},
    {"pins", 0, CLI_TEXT, &options.pins, 0, 0, "scene|none|corners|top", "What is held fast. [scene]"},
    {"gravity", 0, CLI_REAL, &options.gravity, 0, INFINITY, "G", "Downwards, in m/s^2. [the scene's]"},
    {"wind", 0, CLI_TEXT, &options.wind, 0, 0, "X,Y,Z", "Wind in m/s. [the scene's]"},
    {"wind-drag", 0, CLI_REAL, &options.wind_drag, 0, INFINITY, "D",
     "Of the wind: pressure over speed, in kg/(m^2 s). [the scene's]"},
    /* how */
    {"method", 0, CLI_LIST, &options.methods, 0, 0, "NAME",
     "How it is solved, see --list; several stand in rows. [the scene's, mostly xpbd]"},
    {"pd-triangle-weight", 0, CLI_REAL, &options.pd_triangle_weight, 0, INFINITY, "W",
     "Of the method pd: N/m that hold the strain of triangles in its limit. [0]"},
    {"pd-strain-limit", 0, CLI_REAL, &options.pd_strain_limit, 0, 1, "S", "Their limit; less than 1. [0]"},
    {"pd-bending-weight", 0, CLI_REAL, &options.pd_bending_weight, 0, INFINITY, "W",
     "Of the method pd: J that hold pairs of triangles in shape. [0]"},
    {"backend", 'b', CLI_TEXT, &options.backend, 0, 0, "NAME", "What computes it. [the first that can run here]"},
    {"threads", 't', CLI_INT, &options.threads, 1, 4096, "N", "Threads. [as many as the process may use]"},
    {"device", 0, CLI_INT, &options.device, 0, 255, "N", "Number of the GPU that a GPU backend uses. [0]"},
    {"strategy", 0, CLI_TEXT, &options.strategy, 0, 0, "NAME",
     "How a GPU schedules the groups: plain, graph, cooperative, block, cluster, tiles, resident (cuda), plain, "
     "resident "
     "(opencl). Same "
     "bits."},
    {"lanes", 0, CLI_INT, &options.lanes, 0, 1, "N",
     "Constraints side by side on a CPU: 0 the most here, 1 one by one. [0]"},
    {"precision", 0, CLI_TEXT, &options.precision, 0, 0, "auto|float|double|f32|f32x|f64",
     "Arithmetic of the solver. float: f32 where that holds the motion in such time steps, else f32x, which keeps what "
     "rounding "
     "takes; auto: float, or double where float is not enough. [auto]"},
    {"order", 0, CLI_TEXT, &options.order, 0, 0, "group|mesh",
     "Order of the constraints: parallel, or the papers'. [group]"},
    {"frames", 'n', CLI_INT, &options.frames, 1, 999999999, "N",
     "The last frame; a resumed run counts on from its checkpoint. [the scene's]"},
    {"frame-time", 0, CLI_REAL, &options.frame_time, POSITIVE, "S", "Seconds of a frame. [the scene's]"},
    {"substeps", 's', CLI_INT, &options.substeps, 1, 1000000000, "N", "Time steps of a frame. [the scene's]"},
    {"iterations", 'i', CLI_INT, &options.iterations, 1, 1000000000, "N",
     "Sweeps over the constraints in a time step; verlet: most sweeps over contacts. [the scene's]"},
    {"accuracy", 0, CLI_FLAG, &options.accuracy, 0, 0, NULL,
     "Compare the run with refined twins of it: how far is it from the converged answer of the same model, what would "
     "help "
     "most (time steps, sweeps or double), and which setting is the cheapest within 1 %? Writes no files."},
    {"accuracy-time", 0, CLI_REAL, &options.accuracy_time, 0.1, 1e6, "S", "Seconds that the twins may take. [30]"},
    /* what is written */
    {"out", 'o', CLI_TEXT, &options.out, 0, 0, "DIR", "Folder for the frames; made when missing."},
    {"format", 0, CLI_TEXT, &options.format, 0, 0, "obj,vtk", "Kinds of files to write there. [both]"},
    {"every", 0, CLI_INT, &options.every, 1, 999999999, "N", "Write frames 0, N, 2N, ... only. [1]"},
    {"picture", 0, CLI_TEXT, &options.picture, 0, 0, "FILE.png", "Draw a frame."},
    {"picture-frame", 0, CLI_INT, &options.picture_frame, 0, 999999999, "N", "Which. [the last]"},
    {"picture-size", 0, CLI_TEXT, &options.picture_size, 0, 0, "WxH",
     "Its pixels. [1200x900, 600x450 each of several]"},
    {"film", 0, CLI_TEXT, &options.film, 0, 0, "FILE.gif|FILE.png",
     "Draw a film of at most 150 frames, or a contact sheet of at most 12, evenly spaced; of several runs a row each."},
    {"film-size", 0, CLI_TEXT, &options.film_size, 0, 0, "WxH", "Pixels of a frame. [640x480, sheet 400x300]"},
    {"viewer", 0, CLI_TEXT, &options.viewer, 0, 0, "FILE.html",
     "One page, at most 12 MB, in which the run can be turned and played in any browser; at most 300 frames."},
    {"film-frames", 0, CLI_INT, &options.film_frames, 2, 150, "N", "The most frames of the film. [150, sheet 12]"},
    {"camera", 0, CLI_TEXT, &options.camera, 0, 0, "X,Y,Z,TX,TY,TZ,H",
     "Eye and the point it looks at in m, and how many m the picture is high there, as a run with a picture prints it; "
     "for pictures that are to be compared. [where everything is seen]"},
    {"azimuth", 0, CLI_REAL, &options.azimuth, -360, 360, "DEG", "Of the eye about the vertical, from +z to +x. [35]"},
    {"elevation", 0, CLI_REAL, &options.elevation, -89, 89, "DEG", "Of the eye above the horizon. [25]"},
    {"wire", 0, CLI_FLAG, &options.wire, 0, 0, NULL,
     "Draw the edges of triangles; lattices: springs, with small nodes."},
    {"colour", 0, CLI_TEXT, &options.colour, 0, 0, "plain|strain",
     "What colours show: the sides of a sheet, or the mean strain of the edges at a vertex. [plain]"},
    {"measure", 0, CLI_TEXT, &options.measure, 0, 0, "FILE", "Table (TSV) of energy, residual, strain, ... per frame."},
    {"save", 0, CLI_TEXT, &options.save, 0, 0, "FILE", "Write a checkpoint at the end, also when interrupted."},
    {"resume", 0, CLI_TEXT, &options.resume, 0, 0, "FILE",
     "Go on from a checkpoint of the same scene and settings; backend and threads may differ. Frames that are in --out "
     "go on with their --format and --every."},
    {"hash", 0, CLI_FLAG, &options.hash, 0, 0, NULL, "Print the hash of the final state as the last line."},
    {"dry-run", 0, CLI_FLAG, &options.dry_run, 0, 0, NULL, "Stop before the first frame: is the call in order?"},
    {"force", 0, CLI_FLAG, &options.force, 0, 0, NULL, "Try it where more memory is needed than there is."},
    {"quiet", 'q', CLI_FLAG, &options.quiet, 0, 0, NULL, "Print nothing but errors and the hash."},
    {"progress", 0, CLI_FLAG, &options.progress, 0, 0, NULL, "Show progress where stderr is a terminal."},
};

enum {
  OWN_OPTIONS = (int)(sizeof own_options / sizeof own_options[0]),
  MOST_OPTIONS = OWN_OPTIONS + SIM_TABLE_OPTIONS
};
static cli_option all_options[MOST_OPTIONS];
static cli_program program = {.name = "xpbd-sim", .usage = "SCENE [options]", .about = about, .options = all_options};

/// --list needs no value, which the command line reads only for flags: spell it out.
static void spell_out_list(int argc, char **argv) {
  static char spelled[] = "--list=text";
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (strcmp(argv[i], "--list") == 0) argv[i] = spelled;
  }
}

static int list(const char *kind, const char *word) {
  if (word && strcmp(word, "json") == 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "--list takes no scene; did you mean --list=json?");
  return sim_list(&program, kind);
}

static int simulate(void) {
  sim_job job = {0};
  sim_output out = {0};
  bool given_up = false;
  if (options.constraints.count > 0) options.constraint = options.constraints.values[0];
  if (options.methods.count > 0) options.method = options.methods.values[0];
  int code = sim_setup(&program, &options, &job);
  if (code < 0 && options.accuracy && !options.dry_run) code = sim_accuracy_run(&job, &given_up);
  if (code < 0) code = sim_output_open(&job, &out);
  if (code < 0) code = options.dry_run ? CLI_EXIT_OK : sim_run(&job, &out, &given_up);
  sim_output_release(&out);
  if (given_up) { /* a thread still computes with what would be freed now */
    fflush(NULL);
    _exit(code);
  }
  sim_job_destroy(&job);
  return code;
}

static bool uses(void *unused, const char *name) {
  (void)unused;
  bool found = cli_spec_has(options.bending, name);
  for (int k = 0; k < options.constraints.count; k++)
    found = found || cli_spec_has(options.constraints.values[k], name);
  return found;
}

/// Formulas that were loaded and are no part of what is simulated.
static void say_unused(void) {
  int from = 0;
  for (const xpbd_formula_file *file; (file = cli_formulas_unused(&from, uses, NULL)) != NULL;)
    cli_fail(&program, CLI_EXIT_OK, "warning: '%s' of %s is loaded, and nothing uses it: --constraint %s",
             xpbd_formula_at(file->first)->name, file->path, xpbd_formula_at(file->first)->name);
}

int main(int argc, char **argv) {
  cli_begin();
  spell_out_list(argc, argv);
  memcpy(all_options, own_options, sizeof own_options);
  program.option_count = sim_parameters_options(all_options, OWN_OPTIONS, MOST_OPTIONS);
  int words = 0;
  const int answered = cli_parse(&program, argc, argv, &options.scene, 1, &words);
  if (answered >= 0) return answered;
  const int loaded = cli_load_formulas(&program, &options.formulas);
  if (loaded >= 0) return loaded;
  if (options.quiet) cli_tell_compiling(NULL);
  if (options.list) return list(options.list, options.scene);
  if (words == 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "which scene? xpbd-sim SCENE [options]; --list shows the scenes");
  say_unused();
  options.argc = argc;
  options.argv = argv;
  options.frame_bytes = sim_shots_bytes(&options);
  return sim_run_count(&options) > 1 && !options.accuracy ? sim_beside(&program, &options) : simulate();
}
