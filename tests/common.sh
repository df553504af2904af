# Why this file exists: the few words the shell tests are written in. Sourced. A test that checks nothing, or that has no
# negative control (something deliberately wrong that must be caught), fails.
# shellcheck shell=sh

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
unset CI # changes what ./run does, which tests ask for themselves
checks=0 controls=0 failures=0

# quiet COMMAND...: its output goes to a file, which is shown when a check fails.
quiet() { "$@" >"$work/output" 2>&1 </dev/null; }

# show: what is seen of a check that failed. Scripts whose output is elsewhere have their own.
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

# preload CC PROGRAM: makes $work/faults.so of tests/faults_preload.c. Fails where nothing can be preloaded; with the GNU C library,
# for which it is, one that does not compile ends the test.
preload() {
  "$1" -shared -fPIC -O1 -o "$work/faults.so" "$source/tests/faults_preload.c" >"$work/output" 2>&1 || {
    if getconf GNU_LIBC_VERSION >/dev/null 2>&1; then
      show
      exit 1
    fi
    return 1
  }
  LD_PRELOAD=$work/faults.so "$2" --version >"$work/output" 2>&1
}

# block FILE LANGUAGE N: the text of the Nth code block of that language in a Markdown file.
block() {
  awk -v open="\`\`\`$2" -v wanted="$3" '
    inside && /^```/ { exit }
    inside { print }
    $0 == open && ++seen == wanted { inside = 1 }' "$1"
}

# blocks FILE...: code block N of Markdown files becomes $work/N.about (the comments right before it, a line each), N.language
# and N.text; $count is how many there are.
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
