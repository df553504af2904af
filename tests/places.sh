#!/bin/sh
# Why this file exists: people unpack a project into any folder, name files as they like, use locales with decimal
# commas, and build from read-only sources. None of that may change a number, be executed, or leave anything in the
# sources.
# usage: places.sh SOURCE XPBD_SIM BENCH_MADE XPBD_VALIDATE XPBD_UNIT [XPBD_REPORT]
set -u
source=$1 sim=$2 bench=$3 validate=$4 unit=$5 report=${6:-}
. "$source/tests/common.sh"
. "$source/tests/tree.sh"
cd "$work" || exit 1
cloth="cloth --resolution 5 --frames 2 --backend seq --quiet"
few="cloth -a size=5,7 -a iterations=1 -a constraint=stretching -a backend=seq --frames 2 --min-episodes 6 --max-episodes 6 --quiet"
control_of_names=touched

# --- names that a shell, make, HTML, JSON or gnuplot could misread; $(touch ...) and `...` must not be executed
odd="a b'c\"d \$(touch $control_of_names) \`touch $control_of_names\` & (e) <f> #g %h \\i
j"
mkdir -p "$odd/out" "$work/plain/out"
# shellcheck disable=SC2086
everything() { # everything FOLDER: what every program reads and writes
  "$sim" $cloth --out "$1/frames" --measure "$1/table.tsv" --save "$1/state.xpbd" --viewer "$1/page.html" &&
    "$sim" ${cloth% --frames*} --backend seq --quiet --frames 4 --resume "$1/state.xpbd" &&
    "$sim" cloth --frames 1 --quiet --mesh "$1/frames/frame_0002.obj" --measure "$1/mesh.tsv" &&
    "$bench" $few --json "$1/run.json" --tsv "$1/run.tsv" --journal "$1/samples.jsonl" >/dev/null &&
    "$bench" --resume "$1/samples.jsonl" >/dev/null &&
    "$validate" errata/damping --json "$1/checks.json" --html "$1/pages" --tables "$1/rows.tsv" >/dev/null &&
    { [ -z "$report" ] || { "$report" "$1/run.json" --out "$1/report" >/dev/null && "$report" merge "$1/run.json" --out "$1/joined" >/dev/null; }; }
}
# The figure of the spread is drawn if an interval was found, which depends on time.
named() { (cd "$1" && find . -type f ! -name '*_spread.*' | sort); }
check "files of plain names" everything "$work/plain"
check "files of odd names" everything "$work/$odd"
named "$work/plain" >one
named "$work/$odd" >other
check "as many, of the same names" cmp one other
check "the same numbers" cmp "$work/plain/table.tsv" "$work/$odd/table.tsv"
check "the same rows" cmp "$work/plain/rows.tsv" "$work/$odd/rows.tsv"
facts "$work/plain/run.tsv" >one
facts "$work/$odd/run.tsv" >other
check "the same bits" cmp one other
executed() { [ -z "$(find "$work" -name "$control_of_names")" ]; }
check "no name is executed" executed
if [ -n "$report" ]; then
  line=${odd%??} # the last line of its output is the path of the page
  mkdir "$line"
  mv "$tree" "$work/$line/tree"
  tree=$work/$line/tree
  (cd "$work/$line" && env PATH="$work/bin:$PATH" ./tree/run bench $few >"$work/output" 2>&1 </dev/null)
  check "./run bench in such a folder" [ "$(find "$tree/reports" -name index.html | wc -l)" -eq 1 ]
  check "executes nothing" executed
fi
touch "$work/$control_of_names"
control "a name was executed" executed
rm "$work/$control_of_names"

# --- decimal commas
if command -v localedef >/dev/null && mkdir "$work/locales" && localedef -i de_DE -f UTF-8 "$work/locales/de_DE.UTF-8" 2>/dev/null; then
  comma() { env LOCPATH="$work/locales" LC_ALL=de_DE.UTF-8 "$@"; }
  check "the comma is in force" [ "$(comma env printf '%.1f' 1,5 2>/dev/null)" = 1,5 ]
  mkdir -p "$work/comma"
  export LOCPATH="$work/locales" LC_ALL=de_DE.UTF-8
  check "everything with a comma" everything "$work/comma"
  check "the same numbers" cmp "$work/plain/table.tsv" "$work/comma/table.tsv"
  check "the same frames" cmp "$work/plain/frames/frame_0002.vtk" "$work/comma/frames/frame_0002.vtk"
  facts "$work/comma/run.tsv" >other
  check "the same bits" cmp one other
  if [ -n "$report" ]; then
    check "figures with numbers" sh -c 'cd "$1" && ! grep -lE "[0-9],[0-9]+(e[-+]?[0-9]+)?	" figures/*.tsv' - "$work/comma/report"
    in_tree bench $few
    check "./run bench" last_line_is_page
    check "says frames per second as elsewhere" grep -qE '^fastest: .* [0-9]+(\.[0-9]+)? FPS' "$work/output"
  fi
  check "the library in a program that speaks German" quiet "$unit" mesh/locale --verbose
  control "that test found no locale" says "no locale with"
  unset LOCPATH LC_ALL
else
  echo "left out: a comma before the decimals (no localedef, or no de_DE to make)"
fi

# --- read-only sources in a folder with an odd name, as a user other than root, who may write everywhere
sources=$work/"it's (a) \$HOME & \`b\`"
mkdir "$sources" "$work/built"
(cd "$source" && find . \( -name .git -o -name 'build*' -type d -o -name '*.local' \) -prune -o -type f -print0 | xargs -0 tar -cf -) | tar -C "$sources" -xf -
sums() { (cd "$1" && find . -type f -exec cksum {} + | sort); }
sums "$sources" >one
chmod -R a-w,a+rX "$sources"
chmod 777 "$work/built"
chmod 755 "$work"
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CMAKE_CUDA_COMPILER_LAUNCHER # others own their caches
as_user() { "$@"; }
if [ "$(id -u)" -eq 0 ]; then as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent "$@"; }; fi
if as_user true 2>/dev/null && command -v cmake >/dev/null && ! as_user touch "$sources/new" 2>/dev/null; then
  PATH=${PATH#"$work/bin:"}
  check "configured beside sources that are read-only" quiet as_user cmake -S "$sources" -B "$work/built" -DXPBD_CUDA=OFF -DXPBD_WIDE_KERNELS=OFF
  check "what is generated is" quiet as_user cmake --build "$work/built" --target xpbd_build_info
  if [ -n "$report" ]; then
    cp "$report" "$work/built/reporter"
    chmod a+r "$work/plain/run.json"
    among() { (cd "$sources" && quiet as_user "$work/built/reporter" "$@"); }
    check "a report is made from among them" among "$work/plain/run.json" --out "$work/built/report"
    check "and told in brief" among brief "$work/plain/run.json"
    control "it is written among them" among "$work/plain/run.json" --out report
  fi
  as_user "$sources/run" build >"$work/output" 2>&1 </dev/null
  check "./run says that it cannot write" [ $? -eq 1 ]
  check "in a line" [ "$(wc -l <"$work/output")" -le 2 ]
  sums "$sources" >other
  check "nothing is left in them" cmp one other
else
  echo "left out: read-only sources (nobody here is refused, or no cmake)"
fi
chmod -R u+w "$sources"
touch "$sources/new"
sums "$sources" >other
control "something is left in them" cmp -s one other
finish
