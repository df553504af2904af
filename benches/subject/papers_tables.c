/* Why this file exists: lists the columns of the files of data/papers, and builds the meshes that their rows name.
 * data/papers/README.md explains the columns. */
#include "papers.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"

#define NEEDED(name, kind)                                                                                             \
  { name, kind, true, NULL }
#define OPTIONAL(name, kind)                                                                                           \
  { name, kind, false, NULL }
#define NEEDED_WORD(name, words)                                                                                       \
  { name, PAPERS_WORD, true, words }
#define OPTIONAL_WORD(name, words)                                                                                     \
  { name, PAPERS_WORD, false, words }
#define SCHEMA(file, columns)                                                                                          \
  { file, columns, (int)(sizeof columns / sizeof columns[0]) }

static const papers_column sources[] = {
    NEEDED("paper", PAPERS_TEXT),           NEEDED("title", PAPERS_TEXT),        OPTIONAL("year", PAPERS_INTEGER),
    NEEDED("sections", PAPERS_TEXT),        OPTIONAL("figures", PAPERS_INTEGER), OPTIONAL("equations", PAPERS_INTEGER),
    OPTIONAL("algorithms", PAPERS_INTEGER), OPTIONAL("tables", PAPERS_TEXT),     OPTIONAL("machine_place", PAPERS_TEXT),
    OPTIONAL("cpu", PAPERS_TEXT),           OPTIONAL("cores", PAPERS_INTEGER),   OPTIONAL("clock_ghz", PAPERS_REAL),
    OPTIONAL("memory_gb", PAPERS_REAL),     OPTIONAL("gpu", PAPERS_TEXT),        OPTIONAL("software", PAPERS_TEXT),
    OPTIONAL("note", PAPERS_TEXT),
};

static const papers_column fps[] = {
    NEEDED("key", PAPERS_KEY),
    NEEDED("paper", PAPERS_TEXT),
    NEEDED("place", PAPERS_TEXT),
    NEEDED("model", PAPERS_TEXT),
    OPTIONAL("vertices", PAPERS_INTEGER),
    OPTIONAL("edges", PAPERS_INTEGER),
    OPTIONAL("triangles", PAPERS_INTEGER),
    NEEDED("our_mesh", PAPERS_TEXT),
    NEEDED_WORD("same_shape", "yes no"),
    NEEDED("constraint", PAPERS_TEXT),
    NEEDED("our_constraint", PAPERS_TEXT),
    NEEDED_WORD("solver", "xpbd energy fms pd"),
    NEEDED("iterations", PAPERS_INTEGER),
    OPTIONAL("substeps", PAPERS_INTEGER),
    OPTIONAL("frame_time", PAPERS_REAL),
    OPTIONAL("alpha", PAPERS_REAL),
    OPTIONAL("beta", PAPERS_REAL),
    OPTIONAL("k", PAPERS_REAL),
    NEEDED("device", PAPERS_TEXT),
    NEEDED_WORD("parallel", "sequential gpu"),
    NEEDED("fps_low", PAPERS_REAL),
    NEEDED("fps_high", PAPERS_REAL),
    NEEDED("scene", PAPERS_KEY),
    OPTIONAL("note", PAPERS_TEXT),
};

static const papers_column scenes[] = {
    NEEDED("key", PAPERS_KEY),           NEEDED("paper", PAPERS_TEXT),
    NEEDED("place", PAPERS_TEXT),        NEEDED("scene", PAPERS_TEXT),
    NEEDED("model", PAPERS_TEXT),        OPTIONAL("vertices", PAPERS_INTEGER),
    OPTIONAL("edges", PAPERS_INTEGER),   OPTIONAL("triangles", PAPERS_INTEGER),
    OPTIONAL("our_mesh", PAPERS_TEXT),   OPTIONAL_WORD("same_shape", "yes no"),
    OPTIONAL("compared", PAPERS_TEXT),   OPTIONAL("our_constraints", PAPERS_TEXT),
    OPTIONAL("solvers", PAPERS_TEXT),    OPTIONAL("iterations", PAPERS_INTEGER),
    OPTIONAL("frame_time", PAPERS_REAL), OPTIONAL("alpha", PAPERS_REAL),
    OPTIONAL("beta", PAPERS_REAL),       OPTIONAL("k", PAPERS_REAL),
    OPTIONAL("note", PAPERS_TEXT),
};

