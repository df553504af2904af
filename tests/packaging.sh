#!/bin/sh
# Why this file exists: the recipes in packaging and .github parse, and containers run nothing but ./run. docs/guide/packages.md
# says which of them were tried. Where reframe is installed, its test runs with the given xpbd-bench.
# usage: packaging.sh SOURCE XPBD_BENCH
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
needs_python yaml

# only_run FILE: each command of the image is ./run, or cd.
only_run() {
  sed -n -e 's/^RUN //p' -e '/^%post/,/^%env/{/^ /s/^ *//p;}' "$1" >"$work/commands"
  grep -q '^\./run build ' "$work/commands" && ! grep -vqE '^(\./run |cd /)' "$work/commands"
}
for image in Dockerfile apptainer.def; do
  check "$image runs only ./run" only_run "$source/packaging/$image"
  sed 's/\.\/run build.*/apt-get install gcc/' "$source/packaging/$image" >"$work/image"
  control "$image with another command" only_run "$work/image"
done

# python_file FILE, yaml_file FILE: it parses. Templates of conda become plain text first.
python_file() { "$python" -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$1" 2>"$work/output"; }
yaml_file() {
  "$python" -c 'import re, sys, yaml
text = re.sub(r"{%.*?%}", "", open(sys.argv[1]).read())
tree = yaml.safe_load(re.sub(r"{{.*?}}", "x", text))
assert isinstance(tree, dict) and len(tree) >= int(sys.argv[2])' "$1" "$2" 2>"$work/output"
}
check "Spack's recipe parses" python_file "$source/packaging/spack/package.py"
check "ReFrame's test parses" python_file "$source/packaging/reframe/xpbd_check.py"
check "conda's recipe parses" yaml_file "$source/packaging/conda/meta.yaml" 6
check "the workflow parses" yaml_file "$source/.github/workflows/ci.yml" 3
check "it calls .ci/run" grep -q 'run: bash \.ci/run$' "$source/.github/workflows/ci.yml"
for form in "$source"/.github/ISSUE_TEMPLATE/*.md; do
  sed -n '2,/^---$/{/^---$/!p;}' "$form" >"$work/form.yml"
  check "${form##*/} has a name and a purpose" yaml_file "$work/form.yml" 2
done
printf 'class X(:\n  pass\n' >"$work/wrong.py"
control "Python that does not parse" python_file "$work/wrong.py"
printf 'a: [1\nb: 2\n' >"$work/wrong.yml"
control "YAML that does not parse" yaml_file "$work/wrong.yml" 1
# Options of CMake that recipes set exist.
exist() { grep -ohE 'XPBD_[A-Z]+' "$@" | sort -u | while read -r name; do
  grep -rqE "(option|set)\($name |option\($name" "$source/CMakeLists.txt" "$source/cmake" "$source/lib/CMakeLists.txt" || { echo "$name"; exit 1; }
done; }
check "the options that recipes set exist" exist "$source/packaging/spack/package.py" "$source/packaging/conda/meta.yaml" "$source/packaging/Dockerfile"
echo '-DXPBD_NONSENSE=ON' >"$work/wrong.def"
control "an option that does not exist" exist "$work/wrong.def"

if command -v reframe >/dev/null; then
  reframe_runs() { (cd "$work/runs" && HOME="$work/runs" PATH="$1:$PATH" quiet reframe -c "$source/packaging/reframe/xpbd_check.py" -S size=21 -r); }
  mkdir "$work/runs" "$work/none"
  printf '#!/bin/sh\nexit 0\n' >"$work/none/xpbd-bench"
  chmod +x "$work/none/xpbd-bench"
  check "ReFrame's test runs" reframe_runs "$(dirname "$bench")"
  control "with a program that measures nothing" reframe_runs "$work/none"
else
  echo "left out: ReFrame (pip install reframe-hpc)"
fi
finish
