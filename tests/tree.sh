# Why this file exists: makes a tree in which ./run works with programs that are already built: a stand-in for cmake
# puts them in place. Sourced after common.sh, with $source, $bench and $report set; $report may be empty.
# shellcheck shell=sh
# shellcheck disable=SC2154

command -v bash >/dev/null || {
  echo "skipped: needs bash"
  exit 77
}
# without a separate folder the stand-in would replace the real cmake in /bin
: "${work:?tree.sh is sourced behind common.sh}"
tree=$work/tree
mkdir -p "$tree/tests" "$work/bin"
cp "$source/run" "$tree/"
cp -r "$source/scripts" "$tree/"
cat >"$work/bin/cmake" <<END
#!/bin/sh
[ "\$1" = --build ] || exit 0
mkdir -p build/bin
ln -sf "$bench" build/bin/xpbd-bench
[ -z "$report" ] || ln -sf "$report" build/bin/xpbd-report
END
printf '#!/bin/sh\n[ "$1" = --version ] || echo "<svg/>"\n' >"$work/bin/gnuplot" # pictures are not the matter here
chmod +x "$work/bin/cmake" "$work/bin/gnuplot"
unset XPBD_GPU_FOLDER CMAKE_GENERATOR
export XPBD_INSTALL=no

# in_tree ARGUMENT...: run ./run there; its exit code is in $code, its output in $work/output.
in_tree() {
  env PATH="$work/bin:$PATH" "$tree/run" "$@" >"$work/output" 2>&1 </dev/null
  code=$?
}
ends() { # ends CODE TEXT ARGUMENT...
  want=$1 text=$2
  shift 2
  in_tree "$@"
  [ "$code" -eq "$want" ] && grep -qF -e "$text" "$work/output"
}
says() { grep -qF -e "$1" "$work/output"; }
# last_line_is_page: the last line is the path of an existing page.
last_line_is_page() { [ -s "$(tail -n 1 "$work/output")" ] && tail -n 1 "$work/output" | grep -q '/index.html$'; }
# facts FILE.tsv: the columns of each row that do not depend on the machine.
facts() {
  awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    { print $at["name"], $at["status"], $at["episodes"], $at["state_hash"], $at["checked"] }' "$1"
}
