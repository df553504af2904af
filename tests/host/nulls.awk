# Why this file exists: writes a call of each public function for each of its pointer arguments, which is NULL in it. The
# input is from declarations.awk. `optional` is the file of arguments that may be NULL.
BEGIN {
  while ((getline line <optional) > 0) if (line !~ /^#/ && split(line, field, "\t") >= 2) may[field[1], field[2]] = 1
}
# The type and the name of a parameter. double extent[3] is a double *.
function take(text) {
  gsub(/^ +| +$/, "", text)
  array = sub(/ *\[[^]]*\]$/, "", text)
  match(text, /[A-Za-z0-9_]+$/)
  name = substr(text, RSTART)
  type = substr(text, 1, RSTART - 1) (array ? "*" : "")
  gsub(/ +/, "_", type)
  gsub(/\*/, "p", type)
  gsub(/_+p/, "_p", type)
  gsub(/^_+|_+$/, "", type)
  sub(/^Bool$/, "bool", type)
}
function kind(type) {
  if (type ~ /\*/) return "pointer"
  if (type ~ /^(xpbd_status|void|double)$/) return type
  return type ~ /^(_Bool|bool|int|int32_t|int64_t|uint64_t|size_t)$/ ? "number" : "object"
}
{
  line = $0
  if (line ~ /[(] *[*]/) next
  head = line
  sub(/ *[(].*/, "", head)
  if (!match(head, /xpbd_[a-z0-9_]+$/)) next
  called = substr(head, RSTART)
  returned = substr(head, 1, RSTART - 1)
  gsub(/ +$/, "", returned)
  sub(/^[^(]*[(]/, "", line)
  sub(/[)][^)]*$/, "", line)
  count = split(line, parameter, ",")
  for (i = 1; i <= count; i++) {
    take(parameter[i])
    types[i] = type
    names[i] = name
  }
  for (i = 1; i <= count; i++) {
    if (types[i] !~ /_p+$/) continue
    text = ""
    for (k = 1; k <= count; k++) text = text (k > 1 ? ", " : "") (k == i ? "NULL" : "valid_" types[k])
    printf "CALL_%s(%s, \"%s\", %d, (%s))\n", kind(returned), called, names[i], (called, names[i]) in may, text
  }
}
