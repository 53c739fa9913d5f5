import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../store/openSqliteStore.ts';
import { randomFrom } from './random.ts';

const day = 24 * 60 * 60 * 1000;
/** The personal data of each submission in the store. */
export const personal = { name: 'Thandiwe Secret', email: 'thandiwe.secret@example.com', phone: '+27 82 555 0199' };

/** Writes a store with submissions of a month, whose mails have been looked for. One has not arrived. */
export function writeMonthOfSubmissions(dataDirectory: string, submissions: number): void {
  const end = Date.now();
  const random = randomFrom(7);
  const file = path.join(dataDirectory, 'submissions.sqlite');
  void openSqliteStore(file).close();
  const database = new DatabaseSync(file);
  const { name, email, phone } = personal;
  const insert = database.prepare(
    `INSERT INTO submissions (reference, kind, name, email, company, phone, message, verified, suspect, received_at)
     VALUES (?, ?, '${name}', '${email}', 'Secret Holdings', '${phone}', 'My secret message', 1, 0, ?)`,
  );
  const insertMail = database.prepare(
    `INSERT INTO mails (message_id, reference, kind, state, attempts, pending_since, due_at, sent_at, arrived_at, folder)
     VALUES (?, ?, 'notice', ?, 1, ?, ?, ?, ?, ?)`,
  );
  database.exec(`BEGIN; INSERT OR REPLACE INTO mailbox (singleton, watched_since, looked_at) VALUES (1, 0, ${end})`);
  for (let index = 0; index < submissions; index += 1) {
    const receivedAt = end - Math.floor(index === 2 ? 2 * day : (1 + random() * 29) * day);
    const state = ['pending', 'failed'][index % 20] ?? 'sent';
    const sentAt = state === 'sent' ? receivedAt + Math.round(1200 * Math.exp(random() * 5)) : null;
    const arrivedAt = sentAt === null || index === 2 ? null : sentAt + Math.round(random() * 9000);
    const folder = arrivedAt === null ? null : index % 20 === 3 ? 'Junk' : 'INBOX';
    insert.run(`R${index}`, random() < 0.7 ? 'order' : 'contact', receivedAt);
    insertMail.run(`<${index}@x>`, `R${index}`, state, receivedAt, receivedAt, sentAt, arrivedAt, folder);
  }
  database.exec('COMMIT');
  database.close();
}
