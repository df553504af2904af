#!/bin/sh
# Why this file exists: a published number that was copied wrongly would be believed. So the tables that programs read
# must agree with second ones, entered independently (published.txt has the rates, printed.txt the rest). Usage:
# published.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"
here=$source/tests/oracle

# `split_row` cuts a line of comma-separated values into cell[]; cells in quotes may hold commas. at[] has the columns.
csv='
  function split_row(rest, text) {
    count = 0; rest = $0 ","
    while (rest != "") {
      if (rest ~ /^"/) { match(rest, /^"([^"]|"")*",/); text = substr(rest, 2, RLENGTH - 3) }
      else { match(rest, /^[^,]*,/); text = substr(rest, 1, RLENGTH - 1) }
      cell[++count] = text; rest = substr(rest, RLENGTH + 1)
    }
  }
  { split_row() }
  NR == 1 { for (i = 1; i <= count; i++) at[cell[i]] = i; next }'

# lines FPS.csv: its rows in the words of the second table, one for each printed rate.
lines() {
  awk "$csv"'
    {
      springs = cell[at["paper"]] == "Cetinaslan 2019"
      method = springs ? "four springs" : cell[at["solver"]] == "energy" ? "Our Method" : "XPBD"
      size = springs ? cell[at["edges"]] " edges" : cell[at["vertices"]] " vertices"
      low = cell[at["fps_low"]]; high = cell[at["fps_high"]]
      printf "%s | %s | %s | %s | %s | %s | %s\n", cell[at["paper"]], cell[at["model"]], method,
        cell[at["parallel"]] == "gpu" ? "GPU" : "CPU", size, cell[at["iterations"]], low == high ? low : low "-" high
    }' "$1" | sort -u
}
agrees() { # FPS.csv
  lines "$1" >"$work/read"
  grep -v '^#' "$here/published.txt" | sort >"$work/entered"
  diff "$work/read" "$work/entered" >"$work/output" 2>&1
}

table=$source/data/papers/fps.csv
check "every published rate, size and number of iterations" agrees "$table"
check "all of them" [ "$(wc -l <"$work/entered")" -eq 41 ]
# A line for each printed rate. A rate of the four springs is there four times, once for each spring.
check "four springs have a line each" [ "$(grep -c '^morse_' "$table")" -eq 20 ]
sed 's/,sequential,55,55,/,sequential,56,56,/' "$table" >"$work/other.csv"
control "another rate" agrees "$work/other.csv"
sed 's/,gpu,34,35,/,gpu,34,36,/' "$table" >"$work/other.csv"
control "another end of a range" agrees "$work/other.csv"
sed '/^esbd_cow_sbd/d' "$table" >"$work/other.csv"
control "a row that is gone" agrees "$work/other.csv"

# of_one FPS.csv: the seven rows of ESBD have the stiffness 1 of Sect. 4 of their paper.
of_one() {
  awk "$csv"'
    cell[at["key"]] ~ /^esbd_.*_esbd$/ { rows++; ones += cell[at["k"]] == "1" }
    END { exit !(rows == 7 && ones == 7) }' "$1"
}
check "the stiffness of ESBD" of_one "$table"
sed '/^esbd_flag_esbd/s/,0.3,1,/,0.3,2,/' "$table" >"$work/other.csv"
control "another one in a row" of_one "$work/other.csv"

# of_all CLAIMS.csv: a claim about all of Table I of the energies names the eleven scenes of its rows.
of_all() {
  awk "$csv"'
    cell[at["key"]] ~ /^energy_(overhead_mean|overhead_share|interactive|mesh_sizes)$/ {
      rows++; whole += (split(cell[at["scenes"]], word, " ") == 11) }
    END { exit !(rows == 4 && whole == 4) }' "$1"
}
check "the scenes of all of Table I" of_all "$source/data/papers/claims.csv"
sed '/^energy_interactive/s/ energy_duck_neo_hookean//' "$source/data/papers/claims.csv" >"$work/other.csv"
control "one that is left out" of_all "$work/other.csv"

# numbers FOLDER TABLE KEY COLUMN...: the rows of FOLDER/TABLE.csv with a number in these columns, in the form of
# printed.txt.
numbers() {
  folder=$1 name=$2 key=$3
  shift 3
  awk -v name="$name" -v key="$key" -v columns="$*" "$csv"'
    {
      if (!wanted) wanted = split(columns, column, " ")
      line = name " | " cell[at[key]] " |"
      some = 0
      for (i = 1; i <= wanted; i++) {
        text = cell[at[column[i]]]
        if (text ~ /^[0-9.]+(e-?[0-9]+)?$/) text = sprintf("%.10g", text)
        else if (text != "1/24") text = "-"
        if (text != "-") some = 1
        line = line " " text
      }
      if (some) print line
    }' "$folder/$name.csv"
}
# entered TABLE: the lines of printed.txt for it, with numbers in the form above.
entered() {
  awk -v name="$1" '$1 == name {
    split($0, part, / \| /)
    line = part[1] " | " part[2] " |"
    rest = $0; sub(/^[^|]*\|[^|]*\|/, "", rest); gsub(/\|/, " ", rest)
    count = split(rest, word, " ")
    for (i = 1; i <= count; i++) line = line " " (word[i] ~ /^[0-9.]+(e-?[0-9]+)?$/ ? sprintf("%.10g", word[i]) : word[i])
    print line
  }' "$here/printed.txt"
}
printed() { # FOLDER TABLE KEY COLUMN...
  numbers "$@" | sort >"$work/read"
  entered "$2" | sort >"$work/entered"
  [ -s "$work/entered" ] && diff "$work/read" "$work/entered" >"$work/output" 2>&1
}
scenes() { printed "$1" scenes key vertices edges triangles iterations frame_time alpha beta k; }
sources() { printed "$1" sources paper year figures equations algorithms cores clock_ghz memory_gb; }
lattices() { printed "$1" lattices key nodes_x nodes_y nodes_z ground_nodes ground_percent; }
claims() { printed "$1" claims key expectation published; }
papers=$source/data/papers
check "every printed setting" scenes "$papers"
check "every count of a paper's figures and equations, and its machine" sources "$papers"
check "every box" lattices "$papers"
check "every number that is claimed" claims "$papers"
# wrong TABLE SCRIPT: the tables, with this one changed by sed.
wrong() {
  mkdir -p "$work/wrong"
  cp "$papers"/*.csv "$work/wrong/"
  sed "$2" "$papers/$1.csv" >"$work/wrong/$1.csv"
  "$1" "$work/wrong"
}
changed() { ! cmp -s "$papers/$1.csv" "$work/wrong/$1.csv"; }
for change in 'scenes /^energy_hang_strain/s/,0.3,/,0.4,/' 'scenes /^esbd_bunny_50/s/4098/4099/' \
  'scenes /^esbd_hang_100/s/,100,/,110,/' 'scenes /^morse_flag/d' 'sources /^Kot/s/2017,1;/2018,1;/' \
  'lattices /^low/s/,6,/,7,/' 'claims /^esbd_two_fps/s/,2,2,/,2,3,/' 'claims /^esbd_alpha_zero/s/,0,0,/,1,0,/'; do
  control "$change" wrong "${change%% *}" "${change#* }"
  check "that is a change" changed "${change%% *}"
done
finish
