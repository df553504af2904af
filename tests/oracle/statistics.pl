# Why this file exists: implements the statistics of a series of times a second time. It follows the words of
# benches/harness/FORMAT.md and reports/figure/figure.h, not the programs.
use strict;
use warnings;

sub sorted { return sort { $a <=> $b } @_ }
sub sum { my $sum = 0; $sum += $_ for @_; return $sum }
sub mean { return sum(@_) / @_ }

# Relative to the first value, because the mean of ten equal values need not equal them after rounding.
sub deviation {
  return 'NaN' if @_ < 2;
  my $first = $_[0];
  my @from = map { $_ - $first } @_;
  my $mean = mean(@from);
  return sqrt(sum(map { ($_ - $mean)**2 } @from) / (@from - 1));
}

# The value at the share q of the way from the smallest to the largest, linear between neighbours.
sub quantile {
  my ($q, @values) = @_;
  @values = sorted(@values);
  my $at = $q * $#values;
  my $left = int $at;
  return $values[-1] if $left >= $#values;
  return $values[$left] * (1 - ($at - $left)) + $values[ $left + 1 ] * ($at - $left);
}
sub median { return quantile(0.5, @_) }

# Integrated autocorrelation time of a series with the outer 5 % pulled in.
sub autocorrelation {
  my @values = @_;
  my ($low, $high) = (quantile(0.05, @values), quantile(0.95, @values));
  my @pulled = map { $_ < $low ? $low : $_ > $high ? $high : $_ } @values;
  my $mean = mean(@pulled);
  my @about = map { $_ - $mean } @pulled;
  my $tau = 1;
  for my $lag (1 .. int(@about / 2)) {
    my $rho = sum(map { $about[$_] * $about[ $_ - $lag ] } $lag .. $#about) / sum(map { $_ * $_ } @about);
    last if $rho < 0.05;
    $tau += 2 * $rho;
  }
  return $tau;
}

# The k-th smallest and k-th largest of n values hold the median with 95 %, for the largest k for which fewer than k
# heads in n tosses have a chance of at most 2.5 %. Counted with whole numbers.
sub rank_of {
  my ($n) = @_;
  my ($ways, $below) = (1, 0);
  for my $heads (0 .. $n) {
    $below += $ways;
    return $heads if $below > 0.025 * 2**$n;
    $ways = $ways * ($n - $heads) / ($heads + 1);
  }
}

# Median of the medians of episodes and its interval, which needs at least six.
sub interval {
  my @medians = @_;
  my %out = (median => median(@medians), low => 'NaN', high => 'NaN', relative => 'NaN', tau => 'NaN');
  return \%out if @medians < 6;
  my @ordered = sorted(@medians);
  my $rank = rank_of(scalar @medians);
  $out{tau} = autocorrelation(@medians);
  $out{low} = $out{median} * ($ordered[ $rank - 1 ] / $out{median})**sqrt($out{tau});
  $out{high} = $out{median} * ($ordered[ -$rank ] / $out{median})**sqrt($out{tau});
  $out{relative} = ($out{high} - $out{low}) / 2 / $out{median};
  return \%out;
}

# How much faster `one` is than `other`, both with an interval. Uncertainties add as squares of logarithms.
sub speedup {
  my ($one, $other) = @_;
  my $ratio = $other->{median} / $one->{median};
  return ($ratio, 'NaN', 'NaN') if $one->{low} eq 'NaN' || $other->{low} eq 'NaN';
  my $slower = sqrt(log($one->{high} / $one->{median})**2 + log($other->{median} / $other->{low})**2);
  my $faster = sqrt(log($one->{median} / $one->{low})**2 + log($other->{high} / $other->{median})**2);
  return ($ratio, $ratio / exp($slower), $ratio * exp($faster));
}

# Where the line through two points reaches `y`, on logarithmic scales.
sub crossing {
  my ($x0, $y0, $x1, $y1, $y) = @_;
  my $share = (log($y) - log($y0)) / (log($y1) - log($y0));
  return exp(log($x0) + $share * (log($x1) - log($x0)));
}

# ------------------------------------------------------------------------------------------- numbers as they are shown

# So many significant digits, no exponent, at most 12 decimals.
sub digits {
  my ($value, $count) = @_;
  my $first = $value == 0 ? 0 : int(sprintf('%.17e', abs $value) =~ s/.*e//r);
  my $decimals = $count - 1 - $first;
  return sprintf '%.*f', ($decimals < 0 ? 0 : $decimals > 12 ? 12 : $decimals), $value;
}
sub shown_fps { return digits($_[0], 3) }
sub shown_ratio { return digits($_[0], $_[0] < 1 ? 2 : 3) }
sub shown_percent { return digits(100 * $_[0], 2) }

# The parts of a frame, "motion=0.280 projections=0.720", as pages show them: the largest first.
sub shown_parts {
  my @parts = map { [ split /=/ ] } split / /, $_[0] // '';
  my @order = sort { $parts[$b][1] <=> $parts[$a][1] || $a <=> $b } 0 .. $#parts;
  return join ', ', map { sprintf '%s %.*f %%', $parts[$_][0], $parts[$_][1] < 0.0095 ? 1 : 0, 100 * $parts[$_][1] } @order;
}

1;
