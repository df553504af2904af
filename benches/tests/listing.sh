# Why this file exists: what --list=formulas and its JSON say of a formula is what people and programs choose by: recorded
# (listing.txt) for some of each kind, with what elements, traits and models are; and both say the same of where each runs.
# Usage: sh listing.sh PATH_OF_XPBD_BENCH; see tests/recorded.sh.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../tests/recorded.sh"
bench=$1
. "$here/../../tests/common.sh"

"$bench" --list=formulas >"$work/text"
"$bench" --list=formulas-json >"$work/json"
some='^(stretching|hookean|morse|orthotropic_triangle|isometric_bending|closed_volume|stvk_strain_tet|esbd_stretch_literal)$'

# marks_of_text, marks_of_json: formula, backend, and 0 where it cannot run here.
marks_of_text() {
  awk '/^[a-z].*: / { name = $1; sub(":", "", name) }
    /^  backends:/ { for (i = 2; i <= NF; i++) if ($i !~ /^\(/ && $i != "here)") print name, $i, $(i + 1) == "(not" ? 0 : 1 }' "$1"
}
marks_of_json() {
  awk -F '"' '/^      "name": / { name = $4 } /"unusable": / { print name, $4, /"unusable": null}/ ? 1 : 0 }' "$1"
}
marks_of_text "$work/text" >"$work/marks"
marks_of_json "$work/json" >"$work/marks.json"
if [ -z "$making" ]; then
  check "lists for people and for programs agree on where each formula runs" cmp "$work/marks" "$work/marks.json"
  count=$(grep -c '^      "element": ' "$work/json")
  check "seq runs each" [ "$(grep -c ' seq 1$' "$work/marks")" -eq "$count" ]
  check "all backends each" [ "$(grep -c . "$work/marks")" -eq $(($(grep -c "^XPBD_BACKEND(" "$here/../../backends/list.h") * count)) ]
  check "each that does not run says why" [ "$(grep -c '"unusable": "[a-zA-Z].*"}' "$work/json")" -eq "$(grep -c ' 0$' "$work/marks")" ]
  if grep -q 'cuda.*not built' "$work/json"; then
    check "not built, by what it is built" grep -q '{"name": "cuda", "unusable": "not built; -DXPBD_CUDA=ON (needs nvcc) builds it"}' "$work/json"
  fi
  sed '1,/ (not here)/s/ (not here)//; 1,/ seq/s/ seq/ seq (not here)/' "$work/text" >"$work/other"
  marks_of_text "$work/other" >"$work/marks"
  control "another mark" cmp "$work/marks" "$work/marks.json"
fi

# Without the backends, which are of the build and the machine, but for seq.
{
  awk -v some="$some" '
    /^$/ { rest = 1 }
    /^[a-z].*: / { name = $1; sub(":", "", name); inside = name ~ some }
    rest || (inside && !/^  backends:/)' "$work/text"
  awk -v some="$some" '
    / {"name": "(omp|cuda|opencl)", "unusable": / { next }
    /^    {$/ { held = $0; next }
    /^      "name": / { split($0, part, "\""); one = 1; inside = part[4] ~ some; if (inside) print held }
    !one || inside
    /^    },?$/ { one = 0 }' "$work/json"
} >"$work/is"
recorded_text "$here/listing.txt" "$work/is" 's/"rows": 1/"rows": 2/'
