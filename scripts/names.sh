# shellcheck shell=bash
# Why this file exists: suggests the right command of `./run` to a user who misspells one. Sourced by `run`.

# is_one_of WORD NAME...
is_one_of() {
  local word=$1 name
  shift
  for name in "$@"; do
    [ "$name" != "$word" ] || return 0
  done
  return 1
}

# nearest WORD NAME...: the name that is at most two letters, and less than half of them, away: one more, one less,
# another, or two swapped.
nearest() {
  awk 'BEGIN {
    word = ARGV[1]
    best = 3
    for (a = 2; a < ARGC; a++) {
      name = ARGV[a]
      for (i = 0; i <= length(word); i++)
        for (k = 0; k <= length(name); k++) {
          if (i == 0 || k == 0) { d[i, k] = i + k; continue }
          x = substr(word, i, 1); y = substr(name, k, 1)
          least = d[i - 1, k - 1] + (x != y)
          if (d[i - 1, k] + 1 < least) least = d[i - 1, k] + 1
          if (d[i, k - 1] + 1 < least) least = d[i, k - 1] + 1
          if (i > 1 && k > 1 && x == substr(name, k - 1, 1) && y == substr(word, i - 1, 1) && d[i - 2, k - 2] + 1 < least)
            least = d[i - 2, k - 2] + 1
          d[i, k] = least
        }
      away = d[length(word), length(name)]
      if (away < best && 2 * away < length(name)) { best = away; found = name }
    }
    print found }' "$@"
}
