# Why this file exists: scripts read xpbd-sim --list=json and --list=matrix-json. Both must be valid and complete JSON,
# and agree with what the program does.
. "$(dirname "$0")/common.sh"

command -v python3 >/dev/null || { echo "skipped: no python3 to read JSON with"; exit 77; }

is_json() { python3 -m json.tool "$1" >/dev/null 2>&1; }

check "list as text" succeeds --list
cp "$work/out" "$work/text"
check "list as JSON" succeeds --list=json
cp "$work/out" "$work/list.json"
check "is JSON" is_json "$work/list.json"
sed 's/"name": "\([^"]*\)"/"name": \1/' "$work/list.json" >"$work/bad.json"
control "names without quotes" is_json "$work/bad.json"

# numbers FILE: no list is empty. Every number has a name, a unit, and a default within its range, or null if there is
# none.
numbers() {
  python3 - "$1" <<'END' 2>/dev/null
import json, sys
got = json.load(open(sys.argv[1]))
for kind in ("scenes", "backends", "methods", "models", "formulas"):
    assert got[kind] and len({e["name"] for e in got[kind]}) == len(got[kind]), kind
rows = [n for s in got["scenes"] for n in s["parameters"]]
rows += [n for f in got["formulas"] for n in f["material"]]
rows += [n for m in got["methods"] for n in m["numbers"]]
for n in rows:
    low = float("-inf") if n["minimum"] is None else n["minimum"]
    high = float("inf") if n["maximum"] is None else n["maximum"]
    assert n["name"] and n["unit"], n
    assert n["standard"] is None or low <= n["standard"] <= high, n
for s in got["scenes"]:
    names = [n["name"] for n in s["parameters"]]
    assert len(set(names)) == len(names) and {"resolution", "size", "mass", "gravity"} <= set(names), s["name"]
END
}
check "every number has a unit, a standard and a range" numbers "$work/list.json"
sed 's/"standard": 1.5, "minimum": 0.05/"standard": 1.5, "minimum": 2/' "$work/list.json" >"$work/bad.json"
control "a standard out of its range" numbers "$work/bad.json"
# mirrors JSON TEXT: for backends and formulas, the text and the JSON agree letter for letter. (golden/lists has the
# rest.)
mirrors() {
  python3 - "$1" "$2" <<'END' >"$work/output" 2>&1
import json, sys
got = json.load(open(sys.argv[1]), parse_float=str, parse_int=str)
number = lambda text, none: none if text is None else text
named = lambda name, text: "  %-20s %s" % (name, text)
want = []
for f in got["formulas"]:
    line = named("", "%s, on %s, C in %s" % (", ".join(f["traits"]) or "plain", f["element"], f["unit"]))
    if f["rows"] != "1":
        line += ", %s rows" % f["rows"]
    for m in f["material"]:
        low, high = number(m["minimum"], "-inf"), number(m["maximum"], "inf")
        unit = "" if m["unit"] == "1" else " " + m["unit"] # "10 1" would read as two numbers
        line += "; %s = %s%s (%s to %s)" % (m["name"], number(m["standard"], "nan"), unit, low, high)
    for m in f["fields"]:
        standard = "as in the mesh" if m["standard"][0] is None else "/".join(m["standard"])
        unit = "" if m["unit"] == "1" else " " + m["unit"]
        span = "" if m["minimum"] is None else " (%s to %s%s)" % (m["minimum"], m["maximum"], unit)
        line += "; %s = %s%s: %s" % (m["name"], standard, span, m["about"])
    want += [named(f["name"], f["about"]), named("", f["source"]), line]
text = open(sys.argv[2]).read().split("\n")
begin = text.index("Backends, in order of preference:") + 1
for b in got["backends"]:
    line = named(b["name"], b["state"] + ": " + b["detail"])
    assert text[begin] == line if b["state"] == "not built" else text[begin].startswith(line + "; "), text[begin]
    begin += 1
assert text[begin] == ""
assert text[text.index("Formulas:") + 3:] == want + [""]
END
}
check "the text says the same" mirrors "$work/list.json" "$work/text"
for change in 's/"rows": 3/"rows": 2/' 's/"turning"/"summed"/' 's/"element": "edges"/"element": "corners"/' \
  's/"k", "unit": "1"/"k", "unit": "m"/' 's/"state": "ready"/"state": "not built"/'; do
  sed "$change" "$work/list.json" >"$work/bad.json"
  control "$change" mirrors "$work/bad.json" "$work/text"
