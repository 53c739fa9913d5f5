#!/bin/sh
# Starts the built server, for `npm start`, systemd and the tests. The flags keep it below 128 MB: a small young
# generation, and one malloc arena instead of one per thread, because an arena never returns its memory.
# With the source maps, stack traces name lines of the sources.
root=$(dirname "$0")/..
PATH=$root/node_modules/.bin:$PATH MALLOC_ARENA_MAX=1 exec node --enable-source-maps --max-semi-space-size=1 --optimize-for-size "$root/dist/server/main.cjs" "$@"
