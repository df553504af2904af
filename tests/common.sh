# Why this file exists: the shared functions of the shell tests. Sourced. A test fails if it checks nothing, or has no
# negative control (something deliberately wrong that must be caught).
# shellcheck shell=sh

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
XPBD_POWERCAP=/nonexistent # some machines let one read the energy of their processor
export XPBD_POWERCAP
unset CI # it changes ./run; tests that need it set it themselves
checks=0 controls=0 failures=0

# quiet COMMAND...: its output goes to a file, which is shown if a check fails.
quiet() { "$@" >"$work/output" 2>&1 </dev/null; }

# show: show the output of a failed check. Scripts with their output elsewhere define their own.
show() { [ ! -f "$work/output" ] || tail -n 40 "$work/output"; }

# check WHAT COMMAND...: the command must succeed.
check() {
  what=$1
  shift
  checks=$((checks + 1))
  if "$@"; then
    echo "ok      $what"
    return 0
  fi
  failures=$((failures + 1))
  echo "FAIL    $what: $*"
  show | sed 's/^/      | /'
  return 1
}

# control WHAT COMMAND...: the same kind of command on something deliberately wrong; it must fail.
control() {
  what=$1
  shift
  controls=$((controls + 1))
  if "$@"; then
    failures=$((failures + 1))
    echo "FAIL    control, not caught: $what: $*"
    return 0
  fi
  echo "control $what"
}

# preload CC PROGRAM: make $work/faults.so from tests/faults_preload.c and tests/faults_calls.c. Fails if nothing can be
# preloaded. It is made for the GNU C library, so with that one a compile error ends the test.
preload() {
  "$1" -shared -fPIC -O1 -o "$work/faults.so" "$source/tests/faults_preload.c" "$source/tests/faults_calls.c" \
    >"$work/output" 2>&1 || {
    if getconf GNU_LIBC_VERSION >/dev/null 2>&1; then
      show
      exit 1
    fi
    return 1
  }
  LD_PRELOAD=$work/faults.so "$2" --version >"$work/output" 2>&1
}

# needs_python MODULE...: skip the test without these modules of Debian's python, which $python then names. Nothing that
# runs writes compiled files into the tree.
needs_python() {
  python=/usr/bin/python3 PYTHONDONTWRITEBYTECODE=1
  export PYTHONDONTWRITEBYTECODE
  for module in "$@"; do
    "$python" -c "import $module" 2>/dev/null || {
      echo "skipped: no $module (Debian: python3-$module)"
      exit 77
    }
  done
}

# python_package FOLDER: make FOLDER/xpbd of this build.
python_package() {
  cp -r "$source/python/xpbd" "$1/xpbd"
  mkdir "$1/xpbd/lib"
  cp "$build/libxpbd.so" "$1/xpbd/lib/"
  [ ! -x "$build/bin/xpbd-report" ] || { mkdir "$1/xpbd/bin" && cp "$build/bin/xpbd-report" "$1/xpbd/bin/"; }
  cp "$build/python/declarations.h" "$1/xpbd/"
}

# block FILE LANGUAGE N: the text of the Nth code block of that language in a Markdown file.
block() {
  awk -v open="\`\`\`$2" -v wanted="$3" '
    inside && /^```/ { exit }
    inside { print }
    $0 == open && ++seen == wanted { inside = 1 }' "$1"
}

# blocks FILE...: split Markdown files. Code block N becomes $work/N.about (the comments right before it, one per line),
# N.language and N.text; $count is how many there are.
blocks() {
  rm -f "$work"/*.about "$work"/*.language "$work"/*.text
  awk -v out="$work" '
    /^<!-- .* -->$/ && !inside { about = about substr($0, 6, length($0) - 9) "\n"; next }
    /^```/ {
      if (inside) { inside = 0; about = ""; close(out "/" n ".text"); next }
      inside = 1; n++
      printf "%s", about >(out "/" n ".about"); close(out "/" n ".about")
      print substr($0, 4) >(out "/" n ".language"); close(out "/" n ".language")
      printf "" >(out "/" n ".text")
      next
    }
    inside { print >(out "/" n ".text"); next }
    /[^ ]/ { about = "" }' "$@"
  count=$(find "$work" -maxdepth 1 -name '*.about' | wc -l)
}

finish() {
  echo "$checks checks, $controls negative controls, $failures failures"
  [ "$checks" -gt 0 ] && [ "$controls" -gt 0 ] && [ "$failures" -eq 0 ]
  exit
}
