/* Why this file exists: compares the results on disk with the new ones and decides whether they may be overwritten,
 * so that no run is lost. */
#include "keep.h"

#include <string.h>
#include <sys/stat.h>

#include "base/error.h"

bool report_same_file(const char *a, const char *b) {
  struct stat one, two;
  return stat(a, &one) == 0 && stat(b, &two) == 0 && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

static bool same_field(const json_t *a, const json_t *b, const char *path) {
  const json_t *one = report_at(a, path), *two = report_at(b, path);
  if (json_is_null(one)) one = NULL;
  if (json_is_null(two)) two = NULL;
  return one == two || json_equal(one, two);
}

/// Whether two runs, or parts of a joined one, are the same: started in the same second on the same machine, with the
/// same share of the plan. A resumed run is still the same.
static bool same_part(const json_t *a, const json_t *b) {
  return same_field(a, b, "started") && same_field(a, b, "shard") && same_field(a, b, "env.os.host.value");
}

static bool has_part(const json_t *parts, const json_t *part) {
  size_t i;
  json_t *own;
  json_array_foreach(parts, i, own) if (same_part(own, part)) return true;
  return false;
}

/// Whether the results `now` hold the run of `before`.
static bool holds(const json_t *now, const json_t *before) {
  if (!same_field(now, before, "plan.hash")) return false;
  const json_t *parts = json_object_get(now, "merged"), *older = json_object_get(before, "merged");
  if (json_array_size(parts) == 0 || json_array_size(older) == 0)
    return json_array_size(parts) == json_array_size(older) && same_part(now, before);
  size_t i;
  json_t *part;
  json_array_foreach(older, i, part) if (!has_part(parts, part)) return false;
  return true;
}

xpbd_status report_keep(const json_t *xb, const char *path) {
  struct stat what;
  if (stat(path, &what) != 0 || !S_ISREG(what.st_mode)) return XPBD_OK;
  report_run before;
  const xpbd_status status = report_load(path, &before);
  if (status == XPBD_ERR_IO || status == XPBD_ERR_OUT_OF_MEMORY) return status;
  XPBD_REQUIRE(status == XPBD_OK, XPBD_ERR_BAD_FILE,
               "%s: already exists and is not a result of this run; choose another path or remove it", path);
  const bool same = holds(xb, before.xb);
  char started[64];
  const char *begun = report_text(before.xb, "started");
  snprintf(started, sizeof started, "%s", begun ? begun : "at an unknown time");
  report_free(&before);
  XPBD_REQUIRE(same, XPBD_ERR_BAD_FILE,
               "%s: holds another run, begun %s, which would be lost; choose another --out, or remove the old results",
               path, started);
  return XPBD_OK;
}
