/* The groups of unit tests, in the order they run. One line each; CTest runs each line as one test. */
CHECK_GROUP(runner, "the checks' own instrument: what must fail fails")
CHECK_GROUP(harness, "the benchmark instrument: intervals, stop rule, failing rows, plans, outputs")
CHECK_GROUP(mesh, "generators, topology, import and export")
CHECK_GROUP(schedule, "independent groups: validity, equality of the two algorithms, counts")
CHECK_GROUP(scene, "every wrong definition is refused with a text that names it")
CHECK_GROUP(cli, "command lines: values, mistakes, help")
CHECK_GROUP(picture, "pictures: outlines, order, camera, shadows; PNG, GIF and contact sheets read back")
CHECK_GROUP(papers_reader, "the reader of published tables: what is malformed is refused with its place")
