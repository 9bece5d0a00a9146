# Runs a command as the reaper of all that it starts (PR_SET_CHILD_SUBREAPER), which Node cannot do: so the CPU seconds of processes whose
# parent ended first, as Chromium's renderers do, are counted as well, and nothing outlives the command unseen.
# What still runs some seconds after the command is ended, and named in the report: {"cpuSeconds":12.34,"leftRunning":["postgres"]}
use strict;
use warnings;
use POSIX ();

my ($report, $patience_seconds, @command) = @ARGV;
my %prctl = (x86_64 => 157, aarch64 => 167);
my $number = $prctl{(POSIX::uname())[4]};
defined $number && syscall($number, 36, 1, 0, 0, 0) == 0 or die "this system names no reaper\n";

# Neither outlives who started it (PR_SET_PDEATHSIG), however that one ended.
syscall($number, 1, POSIX::SIGTERM(), 0, 0, 0);
my $child = fork // die "fork: $!\n";
if ($child == 0) {
  syscall($number, 1, POSIX::SIGTERM(), 0, 0, 0);
  exec { $command[0] } @command or POSIX::_exit(127);
}
# Ctrl-C reaches the command by itself; what is left afterwards is ended here.
$SIG{INT} = 'IGNORE';
$SIG{TERM} = sub { kill TERM => $child };

my $status;
until (defined $status) {
  my $ended = waitpid -1, 0;
  $status = $? if $ended == $child;
}

my %left;
while (1) {
  my $ended = waitpid -1, POSIX::WNOHANG();
  last if $ended == -1;
  next if $ended > 0;
  if ($patience_seconds <= 0) {
    for my $pid (children()) {
      $left{$pid} = name($pid);
      kill KILL => $pid;
    }
  }
  $patience_seconds -= 0.05;
  select undef, undef, undef, 0.05;
}

my (undef, undef, $user, $system) = times;
my $names = join ',', map { "\"$_\"" } sort values %left;
open my $file, '>', $report or die "$report: $!\n";
print {$file} sprintf "{\"cpuSeconds\":%.2f,\"leftRunning\":[%s]}\n", $user + $system, $names;
close $file;
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);

sub children {
  open my $file, '<', "/proc/$$/task/$$/children" or return ();
  return split ' ', (<$file> // '');
}

sub name {
  open my $file, '<', "/proc/$_[0]/comm" or return 'unknown';
  chomp(my $name = <$file> // 'unknown');
  return $name =~ s/[^\w. :-]//gr;
}
