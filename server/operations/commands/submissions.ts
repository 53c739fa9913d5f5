import { createProgram } from './program.ts';
import { run, terminal } from './terminal.ts';

// No other user may read the files that this process creates.
process.umask(0o077);

run(createProgram(terminal));
