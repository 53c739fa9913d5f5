import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';

export type Limit = { readonly atMost: number } | { readonly atLeast: number };

/** Rounds to three significant digits, but numbers from 100 on to whole numbers. */
function shown(value: number): string {
  if (Number.isNaN(value)) return 'none';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** Prints the heading of a table, with the date, the commit and the load of the machine. */
export function printHeading(): void {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, Node ${process.versions.node}`;
  console.log(`\n## ${new Date().toISOString().slice(0, 10)}, ${commit} (${machine})\n`);
  console.log('| section | figure | value | unit | limit | |\n| --- | --- | ---: | --- | --- | --- |');
}

/** Prints a row of the table. With a limit, its last cells are the limit, and whether the limit is met. */
export function printRow(section: string, name: string, value: number, unit: string, limit?: Limit): void {
  const cells = [section, name, shown(value), unit];
  if (!limit) cells.push('', '');
  else if ('atMost' in limit) cells.push(`≤ ${shown(limit.atMost)}`, value <= limit.atMost ? 'met' : 'MISSED');
  else cells.push(`≥ ${shown(limit.atLeast)}`, value >= limit.atLeast ? 'met' : 'MISSED');
  console.log(`| ${cells.join(' | ')} |`);
}
