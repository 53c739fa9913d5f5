import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hang } from '../helpers/hang.ts';
import type { Ending } from '../helpers/site/site.ts';
import { faultCounts, type Ledger } from '../helpers/visitor/ledger.ts';

type Stoppable = { readonly stop: () => unknown };

function number(name: string, small: number): number {
  const given = Number(process.env[name] ?? small);
  if (!Number.isFinite(given) || given < 0) throw new Error(`${name}: expected a number`);
  return given;
}

/** The sizes of the parts. The defaults are small; the environment can raise them. */
export const sizes = {
  /** How many times a server on SQLite is killed. */
  kills: number('FAULTS_KILLS', 14),
  /** How many times a server on PostgreSQL, or PostgreSQL itself, is killed. */
  postgresKills: number('FAULTS_POSTGRES_KILLS', 5),
  /** How many times the site behind each proxy is restarted by SIGTERM, and how many times by SIGKILL. */
  restarts: number('FAULTS_RESTARTS', 1),
} as const;

/** Limits so high that no part reaches them. */
export const unlimited = { SUBMISSION_LIMIT: '1000000000', SUBMISSION_FLOOD: '1000000000' };

/** Collects the faults and counts of one part of the fault tests, and what to stop at the end of the part. */
export function newPart() {
  const faults: string[] = [];
  const counts: Record<string, number | string> = {};
  const started: Stoppable[] = [];
  const expect = (holds: boolean, fault: string): void => {
    if (!holds && faults.length < 20) faults.push(fault);
  };
  return {
    counts,
    faults,
    /** Records a fault unless `holds`, and goes on. */
    expect,
    /** Records the counts of a ledger. Each count that `faultCounts` names is a fault if it is not zero. */
    judge: (ledger: Ledger): void => {
      const found = ledger.counts();
      Object.assign(counts, found);
      for (const name of faultCounts) expect(found[name] === 0, `${name}: ${found[name]}`);
    },
    /** At the end of the part, stops what has been started, the latest first. */
    untilEnd: async <Started extends Stoppable>(starting: Started | Promise<Started>): Promise<Started> => {
      const each = await starting;
      started.push(each);
      return each;
    },
    /** Makes a folder, which is removed at the end of the part. */
    folder: (): string => {
      const folder = mkdtempSync(path.join(tmpdir(), 'faults-'));
      started.push({ stop: () => rmSync(folder, { recursive: true, force: true }) });
      return folder;
    },
    end: async (): Promise<void> => {
      for (const each of started.reverse()) {
        const ending = (await each.stop()) as Ending | undefined;
        expect(!ending?.exitCode, `a server ended with ${ending?.exitCode}`);
      }
    },
  };
}

export type Part = ReturnType<typeof newPart>;

/** Resolves with true as soon as `holds` returns true, or with false after `hang` milliseconds. */
export async function until(holds: () => boolean | Promise<boolean>, every = 20): Promise<boolean> {
  const end = Date.now() + hang;
  while (!(await holds())) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  return true;
}
