#!/bin/sh
# Starts the built server, for `npm start`, systemd and the tests. `--optimize-for-size` keeps its memory below 140 MB (decision 0003);
# one malloc arena, as an arena never returns its memory; large blocks returned to the system at once. With the source maps, stack
# traces name lines of the sources.
root=$(dirname "$0")/..
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=65536
PATH=$root/node_modules/.bin:$PATH exec node --enable-source-maps --optimize-for-size "$root/dist/server/main.cjs" "$@"
