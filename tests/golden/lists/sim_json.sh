# Why this file exists: programs choose scenes with their parameters, methods, models and kinds of mesh files from the
# JSON list. A line has one scene or parameter, and a parameter is here if it differs from the scene before. What needs
# CHOLMOD is left out, and so are the kinds that assimp adds.
scenes() { xpbd-sim --list=json | sed -n '/^  "scenes": /,/^  \]/p' | sed 's/\(, \|\[\){"name"/\1\n  {"name"/g' | sed 's/ $//' |
  differing '^    {"name": ' '^  \]' 4; }
part "xpbd-sim --list=json: scenes" scenes
others() { xpbd-sim --list=json | sed -n '/^  "\(methods\|models\)": /,/^  \]/p; s/^\(  "mesh_files": .*"ele"\).*/\1/p' | grep -v CHOLMOD; }
part "xpbd-sim --list=json: methods, models, mesh files" others
