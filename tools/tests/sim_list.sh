# Why this file exists: scripts read xpbd-sim --list=json and --list=matrix-json: they are JSON, complete, and what they say
# is what the program does.
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

# numbers FILE: every list has entries; every number has name, unit, a standard in its range, or null where there is none.
numbers() {
  python3 - "$1" <<'END' 2>/dev/null
import json, sys
got = json.load(open(sys.argv[1]))
for kind in ("scenes", "backends", "methods", "models", "formulas"):
    assert got[kind] and len({e["name"] for e in got[kind]}) == len(got[kind]), kind
rows = [n for s in got["scenes"] for n in s["parameters"]]
rows += [n for f in got["formulas"] for n in f["material"]]
for n in rows:
    low = float("-inf") if n["minimum"] is None else n["minimum"]
    high = float("inf") if n["maximum"] is None else n["maximum"]
    assert n["name"] and n["unit"], n
    assert n["standard"] is None or low <= n["standard"] <= high, n
for s in got["scenes"]:
    names = [n["name"] for n in s["parameters"]]
    assert len(set(names)) == len(names) and {"resolution", "size", "mass", "gravity"} <= set(names), s["name"]
own = {s["name"]: {n["name"]: n["standard"] for n in s["parameters"]} for s in got["scenes"]}
assert own["cloth_stretched"]["stretch"] == 1.5 and "stretch" not in own["cloth"]
assert own["inflation"]["volume"] == 1.5 and own["pendulum"]["angle"] == 30
assert own["torus_falling"]["friction"] is None  # its spheres and its box differ
END
}
check "every number has a unit, a standard and a range" numbers "$work/list.json"
sed 's/"standard": 1.5, "minimum": 0.05/"standard": 1.5, "minimum": 2/' "$work/list.json" >"$work/bad.json"
control "a standard out of its range" numbers "$work/bad.json"
named() { python3 -c 'import json, sys; print("\n".join(e["name"] for k in sys.argv[2:] for e in json.load(open(sys.argv[1]))[k]))' "$work/list.json" "$@"; }
for name in $(named scenes backends methods models formulas); do
  check "$name is in the text too" has "$work/text" "^  $name "
done
check "a number that is listed is taken" succeeds inflation --volume 1.2 --resolution 5 --frames 1 --quiet
check "one that is not is refused" fails 1 "scene cloth: it has no parameter 'volume'; those of cloth are resolution, size," cloth --volume 1.2 --resolution 5

# The matrix: every scene by every method on every backend, and the reasons that the program gives itself.
check "the matrix as text" succeeds --list=matrix
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
reason() {
  python3 -c 'import json, sys
print([c.get("reason", "runs") for c in json.load(open(sys.argv[1]))["cells"]
       if [c["scene"], c["method"], str(c["backend"])] == sys.argv[2:]][0])' "$work/matrix.json" "$@"
}
check "what runs, runs" same "$(reason chain pbd seq)" runs
check "so" succeeds chain --method pbd --backend seq --frames 1 --quiet
check "what does not, says why" fails 1 "$(reason inflation energy seq)" inflation --method energy --backend seq
check "position Verlet runs what was made for it" same "$(reason wedge verlet-7 seq)" runs
check "and its reason is the program's" fails 1 "$(reason cloth verlet-6 seq)" cloth --method verlet-6
check "that is no 'runs'" [ "$(reason inflation energy seq)" != runs ]
control "another scene's reason" fails 1 "$(reason inflation energy seq)" cloth_on_sphere --method fms
check "so does a method with one backend" fails 1 "$(reason cloth_on_sphere fms omp)" cloth_on_sphere --method fms --backend omp
finish
