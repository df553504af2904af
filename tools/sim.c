/* Why this file exists: xpbd-sim runs one scene, or one's own mesh, and writes what can be looked at: the program for
 * whoever wants to see what the numbers of xpbd-bench stand for. Here are its options and the order of its parts. */
#include <float.h>
#include <math.h>
#include <signal.h>
#include <string.h>

#include "sim.h"

static const char about[] =
    "Simulates a scene and writes its frames as OBJ and VTK, for Blender and ParaView.\n"
    "\n"
    "  xpbd-sim --list\n"
    "  xpbd-sim cloth --frames 120 --out swing\n"
    "  xpbd-sim cloth --mesh my.obj --backend omp --frames 120 --out DIR\n"
    "  xpbd-sim cloth --backend omp --threads 3 --constraint morse --frames 100 --hash\n"
    "\n"
    "In the folder of --out: frame_0000.obj and .vtk (the initial state), frame_0001, ...; frames.vtk.series, which\n"
    "ParaView opens with the right times; run.txt, every setting that decides the result.\n"
    "Exit: 0 done, 1 something is wrong with the call or its input, 3 it failed or diverged on the way (finished\n"
    "frames are kept), 130 interrupted (finished frames are kept).";

#define ANY_NUMBER -INFINITY, INFINITY
#define POSITIVE   DBL_MIN, INFINITY

/// One run a process: the targets of the option table below need fixed addresses.
static sim_options options = {
    .frames = 120,
    .precision = "float",
    .pins = "scene",
    .order = "group",
    .progress = true,
    .stiffness = NAN,
    .compliance = NAN,
    .damping = NAN,
    .bending_compliance = NAN,
    .mass = NAN,
    .size = NAN,
    .gravity = NAN,
    .wind_drag = NAN,
    .frame_time = NAN,
};

