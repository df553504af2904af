#!/bin/sh
# Why this file exists: a kernel may suddenly need more registers, or store a particle in four pieces, without anyone
# noticing the lost speed. This reads the machine code of a build, without a device, and prints a table of the kernels
# (machine_code.awk explains its columns). It compares the table with the recorded one, machine_code.tsv. A number that
# became worse fails. Another version of nvcc compiles differently, so nothing is compared then.
# usage: machine_code.sh SOURCE BUILD            print and compare
#        machine_code.sh SOURCE BUILD --record   write the recorded table again
set -u
source=$1 build=$2 mode=${3:-}
. "$source/tests/common.sh"
here=$source/tests/device record=$source/tests/device/machine_code.tsv library=$build/backends/libxpbd_cuda.a

skip() {
  echo "skipped: $1"
  exit 77
}

case $mode in
  "" | --record) ;;
  *)
    echo "machine_code.sh: $mode: only --record may follow the build" >&2
    exit 2
    ;;
esac
nvcc=$(sed -n 's/^CMAKE_CUDA_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt" 2>/dev/null)
if [ -z "$nvcc" ] || [ ! -f "$library" ]; then skip "$build has no cuda backend"; fi
version=$("$nvcc" --version | sed -n 's/.* V\([0-9.]*\)$/\1/p')
[ -n "$version" ] || skip "$nvcc does not tell its version"
# A toolkit has the disassembler next to nvcc. Otherwise ./run test --all puts one below build-all/.
for folder in "${nvcc%/*}" "$source"/build-all/disassembler/nvidia/*/bin; do PATH=$PATH:$folder; done
for tool in cuobjdump nvdisasm; do
  command -v "$tool" >/dev/null || skip "$tool, of the CUDA toolkit, is not installed"
done

# rows FILE: the table of the disassembly on standard input.
rows() {
  awk -f "$here/machine_code.awk" "$source/lib/formula/list.h" - >"$work/unsorted" 2>>"$work/output" &&
    LC_ALL=C sort "$work/unsorted" >"$1"
}

# read_code LIBRARY: write its table to $work/table. There is no table if the disassembler stops midway.
read_code() {
  rm -f "$work/stopped" "$work/output"
  { cuobjdump -res-usage "$1" && cuobjdump -sass "$1" || : >"$work/stopped"; } 2>>"$work/output" | rows "$work/table" &&
    [ ! -e "$work/stopped" ]
}

headings="arch kernel registers stack shared parameters local code loops loop lds sts ldg stg ld st calls"
show() { { echo "$headings" | tr ' ' '\t'; cat "$work/table"; } | awk -F '\t' '
  { printf "%-5s %-40s %9s %5s %6s %10s %5s %5s %5s %5s", $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
    printf " %9s %8s %8s %8s %8s %8s %5s\n", $11, $12, $13, $14, $15, $16, $17 }'; }

# write_record: rows of architectures that this build lacks stay if the same compiler made them.
write_record() {
  if grep -qsx "# nvcc $version" "$record"; then
    awk -F '\t' 'FNR == NR { here[$1]; next } !/^#/ && $1 != "arch" && !($1 in here)' "$work/table" "$record"
  fi >"$work/kept"
  {
    echo "# Why this file exists: the kernels as they were last found good; written by machine_code.sh --record"
    echo "# nvcc $version"
    echo "$headings" | tr ' ' '\t'
    LC_ALL=C sort "$work/table" "$work/kept"
  } >"$work/record" && cp "$work/record" "$record" || exit 1
  echo "$record: $(wc -l <"$work/table") kernels written, $(wc -l <"$work/kept") of other architectures kept"
}

# compare RECORDED TABLE
compare() { awk -f "$here/machine_code_compare.awk" "$1" "$2" >"$work/output"; }

# altered COLUMN VALUE: the table with this value for k_block_f32<stretching>, or with that many more.
altered() {
  awk -F '\t' -v OFS='\t' -v column="$1" -v value="$2" '
    $2 == "k_block_f32<stretching>" { $column = value ~ /^[+-]/ ? $column + value : value }
    { print }' "$work/table" >"$work/altered"
}
without() { grep -vF "k_block_f32<stretching>" "$work/table" >"$work/altered"; }

# caught WHAT WORDS RECORDED TABLE: the comparison must fail for that reason.
caught() {
  control "$1" compare "$3" "$4"
  check "... and is named" grep -q "k_block_f32<stretching>: $2" "$work/output"
}
better() { compare "$1" "$2" && grep -q 'k_block_f32<stretching>: .*, better$' "$work/output"; }

# listing BARRIER SYMBOL: a kernel as the disassembler prints it: frames (with a prediction, which computes more than
# the rest), in them groups that end in a barrier, in them projections, and a slow path after the end.
listing() {
  printf 'arch = sm_90\n Function %s:\n  REG:40 STACK:8 SHARED:64 LOCAL:0 CONSTANT[0]:600\n' "$2"
  printf '\t\tFunction : %s\n' "$2"
  printf '%s\n' 'STL [R1], R2' 'LDG.E R4, [R2.64]' 'FADD R1, R1, R2' 'FMUL R1, R1, R2' 'MUFU.RSQ R1, R1' \
    '@P0 BRA 0x20' 'LD.E R3, [R4.64]' 'LDS.128 R8, [R4]' '@P1 CALL.REL.NOINC 0x120' 'FFMA R1, R1, R2, R3' \
    'STS [R4], R1' 'STS.64 [R4+0x8], R2' '@P0 BRA 0x70' "$1" '@P0 BRA 0x60' '@P0 BRA 0x10' 'EXIT' 'BRA 0x110' \
    'DMUL R2, R2, R4' 'BRA 0x90' |
    awk '{ printf "        /*%04x*/  %s ;  /* 0x0 */\n  /* 0x0 */\n", 16 * (NR - 1), $0 }'
}
understood() {
  listing "$1" _Z11k_block_f32ILi0ELb0EEv5image | rows "$work/listed" && printf '%s\n' "sm_90 k_block_f32<stretching> 40 8 64 600 1 20 1 6 0/0/1 1/1/0 \
0/0/0 0/0/0 0/0/0 0/0/0 1" | tr ' ' '\t' | cmp -s - "$work/listed"
}

