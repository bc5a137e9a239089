#!/bin/sh
# test.sh [VITEST OPTIONS...]: everything that `npm test` looks at. With options, only those tests.
set -e
node scripts/install-agents.ts --for-tests
node scripts/build.ts --if-stale
if [ "$#" -eq 0 ]; then node scripts/check.ts; fi
exec vitest run "$@"
