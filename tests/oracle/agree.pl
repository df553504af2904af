# Why this file exists: how the oracle compares its results with what was written, and counts.
use strict;
use warnings;

# How many values were compared, and how many differ. With `hasty` the first difference ends it. `instead`: read.pl.
our ($compared, $wrong, $hasty) = (0, 0, 0);
our %instead;

sub differs {
  my ($what, $have, $want) = @_;
  die "something differs\n" if $hasty;
  print "$what: ", $have // 'nothing', ' instead of ', $want // 'nothing', "\n" if ++$wrong <= 20;
}

# Numbers agree to twelve digits, and differences to the rounding of their terms. "no number" (undef, NaN, null) agrees
# only with itself.
sub same {
  my ($what, $have, $want, $rounding) = @_;
  ($have, $want) = map { !defined $_ || $_ eq 'NaN' ? 'none' : $_ } $have, $want;
  $compared++;
  return if $have eq $want;
  differs($what, $have, $want)
    if $have eq 'none' || $want eq 'none' || !(abs($have - $want) <= 1e-12 * abs($want) + ($rounding // 0));
}

# Six digits, for values that depend on a quantile that both sides find by halving.
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

# The data of each figure on the page equals its file.
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

# Says how much was compared, and ends the program with 1 if something differs or fewer than `least` were compared.
sub finish {
  my ($least) = @_;
  print "$compared values compared, $wrong differ\n";
  exit($wrong > 0 || $compared < $least);
}

# Tests that wrong numbers are noticed. Each line of standard input is a change: its name, the file, and Perl that edits
# the text of the file in $_, with tabs between. Prints a line for each change. The run is read once, so that hundreds of
# changes take seconds. `compare` gets the path of the changed file.
sub try_changes {
  my ($compare) = @_;
  local ($hasty, $SIG{__WARN__}) = (1, sub { });
  print "something differs before anything is changed\n" and exit 1 unless eval { $compare->(""); 1 };
  while (my $line = <STDIN>) {
    chomp $line;
    my ($what, $path, $edit) = split /\t/, $line, 3;
    my $text = contents($path);
    for (my $copy = $text) {
      eval "no strict; no warnings; $edit; 1" or die "$what: $@";
      print "nothing changed\t$what\n" and next if $_ eq $text;
      local $instead{$path} = $_;
      print eval { $compare->($path); 1 } ? "not noticed\t$what\n" : "noticed\t$what\n";
    }
  }
  exit;
}

1;
