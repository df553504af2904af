# Why this file exists: checks every sentence, cell and caption with a number on the page of a report against the
# samples.
use strict;
use warnings;

sub square { return sprintf '%d×%d', $_[0], $_[0] }

sub with_interval {
  my ($n) = @_;
  my $more = $n->{low} eq 'NaN' ? '(no interval: fewer than six episodes)'
    : sprintf '(95 %% interval %s to %s)', shown_fps($n->{fps_low}), shown_fps($n->{fps_high});
  return shown_fps($n->{fps}) . " FPS $more";
}

sub faster_of { my ($best, @others) = sort { $b->{fps} <=> $a->{fps} } @_; return $best }

# The largest size at which a backend certainly reached 60 FPS: the whole interval is above.
sub size_at_60 {
  my ($all, $held, $constraint) = @_;
  my @shown = grep { $_->{axes}{backend} ne 'loop' && $_->{fps_low} ne 'NaN' && $_->{fps_low} > 60 } points_with($all, 'cloth', %$held, constraint => $constraint);
  return (reverse sorted(map { $_->{axes}{size} } @shown))[0];
}

# Its cell in the small table. A rate above 60 without an interval shows nothing.
sub limit_words {
  my ($all, $held, $constraint) = @_;
  my $size = size_at_60($all, $held, $constraint);
  return square($size) if defined $size;
  my @unsure = grep { $_->{axes}{backend} ne 'loop' && $_->{fps} > 60 && $_->{fps_low} eq 'NaN' } points_with($all, 'cloth', %$held, constraint => $constraint);
  return @unsure ? 'not shown (no interval)' : 'no size';
}

# "6×6, 16×16 to 32×32": a set of sizes; neighbours are joined.
sub places {
  my ($sizes, %meant) = @_;
  my $marks = join '', map { $meant{$_} ? 'x' : '.' } @$sizes;
  my @words;
  while ($marks =~ /(x+)/g) {
    my ($from, $to) = @$sizes[ $-[0], $+[0] - 1 ];
    push @words, square($from) . ($to > $from ? ' to ' . square($to) : '');
  }
  return join ', ', @words;
}

# What the intervals of omp show against seq: at which sizes the whole interval is above 1, below 1, or neither.
sub shown {
  my ($all, $sizes, $held, $constraint) = @_;
  my (%verdict, %ratio);
  for my $n (points_with($all, 'cloth', %$held, constraint => $constraint, backend => 'omp')) {
    my ($value, $low, $high) = speedup($n, baseline($all, $n));
    my $size = $n->{axes}{size};
    $ratio{$size} = $value;
    $verdict{$size} = $n->{point}{solver}{threads} == 1 ? 'the same work, on one thread,' : $low eq 'NaN' ? 'no interval' : $low > 1 ? 'faster' : $high < 1 ? 'slower' : 'no difference shown';
  }
  my @words;
  for my $word ('faster', 'slower', 'no difference shown', 'no interval', 'the same work, on one thread,') {
    my %meant = map { $_ => 1 } grep { $verdict{$_} eq $word } keys %verdict;
    push @words, "$word at " . places($sizes, %meant) if %meant;
  }
  # Equal between the last size that is certainly slower and the first larger one that is certainly faster.
  my ($slow) = reverse grep { $verdict{$_} eq 'slower' } @$sizes;
  my ($fast) = grep { defined $slow && $_ > $slow && $verdict{$_} eq 'faster' } @$sizes;
  push @words, sprintf 'equal at about %s (between %s and %s)', square(int(crossing($slow, $ratio{$slow}, $fast, $ratio{$fast}, 1) + 0.5)),
    square($slow), square($fast) if $fast;
  return join '; ', @words;
}

sub ratio_words {
  my ($value, $low, $high) = @_;
  return shown_ratio($value) . ($low eq 'NaN' ? ' (no interval)' : sprintf ' (%s to %s)', shown_ratio($low), shown_ratio($high));
}

