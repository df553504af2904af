# Why this file exists: computes how fast one run is against another from the samples of their processes. It follows the
# words on the page ("How it is judged") and in reports/compare/compare.h, not the program.
use strict;
use warnings;
use POSIX 'lgamma';

# Student's t at 97.5 %: where the incomplete beta function, by its continued fraction, leaves 5 % outside.
sub outside {
  my ($t, $df) = @_;
  my ($x, $a, $b) = ($df / ($df + $t * $t), $df / 2, 0.5);
  my $turned = $x > ($a + 1) / ($a + $b + 2);
  ($x, $a, $b) = (1 - $x, $b, $a) if $turned;
  my $value = 0;
  for my $k (reverse 1 .. 60) {
    my $m = int($k / 2);
    my $d = $k % 2 ? -($a + $m) * ($a + $b + $m) * $x / (($a + 2 * $m) * ($a + 2 * $m + 1))
      : $m * ($b - $m) * $x / (($a + 2 * $m - 1) * ($a + 2 * $m));
    $value = $d / (1 + $value);
  }
  my $front = exp(lgamma($a + $b) - lgamma($a) - lgamma($b) + $a * log($x) + $b * log(1 - $x)) / $a;
  my $inside = $front / (1 + $value);
  return $turned ? 1 - $inside : $inside;
}

my %known;
sub student {
  my ($df) = @_;
  return 1.959963984540054 if $df eq 'inf' || $df >= 1e4;
  return $known{$df} if $known{$df};
  my ($low, $high) = (1, 20);
  for (1 .. 50) {
    my $middle = ($low + $high) / 2;
    if (outside($middle, $df) > 0.05) { $low = $middle } else { $high = $middle }
  }
  return $known{$df} = $low;
}

# A row of one side. `logs`: of the median of each process. For a single process the deviation of that logarithm comes
# from its own interval, from the row alone (`within`) and from what rows share (`shared`).
sub cell_of {
  my (@intervals) = @_;
  my %cell = (logs => [map { log $_->{median} } @intervals]);
  my ($low, $high) = @{ $intervals[0] }{qw(low high)};
  $cell{within} = $cell{shared} = $low eq 'NaN' ? 'NaN' : log($high / $low) / (2 * 1.959963984540054);
  # Too few episodes for an interval: 30 % stands for all of it.
  $cell{assumed} = $low eq 'NaN' && @intervals == 1;
  ($cell{within}, $cell{shared}) = (0, 0.3 / 3) if $cell{assumed};
  return \%cell;
}

# Mean of logarithms with its variance: estimated from few values (`seen`), or `given`.
sub estimate {
  my ($cell, $rule) = @_;
  my @logs = @{ $cell->{logs} };
  my %out = (mean => mean(@logs), seen => 0, given => 0, df => 1);
  if (@logs > 1) {
    @out{qw(seen df)} = (deviation(@logs)**2 / @logs, @logs - 1);
  } else {
    my $between = 3 * $cell->{shared} < 0.1 ? 0.1 : 3 * $cell->{shared};
    $out{given} = $cell->{within}**2 + $between**2;
  }
  return \%out;
}

# (value, low, high) of exp of a sum of independent estimates around `mean`.
sub around {
  my ($mean, $more, @parts) = @_;
  my $variance = $more + sum(map { $_->{seen} + $_->{given} } @parts);
  my $weights = sum(map { $_->{seen}**2 / $_->{df} } @parts);
  my $half = student($weights > 0 ? $variance**2 / $weights : 'inf') * sqrt $variance;
  return map { exp } $mean, $mean - $half, $mean + $half;
}

# How fast `b` is against `a`: process by process if at least two alternated, otherwise Welch's with 1 % for each
# sitting.
sub ratio_of {
  my ($a, $b, $rule) = @_;
  if ($rule->{paired} && @{ $a->{logs} } > 1) {
    my $beside = estimate({ logs => [map { $a->{logs}[$_] - $b->{logs}[$_] } 0 .. $#{ $a->{logs} }] }, $rule);
    return around($beside->{mean}, 0, $beside);
  }
  my @parts = map { estimate($_, $rule) } $a, $b;
  return around($parts[0]{mean} - $parts[1]{mean}, 2 * 0.01**2, @parts);
}

# The mean of rows is taken process by process.
sub mean_cell {
  my (@cells) = @_;
  my @processes = 0 .. $#{ $cells[0]{logs} };
  return { logs => [map { my $k = $_; mean(map { $_->{logs}[$k] } @cells) } @processes],
    within => sqrt(sum(map { $_->{within}**2 } @cells)) / @cells, shared => mean(map { $_->{shared} } @cells) };
}

sub verdict_of {
  my ($low, $high, $margin) = @_;
  my ($least, $most) = (1 / (1 + $margin), 1 + $margin);
  my $verdict = $low > $most ? 'FASTER' : $high < $least ? 'SLOWER' : $low >= $least && $high <= $most ? 'SAME' : 'UNSURE';
  # Both ends are as far from the ratio, by logarithms.
  my $ratio = sqrt($low * $high);
  return $verdict ne 'UNSURE' || ($ratio < 3 && $ratio > 1 / 3) ? ($verdict, 0) : ($ratio > 1 ? 'FASTER' : 'SLOWER', 1);
}

1;
