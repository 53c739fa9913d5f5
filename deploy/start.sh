#!/bin/sh
# Starts the built server, under `npm start`, systemd and the tests alike. The flags keep it below 128 MB: little room
# for what dies young, and one malloc arena instead of one a thread, which would never give back what it once took.
# With the source maps, stack traces name lines of the sources.
root=$(dirname "$0")/..
PATH=$root/node_modules/.bin:$PATH MALLOC_ARENA_MAX=1 exec node --enable-source-maps --max-semi-space-size=1 --optimize-for-size "$root/dist/server/main.cjs" "$@"
