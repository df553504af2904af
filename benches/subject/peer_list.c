/* Why this file exists: reads the list of peers (benches/peers/list.tsv) and --peer, and spells out the grid of settings
 * of each. */
#include "peer_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "harness/plan/options.h"
#include "scene_source.h"
#include "support/json.h"
#include "xpbd/backend.h"

enum { PEERS = 64, LINE = 4096, COLUMNS = 24, AXES = 8, PATH = 4096 };
static const double LIMIT = 300.0; /* [s] an answer may include compiling the peer's kernels */

static peer_info *peers[PEERS];
static int count;
static double limit;
static bool any_name; /* states that another machine's peers computed are asked for */

double peer_list_limit(void) {
  return limit > 0.0 ? limit : LIMIT;
}

const peer_info *peer_list_find(const char *name) {
  for (int k = 0; k < count; k++)
    if (strcmp(peers[k]->name, name) == 0) return peers[k];
  return NULL;
}

const char *peer_list_silent(const char *name) {
  const peer_info *peer = peer_list_find(name);
  return peer ? peer->silent : NULL;
}

void peer_list_set_silent(const char *name, const char *why) {
  for (int k = 0; k < count; k++)
    if (strcmp(peers[k]->name, name) == 0) peers[k]->silent = why;
}

const char *peer_list_name(int index) {
  const int ours = xpbd_backends()->count;
  return index < ours ? xpbd_backends()->entries[index].name : index < ours + count ? peers[index - ours]->name : NULL;
}

bool peer_list_is_ours(const char *name) {
  return xpbd_backend_find(xpbd_backends(), name) != NULL;
}

/// By index among the settings of all peers, each once.
static const char *grid_setting(int index) {
  int seen = 0;
  for (int k = 0; k < count; k++)
    for (int s = 0; s < peers[k]->setting_count; s++) {
      bool first = true;
      for (int j = 0; j < k && first; j++) first = !peer_list_has(peers[j], peers[k]->settings[s]);
      if (first && seen++ == index) return peers[k]->settings[s];
    }
  return NULL;
}

const char *peer_list_setting(int index) {
  return index == 0 ? PEER_DEFAULT : index == 1 ? PEER_BEST : grid_setting(index - 2);
}

bool peer_list_has(const peer_info *peer, const char *setting) {
  for (int s = 0; s < peer->setting_count; s++)
    if (strcmp(peer->settings[s], setting) == 0) return true;
  return false;
}

bool peer_list_usable(const char *value, char *why, size_t capacity) {
  const peer_info *peer = peer_list_find(value);
  if (!peer || peer->own || access(peer->command[0], X_OK) == 0) return true;
  snprintf(why, capacity, "%s is not installed; ./run peers %s installs it", value, value);
  return false;
}

bool peer_list_accepts(const char *value, char *why, size_t capacity) {
  if (any_name) return true;
  snprintf(why, capacity, "\"%s\" is not in the list of peers; --peer %s=COMMAND adds it", value, value);
  return false;
}

bool peer_list_accepts_setting(const char *value, char *why, size_t capacity) {
  for (const char *at = value; *at;) {
    const size_t name = strcspn(at, ":+"), number = at[name] == ':' ? strcspn(at + name + 1, ":+") : 0;
    const char *end = at + name + 1 + number;
    if (name == 0 || number == 0 || *end == ':' || (*end == '+' && end[1] == '\0')) break;
    at = end + (*end == '+');
    if (*at == '\0') return true;
  }
  snprintf(why, capacity, "\"%s\" is not a setting; write NAME:VALUE or NAME:VALUE+NAME:VALUE", value);
  return false;
}

