# Why this file exists: checks a run of several processes, which keeps no samples. Its numbers follow from the medians
# of the processes alone, by Student's t on their logarithms.
# usage: perl processes.pl [--changes] SOURCE RUN; with --changes it tries those on the standard input (agree.pl)
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . "/$_.pl" for qw(agree read machine statistics points pairs fields asked limits bench);

my $trying = $ARGV[0] eq '--changes' && shift @ARGV;
my ($source, $run) = @ARGV;

sub check_all {
  my $json = json(contents("$run/results.json"));
  my %rates = map { $_->{key} => $_ } csv("$source/data/papers/fps.csv");
  check_machine($json, $source);
  check_fields($json, \%rates, "$run/results.tsv", $source);
  check_asked($json, undef);
  my %lines = map { $_->{name} => $_ } table("$run/results.tsv");
  my $settings = $json->{xb}{plan}{settings};
  for my $point (@{ $json->{xb}{points} }) {
    my ($name, $own, $line) = ($point->{name}, $point->{processes}, $lines{ $point->{name} });
    my @medians = @{ $own->{medians_s} };
    my $count = @medians;
    same("$name: processes", $count, option($json->{xb}{plan}{argv}, '--processes'));
    same("$name: episodes", $point->{episodes}, $count * $settings->{max_episodes});
    holds("$name: samples, at least one of an episode, and at most one of a frame",
      $point->{samples} >= $point->{episodes} && $point->{samples} <= $point->{episodes} * $settings->{frames});
    my @logs = map { log } @medians;
    my ($between, $median) = (deviation(@logs), exp mean(@logs));
    my $half = student($count - 1) * $between / sqrt $count;
    my ($low, $high) = map { $median * exp $_ } -$half, $half;
    same("$name: between", $own->{between}, $between, 1e-15);
    for my $k (0 .. $count - 1) {
      holds("$name: process $k: a median in its interval", $own->{lo95_s}[$k] <= $medians[$k] && $medians[$k] <= $own->{hi95_s}[$k]);
    }
    my $work = projections($point->{axes});
    my %want = ('frame_s.median' => $median, 'frame_s.lo95' => $low, 'frame_s.hi95' => $high, 'frame_s.rel_err' => ($high - $low) / 2 / $median,
      'fps.median' => 1 / $median, 'fps.lo95' => 1 / $high, 'fps.hi95' => 1 / $low, 'fps.low1' => 1 / $point->{frame_s}{p99},
      'counters.ns_per_projection.value' => 1e9 * $median / $work, 'counters.projections_per_second.value' => $work / $median,
      'counters.real_time_factor.value' => 1 / 24 / $median);
    my %column = ('frame_s.median' => 'median_s', 'frame_s.lo95' => 'lo95_s', 'frame_s.hi95' => 'hi95_s', 'frame_s.rel_err' => 'rel_err', 'fps.median' => 'fps',
      'fps.lo95' => 'fps_lo95', 'fps.hi95' => 'fps_hi95', 'fps.low1' => 'fps_low1', 'counters.ns_per_projection.value' => 'ns_per_projection',
      'counters.projections_per_second.value' => 'projections_per_s', 'counters.real_time_factor.value' => 'real_time_factor');
    for my $path (sort keys %want) {
      near("$name: $path", at($point, $path), $want{$path});
      near("$name: column $column{$path}", $line->{ $column{$path} }, $want{$path});
    }
  }
}
try_changes(\&check_all) if $trying;
check_all();
finish(300);
