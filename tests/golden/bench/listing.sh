# Why this file exists: people and programs choose formulas by --list=formulas and its JSON. Records some formulas of
# each kind, and the meaning of elements, traits and models.
xpbd-bench --list=formulas >text
xpbd-bench --list=formulas-json >json
some='^(stretching|hookean|morse|orthotropic_triangle|isometric_bending|closed_volume|stvk_strain_tet|esbd_stretch_literal)$'

# marks_of_text, marks_of_json: formula, backend, and 0 if it cannot run here.
marks_of_text() {
  awk '/^[a-z].*: / { name = $1; sub(":", "", name) }
    /^  backends:/ { for (i = 2; i <= NF; i++) if ($i !~ /^\(/ && $i != "here)") print name, $i, $(i + 1) == "(not" ? 0 : 1 }' "$1"
}
marks_of_json() {
  awk -F '"' '/^      "name": / { name = $4 } /"unusable": / { print name, $4, /"unusable": null}/ ? 1 : 0 }' "$1"
}
marks_of_text text >marks
marks_of_json json >marks.json
echo "marks of which the two lists differ: $(diff marks marks.json | grep -c '^[<>]')"
sed '1,/ (not here)/s/ (not here)//; 1,/ seq/s/ seq/ seq (not here)/' text >other
echo "with one changed: $(marks_of_text other | diff - marks.json | grep -c '^[<>]')"
echo "backends of a formula: $(cut -d ' ' -f 1 marks | uniq -c | awk '{ print $1 }' | sort -u)"
echo "formulas that seq does not run: $(grep -c ' seq 0$' marks)"
echo "backends that do not run a formula and give no reason: $(($(grep -c ' 0$' marks) - $(grep -c '"unusable": "[a-zA-Z].*"}' json)))"
echo "cuda, not built, that does not say by what: $(grep 'cuda.*not built' json | grep -cv '{"name": "cuda", "unusable": "not built; -DXPBD_CUDA=ON (needs nvcc) builds it"}')"

# Without the backends, which depend on the build and the machine, except seq.
{
  awk -v some="$some" '
    /^$/ { rest = 1 }
    /^[a-z].*: / { name = $1; sub(":", "", name); inside = name ~ some }
    rest || (inside && !/^  backends:/)' text
  awk -v some="$some" '
    / {"name": "(omp|cuda|opencl)", "unusable": / { next }
    /^    {$/ { held = $0; next }
    /^      "name": / { split($0, part, "\""); one = 1; inside = part[4] ~ some; if (inside) print held }
    !one || inside
    /^    },?$/ { one = 0 }' json
}
