import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { logEvents } from '../../server/lib/logEvents.ts';

const root = path.resolve(import.meta.dirname, '../..');
const document = 'docs/operations.md';
const rows = [...readFileSync(path.join(root, document), 'utf8').matchAll(/^\| (\w+) +\| `([^`]+)` +\| (.*?) *\|$/gm)];
const documented = rows.map(([, level, text]) => `${level} ${text}`);

/** The sources of the server, in which `…` stands for the variable parts of texts. */
const sources = globSync('server/**/*.{ts,tsx}', { cwd: root, exclude: ['server/operations/report/**'] }).map((file) =>
  readFileSync(path.join(root, file), 'utf8').replace(/\$\{[^}]*\}/g, '…'),
);
const readersOfEvents = ['server/operations/report/logStatistics.ts', 'scripts/dev.ts'].map((file) =>
  readFileSync(path.join(root, file), 'utf8'),
);
/** What writes a log line, and what makes an alarm or a warning, up to its fields. */
const writing = [
  /log\.(warn|error|fatal)\((.*?)\)[;,]?\n/gs,
  /level: '(warn|error)',\s+message:(.*?)(?:fields|\}|\)[;,]?\n)/gs,
  /\b(warn)ing\((.*?)(?:fields|\}|\)[;,]?\n)/gs,
];
/** The messages in it: the texts that have a space. What has none fails the comparison as it is. */
const logged = sources
  .flatMap((source) => writing.flatMap((expression) => [...source.matchAll(expression)]))
  .flatMap(([, level, written = '']) => {
    const texts = [...written.matchAll(/'([^'\n]*)'|`([^`]*)`/g)].map(([, text, template = '']) => text ?? template);
    const messages = texts.filter((text) => text.includes(' '));
    return (messages.length > 0 ? messages : [written]).map((text) => `${level} ${text}`);
  });

test(`${document} has a row with advice for every log message of level warn and above, and no other row`, () => {
  expect(documented.toSorted()).toEqual([...new Set(logged)].sort());
  expect(rows.filter(([, , , advice]) => !advice).map(([row]) => row)).toEqual([]);
});

test.each(Object.entries(logEvents))(
  'the event %s is in a log line of the server, and something reads it',
  (name, event) => {
    const writers = sources.filter((source) =>
      new RegExp(`log\\b[^;]*\\{ event: logEvents\\.${name}\\b|= \\{ event: logEvents\\.${name}\\b`).test(source),
    );
    const text = readFileSync(path.join(root, document), 'utf8');
    const readers = readersOfEvents.filter((source) => source.includes(`logEvents.${name}`));
    const isRead = readers.length > 0 || text.includes(`.event == "${event}"`);
    expect([writers.length > 0, isRead]).toEqual([true, true]);
    expect(text).toContain(`\`${event}\``);
  },
);