# The same for a kernel whose only loop is over sweeps.
swept() {
  listing "$1" _Z10k_near_f32ILi0EEv5image | rows "$work/listed" && printf '%s\n' "sm_90 k_near_f32<stretching> 40 8 64 \
600 1 20 1 9 0/0/1 1/1/0 0/0/0 0/0/0 1/0/0 0/0/0 1" | tr ' ' '\t' | cmp -s - "$work/listed"
}

check "the machine code is read" read_code "$library" || finish
if [ "$mode" = --record ]; then
  write_record
  exit
fi
show
check "a kernel written for this is understood" understood 'BAR.SYNC 0x0'
control "the same without its barrier" understood NOP
check "and one whose groups follow one another" swept 'BAR.SYNC 0x0'
control "the same without a barrier" swept NOP
control "an empty disassembly" rows "$work/none" </dev/null
control "a library that is none" read_code "$here/machine_code.awk"

cp "$work/table" "$work/altered"
check "a table is like itself" compare "$work/altered" "$work/table"
altered 3 +1
caught "a register more" "registers .*, worse" "$work/table" "$work/altered"
check "a register fewer passes, and is told" better "$work/altered" "$work/table"
altered 7 +1
caught "a spill more" "local accesses .*, worse" "$work/table" "$work/altered"
altered 10 +1
caught "an instruction more in the loop" "loop instructions .*, worse" "$work/table" "$work/altered"
altered 12 99/0/0
caught "stores in pieces" "loop accesses .*, worse" "$work/table" "$work/altered"
altered 15 99/0/0
caught "generic loads" "loop accesses beyond shared memory .*, worse" "$work/table" "$work/altered"
altered 3 -1
caught "a record of a register fewer" "registers .*, worse" "$work/altered" "$work/table"
without
caught "a kernel that is not recorded" "is not recorded" "$work/altered" "$work/table"
caught "a recorded kernel that is gone" "is recorded, and gone" "$work/table" "$work/altered"
: >"$work/altered"
control "an empty record" compare "$work/altered" "$work/table"

again="sh tests/device/machine_code.sh . BUILD --record"
recorded=$(sed -n 's/^# nvcc //p' "$record" 2>/dev/null)
check "the record says which nvcc it is of; it is made by $again" [ -n "$recorded" ] || finish
if [ "$recorded" != "$version" ]; then
  [ "$failures" -eq 0 ] || finish
  skip "recorded with nvcc $recorded, compiled with $version, which makes other code"
fi
compare "$record" "$work/table"
if [ $? -eq 77 ]; then
  [ "$failures" -eq 0 ] || finish
  skip "$(head -n 1 "$work/output")"
fi
if check "nothing is worse than recorded; if it has to be: $again" compare "$record" "$work/table"; then
  tail -n 40 "$work/output"
  ! grep -q ', better$' "$work/output" || echo "to keep what became better: $again"
fi
finish
