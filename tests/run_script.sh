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

mkdir -p "$work/tree/.ci" "$work/with" "$work/without"
cp -r "$source/benches" "$work/tree/" # whose options ./run knows
cp "$source/run" "$work/tree/"
cp -r "$source/scripts" "$work/tree/"

# Two sets of programs: without cmake and compiler, and with stand-ins for them.
for tool in bash sh awk basename cat cp cut date dirname env find grep head id kill mkdir mktemp nproc paste rm rmdir sed setsid \
  sleep sort tail timeout touch tr uname wc; do
  path=$(command -v "$tool") && [ -x "$path" ] && ln -s "$path" "$work/without/$tool" && ln -s "$path" "$work/with/$tool"
done
cat >"$work/with/cmake" <<END
#!/bin/sh
[ -f "$work/slow" ] && { trap 'touch "$work/told"; exit 1' INT TERM HUP; touch "$work/started"; sleep 60 & wait; }
echo "cuda \${XPBD_ASK_CUDA:-by device} \$*" >>"$work/called"
case "\$*" in *broken*) echo "the reason"; exit 3 ;; esac
exit 0
END
for tool in cc make; do printf '#!/bin/sh\nexit 0\n' >"$work/with/$tool"; done
cat >"$work/with/ctest" <<END
#!/bin/sh
echo "ctest \$*" >>"$work/called"
while [ \$# -gt 1 ]; do [ "\$1" != --output-junit ] || cp "$work/told.xml" "\$2"; shift; done
END
echo '<testsuite>' >"$work/told.xml"
chmod +x "$work/with/cmake" "$work/with/cc" "$work/with/make" "$work/with/ctest"

# A third, with ninja as well, where cmake says which generator it is told.
cp -a "$work/with" "$work/ninja"
cp "$work/with/make" "$work/ninja/ninja"
cat >"$work/ninja/cmake" <<'END'
#!/bin/sh
echo "-- left out: ${CMAKE_GENERATOR:-nothing is said}"
END

# run_with SET ARGUMENT...: its exit code in $code, what it says in $work/output.
run_with() {
  set_=$1
  shift
  env -u CMAKE_GENERATOR PATH="$work/$set_" XPBD_INSTALL=no "$work/tree/run" "$@" >"$work/output" 2>&1 </dev/null
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
first() { [ "$(head -n 1 "$work/output")" = "$1" ]; }
check "an unknown command" ends 1 "usage: ./run COMMAND" with tset
check "it is named first, with what was meant" first "run: there is no command 'tset' (did you mean test?)"
for word in benhc:bench paper:papers gp:gpu repot:report; do
  run_with with "${word%:*}"
  check "${word%:*} is ${word#*:}" first "run: there is no command '${word%:*}' (did you mean ${word#*:}?)"
done
for word in nonsense "bench pack" is_one_of; do
  run_with with "$word"
  check "$word is none" first "run: there is no command '$word'"
done
run_with with help
control "a command that is one" first "run: there is no command 'help'"
check "a report of nothing" ends 1 "which run?" with report
check "a report of a missing file" ends 1 "none.json: no such file" with report none.json
check "missing packages are named" ends 1 "missing packages: gcc libc6-dev make cmake; as root: apt-get install gcc" without build
check "in one line" [ "$(wc -l <"$work/output")" -eq 1 ]
check "missing optional packages do not stop it" ends 0 "continuing without: pkg-config (reading glTF, FBX, Collada, ... meshes)" with build
run_with with test
check "what tests go without is named" grep -qF "python3 (the tests that read JSON, VTK and pictures)" "$work/output"
control "what only all of them need" grep -qF "meshio" "$work/output"
check "a failing step is named, with its reason" ends 1 "run: configuring failed (exit code 3)" with build broken
check "its reason is shown" grep -q "the reason" "$work/output"
check "docs" ends 0 "writing docs/made/formulas.md: done" with docs
check "bits" ends 0 "writing tests/bits/table.tsv" with bits
for word in clean docs bits; do
  check "$word with an argument" ends 1 "run: $word takes no argument: 'all'" with "$word" all
done
for word in bench check clean bits test mutants gpu; do
  : >"$work/called"
  check "$word --help" ends 0 "./run $word" with "$word" --help
  check "does nothing" [ ! -s "$work/called" ]
  control "is about another command" grep -q '^./run build' "$work/output"
done
check "a stage of gpu" ends 0 "gpu measure " with gpu measure --help
check "bench has arguments of its own" ends 0 "its arguments, once it is built: build/bin/xpbd-bench --help" with bench -h
control "the option of another meaning" ends 0 "./run bench" with bench --quick
: >"$work/called"
check "an option of bench that is none" ends 1 "bench: there is no option --quik (did you mean --quick?)" with bench --quik
check "an axis is no option" ends 1 "bench: there is no option --size; an axis is set by -a size=VALUES" with bench --size 21
check "an option of ab that is none" ends 1 "did you mean --processes?" with bench ab --procesess 3 -- cloth -- cloth
check "the workloads are listed" ends 0 "cloth_41          a cloth of 2 m swings down" with references --list
check "nothing is built before" [ ! -s "$work/called" ]
control "a step that does not fail" ends 1 "failed" with build
check "ninja, where it is installed" ends 0 "left out: Ninja" ninja build
control "where it is not" ends 0 "left out: Ninja" with build

# What is built: everything, or what the command runs; cuda where a device is, or where it is asked for; the widest kernels
# where somebody measures.
built() { # built TEXT ARGUMENT...: what the last build was called with
  text=$1
  shift
  : >"$work/called"
  run_with with "$@"
  grep -e '--build' "$work/called" | grep -qF -e "$text"
}
configured() { grep -qF -e "$1" "$work/called"; }
check "but to show what is recorded of one" built "--target references" references --list cloth_41
check "build: everything" built "cuda by device --build build -j" build
control "build: one target" built "--target" build
check "check: the checks, without cuda" built "cuda OFF --build build -j $(nproc) --target xpbd-validate" check --filter morse
check "of kernels the narrow ones" configured "-DXPBD_WIDE_KERNELS=avx2"
check "check: with cuda" built "cuda ON --build" check cuda
check "bench: what it runs" built "cuda by device --build build -j $(nproc) --target bench_programs" bench
control "bench: of kernels the narrow ones" configured "XPBD_WIDE_KERNELS"
check "bench: with cuda" built "cuda ON --build" bench -a backend=cuda
check "bench: cuda, asked for otherwise" built "cuda ON --build" bench -DXPBD_CUDA=ON --quick
check "bench: -D is for cmake" configured "-S . -B build -DCMAKE_BUILD_TYPE=Release -DXPBD_SANITIZE= -DXPBD_CUDA=ON"
mkdir -p "$work/tree/build"
echo 'XPBD_WIDE_KERNELS:STRING=avx2' >"$work/tree/build/CMakeCache.txt"
check "bench after test" built "bench_programs" bench
check "adds the widest kernels" configured "-DXPBD_WIDE_KERNELS=ON"
echo 'XPBD_WIDE_KERNELS:STRING=ON' >"$work/tree/build/CMakeCache.txt"
check "test after bench" built "--build" test
control "takes them away" configured "XPBD_WIDE_KERNELS"
rm "$work/tree/build/CMakeCache.txt"

# The tiers, and what was skipped: at the end, with its reason; where CI is set only what .ci/skips allows.
check "the fast tests" built "--build" test
check "are not those of --full" configured "-LE full|slow"
check "one that is named" built "--build" test -R no_memory
check "is fast or not" configured "-LE slow -R no_memory"
check "test --full" built "cuda ON --build" test --full
check "has them" configured "-LE slow"
control "and leaves none of them out" configured "full|"
cat >"$work/with/git" <<END
#!/bin/sh
case "\$*" in
  *--quiet*commit*) ;;
  "diff --quiet"*) [ ! -s "$work/differs" ] ;;
  "diff --name-only"*) cat "$work/differs" ;;
