# Why this file exists: the speeds in docs/guide/speed.md and README.md must come from a recorded run. This checks every
# row of their tables, and how much faster seq was than the plain loop, against the results.
# usage: perl speeds.pl SOURCE [PAGE [README]]
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . "/$_.pl" for qw(agree read statistics);

my ($source, $page, $readme) = @ARGV;
my $text = contents($page // "$source/docs/guide/speed.md");
my $prose = $text =~ s/\s+/ /gr; # a sentence may have several lines
my %runs;
sub points {
  my ($name, $numbering) = (@_, 'mesh');
  $runs{$name} //= json(contents("$source/reports/machines/$name/results.json"))->{xb}{points};
  return grep { $_->{status} eq 'ok' && $_->{benchmark} eq 'cloth' && $_->{axes}{mesh} eq 'auto' && $_->{axes}{numbering} eq $numbering } @{ $runs{$name} };
}

# A number with the precision of the page.
sub as_precise { my ($value, $shown) = @_; return sprintf '%.*f', length($shown =~ s/^\d+\.?//r), $value }

my $name;
# Each row of the table between the two comments of a page, against the recorded run that it links. Without a column
# "formula" it is stretching.
sub speeds {
  my ($page) = @_;
  my ($head, undef, @lines) = split /\n/, ($page =~ /<!-- speed:begin.*?-->\n(.*?)<!-- speed:end -->/s)[0] // '';
  my @columns = split / *\| */, $head // '';
  row($_, do { my %cells; @cells{@columns} = split / *\| */, $_; \%cells }) for @lines;
}
sub row {
  my ($line, $cells) = @_;
  my ($backend, $size, $sweeps, $fps) = @$cells{ 'backend', 'vertices', 'iterations', 'FPS (95 % interval)' };
  my $formula = $cells->{formula} // 'stretching';
  ($name) = $line =~ m{\(\S*reports/machines/([^/)]+)};
  $backend = 'loop' if $backend eq 'a plain loop';
  my ($who, $threads) = $backend =~ /^(\w+)(?:, (\d+) threads)?$/;
  my ($point) = grep { my $axes = $_->{axes}; $axes->{backend} eq $who && $axes->{constraint} eq $formula
    && "$axes->{size} x $axes->{size}" eq $size && $axes->{iterations} == $sweeps } points($name);
  same("threads of $backend at $size", $point->{solver}{threads}, $threads // 1) if $backend ne 'cuda';
  my ($median, $low, $high) = $fps =~ /^([\d.]+) \((?:([\d.]+) to ([\d.]+)|\d+ episodes, no interval)\)$/;
  said("$backend, $formula, $size, $sweeps: FPS", $median, as_precise($point->{fps}{median}, $median // ''));
  same("$backend, $formula, $size, $sweeps: an interval", defined $low ? 1 : 0, defined $point->{fps}{lo95} ? 1 : 0);
  said("$backend, $formula, $size, $sweeps: episodes", $fps =~ /(\d+) episodes/, $point->{episodes}) unless defined $low;
  said("$backend, $formula, $size, $sweeps: error", $cells->{error}, error($point)) if exists $cells->{error};
  return unless defined $low && defined $point->{fps}{lo95};
  said("$backend, $formula, $size, $sweeps: $_->[0]", $_->[1], as_precise($point->{fps}{ $_->[0] }, $_->[1])) for ['lo95', $low], ['hi95', $high];
}
# The error of a row: its own, or that of a row of the run that ends in the same state.
sub error {
  my ($point) = @_;
  my ($error) = grep { defined } map { $_->{error} } $point, grep { ($_->{state_hash} // '') eq $point->{state_hash} } points($name);
  return defined $error ? sprintf('%.2g %%', 100 * $error) : 'not recorded';
}
speeds($text);

# seq over the plain loop, for one spring and for all, over the sizes at 20 iterations; and where the loop has an
# interval.
my (%gain, %with);
for my $loop (grep { $_->{axes}{backend} eq 'loop' } points($name)) {
  my $axes = $loop->{axes};
  my ($seq) = grep { my $own = $_->{axes}; $own->{backend} eq 'seq' && !grep { $own->{$_} ne $axes->{$_} } qw(size iterations constraint) } points($name);
  push @{ $gain{$_} }, $seq->{fps}{median} / $loop->{fps}{median} for 'all', $axes->{constraint};
  $with{ $axes->{size} } = 1 if defined $loop->{fps}{lo95};
}
my @said = $prose =~ /`seq` was ([\d.]+) to ([\d.]+) times as fast with stretching, and ([\d.]+) to ([\d.]+) times with the four springs/;
my @ends = map { (sorted(@{ $gain{$_} }))[ 0, -1 ] } qw(stretching all);
said("a gain over the plain loop", $said[$_], as_precise($ends[$_], $said[$_] // '')) for 0 .. 3;
same('springs', scalar keys %gain, 5);
my ($side, $shuffled) = $prose =~ /On the grid of (\d+) x \d+ with its vertices and edges shuffled it was ([\d.]+) times as fast/;
my %fps = map { $_->{axes}{backend} => $_->{fps}{median} } grep { my $axes = $_->{axes}; $axes->{numbering} eq 'shuffled'
  && $axes->{size} == ($side // 0) && $axes->{iterations} == 20 && $axes->{constraint} eq 'stretching' } points($name, 'shuffled');
said('the gain on a shuffled mesh', $shuffled, as_precise($fps{seq} / $fps{loop}, $shuffled // ''));
said('where the loop has an interval', $prose =~ /the loop has an interval at (.*?) only/, join ', ', map { "$_ x $_" } sorted(keys %with));

# The cost of a projection, and that none takes longer than the last one named.
my ($folder, $times) = $prose =~ /`reports\/machines\/(\S+-projection)`\].*?A projection of `seq` in groups, side by side, took (.*?), the slowest/;
my %took = map { $_->{axes}{constraint} => 1e9 * $_->{frame_s}{median} / $_->{work}{projections_per_frame} } grep { my $axes = $_->{axes};
  $_->{status} eq 'ok' && $axes->{backend} eq 'seq' && $axes->{order} eq 'group' && $axes->{lanes} != 1 }
  @{ json(contents("$source/reports/machines/" . ($folder // '') . "/results.json"))->{xb}{points} };
my $last = '';
while (($times // '') =~ /([\d.]+) ns with `(\w+)`/g) {
  $last = $2;
  said("a projection of $last", $1, as_precise($took{$last}, $1));
}
said('the slowest projection', $last, (sort { $took{$b} <=> $took{$a} } keys %took)[0]);
speeds(contents($readme // "$source/README.md"));
finish(60);