sub check_answer {
  my ($all, $sizes, $held, $answers, $page) = @_;
  my $n = faster_of(points_with($all, 'cloth', %$held, size => $sizes->[1], constraint => 'stretching'));
  my $way = $n->{axes}{backend} eq 'seq' ? 'seq' : "omp, $n->{point}{solver}{threads} threads";
  my $most = size_at_60($all, $held, 'stretching');
  said('the answer', $answers->[0] =~ s/^.*? runs at //r, with_interval($n) . ' with ' . square($sizes->[1])
      . " vertices, the constraint stretching and 20 iterations per frame ($way). "
      . (defined $most ? 'It holds 60 FPS up to ' . square($most) . ', the largest size measured whose whole interval is above 60.'
      : 'No size measured has its whole interval above 60 FPS.'));
  my @lines = sort { $a->[1] <=> $b->[1] } map { [$_, speedup($_, baseline($all, $_))] }
    points_with($all, 'cloth', %$held, constraint => 'stretching', backend => 'omp');
  my ($slowest, $fastest) = @lines[ 0, -1 ];
  my ($speed) = $page =~ m{<p>(Relative to seq, .*?)</p>};
  my %alone = map { $_->[0]{axes}{size} => 1 } grep { $_->[0]{point}{solver}{threads} == 1 } @lines;
  my ($threads) = reverse sorted(map { $_->[0]{point}{solver}{threads} } @lines);
  my $label = 'omp, ' . (%alone && $threads > 1 ? 'up to ' : '') . "$threads thread" . ($threads > 1 ? 's' : '');
  said('speedups', plain($speed // ''), sprintf 'Relative to seq, with the constraint stretching, %s, is %s times as fast (at %s) to '
      . '%s times as fast (at %s): %s.', $label, ratio_words(@$slowest[ 1 .. 3 ]), square($slowest->[0]{axes}{size}),
    ratio_words(@$fastest[ 1 .. 3 ]), square($fastest->[0]{axes}{size}), shown($all, $sizes, $held, 'stretching'));
}

# The small table: a row for each constraint.
sub check_summary {
  my ($all, $sizes, $held, $page) = @_;
  my ($table) = $page =~ m{<table class=summary>\n(.*?)</table>}s;
  my $cell = sub {
    my $n = faster_of(@_);
    my $more = $n->{low} eq 'NaN' ? 'no interval' : shown_fps($n->{fps_low}) . ' to ' . shown_fps($n->{fps_high});
    return shown_fps($n->{fps}) . " ($more) $n->{axes}{backend}";
  };
  my ($many) = $table =~ m{<th>(with .*?)</th>};
  said('small table, what the iterations are of', $many, 'with 20 iterations, ' . square($sizes->[0]) . ' vertices');
  for my $constraint (qw(stretching hookean)) {
    my ($row) = $table =~ m{<th scope=row>$constraint</th>(.*?)</tr>};
    my @have = map { plain($_) } ($row // '') =~ m{<td[^>]*>(.*?)</td>}g;
    my @want = (
      $cell->(points_with($all, 'cloth', %$held, size => $sizes->[1], constraint => $constraint)),
      $cell->(points_with($all, 'cloth', size => $sizes->[0], iterations => 20, constraint => $constraint)),
      $cell->(points_with($all, 'cloth', %$held, size => $sizes->[-1], constraint => $constraint)),
      limit_words($all, $held, $constraint), shown($all, $sizes, $held, $constraint));
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
      said("$point->{name}: parts of a frame", $have{'parts of a frame'} // '', $n->{raw} ? shown_parts($point->{phases}) : '');
      for my $axis (@axes) {
        my $is_square = $axis eq 'size' && ($point->{work}{particles} // 0) == $n->{axes}{size}**2;
        my $used = $axis eq 'precision' && $n->{raw};
        said("$point->{name}: axis $axis", $have{$axis}, $used ? precision_of($n) : $is_square ? square($n->{axes}{size}) : $n->{axes}{$axis});
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
        defined $point->{error} ? ['error %', shown_percent($point->{error})] : (),
        $none ? () : ['± % of time', shown_percent($n->{relative})];
    }
  }
}

sub check_trust {
  my ($all, $page) = @_;
  my @with = grep { $_->{raw} && $_->{relative} ne 'NaN' } @$all;
  my @timed = grep { $_->{raw} } @$all;
  my $text = plain($page);
  my $waited = grep { ($_->{point}{noise}{psi_cpu_during} // 0) > 10 } @timed;
  my ($busy) = $text =~ /; (\d+) of \d+ rows (?:was|were) measured while something else/;
  same('rows of a busy machine', $busy, $waited) if @with;
  my @without = $text =~ /(\d+) rows? (?:has|have) fewer than six episodes/;
  same('rows without an interval', $without[0] // 0, @timed - @with);
  my ($stopped) = $text =~ /^(\d+) rows? (?:was|were) stopped by a budget/m;
  same('rows stopped by a budget', $stopped // 0, scalar(grep { $_->{point}{stop} =~ /^(total-)?budget$/ } @timed));
  my ($capped) = $text =~ /^(\d+) rows? reached --max-episodes/m;
  same('rows of the most episodes', $capped // 0, scalar(grep { $_->{point}{stop} eq 'max-episodes' } @timed));
  my ($slow, $times) = $text =~ /^(\d+) rows? takes? more than 5 % longer because of subnormal numbers\. Without .* row is (\d.*)\.$/m;
  my @slow = sort { $b->{ieee_over_flushed} <=> $a->{ieee_over_flushed} }
    grep { ($_->{ieee_over_flushed} // 0) > 1.05 } map { $_->{point} } @timed;
  same('rows with subnormal numbers', $slow // 0, scalar @slow);
  my ($ratio, $affected) = ($times // 'none') =~ /^(.*?)(?:: (.*))?$/;
  said('the most affected row', $ratio, @slow ? sprintf('%.2f times as fast', $slow[0]{ieee_over_flushed}) : 'none');
  names_row('the most affected row', $affected, $slow[0]) if @slow;
  my ($drifting) = $text =~ /^(\d+) rows? (?:has|have) an autocorrelation time above 5/m;
  same('rows while the machine drifted', $drifting // 0, scalar(grep { $_->{tau} ne 'NaN' && $_->{tau} > 5 } @timed));
  my ($marked) = $text =~ /^(\d+) rows? (?:is|are) flagged:/m;
  same('rows marked', $marked // 0, scalar(grep { $_->{point}{flagged} } @timed));
  return unless @with;
  my ($least, $most) = (sort { $a->{relative} <=> $b->{relative} } @with)[ 0, -1 ];
  my ($noise) = $text =~ /^Intervals of the frame time: (.*)\. \d+ of/m;
  my ($worst) = ($noise // '') =~ /The worst is (.*?)\. The target/;
  names_row('the worst row', $worst, $most->{point});
  said('intervals', ($noise // '') =~ s/The worst is .*?\. The/The/r, sprintf 'from ±%s %% to ±%s %%. The target was ±%s %%',
    shown_percent($least->{relative}), shown_percent($most->{relative}), shown_percent(1e-9));
}

sub check_other_answers {
  my ($all, $answers, $page) = @_;
  my @ways = sort { $a->{ns} <=> $b->{ns} } points_with($all, 'projection', constraint => 'stretching');
  my ($best, $worst) = @ways[ 0, -1 ];
  my $interval = $best->{low} eq 'NaN' ? '' : sprintf ' (95 %% interval %s to %s)', map { shown_fps($_) } @$best{qw(ns_low ns_high)};
  said('the answer of projection', $answers->[1], sprintf 'One projection of stretching takes %s ns%s in the fastest way measured '
      . 'and %s ns in the slowest. The figures show all formulas.', shown_fps($best->{ns}), $interval, shown_fps($worst->{ns}));
  check_published_answer($all, $answers->[2], $page);
}

# Our rates against the published ones: by one loop like theirs, then by the fastest way, both over the rows that have
# the loop. If none has it, by the fastest way alone.
sub check_published_answer {
  my ($all, $answer, $page) = @_;
  my (%rows, %like, %most, %times);
  push @{ $rows{ $_->{axes}{row} } }, $_ for points_with($all, 'papers');
  for my $name (keys %rows) {
    $most{$name} = faster_of(@{ $rows{$name} });
    my ($loop) = grep { $_->{axes}{backend} eq 'seq' && $_->{axes}{order} eq 'mesh' } @{ $rows{$name} };
    $like{$name} = $loop if $loop;
  }
  my @over = %like ? keys %like : keys %rows;
  $times{ way_in_words($most{$_}) }++ for @over;
  my ($loop, $ways, $any) = $answer =~ /on a processor, ours (?:also with one loop are (.*?), and )?in the fastest of our ways for each \((.*?)\) (.*?\))(?:[.;])/;
  said('the answer of papers, one loop', $loop // '', %like ? one_median(' as high', map { $_->{ratio} } values %like) : '');
  said('the answer of papers, the fastest', $any, (%like ? '' : 'are ') . one_median(%like ? '' : ' as high', map { $most{$_}{ratio} } @over));
  said('the fastest ways', join('|', sort(split(/, /, $ways // ''))), join '|', sort(map { "$times{$_} by $_" } keys %times));
  for my $name (sort keys %rows) {
    my $n = $most{$name};
    my ($low, $high, $machine) = @{ $n->{rate} }{qw(fps_low fps_high device)};
    my $range = shown_fps($low) . ($high > $low ? ' … ' . shown_fps($high) : '');
    my ($row) = grep { plain($_) =~ /\Q$name\E/ } $page =~ m{<tr>(<td class=n>.*?)</tr>}g;
    said("published: $name", join('|', map { plain($_) } ($row // '') =~ m{<t[dh][^>]*>(.*?)</t[dh]>}g),
      join '|', $range, (map { $_ ? (shown_fps($_->{fps}), shown_ratio($_->{ratio})) : ('–', '–') } $like{$name}, $n), $name, way_in_words($n), $machine);
  }
}

sub way_in_words {
  my ($n) = @_;
  my $threads = $n->{point}{solver}{threads} > 1 ? "$n->{point}{solver}{threads} threads" : 'one thread';
  my $backend = $n->{axes}{backend};
  return "$n->{axes}{order} order on " . ($backend eq 'seq' ? $threads : "$backend with $threads");
}

sub one_median {
  my ($words, @ratios) = @_;
  @ratios = sorted(@ratios);
  return sprintf '%s times%s (median of %d, from %s to %s)', shown_ratio(median(@ratios)), $words, scalar @ratios, map { shown_ratio($_) } @ratios[ 0, -1 ];
}

# Numbers in the text below a figure, and its data on the page.
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
  my ($all, $folder, $xb) = @_;
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
  check_more_captions($all, $xb, \@sizes, $folder, $page);
}

1;
