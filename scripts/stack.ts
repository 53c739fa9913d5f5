// Maps the stacks of client errors to source lines, with the source maps of the build in dist.
//   npm run --silent stack < LOGFILE     lines of the server's log, or a stack copied from a browser's console
import { globSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';

const files = globSync(path.resolve(import.meta.dirname, '../dist/client/maps/*.map'));
const maps = new Map(
  files.map((file) => [path.basename(file, '.map'), new SourceMap(JSON.parse(readFileSync(file, 'utf8')))]),
);

// A closed pipe, as of `head`, ends this program quietly.
process.stdout.on('error', () => process.exit());

/** Replaces script positions, such as `/assets/main.0a1b2c3d.js:1:2345`, by source positions. */
function mapped(text: string): string {
  return text.replace(/[^\s(@]*\/assets\/([\w.-]+\.js):(\d+):(\d+)/g, (place, script, line, column) => {
    const origin = maps.get(script)?.findOrigin(Number(line), Number(column));
    if (!origin) return `${place} (not of this build)`;
    return 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : place;
  });
}

/** Returns the fields of a line of the log. Returns any other line unchanged. */
function parsed(line: string) {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const logged = parsed(line);
  if (typeof logged !== 'object') console.log(mapped(line));
  else if (logged?.msg === 'client error')
    console.log(
      `${logged.time} ${logged.path} ${logged.message}\n` +
        `${mapped(logged.stack ?? `${logged.source}:${logged.line}:${logged.column}`)}\n`,
    );
}
