/* Why this file exists: tests who runs a scene, given any list of backends: the first that can, or the requested one,
 * or the reason why none does. The backends here are made up: away, choosy, of another interface, with a clock, short
 * of memory. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "runner/folder.h"
#include "runner/rig.h"
#include "runner/workload.h"
#include "solver_checks.h"
#include "xpbd/backend.h"

static xpbd_status away(char *device, size_t capacity) {
  return xpbd_fail(XPBD_ERR_UNAVAILABLE, "it is away");
}

static xpbd_status here(char *device, size_t capacity) {
  snprintf(device, capacity, "here");
  return XPBD_OK;
}

static xpbd_status takes(const xpbd_scene *scene, const xpbd_solver_def *def) {
  return XPBD_OK;
}

static xpbd_status refuses(const xpbd_scene *scene, const xpbd_solver_def *def) {
  return xpbd_fail(XPBD_ERR_UNSUPPORTED, "it takes none");
}

static const xpbd_backend gone = {.abi = XPBD_BACKEND_ABI, .name = "gone", .probe = away, .supports = takes};
static const xpbd_backend choosy = {.abi = XPBD_BACKEND_ABI, .name = "choosy", .probe = here, .supports = refuses};
static const xpbd_backend newer = {.abi = XPBD_BACKEND_ABI + 1, .name = "newer", .probe = here, .supports = takes};

static void choices(check *self, const rig *r, const xpbd_backend *seq) {
  char interfaces[96];
  snprintf(interfaces, sizeof interfaces, "backend 'first' was built for interface %u, but this library has %u",
           XPBD_BACKEND_ABI + 1, XPBD_BACKEND_ABI);
  const struct {
    const xpbd_backend *first, *second; /* NULL: not built */
    int count;
    const char *asked; /* NULL: any */
    xpbd_status status;
    const char *text; /* of OK: NULL, it is seq */
  } cases[] = {
      {&gone, seq, 2, NULL, XPBD_OK, NULL},
      {&choosy, seq, 2, NULL, XPBD_OK, NULL},
      {NULL, seq, 2, NULL, XPBD_OK, NULL},
      {seq, &newer, 2, NULL, XPBD_OK, NULL},
      {&gone, seq, 2, "second", XPBD_OK, NULL},
      {&gone, &gone, 2, NULL, XPBD_ERR_UNAVAILABLE, "no backend can run this here (second: it is away)"},
      {&choosy, NULL, 2, NULL, XPBD_ERR_UNAVAILABLE, "no backend can run this here (first: it takes none)"},
      {NULL, NULL, 2, NULL, XPBD_ERR_UNAVAILABLE, "no backend can run this here (none is built)"},
      {&gone, seq, 1, NULL, XPBD_ERR_UNAVAILABLE, "no backend can run this here (first: it is away)"},
      {&newer, seq, 2, NULL, XPBD_ERR_UNSUPPORTED, interfaces},
      {&gone, seq, 2, "first", XPBD_ERR_UNAVAILABLE, "it is away"},
      {&choosy, seq, 2, "first", XPBD_ERR_UNSUPPORTED, "it takes none"},
      {NULL, seq, 2, "first", XPBD_ERR_NOT_BUILT, "backend 'first' was not built; configure with -DFIRST=ON"},
      {seq, NULL, 2, "second", XPBD_ERR_NOT_BUILT, "backend 'second' was not built; configure with -DSECOND=ON"},
      {seq, seq, 1, "second", XPBD_ERR_INVALID_ARGUMENT, "there is no backend 'second'"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const xpbd_backend_entry entries[] = {{"first", cases[k].first, "-DFIRST=ON"},
                                          {"second", cases[k].second, "-DSECOND=ON"}};
    const xpbd_backend_list list = {.count = cases[k].count, .entries = entries};
    xpbd_solver_def def = xpbd_solver_def_with(&list);
    OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
    def.backend = cases[k].asked;
    check_status(self, xpbd_solver_create(r->scene, &def, &solver), cases[k].status, "case %zu", k);
    if (cases[k].text) {
      check_said(self, cases[k].text, "case %zu", k);
      check_true(self, !solver, "case %zu: no solver", k);
    } else {
      check_control(self, solver && strcmp(xpbd_solver_backend(solver), "seq") == 0, "case %zu: seq runs it", k);
    }
  }
}

/* Instructions that this processor lacks are refused. Without a named backend, no device takes the scene instead. */
static void instructed(check *self, const rig *r, const xpbd_backend *seq) {
  static const xpbd_backend device = {.abi = XPBD_BACKEND_ABI, .name = "device", .probe = here, .supports = takes};
  const xpbd_backend_entry entries[] = {{"seq", seq, ""}, {"device", &device, ""}};
  const xpbd_backend_list list = {.count = 2, .entries = entries};
  for (int k = 0; k < 3; k++) {
    xpbd_solver_def def = xpbd_solver_def_with(&list);
    def.instructions = instruction_sets[k], def.backend = "seq";
    const xpbd_status status = xpbd_solver_supports(r->scene, &def);
    def.backend = NULL;
    check_status(self, xpbd_solver_supports(r->scene, &def), status, "%s on any backend", def.instructions);
    def.backend = "device";
    check_control(self, xpbd_solver_supports(r->scene, &def) == XPBD_OK, "%s on a device", def.instructions);
  }
}

