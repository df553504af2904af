# Why this file exists: every sentence, cell and caption with a number on the page of a report, against what the samples say.
use strict;
use warnings;

sub square { return sprintf '%d×%d', $_[0], $_[0] }

sub with_interval {
  my ($n) = @_;
  my $more = $n->{low} eq 'NaN' ? '(too few episodes for an interval)'
    : sprintf '(95 %% interval %s to %s)', shown_fps($n->{fps_low}), shown_fps($n->{fps_high});
  return shown_fps($n->{fps}) . " FPS $more";
}

sub faster_of { my ($best, @others) = sort { $b->{fps} <=> $a->{fps} } @_; return $best }

# Up to which size a constraint holds 60 FPS, by the best of its lines.
sub size_at_60 {
  my ($all, $sizes, $held, $constraint) = @_;
  my $best = 0;
  for my $backend (qw(seq omp)) {
    my @line = map { points_with($all, 'cloth', %$held, size => $_, constraint => $constraint, backend => $backend) } @$sizes;
    next if $line[0]{fps} < 60;
    return 'beyond ' . square($sizes->[-1]) if $line[-1]{fps} > 60;
    for my $k (1 .. $#line) {
      next unless $line[ $k - 1 ]{fps} >= 60 && $line[$k]{fps} <= 60;
      my $at = crossing($sizes->[ $k - 1 ], $line[ $k - 1 ]{fps}, $sizes->[$k], $line[$k]{fps}, 60);
      $best = $at if $at > $best;
      last;
    }
  }
  return $best > 0 ? 'about ' . square(int($best + 0.5)) : 'below ' . square($sizes->[0]);
}

# From which size on omp is faster for good.
sub pays {
  my ($all, $sizes, $held, $constraint) = @_;
  my ($answer, $last) = ('at every size measured');
  for my $k (0 .. $#$sizes) {
    my ($n) = points_with($all, 'cloth', %$held, size => $sizes->[$k], constraint => $constraint, backend => 'omp');
    my ($ratio) = speedup($n, baseline($all, $n));
    if ($ratio <= 1) { $answer = 'at no size measured' }
    elsif ($answer =~ /no size/) {
      my ($from, $to) = @$sizes[ $k - 1, $k ];
      $answer = sprintf 'from about %s on (between %s and %s)', square(int(crossing($from, $last, $to, $ratio, 1) + 0.5)),
        square($from), square($to);
    }
    $last = $ratio;
  }
  return $answer;
}

sub ratio_words {
  my ($value, $low, $high) = @_;
  return shown_ratio($value) . ($low eq 'NaN' ? '' : sprintf ' (%s to %s)', shown_ratio($low), shown_ratio($high));
}

