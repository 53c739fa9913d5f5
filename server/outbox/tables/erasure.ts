import { setTimeout as sleep } from 'node:timers/promises';
import { deadlines } from '../../lib/deadlines.ts';
import { inPages } from '../../lib/inPages.ts';
import type { Database, Dialect, Run } from '../database.ts';
import { comparableAddress, type ErasureTarget } from '../erasureTarget.ts';
import type { Store, Submission } from '../store.ts';
import { referencesIn } from './rows.ts';

/** Rows in one read. */
const rowsAtATime = 1000;
/** Rows in one transaction: on SQLite it keeps the server from writing for some milliseconds. */
const rowsToDelete = 100;
const pollInterval = 50;
/** Between two transactions, so that the server gets its turn. */
const pause = 10;

type Texts = Pick<Submission, 'reference' | 'name' | 'email' | 'company' | 'phone' | 'message'> & {
  readonly received_at: number;
  readonly last_error: string | null;
};

/** The references of the submissions whose texts fit, oldest first. Texts are compared here: SQL cannot compare addresses. */
async function referencesWhere(run: Run, columns: string, fits: (texts: Texts) => boolean): Promise<string[]> {
  const found: string[] = [];
  const pages = inPages<Texts>(rowsAtATime, (last) =>
    run<Texts>(
      `SELECT reference, received_at, ${columns} FROM submissions AS s WHERE (received_at, reference) > ($1, $2)
       ORDER BY received_at, reference LIMIT ${rowsAtATime}`,
      [last?.received_at ?? Number.MIN_SAFE_INTEGER, last?.reference ?? ''],
    ),
  );
  for await (const rows of pages) found.push(...rows.filter(fits).map(({ reference }) => reference));
  return found;
}

/** The references of the submissions that a target names, oldest first. */
export async function matching(run: Run, target: ErasureTarget): Promise<string[]> {
  if (target.by === 'address')
    return referencesWhere(run, 'email', ({ email }) => comparableAddress(email) === target.address);
  if (target.by === 'reference')
    return referencesIn(run, 'SELECT reference FROM submissions WHERE reference = $1', [target.reference]);
  return referencesIn(
    run,
    `SELECT s.reference FROM mails AS m JOIN submissions AS s ON s.reference = m.reference
     WHERE m.state = 'sent' AND m.kind <> 'confirmation' AND m.sent_at < $1 ORDER BY s.received_at, s.reference`,
    [target.before],
  );
}

/**
 * Deletes submissions, and with them their mails. `force`: also those whose mail is under way. Resolves with those that stay
 * for now.
 */
export async function deleteSubmissions(
  run: Run,
  { now, isOneOf, skipLocked }: Dialect,
  references: readonly string[],
  force: boolean,
): Promise<string[]> {
  // A mail under way might be written after its submission has gone. What another erasure holds at this moment is skipped:
  // nobody waits in a circle.
  const isUnderWay = `EXISTS (SELECT 1 FROM mails AS m WHERE m.reference = s.reference AND m.lease_until > ${now})`;
  const going = await referencesIn(
    run,
    `SELECT reference FROM submissions AS s WHERE ${isOneOf('reference', '$1')} ${force ? '' : `AND NOT ${isUnderWay}`}
     ${skipLocked}`,
    [references],
  );
  await run(`DELETE FROM submissions WHERE ${isOneOf('reference', '$1')}`, [going]);
  return referencesIn(run, `SELECT reference FROM submissions WHERE ${isOneOf('reference', '$1')}`, [references]);
}

/** The parts of the store that erase. */
export function erasureOn({
  dialect,
  run,
  transaction,
  vacuum,
}: Database): Pick<Store, 'matching' | 'mentioning' | 'deleteRows' | 'removeRemnants'> {
  return {
    matching: (target) => matching(run, target),
    mentioning: (address) =>
      referencesWhere(
        run,
        'name, email, company, phone, message, (SELECT max(last_error) FROM mails AS m WHERE m.reference = s.reference) AS last_error',
        ({ name, email, company, phone, message, last_error }) =>
          comparableAddress(email) !== address &&
          [name, email, company, phone, message, last_error ?? ''].some((text) =>
            text.normalize('NFKC').toLowerCase().includes(address),
          ),
      ),
    deleteRows: async (references) => {
      const end = performance.now() + deadlines.operator.mail;
      let left = references;
      while (left.length > 0) {
        const [batch, later] = [left.slice(0, rowsToDelete), left.slice(rowsToDelete)];
        const force = performance.now() > end;
        const underWay = await transaction((inside) => deleteSubmissions(inside, dialect, batch, force));
        left = [...later, ...underWay];
        if (left.length > 0) await sleep(underWay.length > 0 ? pollInterval : pause);
      }
    },
    removeRemnants: vacuum,
  };
}
