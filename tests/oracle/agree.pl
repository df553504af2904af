# Why this file exists: how the oracle compares what it worked out with what was written, and counts.
use strict;
use warnings;

# How much was compared, and how much of it differs; hasty: the first difference ends it.
our ($compared, $wrong, $hasty) = (0, 0, 0);

sub differs {
  my ($what, $have, $want) = @_;
  die "something differs\n" if $hasty;
  print "$what: ", $have // 'nothing', ' instead of ', $want // 'nothing', "\n" if ++$wrong <= 20;
}

# Numbers agree to twelve digits, and differences to the rounding of what they are differences of;
# "no number" (undef, NaN, null) agrees with itself alone.
sub same {
  my ($what, $have, $want, $rounding) = @_;
  ($have, $want) = map { !defined $_ || $_ eq 'NaN' ? 'none' : $_ } $have, $want;
  $compared++;
  return if $have eq $want;
  differs($what, $have, $want)
    if $have eq 'none' || $want eq 'none' || !(abs($have - $want) <= 1e-12 * abs($want) + ($rounding // 0));
}

# Six digits: of what hangs on a quantile that both sides found by halving.
sub near {
  my ($what, $have, $want) = @_;
  same($what, $have, $want, defined $want && $want ne 'NaN' ? 1e-6 * abs $want : 0);
}

# Texts agree letter by letter.
sub said {
  my ($what, $have, $want) = @_;
  $compared++;
  differs($what, $have, $want) unless defined $have && $have eq $want;
}

# The data of each figure stands on the page as in its file.
sub check_carried {
  my ($folder, $page, $figures) = @_;
  my $carried = 0;
  while ($page =~ m{download="([^"]+)" href="data:[^,"]*,([^"]*)"}g) {
    my ($name, $data) = ($1, $2);
    $data =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ge;
    said("data of $name on the page", $data, contents("$folder/figures/$name"));
    $carried++;
  }
  same('figures with data on the page', $carried, $figures);
}

# Says how much was compared, and ends the program: with 1 when something differs, or when it was less than `least`.
sub finish {
  my ($least) = @_;
  print "$compared values compared, $wrong differ\n";
  exit($wrong > 0 || $compared < $least);
}

1;
