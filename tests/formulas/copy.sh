# Why this file exists: makes files with formulas of the tree under other names, for the tests that compare the two.
# Sourced; needs $source.
# shellcheck shell=sh

# copy HEADER NAME...: write formulas of the tree as a file. Each NAME becomes my_NAME, and their entries come last. Macros
# of these headers become MY_..., because a file may not define names with XPBD_.
copy() {
  header=$1
  shift
  words='s/XPBD_ESPEF/MY_ESPEF/g; s/XPBD_ENERGY_T/MY_ENERGY_T/g; s/XPBD_ROOT_T/MY_ROOT_T/g;'
  for name in "$@"; do words="$words s/\\([^a-z0-9_]\\)$name\\([^a-z0-9_]\\)/\\1my_$name\\2/g;"; done
  sed "$words" "$source/lib/formula/$header.h"
  for name in "$@"; do
    awk -v name="$name" -F'[(,)]' '
      /^XPBD_/ { inside = $2 == name && $1 != "XPBD_FORMULA_RULE" }
      /^#/ { inside = 0 }
      inside || $0 == "XPBD_FORMULA_RULE(" name ")"' "$source/lib/formula/list.h" | sed "$words"
  done
}
