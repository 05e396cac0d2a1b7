# Runs one PostgreSQL and ends it when Packboard ends, however Packboard ended.
#
# Arguments: the postgres program and its arguments. The working directory is the cluster.
# Standard input is a pipe that Packboard holds open and never writes to: the kernel closes it with Packboard, by a
# kill -9 too, and that is the sign to shut down. Standard output carries one line: the postmaster's process id.
# Descriptor 9 holds the kernel lock of the cluster. Every PostgreSQL process inherits it, so the lock is held exactly
# as long as one of them lives, also when this shell and the postmaster were killed; it reaches across containers that
# share a disk, where process ids mean nothing.

exec 3<&0 </dev/null

if command -v flock >/dev/null 2>&1; then
  exec 9>>packboard.lock
  flock -w "${PACKBOARD_LOCK_SECONDS:-10}" 9 || exit 75
fi
# Nobody else works on this cluster, so these were left by a kill. PostgreSQL would believe the process id in them, which
# may belong to any other program by now.
rm -f postmaster.pid .s.PGSQL.5432.lock

LD_LIBRARY_PATH="$PACKBOARD_LIBRARIES" "$@" 3<&- &
postmaster=$!
echo "$postmaster"

(
  exec 9>&- >/dev/null 2>&1
  read -r _ <&3
  # Fast shutdown: open transactions are rolled back, a checkpoint is written. If that takes too long, shut down at
  # once: what was committed is in the log and is recovered at the next start.
  kill -INT "$postmaster"
  seconds=0
  while kill -0 "$postmaster"; do
    sleep 1
    seconds=$((seconds + 1))
    [ "$seconds" -eq 20 ] && kill -QUIT "$postmaster"
    [ "$seconds" -eq 25 ] && kill -KILL "$postmaster"
  done
) &
watcher=$!

wait "$postmaster"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"
