#!/bin/sh
# Why this file exists: a published rate that was copied wrongly would be believed: the table that programs read agrees with
# a second one, entered apart (published.txt). Usage: published.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"
here=$source/tests/numbers

# lines FPS.csv: its rows in the words of the second table, one for each printed rate.
lines() {
  awk '
    { # a cell in quotes may hold commas
      count = 0; rest = $0 ","
      while (rest != "") {
        if (rest ~ /^"/) { match(rest, /^"([^"]|"")*",/); text = substr(rest, 2, RLENGTH - 3) }
        else { match(rest, /^[^,]*,/); text = substr(rest, 1, RLENGTH - 1) }
        cell[++count] = text; rest = substr(rest, RLENGTH + 1)
      }
      if (NR == 1) { for (i = 1; i <= count; i++) at[cell[i]] = i; next }
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
# A line for each printed rate; those of the four springs stand there four times, for each spring by itself.
check "four springs have a line each" [ "$(grep -c '^morse_' "$table")" -eq 20 ]
sed 's/,sequential,55,55,/,sequential,56,56,/' "$table" >"$work/other.csv"
control "another rate" agrees "$work/other.csv"
sed 's/,gpu,34,35,/,gpu,34,36,/' "$table" >"$work/other.csv"
control "another end of a range" agrees "$work/other.csv"
sed '/^esbd_cow_sbd/d' "$table" >"$work/other.csv"
control "a row that is gone" agrees "$work/other.csv"
finish