esac
END
chmod +x "$work/with/git"
mkdir -p "$work/tree/tests/mutants"
printf 'lib/mesh/\t1\t^mesh$ ^scenes$\nvalidation/\t0\n' >"$work/tree/tests/mutants/folders.tsv"
echo lib/mesh/obj.c >"$work/differs"
check "test --changed" built "--build" test --changed
check "asks the nearest" configured '-R ^(hygiene|prose|arrows)$|^mesh$|^scenes$'
echo validation/list.h >>"$work/differs"
check "of a file that is near none" ends 0 "all fast tests" with test --changed main -V
check "all fast ones" configured "-LE full|slow -V"
: >"$work/differs"
check "nothing is changed" ends 0 "nothing differs from HEAD" with test --changed
rm "$work/with/git"
cat >"$work/told.xml" <<'END'
<testcase name="there" status="run">
<system-out>skipped: nothing
</system-out>
</testcase>
<testcase name="absent" status="notrun">
<skipped message="SKIP_RETURN_CODE=77"/>
<system-out>skipped: needs &lt;x&gt; &amp; &quot;y&quot;
more
</system-out>
</testcase>
<testcase name="other" status="notrun">
<skipped message="SKIP_RETURN_CODE=5"/>
<system-out>one
the last line
</system-out>
</testcase>
END
check "a skipped test" ends 0 '  absent: needs <x> & "y"' with test
check "and what it said last" grep -qx '  other: the last line' "$work/output"
check "are counted" grep -qx '2 tests skipped:' "$work/output"
control "one that ran is skipped" grep -q 'there' "$work/output"
cat >"$work/unit_cc" <<'END'
#!/bin/sh
i=0
while [ $i -lt 20000 ]; do i=$((i + 1)); done
echo object >"$4"
END
chmod +x "$work/unit_cc"
export CI=yes CC="$work/unit_cc"
sed -i 's/^test_budget=.*/test_budget=100000/' "$work/tree/scripts/test.sh"
printf '# allowed\nabsent\tany\tno x\nother\tfast\tno y\n' >"$work/tree/.ci/skips"
control "backends are left out" configured "-LE full|slow|backends"
check "CI may skip both" ends 0 "2 tests skipped:" with test
check "and leaves out what --full compares" configured "-LE full|slow|backends"
echo 'XPBD_WIDE_KERNELS:STRING=avx2' >"$work/tree/build/CMakeCache.txt"
: >"$work/called"
control "in the fast tier alone" ends 0 "2 tests skipped:" with test --full
control "AVX-512 is added there" configured "XPBD_WIDE_KERNELS"
rm "$work/tree/build/CMakeCache.txt"
sed -i '/^other/d' "$work/tree/.ci/skips"
control "CI may skip one" ends 0 "2 tests skipped:" with test
check "it is named" grep -q '^  other: FAILED: CI may not skip it' "$work/output"
control "the other is" grep -q '^  absent: FAILED' "$work/output"
echo '<testsuite>' >"$work/told.xml"
sed -i 's/^test_budget=.*/test_budget=-1/' "$work/tree/scripts/test.sh"
check "CI: too much processor time" ends 8 "FAILED: the fast tests and their build take too much time" with test
sed -i 's/^test_budget=.*/test_budget=100000/' "$work/tree/scripts/test.sh"
CC=true
check "and a compiler that makes nothing" ends 8 "FAILED: the fast tests and their build take too much time" with test
unset CI CC
control "which is nothing elsewhere" ends 8 "FAILED" with test

