#!/bin/sh
# Why this file exists: the notebooks of examples run to their end, with the library and the programs of this build.
# usage: notebooks.sh SOURCE BUILD
set -u
source=$1 build=$2
. "$source/tests/common.sh"
needs_python nbclient nbformat ipykernel cffi numpy pandas matplotlib
mkdir "$work/python" "$work/here"
python_package "$work/python"
cat >"$work/execute.py" <<'END'
import sys
import nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(notebook)
assert not any(cell.get("outputs") for cell in notebook.cells), "it is stored with its output"
nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3", resources={"metadata": {"path": sys.argv[2]}}).execute()
END
executes() {
  quiet env PYTHONPATH="$work/python" PATH="$build/bin:/usr/bin:/bin" MPLBACKEND=agg HOME="$work/here" XPBD_FORMULA_DIR="$source/lib" \
    "$python" -B "$work/execute.py" "$1" "$work/here"
}
for notebook in "$source"/examples/*.ipynb; do check "${notebook##*/}" executes "$notebook"; done
sed 's|+ alpha \* multipliers\[e\]|+ 2 * alpha * multipliers[e]|' "$source/examples/own_solver.ipynb" >"$work/wrong.ipynb"
control "a wrong solver" executes "$work/wrong.ipynb"
sed 's/run.stdout.strip()/run.stdout.stripped()/' "$source/examples/formula.ipynb" >"$work/wrong.ipynb"
control "a notebook with a mistake" executes "$work/wrong.ipynb"
finish
