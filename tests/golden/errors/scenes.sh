# Why this file exists: how the library words what is wrong with the parameters and the specification of a named scene.
sentences xpbd-validate --filter '^scenes/(parameters|table|spec)/'
