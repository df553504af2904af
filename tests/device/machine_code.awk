# Why this file exists: prints one line for each kernel of a disassembly, with what decides its speed, tab separated:
#
#   arch, kernel
#   registers, stack, shared, parameters   as granted by the assembler: per thread, then bytes
#   local         loads and stores of local memory in the whole kernel: spills, arrays without registers
#   code          instructions of the whole kernel
#   loops, loop   projection loops and their instructions
#   lds sts ldg stg ld st   of these, loads and stores of shared memory, of global memory, and generic ones, whose
#                           address decides at run time; counted as up to 32 bits/64/128
#   calls         of these, calls
#
# The projection loop is the outermost loop (a branch back, and everything from its target to it) that computes with
# floating point, and in which no thread waits for others or adds to a common counter. Of these the one deepest in other
# loops counts. Frames, substeps, iterations and groups end in a barrier or a counter, so the remaining loop is the one
# over the constraints of a group. Prediction, wind and the end of a step are less deep. In kernels of one phase it is
# the loop over particles. Several loops of equal depth (unrolled and the rest, damped and not) are counted together.
# k_near has the groups of a sweep one after another in a loop without another, and one such loop for each number of
# groups. The one with the most groups is counted: `loops` are its groups, each ended by a barrier (apart: three), and
# `loop` the instructions of all of them. The same holds for k_tile, whose loop continues with the next seven groups,
# with a barrier before these. The loop of k_resident contains loops in which its threads wait for other blocks; these
# are counted there. A branch back over the end of the kernel is no loop: it comes from a slow path placed after it.
#
# usage: { cuobjdump -res-usage LIBRARY; cuobjdump -sass LIBRARY; } | awk -f machine_code.awk lib/formula/list.h -

function from_hex(digits,  i, n) {
  n = 0
  for (i = 1; i <= length(digits); i++) n = 16 * n + index("0123456789abcdef", substr(digits, i, 1)) - 1
  return n
}

# The name in the source: _Z11k_block_f32ILi0EEv... is k_block_f32<stretching>; other names stay unchanged.
function name_of(symbol,  digits, rest, name, word, arguments) {
  if (!match(symbol, /^_ZL?[0-9]+/)) return symbol
  digits = substr(symbol, 1, RLENGTH)
  rest = substr(symbol, RLENGTH + 1)
  sub(/^_ZL?/, "", digits)
  name = substr(rest, 1, digits + 0)
  rest = substr(rest, digits + 1)
  if (rest !~ /^I/) return name
  for (rest = substr(rest, 2); match(rest, /^L[a-z]n?[0-9]+E/); rest = substr(rest, RLENGTH + 1)) {
    word = substr(rest, 3, RLENGTH - 3)
    if (rest ~ /^Lb/) { # whether sets may be damped, always true for general kernels; for k_near whether strips are
                       # apart, for k_resident whether its tiles are in a cluster
      if (word == "1" && arguments != "general") arguments = arguments (name ~ /^k_near/ ? ",apart" : name ~ /^k_resident/ ? ",cluster" : ",damped")
      continue
    }
    if (arguments == "") word = word == "n1" ? "general" : (word in formula) ? formula[word] : word
    arguments = arguments (arguments == "" ? "" : ",") word
  }
  return rest ~ /^E/ && arguments != "" ? name "<" arguments ">" : symbol
}

# Adds the instructions in lines first .. last to sum[].
function add_up(first, last,  i) {
  for (i = first; i <= last; i++)
    if (i in kind) sum[kind[i]]++
}

function has(wanted, first, last,  i) {
  for (i = first; i <= last; i++)
    if ((i in kind) && kind[i] == wanted) return 1
  return 0
}

function widths(access) { return sum[access 32] + 0 "/" sum[access 64] + 0 "/" sum[access 128] + 0 }

# For a kernel with unrolled groups: of the loops that contain no such loop, only the one with the most barriers is deep.
function only_sweeps(n, begin, end, quiet, depth,  i, j, inner, most, best) {
  for (i = 1; i <= n; i++) {
    depth[i] = -1
    inner = 0
    for (j = 1; j <= n; j++) inner += j != i && !quiet[j] && begin[j] >= begin[i] && end[j] <= end[i]
    split("", sum)
    add_up(begin[i], end[i])
    if (!inner && sum["meet"] > most) {
      most = sum["meet"]
      best = i
    }
  }
  if (best) depth[best] = 1
  return best ? 1 : -1
}