sub check_answer {
  my ($all, $sizes, $held, $answers, $page) = @_;
  my $n = faster_of(points_with($all, 'cloth', %$held, size => $sizes->[1], constraint => 'stretching'));
  my $way = $n->{axes}{backend} eq 'seq' ? 'seq' : "omp, $n->{point}{solver}{threads} threads";
  said('the answer', $answers->[0] =~ s/^.*? runs at //r, with_interval($n) . ' with ' . square($sizes->[1])
      . " vertices, the constraint stretching and 20 iterations per frame ($way); 60 FPS are held up to "
      . size_at_60($all, $sizes, $held, 'stretching') . '.');
  my @lines = sort { $a->[1] <=> $b->[1] } map { [$_, speedup($_, baseline($all, $_))] }
    points_with($all, 'cloth', %$held, constraint => 'stretching', backend => 'omp');
  my ($least, $most) = @lines[ 0, -1 ];
  my ($speed) = $page =~ m{<p>(Relative to seq, .*?)</p>};
  said('speedups', plain($speed // ''), sprintf 'Relative to seq, omp, 2 threads is at least %s times as fast (at %s), at '
      . 'most %s times as fast (at %s); it is faster %s.', ratio_words(@$least[ 1 .. 3 ]), square($least->[0]{axes}{size}),
    ratio_words(@$most[ 1 .. 3 ]), square($most->[0]{axes}{size}), pays($all, $sizes, $held, 'stretching'));
}

# The small table: a row for each constraint.
sub check_summary {
  my ($all, $sizes, $held, $page) = @_;
  my ($table) = $page =~ m{<table class=summary>\n(.*?)</table>}s;
  my $cell = sub {
    my $n = faster_of(@_);
    my $more = $n->{relative} eq 'NaN' ? '' : ' ±' . shown_percent($n->{relative}) . ' %';
    return shown_fps($n->{fps}) . "$more $n->{axes}{backend}";
  };
  for my $constraint (qw(stretching hookean)) {
    my ($row) = $table =~ m{<th scope=row>$constraint</th>(.*?)</tr>};
    my @have = map { plain($_) } ($row // '') =~ m{<td[^>]*>(.*?)</td>}g;
    my @want = (
      $cell->(points_with($all, 'cloth', %$held, size => $sizes->[1], constraint => $constraint)),
      $cell->(points_with($all, 'cloth', size => $sizes->[0], iterations => 20, constraint => $constraint)),
      $cell->(points_with($all, 'cloth', %$held, size => $sizes->[-1], constraint => $constraint)),
      size_at_60($all, $sizes, $held, $constraint), pays($all, $sizes, $held, $constraint));
    same("cells of $constraint", scalar @have, scalar @want);
    said("small table, $constraint, column $_", $have[$_], $want[$_]) for 0 .. $#want;
  }
}

# The table of all rows: each cell by the title of its column.
sub check_results {
  my ($all, $page) = @_;
  for my $benchmark (sort keys %{ { map { $_->{point}{benchmark} => 1 } @$all } }) {
    my ($names, $body) = $page =~ m{<h3>$benchmark</h3>.*?<thead><tr>(.*?)</tr></thead><tbody>\n(.*?)</tbody>}s;
    my @titles = map { plain($_) } $names =~ m{<th[^>]*>(.*?)</th>}g;
    my @rows = $body =~ m{<tr class=\w+>(.*?)</tr>}g;
    my @points = grep { $_->{point}{benchmark} eq $benchmark } @$all;
    same("rows of $benchmark", scalar @rows, scalar @points);
    for my $n (@points) {
      my (@cells, %have);
      while ($rows[0] =~ m{<td([^>]*)>(.*?)</td>}g) {
        my ($how, $cell) = ($1, $2);
        push @cells, plain($cell), ('') x ($how =~ /colspan=(\d+)/ ? $1 - 1 : 0);
      }
      shift @rows;
      @have{@titles} = @cells;
      my $point = $n->{point};
      my @axes = grep { exists $point->{axes}{$_} } @titles;
      for my $axis (@axes) {
        my $is_square = $axis eq 'size' && ($point->{work}{particles} // 0) == $n->{axes}{size}**2;
        said("$point->{name}: axis $axis", $have{$axis}, $is_square ? square($n->{axes}{size}) : $n->{axes}{$axis});
      }
      said("$point->{name}: FPS", $have{FPS}, '–') unless $n->{raw};
      next unless $n->{raw};
      my $none = $n->{low} eq 'NaN';
      said("$point->{name}: $_->[0]", $have{ $_->[0] }, $_->[1])
        for ['FPS', shown_fps($n->{fps}) . ($point->{flagged} ? ' ≈' : '')], ['status', 'ok'],
        ['95 % interval', $none ? 'fewer than six episodes' : shown_fps($n->{fps_low}) . ' … ' . shown_fps($n->{fps_high})],
        ['ms median', digits(1e3 * $n->{median}, 4)], ['ms p99', digits(1e3 * $n->{p99}, 4)],
        ['ns / projection', shown_fps($n->{ns})], ['M projections / s', shown_fps($n->{per_second} / 1e6)],
        ['episodes', scalar @{ $n->{raw}{medians} }], ['stopped by', $point->{stop}],
        $none ? () : ['± %', shown_percent($n->{relative})];
    }
  }
}

sub check_trust {
  my ($all, $page) = @_;
  my @with = grep { $_->{raw} && $_->{relative} ne 'NaN' } @$all;
  my @timed = grep { $_->{raw} } @$all;
  my $text = plain($page);
  my ($flagged) = $text =~ /; (\d+) of \d+ rows were measured while something else/;
  same('flagged rows', $flagged, scalar(grep { $_->{point}{flagged} } @timed)) if @with;
  my @without = $text =~ /(\d+) rows? (?:has|have) fewer than six episodes/;
  same('rows without an interval', $without[0] // 0, @timed - @with);
  my ($stopped) = $text =~ /^(\d+) rows? (?:was|were) stopped by a budget/m;
  same('rows stopped by a budget', $stopped // 0, scalar(grep { $_->{point}{stop} ne 'target' } @timed));
  my ($drifting) = $text =~ /^(\d+) rows? (?:has|have) an autocorrelation time above 5/m;
  same('rows while the machine drifted', $drifting // 0, scalar(grep { $_->{tau} ne 'NaN' && $_->{tau} > 5 } @timed));
  my ($marked) = $text =~ /^(\d+) rows? (?:is|are) flagged:/m;
  same('rows marked', $marked // 0, scalar(grep { $_->{point}{flagged} } @timed));
  return unless @with;
  my ($least, $most) = (sort { $a->{relative} <=> $b->{relative} } @with)[ 0, -1 ];
  my ($noise) = $text =~ /^Intervals: (.*); \d+ of/m;
  said('intervals', $noise, sprintf 'from ±%s %% to ±%s %%; the worst is %s. The target was ±%s %%',
    shown_percent($least->{relative}), shown_percent($most->{relative}), $most->{point}{name}, shown_percent(1e-9));
}

sub check_other_answers {
  my ($all, $answers, $page) = @_;
  my @ways = sort { $a->{ns} <=> $b->{ns} } points_with($all, 'projection', constraint => 'stretching');
  my ($best, $worst) = @ways[ 0, -1 ];
  my $interval = $best->{low} eq 'NaN' ? '' : sprintf ' (95 %% interval %s to %s)', map { shown_fps($_) } @$best{qw(ns_low ns_high)};
  said('the answer of projection', $answers->[1], sprintf 'One projection of stretching takes %s ns%s in the fastest way measured '
      . 'and %s ns in the slowest; the figures have all formulas.', shown_fps($best->{ns}), $interval, shown_fps($worst->{ns}));
  my %rows;
  push @{ $rows{ $_->{axes}{row} } }, $_ for points_with($all, 'papers');
  my @best = sort { $a->{ratio} <=> $b->{ratio} } map { faster_of(@$_) } values %rows;
  my ($said) = $answers->[2] =~ /ours are (.*?)\. Other/;
  said('the answer of papers', $said, sprintf '%s times as high (median of %d, from %s to %s)',
    shown_ratio(median(map { $_->{ratio} } @best)), scalar @best, map { shown_ratio($_->{ratio}) } @best[ 0, -1 ]);
  for my $n (@best) {
    my ($low, $high, $machine) = @{ $n->{rate} }{qw(fps_low fps_high device)};
    my $range = shown_fps($low) . ($high > $low ? ' … ' . shown_fps($high) : '');
    my ($row) = grep { plain($_) =~ /\Q$n->{axes}{row}\E/ } $page =~ m{<tr>(<td class=n>.*?)</tr>}g;
    said("published: $n->{axes}{row}", join('|', map { plain($_) } ($row // '') =~ m{<t[dh][^>]*>(.*?)</t[dh]>}g),
      join '|', $range, shown_fps($n->{fps}), shown_ratio($n->{ratio}), $n->{axes}{row},
      $n->{axes}{backend} . ($n->{point}{solver}{threads} > 1 ? " ($n->{point}{solver}{threads} threads)" : '')
        . ", $n->{axes}{order} order", $machine);
  }
}

# Numbers in the words below a figure, and its data that the page carries.
sub check_captions {
  my ($all, $sizes, $held, $ratios, $folder, $page) = @_;
  my %captions = map { m{^<b>Figure \d+\. (.*?)\.</b>(.*)}s ? ($1 => $2) : () } $page =~ m{<figcaption>(.*?)</figcaption>}gs;
  my $of = sub { my ($words) = @_; return plain((map { $captions{$_} } grep { /$words/ } sort keys %captions)[0] // '') };
  my @slice = points_with($all, 'cloth', %$held);
  my $end = faster_of(grep { $_->{axes}{size} == $sizes->[-1] } @slice);
  my ($start) = grep { $_->{axes}{constraint} eq $end->{axes}{constraint} && $_->{axes}{backend} eq $end->{axes}{backend}
    && $_->{axes}{size} == $sizes->[0] } @slice;
  my ($goes) = $of->('frames per second against mesh size') =~ /goes (from .*? FPS at \S+ to .*? FPS at \S+)\./;
  said('caption of FPS', $goes, sprintf 'from %s FPS at %s to %s FPS at %s', shown_fps($start->{fps}), square($sizes->[0]),
    shown_fps($end->{fps}), square($sizes->[-1]));
  my ($least, $most) = (sorted(@$ratios))[ 0, -1 ];
  my ($seen) = $of->('speed relative') =~ /Seen here: (.*?) times the sequential/;
  said('caption of speedups', $seen, sprintf '%.2f to %.2f', $least, $most);
  my ($longest) = $of->('relative to their median') =~ /took (\S+) times the median/;
  said('caption of the spread', $longest, sprintf '%.3g', (sorted(map { $_->{max} / $_->{median} } @slice))[-1])
    if -e "$folder/figures/cloth_spread.tsv";
  my ($meant) = $of->('time of one projection') =~ /\((\d+ particles, \d+ iterations)/;
  said('caption of projections', $meant, $sizes->[0]**2 . ' particles, 20 iterations');
  check_carried($folder, $page, scalar keys %captions);
}

sub check_report {
  my ($all, $folder) = @_;
  my $page = contents("$folder/index.html");
  my @sizes = sorted(keys %{ { map { $_->{axes}{size} => 1 } points_with($all, 'cloth') } });
  my %held = (iterations => 20);
  my @answers = map { plain($_) } $page =~ m{<p class=answer>(.*?)</p>}g;
  check_answer($all, \@sizes, \%held, \@answers, $page);
  check_summary($all, \@sizes, \%held, $page);
  check_other_answers($all, \@answers, $page);
  check_trust($all, $page);
  check_results($all, $page);
  my $by_size = { axis => 'size', held => \%held };
  check_fps($all, $folder, $by_size);
  check_fps($all, $folder, { axis => 'iterations', held => { size => $sizes[0] } });
  my @ratios = check_speedups($all, $folder, $by_size);
  check_spread($all, $folder, $by_size) if -e "$folder/figures/cloth_spread.tsv";
  check_projections($all, $folder);
  check_rooflines($all, $folder);
  check_published($all, $folder);
  check_captions($all, \@sizes, \%held, \@ratios, $folder, $page);
}

1;
