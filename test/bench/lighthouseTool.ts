import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const version = '13.5.0';
const home = path.resolve(import.meta.dirname, `../../.cache/lighthouse-${version}`);

type Audit = {
  readonly score: number | null;
  readonly title: string;
  readonly displayValue?: string;
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly object[] };
};
type Category = {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
};

/** What the benchmark reads of a result: https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md */
export type LighthouseResult = {
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<Record<string, Category>>;
  readonly runtimeError?: { readonly message: string };
};

type Flags = { readonly port: number; readonly onlyCategories: readonly string[]; readonly logLevel: 'error' };
type Lighthouse = (url: string, flags: Flags) => Promise<{ readonly lhr: LighthouseResult } | undefined>;

/** Loads Lighthouse. Installs it at its first use, not with `npm install`: nothing else needs its 114 packages (176 MB). */
export async function loadLighthouse(): Promise<Lighthouse> {
  const entry = path.join(home, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    console.log(`  Fetching lighthouse ${version} ...`);
    const options = [`--prefix=${home}`, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', `lighthouse@${version}`, ...options], { stdio: ['ignore', 2, 2] });
  }
  const { default: lighthouse } = (await import(entry)) as { default: Lighthouse };
  return lighthouse;
}
