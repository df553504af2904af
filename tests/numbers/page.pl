# Why this file exists: what every page of a report has around its answers (head, trust, validity, noise, environment, glossary,
# how to do it again), worked out from the results.
use strict;
use warnings;

sub check_frame { }

1;
