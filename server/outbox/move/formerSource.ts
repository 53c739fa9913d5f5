import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { commandLine } from '../../config/commandLine.ts';
import { checkedCounts, headerOf } from '../backups/backup.ts';
import { refuseUnreadable } from '../backups/restore.ts';
import { Failure } from '../faults.ts';
import {
  isDamage,
  isFormerLayout,
  openDatabase,
  schemaVersion,
  sqliteCode,
  sqliteCodes,
} from '../sqlite/sqliteDatabase.ts';
import type { Order } from '../store.ts';
import { faulting, type MoveSource } from './move.ts';
import { tablesOf } from './sqliteEnds.ts';

/** The last schema of the former layout, in which a submission's row had the state of its mails. */
const formerSchema = 6;

/** Why the file is not what the former release writes as a copy of its database; undefined: it is. */
function formerFault(file: string): string | undefined {
  const header = headerOf(file);
  if (!header) return 'it is no SQLite database';
  // https://www.sqlite.org/fileformat2.html#file_format_version_numbers
  if (header.readUInt8(18) === 2) return 'it is a database in use, or a copy of one';
  using database = new DatabaseSync(file, { readOnly: true });
  try {
    checkedCounts(database);
    if (!isFormerLayout(database)) return `it is of this release: put it in place with "${commandLine} restore"`;
    const schema = schemaVersion(database);
    return schema === formerSchema ? undefined : `it has schema ${schema}, not ${formerSchema}`;
  } catch (error) {
    if (!isDamage(error)) throw error;
    const { message } = error as Error;
    return sqliteCode(error) === sqliteCodes.damaged ? `it is damaged: ${message}` : message;
  }
}

const kept = `reference, kind, plan_id, ordered_plan, ordered_price, name, email, company, phone, message, verified, suspect,
  received_at, idempotency_key, idempotency_expires_at, body_hash`;

// What has been tried may have left under its Message-ID.
const waits = "state = 'pending' AND digest IS NULL AND attempts = 0";
const toState = "iif(state = 'delivered', 'sent', state)";
const pendingSince = 'coalesce(retried_at, received_at)';
// A lease ends with its release.
const dueAt = `iif(state = 'pending' AND leased, ${pendingSince}, next_attempt_at)`;

// A digest was what its pending submissions shared, or those that it had delivered; a single one left under its own
// Message-ID. Those that were given up would leave by themselves.
const conversion = `
  INSERT INTO secrets SELECT name, value FROM former.secrets;
  INSERT INTO flood (began_at) SELECT began_at FROM former.flood LIMIT 1;
  INSERT INTO used_tokens SELECT id, expires_at FROM former.used_tokens;
  INSERT INTO submissions (${kept}) SELECT ${kept} FROM former.submissions;

  CREATE TEMP TABLE digests AS SELECT * FROM (
    SELECT '<' || lower(digest) || min(substr(message_id, instr(message_id, '@'))) AS message_id, digest, state, delivered_at,
      max(attempts) AS attempts, min(${pendingSince}) AS pending_since, min(${dueAt}) AS due_at,
      max(last_error) AS last_error,
      row_number() OVER (PARTITION BY digest ORDER BY state = 'pending' DESC, count(*) DESC, delivered_at) AS place
    FROM former.submissions WHERE digest <> '' AND state <> 'failed' GROUP BY digest, state, delivered_at HAVING count(*) > 1
  ) WHERE place = 1;
  CREATE TEMP TABLE spoken AS SELECT s.reference, d.message_id FROM former.submissions AS s
    JOIN digests AS d ON d.digest = s.digest AND d.state = s.state AND d.delivered_at IS s.delivered_at;
  INSERT INTO mails (message_id, kind, state, attempts, pending_since, due_at, last_error, sent_at)
    SELECT message_id, 'digest', ${toState}, attempts, pending_since, due_at, last_error, delivered_at FROM digests;
  INSERT INTO mail_submissions SELECT reference, message_id FROM spoken;

  INSERT INTO waiting SELECT reference, next_attempt_at FROM former.submissions WHERE ${waits};
  INSERT INTO mails (message_id, kind, state, attempts, pending_since, due_at, last_error, sent_at)
    SELECT message_id, 'notice', ${toState}, attempts, ${pendingSince}, ${dueAt}, last_error, delivered_at
    FROM former.submissions WHERE NOT (${waits}) AND reference NOT IN (SELECT reference FROM spoken);
  INSERT INTO mail_submissions SELECT s.reference, m.message_id FROM mails AS m
    JOIN former.submissions AS s ON s.message_id = m.message_id;

  CREATE TEMP TABLE confirmations AS SELECT reference, '<confirmation-' || substr(message_id, 2) AS message_id,
      iif(confirmation IN ('waiting', 'sending'), 'pending', confirmation) AS state, confirmation_attempts AS attempts,
      received_at, iif(confirmation = 'sending', received_at, confirmation_at) AS due_at, confirmation_recipient AS recipient
    FROM former.submissions WHERE confirmation IS NOT NULL;
  INSERT INTO mails (message_id, kind, state, attempts, pending_since, due_at, sent_at, recipient)
    SELECT message_id, 'confirmation', state, attempts, received_at, due_at,
      iif(state = 'sent', due_at, NULL), recipient FROM confirmations;
  INSERT INTO mail_submissions SELECT reference, message_id FROM confirmations`;

function readOrders(database: DatabaseSync, readOrder: (message: string) => Order): void {
  const orders = database.prepare("SELECT reference, message FROM former.submissions WHERE kind = 'order'");
  const keep = database.prepare(
    `UPDATE submissions SET billing = ?, data_centre = ?, operating_system = ?, unknown_lines = ? WHERE reference = ?`,
  );
  for (const { reference, message } of orders.iterate() as Iterable<{ reference: string; message: string }>) {
    const { billing, dataCentre, operatingSystem, unknownLines } = readOrder(message);
    keep.run(billing, dataCentre, operatingSystem, unknownLines, reference);
  }
}

/** The file's content in the tables of this release. SQLite removes it when it is closed, however this process ends. */
function converted(file: string, readOrder: (message: string) => Order): DatabaseSync {
  const database = openDatabase('', { check: false });
  try {
    database.prepare('ATTACH DATABASE ? AS former').run(`${pathToFileURL(file)}?mode=ro`);
    database.exec(`BEGIN; ${conversion}`);
    readOrders(database, readOrder);
    database.exec('COMMIT; DETACH DATABASE former');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Runs `work` with what the former release has written to a file: `migrate --to sqlite:FILE`, or `backup FILE`. The same file
 * gives the same rows. `readOrder` reads what that release did not keep of an order. Rejects with an `Error` of
 * one sentence.
 */
export async function withFormerSource<Result>(
  file: string,
  readOrder: (message: string) => Order,
  work: (source: MoveSource) => Promise<Result>,
): Promise<Result> {
  const orFault = faulting((error) => `${file} cannot be read (${(error as Error).message}).`);
  refuseUnreadable(file);
  using database = await orFault(() => {
    const fault = formerFault(file);
    if (fault) throw new Failure(`${file} is no copy that the former release has written (${fault}).`);
    return converted(file, readOrder);
  })();
  return await work({ ...tablesOf(database, orFault), name: file, now: async () => Date.now() });
}