/// In the order of the help. Square brackets hold what counts when the option is not given.
static const cli_option option_table[] = {
    {"list", 0, CLI_TEXT, &options.list, 0, 0, "text|json",
     "Show scenes, backends and formulas; --list alone is text."},
    {"backend", 'b', CLI_TEXT, &options.backend, 0, 0, "NAME", "What computes it. [the first that can run here]"},
    {"threads", 't', CLI_INT, &options.threads, 1, 4096, "N", "Threads. [as many as the process may use]"},
    {"device", 0, CLI_INT, &options.device, 0, 255, "N", "Number of the GPU that a GPU backend uses; 0."},
    {"strategy", 0, CLI_TEXT, &options.strategy, 0, 0, "NAME",
     "How a GPU schedules the groups: plain, graph, cooperative, block, cluster; by size. The bits do not change."},
    {"lanes", 0, CLI_INT, &options.lanes, 0, 1, "N",
     "Constraints side by side on a CPU: 0 the most here, 1 one by one."},
    {"precision", 0, CLI_TEXT, &options.precision, 0, 0, "float|double", "Arithmetic of the solver."},
    {"constraint", 'c', CLI_TEXT, &options.constraint, 0, 0, "NAME", "Formula on the edges, e.g. morse. [the scene's]"},
    {"stiffness", 0, CLI_REAL, &options.stiffness, ANY_NUMBER, "K", "Its material number k. [the formula's]"},
    {"compliance", 0, CLI_REAL, &options.compliance, 0, INFINITY, "A", "Its compliance alpha. [the scene's]"},
    {"damping", 0, CLI_REAL, &options.damping, 0, INFINITY, "B", "Its Rayleigh damping beta. [the scene's]"},
    {"bending", 0, CLI_TEXT, &options.bending, 0, 0, "NAME|none", "Formula on pairs of triangles. [the scene's]"},
    {"bending-compliance", 0, CLI_REAL, &options.bending_compliance, 0, INFINITY, "A", "Its compliance. [the scene's]"},
    {"mass", 0, CLI_REAL, &options.mass, POSITIVE, "KG", "Mass of a particle. [the scene's]"},
    {"size", 0, CLI_REAL, &options.size, POSITIVE, "M", "Side of the scene's own mesh in metres. [the scene's]"},
    {"resolution", 'r', CLI_INT, &options.resolution, 2, 30000, "N",
     "Vertices along a side of the scene's own mesh. [the scene's]"},
    {"mesh", 'm', CLI_TEXT, &options.mesh, 0, 0, "FILE", "Simulate this OBJ, PLY, STL or OFF instead."},
    {"pins", 0, CLI_TEXT, &options.pins, 0, 0, "scene|none|corners|top", "What is held fast."},
    {"gravity", 0, CLI_REAL, &options.gravity, 0, INFINITY, "G", "Downwards, in m/s^2. [the scene's]"},
    {"wind", 0, CLI_TEXT, &options.wind, 0, 0, "X,Y,Z", "Wind in m/s. [the scene's]"},
    {"wind-drag", 0, CLI_REAL, &options.wind_drag, 0, INFINITY, "D",
     "Of the wind: air density times coefficient, in kg/m^3. [the scene's]"},
    {"order", 0, CLI_TEXT, &options.order, 0, 0, "group|mesh", "Order of the constraints: parallel, or the papers'."},
    {"frames", 'n', CLI_INT, &options.frames, 1, 999999999, "N", "Frames to simulate."},
    {"frame-time", 0, CLI_REAL, &options.frame_time, POSITIVE, "S", "Seconds of a frame. [the scene's]"},
    {"substeps", 's', CLI_INT, &options.substeps, 1, 1000000000, "N", "Time steps of a frame. [the scene's]"},
    {"iterations", 'i', CLI_INT, &options.iterations, 1, 1000000000, "N",
     "Sweeps over the constraints in a time step. [the scene's]"},
    {"out", 'o', CLI_TEXT, &options.out, 0, 0, "DIR", "Folder for the frames; made when missing."},
    {"format", 0, CLI_TEXT, &options.format, 0, 0, "obj,vtk", "Kinds of files to write there. [both]"},
    {"every", 0, CLI_INT, &options.every, 1, 999999999, "N", "Write frames 0, N, 2N, ... only. [1]"},
    {"measure", 0, CLI_TEXT, &options.measure, 0, 0, "FILE", "Table (TSV) of energy, residual, strain, ... per frame."},
    {"hash", 0, CLI_FLAG, &options.hash, 0, 0, NULL, "Print the hash of the final state as the last line."},
    {"quiet", 'q', CLI_FLAG, &options.quiet, 0, 0, NULL, "Print nothing but errors and the hash."},
    {"progress", 0, CLI_FLAG, &options.progress, 0, 0, NULL, "Show progress where stderr is a terminal."},
};

static const cli_program program = {
    .name = "xpbd-sim",
    .usage = "SCENE [options]",
    .about = about,
    .options = option_table,
    .option_count = (int)(sizeof option_table / sizeof option_table[0]),
};

/// --list needs no value, which the command line reads only for flags: spell it out.
static void spell_out_list(int argc, char **argv) {
  static char spelled[] = "--list=text";
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (strcmp(argv[i], "--list") == 0) argv[i] = spelled;
  }
}

static int list(const char *kind, const char *word) {
  const bool json = strcmp(kind, "json") == 0;
  if (!json && strcmp(kind, "text") != 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "--list is text or json, not '%.60s'", kind);
  if (word && strcmp(word, "json") == 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "--list takes no scene; did you mean --list=json?");
  return sim_list(&program, json);
}

static int simulate(void) {
  sim_job job = {0};
  sim_output out = {0};
  int code = sim_setup(&program, &options, &job);
  if (code < 0) code = sim_output_open(&job, &out);
  if (code < 0) code = sim_run(&job, &out);
  xpbd_file_discard(&out.measure);
  sim_job_destroy(&job);
  return code;
}

int main(int argc, char **argv) {
  spell_out_list(argc, argv);
  int words = 0;
  const int answered = cli_parse(&program, argc, argv, &options.scene, 1, &words);
  if (answered >= 0) return answered;
  if (options.list) return list(options.list, options.scene);
  if (words == 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "which scene? xpbd-sim SCENE [options]; --list shows the scenes");
  options.argc = argc;
  options.argv = argv;
  /* A limit on the size of files is an error of writing, reported like a full disk, and no reason to be killed. */
  signal(SIGXFSZ, SIG_IGN);
  return simulate();
}
