/* Why this file exists: an output may replace a file of its own kind, such as that of the last run. A mistyped name must
 * not cost the user another file, so files are told apart by their first bytes. */
#include <string.h>
#include <strings.h>

#include "base/checkpoint_file.h"
#include "base/file.h"
#include "sim_output.h"
#include "support/html.h"

static bool ends_in(const char *path, const char *extension) {
  const size_t length = strlen(path), tail = strlen(extension);
  return length > tail && strcasecmp(path + length - tail, extension) == 0;
}

int sim_output_spares(const sim_job *job) {
  const sim_options *o = job->options;
  const bool gif = o->film && ends_in(o->film, ".gif");
  const cli_output rows[] = {{"picture", o->picture, "\x89PNG", "PNG picture"},
                             {"film", o->film, gif ? "GIF8" : "\x89PNG", gif ? "GIF film" : "PNG picture"},
                             {"viewer", o->viewer, HTML_BEGIN, "page of this suite"},
                             {"gltf", o->gltf, "glTF", "binary glTF file"},
                             {"measure", o->measure, "frame\t", "table of measures"},
                             {"save", o->save, XPBD_CHECKPOINT_KIND, "checkpoint"}};
  if (o->gltf && !xpbd_file_is_stdout(o->gltf) && !ends_in(o->gltf, ".glb"))
    return cli_fail(job->program, CLI_EXIT_USAGE, "--gltf writes binary glTF, so it must end in .glb: '%.1000s'",
                    o->gltf);
  return cli_outputs_replace(job->program, rows, (int)(sizeof rows / sizeof *rows));
}
