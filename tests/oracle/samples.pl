# Why this file exists: puts made-up samples into the journal of a real run, so that every resulting number is known
# beforehand and the same on every machine. There are backends that cross, spikes, drift, and samples of several frames
# with a remainder.
# usage: perl samples.pl EPISODES FRAMES [SEED] <samples.jsonl; another seed is another process of the same run.
use strict;
use warnings;

my ($episodes, $frames, $seed) = @ARGV;
my $state = $seed // 12345;

# A value in [0, 1): Lehmer's generator with the multiplier 48271, exact in doubles.
sub uniform { $state = $state * 48271 % 2147483647; return $state / 2147483647 }

# Seconds of a frame. Small cloths are slower on omp than on seq, large ones faster. hookean is equally fast on both in
# between, at size 10.
sub frame_time {
  my ($point) = @_;
  my ($size) = $point =~ /size:(\d+)/ ? $1 : 12;
  my $work = $size * $size * ($point =~ /iterations:2\b/ ? 0.2 : 1) * ($point =~ /hookean|stvk/ ? 1.3 : 1);
  $work = ($point =~ /hookean/ ? 58.5 : 20) + 0.55 * $work if $point =~ m{backend:omp};
  return 1e-4 * $work;
}

my %seen;
while (my $line = <STDIN>) {
  next if $line =~ /^\{"at_s"/;    # points are to end again
  my ($point) = $line =~ /^\{"point": "([^"]*)"/ or do { print $line; next };
  next if $seen{$point}++;
  my $together = $point =~ m{^cloth/size:6/} ? 2 : 1;
  my $drift = 0;
  for my $episode (0 .. $episodes - 1) {
    my $mean = frame_time($point) * exp(0.02 * ($drift = 0.6 * $drift + uniform() - 0.5));
    my @samples = map { sprintf '%.17g', $mean * (1 + 0.05 * uniform()) * (uniform() < 0.04 ? 1.7 : 1) }
      1 .. int($frames / $together);
    my ($cpu, $timed) = map { sprintf '%.17g', $_ } $mean * (1 + uniform()), $mean * $frames;
    my $copy = $line;
    $copy =~ s/"episode": \d+/"episode": $episode/;
    $copy =~ s/"frames_per_sample": \d+/"frames_per_sample": $together/;
    $copy =~ s/"cpu_s": [^,]*/"cpu_s": $cpu/;
    $copy =~ s/"timed_s": [^,]*/"timed_s": $timed/;
    $copy =~ s/"at_s": [^,]*/"at_s": 60/;    # all samples together take less
    $copy =~ s/"samples_s": \[[^\]]*\]/'"samples_s": [' . join(', ', @samples) . ']'/e;
    print $copy;
  }
}
