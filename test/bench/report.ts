import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import type { Measurement } from './measurement.ts';

const historyFile = path.join(import.meta.dirname, 'HISTORY.md');

function isMet({ value, limit }: Measurement): boolean | undefined {
  if (!limit) return undefined;
  return 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;
}

/** Rounds to three significant digits, but numbers from 100 on to whole numbers. */
function shown(value: number): string {
  if (Number.isNaN(value)) return 'none';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

function shownLimit({ limit }: Measurement): string {
  if (!limit) return '';
  return 'atMost' in limit ? `≤ ${shown(limit.atMost)}` : `≥ ${shown(limit.atLeast)}`;
}

/** The cells of a row: figure, value, unit, limit, and whether the limit is met. */
function cellsOf(measurement: Measurement): readonly string[] {
  const met = isMet(measurement);
  const verdict = met ? 'met' : 'MISSED';
  const { name, value, unit } = measurement;
  return [name, shown(value), unit, shownLimit(measurement), met === undefined ? '' : verdict];
}

export function printTable(measurements: readonly Measurement[]): void {
  const rows = measurements.map(cellsOf);
  console.table(rows.map(([figure, value, unit, limit, verdict]) => ({ figure, value, unit, limit, verdict })));
}

const heading = `# What the benchmarks measured

Written by \`npm run bench -- --record\`. Figures of one run compare with each other; figures of two machines don't.
`;

/** Appends the figures to HISTORY.md, with the date, the commit and the load of the machine. */
export function appendHistory(measurements: readonly Measurement[], loadBefore: number): void {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} cores, load ${loadBefore.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after the run, Node ${process.versions.node}`;
  const lines = [
    '',
    `## ${new Date().toISOString().slice(0, 10)}, ${commit} (${machine})`,
    '',
    '| section | figure | value | unit | limit | |',
    '| --- | --- | ---: | --- | --- | --- |',
    ...measurements.map((measurement) => `| ${[measurement.section, ...cellsOf(measurement)].join(' | ')} |`),
    '',
  ];
  const before = existsSync(historyFile) ? readFileSync(historyFile, 'utf8').trimEnd() : heading.trimEnd();
  writeFileSync(historyFile, `${before}\n${lines.join('\n')}`);
}
