# Why this file exists: reads one run and the page of its report, and compares everything in them.
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname(__FILE__)) . "/$_.pl"
  for qw(agree read machine statistics points fields asked limits bench figures captions report page meshes kinds);

sub run_of {
  my ($source, $run, $report) = @_;
  return { source => $source, folder => $run, report => $report, json => json(contents("$run/results.json")),
    raw => journal("$run/samples.jsonl"), head => journal_head("$run/samples.jsonl"),
    rates => { map { $_->{key} => $_ } csv("$source/data/papers/fps.csv") } };
}

# Every point of the plan, with all numbers if it has samples.
sub points_of {
  my ($run) = @_;
  my ($xb, $raw) = ($run->{json}{xb}, $run->{raw});
  return map { $raw->{ $_->{name} } ? numbers_of($_, $raw->{ $_->{name} }, $run->{rates}, $xb->{env}{machine}) : { point => $_, axes => $_->{axes} } }
    @{ $xb->{points} };
}

# JSON, tables and console.
sub compare_run {
  my ($run) = @_;
  my ($json, $folder) = @$run{qw(json folder)};
  my @all = points_of($run);
  same('points with samples', scalar(grep { $_->{raw} } @all), scalar keys %{ $run->{raw} });
  same('points that are ok', scalar(grep { $_->{point}{status} eq 'ok' } @all), scalar keys %{ $run->{raw} });
  check_machine($json, $run->{source});
  check_fields($json, $run->{rates}, "$folder/results.tsv", $run->{source});
  check_asked($json, $run->{head});
  check_json(\@all);
  check_rows(\@all, $json->{benchmarks});
  check_table(\@all, "$folder/results.tsv");
  check_csv(\@all, "$folder/rows.csv") if -e "$folder/rows.csv";
  check_console(\@all, "$folder/console");
}

# The page, its table and the data of its figures; `all`: the points, if they are known.
sub compare_page {
  my ($run, @all) = @_;
  my ($xb, $report) = ($run->{json}{xb}, $run->{report});
  @all = points_of($run) unless @all;
  my $page = contents("$report/index.html");
  check_frame(\@all, $run->{json}, $page);
  if (points_with(\@all, 'projection')) { check_report(\@all, $report, $xb) } else { check_kinds(\@all, $report, $run->{folder}, $xb) }
  check_meshes(\@all, $page);
  check_table(\@all, "$report/results.tsv");
}

1;
