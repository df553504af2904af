# Why this file exists: a scene and a method that do not fit each other are refused with the reason.
needs cholmod sim cloth --method fms -c morse
needs cholmod sim cloth --method pd --threads 2
needs cholmod sim cloth --method fms --size 1e-300
needs cholmod sim cloth --method fms --frame-time 1e-300
sim chain -c sbd
sim cloth -r 8 -c sbd_tet
for formula in stvk_strain_tet neo_hookean_root_tet stable_neo_hookean_tet; do sim cloth -r 5 -c $formula; done
for option in "--threads 2" "--precision float" "--backend cuda" "--wind 1,0,0 --wind-drag 1" "-c morse" \
  "--global-damping 0.1" "--youngs-modulus 1e5 --compliance 1e-4" "--substeps 1"; do
  sim friction_box $option
done
sim beam_tets --method verlet-6
sim cloth_on_sphere --method verlet-7 --damping 0
sim cloth_stretched --method verlet-7
sim catenary --method verlet-7
