import { setTimeout as sleep } from 'node:timers/promises';
import { deadlines } from '../../lib/deadlines.ts';
import type { ErasableStore } from '../erasableStore.ts';
import { comparableAddress, type ErasureTarget, namesAddress } from '../erasureTarget.ts';
import { type Row, toSubmission } from '../row.ts';
import { openDatabase, type Run } from './database/database.ts';
import { now, tablesFault } from './postgresSchema.ts';

/** Rows in one statement. */
const rowsAtATime = 1000;
const pollInterval = 50;

type Texts = Pick<Row, 'reference' | 'received_at' | 'name' | 'email' | 'company' | 'phone' | 'message' | 'last_error'>;

/** The references of the submissions whose texts fit, oldest first. Texts are compared here, as PostgreSQL cannot. */
async function referencesWhere(run: Run, columns: string, fits: (texts: Texts) => boolean): Promise<string[]> {
  const found: string[] = [];
  let rows: Texts[];
  let last: Pick<Row, 'reference' | 'received_at'> = { reference: '', received_at: 0 };
  do {
    rows = await run<Texts>(
      `SELECT reference, received_at, ${columns} FROM submissions WHERE (received_at, reference) > ($1, $2)
       ORDER BY received_at, reference LIMIT $3`,
      [last.received_at, last.reference, rowsAtATime],
    );
    found.push(...rows.filter(fits).map(({ reference }) => reference));
    last = rows.at(-1) ?? last;
  } while (rows.length === rowsAtATime);
  return found;
}

async function matching(run: Run, target: ErasureTarget): Promise<string[]> {
  if (target.by === 'address')
    return referencesWhere(run, 'email', ({ email }) => comparableAddress(email) === target.address);
  const rows =
    target.by === 'reference'
      ? await run<Pick<Row, 'reference'>>('SELECT reference FROM submissions WHERE reference = $1', [target.reference])
      : await run<Pick<Row, 'reference'>>(
          `SELECT reference FROM submissions WHERE state = 'delivered' AND delivered_at < $1
           ORDER BY received_at, reference`,
          [target.before],
        );
  return rows.map(({ reference }) => reference);
}

async function deleteRows(run: Run, references: readonly string[]): Promise<void> {
  const end = performance.now() + deadlines.operator.mail;
  let left = references;
  while (left.length > 0) {
    const [batch, later] = [left.slice(0, rowsAtATime), left.slice(rowsAtATime)];
    // A mail under way might be written after its submission has gone. What another erasure or a delivery holds at this
    // moment is skipped: nobody waits in a circle.
    await run(
      `DELETE FROM submissions WHERE reference IN (SELECT reference FROM submissions WHERE reference = ANY($1)
        AND (NOT (state = 'pending' AND leased AND next_attempt_at > ${now})
          AND NOT (confirmation IS NOT DISTINCT FROM 'sending' AND confirmation_at > ${now}) OR $2)
        FOR UPDATE SKIP LOCKED)`,
      [batch, performance.now() > end],
    );
    const underWay = await run<Pick<Row, 'reference'>>('SELECT reference FROM submissions WHERE reference = ANY($1)', [
      batch,
    ]);
    left = [...later, ...underWay.map(({ reference }) => reference)];
    if (underWay.length > 0) await sleep(pollInterval);
  }
}

/**
 * Opens the database of servers that may be running, for one erasure. Creates nothing. Rejects, like its calls, with the
 * errors of PostgreSQL and of the connection, and with an `Error` for tables of another version.
 */
export async function openPostgresErasableStore(databaseUrl: string): Promise<ErasableStore> {
  const { run, close } = openDatabase(databaseUrl, { connections: 1, timeout: deadlines.operator.table });
  try {
    const fault = await tablesFault(run, 'The database of DATABASE_URL');
    if (fault) throw new Error(fault);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    file: undefined,
    now: async () => {
      const [{ time }] = (await run(`SELECT ${now} AS time`)) as [{ time: number }];
      return time;
    },
    matching: (target) => matching(run, target),
    find: async (reference) => {
      const [row] = await run<Row>('SELECT * FROM submissions WHERE reference = $1', [reference]);
      return row && toSubmission(row);
    },
    mentioning: (address) =>
      referencesWhere(
        run,
        'name, email, company, phone, message, last_error',
        ({ name, email, company, phone, message, last_error }) =>
          comparableAddress(email) !== address &&
          namesAddress([name, email, company, phone, message, last_error ?? ''], address),
      ),
    deleteRows: (references) => deleteRows(run, references),
    // Also where there was nothing to delete: an erasure before this one may have been killed.
    removeRemnants: async () => {
      await run('VACUUM submissions');
    },
    close,
  };
}
