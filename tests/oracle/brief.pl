# Why this file exists: computes the four lines of `xpbd-report brief` again from the samples of the run.
# usage: perl brief.pl RUN; RUN: folder with samples.jsonl, results.json and `brief`, the output of the program.
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . "/$_.pl" for qw(agree read statistics points);

my ($run) = @ARGV;
my $xb = json(contents("$run/results.json"))->{xb};
my $raw = journal("$run/samples.jsonl");
my @all = map { numbers_of($_, $raw->{ $_->{name} }, {}, $xb->{env}{machine}) } grep { $raw->{ $_->{name} } } @{ $xb->{points} };
my @lines = split /\n/, contents("$run/brief");
same('lines', scalar @lines, 4);

sub known { my ($field) = @_; return $field->{value} // 'nothing' }
my $env = $xb->{env};
my $machine = sprintf '%s, %d processor%s, %.0f GB of memory', known($env->{cpu}{model}), known($env->{cpu}{logical}),
  (known($env->{cpu}{logical}) > 1 ? 's' : ''), known($env->{memory}{total}) / 1e9;
$machine .= sprintf ' at %.3g GB/s', known($env->{machine}{triad}) / 1e9 if known($env->{machine}{triad}) ne 'nothing';
said('machine', $lines[0], "machine:    $machine");

sub rate {
  my ($n) = @_;
  return shown_fps($n->{fps}) . ' FPS' . ($n->{low} eq 'NaN' ? '' : sprintf ' (%s to %s)', map { shown_fps($_) } @$n{qw(fps_low fps_high)});
}
sub square { return "$_[0]×$_[0]" }

# Each backend once: the fastest of these points.
sub fastest {
  my %best;
  for my $n (@_) {
    my $backend = $n->{axes}{backend};
    $best{$backend} = $n if !$best{$backend} || $n->{fps} > $best{$backend}{fps};
  }
  return values %best;
}

my @slice = grep { $_->{point}{benchmark} eq 'cloth' && $_->{axes}{iterations} == 20 && $_->{axes}{constraint} eq 'stretching' } @all;
my @sizes = sorted(keys %{ { map { $_->{axes}{size} => 1 } @slice } });
if (@sizes > 1) {
  my $size = (grep { $_ == 41 } @sizes) ? 41 : $sizes[ @sizes / 2 ];
  said('fastest', $lines[1], 'fastest:    at ' . square($size) . ', stretching, 20 iterations per frame: ' . join '; ', map {
    my $threads = $_->{point}{solver}{threads};
    $_->{axes}{backend} . ($threads > 1 ? " on $threads threads " : ' ') . rate($_)
  } sort { ($b->{axes}{backend} eq 'seq') <=> ($a->{axes}{backend} eq 'seq') } fastest(grep { $_->{axes}{size} == $size } @slice));
  my ($held) = sort { $b->{axes}{size} <=> $a->{axes}{size} || $b->{fps} <=> $a->{fps} }
    grep { $_->{axes}{backend} ne 'loop' && $_->{fps_low} ne 'NaN' && $_->{fps_low} > 60 } @slice;
  said('at 60 FPS', $lines[2], 'at 60 FPS:  ' . ($held
    ? 'up to ' . square($held->{axes}{size}) . " by $held->{axes}{backend}, the largest size measured whose whole interval is above 60"
    : 'no size measured has its whole interval above 60'));
} else {
  said('fastest', $lines[1], 'fastest:    ' . join '; ', map { "$_->{point}{name} " . rate($_) }
    sort { $a->{place} <=> $b->{place} } fastest(map { $all[$_]{place} = $_; $all[$_] } 0 .. $#all));
  said('at 60 FPS', $lines[2], 'at 60 FPS:  unknown: this run has no line of sizes');
}

my %in;
$in{ $_->{status} }++ for @{ $xb->{points} };
my $errors = ($in{error} // 0) == 1 ? 'error' : 'errors';
my $noisy = grep { $_->{flagged} && $_->{frame_s} } @{ $xb->{points} };
my $more = ($noisy ? ", $noisy of them noisy" : '') . join '', map { $in{ $_->[0] } ? ", $in{$_->[0]} $_->[1]" : () } ['invalid', 'FAILED their check'], ['error', $errors],
  ['unchecked', 'not checked'], ['skipped', 'skipped'], ['interrupted', 'interrupted'];
# Whether the rows are certified or claimed depends on a seal, which this program cannot check.
$lines[3] =~ s/; .*: xpbd-report audit RUN recomputes what it claims$// if $lines[3] =~ s/^claimed:   /certified: /;
said('certified', $lines[3], sprintf 'certified:  %d of %d rows%s', $in{ok} // 0, scalar @{ $xb->{points} }, $more);
finish(5);