/// The device is lost in the third frame.
static xpbd_status measure(void *state, int32_t frames, double *seconds) {
  if (frames == 3) return xpbd_fail(XPBD_ERR_DEVICE, "it fell over");
  *seconds = 0.5 * frames;
  return XPBD_OK;
}

/* Frames timed by a device are ordinary frames: they are counted, and none follows a failed one. */
static void timed(check *self, rig *r, const xpbd_backend *seq) {
  xpbd_backend clocked = *seq;
  clocked.busy = measure;
  const xpbd_backend_entry entry = {"clocked", &clocked, ""};
  const xpbd_backend_list list = {.count = 1, .entries = &entry};
  const xpbd_solver_def def = xpbd_solver_def_with(&list), plain = rig_settings(XPBD_F32, 0.1, 1);
  double seconds = 0.0;
  if (rig_solver(r, &def)) {
    check_status(self, xpbd_solver_busy(r->solver, 2, &seconds), XPBD_OK, "two frames");
    check_true(self, seconds == 1.0 && xpbd_solver_frame(r->solver) == 2, "%g s, frame 2", seconds);
    check_status(self, xpbd_solver_busy(r->solver, 1, &seconds), XPBD_OK, "one more");
    check_status(self, xpbd_solver_busy(r->solver, 3, &seconds), XPBD_ERR_DEVICE, "three");
    check_said(self, "it fell over", "three");
    check_status(self, xpbd_solver_busy(r->solver, 1, &seconds), XPBD_ERR_DEVICE, "one behind them");
    check_said(self, "an earlier step failed; reset the solver first", "one behind them");
    check_true(self, xpbd_solver_frame(r->solver) == 3, "those that failed are not counted");
    check_status(self, xpbd_solver_reset(r->solver), XPBD_OK, "reset");
    check_control(self, xpbd_solver_busy(r->solver, 1, &seconds) == XPBD_OK && xpbd_solver_frame(r->solver) == 1,
                  "the first frame again");
    check_status(self, xpbd_solver_busy(r->solver, 0, &seconds), XPBD_ERR_INVALID_ARGUMENT, "no frame");
    check_said(self, "frames is 0, must be 1 or more", "no frame");
    check_status(self, xpbd_solver_busy(r->solver, 1, NULL), XPBD_ERR_INVALID_ARGUMENT, "no place");
  }
  if (rig_solver(r, &plain)) {
    check_status(self, xpbd_solver_busy(r->solver, 1, &seconds), XPBD_ERR_UNSUPPORTED, "seq");
    check_said(self, "seq has no device clock", "seq");
  }
  xpbd_solver_destroy(&r->solver); /* before the list that it came from goes */
}

static xpbd_status (*seq_step)(void *state, int32_t frames);

/// Memory runs out in the second frame. The state is then half done, which the backend does not know.
static xpbd_status give_out(void *state, int32_t frames) {
  if (frames == 2) return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for it");
  return seq_step(state, frames);
}

/* After a failed step there is no state until a reset or a load, whatever the backend says. */
static void given_out(check *self, rig *r, const xpbd_backend *seq) {
  static const char said[] = "an earlier step failed; reset the solver first";
  xpbd_backend scarce = *seq;
  scarce.step = give_out, seq_step = seq->step;
  const xpbd_backend_entry entry = {"scarce", &scarce, ""};
  const xpbd_backend_list list = {.count = 1, .entries = &entry};
  const xpbd_solver_def def = xpbd_solver_def_with(&list);
  char *folder = folder_make(self), path[600];
  uint64_t hash = 42;
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  if (rig_solver(r, &def) && rig_step(r, 1) &&
      check_status(self, xpbd_solver_save(r->solver, path), XPBD_OK, "saved while it is whole")) {
    check_status(self, xpbd_solver_step(r->solver, 2), XPBD_ERR_OUT_OF_MEMORY, "two frames");
    check_said(self, "no memory for it", "two frames");
    for (int call = 0; call < 4; call++) {
      const xpbd_status status = call == 0   ? xpbd_solver_sync(r->solver)
                                 : call == 1 ? xpbd_solver_read(r->solver, XPBD_POSITIONS, r->x)
                                 : call == 2 ? xpbd_solver_hash(r->solver, &hash)
                                             : xpbd_solver_save(r->solver, path);
      check_status(self, status, XPBD_ERR_OUT_OF_MEMORY, "call %d behind them", call);
      check_said(self, said, "call %d behind them", call);
    }
    check_same(self, hash, 42, "a hash of nothing");
    check_status(self, xpbd_solver_load(r->solver, path), XPBD_OK, "the file is unchanged");
    check_control(self, xpbd_solver_hash(r->solver, &hash) == XPBD_OK && hash != 42, "a state again");
    check_status(self, xpbd_solver_step(r->solver, 2), XPBD_ERR_OUT_OF_MEMORY, "once more");
    check_status(self, xpbd_solver_reset(r->solver), XPBD_OK, "reset");
    check_control(self, rig_step(r, 1), "a frame after it");
  }
  xpbd_solver_destroy(&r->solver); /* before the list that it came from goes */
}

void check_choice(check *self, int backend) {
  static const double x[3] = {0, 0, 0}, w[1] = {1};
  xpbd_scene_def scene = rig_points(1, x, NULL, w);
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &scene, 0, NULL)) {
    choices(self, &r, backend_at(backend)->table);
    instructed(self, &r, backend_at(backend)->table);
    timed(self, &r, backend_at(backend)->table);
    given_out(self, &r, backend_at(backend)->table);
  }
}
