# Why this file exists: other programs read what xpbd-sim writes, and people trust its tables. Records for the smallest
# body of every scene the messages, measures and pictures, and the positions of the last frame.
digits=7
columns() { awk -F '\t' '{ for (k = 1; k <= NF; k++) row[k] = row[k] " " $k } END { for (k = 1; k <= NF; k++) print substr(row[k], 2) }' measure.tsv; }
drawn() { sed -n '/id=scene/p; /id=data/p' page.html; }
for scene in $(scene_names); do
  for least in 2 3 4 5; do xpbd-sim "$scene" -r $least --dry-run >/dev/null 2>&1 && break; done
  rm -rf out
  sim "$scene" -r $least --frames 2 --format obj --out out --measure measure.tsv --viewer page.html
  part "measure.tsv, a line a column:" columns
  text out/frame_0002.obj
  part "page.html:" drawn
done
