import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

export type LighthouseResult = {
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly runtimeError?: { readonly message: string };
};

export type Lighthouse = (
  url: string,
  flags: {
    readonly port: number;
    readonly onlyCategories: readonly string[];
    readonly logLevel: 'error';
    readonly output: 'json';
  },
) => Promise<{ readonly lhr: LighthouseResult } | undefined>;

/**
 * Lighthouse, installed at its first use: `npm install` leaves out its 114 packages (176 MB), which nothing else needs.
 */
export async function loadLighthouse(): Promise<Lighthouse> {
  const entry = path.join(home, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    console.log(`  Fetching lighthouse ${version} ...`);
    const draft = `${home}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    // Without this package.json npm would install into the project's folder.
    writeFileSync(path.join(draft, 'package.json'), '{"private":true}');
    const parameters = ['install', `lighthouse@${version}`, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    const cli = process.env.npm_execpath;
    execFileSync(cli ? process.execPath : 'npm', [...(cli ? [cli] : []), ...parameters, '--loglevel=error'], {
      cwd: draft,
      stdio: ['ignore', 2, 2],
    });
    rmSync(home, { recursive: true, force: true });
    renameSync(draft, home);
  }
  const { default: lighthouse } = (await import(entry)) as { default: Lighthouse };
  return lighthouse;
}
