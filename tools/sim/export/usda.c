/* Why this file exists: writes a solid as a stage of USD, as Newton 1.8 reads it: a TetMesh with the mass of each point,
 * its rest shape and its moduli. USD has no springs, and names no law. Newton's is ours, stable_neo_hookean_tet. */
#include <math.h>

#include "base/error.h"
#include "base/file.h"
#include "export.h"
#include "fit.h"
#include "sim/engine/sim_names.h"
#include "xpbd/formula.h"
#include "xpbd/version.h"

/// The first bytes. They tell a file of this program from another one, which is not replaced.
static const char mark[] = "#usda 1.0\n(\n    doc = \"xpbd-suite ";

static const fit_law laws[] = {{"stable_neo_hookean_tet", 3, false, true, false}, {NULL, 0, false, false, false}};
static const fit_reader newton = {"Newton", laws, false, false};

/// A list of vectors of three numbers.
static void put_vectors(FILE *to, const char *name, const double *values, int32_t count) {
  char text[3][32];
  fprintf(to, "    point3f[] %s = [", name);
  for (int32_t i = 0; i < count; i++)
    fprintf(to, "%s(%s, %s, %s)", i > 0 ? ", " : "", sim_real(values[3 * (int64_t)i], text[0]),
            sim_real(values[3 * (int64_t)i + 1], text[1]), sim_real(values[3 * (int64_t)i + 2], text[2]));
  fputs("]\n", to);
}

/// USD numbers the corners of a tetrahedron so that its volume is positive.
static void put_tets(FILE *to, const xpbd_constraints *set, const double *x) {
  fputs("    int4[] tetVertexIndices = [", to);
  for (int32_t k = 0; k < set->count; k++) {
    const int32_t *p = &set->particles[4 * (int64_t)k];
    double e[3][3];
    for (int c = 0; c < 3; c++)
      for (int d = 0; d < 3; d++) e[c][d] = x[3 * (int64_t)p[c + 1] + d] - x[3 * (int64_t)p[0] + d];
    const double volume = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
                          e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
                          e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
    const int third = volume > 0.0 ? 2 : 3;
    fprintf(to, "%s(%d, %d, %d, %d)", k > 0 ? ", " : "", (int)p[0], (int)p[1], (int)p[third], (int)p[5 - third]);
  }
  fputs("]\n", to);
}

/// Without an element type, Newton takes the masses as they are. A pinned particle has mass 0 there.
static void put_body(FILE *to, const xpbd_model *model) {
  const xpbd_scene *scene = model->scene;
  const xpbd_constraints *set = xpbd_scene_set(scene, 0);
  const double *w = xpbd_scene_inverse_masses(scene);
  const int32_t count = xpbd_scene_particle_count(scene);
  char text[32];
  fputs("def TetMesh \"body\" (\n"
        "    prepend apiSchemas = [\"PhysicsVolumeDeformableSimAPI\", \"MaterialBindingAPI\"]\n)\n{\n",
        to);
  put_vectors(to, "points", xpbd_scene_positions(scene), count);
  put_vectors(to, "physics:restShapePoints", fit_rest(model), count);
  put_tets(to, set, fit_rest(model));
  fputs("    float[] physics:masses = [", to);
  for (int32_t i = 0; i < count; i++)
    fprintf(to, "%s%s", i > 0 ? ", " : "", sim_real(w[i] > 0.0 ? 1.0 / w[i] : 0.0, text));
  fputs("]\n    rel material:binding:physics = </material>\n}\n\n"
        "def Material \"material\" (\n"
        "    prepend apiSchemas = [\"PhysicsMaterialAPI\", \"PhysicsVolumeDeformableMaterialAPI\"]\n)\n{\n",
        to);
  fprintf(to, "    float physics:youngsModulus = %s\n", sim_real(set->material[0] / set->compliance, text));
  fprintf(to, "    float physics:poissonsRatio = %s\n}\n", sim_real(set->material[1], text));
}

static void write_all(FILE *to, const xpbd_model *model, const xpbd_scene_file_def *def, double rate) {
  const double *g = xpbd_scene_gravity(model->scene);
  const double size = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  const double down[3] = {0.0, -1.0, 0.0};
  char name[64], text[4][32];
  fprintf(to,
          "%s" XPBD_VERSION ": scene %s\"\n    upAxis = \"Y\"\n    metersPerUnit = 1\n    kilogramsPerUnit = 1\n)\n\n"
          "def PhysicsScene \"scene\" (\n    prepend apiSchemas = [\"NewtonSceneAPI\"]\n)\n{\n",
          mark, fit_name(def->name, name));
  for (int k = 0; k < 3; k++) sim_real(size > 0.0 ? g[k] / size : down[k], text[k]);
  fprintf(to, "    vector3f physics:gravityDirection = (%s, %s, %s)\n", text[0], text[1], text[2]);
  fprintf(to, "    float physics:gravityMagnitude = %s\n", sim_real(size, text[3]));
  fprintf(to, "    int newton:timeStepsPerSecond = %.0f\n    int newton:maxSolverIterations = %d\n}\n\n", rate,
          (int)def->settings->iterations);
  put_body(to, model);
}

xpbd_status export_usda(const char *path, const xpbd_model *model, const xpbd_scene_file_def *def, bool write) {
  const double rate = def->settings->substeps / def->settings->frame_time;
  xpbd_file file = {0};
  XPBD_TRY(fit_check(&newton, model, def));
  XPBD_REQUIRE(xpbd_scene_set_count(model->scene) == 1, XPBD_ERR_UNSUPPORTED,
               "a file for Newton holds one set of constraints, and the scene has %d",
               (int)xpbd_scene_set_count(model->scene));
  XPBD_REQUIRE(fabs(rate - nearbyint(rate)) <= 1e-9 * rate, XPBD_ERR_UNSUPPORTED,
               "Newton needs a whole number of time steps per second, not %.9g; change --substeps or --frame-time",
               rate);
  XPBD_TRY(xpbd_file_check_replaced(path, mark, "stage that --export wrote"));
  XPBD_TRY(xpbd_file_create(path, &file));
  if (write) write_all(file.stream, model, def, rate);
  const xpbd_status status = write ? xpbd_file_commit(&file) : XPBD_OK;
  xpbd_file_discard(&file);
  return status;
}
