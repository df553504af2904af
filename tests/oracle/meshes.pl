# Why this file exists: checks what a report says about other meshes and numberings, relative to the grid's time of a
# projection, against the samples.
use strict;
use warnings;

my $limit = 3;    # times the grid's

# The grid: the hanging cloth as it is generated, n x n particles.
sub is_grid {
  my ($n) = @_;
  my $axes = $n->{axes};
  return ($axes->{mesh} // '') =~ /^(auto|cloth)$/ && ($axes->{numbering} // '') eq 'mesh' && $n->{point}{work}{particles} == $axes->{size}**2;
}

sub grid_of {
  my ($all, $n) = @_;
  my $rest = sub { my $axes = $_[0]{axes}; join '|', $_[0]{point}{benchmark}, map { "$_=" . ($axes->{$_} // "") } grep { !/^(mesh|numbering)$/ } sort keys %$axes };
  return (grep { $_->{raw} && is_grid($_) && $rest->($_) eq $rest->($n) } @$all)[0];
}

sub limit_verdict {
  my ($low, $high) = @_;
  return $low eq 'NaN' ? 'no interval' : $high <= $limit ? 'within' : $low > $limit ? 'beyond' : 'not shown';
}

sub check_meshes {
  my ($all, $page) = @_;
  for my $benchmark (sort keys %{ { map { $_->{point}{benchmark} => 1 } @$all } }) {
    next unless $benchmark =~ /^(cloth|gpu)$/;
    my (@rows, @ranked, %count);
    for my $n (grep { $_->{raw} && $_->{point}{benchmark} eq $benchmark && !is_grid($_) } @$all) {
      my $grid = grid_of($all, $n) or next;
      my ($times, $low, $high) = speedup($grid, $n);
      ($times, $low, $high) = map { $_ eq 'NaN' ? $_ : $_ * $grid->{work} / $n->{work} } $times, $low, $high;
      my $verdict = limit_verdict($low, $high);
      my $peer = $n->{axes}{backend} eq 'loop';
      push @rows, [$n->{point}, join '|', shown_fps($n->{ns}), ratio_words($times, $low, $high), $peer ? '–' : $verdict];
      push @ranked, [$n->{point}, $times, $low, $high] unless $peer;
      $count{$verdict}++ unless $peer;
    }
    my ($table) = $page =~ m{<table class=meshes>(.*?)</table>}s;
    my @have = map { join '|', map { plain($_) } m{<t[hd][^>]*>(.*?)</t[hd]>}g } ($table // '') =~ m{<tr>(<th scope=row>.*?)</tr>}g;
    same('rows beside the grid', scalar @have, scalar @rows);
    for my $k (0 .. $#rows) {
      my ($name, $numbers) = split /\|/, $have[$k] // '', 2;
      names_row("beside the grid: row $k", $name, $rows[$k][0]);
      said("beside the grid: row $k", $numbers, $rows[$k][1]);
    }
    my ($said) = map { plain($_) } $page =~ m{<p>(On meshes and numberings.*?)</p>};
    same('a sentence on meshes', defined $said ? 1 : 0, @ranked ? 1 : 0);
    next unless @ranked;
    my ($least, $most) = (sort { $a->[1] <=> $b->[1] } @ranked)[ 0, -1 ];
    my @ends = $least == $most ? $most : ($least, $most);
    my ($names) = $said =~ /times the grid's time \((.*?)\)\. The project/;
    my @names = split / to /, $names // '';
    names_row('the sentence on meshes', $names[$_], $ends[$_][0]) for 0 .. $#ends;
    said('the sentence on meshes', $said =~ s/grid's time \(.*?\)\. The project/grid's time. The project/r, "On meshes and numberings other than the grid's own, a projection takes "
        . join(' to ', map { ratio_words(@$_[ 1 .. 3 ]) } @ends) . " times the grid's time. The project's own limit is $limit: " . ($count{within} // 0) . ' of ' . @ranked . (@ranked == 1 ? ' row is' : ' rows are') . ' within it'
        . ($count{beyond} ? ", $count{beyond} beyond it" : '') . ($count{'not shown'} ? ", $count{'not shown'} not shown to be either" : '')
        . ($count{'no interval'} ? ", $count{'no interval'} without an interval" : '') . '.');
  }
}

1;