done
check "a number that is listed is taken" succeeds inflation --volume 1.2 --resolution 5 --frames 1 --quiet

# The matrix: every scene with every method on every backend, with the reasons that the program itself gives.
check "the matrix as text" succeeds --list=matrix
cp "$work/out" "$work/matrix.text"
check "names reasons" has "$work/out" '^\[1\] .'
check "the matrix as JSON" succeeds --list=matrix-json
cp "$work/out" "$work/matrix.json"
check "is JSON" is_json "$work/matrix.json"
complete() {
  python3 - "$1" "$work/list.json" <<'END' 2>/dev/null
import json, sys
cells, known = json.load(open(sys.argv[1]))["cells"], json.load(open(sys.argv[2]))
own = [m["name"] for m in known["methods"]]
keys = {(c["scene"], c["method"], c["backend"]) for c in cells}
want = {(s["name"], m, b["name"]) for s in known["scenes"] for m in own for b in known["backends"]}
assert all(s["method"] in own for s in known["scenes"])
assert keys == want and len(cells) == len(keys)
assert all(c["runs"] != ("reason" in c) and c.get("reason", ".") != "" for c in cells)
END
}
check "has every cell once" complete "$work/matrix.json"
sed '/"scene": "blob", "method": "pbd", "backend": "seq"/d' "$work/matrix.json" >"$work/bad.json"
control "a missing cell" complete "$work/bad.json"
# In the text, each reason has a number, in order of appearance. With these, the cells agree with the JSON.
agree() {
  python3 - "$1" "$work/matrix.json" <<'END' 2>/dev/null
import json, re, sys
lines = open(sys.argv[1]).read().split("\n")
told = [re.match(r"\[(\d+)\] (.+)", line).groups() for line in lines if line.startswith("[")]
assert [int(number) for number, _ in told] == list(range(1, len(told) + 1)) and len({text for _, text in told}) == len(told)
read, first = {}, []
for line in lines:
    words = line.split()
    if line and line[0].isalpha(): backend = line
    elif len(words) > 1 and line.startswith("   "): methods = words
    elif len(words) > 1 and line.startswith("  "):
        assert len(words) == len(methods) + 1
        for method, word in zip(methods, words[1:]):
            number = 0 if word == "runs" else int(word.strip("[]"))
            if number and number not in first: first.append(number)
            read[words[0], method, backend] = told[number - 1][1] if number else "runs"
assert first == sorted(first)
assert read == {(c["scene"], c["method"], c["backend"]): c.get("reason", "runs")[:299] for c in json.load(open(sys.argv[2]))["cells"]}
END
}
check "says the same as text" agree "$work/matrix.text"
sed 's/\[2\]  /[1]  /' "$work/matrix.text" >"$work/bad.text"
control "another number" agree "$work/bad.text"
awk '{ print } /^\[/ { count++ } /^\[1\] / { text = $0 } END { sub(/1/, count + 1, text); print text }' "$work/matrix.text" >"$work/bad.text"
control "a reason told twice" agree "$work/bad.text"

# The cells of a scene, and those of a lattice on seq, agree with what a run does.
python3 -c 'import json, sys
for c in json.load(open(sys.argv[1]))["cells"]:
    if c["scene"] == "inflation" or c["scene"] == "wedge" and c["backend"] == "seq":
        print(c["scene"], c["method"], c["backend"], c.get("reason", "runs"), sep="\t")' "$work/matrix.json" >"$work/rows"
tab=$(printf '\t')
keeps() { # keeps SCENE METHOD BACKEND ANSWER: a run of one frame does what the answer says
  run "$1" --method "$2" --backend "$3" --frames 1 --iterations 1 --quiet
  if [ "$4" = runs ]; then [ "$code" -ne 1 ]; else [ "$code" -eq 1 ] && grep -qF -e "$4" "$work/err"; fi
}
check "many run" [ "$(grep -c "${tab}runs$" "$work/rows")" -gt 9 ]
check "and many do not" [ "$(grep -vc "${tab}runs$" "$work/rows")" -gt 9 ]
while IFS=$tab read -r scene method backend answer; do
  check "matrix: $scene, $method, $backend" keeps "$scene" "$method" "$backend" "$answer"
done <"$work/rows"
control "fms on omp counted as running" keeps cloth fms omp runs
control "xpbd on seq counted as refused" keeps cloth xpbd seq "no such thing"
finish
