#!/bin/sh
# Why this file exists: ./run is what a stranger meets first. Its manners, tried on a copy with a stand-in for cmake: what
# it says when something is missing, wrong or fails, and that Ctrl-C reaches what it started.
# usage: run_script.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"
command -v bash >/dev/null && command -v timeout >/dev/null || {
  echo "skipped: needs bash and timeout"
  exit 77
}

mkdir -p "$work/tree/tests" "$work/with" "$work/without"
cp "$source/run" "$work/tree/"
cp "$source"/tests/run_*.sh "$work/tree/tests/"

# Two sets of programs: without cmake and compiler, and with stand-ins for them.
for tool in bash sh awk basename cat cut date dirname env find grep head id kill mkdir mktemp nproc rm rmdir sed setsid \
  sleep tail timeout touch tr uname; do
  path=$(command -v "$tool") && [ -x "$path" ] && ln -s "$path" "$work/without/$tool" && ln -s "$path" "$work/with/$tool"
done
cat >"$work/with/cmake" <<END
#!/bin/sh
[ -f "$work/slow" ] && { trap 'touch "$work/told"; exit 1' INT TERM; touch "$work/started"; sleep 60 & wait; }
case "\$*" in *broken*) echo "the reason"; exit 3 ;; esac
exit 0
END
for tool in cc make; do printf '#!/bin/sh\nexit 0\n' >"$work/with/$tool"; done
chmod +x "$work/with/cmake" "$work/with/cc" "$work/with/make"

# run_with SET ARGUMENT...: its exit code in $code, what it says in $work/output.
run_with() {
  set_=$1
  shift
  env PATH="$work/$set_" XPBD_INSTALL=no "$work/tree/run" "$@" >"$work/output" 2>&1 </dev/null
  code=$?
}
ends() { # ends CODE TEXT SET ARGUMENT...
  want=$1 text=$2
  shift 2
  run_with "$@"
  [ "$code" -eq "$want" ] && grep -qF -e "$text" "$work/output"
}

check "help" ends 0 "usage: ./run COMMAND" with help
check "no command is help" ends 0 "usage: ./run COMMAND" with
check "an unknown command" ends 1 "no command is named 'tset'" with tset
check "a report of nothing" ends 1 "which run?" with report
check "a report of a missing file" ends 1 "none.json: no such file" with report none.json
check "missing packages are named" ends 1 "missing packages: gcc libc6-dev make cmake; as root: apt-get install gcc" without build
check "in one line" [ "$(wc -l <"$work/output")" -eq 1 ]
check "missing optional packages do not stop it" ends 0 "going on without: pkg-config (reading glTF, FBX, Collada, ... meshes)" with build
check "a failing step is named, with its reason" ends 1 "run: configuring failed (exit code 3)" with build broken
check "its reason is shown" grep -q "the reason" "$work/output"
check "docs" ends 0 "writing docs/formulas.md: done" with docs
control "a step that does not fail" ends 1 "failed" with build
check "clean" ends 0 "removed build/" with clean
check "nothing is left" [ ! -e "$work/tree/build" ]

# Ctrl-C, or a signal to the script alone: 130, at once, and what it started has been told.
for signal in INT TERM; do
  touch "$work/slow"
  rm -f "$work/told" "$work/started"
  env PATH="$work/with" XPBD_INSTALL=no timeout --preserve-status -s "$signal" 1 "$work/tree/run" build >"$work/output" 2>&1 </dev/null
  code=$?
  rm "$work/slow"
  check "$signal: it had begun" [ -f "$work/started" ]
  check "$signal: exit code 130" [ "$code" -eq 130 ]
  check "$signal: the command was told" [ -f "$work/told" ]
  check "$signal: it says so" grep -q '^interrupted$' "$work/output"
done
rm -f "$work/told"
run_with with build
control "without a signal nothing is told" [ -f "$work/told" ]
finish
