/* Why this file exists: an output may replace a file of its own kind, such as that of the last run. A mistyped name must
 * not cost the user another file, so files are told apart by their first bytes. */
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

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
  const struct {
    const char *option, *path, *mark, *what;
  } rows[] = {{"picture", o->picture, "\x89PNG", "PNG picture"},
              {"film", o->film, gif ? "GIF8" : "\x89PNG", gif ? "GIF film" : "PNG picture"},
              {"viewer", o->viewer, HTML_BEGIN, "page of this suite"},
              {"gltf", o->gltf, "glTF", "binary glTF file"},
              {"measure", o->measure, "frame\t", "table of measures"},
              {"save", o->save, XPBD_CHECKPOINT_KIND, "checkpoint"}};
  struct stat what;
  if (o->gltf && !xpbd_file_is_stdout(o->gltf) && !ends_in(o->gltf, ".glb"))
    return cli_fail(job->program, CLI_EXIT_USAGE, "--gltf writes binary glTF, so it must end in .glb: '%.1000s'",
                    o->gltf);
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const char *path = rows[k].path;
    if (!path || xpbd_file_is_stdout(path) || stat(path, &what) != 0 || !S_ISREG(what.st_mode)) continue;
    if (xpbd_file_check_replaced(path, rows[k].mark, rows[k].what) != XPBD_OK)
      return cli_fail(job->program, CLI_EXIT_USAGE, "--%s: %s", rows[k].option, xpbd_last_error());
  }
  return -1;
}
