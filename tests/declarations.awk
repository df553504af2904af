# Why this file exists: prints the functions that preprocessed headers declare, one on a line without its ";". What stands
# in braces is left out. The input has no line breaks.
BEGIN { RS = ";" }
{
  gsub(/extern "C" *[{]/, "")
  line = ""
  for (k = 1; k <= length($0); k++) {
    c = substr($0, k, 1)
    if (c == "{") depth++
    if (depth == 0) line = line c
    if (c == "}") depth--
  }
  gsub(/^ +/, "", line)
  if (line ~ /[(]/ && line !~ /typedef|static/) print line
}
