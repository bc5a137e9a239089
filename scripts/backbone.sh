#!/bin/sh
# backbone.sh [ARGUMENTS...]: the command from this checkout, built when its sources are newer.
set -e
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
node "$root/scripts/build.ts" --if-stale --quiet
exec node "$root/dist/cli/backbone.js" "$@"
