/* Why this file exists: the solvers of others that can be measured, from benches/peers/list.tsv and --peer. A peer is a
 * program behind the solver pipe, so this file knows nothing of languages and packages. */
#pragma once

#include "harness/plan/bench.h"
#include "harness/plan/settings.h"

/// Values of the axis "setting": a solver's own defaults, and our recorded setting.
#define PEER_DEFAULT "default"
#define PEER_BEST    "best"
enum { PEER_SETTINGS = 64, PEER_SETTING = 128, PEER_WORDS = 32 };

/// One peer.
typedef struct peer_info {
  const char *name;
  bool steps, iterations; ///< Whether these numbers mean something to it. If not, it is asked for one.
  int setting_count;
  const char *settings[PEER_SETTINGS]; ///< All but its defaults: "NAME:VALUE+NAME:VALUE".
  char *command[PEER_WORDS + 1];       ///< NULL after the last word.
  bool own;                            ///< Given with --peer.
  const char *silent;                  ///< See peer_list_silent().
} peer_info;

/// Read the list, and the peers of the command line. Returns -1, or the exit code after one line.
int peer_list_configure(const bench_settings *settings);
/// Most time for one answer of a peer [s].
double peer_list_limit(void);
/// A peer by name, NULL for unknown names.
const peer_info *peer_list_find(const char *name);

/// Why a peer is not asked again after an earlier row, such as "did not answer in time". NULL = it is.
const char *peer_list_silent(const char *name);
void peer_list_set_silent(const char *name, const char *why);

/// Values of the axes "backend" (the library's, then the peers) and "setting".
const char *peer_list_name(int index);
bool peer_list_is_ours(const char *name);
const char *peer_list_setting(int index);
bool peer_list_usable(const char *value, char *why, size_t capacity);
bool peer_list_accepts(const char *value, char *why, size_t capacity);
bool peer_list_accepts_setting(const char *value, char *why, size_t capacity);
/// Whether a peer has that setting in its grid. Settings that no peer has in its grid are a user's own, for all peers.
bool peer_list_has(const peer_info *peer, const char *setting);
/// A setting as the "options" of the pipe, a JSON object. "" for the defaults.
void peer_list_options(const char *setting, char *out, size_t capacity);