static const papers_column claims[] = {
    NEEDED("key", PAPERS_KEY),          NEEDED("paper", PAPERS_TEXT),
    NEEDED("place", PAPERS_TEXT),       NEEDED_WORD("kind", "qualitative quantitative derived"),
    NEEDED("claim", PAPERS_TEXT),       NEEDED("quantity", PAPERS_TEXT),
    NEEDED("expectation", PAPERS_TEXT), OPTIONAL("published", PAPERS_TEXT),
    OPTIONAL("unit", PAPERS_TEXT),      NEEDED("scenes", PAPERS_TEXT),
    NEEDED("in_short", PAPERS_TEXT),    OPTIONAL("size", PAPERS_TEXT),
    NEEDED("rule", PAPERS_TEXT),
};

static const papers_column verdicts[] = {
    NEEDED("key", PAPERS_KEY),      NEEDED("claim", PAPERS_KEY),    OPTIONAL("part", PAPERS_TEXT),
    NEEDED("check", PAPERS_TEXT),   NEEDED("verdict", PAPERS_TEXT), NEEDED("cases", PAPERS_TEXT),
    OPTIONAL("noise", PAPERS_TEXT),
};

static const papers_column plots[] = {
    NEEDED("key", PAPERS_KEY),         NEEDED("paper", PAPERS_TEXT),  NEEDED("place", PAPERS_TEXT),
    NEEDED("scenes", PAPERS_TEXT),     NEEDED("curves", PAPERS_TEXT), NEEDED("quantity", PAPERS_TEXT),
    NEEDED("definition", PAPERS_TEXT), NEEDED("order", PAPERS_TEXT),  OPTIONAL("note", PAPERS_TEXT),
};

static const papers_column lattices[] = {
    NEEDED("key", PAPERS_KEY),
    NEEDED("paper", PAPERS_TEXT),
    NEEDED("place", PAPERS_TEXT),
    NEEDED("nodes_x", PAPERS_INTEGER),
    NEEDED("nodes_y", PAPERS_INTEGER),
    NEEDED("nodes_z", PAPERS_INTEGER),
    NEEDED("ground_nodes", PAPERS_INTEGER),
    NEEDED("ground_percent", PAPERS_REAL),
};

static const papers_column adjacency[] = {
    NEEDED("key", PAPERS_KEY),
    NEEDED("paper", PAPERS_TEXT),
    NEEDED("place", PAPERS_TEXT),
    NEEDED("listed_0", PAPERS_INTEGER),
    NEEDED("listed_1", PAPERS_INTEGER),
    NEEDED("listed_edge", PAPERS_INTEGER),
    NEEDED("sorted_0", PAPERS_INTEGER),
    NEEDED("sorted_1", PAPERS_INTEGER),
    NEEDED("sorted_edge", PAPERS_INTEGER),
    NEEDED("neighbour_of_edge", PAPERS_INTEGER),
    NEEDED("neighbour", PAPERS_INTEGER),
};

const papers_schema papers_schemas[PAPERS_FILES] = {
    [PAPERS_SOURCES] = SCHEMA("sources.csv", sources),    [PAPERS_FPS] = SCHEMA("fps.csv", fps),
    [PAPERS_SCENES] = SCHEMA("scenes.csv", scenes),       [PAPERS_CLAIMS] = SCHEMA("claims.csv", claims),
    [PAPERS_VERDICTS] = SCHEMA("verdicts.csv", verdicts), [PAPERS_PLOTS] = SCHEMA("plots.csv", plots),
    [PAPERS_LATTICES] = SCHEMA("lattices.csv", lattices), [PAPERS_ADJACENCY] = SCHEMA("adjacency.csv", adjacency),
};

/* `format` ends in %n, so the whole name must match. */
#define FITS(format, count, ...) (used = -1, sscanf(name, format, __VA_ARGS__, &used) == (count) && used == length)

xpbd_status papers_mesh_make(const char *name, double size, xpbd_mesh *out) {
  *out = (xpbd_mesh){0};
  const int length = (int)strlen(name);
  int a, b, c, used;
  if (FITS("grid %4d%n", 1, &a)) return xpbd_mesh_make_grid(a, a, size, out);
  if (FITS("sphere %2d%n", 1, &a)) return xpbd_mesh_make_sphere(a, size, out);
  if (FITS("torus %4dx%4d%n", 2, &a, &b)) return xpbd_mesh_make_torus(a, b, size, 0.4 * size, out);
  if (FITS("box %4dx%4dx%4d%n", 3, &a, &b, &c)) return xpbd_mesh_make_box(a, b, c, size, out);
  return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT,
                   "'%s' is not a mesh; write grid N, sphere LEVEL, torus AROUNDxACROSS or box NXxNYxNZ", name);
}