# Finds the loops of the kernel whose lines were read, then prints its line.
function finish_kernel(  first, n, i, j, d, deepest, depth, quiet, begin, end, local) {
  if (!lines) return
  deepest = -1
  for (first in back) {
    if (has("stop", first + 0, back[first])) continue
    begin[++n] = first + 0
    end[n] = back[first]
    quiet[n] = !has("meet", begin[n], end[n])
  }
  for (i = 1; i <= n; i++) {
    d = 0
    for (j = 1; j <= n; j++) {
      if (j == i || begin[j] > begin[i] || end[j] < end[i]) continue
      d = quiet[j] ? -1000 : d + 1 # not the outermost
    }
    depth[i] = quiet[i] && d >= 0 && has("float", begin[i], end[i]) ? d : -1
    if (depth[i] > deepest) deepest = depth[i]
  }
  if (kernel ~ /^k_(near|tile)/) deepest = only_sweeps(n, begin, end, quiet, depth)
  split("", sum)
  add_up(1, lines)
  local = sum["local"] + 0
  split("", sum)
  for (i = 1; i <= n; i++) {
    if (depth[i] < 0 || depth[i] < deepest) continue
    sum["loops"]++
    sum["loop"] += end[i] - begin[i] + 1
    add_up(begin[i], end[i])
  }
  if (kernel ~ /^k_(near|tile)/) sum["loops"] = sum["meet"]
  if (!((arch, kernel) in resource)) wrong = "no resources are given for " kernel
  print arch, kernel, resource[arch, kernel], local, lines, sum["loops"] + 0, sum["loop"] + 0, widths("LDS"),
    widths("STS"), widths("LDG"), widths("STG"), widths("LD"), widths("ST"), sum["call"] + 0
  printed++
  lines = 0
}

# The kind of an instruction; "" if it is only counted.
function kind_of(word, predicated,  op) {
  op = word
  sub(/\..*/, "", op)
  if (op ~ /^(LDS|STS|LDG|STG|LD|ST)$/) return op (word ~ /\.128/ ? 128 : word ~ /\.64/ ? 64 : 32)
  if (op ~ /^(LDL|STL)$/) return "local"
  if (op ~ /^([FDH](ADD|MUL|FMA)2?|MUFU)$/) return "float"
  if (op ~ /^(BAR|UCGABAR|ATOM|RED|MEMBAR)/) return "meet"
  if (op == "CALL") return "call"
  return op ~ /^(EXIT|RET)$/ && !predicated ? "stop" : ""
}

BEGIN {
  OFS = "\t"
}

FNR == NR && FILENAME != "-" {
  if (match($0, /^XPBD_(FORMULA|SUMMED)_ENTRY\([a-z0-9_]+/)) {
    entry = substr($0, 1, RLENGTH)
    sub(/.*\(/, "", entry)
    formula[formulas++] = entry
  }
  next
}

/^arch = / { finish_kernel(); arch = $3 }

# Resources: " Function NAME:", then " REG:57 STACK:0 SHARED:0 LOCAL:0 CONSTANT[0]:3600 ...".
$1 == "Function" && NF == 2 { kernel = name_of(substr($2, 1, length($2) - 1)) }
/^ *REG:/ {
  for (i = 1; i <= NF; i++) {
    split($i, word, ":")
    granted[word[1]] = word[2]
  }
  if ((arch, kernel) in resource) wrong = "two kernels of " arch " are called " kernel
  resource[arch, kernel] = granted["REG"] OFS granted["STACK"] OFS granted["SHARED"] OFS granted["CONSTANT[0]"]
}

# Code: "Function : NAME", then "/*0040*/  @P0 BRA 0x1d0 ;  /* 0x... */" and a second line of the encoding.
$1 == "Function" && $2 == ":" {
  finish_kernel()
  kernel = name_of($3)
  split("", back)
  split("", kind)
}
/^ *\/\*[0-9a-f]+\*\/ / {
  if (substr($1, 3, length($1) - 4) != sprintf("%04x", 16 * lines++)) wrong = kernel ": an instruction is not 16 bytes"
  at = $2 ~ /^@/ ? 3 : 2
  if ((found = kind_of($at, at == 3)) != "") kind[lines] = found
  if ($at ~ /^BRA/ && match($0, /0x[0-9a-f]+ *;/)) {
    target = substr($0, RSTART + 2, RLENGTH - 3)
    sub(/ +$/, "", target)
    target = from_hex(target) / 16 + 1
    if (target < lines) back[target] = lines # the last of several wins
  }
}

END {
  finish_kernel()
  if (!printed) wrong = "there is no kernel in the disassembly"
  if (wrong != "") {
    print "machine_code.awk: " wrong >"/dev/stderr"
    exit 1
  }
}
