# Why this file exists: checks the rules of plain English that a program can check, on every text of a tree. It prints a
# line for each sentence that breaks one, with the rule.
# usage: perl prose.pl WORDS FOLDER. WORDS: tests/prose.tsv, a pattern and what to write.
use strict;
use warnings;

my ($words, $top) = @ARGV;
my ($longest, $widest, $checked) = (30, 200, 0);

sub contents { my ($path) = @_; open my $file, '<', $path or die "$path: $!\n"; local $/; return <$file> // '' }
my @words = map { my ($pattern, $advice, $files) = split /\t+/; $files //= '.'; [ qr/($pattern)/, $advice, qr/$files/ ] }
  grep { /^[^#]/ } split /\n/, contents($words);

# Everything that a commit could contain, without recorded runs, golden files and what tests compare.
chdir $top or die "$top: $!\n";
my @files = split /\n/, `find . \\( -name .git -o -name 'build*' -type d -o -name '*.local' -o -path ./reports/machines \\) -prune -o -type f -print`;

# A link of a page leads to a file, and to a heading of it.
sub leads {
  my ($page, $target) = @_;
  my ($file, $heading) = split /#/, $target, 2;
  my $path = $file eq '' ? $page : $page =~ s{[^/]*$}{$file}r;
  return 0 unless -e $path;
  return 1 unless defined $heading && $path =~ /\.md$/;
  my %headings = map { my $name = lc; $name =~ s/[^a-z0-9 _-]//g; $name =~ tr/ /-/; ($name => 1) } contents($path) =~ /^#+ +(.*?) *$/mg;
  return $headings{$heading};
}

sub page {
  my ($name, $text) = @_;
  $text =~ s{^(```.*?^```)}{$1 =~ s/[^\n]//gr}gmse;
  $text =~ s{(<!--.*?-->)}{$1 =~ s/[^\n]//gr}gse;
  while ($text =~ /\]\(([^)\s]+)\)/g) {
    print "$name: a link leads nowhere: $1\n" unless $1 =~ m{^https?://} || leads($name, $1);
  }
  my $number = 0;
  for my $line (split /\n/, $text) {
    $number++;
    print "$name:$number: the line has ", length $line, " characters; $widest is the most\n" if length $line > $widest && $line !~ /^\|/ && $name !~ m{^\./docs/made/};
  }
  # A paragraph, an item of a list and a cell of a table have separate sentences.
  for my $block (split /\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=[|#])|\s\|\s|<br>/, $text) {
    $block =~ s/`[^`]*`/code/g;
    $block =~ s/!?\[([^\]]*)\]\([^)]*\)/$1/g;
    for my $sentence (split /(?<=[.!?:;])\)?\s+|\n(?=\|)/, $block) {
      $checked++;
      my @all = $sentence =~ /[A-Za-z0-9][\w'.^-]*/g;
      next if @all <= $longest;
      print "$name: a sentence has ", scalar @all, " words; $longest are the most: ", substr($sentence =~ s/\s+/ /gr, 0, 70), "...\n";
    }
  }
}

for my $name (sort @files) {
  next if $name =~ m{^\./(tests/(golden|prose)|LICENSE)|\.(exact|svg|png|csv|obj|json)$} || -B $name;
  my $text = contents($name);
  page($name, $text) if $name =~ /\.md$/;
  print "$name: opens with a reference instead of its own reason\n" if $text =~ m{\A(?:#![^\n]*\n)?(?:/\*|//|#) *(?:Why this file exists: *)?[Ss]ee \S+\.[a-z]+\W};
  my $number = 0;
  for my $line (split /\n/, $text) {
    $number++;
    for my $rule (grep { $name =~ $_->[2] } @words) {
      print "$name:$number: \"$1\": write $rule->[1]\n" if $line =~ $rule->[0];
    }
  }
}
print STDERR "$checked sentences\n";
