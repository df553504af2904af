# Why this file exists: other programs read these files byte by byte. Records the binary ones in full for a cloth, a
# lattice and constraints of two kinds, and one page without its script. The test sim_vtk reads those of other bodies.
bytes() { od -A d -v -c "$1" | sed 's/ *$//'; }
for body in cloth blob wedge; do
  sim $body -r 2 --frames 1 --format vtk --out $body
  for file in frame_0001.vtk constraints.vtk; do
    [ $body/$file = blob/frame_0001.vtk ] || part "$file of $body:" bytes $body/$file
  done
done
text cloth/frames.vtk.series
sim cloth -r 2 --frames 1 --viewer page.html
part "page.html without its script:" sed '/^<script>$/,/^<\/script>$/d' page.html
