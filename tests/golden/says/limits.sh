# Why this file exists: a number that no simulation can hold is refused before anything is written.
for option in "--substeps 0" "--drop=-1" "--drop nan" "--settle=-1" "--iterations 0" "--mass 0" "--mass nan" "--frame-time nan" \
  "--frame-time inf" "--settle 0 --frame-time 1e-300" "--settle 1e6" "--frame-time 1e300" "--mass 1e300" "--resolution 30000 --force"; do
  sim friction_box $option --out no
done
for option in "--frame-time 1e300" "--mass 1e-300" "--size 1e-300" "--threads 1000000000"; do
  sim cloth -r 8 --iterations 10 $option --out no
done
sim cloth -r 30000 --force --out no
sim balls --iterations 1000000001 --out no
for option in "--drop 1e300" "--speed 1.7e308"; do sim balls -r 2 $option --out no; done
sim beam_twisted --pull-time 1e-300 --out no
part "what was written:" find . -mindepth 1
