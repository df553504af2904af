# Why this file exists: programs choose scenes and their parameters by the JSON list. Here a line has one scene or parameter.
scenes() { xpbd-sim --list=json | sed -n '/^  "scenes": /,/^  \]/p' | sed 's/\(, \|\[\){"name"/\1\n  {"name"/g' | sed 's/ $//'; }
part "xpbd-sim --list=json: scenes" scenes
