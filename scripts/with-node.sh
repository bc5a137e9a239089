#!/bin/sh
# with-node.sh COMMAND [ARGUMENTS...]
#
# Runs COMMAND with the project's own Node first on PATH: the database needs a newer one than many machines have.
# It comes as an npm package for this kind of machine (optionalDependencies); where there is none, the machine's own
# Node must be new enough. npm's own link in node_modules/.bin is not used: npm 10 takes it away again when it drops
# the packages for other machines.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
for program in "$root"/node_modules/node-*/bin/node; do
  if [ -x "$program" ]; then PATH="${program%/node}:$PATH"; fi
done
export PATH
if [ "$(node -p 'Number(process.versions.napi) >= 10')" != true ]; then
  echo "Node $(node --version) is too old for Backbone. Run \"npm ci\" again, or install Node 24." >&2
  exit 6
fi
exec "$@"
