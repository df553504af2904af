# Why this file exists: records the library's words about wrong parameters and specifications of named scenes.
sentences xpbd-validate --filter '^scenes/(parameters|table|spec)/'
