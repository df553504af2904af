# Why this file exists: a second program, in another language, computes every number of a run from its raw samples and
# compares it with the output of xpbd-bench and xpbd-report. It needs only Perl.
# usage: perl oracle.pl SOURCE RUN [REPORT]; RUN: folder with samples.jsonl, results.json, results.tsv, console and, if
# requested, rows.csv; REPORT: folder that xpbd-report made of it. Prints every difference; exit code 1 if there are
# any.
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . '/whole.pl';

my $run = run_of(@ARGV);
compare_run($run);
compare_page($run) if defined $run->{report};
finish(1000);
