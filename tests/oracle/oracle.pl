# Why this file exists: a second program, in another language, computes every number of a run from its raw samples and
# compares it with the output of xpbd-bench and xpbd-report. It needs only Perl.
# usage: perl oracle.pl [--changes] SOURCE RUN [REPORT]; RUN: folder with samples.jsonl, results.json, results.tsv, console
# and, if requested, rows.csv; REPORT: folder that xpbd-report made of it. Prints every difference; exit code 1 if there
# are any. With --changes it tries those on the standard input (agree.pl).
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . '/whole.pl';

my $trying = $ARGV[0] eq '--changes' && shift @ARGV;
my $run = run_of(@ARGV);
my @points = points_of($run);
try_changes(sub {
  my ($path) = @_;
  my $now = $path =~ /\.jsonl?$/ ? run_of(@ARGV) : $run;
  compare_run($now) unless defined $run->{report} && index($path, "$run->{report}/") == 0;
  compare_page($now, $now == $run ? @points : ()) if defined $run->{report};
}) if $trying;
compare_run($run);
compare_page($run, @points) if defined $run->{report};
finish(1000);
