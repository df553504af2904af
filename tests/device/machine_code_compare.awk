# Why this file exists: compares two tables of machine_code.awk. Every kernel of the architectures that both have must
# be in both, and no number may be worse. Compared are registers, stack and local accesses, and for the projection loops
# the instructions, the loads and stores (narrower ones are more), those not known to be of shared memory, and the
# calls. The other columns grow with what a kernel can do and are not compared. Improvements are reported and pass.
# Exit code 77: the tables have no architecture in common.
# usage: awk -f machine_code_compare.awk RECORDED TABLE

function accesses(first, last,  i, part, n) {
  for (i = first; i <= last; i++) {
    split($i, part, "/")
    n += part[1] + part[2] + part[3]
  }
  return n + 0
}

# Worse numbers are reported last, where they are seen.
function wrong(text) {
  told = told text "\n"
  worse++
}

function differs(key, what, was, is) {
  if (is > was) {
    wrong(key ": " what " " was " -> " is ", worse")
  } else {
    print key ": " what " " was " -> " is ", better"
    better++
  }
}

BEGIN {
  FS = "\t"
  count = split("registers,stack,local accesses,loop instructions,loop accesses,loop accesses beyond shared memory," \
                "loop calls", name, ",")
}

/^#/ || $1 == "arch" { next }
NF != 17 || $3 !~ /^[0-9]+$/ {
  wrong(FILENAME ": line " FNR " is not one of a table")
  next
}
{
  side = FILENAME == ARGV[1] ? "recorded" : "new"
  key = $1 " " $2
  known[side, $1] = 1
  arch[key] = $1
  if (!(("recorded", key) in has) && !(("new", key) in has)) order[++kernels] = key
  has[side, key] = 1
  split($3 FS $4 FS $7 FS $10 FS accesses(11, 16) FS accesses(13, 16) FS $17, value)
  for (i = 1; i <= count; i++) number[side, key, i] = value[i] + 0
}

END {
  for (k = 1; k <= kernels; k++) {
    key = order[k]
    if (!(("recorded", arch[key]) in known) || !(("new", arch[key]) in known)) {
      left_out[arch[key]] = ("new", arch[key]) in known ? "is not recorded" : "is recorded, but not in this build"
      continue
    }
    compared++
    if (!(("recorded", key) in has) || !(("new", key) in has)) {
      wrong(key (("new", key) in has ? ": is not recorded" : ": is recorded, and gone"))
      continue
    }
    for (i = 1; i <= count; i++)
      if (number["new", key, i] != number["recorded", key, i])
        differs(key, name[i], number["recorded", key, i], number["new", key, i])
  }
  for (one in left_out) print one ": " left_out[one] ", not compared"
  printf "%s", told
  print compared + 0 " kernels compared, numbers that are worse: " worse + 0 ", better: " better + 0
  if (worse) exit 1
  if (!compared) exit 77
}
