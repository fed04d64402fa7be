#!/bin/bash
# systemctl.sh - in a root without systemd: does what the unit parlor.service says, no more.
unit=/lib/systemd/system/parlor.service
pid=/run/parlor.pid
value() { sed -n "s/^$1=//p" "$unit" | tail -n 1; }
runs() { [[ -s $pid ]] && kill -0 "$(cat $pid)" 2>/dev/null; }
start() {
  runs && return
  cd "$(value WorkingDirectory)" || exit 1
  umask "$(value UMask)"
  # shellcheck disable=SC2046
  setsid setpriv --reuid="$(value User)" --regid="$(value Group)" --clear-groups --no-new-privs \
    $(value ExecStart) >>/var/log/parlor.log 2>&1 </dev/null &
  echo $! >$pid
  for _ in $(seq 100); do
    grep -q listening /var/log/parlor.log && break
    runs || {
      cat /var/log/parlor.log
      exit 1
    }
    sleep 0.1
  done
  sleep 0.3
}
stop() {
  runs || return 0
  kill -TERM "$(cat $pid)"
  while runs; do sleep 0.1; done
}
case $1 in
start) start ;;
enable) [[ $2 != --now ]] || start ;;
stop) stop ;;
restart) stop && : >/var/log/parlor.log && start ;;
reload) MAINPID=$(cat $pid) && eval "$(value ExecReload)" ;;
*) exit 0 ;;
esac
