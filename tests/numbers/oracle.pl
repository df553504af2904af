# Why this file exists: a second program, in another language, works out every number of a run from its raw samples and
# compares what xpbd-bench and xpbd-report wrote. Perl alone, nothing to install.
# usage: perl oracle.pl SOURCE RUN [REPORT]; RUN: folder with samples.jsonl, results.json, results.tsv, console and, when it
# was asked for, rows.csv; REPORT: folder that xpbd-report made of it. Prints every difference; exit code 1 when there are any.
use strict;
use warnings;

my ($source, $run, $report) = @ARGV;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . "/$_.pl" for qw(agree read machine statistics points fields bench figures report meshes kinds);

my $json = json(contents("$run/results.json"));
my $raw = journal("$run/samples.jsonl");
my %rates = map { $_->{key} => $_ } csv("$source/data/papers/fps.csv");
my @all = map { $raw->{ $_->{name} } ? numbers_of($_, $raw->{ $_->{name} }, \%rates, $json->{xb}{env}{machine}) : { point => $_, axes => $_->{axes} } }
  @{ $json->{xb}{points} };
same('points with samples', scalar(grep { $_->{raw} } @all), scalar keys %$raw);
same('points that are ok', scalar(grep { $_->{point}{status} eq 'ok' } @all), scalar keys %$raw);
check_machine($json, $source);
check_fields($json, \%rates, "$run/results.tsv", $source);
check_json(\@all);
check_rows(\@all, $json->{benchmarks});
check_table(\@all, "$run/results.tsv");
check_csv(\@all, "$run/rows.csv") if -e "$run/rows.csv";
check_console(\@all, "$run/console");
if (defined $report) {
  check_table(\@all, "$report/results.tsv");
  check_meshes(\@all, contents("$report/index.html"));
  if (points_with(\@all, 'projection')) { check_report(\@all, $report) } else { check_kinds(\@all, $report, $run, $json->{xb}) }
}
finish(1000);
