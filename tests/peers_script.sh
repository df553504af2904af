#!/bin/sh
# Why this file exists: ./run peers installs programs of others, so its manners are tested with stand-ins for python and
# xpbd-bench: nothing without a yes, one line for each reason, and the others go on.
# usage: peers_script.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"
bench=$work/bench report=
. "$source/tests/tree.sh"
mkdir "$tree/benches"
cp -r "$source/benches/peers" "$tree/benches/"
cat >"$bench" <<'END'
#!/bin/sh
echo "bench $*"
END
# A python that makes environments of itself. Its version, its modules and its pip are as the test says.
cat >"$work/bin/python" <<END
#!/bin/sh
case "\$*" in
  *version_info*) cat "$work/version" ;;
  *ensurepip*) [ ! -e "$work/no_venv" ] ;;
  "-m venv "*) mkdir -p "\$3/bin" && cp "\$0" "\$3/bin/python" ;;
  "-m pip "*) [ ! -e "$work/no_pip" ] || { cat "$work/no_pip"; exit 1; } ;;
  *) echo "runs \$*" ;;
esac
END
chmod +x "$bench" "$work/bin/python"
echo 3.12 >"$work/version"
export XPBD_PYTHON="$work/bin/python"
installed() { [ -x "$tree/build/peers/bin/$1" ]; }
peers() { # peers CODE TEXT ARGUMENT...: without measuring
  want=$1 text=$2
  shift 2
  ends "$want" "$text" peers --only-install "$@"
}

# The tables agree with the folder.
rows() { sed '/^#/d' "$1" | sed 1d; }
listed() { # listed TABLE: each peer has an adapter, a package and a page
  rows "$1" | while IFS='	' read -r peer package settings substeps iterations precision device page command about; do
    [ -n "$about" ] && [ -f "$tree/benches/peers/${command%% *}" ] && grep -q "^$package	" "$tree/benches/peers/packages.tsv" ||
      echo "$peer: $settings $substeps $iterations $precision $device $page"
  done >"$work/output"
  [ ! -s "$work/output" ]
}
pinned() { # pinned FOLDER: each package of pip has an exact version
  rows "$1/packages.tsv" | while IFS='	' read -r package kind _; do
    [ "$kind" != pip ] || grep -q '==' "$1/requirements/$package.txt" || echo "$package has no requirements"
  done >"$work/output" 2>&1
  grep -v '^[A-Za-z0-9_-]*==[0-9.]*$' "$1"/requirements/*.txt >>"$work/output"
  [ ! -s "$work/output" ]
}
check "the list" listed "$tree/benches/peers/list.tsv"
sed 's/own_numba/own_nothing/' "$tree/benches/peers/list.tsv" >"$work/wrong.tsv"
control "an adapter that is not there" listed "$work/wrong.tsv"
check "versions" pinned "$tree/benches/peers"
cp -r "$tree/benches/peers" "$work/loose"
echo 'numpy>=2' >>"$work/loose/requirements/numba.txt"
control "a version that is not exact" pinned "$work/loose"

check "the list of peers" ends 0 "not installed  MuJoCo" peers --list
check "a peer that is none" peers 1 "there is no peer 'nonsense'; known: numba" nonsense
check "one that is misspelt" peers 1 "did you mean mujoco?" mujcoo
check "without a yes" peers 1 "nothing is installed without a yes: ./run peers numba --yes" numba
check "what it would be is said" says "numba 0.68.1: 305 MB, into build/peers/numba"
control "it is installed" installed numba
XPBD_PYTHON=none
check "no interpreter" peers 1 "numba is left out: there is no none; as root: apt-get install python3" numba --yes
XPBD_PYTHON=$work/bin/python
for version in 3.10 3.9 2 unknown; do
  echo "$version" >"$work/version"
  check "python $version" peers 1 "numba is left out: it needs Python 3.11-3.14, and $XPBD_PYTHON is $version" numba --yes
done
echo 3.14 >"$work/version"
check "a newer python than one peer has" peers 1 "taichi is left out: it needs Python 3.11-3.13" taichi mujoco --yes
check "stops no other" installed mujoco
control "is installed" installed taichi
echo 3.12 >"$work/version"
: >"$work/no_venv"
check "no venv" peers 1 "numba is left out: $XPBD_PYTHON has no venv; as root: apt-get install python3-venv" numba --yes
rm "$work/no_venv"
echo "NewConnectionError: Connection refused" >"$work/no_pip"
check "no network" peers 1 "numba is left out: no package index answers; is there a network?" numba --yes
echo "ERROR: No matching distribution found for numba==0.68.1" >"$work/no_pip"
check "a version that is gone" peers 1 "numba is left out: ERROR: No matching distribution found for numba==0.68.1" numba --yes
echo "nothing of that kind" >"$work/no_pip"
check "another failure" peers 1 "numba is left out: pip failed; all of it is in build/logs/installing-numba.log" numba --yes
control "leaves half an installation" [ -e "$tree/build/peers/numba" ]
rm "$work/no_pip"
check "a yes" peers 0 "ready: numba" numba --yes
check "one that is there needs none" peers 0 "ready: numba" numba
check "three of one package" peers 0 "ready: newton-vbd" newton-vbd --yes
check "are all made" installed newton-xpbd
starts() { "$tree/build/peers/bin/newton-vbd" </dev/null | grep -q "^runs .*/benches/peers/newton_solver.py vbd$"; }
check "its command" starts
check "what is measured" ends 0 "bench --json" peers numba newton-vbd --frames 4
check "is named" says "peers -a backend=seq,omp,numba,newton-vbd --frames 4"
finish