void peer_list_options(const char *setting, char *out, size_t capacity) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = strchr(setting, ':') ? open_memstream(&text, &size) : NULL;
  out[0] = '\0';
  if (!stream) return;
  json_writer json = {.stream = stream, .flat = true};
  json_open(&json, NULL, '{');
  for (const char *at = setting; *at;) {
    char name[PEER_SETTING], value[PEER_SETTING];
    double number;
    const int length = (int)strcspn(at, "+");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ":"), at);
    snprintf(value, sizeof value, "%.*s", length - (int)strlen(name) - 1, at + strlen(name) + 1);
    if (cli_to_real(value, &number))
      json_number(&json, name, number);
    else
      json_text(&json, name, value);
    at += length + (at[length] == '+');
  }
  json_close(&json, '}');
  if (fclose(stream) == 0) snprintf(out, capacity, "%.*s", (int)strcspn(text, "\n"), text);
  free(text);
}

/* ------------------------------------------------------------------------------------------------------- the list */

static peer_info *add(const char *name) {
  peer_info *peer = count < PEERS ? calloc(1, sizeof *peer) : NULL;
  if (!peer) return NULL;
  peer->name = strdup(name);
  peer->steps = peer->iterations = true;
  if (!peer->name) {
    free(peer);
    return NULL;
  }
  return peers[count++] = peer;
}

/// Adds every combination of the axes, "NAME=VALUE,VALUE NAME=VALUE". The first value of each is the peer's default, and
/// is not spelled. False without room.
static bool add_grid(peer_info *peer, const char *axes) {
  char text[LINE], *words[AXES], *values[AXES][PEER_SETTINGS];
  int axis_count = 0, value_count[AXES], total = 1;
  snprintf(text, sizeof text, "%s", axes);
  for (char *rest = text, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
    char *list = strchr(word, '=');
    if (!list || axis_count == AXES) return false;
    *list++ = '\0';
    words[axis_count] = word;
    value_count[axis_count] = 0;
    for (char *value; (value = strtok_r(list, ",", &list)) != NULL;) {
      if (value_count[axis_count] == PEER_SETTINGS) return false;
      values[axis_count][value_count[axis_count]++] = value;
    }
    if (value_count[axis_count] == 0) return false;
    total *= value_count[axis_count++];
    if (total > PEER_SETTINGS) return false;
  }
  for (int k = 1; k < total; k++) {
    char setting[PEER_SETTING] = "";
    for (int a = 0, rest = k; a < axis_count; rest /= value_count[a++]) {
      const size_t used = strlen(setting);
      if (rest % value_count[a] == 0) continue;
      if (snprintf(setting + used, sizeof setting - used, "%s%s:%s", used ? "+" : "", words[a],
                   values[a][rest % value_count[a]]) >= (int)(sizeof setting - used))
        return false;
    }
    peer->settings[peer->setting_count] = strdup(setting);
    if (!peer->settings[peer->setting_count]) return false;
    peer->setting_count++;
  }
  return true;
}

/// The folder with a program for each installed peer.
static bool launcher_of(peer_info *peer) {
  char folder[PATH];
  if (!xpbd_file_beside_program("../peers/bin", folder, sizeof folder)) folder[0] = '\0';
  const size_t size = strlen(folder) + strlen(peer->name) + 2;
  peer->command[0] = malloc(size);
  if (peer->command[0]) snprintf(peer->command[0], size, "%s/%s", folder, peer->name);
  return peer->command[0] != NULL;
}

/// Splits at tabs. Returns the number of cells.
static int split(char *line, char *cells[COLUMNS]) {
  int found = 0;
  line[strcspn(line, "\r\n")] = '\0';
  for (char *at = line; at && found < COLUMNS; found++) {
    cells[found] = at;
    at = strchr(at, '\t');
    if (at) *at++ = '\0';
  }
  return found;
}

/// The cell below a name of the first line. "-" if there is none.
static const char *cell(char *const *head, int heads, char *const *cells, int found, const char *name) {
  for (int k = 0; k < heads && k < found; k++)
    if (strcmp(head[k], name) == 0) return cells[k];
  return "-";
}

/// A name that tables and figures know as something else.
static bool is_taken(const char *name) {
  return peer_list_is_ours(name) || strcmp(name, SCENE_SOURCE_LOOP) == 0 || peer_list_find(name);
}

static char damage[PATH + 256]; ///< What is wrong with the list, with its line. "" = nothing.

