# Why this file exists: what `xpbd-sim --measure` says of a sheet that stretching holds, worked out once more from the
# positions in its OBJ files. usage: perl measures.pl MEASURES.tsv FOLDER FRAMES_PER_SECOND K
use strict;
use warnings;

my ($table, $folder, $rate, $k) = @ARGV;
my ($compared, $wrong) = (0, 0);

# Positions and triangles of a frame.
sub frame {
  open my $file, '<', sprintf('%s/frame_%04d.obj', $folder, $_[0]) or die "frame $_[0]: $!\n";
  my (@points, @faces);
  while (<$file>) {
    push @points, [split] if s/^v //;
    push @faces, [map { m{^(\d+)} ? $1 - 1 : () } split] if s/^f //;
  }
  return (\@points, \@faces);
}

sub minus { return map { $_[0][$_] - $_[1][$_] } 0 .. 2 }
sub norm { return sqrt($_[0]**2 + $_[1]**2 + $_[2]**2) }
sub distance { return norm(minus(@_)) }

sub area {
  my @a = minus($_[1], $_[0]);
  my @b = minus($_[2], $_[0]);
  return norm($a[1] * $b[2] - $a[2] * $b[1], $a[2] * $b[0] - $a[0] * $b[2], $a[0] * $b[1] - $a[1] * $b[0]) / 2;
}

sub mean { my $sum = 0; $sum += $_ for @_; return $sum / @_ }
sub least { my ($least) = sort { $a <=> $b } @_; return $least }
sub most { my ($most) = sort { $b <=> $a } @_; return $most }

# Within 1e-9 of the size of the sheet: sums in another order, and differences of nearly equal lengths.
sub same {
  my ($what, $have, $want) = @_;
  $compared++;
  return if abs($have - $want) <= 1e-9;
  print "$what: $have instead of $want\n" if ++$wrong <= 20;
}

my ($start, $faces) = frame(0);
my %edges;
for my $face (@$faces) {
  for my $k (0 .. 2) { $edges{ join ' ', sort { $a <=> $b } @$face[ $k, ($k + 1) % 3 ] } = 1 }
}
my @edges = map { [split] } sort keys %edges;
my @rest = map { distance(@$start[@$_]) } @edges;
my @areas = map { area(@$start[@$_]) } @$faces;

open my $file, '<', $table or die "$table: $!\n";
chomp(my $head = <$file>);
my @names = split /\t/, $head;
while (my $line = <$file>) {
  my %row;
  @row{@names} = split /\s+/, $line;
  my ($points) = frame($row{frame});
  my @length = map { distance(@$points[@$_]) } @edges;
  my @strain = map { abs($length[$_] / $rest[$_] - 1) } 0 .. $#edges;
  my @off = map { $k * abs($length[$_] - $rest[$_]) } 0 .. $#edges;    # |C| of stretching
  my @area = map { area(@$points[@$_]) } @$faces;
  my @ratio = map { $area[$_] / $areas[$_] } 0 .. $#$faces;
  my %want = (time_s => $row{frame} / $rate, residual_mean => mean(@off), residual_max => most(@off), C_stretching_1 => mean(@off),
    strain_mean => mean(@strain), strain_max => most(@strain), area_m2 => mean(@area) * @area,
    area_ratio => mean(@area) / mean(@areas), area_mean_error => mean(map { abs($_ - 1) } @ratio),
    area_least => least(@ratio), area_most => most(@ratio), lowest_m => least(map { $_->[1] } @$points),
    total_J => $row{kinetic_J} + $row{gravitational_J} + $row{elastic_J});
  same("frame $row{frame}: $_", $row{$_}, $want{$_}) for sort keys %want;
}
print "$compared values compared, $wrong differ\n";
exit($wrong > 0 || $compared < 100);
