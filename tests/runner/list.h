/* The groups of made-up checks, one for each kind of outcome. */
CHECK_GROUP(limits, "numbers against limits & intervals", "the reason of the group", 2)
CHECK_GROUP(limit, "a group whose name begins another's", "nothing of it has a limit", 1)
CHECK_GROUP(wrong, "all that can fail", "a limit is a limit", 4)
CHECK_GROUP(away, "checks that leave something out", "there is nothing to judge", 1)
CHECK_GROUP(papers, "rows of the tables", "as <printed>", 1)
CHECK_GROUP(sized_full, "runs only when it is named", "the printed sizes", 100)
CHECK_GROUP(_full, "a name of five letters is none of those", "the same", 1)
