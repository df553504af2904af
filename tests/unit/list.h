/* The groups of unit tests, in the order they run. One line each; CTest runs each line as one test. */
CHECK_GROUP(runner, "the checks' own instrument: what must fail fails", "what the instrument promises", 5)
CHECK_GROUP(harness, "the benchmark instrument: intervals, stop rule, failing rows, plans, outputs",
            "what the instrument promises", 1)
CHECK_GROUP(ends, "exit codes of benchmarks that end in several ways at once", "codes are exact", 1)
CHECK_GROUP(base, "checkpoints to the byte, files of killed processes, VTK, words of statuses and settings",
            "bytes are exact", 1)
CHECK_GROUP(decimal, "numbers in text: the bits of strtod(), the bytes of printf()", "bits and bytes are equal", 1)
CHECK_GROUP(mesh, "generators, topology, import and export", "the rounding error of a sum over the mesh", 1)
CHECK_GROUP(schedule, "independent groups: validity, equality of the two algorithms, counts", "counts are exact", 1)
CHECK_GROUP(symmetric, "eigenvalues of small matrices, independent vertices", "the rounding error of a sum", 0.1)
CHECK_GROUP(numbering, "places of particles and constraints in memory: any mesh, the same bits",
            "nothing is computed otherwise: all bits are equal", 1)
CHECK_GROUP(runs, "springs that stand in runs: what blocks say, the same bits",
            "nothing is computed otherwise: all bits are equal", 1)
CHECK_GROUP(parts, "setting up by several threads: the arrays and errors of one",
            "nothing is computed otherwise: all bits are equal", 1)
CHECK_GROUP(scene, "every wrong definition is refused with a text that names it", "refusals are exact", 1)
CHECK_GROUP(scene_file, "scene files: written, read back, made by hand, damaged", "all bits and texts are equal", 1)
CHECK_GROUP(made, "what makes something leaves nothing behind where it fails", "bytes are exact", 1)
CHECK_GROUP(cli, "command lines: values, mistakes, help", "refusals are exact", 1)
CHECK_GROUP(picture, "pictures: outlines, order, camera, shadows; PNG, GIF and contact sheets read back",
            "a pixel, or a step of colour", 1)
CHECK_GROUP(papers_reader, "the reader of published tables: what is malformed is refused with its place",
            "refusals are exact", 1)
CHECK_GROUP(workload, "workloads: the table, damaged references, the measure, recorded errors", "refusals are exact", 1)
CHECK_GROUP(formula_file, "formulas from files: place, values, warnings; wrong gradients are measured",
            "the rounding error of the precision", 1)
CHECK_GROUP(cuda_unit, "formulas from files on a GPU: which compiler, the texts it is given, what is kept",
            "texts are exact", 1)
CHECK_GROUP(cuda_plans, "the logic of the cuda backend that needs no device: plans, tiles, warps, memory",
            "what a device of that size has: memory, blocks, shared memory", 1)
CHECK_GROUP(foreign, "what is run for files of formulas: limits, ends, nothing left behind", "texts are exact", 2)
CHECK_GROUP(journal, "what a journal is read back with: all that was written, nothing that is broken",
            "texts and numbers come back exactly", 1)
CHECK_GROUP(processes, "starting several processes, in turns, and how they end", "texts and codes are exact", 1)
CHECK_GROUP(outputs, "fields of a row, which FORMAT.md tells of", "texts are exact", 1)
CHECK_GROUP(sampling, "what is read of a GPU after each episode, from a library of our own",
            "numbers worked out by hand", 1)
CHECK_GROUP(progress, "predicted costs and the time left", "numbers worked out by hand", 1)
CHECK_GROUP(bandwidth, "memory bandwidth: what is streamed and what is believed", "of the size of the arrays", 1)
CHECK_GROUP(clocks, "load, pressure, clocks, signals, counters and processors of a system of our own",
            "numbers worked out by hand", 1)
CHECK_GROUP(streams, "memory bandwidth by a clock of our own", "numbers worked out by hand", 1)
CHECK_GROUP(peaks, "the peak of the cores by a clock of our own", "numbers worked out by hand", 1)
CHECK_GROUP(roofline, "operations of a projection, roofs of a row, counters of the processor", "counts are exact", 1)
CHECK_GROUP(peer, "the plain loop, the irregular mesh and the star of the benchmark cloth",
            "two programs in float; counts are exact", 1)
CHECK_GROUP(cases, "the benchmarks themselves: axes, keys, what rows are checked by, scenes of their own",
            "numbers worked out by hand", 1)
CHECK_GROUP(subnormal, "what subnormal numbers cost a row, on threads of their own; meshes without any",
            "counts are exact", 1)
CHECK_GROUP(team, "threads that claim the shares of a phase: each once, in order, whoever sleeps", "counts are exact",
            1)
CHECK_GROUP(sets, "scenes of many sets: the state of one set in the same order", "all bits are equal", 1)
CHECK_GROUP(lattice_kernels, "position Verlet by every instruction set and number of shares: the same bits",
            "nothing is computed otherwise: all bits are equal", 1)
CHECK_GROUP(derivatives, "values and second derivatives of a row by every instruction set: the same bits",
            "nothing is computed otherwise: all bits are equal", 1)
CHECK_GROUP(settle, "settling lattices: as many steps as asked for, motion taken out at each peak, the static shape",
            "the bits of single steps", 1)
CHECK_GROUP(headers, "bits that the public headers promise", "counts are exact", 1)
CHECK_GROUP(exponential, "expm1: ends put in last are an argument clamped first", "all bits are equal", 1)
CHECK_GROUP(inflate, "compressed arrays of VTU files: blocks of each kind, each code of a length and of a distance",
            "bytes are exact", 1)
CHECK_GROUP(contact_lists, "contact: lists that are kept for several steps give the candidates of new lists",
            "lists are exact", 1)
CHECK_GROUP(frame_parts, "the times of the parts of a frame: which there are, the same bits", "bits are equal", 1)
CHECK_GROUP(phases, "phases of a time step: each copy of a batch has its own arrays; the lines that they draw",
            "the same text on the same numbers: all bits are equal", 1)
