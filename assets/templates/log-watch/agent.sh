#!/bin/sh
# Watches a log and says when something goes wrong: agent.sh [-f] [FILE]. Without FILE: the standard input.
# -f goes on with what is added to the file. PATTERN names what counts, as grep -E reads it.
set -u
here=$(dirname "$0")
. "$here/backbone-keys.sh"

pattern=${PATTERN:-'error|fatal|panic|exception|traceback|denied|out of memory'}
follow=no
if [ "${1:-}" = -f ]; then
  follow=yes
  shift
fi
file=${1:-}
if [ "$follow" = yes ] && [ -z "$file" ]; then
  echo 'Say which file to follow: agent.sh -f FILE' >&2
  exit 2
fi
if [ -n "$file" ] && [ ! -r "$file" ]; then
  printf '%s cannot be read.\n' "$file" >&2
  exit 2
fi

webhook=$(key ALERT_WEBHOOK_URL) || {
  webhook=
  printf '%s Until then: findings are only printed.\n' "$(how_to_give ALERT_WEBHOOK_URL)" >&2
}

case $webhook in
  *[!!-~]* | *[\"\\]*)
    echo 'ALERT_WEBHOOK_URL holds what stands in no address.' >&2
    exit 2
    ;;
esac

# Text as it stands between quotes, in JSON and in the settings of curl.
quoted() {
  tr -d '\000-\037\177' | sed 's/\\/\\\\/g; s/"/\\"/g'
}

# The address is a secret: curl reads it from its input, never from its arguments.
tell() {
  [ -n "$webhook" ] || return 0
  text=$(printf '%s' "$1" | quoted)
  body=$(printf '{"text":"%s"}' "$text" | quoted)
  printf 'url = "%s"\ndata = "%s"\n' "$webhook" "$body" |
    curl --silent --show-error --fail --max-time 10 --output /dev/null --config - \
      --header 'content-type: application/json' ||
    echo 'The alert could not be sent.' >&2
}

source_of_lines() {
  if [ "$follow" = yes ]; then tail -n 0 -f -- "$file"
  elif [ -n "$file" ]; then cat -- "$file"
  else cat
  fi
}

source_of_lines | {
  last= count=0
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\n' "$line" | grep -Eiq -e "$pattern" || continue
    # The same thing again, but for its numbers, is told once.
    shape=$(printf '%s' "$line" | tr -d '0-9')
    count=$((count + 1))
    [ "$shape" != "$last" ] || continue
    last=$shape
    printf '%s\n' "$line" | tr -d '\000-\010\013-\037\177'
    tell "$line"
  done
  [ "$follow" = yes ] || printf 'Lines that speak of trouble: %s\n' "$count"
}