# What a build still takes: the function itself, for nobody waits for a slow build here.
sed -n '/^time_left() {/,/^}/p' "$source/run" >"$work/time_left"
left() { # left WANT LINE...: seconds 4 and 14 of a build that wrote them
  want=$1
  shift
  : >"$work/log"
  for line in "$@"; do printf '%s\n' "$line" >>"$work/log"; done
  # shellcheck disable=SC2016
  said=$(bash -euc '. "$1"; paced_at= paced_made=0 paced_total=0
    head -n 1 "$2" >"$2.early"; time_left "$2.early" 4; time_left "$2" 14; echo "$left"' - "$work/time_left" "$work/log")
  echo "$said" >"$work/output"
  [ "$said" = "$want" ]
}
check "ninja: a fifth in 10 s" left ", about 35 s left" "[10/100] cc a" "[30/100] cc b"
check "make: with words behind it" left ", about 35 s left" "[ 10%] cc a" "[ 30%] cc b" "b.c: warning"
check "minutes" left ", about 8 min left" "[1/100] cc a" "[3/100] cc b"
check "nothing to count" left "" "installing" "done"
check "nothing happened" left "" "[10/100] cc a" "waiting"
check "another count begins" left "" "[0/2] cmake" "[30/100] cc b"
control "half is done" left ", about 35 s left" "[10/100] cc a" "[55/100] cc b"

check "clean" ends 0 "removed build/" with clean
check "nothing is left" [ ! -e "$work/tree/build" ]

# Packages are installed only from servers that answer; port 9 does not. The installer is a stand-in, called as root.
cp -a "$work/with" "$work/apt"
for tool in sort timeout; do ln -sf "$(command -v "$tool")" "$work/apt/$tool"; done
printf '#!/bin/sh\necho 0\n' >"$work/id"
rm "$work/apt/id"
mv "$work/id" "$work/apt/id"
cat >"$work/apt/apt-get" <<END
#!/bin/sh
[ "\$1" != indextargets ] || { cat "$work/sites"; exit; }
echo "\$*" >>"$work/installed"
END
printf '#!/bin/sh\ncat "%s" 2>/dev/null\n' "$work/proxy" >"$work/apt/apt-config"
printf '#!/bin/sh\nexit 0\n' >"$work/apt/apt-cache"
chmod +x "$work/apt/id" "$work/apt/apt-get" "$work/apt/apt-config" "$work/apt/apt-cache"
installs() { # installs SITE ARGUMENT...: a build tries to install what is missing, when packages come from there
  rm -f "$work/installed"
  echo "$1" >"$work/sites"
  shift
  ${terminal:-} env -u http_proxy -u https_proxy -u XPBD_INSTALL PATH="$work/apt" "$work/tree/run" build "$@" >"$work/output" 2>&1 <"${answer:-/dev/null}"
  code=$?
  [ "$code" -eq 0 ] && grep -q "install --no-install-recommends" "$work/installed" 2>/dev/null
}
says() { grep -qF -e "$1" "$work/output"; }
check "packages from a folder" installs file:/srv/debian
# A person is asked, once for the same packages.
if command -v script >/dev/null; then
  on_terminal() { script -qec "$(printf "'%s' " "$@")" /dev/null; }
  terminal=on_terminal answer=$work/answer
  for word in no yes; do
    echo "$word" >"$work/answer"
    rm -f "$work/tree/build/declined-packages"
    if [ "$word" = yes ]; then check "asked: yes" installs file:/srv/debian; else control "asked: no" installs file:/srv/debian; fi
    check "the question" grep -qF 'install with apt-get: pkg-config ' "$work/output"
  done
  echo no >"$work/answer"
  control "asked: no, again" installs file:/srv/debian
  control "no once more" installs file:/srv/debian
  control "is asked again" grep -qF 'install with apt-get: ' "$work/output"
  check "--install asks nothing" installs file:/srv/debian --install
  unset terminal answer
  rm -f "$work/tree/build/declined-packages"
else
  echo "left out: a terminal, which needs script (Debian: bsdutils)"
fi
printf '#!/bin/sh\necho 1000\n' >"$work/apt/id"
printf '#!/bin/sh\n[ "$2" = true ] || { shift && exec "$@"; }\n' >"$work/apt/sudo"
chmod +x "$work/apt/sudo"
control "a user without a terminal" installs file:/srv/debian
check "who says --install" installs file:/srv/debian --install
printf '#!/bin/sh\necho 0\n' >"$work/apt/id"
control "packages from a server that does not answer" installs http://127.0.0.1:9/debian
check "it says so" says "cannot install packages: 127.0.0.1 does not answer"
check "and goes on" says "continuing without: pkg-config"
control "the same over IPv6" installs "http://[::1]:9/debian"
control "without sources" installs ""
echo 'Acquire::http::Proxy "http://user:word@127.0.0.1:9/";' >"$work/proxy"
control "behind a proxy that does not answer" installs http://127.0.0.1/debian
rm "$work/proxy"
if command -v perl >/dev/null; then
  perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen => 5, LocalAddr => "127.0.0.1") or exit 1;
    open my $f, ">", $ARGV[0]; print $f $s->sockport; close $f; alarm 60; $s->accept while 1' "$work/port" &
  server=$!
  for wait in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/port" ] || sleep 0.2; done
  check "packages from a server that answers" installs "http://127.0.0.1:$(cat "$work/port")/debian"
  echo "Acquire::http::Proxy \"http://127.0.0.1:$(cat "$work/port")/\";" >"$work/proxy"
  check "through a proxy that answers" installs http://127.0.0.1:9/debian
  rm "$work/proxy"
  kill "$server"
