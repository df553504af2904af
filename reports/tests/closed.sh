# Why this file exists: tests of pages and a golden case both ask whether a page is complete. Sourced.
# shellcheck shell=sh

# closed FILE: every element of a page that needs an end tag has one, inside its parent.
closed() {
  awk 'BEGIN {
      RS = "<"
      count = split("a abbr b button caption code details div em figcaption figure h1 h2 h3 h4 head html body i label main " \
        "nav ol pre script section select small span strong style sub summary sup svg table title ul", names, " ")
      for (k = 1; k <= count; k++) must[names[k]] = 1
    }
    inside && !index($0, "/" inside ">") { next } # skip text inside code
    match($0, /^\/?[a-z][a-z0-9]*/) {
      name = substr($0, 1, RLENGTH)
      ends = sub(/^\//, "", name)
      inside = !ends && (name == "script" || name == "style") ? name : ""
      if (!(name in must) || substr($0, 1, index($0, ">")) ~ /\/>$/) next
      seen++
      if (!ends) open[++depth] = name
      else if (depth < 1 || open[depth--] != name) bad = 1
    }
    END { exit bad || depth != 0 || seen < 10 }' "$1"
}
