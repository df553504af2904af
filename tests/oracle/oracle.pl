# Why this file exists: a second program, in another language, works out every number of a run from its raw samples and
# compares what xpbd-bench and xpbd-report wrote. Perl alone, nothing to install.
# usage: perl oracle.pl SOURCE RUN [REPORT]; RUN: folder with samples.jsonl, results.json, results.tsv, console and, when it
# was asked for, rows.csv; REPORT: folder that xpbd-report made of it. Prints every difference; exit code 1 when there are any.
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . '/whole.pl';

my $run = run_of(@ARGV);
compare_run($run);
compare_page($run) if defined $run->{report};
finish(1000);