else
  echo "left out: a server that answers, which needs perl"
fi

# Ctrl-C, or a signal to the script alone, once what it started has begun: 130, at once, and that has been told.
for signal in INT TERM HUP; do
  touch "$work/slow"
  rm -f "$work/told" "$work/started"
  { until [ -f "$work/started" ]; do sleep 0.1; done && kill -s "$signal" "$(cat "$work/pid")"; } &
  sender=$!
  # In the foreground: what a shell has in its background does not hear Ctrl-C. timeout passes the signal on.
  env PATH="$work/with" XPBD_INSTALL=no sh -c 'echo $$ >"$0"; exec timeout --preserve-status 60 "$@"' "$work/pid" \
    "$work/tree/run" build >"$work/output" 2>&1 </dev/null
  code=$?
  kill "$sender" 2>/dev/null
  wait "$sender"
  rm "$work/slow"
  check "$signal: it had begun" [ -f "$work/started" ]
  check "$signal: exit code 130" [ "$code" -eq 130 ]
  check "$signal: the command was told" [ -f "$work/told" ]
  check "$signal: it says so" grep -q '^interrupted$' "$work/output"
done
# The build may lie in a folder of any name: nothing of it is a command.
# shellcheck disable=SC2016 # as it stands
odd=$work/'o'"'"'d $(touch pwned) & `touch pwned` (x)'
mkdir "$odd"
tar -C "$source" --exclude=./.git --exclude='./build*' --exclude='./reports/*.local' -cf - . | tar -C "$odd" -xf -
check "a folder of an odd name is configured" quiet cmake -S "$odd" -B "$odd/build" -DXPBD_CUDA=OFF
check "what the build makes by commands is made" quiet cmake --build "$odd/build" --target xpbd_build_info
check "and is there" [ -s "$odd/build/benches/bench_build_info.h" ]
pwned() { find "$work" -name pwned | grep -q .; }
control "nothing of the name was a command" pwned

rm -f "$work/told"
run_with with build
control "without a signal nothing is told" [ -f "$work/told" ]
finish