/// Adds the peer of a line. Returns what is wrong with it, NULL = nothing.
static const char *read_peer(char *const *head, int heads, char *const *cells, int found) {
  const char *name = cell(head, heads, cells, found, "peer"), *grid = cell(head, heads, cells, found, "settings");
  if (strcmp(name, "-") == 0 || name[0] == '\0') return "the line has no name of a peer";
  if (is_taken(name)) return "the name is taken";
  peer_info *peer = add(name);
  if (!peer || !launcher_of(peer)) return "too many peers, or no memory";
  peer->steps = strcmp(cell(head, heads, cells, found, "substeps"), "yes") == 0;
  peer->iterations = strcmp(cell(head, heads, cells, found, "iterations"), "yes") == 0;
  if (strcmp(grid, "-") == 0 || add_grid(peer, grid)) return NULL;
  count--;
  return "the settings are not of the form NAME=VALUE,VALUE NAME=VALUE, too many, or there is no memory";
}

/// Reads the list up to its end, or to damage.
static void read_list(FILE *stream, const char *path) {
  static char first[LINE];
  char line[LINE], *head[COLUMNS], *cells[COLUMNS];
  const char *wrong = NULL;
  int heads = 0, number = 0;
  while (!wrong && fgets(line, sizeof line, stream)) {
    number++;
    if (line[0] == '#' || line[0] == '\n') continue;
    if (heads == 0) {
      memcpy(first, line, sizeof first);
      heads = split(first, head);
      continue;
    }
    wrong = read_peer(head, heads, cells, split(line, cells));
  }
  if (!wrong && ferror(stream)) wrong = "cannot be read";
  if (wrong) snprintf(damage, sizeof damage, "%s:%d: %s", path, number, wrong);
}

/// Other benchmarks do not need the list.
static int refuse_damage(const bench_settings *settings) {
  bool named = false;
  for (int k = 0; k < settings->benchmarks.count; k++)
    named = named || strcmp(settings->benchmarks.values[k], "peers") == 0;
  if (named) return cli_fail(bench_program(), CLI_EXIT_USAGE, "%s", damage);
  if (settings->benchmarks.count == 0 && (settings->list || settings->filter))
    fprintf(stderr, "%s: %s; peers from that line on are unknown\n", bench_program()->name, damage);
  return -1;
}

/// "NAME=COMMAND WORD WORD"
static int add_own(const char *given) {
  const size_t length = strcspn(given, "=");
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)length, given);
  const bool plain = length > 0 && length < sizeof name &&
                     strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == length;
  if (!plain || given[length] != '=' ||
      given[length + 1 + strspn(given + length + (given[length] == '='), " ")] == '\0')
    return cli_fail(bench_program(), CLI_EXIT_USAGE,
                    "--peer \"%s\": write NAME=COMMAND; a name has letters, digits and -_.", given);
  if (is_taken(name))
    return cli_fail(bench_program(), CLI_EXIT_USAGE, "--peer \"%s\": the name %s is taken", given, name);
  peer_info *peer = add(name);
  char *text = peer ? strdup(given + length + 1) : NULL;
  if (!text) return cli_fail(bench_program(), BENCH_EXIT_ERROR, "--peer: too many peers, or no memory");
  peer->own = true;
  int words = 0;
  for (char *rest = text, *word; words < PEER_WORDS && (word = strtok_r(rest, " ", &rest)) != NULL;)
    peer->command[words++] = word;
  return -1;
}

int peer_list_configure(const bench_settings *settings) {
  char path[PATH];
  const bool installed = xpbd_file_beside_program(PEERS_INSTALLED, path, sizeof path) && access(path, R_OK) == 0;
  if (!installed) snprintf(path, sizeof path, "%s", PEERS_SOURCE);
  limit = settings->peer_limit;
  any_name = settings->states != NULL;
  FILE *stream = fopen(path, "r");
  if (stream) read_list(stream, path); /* without a list there are only those of --peer */
  if (stream) fclose(stream);
  int code = damage[0] ? refuse_damage(settings) : -1;
  for (int k = 0; k < settings->peers.count && code < 0; k++) code = add_own(settings->peers.values[k]);
  return code;
}
